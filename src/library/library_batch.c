/*
 * Many games at once.  A game that is over is dealt again immediately, so that every game awaits an
 * action.
 */
#include <stdlib.h>

#include "bots/bot.h"
#include "bots/set_sample.h"
#include "library/library.h"
#include "rules/scoring.h"

enum { GAMES_MAX = 1 << 24 };
enum { OVER_ROUND = 1, OVER_GAME = 2 };

/* The action -1 as an unsigned number: the game is not changed. */
static const unsigned ACTION_LEFT_OUT = UINT32_MAX;

struct railhead_batch {
    const struct board *board;
    size_t games;
    unsigned seats, variants;
    bool whole_games;
    uint64_t series, deals;  /* number of games begun so far */
    uint8_t seed[SEED_SIZE]; /* for single rounds, and for random actions */
    struct rng rng;
    struct distances empty;     /* distances on the empty board */
    struct lazy_distances lazy; /* workspace for scoring */
    struct railhead_position game[];
};

/* ---- Games ---------------------------------------------------------------------------------- */

/*
 * Begins the next game of the series.  Single rounds are dealt one after the other from the same
 * seed.
 */
static void begin_game(struct railhead_batch *batch, struct railhead_position *game)
{
    uint8_t seed[SEED_SIZE];
    struct hand hand[SEATS_MAX];
    const uint64_t number = batch->deals++;
    begin_turn(game);
    if (batch->whole_games) {
        seed_of_series(batch->series, number, seed);
        position_init(&game->position, batch->board, batch->seats, batch->variants, seed);
        position_deal(&game->position, batch->board);
        return;
    }
    position_init(&game->position, batch->board, batch->seats, batch->variants, batch->seed);
    deal_hands(batch->board, batch->seats, batch->seed, (unsigned)number, hand);
    position_begin_round(&game->position, batch->board, hand, (unsigned)(number % batch->seats));
}

static void begin_all(struct railhead_batch *batch, uint64_t series)
{
    batch->series = series;
    batch->deals = 0;
    seed_of_series(series, UINT64_MAX, batch->seed);
    bot_rng(&batch->rng, batch->seed, 0);
    for (size_t i = 0; i < batch->games; i++)
        begin_game(batch, &batch->game[i]);
}

/* Inlines everything that a loop over games calls: such loops take millions of steps. */
#define FLATTEN __attribute__((flatten))

/* Scores a round that has ended, and deals the next one. */
static __attribute__((noinline)) uint8_t finish_round(struct railhead_batch *batch,
                                                      struct railhead_position *game, int16_t *lost,
                                                      int16_t *points)
{
    struct table *table = &game->position.table;
    scoring_close_round_from(table, batch->board, game->position.hand, &batch->empty, &batch->lazy);
    const bool game_over = batch->whole_games && table->phase == PHASE_GAME_OVER;
    if (lost != NULL)
        memcpy(lost, table->lost, batch->seats * sizeof *lost);
    if (points != NULL)
        memcpy(points, table->points, batch->seats * sizeof *points);
    if (batch->whole_games && !game_over)
        position_deal(&game->position, batch->board);
    else
        begin_game(batch, game);
    return game_over ? OVER_GAME : OVER_ROUND;
}

enum railhead_status railhead_batch_new(struct railhead_batch **batch,
                                        const struct railhead_board *board, size_t games,
                                        uint32_t seats, uint32_t variants, uint32_t episode,
                                        uint64_t series, struct railhead_error *error)
{
    if (batch == NULL)
        return library_bad(error, "batch");
    *batch = NULL;
    const enum railhead_status status = library_check_setup(board, seats, variants, error);
    if (status != RAILHEAD_OK)
        return status;
    if (games == 0 || games > GAMES_MAX)
        return library_bad(error, "games");
    if (episode > RAILHEAD_EPISODE_GAME)
        return library_bad(error, "episode");
    const size_t size = sizeof(struct railhead_batch) + games * sizeof(struct railhead_position);
    const size_t alignment = _Alignof(struct railhead_batch);
    struct railhead_batch *made =
        aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
    if (made == NULL)
        return library_no_memory(error);
    made->board = board_of(board);
    made->games = games;
    made->seats = seats;
    made->variants = variants;
    made->whole_games = episode == RAILHEAD_EPISODE_GAME;
    distances_init(&made->empty, made->board);
    for (size_t i = 0; i < games; i++)
        made->game[i] = (struct railhead_position){.board = made->board, .has_seed = true};
    begin_all(made, series);
    *batch = made;
    return RAILHEAD_OK;
}

void railhead_batch_free(struct railhead_batch *batch)
{
    free(batch);
}

enum railhead_status railhead_batch_reset(struct railhead_batch *batch, uint64_t series,
                                          struct railhead_error *error)
{
    if (batch == NULL)
        return library_bad(error, "batch");
    begin_all(batch, series);
    return RAILHEAD_OK;
}

/* ---- Reading --------------------------------------------------------------------------------- */

enum railhead_status railhead_batch_to_move(const struct railhead_batch *batch, uint8_t *seat,
                                            struct railhead_error *error)
{
    if (batch == NULL || seat == NULL)
        return library_bad(error, batch == NULL ? "batch" : "seat");
    for (size_t i = 0; i < batch->games; i++)
        seat[i] = batch->game[i].position.table.to_move;
    return RAILHEAD_OK;
}

static void write_mask(const struct railhead_position *game, uint8_t *mask)
{
    const struct board *board = game->board;
    struct choices choices;
    action_choices(game, &choices);
    *mask++ = choices_may_end(&choices);
    for (unsigned i = 0; i < board->junctions; i++)
        *mask++ = junction_set_has(&choices.places, i);
    for (unsigned i = 0; i < board->lines; i++)
        *mask++ = line_set_has(&choices.black, i);
    for (unsigned i = 0; i < board->lines; i++)
        *mask++ = line_set_has(&choices.coloured, i);
}

enum railhead_status railhead_batch_mask(const struct railhead_batch *batch, uint8_t *mask,
                                         struct railhead_error *error)
{
    if (batch == NULL || mask == NULL)
        return library_bad(error, batch == NULL ? "batch" : "mask");
    const size_t actions = action_count(batch->board);
    for (size_t i = 0; i < batch->games; i++)
        write_mask(&batch->game[i], mask + i * actions);
    return RAILHEAD_OK;
}

size_t railhead_batch_numbers(const struct railhead_batch *batch)
{
    return batch != NULL ? observe_size(batch->board, batch->seats) : 0;
}

enum railhead_status railhead_batch_observe(const struct railhead_batch *batch, float *number,
                                            struct railhead_error *error)
{
    if (batch == NULL || number == NULL)
        return library_bad(error, batch == NULL ? "batch" : "number");
    const size_t size = observe_size(batch->board, batch->seats);
    for (size_t i = 0; i < batch->games; i++)
        observe(&batch->game[i], batch->game[i].position.table.to_move, number + i * size);
    return RAILHEAD_OK;
}

static void write_gains(struct railhead_batch *batch, const struct railhead_position *game,
                        float *gain)
{
    const struct board *board = batch->board;
    const struct table *table = &game->position.table;
    const unsigned seat = table->to_move;
    uint8_t terminal[TERMINALS_MAX], after[LINES_MAX];
    struct choices choices;
    action_choices(game, &choices);
    scoring_distances_from(table, board, seat, &batch->empty, &batch->lazy);
    lazy_refresh_all(&batch->lazy);
    const struct distances *distances = &batch->lazy.now;
    const unsigned count =
        hand_terminals(board, &game->position.hand[seat], table->marker[seat], terminal);
    const unsigned now = steiner_cost(distances, terminal, count);
    steiner_gradient(distances, board, terminal, count, after);
    memset(gain, 0, action_count(board) * sizeof *gain);
    for (int own = 0; own < 2; own++) {
        const struct line_set *lines = own ? &choices.coloured : &choices.black;
        for (unsigned i = line_set_next(lines, 0); i != LINE_NONE; i = line_set_next(lines, i + 1))
            gain[action_of_line(board, i, own)] = (float)(now - after[i]);
    }
}

enum railhead_status railhead_batch_gains(struct railhead_batch *batch, float *gain,
                                          struct railhead_error *error)
{
    if (batch == NULL || gain == NULL)
        return library_bad(error, batch == NULL ? "batch" : "gain");
    const size_t actions = action_count(batch->board);
    for (size_t i = 0; i < batch->games; i++)
        write_gains(batch, &batch->game[i], gain + i * actions);
    return RAILHEAD_OK;
}

const struct railhead_position *railhead_batch_position(const struct railhead_batch *batch,
                                                        size_t game)
{
    return batch != NULL && game < batch->games ? &batch->game[game] : NULL;
}

/* ---- Random actions ------------------------------------------------------------------------- */

/* The usual case: the marker is placed, and only black track can be laid. */
static bool only_black_track(const struct railhead_position *game)
{
    const struct table *table = &game->position.table;
    return table->marker[table->to_move] != JUNCTION_NONE && table->supply > 0 &&
           table->coloured[table->to_move] == 0 && !(table->variants & VARIANT_BLOCKING);
}

static unsigned draw_black(const struct railhead_position *game, struct rng *rng)
{
    const struct board *board = game->board;
    const struct table *table = &game->position.table;
    struct legal_lines legal;
    turn_legal_lines_of(table, board, &game->entered, game->kinds, &legal);
    const unsigned line =
        game->entered.tracks > 0
            ? set_sample_common_line_or_none(legal.touched, legal.open, legal.kinds, board->lines,
                                             rng)
            : set_sample_common_line(legal.touched, legal.open, legal.kinds, board->lines, rng);
    return line != LINE_NONE ? action_of_line(board, line, false) : (unsigned)ACTION_END;
}

static __attribute__((noinline)) unsigned draw_any(const struct railhead_position *game,
                                                   struct rng *rng)
{
    struct choices choices;
    action_choices(game, &choices);
    const unsigned places = junction_set_count(&choices.places);
    const unsigned black = set_sample_count(&choices.black),
                   coloured = set_sample_count(&choices.coloured);
    const unsigned which = rng_below(rng, places + black + coloured + choices_may_end(&choices));
    if (which < places)
        return ACTION_MARKER + set_sample_junction(&choices.places, rng);
    if (which < places + black)
        return action_of_line(game->board, set_sample_line(&choices.black, rng), false);
    if (which < places + black + coloured)
        return action_of_line(game->board, set_sample_line(&choices.coloured, rng), true);
    return ACTION_END;
}

static unsigned draw_action(const struct railhead_position *game, struct rng *rng)
{
    return only_black_track(game) ? draw_black(game, rng) : draw_any(game, rng);
}

FLATTEN enum railhead_status railhead_batch_sample(struct railhead_batch *batch, int32_t *action,
                                                   struct railhead_error *error)
{
    if (batch == NULL || action == NULL)
        return library_bad(error, batch == NULL ? "batch" : "action");
    for (size_t i = 0; i < batch->games; i++)
        action[i] = (int32_t)draw_action(&batch->game[i], &batch->rng);
    return RAILHEAD_OK;
}

/* ---- Steps ---------------------------------------------------------------------------------- */

static __attribute__((noinline)) enum railhead_status bad_action(struct railhead_error *error,
                                                                 size_t game)
{
    library_say(error, RAILHEAD_REFUSED, "library-action", "this action is not legal now");
    if (error != NULL)
        error->index = (uint32_t)game;
    return RAILHEAD_REFUSED;
}

FLATTEN enum railhead_status railhead_batch_step(struct railhead_batch *batch,
                                                 const int32_t *action, uint8_t *over,
                                                 int16_t *lost, int16_t *points,
                                                 struct railhead_error *error)
{
    if (batch == NULL || over == NULL || lost == NULL)
        return library_bad(error, batch == NULL ? "batch" : over == NULL ? "over" : "lost");
    memset(over, 0, batch->games);
    memset(lost, 0, batch->games * batch->seats * sizeof *lost);
    for (size_t i = 0; i < batch->games; i++) {
        struct railhead_position *game = &batch->game[i];
        int16_t *its_points = points != NULL ? points + i * batch->seats : NULL;
        const unsigned taken =
            action != NULL ? (unsigned)action[i] : draw_action(game, &batch->rng);
        const enum action_result result =
            taken == ACTION_LEFT_OUT ? ACTION_TAKEN : action_take(game, taken);
        if (result == ACTION_ILLEGAL)
            return bad_action(error, i);
        if (result == ACTION_ENDS_ROUND)
            over[i] = finish_round(batch, game, lost + i * batch->seats, its_points);
        else if (its_points != NULL)
            memcpy(its_points, game->position.table.points, batch->seats * sizeof *points);
    }
    return RAILHEAD_OK;
}

FLATTEN enum railhead_status railhead_batch_run_random(struct railhead_batch *batch, size_t steps,
                                                       uint64_t *rounds,
                                                       struct railhead_error *error)
{
    if (batch == NULL || rounds == NULL)
        return library_bad(error, batch == NULL ? "batch" : "rounds");
    *rounds = 0;
    for (size_t i = 0; i < batch->games; i++) {
        struct railhead_position *game = &batch->game[i];
        for (size_t step = 0; step < steps; step++) {
            if (action_take(game, draw_action(game, &batch->rng)) != ACTION_ENDS_ROUND)
                continue;
            finish_round(batch, game, NULL, NULL);
            ++*rounds;
        }
    }
    return RAILHEAD_OK;
}
