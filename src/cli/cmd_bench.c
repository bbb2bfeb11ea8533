/*
 * railhead bench: measures the speed of the main algorithms on this machine, as a table or as
 * JSON.
 */
#include <stdio.h>

#include "bench/core/bench.h"
#include "cli/cli.h"
#include "cli/json_output.h"
#include "cli/progress.h"

struct request {
    bool json;
    unsigned seconds;
    unsigned kernel; /* index in the list of kernels */
};

static const struct option options[] = {
    OPT_FLAG("json", struct request, json, "one JSON object instead of a table"),
    OPT_NUMBER("seconds", "N", struct request, seconds, 1, 60, "about this long for each row",
               .otherwise = "1"),
    OPT_WORD("kernel", "NAME", struct request, kernel, &kernel_words,
             "one of those that this machine can run: %s", .usually = "the fastest"),
    OPT_END,
};

static const char *goal_text(const struct bench_row *row)
{
    return row->goal[0] == '\0' ? "" : row->met ? "met" : "missed";
}

static void print_table(const struct bench_table *table, const struct kernel *kernel)
{
    printf("kernel: %s\n\n", kernel->name);
    printf("%-13s %-40s %12s %22s  %s\n", "board", "what", "ns each", "ratio", "goal");
    for (unsigned i = 0; i < table->rows; i++) {
        const struct bench_row *row = &table->row[i];
        char ratio[40] = "";
        if (row->ratio > 0)
            snprintf(ratio, sizeof ratio, "%.1f %s", row->ratio, row->unit);
        printf("%-13s %-40s %12.1f %22s  %s%s%s\n", row->board, row->what, row->nanoseconds, ratio,
               row->goal, row->goal[0] ? ": " : "", goal_text(row));
    }
}

static void add_row(struct text *text, const struct bench_row *row)
{
    json_open(text, '{');
    json_add_string_field(text, "board", row->board);
    json_add_string_field(text, "what", row->what);
    json_add_real_field(text, "nanoseconds", row->nanoseconds);
    if (row->ratio > 0) {
        json_add_real_field(text, "ratio", row->ratio);
        json_add_string_field(text, "unit", row->unit);
    }
    if (row->goal[0] != '\0') {
        json_add_string_field(text, "goal", row->goal);
        json_add_bool_field(text, "met", row->met);
    }
    json_close(text, '}');
}

struct result {
    const struct bench_table *table;
    const struct kernel *kernel;
};

static void add_result(struct text *text, const void *context)
{
    const struct result *result = context;
    json_open(text, '{');
    json_add_string_field(text, "kernel", result->kernel->name);
    json_add_key(text, "rows");
    json_open(text, '[');
    for (unsigned i = 0; i < result->table->rows; i++)
        add_row(text, &result->table->row[i]);
    json_close(text, ']');
    json_close(text, '}');
}

static void print_row_count(void *context, unsigned rows)
{
    progress_show(context, rows);
}

static int run_bench(int argc, char **argv)
{
    const struct kernel *kernels[KERNELS_MAX];
    struct request request = {.kernel = 0}; /* the fastest kernel comes first */
    struct bench_table table = {.rows = 0};
    int status;
    if (!cli_read_options(&command_bench, &argc, argv, &request, &status))
        return status;
    kernel_list(kernels);
    struct progress progress;
    const struct bench_setup setup = {.kernel = kernels[request.kernel],
                                      .seconds = request.seconds,
                                      .tell = print_row_count,
                                      .context = &progress};
    progress_begin(&progress, "rows", bench_score_rows() + bench_rounds_rows());
    bench_score(&table, &setup);
    bench_rounds(&table, &setup);
    progress_clear(&progress);
    if (request.json)
        return print_json("bench", add_result, &(struct result){&table, setup.kernel});
    print_table(&table, setup.kernel);
    return STATUS_OK;
}

const struct command command_bench = {
    .name = "bench",
    .about = "how fast the parts are on this machine",
    .usage = "[OPTION]...",
    .tells = "Measures the exact score, what it stands on, and rounds of random play, on one core. "
             "Ratios are against the plain textbook program on the same positions, measured in "
             "turns within the same run.",
    .options = options,
    .run = run_bench,
};
