/*
 * Boards: built-in ones, and board files (boards/README.md describes the format).
 *
 * A board never changes.  It must outlive everything that is made with it.
 */
#ifndef RAILHEAD_BOARD_H
#define RAILHEAD_BOARD_H

#include <railhead/base.h>

#ifdef __cplusplus
extern "C" {
#endif

struct railhead_board;

/*
 * railhead_board_count() returns the number of built-in boards; railhead_board_at() returns one of
 * them, or NULL.
 */
RAILHEAD_API size_t railhead_board_count(void);
RAILHEAD_API const struct railhead_board *railhead_board_at(size_t number);

/* Returns the built-in board with this id, such as "transamerica", or NULL. */
RAILHEAD_API const struct railhead_board *railhead_board_find(const char *id);

/*
 * Reads a board from text or a file.  The caller frees it with railhead_board_free().  `*board` is
 * NULL on failure.
 */
RAILHEAD_API enum railhead_status railhead_board_read(struct railhead_board **board,
                                                      const char *text, size_t size,
                                                      struct railhead_error *error);
RAILHEAD_API enum railhead_status
railhead_board_load(struct railhead_board **board, const char *path, struct railhead_error *error);

/* Frees a board from one of these two functions.  `board` may be NULL. */
RAILHEAD_API void railhead_board_free(struct railhead_board *board);

enum railhead_rules { RAILHEAD_RULES_TRANSAMERICA = 0, RAILHEAD_RULES_TRANSEUROPA = 1 };

/* The texts are owned by the board. */
struct railhead_board_info {
    const char *id;
    const char *name;
    uint32_t rules; /* enum railhead_rules */
    uint32_t junctions;
    uint32_t lines;
    uint32_t cities;
    uint32_t tracks;          /* number of black tracks */
    uint32_t coloured_tracks; /* of each seat, if they are used */
    int32_t start_points;
    int32_t end_points;
    uint32_t barrier; /* 1 if the barrier moves (rule B3) */
    uint32_t actions; /* number of actions: position.h */
};

RAILHEAD_API enum railhead_status railhead_board_info(const struct railhead_board *board,
                                                      struct railhead_board_info *info, size_t size,
                                                      struct railhead_error *error);

struct railhead_junction {
    char name[4]; /* "K7" */
    uint8_t column, row;
    uint8_t city; /* or RAILHEAD_NONE */
    uint8_t at_sea;
};

enum railhead_line_kind { RAILHEAD_SINGLE = 0, RAILHEAD_DOUBLE = 1, RAILHEAD_FERRY = 2 };

struct railhead_line {
    char name[12]; /* "K7-L7", which is also a track on the line; a ferry's is "F4~G5" */
    uint8_t a, b;  /* its ends, in that order */
    uint8_t kind;  /* enum railhead_line_kind */
    uint8_t cost;  /* 1 for a single line; 2 for a double line or a ferry */
};

struct railhead_city {
    const char *id;
    const char *name;
    uint8_t group; /* 0 to 4: green, blue, yellow, orange, red */
    uint8_t junction;
    uint8_t dashed; /* 1: not dealt with two or three players (rule S3) */
    uint8_t zero[5];
};

RAILHEAD_API enum railhead_status railhead_board_junction(const struct railhead_board *board,
                                                          uint32_t number,
                                                          struct railhead_junction *junction,
                                                          struct railhead_error *error);
RAILHEAD_API enum railhead_status railhead_board_line(const struct railhead_board *board,
                                                      uint32_t number, struct railhead_line *line,
                                                      struct railhead_error *error);
RAILHEAD_API enum railhead_status railhead_board_city(const struct railhead_board *board,
                                                      uint32_t number, struct railhead_city *city,
                                                      struct railhead_error *error);

/* Return the number of the item with this name ("K7", "K7-L7", "salt-lake-city"), or -1. */
RAILHEAD_API int32_t railhead_board_find_junction(const struct railhead_board *board,
                                                  const char *name);
RAILHEAD_API int32_t railhead_board_find_line(const struct railhead_board *board, const char *name);
RAILHEAD_API int32_t railhead_board_find_city(const struct railhead_board *board, const char *id);

#ifdef __cplusplus
}
#endif

#endif
