/*
 * The screen that a game in plain text is written to, and the keyboard it is read from.
 *
 * Knows terminals, colours and character sets, and nothing of the game.  What it writes makes
 * sense without colour, in plain ASCII and through a pipe.
 */
#ifndef RAILHEAD_TERMINAL_LINE_MODE_LINE_TERMINAL_H
#define RAILHEAD_TERMINAL_LINE_MODE_LINE_TERMINAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum {
    LINE_TERMINAL_WIDTH_PLAIN = 80, /* where nobody tells the width: a pipe */
    LINE_TERMINAL_WIDTH_READ = 100, /* longer lines of words are hard to read */
};

struct line_terminal {
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
    int width;  /* as of the last line_terminal_measure() */
    int height; /* 0 where nobody tells it */
};

/* What came of waiting. */
enum line_terminal_event {
    LINE_TERMINAL_LINE,    /* a line was typed */
    LINE_TERMINAL_END,     /* there will be no more */
    LINE_TERMINAL_READY,   /* the descriptor can be read */
    LINE_TERMINAL_NOTHING, /* the time is up */
};

void line_terminal_init(struct line_terminal *terminal, int in, FILE *out);
void line_terminal_release(struct line_terminal *terminal);

/* Looks up the size again: windows change. */
void line_terminal_measure(struct line_terminal *terminal);

__attribute__((format(printf, 2, 3))) void line_terminal_print(struct line_terminal *terminal,
                                                               const char *format, ...);

/* The one of two texts that this screen can show. */
const char *line_terminal_either(const struct line_terminal *terminal, const char *utf8,
                                 const char *ascii);

/*
 * Writes what has been printed so far and waits: for a line of input unless `line` is NULL, for a
 * descriptor that can be read unless it is -1, and no longer than the milliseconds unless they are
 * -1.  The line is without its line feed and the white space around it, and good until the next
 * call.
 */
enum line_terminal_event line_terminal_wait(struct line_terminal *terminal, const char **line,
                                            int descriptor, int milliseconds);

/*
 * For a program that reads keys after a file: if standard input was that file ("-"), keys are read
 * from the controlling terminal instead, if there is one.
 */
void line_terminal_take_keyboard(const char *path);

/* Waits for a line alone; NULL at the end of input. */
const char *line_terminal_read(struct line_terminal *terminal);

/* A text, padded with spaces to so many columns. */
void line_terminal_print_padded(struct line_terminal *terminal, const char *text, int columns);

/* A sentence, indented, and on a terminal folded before the edge. */
void line_terminal_print_folded(struct line_terminal *terminal, const char *text);

/* A word of a list and what it means, folded behind it, through a pipe too. */
void line_terminal_print_entry(struct line_terminal *terminal, const char *word, int columns,
                               const char *about);

/*
 * Lines that are folded, through a pipe too.  One that is indented by two spaces and has two more
 * between a word and the rest is an entry.
 */
void line_terminal_print_lines(struct line_terminal *terminal, const char *text);

/* What was on the screen is out of sight. */
void line_terminal_clear(struct line_terminal *terminal);

/*
 * Words in a row after a title, wrapped before the edge; lines that follow are indented.  The title
 * takes at least so many columns.
 */
struct line_terminal_list {
    struct line_terminal *terminal;
    int indent;
    int column;
};

void line_terminal_list_begin(struct line_terminal_list *list, struct line_terminal *terminal,
                              const char *title, int columns);
void line_terminal_list_add(struct line_terminal_list *list, const char *word);
void line_terminal_list_end(struct line_terminal_list *list);

#endif
