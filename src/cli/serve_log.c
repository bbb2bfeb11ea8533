/* Writes the log of a server. */
#include "cli/serve_log.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "json/json_text.h"

enum { LINE_SIZE = 4096 };

/* ---- Names ----------------------------------------------------------------------------------- */

static const char name_letters[] =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._:";

bool serve_log_name_is_sound(const char *name)
{
    const size_t length = strlen(name);
    return length > 0 && length < SERVER_NAME_SIZE && strspn(name, name_letters) == length;
}

void serve_log_find_name(char name[SERVER_NAME_SIZE], int port)
{
    char host[SERVER_NAME_SIZE - 8] = "";
    if (gethostname(host, sizeof host - 1) != 0 || !serve_log_name_is_sound(host))
        snprintf(host, sizeof host, "localhost");
    snprintf(name, SERVER_NAME_SIZE, "%s:%d", host, port);
}

/* ---- Lines ----------------------------------------------------------------------------------- */

static void add_time(struct text *text, bool milliseconds)
{
    char when[32], rest[16];
    struct timespec now;
    struct tm utc;
    clock_gettime(CLOCK_REALTIME, &now);
    gmtime_r(&now.tv_sec, &utc);
    strftime(when, sizeof when, "%Y-%m-%dT%H:%M:%S", &utc);
    text_add(text, when);
    snprintf(rest, sizeof rest, ".%03d", (int)(now.tv_nsec / 1000000));
    text_add(text, milliseconds ? rest : "");
    text_add_char(text, 'Z');
}

/* Appends text from outside, which may contain line feeds or end within a UTF-8 character. */
static void add_one_line(struct text *text, const char *words)
{
    for (size_t length = strlen(words), good; length > 0; words += good, length -= good) {
        good = text_find_bad_byte(words, length);
        text_add_part(text, words, good);
        if (good == length)
            return;
        text_add_char(text, words[good] >= 0 && words[good] < ' ' ? ' ' : '?');
        good++;
    }
}

static void begin_json(struct text *text, const struct serve_log *log, const char *level,
                       const char *message)
{
    char when[40];
    struct text time;
    text_init(&time, when, sizeof when);
    add_time(&time, true);
    json_open(text, '{');
    json_add_string_field(text, "time", when);
    json_add_string_field(text, "server", log->name);
    json_add_string_field(text, "level", level);
    json_add_string_field(text, "message", message);
}

/* Writes the line with one call, so that output of other programs cannot be mixed into it. */
static void end_json(struct text *text)
{
    json_close(text, '}');
    text_add_char(text, '\n');
    fputs(text->start, stderr);
}

/* Writes one line; `request` is "" if there is none. */
static void write_line(const struct serve_log *log, enum serve_level level, const char *raw,
                       const char *request)
{
    static const char *const levels[] = {
        [SERVE_INFO] = "info", [SERVE_WARNING] = "warning", [SERVE_ERROR] = "error"};
    char words[LINE_SIZE / 4], buffer[LINE_SIZE];
    struct text message, text;
    text_init(&message, words, sizeof words);
    add_one_line(&message, raw);
    text_init(&text, buffer, sizeof buffer);
    if (log->json) {
        begin_json(&text, log, levels[level], words);
        if (*request)
            json_add_string_field(&text, "request", request);
        end_json(&text);
        return;
    }
    add_time(&text, false);
    text_add_char(&text, ' ');
    if (log->named) {
        text_add(&text, log->name);
        text_add_char(&text, ' ');
    }
    text_add(&text, words);
    text_add_char(&text, '\n');
    fputs(buffer, stderr);
}

void serve_log_line(void *context, const struct hub_line *line)
{
    write_line(context, line->is_trouble ? SERVE_ERROR : SERVE_INFO, line->words, line->request);
}

void serve_log_note(void *context, const struct network_note *note)
{
    static const char *const messages[] = {
        [NOTE_REQUEST] = "request",
        [NOTE_OPENED] = "connection opened",
        [NOTE_CLOSED] = "connection closed",
    };
    const struct serve_log *log = context;
    char buffer[LINE_SIZE];
    struct text text;
    if (!log->json)
        return;
    text_init(&text, buffer, sizeof buffer);
    begin_json(&text, log, note->status >= 500 ? "error" : "info", messages[note->what]);
    json_add_string_field(&text, "request", note->request);
    if (note->what == NOTE_REQUEST) {
        json_add_string_field(&text, "method", note->method);
        json_add_string_field(&text, "path", note->path);
        json_add_number_field(&text, "status", note->status);
    }
    if (note->what != NOTE_OPENED)
        json_add_number_field(&text, "ms", note->ms);
    end_json(&text);
}

void serve_log_event(const struct serve_log *log, enum serve_level level, const char *format, ...)
{
    char words[LINE_SIZE / 4];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(words, sizeof words, format, arguments);
    va_end(arguments);
    write_line(log, level, words, "");
}
