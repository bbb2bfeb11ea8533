/*
 * The results that all exports share: a JSON value if it fits into the output buffer, otherwise
 * {"fault": {...}}.
 *
 * A page may call any function at any time.  A call that cannot be carried out returns a fault and
 * changes nothing.  No argument of a page can fail a CHECK().
 */
#ifndef RAILHEAD_PAGE_ANSWER_H
#define RAILHEAD_PAGE_ANSWER_H

#include "page/exchange.h"
#include "rules/refusal.h"

/*
 * Ends what exchange_begin() began.  Returns the length of the result, or that of a fault if the
 * result did not fit.
 */
uint32_t answer_end(const struct text *text);

uint32_t answer_fault(const struct fault *fault);

/* Writes a fault of the call itself, without arguments.  Returns its length. */
uint32_t answer_call_fault(enum fault_id id);

uint32_t answer_refusal(enum refusal refusal); /* as a fault */
uint32_t answer_too_long(void);                /* the input does not fit */
uint32_t answer_no_bot(uint32_t number);
uint32_t answer_done(void); /* {} */

#endif
