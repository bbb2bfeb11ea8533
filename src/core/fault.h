/*
 * Bad input: where it is, which rule it breaks, and a sentence that says so.
 */
#ifndef RAILHEAD_CORE_FAULT_H
#define RAILHEAD_CORE_FAULT_H

#include "core/text.h"

enum { FAULT_REASON_SIZE = 256 };

struct fault {
    unsigned line;    /* from 1 */
    const char *rule; /* an id of docs/rules.md, or FAULT_FORMAT */
    char reason[FAULT_REASON_SIZE];
};

/* In place of a rule: docs/formats.md is broken, not a rule of the game. */
#define FAULT_FORMAT "format"

/* Starts a fault's sentence; the caller adds the words.  The line is not touched. */
static inline struct text fault_begin(struct fault *fault, const char *rule)
{
    struct text text;
    fault->rule = rule;
    text_init(&text, fault->reason, sizeof fault->reason);
    return text;
}

/* A fault with a fixed sentence.  Always false, so that a reader can return it. */
static inline bool fault_say(struct fault *fault, const char *rule, const char *sentence)
{
    struct text text = fault_begin(fault, rule);
    text_add(&text, sentence);
    return false;
}

/* The sentence, then somebody's word in quotes. */
static inline bool fault_quote(struct fault *fault, const char *rule, const char *sentence,
                               struct word word)
{
    struct text text = fault_begin(fault, rule);
    text_add(&text, sentence);
    text_add_char(&text, ' ');
    text_add_quoted(&text, word.start, word.length);
    return false;
}

#endif
