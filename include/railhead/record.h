/*
 * Records (.rail, docs/formats.md): read event by event, and checked by the rules as they are read.
 *
 * game.h writes them, and reads one to play on from its end.
 */
#ifndef RAILHEAD_RECORD_H
#define RAILHEAD_RECORD_H

#include <railhead/position.h>

#ifdef __cplusplus
extern "C" {
#endif

struct railhead_record;

enum railhead_event {
    RAILHEAD_EVENT_END = 0,   /* the end of a record without fault, finished or not */
    RAILHEAD_EVENT_ROUND = 1, /* a round has been dealt */
    RAILHEAD_EVENT_TURN = 2,  /* `seat` has played `turn` */
    RAILHEAD_EVENT_CLOSED =
        3, /* the round's closing lines, with the result of a game that is over */
};

/* The text is copied.  `board` as for railhead_game_load(). */
RAILHEAD_API enum railhead_status railhead_record_open(struct railhead_record **record,
                                                       const char *text, size_t size,
                                                       const struct railhead_board *board,
                                                       struct railhead_error *error);
RAILHEAD_API void railhead_record_free(struct railhead_record *record);

/* Reads up to the next event.  `seat` and `turn` may be NULL, and are set by a turn. */
RAILHEAD_API enum railhead_status railhead_record_next(struct railhead_record *record,
                                                       enum railhead_event *event, uint32_t *seat,
                                                       struct railhead_turn *turn,
                                                       struct railhead_error *error);

/* After the last event; NULL before the first.  The record's own. */
RAILHEAD_API const struct railhead_position *
railhead_record_position(const struct railhead_record *record);

/* The name of a seat, "" where there is none; known after the first event. */
RAILHEAD_API const char *railhead_record_name(const struct railhead_record *record, uint32_t seat);

#ifdef __cplusplus
}
#endif

#endif
