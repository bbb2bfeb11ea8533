/*
 * A line of text that is being typed, and its purpose.
 *
 * Takes keys; its caller acts on the line.  Text that could not be sent appears again when the
 * same prompt is next opened.
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
    char unsaid[PROMPT_SIZE]; /* text that could not be sent */
};

/* Starts with an empty line, or with the unsent text. */
void prompt_begin(struct prompt *prompt, enum prompt_kind kind);

/*
 * Takes a key.  Tab completes phrases in a chat line.  Returns true after Enter, and after Escape,
 * which clears the line.
 */
bool prompt_input(struct prompt *prompt, const struct input *input);

/* Keeps the text because it could not be sent. */
void prompt_keep(struct prompt *prompt);

/* Returns the question, translated: "Go to". */
const char *prompt_question(const struct prompt *prompt);

#endif
