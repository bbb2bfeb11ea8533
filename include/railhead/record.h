/*
 * Records (.rail, docs/formats.md): read event by event, and checked against the rules.
 *
 * game.h writes records, and can continue a game from the end of one.
 */
#ifndef RAILHEAD_RECORD_H
#define RAILHEAD_RECORD_H

#include <railhead/position.h>

#ifdef __cplusplus
extern "C" {
#endif

struct railhead_record;

enum railhead_event {
    RAILHEAD_EVENT_END = 0,   /* the end of a valid record, finished or not */
    RAILHEAD_EVENT_ROUND = 1, /* a round has been dealt */
    RAILHEAD_EVENT_TURN = 2,  /* `seat` has played `turn` */
    RAILHEAD_EVENT_CLOSED =
        3, /* the closing lines of a round, with the result if the game is over */
};

/* Opens a record; the text is copied.  `board` is as for railhead_game_load(). */
RAILHEAD_API enum railhead_status railhead_record_open(struct railhead_record **record,
                                                       const char *text, size_t size,
                                                       const struct railhead_board *board,
                                                       struct railhead_error *error);
RAILHEAD_API void railhead_record_free(struct railhead_record *record);

/* Reads up to the next event.  `seat` and `turn` may be NULL; they are set for a turn. */
RAILHEAD_API enum railhead_status railhead_record_next(struct railhead_record *record,
                                                       enum railhead_event *event, uint32_t *seat,
                                                       struct railhead_turn *turn,
                                                       struct railhead_error *error);

/*
 * Returns the position after the last event, or NULL before the first.  It is owned by the record.
 */
RAILHEAD_API const struct railhead_position *
railhead_record_position(const struct railhead_record *record);

/* Returns the name of a seat, or "" if it has none.  Available after the first event. */
RAILHEAD_API const char *railhead_record_name(const struct railhead_record *record, uint32_t seat);

#ifdef __cplusplus
}
#endif

#endif
