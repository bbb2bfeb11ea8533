/*
 * The status page: whether the server is well, why not, and a few numbers. It is public, so it
 * shows only totals of tables and people.
 */
#include "base/check.h"
#include "server/http/api_internal.h"

enum { PAGE_SIZE_MAX = 4096, SECOND_MS = 1000, MINUTE = 60, HOUR = 60 * MINUTE, DAY = 24 * HOUR };

/* ---- Text ------------------------------------------------------------------------------------ */

struct state {
    int status;
    const char *word, *sentence;
};

static struct state state_of(const struct hub *hub)
{
    if (hub->stopping)
        return (struct state){503, "About to stop",
                              "This server takes nobody any more. Every turn that it has answered "
                              "is kept."};
    if (!hub_is_healthy(hub))
        return (struct state){503, "Not well",
                              "The database does not answer, or has failed a moment ago. Turns are "
                              "refused until it is back; nothing that was played is lost."};
    return (struct state){200, "All is well", "Games can be played, and every turn is kept."};
}

static void add_count(struct text *text, int64_t number, const char *one, const char *many)
{
    text_add_number(text, number);
    text_add(text, number == 1 ? one : many);
}

/* In the largest unit of at least one, and the next smaller one. */
static void add_duration(struct text *text, int64_t seconds)
{
    if (seconds < MINUTE) {
        add_count(text, seconds, " second", " seconds");
    } else if (seconds < HOUR) {
        add_count(text, seconds / MINUTE, " minute", " minutes");
    } else if (seconds < DAY) {
        add_count(text, seconds / HOUR, " hour, ", " hours, ");
        add_count(text, seconds % HOUR / MINUTE, " minute", " minutes");
    } else {
        add_count(text, seconds / DAY, " day, ", " days, ");
        add_count(text, seconds % DAY / HOUR, " hour", " hours");
    }
}

/* ---- The page -------------------------------------------------------------------------------- */

static const char page_head[] =
    "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
    "<meta name=\"viewport\" content=\"width=device-width\">\n"
    "<meta name=\"color-scheme\" content=\"light dark\">\n"
    "<meta name=\"robots\" content=\"noindex\">\n"
    "<link rel=\"stylesheet\" href=\"status.css\">\n<title>Railhead: ";

static const char style[] =
    ":root { color-scheme: light dark; --back: #fbf9f4; --fore: #22262b; --soft: #5c636b;"
    " --line: #d9d4c7; --well: #1f7a3d; --ill: #b3261e }\n"
    "@media (prefers-color-scheme: dark) { :root { --back: #16191d; --fore: #e8e6e1;"
    " --soft: #a3a9b0; --line: #363b42; --well: #6fcf8e; --ill: #ff8a80 } }\n"
    "body { margin: 0; padding: 2rem 1rem; background: var(--back); color: var(--fore);"
    " font: 1rem/1.5 system-ui, sans-serif }\n"
    "main { max-width: 34rem; margin: auto }\n"
    "h1 { margin: 0; font-size: 1.75rem; line-height: 1.2 }\n"
    ".well { color: var(--well) }\n.ill { color: var(--ill) }\n"
    "p { margin: .5rem 0 1.5rem }\n"
    "dl { display: grid; grid-template-columns: minmax(7rem, auto) 1fr; margin: 0 }\n"
    "dt, dd { margin: 0; padding: .5rem 0; border-top: 1px solid var(--line) }\n"
    "dt { padding-right: 1rem; color: var(--soft) }\n"
    "dd { font-variant-numeric: tabular-nums; overflow-wrap: anywhere }\n";

static void begin_row(struct text *text, const char *name)
{
    text_add(text, "<dt>");
    text_add(text, name);
    text_add(text, "</dt><dd>");
}

static void end_row(struct text *text)
{
    text_add(text, "</dd>\n");
}

static void add_row(struct text *text, const char *name, const char *value)
{
    begin_row(text, name);
    text_add(text, value);
    end_row(text);
}

static void add_tables(struct text *text, struct hub *hub)
{
    api_count_tables(hub);
    begin_row(text, "Tables");
    text_add_number(text, hub->metrics.gauge[GAUGE_TABLES_RUNNING]);
    text_add(text, " with a game, ");
    text_add_number(text, hub->metrics.gauge[GAUGE_TABLES_OPEN]);
    text_add(text, " waiting for players");
    end_row(text);
}

/* The servers that share the database; behind a proxy the next request may reach another one. */
static void add_others(struct text *text, const struct hub *hub)
{
    if (hub->cluster.pool == NULL)
        return;
    begin_row(text, "Others");
    add_count(text, hub->cluster.members, " more server on this database",
              " more servers on this database");
    end_row(text);
}

static void add_store(struct text *text, const struct metrics_minute *minute)
{
    begin_row(text, "Database");
    if (minute->groups == 0) {
        text_add(text, "nothing to keep in the last minute");
    } else {
        const uint64_t tenths = minute->groups_us / minute->groups / 100;
        text_add(text, "keeps a change in ");
        text_add_number(text, (int64_t)(tenths / 10));
        text_add_char(text, '.');
        text_add_number(text, (int64_t)(tenths % 10));
        text_add(text, " ms");
    }
    end_row(text);
}

static void add_numbers(struct text *text, struct hub *hub)
{
    const struct metrics_minute minute = metrics_last_minute(&hub->metrics);
    text_add(text, "<dl>\n");
    add_row(text, "Server", hub->options.name);
    add_row(text, "Version", hub->options.version);
    add_others(text, hub);
    begin_row(text, "Running for");
    add_duration(text, hub_now(hub) / SECOND_MS - hub->metrics.gauge[GAUGE_STARTED]);
    end_row(text);
    add_tables(text, hub);
    begin_row(text, "Connections");
    text_add_number(text, hub->metrics.gauge[GAUGE_CONNECTIONS]);
    end_row(text);
    begin_row(text, "Turns");
    text_add_number(text, (int64_t)minute.moves);
    text_add(text, " in the last minute");
    end_row(text);
    add_store(text, &minute);
    text_add(text, "</dl>\n");
}

void api_get_status(struct api_request *request)
{
    struct hub *hub = request->client.hub;
    const struct state state = state_of(hub);
    char buffer[PAGE_SIZE_MAX];
    struct text text;
    text_init(&text, buffer, sizeof buffer);
    text_add(&text, page_head);
    text_add(&text, state.word);
    text_add(&text, "</title>\n</head>\n<body>\n<main>\n<h1 class=\"");
    text_add(&text, state.status == 200 ? "well" : "ill");
    text_add(&text, "\">");
    text_add(&text, state.word);
    text_add(&text, "</h1>\n<p>");
    text_add(&text, state.sentence);
    text_add(&text, "</p>\n");
    add_numbers(&text, hub);
    text_add(&text, "</main>\n</body>\n</html>\n");
    CHECK(!text.cut);
    request->answer_type = "text/html; charset=utf-8";
    request->client.answered(&request->client, state.status, shared_bytes_of_text(&text));
}

void api_get_status_style(struct api_request *request)
{
    api_answer(request, "text/css; charset=utf-8", shared_bytes_new(style, sizeof style - 1));
}
