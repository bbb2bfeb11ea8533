/* Metrics: what is counted comes out again, in a form that Prometheus reads. */
#include <stdlib.h>
#include <string.h>

#include "server/metrics.h"
#include "support.h"

static const char *write(const struct metrics *metrics)
{
    static char buffer[METRICS_TEXT_SIZE];
    struct text text;
    text_init(&text, buffer, sizeof buffer);
    metrics_write_server("here:1869", "0.1.0", &text);
    metrics_write(metrics, &text);
    return buffer;
}

static void assert_line(const char *text, const char *line)
{
    const size_t length = strlen(line);
    for (const char *at = text; *at != '\0'; at = strchr(at, '\n') + 1) {
        if (strncmp(at, line, length) == 0 && at[length] == '\n')
            return;
    }
    fail_msg("there is no line '%s' in:\n%s", line, text);
}

TEST_CASE(counters_and_gauges)
{
    struct metrics metrics = {0};
    metrics_count(&metrics, COUNTER_MOVES, 1);
    metrics_count(&metrics, COUNTER_MOVES, 41);
    metrics_set(&metrics, GAUGE_TABLES_OPEN, 3);
    metrics_set(&metrics, GAUGE_TABLES_RUNNING, 17);
    metrics_set(&metrics, GAUGE_CONNECTIONS, 9);
    metrics_set(&metrics, GAUGE_CONNECTIONS, 8);
    const char *text = write(&metrics);
    assert_line(text, "# HELP railhead_moves_total Turns of persons and bots kept.");
    assert_line(text, "# TYPE railhead_moves_total counter");
    assert_line(text, "railhead_moves_total 42");
    assert_line(text, "# TYPE railhead_tables gauge");
    assert_line(text, "railhead_tables{state=\"open\"} 3");
    assert_line(text, "railhead_tables{state=\"running\"} 17");
    assert_line(text, "railhead_connections 8");
}

TEST_CASE(timings)
{
    struct metrics metrics = {0};
    metrics_observe(&metrics, TIMING_MOVE, 0);
    metrics_observe(&metrics, TIMING_MOVE, 500);
    metrics_observe(&metrics, TIMING_MOVE, 501);
    metrics_observe(&metrics, TIMING_MOVE, 10000000);
    metrics_observe(&metrics, TIMING_MOVE, 10000001);
    const char *text = write(&metrics);
    assert_line(text, "# TYPE railhead_move_seconds histogram");
    assert_line(text, "railhead_move_seconds_bucket{le=\"0.0005\"} 2");
    assert_line(text, "railhead_move_seconds_bucket{le=\"0.001\"} 3");
    assert_line(text, "railhead_move_seconds_bucket{le=\"5\"} 3");
    assert_line(text, "railhead_move_seconds_bucket{le=\"10\"} 4");
    assert_line(text, "railhead_move_seconds_bucket{le=\"+Inf\"} 5");
    assert_line(text, "railhead_move_seconds_sum 20.001002");
    assert_line(text, "railhead_move_seconds_count 5");
    assert_line(text, "railhead_bot_turn_seconds_count 0");
}

/* The limit that is written of each bucket is the one that is counted by. */
TEST_CASE(rate_limit_are_as_written)
{
    const struct metrics none = {0};
    char empty[METRICS_TEXT_SIZE];
    memcpy(empty, write(&none), METRICS_TEXT_SIZE);
    unsigned seen = 0;
    for (char *at = strstr(empty, "railhead_store_commit_seconds_bucket{le=\""); at != NULL;
         at = strstr(at + 1, "railhead_store_commit_seconds_bucket{le=\"")) {
        char *end;
        const double seconds = strtod(strchr(at, '"') + 1, &end);
        if (*end != '"' || seconds > 1000)
            continue; /* +Inf */
        char line[100];
        struct text text;
        struct metrics metrics = {0};
        metrics_observe(&metrics, TIMING_STORE, (uint64_t)(seconds * 1e6 + 0.5));
        metrics_observe(&metrics, TIMING_STORE, (uint64_t)(seconds * 1e6 + 1.5));
        text_init(&text, line, sizeof line);
        text_add_part(&text, at, (size_t)(end - at));
        text_add(&text, "\"} 1");
        assert_line(write(&metrics), line);
        seen++;
    }
    assert_int_equal(seen, TIMING_BUCKETS);
}

/* Every metric has one HELP and one TYPE before its samples, and every line ends. */
TEST_CASE(the_form)
{
    const struct metrics metrics = {0};
    char name[100] = "";
    unsigned opened = 0;
    const char *text = write(&metrics);
    for (const char *at = text; *at != '\0';) {
        const char *end = strchr(at, '\n');
        assert_non_null(end);
        if (strncmp(at, "# HELP ", 7) == 0) {
            const size_t length = strcspn(at + 7, " ");
            memcpy(name, at + 7, length);
            name[length] = '\0';
            assert_int_equal(strncmp(end + 1, "# TYPE ", 7), 0);
            assert_int_equal(strncmp(end + 8, name, length), 0);
            opened++;
        } else if (at[0] != '#') {
            assert_int_equal(strncmp(at, name, strlen(name)), 0);
            assert_non_null(strchr("{_ ", at[strlen(name)]));
        }
        at = end + 1;
    }
    /* Some share a name; the server and its time are by themselves. */
    assert_int_equal(opened, 2 + COUNTERS - 4 + GAUGES - 1 + TIMINGS);
}

TEST_CASE(the_server)
{
    struct metrics metrics = {0};
    metrics.cpu_us = 1500001;
    const char *text = write(&metrics);
    assert_line(text, "railhead_server_info{server=\"here:1869\",version=\"0.1.0\"} 1");
    assert_line(text, "process_cpu_seconds_total 1.500001");
    metrics_look_at_process(&metrics);
    assert_true(metrics.cpu_us > 0 && metrics.cpu_us != 1500001);
    assert_true(metrics.gauge[GAUGE_MEMORY] > 100000);
}

TEST_CASE(answers)
{
    struct metrics metrics = {0};
    const int statuses[] = {200, 304, 404, 429, 503, 0, 101};
    for (size_t i = 0; i < sizeof statuses / sizeof statuses[0]; i++)
        metrics_count_answer(&metrics, statuses[i]);
    const char *text = write(&metrics);
    assert_line(text, "railhead_http_answers_total{status=\"2xx\"} 1");
    assert_line(text, "railhead_http_answers_total{status=\"3xx\"} 1");
    assert_line(text, "railhead_http_answers_total{status=\"4xx\"} 2");
    assert_line(text, "railhead_http_answers_total{status=\"5xx\"} 1");
}

/* A move and two groups of one millisecond in each second. */
TEST_CASE(the_last_minute)
{
    struct metrics metrics = {0};
    struct metrics_minute minute = {0};
    for (unsigned second = 1; second <= 200; second++) {
        metrics_count(&metrics, COUNTER_MOVES, 1);
        metrics_observe(&metrics, TIMING_MOVE, 3000);
        for (unsigned group = 0; group < 2; group++) {
            metrics_count(&metrics, COUNTER_STORE_COMMITS, 1);
            metrics_observe(&metrics, TIMING_STORE, 1000);
        }
        minute = metrics_last_minute(&metrics);
        const unsigned expected = second <= MINUTE_S ? second : MINUTE_S;
        assert_int_equal(minute.moves, expected);
        assert_int_equal(minute.groups, 2 * expected);
        assert_int_equal(minute.groups_us, 2000 * expected);
        metrics_tick(&metrics);
    }
    for (unsigned second = 0; second < MINUTE_S; second++)
        metrics_tick(&metrics);
    minute = metrics_last_minute(&metrics);
    assert_int_equal(minute.moves + minute.groups + minute.groups_us, 0);
}

TEST_CASE(large_numbers)
{
    struct metrics metrics;
    memset(&metrics, 0x7f, sizeof metrics);
    metrics.cpu_us = UINT64_MAX;
    for (unsigned i = 0; i < TIMINGS; i++) {
        for (unsigned j = 0; j <= TIMING_BUCKETS; j++)
            metrics.timing[i].bucket[j] = UINT64_C(1) << 59;
    }
    assert_true(strlen(write(&metrics)) < METRICS_TEXT_SIZE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST("counters grow and gauges stand where they were set", counters_and_gauges),
        TEST("timings fall into buckets that are summed", timings),
        TEST("a bucket's limit is the one that is written", rate_limit_are_as_written),
        TEST("the server has a name, and its process is looked at", the_server),
        TEST("answers are counted by their status", answers),
        TEST("the last minute is what happened in it", the_last_minute),
        TEST("every metric opens with its HELP and TYPE", the_form),
        TEST("the largest numbers fit", large_numbers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
