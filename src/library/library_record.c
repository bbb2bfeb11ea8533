/* Reads records event by event. */
#include <stdlib.h>

#include "library/library.h"

struct railhead_record {
    char *text;
    struct record_reader reader;
    struct railhead_position shown;
    bool begun; /* an event has been read */
};

enum railhead_status railhead_record_open(struct railhead_record **record, const char *text,
                                          size_t size, const struct railhead_board *board,
                                          struct railhead_error *error)
{
    if (record == NULL || text == NULL)
        return library_bad(error, record == NULL ? "record" : "text");
    *record = NULL;
    struct railhead_record *made = calloc(1, sizeof *made);
    char *copy = size < SIZE_MAX ? malloc(size + 1) : NULL;
    if (made == NULL || copy == NULL) {
        free(made);
        free(copy);
        return library_no_memory(error);
    }
    memcpy(copy, text, size);
    made->text = copy;
    record_reader_init(&made->reader, copy, size, library_boards(board_of(board)), NULL);
    *record = made;
    return RAILHEAD_OK;
}

void railhead_record_free(struct railhead_record *record)
{
    if (record != NULL)
        free(record->text);
    free(record);
}

static enum railhead_event public_event(enum record_event event)
{
    switch (event) {
    case RECORD_ROUND:
        return RAILHEAD_EVENT_ROUND;
    case RECORD_TURN:
        return RAILHEAD_EVENT_TURN;
    case RECORD_CLOSED:
        return RAILHEAD_EVENT_CLOSED;
    default:
        return RAILHEAD_EVENT_END;
    }
}

enum railhead_status railhead_record_next(struct railhead_record *record,
                                          enum railhead_event *event, uint32_t *seat,
                                          struct railhead_turn *turn, struct railhead_error *error)
{
    if (record == NULL || event == NULL)
        return library_bad(error, record == NULL ? "record" : "event");
    struct record_reader *reader = &record->reader;
    const enum record_event read = record_next(reader);
    if (read == RECORD_FAULT)
        return library_fault(error, &reader->fault);
    *event = public_event(read);
    if (read != RECORD_END) {
        record->begun = true;
        record->shown.board = reader->board;
        record->shown.position = reader->position;
        begin_turn(&record->shown);
    }
    if (read == RECORD_TURN && seat != NULL)
        *seat = reader->seat;
    if (read == RECORD_TURN && turn != NULL)
        turn_public(turn, &reader->turn);
    return RAILHEAD_OK;
}

const struct railhead_position *railhead_record_position(const struct railhead_record *record)
{
    return record != NULL && record->begun ? &record->shown : NULL;
}

const char *railhead_record_name(const struct railhead_record *record, uint32_t seat)
{
    return record != NULL && seat < SEATS_MAX ? record->reader.names.name[seat] : "";
}
