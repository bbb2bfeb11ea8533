/* Running games between bots and adding up what became of them. */
#include "cli/arena.h"

#include <errno.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "cli/play_record.h"
#include "core/check.h"

/* What the threads share.  `next`, `failed` and `error` are guarded by the lock. */
struct arena {
    const struct arena_setup *setup;
    struct arena_game *game;
    pthread_mutex_t lock;
    unsigned next;
    bool failed;
    char error[256];
};

static uint64_t now_nanoseconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000U + (uint64_t)now.tv_nsec;
}

void arena_game_seed(const struct arena_setup *setup, unsigned game, uint8_t seed[SEED_SIZE])
{
    seed_of_series(setup->seed, setup->duplicate ? game / setup->seats : game, seed);
}

unsigned arena_seat(const struct arena_setup *setup, unsigned game, unsigned entry)
{
    return setup->duplicate ? (entry + game) % setup->seats : entry;
}

struct game_run {
    const struct arena_setup *setup;
    struct position position;
    struct rng rng[SEATS_MAX];        /* by seat */
    const struct bot *bot[SEATS_MAX]; /* by seat */
    unsigned entry[SEATS_MAX];        /* by seat */
    struct play_record *record;       /* or NULL */
};

static void begin_game(struct game_run *run, unsigned game)
{
    const struct arena_setup *setup = run->setup;
    uint8_t seed[SEED_SIZE];
    struct record_names names = {0};
    arena_game_seed(setup, game, seed);
    position_init(&run->position, setup->board, setup->seats, setup->variants, seed);
    for (unsigned entry = 0; entry < setup->seats; entry++) {
        const unsigned seat = arena_seat(setup, game, entry);
        run->entry[seat] = entry;
        run->bot[seat] = setup->bot[entry];
        bot_rng(&run->rng[seat], seed, entry);
        snprintf(names.name[seat], RECORD_NAME_SIZE, "bot %s", setup->bot[entry]->name);
    }
    if (run->record != NULL)
        play_record_header(run->record, setup->board, &run->position.table, &names);
}

static void play_turn(struct game_run *run, struct arena_game *result)
{
    const struct board *board = run->setup->board;
    const unsigned seat = run->position.table.to_move;
    const unsigned entry = run->entry[seat];
    struct view view;
    struct turn turn;
    view_of(&view, &run->position, seat);
    const uint64_t start = now_nanoseconds();
    bot_turn(run->bot[seat], board, &view, &run->rng[seat], &turn);
    result->nanoseconds[entry] += now_nanoseconds() - start;
    result->turns[entry]++;
    position_settle(&run->position, board, &turn);
    const enum refusal refusal = position_play(&run->position, board, &turn);
    CHECK(refusal == ACCEPTED);
    if (run->record != NULL)
        play_record_turn(run->record, board, seat, &turn);
}

static void play_round(struct game_run *run, struct arena_game *result)
{
    const struct board *board = run->setup->board;
    struct table *table = &run->position.table;
    position_deal(&run->position, board);
    if (run->record != NULL)
        play_record_round(run->record, board, &run->position);
    while (table->phase == PHASE_PLAYING)
        play_turn(run, result);
    result->rounds++;
    for (unsigned seat = 0; seat < table->seats; seat++)
        result->lost[run->entry[seat]] += (unsigned)table->lost[seat];
    if (run->record != NULL)
        play_record_closing(run->record, board, table);
}

static void run_rounds(const struct arena_setup *setup, unsigned game, struct play_record *record,
                       struct arena_game *result)
{
    struct game_run run = {.setup = setup, .record = record};
    const struct table *table = &run.position.table;
    begin_game(&run, game);
    while (table->phase != PHASE_GAME_OVER)
        play_round(&run, result);
    const double share = 1.0 / __builtin_popcount(table->winners);
    for (unsigned seat = 0; seat < setup->seats; seat++)
        result->won[run.entry[seat]] = table->winners >> seat & 1 ? share : 0;
}

/* Plays one game and keeps its record; false after setting `error`. */
static bool run_game(struct arena *arena, unsigned game, char *error, size_t error_size)
{
    const struct arena_setup *setup = arena->setup;
    struct play_record record;
    char path[4096];
    if (setup->records == NULL) {
        run_rounds(setup, game, NULL, &arena->game[game]);
        return true;
    }
    snprintf(path, sizeof path, "%s/%08u.rail", setup->records, game + 1);
    play_record_init(&record);
    run_rounds(setup, game, &record, &arena->game[game]);
    const bool saved = play_record_write(&record, path);
    if (!saved)
        snprintf(error, error_size, "cannot write %.150s: %s", path, strerror(errno));
    play_record_release(&record);
    return saved;
}

static void *work(void *context)
{
    struct arena *arena = context;
    char error[sizeof arena->error];
    for (;;) {
        pthread_mutex_lock(&arena->lock);
        const unsigned game = arena->next++;
        const bool stop = arena->failed || game >= arena->setup->games;
        pthread_mutex_unlock(&arena->lock);
        if (stop)
            return NULL;
        if (run_game(arena, game, error, sizeof error))
            continue;
        pthread_mutex_lock(&arena->lock);
        if (!arena->failed)
            memcpy(arena->error, error, sizeof error);
        arena->failed = true;
        pthread_mutex_unlock(&arena->lock);
    }
}

/* The calling thread works too. */
static void run_threads(struct arena *arena)
{
    pthread_t thread[ARENA_THREADS_MAX];
    unsigned started = 0;
    while (started + 1 < arena->setup->threads &&
           pthread_create(&thread[started], NULL, work, arena) == 0)
        started++;
    work(arena);
    while (started > 0)
        pthread_join(thread[--started], NULL);
}

/* Mean and 95 % interval of `value`, one for each deal. */
static struct arena_mean mean_of(const double *value, unsigned count)
{
    const double z = 1.96;
    double sum = 0, squares = 0;
    for (unsigned i = 0; i < count; i++)
        sum += value[i];
    const double mean = sum / count;
    for (unsigned i = 0; i < count; i++)
        squares += (value[i] - mean) * (value[i] - mean);
    const double margin = count > 1 ? z * sqrt(squares / (count - 1) / count) : (double)NAN;
    return (struct arena_mean){.mean = mean, .margin = margin};
}

/* The games of one deal are one observation: they share its luck. */
static void summarise_entry(const struct arena *arena, unsigned entry, double *won, double *lost,
                            struct arena_result *result)
{
    const struct arena_setup *setup = arena->setup;
    const unsigned games_per_deal = setup->duplicate ? setup->seats : 1;
    uint64_t turns = 0, nanoseconds = 0;
    for (unsigned deal = 0; deal < result->deals; deal++) {
        const unsigned from = deal * games_per_deal;
        const unsigned to =
            from + games_per_deal < setup->games ? from + games_per_deal : setup->games;
        unsigned rounds = 0, points = 0;
        won[deal] = 0;
        for (unsigned i = from; i < to; i++) {
            const struct arena_game *game = &arena->game[i];
            won[deal] += game->won[entry];
            points += game->lost[entry];
            rounds += game->rounds;
            turns += game->turns[entry];
            nanoseconds += game->nanoseconds[entry];
        }
        won[deal] /= to - from;
        lost[deal] = (double)points / rounds;
    }
    result->entry[entry].won = mean_of(won, result->deals);
    result->entry[entry].lost = mean_of(lost, result->deals);
    result->entry[entry].microseconds = (double)nanoseconds / (double)turns / 1000;
    result->turns += turns;
}

static bool summarise(const struct arena *arena, struct arena_result *result)
{
    const struct arena_setup *setup = arena->setup;
    const unsigned games_per_deal = setup->duplicate ? setup->seats : 1;
    result->games = setup->games;
    result->deals = (setup->games + games_per_deal - 1) / games_per_deal;
    double *won = calloc(result->deals, sizeof *won);
    double *lost = calloc(result->deals, sizeof *lost);
    const bool room = won != NULL && lost != NULL;
    for (unsigned entry = 0; room && entry < setup->seats; entry++)
        summarise_entry(arena, entry, won, lost, result);
    for (unsigned i = 0; i < setup->games; i++)
        result->rounds += arena->game[i].rounds;
    free(won);
    free(lost);
    return room;
}

bool arena_run(const struct arena_setup *setup, struct arena_result *result, char *error,
               size_t error_size)
{
    struct arena arena = {.setup = setup, .lock = PTHREAD_MUTEX_INITIALIZER};
    memset(result, 0, sizeof *result);
    if (setup->records != NULL && mkdir(setup->records, 0777) != 0 && errno != EEXIST) {
        snprintf(error, error_size, "cannot make the folder %.150s: %s", setup->records,
                 strerror(errno));
        return false;
    }
    arena.game = calloc(setup->games, sizeof *arena.game);
    bool done = arena.game != NULL;
    snprintf(arena.error, sizeof arena.error, "out of memory");
    if (done) {
        const uint64_t start = now_nanoseconds();
        run_threads(&arena);
        result->seconds = (double)(now_nanoseconds() - start) / 1e9;
        done = !arena.failed && summarise(&arena, result);
    }
    if (!done)
        snprintf(error, error_size, "%s", arena.error);
    free(arena.game);
    return done;
}
