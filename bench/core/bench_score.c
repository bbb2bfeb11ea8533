/*
 * The benchmarks of the exact score, on seeded positions of two boards.
 *
 * "Empty" is a board without tracks, five cities of a hand and a marker, all apart: the hardest
 * case.  "Round" runs through rounds of four players who lay tracks towards their cities; there
 * most terminals are joined sooner or later.  Everything is measured in turns with the textbook
 * program and the medians are compared, so that a busy machine does not favour anybody.
 */
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "bench/core/bench.h"
#include "bench/core/textbook.h"
#include "board_file/boards.h"
#include "score/steiner.h"

enum {
    SEATS = 4,
    STATES = 16,           /* of rounds, each with its distances */
    TRACKS_APART = 3,      /* state i has 3 i tracks */
    HANDS = 64,            /* for each state */
    ALL_HANDS_MAX = 16807, /* seven cities in each group */
    REPEATS_MIN = 15,
};

struct state {
    struct distances distances;
    uint8_t cost[LINES_MAX];
    uint8_t terminal[HANDS][TERMINALS_MAX];
    uint8_t marker;
};

struct scene {
    const struct board *board;
    uint64_t random;
    struct state empty, round[STATES];
    struct distances scratch;
    uint16_t track[STATES * TRACKS_APART]; /* the lines of one whole round, in order */
    unsigned tracks;
    uint8_t all_hands[ALL_HANDS_MAX];
    unsigned checksum; /* so that no work can be left out */
};

static unsigned random_below(struct scene *scene, unsigned below)
{
    uint64_t mixed = scene->random += UINT64_C(0x9e3779b97f4a7c15);
    mixed = (mixed ^ mixed >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    mixed = (mixed ^ mixed >> 27) * UINT64_C(0x94d049bb133111eb);
    return (unsigned)((mixed ^ mixed >> 31) % below);
}

static uint8_t random_city(struct scene *scene, unsigned group)
{
    const struct board *board = scene->board;
    const unsigned card = board->card[group][random_below(scene, board->cards[group])];
    return board->city[card].junction;
}

static void choose_terminals(struct scene *scene, struct state *state)
{
    for (unsigned i = 0; i < HANDS; i++) {
        for (unsigned group = 0; group < GROUPS; group++)
            state->terminal[i][group] = random_city(scene, group);
        state->terminal[i][GROUPS] = state->marker;
    }
}

/* A line that the marker's network touches and that leads to the city; LINE_NONE when joined. */
static unsigned line_towards(const struct scene *scene, const struct state *state, unsigned marker,
                             unsigned city)
{
    const struct distances *distances = &state->distances;
    const unsigned missing = distances_between(distances, marker, city);
    for (unsigned i = 0; missing > 0 && i < 2u * scene->board->lines; i++) {
        const struct line *line = &scene->board->line[i / 2];
        const unsigned near = i % 2 ? line->b : line->a, far = i % 2 ? line->a : line->b;
        if (state->cost[i / 2] > 0 && distances_between(distances, marker, near) == 0 &&
            distances_between(distances, far, city) + state->cost[i / 2] == missing)
            return i / 2;
    }
    return LINE_NONE;
}

/* Plays one round by seats that head for their cities in turn, and keeps a state now and then. */
static void play_round(struct scene *scene)
{
    struct state now = scene->empty;
    uint8_t marker[SEATS], hand[SEATS][GROUPS];
    for (unsigned seat = 0; seat < SEATS; seat++) {
        marker[seat] = (uint8_t)random_below(scene, scene->board->junctions);
        for (unsigned group = 0; group < GROUPS; group++)
            hand[seat][group] = random_city(scene, group);
    }
    for (unsigned turn = 0; scene->tracks < STATES * TRACKS_APART; turn++) {
        if (scene->tracks % TRACKS_APART == 0) {
            now.marker = marker[scene->tracks / TRACKS_APART % SEATS];
            scene->round[scene->tracks / TRACKS_APART] = now;
        }
        const unsigned seat = turn % SEATS;
        unsigned line = LINE_NONE;
        for (unsigned i = 0; i < GROUPS && line == LINE_NONE; i++)
            line = line_towards(scene, &now, marker[seat], hand[seat][(turn / SEATS + i) % GROUPS]);
        if (line == LINE_NONE) { /* connected: this seat heads for somewhere else */
            hand[seat][0] = (uint8_t)random_below(scene, scene->board->junctions);
            continue;
        }
        now.cost[line] = 0;
        distances_lower(&now.distances, scene->board->line[line].a, scene->board->line[line].b, 0);
        scene->track[scene->tracks++] = (uint16_t)line;
    }
}

static void scene_make(struct scene *scene, const struct board *board, const struct kernel *kernel)
{
    struct state *empty = &scene->empty;
    memset(scene, 0, sizeof *scene);
    scene->board = board;
    scene->random = 2;
    for (unsigned i = 0; i < board->lines; i++)
        empty->cost[i] = board->line[i].cost;
    distances_init(&empty->distances, board);
    distances_use_kernel(&empty->distances, kernel);
    do {
        empty->marker = (uint8_t)random_below(scene, board->junctions);
    } while (board->junction[empty->marker].city != CITY_NONE);
    choose_terminals(scene, empty);
    play_round(scene);
    for (unsigned i = 0; i < STATES; i++)
        choose_terminals(scene, &scene->round[i]);
}

/* What is measured: each takes the number of the repeat and returns nanoseconds for one. */
typedef double measure(struct scene *scene, unsigned repeat);

static double textbook_for(struct scene *scene, const struct state *state, unsigned states,
                           unsigned repeat)
{
    enum { EACH = 16 };
    const uint64_t start = bench_clock();
    for (unsigned i = 0; i < EACH; i++)
        scene->checksum +=
            textbook_cost(scene->board, state[i % states].cost,
                          state[i % states].terminal[(repeat * EACH + i) % HANDS], TERMINALS_MAX);
    return (double)(bench_clock() - start) / EACH;
}

static double score_for(struct scene *scene, const struct state *state, unsigned states)
{
    const uint64_t start = bench_clock();
    for (unsigned i = 0; i < states; i++) {
        for (unsigned k = 0; k < HANDS; k++)
            scene->checksum +=
                steiner_cost(&state[i].distances, state[i].terminal[k], TERMINALS_MAX);
    }
    return (double)(bench_clock() - start) / (states * HANDS);
}

static double plan_for(struct scene *scene, const struct state *state, unsigned states)
{
    struct line_set plan;
    const uint64_t start = bench_clock();
    for (unsigned i = 0; i < states; i++) {
        for (unsigned k = 0; k < HANDS; k++) {
            steiner_plan(&state[i].distances, scene->board, state[i].cost, state[i].terminal[k],
                         TERMINALS_MAX, NULL, &plan);
            scene->checksum += (unsigned)plan.word[k % LINE_WORDS];
        }
    }
    return (double)(bench_clock() - start) / (states * HANDS);
}

static double gradient_for(struct scene *scene, const struct state *state, unsigned states)
{
    uint8_t after[LINES_MAX];
    const uint64_t start = bench_clock();
    for (unsigned i = 0; i < states; i++) {
        for (unsigned k = 0; k < HANDS; k++) {
            steiner_gradient(&state[i].distances, scene->board, state[i].terminal[k], TERMINALS_MAX,
                             after);
            scene->checksum += after[k];
        }
    }
    return (double)(bench_clock() - start) / (states * HANDS);
}

static double textbook_empty(struct scene *scene, unsigned repeat)
{
    return textbook_for(scene, &scene->empty, 1, repeat);
}

static double textbook_round(struct scene *scene, unsigned repeat)
{
    return textbook_for(scene, scene->round, STATES, repeat);
}

static double score_empty(struct scene *scene, unsigned repeat)
{
    (void)repeat;
    return score_for(scene, &scene->empty, 1);
}

static double score_round(struct scene *scene, unsigned repeat)
{
    (void)repeat;
    return score_for(scene, scene->round, STATES);
}

static double plan_empty(struct scene *scene, unsigned repeat)
{
    (void)repeat;
    return plan_for(scene, &scene->empty, 1);
}

static double plan_round(struct scene *scene, unsigned repeat)
{
    (void)repeat;
    return plan_for(scene, scene->round, STATES);
}

static double gradient_empty(struct scene *scene, unsigned repeat)
{
    (void)repeat;
    return gradient_for(scene, &scene->empty, 1);
}

static double gradient_round(struct scene *scene, unsigned repeat)
{
    (void)repeat;
    return gradient_for(scene, scene->round, STATES);
}

static double lower(struct scene *scene, unsigned repeat)
{
    (void)repeat;
    distances_copy(&scene->scratch, &scene->empty.distances);
    const uint64_t start = bench_clock();
    for (unsigned i = 0; i < scene->tracks; i++) {
        const struct line *line = &scene->board->line[scene->track[i]];
        distances_lower(&scene->scratch, line->a, line->b, 0);
    }
    const uint64_t end = bench_clock();
    scene->checksum += distances_between(&scene->scratch, 0, 1);
    return (double)(end - start) / scene->tracks;
}

static double copy(struct scene *scene, unsigned repeat)
{
    (void)repeat;
    const uint64_t start = bench_clock();
    for (unsigned i = 0; i < STATES; i++) {
        distances_copy(&scene->scratch, &scene->empty.distances);
        scene->checksum += distances_between(&scene->scratch, 0, 1);
    }
    return (double)(bench_clock() - start) / STATES;
}

static double init(struct scene *scene, unsigned repeat)
{
    const struct kernel *kernel = scene->empty.distances.kernel;
    const struct state *state = &scene->round[repeat % STATES];
    const uint64_t start = bench_clock();
    distances_init_with(&scene->scratch, scene->board, state->cost, kernel);
    const uint64_t end = bench_clock();
    scene->checksum += distances_between(&scene->scratch, 0, 1);
    return (double)(end - start);
}

static double all_hands_for(struct scene *scene, const struct state *state)
{
    const struct board *board = scene->board;
    uint8_t junction[GROUPS][GROUP_CARDS_MAX];
    unsigned hands = 1;
    for (unsigned group = 0; group < GROUPS; group++) {
        hands *= board->cards[group];
        for (unsigned i = 0; i < board->cards[group]; i++)
            junction[group][i] = board->city[board->card[group][i]].junction;
    }
    CHECK(hands <= ALL_HANDS_MAX);
    const uint64_t start = bench_clock();
    steiner_all_hands(&state->distances, state->marker, (const uint8_t(*)[GROUP_CARDS_MAX])junction,
                      board->cards, scene->all_hands);
    const uint64_t end = bench_clock();
    scene->checksum += scene->all_hands[hands / 2];
    return (double)(end - start) / hands;
}

static double all_hands_empty(struct scene *scene, unsigned repeat)
{
    (void)repeat;
    return all_hands_for(scene, &scene->empty);
}

static double all_hands_round(struct scene *scene, unsigned repeat)
{
    return all_hands_for(scene, &scene->round[repeat % STATES]);
}

enum {
    TEXTBOOK_EMPTY,
    TEXTBOOK_ROUND,
    SCORE_EMPTY,
    SCORE_ROUND,
    PLAN_EMPTY,
    PLAN_ROUND,
    GRADIENT_EMPTY,
    GRADIENT_ROUND,
    ALL_HANDS_EMPTY,
    ALL_HANDS_ROUND,
    LOWER,
    COPY,
    INIT,
    MEASURES,
    NOTHING = MEASURES,
};

/*
 * What each is compared with, and the goal.  Where the unit begins with an x the ratio is how many
 * times quicker it is, and shall be no less; elsewhere how many of the other it takes, and no more.
 */
static const struct {
    measure *run;
    const char *what;
    unsigned against;
    const char *unit;
    double goal;
    const char *goal_text;
} measures[MEASURES] = {
    [TEXTBOOK_EMPTY] = {textbook_empty, "textbook score, empty board", NOTHING, "", 0, ""},
    [TEXTBOOK_ROUND] = {textbook_round, "textbook score, through a round", NOTHING, "", 0, ""},
    [SCORE_EMPTY] = {score_empty, "score, empty board", TEXTBOOK_EMPTY, "x textbook", 100,
                     "100 times the textbook"},
    [SCORE_ROUND] = {score_round, "score, through a round", TEXTBOOK_ROUND, "x textbook", 100,
                     "100 times the textbook"},
    [PLAN_EMPTY] = {plan_empty, "plan, empty board", SCORE_EMPTY, "scores", 3, "at most 3 scores"},
    [PLAN_ROUND] = {plan_round, "plan, through a round", SCORE_ROUND, "scores", 3,
                    "at most 3 scores"},
    [GRADIENT_EMPTY] = {gradient_empty, "gradient of all lines, empty board", SCORE_EMPTY, "scores",
                        10, "at most 10 scores"},
    [GRADIENT_ROUND] = {gradient_round, "gradient of all lines, through a round", SCORE_ROUND,
                        "scores", 10, "at most 10 scores"},
    [ALL_HANDS_EMPTY] = {all_hands_empty, "each of all hands, empty board", TEXTBOOK_EMPTY,
                         "x textbook", 500, "500 times the textbook"},
    [ALL_HANDS_ROUND] = {all_hands_round, "each of all hands, through a round", TEXTBOOK_ROUND,
                         "x textbook", 500, "500 times the textbook"},
    [LOWER] = {lower, "distances after a track", TEXTBOOK_ROUND, "x textbook", 250,
               "250 times the textbook"},
    [COPY] = {copy, "copy of the distances", NOTHING, "", 0, ""},
    [INIT] = {init, "distances from nothing", NOTHING, "", 0, ""},
};

static void add_row(struct bench_table *table, const char *board, unsigned which,
                    const double median[MEASURES])
{
    struct bench_row row = {.board = board,
                            .what = measures[which].what,
                            .nanoseconds = median[which],
                            .unit = measures[which].unit,
                            .goal = measures[which].goal_text};
    if (measures[which].against != NOTHING) {
        const double other = median[measures[which].against];
        const bool quicker = row.unit[0] == 'x';
        row.ratio = quicker ? other / row.nanoseconds : row.nanoseconds / other;
        row.met = quicker ? row.ratio >= measures[which].goal : row.ratio <= measures[which].goal;
    }
    bench_add(table, row);
}

static void bench_board(struct bench_table *table, const struct bench_setup *setup,
                        struct scene *scene)
{
    double(*taken)[BENCH_REPEATS_MAX] = malloc(MEASURES * sizeof *taken);
    CHECK(taken != NULL);
    const double budget = setup->seconds * 1e9 * MEASURES;
    const uint64_t start = bench_clock();
    unsigned repeats = 0;
    while (repeats < BENCH_REPEATS_MAX &&
           (repeats < REPEATS_MIN || (double)(bench_clock() - start) < budget)) {
        for (unsigned i = 0; i < MEASURES; i++)
            taken[i][repeats] = measures[i].run(scene, repeats);
        repeats++;
        bench_tell(table, setup, MEASURES, start);
    }
    double median[MEASURES];
    for (unsigned i = 0; i < MEASURES; i++)
        median[i] = bench_median(taken[i], repeats);
    for (unsigned i = 0; i < MEASURES; i++)
        add_row(table, scene->board->id, i, median);
    free(taken);
}

static const char *const ids[] = {"transamerica", "transeuropa"};

unsigned bench_score_rows(void)
{
    return MEASURES * sizeof ids / sizeof ids[0];
}

void bench_score(struct bench_table *table, const struct bench_setup *setup)
{
    struct scene *scene = aligned_alloc(alignof(struct scene), sizeof *scene);
    CHECK(scene != NULL);
    for (unsigned i = 0; i < sizeof ids / sizeof ids[0]; i++) {
        const struct board *board = board_builtin(ids[i], strlen(ids[i]));
        CHECK(board != NULL);
        scene_make(scene, board, setup->kernel);
        bench_board(table, setup, scene);
    }
    free(scene);
}
