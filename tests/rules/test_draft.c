/*
 * Which turns are legal: the core against the rules said plainly, over positions of random play,
 * and the numbers of legal turns after given openings.
 */
#include "rules/draft.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "board_file/boards.h"
#include "rules/notation.h"
#include "rules/plain_rules.h"
#include "rules/random_play.h"
#include "rules/scene.h"

enum { BOARDS = 3 };

static struct random_player players[BOARDS];

static int prepare_players(void **state)
{
    (void)state;
    for (unsigned i = 0; i < BOARDS; i++)
        random_player_init(&players[i], board_builtin_at(i));
    return 0;
}

/* A position of random play, the boards and variants by turns, and a draft of the next turn. */
static const struct random_player *random_draft(struct position *position, struct draft *draft,
                                                unsigned number, uint64_t *random)
{
    const struct random_player *player = &players[number % BOARDS];
    do {
        const unsigned seats = 2 + test_random_below(random, 5);
        random_position(position, player, seats, number / BOARDS % 8,
                        test_random_below(random, 25 * seats), random);
    } while (position->table.phase != PHASE_PLAYING);
    draft_begin(draft, &position->table, &position->hand[position->table.to_move]);
    return player;
}

/* Every line in both colours is offered, accepted and plainly legal, or none of the three. */
static unsigned compare_all_lines(const struct draft *draft, const struct board *board)
{
    struct line_set black, coloured;
    bool plainly[2][LINES_MAX];
    unsigned legal = 0;
    turn_lines(&draft->table, board, &draft->hand, &draft->turn, &black, &coloured);
    plain_lines(&draft->table, board, &draft->hand, &draft->turn, plainly);
    for (unsigned line = 0; line < board->lines; line++) {
        for (int own = 0; own <= 1; own++) {
            struct draft tried = *draft;
            const bool offered = line_set_has(own ? &coloured : &black, line);
            const enum refusal refusal = draft_lay(&tried, board, line, own);
            assert_int_equal(offered, refusal == ACCEPTED);
            assert_int_equal(offered, plainly[own][line]);
            legal += offered;
            if (offered)
                continue;
            assert_memory_equal(&tried, draft, sizeof tried); /* refused: nothing has happened */
            assert_string_not_equal(refusal_rule(refusal), "");
            assert_string_not_equal(refusal_text(refusal), "");
        }
    }
    return legal;
}

TEST_CASE(lines_offered_are_the_legal_ones)
{
    uint64_t random = test_seed();
    unsigned first = 0, second = 0;
    for (unsigned number = test_count(480); number > 0; number--) {
        struct position position;
        struct draft draft;
        struct turn turn;
        const struct random_player *player = random_draft(&position, &draft, number, &random);
        first += compare_all_lines(&draft, player->board);
        random_player_turn(player, &position, &random, &turn);
        if (turn.kind != TURN_LAY)
            continue;
        assert_int_equal(draft_lay(&draft, player->board, turn.track[0].line, turn.track[0].own),
                         ACCEPTED);
        second += compare_all_lines(&draft, player->board); /* of a half-entered turn */
    }
    printf("# %u legal first tracks, %u legal second ones\n", first, second);
}

TEST_CASE(places_offered_are_the_legal_ones)
{
    uint64_t random = test_seed();
    for (unsigned number = test_count(600); number > 0; number--) {
        struct position position;
        struct draft draft;
        struct turn turn;
        struct choices choices;
        bool in[JUNCTIONS_MAX];
        const struct random_player *player = random_draft(&position, &draft, number, &random);
        const struct board *board = player->board;
        random_player_turn(player, &position, &random, &turn);
        if (turn.kind == TURN_LAY) {
            turn.marker = JUNCTION_NONE;
            assert_int_equal(draft_turn(&draft, board, &turn), ACCEPTED);
        }
        const unsigned seat = position.table.to_move;
        const bool placing = draft.table.marker[seat] == JUNCTION_NONE;
        const bool moving = turn.kind == TURN_LAY && draft.table.variants & VARIANT_BLOCKING &&
                            draft.table.supply > 0 &&
                            !plain_connected(&draft.table, board, seat, &draft.hand);
        plain_network(&draft.table, board, seat, true, in);
        turn_choices(&draft.table, board, &draft.hand, &draft.turn, &choices);
        for (unsigned junction = 0; junction < board->junctions; junction++) {
            struct draft tried = draft;
            const bool free = !table_has_marker(&draft.table, junction, SEAT_NONE);
            const bool legal = placing ? free : moving && free && in[junction];
            assert_int_equal(junction_set_has(&choices.places, junction), legal);
            const enum refusal refusal = placing ? draft_place(&tried, board, junction)
                                                 : draft_move(&tried, board, junction);
            assert_int_equal(refusal == ACCEPTED, legal);
            if (!legal)
                assert_memory_equal(&tried, &draft, sizeof tried);
        }
    }
}

TEST_CASE(who_may_pass)
{
    uint64_t random = test_seed();
    for (unsigned number = test_count(600); number > 0; number--) {
        struct position position;
        struct draft draft;
        struct choices choices;
        const struct random_player *player = random_draft(&position, &draft, number, &random);
        turn_choices(&draft.table, player->board, &draft.hand, &draft.turn, &choices);
        bool stuck = draft.table.marker[draft.table.to_move] != JUNCTION_NONE;
        for (unsigned line = 0; line < player->board->lines; line++)
            stuck = stuck && !line_set_has(&choices.black, line) &&
                    !line_set_has(&choices.coloured, line);
        assert_int_equal(choices.may_pass, stuck);
        assert_int_equal(draft_pass(&draft, player->board) == ACCEPTED, stuck);
    }
}

/* The list of all turns. */

enum { LIST_MAX = 40000 };

struct list {
    const struct position *position;
    const struct board *board;
    unsigned count;
    char text[LIST_MAX][TURN_TEXT_SIZE];
};

static struct list listed, expected;

/* One of the listed turns in so many is played, too: those that end a round take a while. */
enum { PLAY_ONE_IN = 16 };

static void add_to_list(void *context, const struct turn *turn)
{
    struct list *list = context;
    assert_true(list->count < LIST_MAX);
    notation_turn(list->text[list->count++], list->board, turn);
}

static void list_and_play(void *context, const struct turn *turn)
{
    struct list *list = context;
    add_to_list(list, turn);
    if (list->count % PLAY_ONE_IN == 0) {
        struct position after = *list->position;
        assert_int_equal(position_play(&after, list->board, turn), ACCEPTED);
    }
}

static int compare_texts(const void *one, const void *other)
{
    return strcmp(one, other);
}

static void sort(struct list *list)
{
    qsort(list->text, list->count, TURN_TEXT_SIZE, compare_texts);
}

static bool is_legal(const struct position *position, const struct board *board,
                     const struct turn *turn)
{
    struct draft draft;
    draft_begin(&draft, &position->table, &position->hand[position->table.to_move]);
    return draft_turn(&draft, board, turn) == ACCEPTED;
}

/* Of two orders that are both legal only the one that sorts first. */
static void add_pair(const struct position *position, const struct board *board,
                     const struct turn *pair)
{
    struct turn swapped = *pair;
    swapped.track[0] = pair->track[1];
    swapped.track[1] = pair->track[0];
    char text[TURN_TEXT_SIZE], swapped_text[TURN_TEXT_SIZE];
    notation_turn(text, board, pair);
    notation_turn(swapped_text, board, &swapped);
    if (strcmp(text, swapped_text) < 0 || !is_legal(position, board, &swapped))
        add_to_list(&expected, pair);
}

/* Every line in both colours as the first track, and as the second after each that is legal. */
static void try_all_tracks(const struct position *position, const struct board *board)
{
    struct turn turn = {.kind = TURN_LAY, .marker = JUNCTION_NONE};
    for (unsigned first = 0; first < 2U * board->lines; first++) {
        turn.tracks = 1;
        turn.track[0] = (struct track){.line = (uint16_t)(first / 2), .own = first & 1};
        turn.track[1] = (struct track){0};
        if (!is_legal(position, board, &turn))
            continue;
        add_to_list(&expected, &turn);
        turn.tracks = 2;
        for (unsigned second = 0; second < 2U * board->lines; second++) {
            turn.track[1] = (struct track){.line = (uint16_t)(second / 2), .own = second & 1};
            if (is_legal(position, board, &turn))
                add_pair(position, board, &turn);
        }
    }
}

/* Tries every turn there could be, and the list of all turns; returns how many there are. */
static unsigned count_turns(const struct position *position, const struct board *board)
{
    expected.count = listed.count = 0;
    expected.board = listed.board = board;
    listed.position = position;
    try_all_tracks(position, board);
    for (unsigned junction = 0; junction < board->junctions; junction++) {
        const struct turn place = {.kind = TURN_PLACE, .marker = (uint8_t)junction};
        if (is_legal(position, board, &place))
            add_to_list(&expected, &place);
    }
    const struct turn pass = {.kind = TURN_PASS, .marker = JUNCTION_NONE};
    if (is_legal(position, board, &pass))
        add_to_list(&expected, &pass);
    turn_each(&position->table, board, &position->hand[position->table.to_move], list_and_play,
              &listed);
    sort(&expected);
    sort(&listed);
    assert_int_equal(listed.count, expected.count);
    for (unsigned i = 0; i < listed.count; i++) {
        assert_string_equal(listed.text[i], expected.text[i]);
        assert_true(i == 0 || strcmp(listed.text[i - 1], listed.text[i]) < 0); /* none twice */
    }
    return listed.count;
}

TEST_CASE(the_list_is_all_turns)
{
    uint64_t random = test_seed();
    unsigned turns = 0;
    for (unsigned number = test_count(48); number > 0; number--) {
        struct position position;
        struct draft draft;
        const struct random_player *player = random_draft(&position, &draft, number, &random);
        turns += count_turns(&position, player->board);
    }
    printf("# %u turns\n", turns);
}

static const struct opening {
    const char *board;
    unsigned variants;
    const char *script;
    unsigned turns;
} openings[] = {
    {"transamerica", 0, "", 188},
    {"transamerica", 0, "1 @K7\n", 187},
    {"transamerica", 0, "1 @K7\n2 @C3\n", 48},
    {"transamerica", 0, "1 @A1\n2 @C3\n", 4},
    {"transamerica", 0, "1 @K7\n2 @M7\n1 K7-L7 L7-M7\n", 111},
    {"transamerica", VARIANT_BLOCKING, "1 @K7\n2 @M7\n1 K7-L7 L7-M7\n", 47},
    {"transamerica", VARIANT_PRIVATE_TRACKS, "1 @K7\n2 @C3\n", 180},
    {"transamerica", VARIANT_PRIVATE_TRACKS, "1 @K7\n2 @M7\n1 K7-L7* L7-M7*\n", 70},
    {"transeuropa-classic", 0, "1 @K1\n2 @K7\n", 8},
    {"transeuropa", 0, "1 @K1\n2 @K7\n", 19},
    {"transeuropa", 0, "1 @K1\n2 @K2\n1 K1~K2*\n", 50},
    {"transeuropa", 0, "1 @D1\n2 @K7\n", 30},
    {"transeuropa", VARIANTS_ALL, "1 @K1\n2 @L1\n1 K1~K2* K1-L1\n2 L1-M1 >M1\n", 94},
};

TEST_CASE(golden_numbers)
{
    for (unsigned i = 0; i < sizeof openings / sizeof openings[0]; i++) {
        struct scene scene;
        const bool america = strcmp(openings[i].board, "transamerica") == 0;
        scene_begin(&scene, openings[i].board, openings[i].variants,
                    america ? scene_two : scene_europe_two);
        scene_play(&scene, openings[i].script);
        const unsigned turns = count_turns(&scene.position, scene.board);
        if (turns != openings[i].turns)
            fail_msg("opening %u has %u turns, not %u", i, turns, openings[i].turns);
    }
}

TEST_CASE(every_refusal_is_explained)
{
    assert_string_equal(refusal_rule(ACCEPTED), "");
    assert_string_equal(refusal_text(ACCEPTED), "");
    for (int refusal = ACCEPTED + 1; refusal < REFUSALS; refusal++) {
        const char *rule = refusal_rule((enum refusal)refusal);
        const char *sentence = refusal_text((enum refusal)refusal);
        assert_int_equal(strlen(rule), 2);
        assert_non_null(strchr("STNRPBFVX", rule[0]));
        assert_true(strlen(sentence) > 10);
        assert_int_not_equal(sentence[strlen(sentence) - 1], '.');
    }
}

/* What is entered of a turn, thing by thing. */
static unsigned enter_all(struct draft *draft, const struct board *board, const struct turn *turn)
{
    unsigned things = 0;
    while (draft_redo(draft, board, turn))
        things++;
    return things;
}

TEST_CASE(undoing_and_redoing_is_entering_anew)
{
    uint64_t random = test_seed();
    unsigned most = 0;
    for (unsigned number = test_count(960); number > 0; number--) {
        struct position position;
        struct draft begun, whole, stepwise;
        struct turn turn;
        const struct random_player *player = random_draft(&position, &begun, number, &random);
        random_player_turn(player, &position, &random, &turn);
        whole = begun;
        assert_int_equal(draft_turn(&whole, player->board, &turn), ACCEPTED);
        stepwise = begun;
        const unsigned things = enter_all(&stepwise, player->board, &turn);
        most = things > most ? things : most;
        assert_memory_equal(&stepwise, &whole, sizeof whole);
        /* Down to every depth and up again. */
        for (unsigned depth = 0; depth <= things; depth++) {
            struct draft draft = whole;
            unsigned at = things;
            for (; at > depth; at--)
                assert_true(draft_undo(&draft, player->board, &position.table));
            assert_int_equal(draft_is_empty(&draft), depth == 0);
            if (depth == 0) {
                assert_false(draft_undo(&draft, player->board, &position.table));
                assert_memory_equal(&draft, &begun, sizeof draft);
            }
            for (; at < things; at++)
                assert_true(draft_redo(&draft, player->board, &turn));
            assert_false(draft_redo(&draft, player->board, &turn));
            assert_memory_equal(&draft, &whole, sizeof draft);
        }
    }
    assert_int_equal(most, 3); /* two tracks and a marker */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST("T3, T5, T6, F2, F3, V2, X1: the lines offered are those the rules allow",
             lines_offered_are_the_legal_ones),
        TEST("T2, V2: the places offered for a marker are those the rules allow",
             places_offered_are_the_legal_ones),
        TEST("T4: a seat may pass when no line is offered, and only then", who_may_pass),
        TEST("the list of turns has every legal one once, in the order that sorts first",
             the_list_is_all_turns),
        TEST("golden numbers of legal turns", golden_numbers),
        TEST("every refusal has a rule and a sentence", every_refusal_is_explained),
        TEST("what is undone to any depth and redone is as if it were entered anew",
             undoing_and_redoing_is_entering_anew),
    };
    return cmocka_run_group_tests(tests, prepare_players, NULL);
}
