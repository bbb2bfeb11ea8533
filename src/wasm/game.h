/*
 * A game as a page holds it: the text of its record, read by the rules, and what grows from it.
 *
 * The record is the game.  Whatever happens is written to the text and read from it again by the
 * reader of records, so a game that is played here, one that is replayed, one that was stored by
 * the page and one of which a server tells are the same thing.  Knows no screen and no JSON.
 */
#ifndef RAILHEAD_WASM_GAME_H
#define RAILHEAD_WASM_GAME_H

#include "analysis/review.h"
#include "bots/bot.h"
#include "core/record.h"

enum {
    GAME_TEXT_SIZE = 1 << 19, /* a round takes 4 KB at most on the boards that come with this */
    GAME_TURNS_MAX = 1024,    /* more than a round can have: all but passes use up tracks */
    GAME_ROOM_MIN = 2 * RECORD_EVENT_SIZE,
};

struct game {
    struct record_reader reader;     /* what is known at the place that has been read up to */
    struct draft draft;              /* what the seat to move has entered, if the round is on */
    struct player player[SEATS_MAX]; /* `bot` is NULL where a person plays */

    /* Its own. */
    struct position dealt; /* as the round began, and its turns since */
    struct turn turn[GAME_TURNS_MAX];
    unsigned turns;
    uint8_t seed[SEED_SIZE];
    bool has_seed;
    bool told;
    size_t used;
    char text[GAME_TEXT_SIZE];
};

/* Called for every event that is read; the table is as it was before. */
struct game_listener {
    void (*hear)(void *context, const struct game *game, enum record_event event,
                 const struct table *before);
    void *context;
};

/*
 * A game of that record; only its header is a new game.  All deals must be those of the seed,
 * unless it is NULL: then nothing can be dealt here.  `told`: see record.h.  Answers RECORD_END, or
 * RECORD_FAULT with the reader's fault; the game is then not to be used.  All seats are people's.
 */
enum record_event game_load(struct game *game, const char *text, size_t length, const uint8_t *seed,
                            bool told, const struct game_listener *listener);

/* Goes to the place after so many events, for a replay; the first deal is the earliest place. */
void game_seek(struct game *game, unsigned events, const struct game_listener *listener);

/* Whether the whole text has been read and another round can be dealt. */
bool game_can_deal(const struct game *game);
void game_deal(struct game *game, const struct game_listener *listener);

/* A bot for a seat, or a person where it is NULL.  It is told the round so far. */
void game_seat(struct game *game, unsigned seat, const struct bot *bot, void *memory);

/*
 * The text of the record.  For a seat (not SEAT_NONE) the cards that it may not see yet are '?',
 * so that a record can be saved in the middle of a round.
 */
void game_write_record(const struct game *game, unsigned seat, struct text *text);

/* ---- The turn that a person enters -------------------------------------------------------- */

/* One thing more, as a record writes it: "@K7", "K7-L7*", ">M4", "pass". */
enum refusal game_enter(struct game *game, unsigned seat, struct word word, struct fault *fault);

/* Takes back the last thing entered, or everything. */
void game_undo(struct game *game);
void game_reset(struct game *game);

/* Plays what has been entered.  True when a marker stayed where it was, by V2. */
enum refusal game_confirm(struct game *game, const struct game_listener *listener, bool *stayed);

/* ---- Bots --------------------------------------------------------------------------------- */

/* The bot in the seat to move plays; its usual budget where `work` is 0. */
void game_bot_turn(struct game *game, uint64_t work, const struct game_listener *listener);

/* What a bot would do in the place of the seat to move, from what that seat knows. */
void game_advice(const struct game *game, const struct bot *bot, void *memory, struct turn *turn,
                 struct thoughts *thoughts);

/*
 * What the expert says of the turn that led to this place; the same as `railhead analyse`.  False
 * where no turn of this round did, or the cards of its seat are hidden.
 */
bool game_review(const struct game *game, struct reviewer *reviewer, struct judgement *judgement);

#endif
