/*
 * A turn: everything one seat does when it is to move.
 *
 * A plain value without padding, so that bytes can be compared.
 */
#ifndef RAILHEAD_RULES_TURN_H
#define RAILHEAD_RULES_TURN_H

#include <stdint.h>

enum { TURN_TRACKS_MAX = 2 }; /* T3, F2 */

enum turn_kind {
    TURN_PLACE, /* T2: the start marker, at `marker` */
    TURN_LAY,   /* T3: one or two tracks; V2: then perhaps moves the marker to `marker` */
    TURN_PASS,  /* T4: no track is legal */
};

struct track {
    uint16_t line;
    uint8_t own; /* 1: in the seat's own colour; 0: black */
    uint8_t zero;
};

struct turn {
    uint8_t kind;   /* enum turn_kind */
    uint8_t tracks; /* number of entries of `track` in use; the others are zero */
    uint8_t marker; /* a junction, or JUNCTION_NONE */
    uint8_t zero;
    struct track track[TURN_TRACKS_MAX]; /* in the order laid */
};

#endif
