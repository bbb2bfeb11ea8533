/*
 * A game on this machine: deals, turns of people and bots, the record, saving, taking back,
 * resuming and replaying.  The browser, the terminal, the arena and the library use it.
 *
 * The record is the game: every event is written to it, and it can be replayed by the rules up to
 * any event.  A game does no I/O, has no clock and does not allocate: the caller provides memory
 * for the record and for players.  Only the browser enters people's turns with game_enter() and
 * game_confirm(); the terminal and the library have their own drafts and call game_play().
 *
 *     game_init(&game, record);
 *     game_seat(&game, 1, seat_of_bot(&bot, 1));        for every seat without a person
 *     game_begin(&game, &setup);                         or game_load()
 *         game_deal(&game, &listener);                   for every round
 *             game_enter(), game_undo(), game_confirm()  when a person is to move
 *             game_ask(), game_play()                    when a bot or program is
 */
#ifndef RAILHEAD_GAME_GAME_H
#define RAILHEAD_GAME_GAME_H

#include "game/review.h"
#include "game/seat.h"
#include "game/turn_entry.h"

enum {
    /*
     * More turns than a round can have: every line takes at most two tracks, and before each of
     * them and at the end all other seats may pass.
     */
    GAME_TURNS_MAX = SEATS_MAX * (2 * LINES_MAX + 2),
    GAME_RECORD_STEP = 2 * RECORD_EVENT_SIZE, /* free space needed for everything written at once */
};

/*
 * The text of the record, in memory of the caller.  If it cannot grow, the record is lost and the
 * game continues without it.  With all fields zero, no record is kept.
 */
struct game_record {
    char *start;
    size_t used, size;
    bool lost;
    /*
     * Enlarges the buffer like realloc(), by at least GAME_RECORD_STEP.  Returns NULL on failure.
     * The pointer is NULL if the buffer has a fixed size.
     */
    char *(*grow)(void *context, char *start, size_t size);
    void *context;
};

/* Large: do not put it on the stack. */
struct game {
    const struct board *board; /* NULL before a game begins */
    struct position position;  /* the complete state, at the place in the record reached so far */
    struct record_names names;
    struct seat seat[SEATS_MAX];
    struct turn_entry entry; /* turn of the person to move */
    struct game_record record;

    /* Private. */
    struct position dealt; /* the position at the beginning of the round */
    unsigned turns;        /* turns since then, in `turn` */
    unsigned taken_back;   /* turns of people taken back during the whole game, for its texts */
    bool has_seed;
    bool other_deals; /* rounds of the record were not dealt from the seed */
    bool at_end;      /* the end of the record has been reached, so the game can continue */
    struct turn turn[GAME_TURNS_MAX];
};

/* An event, as passed to a listener after it has been applied. */
struct game_event {
    enum record_event kind;     /* a round, a turn, or the closing of a round */
    const struct table *before; /* the table before the event */
    unsigned seat;              /* the seat that played the turn */
    const struct turn *turn;
};

/* `hear` may be NULL. */
struct game_listener {
    void (*hear)(void *context, const struct game *game, const struct game_event *event);
    void *context;
};

/* ---- Beginning a game ------------------------------------------------------------------------ */

/* Initialises the structure: no game yet, and people in all seats. */
void game_init(struct game *game, struct game_record record);

/*
 * Puts a player into a seat, or a person if the seat has no calls.  During a game the player is
 * informed of the round so far, and of earlier rounds if it recalls them and there is a record.  A
 * player that cannot join a round must be seated before the game begins.
 */
void game_seat(struct game *game, unsigned seat, struct seat seated);

struct game_setup {
    const struct board *board; /* must outlive the game */
    unsigned seats;
    unsigned variants;
    const struct record_names *names;
    const uint8_t *seed; /* for the deals; NULL: no rounds can be dealt */
};

/* Begins a new game; the first round is not dealt yet. */
void game_begin(struct game *game, const struct game_setup *setup);

/* How to read a record. */
struct game_terms {
    struct record_boards boards;
    const uint8_t *seed; /* for the deals after the record; NULL: no rounds can be dealt */
    bool other_deals;    /* the deals of the record need not match the seed */
    const struct record_names *names; /* replace the names of the record; or NULL */
};

/*
 * Loads the game of a record, at its end; a header alone gives a new game.  Seated players and the
 * listener receive all events.  Returns false and sets the fault if the record is invalid; there is
 * no game then.
 */
bool game_load(struct game *game, const struct game_terms *terms, const char *text, size_t length,
               const struct game_listener *listener, struct fault *fault);

/* ---- Playing -------------------------------------------------------------------------------- */

/*
 * game_can_deal() returns true if another round has to be dealt and can be; game_deal() deals it.
 */
bool game_can_deal(const struct game *game);
void game_deal(struct game *game, const struct game_listener *listener);

/* Returns true if a turn can be played now. */
bool game_is_on(const struct game *game);

/* Returns true if a person is to move. */
static inline bool game_awaits_person(const struct game *game)
{
    return game_is_on(game) && seat_is_person(&game->seat[game->position.table.to_move]);
}

/*
 * Plays a turn of the seat to move.  A marker move that V2 does not allow is removed from `turn`.
 * A refused turn changes nothing.
 */
enum refusal game_play(struct game *game, struct turn *turn, const struct game_listener *listener);

/* Asks the player of the seat to move for a turn.  Only the player's memory changes. */
void game_ask(const struct game *game, struct turn *turn);

/* ---- Turns entered by people ----------------------------------------------------------------- */

/*
 * Enters one element in the notation of records: "@K7", "K7-L7*", ">M4", "pass".  If it cannot be
 * parsed, `fault` has an id.
 */
enum refusal game_enter(struct game *game, unsigned seat, struct word word, struct fault *fault);

/*
 * Undo or redo the last element, or remove everything entered.  Return false if there is nothing to
 * undo or redo.
 */
bool game_undo(struct game *game);
bool game_redo(struct game *game);
void game_reset(struct game *game);

/* Plays the turn entered.  `stayed` is set if its marker move was removed by V2. */
enum refusal game_confirm(struct game *game, const struct game_listener *listener, bool *stayed);

/* ---- Taking back and replaying --------------------------------------------------------------- */

/*
 * Takes back the last turn of the round by any player, and the end of the round if it caused one.
 * Returns false if none has been played, if there is no record, or if a player cannot be informed
 * of the round again.  A turn of a person is added to `taken_back`.
 */
bool game_take_back(struct game *game);

/*
 * Returns the number of turns taken back according to a text from game_write_record() or
 * game_write_saved().
 */
unsigned game_taken_back_read(const char *text, size_t length);

/*
 * For a replay: goes to the place after this many events of the record, at least to the first deal.
 * Removes all players, so that every seat is a person's.
 */
void game_seek(struct game *game, unsigned events, const struct game_listener *listener);

/* Asks a bot for the turn of the seat to move, given only what that seat knows. */
void game_advise(const struct game *game, const struct bot *bot, void *memory, struct turn *turn,
                 struct thoughts *thoughts);

/*
 * Judges the turn that led to this place, like `railhead analyse`.  Returns false if no turn has
 * been played in this round, or the hand of its seat is hidden.
 */
bool game_review(const struct game *game, struct reviewer *reviewer, struct judgement *judgement);

/* ---- Records --------------------------------------------------------------------------------- */

/* Returns true if a record is kept and complete. */
static inline bool game_keeps_record(const struct game *game)
{
    return game->record.size > 0 && !game->record.lost;
}

/*
 * Writes the record as visible to one seat: hidden cards are '?'.  With SEAT_NONE all cards are
 * visible.
 */
void game_write_record(const struct game *game, unsigned seat, struct text *text);

/*
 * Writes the record of an unfinished game.  Its last line is a comment with the seed and the player
 * of each seat, so that a page or a terminal can resume the game.
 */
void game_write_saved(const struct game *game, struct text *text);

/* The contents of that line. */
struct game_saved {
    uint8_t seed[SEED_SIZE];
    bool other_deals; /* as in struct game_terms */
    unsigned seats;
    char word[SEATS_MAX][SEAT_WORD_SIZE]; /* "" for a person */
};

/* Parses the seed in that line: 64 lower-case hexadecimal digits. */
bool game_seed_read(struct word word, uint8_t seed[SEED_SIZE]);

/* Returns false if the text is a record without such a line. */
bool game_saved_read(struct game_saved *saved, const char *text, size_t length);

#endif
