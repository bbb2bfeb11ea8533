/* A record that grows: see growing_record.h. */
#include "engine/growing_record.h"

#include <string.h>

#include "core/check.h"

static const char *const keys[] = {"railhead", "board",  "rules",   "variant", "seats",
                                   "name",     "round",  "first",   "deal",    "end",
                                   "score",    "points", "barrier", "result"};

void journal_init(struct journal *journal, struct record_boards boards)
{
    memset(journal, 0, sizeof *journal);
    record_reader_init(&journal->reader, journal->text, 0, boards, NULL);
    journal->before = journal->reader;
}

bool journal_takes(struct word key)
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
 * A reader that has come to the end of its text, where a record may stop, goes on with more of it:
 * it keeps nothing of what it has read but the position.
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

static size_t bytes_read(const struct journal *journal)
{
    return (size_t)(journal->reader.rest - journal->text);
}

/* All of the header or of a round has been read: the next round begins with an empty text. */
static void begin_round(struct journal *journal)
{
    read_on(&journal->reader, journal->text, 0);
    journal->before = journal->reader;
    journal->used = journal->deals_start = journal->deals_end = journal->deals_used = 0;
}

/* Puts the deals with all cards in the place of the others, and reads the round again so far. */
static bool show_cards(struct journal *journal)
{
    const size_t after = journal->used - journal->deals_end;
    const size_t start = journal->deals_start, used = start + journal->deals_used + after;
    const unsigned turns = journal->reader.turns;
    if (used > sizeof journal->text)
        return false;
    memmove(journal->text + start + journal->deals_used, journal->text + journal->deals_end, after);
    memcpy(journal->text + start, journal->deals, journal->deals_used);
    journal->used = used;
    journal->deals_end = start + journal->deals_used;
    journal->deals_used = 0;
    journal->reader = journal->before;
    read_on(&journal->reader, journal->text, journal->used);
    enum record_event event = RECORD_TURN;
    while (journal->reader.turns < turns && event != RECORD_END && event != RECORD_FAULT)
        event = record_next(&journal->reader); /* journal_next() tells a fault */
    return true;
}

static bool add_deal(struct journal *journal, const char *line, size_t length)
{
    const bool shown = journal->deals_end > 0 && journal->used > journal->deals_end;
    if (shown)
        return add_bytes(journal->deals, sizeof journal->deals, &journal->deals_used, line, length);
    if (journal->deals_end == 0)
        journal->deals_start = journal->used;
    if (!add_bytes(journal->text, sizeof journal->text, &journal->used, line, length))
        return false;
    journal->deals_end = journal->used;
    return true;
}

bool journal_add(struct journal *journal, const char *line, size_t length)
{
    struct words words;
    struct word key;
    words_init(&words, line, length);
    words_next(&words, &key);
    bool room = true;
    if (word_is(key, "deal"))
        room = add_deal(journal, line, length);
    else if (word_is(key, "round") && bytes_read(journal) == journal->used)
        begin_round(journal);
    if (room && word_is(key, "end") && journal->deals_used > 0)
        room = show_cards(journal);
    if (room && !word_is(key, "deal"))
        room = add_bytes(journal->text, sizeof journal->text, &journal->used, line, length);
    if (!room && !journal->broken) {
        fault_say(&journal->reader.fault, FAULT_FORMAT, "the round has too many lines");
        journal->broken = true;
    }
    return room;
}

enum record_event journal_next(struct journal *journal)
{
    struct record_reader *reader = &journal->reader;
    if (journal->broken || reader->fault.rule != NULL)
        return RECORD_FAULT;
    const size_t read = bytes_read(journal);
    CHECK(read <= journal->used);
    if (read == journal->used)
        return RECORD_END;
    read_on(reader, journal->text + read, journal->used - read);
    return record_next(reader);
}
