/*
 * The screen that a game in plain text is written to, and the keyboard it is read from.
 *
 * Knows terminals, colours and character sets, and nothing of the game.  What it writes makes
 * sense without colour, in plain ASCII and through a pipe.
 */
#ifndef RAILHEAD_TERMINAL_LINE_MODE_SCREEN_H
#define RAILHEAD_TERMINAL_LINE_MODE_SCREEN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum {
    SCREEN_WIDTH_PLAIN = 80, /* where nobody tells the width: a pipe */
    SCREEN_WIDTH_READ = 100, /* longer lines of words are hard to read */
};

struct screen {
    int in; /* a descriptor, so that lines and other news can be waited for together */
    FILE *out;
    char *input; /* what has been read; owned */
    size_t input_room;
    size_t input_used;
    size_t line_end;  /* of the line that was given last, with its line feed */
    bool is_terminal; /* of the output */
    bool asks;        /* input and output are both a terminal: somebody is there */
    bool echoes;      /* the input is not a terminal, which would show what is typed */
    bool ended;       /* the end of input has been read */
    bool colour;
    bool utf8;
    int width;  /* as of the last screen_measure() */
    int height; /* 0 where nobody tells it */
};

/* What came of waiting. */
enum screen_event {
    SCREEN_LINE,    /* a line was typed */
    SCREEN_END,     /* there will be no more */
    SCREEN_READY,   /* the descriptor can be read */
    SCREEN_NOTHING, /* the time is up */
};

void screen_init(struct screen *screen, int in, FILE *out);
void screen_release(struct screen *screen);

/* Looks up the size again: windows change. */
void screen_measure(struct screen *screen);

__attribute__((format(printf, 2, 3))) void screen_print(struct screen *screen, const char *format,
                                                        ...);

/* The one of two texts that this screen can show. */
const char *screen_either(const struct screen *screen, const char *utf8, const char *ascii);

/*
 * Writes what has been printed so far and waits: for a line of input unless `line` is NULL, for a
 * descriptor that can be read unless it is -1, and no longer than the milliseconds unless they are
 * -1.  The line is without its line feed and the white space around it, and good until the next
 * call.
 */
enum screen_event screen_wait(struct screen *screen, const char **line, int descriptor,
                              int milliseconds);

/*
 * For a program that reads keys after a file: if standard input was that file ("-"), keys are read
 * from the controlling terminal instead, if there is one.
 */
void screen_take_keyboard(const char *path);

/* Waits for a line alone; NULL at the end of input. */
const char *screen_read(struct screen *screen);

/* A text, padded with spaces to so many columns. */
void screen_print_padded(struct screen *screen, const char *text, int columns);

/* A sentence, indented, and on a terminal folded before the edge. */
void screen_print_folded(struct screen *screen, const char *text);

/* A word of a list and what it means, folded behind it, through a pipe too. */
void screen_print_entry(struct screen *screen, const char *word, int columns, const char *about);

/*
 * Lines that are folded, through a pipe too.  One that is indented by two spaces and has two more
 * between a word and the rest is an entry.
 */
void screen_print_lines(struct screen *screen, const char *text);

/* What was on the screen is out of sight. */
void screen_clear(struct screen *screen);

/*
 * Words in a row after a title, wrapped before the edge; lines that follow are indented.  The title
 * takes at least so many columns.
 */
struct screen_list {
    struct screen *screen;
    int indent;
    int column;
};

void screen_list_begin(struct screen_list *list, struct screen *screen, const char *title,
                       int columns);
void screen_list_add(struct screen_list *list, const char *word);
void screen_list_end(struct screen_list *list);

#endif
