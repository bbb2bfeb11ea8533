/*
 * librailhead through its public headers: whole games, the same answers as the rules give
 * elsewhere, and nothing from outside that ends the program.
 */
#include <railhead/railhead.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "support.h"

enum { TURNS_MAX = 60000, ACTIONS_MAX = 2000 };

static struct railhead_error error;

static void well(enum railhead_status status)
{
    if (status != RAILHEAD_OK)
        fail_msg("%s", error.sentence);
}

static const struct railhead_board *some_board(uint64_t *random)
{
    return railhead_board_at(test_random_below(random, (unsigned)railhead_board_count()));
}

static struct railhead_state state_of(const struct railhead_position *position)
{
    struct railhead_state state;
    well(railhead_position_state(position, &state, sizeof state, &error));
    return state;
}

static struct railhead_position *deal_one(const struct railhead_board *board, unsigned seats,
                                          unsigned variants, uint64_t number)
{
    uint8_t seed[RAILHEAD_SEED_SIZE];
    struct railhead_position *position;
    railhead_seed(7, number, seed);
    well(railhead_position_new(&position, board, seats, variants, seed, &error));
    well(railhead_position_deal(position, &error));
    return position;
}

static uint32_t random_action(const struct railhead_position *position, uint64_t *random)
{
    uint32_t action[ACTIONS_MAX];
    size_t actions;
    well(railhead_position_actions(position, action, ACTIONS_MAX, &actions, &error));
    assert_true(actions > 0 && actions <= ACTIONS_MAX);
    return action[test_random_below(random, (unsigned)actions)];
}

/* ---- Boards and turns ------------------------------------------------------------------------ */

TEST_CASE(names_and_numbers_of_boards_go_together)
{
    for (size_t i = 0; i < railhead_board_count(); i++) {
        const struct railhead_board *board = railhead_board_at(i);
        struct railhead_board_info info;
        well(railhead_board_info(board, &info, sizeof info, &error));
        assert_ptr_equal(railhead_board_find(info.id), board);
        assert_int_equal(info.actions, 1 + info.junctions + 2 * info.lines);
        for (uint32_t k = 0; k < info.lines; k++) {
            struct railhead_line line;
            well(railhead_board_line(board, k, &line, &error));
            assert_int_equal(railhead_board_find_line(board, line.name), k);
        }
        for (uint32_t k = 0; k < info.junctions; k++) {
            struct railhead_junction junction;
            well(railhead_board_junction(board, k, &junction, &error));
            assert_int_equal(railhead_board_find_junction(board, junction.name), k);
        }
        for (uint32_t k = 0; k < info.cities; k++) {
            struct railhead_city city;
            well(railhead_board_city(board, k, &city, &error));
            assert_int_equal(railhead_board_find_city(board, city.id), k);
        }
    }
    assert_null(railhead_board_at(railhead_board_count()));
    assert_null(railhead_board_find("atlantis"));
}

TEST_CASE(a_board_from_a_file_plays_like_the_one_that_is_built_in)
{
    struct railhead_board *board;
    struct railhead_board_info info;
    well(railhead_board_load(&board, "boards/transeuropa.json", &error));
    well(railhead_board_info(board, &info, sizeof info, &error));
    assert_string_equal(info.id, "transeuropa");
    struct railhead_position *own = deal_one(board, 4, 0, 3);
    struct railhead_position *built_in = deal_one(railhead_board_find("transeuropa"), 4, 0, 3);
    const struct railhead_state one = state_of(own), other = state_of(built_in);
    assert_memory_equal(&one, &other, sizeof one);
    railhead_position_free(own);
    railhead_position_free(built_in);
    railhead_board_free(board);
    assert_int_equal(railhead_board_load(&board, "boards/atlantis.json", &error), RAILHEAD_NO_FILE);
    assert_null(board);
    assert_int_equal(railhead_board_read(&board, "{}\n", 3, &error), RAILHEAD_BAD_TEXT);
    assert_true(error.line > 0 && strlen(error.sentence) > 0 && strlen(error.code) > 0);
}

TEST_CASE(a_turn_is_read_as_it_is_written)
{
    const struct railhead_board *board = railhead_board_find("transamerica");
    static const char *const texts[] = {"@K7", "K7-L7 L7-M7", "M4-M5 >M4", "pass"};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        struct railhead_turn turn;
        char text[RAILHEAD_TURN_TEXT_SIZE];
        well(railhead_turn_read(&turn, board, texts[i], &error));
        well(railhead_turn_write(&turn, board, text, &error));
        assert_string_equal(text, texts[i]);
    }
    struct railhead_turn turn;
    assert_int_equal(railhead_turn_read(&turn, board, "K7-Z9", &error), RAILHEAD_BAD_TEXT);
}

/* ---- Playing --------------------------------------------------------------------------------- */

/* Whole turns on one copy, actions on the other: both stay the same. */
TEST_CASE(actions_play_the_same_turns)
{
    uint64_t random = test_seed();
    static struct railhead_turn list[TURNS_MAX];
    for (unsigned i = 0; i < test_count(60); i++) {
        const unsigned variants = test_random_below(&random, 8);
        const struct railhead_board *board = some_board(&random);
        struct railhead_board_info info;
        well(railhead_board_info(board, &info, sizeof info, &error));
        struct railhead_position *whole =
            deal_one(board, 2 + test_random_below(&random, 5), variants, i);
        struct railhead_position *steps;
        well(railhead_position_copy(&steps, whole, &error));
        while (state_of(whole).phase == RAILHEAD_PLAYING) {
            size_t turns;
            const uint32_t mover = state_of(whole).to_move, passes = state_of(whole).round;
            well(railhead_position_turns(whole, list, TURNS_MAX, &turns, &error));
            const struct railhead_turn *turn = &list[test_random_below(&random, (unsigned)turns)];
            well(railhead_position_play(whole, turn, &error));
            if (turn->kind == RAILHEAD_PLACE)
                well(railhead_position_act(steps, 1U + turn->marker, &error));
            for (unsigned k = 0; k < turn->tracks; k++)
                well(railhead_position_act(steps,
                                           1 + info.junctions +
                                               (turn->track[k].own ? info.lines : 0) +
                                               turn->track[k].line,
                                           &error));
            const struct railhead_state so_far = state_of(steps);
            const bool ended = so_far.phase != RAILHEAD_PLAYING || so_far.entered == 0;
            if (turn->kind == RAILHEAD_PASS || !ended)
                well(railhead_position_act(steps, 0, &error));
            const struct railhead_state one = state_of(whole), other = state_of(steps);
            assert_memory_equal(&one, &other, sizeof one);
            assert_true(mover < one.seats && passes == one.round);
        }
        railhead_position_free(whole);
        railhead_position_free(steps);
    }
}

TEST_CASE(what_is_refused_says_why_and_changes_nothing)
{
    const struct railhead_board *board = railhead_board_find("transamerica");
    struct railhead_position *position = deal_one(board, 3, 0, 1);
    const struct railhead_state before = state_of(position);
    struct railhead_turn turn;
    well(railhead_turn_read(&turn, board, "K7-L7", &error));
    assert_int_equal(railhead_position_play(position, &turn, &error), RAILHEAD_REFUSED);
    assert_string_equal(error.rule, "T2");
    assert_string_equal(error.code, "turn-marker-first");
    assert_int_equal(railhead_position_act(position, 0, &error), RAILHEAD_REFUSED);
    assert_int_equal(railhead_position_deal(position, &error), RAILHEAD_NOT_NOW);
    const struct railhead_state after = state_of(position);
    assert_memory_equal(&before, &after, sizeof before);
    railhead_position_free(position);
}

TEST_CASE(a_seat_knows_its_own_cards_alone)
{
    struct railhead_position *position = deal_one(railhead_board_at(0), 4, 0, 1);
    struct railhead_position *known;
    const struct railhead_state truth = state_of(position);
    uint32_t cost;
    well(railhead_position_copy(&known, position, &error));
    well(railhead_position_hide(known, 2, &error));
    const struct railhead_state seen = state_of(known);
    for (unsigned seat = 0; seat < 4; seat++) {
        for (unsigned group = 0; group < RAILHEAD_GROUPS; group++)
            assert_int_equal(seen.hand[seat][group],
                             seat == 2 ? truth.hand[seat][group] : RAILHEAD_NONE);
    }
    well(railhead_position_missing(known, 2, &cost, NULL, 0, NULL, &error));
    assert_int_equal(railhead_position_missing(known, 1, &cost, NULL, 0, NULL, &error),
                     RAILHEAD_HIDDEN);
    railhead_position_free(position);
    railhead_position_free(known);
}

/* The numbers of a seat do not change when others hold other cards. */
TEST_CASE(an_observation_tells_nothing_of_others)
{
    static float one[8000], other[8000];
    size_t numbers;
    struct railhead_position *position = deal_one(railhead_board_at(0), 4, 0, 1), *known;
    well(railhead_position_copy(&known, position, &error));
    well(railhead_position_hide(known, 1, &error));
    well(railhead_position_observe(position, 1, one, 8000, &numbers, &error));
    well(railhead_position_observe(known, 1, other, 8000, &numbers, &error));
    assert_true(numbers > 0 && numbers <= 8000);
    assert_memory_equal(one, other, numbers * sizeof one[0]);
    railhead_position_free(position);
    railhead_position_free(known);
}

/* ---- Games and records ----------------------------------------------------------------------- */

static char *record_of(const struct railhead_game *game, uint32_t seat)
{
    size_t size;
    well(railhead_game_record(game, seat, NULL, 0, &size, &error));
    char *text = malloc(size + 1);
    assert_non_null(text);
    well(railhead_game_record(game, seat, text, size + 1, &size, &error));
    assert_int_equal(strlen(text), size);
    return text;
}

static struct railhead_game *bots_play(unsigned turns)
{
    uint8_t seed[RAILHEAD_SEED_SIZE];
    struct railhead_game *game;
    const char *const name[] = {"one", NULL, "three # hash"};
    railhead_seed(3, 1, seed);
    well(railhead_game_new(&game, railhead_board_at(0), 3, 0, seed, name, &error));
    for (uint32_t seat = 0; seat < 3; seat++)
        well(railhead_game_sit(game, seat, seat == 1 ? "hard" : "medium", 0, &error));
    const struct railhead_position *position = railhead_game_position(game);
    for (unsigned i = 0; i < turns && state_of(position).phase != RAILHEAD_GAME_OVER;) {
        struct railhead_turn turn;
        if (state_of(position).phase != RAILHEAD_PLAYING) {
            well(railhead_game_deal(game, &error));
            continue;
        }
        well(railhead_game_ask(game, &turn, &error));
        well(railhead_game_play(game, &turn, &error));
        i++;
    }
    return game;
}

TEST_CASE(a_record_is_read_as_it_was_written)
{
    struct railhead_game *game = bots_play(1000), *again;
    char *text = record_of(game, RAILHEAD_NONE);
    well(railhead_game_load(&again, text, strlen(text), NULL, NULL, &error));
    char *written = record_of(again, RAILHEAD_NONE);
    assert_string_equal(text, written);
    struct railhead_record *record;
    enum railhead_event event;
    unsigned turns = 0;
    well(railhead_record_open(&record, text, strlen(text), NULL, &error));
    assert_null(railhead_record_position(record));
    do {
        struct railhead_turn turn;
        uint32_t seat;
        well(railhead_record_next(record, &event, &seat, &turn, &error));
        turns += event == RAILHEAD_EVENT_TURN;
    } while (event != RAILHEAD_EVENT_END);
    assert_true(turns > 20);
    assert_string_equal(railhead_record_name(record, 0), "one");
    assert_string_equal(railhead_record_name(record, 2), "three + hash");
    const struct railhead_state last = state_of(railhead_record_position(record));
    assert_int_equal(last.phase, RAILHEAD_GAME_OVER);
    assert_true(last.winners != 0);
    railhead_record_free(record);
    free(text);
    free(written);
    railhead_game_free(game);
    railhead_game_free(again);
}

TEST_CASE(a_broken_record_names_its_line)
{
    static const char text[] = "railhead 1\nboard transamerica\nrules transeuropa\n";
    struct railhead_game *game;
    struct railhead_record *record;
    struct railhead_review *review;
    enum railhead_event event;
    assert_int_equal(railhead_game_load(&game, text, sizeof text - 1, NULL, NULL, &error),
                     RAILHEAD_BAD_TEXT);
    assert_null(game);
    assert_int_equal(error.line, 3);
    assert_int_equal(railhead_review_new(&review, text, sizeof text - 1, NULL, &error),
                     RAILHEAD_BAD_TEXT);
    well(railhead_record_open(&record, text, sizeof text - 1, NULL, &error));
    assert_int_equal(railhead_record_next(record, &event, NULL, NULL, &error), RAILHEAD_BAD_TEXT);
    assert_int_equal(railhead_record_next(record, &event, NULL, NULL, &error), RAILHEAD_BAD_TEXT);
    railhead_record_free(record);
}

TEST_CASE(a_turn_that_is_taken_back_can_be_played_again)
{
    struct railhead_game *game = bots_play(20);
    struct railhead_turn turn[64], again;
    size_t turns;
    well(railhead_game_turns(game, turn, 64, &turns, &error));
    const struct railhead_state before = state_of(railhead_game_position(game));
    well(railhead_game_take_back(game, &error));
    well(railhead_game_ask(game, &again, &error));
    well(railhead_game_play(game, &turn[turns - 1], &error));
    const struct railhead_state after = state_of(railhead_game_position(game));
    assert_memory_equal(&before, &after, sizeof before);
    railhead_game_free(game);
}

/* A record with hidden cards: its seat can be thought for, and the others not. */
TEST_CASE(hidden_cards_are_an_error_and_not_the_end)
{
    struct railhead_game *game = bots_play(14), *known;
    static struct railhead_turn list[TURNS_MAX];
    struct railhead_turn turn;
    const uint32_t mover = state_of(railhead_game_position(game)).to_move;
    for (uint32_t seat = 0; seat < 3; seat++) {
        char *text = record_of(game, seat);
        float chance[3 * RAILHEAD_CITIES_MAX];
        well(railhead_game_load(&known, text, strlen(text), NULL, NULL, &error));
        const enum railhead_status expected = seat == mover ? RAILHEAD_OK : RAILHEAD_HIDDEN;
        assert_int_equal(railhead_game_think(known, "expert", 2000, &turn, NULL, 0, &error),
                         expected);
        assert_int_equal(railhead_game_sit(known, mover, "hard", 0, &error), expected);
        well(railhead_game_belief(known, seat, chance, 3 * RAILHEAD_CITIES_MAX, &error));
        assert_int_equal(railhead_game_deal(known, &error), RAILHEAD_NOT_NOW);
        uint64_t random = seat;
        enum railhead_status status = RAILHEAD_OK;
        while (status == RAILHEAD_OK) {
            size_t turns;
            well(railhead_position_turns(railhead_game_position(known), list, TURNS_MAX, &turns,
                                         &error));
            status = railhead_game_play(known, &list[test_random_below(&random, (unsigned)turns)],
                                        &error);
        }
        assert_int_equal(status, RAILHEAD_HIDDEN); /* the round would end, and cannot be scored */
        well(railhead_game_take_back(known, &error));
        railhead_game_free(known);
        free(text);
    }
    railhead_game_free(game);
}

/* ---- Thinking -------------------------------------------------------------------------------- */

TEST_CASE(a_budget_is_kept_and_the_same_question_has_the_same_answer)
{
    struct railhead_game *game = bots_play(17);
    struct railhead_turn turn, again;
    struct railhead_thoughts thoughts;
    well(railhead_game_think(game, "expert", 3000, &turn, &thoughts, sizeof thoughts, &error));
    assert_true(thoughts.ideas > 0 && thoughts.work <= 3000);
    assert_memory_equal(&thoughts.idea[0].turn, &turn, sizeof turn);
    well(railhead_game_think(game, "expert", 3000, &again, NULL, 0, &error));
    assert_memory_equal(&turn, &again, sizeof turn);
    assert_int_equal(railhead_game_think(game, "nobody", 0, &turn, NULL, 0, &error),
                     RAILHEAD_BAD_ARGUMENT);
    railhead_game_free(game);
}

TEST_CASE(chances_of_a_seat_add_up_to_five_cards)
{
    struct railhead_game *game = bots_play(25);
    struct railhead_board_info info;
    float chance[3 * RAILHEAD_CITIES_MAX];
    well(railhead_board_info(railhead_board_at(0), &info, sizeof info, &error));
    well(railhead_game_belief(game, 1, chance, 3 * (size_t)info.cities, &error));
    for (unsigned seat = 0; seat < 3; seat++) {
        double sum = 0;
        for (unsigned city = 0; city < info.cities; city++)
            sum += (double)chance[seat * info.cities + city];
        assert_true(sum > 4.99 && sum < 5.01);
    }
    const struct railhead_state now = state_of(railhead_game_position(game));
    for (unsigned group = 0; group < RAILHEAD_GROUPS; group++)
        assert_true(chance[info.cities + now.hand[1][group]] == 1);
    assert_int_equal(railhead_game_belief(game, 1, chance, 10, &error), RAILHEAD_BAD_ARGUMENT);
    railhead_game_free(game);
}

TEST_CASE(a_review_says_the_same_on_every_number_of_threads)
{
    struct railhead_game *game = bots_play(24);
    char *text = record_of(game, RAILHEAD_NONE);
    struct railhead_review *one, *two;
    unsigned judged = 0;
    well(railhead_review_new(&one, text, strlen(text), NULL, &error));
    well(railhead_review_new(&two, text, strlen(text), NULL, &error));
    well(railhead_review_judge(one, 1000, 1, &error));
    well(railhead_review_judge(two, 1000, 2, &error));
    assert_int_equal(railhead_review_judge(one, 1000, 1, &error), RAILHEAD_NOT_NOW);
    for (size_t i = 0; i < railhead_review_turns(one); i++) {
        struct railhead_reviewed turn, other;
        well(railhead_review_turn(one, i, &turn, sizeof turn, &error));
        well(railhead_review_turn(two, i, &other, sizeof other, &error));
        assert_memory_equal(&turn, &other, sizeof turn);
        judged += turn.verdict != RAILHEAD_VERDICT_NONE;
    }
    assert_true(judged > 0);
    free(text);
    railhead_review_free(one);
    railhead_review_free(two);
    railhead_game_free(game);
}

/* ---- Arrays ---------------------------------------------------------------------------------- */

TEST_CASE(scores_of_an_array_are_those_of_its_positions)
{
    uint64_t random = test_seed();
    for (unsigned i = 0; i < test_count(200); i++) {
        const struct railhead_board *board = some_board(&random);
        struct railhead_position *position = deal_one(board, 4, 0, i);
        for (unsigned left = test_random_below(&random, 90);
             left > 0 && state_of(position).phase == RAILHEAD_PLAYING; left--)
            well(railhead_position_act(position, random_action(position, &random), &error));
        const struct railhead_state now = state_of(position);
        uint32_t cost;
        uint16_t score;
        const uint8_t seat = (uint8_t)test_random_below(&random, 4);
        well(railhead_position_missing(position, seat, &cost, NULL, 0, NULL, &error));
        well(railhead_scores(board, 1, now.hand[seat], &now.marker[seat], now.track, &seat, &score,
                             &error));
        assert_int_equal(cost, score);
        railhead_position_free(position);
    }
    uint32_t cost;
    const struct railhead_board *board = railhead_board_find("transamerica");
    well(railhead_score_line(board, "cities=A2,D2,H6,R5,N11 marker=K7 tracks=K7-L7,L7-M7", &cost,
                             &error));
    assert_int_equal(cost, 25); /* as docs/formats.md has it */
    assert_int_equal(railhead_score_line(board, "cities=A2", &cost, &error), RAILHEAD_BAD_TEXT);
}

enum { GAMES = 6, STEPS = 500 };

/* Each game of a batch beside a position that takes the same actions and is scored in full. */
TEST_CASE(a_batch_steps_as_its_positions_would)
{
    uint64_t random = test_seed();
    for (unsigned i = 0; i < test_count(40); i++) {
        const struct railhead_board *board = some_board(&random);
        const unsigned seats = 2 + test_random_below(&random, 5);
        const unsigned variants =
            test_random_below(&random, 3) == 0 ? test_random_below(&random, 8) : 0;
        struct railhead_batch *batch;
        struct railhead_position *beside;
        well(railhead_batch_new(&batch, board, GAMES, seats, variants, i % 2, i, &error));
        well(railhead_position_copy(&beside, railhead_batch_position(batch, 3), &error));
        for (unsigned step = 0; step < STEPS; step++) {
            int32_t action[GAMES];
            uint8_t over[GAMES];
            int16_t lost[GAMES * RAILHEAD_SEATS_MAX], points[GAMES * RAILHEAD_SEATS_MAX];
            well(railhead_batch_sample(batch, action, &error));
            well(railhead_batch_step(batch, action, over, lost, points, &error));
            well(railhead_position_act(beside, (uint32_t)action[3], &error));
            const struct railhead_state now = state_of(beside);
            assert_int_equal(over[3] > 0, now.phase != RAILHEAD_PLAYING);
            for (unsigned seat = 0; seat < seats; seat++) {
                assert_int_equal(lost[3 * seats + seat], now.lost[seat]);
                assert_int_equal(points[3 * seats + seat], now.points[seat]);
            }
            if (over[3] > 0)
                well(railhead_position_set(beside, railhead_batch_position(batch, 3), &error));
        }
        railhead_batch_free(batch);
        railhead_position_free(beside);
    }
}

TEST_CASE(masks_and_gains_of_a_batch_are_what_the_rules_say)
{
    uint64_t random = test_seed();
    const struct railhead_board *board = railhead_board_find("transamerica");
    struct railhead_board_info info;
    struct railhead_batch *batch;
    int32_t action[GAMES];
    uint8_t over[GAMES];
    int16_t lost[GAMES * 4];
    well(railhead_board_info(board, &info, sizeof info, &error));
    well(railhead_batch_new(&batch, board, GAMES, 4, 0, RAILHEAD_EPISODE_ROUND, 5, &error));
    uint8_t *mask = malloc((size_t)GAMES * info.actions);
    float *gain = malloc((size_t)GAMES * info.actions * sizeof *gain);
    assert_true(mask != NULL && gain != NULL);
    for (unsigned step = 0; step < test_count(60); step++) {
        for (unsigned k = 0; k < 5; k++) {
            well(railhead_batch_sample(batch, action, &error));
            well(railhead_batch_step(batch, action, over, lost, NULL, &error));
        }
        well(railhead_batch_mask(batch, mask, &error));
        well(railhead_batch_gains(batch, gain, &error));
        const unsigned game = test_random_below(&random, GAMES);
        const struct railhead_position *position = railhead_batch_position(batch, game);
        const uint32_t tried = random_action(position, &random);
        assert_int_equal(mask[game * info.actions + tried], 1);
        struct railhead_position *after;
        uint32_t before_cost, after_cost;
        const uint32_t seat = state_of(position).to_move;
        well(railhead_position_copy(&after, position, &error));
        well(railhead_position_missing(position, seat, &before_cost, NULL, 0, NULL, &error));
        well(railhead_position_act(after, tried, &error));
        well(railhead_position_missing(after, seat, &after_cost, NULL, 0, NULL, &error));
        if (tried > info.junctions)
            assert_int_equal(before_cost - after_cost, (int)gain[game * info.actions + tried]);
        railhead_position_free(after);
    }
    action[4] = 1 << 30;
    assert_int_equal(railhead_batch_step(batch, action, over, lost, NULL, &error),
                     RAILHEAD_REFUSED);
    free(mask);
    free(gain);
    railhead_batch_free(batch);
}

/* ---- Nothing ends the program ---------------------------------------------------------------- */

TEST_CASE(numbers_out_of_range_and_null_pointers_are_errors)
{
    const struct railhead_board *board = railhead_board_at(0);
    const uint8_t seed[RAILHEAD_SEED_SIZE] = {1};
    struct railhead_position *position;
    struct railhead_game *game;
    struct railhead_batch *batch;
    struct railhead_turn turn = {.kind = RAILHEAD_PLACE, .marker = 250};
    const enum railhead_status bad = RAILHEAD_BAD_ARGUMENT;
    assert_int_equal(railhead_position_new(NULL, board, 3, 0, seed, NULL), bad);
    assert_int_equal(railhead_position_new(&position, NULL, 3, 0, seed, &error), bad);
    assert_string_equal(error.sentence, "the argument 'board' is missing or out of range");
    assert_int_equal(railhead_position_new(&position, board, 7, 0, seed, &error), bad);
    assert_int_equal(railhead_position_new(&position, board, 3, 8, seed, &error), bad);
    assert_int_equal(railhead_position_new(&position, board, 3, 0, NULL, &error), bad);
    assert_int_equal(railhead_batch_new(&batch, board, 0, 3, 0, 0, 1, &error), bad);
    assert_int_equal(railhead_batch_new(&batch, board, 1, 3, 0, 9, 1, &error), bad);
    assert_int_equal(railhead_game_new(&game, board, 1, 0, seed, NULL, &error), bad);
    assert_int_equal(railhead_game_load(&game, NULL, 0, NULL, NULL, &error), bad);

    position = deal_one(board, 3, 0, 1);
    assert_int_equal(railhead_position_play(position, &turn, &error), bad);
    turn = (struct railhead_turn){.kind = RAILHEAD_LAY, .tracks = 3, .marker = RAILHEAD_NONE};
    assert_int_equal(railhead_position_play(position, &turn, &error), bad);
    turn = (struct railhead_turn){.kind = 9};
    assert_int_equal(railhead_position_play(position, &turn, &error), bad);
    assert_int_equal(railhead_position_play(NULL, &turn, &error), bad);
    assert_int_equal(railhead_position_hide(position, 3, &error), bad);
    assert_int_equal(railhead_position_act(position, UINT32_MAX, &error), RAILHEAD_REFUSED);
    railhead_position_free(position);

    well(railhead_game_new(&game, board, 2, 0, seed, NULL, &error));
    turn = (struct railhead_turn){.kind = RAILHEAD_LAY, .marker = RAILHEAD_NONE};
    assert_int_equal(railhead_game_play(game, &turn, &error), RAILHEAD_REFUSED);
    assert_int_equal(railhead_game_ask(game, &turn, &error), RAILHEAD_REFUSED);
    assert_int_equal(railhead_game_take_back(game, &error), RAILHEAD_NOT_NOW);
    assert_int_equal(railhead_game_sit(game, 2, "hard", 0, &error), bad);
    assert_int_equal(railhead_game_sit(game, 0, "nobody", 0, &error), bad);
    assert_string_equal(error.code, "library-bot");
    assert_string_equal(error.sentence, "there is no bot 'nobody'");
    assert_int_equal(railhead_game_sit(game, 0, "hrad", 0, &error), bad);
    assert_string_equal(error.sentence, "there is no bot 'hrad'; did you mean 'hard'?");
    well(railhead_game_deal(game, &error));
    assert_int_equal(railhead_game_ask(game, &turn, &error), RAILHEAD_NOT_NOW);
    railhead_game_free(game);
    railhead_game_free(NULL);
    railhead_board_free(NULL);
    railhead_position_free(NULL);
}

/* Turns, actions and hands of random bytes: each is taken or refused. */
TEST_CASE(random_bytes_are_taken_or_refused)
{
    uint64_t random = test_seed();
    for (unsigned i = 0; i < test_count(100); i++) {
        struct railhead_position *position = deal_one(some_board(&random), 3, i % 8, i);
        for (unsigned k = 0; k < 200; k++) {
            uint64_t bytes[2] = {test_random(&random), test_random(&random)};
            uint8_t hand[RAILHEAD_SEATS_MAX * RAILHEAD_GROUPS];
            struct railhead_turn turn;
            memcpy(&turn, bytes, sizeof turn);
            turn.kind &= 3;
            turn.tracks &= 3;
            turn.track[0].line &= 511;
            for (unsigned h = 0; h < sizeof hand; h++)
                hand[h] = (uint8_t)test_random(&random);
            railhead_position_play(position, &turn, NULL);
            railhead_position_deal_hands(position, hand, (uint32_t)bytes[0] & 3, NULL);
            railhead_position_act(position, (uint32_t)(bytes[1] & 2047), NULL);
            if (state_of(position).phase == RAILHEAD_PLAYING)
                well(railhead_position_act(position, random_action(position, &random), &error));
            else
                railhead_position_deal(position, NULL);
        }
        railhead_position_free(position);
    }
}

/* A caller that was compiled with an older or a newer structure. */
TEST_CASE(a_structure_of_another_size_is_filled_as_far_as_it_goes)
{
    struct railhead_position *position = deal_one(railhead_board_at(0), 3, 0, 1);
    struct {
        struct railhead_state known;
        uint8_t newer[16];
    } larger;
    uint32_t seats[2] = {0, 77};
    memset(&larger, 1, sizeof larger);
    well(
        railhead_position_state(position, (struct railhead_state *)seats, sizeof seats[0], &error));
    assert_int_equal(seats[0], 3);
    assert_int_equal(seats[1], 77);
    well(railhead_position_state(position, &larger.known, sizeof larger, &error));
    assert_int_equal(larger.newer[0], 0);
    railhead_position_free(position);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST("names and numbers of boards go together", names_and_numbers_of_boards_go_together),
        TEST("a board from a file plays like the one that is built in",
             a_board_from_a_file_plays_like_the_one_that_is_built_in),
        TEST("a turn is read as it is written", a_turn_is_read_as_it_is_written),
        TEST("actions play the same turns", actions_play_the_same_turns),
        TEST("what is refused says why and changes nothing",
             what_is_refused_says_why_and_changes_nothing),
        TEST("a seat knows its own cards alone", a_seat_knows_its_own_cards_alone),
        TEST("an observation tells nothing of others", an_observation_tells_nothing_of_others),
        TEST("a record is read as it was written", a_record_is_read_as_it_was_written),
        TEST("a broken record names its line", a_broken_record_names_its_line),
        TEST("a turn that is taken back can be played again",
             a_turn_that_is_taken_back_can_be_played_again),
        TEST("hidden cards are an error and not the end",
             hidden_cards_are_an_error_and_not_the_end),
        TEST("a budget is kept and the same question has the same answer",
             a_budget_is_kept_and_the_same_question_has_the_same_answer),
        TEST("chances of a seat add up to five cards", chances_of_a_seat_add_up_to_five_cards),
        TEST("a review says the same on every number of threads",
             a_review_says_the_same_on_every_number_of_threads),
        TEST("scores of an array are those of its positions",
             scores_of_an_array_are_those_of_its_positions),
        TEST("a batch steps as its positions would", a_batch_steps_as_its_positions_would),
        TEST("masks and gains of a batch are what the rules say",
             masks_and_gains_of_a_batch_are_what_the_rules_say),
        TEST("numbers out of range and null pointers are errors",
             numbers_out_of_range_and_null_pointers_are_errors),
        TEST("random bytes are taken or refused", random_bytes_are_taken_or_refused),
        TEST("a structure of another size is filled as far as it goes",
             a_structure_of_another_size_is_filled_as_far_as_it_goes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
