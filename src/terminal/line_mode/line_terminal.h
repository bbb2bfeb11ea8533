/*
 * The input and output of line mode.
 *
 * Knows terminals, colours and character sets, and nothing of the game.  The output is readable
 * without colour, in plain ASCII and through a pipe.
 */
#ifndef RAILHEAD_TERMINAL_LINE_MODE_LINE_TERMINAL_H
#define RAILHEAD_TERMINAL_LINE_MODE_LINE_TERMINAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum {
    LINE_TERMINAL_WIDTH_PLAIN = 80, /* if the width is unknown: a pipe */
    LINE_TERMINAL_WIDTH_READ = 100, /* longer lines are hard to read */
};

struct line_terminal {
    int in; /* a file descriptor, so that input can be waited for together with others */
    FILE *out;
    char *input; /* input buffer; owned */
    size_t input_capacity;
    size_t input_used;
    size_t line_end;  /* end of the line returned last, including its line feed */
    bool is_terminal; /* the output is one */
    bool asks;        /* input and output are a terminal, so a person can answer */
    bool echoes;      /* the input is not a terminal, so typed lines must be echoed */
    bool ended;       /* the end of input was reached */
    bool colour;
    bool utf8;
    int width;  /* columns, from the last line_terminal_measure() */
    int height; /* lines; 0 if unknown */
};

/* Why line_terminal_wait() returned. */
enum line_terminal_event {
    LINE_TERMINAL_LINE,    /* a line was typed */
    LINE_TERMINAL_END,     /* end of input */
    LINE_TERMINAL_READY,   /* the descriptor is readable */
    LINE_TERMINAL_NOTHING, /* timeout */
};

void line_terminal_init(struct line_terminal *terminal, int in, FILE *out);
void line_terminal_release(struct line_terminal *terminal);

/* Updates the size, which changes with the window. */
void line_terminal_measure(struct line_terminal *terminal);

__attribute__((format(printf, 2, 3))) void line_terminal_print(struct line_terminal *terminal,
                                                               const char *format, ...);

/* Returns `utf8` if the output can show it, otherwise `ascii`. */
const char *line_terminal_either(const struct line_terminal *terminal, const char *utf8,
                                 const char *ascii);

/*
 * Flushes the output and waits: for a line of input unless `line` is NULL, for `descriptor` to be
 * readable unless it is -1, and at most `milliseconds` unless it is -1.  The line is trimmed, and
 * valid until the next call.
 */
enum line_terminal_event line_terminal_wait(struct line_terminal *terminal, const char **line,
                                            int descriptor, int milliseconds);

/*
 * For a program that reads keys after a file: if standard input was that file ("-"), keys are read
 * from the controlling terminal instead, if there is one.
 */
void line_terminal_take_keyboard(const char *path);

/* Waits for a line.  Returns NULL at the end of input. */
const char *line_terminal_read(struct line_terminal *terminal);

/* Prints text, padded with spaces to `columns`. */
void line_terminal_print_padded(struct line_terminal *terminal, const char *text, int columns);

/* Prints a sentence, indented, and folded if the output is a terminal. */
void line_terminal_print_folded(struct line_terminal *terminal, const char *text);

/* Prints a word and its description, folded beside it, even through a pipe. */
void line_terminal_print_entry(struct line_terminal *terminal, const char *word, int columns,
                               const char *about);

/*
 * Prints lines, folded even through a pipe.  A line indented by two spaces with two or more spaces
 * between a word and the rest is printed as an entry.
 */
void line_terminal_print_lines(struct line_terminal *terminal, const char *text);

/* Clears the screen, so that earlier output is out of sight. */
void line_terminal_clear(struct line_terminal *terminal);

/*
 * Words in a row after a title, wrapped before the edge, with continuation lines indented.  The
 * title takes at least `columns` columns.
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
