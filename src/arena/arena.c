/* Threads that play games in order, and the test that may stop them. */
#include "arena/arena.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "arena/arena_game.h"
#include "arena/arena_run.h"
#include "arena/arena_summary.h"
#include "arena/team.h"

/* Returns true if all games of a deal have been played. */
static bool deal_is_played(const struct arena *arena, const struct arena_deal *deal)
{
    for (unsigned i = deal->from; i < deal->to; i++) {
        if (!arena->played[i])
            return false;
    }
    return true;
}

/*
 * The test processes deals in order, not in the order in which games finish, and stops at the first
 * verdict.  So the number of threads does not affect the result.
 */
static void test_deals(struct arena *arena)
{
    const struct arena_setup *setup = arena->setup;
    const unsigned deals = setup->games / arena_games_a_deal(setup);
    while (arena->limit == setup->games && arena->deals_seen < deals) {
        const struct arena_deal deal =
            arena_deal_at(setup, arena->game, setup->games, arena->deals_seen);
        if (!deal_is_played(arena, &deal))
            return;
        tally_add(&arena->tally, arena_deal_test(&deal));
        arena->deals_seen++;
        if (sprt_verdict(&arena->sprt, &arena->tally) != SPRT_OPEN)
            arena->limit = deal.to;
    }
}

unsigned arena_take(struct arena *arena, unsigned most)
{
    const struct arena_watch *watch = &arena->setup->watch;
    if (watch->stops != NULL && arena->next < arena->limit && watch->stops(watch->context)) {
        arena->interrupted = true;
        arena->limit = arena->next;
    }
    const unsigned left = arena->limit > arena->next ? arena->limit - arena->next : 0;
    const unsigned taken = arena->failed ? 0 : left < most ? left : most;
    arena->next += taken;
    return taken;
}

void arena_hand_in(struct arena *arena, unsigned game)
{
    const struct arena_watch *watch = &arena->setup->watch;
    arena->played[game] = true;
    arena->done++;
    if (arena->setup->test != ARENA_NO_TEST)
        test_deals(arena);
    if (watch->played != NULL)
        watch->played(watch->context, arena->done);
}

void arena_fail(struct arena *arena, const char error[ARENA_ERROR_SIZE])
{
    if (!arena->failed)
        memcpy(arena->error, error, sizeof arena->error);
    arena->failed = true;
}

/* Takes the next game.  Returns false if there is none for this thread. */
static bool take_game(struct arena *arena, unsigned *game)
{
    bool taken;
    pthread_mutex_lock(&arena->lock);
    if (team_leads()) {
        *game = arena->next;
        taken = arena_take(arena, 1) == 1;
    } else {
        taken = !arena->failed && (arena->next < arena->stock || arena_team_fetch(arena));
        *game = arena->next;
        arena->next += taken;
    }
    pthread_mutex_unlock(&arena->lock);
    return taken;
}

static void hand_in(struct arena *arena, const struct arena_worker *worker, unsigned game,
                    bool played)
{
    pthread_mutex_lock(&arena->lock);
    if (!played)
        arena_fail(arena, worker->error);
    else if (team_leads())
        arena_hand_in(arena, game);
    else
        arena_team_note(arena, game);
    pthread_mutex_unlock(&arena->lock);
}

static void report(void *context, const char *sentence)
{
    struct arena *arena = context;
    const struct arena_watch *watch = &arena->setup->watch;
    pthread_mutex_lock(&arena->lock);
    if (watch->report != NULL)
        watch->report(watch->context, sentence);
    pthread_mutex_unlock(&arena->lock);
}

void arena_add_accounts(struct arena_account to[ARENA_ROWS_MAX],
                        const struct arena_account from[ARENA_ROWS_MAX])
{
    for (unsigned i = 0; i < ARENA_ROWS_MAX; i++) {
        for (unsigned answer = 0; answer < ENGINE_ANSWERS; answer++)
            to[i].answers[answer] += from[i].answers[answer];
        to[i].nanoseconds += from[i].nanoseconds;
        to[i].slowest = from[i].slowest > to[i].slowest ? from[i].slowest : to[i].slowest;
    }
}

static void *work(void *context)
{
    struct arena *arena = context;
    struct arena_worker worker;
    unsigned game;
    arena_worker_init(&worker, arena->setup);
    worker.report = report;
    worker.context = arena;
    while (take_game(arena, &game)) {
        const bool played = arena_worker_play(&worker, game, &arena->game[game]);
        hand_in(arena, &worker, game, played);
    }
    pthread_mutex_lock(&arena->lock);
    arena_add_accounts(arena->account, worker.account);
    pthread_mutex_unlock(&arena->lock);
    arena_worker_release(&worker);
    return NULL;
}

/* The calling thread plays too, unless it has to serve other members. */
static void run_threads(struct arena *arena)
{
    const bool serves = team_size() > 1 && team_leads();
    const unsigned wanted = arena->setup->threads - !serves;
    pthread_t thread[ARENA_THREADS_MAX];
    unsigned started = 0;
    while (started < wanted && pthread_create(&thread[started], NULL, work, arena) == 0)
        started++;
    if (serves)
        arena_team_serve(arena);
    else
        work(arena);
    while (started > 0)
        pthread_join(thread[--started], NULL);
    if (!team_leads())
        arena_team_leave(arena);
}

/*
 * Removes records of games that were running when the test reached its verdict: they do not count.
 */
static void remove_late_records(const struct arena *arena)
{
    char path[PATH_MAX];
    for (unsigned game = arena->limit; game < arena->next; game++) {
        if (arena->setup->records == NULL)
            break;
        arena_record_path(arena->setup, game, path, sizeof path);
        unlink(path);
    }
}

static bool run(struct arena *arena, struct order *order, struct arena_result *result)
{
    const uint64_t start = arena_nanoseconds();
    run_threads(arena);
    if (team_size() > 1)
        arena_team_share(arena);
    result->seconds = (double)(arena_nanoseconds() - start) / 1e9;
    if (arena->failed)
        return false;
    if (arena->interrupted)
        arena->limit -= arena->limit % arena_games_a_deal(arena->setup);
    remove_late_records(arena);
    snprintf(arena->error, sizeof arena->error, "stopped before the first deal was over");
    if (arena->limit == 0)
        return false;
    snprintf(arena->error, sizeof arena->error, "out of memory");
    if (!arena_summarise(arena->setup, arena->game, arena->limit, order, result))
        return false;
    result->interrupted = arena->interrupted;
    for (unsigned i = 0; i < result->rows; i++)
        result->row[i].account = arena->account[i];
    return true;
}

/* Returns true if a file has the name of a record to be written. */
static bool is_earlier_record(const struct arena_setup *setup, const char *name)
{
    char *end;
    const size_t digits = strspn(name, "0123456789");
    const unsigned long game = strtoul(name, &end, 10);
    return digits >= 8 && strcmp(end, ".rail") == 0 && game >= 1 && game <= setup->games;
}

/*
 * Prepares the folder for records before any game is played.  Fails if it contains earlier records,
 * which are never overwritten.
 */
static bool prepare_folder(const struct arena_setup *setup, bool *made,
                           char error[ARENA_ERROR_SIZE])
{
    *made = mkdir(setup->records, 0777) == 0;
    if (!*made && errno != EEXIST) {
        snprintf(error, ARENA_ERROR_SIZE, "cannot make the folder %.150s: %s", setup->records,
                 strerror(errno));
        return false;
    }
    DIR *folder = opendir(setup->records);
    if (folder == NULL) {
        snprintf(error, ARENA_ERROR_SIZE, "cannot read the folder %.150s: %s", setup->records,
                 strerror(errno));
        return false;
    }
    const struct dirent *entry = readdir(folder);
    while (entry != NULL && !is_earlier_record(setup, entry->d_name))
        entry = readdir(folder);
    if (entry != NULL)
        snprintf(error, ARENA_ERROR_SIZE,
                 "%.150s has records already, such as %.20s, and they are never written over: name "
                 "another folder",
                 setup->records, entry->d_name);
    closedir(folder);
    return entry == NULL;
}

/* All members check before any plays, because they may share the folder. */
static bool prepare_all_folders(const struct arena_setup *setup, bool *made,
                                char error[ARENA_ERROR_SIZE])
{
    const bool found = setup->records == NULL || prepare_folder(setup, made, error);
    if (team_all(found))
        return true;
    if (found)
        snprintf(error, ARENA_ERROR_SIZE, "some machine cannot keep the records in %.150s",
                 setup->records);
    return false;
}

bool arena_run(const struct arena_setup *setup, struct arena_result *result, struct order *order,
               char error[ARENA_ERROR_SIZE])
{
    struct arena arena = {.setup = setup,
                          .lock = PTHREAD_MUTEX_INITIALIZER,
                          .limit = setup->games,
                          .sprt = arena_sprt(setup),
                          .error = "out of memory"};
    bool made = false; /* the folder for records */
    memset(result, 0, sizeof *result);
    if (!prepare_all_folders(setup, &made, error))
        return false;
    if (setup->watch.begin != NULL)
        setup->watch.begin(setup->watch.context, setup);
    arena.game = calloc(setup->games, sizeof *arena.game);
    arena.played = calloc(setup->games, sizeof *arena.played);
    const bool room = arena.game != NULL && arena.played != NULL;
    const bool done = team_all(room) && arena_team_begin(&arena) && run(&arena, order, result);
    if (setup->watch.end != NULL)
        setup->watch.end(setup->watch.context);
    if (!done && made)
        rmdir(setup->records); /* unless there are records in it */
    if (!done)
        memcpy(error, arena.error, ARENA_ERROR_SIZE);
    arena_team_end(&arena);
    free(arena.game);
    free(arena.played);
    return done;
}
