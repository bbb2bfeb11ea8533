/* The game so far: replays any moment from its round's deal, and writes the record. */
#include <string.h>

#include "follow/follow_internal.h"
#include "rules/scoring.h"

static const struct board *board_of(const struct follow *follow)
{
    return follow->state.settings.board;
}

/* Computes the table before the round was dealt. */
static void table_before(const struct follow *follow, unsigned round, struct table *table)
{
    const struct match_settings *settings = &follow->state.settings;
    table_init(table, settings->board, settings->seats, settings->variants);
    if (round == 0)
        return;
    const struct follow_round *last = &follow->round[round - 1];
    table->phase = PHASE_ROUND_OVER;
    table->round = (uint16_t)round;
    table->first = last->first;
    memcpy(table->points, last->closing.points, settings->seats * sizeof table->points[0]);
    if (last->closing.has_barrier)
        table->barrier = last->closing.barrier;
    if (settings->variants & VARIANT_OPEN_CARDS)
        memcpy(table->shown, last->hand, settings->seats * sizeof last->hand[0]);
}

enum misfit follow_replay(const struct follow *follow, unsigned round, unsigned turns,
                          const struct hand hand[SEATS_MAX], struct table *table)
{
    const struct follow_round *played = &follow->round[round];
    table_before(follow, round, table);
    enum misfit misfit = spectator_begin(table, board_of(follow), hand, played->first);
    for (unsigned i = 0; i < turns && misfit == FITS; i++)
        misfit = spectator_play(table, board_of(follow), hand, &follow->turn[played->turn + i]);
    return misfit;
}

/*
 * Computes the table after a number of turns, scored if these are all turns and the end is known.
 */
static void table_at(const struct follow *follow, unsigned round, unsigned turns,
                     struct table *table)
{
    const struct follow_round *played = &follow->round[round];
    const bool over = played->over && turns == played->turns;
    follow_replay(follow, round, over ? turns - 1 : turns, played->hand, table);
    if (over)
        spectator_end(table, board_of(follow), played->hand,
                      &follow->turn[played->turn + turns - 1], &played->closing);
}

unsigned follow_moments(const struct follow *follow)
{
    return follow->known ? follow->view.table.round + follow->turns : 0;
}

void follow_moment(const struct follow *follow, unsigned moment, struct follow_moment *shown)
{
    unsigned round = 0;
    while (moment > follow->round[round].turns) {
        moment -= follow->round[round].turns + 1U;
        round++;
    }
    const struct follow_round *played = &follow->round[round];
    memset(shown, 0, sizeof *shown);
    table_at(follow, round, moment, &shown->table);
    shown->round = round + 1;
    shown->hand = played->hand;
    shown->seat = SEAT_NONE;
    if (moment > 0) {
        shown->seat = (played->first + moment - 1) % follow->state.settings.seats; /* T1 */
        shown->turn = follow->turn[played->turn + moment - 1];
    }
}

const struct turn *follow_round_so_far(const struct follow *follow, struct view *deal,
                                       unsigned *turns)
{
    const unsigned round = follow->view.table.round - 1U;
    memset(deal, 0, sizeof *deal);
    follow_replay(follow, round, 0, follow->round[round].hand, &deal->table);
    deal->seat = follow->view.seat;
    deal->hand = follow->view.hand;
    *turns = follow->round[round].turns;
    return &follow->turn[follow->round[round].turn];
}

void follow_record_names(const struct follow *follow, struct record_names *names)
{
    memset(names, 0, sizeof *names);
    for (unsigned seat = 0; seat < follow->state.settings.seats; seat++)
        match_state_record_name(&follow->state, seat,
                                follow_name(follow, follow->state.seat[seat].person),
                                names->name[seat]);
}

static void write_round(const struct follow *follow, unsigned round, struct text *text)
{
    const struct follow_round *played = &follow->round[round];
    struct table table;
    table_at(follow, round, 0, &table);
    record_write_round(text, board_of(follow), &table, played->hand);
    for (unsigned i = 0; i < played->turns; i++)
        record_write_turn(text, board_of(follow), (played->first + i) % table.seats,
                          &follow->turn[played->turn + i]);
    if (!played->over)
        return;
    table_at(follow, round, played->turns, &table);
    record_write_closing(text, board_of(follow), &table);
}

void follow_write_record(const struct follow *follow, const struct record_names *names,
                         struct text *text)
{
    if (!follow->known)
        return;
    record_write_header(text, board_of(follow), &follow->view.table, names);
    for (unsigned round = 0; round < follow->view.table.round; round++)
        write_round(follow, round, text);
    record_write_taken_back(text, follow->state.taken_back);
}
