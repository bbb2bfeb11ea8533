/* A record that grows line by line. */
#include "engine/growing_record.h"

#include <string.h>

#include "base/check.h"

static const char *const keys[] = {"railhead", "board",  "rules",   "variant", "seats",
                                   "name",     "round",  "first",   "deal",    "end",
                                   "score",    "points", "barrier", "result"};

void growing_record_init(struct growing_record *record, struct record_boards boards)
{
    memset(record, 0, sizeof *record);
    record_reader_init(&record->reader, record->text, 0, boards, NULL);
    record->before = record->reader;
}

bool growing_record_takes(struct word key)
{
    if (key.length == 1 && key.start[0] >= '1' && key.start[0] <= '0' + SEATS_MAX)
        return true;
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        if (word_is(key, keys[i]))
            return true;
    }
    return false;
}

/*
 * Continues a reader at the end of its text with more text.  It keeps nothing of the earlier text
 * but the position.
 */
static void read_on(struct record_reader *reader, const char *text, size_t size)
{
    reader->rest = text;
    reader->left = size;
}

static bool add_bytes(char *text, size_t size, size_t *used, const char *line, size_t length)
{
    if (length >= size - *used)
        return false;
    memcpy(text + *used, line, length);
    text[*used + length] = '\n';
    *used += length + 1;
    return true;
}

static size_t bytes_read(const struct growing_record *record)
{
    return (size_t)(record->reader.rest - record->text);
}

/* The header or a round has been read completely: the next round begins with an empty text. */
static void begin_round(struct growing_record *record)
{
    read_on(&record->reader, record->text, 0);
    record->before = record->reader;
    record->used = record->deals_start = record->deals_end = record->deals_used = 0;
}

/* Replaces the deals by those with all cards, and reads the round so far again. */
static bool show_cards(struct growing_record *record)
{
    const size_t after = record->used - record->deals_end;
    const size_t start = record->deals_start, used = start + record->deals_used + after;
    const unsigned turns = record->reader.turns;
    if (used > sizeof record->text)
        return false;
    memmove(record->text + start + record->deals_used, record->text + record->deals_end, after);
    memcpy(record->text + start, record->deals, record->deals_used);
    record->used = used;
    record->deals_end = start + record->deals_used;
    record->deals_used = 0;
    record->reader = record->before;
    read_on(&record->reader, record->text, record->used);
    enum record_event event = RECORD_TURN;
    while (record->reader.turns < turns && event != RECORD_END && event != RECORD_FAULT)
        event = record_next(&record->reader); /* growing_record_next() reports a fault */
    return true;
}

static bool add_deal(struct growing_record *record, const char *line, size_t length)
{
    const bool shown = record->deals_end > 0 && record->used > record->deals_end;
    if (shown)
        return add_bytes(record->deals, sizeof record->deals, &record->deals_used, line, length);
    if (record->deals_end == 0)
        record->deals_start = record->used;
    if (!add_bytes(record->text, sizeof record->text, &record->used, line, length))
        return false;
    record->deals_end = record->used;
    return true;
}

bool growing_record_add(struct growing_record *record, const char *line, size_t length)
{
    struct words words;
    struct word key;
    words_init(&words, line, length);
    words_next(&words, &key);
    bool room = true;
    if (word_is(key, "deal"))
        room = add_deal(record, line, length);
    else if (word_is(key, "round") && bytes_read(record) == record->used)
        begin_round(record);
    if (room && word_is(key, "end") && record->deals_used > 0)
        room = show_cards(record);
    if (room && !word_is(key, "deal"))
        room = add_bytes(record->text, sizeof record->text, &record->used, line, length);
    if (!room && !record->broken) {
        fault_say(ROUND_TOO_LONG, &record->reader.fault, FAULT_FORMAT);
        record->broken = true;
    }
    return room;
}

enum record_event growing_record_next(struct growing_record *record)
{
    struct record_reader *reader = &record->reader;
    if (record->broken || reader->fault.id != FAULT_NONE)
        return RECORD_FAULT;
    const size_t read = bytes_read(record);
    CHECK(read <= record->used);
    if (read == record->used)
        return RECORD_END;
    read_on(reader, record->text + read, record->used - read);
    return record_next(reader);
}
