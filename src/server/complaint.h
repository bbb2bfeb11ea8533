/*
 * Why something that a client sent is refused: a code of docs/protocol.md and a sentence.
 *
 * The sentence names the field and what is allowed, and never repeats a secret.
 */
#ifndef RAILHEAD_SERVER_COMPLAINT_H
#define RAILHEAD_SERVER_COMPLAINT_H

#include "core/text.h"

enum { COMPLAINT_TEXT_SIZE = 200 };

struct complaint {
    const char *code;
    char text[COMPLAINT_TEXT_SIZE];
};

/* Starts a complaint's sentence; the caller adds the words. */
static inline struct text complaint_begin(struct complaint *complaint, const char *code)
{
    struct text text;
    complaint->code = code;
    text_init(&text, complaint->text, sizeof complaint->text);
    return text;
}

/* A complaint with a fixed sentence.  Always false, so that a reader can return it. */
static inline bool complain(struct complaint *complaint, const char *code, const char *sentence)
{
    struct text text = complaint_begin(complaint, code);
    text_add(&text, sentence);
    return false;
}

#endif
