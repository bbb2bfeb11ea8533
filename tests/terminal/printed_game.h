/*
 * A game from a record, as the terminal sees it: a source that never changes, and a line terminal
 * whose output is kept.
 *
 *     static struct printed_game printed;
 *     printed_game_open(&printed, printed_game_beginning, 0);
 *     say_hand(&printed.speaker, ...);
 *     assert_string_equal(printed_game_text(&printed), "...");
 *     printed_game_close(&printed);
 */
#ifndef RAILHEAD_TESTS_TERMINAL_PRINTED_GAME_H
#define RAILHEAD_TESTS_TERMINAL_PRINTED_GAME_H

#include "rules/position.h"
#include "support.h"
#include "terminal/line_mode/say.h"

struct printed_game {
    struct source source;
    struct source_calls calls; /* of a game on this machine; a test may replace some */
    struct position position;  /* at the end of the record */
    struct line_terminal terminal;
    struct speaker speaker;
    int keys[2]; /* a pipe to the line terminal */
    FILE *out;
    char *text;
    size_t size;
    size_t read;    /* how much of the text printed_game_text() has returned */
    char saved[80]; /* path of the last save */
};

/*
 * A game on TransAmerica between Ada and a bot: both markers are placed, and Ada has laid K7-L7
 * L7-M7.
 */
extern const char printed_game_beginning[];

/*
 * `keyboard` is the seat of the person at the keyboard, or SEAT_NONE.  The output is UTF-8 with 80
 * columns.
 */
void printed_game_open(struct printed_game *printed, const char *record, unsigned keyboard);
void printed_game_close(struct printed_game *printed);

/* Returns what was printed since the last call; valid until more is printed. */
const char *printed_game_text(struct printed_game *printed);

/* Types text. */
void printed_game_type(struct printed_game *printed, const char *text);

/* Returns the last table of the source. */
struct table *printed_game_table(struct printed_game *printed);

/* Return the number of a junction or a line, given by name. */
unsigned printed_game_junction(const struct printed_game *printed, const char *name);
unsigned printed_game_line(const struct printed_game *printed, const char *from, const char *to);

#endif
