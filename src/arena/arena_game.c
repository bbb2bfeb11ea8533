/* A game of the arena, from the seats to the record. */
#include "arena/arena_game.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "core/check.h"
#include "play/play_record.h"

uint64_t arena_nanoseconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000U + (uint64_t)now.tv_nsec;
}

void arena_worker_init(struct arena_worker *worker, const struct arena_setup *setup)
{
    memset(worker, 0, sizeof *worker);
    worker->setup = setup;
}

void arena_worker_release(struct arena_worker *worker)
{
    arena_readers_release(&worker->readers);
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

/* A copy of a contender that nobody else has in this game; NULL after setting `error`. */
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
    return contender_player_init(*player, &setup->contender[contender], setup->board,
                                 &setup->limits, worker->error, sizeof worker->error)
               ? *player
               : NULL;
}

struct game_run {
    struct arena_worker *worker;
    struct arena_game *result;
    struct play_record *record; /* or NULL */
    struct position position;
    unsigned lineup;
    unsigned place[SEATS_MAX];                  /* by seat */
    struct contender_player *player[SEATS_MAX]; /* by seat */
    uint64_t watched[SEATS_MAX]; /* nanoseconds that the seat has spent since its last turn */
};

/* Everybody is seated; false after setting `error`. */
static bool begin_game(struct game_run *run, unsigned game)
{
    const struct arena_setup *setup = run->worker->setup;
    unsigned copies[SEATS_MAX] = {0};
    uint8_t seed[SEED_SIZE];
    struct record_names names = {0};
    const struct contender_game told = {.table = &run->position.table, .names = &names};
    arena_game_seed(setup, game, seed);
    position_init(&run->position, setup->board, setup->seats, setup->variants, seed);
    run->lineup = arena_lineup(setup, game);
    for (unsigned place = 0; place < setup->seats; place++) {
        const unsigned seat = arena_seat(setup, game, place);
        const unsigned contender = setup->lineup[run->lineup][place];
        run->place[seat] = place;
        run->player[seat] = take_player(run->worker, contender, copies[contender]++);
        if (run->player[seat] == NULL)
            return false;
        contender_name(&setup->contender[contender], names.name[seat], RECORD_NAME_SIZE);
    }
    for (unsigned seat = 0; seat < setup->seats; seat++) {
        struct rng rng;
        bot_rng(&rng, seed, run->place[seat]);
        contender_begin_game(run->player[seat], &told, seat, rng);
    }
    if (run->record != NULL)
        play_record_header(run->record, setup->board, &run->position.table, &names);
    return true;
}

/* What a seat thinks about the others' turns is part of the time it takes for its own. */
static void ask_for_turn(struct game_run *run, unsigned seat, struct turn *turn)
{
    struct arena_worker *worker = run->worker;
    const unsigned row = arena_row_of(worker->setup, run->lineup, run->place[seat]);
    struct arena_account *account = &worker->account[row];
    const uint64_t start = arena_nanoseconds();
    const enum engine_answer answer = contender_turn(run->player[seat], &run->position, turn);
    const uint64_t spent = arena_nanoseconds() - start + run->watched[seat];
    run->watched[seat] = 0;
    account->answers[answer]++;
    account->nanoseconds += spent;
    account->slowest = spent > account->slowest ? spent : account->slowest;
    if (answer != ENGINE_TURN && worker->report != NULL) {
        char sentence[CONTENDER_TEXT_SIZE + ENGINE_REPORT_SIZE];
        snprintf(sentence, sizeof sentence, "%s: %s", run->player[seat]->contender->text,
                 contender_report(run->player[seat]));
        worker->report(worker->context, sentence);
    }
}

static void show_turn(struct game_run *run, const struct table *before, const struct turn *turn)
{
    for (unsigned seat = 0; seat < before->seats; seat++) {
        if (!contender_watches(run->player[seat]))
            continue;
        const uint64_t start = arena_nanoseconds();
        contender_see(run->player[seat], before, turn);
        run->watched[seat] += arena_nanoseconds() - start;
    }
}

static void play_turn(struct game_run *run)
{
    struct arena_worker *worker = run->worker;
    const struct board *board = worker->setup->board;
    const struct table before = run->position.table;
    struct turn turn;
    ask_for_turn(run, before.to_move, &turn);
    position_settle(&run->position, board, &turn);
    const enum refusal refusal = position_play(&run->position, board, &turn);
    CHECK(refusal == ACCEPTED);
    show_turn(run, &before, &turn);
    if (worker->setup->belief && run->position.table.phase == PHASE_PLAYING)
        arena_readers_see(&worker->readers, board, &before, &turn);
    run->result->turns++;
    if (run->record != NULL)
        play_record_turn(run->record, board, before.to_move, &turn);
}

static void begin_round(struct game_run *run)
{
    struct arena_worker *worker = run->worker;
    const struct board *board = worker->setup->board;
    position_deal(&run->position, board);
    for (unsigned seat = 0; seat < run->position.table.seats; seat++) {
        const uint64_t start = arena_nanoseconds();
        contender_begin_round(run->player[seat], &run->position);
        run->watched[seat] = arena_nanoseconds() - start;
    }
    if (worker->setup->belief)
        arena_readers_begin_round(&worker->readers, board, &run->position);
    if (run->record != NULL)
        play_record_round(run->record, board, &run->position);
}

static void end_round(struct game_run *run)
{
    struct arena_worker *worker = run->worker;
    const struct board *board = worker->setup->board;
    const struct table *table = &run->position.table;
    struct arena_game *result = run->result;
    result->rounds++;
    for (unsigned seat = 0; seat < table->seats; seat++) {
        uint16_t *lost = &result->lost[run->place[seat]];
        *lost = (uint16_t)(*lost + table->lost[seat]);
        contender_round_over(run->player[seat], table);
    }
    if (worker->setup->belief)
        arena_readers_guess(&worker->readers, board, &run->position, &result->guess);
    if (run->record != NULL)
        play_record_closing(run->record, board, table);
}

static bool play_game(struct arena_worker *worker, unsigned game, struct play_record *record,
                      struct arena_game *result)
{
    struct game_run run = {.worker = worker, .result = result, .record = record};
    const struct table *table = &run.position.table;
    memset(result, 0, sizeof *result);
    if (worker->setup->belief && worker->readers.belief == NULL &&
        !arena_readers_init(&worker->readers))
        return out_of_memory(worker);
    if (!begin_game(&run, game))
        return false;
    do {
        begin_round(&run);
        while (table->phase == PHASE_PLAYING)
            play_turn(&run);
        end_round(&run);
    } while (table->phase != PHASE_GAME_OVER && !worker->setup->rounds);
    for (unsigned seat = 0; seat < table->seats; seat++)
        result->points[run.place[seat]] = table->points[seat];
    return true;
}

void arena_record_path(const struct arena_setup *setup, unsigned game, char path[], size_t size)
{
    snprintf(path, size, "%s/%08u.rail", setup->records, game + 1);
}

bool arena_worker_play(struct arena_worker *worker, unsigned game, struct arena_game *result)
{
    struct play_record record;
    char path[PATH_MAX];
    if (worker->setup->records == NULL)
        return play_game(worker, game, NULL, result);
    arena_record_path(worker->setup, game, path, sizeof path);
    play_record_init(&record);
    bool done = play_game(worker, game, &record, result);
    if (done && !play_record_write(&record, path)) {
        snprintf(worker->error, sizeof worker->error, "cannot write %.150s: %s", path,
                 strerror(errno));
        done = false;
    }
    play_record_release(&record);
    return done;
}
