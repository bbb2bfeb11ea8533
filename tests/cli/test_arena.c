/*
 * The arena's results: added up again from the records it keeps, and the same whatever the number
 * of threads.
 */
#define _GNU_SOURCE /* mkdtemp() */
#include "cli/arena.h"

#include <dirent.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "board/boards.h"
#include "cli/cli.h"
#include "support.h"

enum { PATH_SIZE = 300, GAMES_MAX = 64 };

static const struct bot *find_bot(const char *name)
{
    const struct bot *bot = bot_find(name, strlen(name));
    assert_non_null(bot);
    return bot;
}

/* Greedy bots in the first `greedy` seats, random ones in the others. */
static struct arena_setup setup_of(const char *board, unsigned seats, unsigned greedy)
{
    struct arena_setup setup = {.board = board_builtin(board, strlen(board)),
                                .seats = seats,
                                .games = 12,
                                .seed = 20020501,
                                .threads = 2};
    assert_non_null(setup.board);
    for (unsigned i = 0; i < seats; i++)
        setup.bot[i] = find_bot(i < greedy ? "greedy" : "random");
    return setup;
}

static void run(const struct arena_setup *setup, struct arena_result *result)
{
    char error[256] = "";
    if (!arena_run(setup, result, error, sizeof error))
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

static void read_outcome(const char *folder, unsigned game, struct outcome *outcome)
{
    char path[2 * PATH_SIZE], error[256];
    struct file file;
    static struct record_reader reader;
    static const struct chosen_board none;
    enum record_event event;
    snprintf(path, sizeof path, "%s/%08u.rail", folder, game + 1);
    assert_true(file_read(&file, path, error, sizeof error));
    record_reader_init(&reader, file.data, file.size, record_boards_of(&none), NULL);
    const struct table *table = &reader.position.table;
    memset(outcome, 0, sizeof *outcome);
    while ((event = record_next(&reader)) != RECORD_END) {
        assert_int_not_equal(event, RECORD_FAULT);
        for (unsigned seat = 0; event == RECORD_CLOSED && seat < table->seats; seat++)
            outcome->lost[seat] += table->lost[seat];
    }
    assert_int_equal(table->phase, PHASE_GAME_OVER);
    for (unsigned seat = 0; seat < table->seats; seat++) {
        if (table->winners >> seat & 1)
            outcome->won[seat] = 1.0 / __builtin_popcount(table->winners);
    }
    outcome->rounds = reader.rounds;
    outcome->turns = reader.turns;
    file_release(&file);
}

static void expect_mean(const struct arena_mean *got, const double *value, unsigned count)
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
        expect_mean(&result->entry[entry].won, won, result->deals);
        expect_mean(&result->entry[entry].lost, lost, result->deals);
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

static void the_records_tell_the_result(void **state)
{
    (void)state;
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

static void with_duplicate_deals_a_deal_is_one_observation(void **state)
{
    (void)state;
    struct arena_setup setup = setup_of("transamerica", 3, 2);
    setup.duplicate = true;
    setup.games = 18;
    expect_records_to_tell_the_result(setup);
    setup.games = 17; /* the last deal is not played by all */
    expect_records_to_tell_the_result(setup);
}

static void the_shares_of_the_wins_make_one(void **state)
{
    (void)state;
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
                sum += result.entry[entry].won.mean;
            assert_true(fabs(sum - 1) < 1e-9);
        }
    }
}

/* All but the time, which no two runs share. */
static void forget_time(struct arena_result *result)
{
    result->seconds = 0;
    for (unsigned entry = 0; entry < SEATS_MAX; entry++)
        result->entry[entry].microseconds = 0;
}

static void threads_change_nothing(void **state)
{
    (void)state;
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

static void another_seed_is_another_series(void **state)
{
    (void)state;
    struct arena_setup setup = setup_of("transamerica", 3, 1);
    struct arena_result one, other;
    run(&setup, &one);
    setup.seed++;
    run(&setup, &other);
    assert_true(one.turns != other.turns || one.entry[1].lost.mean != other.entry[1].lost.mean);
}

static void duplicate_deals_take_every_entry_through_every_seat(void **state)
{
    (void)state;
    for (unsigned seats = SEATS_MIN; seats <= SEATS_MAX; seats++) {
        const struct arena_setup setup = {.seats = seats, .duplicate = true};
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

static void without_duplicate_deals_everyone_keeps_the_seat(void **state)
{
    (void)state;
    const struct arena_setup setup = {.seats = 5};
    for (unsigned game = 0; game < 20; game++) {
        for (unsigned entry = 0; entry < 5; entry++)
            assert_int_equal(arena_seat(&setup, game, entry), entry);
    }
}

static void a_record_that_cannot_be_written_is_told(void **state)
{
    (void)state;
    char folder[PATH_SIZE], path[2 * PATH_SIZE], error[256] = "";
    struct arena_setup setup = setup_of("transamerica", 2, 1);
    struct arena_result result;
    folder_make(folder);
    snprintf(path, sizeof path, "%s/00000003.rail", folder);
    assert_int_equal(symlink("no/such/place", path), 0);
    setup.records = folder;
    assert_false(arena_run(&setup, &result, error, sizeof error));
    assert_non_null(strstr(error, "cannot write "));
    assert_non_null(strstr(error, "/00000003.rail: No such file or directory"));
    assert_int_equal(unlink(path), 0);
    assert_int_equal(symlink("/dev/full", path), 0);
    assert_false(arena_run(&setup, &result, error, sizeof error));
    assert_non_null(strstr(error, "/00000003.rail: No space left on device"));
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
        TEST("a record that cannot be written is told", a_record_that_cannot_be_written_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
