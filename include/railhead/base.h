/* Common definitions of librailhead: version, limits, errors, seeds. */
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

/*
 * The version of Railhead, defined only here.  railhead_version() returns that of the loaded
 * library.
 */
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
    RAILHEAD_TURN_TEXT_SIZE = 32, /* fits every turn as text, including the NUL */

    RAILHEAD_NONE = 255, /* no seat, junction or city; a hidden card */
};

/* Bits that can be combined. */
enum railhead_variant {
    RAILHEAD_OPEN_CARDS = 1,
    RAILHEAD_BLOCKING = 2,
    RAILHEAD_PRIVATE_TRACKS = 4,
};

enum railhead_status {
    RAILHEAD_OK = 0,
    RAILHEAD_BAD_ARGUMENT = 1, /* the caller's mistake: a null pointer, or a number out of range */
    RAILHEAD_REFUSED = 2,      /* not allowed by the rules; see `rule` */
    RAILHEAD_BAD_TEXT = 3,     /* an invalid board, record or turn; see `line` */
    RAILHEAD_NOT_NOW = 4,      /* not possible in this phase of a game */
    RAILHEAD_HIDDEN = 5,       /* needs cards that are hidden */
    RAILHEAD_NO_MEMORY = 6,
    RAILHEAD_NO_FILE = 7, /* the file cannot be read */
};

/* An error.  Programs use `status`, `code` and `rule`; `sentence` is for people. */
struct railhead_error {
    uint32_t status;    /* enum railhead_status */
    uint32_t line;      /* line of a text, from 1; or 0 */
    uint32_t index;     /* index of the game of a batch or of the position of an array, from 0 */
    char rule[12];      /* "T3" as in docs/rules.md, "format", or "" */
    char code[48];      /* "turn-line-taken": its meaning never changes */
    char sentence[640]; /* English, without a full stop; NUL-terminated */
};

/* Returns the version, for example "1.0.0". */
RAILHEAD_API const char *railhead_version(void);

/* Computes the seed of game `number` of a series.  Different numbers give different games. */
RAILHEAD_API void railhead_seed(uint64_t series, uint64_t number, uint8_t seed[32]);

#ifdef __cplusplus
}
#endif

#endif
