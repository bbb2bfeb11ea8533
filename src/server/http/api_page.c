/*
 * The page of a table or a replay, with metadata for link previews: board, state of the game, a
 * picture. It contains no names, keys or cards, since anyone may fetch a preview.
 */
#define _GNU_SOURCE /* memmem() */

#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "board_file/boards.h"
#include "rules/record.h"
#include "server/http/api_internal.h"
#include "server/tables/table_summary.h"

enum { TAGS_SIZE = 4096, WORDS_SIZE = 256 };

static const char page_begin[] = "<!--preview-->", page_end[] = "<!--/preview-->";

/* ---- Metadata -------------------------------------------------------------------------------- */

struct preview {
    const struct board *board; /* NULL if nothing is known */
    char title[WORDS_SIZE];
    char about[WORDS_SIZE];
};

static void add_number(struct text *text, unsigned number, const char *one, const char *many)
{
    text_add_number(text, number);
    text_add(text, number == 1 ? one : many);
}

static void say_title(struct preview *preview, const char *what)
{
    struct text text;
    text_init(&text, preview->title, sizeof preview->title);
    text_add(&text, what);
    text_add(&text, preview->board->name);
}

static void say_table(struct preview *preview, const struct told_table *told)
{
    struct text text;
    unsigned taken = 0;
    for (unsigned seat = 0; seat < told->settings.seats; seat++)
        taken += told->seat[seat].kind == SEAT_PERSON || told->seat[seat].kind == SEAT_BOT;
    say_title(preview, "A table for ");
    text_init(&text, preview->about, sizeof preview->about);
    switch (told->state) {
    case TOLD_OPEN:
        text_add_number(&text, taken);
        text_add(&text, " of ");
        add_number(&text, told->settings.seats, " seat is", " seats are");
        text_add(&text, " taken. Follow the link to sit down or to watch.");
        break;
    case TOLD_RUNNING:
        text_add(&text, "Round ");
        text_add_number(&text, told->round);
        text_add(&text, " is being played. Follow the link to watch.");
        break;
    case TOLD_FINISHED:
        text_add(&text, "The game is over. Follow the link to see it.");
        break;
    case TOLD_CLOSED:
        text_add(&text, "This table has been closed.");
        break;
    }
}

static void say_replay(struct preview *preview, unsigned seats)
{
    struct text text;
    say_title(preview, "A game of ");
    text_init(&text, preview->about, sizeof preview->about);
    add_number(&text, seats, " player.", " players.");
    text_add(&text, " Follow the link to watch it turn by turn.");
}

/* ---- Sources --------------------------------------------------------------------------------- */

struct looked_up {
    struct preview preview;
    bool replay;
};

static void table_found(void *context, const struct store_game *row)
{
    struct looked_up *found = context;
    struct told_table told;
    struct match_settings settings;
    struct complaint complaint;
    if (!settings_read(&settings, row->settings, strlen(row->settings), &complaint) ||
        !summary_read(&told, row->summary, strlen(row->summary), &complaint))
        return;
    told.state = table_summary_state(row->state);
    found->preview.board = settings.board;
    if (found->replay && told.state == TOLD_FINISHED)
        say_replay(&found->preview, settings.seats);
    else
        say_table(&found->preview, &told);
}

/* The first deal is sufficient: the rest was checked when the record was stored. */
static void record_found(void *context, const char *text)
{
    struct looked_up *found = context;
    struct record_reader *reader = calloc(1, sizeof *reader);
    if (reader == NULL)
        return;
    record_reader_init(reader, text, strlen(text), board_builtins, NULL);
    if (record_next(reader) != RECORD_FAULT && reader->board != NULL) {
        found->preview.board = reader->board;
        say_replay(&found->preview, reader->seats);
    }
    free(reader);
}

/* ---- The page -------------------------------------------------------------------------------- */

static void add_escaped(struct text *text, const char *words)
{
    for (; *words != '\0'; words++) {
        switch (*words) {
        case '&':
            text_add(text, "&amp;");
            break;
        case '<':
            text_add(text, "&lt;");
            break;
        case '>':
            text_add(text, "&gt;");
            break;
        case '"':
            text_add(text, "&quot;");
            break;
        default:
            text_add_char(text, *words);
        }
    }
}

static void add_tag(struct text *text, const char *name, const char *first, const char *second)
{
    text_add(text, "<meta property=\"og:");
    text_add(text, name);
    text_add(text, "\" content=\"");
    add_escaped(text, first);
    add_escaped(text, second);
    text_add(text, "\">\n");
}

/* URLs must be absolute: those who read them do not know the page's address. */
static void write_tags(struct text *text, const struct preview *preview, const char *site,
                       const char *path)
{
    char picture[WORDS_SIZE];
    struct text name;
    text_init(&name, picture, sizeof picture);
    text_add(&name, "/preview-");
    text_add(&name, preview->board->id);
    text_add(&name, ".png");
    add_tag(text, "site_name", "Railhead", "");
    add_tag(text, "type", "website", "");
    add_tag(text, "title", preview->title, "");
    add_tag(text, "description", preview->about, "");
    add_tag(text, "url", site, path);
    add_tag(text, "image", site, picture);
    add_tag(text, "image:width", "1200", "");
    add_tag(text, "image:height", "630", "");
    add_tag(text, "image:alt", preview->board->name, "");
    text_add(text, "<meta name=\"twitter:card\" content=\"summary_large_image\">\n");
}

static struct shared_bytes *page_as_it_is(const struct static_file *file)
{
    return shared_bytes_new(file->bytes, file->size);
}

static struct shared_bytes *page_with(const struct static_file *file, const struct preview *preview,
                                      const char *site, const char *path)
{
    char tags[TAGS_SIZE];
    struct text text;
    struct growing whole = {0};
    const char *from = memmem(file->bytes, file->size, page_begin, sizeof page_begin - 1);
    const char *to = memmem(file->bytes, file->size, page_end, sizeof page_end - 1);
    text_init(&text, tags, sizeof tags);
    if (preview->board != NULL)
        write_tags(&text, preview, site, path);
    if (preview->board == NULL || from == NULL || to == NULL || to < from || text.cut)
        return page_as_it_is(file);
    growing_add(&whole, file->bytes, (size_t)(from - file->bytes));
    growing_add(&whole, tags, text.used);
    growing_add(&whole, to, file->size - (size_t)(to - file->bytes));
    return growing_end(&whole);
}

/* ---- The request ----------------------------------------------------------------------------- */

/* A table is at "/t/ID", its replay at "/g/ID", an uploaded record at "/r/ID". */
static enum store_result page_run(struct job *job, struct store *store)
{
    struct api_job *work = (struct api_job *)job;
    const char kind = work->path[1], *id = work->path + 3;
    struct looked_up found = {.replay = kind != 't'};
    const enum store_result result = kind == 'r'
                                         ? store_record_by_id(store, id, record_found, &found)
                                         : store_game_by_id(store, id, table_found, &found);
    work->text = page_with(work->page, &found.preview, work->site, work->path);
    if (result == STORE_FAILED)
        return STORE_FAILED;
    return work->text != NULL ? STORE_OK : job_allocation_failed(job, "a page");
}

static void page_done(struct job *job)
{
    struct api_job *work = (struct api_job *)job;
    struct api_request *request = api_job_asker(work, work->hub->readers);
    if (request != NULL)
        api_answer(request, work->page->type, shared_bytes_share(work->text));
    api_job_free(work);
}

void api_get_page(struct api_request *request)
{
    struct api_job *work = api_job_new(request, page_run, page_done);
    if (work == NULL)
        return;
    work->page = request->page;
    CHECK(strlen(request->path) < sizeof work->path);
    text_copy(work->path, sizeof work->path, request->path);
    memcpy(work->site, request->site, sizeof work->site);
    api_job_add(work, work->hub->readers);
}

struct shared_bytes *api_page_without(const struct api_request *request)
{
    return page_as_it_is(request->page);
}
