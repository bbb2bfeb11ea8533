/*
 * The screen that a game in plain text is written to, and the keyboard it is read from.
 *
 * Knows terminals, colours and character sets, and nothing of the game.  What it writes makes
 * sense without colour, in plain ASCII and through a pipe.
 */
#ifndef RAILHEAD_CLI_PLAY_SCREEN_H
#define RAILHEAD_CLI_PLAY_SCREEN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum {
    SCREEN_WIDTH_PLAIN = 80, /* where nobody tells the width: a pipe */
    SCREEN_WIDTH_READ = 100, /* longer lines of words are hard to read */
};

struct screen {
    FILE *in;
    FILE *out;
    char *line; /* the last line read; owned */
    size_t line_size;
    bool is_terminal; /* of the output */
    bool asks;        /* input and output are both a terminal: somebody is there */
    bool echoes;      /* the input is not a terminal, which would show what is typed */
    bool ended;       /* the end of input has been read */
    bool colour;
    bool utf8;
    unsigned width; /* as of the last screen_measure() */
    unsigned height;
};

void screen_init(struct screen *screen, FILE *in, FILE *out);
void screen_release(struct screen *screen);

/* Looks up the size again: windows change. */
void screen_measure(struct screen *screen);

__attribute__((format(printf, 2, 3))) void screen_print(struct screen *screen, const char *format,
                                                        ...);

/* The one of two texts that this screen can show. */
const char *screen_either(const struct screen *screen, const char *utf8, const char *ascii);

/*
 * Reads a line without its line feed and the white space around it, after writing what has been
 * printed so far.  NULL at the end of input; the text is good until the next call.
 */
const char *screen_read(struct screen *screen);

/* How many columns a text in UTF-8 takes, counted in characters. */
unsigned screen_columns(const char *text);

/* What was on the screen is out of sight. */
void screen_clear(struct screen *screen);

/* Words in a row after a title, wrapped before the edge; lines that follow are indented. */
struct screen_list {
    struct screen *screen;
    unsigned indent;
    unsigned column;
};

void screen_list_begin(struct screen_list *list, struct screen *screen, const char *title);
void screen_list_add(struct screen_list *list, const char *word);
void screen_list_end(struct screen_list *list);

#endif
