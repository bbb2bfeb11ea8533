/* railhead bench: how fast the parts are on this machine, as a table or as JSON. */
#include <stdio.h>
#include <string.h>

#include "bench/core/bench.h"
#include "cli/cli.h"
#include "cli/json_output.h"
#include "cli/options.h"

static const char usage[] =
    "Usage: railhead bench [--json] [--seconds N] [--kernel NAME]\n"
    "\n"
    "Measures the exact score, what it stands on, and rounds of random play, on one core.  Ratios\n"
    "are against the plain textbook program on the same positions, measured in turns within the\n"
    "same run.\n"
    "\n"
    "  --json          one JSON object instead of a table\n"
    "  --seconds N     about this long for each row, 1 to 60 (default 1)\n"
    "  --kernel NAME   avx512, avx2 or plain instead of the fastest this machine can run\n";

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

static json_t *row_json(const struct bench_row *row)
{
    json_t *json = json_pack("{s:s, s:s, s:f}", "board", row->board, "what", row->what,
                             "nanoseconds", row->nanoseconds);
    if (row->ratio > 0) {
        json_object_set_new(json, "ratio", json_real(row->ratio));
        json_object_set_new(json, "unit", json_string(row->unit));
    }
    if (row->goal[0] != '\0') {
        json_object_set_new(json, "goal", json_string(row->goal));
        json_object_set_new(json, "met", json_boolean(row->met));
    }
    return json;
}

static json_t *table_json(const struct bench_table *table, const struct kernel *kernel)
{
    json_t *rows = json_array();
    for (unsigned i = 0; i < table->rows; i++)
        json_array_append_new(rows, row_json(&table->row[i]));
    return json_pack("{s:s, s:o}", "kernel", kernel->name, "rows", rows);
}

int cmd_bench(int argc, char **argv)
{
    enum { JSON, SECONDS, KERNEL, HELP };
    static const struct option known[] = {
        {"json", NULL}, {"seconds", "N"}, {"kernel", "NAME"}, {"help", NULL}, {NULL, NULL}};
    struct bench_setup setup = {.kernel = kernel_best(), .seconds = 1};
    struct options options;
    bool json = false;
    int option;
    options_init(&options, argc, argv, known);
    while ((option = options_next(&options)) != OPTION_END) {
        uint64_t number;
        switch (option) {
        case JSON:
            json = true;
            break;
        case SECONDS:
            if (!options_number(options.value, 1, 60, &number))
                return cli_fail("bench", "--seconds: '%.60s' is not a number from 1 to 60",
                                options.value);
            setup.seconds = (double)number;
            break;
        case KERNEL:
            setup.kernel = kernel_by_name(options.value);
            if (!setup.kernel)
                return cli_fail("bench", "--kernel: this machine cannot run '%.60s'",
                                options.value);
            break;
        case HELP:
            fputs(usage, stdout);
            return STATUS_OK;
        case OPTION_OPERAND:
            return cli_fail("bench", "'%.60s' is not wanted here", options.value);
        default:
            return cli_fail("bench", "%s", options.error);
        }
    }
    struct bench_table table = {.rows = 0};
    bench_score(&table, &setup);
    bench_rounds(&table, &setup);
    if (json)
        return print_json("bench", table_json(&table, setup.kernel));
    print_table(&table, setup.kernel);
    return STATUS_OK;
}
