/* Requests about stored games: a person's own, their records, and uploaded records. */
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "board_file/boards.h"
#include "rules/record.h"
#include "server/http/api_internal.h"
#include "server/tables/stored_game.h"
#include "server/tables/stored_table.h"
#include "text/harmless.h"

enum { GAMES_AT_A_TIME = 50, RECORD_ID_LENGTH = RECORD_ID_SIZE - 1 };

static const char plain_text[] = "text/plain; charset=utf-8";

/* ---- A person's games ------------------------------------------------------------------------ */

struct games_found {
    struct stored_table game[GAMES_AT_A_TIME];
    unsigned count;
};

static void game_found(void *context, const struct store_game *row)
{
    struct games_found *found = context;
    if (found->count < GAMES_AT_A_TIME && stored_table_take(&found->game[found->count], row))
        found->count++;
}

static enum store_result write_game(struct api_job *work, struct stored_table *game,
                                    struct store *store)
{
    char buffer[TABLE_TEXT_SIZE];
    struct text text;
    text_init(&text, buffer, sizeof buffer);
    enum store_result result = stored_table_catch_up(game, store);
    if (result == STORE_OK)
        result = stored_table_write(game, store, &text);
    if (result == STORE_OK)
        growing_add_part(&work->growing, &text);
    return result;
}

static enum store_result games_run(struct job *job, struct store *store)
{
    struct api_job *work = (struct api_job *)job;
    struct games_found *found = calloc(1, sizeof *found);
    if (found == NULL)
        return job_allocation_failed(job, "a list of games");
    enum store_result result = store_games_of(store, work->identity.person, work->before,
                                              GAMES_AT_A_TIME, game_found, found);
    growing_begin_list(&work->growing, LIST_GAMES);
    for (unsigned i = 0; i < found->count && result != STORE_FAILED; i++)
        result = write_game(work, &found->game[i], store);
    growing_end_list(&work->growing);
    free(found);
    return result;
}

static void games_done(struct job *job)
{
    struct api_job *work = (struct api_job *)job;
    struct api_request *request = api_job_asker(work, work->hub->readers);
    if (request != NULL)
        api_answer(request, "application/json", growing_end(&work->growing));
    api_job_free(work);
}

/* Parses "before=" and a time, which has more digits than a game's numbers; or nothing. */
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

void api_get_games(struct api_request *request)
{
    int64_t before;
    if (!api_knows(request))
        return;
    if (!read_before(request->query, &before)) {
        api_refuse(request, CODE_FIELD, FAULT_BEFORE_WANTED);
        return;
    }
    struct api_job *work = api_job_new(request, games_run, games_done);
    if (work == NULL)
        return;
    work->before = before;
    api_job_add(work, work->hub->readers);
}

/* ---- Records of games ------------------------------------------------------------------------ */

/* The lines of a game, and where each seat's last turn begins. */
struct record_lines {
    struct growing body;
    size_t turn[SEATS_MAX];
};

static void record_event(void *context, const struct stored_game *game, const struct event *event)
{
    struct record_lines *record = context;
    const struct board *board = game->match.state.settings.board;
    const struct position *position = &game->match.position;
    char buffer[RECORD_EVENT_SIZE];
    struct text lines;
    text_init(&lines, buffer, sizeof buffer);
    if (event->kind == EVENT_ROUND)
        record_write_round(&lines, board, &position->table, position->hand);
    else if (event->kind == EVENT_TURN)
        record_write_turn(&lines, board, event->seat, &event->turn);
    else if (event->kind == EVENT_END)
        record_write_closing(&lines, board, &position->table);
    CHECK(!lines.cut);
    if (event->kind == EVENT_TURN)
        record->turn[event->seat] = record->body.used;
    if (event->kind == EVENT_UNDO && !record->body.failed)
        record->body.used = record->turn[event->seat];
    growing_add(&record->body, lines.start, lines.used);
}

static struct shared_bytes *whole_record(const struct stored_game *game, const struct growing *body)
{
    struct record_names names = {0};
    char header[2 * RECORD_EVENT_SIZE];
    struct text lines;
    for (unsigned seat = 0; seat < game->match.state.settings.seats; seat++)
        match_state_record_name(&game->match.state, seat, game->name[seat], names.name[seat]);
    text_init(&lines, header, sizeof header);
    record_write_header(&lines, game->match.state.settings.board, &game->match.position.table,
                        &names);
    CHECK(!lines.cut);
    struct growing whole = {.failed = body->failed};
    growing_add(&whole, header, lines.used);
    growing_add(&whole, body->start, body->used);
    text_init(&lines, header, sizeof header);
    record_write_taken_back(&lines, game->match.state.taken_back);
    growing_add(&whole, header, lines.used);
    return growing_end(&whole);
}

/* A record reveals all cards, including those of other tables of the same party. */
static bool has_record(const struct stored_game *game)
{
    return game->damage[0] == '\0' && game->state == STORE_FINISHED &&
           (!game->match.state.settings.party || game->party.is_over);
}

static enum store_result record_run(struct job *job, struct store *store)
{
    static const char record_of_game[] = "the record of a game";
    struct api_job *work = (struct api_job *)job;
    struct record_lines record = {.body = {0}};
    struct stored_game *game = calloc(1, sizeof *game);
    if (game == NULL)
        return job_allocation_failed(job, record_of_game);
    game->replayed = record_event;
    game->context = &record;
    enum store_result result = stored_game_read(game, store, work->id);
    if (result == STORE_OK && has_record(game)) {
        work->text = whole_record(game, &record.body);
        if (work->text == NULL)
            result = job_allocation_failed(job, record_of_game);
    } else if (game->short_of_memory) {
        result = job_allocation_failed(job, record_of_game);
    }
    stored_game_release(game);
    free(game);
    free(record.body.start);
    return result;
}

static void record_done(struct job *job)
{
    struct api_job *work = (struct api_job *)job;
    struct api_request *request = api_job_asker(work, work->hub->readers);
    if (request != NULL && job->result == STORE_NONE)
        api_refuse(request, CODE_MISSING, FAULT_NO_TABLE);
    else if (request != NULL && work->text == NULL)
        api_refuse(request, CODE_STATE, FAULT_RECORD_NOT_YET);
    else if (request != NULL)
        api_answer(request, plain_text, shared_bytes_share(work->text));
    api_job_free(work);
}

static void begin_with_id(struct api_request *request, const char *id, api_run *run, api_done *done)
{
    struct api_job *work = api_job_new(request, run, done);
    if (work == NULL)
        return;
    CHECK(strlen(id) < sizeof work->id);
    text_copy(work->id, sizeof work->id, id);
    api_job_add(work, work->hub->readers);
}

void api_get_game_record(struct api_request *request, const char *id)
{
    begin_with_id(request, id, record_run, record_done);
}

/* ---- Uploaded records ------------------------------------------------------------------------ */

/* Others are shown its names, which are as harmless as any on the server. */
static bool has_harmless_names(const struct record_reader *reader)
{
    for (unsigned seat = 0; seat < SEATS_MAX; seat++) {
        const char *name = reader->names.name[seat];
        if (name[0] != '\0' && (!harmless_is(name) || !harmless_is_seen(name)))
            return false;
    }
    return true;
}

static enum store_result check_run(struct job *job, struct store *store)
{
    struct api_job *work = (struct api_job *)job;
    struct record_reader *reader = calloc(1, sizeof *reader);
    if (reader == NULL)
        return job_allocation_failed(job, "checking a record");
    (void)store;
    record_reader_init(reader, shared_bytes_text(work->text), work->text->length, board_builtins,
                       NULL);
    work->right = record_read_rest(reader) == RECORD_END;
    work->fault = reader->fault;
    if (work->right && !has_harmless_names(reader)) {
        work->right = false;
        fault_say(FIELD_SHOWN, &work->fault, "", "name", 1, TOLD_NAME_CHARACTERS);
    }
    work->rounds = reader->rounds;
    work->turns = reader->turns;
    work->board = reader->board != NULL ? reader->board->id : "";
    free(reader);
    return STORE_OK;
}

static enum store_result keep_run(struct job *job, struct store *store)
{
    struct api_job *work = (struct api_job *)job;
    enum store_result result = api_job_add_person(work, store);
    if (result == STORE_OK)
        result = store_record_add(store, work->id, work->identity.person, work->now,
                                  shared_bytes_text(work->text));
    return result;
}

static void keep_done(struct job *job)
{
    struct api_job *work = (struct api_job *)job;
    char buffer[BODY_TEXT_SIZE];
    struct text text;
    if (job->result == STORE_OK)
        work->hub->upload_bytes += work->text->length;
    struct api_request *request = api_job_asker(work, work->hub->writer);
    if (request != NULL) {
        struct record_body body = {.rounds = work->rounds, .turns = work->turns};
        text_copy(body.id, sizeof body.id, work->id);
        text_copy(body.board, sizeof body.board, work->board);
        text_init(&text, buffer, sizeof buffer);
        record_body_write(&body, &text);
        api_answer_text(request, &text);
    }
    api_job_free(work);
}

static void check_done(struct job *job)
{
    struct api_job *work = (struct api_job *)job;
    struct api_request *request = api_job_asker(work, work->hub->bots);
    if (request != NULL && work->right) {
        identity_new_id(work->id, RECORD_ID_LENGTH);
        api_job_then(work, work->hub->writer, keep_run, keep_done);
        return;
    }
    if (request != NULL)
        api_error(request, CODE_ILLEGAL, &work->fault);
    api_job_free(work);
}

/* Uploads are limited in total size, and in number by address. */
static bool has_capacity(struct api_request *request)
{
    struct hub *hub = request->client.hub;
    if (hub->upload_bytes < 0) {
        api_refuse(request, CODE_STORE, FAULT_STORE_SILENT);
        return false;
    }
    if ((size_t)hub->upload_bytes + request->body->length > hub->options.upload_bytes) {
        api_refuse(request, CODE_STATE, FAULT_RECORDS_FULL);
        return false;
    }
    const enum fault_id wait = FAULT_TOO_MANY_RECORDS;
    if (!api_may(request, &hub->limit[LIMIT_UPLOADS], wait))
        return false;
    if (rate_limit_take(&hub->limit[LIMIT_ALL_UPLOADS], "", hub_now(hub), 1))
        return true;
    api_refuse(request, CODE_SLOW, wait);
    return false;
}

void api_post_record(struct api_request *request)
{
    if (!api_knows(request))
        return;
    if (!http_is_type(request->type, "text/plain")) {
        api_refuse(request, CODE_TYPE, FAULT_NEEDS_PLAIN_TEXT);
        return;
    }
    if (memchr(shared_bytes_text(request->body), '\0', request->body->length) != NULL) {
        api_refuse(request, CODE_SYNTAX, FAULT_RECORD_NUL);
        return;
    }
    struct api_job *work =
        has_capacity(request) ? api_job_new(request, check_run, check_done) : NULL;
    if (work == NULL)
        return;
    work->text = shared_bytes_share(request->body);
    api_job_add(work, work->hub->bots);
}

static void text_found(void *context, const char *text)
{
    struct api_job *work = context;
    work->text = shared_bytes_new(text, strlen(text));
    work->right = true;
}

static enum store_result read_run(struct job *job, struct store *store)
{
    struct api_job *work = (struct api_job *)job;
    const enum store_result result = store_record_by_id(store, work->id, text_found, work);
    return work->right && work->text == NULL ? job_allocation_failed(job, "a record") : result;
}

static void read_done(struct job *job)
{
    struct api_job *work = (struct api_job *)job;
    struct api_request *request = api_job_asker(work, work->hub->readers);
    if (request != NULL && work->text != NULL)
        api_answer(request, plain_text, shared_bytes_share(work->text));
    else if (request != NULL)
        api_refuse(request, CODE_MISSING, FAULT_NO_RECORD);
    api_job_free(work);
}

void api_get_record(struct api_request *request, const char *id)
{
    if (strlen(id) == RECORD_ID_LENGTH)
        begin_with_id(request, id, read_run, read_done);
    else
        api_refuse(request, CODE_MISSING, FAULT_NO_RECORD);
}
