/*
 * What game is to be played: from the command line, or asked for.
 *
 * Knows boards, bots and names; the game itself is play_local.h's affair.
 */
#ifndef RAILHEAD_CLI_PLAY_OPTIONS_H
#define RAILHEAD_CLI_PLAY_OPTIONS_H

#include <limits.h>

#include "cli/cli.h"
#include "play/contender.h"
#include "terminal/drawing/seat_look.h"
#include "terminal/line_mode/screen.h"

enum {
    PLAYER_NAME_SIZE = 25, /* of a person, in bytes, with the NUL: tables keep their shape */
    DEFAULT_OPPONENTS = 3,
    ASKED_SEATS_SIZE = 96,
    PACE_USUAL_MS = 500,
    PACE_MOST_MS = 3600000,
};

struct play_seat {
    char name[PLAYER_NAME_SIZE]; /* a bot's is what it was asked for by */
    bool is_bot;                 /* or else a person at this keyboard */
    bool is_adaptive;            /* its level is chosen for each game: play/company.h */
    struct contender contender;  /* of a bot */
};

struct play_options {
    struct chosen_board board;
    struct play_seat player[SEATS_MAX];
    unsigned seats;
    unsigned variants;
    uint8_t seed[SEED_SIZE];
    bool timed;                         /* bots are stopped by the clock: without --seed */
    const struct bot *adviser;          /* who is asked for hints */
    const char *save;                   /* where the record is kept, or NULL */
    bool keeps;                         /* by itself, where kept games are: play_games.h */
    char kept[PATH_MAX];                /* there */
    const char *resume;                 /* the record that is played on, or NULL */
    struct file resumed;                /* its text: sound, and with a game that can go on */
    const char *server;                 /* where the game is, or NULL: here */
    const char *table;                  /* the link of a table there, or NULL */
    const char *name;                   /* that others see there, or NULL: as it was */
    bool watches;                       /* takes no seat there */
    const char *server_seats;           /* as they were given, for a table that is opened there */
    char asked_seats[ASKED_SEATS_SIZE]; /* as they were asked for */
    struct seat_choice look;            /* of the own seat; play_look.h */
    unsigned theme;                     /* or THEMES: what goes with the terminal */
    bool still;                         /* nothing moves by itself */
    bool plain;                         /* text in, text out, whatever the terminal can do */
    unsigned pace_ms;                   /* as it was said, or PACE_UNSAID; play_options_pace() */
};

/* Of a pace: nobody has said how fast. */
#define PACE_UNSAID UINT_MAX

/* What reading the command line leads to. */
enum play_start {
    START_GAME,
    START_SERVER, /* a seat at a server */
    START_BAD,    /* told on standard error */
    START_LEAVE,  /* the person who was asked went away */
};

/* They fill in options as play_options_init() leaves them. */
extern const struct option play_options[];

void play_options_init(struct play_options *options);

/* Whether nothing has been said of the game: then the person is asked. */
bool play_options_are_open(const struct play_options *options);

/* What the options lead to. */
enum play_start play_options_complete(struct play_options *options);

/* The game keeps itself where nobody has said where to save it; without a place for it, it does
 * not. */
void play_options_keep(struct play_options *options);

/* After a game: nothing is said of the next one any more, or it is the same with other deals and
 * seats one further. */
void play_options_renew(struct play_options *options);
void play_options_rematch(struct play_options *options);

void play_options_release(struct play_options *options);

/* Another seat by name; false with what is wrong with it. */
bool play_options_add_seat(struct play_options *options, const char *name, size_t length,
                           char error[CONTENDER_ERROR_SIZE]);

/* People at this keyboard. */
unsigned play_options_people(const struct play_options *options);

/* How long a bot usually seems to think, in milliseconds.  Nothing waits by itself in plain text or
 * with --seed, where a program may be reading. */
unsigned play_options_pace(const struct play_options *options, bool plain);

#endif
