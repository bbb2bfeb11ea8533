/*
 * A line of text that is being typed, and what it is for.
 *
 * Takes keys and gives the line: what is done with it is the client's affair.  What could not be
 * sent is there again when the same question is asked the next time.
 */
#ifndef RAILHEAD_TERMINAL_FULL_SCREEN_PROMPT_H
#define RAILHEAD_TERMINAL_FULL_SCREEN_PROMPT_H

#include "terminal/drawing/curses.h"
#include "terminal/source/source.h"

enum { PROMPT_SIZE = SOURCE_WORDS_SIZE };

enum prompt_kind { PROMPT_GO, PROMPT_SAVE, PROMPT_SAY };

struct prompt {
    enum prompt_kind kind;
    char typed[PROMPT_SIZE];
    char unsaid[PROMPT_SIZE]; /* what could not be sent */
};

/* An empty line, or what was not said. */
void prompt_begin(struct prompt *prompt, enum prompt_kind kind);

/* Tab goes through the phrases where something is to be said.
 * True when that was the last key of the line: Enter, or Escape, which leaves nothing of it. */
bool prompt_input(struct prompt *prompt, const struct input *input);

/* What was typed could not be sent. */
void prompt_keep(struct prompt *prompt);

/* What is asked, in the reader's language: "Go to". */
const char *prompt_question(const struct prompt *prompt);

#endif
