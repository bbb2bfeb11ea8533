/* Prints the result of the arena as a table and as JSON. */
#include "cli/arena_print.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/json_output.h"
#include "rules/notation.h"

/* ---- Parts --------------------------------------------------------------------------------- */

const char *estimate_text(char text[ESTIMATE_TEXT_SIZE], struct estimate estimate, int digits,
                          bool sign)
{
    char mean[ESTIMATE_TEXT_SIZE / 3], margin[ESTIMATE_TEXT_SIZE / 3] = "?";
    if (isnan(estimate.mean))
        return "?";
    if (isinf(estimate.mean))
        return estimate.mean > 0 ? "+infinite" : "-infinite";
    snprintf(mean, sizeof mean, sign ? "%+.*f" : "%.*f", digits, estimate.mean);
    if (!isnan(estimate.margin))
        snprintf(margin, sizeof margin, "%.*f", digits, estimate.margin);
    snprintf(text, ESTIMATE_TEXT_SIZE, "%s +- %s", mean, margin);
    return text;
}

struct estimate estimate_scaled(struct estimate estimate, double factor)
{
    return (struct estimate){.mean = factor * estimate.mean, .margin = factor * estimate.margin};
}

struct estimate arena_elo_ahead(const struct arena_result *result)
{
    return estimate_scaled(result->elo[0], 2);
}

static double microseconds_a_turn(const struct arena_account *account)
{
    uint64_t turns = 0;
    for (unsigned answer = 0; answer < ENGINE_ANSWERS; answer++)
        turns += account->answers[answer];
    return (double)account->nanoseconds / (double)turns / 1000;
}

void print_board(const struct arena_setup *setup)
{
    char variants[VARIANTS_TEXT_SIZE];
    struct text text;
    text_init(&text, variants, sizeof variants);
    variants_write(&text, setup->variants, ", ");
    printf("%s%s", setup->board->name, variants);
}

/* ---- The table ----------------------------------------------------------------------------- */

enum { LABEL_MIN = 10, LABEL_MAX = 28 };

/* Columns for the names: as wide as the longest name, up to a maximum. */
static int label_width(const struct arena_setup *setup)
{
    int width = LABEL_MIN;
    for (unsigned i = 0; i < setup->contenders; i++) {
        const int length = (int)strlen(setup->contender[i].text);
        width = length > width ? length : width;
    }
    return width < LABEL_MAX ? width : LABEL_MAX;
}

/* Returns how many bytes of `text` fit into `width` columns without splitting a character. */
static int label_length(const char *text, int width)
{
    int length = (int)strlen(text);
    if (length <= width)
        return length;
    for (length = width; length > 0 && ((unsigned char)text[length] & 0xc0) == 0x80;)
        length--;
    return length;
}

static void print_heading(const struct arena_setup *setup, const struct arena_result *result)
{
    print_board(setup);
    printf(": %u", result->games);
    if (result->interrupted)
        printf(" of %u", setup->games);
    printf(" %s%s", setup->rounds ? "single round" : "game",
           plural(result->interrupted ? setup->games : result->games));
    if (!setup->rounds)
        printf(", %" PRIu64 " round%s", result->rounds, plural(result->rounds));
    printf(", %" PRIu64 " turn%s, seed %" PRIu64, result->turns, plural(result->turns),
           setup->seed);
    if (setup->duplicate)
        printf(", duplicate deals: %u", result->deals);
    printf(", %.1f seconds%s\n\n", result->seconds, result->interrupted ? ", interrupted" : "");
}

static void print_column_names(const struct arena_setup *setup)
{
    printf("    %-*s %16s %20s %17s", label_width(setup), "bot",
           setup->rounds ? "rounds won, %" : "games won, %", "points lost a round", "points ahead");
    if (!setup->compared)
        printf(" %12s", "Elo");
    printf(" %11s %11s\n", "us a turn", "the longest");
}

static void print_row(const struct arena_setup *setup, const struct arena_result *result,
                      const struct arena_row *row, unsigned number)
{
    char won[ESTIMATE_TEXT_SIZE], lost[ESTIMATE_TEXT_SIZE], ahead[ESTIMATE_TEXT_SIZE];
    char elo[ESTIMATE_TEXT_SIZE];
    const char *name = setup->contender[row->contender].text;
    const int width = label_width(setup);
    printf("  %u %-*.*s %16s %20s %17s", number, width, label_length(name, width), name,
           estimate_text(won, estimate_scaled(row->won, 100), 2, false),
           estimate_text(lost, row->lost, 3, false), estimate_text(ahead, row->ahead, 3, true));
    if (!setup->compared)
        printf(" %12s", estimate_text(elo, result->elo[row->contender], 0, true));
    printf(" %11.1f %11.1f\n", microseconds_a_turn(&row->account),
           (double)row->account.slowest / 1000);
}

uint64_t arena_forfeits(const struct arena_account *account)
{
    uint64_t forfeited = 0;
    for (unsigned answer = ENGINE_TURN + 1; answer < ENGINE_ANSWERS; answer++)
        forfeited += account->answers[answer];
    return forfeited;
}

/* Prints how many turns an engine forfeited and why; prints nothing if there were none. */
static void print_forfeits(const struct arena_setup *setup, const struct arena_row *row)
{
    const uint64_t forfeited = arena_forfeits(&row->account);
    if (forfeited == 0)
        return;
    printf("    %s has forfeited %" PRIu64 " of %" PRIu64 " turns:",
           setup->contender[row->contender].text, forfeited,
           forfeited + row->account.answers[ENGINE_TURN]);
    for (unsigned answer = ENGINE_TURN + 1; answer < ENGINE_ANSWERS; answer++) {
        if (row->account.answers[answer] > 0)
            printf(" %s %" PRIu64, engine_answer_name(answer), row->account.answers[answer]);
    }
    printf("\n");
}

static void print_belief(const struct arena_result *result)
{
    char text[ESTIMATE_TEXT_SIZE];
    printf("\n  belief in a true hand when its round ends: %s nats; knowing nothing: %.3f\n",
           estimate_text(text, result->belief, 3, true), result->belief_uniform);
    if (result->belief_impossible > 0)
        printf("    thought impossible and counted as %.1f: %" PRIu64 " of %" PRIu64 " hands\n",
               log(arena_guess_floor), result->belief_impossible, result->belief_hands);
}

static void print_test(const struct arena_setup *setup, const struct arena_result *result)
{
    static const char *const verdicts[] = {
        [SPRT_OPEN] = "not clear yet", [SPRT_LOW] = "low", [SPRT_HIGH] = "high"};
    printf("  sequential test, %g or %g %s: LLR %.2f within %.2f and %.2f after %u deals: %s\n",
           setup->sprt.low, setup->sprt.high,
           setup->test == ARENA_TEST_POINTS ? "points a round" : "Elo", result->test_ratio,
           sprt_lower_bound(&setup->sprt), sprt_upper_bound(&setup->sprt), result->deals,
           verdicts[result->verdict]);
}

static void print_comparison(const struct arena_setup *setup, const struct arena_result *result)
{
    char ahead[ESTIMATE_TEXT_SIZE], elo[ESTIMATE_TEXT_SIZE];
    for (unsigned lineup = 0; lineup < setup->lineups; lineup++) {
        const struct arena_row *row = &result->row[2 * lineup];
        printf("  one %s against %u of %s; a fair share is %.2f %%\n",
               setup->contender[row[0].contender].text, row[1].places,
               setup->contender[row[1].contender].text, 100.0 / setup->seats);
        print_row(setup, result, &row[0], row[0].places);
        print_row(setup, result, &row[1], row[1].places);
        printf("\n");
    }
    printf("  %s against %s%s: %s points a round ahead, Elo %s\n", setup->contender[0].text,
           setup->contender[1].text, setup->lineups > 1 ? ", both ways" : "",
           estimate_text(ahead, result->ahead, 3, true),
           estimate_text(elo, arena_elo_ahead(result), 0, true));
    if (setup->test != ARENA_NO_TEST)
        print_test(setup, result);
}

void arena_print(const struct arena_setup *setup, const struct arena_result *result)
{
    print_heading(setup, result);
    print_column_names(setup);
    if (setup->compared) {
        print_comparison(setup, result);
    } else {
        for (unsigned i = 0; i < result->rows; i++)
            print_row(setup, result, &result->row[i], i + 1);
    }
    for (unsigned i = 0; i < result->rows; i++)
        print_forfeits(setup, &result->row[i]);
    if (setup->belief)
        print_belief(result);
}

/* ---- JSON ---------------------------------------------------------------------------------- */

/* Two keys: the estimate, and its margin as `margin_key`. */
static void add_estimate(struct text *text, const char *key, const char *margin_key,
                         struct estimate estimate)
{
    json_add_real_field(text, key, estimate.mean);
    json_add_real_field(text, margin_key, estimate.margin);
}

static void add_forfeits(struct text *text, const struct arena_account *account)
{
    json_add_key(text, "forfeits");
    json_open(text, '{');
    for (unsigned answer = ENGINE_TURN + 1; answer < ENGINE_ANSWERS; answer++)
        json_add_number_field(text, engine_answer_name(answer), (int64_t)account->answers[answer]);
    json_close(text, '}');
}

static void add_row(struct text *text, const struct arena_setup *setup,
                    const struct arena_result *result, const struct arena_row *row)
{
    const struct contender *contender = &setup->contender[row->contender];
    json_open(text, '{');
    json_add_string_field(text, "bot", contender->text);
    add_estimate(text, "won", "won_margin", row->won);
    add_estimate(text, "lost", "lost_margin", row->lost);
    add_estimate(text, "ahead", "ahead_margin", row->ahead);
    json_add_real_field(text, "microseconds_a_turn", microseconds_a_turn(&row->account));
    json_add_real_field(text, "microseconds_of_the_longest_turn",
                        (double)row->account.slowest / 1000);
    if (setup->compared)
        json_add_number_field(text, "seats", row->places);
    else
        add_estimate(text, "elo", "elo_margin", result->elo[row->contender]);
    if (contender->kind == CONTENDER_COMMAND)
        add_forfeits(text, &row->account);
    json_close(text, '}');
}

static void add_test(struct text *text, const struct arena_setup *setup,
                     const struct arena_result *result)
{
    static const char *const verdicts[] = {
        [SPRT_OPEN] = "open", [SPRT_LOW] = "low", [SPRT_HIGH] = "high"};
    json_add_key(text, "sprt");
    json_open(text, '{');
    json_add_string_field(text, "unit", setup->test == ARENA_TEST_POINTS ? "points" : "elo");
    json_add_real_field(text, "low", setup->sprt.low);
    json_add_real_field(text, "high", setup->sprt.high);
    json_add_real_field(text, "alpha", setup->sprt.alpha);
    json_add_real_field(text, "beta", setup->sprt.beta);
    json_add_real_field(text, "llr", result->test_ratio);
    json_add_real_field(text, "lower_bound", sprt_lower_bound(&setup->sprt));
    json_add_real_field(text, "upper_bound", sprt_upper_bound(&setup->sprt));
    json_add_string_field(text, "verdict", verdicts[result->verdict]);
    json_close(text, '}');
}

static void add_comparison(struct text *text, const struct arena_setup *setup,
                           const struct arena_result *result)
{
    json_add_key(text, "comparison");
    json_open(text, '{');
    json_add_string_field(text, "one", setup->contender[0].text);
    json_add_string_field(text, "against", setup->contender[1].text);
    add_estimate(text, "ahead", "ahead_margin", result->ahead);
    add_estimate(text, "elo", "elo_margin", arena_elo_ahead(result));
    if (setup->test != ARENA_NO_TEST)
        add_test(text, setup, result);
    json_close(text, '}');
}

static void add_belief(struct text *text, const struct arena_result *result)
{
    json_add_key(text, "belief");
    json_open(text, '{');
    add_estimate(text, "nats", "nats_margin", result->belief);
    json_add_real_field(text, "uniform_nats", result->belief_uniform);
    json_add_number_field(text, "hands", (int64_t)result->belief_hands);
    json_add_number_field(text, "impossible", (int64_t)result->belief_impossible);
    json_close(text, '}');
}

void arena_json_add(struct text *text, const struct arena_setup *setup,
                    const struct arena_result *result)
{
    json_open(text, '{');
    json_add_board_fields(text, setup->board, setup->variants);
    json_add_seed_field(text, setup->seed);
    json_add_bool_field(text, "duplicate", setup->duplicate);
    json_add_bool_field(text, "single_rounds", setup->rounds);
    json_add_number_field(text, "players", setup->seats);
    json_add_number_field(text, "games", result->games);
    json_add_number_field(text, "deals", result->deals);
    json_add_number_field(text, "rounds", (int64_t)result->rounds);
    json_add_number_field(text, "turns", (int64_t)result->turns);
    json_add_real_field(text, "seconds", result->seconds);
    json_add_key(text, "entries");
    json_open(text, '[');
    for (unsigned i = 0; i < result->rows; i++)
        add_row(text, setup, result, &result->row[i]);
    json_close(text, ']');
    if (result->interrupted)
        json_add_bool_field(text, "interrupted", true);
    if (setup->compared)
        add_comparison(text, setup, result);
    if (setup->belief)
        add_belief(text, result);
    json_close(text, '}');
}
