/*
 * Random play over every board, every combination of variants and every number of seats: after
 * each turn the table must be what the rules, said plainly, make of its tracks and markers.
 */
#include <stdio.h>
#include <string.h>

#include "bench/core/textbook.h"
#include "board_file/boards.h"
#include "rules/network.h"
#include "rules/plain_rules.h"
#include "rules/position.h"
#include "rules/random_play.h"
#include "rules/scene.h"
#include "rules/scoring.h"

/* N1, N2: each network, and the lines that touch it. */
static void check_networks(const struct table *table, const struct board *board)
{
    for (unsigned seat = 0; seat < table->seats; seat++) {
        bool in[JUNCTIONS_MAX];
        const unsigned network = table->network[seat];
        plain_network(table, board, seat, false, in);
        for (unsigned junction = 0; junction < board->junctions; junction++)
            assert_int_equal(junction_set_has(&table->reach[network], junction), in[junction]);
        for (unsigned line = 0; line < board->lines; line++) {
            const bool touches = in[board->line[line].a] || in[board->line[line].b];
            assert_int_equal(line_set_has(&table->touch[network], line), touches);
        }
    }
}

/* An entry that no seat uses is all zero, so that equal tables have equal bytes. */
static void check_unused_networks(const struct table *table)
{
    static const struct junction_set no_junctions;
    static const struct line_set no_lines;
    for (unsigned network = 0; network < SEATS_MAX; network++) {
        bool used = false;
        for (unsigned seat = 0; seat < table->seats; seat++)
            used = used || table->network[seat] == network;
        if (used)
            continue;
        assert_memory_equal(&table->reach[network], &no_junctions, sizeof no_junctions);
        assert_memory_equal(&table->touch[network], &no_lines, sizeof no_lines);
    }
}

/* S6, F6: no track is lost, none is won; T6, F1: which lines have room. */
static void check_tracks(const struct table *table, const struct board *board)
{
    const unsigned coloured = table_has_colours(table, board) ? board->coloured_tracks : 0;
    assert_int_equal(table->supply + plain_pieces(table, board, TRACK_BLACK), board->tracks);
    for (unsigned seat = 0; seat < table->seats; seat++)
        assert_int_equal(table->coloured[seat] + plain_pieces(table, board, seat + 1), coloured);
    for (unsigned line = 0; line < board->lines; line++) {
        const unsigned first = table->track[line] & 15, second = table->track[line] >> 4;
        const bool ferry = board->line[line].kind == LINE_FERRY;
        assert_true(second == 0 || (ferry && first != 0 && first <= second));
        assert_int_equal(line_set_has(&table->open, line), first == 0 || (ferry && second == 0));
    }
}

static void check_markers(const struct table *table)
{
    for (unsigned seat = 0; seat < table->seats; seat++) {
        const unsigned marker = table->marker[seat];
        if (marker == JUNCTION_NONE)
            continue;
        assert_false(table_has_marker(table, marker, seat));
        assert_true(junction_set_has(table_reach(table, seat), marker));
    }
}

/* R2, R4, R5, R7: the round is over exactly when it should be. */
static void check_end(const struct position *position, const struct board *board)
{
    const struct table *table = &position->table;
    unsigned connected = 0;
    for (unsigned seat = 0; seat < table->seats; seat++) {
        if (plain_connected(table, board, seat, &position->hand[seat]))
            connected |= 1U << seat;
    }
    const bool ends = connected != 0 || table->supply == 0 || table->passes == table->seats;
    assert_int_equal(table->phase != PHASE_PLAYING, ends);
    assert_int_equal(table->connected, ends ? connected : 0);
}

/* P1, P2, X1, B1: minus points by the textbook, and points. */
static void check_score(const struct position *position, const struct board *board,
                        const int16_t points_before[SEATS_MAX])
{
    const struct table *table = &position->table;
    for (unsigned seat = 0; seat < table->seats; seat++) {
        uint8_t cost[LINES_MAX], terminal[GROUPS + 1];
        table_missing_all(table, board, seat, cost);
        for (int group = 0; group < GROUPS; group++)
            terminal[group] = board->city[position->hand[seat].city[group]].junction;
        terminal[GROUPS] = table->marker[seat];
        const unsigned lost = textbook_cost(board, cost, terminal, GROUPS + 1);
        assert_int_equal(table->lost[seat], lost);
        assert_int_equal(lost == 0, table->connected >> seat & 1);
        assert_int_equal(table->points[seat], points_before[seat] - (int)lost);
    }
}

/* B3, B4, B5, V1: the barrier, the end of the game, the winners. */
static void check_game(const struct table *table, const struct board *board, int barrier_before)
{
    int lowest = table->points[0], highest = table->points[0];
    for (unsigned seat = 1; seat < table->seats; seat++) {
        lowest = table->points[seat] < lowest ? table->points[seat] : lowest;
        highest = table->points[seat] > highest ? table->points[seat] : highest;
    }
    const bool open = table->variants & VARIANT_OPEN_CARDS;
    const bool moves = board->barrier_rule && !open && table->round == 2 && lowest >= 4;
    assert_int_equal(table->barrier, moves ? lowest - 3 : barrier_before);
    const bool over = open ? table->round == table->seats : lowest <= table->barrier;
    assert_int_equal(table->phase, over ? PHASE_GAME_OVER : PHASE_ROUND_OVER);
    for (unsigned seat = 0; seat < table->seats; seat++)
        assert_int_equal(table->winners >> seat & 1, over && table->points[seat] == highest);
}

/* V2, F5, X1: what is barred of a route is what cannot be laid of it, one line after the other. */
static void check_barred(const struct position *position, const struct board *board, unsigned seat)
{
    struct table table = position->table;
    struct line_set route, barred;
    memset(&route, 0, sizeof route);
    if (table.phase != PHASE_PLAYING || table.marker[seat] == JUNCTION_NONE)
        return;
    scoring_missing(&table, board, seat, &position->hand[seat], &route);
    network_barred(&table, board, seat, &route, &barred);
    for (bool laid = true; laid;) {
        bool in[JUNCTIONS_MAX];
        laid = false;
        plain_network(&table, board, seat, (table.variants & VARIANT_BLOCKING) != 0, in);
        for (unsigned line = line_set_next(&route, 0); line != LINE_NONE;
             line = line_set_next(&route, line + 1)) {
            if (!line_set_has(&position->table.open, line) ||
                (!in[board->line[line].a] && !in[board->line[line].b]))
                continue;
            while (table_add_piece(&table, board, line, TRACK_BLACK))
                ;
            line_set_remove(&route, line);
            laid = true;
        }
    }
    assert_memory_equal(&barred, &route, sizeof route);
}

struct tally {
    unsigned rounds, turns, passes, moves, coloured, used_up, together;
};

static void count_turn(struct tally *tally, const struct turn *turn)
{
    tally->turns++;
    tally->passes += turn->kind == TURN_PASS;
    tally->moves += turn->kind == TURN_LAY && turn->marker != JUNCTION_NONE;
    for (unsigned i = 0; i < turn->tracks; i++)
        tally->coloured += turn->track[i].own;
}

static void play_round(struct position *position, const struct random_player *player,
                       uint64_t *random, struct tally *tally)
{
    const struct board *board = player->board;
    const struct table *table = &position->table;
    int16_t points[SEATS_MAX];
    const int barrier = table->barrier;
    memcpy(points, table->points, sizeof points);
    while (table->phase == PHASE_PLAYING) {
        struct turn turn;
        const unsigned seat = table->to_move;
        random_player_turn(player, position, random, &turn);
        assert_int_equal(position_play(position, board, &turn), ACCEPTED);
        check_networks(table, board);
        check_unused_networks(table);
        check_tracks(table, board);
        check_markers(table);
        check_end(position, board);
        assert_int_equal(table->to_move,
                         table->phase == PHASE_PLAYING ? (seat + 1) % table->seats : seat);
        count_turn(tally, &turn);
        if (tally->turns % 4 == 0)
            check_barred(position, board, seat);
    }
    check_score(position, board, points);
    check_game(table, board, barrier);
    tally->rounds++;
    tally->used_up += table->supply == 0;
    tally->together += (table->connected & (table->connected - 1)) != 0;
}

/* Whole games, the combinations of variants by turns, and two seats up to `seats_most`. */
static void play_games(const struct board *board, unsigned seats_most, unsigned games,
                       uint64_t *random, struct tally *tally)
{
    static struct random_player player;
    const unsigned seat_counts = seats_most - SEATS_MIN + 1;
    random_player_init(&player, board);
    for (unsigned game = 0; game < games; game++) {
        struct position position;
        random_game(&position, board, SEATS_MIN + (game + game / 8) % seat_counts, game % 8,
                    random);
        play_round(&position, &player, random, tally);
        while (position.table.phase != PHASE_GAME_OVER) {
            position_deal(&position, board);
            play_round(&position, &player, random, tally);
        }
    }
    printf("# %s: %u rounds, %u turns, %u passes, %u marker moves, %u coloured tracks; the supply "
           "used up %u times, several connected %u times\n",
           board->id, tally->rounds, tally->turns, tally->passes, tally->moves, tally->coloured,
           tally->used_up, tally->together);
}

TEST_CASE(invariants)
{
    uint64_t random = test_seed();
    for (unsigned i = 0; i < board_builtin_count(); i++) {
        struct tally tally = {0};
        play_games(board_builtin_at(i), SEATS_MAX, test_count(120), &random, &tally);
    }
}

/* Where there is little room, markers and private tracks leave players without a legal track. */
TEST_CASE(invariants_where_it_is_narrow)
{
    static const char lines[] =
        "A1-B1 B1-C1 C1-D1 D1-E1 E1=F1 F1-G1 G1-H1 A1-A2 A2-B2 B2-C2 C2=D2 D2-E2 E2-F2 F2-G2 "
        "G2-H2 D1-D2 H1-H2";
    static const char hands[] = "A1 B1 C1 D1 E1\nF1 G1 H1 A2 B2\nC2 D2 E2 F2 G2\n";
    uint64_t random = test_seed();
    struct tally tally = {0};
    struct board board;
    scene_sketch(&board, RULESET_TRANSAMERICA, lines, hands);
    play_games(&board, 3, test_count(400), &random, &tally);
    assert_true(tally.passes > 0);
    scene_sketch(&board, RULESET_TRANSEUROPA, lines, hands);
    play_games(&board, 3, test_count(400), &random, &tally);
}

/* A piece of track that lies on a table. */
struct piece {
    uint16_t line;
    uint8_t owner;
};

static unsigned pieces_of(const struct table *table, const struct board *board,
                          struct piece pieces[])
{
    unsigned count = 0;
    for (unsigned line = 0; line < board->lines; line++) {
        for (unsigned rest = table->track[line]; rest != 0; rest >>= 4)
            pieces[count++] = (struct piece){(uint16_t)line, (uint8_t)(rest & 15)};
    }
    return count;
}

/* A seat that could have laid the piece: its owner, or for black anybody; SEAT_NONE if nobody. */
static unsigned who_could_lay(const struct table *table, const struct piece *piece)
{
    for (unsigned seat = 0; seat < table->seats; seat++) {
        if ((piece->owner == TRACK_BLACK || piece->owner == seat + 1) &&
            line_set_has(&table->touch[table->network[seat]], piece->line))
            return seat;
    }
    return SEAT_NONE;
}

/* Lays the same pieces in a random order in which each touches a network of who lays it. */
static void lay_again(struct table *table, const struct board *board, struct piece pieces[],
                      unsigned count, uint64_t *random)
{
    while (count > 0) {
        const unsigned i = test_random_below(random, count);
        const unsigned seat = who_could_lay(table, &pieces[i]);
        if (seat == SEAT_NONE)
            continue;
        table_lay(table, board, seat, pieces[i].line, pieces[i].owner != TRACK_BLACK);
        pieces[i] = pieces[--count];
    }
}

TEST_CASE(the_order_of_laying_does_not_matter)
{
    uint64_t random = test_seed();
    for (unsigned i = 0; i < board_builtin_count(); i++) {
        static struct random_player player;
        const struct board *board = board_builtin_at(i);
        random_player_init(&player, board);
        for (unsigned game = 0; game < test_count(400); game++) {
            struct position position;
            struct piece pieces[2 * LINES_MAX];
            const unsigned seats = 2 + game % 5;
            random_position(&position, &player, seats, game % 8,
                            seats + test_random_below(&random, 20 * seats), &random);
            const struct table *table = &position.table;
            if (table->phase != PHASE_PLAYING || table->marker[table->to_move] == JUNCTION_NONE)
                continue;
            struct table again = *table;
            again.round--;
            table_begin_round(&again, board, table->first);
            for (unsigned seat = seats; seat-- > 0;)
                table_place_marker(&again, board, seat, table->marker[seat]);
            lay_again(&again, board, pieces, pieces_of(table, board, pieces), &random);
            again.to_move = table->to_move;
            again.passes = table->passes;
            if (table->variants & VARIANT_OPEN_CARDS)
                memcpy(again.shown, table->shown, sizeof again.shown);
            assert_memory_equal(&again, table, sizeof again);
        }
    }
}

TEST_CASE(the_same_seed_plays_the_same_game)
{
    static struct random_player player;
    const uint64_t seed = test_seed();
    random_player_init(&player, board_builtin_at(0));
    for (unsigned variants = 0; variants <= VARIANTS_ALL; variants++) {
        struct position one, other;
        uint64_t random = seed;
        memset(&one, 0xaa, sizeof one); /* whatever was in memory before */
        random_position(&one, &player, 4, variants, 150, &random);
        random = seed;
        memset(&other, 0x55, sizeof other);
        random_position(&other, &player, 4, variants, 150, &random);
        assert_memory_equal(&one, &other, sizeof one);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST("N1, S6, T1, R2, P1, B3, B4: after every turn the table is what the rules make of it",
             invariants),
        TEST("T4, R7: so it is where players must pass", invariants_where_it_is_narrow),
        TEST("equal tables have equal bytes, in whatever order they came about",
             the_order_of_laying_does_not_matter),
        TEST("a game is decided by its seed to the last byte", the_same_seed_plays_the_same_game),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
