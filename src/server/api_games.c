/* Requests about games that are kept: mine, their records, and records of others. */
#include <stdlib.h>
#include <string.h>

#include "board/boards.h"
#include "core/check.h"
#include "core/record.h"
#include "server/api_internal.h"
#include "server/saved.h"
#include "server/table_json.h"

enum { GAMES_AT_A_TIME = 50 };

static const char plain_text[] = "text/plain; charset=utf-8";

/* ---- My games -------------------------------------------------------------------------------- */

static void game_found(void *context, const struct store_game *game)
{
    struct api_job *work = context;
    json_t *table = table_json(game, json_loads(game->summary, 0, NULL));
    if (table)
        json_array_append_new(work->json, table);
}

static enum store_result add_names(struct store *store, json_t *table)
{
    json_t *seats = json_object_get(table, "seats");
    for (unsigned seat = 0; seat < json_array_size(seats); seat++) {
        const char *who = json_string_value(json_object_get(json_array_get(seats, seat), "who"));
        char name[NAME_SIZE] = "";
        if (who && store_person_by_id(store, who, person_name_found, name) == STORE_FAILED)
            return STORE_FAILED;
        table_json_set_name(table, seat, name);
    }
    return STORE_OK;
}

static enum store_result games_run(struct job *job, struct store *store)
{
    struct api_job *work = (struct api_job *)job;
    work->json = json_array();
    enum store_result result = store_games_of(store, work->identity.person, work->before,
                                              GAMES_AT_A_TIME, game_found, work);
    for (size_t i = 0; i < json_array_size(work->json) && result != STORE_FAILED; i++)
        result = add_names(store, json_array_get(work->json, i));
    return result;
}

static void games_done(struct job *job)
{
    struct api_job *work = (struct api_job *)job;
    if (!api_job_is_off(work, work->hub->readers))
        api_answer_json(work->request, json_pack("{sO}", "games", work->json));
    api_job_free(work);
}

/* "before=" and a time, which has more digits than the numbers of a game; or nothing. */
static bool read_before(const char *query, int64_t *before)
{
    enum { DIGITS_MAX = 18 };
    *before = INT64_MAX;
    if (query[0] == '\0')
        return true;
    if (strncmp(query, "before=", 7) != 0)
        return false;
    const char *digits = query + 7;
    size_t length = strlen(digits);
    if (length == 0 || length > DIGITS_MAX || strspn(digits, "0123456789") != length)
        return false;
    *before = strtoll(digits, NULL, 10);
    return true;
}

void api_get_games(struct request *request)
{
    int64_t before;
    if (!api_knows(request))
        return;
    if (!read_before(request->query, &before)) {
        api_error(request, "field", "before: a time in milliseconds since 1970");
        return;
    }
    struct api_job *work = api_job_new(request, games_run, games_done);
    work->before = before;
    crew_add(work->hub->readers, &work->job);
}

/* ---- The record of a game here --------------------------------------------------------------- */

/* A record that grows while the events are replayed. */
struct growing {
    char *start;
    size_t used, room;
};

static void add_lines(struct growing *record, const struct text *lines)
{
    CHECK(!lines->cut);
    if (lines->used == 0)
        return;
    if (record->used + lines->used > record->room) {
        record->room = 2 * (record->room + lines->used);
        record->start = realloc(record->start, record->room);
        CHECK(record->start);
    }
    memcpy(record->start + record->used, lines->start, lines->used);
    record->used += lines->used;
}

static void record_event(void *context, const struct saved_game *game, const struct event *event)
{
    const struct board *board = game->match.settings.board;
    const struct position *position = &game->match.position;
    char buffer[RECORD_EVENT_SIZE];
    struct text lines;
    text_init(&lines, buffer, sizeof buffer);
    if (event->kind == EVENT_ROUND)
        record_write_round(&lines, board, position);
    else if (event->kind == EVENT_TURN)
        record_write_turn(&lines, board, event->seat, &event->turn);
    else if (event->kind == EVENT_END)
        record_write_closing(&lines, board, &position->table);
    add_lines(context, &lines);
}

/* A name that a record can hold: "#" starts a comment there. */
static void record_name(char out[RECORD_NAME_SIZE], const char *name)
{
    struct text text;
    text_init(&text, out, RECORD_NAME_SIZE);
    for (; *name; name++)
        text_add_char(&text, *name == '#' ? '+' : *name);
}

static struct packet *whole_record(const struct saved_game *game, const struct growing *body)
{
    struct record_names names = {0};
    char header[2 * RECORD_EVENT_SIZE];
    struct text lines;
    for (unsigned seat = 0; seat < game->match.settings.seats; seat++) {
        const struct match_seat *taken = &game->match.seat[seat];
        if (taken->kind == SEAT_PERSON) {
            record_name(names.name[seat], game->name[seat]);
        } else {
            struct text text;
            text_init(&text, names.name[seat], RECORD_NAME_SIZE);
            text_add(&text, "bot ");
            text_add(&text, taken->bot);
        }
    }
    text_init(&lines, header, sizeof header);
    record_write_header(&lines, game->match.settings.board, &game->match.position.table, &names);
    CHECK(!lines.cut);
    struct packet *packet = packet_new(NULL, lines.used + body->used);
    memcpy(packet_text(packet), header, lines.used);
    memcpy(packet_text(packet) + lines.used, body->start, body->used);
    return packet;
}

static enum store_result record_run(struct job *job, struct store *store)
{
    struct api_job *work = (struct api_job *)job;
    struct growing body = {0};
    struct saved_game *game = calloc(1, sizeof *game);
    CHECK(game);
    game->replayed = record_event;
    game->context = &body;
    enum store_result result = saved_game_read(game, store, work->id);
    if (result == STORE_OK && game->damage[0] == '\0' && game->state == STORE_FINISHED)
        work->text = whole_record(game, &body);
    saved_game_release(game);
    free(game);
    free(body.start);
    return result;
}

static void record_done(struct job *job)
{
    struct api_job *work = (struct api_job *)job;
    if (!api_job_is_off(work, work->hub->readers)) {
        if (job->result == STORE_NONE) {
            api_error(work->request, "missing", "there is no such table");
        } else if (!work->text) {
            api_error(work->request, "state", "a game has its record when it is finished");
        } else {
            api_answer_packet(work->request, plain_text, packet_share(work->text));
        }
    }
    api_job_free(work);
}

static bool set_id(struct api_job *work, const char *id)
{
    size_t length = strlen(id);
    if (length >= sizeof work->id)
        return false;
    memcpy(work->id, id, length + 1);
    return true;
}

void api_get_game_record(struct request *request, const char *id)
{
    struct api_job *work = api_job_new(request, record_run, record_done);
    CHECK(set_id(work, id));
    crew_add(work->hub->readers, &work->job);
}

/* ---- Records that people bring --------------------------------------------------------------- */

static const struct board *find_board(void *context, const char *id, size_t length)
{
    (void)context;
    return board_builtin(id, length);
}

static enum store_result check_run(struct job *job, struct store *store)
{
    struct api_job *work = (struct api_job *)job;
    struct record_boards boards = {.find = find_board};
    struct record_reader *reader = calloc(1, sizeof *reader);
    CHECK(reader);
    (void)store;
    record_reader_init(reader, packet_text(work->text), work->text->length, boards, NULL);
    work->right = record_read_rest(reader) == RECORD_END;
    work->fault = reader->fault;
    work->rounds = reader->rounds;
    work->turns = reader->turns;
    work->board = reader->board ? reader->board->id : "";
    free(reader);
    return STORE_OK;
}

static enum store_result keep_run(struct job *job, struct store *store)
{
    struct api_job *work = (struct api_job *)job;
    enum store_result result = store_person_add(store, work->identity.person, now_ms());
    if (result == STORE_OK)
        result = store_record_add(store, work->id, work->identity.person, now_ms(),
                                  packet_text(work->text));
    return result;
}

static void keep_done(struct job *job)
{
    struct api_job *work = (struct api_job *)job;
    if (!api_job_is_off(work, work->hub->writer))
        api_answer_json(work->request,
                        json_pack("{sssssisi}", "id", work->id, "board", work->board, "rounds",
                                  (int)work->rounds, "turns", (int)work->turns));
    api_job_free(work);
}

static void check_done(struct job *job)
{
    struct api_job *work = (struct api_job *)job;
    if (api_job_is_off(work, work->hub->workers)) {
        api_job_free(work);
    } else if (!work->right) {
        char buffer[FAULT_REASON_SIZE + 64];
        struct text text;
        text_init(&text, buffer, sizeof buffer);
        text_add(&text, "line ");
        text_add_number(&text, work->fault.line);
        text_add(&text, ": ");
        text_add(&text, work->fault.reason);
        text_add(&text, " (");
        text_add(&text, work->fault.rule);
        text_add(&text, ")");
        api_error(work->request, "illegal", buffer);
        api_job_free(work);
    } else {
        random_id(work->id, 16);
        api_job_then(work, work->hub->writer, keep_run, keep_done);
    }
}

void api_post_record(struct request *request)
{
    if (!api_knows(request))
        return;
    if (strncmp(request->type, "text/plain", 10) != 0) {
        api_error(request, "type", "Content-Type: a record is text/plain");
        return;
    }
    if (memchr(packet_text(request->body), '\0', request->body->length)) {
        api_error(request, "syntax", "a record has no NUL byte in it");
        return;
    }
    struct api_job *work = api_job_new(request, check_run, check_done);
    work->text = packet_share(request->body);
    crew_add(work->hub->workers, &work->job);
}

static void text_found(void *context, const char *text)
{
    struct api_job *work = context;
    work->text = packet_new(text, strlen(text));
}

static enum store_result read_run(struct job *job, struct store *store)
{
    struct api_job *work = (struct api_job *)job;
    return store_record_by_id(store, work->id, text_found, work);
}

static void read_done(struct job *job)
{
    struct api_job *work = (struct api_job *)job;
    if (!api_job_is_off(work, work->hub->readers)) {
        if (work->text)
            api_answer_packet(work->request, plain_text, packet_share(work->text));
        else
            api_error(work->request, "missing", "there is no such record");
    }
    api_job_free(work);
}

void api_get_record(struct request *request, const char *id)
{
    struct api_job *work = api_job_new(request, read_run, read_done);
    if (set_id(work, id)) {
        crew_add(work->hub->readers, &work->job);
    } else {
        api_job_free(work);
        api_error(request, "missing", "there is no such record");
    }
}
