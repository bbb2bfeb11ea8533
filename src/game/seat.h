/*
 * A seat of a game on this machine: a person's, or that of a player behind a small interface.
 *
 * A player is informed of what its seat may see and is asked for turns.  The game (game/game.h)
 * knows nothing else about it.  Our bots are defined below; engine/contender.h adds external
 * programs.
 */
#ifndef RAILHEAD_GAME_SEAT_H
#define RAILHEAD_GAME_SEAT_H

#include "bots/bot.h"
#include "rules/record.h"

/* A game at its beginning; nothing is dealt yet. */
struct seat_game {
    const struct board *board;
    const struct table *table;
    const struct record_names *names;
    unsigned seat;  /* of the player */
    struct rng rng; /* for the player's random choices */
};

/*
 * The calls come in order: the beginning of the game, then for each round its beginning, every turn
 * of every seat with the table before it, and its end.
 */
struct seat_calls {
    void (*begin_game)(void *player, const struct seat_game *game);
    void (*begin_round)(void *player, const struct view *view);
    void (*see)(void *player, const struct table *before, const struct turn *turn);
    void (*round_over)(void *player, const struct table *table);

    /* Sets a legal turn.  The view is that of the player's seat, which is to move. */
    void (*turn)(void *player, const struct view *view, struct turn *turn);

    /*
     * Replaces begin_round() for a player who joins after these turns have been played since the
     * view.  NULL if the player must be there from the beginning of the game.
     */
    void (*join_round)(void *player, struct view *view, const struct turn turn[], unsigned turns);
};

enum { SEAT_WORD_SIZE = 32 };

struct seat {
    const struct seat_calls *calls; /* NULL if a person plays */
    void *player;
    unsigned stream;           /* selects the player's random numbers: see bot_rng() */
    bool recalls;              /* uses earlier rounds of the game */
    char word[SEAT_WORD_SIZE]; /* identifies the player in a saved game: a bot's name */
};

static inline bool seat_is_person(const struct seat *seat)
{
    return seat->calls == NULL;
}

/* ---- Our bots -------------------------------------------------------------------------------- */

struct bot_seat {
    const struct bot *bot;
    void *memory;         /* as for player_init() */
    struct budget budget; /* per turn; may be changed between turns */
    struct player player;
};

extern const struct seat_calls bot_seat_calls;

/* Initialises a bot with its usual budget.  `memory` is owned by the caller. */
void bot_seat_init(struct bot_seat *seat, const struct bot *bot, void *memory);

/* Makes the bot the player of a seat. */
struct seat seat_of_bot(struct bot_seat *bot, unsigned seat);

#endif
