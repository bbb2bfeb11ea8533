/* From a record to moments, and from moments to the lines of a record. */
#include "terminal/history_record.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "core/check.h"
#include "core/record.h"
#include "words/language.h"

/* ---- Reading ----------------------------------------------------------------------------- */

bool history_read_record(struct history *history, const char *text, size_t size,
                         struct record_boards boards, struct record_reader *reader,
                         struct fault *fault)
{
    struct record_reader own;
    struct record_reader *used = reader != NULL ? reader : &own;
    record_reader_init(used, text, size, boards, NULL);
    for (;;) {
        switch (record_next(used)) {
        case RECORD_ROUND:
            history_add_deal(history, &used->position.table);
            break;
        case RECORD_TURN:
            history_add_turn(history, &used->position.table, used->seat, &used->turn);
            break;
        case RECORD_CLOSED:
            break;
        case RECORD_END:
            return true;
        case RECORD_FAULT:
            if (fault != NULL)
                *fault = used->fault;
            return false;
        }
    }
}

/* ---- Writing ----------------------------------------------------------------------------- */

static void write_name(char to[RECORD_NAME_SIZE], const struct source_seat *seat)
{
    char words[sizeof "bot " + SOURCE_NAME_SIZE];
    const int length =
        snprintf(words, sizeof words, "%s%s", seat->kind == SOURCE_BOT ? "bot " : "", seat->name);
    record_clean_name(to, RECORD_NAME_SIZE, words, (size_t)length);
}

static void write_header(struct text *text, const struct source *source)
{
    struct record_names names;
    const struct table *table = source_table(source);
    memset(&names, 0, sizeof names);
    for (unsigned seat = 0; seat < table->seats; seat++)
        write_name(names.name[seat], &source->seat[seat]);
    record_write_header(text, source->board, table, &names);
}

/* The moment after which the next round was dealt, or the last one. */
static unsigned last_of_round(const struct history *history, unsigned deal)
{
    unsigned last = deal;
    while (last + 1 < history->moments && history->moment[last + 1].seat != SEAT_NONE)
        last++;
    return last;
}

static void write_deal(struct text *text, const struct source *source, unsigned deal)
{
    const struct history *history = &source->history;
    const unsigned last = last_of_round(history, deal);
    const struct table *end = &history->moment[last].table;
    struct view view = {.table = history->moment[deal].table, .seat = SEAT_NONE};
    memcpy(view.table.shown, end->shown, sizeof view.table.shown);
    if (end->phase == PHASE_PLAYING) {
        view.seat = (uint8_t)source->keyboard;
        view.hand = source->hand;
    }
    record_write_view(text, source->board, &view);
}

/* What one moment adds to the record. */
static void write_moment(struct text *text, const struct source *source, unsigned number)
{
    const struct moment *moment = &source->history.moment[number];
    if (moment->seat == SEAT_NONE)
        write_deal(text, source, number);
    else
        record_write_turn(text, source->board, moment->seat, &moment->turn);
    if (moment->table.phase == PHASE_ROUND_OVER || moment->table.phase == PHASE_GAME_OVER)
        record_write_closing(text, source->board, &moment->table);
}

bool source_write_record(const struct source *source, FILE *file)
{
    char event[2 * RECORD_EVENT_SIZE];
    struct text text;
    text_init(&text, event, sizeof event);
    write_header(&text, source);
    bool written = fwrite(event, 1, text.used, file) == text.used;
    for (unsigned i = 0; i < source->history.moments && written; i++) {
        text_init(&text, event, sizeof event);
        write_moment(&text, source, i);
        CHECK(!text.cut);
        written = fwrite(event, 1, text.used, file) == text.used;
    }
    return written;
}

bool source_save_record(const struct source *source, const char *path,
                        char why[SOURCE_SENTENCE_SIZE])
{
    if (source_table(source)->phase == PHASE_DEALING) {
        snprintf(why, SOURCE_SENTENCE_SIZE,
                 _("The game has not started: there is nothing to save."));
        return false;
    }
    FILE *file = fopen(path, "wbx");
    if (file == NULL && errno == EEXIST) {
        snprintf(why, SOURCE_SENTENCE_SIZE, _("%.200s already exists: choose another name."), path);
        return false;
    }
    const bool written = file != NULL && source_write_record(source, file);
    const int error = errno;
    if ((file != NULL && fclose(file) != 0) || !written) {
        snprintf(why, SOURCE_SENTENCE_SIZE, _("It could not be saved to %.200s: %s."), path,
                 strerror(error));
        return false;
    }
    snprintf(why, SOURCE_SENTENCE_SIZE, _("The record is in %.200s; hidden cards are marked '?'."),
             path);
    return true;
}
