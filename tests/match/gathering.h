/*
 * A match for tests, with everything that it told: each event, and the match as it was after it.
 *
 * Whatever is asked through here is judged at once.  A request that is refused, or answered again,
 * has left every byte of the match as it was and has told nobody anything; one that is done has
 * told of the event whose number it answers.
 */
#ifndef RAILHEAD_TESTS_MATCH_GATHERING_H
#define RAILHEAD_TESTS_MATCH_GATHERING_H

#include "bots/bot.h"
#include "match/match.h"
#include "rules/record_write.h"

#define SECOND INT64_C(1000)
#define MINUTE (60 * SECOND)
#define HOUR   (60 * MINUTE)
#define DAY    (24 * HOUR)

/* When the tables of the tests are opened. */
#define OPENED INT64_C(1794700000000)

struct gathering {
    struct match match;
    uint8_t seed[SEED_SIZE];
    int64_t now;
    struct presence presence; /* everybody is here */
    struct answer answer;     /* to what was asked last */
    struct event *event;      /* all that happened */
    struct match *after;      /* after[i]: when event[i] had happened */
    unsigned events, room;
    struct match before; /* what was asked last */
    unsigned events_before;
    struct rng rng;
};

/* Settings of a table on TransAmerica with chat, whose first seat is the host's; others open. */
struct match_settings gathering_settings(unsigned seats);

/* Opens a table of "ada", OPENED, with the deals and the players' choices of a seed. */
void gathering_open(struct gathering *gathering, const struct match_settings *settings,
                    uint64_t seed);

/* The same with "ada", "bob", "cid", "dee", "eva", "fay" on all open seats, and started. */
void gathering_start(struct gathering *gathering, const struct match_settings *settings,
                     uint64_t seed);

/* The table of a rematch, which `host` wants. */
void gathering_open_again(struct gathering *again, const struct gathering *over, const char *host);
void gathering_release(struct gathering *gathering);

/* Who sits on a seat after gathering_start(). */
extern const char *const guests[SEATS_MAX];

struct match_listener gathering_listener(struct gathering *gathering);

/* What people ask for: why it is refused, or OBJECTION_NONE. */
enum objection ask_sit(struct gathering *gathering, const char *person, unsigned seat,
                       bool invited);
enum objection ask_stand(struct gathering *gathering, const char *person);
enum objection ask_seat(struct gathering *gathering, const char *person, unsigned seat,
                        enum seat_kind kind, const char *bot);
enum objection ask_fill(struct gathering *gathering, const char *person, const char *bot);
enum objection ask_start(struct gathering *gathering, const char *person);
enum objection ask_close(struct gathering *gathering, const char *person);
enum objection ask_turn(struct gathering *gathering, const char *person, uint32_t after,
                        const char *text);
enum objection ask_ready(struct gathering *gathering, const char *person, uint32_t after);
enum objection ask_leave(struct gathering *gathering, const char *person);
enum objection ask_back(struct gathering *gathering, const char *person);
enum objection ask_away(struct gathering *gathering, const char *person, unsigned seat);
enum objection ask_chat(struct gathering *gathering, const char *person, const char *text);
enum objection ask_mute(struct gathering *gathering, const char *person, const char *whom, bool on);
enum objection ask_takeback(struct gathering *gathering, const char *person, uint32_t number);
enum objection ask_answer(struct gathering *gathering, const char *person, uint32_t number,
                          bool yes);
enum objection ask_rematch(struct gathering *gathering, const char *person, const char *table);

/* Lets time act; answers how many events that made. */
unsigned gathering_tick(struct gathering *gathering);

/* The seat to move, and its person's name. */
unsigned gathering_to_move(const struct gathering *gathering);
const char *gathering_mover(const struct gathering *gathering);

/* A legal turn of the seat to move, as a bot of that name would play it. */
void gathering_choose(struct gathering *gathering, const char *bot, struct turn *turn);
void gathering_choose_text(struct gathering *gathering, const char *bot, char text[TURN_TEXT_SIZE]);

/* Plays a turn for whoever is to move: a person asks, a bot just plays. */
void gathering_play(struct gathering *gathering, const char *bot);

/* Plays until the round is over. */
void gathering_play_round(struct gathering *gathering, const char *bot);

/* Whether the turn that an event is has not been taken back. */
bool gathering_stands(const struct gathering *gathering, unsigned event);

/* The record that follows from the list of events alone, as the server writes it. */
void gathering_write_record(const struct gathering *gathering, const struct record_names *names,
                            struct text *text);

/* The last event, and the last but `back`. */
const struct event *gathering_last(const struct gathering *gathering, unsigned back);

#endif
