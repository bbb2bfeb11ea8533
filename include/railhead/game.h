/*
 * A game: a position with its record, and bots in some of its seats.
 *
 *     railhead_game_new(&game, board, 3, 0, seed, NULL, &error);
 *     railhead_game_sit(game, 1, "hard", 0, &error);
 *         railhead_game_deal(game, &error);            for every round
 *             railhead_game_ask(game, &turn, &error);  the turn of a bot
 *             railhead_game_play(game, &turn, &error);
 */
#ifndef RAILHEAD_GAME_H
#define RAILHEAD_GAME_H

#include <railhead/position.h>

#ifdef __cplusplus
extern "C" {
#endif

struct railhead_game;

/*
 * Begins a new game.  `seed` determines the deals and the bots' random choices.  `name`, unless
 * NULL, has a name or NULL for each seat.
 */
RAILHEAD_API enum railhead_status railhead_game_new(struct railhead_game **game,
                                                    const struct railhead_board *board,
                                                    uint32_t seats, uint32_t variants,
                                                    const uint8_t seed[32], const char *const *name,
                                                    struct railhead_error *error);

/*
 * Loads the game of a record, at its end.  `board` is for records of a board that is not built in,
 * otherwise NULL.  `seed` determines further rounds; if it is NULL, none can be dealt.  Cards may
 * be hidden.
 */
RAILHEAD_API enum railhead_status railhead_game_load(struct railhead_game **game, const char *text,
                                                     size_t size,
                                                     const struct railhead_board *board,
                                                     const uint8_t *seed,
                                                     struct railhead_error *error);

/* `game` may be NULL. */
RAILHEAD_API void railhead_game_free(struct railhead_game *game);

/*
 * Returns the current position, for reading and copying.  It is owned by the game and changes with
 * it.
 */
RAILHEAD_API const struct railhead_position *
railhead_game_position(const struct railhead_game *game);

RAILHEAD_API enum railhead_status railhead_game_deal(struct railhead_game *game,
                                                     struct railhead_error *error);

/* If rule V2 does not allow the marker move, it is removed from `turn`. */
RAILHEAD_API enum railhead_status railhead_game_play(struct railhead_game *game,
                                                     struct railhead_turn *turn,
                                                     struct railhead_error *error);

/*
 * Takes back the last turn of this round by any player, and the end of the round if it caused one.
 */
RAILHEAD_API enum railhead_status railhead_game_take_back(struct railhead_game *game,
                                                          struct railhead_error *error);

/* Gets the turns of this round, as many as fit into `room`; `*turns` is set to their number. */
RAILHEAD_API enum railhead_status railhead_game_turns(const struct railhead_game *game,
                                                      struct railhead_turn *turn, size_t room,
                                                      size_t *turns, struct railhead_error *error);

/*
 * Gets the record so far (docs/formats.md) as visible to one seat: hidden cards are '?'.  With
 * RAILHEAD_NONE all cards are visible.  The text is written with its NUL if it fits into `room`;
 * `*size` is set to its length without the NUL.
 */
RAILHEAD_API enum railhead_status railhead_game_record(const struct railhead_game *game,
                                                       uint32_t seat, char *text, size_t room,
                                                       size_t *size, struct railhead_error *error);

/* ---- Bots in seats: bots.h lists them -------------------------------------------------------- */

/*
 * Puts a bot into a seat.  It sees what the seat sees, from the beginning of the round.  `work` is
 * its budget per turn in steps of about a microsecond; 0 is the usual budget.  If `bot` is NULL,
 * the bot is removed.  The cards of the seat must be known.
 */
RAILHEAD_API enum railhead_status railhead_game_sit(struct railhead_game *game, uint32_t seat,
                                                    const char *bot, uint64_t work,
                                                    struct railhead_error *error);

/* Returns the name of the bot in a seat, or NULL. */
RAILHEAD_API const char *railhead_game_bot(const struct railhead_game *game, uint32_t seat);

/* Asks the bot of the seat to move for its turn.  It is not played. */
RAILHEAD_API enum railhead_status railhead_game_ask(struct railhead_game *game,
                                                    struct railhead_turn *turn,
                                                    struct railhead_error *error);

#ifdef __cplusplus
}
#endif

#endif
