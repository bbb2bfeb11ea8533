/*
 * Engines as they should not be: illegal, late, garbled, dead, deaf, endless.  Each is reported,
 * each game goes on to its end, and neither a process nor a descriptor stays behind.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "board_file/boards.h"
#include "engine/engine_game.h"
#include "support.h"

/* ---- What may stay behind ---- */

static unsigned open_descriptors(void)
{
    unsigned count = 0;
    DIR *folder = opendir("/proc/self/fd");
    assert_non_null(folder);
    while (readdir(folder) != NULL)
        count++;
    closedir(folder);
    return count;
}

/* A pipe whose writing end every process of an engine inherits: it ends when the last one has. */
struct leash {
    int end[2];
    unsigned descriptors;
};

static void leash_begin(struct leash *leash)
{
    leash->descriptors = open_descriptors();
    assert_int_equal(pipe(leash->end), 0);
    fcntl(leash->end[0], F_SETFD, FD_CLOEXEC);
}

/* Waits for the last process; a process that stayed would let the test run into its time limit. */
static void leash_end(struct leash *leash)
{
    char byte;
    close(leash->end[1]);
    assert_int_equal(read(leash->end[0], &byte, 1), 0);
    close(leash->end[0]);
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
    assert_int_equal(errno, ECHILD); /* no zombie */
    assert_int_equal(open_descriptors(), leash->descriptors);
}

/* ---- A game with one bad engine ---- */

/* For engines that never do what is waited for; the others have all the time they need. */
enum { SHORT = 60 };

static void init(struct engine *engine, const char *command)
{
    engine_init(engine, command, (struct engine_listener){.hear = NULL});
}

static const struct engine_trial *usual_trial(void)
{
    static struct engine_trial trial = {.seats = 3, .seat = 1, .number = 9};
    trial.board = board_builtin("transamerica", 12);
    return &trial;
}

/* Plays a whole game with it; what came of its turns is in engine->answers. */
static void play_with_patience(struct engine *engine, const char *command,
                               const struct engine_patience *patience)
{
    struct leash leash;
    struct position position;
    char error[ENGINE_REPORT_SIZE];
    leash_begin(&leash);
    init(engine, command);
    if (patience != NULL)
        engine->patience = *patience;
    if (!engine_start(engine, error, sizeof error))
        fail_msg("%s", error);
    engine_trial_play(usual_trial(), engine, &position);
    assert_int_equal(position.table.phase, PHASE_GAME_OVER);
    engine_stop(engine);
    leash_end(&leash);
}

static void play(struct engine *engine, const char *command)
{
    play_with_patience(engine, command, NULL);
}

/* All turns of the game came to this. */
static void expect_only(const struct engine *engine, enum engine_answer answer)
{
    for (unsigned other = 0; other < ENGINE_ANSWERS; other++) {
        if (other == (unsigned)answer)
            assert_true(engine->answers[other] > 10);
        else
            assert_int_equal(engine->answers[other], 0);
    }
}

static void expect_report(const struct engine *engine, const char *words)
{
    if (strstr(engine->report, words) == NULL)
        fail_msg("the report should say '%s', not '%s'", words, engine->report);
}

TEST_CASE(an_illegal_turn_is_forfeited)
{
    struct engine engine;
    play(&engine, SHELL_ENGINE("go) echo turn $number pass;;"));
    expect_only(&engine, ENGINE_ILLEGAL);
    expect_report(&engine, "turn 'pass': a player who can lay a track cannot pass (T4)");
}

TEST_CASE(a_turn_that_cannot_be_read_is_forfeited)
{
    struct engine engine;
    play(&engine, SHELL_ENGINE("go) echo turn $number K7_L7;;"));
    expect_only(&engine, ENGINE_GARBLED);
    expect_report(&engine, "turn 'K7_L7': a line is written as in F4-G4, not 'K7_L7' (format)");
}

TEST_CASE(an_engine_without_a_turn_forfeits_it)
{
    struct engine engine;
    play(&engine, SHELL_ENGINE("go) echo turn $number none;;"));
    expect_only(&engine, ENGINE_NONE);
    expect_report(&engine, "it has no turn");
}

/* The engine's own program goes on: only the turn that it says is heard. */
TEST_CASE(it_is_told_what_was_wrong)
{
    struct engine engine;
    play(&engine, SHELL_ENGINE("go) echo turn $number pass; read -r line; "
                               "case $line in \"forfeit $number turn 'pass': \"*) ;; "
                               "*) echo \"$line\" >&2; exit 1;; esac;;"));
    expect_only(&engine, ENGINE_ILLEGAL);
}

TEST_CASE(binary_output_is_passed_over)
{
    struct engine engine;
    play(&engine, SHELL_ENGINE("go) printf '\\377\\376\\001\\000\\n\\n turn\\nturn\\n\\000'; "
                               "printf '\\nturn x @K7\\nturn -1 @K7\\nturn 1000000 @K7\\n'; "
                               "echo turn $number none;;"));
    expect_only(&engine, ENGINE_NONE);
}

TEST_CASE(a_line_that_is_too_long_is_passed_over)
{
    struct engine engine;
    play(&engine,
         SHELL_ENGINE("go) printf 'turn %s %020000d\\nturn %s none\\n' $number 7 $number;;"));
    expect_only(&engine, ENGINE_NONE);
}

TEST_CASE(three_late_turns_end_an_engine)
{
    struct engine engine;
    const struct engine_patience patience = {
        .handshake = 10000, .game = 10000, .turn = SHORT, .grace = 0, .quit = SHORT};
    play_with_patience(&engine, SHELL_ENGINE("go) ;;"), &patience);
    assert_int_equal(engine.answers[ENGINE_LATE], 3);
    assert_true(engine.answers[ENGINE_DEAD] > 10);
    assert_int_equal(engine.answers[ENGINE_TURN], 0);
    expect_report(&engine, "was ended: too many of its turns came too late");
}

TEST_CASE(a_limit_of_time_is_kept)
{
    struct engine engine;
    struct engine_trial trial = *usual_trial();
    struct position position;
    char error[ENGINE_REPORT_SIZE];
    trial.limits.milliseconds = 1;
    init(&engine, SHELL_ENGINE("go) [ \"$rest\" = 'time 1' ] || exit 1;;"));
    engine.patience.turn = 600000; /* or this test never ends */
    engine.patience.grace = 0;
    assert_true(engine_start(&engine, error, sizeof error));
    engine_trial_play(&trial, &engine, &position);
    assert_int_equal(engine.answers[ENGINE_LATE], 3);
    engine_stop(&engine);
}

/* The first `go` is not answered; the second by a turn for the first, and then by `none`. */
TEST_CASE(a_late_answer_is_not_taken_for_the_next)
{
    const struct board *board = board_builtin("transamerica", 12);
    const struct engine_game game = {.board = board, .seats = 2};
    const struct engine_limits limits = {.work = 0};
    struct engine engine;
    struct position position;
    struct view view;
    struct turn turn;
    engine_trial_start(&engine, SHELL_ENGINE("go) [ $number = 1 ] || echo turn 1 @K7; "
                                             "[ $number = 1 ] || echo turn $number none;;"));
    assert_true(engine_begin_game(&engine, &game));
    position_init(&position, board, 2, 0, (const uint8_t[SEED_SIZE]){1});
    position_deal(&position, board);
    view_of(&view, &position, position.table.to_move);
    engine.patience.turn = SHORT;
    assert_int_equal(engine_turn(&engine, &view, &limits, &turn, NULL), ENGINE_LATE);
    assert_string_equal(engine.report, "no turn within 60 milliseconds");
    engine.patience.turn = 10000;
    assert_int_equal(engine_turn(&engine, &view, &limits, &turn, NULL), ENGINE_NONE);
    engine_stop(&engine);
}

TEST_CASE(an_engine_that_ends_is_reported)
{
    struct engine engine;
    play(&engine, SHELL_ENGINE("go) [ $number != 3 ] || { echo 'out of ideas' >&2; exit 7; }; "
                               "echo turn $number none;;"));
    assert_int_equal(engine.answers[ENGINE_NONE], 2);
    assert_true(engine.answers[ENGINE_DEAD] > 10);
    assert_string_equal(engine.report, "ended with status 7; its last words: out of ideas");
}

TEST_CASE(last_words_need_no_line_feed)
{
    struct engine engine;
    play(&engine, SHELL_ENGINE("go) echo first >&2; printf 'last \\001 words' >&2; exit 1;;"));
    assert_string_equal(engine.report, "ended with status 1; its last words: last ? words");
}

TEST_CASE(an_engine_that_is_killed_is_reported)
{
    struct engine engine;
    play(&engine, SHELL_ENGINE("go) [ $number != 3 ] || kill -9 $$; echo turn $number none;;"));
    assert_int_equal(engine.answers[ENGINE_NONE], 2);
    assert_true(engine.answers[ENGINE_DEAD] > 10);
    assert_string_equal(engine.report, "ended by signal 9");
}

TEST_CASE(endless_output_ends_an_engine)
{
    struct engine engine;
    static const char *const commands[] = {
        SHELL_ENGINE("go) yes info text on and on;;"),
        SHELL_ENGINE("go) yes | tr -d '\\n';;"),
        SHELL_ENGINE("go) cat /dev/zero;;"),
    };
    for (unsigned i = 0; i < 3; i++) {
        play(&engine, commands[i]);
        assert_int_equal(engine.answers[ENGINE_GARBLED], 1);
        assert_true(engine.answers[ENGINE_DEAD] > 10);
        assert_string_equal(engine.report, "was ended: it writes without end and does not answer");
    }
}

TEST_CASE(endless_complaints_end_nothing)
{
    struct engine engine;
    play(&engine, "yes oh >&2 & " SHELL_ENGINE("go) echo turn $number none;;"));
    expect_only(&engine, ENGINE_NONE);
}

TEST_CASE(an_engine_that_does_not_read_is_ended)
{
    struct engine engine;
    struct leash leash;
    struct position position;
    char error[ENGINE_REPORT_SIZE];
    leash_begin(&leash);
    init(&engine, "echo want board; echo ready 1; exec sleep 1000");
    engine.patience.game = SHORT;
    assert_true(engine_start(&engine, error, sizeof error));
    engine_trial_play(usual_trial(), &engine, &position);
    expect_only(&engine, ENGINE_DEAD);
    engine_stop(&engine);
    leash_end(&leash);
}

/* More lines than a pipe holds, and nobody who reads them. */
TEST_CASE(an_engine_that_does_not_read_holds_nobody_up)
{
    const struct engine_game game = {.board = usual_trial()->board, .seats = 2};
    const struct turn turn = {.kind = TURN_PLACE, .marker = 7};
    struct engine engine;
    struct leash leash;
    leash_begin(&leash);
    engine_trial_start(&engine, "echo ready 1; echo pong; exec sleep 1000");
    assert_true(engine_begin_game(&engine, &game));
    engine.patience.game = SHORT;
    for (unsigned i = 0; i < 100000 && engine.alive; i++)
        engine_see(&engine, 0, &turn);
    assert_string_equal(engine.report, "was ended: it does not read what it is told");
    engine_stop(&engine);
    leash_end(&leash);
}

TEST_CASE(an_engine_that_asks_and_does_not_listen_is_ended)
{
    struct engine engine;
    const struct engine_patience patience = {
        .handshake = 10000, .game = 10000, .turn = 10000, .grace = 0, .quit = SHORT};
    play_with_patience(&engine, SHELL_ENGINE("go) exec <&-; echo legal; sleep 1000;;"), &patience);
    expect_only(&engine, ENGINE_DEAD);
}

TEST_CASE(an_engine_that_closes_its_input_is_ended)
{
    struct engine engine;
    const struct engine_patience patience = {
        .handshake = 10000, .game = 10000, .turn = 10000, .grace = 0, .quit = SHORT};
    play_with_patience(&engine, "read -r hello; exec <&-; echo ready 1; sleep 1000", &patience);
    expect_only(&engine, ENGINE_DEAD);
    assert_string_equal(engine.report, "was ended: it has closed its standard input or output");
}

static void expect_no_start(const char *command, const char *words)
{
    struct engine engine;
    struct leash leash;
    char error[ENGINE_REPORT_SIZE];
    leash_begin(&leash);
    init(&engine, command);
    engine.patience.handshake = strncmp(command, "sleep", 5) == 0 ? SHORT : 10000;
    assert_false(engine_start(&engine, error, sizeof error));
    if (strstr(error, words) == NULL)
        fail_msg("%s: '%s' should be in '%s'", command, words, error);
    engine_stop(&engine);
    leash_end(&leash);
}

TEST_CASE(an_engine_that_does_not_shake_hands_is_refused)
{
    expect_no_start("exit 3", "ended with status 3");
    expect_no_start("true", "ended with status 0");
    expect_no_start("kill -9 $$", "ended by signal 9");
    expect_no_start("sleep 1000", "was ended: it does not answer 'railhead-engine 1'");
    expect_no_start("sleep 1000 & sleep 1000", "was ended: it does not answer");
    expect_no_start("/no/such/bot --x", "ended with status 127; its last words: ");
    expect_no_start("yes", "was ended: it writes without end and does not answer");
    expect_no_start("syntax ( error", "ended with status 2");
}

TEST_CASE(a_setting_that_is_too_long_is_refused)
{
    static char setting[CHILD_LINE_SIZE + 1];
    const char *const settings[] = {setting, NULL};
    struct engine engine;
    struct leash leash;
    char error[ENGINE_REPORT_SIZE];
    leash_begin(&leash);
    memset(setting, 'x', sizeof setting - 1);
    init(&engine, SHELL_ENGINE(""));
    engine.settings = settings;
    assert_false(engine_start(&engine, error, sizeof error));
    assert_string_equal(error, "was ended: one of the settings for it is too long");
    leash_end(&leash);
}

TEST_CASE(a_machine_without_room_is_reported)
{
    struct rlimit usual, none;
    struct engine engine;
    char error[ENGINE_REPORT_SIZE];
    const unsigned descriptors = open_descriptors();
    init(&engine, SHELL_ENGINE(""));
    assert_int_equal(getrlimit(RLIMIT_NOFILE, &usual), 0);
    none = usual;
    none.rlim_cur = 5; /* two of the six ends of pipes at most */
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &none), 0);
    const bool started = engine_start(&engine, error, sizeof error);
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &usual), 0);
    assert_false(started);
    assert_string_equal(error, "cannot be started: Too many open files");
    assert_int_equal(open_descriptors(), descriptors);
}

TEST_CASE(an_engine_that_ignores_all_pleas_is_killed)
{
    struct engine engine;
    struct leash leash;
    char error[ENGINE_REPORT_SIZE];
    leash_begin(&leash);
    init(&engine, "trap '' TERM INT HUP; (while :; do sleep 1; done) & "
                  "echo ready 1; while :; do sleep 1; done");
    engine.patience.quit = SHORT;
    assert_true(engine_start(&engine, error, sizeof error));
    engine_stop(&engine);
    leash_end(&leash);
}

TEST_CASE(a_dead_engine_gets_another_chance_but_not_for_ever)
{
    struct engine engine;
    struct position position;
    char error[ENGINE_REPORT_SIZE], name[] = "/tmp/engine-starts-XXXXXX", command[512];
    const int file = mkstemp(name);
    assert_true(file >= 0);
    snprintf(command, sizeof command, "echo x >>%s; " SHELL_ENGINE("go) exit;;"), name);
    init(&engine, command);
    assert_true(engine_start(&engine, error, sizeof error));
    for (unsigned game = 0; game < 6; game++) {
        engine_trial_play(usual_trial(), &engine, &position);
        assert_int_equal(position.table.phase, PHASE_GAME_OVER);
    }
    engine_stop(&engine);
    expect_only(&engine, ENGINE_DEAD);
    assert_int_equal(lseek(file, 0, SEEK_END), 2 * 3); /* started for each of three games */
    close(file);
    unlink(name);
}

TEST_CASE(an_engine_that_recovers_is_kept)
{
    struct engine engine;
    struct position position;
    char error[ENGINE_REPORT_SIZE], name[] = "/tmp/engine-games-XXXXXX", command[512];
    const int file = mkstemp(name);
    assert_true(file >= 0);
    /* Every other start it dies at its first turn. */
    snprintf(command, sizeof command,
             "echo x >>%s; starts=$(wc -l <%s); " SHELL_ENGINE(
                 "newgame) games=$((games + 1));; "
                 "go) [ $((starts %% 2)) = 0 -a $games = 1 ] || exit; echo turn $number none;;"),
             name, name);
    init(&engine, command);
    assert_true(engine_start(&engine, error, sizeof error));
    for (unsigned game = 0; game < 8; game++)
        engine_trial_play(usual_trial(), &engine, &position);
    engine_stop(&engine);
    assert_true(engine.answers[ENGINE_NONE] > 30);
    assert_true(lseek(file, 0, SEEK_END) / 2 >= 5);
    close(file);
    unlink(name);
}

TEST_CASE(the_program_hears_no_sigpipe)
{
    struct engine engine;
    struct sigaction usual = {.sa_handler = SIG_DFL}, before;
    sigset_t pending;
    assert_int_equal(sigaction(SIGPIPE, &usual, &before), 0);
    const struct engine_patience patience = {
        .handshake = 10000, .game = 10000, .turn = 10000, .grace = 0, .quit = SHORT};
    play_with_patience(&engine, SHELL_ENGINE("go) exec <&-; echo turn $number none; sleep 1000;;"),
                       &patience);
    assert_int_equal(engine.answers[ENGINE_NONE], 1);
    assert_true(engine.answers[ENGINE_DEAD] > 10);
    sigpending(&pending);
    assert_false(sigismember(&pending, SIGPIPE));
    sigaction(SIGPIPE, &before, NULL);
}

TEST_CASE(a_program_without_standard_streams_can_have_engines)
{
    fflush(NULL);
    const pid_t pid = fork();
    assert_true(pid >= 0);
    if (pid == 0) {
        struct engine engine;
        struct position position;
        char error[ENGINE_REPORT_SIZE];
        close(0);
        close(1);
        close(2);
        init(&engine, SHELL_ENGINE("go) echo turn $number none;;"));
        if (!engine_start(&engine, error, sizeof error))
            _exit(1);
        engine_trial_play(usual_trial(), &engine, &position);
        engine_stop(&engine);
        _exit(engine.answers[ENGINE_NONE] > 10 && engine.answers[ENGINE_DEAD] == 0 ? 0 : 2);
    }
    int status;
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_int_equal(status, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST("T4: an illegal turn is forfeited", an_illegal_turn_is_forfeited),
        TEST("a turn that cannot be read is forfeited", a_turn_that_cannot_be_read_is_forfeited),
        TEST("an engine without a turn forfeits it", an_engine_without_a_turn_forfeits_it),
        TEST("an engine is told what was wrong with its turn", it_is_told_what_was_wrong),
        TEST("binary output and lines without sense are passed over", binary_output_is_passed_over),
        TEST("a line that is too long is passed over", a_line_that_is_too_long_is_passed_over),
        TEST("three late turns end an engine for the game", three_late_turns_end_an_engine),
        TEST("a limit of time is told and kept", a_limit_of_time_is_kept),
        TEST("a late answer is not taken for the next turn",
             a_late_answer_is_not_taken_for_the_next),
        TEST("an engine that ends is reported with its last words",
             an_engine_that_ends_is_reported),
        TEST("last words need no line feed", last_words_need_no_line_feed),
        TEST("an engine that is killed is reported", an_engine_that_is_killed_is_reported),
        TEST("output without end, with or without lines, ends an engine",
             endless_output_ends_an_engine),
        TEST("complaints without end on standard error end nothing",
             endless_complaints_end_nothing),
        TEST("an engine that does not read is ended", an_engine_that_does_not_read_is_ended),
        TEST("an engine that does not read holds nobody up",
             an_engine_that_does_not_read_holds_nobody_up),
        TEST("an engine that asks and does not listen is ended",
             an_engine_that_asks_and_does_not_listen_is_ended),
        TEST("an engine that closes its input is ended", an_engine_that_closes_its_input_is_ended),
        TEST("an engine that does not shake hands is refused",
             an_engine_that_does_not_shake_hands_is_refused),
        TEST("a setting that is too long is refused", a_setting_that_is_too_long_is_refused),
        TEST("a machine without room for another engine is reported",
             a_machine_without_room_is_reported),
        TEST("an engine that ignores every signal is killed, and all that it has started",
             an_engine_that_ignores_all_pleas_is_killed),
        TEST("a dead engine is started again for the next game, three times",
             a_dead_engine_gets_another_chance_but_not_for_ever),
        TEST("an engine that recovers is kept", an_engine_that_recovers_is_kept),
        TEST("the program hears no SIGPIPE", the_program_hears_no_sigpipe),
        TEST("a program without standard streams can have engines",
             a_program_without_standard_streams_can_have_engines),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
