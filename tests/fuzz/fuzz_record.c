/*
 * Fuzzing the reader of records: whatever it reads without a fault must come out of the writer as
 * a record that says the same, and a fault has a line, a rule and a sentence.
 *
 * Beside the boards of the game there are two small ones, "small" and "small-ferries", on which a
 * whole game takes a small part of the time: scoring a round on the real ones takes longer than
 * reading it.  The rules are the same.
 */
#include <stdint.h>
#include <string.h>

#include "base/check.h"
#include "board_file/boards.h"
#include "rules/record.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { COPY_SIZE_MAX = 1 << 18 };
enum { COLUMNS = 6, ROWS = GROUPS }; /* of the small boards */

/* Every fourth line is a double line, or, with ferries, a double line and a ferry in turn. */
static void add_small_lines(struct board *board, unsigned at, bool ferries)
{
    static const uint8_t step[3][2] = {{1, 0}, {1, 1}, {0, 1}};
    for (unsigned i = 0; i < 3; i++) {
        const unsigned column = at % COLUMNS + step[i][0], row = at / COLUMNS + step[i][1];
        if (column >= COLUMNS || row >= ROWS)
            continue;
        const unsigned kind = board->lines % 8 == 3 && ferries ? LINE_FERRY
                              : board->lines % 4 == 3          ? LINE_DOUBLE
                                                               : LINE_SINGLE;
        board->line[board->lines++] = (struct line){
            .a = (uint8_t)at, .b = (uint8_t)(row * COLUMNS + column), .kind = (uint8_t)kind};
    }
}

/* A city on every junction, one group in each row, the last of them dashed. */
static void make_small(struct board *board, bool ferries)
{
    *board = (struct board){
        .id = "small",
        .name = "Small",
        .ruleset = ferries ? RULESET_TRANSEUROPA : RULESET_TRANSAMERICA,
        .barrier_rule = !ferries,
        .coloured_tracks = 3,
        .junctions = COLUMNS * ROWS,
        .cities = COLUMNS * ROWS,
        .tracks = 40,
        .start_points = 13,
        .end_points = ferries,
    };
    if (ferries)
        memcpy(board->id, "small-ferries", sizeof "small-ferries");
    for (unsigned i = 0; i < board->junctions; i++) {
        const uint8_t column = (uint8_t)(i % COLUMNS), row = (uint8_t)(i / COLUMNS);
        const char name[2] = {(char)('A' + column), (char)('1' + row)};
        board->junction[i] = (struct junction){
            .name = {name[0], name[1]}, .column = column, .row = row, .city = CITY_NONE};
        board->city[i] = (struct city){.id = {(char)('a' + column), name[1]},
                                       .name = {name[0], name[1]},
                                       .group = row,
                                       .junction = (uint8_t)i,
                                       .dashed = column == COLUMNS - 1};
        add_small_lines(board, i, ferries);
    }
    board_derive(board);
}

static const struct board *find(void *context, const char *id, size_t length)
{
    static struct board small[2]; /* made once */
    (void)context;
    for (unsigned i = 0; i < 2; i++) {
        if (small[i].junctions == 0)
            make_small(&small[i], i == 1);
        if (strlen(small[i].id) == length && memcmp(small[i].id, id, length) == 0)
            return &small[i];
    }
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
        record_write_round(text, reader->board, &position->table, position->hand);
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
        CHECK(reader.fault.id != FAULT_NONE);
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
