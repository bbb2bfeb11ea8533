/*
 * Answers that all exports share: a JSON value as far as it fits, and {"fault": {...}}.
 *
 * A page may call anything at any time.  What cannot be done is answered with a fault, and nothing
 * has changed then; no argument of a page reaches a CHECK().
 */
#ifndef RAILHEAD_PAGE_ANSWER_H
#define RAILHEAD_PAGE_ANSWER_H

#include "page/exchange.h"
#include "rules/refusal.h"

/* Ends what exchange_begin() began; its length, or that of a fault where it was cut off. */
uint32_t answer_end(const struct text *text);

uint32_t answer_fault(const struct fault *fault);

/* A fault without arguments, of the call itself. */
uint32_t answer_call_fault(enum fault_id id);

uint32_t answer_refusal(enum refusal refusal); /* as a fault */
uint32_t answer_too_long(void);                /* what was written for us */
uint32_t answer_no_bot(uint32_t number);
uint32_t answer_done(void); /* {} */

#endif
