/*
 * Models of players: probabilities add up, turns are predicted, and hands and types are inferred.
 */
#include "support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "board_file/boards.h"
#include "bots/champion.h"
#include "bots/opponent_model.h"
#include "bots/party.h"
#include "bots/random.h"
#include "bots/world_sampler.h"
#include "rules/scoring.h"

enum { GAMES = 24, TURNS = 40, ROUNDS = 4, READ_ROUNDS = 2 };

/* too large for the stack */
static struct seat_distances seat_distances;
static struct line_demand line_demand;
static struct policy policy;
static struct belief by_rule, by_models;
static struct opponent_model opponent_model;

static const struct bot *bot_named(const char *name)
{
    const struct bot *bot = bot_find(name, strlen(name));
    assert_non_null(bot);
    return bot;
}

static void look_at(const struct board *board, const struct table *table, uint64_t seed)
{
    struct rng rng;
    rng_init(&rng, seed);
    seat_distances_init(&seat_distances, table, board);
    line_demand_init(&line_demand, board, table, &seat_distances, &rng);
    policy_begin(&policy, board, table, &seat_distances);
}

/* Evaluates the policy for the seat to move, as if it held `hand`. */
static void weigh(const struct table *table, enum player_type type, const struct hand *hand)
{
    struct opponents_demand opponents;
    line_demand_of_opponents(&line_demand, table->to_move, hand, &opponents);
    policy_weigh(&policy, play_style_of(type), hand, &opponents, POLICY_WIDE);
}

/* ---- Chances ------------------------------------------------------------------------------ */

/* A turn with a track that gains nothing is never listed.  The opponent model relies on this. */
static void check_odd_turn(const struct board *board, const struct view *view,
                           const struct turn *turn)
{
    struct draft draft;
    draft_begin(&draft, &view->table, &view->hand);
    assert_int_equal(draft_turn(&draft, board, turn), ACCEPTED);
    const unsigned before = scoring_missing(&view->table, board, view->seat, &view->hand, NULL);
    const unsigned after = scoring_missing(&draft.table, board, view->seat, &view->hand, NULL);
    if (turn->kind == TURN_LAY && before < after + turn->tracks &&
        !(view->table.variants & VARIANT_BLOCKING))
        assert_int_equal(policy_find(&policy, turn), POLICY_TURNS_MAX);
}

/* The turns for a view, generated for one type of player and valued for all. */
static void check_turns(const struct board *board, const struct view *view, uint64_t *random)
{
    look_at(board, &view->table, test_random(random));
    weigh(&view->table, test_random_below(random, PLAYER_TYPES), &view->hand);
    for (unsigned i = 0; i < policy.turns; i++) {
        assert_true(party_is_legal(board, view, &policy.turn[i].turn));
        assert_true(i == 0 || policy.turn[i].value <= policy.turn[i - 1].value);
        for (unsigned k = 0; k < i; k++)
            assert_false(turn_key_equal(&policy.turn[i].key, &policy.turn[k].key));
    }
    for (unsigned type = 0; type < PLAYER_TYPES && policy.turns > 0; type++) {
        double chance[POLICY_TURNS_MAX], sum = 0;
        policy_chances(&policy, play_style_of(type), chance);
        for (unsigned i = 0; i < policy.turns; i++) {
            assert_true(chance[i] >= 0);
            sum += chance[i];
            assert_int_equal(policy_find(&policy, &policy.turn[i].turn), i);
            const double whole = policy_chance(&policy, play_style_of(type), i);
            assert_true(whole > 0 && whole <= 1);
        }
        assert_true(sum > 1 - 1e-9 && sum < 1 + 1e-9);
    }
}

TEST_CASE(chances_add_up_to_one)
{
    uint64_t random = test_seed();
    struct party party;
    party_init(&party);
    for (unsigned game = 0; game < test_count(GAMES); game++) {
        const struct board *board = board_builtin_at(game % board_builtin_count());
        const unsigned seats = SEATS_MIN + test_random_below(&random, SEATS_MAX - SEATS_MIN + 1);
        party_begin_game(&party, board, seats, test_random_below(&random, VARIANTS_ALL + 1),
                         test_random(&random));
        for (unsigned i = 0; i < TURNS && party.position.table.phase == PHASE_PLAYING; i++) {
            struct rng rng;
            struct view view;
            struct turn turn;
            view_of(&view, &party.position, party.position.table.to_move);
            rng_init(&rng, test_random(&random));
            random_legal_turn(board, &view, &rng, &turn);
            if (view.table.marker[view.seat] != JUNCTION_NONE) {
                check_turns(board, &view, &random);
                check_odd_turn(board, &view, &turn);
            }
            party_play(&party, &turn);
        }
    }
    party_release(&party);
}

/* ---- Turns that are foretold -------------------------------------------------------------- */

/* Deals a round between bots of one kind on TransAmerica. */
static void begin_round_of(struct party *party, const struct bot *bot, unsigned seats,
                           uint64_t seed)
{
    party_begin_game(party, board_builtin_at(0), seats, 0, seed);
    for (unsigned seat = 0; seat < seats; seat++)
        party_seat(party, seat, bot, seed + seat);
}

static bool is_first_round(const struct party *party)
{
    return party->position.table.round == 1 && party->position.table.phase == PHASE_PLAYING;
}

static void ask(struct party *party, struct turn *turn)
{
    struct view view;
    view_of(&view, &party->position, party->position.table.to_move);
    player_turn(&party->player[view.seat], &view, NULL, turn, NULL);
}

/* The percentage of a bot's turns that its model predicts. */
static unsigned foretold(enum player_type type)
{
    uint64_t random = test_seed();
    unsigned turns = 0, hits = 0;
    struct party party;
    party_init(&party);
    for (unsigned round = 0; round < ROUNDS; round++) {
        begin_round_of(&party, bot_named(play_style_of(type)->name), 4, test_random(&random));
        while (is_first_round(&party)) {
            const struct table *table = &party.position.table;
            struct turn turn;
            ask(&party, &turn);
            if (turn.kind == TURN_LAY) {
                look_at(party.board, table, turns);
                weigh(table, type, &party.position.hand[table->to_move]);
                hits += policy_find(&policy, &turn) == 0;
                turns++;
            }
            party_play(&party, &turn);
        }
    }
    party_release(&party);
    printf("# %s: %u of %u turns foretold\n", play_style_of(type)->name, hits, turns);
    return 100 * hits / turns;
}

TEST_CASE(models_foretell_most_turns)
{
    assert_true(foretold(TYPE_HARD) >= 70);
    assert_true(foretold(TYPE_NEAREST) >= 58);
    assert_true(foretold(TYPE_GREEDY) >= 70);
}

/* The lower levels play by their models, plus errors. */
TEST_CASE(the_lower_the_level_the_more_it_errs)
{
    const unsigned easy = foretold(TYPE_EASY), medium = foretold(TYPE_MEDIUM);
    assert_true(easy >= 15);
    assert_true(medium >= easy + 10);
    assert_true(medium <= 85);
}

/* ---- Hands and people --------------------------------------------------------------------- */

static double cards_right(const struct belief *belief, const struct board *board,
                          const struct position *position)
{
    float chance[SEATS_MAX][CITIES_MAX];
    double right = 0;
    belief_chances(belief, board, chance);
    for (unsigned seat = 1; seat < position->table.seats; seat++) {
        for (unsigned group = 0; group < GROUPS; group++)
            right += (double)chance[seat][position->hand[seat].city[group]];
    }
    return right;
}

/* Weights are between 0 and 1, the sums are correct, and worlds can be sampled. */
static void check_belief(const struct board *board, const struct view *view)
{
    struct world_sampler sampler;
    struct hand hand[SEATS_MAX];
    struct rng rng;
    for (unsigned seat = 1; seat < view->table.seats; seat++) {
        double total = 0, types = 0;
        for (unsigned i = 0; i < by_models.hands; i++) {
            assert_true(by_models.weight[seat][i] >= 0 && by_models.weight[seat][i] <= 1);
            total += (double)by_models.weight[seat][i];
        }
        assert_true(total > 0.99 * by_models.total[seat] && total < 1.01 * by_models.total[seat]);
        for (unsigned type = 0; type < OPPONENT_TYPES; type++)
            types += opponent_model.weight[seat][type];
        assert_true(types > 1 - 1e-9 && types < 1 + 1e-9);
    }
    rng_init(&rng, 1);
    world_sampler_begin(&sampler, &by_models, board, view);
    world_sampler_next(&sampler, &rng, hand);
    for (unsigned seat = 1; seat < view->table.seats; seat++) {
        for (unsigned other = 0; other < seat; other++) {
            for (unsigned group = 0; group < GROUPS; group++)
                assert_int_not_equal(hand[seat].city[group], hand[other].city[group]);
        }
    }
}

struct readings {
    double by_rule, by_models;     /* correctly guessed cards, summed over all turns */
    double weight[OPPONENT_TYPES]; /* probabilities of the types at the end of rounds */
};

/* Plays rounds between these bots while seat 0 infers their hands and types. */
static struct readings read_rounds(const struct bot *bot)
{
    uint64_t random = test_seed();
    struct readings readings = {.by_rule = 0};
    struct party party;
    party_init(&party);
    for (unsigned round = 0; round < READ_ROUNDS; round++) {
        struct view view;
        begin_round_of(&party, bot, 3, test_random(&random)); /* few seats, to save time */
        view_of(&view, &party.position, 0);
        belief_begin_round(&by_rule, party.board, &view);
        belief_begin_round(&by_models, party.board, &view);
        opponent_model_begin_game(&opponent_model);
        opponent_model_begin_round(&opponent_model);
        while (is_first_round(&party)) {
            const struct table before = party.position.table;
            struct turn turn;
            ask(&party, &turn);
            belief_see(&by_rule, party.board, &before, &turn);
            opponent_model_see(&opponent_model, &by_models, party.board, &before, &turn);
            readings.by_rule += cards_right(&by_rule, party.board, &party.position);
            readings.by_models += cards_right(&by_models, party.board, &party.position);
            view_of(&view, &party.position, 0);
            if (before.to_move == 1)
                check_belief(party.board, &view);
            party_play(&party, &turn);
        }
        for (unsigned type = 0; type < OPPONENT_TYPES; type++)
            readings.weight[type] += opponent_model.weight[1][type] / READ_ROUNDS;
    }
    party_release(&party);
    return readings;
}

static unsigned heaviest(const struct readings *readings)
{
    unsigned best = 0;
    for (unsigned type = 1; type < OPPONENT_TYPES; type++)
        best = readings->weight[type] > readings->weight[best] ? type : best;
    return best;
}

TEST_CASE(models_read_hands_better_than_a_rule_of_thumb)
{
    const struct readings readings = read_rounds(bot_named("hard"));
    printf("# cards right: %.0f by rule, %.0f by models\n", readings.by_rule, readings.by_models);
    assert_true(readings.by_models > 1.05 * readings.by_rule);
    assert_int_equal(heaviest(&readings), TYPE_HARD);
}

TEST_CASE(who_is_like_no_type_is_read_as_anybody)
{
    const struct readings readings = read_rounds(bot_named("random"));
    assert_int_equal(heaviest(&readings), TYPE_ANYBODY);
}

/* ---- The champion ------------------------------------------------------------------------- */

static void *champions_memory(void)
{
    void *memory =
        aligned_alloc(PLAYER_ALIGNMENT, (sizeof(struct champion) + PLAYER_ALIGNMENT - 1) /
                                            PLAYER_ALIGNMENT * PLAYER_ALIGNMENT);
    assert_non_null(memory);
    memset(memory, 0xa5, sizeof(struct champion));
    return memory;
}

static struct player new_champion(const struct board *board, uint64_t seed, void *memory)
{
    struct player player;
    struct rng rng;
    rng_init(&rng, seed);
    player_init(&player, bot_find("champion", strlen("champion")), board, memory, rng);
    return player;
}

static void play_champions_round(const struct board *board, unsigned seats, unsigned variants,
                                 uint64_t seed, void *memory)
{
    static const struct budget budget = {.work = 2000};
    struct party party;
    struct view view;
    party_init(&party);
    party_begin_game(&party, board, seats, variants, seed);
    for (unsigned seat = 0; seat < seats; seat++)
        party_seat(&party, seat, bot_named(seat % 2 ? "hard" : "medium"), seed);
    struct player player = new_champion(board, seed, memory);
    view_of(&view, &party.position, 0);
    player_begin_round(&player, &view);
    while (is_first_round(&party)) {
        struct thoughts thoughts;
        struct turn turn;
        view_of(&view, &party.position, party.position.table.to_move);
        if (view.seat == 0) {
            player_turn(&player, &view, &budget, &turn, &thoughts);
            assert_true(party_is_legal(board, &view, &turn));
            assert_true(thoughts.work <= budget.work);
        } else {
            ask(&party, &turn);
        }
        position_settle(&party.position, board, &turn);
        player_see(&player, &view.table, &turn);
        party_play(&party, &turn);
    }
    party_release(&party);
}

TEST_CASE(the_champion_plays_by_the_rules)
{
    uint64_t random = test_seed();
    void *memory = champions_memory();
    for (unsigned i = 0; i <= VARIANTS_ALL; i++)
        play_champions_round(board_builtin_at(i % board_builtin_count()), SEATS_MIN + i % 2, i,
                             test_random(&random), memory);
    free(memory);
}

TEST_CASE(what_is_learned_of_people_lasts_a_game)
{
    const struct board *board = board_builtin_at(0);
    void *memory = champions_memory();
    const struct champion *champion = memory;
    const uint64_t seed = test_seed();
    double learned[OPPONENT_TYPES];
    struct party party;
    struct view view;
    party_init(&party);
    begin_round_of(&party, bot_named("hard"), 4, seed);
    struct player player = new_champion(board, seed, memory);
    view_of(&view, &party.position, 0);
    player_begin_round(&player, &view);
    while (is_first_round(&party)) {
        const struct table before = party.position.table;
        struct turn turn;
        ask(&party, &turn);
        player_see(&player, &before, &turn);
        party_play(&party, &turn);
    }
    memcpy(learned, champion->opponent_model.weight[1], sizeof learned);
    double hard = 0;
    for (unsigned seat = 1; seat < 4; seat++)
        hard += champion->opponent_model.weight[seat][TYPE_HARD];
    assert_true(hard > 3.0 / OPPONENT_TYPES);

    view_of(&view, &party.position, 0);
    assert_int_equal(view.table.round, 2);
    player_begin_round(&player, &view);
    assert_memory_equal(champion->opponent_model.weight[1], learned, sizeof learned);

    player = new_champion(board, seed, memory); /* another game */
    player_begin_round(&player, &view);
    for (unsigned type = 0; type < OPPONENT_TYPES; type++)
        assert_true(champion->opponent_model.weight[1][type] <= 1.0 / OPPONENT_TYPES);
    party_release(&party);
    free(memory);
}

/* A time limit that is reached after a number of calls. */
static bool strikes(void *context)
{
    unsigned *looks = context;
    if (*looks == 0)
        return true;
    --*looks;
    return false;
}

/*
 * Lets a champion join a round.  `time` is how often its clock may be read before time is up: once
 * for each turn.
 */
static void join_with_time(const struct board *board, const struct view *deal,
                           const struct turn turn[], unsigned turns, unsigned time, void *memory)
{
    struct view view = *deal;
    const struct budget budget = {.late = strikes, .context = &time};
    struct player player = new_champion(board, 1, memory);
    player_join_round(&player, &view, turn, turns, &budget);
}

TEST_CASE(what_there_is_no_time_for_is_glanced_at)
{
    enum { SEEN = 12 };
    const struct board *board = board_builtin_at(0);
    void *memory = champions_memory();
    const struct champion *champion = memory;
    struct turn turn[SEEN];
    struct party party;
    struct view deal;
    party_init(&party);
    begin_round_of(&party, bot_named("hard"), 4, test_seed());
    view_of(&deal, &party.position, 0);
    belief_begin_round(&by_rule, board, &deal);
    belief_begin_round(&by_models, board, &deal);
    opponent_model_begin_game(&opponent_model);
    opponent_model_begin_round(&opponent_model);
    for (unsigned i = 0; i < SEEN; i++) {
        const struct table before = party.position.table;
        ask(&party, &turn[i]);
        belief_see(&by_rule, board, &before, &turn[i]);
        opponent_model_see(&opponent_model, &by_models, board, &before, &turn[i]);
        party_play(&party, &turn[i]);
    }
    join_with_time(board, &deal, turn, SEEN, 0, memory);
    for (unsigned seat = 1; seat < 4; seat++) {
        assert_memory_equal(champion->expert.belief.weight[seat], by_rule.weight[seat],
                            by_rule.hands * sizeof(float));
        for (unsigned type = 0; type < OPPONENT_TYPES;
             type++) /* nothing is known about any player */
            assert_true(champion->opponent_model.weight[seat][type] ==
                        champion->opponent_model.weight[1][type]);
    }
    join_with_time(board, &deal, turn, SEEN, SEEN, memory);
    for (unsigned seat = 1; seat < 4; seat++)
        assert_memory_equal(champion->expert.belief.weight[seat], by_models.weight[seat],
                            by_models.hands * sizeof(float));
    join_with_time(board, &deal, turn, SEEN, 2 * 4,
                   memory); /* time for the marker and the first tracks of each seat */
    for (unsigned seat = 1; seat < 4; seat++) {
        const float *weight = champion->expert.belief.weight[seat];
        assert_memory_not_equal(weight, by_rule.weight[seat], by_rule.hands * sizeof(float));
        assert_memory_not_equal(weight, by_models.weight[seat], by_models.hands * sizeof(float));
    }
    party_release(&party);
    free(memory);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST("chances of turns add up to one, and the turns are legal", chances_add_up_to_one),
        TEST("models foretell most turns of our bots", models_foretell_most_turns),
        TEST("easy errs more often than medium, and both now and then",
             the_lower_the_level_the_more_it_errs),
        TEST("models read hands better than a rule of thumb, and know a hard player",
             models_read_hands_better_than_a_rule_of_thumb),
        TEST("who is like no type is read as anybody", who_is_like_no_type_is_read_as_anybody),
        TEST("the champion plays legal turns within its budget, on all boards and variants",
             the_champion_plays_by_the_rules),
        TEST("what the champion learns of people lasts for the game, and no longer",
             what_is_learned_of_people_lasts_a_game),
        TEST("turns that there is no time to read are glanced at, as the expert does",
             what_there_is_no_time_for_is_glanced_at),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
