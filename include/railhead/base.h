/*
 * What every part of librailhead shares: version, limits, errors, seeds.
 */
#ifndef RAILHEAD_BASE_H
#define RAILHEAD_BASE_H

#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__)
#define RAILHEAD_API __attribute__((visibility("default")))
#else
#define RAILHEAD_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* Of Railhead, written here and nowhere else.  The library that is loaded says its own. */
#define RAILHEAD_VERSION_MAJOR 1
#define RAILHEAD_VERSION_MINOR 0
#define RAILHEAD_VERSION_PATCH 0

enum {
    RAILHEAD_SEATS_MIN = 2,
    RAILHEAD_SEATS_MAX = 6,
    RAILHEAD_GROUPS = 5,
    RAILHEAD_JUNCTIONS_MAX = 255,
    RAILHEAD_LINES_MAX = 765,
    RAILHEAD_CITIES_MAX = 80,
    RAILHEAD_LOST_MAX = 254, /* minus points of a seat in one round, on any board */
    RAILHEAD_SEED_SIZE = 32,
    RAILHEAD_TURN_TEXT_SIZE = 32, /* every turn as a text, and its NUL */

    RAILHEAD_NONE = 255, /* no seat, junction or city; a card that is hidden */
};

/* Any of them together. */
enum railhead_variant {
    RAILHEAD_OPEN_CARDS = 1,
    RAILHEAD_BLOCKING = 2,
    RAILHEAD_PRIVATE_TRACKS = 4,
};

enum railhead_status {
    RAILHEAD_OK = 0,
    RAILHEAD_BAD_ARGUMENT = 1, /* a null pointer, a number out of range: the caller's mistake */
    RAILHEAD_REFUSED = 2,      /* the rules do not allow it: `rule` says which */
    RAILHEAD_BAD_TEXT = 3,     /* a board, a record or a turn that is broken: `line` says where */
    RAILHEAD_NOT_NOW = 4,      /* not in this phase of a game */
    RAILHEAD_HIDDEN = 5,       /* it takes cards that are hidden */
    RAILHEAD_NO_MEMORY = 6,
    RAILHEAD_NO_FILE = 7, /* the file cannot be read */
};

/* What went wrong.  Programs look at `status`, `code` and `rule`; `sentence` is for people. */
struct railhead_error {
    uint32_t status;    /* enum railhead_status */
    uint32_t line;      /* of a text, from 1; or 0 */
    uint32_t index;     /* which game of a batch or position of an array, from 0 */
    char rule[12];      /* "T3" as docs/rules.md has it, "format", or "" */
    char code[48];      /* "turn-line-taken": never changes its meaning */
    char sentence[640]; /* English, without a full stop; closed by a NUL */
};

/* "1.0.0" */
RAILHEAD_API const char *railhead_version(void);

/* The seed of game `number` of a series: different numbers give different games. */
RAILHEAD_API void railhead_seed(uint64_t series, uint64_t number, uint8_t seed[32]);

#ifdef __cplusplus
}
#endif

#endif
