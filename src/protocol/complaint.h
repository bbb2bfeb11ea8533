/*
 * Why something that was sent is refused: a code of docs/protocol.md and a fault.
 *
 * The fault names the field and what is allowed, and never repeats a secret.
 */
#ifndef RAILHEAD_PROTOCOL_COMPLAINT_H
#define RAILHEAD_PROTOCOL_COMPLAINT_H

#include "core/fault.h"

struct complaint {
    const char *code;
    struct fault fault;
};

/* The fault of a complaint with this code: fault_say(TOO_LONG, complain(complaint, "size"), ...).
 */
static inline struct fault *complain(struct complaint *complaint, const char *code)
{
    complaint->code = code;
    return fault_at(&complaint->fault, 0); /* what a client sends has no lines, but for records */
}

#endif
