/* A random player for tests: see random_play.h. */
#include "rules/random_play.h"

#include <string.h>

#include "base/check.h"
#include "support.h"

/* Distances from one junction by relaxing all lines until nothing changes: once for each board. */
static void measure(const struct board *board, unsigned from, uint8_t distance[JUNCTIONS_MAX])
{
    memset(distance, 0xff, JUNCTIONS_MAX);
    distance[from] = 0;
    for (bool changed = true; changed;) {
        changed = false;
        for (unsigned i = 0; i < board->lines; i++) {
            const struct line *line = &board->line[i];
            uint8_t *a = &distance[line->a], *b = &distance[line->b];
            if (*a + line->cost < *b) {
                *b = (uint8_t)(*a + line->cost);
                changed = true;
            } else if (*b + line->cost < *a) {
                *a = (uint8_t)(*b + line->cost);
                changed = true;
            }
        }
    }
}

void random_player_init(struct random_player *player, const struct board *board)
{
    player->board = board;
    for (unsigned city = 0; city < board->cities; city++)
        measure(board, board->city[city].junction, player->distance[city]);
}

void random_game(struct position *position, const struct board *board, unsigned seats,
                 unsigned variants, uint64_t *random)
{
    uint8_t seed[SEED_SIZE];
    seed_of_series(test_random(random), 0, seed);
    position_init(position, board, seats, variants, seed);
    position_deal(position, board);
}

static unsigned any_line(const struct line_set *lines, uint64_t *random)
{
    unsigned skip = test_random_below(random, line_set_count(lines));
    unsigned line = line_set_next(lines, 0);
    for (; skip > 0; skip--)
        line = line_set_next(lines, line + 1);
    return line;
}

static unsigned any_junction(const struct junction_set *junctions, uint64_t *random)
{
    unsigned skip = test_random_below(random, junction_set_count(junctions));
    unsigned junction = junction_set_next(junctions, 0);
    for (; skip > 0; skip--)
        junction = junction_set_next(junctions, junction + 1);
    return junction;
}

/* The line that leads closest to a city of the hand that is still missing, or any. */
static unsigned line_homewards(const struct random_player *player, const struct draft *draft,
                               const struct line_set *lines, uint64_t *random)
{
    const struct junction_set *reach = table_reach(&draft->table, draft->table.to_move);
    unsigned best = any_line(lines, random), least = 255;
    for (unsigned i = line_set_next(lines, 0); i != LINE_NONE; i = line_set_next(lines, i + 1)) {
        const struct line *line = &player->board->line[i];
        if (junction_set_has(reach, line->a) && junction_set_has(reach, line->b))
            continue;
        const unsigned to = junction_set_has(reach, line->a) ? line->b : line->a;
        for (int group = 0; group < GROUPS; group++) {
            const unsigned city = draft->hand.city[group];
            const unsigned left = player->distance[city][to];
            if (left < least && !junction_set_has(reach, player->board->city[city].junction)) {
                least = left;
                best = i;
            }
        }
    }
    return best;
}

static void lay_random_track(const struct random_player *player, struct draft *draft,
                             const struct choices *choices, uint64_t *random)
{
    struct line_set lines = choices->black;
    line_set_unite(&lines, &choices->coloured);
    const unsigned line = test_random_below(random, 8) == 0
                              ? any_line(&lines, random)
                              : line_homewards(player, draft, &lines, random);
    const bool may_black = line_set_has(&choices->black, line);
    const bool may_own = line_set_has(&choices->coloured, line);
    const bool own = may_own && (!may_black || test_random_below(random, 4) == 0);
    const enum refusal refusal = draft_lay(draft, player->board, line, own);
    CHECK(refusal == ACCEPTED);
}

/* Tracks, and then perhaps the marker. */
static void enter_tracks(const struct random_player *player, struct draft *draft,
                         struct choices *choices, uint64_t *random)
{
    const struct board *board = player->board;
    do {
        lay_random_track(player, draft, choices, random);
        turn_choices(&draft->table, board, &draft->hand, &draft->turn, choices);
    } while (!(line_set_is_empty(&choices->black) && line_set_is_empty(&choices->coloured)) &&
             test_random_below(random, 8) > 0);
    if (junction_set_count(&choices->places) > 0 && test_random_below(random, 3) == 0) {
        const enum refusal refusal =
            draft_move(draft, board, any_junction(&choices->places, random));
        CHECK(refusal == ACCEPTED);
    }
}

void random_player_turn(const struct random_player *player, const struct position *position,
                        uint64_t *random, struct turn *turn)
{
    const struct board *board = player->board;
    struct draft draft;
    struct choices choices;
    draft_begin(&draft, &position->table, &position->hand[position->table.to_move]);
    turn_choices(&draft.table, board, &draft.hand, &draft.turn, &choices);
    enum refusal refusal = ACCEPTED;
    if (choices.may_pass)
        refusal = draft_pass(&draft, board);
    else if (junction_set_count(&choices.places) > 0)
        refusal = draft_place(&draft, board, any_junction(&choices.places, random));
    else
        enter_tracks(player, &draft, &choices, random);
    CHECK(refusal == ACCEPTED);
    *turn = draft.turn;
    position_settle(position, board, turn);
}

void random_position(struct position *position, const struct random_player *player, unsigned seats,
                     unsigned variants, unsigned turns, uint64_t *random)
{
    random_game(position, player->board, seats, variants, random);
    for (; turns > 0 && position->table.phase != PHASE_GAME_OVER; turns--) {
        struct turn turn;
        if (position->table.phase == PHASE_ROUND_OVER)
            position_deal(position, player->board);
        random_player_turn(player, position, random, &turn);
        const enum refusal refusal = position_play(position, player->board, &turn);
        CHECK(refusal == ACCEPTED);
    }
}

void random_record(struct text *text, struct position *position, const struct random_player *player,
                   unsigned seats, unsigned variants, const struct record_names *names,
                   uint64_t *random)
{
    const struct board *board = player->board;
    random_game(position, board, seats, variants, random);
    record_write_header(text, board, &position->table, names);
    while (position->table.phase != PHASE_GAME_OVER) {
        if (position->table.phase == PHASE_ROUND_OVER)
            position_deal(position, board);
        record_write_round(text, board, &position->table, position->hand);
        while (position->table.phase == PHASE_PLAYING) {
            struct turn turn;
            const unsigned seat = position->table.to_move;
            random_player_turn(player, position, random, &turn);
            const enum refusal refusal = position_play(position, board, &turn);
            CHECK(refusal == ACCEPTED);
            record_write_turn(text, board, seat, &turn);
        }
        record_write_closing(text, board, &position->table);
    }
    CHECK(!text->cut);
}
