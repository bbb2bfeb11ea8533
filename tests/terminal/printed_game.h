/*
 * A game that a record tells, as the terminal sees it: a source that nobody moves, and a screen
 * whose lines are kept to be read.
 *
 *     static struct printed_game told;
 *     printed_game_open(&told, printed_game_beginning, 0);
 *     say_hand(&told.speaker, ...);
 *     assert_string_equal(printed_game_text(&told), "...");
 *     printed_game_close(&told);
 */
#ifndef RAILHEAD_TESTS_TERMINAL_PRINTED_GAME_H
#define RAILHEAD_TESTS_TERMINAL_PRINTED_GAME_H

#include "core/position.h"
#include "support.h"
#include "terminal/line_mode/say.h"

struct printed_game {
    struct source source;
    struct source_calls calls; /* of a game on this machine; a test may replace some */
    struct position position;  /* at the end of the record */
    struct line_terminal terminal;
    struct speaker speaker;
    int keys[2]; /* a pipe to the screen */
    FILE *out;
    char *text;
    size_t size;
    size_t read;    /* of the text, by printed_game_text() */
    char saved[80]; /* where it was to be saved */
};

/* TransAmerica for two, Ada and a bot: both markers stand, and Ada has laid K7-L7 L7-M7. */
extern const char printed_game_beginning[];

/* The person at the keyboard sits at `keyboard`, or is SEAT_NONE.  UTF-8, 80 columns. */
void printed_game_open(struct printed_game *printed, const char *record, unsigned keyboard);
void printed_game_close(struct printed_game *printed);

/* What has been printed since this was asked last; good until more is printed. */
const char *printed_game_text(struct printed_game *printed);

/* Something is typed. */
void printed_game_type(struct printed_game *printed, const char *text);

/* The last table of a source. */
struct table *printed_game_table(struct printed_game *printed);

/* The numbers of a junction and of a line by their names. */
unsigned printed_game_junction(const struct printed_game *printed, const char *name);
unsigned printed_game_line(const struct printed_game *printed, const char *from, const char *to);

#endif
