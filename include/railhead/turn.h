/* A turn: everything one seat does when it is to move. */
#ifndef RAILHEAD_TURN_H
#define RAILHEAD_TURN_H

#include <railhead/board.h>

#ifdef __cplusplus
extern "C" {
#endif

enum railhead_turn_kind {
    RAILHEAD_PLACE = 0, /* the start marker, at `marker` */
    RAILHEAD_LAY = 1,  /* one or two tracks; under blocking, perhaps moves the marker to `marker` */
    RAILHEAD_PASS = 2, /* no track is legal */
};

struct railhead_track {
    uint16_t line;
    uint8_t own; /* 1: in the seat's own colour; 0: black */
    uint8_t zero;
};

/* This structure never grows. */
struct railhead_turn {
    uint8_t kind;   /* enum railhead_turn_kind */
    uint8_t tracks; /* number of entries of `track` in use, in order; the others are zero */
    uint8_t marker; /* a junction, or RAILHEAD_NONE */
    uint8_t zero;
    struct railhead_track track[2];
};

/* Parses a turn as in a record after the seat: "@K7", "K7-L7 L7-M7", "M4-M5 >M4", "pass". */
RAILHEAD_API enum railhead_status railhead_turn_read(struct railhead_turn *turn,
                                                     const struct railhead_board *board,
                                                     const char *text,
                                                     struct railhead_error *error);

/* Writes a turn to `text`, which must hold RAILHEAD_TURN_TEXT_SIZE bytes. */
RAILHEAD_API enum railhead_status railhead_turn_write(const struct railhead_turn *turn,
                                                      const struct railhead_board *board,
                                                      char *text, struct railhead_error *error);

#ifdef __cplusplus
}
#endif

#endif
