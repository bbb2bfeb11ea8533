/*
 * A position: a game at one moment, by the rules.
 *
 * It may know everything, or what one seat knows: then the cards of the others are hidden.  It is
 * small and quick to copy, for searches and for training; a copy that is kept is how to go back.
 * A game with its record, its bots and undo is in game.h.
 */
#ifndef RAILHEAD_POSITION_H
#define RAILHEAD_POSITION_H

#include <railhead/turn.h>

#ifdef __cplusplus
extern "C" {
#endif

struct railhead_position;

/* A new game, its first round still to be dealt; `variants` of enum railhead_variant. */
RAILHEAD_API enum railhead_status railhead_position_new(struct railhead_position **position,
                                                        const struct railhead_board *board,
                                                        uint32_t seats, uint32_t variants,
                                                        const uint8_t seed[32],
                                                        struct railhead_error *error);

/* Another one like it, to be freed. */
RAILHEAD_API enum railhead_status railhead_position_copy(struct railhead_position **copy,
                                                         const struct railhead_position *position,
                                                         struct railhead_error *error);

/* The one becomes as the other is, without new memory. */
RAILHEAD_API enum railhead_status railhead_position_set(struct railhead_position *position,
                                                        const struct railhead_position *other,
                                                        struct railhead_error *error);

/* NULL is fine. */
RAILHEAD_API void railhead_position_free(struct railhead_position *position);

/*
 * From now on it knows what that seat may know, or somebody who looks on (RAILHEAD_NONE): cards of
 * the others are hidden unless they lie open, and the seed is forgotten.  The ends of rounds are
 * then judged as far as they can be seen, and a round that is over is not scored.
 */
RAILHEAD_API enum railhead_status railhead_position_hide(struct railhead_position *position,
                                                         uint32_t seat,
                                                         struct railhead_error *error);

/* ---- What it looks like ---------------------------------------------------------------------- */

enum railhead_phase {
    RAILHEAD_DEALING = 0,    /* the first round is to be dealt */
    RAILHEAD_PLAYING = 1,    /* `to_move` is to move */
    RAILHEAD_ROUND_OVER = 2, /* scored; another round follows */
    RAILHEAD_GAME_OVER = 3,  /* scored; `winners` have won */
};

/*
 * A piece of track is 0 where there is none, 1 to 6 in the colour of seat 0 to 5, or 7 for black.
 * A line has room for one, a ferry for two: its second piece is in the high four bits.
 */
struct railhead_state {
    uint32_t seats;
    uint32_t variants; /* enum railhead_variant */
    uint32_t phase;    /* enum railhead_phase */
    uint32_t round;    /* from 1; 0 before the first deal */
    uint32_t first;    /* who began the round */
    uint32_t to_move;
    uint32_t supply;     /* black tracks left */
    int32_t barrier;     /* so many points or fewer end the game */
    uint32_t connected;  /* a bit for each seat that was connected when the round ended */
    uint32_t winners;    /* a bit for each seat, once the game is over */
    uint32_t entered;    /* tracks of a turn that railhead_position_act() has begun */
    int32_t points[6];   /* RAILHEAD_SEATS_MAX */
    int32_t lost[6];     /* minus points of the round that is over; 0 before */
    uint8_t marker[6];   /* a junction, or RAILHEAD_NONE */
    uint8_t coloured[6]; /* coloured tracks left */
    uint8_t hand[6][5];  /* cities by group; RAILHEAD_NONE where hidden */
    uint8_t track[765];  /* by line */
    uint8_t zero[1];
};

RAILHEAD_API enum railhead_status railhead_position_state(const struct railhead_position *position,
                                                          struct railhead_state *state, size_t size,
                                                          struct railhead_error *error);
RAILHEAD_API const struct railhead_board *
railhead_position_board(const struct railhead_position *position);

/* The junctions that a seat's network has; 1 in `reached[junction]`, which has room for all. */
RAILHEAD_API enum railhead_status
railhead_position_network(const struct railhead_position *position, uint32_t seat, uint8_t *reached,
                          struct railhead_error *error);

/*
 * The exact cost of what a seat still misses (rule P1).  `line`, unless NULL, gets one cheapest set
 * of missing lines, as many as fit into `room`; `*lines` is how many there are.
 */
RAILHEAD_API enum railhead_status
railhead_position_missing(const struct railhead_position *position, uint32_t seat, uint32_t *cost,
                          uint16_t *line, size_t room, size_t *lines, struct railhead_error *error);

/* ---- Playing ------------------------------------------------------------------------------- */

/* The next round by the seed; or with cards (`hand[seat * 5 + group]`) and beginner given. */
RAILHEAD_API enum railhead_status railhead_position_deal(struct railhead_position *position,
                                                         struct railhead_error *error);
RAILHEAD_API enum railhead_status railhead_position_deal_hands(struct railhead_position *position,
                                                               const uint8_t *hand, uint32_t first,
                                                               struct railhead_error *error);

/*
 * Every legal turn of the seat to move, without marker moves; of two orders of the same tracks one.
 * As many as fit into `room`; `*turns` is how many there are.
 */
RAILHEAD_API enum railhead_status railhead_position_turns(const struct railhead_position *position,
                                                          struct railhead_turn *turn, size_t room,
                                                          size_t *turns,
                                                          struct railhead_error *error);

/*
 * The seat to move plays a whole turn.  A marker move that rule V2 does not allow, because the turn
 * ends the round, is left out.
 */
RAILHEAD_API enum railhead_status railhead_position_play(struct railhead_position *position,
                                                         const struct railhead_turn *turn,
                                                         struct railhead_error *error);

/*
 * The same in small steps, each a number from 0 to `actions` - 1 of the board:
 *
 *     0                                   ends the turn after one track, or passes
 *     1 ... junctions                     the marker, placed on (or moved to) junction number - 1
 *     then `lines` of them                a black track on each line
 *     and `lines` more                    a track of the seat's own colour
 *
 * A turn ends by itself where nothing more can be added to it.
 */
RAILHEAD_API enum railhead_status
railhead_position_actions(const struct railhead_position *position, uint32_t *action, size_t room,
                          size_t *actions, struct railhead_error *error);
RAILHEAD_API enum railhead_status railhead_position_act(struct railhead_position *position,
                                                        uint32_t action,
                                                        struct railhead_error *error);

/*
 * What a seat knows, as numbers for a program that learns.  All are from 0 to 1 but the points,
 * which a round can take below 0.  With S seats, J junctions and L lines; seats in turn, the seat
 * itself first:
 *
 *     J       the cities of its own hand
 *     S x J   the network of each seat
 *     S x J   the marker of each seat
 *     L       what the seat misses on each line: 0, 0.5 or 1 for 0, 1 or 2
 *     L       lines that may take a track of this turn now
 *     S       points, divided by those at the start (0 on a board that starts at 0)
 *     S       coloured tracks left, as a share
 *     3       whether the seat is to move; tracks laid in this turn, halved; the black supply left
 *
 * `*numbers` is how many there are; nothing is written where `room` is less.
 */
RAILHEAD_API enum railhead_status
railhead_position_observe(const struct railhead_position *position, uint32_t seat, float *number,
                          size_t room, size_t *numbers, struct railhead_error *error);

#ifdef __cplusplus
}
#endif

#endif
