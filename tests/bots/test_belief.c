/*
 * Belief: probabilities add up, the true hand gains weight, and odd turns do not rule it out.
 * Worlds: consistent, and sampled with the right frequencies.
 */
#include "support.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "board_file/boards.h"
#include "bots/party.h"
#include "bots/world_sampler.h"
#include "rules/scoring.h"

enum { GAMES = 12, DRAWS = 20000, ROUNDS_READ = 10, TURNS = 40 };

/* too large for the stack */
static struct belief belief;
static struct world_sampler sampler;

static const struct board *america(void)
{
    return board_builtin_at(0);
}

/* Advances to the next hand of cards in play.  Returns false after the last. */
static bool next_hand(const struct board *board, unsigned seats, struct hand *hand,
                      unsigned card[GROUPS])
{
    for (unsigned group = GROUPS; group-- > 0;) {
        card[group] = (card[group] + 1) % deal_cards_in_play(board, seats, group);
        hand->city[group] = board->card[group][card[group]];
        if (card[group] > 0)
            return true;
    }
    return false;
}

static struct hand first_hand(const struct board *board)
{
    struct hand hand;
    for (unsigned group = 0; group < GROUPS; group++)
        hand.city[group] = board->card[group][0];
    return hand;
}

static bool shares_a_card(const struct hand *one, const struct hand *other)
{
    for (unsigned group = 0; group < GROUPS; group++) {
        if (one->city[group] == other->city[group])
            return true;
    }
    return false;
}

/*
 * Checks for every opponent that the probabilities of all hands add up to 1, that hands with the
 * observer's cards have none, and that belief_chances() agrees.
 */
static void check_sums(const struct board *board, const struct view *view)
{
    static float chance[SEATS_MAX][CITIES_MAX];
    const unsigned seats = view->table.seats;
    memset(chance, 0, sizeof chance);
    belief_chances(&belief, board, chance);
    for (unsigned seat = 0; seat < seats; seat++) {
        double sum = 0, of_city[CITIES_MAX] = {0}, of_group[GROUPS] = {0};
        unsigned card[GROUPS] = {0};
        struct hand hand = first_hand(board);
        if (seat == view->seat)
            continue;
        do {
            const double probability = belief_of(&belief, board, seat, &hand);
            assert_true(probability >= 0);
            assert_true(probability == 0 || !shares_a_card(&hand, &view->hand));
            sum += probability;
            for (unsigned group = 0; group < GROUPS; group++)
                of_city[hand.city[group]] += probability;
        } while (next_hand(board, seats, &hand, card));
        assert_true(fabs(sum - 1) < 1e-9);
        for (unsigned city = 0; city < board->cities; city++) {
            assert_true(fabs(of_city[city] - (double)chance[seat][city]) < 1e-6);
            of_group[board->city[city].group] += (double)chance[seat][city];
        }
        for (unsigned group = 0; group < GROUPS; group++)
            assert_true(fabs(of_group[group] - 1) < 1e-5);
    }
}

/* Starts a game on any board with any variants but open cards. */
static void begin_game(struct party *party, unsigned number, uint64_t *random)
{
    static const unsigned variants[] = {0, VARIANT_BLOCKING, VARIANT_PRIVATE_TRACKS,
                                        VARIANT_BLOCKING | VARIANT_PRIVATE_TRACKS};
    party_begin_game(party, board_builtin_at(number % board_builtin_count()),
                     SEATS_MIN + test_random_below(random, SEATS_MAX - SEATS_MIN + 1),
                     variants[number % 4], test_random(random));
}

/* The turn that a bot would play in the seat to move. */
static void choose_turn(struct party *party, const struct bot *bot, uint64_t *random,
                        struct turn *turn)
{
    const unsigned seat = party->position.table.to_move;
    struct view view;
    view_of(&view, &party->position, seat);
    party_seat(party, seat, bot, test_random(random));
    player_turn(&party->player[seat], &view, NULL, turn, NULL);
    party->player[seat].bot = NULL;
}

static const struct bot *bot_named(const char *name)
{
    return bot_find(name, strlen(name));
}

/*
 * Plays up to `turns` turns of the round and shows them to the belief.  Returns false if the round
 * is over.
 */
static bool watch_turns(struct party *party, const struct bot *bot, unsigned turns,
                        uint64_t *random)
{
    struct position *position = &party->position;
    while (turns-- > 0) {
        struct turn turn;
        choose_turn(party, bot, random, &turn);
        position_settle(position, party->board, &turn);
        const struct table before = position->table;
        assert_int_equal(position_play(position, party->board, &turn), ACCEPTED);
        if (position->table.phase != PHASE_PLAYING)
            return false;
        belief_see(&belief, party->board, &before, &turn);
    }
    return true;
}

TEST_CASE(probabilities_sum_to_one)
{
    uint64_t random = test_seed();
    struct party party;
    party_init(&party);
    for (unsigned game = 0; game < test_count(GAMES); game++) {
        struct view view;
        begin_game(&party, game, &random);
        view_of(&view, &party.position, game % party.position.table.seats);
        belief_begin_round(&belief, party.board, &view);
        check_sums(party.board, &view);
        watch_turns(&party, bot_named(game % 2 ? "random" : "medium"), 20, &random);
        check_sums(party.board, &view);
        if (party.position.table.phase != PHASE_PLAYING)
            continue;
        view_of(&view, &party.position, view.seat);
        belief_begin_round(&belief, party.board, &view); /* joins in the middle of the round */
        check_sums(party.board, &view);
    }
    party_release(&party);
}

/*
 * Checks the hands of the seat that has just moved: exactly those that were connected before the
 * turn are ruled out.  Returns how many were connected.
 */
static unsigned check_noise_floor(const struct party *party, const struct view *view,
                                  const struct table *before, unsigned seat)
{
    unsigned card[GROUPS] = {0}, ruled_out = 0;
    struct hand hand = first_hand(party->board);
    do {
        const bool connected = before->marker[seat] != JUNCTION_NONE &&
                               table_connects(before, party->board, seat, &hand);
        const bool possible = !connected && !shares_a_card(&hand, &view->hand);
        assert_int_equal(belief_of(&belief, party->board, seat, &hand) > 0, possible);
        ruled_out += connected;
    } while (next_hand(party->board, before->seats, &hand, card));
    return ruled_out;
}

/* Random players play odd turns only, medium ones get far.  Up to twenty turns of each. */
TEST_CASE(only_connected_hands_are_ruled_out)
{
    uint64_t random = test_seed();
    struct party party;
    unsigned ruled_out = 0;
    party_init(&party);
    for (unsigned game = 0; game < test_count(GAMES); game++) {
        struct view view;
        begin_game(&party, game, &random);
        const unsigned seats = party.position.table.seats;
        view_of(&view, &party.position, 0);
        belief_begin_round(&belief, party.board, &view);
        for (unsigned i = 0; i < 20 * seats; i++) {
            const struct table before = party.position.table;
            if (!watch_turns(&party, bot_named(game % 2 ? "random" : "medium"), 1, &random))
                break;
            if (before.to_move != 0 && i % 3 == 0)
                ruled_out += check_noise_floor(&party, &view, &before, before.to_move);
        }
    }
    printf("# hands ruled out: %u\n", ruled_out);
    assert_true(ruled_out > 0 || test_count(GAMES) < GAMES);
    party_release(&party);
}

/* The mean log probability of the opponents' true hands. */
static double mean_log(const struct party *party, const struct view *view)
{
    const unsigned seats = view->table.seats;
    double sum = 0;
    for (unsigned seat = 0; seat < seats; seat++) {
        if (seat != view->seat)
            sum += log(
                fmax(belief_of(&belief, party->board, seat, &party->position.hand[seat]), 1e-9));
    }
    return sum / (seats - 1);
}

/* Margin in nats.  The actual gain, which is printed, is much larger. */
TEST_CASE(the_true_hand_gains_weight)
{
    enum { SEATS = 3 };
    const double uniform = -GROUPS * log(5 - 1), margin = 3;
    uint64_t random = test_seed();
    const unsigned rounds = test_count(ROUNDS_READ);
    double first = 0, last = 0;
    struct party party;
    party_init(&party);
    for (unsigned round = 0; round < rounds; round++) {
        struct view view;
        party_begin_game(&party, america(), SEATS, 0, test_random(&random));
        view_of(&view, &party.position, round % SEATS);
        belief_begin_round(&belief, party.board, &view);
        assert_true(fabs(mean_log(&party, &view) - uniform) < 1e-6);
        watch_turns(&party, bot_named("hard"), SEATS, &random);
        first += mean_log(&party, &view) / rounds;
        watch_turns(&party, bot_named("hard"), 1000, &random);
        last += mean_log(&party, &view) / rounds;
    }
    printf("# nats: %.2f uniform, %.2f with the markers, %.2f at the end\n", uniform, first, last);
    assert_true(first > uniform || rounds < ROUNDS_READ);
    assert_true(last > first || rounds < ROUNDS_READ);
    assert_true(last > uniform + margin || rounds < ROUNDS_READ);
    party_release(&party);
}

/*
 * Whether the turn brought a city nearer that was the nearest of the hand, or one of the nearest.
 */
static bool nearest_came_nearer(const struct distances *before, const struct distances *after,
                                unsigned marker, const struct hand *hand)
{
    unsigned least = UINT8_MAX;
    bool nearer = false;
    for (unsigned group = 0; group < GROUPS; group++) {
        const unsigned city = america()->city[hand->city[group]].junction;
        const unsigned way = distances_between(before, marker, city);
        if (way == 0 || way > least)
            continue;
        nearer = distances_between(after, marker, city) < way || (nearer && way == least);
        least = way;
    }
    return nearer;
}

/* Computes the distances of a seat on the current table. */
static void measure(const struct party *party, unsigned seat, struct distances *distances)
{
    uint8_t cost[LINES_MAX];
    table_missing_all(&party->position.table, party->board, seat, cost);
    distances_init_costs(distances, party->board, cost);
}

/*
 * Plays the first tracks of a game.  Among the hands that gained as much as possible: `likely` is
 * the smallest gain in weight of a hand whose nearest city came nearer, `unlikely` the largest of
 * the others.
 */
static void see_first_tracks(struct party *party, uint64_t *random, double *likely,
                             double *unlikely)
{
    static struct belief was;
    struct view view;
    struct distances before, after;
    unsigned card[GROUPS] = {0};
    struct hand hand = first_hand(america());
    party_begin_game(party, america(), 2, 0, test_random(random));
    const unsigned seat = party->position.table.to_move;
    view_of(&view, &party->position, 1 - seat);
    belief_begin_round(&belief, party->board, &view);
    watch_turns(party, bot_named("nearest"), 2, random);
    was = belief;
    measure(party, seat, &before);
    watch_turns(party, bot_named("nearest"), 1, random);
    measure(party, seat, &after);
    do {
        const unsigned marker = party->position.table.marker[seat];
        const double old = belief_of(&was, party->board, seat, &hand);
        uint8_t terminal[TERMINALS_MAX];
        const unsigned count = hand_terminals(party->board, &hand, marker, terminal);
        if (old == 0 ||
            steiner_cost(&before, terminal, count) != steiner_cost(&after, terminal, count) + 2)
            continue;
        const double gain = belief_of(&belief, party->board, seat, &hand) / old;
        if (nearest_came_nearer(&before, &after, marker, &hand))
            *likely = fmin(*likely, gain);
        else
            *unlikely = fmax(*unlikely, gain);
    } while (next_hand(party->board, 2, &hand, card));
}

TEST_CASE(a_turn_speaks_for_what_is_near)
{
    enum { SOME_GAMES = 20 };
    uint64_t random = test_seed();
    struct party party;
    bool both = false;
    party_init(&party);
    for (unsigned game = 0; game < SOME_GAMES; game++) {
        double likely = INFINITY, unlikely = 0;
        see_first_tracks(&party, &random, &likely, &unlikely);
        assert_true(likely > unlikely);
        both |= isfinite(likely) && unlikely > 0;
    }
    assert_true(both);
    party_release(&party);
}

/* Checks that a deal is complete and consistent with the view. */
static void check_deal(const struct board *board, const struct view *view,
                       const struct hand hand[SEATS_MAX])
{
    const unsigned seats = view->table.seats;
    for (unsigned seat = 0; seat < seats; seat++) {
        const struct hand *known = seat == view->seat ? &view->hand : &view->table.shown[seat];
        for (unsigned group = 0; group < GROUPS; group++) {
            const unsigned city = hand[seat].city[group];
            assert_true(city < board->cities && board->city[city].group == group);
            assert_false(board->city[city].dashed && seats <= SMALL_GAME_SEATS);
            if (known->city[group] != CITY_NONE)
                assert_int_equal(city, known->city[group]);
        }
        for (unsigned other = 0; other < seat; other++)
            assert_false(shares_a_card(&hand[seat], &hand[other]));
    }
}

TEST_CASE(drawn_hands_are_a_deal)
{
    uint64_t random = test_seed();
    struct party party;
    party_init(&party);
    for (unsigned game = 0; game < test_count(GAMES); game++) {
        struct view view;
        struct hand hand[SEATS_MAX];
        struct rng rng;
        begin_game(&party, game, &random);
        const unsigned seat = game % party.position.table.seats;
        view_of(&view, &party.position, seat);
        belief_begin_round(&belief, party.board, &view);
        rng_init(&rng, test_random(&random));
        bool goes_on = true;
        for (unsigned i = 0; goes_on && i < TURNS; i++) {
            goes_on = watch_turns(&party, bot_named(game % 2 ? "random" : "medium"), 1, &random);
            view_of(&view, &party.position, seat);
            world_sampler_begin(&sampler, &belief, party.board, &view);
            for (unsigned k = 0; goes_on && k < 20; k++) {
                assert_true(world_sampler_next(&sampler, &rng, hand) <= WORLD_STEPS_MAX);
                check_deal(party.board, &view, hand);
            }
        }
    }
    party_release(&party);
}

/* A board with fewer cards in each group, so that its worlds can be enumerated. */
static const struct board *small_board(unsigned cards)
{
    static struct board board;
    board = *america();
    for (unsigned group = 0; group < GROUPS; group++) {
        board.plain_cards[group] = (uint8_t)cards;
        board.cards[group] = (uint8_t)cards;
    }
    return &board;
}

/* The probability of each card, by its index in the group, in each seat. */
struct card_chances {
    double of[SEATS_MAX][GROUPS][GROUP_CARDS_MAX];
};

static void add_world(struct card_chances *chances, const struct board *board, unsigned seats,
                      const struct hand hand[SEATS_MAX], double weight)
{
    for (unsigned seat = 0; seat < seats; seat++) {
        for (unsigned group = 0; group < GROUPS; group++) {
            unsigned card = 0;
            while (board->card[group][card] != hand[seat].city[group])
                card++;
            chances->of[seat][group][card] += weight;
        }
    }
}

/*
 * Enumerates all worlds by their definition: a hand for each seat from `seat` on, with no card held
 * twice and nobody connected.  Returns their total weight and adds it to the probabilities of their
 * cards.
 */
static double count_worlds(const struct view *view, const struct board *board, unsigned seat,
                           double weight, struct hand hand[SEATS_MAX], struct card_chances *chances)
{
    unsigned card[GROUPS] = {0};
    double sum = 0;
    if (seat == view->table.seats) {
        add_world(chances, board, seat, hand, weight);
        return weight;
    }
    if (seat == view->seat) {
        hand[seat] = view->hand;
        return count_worlds(view, board, seat + 1, weight, hand, chances);
    }
    hand[seat] = first_hand(board);
    do {
        const double of_hand = belief_of(&belief, board, seat, &hand[seat]);
        bool possible = of_hand > 0 && !table_connects(&view->table, board, seat, &hand[seat]);
        for (unsigned other = 0; possible && other < seat; other++)
            possible = !shares_a_card(&hand[seat], &hand[other]);
        if (possible)
            sum += count_worlds(view, board, seat + 1, weight * of_hand, hand, chances);
    } while (next_hand(board, view->table.seats, &hand[seat], card));
    return sum;
}

/* The largest difference between the frequency of a card in the samples and its probability. */
static double farthest(const struct card_chances *chances, double all,
                       const struct card_chances *drawn, unsigned worlds)
{
    const double *chance = &chances->of[0][0][0], *share = &drawn->of[0][0][0];
    double most = 0;
    for (unsigned i = 0; i < sizeof chances->of / sizeof *chance; i++)
        most = fmax(most, fabs(chance[i] / all - share[i] / worlds));
    return most;
}

/* Plays some turns of a round on a small board and shows them to seat 0's belief. */
static void watch_small_round(struct party *party, const struct board *board, unsigned seats,
                              unsigned turns, uint64_t *random, struct view *view)
{
    do {
        party_begin_game(party, board, seats, 0, test_random(random));
        view_of(view, &party->position, 0);
        belief_begin_round(&belief, board, view);
    } while (!watch_turns(party, bot_named("medium"), turns, random));
    view_of(view, &party->position, 0);
}

/*
 * Compares samples with all worlds, for two to four seats, both independent and from the chain.
 * The tolerance is five standard errors of a frequency of one half.
 */
TEST_CASE(worlds_are_drawn_as_often_as_they_should)
{
    static struct card_chances chances, drawn;
    uint64_t random = test_seed();
    const unsigned worlds = DRAWS;
    struct party party;
    struct rng rng;
    party_init(&party);
    rng_init(&rng, test_random(&random));
    for (unsigned seats = 2; seats <= 4; seats++) {
        const struct board *board = small_board(seats < 4 ? seats + 1 : seats);
        struct view view;
        struct hand hand[SEATS_MAX];
        watch_small_round(&party, board, seats, 2 * seats, &random, &view);
        memset(&chances, 0, sizeof chances);
        const double all = count_worlds(&view, board, 0, 1, hand, &chances);
        for (unsigned chained = 0; chained < 2; chained++) {
            memset(&drawn, 0, sizeof drawn);
            world_sampler_begin(&sampler, &belief, board, &view);
            sampler.independent &= !chained;
            for (unsigned i = 0; i < worlds; i++) {
                world_sampler_next(&sampler, &rng, hand);
                add_world(&drawn, board, seats, hand, 1);
            }
            assert_true(sampler.chained || !chained);
            const double off = farthest(&chances, all, &drawn, worlds);
            printf("# %u seats, %s: a card is at most %.4f off\n", seats,
                   chained ? "from a chain" : "alone", off);
            assert_true(off < (chained ? 2 : 1) * 2.5 / sqrt(worlds));
        }
    }
    party_release(&party);
}

/* A board with an eighth city in each group. */
static const struct board *large_board(void)
{
    static struct board board;
    unsigned group = 0;
    board = *america();
    for (unsigned junction = 0; group < GROUPS; junction++) {
        if (board.junction[junction].city != CITY_NONE)
            continue;
        board.city[board.cities++] =
            (struct city){.group = (uint8_t)group++, .junction = (uint8_t)junction};
    }
    board_derive(&board);
    return &board;
}

TEST_CASE(boards_with_too_many_hands_are_drawn_at_random)
{
    uint64_t random = test_seed();
    const struct board *board = large_board();
    struct party party;
    struct view view;
    struct hand hand[SEATS_MAX];
    struct rng rng;
    party_init(&party);
    party_begin_game(&party, board, SEATS_MAX, 0, test_random(&random));
    view_of(&view, &party.position, 2);
    belief_begin_round(&belief, board, &view);
    assert_false(belief.tracked);
    rng_init(&rng, test_random(&random));
    for (unsigned i = 0; i < TURNS; i++) {
        world_sampler_begin(&sampler, &belief, board, &view);
        world_sampler_next(&sampler, &rng, hand);
        check_deal(board, &view, hand);
        if (!watch_turns(&party, bot_named("medium"), 1, &random))
            break;
        view_of(&view, &party.position, 2);
    }
    party_release(&party);
}

TEST_CASE(open_cards_are_known)
{
    uint64_t random = test_seed();
    struct party party;
    struct view view;
    struct rng rng;
    struct hand hand[SEATS_MAX];
    party_init(&party);
    for (unsigned seats = SEATS_MIN; seats <= SEATS_MAX; seats++) {
        party_begin_game(&party, america(), seats, VARIANT_OPEN_CARDS, test_random(&random));
        view_of(&view, &party.position, seats - 1);
        belief_begin_round(&belief, party.board, &view);
        assert_false(belief.tracked);
        rng_init(&rng, test_random(&random));
        world_sampler_begin(&sampler, &belief, party.board, &view);
        world_sampler_next(&sampler, &rng, hand);
        assert_memory_equal(hand, party.position.hand, seats * sizeof hand[0]);
    }
    party_release(&party);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST("S3, S4: what a seat believes of another sums to 1, without its own cards",
             probabilities_sum_to_one),
        TEST("R1: odd turns rule nothing out but hands that were connected",
             only_connected_hands_are_ruled_out),
        TEST("the true hands of players who count gain weight", the_true_hand_gains_weight),
        TEST("a turn speaks for hands whose nearest city came nearer",
             a_turn_speaks_for_what_is_near),
        TEST("S4: drawn hands deal no card twice and leave known cards where they are",
             drawn_hands_are_a_deal),
        TEST("S4: worlds are drawn as often as their hands are likely together",
             worlds_are_drawn_as_often_as_they_should),
        TEST("S2: where there are too many hands any deal is drawn",
             boards_with_too_many_hands_are_drawn_at_random),
        TEST("V1: open cards are known", open_cards_are_known),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
