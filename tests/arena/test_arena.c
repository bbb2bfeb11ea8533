/*
 * The arena's results: added up again from the records it keeps, and the same whatever the number
 * of threads.
 */
#define _GNU_SOURCE /* mkdtemp() */
#include "arena/arena.h"

#include <dirent.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "board_file/boards.h"
#include "cli/cli.h"
#include "support.h"

enum { PATH_SIZE = 300, GAMES_MAX = 80 };

static void add_bot(struct arena_setup *setup, const char *name)
{
    char error[CONTENDER_ERROR_SIZE];
    struct contender *contender = &setup->contender[setup->contenders++];
    if (!contender_parse(contender, name, strlen(name), error))
        fail_msg("no contender: %s", error);
}

/* Greedy bots in the first `greedy` seats, random ones in the others. */
static struct arena_setup setup_of(const char *board, unsigned seats, unsigned greedy)
{
    struct arena_setup setup = {
        .board = board_builtin(board, strlen(board)), .games = 12, .seed = 20020501, .threads = 2};
    assert_non_null(setup.board);
    for (unsigned i = 0; i < seats; i++)
        add_bot(&setup, i < greedy ? "greedy" : "random");
    arena_list(&setup);
    return setup;
}

static void run(const struct arena_setup *setup, struct arena_result *result)
{
    char error[ARENA_ERROR_SIZE] = "";
    if (!arena_run(setup, result, NULL, error))
        fail_msg("the arena says: %s", error);
}

/* A folder for records, which goes away with everything in it. */
static void folder_make(char folder[PATH_SIZE])
{
    const char *parent = getenv("TMPDIR");
    snprintf(folder, PATH_SIZE, "%.200s/railhead-arena-XXXXXX", parent ? parent : "/tmp");
    assert_non_null(mkdtemp(folder));
}

static void folder_remove(const char *folder)
{
    DIR *open = opendir(folder);
    assert_non_null(open);
    for (struct dirent *entry; (entry = readdir(open)) != NULL;) {
        char path[2 * PATH_SIZE];
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        unlink(path); /* "." and ".." stay */
    }
    closedir(open);
    assert_int_equal(rmdir(folder), 0);
}

/* What a game's record says became of each seat. */
struct outcome {
    double won[SEATS_MAX];
    int lost[SEATS_MAX];
    unsigned rounds, turns;
};

/* B4: of a game that is over its winners; of a single round the seats that lost least. */
static unsigned winners_of(const struct table *table)
{
    unsigned winners = 0;
    int least = table->lost[0];
    if (table->phase == PHASE_GAME_OVER)
        return table->winners;
    assert_int_equal(table->phase, PHASE_ROUND_OVER);
    for (unsigned seat = 0; seat < table->seats; seat++)
        least = table->lost[seat] < least ? table->lost[seat] : least;
    for (unsigned seat = 0; seat < table->seats; seat++)
        winners |= (unsigned)(table->lost[seat] == least) << seat;
    return winners;
}

static void read_outcome(const char *folder, unsigned game, struct outcome *outcome)
{
    char path[2 * PATH_SIZE], error[256];
    struct file file;
    static struct record_reader reader;
    static const struct chosen_board none;
    enum record_event event;
    snprintf(path, sizeof path, "%s/%08u.rail", folder, game + 1);
    assert_true(file_read(&file, path, error, sizeof error));
    record_reader_init(&reader, file.data, file.size, chosen_board_for_records(&none), NULL);
    const struct table *table = &reader.position.table;
    memset(outcome, 0, sizeof *outcome);
    while ((event = record_next(&reader)) != RECORD_END) {
        assert_int_not_equal(event, RECORD_FAULT);
        for (unsigned seat = 0; event == RECORD_CLOSED && seat < table->seats; seat++)
            outcome->lost[seat] += table->lost[seat];
    }
    const unsigned winners = winners_of(table);
    for (unsigned seat = 0; seat < table->seats; seat++) {
        if (winners >> seat & 1)
            outcome->won[seat] = 1.0 / __builtin_popcount(winners);
    }
    outcome->rounds = reader.rounds;
    outcome->turns = reader.turns;
    file_release(&file);
}

static void expect_mean(const struct estimate *got, const double *value, unsigned count)
{
    double sum = 0, sum_of_squares = 0;
    for (unsigned i = 0; i < count; i++) {
        sum += value[i];
        sum_of_squares += value[i] * value[i];
    }
    const double mean = sum / count;
    const double variance = (sum_of_squares - count * mean * mean) / (count - 1);
    assert_true(fabs(got->mean - mean) < 1e-9);
    assert_true(fabs(got->margin - 1.96 * sqrt(fmax(variance, 0) / count)) < 1e-6);
}

/* One observation for each deal: the mean over its games, and points over its rounds. */
static void expect_result(const struct arena_setup *setup, const struct arena_result *result,
                          const struct outcome *outcome)
{
    const unsigned games_a_deal = setup->duplicate ? setup->seats : 1;
    uint64_t rounds = 0, turns = 0;
    assert_int_equal(result->deals, (setup->games + games_a_deal - 1) / games_a_deal);
    for (unsigned entry = 0; entry < setup->seats; entry++) {
        double won[GAMES_MAX] = {0}, lost[GAMES_MAX] = {0}, games[GAMES_MAX] = {0};
        double rounds_of[GAMES_MAX] = {0};
        for (unsigned game = 0; game < setup->games; game++) {
            /* Game by game the bots move on by one seat. */
            const unsigned seat = setup->duplicate ? (entry + game) % setup->seats : entry;
            const unsigned deal = game / games_a_deal;
            won[deal] += outcome[game].won[seat];
            lost[deal] += outcome[game].lost[seat];
            games[deal]++;
            rounds_of[deal] += outcome[game].rounds;
        }
        for (unsigned deal = 0; deal < result->deals; deal++) {
            won[deal] /= games[deal];
            lost[deal] /= rounds_of[deal];
        }
        expect_mean(&result->row[entry].won, won, result->deals);
        expect_mean(&result->row[entry].lost, lost, result->deals);
    }
    for (unsigned game = 0; game < setup->games; game++) {
        rounds += outcome[game].rounds;
        turns += outcome[game].turns;
    }
    assert_int_equal(result->games, setup->games);
    assert_int_equal(result->rounds, rounds);
    assert_int_equal(result->turns, turns);
}

static void expect_records_to_tell_the_result(struct arena_setup setup)
{
    char folder[PATH_SIZE];
    struct arena_result result;
    static struct outcome outcome[GAMES_MAX];
    folder_make(folder);
    setup.records = folder;
    run(&setup, &result);
    for (unsigned game = 0; game < setup.games; game++)
        read_outcome(folder, game, &outcome[game]);
    folder_remove(folder);
    expect_result(&setup, &result, outcome);
}

TEST_CASE(the_records_tell_the_result)
{
    struct arena_setup setup = setup_of("transamerica", 2, 2);
    setup.games = 25;
    expect_records_to_tell_the_result(setup);
    setup = setup_of("transeuropa", 3, 1);
    setup.variants = VARIANT_PRIVATE_TRACKS;
    expect_records_to_tell_the_result(setup);
    setup = setup_of("transeuropa-classic", 6, 3);
    setup.variants = VARIANT_OPEN_CARDS;
    setup.games = 5;
    expect_records_to_tell_the_result(setup);
}

TEST_CASE(with_duplicate_deals_a_deal_is_one_observation)
{
    struct arena_setup setup = setup_of("transamerica", 3, 2);
    setup.duplicate = true;
    setup.games = 18;
    expect_records_to_tell_the_result(setup);
    setup.games = 17; /* the last deal is not played by all */
    expect_records_to_tell_the_result(setup);
}

TEST_CASE(the_shares_of_the_wins_make_one)
{
    for (unsigned i = 0; i < board_builtin_count(); i++) {
        for (unsigned seats = SEATS_MIN; seats <= SEATS_MAX; seats++) {
            struct arena_setup setup = setup_of(board_builtin_at(i)->id, seats, 1);
            struct arena_result result;
            double sum = 0;
            setup.variants = seats % 2 ? VARIANT_OPEN_CARDS : 0;
            setup.games = 3;
            setup.duplicate = seats > 3;
            run(&setup, &result);
            for (unsigned entry = 0; entry < seats; entry++)
                sum += result.row[entry].won.mean;
            assert_true(fabs(sum - 1) < 1e-9);
        }
    }
}

/* All but the time, which no two runs share. */
static void forget_time(struct arena_result *result)
{
    result->seconds = 0;
    for (unsigned row = 0; row < ARENA_ROWS_MAX; row++)
        result->row[row].account = (struct arena_account){0};
}

TEST_CASE(threads_change_nothing)
{
    struct arena_setup setup = setup_of("transeuropa", 4, 1);
    struct arena_result one, many;
    setup.duplicate = true;
    setup.threads = 1;
    run(&setup, &one);
    forget_time(&one);
    static const unsigned threads[] = {2, 3, 7, ARENA_THREADS_MAX};
    for (unsigned i = 0; i < sizeof threads / sizeof threads[0]; i++) {
        setup.threads = threads[i];
        run(&setup, &many);
        forget_time(&many);
        assert_memory_equal(&one, &many, sizeof one);
    }
}

TEST_CASE(another_seed_is_another_series)
{
    struct arena_setup setup = setup_of("transamerica", 3, 1);
    struct arena_result one, other;
    run(&setup, &one);
    setup.seed++;
    run(&setup, &other);
    assert_true(one.turns != other.turns || one.row[1].lost.mean != other.row[1].lost.mean);
}

TEST_CASE(duplicate_deals_take_every_entry_through_every_seat)
{
    for (unsigned seats = SEATS_MIN; seats <= SEATS_MAX; seats++) {
        const struct arena_setup setup = {.seats = seats, .lineups = 1, .duplicate = true};
        for (unsigned deal = 0; deal < 5; deal++) {
            unsigned sat[SEATS_MAX] = {0};
            for (unsigned game = deal * seats; game < (deal + 1) * seats; game++) {
                unsigned taken = 0;
                for (unsigned entry = 0; entry < seats; entry++) {
                    const unsigned seat = arena_seat(&setup, game, entry);
                    taken |= 1U << seat;
                    sat[entry] |= 1U << seat;
                }
                assert_int_equal(taken, (1U << seats) - 1);
            }
            for (unsigned entry = 0; entry < seats; entry++)
                assert_int_equal(sat[entry], (1U << seats) - 1);
        }
    }
}

TEST_CASE(without_duplicate_deals_everyone_keeps_the_seat)
{
    const struct arena_setup setup = {.seats = 5, .lineups = 1};
    for (unsigned game = 0; game < 20; game++) {
        for (unsigned entry = 0; entry < 5; entry++)
            assert_int_equal(arena_seat(&setup, game, entry), entry);
    }
}

/* ---- Two contenders compared --------------------------------------------------------------- */

/* A greedy bot against a random one. */
static struct arena_setup comparison_of(unsigned seats, unsigned games)
{
    struct arena_setup setup = setup_of("transamerica", 2, 1);
    setup.games = games;
    setup.rounds = true;
    arena_compare(&setup, seats);
    return setup;
}

TEST_CASE(compared_each_sits_alone_in_every_seat_once_a_deal)
{
    for (unsigned seats = SEATS_MIN; seats <= SEATS_MAX; seats++) {
        const struct arena_setup setup = comparison_of(seats, 1);
        unsigned alone[2] = {0};
        assert_int_equal(setup.games, seats == 2 ? 2 : 2 * seats); /* one whole deal */
        for (unsigned game = 0; game < setup.games; game++) {
            unsigned of[SEATS_MAX], count[2] = {0};
            assert_int_equal(arena_deal(&setup, game), 0);
            for (unsigned place = 0; place < seats; place++) {
                const unsigned contender = setup.lineup[arena_lineup(&setup, game)][place];
                of[arena_seat(&setup, game, place)] = contender;
                count[contender]++;
            }
            for (unsigned seat = 0; seat < seats; seat++)
                alone[of[seat]] |= (unsigned)(count[of[seat]] == 1) << seat;
        }
        assert_int_equal(alone[0], (1U << seats) - 1);
        assert_int_equal(alone[1], (1U << seats) - 1);
        assert_int_equal(arena_deal(&setup, setup.games), 1);
    }
}

/* What the records of a comparison come to, deal by deal, worked out in another way. */
struct comparison {
    double won[2][GAMES_MAX];   /* by lineup: of the lone bot */
    double ahead[2][GAMES_MAX]; /* the field's mean less the lone bot's */
    double both[GAMES_MAX];
};

static void compare_records(const struct arena_setup *setup, const char *folder,
                            struct comparison *comparison)
{
    const unsigned seats = setup->seats;
    memset(comparison, 0, sizeof *comparison);
    for (unsigned game = 0; game < setup->games; game++) {
        const unsigned deal = game / (2 * seats), lineup = game / seats % 2, lone = game % seats;
        struct outcome outcome;
        double others = 0;
        read_outcome(folder, game, &outcome);
        assert_int_equal(outcome.rounds, 1);
        for (unsigned seat = 0; seat < seats; seat++)
            others += seat == lone ? 0 : outcome.lost[seat];
        const double ahead = others / (seats - 1) - outcome.lost[lone];
        comparison->won[lineup][deal] += outcome.won[lone] / seats;
        comparison->ahead[lineup][deal] += ahead / seats;
        comparison->both[deal] += (lineup == 0 ? ahead : -ahead) / (2 * seats);
    }
}

TEST_CASE(the_records_tell_the_comparison)
{
    enum { DEALS = 3 };
    for (unsigned seats = 3; seats <= SEATS_MAX; seats++) {
        struct arena_setup setup = comparison_of(seats, DEALS * 2 * seats);
        struct arena_result result;
        static struct comparison comparison;
        char folder[PATH_SIZE];
        folder_make(folder);
        setup.records = folder;
        run(&setup, &result);
        compare_records(&setup, folder, &comparison);
        folder_remove(folder);
        assert_int_equal(result.deals, DEALS);
        assert_int_equal(result.rounds, result.games);
        for (unsigned lineup = 0; lineup < 2; lineup++) {
            const struct arena_row *row = &result.row[2 * lineup];
            assert_int_equal(row[0].contender, lineup);
            assert_int_equal(row[1].contender, !lineup);
            expect_mean(&row[0].won, comparison.won[lineup], DEALS);
            expect_mean(&row[0].ahead, comparison.ahead[lineup], DEALS);
            assert_true(fabs(row[0].won.mean + (seats - 1) * row[1].won.mean - 1) < 1e-9);
            assert_true(fabs(row[0].ahead.mean + row[1].ahead.mean) < 1e-9);
        }
        expect_mean(&result.ahead, comparison.both, DEALS);
        assert_true(result.elo[0].mean > 100);
    }
}

/* In two seats there is one way only, and the rating is that of the share of the wins. */
TEST_CASE(two_seats_are_compared_once)
{
    struct arena_setup setup = setup_of("transamerica", 2, 0);
    struct arena_result result;
    setup.games = 100;
    setup.rounds = true;
    arena_compare(&setup, 2);
    assert_int_equal(setup.games, 100);
    run(&setup, &result);
    assert_int_equal(result.rows, 2);
    assert_int_equal(result.deals, 50);
    const double share = result.row[0].won.mean;
    assert_true(share > 0 && share < 1);
    assert_true(fabs(result.row[0].won.mean + result.row[1].won.mean - 1) < 1e-9);
    assert_true(fabs(400 * log10(share / (1 - share)) - 2 * result.elo[0].mean) < 1e-4);
    assert_true(fabs(result.ahead.mean - result.row[0].ahead.mean) < 1e-9);
}

/* The same as a run of just so many games without a test. */
static void expect_prefix(struct arena_setup setup, const struct arena_result *stopped)
{
    struct arena_result result;
    setup.test = ARENA_NO_TEST;
    setup.games = stopped->games;
    run(&setup, &result);
    forget_time(&result);
    assert_memory_equal(result.row, stopped->row, sizeof result.row);
    assert_memory_equal(&result.ahead, &stopped->ahead, sizeof result.ahead);
    assert_int_equal(result.turns, stopped->turns);
}

TEST_CASE(the_test_stops_at_the_same_deal_with_any_number_of_threads)
{
    struct arena_setup setup = setup_of("transamerica", 2, 0);
    struct arena_result one, many;
    static const unsigned threads[] = {2, 5, 64};
    setup.games = 20000;
    setup.rounds = true;
    arena_compare(&setup, 2);
    setup.test = ARENA_TEST_POINTS; /* the truth lies in the middle, which takes some deals */
    setup.sprt = (struct sprt){.low = -0.25, .high = 0.25, .alpha = 0.05, .beta = 0.05};
    setup.threads = 1;
    run(&setup, &one);
    forget_time(&one);
    assert_true(one.games < setup.games && one.deals > SPRT_COUNT_MIN);
    assert_int_not_equal(one.verdict, SPRT_OPEN);
    expect_prefix(setup, &one);
    for (unsigned i = 0; i < sizeof threads / sizeof threads[0]; i++) {
        setup.threads = threads[i];
        run(&setup, &many);
        forget_time(&many);
        assert_memory_equal(&one, &many, sizeof one);
    }
}

TEST_CASE(the_test_says_which_of_two_numbers_is_true)
{
    static const struct {
        enum arena_test test;
        double low, high;
        enum sprt_verdict verdict;
    } some[] = {
        {ARENA_TEST_ELO, 0, 50, SPRT_HIGH},
        {ARENA_TEST_POINTS, 0, 1, SPRT_HIGH},
        {ARENA_TEST_POINTS, 20, 21, SPRT_LOW},
        {ARENA_TEST_POINTS, 0, 1e-9, SPRT_OPEN},
    };
    for (unsigned i = 0; i < sizeof some / sizeof some[0]; i++) {
        struct arena_setup setup = comparison_of(2, 64);
        struct arena_result result;
        setup.test = some[i].test;
        setup.sprt =
            (struct sprt){.low = some[i].low, .high = some[i].high, .alpha = 0.05, .beta = 0.05};
        run(&setup, &result);
        assert_int_equal(result.verdict, some[i].verdict);
        assert_int_equal(result.verdict == SPRT_OPEN, result.games == setup.games);
    }
}

/* Both ways are the same games then, and their difference is not chance but nothing. */
TEST_CASE(a_bot_is_not_ahead_of_itself)
{
    struct arena_setup setup = setup_of("transamerica", 2, 0);
    struct arena_result result;
    setup.games = 80;
    setup.rounds = true;
    arena_compare(&setup, 4);
    run(&setup, &result);
    assert_true(result.row[0].lost.margin > 0);
    assert_true(result.row[0].lost.mean == result.row[2].lost.mean);
    assert_true(result.ahead.mean == 0 && result.ahead.margin == 0);
    assert_true(fabs(result.elo[0].mean) < 1e-9);
}

/* ---- Beliefs ------------------------------------------------------------------------------- */

TEST_CASE(beliefs_are_better_than_nothing)
{
    struct arena_setup setup = setup_of("transamerica", 3, 3);
    struct arena_result one, many;
    setup.games = 2;
    setup.rounds = setup.belief = true;
    run(&setup, &one);
    assert_int_equal(one.belief_hands, 2 * 3 * 2);
    assert_true(fabs(one.belief_uniform + 5 * log(4)) < 1e-9); /* five cards, one's own known */
    assert_true(one.belief.mean > one.belief_uniform && one.belief.mean < 0);
    setup.threads = 3;
    run(&setup, &many);
    forget_time(&one);
    forget_time(&many);
    assert_memory_equal(&one, &many, sizeof one);
}

/* ---- Contenders ---------------------------------------------------------------------------- */

TEST_CASE(contenders_are_told_apart)
{
    struct contender contender;
    char error[CONTENDER_ERROR_SIZE], name[RECORD_NAME_SIZE];
    assert_true(contender_parse(&contender, "greedy", 6, error));
    assert_int_equal(contender.kind, CONTENDER_BOT);
    assert_string_equal(contender.bot->name, "greedy");
    assert_int_equal(contender.work, 0);
    assert_true(contender_parse(&contender, "greedy:20000,random", 12, error));
    assert_string_equal(contender.bot->name, "greedy");
    assert_int_equal(contender.work, 20000);
    contender_name(&contender, name, sizeof name);
    assert_string_equal(name, "bot greedy:20000");
    assert_true(contender_parse(&contender, "oracle:300", 10, error));
    assert_int_equal(contender.kind, CONTENDER_ORACLE);
    assert_int_equal(contender.work, 300);
    assert_null(bot_find("oracle", 6)); /* no table knows it */
    assert_true(contender_parse(&contender, "cmd:./mine #2:7 ", 16, error));
    assert_int_equal(contender.kind, CONTENDER_COMMAND);
    contender_name(&contender, name, sizeof name);
    assert_string_equal(name, "bot cmd:./mine +2:7"); /* as a record can have it */
}

TEST_CASE(what_is_no_contender_is_refused)
{
    struct contender contender;
    char error[CONTENDER_ERROR_SIZE], longest[2 * CONTENDER_TEXT_SIZE];
    static const struct {
        const char *text, *sentence;
    } bad[] = {
        {"gredy", "there is no bot 'gredy'"},
        {"", "there is no bot ''"},
        {"Greedy", "there is no bot 'Greedy'"},
        {"gredy:5", "there is no bot 'gredy:5'"},
        {"greedy:", "'greedy:': work is a whole number from 1"},
        {"greedy:0", "'greedy:0': work is a whole number from 1"},
        {"greedy:1e3", "'greedy:1e3': work is a whole number from 1"},
        {"cmd:", "'cmd:' names no command"},
        {"cmd:  ", "'cmd:  ' names no command"},
        {"cmd:a\tb", "a command holds a byte that cannot be printed"},
        {"cmd:\xff", "a command holds a byte that cannot be printed"},
    };
    for (unsigned i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        assert_false(contender_parse(&contender, bad[i].text, strlen(bad[i].text), error));
        assert_string_equal(error, bad[i].sentence);
    }
    memset(longest, 'x', sizeof longest);
    memcpy(longest, "cmd:", 4);
    assert_true(contender_parse(&contender, longest, CONTENDER_TEXT_SIZE - 1, error));
    assert_false(contender_parse(&contender, longest, CONTENDER_TEXT_SIZE, error));
    assert_non_null(strstr(error, "is longer than 239 bytes"));
}

TEST_CASE(a_program_that_does_not_start_is_told)
{
    char error[ARENA_ERROR_SIZE] = "";
    struct arena_setup setup = setup_of("transamerica", 2, 1);
    struct arena_result result;
    setup.contenders = 0;
    add_bot(&setup, "cmd:exit 3");
    add_bot(&setup, "random");
    assert_false(arena_run(&setup, &result, NULL, error));
    assert_string_equal(error, "cmd:exit 3: ended with status 3");
}

/* Somebody else's record, which comes when the arena has looked at its folder already. */
static void put_in_the_way(void *context, const struct arena_setup *setup)
{
    (void)setup;
    assert_int_equal(symlink("/dev/null", context), 0);
}

TEST_CASE(a_record_that_cannot_be_written_is_told)
{
    char folder[PATH_SIZE], path[2 * PATH_SIZE], error[ARENA_ERROR_SIZE] = "";
    struct arena_setup setup = setup_of("transamerica", 2, 1);
    struct arena_result result;
    folder_make(folder);
    setup.records = folder;
    snprintf(path, sizeof path, "%s/00000003.rail", folder);
    setup.watch = (struct arena_watch){.begin = put_in_the_way, .context = path};
    assert_false(arena_run(&setup, &result, NULL, error));
    assert_non_null(strstr(error, "cannot write "));
    assert_non_null(strstr(error, "/00000003.rail: File exists"));
    setup.watch = (struct arena_watch){.begin = NULL};
    assert_false(arena_run(&setup, &result, NULL, error));
    assert_non_null(strstr(error, " has records already, such as 0000000"));
    folder_remove(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST("the records tell the result", the_records_tell_the_result),
        TEST("with duplicate deals a deal is one observation",
             with_duplicate_deals_a_deal_is_one_observation),
        TEST("the shares of the wins make one", the_shares_of_the_wins_make_one),
        TEST("threads change nothing", threads_change_nothing),
        TEST("another seed is another series", another_seed_is_another_series),
        TEST("duplicate deals take every entry through every seat",
             duplicate_deals_take_every_entry_through_every_seat),
        TEST("without duplicate deals everyone keeps the seat",
             without_duplicate_deals_everyone_keeps_the_seat),
        TEST("compared, each sits alone in every seat once a deal",
             compared_each_sits_alone_in_every_seat_once_a_deal),
        TEST("the records tell the comparison", the_records_tell_the_comparison),
        TEST("two seats are compared once", two_seats_are_compared_once),
        TEST("the test stops at the same deal with any number of threads",
             the_test_stops_at_the_same_deal_with_any_number_of_threads),
        TEST("the test says which of two numbers is true",
             the_test_says_which_of_two_numbers_is_true),
        TEST("a bot is not ahead of itself", a_bot_is_not_ahead_of_itself),
        TEST("beliefs are better than nothing", beliefs_are_better_than_nothing),
        TEST("contenders are told apart", contenders_are_told_apart),
        TEST("what is no contender is refused", what_is_no_contender_is_refused),
        TEST("a program that does not start is told", a_program_that_does_not_start_is_told),
        TEST("a record that cannot be written is told", a_record_that_cannot_be_written_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
