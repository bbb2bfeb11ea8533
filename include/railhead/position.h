/*
 * A position: a game at one moment.
 *
 * It may know everything, or only what one seat knows; the other hands are then hidden.  It is
 * small and fast to copy, for searches and for training.  To go back, keep a copy.  A game with a
 * record, bots and undo is in game.h.
 */
#ifndef RAILHEAD_POSITION_H
#define RAILHEAD_POSITION_H

#include <railhead/turn.h>

#ifdef __cplusplus
extern "C" {
#endif

struct railhead_position;

/*
 * Begins a new game; the first round is not dealt yet.  `variants` is a combination of enum
 * railhead_variant.
 */
RAILHEAD_API enum railhead_status railhead_position_new(struct railhead_position **position,
                                                        const struct railhead_board *board,
                                                        uint32_t seats, uint32_t variants,
                                                        const uint8_t seed[32],
                                                        struct railhead_error *error);

/* Copies a position.  The caller frees the copy with railhead_position_free(). */
RAILHEAD_API enum railhead_status railhead_position_copy(struct railhead_position **copy,
                                                         const struct railhead_position *position,
                                                         struct railhead_error *error);

/* Copies `other` into `position`, without allocating memory. */
RAILHEAD_API enum railhead_status railhead_position_set(struct railhead_position *position,
                                                        const struct railhead_position *other,
                                                        struct railhead_error *error);

/* `position` may be NULL. */
RAILHEAD_API void railhead_position_free(struct railhead_position *position);

/*
 * Reduces the position to what a seat knows, or a spectator (RAILHEAD_NONE): other hands are hidden
 * unless they are face up, and the seed is removed.  From then on the end of a round is detected as
 * far as it is visible, and a round that is over is not scored.
 */
RAILHEAD_API enum railhead_status railhead_position_hide(struct railhead_position *position,
                                                         uint32_t seat,
                                                         struct railhead_error *error);

/* ---- Reading --------------------------------------------------------------------------------- */

enum railhead_phase {
    RAILHEAD_DEALING = 0,    /* the first round must be dealt */
    RAILHEAD_PLAYING = 1,    /* `to_move` is to move */
    RAILHEAD_ROUND_OVER = 2, /* scored; another round will follow */
    RAILHEAD_GAME_OVER = 3,  /* scored; `winners` is set */
};

/*
 * A piece of track is 0 for none, 1 to 6 for the colour of seat 0 to 5, or 7 for black.  A line
 * takes one piece, a ferry two: its second piece is in the high four bits.
 */
struct railhead_state {
    uint32_t seats;
    uint32_t variants; /* enum railhead_variant */
    uint32_t phase;    /* enum railhead_phase */
    uint32_t round;    /* from 1; 0 before the first deal */
    uint32_t first;    /* seat that started the round */
    uint32_t to_move;
    uint32_t supply;     /* black tracks left */
    int32_t barrier;     /* the game ends when a player has at most this many points */
    uint32_t connected;  /* bit per seat: connected when the round ended */
    uint32_t winners;    /* bit per seat, once the game is over */
    uint32_t entered;    /* tracks of a turn begun with railhead_position_act() */
    int32_t points[6];   /* RAILHEAD_SEATS_MAX */
    int32_t lost[6];     /* minus points of the round that is over; 0 before */
    uint8_t marker[6];   /* a junction, or RAILHEAD_NONE */
    uint8_t coloured[6]; /* coloured tracks left */
    uint8_t hand[6][5];  /* cities by group; RAILHEAD_NONE if hidden */
    uint8_t track[765];  /* by line */
    uint8_t zero[1];
};

RAILHEAD_API enum railhead_status railhead_position_state(const struct railhead_position *position,
                                                          struct railhead_state *state, size_t size,
                                                          struct railhead_error *error);
RAILHEAD_API const struct railhead_board *
railhead_position_board(const struct railhead_position *position);

/*
 * Sets reached[junction] to 1 for the junctions in a seat's network, else 0.  `reached` must hold
 * all junctions of the board.
 */
RAILHEAD_API enum railhead_status
railhead_position_network(const struct railhead_position *position, uint32_t seat, uint8_t *reached,
                          struct railhead_error *error);

/*
 * Computes the exact missing cost of a seat (rule P1).  `line`, unless NULL, receives one cheapest
 * set of missing lines, as many as fit into `room`; `*lines` is set to their number.
 */
RAILHEAD_API enum railhead_status
railhead_position_missing(const struct railhead_position *position, uint32_t seat, uint32_t *cost,
                          uint16_t *line, size_t room, size_t *lines, struct railhead_error *error);

/* ---- Playing ------------------------------------------------------------------------------- */

/*
 * Deal the next round from the seed, or with given cards (`hand[seat * 5 + group]`) and starting
 * seat.
 */
RAILHEAD_API enum railhead_status railhead_position_deal(struct railhead_position *position,
                                                         struct railhead_error *error);
RAILHEAD_API enum railhead_status railhead_position_deal_hands(struct railhead_position *position,
                                                               const uint8_t *hand, uint32_t first,
                                                               struct railhead_error *error);

/*
 * Lists every legal turn of the seat to move, without marker moves.  If two tracks may be laid in
 * either order, only one order is listed.  Writes as many as fit into `room`; `*turns` is set to
 * their number.
 */
RAILHEAD_API enum railhead_status railhead_position_turns(const struct railhead_position *position,
                                                          struct railhead_turn *turn, size_t room,
                                                          size_t *turns,
                                                          struct railhead_error *error);

/*
 * Plays a complete turn of the seat to move.  If the turn ends the round, its marker move is
 * omitted (rule V2).
 */
RAILHEAD_API enum railhead_status railhead_position_play(struct railhead_position *position,
                                                         const struct railhead_turn *turn,
                                                         struct railhead_error *error);

/*
 * The same in steps called actions, numbered from 0 to `actions` - 1 of the board:
 *
 *     0                                   ends the turn after one track, or passes
 *     1 ... junctions                     the marker, placed on (or moved to) junction number - 1
 *     then `lines` of them                a black track on each line
 *     and `lines` more                    a track of the seat's own colour
 *
 * A turn ends automatically if nothing more can be added to it.
 */
RAILHEAD_API enum railhead_status
railhead_position_actions(const struct railhead_position *position, uint32_t *action, size_t room,
                          size_t *actions, struct railhead_error *error);
RAILHEAD_API enum railhead_status railhead_position_act(struct railhead_position *position,
                                                        uint32_t action,
                                                        struct railhead_error *error);

/*
 * What a seat knows, as numbers for machine learning.  All are from 0 to 1 except points, which may
 * become negative.  With S seats, J junctions and L lines; seats in order, beginning with the seat
 * itself:
 *
 *     J       the cities of its own hand
 *     S x J   the network of each seat
 *     S x J   the marker of each seat
 *     L       missing cost of each line for the seat: 0, 0.5 or 1 for 0, 1 or 2
 *     L       lines that may take a track of this turn now
 *     S       points, divided by those at the start (0 on a board that starts at 0)
 *     S       coloured tracks left, as a share
 *     3       whether the seat is to move; tracks laid in this turn, halved; the black supply left
 *
 * `*numbers` is set to their number; nothing is written if `room` is smaller.
 */
RAILHEAD_API enum railhead_status
railhead_position_observe(const struct railhead_position *position, uint32_t seat, float *number,
                          size_t room, size_t *numbers, struct railhead_error *error);

#ifdef __cplusplus
}
#endif

#endif
