/* railhead turns: lists every legal turn at the end of an unfinished record. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "cli/cli.h"
#include "rules/notation.h"

struct request {
    bool markers;
    struct chosen_board board;
};

static const struct option options[] = {
    OPT_FLAG("markers", struct request, markers,
             "instead, the junctions to which the marker could move (variant blocking) after the "
             "turn that stands on standard input"),
    OPT_RECORD_BOARD(struct request, board),
    OPT_END,
};

struct turn_list {
    const struct board *board;
    char (*text)[TURN_TEXT_SIZE];
    size_t count, capacity;
    bool out_of_memory;
};

static void add_turn(void *context, const struct turn *turn)
{
    struct turn_list *list = context;
    if (ARRAY_GROW(list->text, list->capacity, list->count + 1))
        notation_turn(list->text[list->count++], list->board, turn);
    else
        list->out_of_memory = true;
}

static int compare_texts(const void *one, const void *other)
{
    return strcmp(one, other);
}

static int print_turns(const struct record_reader *reader)
{
    const struct table *table = &reader->position.table;
    struct turn_list list = {.board = reader->board};
    turn_each(table, reader->board, &reader->position.hand[table->to_move], add_turn, &list);
    if (list.out_of_memory) {
        free(list.text);
        return cli_fail("turns", "out of memory");
    }
    if (list.count > 0)
        qsort(list.text, list.count, sizeof list.text[0], compare_texts);
    for (size_t i = 0; i < list.count; i++)
        puts(list.text[i]);
    free(list.text);
    return STATUS_OK;
}

/* Reads a turn from standard input, in the notation of records without the seat. */
static bool read_turn(const struct board *board, struct turn *turn)
{
    struct file file;
    struct words words;
    struct fault fault;
    char sentence[FAULT_SENTENCE_SIZE];
    char error[256];
    if (!file_read(&file, "-", error, sizeof error)) {
        cli_fail("turns", "%s", error);
        return false;
    }
    const char *end = file.size > 0 ? memchr(file.data, '\n', file.size) : NULL;
    const size_t length = end != NULL ? (size_t)(end - file.data) : file.size;
    words_init(&words, file.data, length);
    bool read = false;
    if (length == 0)
        cli_fail("turns", "--markers needs a turn on standard input");
    else if (end != NULL && length + 1 < file.size)
        cli_fail("turns", "standard input: a line follows the turn");
    else if (!notation_read_turn(board, &words, turn, &fault))
        cli_fail("turns", "standard input: %s (%s)", fault_sentence(&fault, sentence), fault.rule);
    else
        read = true;
    file_release(&file);
    return read;
}

static void print_junctions(const struct board *board, const struct junction_set *junctions)
{
    char name[JUNCTIONS_MAX][JUNCTION_NAME_SIZE];
    size_t count = 0;
    unsigned junction = junction_set_next(junctions, 0);
    while (junction != JUNCTION_NONE) {
        memcpy(name[count++], board->junction[junction].name, JUNCTION_NAME_SIZE);
        junction = junction_set_next(junctions, junction + 1);
    }
    qsort(name, count, sizeof name[0], compare_texts);
    for (size_t i = 0; i < count; i++)
        puts(name[i]);
}

static int print_marker_moves(const struct record_reader *reader)
{
    const struct position *position = &reader->position;
    struct turn turn;
    struct draft draft;
    struct choices choices;
    if (!read_turn(reader->board, &turn))
        return STATUS_BAD;
    if (turn.kind == TURN_LAY && turn.marker != JUNCTION_NONE)
        return cli_fail("turns", "standard input: the turn should not move the marker itself");
    draft_begin(&draft, &position->table, &position->hand[position->table.to_move]);
    const enum refusal refusal = draft_turn(&draft, reader->board, &turn);
    if (refusal != ACCEPTED)
        return cli_fail("turns", "standard input: %s (%s)", refusal_text(refusal),
                        refusal_rule(refusal));
    turn_choices(&draft.table, reader->board, &draft.hand, &draft.turn, &choices);
    if (turn.kind == TURN_LAY && !position_ends(position, &draft.table))
        print_junctions(reader->board, &choices.places);
    return STATUS_OK;
}

static int print_turns_of(const char *path, const struct chosen_board *board, bool markers)
{
    struct file file;
    struct record_reader reader;
    char error[256], sentence[FAULT_SENTENCE_SIZE];
    if (!file_read(&file, path, error, sizeof error))
        return cli_fail("turns", "%s", error);
    record_reader_init(&reader, file.data, file.size, chosen_board_for_records(board), NULL);
    const enum record_event event = record_read_rest(&reader);
    int status;
    if (event == RECORD_FAULT)
        status = cli_fail("turns", "%s:%u: %s (%s)", path, reader.fault.line,
                          fault_sentence(&reader.fault, sentence), reader.fault.rule);
    else if (reader.position.table.phase != PHASE_PLAYING)
        status = cli_fail("turns", "%s: no seat is to move at the end of this record", path);
    else
        status = markers ? print_marker_moves(&reader) : print_turns(&reader);
    file_release(&file);
    return status;
}

static int run_turns(int argc, char **argv)
{
    struct request request = {.markers = false};
    int status;
    if (!cli_read_options(&command_turns, &argc, argv, &request, &status))
        return status;
    if (request.markers && strcmp(argv[1], "-") == 0)
        return cli_fail("turns", "with --markers the record cannot come from standard input");
    return print_turns_of(argv[1], &request.board, request.markers);
}

const struct command command_turns = {
    .name = "turns",
    .about = "list every legal turn at the end of an unfinished record",
    .usage = "[OPTION]... RECORD",
    .tells = "Lists every legal turn of the seat to move at the end of an unfinished record, one a "
             "line, sorted, without marker moves; of two orders of the same tracks only the one "
             "that sorts first.",
    .options = options,
    .operand = "record",
    .run = run_turns,
};
