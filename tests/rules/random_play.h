/*
 * A cheap random player for tests that need many games: it mostly builds towards its own cities,
 * so that rounds end, and does something else often enough to meet every rule.
 *
 * It knows which lines are legal from turn_choices() alone.
 */
#ifndef RAILHEAD_TESTS_CORE_RANDOM_PLAY_H
#define RAILHEAD_TESTS_CORE_RANDOM_PLAY_H

#include "rules/record.h"

struct random_player {
    const struct board *board;
    uint8_t distance[CITIES_MAX][JUNCTIONS_MAX]; /* from a city, on the empty board */
};

void random_player_init(struct random_player *player, const struct board *board);

/* A new game with a seed of its own; its first round is dealt. */
void random_game(struct position *position, const struct board *board, unsigned seats,
                 unsigned variants, uint64_t *random);

/* A legal turn of the seat to move. */
void random_player_turn(const struct random_player *player, const struct position *position,
                        uint64_t *random, struct turn *turn);

/*
 * Plays so many turns of a new game, dealing new rounds where one ends; stops earlier when the
 * game is over.
 */
void random_position(struct position *position, const struct random_player *player, unsigned seats,
                     unsigned variants, unsigned turns, uint64_t *random);

/* Plays a game to its end and writes its record; the position is that of the end. */
void random_record(struct text *text, struct position *position, const struct random_player *player,
                   unsigned seats, unsigned variants, const struct record_names *names,
                   uint64_t *random);

#endif
