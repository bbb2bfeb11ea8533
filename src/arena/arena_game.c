/* Plays a game of the arena and writes its record. */
#include "arena/arena_game.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "base/clock.h"
#include "files/record_file.h"

void arena_worker_init(struct arena_worker *worker, const struct arena_setup *setup)
{
    memset(worker, 0, sizeof *worker);
    worker->setup = setup;
}

void arena_worker_release(struct arena_worker *worker)
{
    arena_readers_release(&worker->readers);
    free(worker->game);
    for (unsigned contender = 0; contender < SEATS_MAX; contender++) {
        for (unsigned copy = 0; copy < SEATS_MAX; copy++) {
            struct contender_player *player = worker->player[contender][copy];
            if (player == NULL)
                continue;
            contender_player_release(player);
            free(player);
        }
    }
}

static bool out_of_memory(struct arena_worker *worker)
{
    snprintf(worker->error, sizeof worker->error, "out of memory");
    return false;
}

/*
 * Returns an instance of a contender for use in this game.  Returns NULL and sets `error` on
 * failure.
 */
static struct contender_player *take_player(struct arena_worker *worker, unsigned contender,
                                            unsigned copy)
{
    const struct arena_setup *setup = worker->setup;
    struct contender_player **player = &worker->player[contender][copy];
    if (*player != NULL)
        return *player;
    *player = calloc(1, sizeof **player);
    if (*player == NULL) {
        out_of_memory(worker);
        return NULL;
    }
    return contender_player_init(*player, &setup->contender[contender], &setup->limits,
                                 worker->error, sizeof worker->error)
               ? *player
               : NULL;
}

/* ---- A seat with a clock --------------------------------------------------------------------- */

struct timed_seat {
    struct arena_worker *worker;
    struct arena_account *account;
    struct contender_player *player;
    unsigned place;
    bool watches;
    uint64_t watched; /* nanoseconds used since its last turn */
};

static void begin_game(void *context, const struct seat_game *game)
{
    struct timed_seat *seat = context;
    contender_calls.begin_game(seat->player, game);
}

static void begin_round(void *context, const struct view *view)
{
    struct timed_seat *seat = context;
    const int64_t start = clock_ns();
    contender_calls.begin_round(seat->player, view);
    seat->watched = (uint64_t)(clock_ns() - start);
}

static void see(void *context, const struct table *before, const struct turn *turn)
{
    struct timed_seat *seat = context;
    if (!seat->watches)
        return;
    const int64_t start = clock_ns();
    contender_calls.see(seat->player, before, turn);
    seat->watched += (uint64_t)(clock_ns() - start);
}

static void round_over(void *context, const struct table *table)
{
    struct timed_seat *seat = context;
    contender_calls.round_over(seat->player, table);
}

static void report_forfeit(const struct timed_seat *seat)
{
    struct arena_worker *worker = seat->worker;
    char sentence[CONTENDER_TEXT_SIZE + ENGINE_REPORT_SIZE];
    if (worker->report == NULL)
        return;
    snprintf(sentence, sizeof sentence, "%s: %s", seat->player->contender->text,
             contender_report(seat->player));
    worker->report(worker->context, sentence);
}

/* The time that a seat spends on others' turns counts for its own turn. */
static void choose(void *context, const struct view *view, struct turn *turn)
{
    struct timed_seat *seat = context;
    struct arena_account *account = seat->account;
    const int64_t start = clock_ns();
    contender_calls.turn(seat->player, view, turn);
    const uint64_t spent = (uint64_t)(clock_ns() - start) + seat->watched;
    seat->watched = 0;
    account->answers[seat->player->answer]++;
    account->nanoseconds += spent;
    account->slowest = spent > account->slowest ? spent : account->slowest;
    if (seat->player->answer != ENGINE_TURN)
        report_forfeit(seat);
}

static const struct seat_calls timed_calls = {
    .begin_game = begin_game,
    .begin_round = begin_round,
    .see = see,
    .round_over = round_over,
    .turn = choose,
};

/* ---- A game --------------------------------------------------------------------------------- */

struct game_run {
    struct arena_worker *worker;
    struct arena_game *result;
    struct timed_seat seat[SEATS_MAX];
    struct record_names names;
};

/* Seats all players.  Returns false and sets `error` on failure. */
static bool seat_all_players(struct game_run *run, struct game *game, unsigned number)
{
    struct arena_worker *worker = run->worker;
    const struct arena_setup *setup = worker->setup;
    const unsigned lineup = arena_lineup(setup, number);
    unsigned copies[SEATS_MAX] = {0};
    for (unsigned place = 0; place < setup->seats; place++) {
        const unsigned seat = arena_seat(setup, number, place);
        const unsigned contender = setup->lineup[lineup][place];
        struct contender_player *player = take_player(worker, contender, copies[contender]++);
        if (player == NULL)
            return false;
        player->truth = &game->position;
        run->seat[seat] =
            (struct timed_seat){.worker = worker,
                                .account = &worker->account[arena_row_of(setup, lineup, place)],
                                .player = player,
                                .place = place,
                                .watches = contender_watches(player)};
        contender_name(&setup->contender[contender], run->names.name[seat], RECORD_NAME_SIZE);
        game_seat(
            game, seat,
            (struct seat){.calls = &timed_calls, .player = &run->seat[seat], .stream = place});
    }
    return true;
}

/* Processes an event for the result and for the beliefs that are measured. */
static void hear(void *context, const struct game *game, const struct game_event *event)
{
    struct game_run *run = context;
    struct arena_worker *worker = run->worker;
    struct arena_game *result = run->result;
    const struct table *table = &game->position.table;
    const bool belief = worker->setup->belief;
    if (event->kind == RECORD_ROUND) {
        if (belief)
            arena_readers_begin_round(&worker->readers, game->board, &game->position);
    } else if (event->kind == RECORD_TURN) {
        result->turns++;
        if (belief && table->phase == PHASE_PLAYING)
            arena_readers_see(&worker->readers, game->board, event->before, event->turn);
    } else {
        result->rounds++;
        for (unsigned seat = 0; seat < table->seats; seat++) {
            uint16_t *lost = &result->lost[run->seat[seat].place];
            *lost = (uint16_t)(*lost + table->lost[seat]);
        }
        if (belief)
            arena_readers_guess(&worker->readers, game->board, &game->position, &result->guess);
    }
}

static void play_rounds(struct game_run *run, struct game *game)
{
    const struct game_listener listener = {hear, run};
    const struct table *table = &game->position.table;
    struct turn turn;
    do {
        game_deal(game, &listener);
        while (table->phase == PHASE_PLAYING) {
            game_ask(game, &turn);
            const enum refusal refusal = game_play(game, &turn, &listener);
            CHECK(refusal == ACCEPTED);
        }
    } while (table->phase != PHASE_GAME_OVER && !run->worker->setup->rounds);
}

static bool play_game(struct arena_worker *worker, unsigned number, struct game_record record,
                      struct arena_game *result)
{
    const struct arena_setup *setup = worker->setup;
    struct game_run run = {.worker = worker, .result = result};
    struct game *game = worker->game;
    uint8_t seed[SEED_SIZE];
    memset(result, 0, sizeof *result);
    game_init(game, record);
    if (setup->belief && worker->readers.belief == NULL && !arena_readers_init(&worker->readers))
        return out_of_memory(worker);
    if (!seat_all_players(&run, game, number))
        return false;
    arena_game_seed(setup, number, seed);
    game_begin(game, &(struct game_setup){.board = setup->board,
                                          .seats = setup->seats,
                                          .variants = setup->variants,
                                          .names = &run.names,
                                          .seed = seed});
    play_rounds(&run, game);
    for (unsigned seat = 0; seat < setup->seats; seat++)
        result->points[run.seat[seat].place] = game->position.table.points[seat];
    return true;
}

void arena_record_path(const struct arena_setup *setup, unsigned game, char path[], size_t size)
{
    snprintf(path, size, "%s/%08u.rail", setup->records, game + 1);
}

bool arena_worker_play(struct arena_worker *worker, unsigned game, struct arena_game *result)
{
    static const struct game_record unrecorded;
    char path[PATH_MAX];
    if (worker->game == NULL)
        worker->game = malloc(sizeof *worker->game);
    if (worker->game == NULL)
        return out_of_memory(worker);
    if (worker->setup->records == NULL)
        return play_game(worker, game, unrecorded, result);
    arena_record_path(worker->setup, game, path, sizeof path);
    bool done = play_game(worker, game, record_on_heap(), result);
    if (done && !record_file_write(worker->game, path)) {
        snprintf(worker->error, sizeof worker->error, "cannot write %.150s: %s", path,
                 strerror(errno));
        done = false;
    }
    record_release(&worker->game->record);
    return done;
}
