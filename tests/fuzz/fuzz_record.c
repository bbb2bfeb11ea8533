/*
 * Fuzzing the reader of records: whatever it reads without a fault must come out of the writer as
 * a record that says the same, and a fault has a line, a rule and a sentence.
 */
#include <stdint.h>
#include <string.h>

#include "board/boards.h"
#include "core/check.h"
#include "core/record.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { COPY_SIZE_MAX = 1 << 18 };

static const struct board *find(void *context, const char *id, size_t length)
{
    (void)context;
    return board_builtin(id, length);
}

/* Adds what an event is in a record to the text. */
static void write_event(struct text *text, const struct record_reader *reader,
                        enum record_event event)
{
    const struct position *position = &reader->position;
    if (event == RECORD_ROUND) {
        if (reader->rounds == 1)
            record_write_header(text, reader->board, &position->table, &reader->names);
        record_write_round(text, reader->board, position);
    } else if (event == RECORD_TURN) {
        record_write_turn(text, reader->board, reader->seat, &reader->turn);
    } else if (event == RECORD_CLOSED) {
        record_write_closing(text, reader->board, &position->table);
    }
}

/* Reads a record and writes it again; how the reading ended. */
static enum record_event copy(const char *data, size_t size, struct text *text,
                              struct record_reader *reader)
{
    record_reader_init(reader, data, size, (struct record_boards){.find = find}, NULL);
    for (;;) {
        const enum record_event event = record_next(reader);
        if (event == RECORD_END || event == RECORD_FAULT)
            return event;
        write_event(text, reader, event);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static char first[COPY_SIZE_MAX], second[COPY_SIZE_MAX];
    struct record_reader reader;
    struct text text;
    text_init(&text, first, sizeof first);
    if (copy((const char *)data, size, &text, &reader) == RECORD_FAULT) {
        CHECK(reader.fault.line > 0 && reader.fault.rule[0] != '\0');
        CHECK(reader.fault.reason[0] != '\0');
        return 0;
    }
    if (reader.rounds == 0 || text.cut)
        return 0;
    const unsigned turns = reader.turns;
    struct text again;
    text_init(&again, second, sizeof second);
    const enum record_event end = copy(first, text.used, &again, &reader);
    CHECK(end == RECORD_END && reader.turns == turns);
    CHECK(again.used == text.used && memcmp(first, second, text.used) == 0);
    return 0;
}
