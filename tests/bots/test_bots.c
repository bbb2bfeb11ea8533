/*
 * What all bots have in common: the same input gives the same turn, and hidden cards have no
 * influence.  Then tests of single bots.
 */
#include "support.h"

#include <stdlib.h>
#include <string.h>

#include "board_file/boards.h"
#include "bots/behaviour_hash.h"
#include "bots/nickname.h"
#include "bots/party.h"
#include "bots/random.h"
#include "bots/set_sample.h"
#include "engine/player_memory.h"
#include "rules/scoring.h"
#include "score/distances.h"

enum { SOME_WORK = 2000 };

static const struct bot *bot_named(const char *name)
{
    const struct bot *bot = bot_find(name, strlen(name));
    assert_non_null(bot);
    return bot;
}

/* Asks the player in the seat to move. */
static void ask(struct party *party, struct turn *turn, struct thoughts *thoughts)
{
    const struct budget budget = {.work = SOME_WORK};
    const unsigned seat = party->position.table.to_move;
    struct view view;
    view_of(&view, &party->position, seat);
    player_turn(&party->player[seat], &view, &budget, turn, thoughts);
    assert_true(party_is_legal(party->board, &view, turn));
}

/* Compares fields, since ideas have padding. */
static void check_same(const struct thoughts *one, const struct thoughts *other)
{
    assert_int_equal(one->ideas, other->ideas);
    assert_int_equal(one->work, other->work);
    assert_memory_equal(one->chance, other->chance, sizeof one->chance);
    for (unsigned i = 0; i < one->ideas; i++) {
        assert_memory_equal(&one->idea[i].turn, &other->idea[i].turn, sizeof(struct turn));
        assert_memory_equal(&one->idea[i].lost, &other->idea[i].lost, sizeof(double));
        assert_memory_equal(&one->idea[i].value, &other->idea[i].value, sizeof(double));
    }
}

/* ---- All of them ------------------------------------------------------------------------- */

TEST_CASE(bots_are_found_by_name)
{
    for (unsigned i = 0; i < bot_count(); i++) {
        const struct bot *bot = bot_at(i);
        assert_ptr_equal(bot, bot_named(bot->name));
        assert_true(bot->memory <= bot_memory_max());
        assert_true(strlen(bot->about) > 0);
        assert_int_equal(bot->begin_round == NULL, bot->see == NULL);
    }
    assert_int_equal(bot_memory_max() % PLAYER_ALIGNMENT, 0);
    assert_null(bot_find("nobody", 6));
    assert_null(bot_find("easyish", 7));
    assert_null(bot_find("eas", 3));
}

TEST_CASE(levels_are_some_of_the_bots)
{
    static const char *const names[] = {"easy", "medium", "hard", "expert", "champion"};
    assert_int_equal(level_count(), sizeof names / sizeof names[0]);
    for (unsigned i = 0; i < level_count(); i++) {
        assert_string_equal(level_at(i)->name, names[i]);
        assert_ptr_equal(level_find(names[i], strlen(names[i])), bot_named(names[i]));
    }
    assert_string_equal(level_at(LEVEL_USUAL)->name, "medium");
    assert_string_equal(bot_adviser()->name, "expert");
    assert_null(level_find("random", 6));
    assert_null(level_find("nobody", 6));
}

/* Two games that differ only in the initial content of the players' memory. */
TEST_CASE(the_same_numbers_give_the_same_turns)
{
    uint64_t random = test_seed();
    struct party party[2];
    party_init(&party[0]);
    party_init(&party[1]);
    memset(party[1].memory, 0x3c, SEATS_MAX * bot_memory_max());
    for (unsigned i = 0; i < test_count(24); i++) {
        const struct board *board = board_builtin_at(i % board_builtin_count());
        const unsigned seats = SEATS_MIN + i % 5, variants = i % (VARIANTS_ALL + 1);
        const uint64_t seed = test_random(&random);
        for (unsigned p = 0; p < 2; p++) {
            party_begin_game(&party[p], board, seats, variants, seed);
            for (unsigned seat = 0; seat < seats; seat++)
                party_seat(&party[p], seat, bot_at((i + seat) % bot_count()), seed + seat);
        }
        for (unsigned turns = 0; turns < 8 * seats; turns++) {
            struct turn turn[2];
            struct thoughts thoughts[2];
            if (party[0].position.table.phase != PHASE_PLAYING)
                break;
            for (unsigned p = 0; p < 2; p++)
                ask(&party[p], &turn[p], &thoughts[p]);
            assert_memory_equal(&turn[0], &turn[1], sizeof turn[0]);
            check_same(&thoughts[0], &thoughts[1]);
            for (unsigned p = 0; p < 2; p++)
                party_play(&party[p], &turn[p]);
        }
    }
    party_release(&party[0]);
    party_release(&party[1]);
}

TEST_CASE(the_same_seed_plays_the_same_games)
{
    const struct board *board = board_builtin("transeuropa", 11);
    void *memory = player_memory_new(behaviour_hash_memory());
    assert_non_null(memory);
    const uint64_t one = behaviour_hash_games(board, VARIANTS_ALL, 3, 1, 1, memory);
    assert_true(one == behaviour_hash_games(board, VARIANTS_ALL, 3, 1, 1, memory));
    assert_true(one != behaviour_hash_games(board, VARIANTS_ALL, 3, 2, 1, memory));
    assert_true(one != behaviour_hash_games(board, 0, 3, 1, 1, memory));
    free(memory);
}

/* Plays random turns that end the round neither with these hands nor with those of `other`. */
static void play_quiet_turns(struct party *party, const struct position *other, unsigned turns,
                             uint64_t *random)
{
    struct position *position = &party->position;
    while (turns-- > 0) {
        struct view view;
        struct turn turn;
        struct rng rng;
        struct draft draft;
        rng_init(&rng, test_random(random));
        view_of(&view, position, position->table.to_move);
        random_legal_turn(party->board, &view, &rng, &turn);
        turn.marker = turn.kind == TURN_LAY ? (uint8_t)JUNCTION_NONE : turn.marker;
        draft_begin(&draft, &view.table, &view.hand);
        assert_int_equal(draft_turn(&draft, party->board, &turn), ACCEPTED);
        if (position_ends(position, &draft.table) || position_ends(other, &draft.table))
            continue;
        party_play(party, &turn);
    }
}

/* Two games with the same turns, in which two opponents have exchanged their cards. */
TEST_CASE(a_bot_cannot_know_other_hands)
{
    enum { SEATS = 3 };
    uint64_t random = test_seed();
    struct party party[2];
    party_init(&party[0]);
    party_init(&party[1]);
    for (unsigned i = 0; i < test_count(4) * bot_count(); i++) {
        const struct board *board = board_builtin_at(i % board_builtin_count());
        const uint64_t seed = test_random(&random), turns = test_random(&random);
        party_begin_game(&party[0], board, SEATS, 0, seed);
        party_begin_game(&party[1], board, SEATS, 0, seed);
        const unsigned me = i % SEATS, left = (me + 1) % SEATS, right = (me + 2) % SEATS;
        struct hand hand[SEATS_MAX];
        memcpy(hand, party[0].position.hand, sizeof hand);
        hand[left] = party[0].position.hand[right];
        hand[right] = party[0].position.hand[left];
        party[1].position.table.phase = PHASE_DEALING;
        party[1].position.table.round = 0;
        position_begin_round(&party[1].position, board, hand, party[0].position.table.first);
        struct turn turn[2];
        struct thoughts thoughts[2];
        for (unsigned p = 0; p < 2; p++) {
            const struct position other = party[1 - p].position;
            uint64_t same_turns = turns;
            party_seat(&party[p], me, bot_at(i % bot_count()), seed);
            play_quiet_turns(&party[p], &other, 7 * (i % 5), &same_turns);
        }
        while (party[0].position.table.to_move != me) {
            uint64_t one = seed, two = seed;
            const struct position before = party[0].position;
            play_quiet_turns(&party[0], &party[1].position, 1, &one);
            play_quiet_turns(&party[1], &before, 1, &two);
        }
        assert_memory_equal(&party[0].position.table, &party[1].position.table,
                            sizeof(struct table));
        for (unsigned p = 0; p < 2; p++)
            ask(&party[p], &turn[p], &thoughts[p]);
        assert_memory_equal(&turn[0], &turn[1], sizeof turn[0]);
        check_same(&thoughts[0], &thoughts[1]);
    }
    party_release(&party[0]);
    party_release(&party[1]);
}

/* ---- Single ones ------------------------------------------------------------------------- */

/* Writes the points lost by each of two bots.  They change seats from deal to deal. */
static void play_rounds(const char *const name[2], unsigned rounds, unsigned lost[2])
{
    struct party party;
    const uint64_t seed = test_seed();
    party_init(&party);
    lost[0] = lost[1] = 0;
    for (unsigned round = 0; round < rounds; round++) {
        party_begin_game(&party, board_builtin("transamerica", 12), 2, 0, seed + round / 2);
        struct table *table = &party.position.table;
        const int16_t before[2] = {table->points[0], table->points[1]};
        for (unsigned seat = 0; seat < 2; seat++)
            party_seat(&party, seat, bot_named(name[(seat + round) % 2]), seed + round);
        while (table->round == 1 && table->phase == PHASE_PLAYING) {
            struct turn turn;
            ask(&party, &turn, NULL);
            party_play(&party, &turn);
        }
        for (unsigned seat = 0; seat < 2; seat++)
            lost[(seat + round) % 2] += (unsigned)(before[seat] - table->points[seat]);
    }
    party_release(&party);
}

TEST_CASE(each_level_loses_less_than_the_one_below)
{
    static const char *const ladder[] = {"random", "easy", "medium", "hard"};
    for (unsigned i = 0; i + 1 < sizeof ladder / sizeof ladder[0]; i++) {
        unsigned lost[2];
        play_rounds(&ladder[i], 200, lost);
        assert_true(lost[0] > lost[1]);
    }
}

/* The sum of the distances from a seat's network to its cities. */
static unsigned ways_left(const struct table *table, const struct board *board, unsigned seat,
                          const struct hand *hand, unsigned way[GROUPS])
{
    uint8_t cost[LINES_MAX];
    struct distances distances;
    unsigned sum = 0;
    table_missing_all(table, board, seat, cost);
    distances_init_costs(&distances, board, cost);
    for (unsigned group = 0; group < GROUPS; group++) {
        way[group] = distances_between(&distances, table->marker[seat],
                                       board->city[hand->city[group]].junction);
        sum += way[group];
    }
    return sum;
}

/*
 * Checks that every track of the turn brings one of the cities nearer, or reduces the missing cost.
 */
static void check_progress(const struct party *party, const struct turn *turn)
{
    const struct table *table = &party->position.table;
    const unsigned seat = table->to_move;
    const struct hand *hand = &party->position.hand[seat];
    struct draft draft;
    unsigned before[GROUPS], after[GROUPS];
    draft_begin(&draft, table, hand);
    for (unsigned i = 0; i < turn->tracks; i++) {
        const unsigned sum = ways_left(&draft.table, party->board, seat, hand, before);
        const unsigned tree = scoring_missing(&draft.table, party->board, seat, hand, NULL);
        assert_int_equal(draft_lay(&draft, party->board, turn->track[i].line, turn->track[i].own),
                         ACCEPTED);
        assert_true(ways_left(&draft.table, party->board, seat, hand, after) < sum ||
                    scoring_missing(&draft.table, party->board, seat, hand, NULL) < tree);
    }
}

TEST_CASE(who_goes_for_cities_never_lays_a_track_in_vain)
{
    /*
     * No coloured track: with it, a line that scoring counts as missing may be closed for building.
     */
    static const char *const id[2] = {"transamerica", "transeuropa-classic"};
    static const char *const name[3] = {"easy", "medium", "nearest"};
    uint64_t random = test_seed();
    struct party party;
    party_init(&party);
    for (unsigned i = 0; i < test_count(60); i++) {
        const unsigned seats = SEATS_MIN + i % 5;
        party_begin_game(&party, board_builtin(id[i % 2], strlen(id[i % 2])), seats,
                         i % 4 < 2 ? VARIANT_OPEN_CARDS : 0, test_random(&random));
        for (unsigned seat = 0; seat < seats; seat++)
            party_seat(&party, seat, bot_named(name[(seat + i) % 3]), random);
        while (party.position.table.phase == PHASE_PLAYING && party.position.table.round == 1) {
            struct turn turn;
            ask(&party, &turn, NULL);
            if (turn.kind == TURN_LAY)
                check_progress(&party, &turn);
            party_play(&party, &turn);
        }
    }
    party_release(&party);
}

TEST_CASE(who_goes_for_cities_starts_in_one_of_his)
{
    static const char *const name[3] = {"easy", "medium", "nearest"};
    uint64_t random = test_seed();
    struct party party;
    party_init(&party);
    for (unsigned i = 0; i < test_count(100); i++) {
        const struct board *board = board_builtin_at(i % board_builtin_count());
        const unsigned seats = SEATS_MIN + i % 5;
        party_begin_game(&party, board, seats, 0, test_random(&random));
        for (unsigned seat = 0; seat < seats; seat++)
            party_seat(&party, seat, bot_named(name[i % 3]), random);
        for (unsigned turns = 0; turns < seats; turns++) {
            const struct hand *hand = &party.position.hand[party.position.table.to_move];
            struct junction_set cities;
            struct turn turn;
            ask(&party, &turn, NULL);
            hand_junctions(hand, board, &cities);
            assert_int_equal(turn.kind, TURN_PLACE);
            assert_true(junction_set_has(&cities, turn.marker));
            party_play(&party, &turn);
        }
    }
    party_release(&party);
}

/* The group of the nearest unconnected city, by the distances to all of them. */
static unsigned nearest_group(const unsigned way[GROUPS])
{
    unsigned nearest = GROUPS;
    for (unsigned group = 0; group < GROUPS; group++) {
        if (way[group] > 0 && (nearest == GROUPS || way[group] < way[nearest]))
            nearest = group;
    }
    return nearest;
}

TEST_CASE(nearest_takes_a_shortest_way_to_its_nearest_city)
{
    uint64_t random = test_seed();
    struct party party;
    party_init(&party);
    for (unsigned i = 0; i < test_count(60); i++) {
        const struct board *board = board_builtin("transamerica", 12);
        const unsigned seats = SEATS_MIN + i % 5;
        party_begin_game(&party, board, seats, 0, test_random(&random));
        for (unsigned seat = 0; seat < seats; seat++)
            party_seat(&party, seat, bot_named("nearest"), random);
        while (party.position.table.phase == PHASE_PLAYING && party.position.table.round == 1) {
            const unsigned seat = party.position.table.to_move;
            const struct hand hand = party.position.hand[seat];
            struct table table = party.position.table;
            unsigned before[GROUPS], after[GROUPS];
            struct turn turn;
            ask(&party, &turn, NULL);
            if (turn.kind == TURN_LAY) {
                const unsigned line = turn.track[0].line;
                ways_left(&table, board, seat, &hand, before);
                table_lay(&table, board, seat, line, false);
                ways_left(&table, board, seat, &hand, after);
                const unsigned least = before[nearest_group(before)];
                bool nearer = false;
                for (unsigned group = 0; group < GROUPS; group++)
                    nearer |= before[group] == least &&
                              after[group] + board->line[line].cost <= before[group];
                assert_true(nearer);
            }
            party_play(&party, &turn);
        }
    }
    party_release(&party);
}

TEST_CASE(greedy_players_connect_somebody)
{
    const uint64_t seed = test_seed();
    struct party party;
    party_init(&party);
    for (unsigned round = 0; round < test_count(50); round++) {
        party_begin_game(&party, board_builtin("transamerica", 12), 4, 0, seed + round);
        for (unsigned seat = 0; seat < 4; seat++)
            party_seat(&party, seat, bot_named("greedy"), round);
        struct position *position = &party.position;
        while (position->table.phase == PHASE_PLAYING) {
            struct turn turn;
            ask(&party, &turn, NULL);
            assert_int_equal(position_play(position, party.board, &turn), ACCEPTED);
        }
        assert_int_not_equal(position->table.connected, 0);
    }
    party_release(&party);
}

/* ---- Random choices ---------------------------------------------------------------------- */

TEST_CASE(each_line_of_a_set_is_as_likely_as_another)
{
    enum { MEMBERS = 9, DRAWS = 90000 };
    static const unsigned member[MEMBERS] = {0, 1, 63, 64, 255, 256, 300, 700, 764};
    unsigned drawn[LINES_MAX] = {0};
    struct line_set lines = {{0}};
    struct rng rng;
    for (unsigned i = 0; i < MEMBERS; i++)
        line_set_add(&lines, member[i]);
    rng_init(&rng, test_seed());
    for (unsigned i = 0; i < DRAWS; i++)
        drawn[set_sample_line(&lines, &rng)]++;
    unsigned total = 0;
    for (unsigned i = 0; i < MEMBERS; i++) {
        assert_in_range(drawn[member[i]], DRAWS / MEMBERS - 600, DRAWS / MEMBERS + 600);
        total += drawn[member[i]];
    }
    assert_int_equal(total, DRAWS);
}

TEST_CASE(the_rest_of_a_round_ends_as_the_rules_say)
{
    struct rng rng;
    rng_init(&rng, test_seed());
    for (unsigned i = 0; i < test_count(600); i++) {
        const struct board *board = board_builtin_at(i % board_builtin_count());
        const unsigned variants = i / 3 % (VARIANTS_ALL + 1);
        struct position position;
        uint8_t key[SEED_SIZE];
        seed_of_series(3, i, key);
        position_init(&position, board, 2 + i % 5, variants, key);
        position_deal(&position, board);
        const unsigned connected = random_rest_of_round(&position, board, &rng);
        assert_int_equal(connected, position_connected(&position, &position.table));
        assert_true(connected != 0 || position.table.supply == 0 ||
                    position.table.passes == position.table.seats);
    }
}

/* Names fit a column of twelve characters that also shows the level, and no two are the same. */
TEST_CASE(everybody_is_called_otherwise)
{
    const char *seen[SEATS_MAX * 8];
    unsigned count = 0;
    for (unsigned i = 0; i < level_count(); i++) {
        for (unsigned seat = 0; seat < SEATS_MAX; seat++) {
            const char *name = bot_nickname(level_at(i), seat);
            assert_non_null(name);
            assert_in_range(strlen(name), 2, 5);
            assert_null(bot_find(name, strlen(name)));
            for (unsigned other = 0; other < count; other++)
                assert_string_not_equal(name, seen[other]);
            assert_true(count < sizeof seen / sizeof seen[0]);
            seen[count++] = name;
        }
    }
    assert_null(bot_nickname(bot_named("random"), 0));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST("bots are found by their names, and what they say of themselves fits",
             bots_are_found_by_name),
        TEST("the levels are easy, medium, hard, expert and champion, the weakest first",
             levels_are_some_of_the_bots),
        TEST("each level has a name of its own for each seat", everybody_is_called_otherwise),
        TEST("the same seed and budget give the same turns, whatever lay in the memory",
             the_same_numbers_give_the_same_turns),
        TEST("the same seed plays the same games", the_same_seed_plays_the_same_games),
        TEST("a bot plays the same whatever cards the others hold", a_bot_cannot_know_other_hands),
        TEST("each level loses less than the one below", each_level_loses_less_than_the_one_below),
        TEST("easy, medium and nearest never lay a track in vain",
             who_goes_for_cities_never_lays_a_track_in_vain),
        TEST("easy, medium and nearest start in one of their cities",
             who_goes_for_cities_starts_in_one_of_his),
        TEST("nearest takes a shortest way to its nearest city",
             nearest_takes_a_shortest_way_to_its_nearest_city),
        TEST("rounds between greedy players end with somebody connected",
             greedy_players_connect_somebody),
        TEST("each line of a set is drawn as often as another",
             each_line_of_a_set_is_as_likely_as_another),
        TEST("R5, R7: random rounds end when somebody is connected, the supply is used up, or all "
             "pass",
             the_rest_of_a_round_ends_as_the_rules_say),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
