/* The review of turns: facts by the textbook, judgements that are fair, repeatable and blind. */
#include "support.h"

#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "bench/core/textbook.h"
#include "board_file/boards.h"
#include "bots/party.h"
#include "game/review.h"
#include "rules/scoring.h"

enum { SOME_WORK = 8000, MUCH_WORK = 30000, TURNS_MAX = 400, ROUNDS = 8, WASTED = 8 };

/* A round of bots with the truth before every turn, and a reviewer to look at it. */
struct fixture {
    struct party party;
    struct reviewer *reviewer;
    struct played_turn turn[TURNS_MAX];
    struct judgement judgement[TURNS_MAX];
    unsigned turns;
};

static struct fixture *fixture_of(void **state)
{
    return *state;
}

static int begin(void **state)
{
    struct fixture *fixture = malloc(sizeof *fixture);
    const size_t size = (sizeof(struct reviewer) + 63) / 64 * 64;
    CHECK(fixture != NULL);
    memset(fixture, 0, sizeof *fixture);
    party_init(&fixture->party);
    fixture->reviewer = aligned_alloc(PLAYER_ALIGNMENT, size);
    CHECK(fixture->reviewer != NULL);
    memset(fixture->reviewer, 0xa5, size);
    *state = fixture;
    return 0;
}

static int end(void **state)
{
    struct fixture *fixture = fixture_of(state);
    party_release(&fixture->party);
    free(fixture->reviewer);
    free(fixture);
    return 0;
}

static const struct bot *bot_named(const char *name)
{
    return bot_find(name, strlen(name));
}

/* One round by players of different levels. */
static void play_round(struct fixture *fixture, const struct board *board, unsigned seats,
                       unsigned variants, uint64_t *random)
{
    static const char *const level[] = {"medium", "hard", "easy", "random"};
    struct party *party = &fixture->party;
    struct view view;
    party_begin_game(party, board, seats, variants, test_random(random));
    for (unsigned seat = 0; seat < seats; seat++)
        party_seat(party, seat, bot_named(level[test_random_below(random, 4)]),
                   test_random(random));
    fixture->turns = 0;
    while (party->position.table.phase == PHASE_PLAYING && party->position.table.round == 1) {
        struct played_turn *turn = &fixture->turn[fixture->turns++];
        CHECK(fixture->turns < TURNS_MAX);
        turn->before = party->position;
        view_of(&view, &party->position, party->position.table.to_move);
        player_turn(&party->player[view.seat], &view, NULL, &turn->turn, NULL);
        position_settle(&party->position, board, &turn->turn);
        party_play(party, &turn->turn);
    }
}

static void play_some_round(struct fixture *fixture, unsigned number, uint64_t *random)
{
    const struct board *board = board_builtin_at(number % board_builtin_count());
    const unsigned seats = SEATS_MIN + test_random_below(random, SEATS_MAX - SEATS_MIN + 1);
    play_round(fixture, board, seats, number % (VARIANTS_ALL + 1), random);
}

static bool keep(void *context, unsigned number, const struct judgement *judgement)
{
    struct judgement *kept = context;
    kept[number] = *judgement;
    return true;
}

static void judge(struct fixture *fixture, unsigned turns, unsigned seat, uint64_t work)
{
    const struct review_listener listener = {.judged = keep, .context = fixture->judgement};
    memset(fixture->judgement, 0, sizeof fixture->judgement);
    review_seat(fixture->reviewer, fixture->party.board, fixture->turn, turns, seat, work,
                &listener);
}

static void check_same(const struct judgement *one, const struct judgement *other)
{
    assert_int_equal(one->verdict, other->verdict);
    assert_memory_equal(&one->best, &other->best, sizeof one->best);
    assert_memory_equal(&one->played, &other->played, sizeof one->played);
    assert_memory_equal(&one->chosen, &other->chosen, sizeof one->chosen);
    assert_true(one->loss == other->loss);
    assert_true(one->variance == other->variance);
    assert_int_equal(one->worlds, other->worlds);
}

/* ---- Facts --------------------------------------------------------------------------------- */

static int textbook_missing(const struct board *board, const struct table *table, unsigned seat,
                            const struct hand *hand)
{
    uint8_t cost[LINES_MAX], terminal[TERMINALS_MAX];
    table_missing_all(table, board, seat, cost);
    const unsigned count = hand_terminals(board, hand, table->marker[seat], terminal);
    return (int)textbook_cost(board, cost, terminal, count);
}

static void facts_are_what_the_textbook_says(void **state)
{
    struct fixture *fixture = fixture_of(state);
    uint64_t random = test_seed();
    for (unsigned i = 0; i < test_count(ROUNDS); i++) {
        struct review_facts facts;
        play_some_round(fixture, i, &random);
        for (unsigned t = 0; t + 1 < fixture->turns; t++) {
            const struct position *before = &fixture->turn[t].before;
            const struct table *after = &fixture->turn[t + 1].before.table;
            const unsigned mover = before->table.to_move, seats = before->table.seats;
            int given = 0;
            review_facts(&facts, fixture->party.board, before, after);
            for (unsigned seat = 0; seat < seats; seat++) {
                const struct hand *hand = &before->hand[seat];
                assert_int_equal(facts.before[seat], textbook_missing(fixture->party.board,
                                                                      &before->table, seat, hand));
                assert_int_equal(facts.after[seat],
                                 textbook_missing(fixture->party.board, after, seat, hand));
                given += seat != mover ? facts.before[seat] - facts.after[seat] : 0;
            }
            assert_int_equal(review_given(&facts, mover, seats), given);
        }
    }
}

static void hidden_cards_have_no_facts(void **state)
{
    struct fixture *fixture = fixture_of(state);
    uint64_t random = test_seed();
    struct review_facts facts;
    play_round(fixture, board_builtin_at(0), 3, 0, &random);
    struct position before = fixture->turn[fixture->turns - 2].before;
    before.hand[1].city[GROUP_RED] = CITY_NONE;
    review_facts(&facts, fixture->party.board, &before,
                 &fixture->turn[fixture->turns - 1].before.table);
    assert_int_equal(facts.before[1], -1);
    assert_int_equal(facts.after[1], -1);
    assert_true(facts.before[0] >= 0 && facts.before[2] >= 0);
}

/* ---- Judgements ---------------------------------------------------------------------------- */

/* Whether a judgement keeps to what the header promises. */
static void check_sound(const struct judgement *judgement, const struct turn *turn, unsigned seats)
{
    const bool same = review_same_turn(&judgement->best, turn);
    assert_true(judgement->verdict != VERDICT_FORCED || turn->kind == TURN_PASS);
    if (turn->kind == TURN_PASS)
        return;
    assert_true(judgement->worlds > 0 && judgement->worlds <= WORLDS_MAX);
    assert_true(judgement->variance >= 0);
    assert_true(judgement->played.chance >= 0 && judgement->played.chance <= 1);
    assert_true(judgement->loss == judgement->chosen.chance - judgement->played.chance);
    if (same) {
        assert_int_equal(judgement->verdict, VERDICT_BEST);
        assert_true(judgement->loss == 0 && judgement->variance == 0);
    }
    if (verdict_is_bad(judgement->verdict)) { /* never within what chance explains */
        assert_true(judgement->loss * judgement->loss > 9 * judgement->variance);
        assert_true(judgement->loss * seats >= 0.05);
    }
}

static void every_game_can_be_judged(void **state)
{
    struct fixture *fixture = fixture_of(state);
    uint64_t random = test_seed();
    for (unsigned i = 0; i < test_count(ROUNDS); i++) {
        play_some_round(fixture, i, &random);
        const unsigned seats = fixture->turn[0].before.table.seats;
        const unsigned seat = test_random_below(&random, seats);
        unsigned judged = 0;
        judge(fixture, fixture->turns, seat, SOME_WORK);
        for (unsigned t = 0; t < fixture->turns; t++) {
            if (fixture->turn[t].before.table.to_move != seat)
                continue;
            check_sound(&fixture->judgement[t], &fixture->turn[t].turn, seats);
            judged++;
        }
        assert_true(judged > 0);
    }
}

/* The turn that the expert chose, played, has lost nothing; nor has its other order. */
static void the_best_turn_loses_nothing(void **state)
{
    struct fixture *fixture = fixture_of(state);
    uint64_t random = test_seed();
    struct judgement judgement;
    struct view view;
    for (unsigned i = 0; i < test_count(ROUNDS); i++) {
        play_some_round(fixture, i, &random);
        const unsigned number = test_random_below(&random, fixture->turns);
        const struct position *before = &fixture->turn[number].before;
        view_of(&view, before, before->table.to_move);
        reviewer_begin_round(fixture->reviewer, fixture->party.board, &view);
        reviewer_judge(fixture->reviewer, fixture->party.board, &view, &fixture->turn[number].turn,
                       number, SOME_WORK, &judgement);
        struct turn best = judgement.best;
        if (best.kind == TURN_PASS)
            continue;
        if (best.tracks == 2) {
            struct turn swapped = best;
            swapped.track[0] = best.track[1];
            swapped.track[1] = best.track[0];
            best = party_is_legal(fixture->party.board, &view, &swapped) ? swapped : best;
        }
        reviewer_judge(fixture->reviewer, fixture->party.board, &view, &best, number, SOME_WORK,
                       &judgement);
        assert_int_equal(judgement.verdict, VERDICT_BEST);
        assert_true(judgement.loss == 0 && judgement.variance == 0);
        assert_true(review_same_turn(&judgement.best, &best));
    }
}

static void the_same_review_twice(void **state)
{
    struct fixture *fixture = fixture_of(state);
    uint64_t random = test_seed();
    struct judgement first[TURNS_MAX];
    for (unsigned i = 0; i < test_count(ROUNDS / 2); i++) {
        play_some_round(fixture, i, &random);
        judge(fixture, fixture->turns, 0, SOME_WORK);
        memcpy(first, fixture->judgement, sizeof first);
        memset(fixture->reviewer, (int)i, sizeof *fixture->reviewer);
        judge(fixture, fixture->turns, 0, SOME_WORK);
        for (unsigned t = 0; t < fixture->turns; t++)
            check_same(&first[t], &fixture->judgement[t]);
    }
}

/* The others swap their hands, and the round stops earlier: seat 1 hears the same about itself. */
static void a_judgement_knows_neither_other_hands_nor_what_follows(void **state)
{
    struct fixture *fixture = fixture_of(state);
    uint64_t random = test_seed();
    struct judgement first[TURNS_MAX];
    for (unsigned i = 0; i < test_count(ROUNDS / 2); i++) {
        const struct board *board = board_builtin_at(i % board_builtin_count());
        const unsigned variants = i % (VARIANTS_ALL + 1) & ~(unsigned)VARIANT_OPEN_CARDS;
        play_round(fixture, board, 4, variants, &random);
        judge(fixture, fixture->turns, 0, SOME_WORK);
        memcpy(first, fixture->judgement, sizeof first);
        for (unsigned t = 0; t < fixture->turns; t++) {
            struct position *before = &fixture->turn[t].before;
            const struct hand hand = before->hand[1];
            before->hand[1] = before->hand[2];
            before->hand[2] = before->hand[3];
            before->hand[3] = hand;
            for (unsigned seat = 1; seat < 4; seat++)
                hand_junctions(&before->hand[seat], board, &before->wanted[seat]);
        }
        judge(fixture, fixture->turns - 2, 0, SOME_WORK);
        for (unsigned t = 0; t < fixture->turns - 2; t++)
            check_same(&first[t], &fixture->judgement[t]);
    }
}

struct waste {
    const struct board *board;
    const struct view *view;
    unsigned missing;
    struct turn turn;
    bool found;
};

/* One track that brings the seat nothing. */
static void look_for_waste(void *context, const struct turn *turn)
{
    struct waste *waste = context;
    struct draft draft;
    if (waste->found || turn->tracks != 1)
        return;
    draft_begin(&draft, &waste->view->table, &waste->view->hand);
    const enum refusal refusal = draft_turn(&draft, waste->board, turn);
    CHECK(refusal == ACCEPTED);
    waste->found = scoring_missing(&draft.table, waste->board, waste->view->seat,
                                   &waste->view->hand, NULL) == waste->missing;
    waste->turn = *turn;
}

/*
 * In the first round, while everybody is on the way, a turn for nothing loses more than chance
 * explains, though little where the seat has little to lose.
 */
static void a_wasted_turn_is_found(void **state)
{
    struct fixture *fixture = fixture_of(state);
    uint64_t random = test_seed();
    unsigned bad = 0;
    for (unsigned i = 0; i < test_count(WASTED); i++) {
        const struct board *board = board_builtin_at(i % board_builtin_count());
        struct view view;
        struct judgement judgement;
        play_round(fixture, board, 3, 0, &random);
        const unsigned number = 3 + fixture->turns / 2;
        const struct position *before = &fixture->turn[number].before;
        view_of(&view, before, before->table.to_move);
        struct waste waste = {.board = board, .view = &view};
        waste.missing = scoring_missing(&view.table, board, view.seat, &view.hand, NULL);
        turn_each(&view.table, board, &view.hand, look_for_waste, &waste);
        assert_true(waste.found);
        reviewer_begin_round(fixture->reviewer, board, &view);
        reviewer_judge(fixture->reviewer, board, &view, &waste.turn, i, MUCH_WORK, &judgement);
        assert_true(judgement.loss > 0);
        assert_true(judgement.loss * judgement.loss > 9 * judgement.variance);
        bad += verdict_is_bad(judgement.verdict);
        assert_true(judgement.played.lost > judgement.chosen.lost);
        assert_false(review_same_turn(&judgement.best, &waste.turn));
    }
    assert_true(2 * bad >= test_count(WASTED));
}

static void a_pass_is_forced(void **state)
{
    const struct turn pass = {.kind = TURN_PASS, .marker = JUNCTION_NONE};
    struct fixture *fixture = fixture_of(state);
    uint64_t random = test_seed();
    struct judgement judgement;
    struct view view;
    play_round(fixture, board_builtin_at(0), 2, 0, &random);
    view_of(&view, &fixture->turn[0].before, fixture->turn[0].before.table.to_move);
    reviewer_begin_round(fixture->reviewer, fixture->party.board, &view);
    reviewer_judge(fixture->reviewer, fixture->party.board, &view, &pass, 1, SOME_WORK, &judgement);
    assert_int_equal(judgement.verdict, VERDICT_FORCED);
    assert_true(judgement.loss == 0);
}

/* With so little work that no two worlds are seen, nobody is blamed. */
static void without_work_nothing_is_said(void **state)
{
    struct fixture *fixture = fixture_of(state);
    uint64_t random = test_seed();
    play_round(fixture, board_builtin_at(1), 4, 0, &random);
    judge(fixture, fixture->turns, 2, 500);
    for (unsigned t = 0; t < fixture->turns; t++)
        assert_true(fixture->judgement[t].verdict <= VERDICT_BEST);
}

#define REVIEW(sentence, function)                                                                 \
    {                                                                                              \
        (sentence), (function), begin, end, NULL                                                   \
    }

int main(void)
{
    const struct CMUnitTest tests[] = {
        REVIEW("P1, P2: what a turn gained and gave is what the textbook says",
               facts_are_what_the_textbook_says),
        REVIEW("of hidden cards nothing is said", hidden_cards_have_no_facts),
        REVIEW("V3: turns of every board and variant can be judged", every_game_can_be_judged),
        REVIEW("the expert's own choice loses nothing, in either order",
               the_best_turn_loses_nothing),
        REVIEW("the same turns get the same review", the_same_review_twice),
        REVIEW("a judgement knows neither other hands nor what follows",
               a_judgement_knows_neither_other_hands_nor_what_follows),
        REVIEW("a turn for nothing is called bad", a_wasted_turn_is_found),
        REVIEW("T4: a pass is forced", a_pass_is_forced),
        REVIEW("without work nobody is blamed", without_work_nothing_is_said),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
