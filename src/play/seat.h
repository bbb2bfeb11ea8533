/*
 * A seat of a game on this machine: a person's, or that of a player behind one small interface.
 *
 * A player is told what its seat may see and is asked for turns.  The game (play/game.h) knows
 * nothing else of it: one of our bots is below, play/contender.h has programs of others too.
 */
#ifndef RAILHEAD_PLAY_SEAT_H
#define RAILHEAD_PLAY_SEAT_H

#include "bots/bot.h"
#include "core/record.h"

/* A game as it begins: nothing is dealt yet. */
struct seat_game {
    const struct board *board;
    const struct table *table;
    const struct record_names *names;
    unsigned seat;  /* the player's */
    struct rng rng; /* for its random choices */
};

/*
 * Every game is told in order: its beginning, then for each round its beginning, every turn of
 * every seat with the table as it was before, and its end.
 */
struct seat_calls {
    void (*begin_game)(void *player, const struct seat_game *game);
    void (*begin_round)(void *player, const struct view *view);
    void (*see)(void *player, const struct table *before, const struct turn *turn);
    void (*round_over)(void *player, const struct table *table);

    /* A legal turn; the view is that of the player's seat, which is to move. */
    void (*turn)(void *player, const struct view *view, struct turn *turn);

    /*
     * In place of begin_round() where the player sits down when these turns have been played since
     * the view; NULL for one who has to be there from the beginning of the game.
     */
    void (*join_round)(void *player, struct view *view, const struct turn turn[], unsigned turns);
};

enum { SEAT_WORD_SIZE = 32 };

struct seat {
    const struct seat_calls *calls; /* NULL where a person plays */
    void *player;
    unsigned stream;           /* which of the seed's random numbers are its own: see bot_rng() */
    bool recalls;              /* it remembers earlier rounds of the game */
    char word[SEAT_WORD_SIZE]; /* what it is called in a saved game: a bot's name */
};

static inline bool seat_is_person(const struct seat *seat)
{
    return seat->calls == NULL;
}

/* ---- One of our bots ------------------------------------------------------------------------ */

struct bot_seat {
    const struct bot *bot;
    void *memory;         /* as for player_init() */
    struct budget budget; /* of a turn; may be changed between turns */
    struct player player;
};

extern const struct seat_calls bot_seat_calls;

/* The bot with its usual budget; `memory` is the caller's. */
void bot_seat_init(struct bot_seat *seat, const struct bot *bot, void *memory);

/* It as the player of that seat. */
struct seat seat_of_bot(struct bot_seat *bot, unsigned seat);

#endif
