/* Engines as they should be, in whole games: real processes behind the referee's side. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "board_file/board_file.h"
#include "board_file/boards.h"
#include "engine/engine_game.h"
#include "rules/draft.h"
#include "support.h"

/* ---- A listener that keeps all it hears ---- */

enum { HEARD_SIZE = 1 << 20 };

struct heard {
    char text[HEARD_SIZE];
    size_t used;
};

static void hear(void *context, enum engine_sound sound, const char *line, size_t length)
{
    struct heard *heard = context;
    if (heard->used + length + 3 >= sizeof heard->text)
        return;
    heard->text[heard->used] = (char)sound;
    memcpy(heard->text + heard->used + 1, line, length);
    heard->used += length + 1;
    heard->text[heard->used++] = '\n';
    heard->text[heard->used] = '\0';
}

static struct heard heard;

static struct engine_listener listener(void)
{
    heard.used = 0;
    heard.text[0] = '\0';
    return (struct engine_listener){.hear = hear, .context = &heard};
}

static unsigned times_heard(const char *words)
{
    unsigned count = 0;
    for (const char *at = heard.text; (at = strstr(at, words)) != NULL; at++)
        count++;
    return count;
}

static void start_heard(struct engine *engine, const char *command, const char *const *settings)
{
    char error[ENGINE_REPORT_SIZE];
    engine_init(engine, command, listener());
    engine->settings = settings;
    if (!engine_start(engine, error, sizeof error))
        fail_msg("%s: %s", command, error);
}

/* ---- The handshake ---- */

TEST_CASE(an_engine_introduces_itself)
{
    static const char *const settings[] = {"style bold", "depth 4", NULL};
    struct engine engine;
    start_heard(&engine,
                "read -r hello; echo 'id name Ringel #1'; echo 'id author nobody'; echo nonsense;"
                "echo 'option depth number 3 1 9'; echo 'ready 1'; cat >&2",
                settings);
    assert_string_equal(engine.name, "Ringel +1");
    engine_stop(&engine);
    assert_int_equal(times_heard(">railhead-engine 1\n"), 1);
    assert_int_equal(times_heard("#unknown line; ignored: 'nonsense'\n"), 1);
    assert_int_equal(times_heard(">set style bold\n>set depth 4\n>quit\n"), 1);
    assert_int_equal(times_heard("!set depth 4\n"), 1);
}

TEST_CASE(a_nameless_engine_is_called_by_its_command)
{
    struct engine engine;
    engine_trial_start(&engine, "echo ready 1; cat");
    assert_string_equal(engine.name, "echo ready 1; cat");
    engine_stop(&engine);
}

TEST_CASE(a_long_name_is_cut_after_a_whole_character)
{
    struct engine engine;
    engine_trial_start(
        &engine, "echo 'id name 1234567890123456789012345678901234567890123456789012345678901ä'; "
                 "echo ready 1; cat >&2");
    assert_string_equal(engine.name,
                        "1234567890123456789012345678901234567890123456789012345678901ä");
    engine_stop(&engine);
    engine_trial_start(
        &engine, "echo 'id name 12345678901234567890123456789012345678901234567890123456789012ä'; "
                 "echo ready 1; cat >&2");
    assert_string_equal(engine.name,
                        "12345678901234567890123456789012345678901234567890123456789012");
    engine_stop(&engine);
}

TEST_CASE(another_protocol_is_refused)
{
    struct engine engine;
    char error[ENGINE_REPORT_SIZE];
    engine_init(&engine, "echo ready 2; cat", (struct engine_listener){.hear = NULL});
    assert_false(engine_start(&engine, error, sizeof error));
    assert_string_equal(error, "was ended: it speaks another protocol than number 1");
}

/* ---- Our own bots behind the protocol ---- */

static void expect_same_games(struct engine_trial *trial, const char *bot, unsigned games)
{
    struct engine engine;
    char *command = engine_trial_command(bot);
    engine_trial_start(&engine, command);
    for (trial->number = 1; trial->number <= games; trial->number++) {
        const uint64_t hash = engine_trial_hash_bot(trial, bot_find(bot, strlen(bot)));
        assert_int_equal(engine_trial_hash(trial, &engine), hash);
    }
    for (unsigned answer = ENGINE_TURN + 1; answer < ENGINE_ANSWERS; answer++)
        assert_int_equal(engine.answers[answer], 0);
    assert_true(engine.answers[ENGINE_TURN] > 0);
    assert_string_equal(engine.report, "");
    engine_stop(&engine);
    free(command);
}

TEST_CASE(a_bot_behind_the_protocol_plays_as_without_it)
{
    for (unsigned board = 0; board < board_builtin_count(); board++) {
        for (unsigned variants = 0; variants <= VARIANTS_ALL; variants++) {
            struct engine_trial trial = {.board = board_builtin_at(board),
                                         .variants = variants,
                                         .seats = 2 + (board + variants) % 5,
                                         .seat = variants % 2};
            expect_same_games(&trial, variants % 2 == 0 ? "greedy" : "random", 2);
        }
    }
}

TEST_CASE(every_bot_can_be_an_engine)
{
    for (unsigned i = 0; i < bot_count(); i++) {
        struct engine_trial trial = {.board = board_builtin_at(i % board_builtin_count()),
                                     .seats = 4,
                                     .seat = i % 4,
                                     .limits = {.work = bot_at(i)->work > 0 ? 2000 : 0},
                                     .rounds_max = 1};
        expect_same_games(&trial, bot_at(i)->name, bot_at(i)->work > 0 ? 1 : 2);
    }
}

/* ---- What an engine may ask for ---- */

static void count_turn(void *context, const struct turn *turn)
{
    unsigned *count = context;
    (void)turn;
    ++*count;
}

/* Asks for the turns and plays the last of the list. */
static const char last_legal[] =
    SHELL_ENGINE("go) go=$number; echo legal;; legal) last=\"$number $rest\";; "
                 "end-legal) echo turn $go $last;;");

TEST_CASE(an_engine_may_ask_for_the_legal_turns)
{
    const struct board *board = board_builtin("transeuropa", 11);
    const struct engine_trial trial = {.board = board, .seats = 3, .seat = 1, .rounds_max = 1};
    struct engine engine;
    struct position position;
    start_heard(&engine, last_legal, NULL);
    engine_trial_play(&trial, &engine, &position);
    engine_stop(&engine);
    assert_true(engine.answers[ENGINE_TURN] > 0);
    assert_int_equal(engine.answers[ENGINE_ILLEGAL] + engine.answers[ENGINE_GARBLED], 0);

    /* The list of a first turn: the junctions without a marker, sorted as text. */
    const char *list = strstr(heard.text, ">legal @");
    assert_non_null(list);
    unsigned places = 0;
    const char *before = list;
    for (; strncmp(list, ">legal @", 8) == 0; list = strchr(list, '\n') + 1, places++) {
        assert_true(places == 0 || strcmp(before, list) < 0);
        before = list;
    }
    assert_int_equal(strncmp(list, ">end-legal\n", 11), 0);
    assert_true(places == board->junctions || places == board->junctions - 1U ||
                places == board->junctions - 2U);
}

TEST_CASE(the_legal_turns_are_all_of_them)
{
    const struct board *board = board_builtin("transamerica", 12);
    const struct engine_limits limits = {.work = 0};
    const struct engine_game game = {.board = board, .seats = 2};
    const uint8_t seed[SEED_SIZE] = {3};
    struct engine engine;
    struct position position;
    struct view view;
    struct turn turn;
    unsigned count = 0;
    start_heard(&engine, last_legal, NULL);
    assert_true(engine_begin_game(&engine, &game));
    position_init(&position, board, 2, 0, seed);
    position_deal(&position, board);
    const unsigned first = position.table.to_move;
    for (unsigned i = 0; i < 6; i++) {
        const unsigned seat = position.table.to_move;
        view_of(&view, &position, seat);
        heard.used = 0;
        count = 0;
        turn_each(&view.table, board, &view.hand, count_turn, &count);
        assert_int_equal(engine_turn(&engine, &view, &limits, &turn, NULL), ENGINE_TURN);
        assert_int_equal(times_heard(">legal "), count);
        assert_int_equal(position_play(&position, board, &turn), ACCEPTED);
    }
    assert_int_equal(position.table.to_move, first);
    engine_stop(&engine);
}

/* The text between two lines that were sent, without the signs of the listener. */
static size_t sent_between(const char *start, const char *end, char *text, size_t size)
{
    const char *line = strstr(heard.text, start);
    size_t used = 0;
    assert_non_null(line);
    for (line = strchr(line, '\n') + 1; strncmp(line, end, strlen(end)) != 0;) {
        const char *next = strchr(line, '\n') + 1;
        const size_t length = (size_t)(next - line) - 1;
        assert_true(used + length < size);
        memcpy(text + used, line + 1, length);
        used += length;
        line = next;
    }
    return used;
}

TEST_CASE(an_engine_may_ask_for_the_board)
{
    static char text[1 << 17];
    for (unsigned i = 0; i < board_builtin_count(); i++) {
        const struct board *board = board_builtin_at(i);
        const struct engine_game game = {.board = board, .seats = 2};
        struct engine engine;
        struct board again;
        struct fault fault;
        memset(&again, 0, sizeof again);
        start_heard(&engine, "echo want board; echo ready 1; " SHELL_ENGINE(""), NULL);
        assert_true(engine_begin_game(&engine, &game));
        assert_true(engine_begin_game(&engine, &game));
        engine_stop(&engine);
        assert_int_equal(times_heard(">board-file\n"), 1); /* once is enough */
        const size_t size = sent_between(">board-file\n", ">end-board\n", text, sizeof text);
        if (!board_read(text, size, &again, &fault))
            fail_msg("%s:%u: %s", board->id, fault.line, SENTENCE(&fault));
        assert_memory_equal(&again, board, sizeof again);
    }
}

TEST_CASE(a_board_of_ones_own_is_always_sent)
{
    static struct board board;
    char *command = engine_trial_command("greedy");
    struct engine engine;
    struct engine_trial trial = {.board = &board, .seats = 3, .seat = 2, .number = 5};
    board = *board_builtin("transamerica", 12);
    snprintf(board.id, sizeof board.id, "my-own");
    snprintf(board.name, sizeof board.name, "A \"board\" of \\ my own");
    start_heard(&engine, command, NULL);
    assert_int_equal(engine_trial_hash(&trial, &engine),
                     engine_trial_hash_bot(&trial, bot_find("greedy", 6)));
    engine_stop(&engine);
    assert_int_equal(times_heard(">board-file\n"), 1);
    assert_int_equal(times_heard("info text"), 0);
    free(command);
}

TEST_CASE(what_an_engine_thinks_is_heard)
{
    const struct board *board = board_builtin("transamerica", 12);
    const struct engine_limits limits = {.work = 5000, .milliseconds = 20000};
    const struct engine_game game = {.board = board, .seats = 2};
    const uint8_t seed[SEED_SIZE] = {1};
    struct engine engine;
    struct position position;
    struct view view;
    struct turn turn;
    struct thoughts thoughts;
    start_heard(&engine,
                SHELL_ENGINE("go) echo 'info turn @K7 lost 4.5'; echo info turn @A2 lost 3; "
                             "echo info belief 2 helena=0.75 omaha=0.5; echo info work 1234; "
                             "echo info depth 7; echo turn $number @A2;;"),
                NULL);
    assert_true(engine_begin_game(&engine, &game));
    position_init(&position, board, 2, 0, seed);
    position_deal(&position, board);
    view_of(&view, &position, position.table.to_move);
    assert_int_equal(engine_turn(&engine, &view, &limits, &turn, &thoughts), ENGINE_TURN);
    engine_stop(&engine);
    assert_int_equal(times_heard(">go 1 work 5000 time 20000\n"), 1);
    assert_int_equal(thoughts.ideas, 2);
    assert_int_equal(thoughts.work, 1234);
    assert_memory_equal(&thoughts.idea[0].turn, &turn, sizeof turn);
    assert_true(thoughts.idea[0].lost == 3 && thoughts.idea[1].lost == 4.5);
    assert_true(thoughts.chance[1][board_find_city(board, "helena", 6)] == 0.75F);
    assert_true(thoughts.chance[1][board_find_city(board, "chicago", 7)] == 0);
}

TEST_CASE(hidden_cards_are_not_told_before_the_end)
{
    const struct board *board = board_builtin("transamerica", 12);
    const struct engine_trial trial = {.board = board, .seats = 4, .seat = 2, .rounds_max = 1};
    struct engine engine;
    struct position position;
    start_heard(&engine, SHELL_ENGINE("go) echo turn $number none;;"), NULL);
    engine_trial_play(&trial, &engine, &position);
    engine_stop(&engine);
    assert_int_equal(times_heard(" ? ? ? ? ?\n"), 3);
    const char *end = strstr(heard.text, "\n>end ");
    assert_non_null(end);
    for (unsigned seat = 0; seat < trial.seats; seat++) {
        char deal[64];
        snprintf(deal, sizeof deal, "\n>deal %u %s ", seat + 1,
                 board->city[position.hand[seat].city[0]].id);
        const char *told = strstr(heard.text, deal);
        assert_non_null(told);
        assert_true(told < end);
        if (seat != trial.seat) { /* nothing but the other hands and the end comes after it */
            for (told++; told < end; told = strchr(told, '\n') + 1)
                assert_int_equal(strncmp(told, ">deal ", 6), 0);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST("an engine introduces itself, and gets its settings", an_engine_introduces_itself),
        TEST("a nameless engine is called by its command",
             a_nameless_engine_is_called_by_its_command),
        TEST("a long name is cut after a whole character",
             a_long_name_is_cut_after_a_whole_character),
        TEST("another protocol is refused", another_protocol_is_refused),
        TEST("a bot behind the protocol plays as without it, on every board and variant",
             a_bot_behind_the_protocol_plays_as_without_it),
        TEST("every bot can be an engine", every_bot_can_be_an_engine),
        TEST("T2: an engine may ask for the legal turns", an_engine_may_ask_for_the_legal_turns),
        TEST("the legal turns are all of them", the_legal_turns_are_all_of_them),
        TEST("an engine may ask for the board", an_engine_may_ask_for_the_board),
        TEST("a board of one's own is always sent", a_board_of_ones_own_is_always_sent),
        TEST("what an engine thinks is heard", what_an_engine_thinks_is_heard),
        TEST("R6: hidden cards are not told before the end of the round",
             hidden_cards_are_not_told_before_the_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
