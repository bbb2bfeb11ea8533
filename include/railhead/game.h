/*
 * A game: a position that keeps its record, with bots in some of its seats.
 *
 *     railhead_game_new(&game, board, 3, 0, seed, NULL, &error);
 *     railhead_game_sit(game, 1, "hard", 0, &error);
 *         railhead_game_deal(game, &error);            for every round
 *             railhead_game_ask(game, &turn, &error);  what the bot to move would play
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
 * A new game.  `seed` is that of the deals and of the bots' random choices.  `name`, unless NULL,
 * has a name or NULL for each seat.
 */
RAILHEAD_API enum railhead_status railhead_game_new(struct railhead_game **game,
                                                    const struct railhead_board *board,
                                                    uint32_t seats, uint32_t variants,
                                                    const uint8_t seed[32], const char *const *name,
                                                    struct railhead_error *error);

/*
 * The game of a record, at its end.  `board` is for records of a board that is not built in; NULL
 * otherwise.  `seed` is that of the rounds to come; NULL: none can be dealt.  Cards may be hidden.
 */
RAILHEAD_API enum railhead_status railhead_game_load(struct railhead_game **game, const char *text,
                                                     size_t size,
                                                     const struct railhead_board *board,
                                                     const uint8_t *seed,
                                                     struct railhead_error *error);

/* NULL is fine. */
RAILHEAD_API void railhead_game_free(struct railhead_game *game);

/* As it stands now: the game's own, to look at and to copy.  It changes as the game goes on. */
RAILHEAD_API const struct railhead_position *
railhead_game_position(const struct railhead_game *game);

RAILHEAD_API enum railhead_status railhead_game_deal(struct railhead_game *game,
                                                     struct railhead_error *error);

/* `turn` is left as it was played: without a marker move that rule V2 does not allow. */
RAILHEAD_API enum railhead_status railhead_game_play(struct railhead_game *game,
                                                     struct railhead_turn *turn,
                                                     struct railhead_error *error);

/* Takes back the last turn of this round, of whomever, and what it ended. */
RAILHEAD_API enum railhead_status railhead_game_take_back(struct railhead_game *game,
                                                          struct railhead_error *error);

/* The turns of this round, as many as fit into `room`; `*turns` is how many there were. */
RAILHEAD_API enum railhead_status railhead_game_turns(const struct railhead_game *game,
                                                      struct railhead_turn *turn, size_t room,
                                                      size_t *turns, struct railhead_error *error);

/*
 * The record so far (docs/formats.md), for the eyes of one seat: what it may not see is '?'.
 * RAILHEAD_NONE sees all.  Written with its NUL where it fits into `room`; `*size` is its length
 * without that.
 */
RAILHEAD_API enum railhead_status railhead_game_record(const struct railhead_game *game,
                                                       uint32_t seat, char *text, size_t room,
                                                       size_t *size, struct railhead_error *error);

/* ---- Bots in seats: bots.h lists them ------------------------------------------------------ */

/*
 * Puts a bot into a seat; it sees what the seat sees, from the beginning of the round on.  `work`
 * is its budget for a turn in steps, about a millionth of a second each; 0 is the usual one.
 * `bot` NULL takes the bot out.  The cards of the seat must be known.
 */
RAILHEAD_API enum railhead_status railhead_game_sit(struct railhead_game *game, uint32_t seat,
                                                    const char *bot, uint64_t work,
                                                    struct railhead_error *error);

/* The name of the bot in a seat; NULL where there is none. */
RAILHEAD_API const char *railhead_game_bot(const struct railhead_game *game, uint32_t seat);

/* Asks the bot in the seat to move for its turn, which is yet to be played. */
RAILHEAD_API enum railhead_status railhead_game_ask(struct railhead_game *game,
                                                    struct railhead_turn *turn,
                                                    struct railhead_error *error);

#ifdef __cplusplus
}
#endif

#endif
