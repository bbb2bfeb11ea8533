/*
 * A game that a record tells, as the terminal sees it: a source that nobody moves, and a screen
 * whose lines are kept to be read.
 *
 *     static struct told told;
 *     told_open(&told, told_beginning, 0);
 *     say_hand(&told.speaker, ...);
 *     assert_string_equal(told_text(&told), "...");
 *     told_close(&told);
 */
#ifndef RAILHEAD_TESTS_TERMINAL_TOLD_H
#define RAILHEAD_TESTS_TERMINAL_TOLD_H

#include "core/position.h"
#include "support.h"
#include "terminal/line_mode/plain_say.h"

struct told {
    struct source source;
    struct source_calls calls; /* of a game on this machine; a test may replace some */
    struct position position;  /* at the end of the record */
    struct screen screen;
    struct speaker speaker;
    int keys[2]; /* a pipe to the screen */
    FILE *out;
    char *text;
    size_t size;
    size_t read;    /* of the text, by told_text() */
    char saved[80]; /* where it was to be saved */
};

/* TransAmerica for two, Ada and a bot: both markers stand, and Ada has laid K7-L7 L7-M7. */
extern const char told_beginning[];

/* The person at the keyboard sits at `keyboard`, or is SEAT_NONE.  UTF-8, 80 columns. */
void told_open(struct told *told, const char *record, unsigned keyboard);
void told_close(struct told *told);

/* What has been printed since this was asked last; good until more is printed. */
const char *told_text(struct told *told);

/* Something is typed. */
void told_type(struct told *told, const char *text);

/* The last table of a source. */
struct table *told_table(struct told *told);

/* The numbers of a junction and of a line by their names. */
unsigned told_junction(const struct told *told, const char *name);
unsigned told_line(const struct told *told, const char *from, const char *to);

#endif
