/*
 * A game on this machine: dealt, entered, undone, confirmed, told to bots, recorded, saved, taken
 * back, resumed and replayed.  The browser, the terminal and the arena play with it.
 *
 * The record is the game: what happens is written to it, and what has been written can be read
 * again by the rules, to any place of it.  A game does no I/O, knows no clock and allocates nothing
 * itself: memory for the record and for players is the caller's, and so is the screen.
 *
 *     game_init(&game, record);
 *     game_seat(&game, 1, seat_of_bot(&bot, 1));        for every seat that no person plays
 *     game_begin(&game, &setup);                         or game_load()
 *         game_deal(&game, &listener);                   for every round
 *             game_enter(), game_undo(), game_confirm()  when a person is to move
 *             game_ask(), game_play()                    when a player is
 */
#ifndef RAILHEAD_PLAY_GAME_H
#define RAILHEAD_PLAY_GAME_H

#include "analysis/review.h"
#include "play/entering.h"
#include "play/seat.h"

enum {
    /* More than a round can have: every line holds two tracks at most, and before each of them, as
     * at the end, all other seats may pass. */
    GAME_TURNS_MAX = SEATS_MAX * (2 * LINES_MAX + 2),
    GAME_RECORD_STEP = 2 * RECORD_EVENT_SIZE, /* room for all that is written at once */
};

/*
 * The text of the record, in memory of the caller.  Where there is not enough, the record is lost
 * and the game goes on without it.  One that is all zero is not kept at all.
 */
struct game_record {
    char *start;
    size_t used, size;
    bool lost;
    /* More of it, as realloc() would, at least GAME_RECORD_STEP; NULL where `size` is all. */
    char *(*grow)(void *context, char *start, size_t size);
    void *context;
};

/* Large: not for the stack. */
struct game {
    const struct board *board; /* NULL before a game has begun */
    struct position position;  /* the truth, where the record has been read up to */
    struct record_names names;
    struct seat seat[SEATS_MAX];
    struct entering entering; /* the turn of the person to move */
    struct game_record record;

    /* Its own. */
    struct position dealt; /* as the round began */
    unsigned turns;        /* since then */
    unsigned taken_back;   /* turns of people, in the whole game: its texts say so */
    bool has_seed;
    bool other_deals; /* rounds of the record were not dealt by the seed */
    bool at_end;      /* of the record: it can go on here */
    struct turn turn[GAME_TURNS_MAX];
};

/* What happened, as it is told to whoever listens: the game has it already. */
struct game_event {
    enum record_event kind;     /* a round, a turn, or the close of a round */
    const struct table *before; /* it happened */
    unsigned seat;              /* whose turn it was */
    const struct turn *turn;
};

/* `hear` may be NULL. */
struct game_listener {
    void (*hear)(void *context, const struct game *game, const struct game_event *event);
    void *context;
};

/* ---- Beginning ------------------------------------------------------------------------------ */

/* No game yet, and people in all seats. */
void game_init(struct game *game, struct game_record record);

/*
 * Puts a player into a seat, or a person where the seat has no calls; in a game that is on it is
 * told the round so far, and earlier ones where it recalls them and there is a record.  A player
 * that cannot join a round is seated before the game begins.
 */
void game_seat(struct game *game, unsigned seat, struct seat seated);

struct game_setup {
    const struct board *board; /* outlives the game */
    unsigned seats;
    unsigned variants;
    const struct record_names *names;
    const uint8_t *seed; /* of the deals; NULL: nothing can be dealt here */
};

/* A new game; its first round is still to be dealt. */
void game_begin(struct game *game, const struct game_setup *setup);

/* How a record is to be read. */
struct game_terms {
    struct record_boards boards;
    const uint8_t *seed;              /* of the deals from here on; NULL: nothing is dealt here */
    bool other_deals;                 /* those of the record need not be the seed's */
    const struct record_names *names; /* in place of the record's; or NULL */
};

/*
 * The game of a record, at its end; of a header alone it is a new game.  What happened is told to
 * those who are seated already.  False with what is wrong: then there is no game.
 */
bool game_load(struct game *game, const struct game_terms *terms, const char *text, size_t length,
               const struct game_listener *listener, struct fault *fault);

/* ---- Playing -------------------------------------------------------------------------------- */

/* Whether another round is to be dealt, and can be here. */
bool game_can_deal(const struct game *game);
void game_deal(struct game *game, const struct game_listener *listener);

/* Whether a turn can be played here and now. */
bool game_is_on(const struct game *game);

/* Whether a person is to move. */
static inline bool game_awaits_person(const struct game *game)
{
    return game_is_on(game) && seat_is_person(&game->seat[game->position.table.to_move]);
}

/*
 * The seat to move plays a turn; `turn` is left as it was played, without a marker move that V2
 * does not allow.  A refused turn changes nothing.
 */
enum refusal game_play(struct game *game, struct turn *turn, const struct game_listener *listener);

/* Asks the player in the seat to move.  Changes nothing but the player's own memory. */
void game_ask(const struct game *game, struct turn *turn);

/* ---- The turn that a person enters ---------------------------------------------------------- */

/*
 * One thing more, as a record writes it: "@K7", "K7-L7*", ">M4", "pass".  Where it cannot be read,
 * `fault` has a rule.
 */
enum refusal game_enter(struct game *game, unsigned seat, struct word word, struct fault *fault);

/* Takes back the last thing entered, or everything, and enters it again; false when there is
 * nothing. */
bool game_undo(struct game *game);
bool game_redo(struct game *game);
void game_reset(struct game *game);

/* Plays what has been entered.  `stayed`: a marker stays where it was, by V2. */
enum refusal game_confirm(struct game *game, const struct game_listener *listener, bool *stayed);

/* ---- Back and forth ------------------------------------------------------------------------- */

/*
 * Takes back the last turn of the round, of whomever, and what it ended.  False where none has been
 * played, where there is no record, or where a player cannot be told the round anew.  A person's
 * turn that was taken back is counted.
 */
bool game_take_back(struct game *game);

/* How many turns were taken back, as a text of game_write_record() or game_write_saved() says. */
unsigned game_taken_back_read(const char *text, size_t length);

/*
 * For a replay: to the place after so many events of the record, the first deal at least.  All
 * seats are people's afterwards.
 */
void game_seek(struct game *game, unsigned events, const struct game_listener *listener);

/* What a bot would do in the place of the seat to move, from what that seat knows. */
void game_advise(const struct game *game, const struct bot *bot, void *memory, struct turn *turn,
                 struct thoughts *thoughts);

/*
 * What the expert says of the turn that led to this place; the same as `railhead analyse`.  False
 * where no turn of this round did, or the cards of its seat are hidden.
 */
bool game_review(const struct game *game, struct reviewer *reviewer, struct judgement *judgement);

/* ---- Texts ---------------------------------------------------------------------------------- */

/* Whether there is a record, and it is whole. */
static inline bool game_keeps_record(const struct game *game)
{
    return game->record.size > 0 && !game->record.lost;
}

/*
 * The record for the eyes of one seat: the cards that it may not see yet are '?'.  SEAT_NONE is
 * somebody who may see all.
 */
void game_write_record(const struct game *game, unsigned seat, struct text *text);

/*
 * The record as it is saved while the game goes on: its last line is a comment with the seed and
 * with who plays each seat, so that a page or a terminal can go on with the same game.
 */
void game_write_saved(const struct game *game, struct text *text);

/* What that line says. */
struct game_saved {
    uint8_t seed[SEED_SIZE];
    bool other_deals; /* as in struct game_terms */
    unsigned seats;
    char word[SEATS_MAX][SEAT_WORD_SIZE]; /* "" for a person */
};

/* A seed as it stands there: 64 hexadecimal digits in small letters. */
bool game_seed_read(struct word word, uint8_t seed[SEED_SIZE]);

/* False where the text is a record without such a line. */
bool game_saved_read(struct game_saved *saved, const char *text, size_t length);

#endif
