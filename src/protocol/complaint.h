/*
 * Why input is refused: an error code of docs/protocol.md and a fault.
 *
 * The fault names the field and what is allowed.  It never contains a secret.
 */
#ifndef RAILHEAD_PROTOCOL_COMPLAINT_H
#define RAILHEAD_PROTOCOL_COMPLAINT_H

#include "protocol/error_code.h"
#include "text/fault.h"

struct complaint {
    enum error_code code;
    struct fault fault;
};

/*
 * Sets the code and returns the fault to be filled in: fault_say(TOO_LONG, complain(complaint,
 * CODE_SIZE), ...).
 */
static inline struct fault *complain(struct complaint *complaint, enum error_code code)
{
    complaint->code = code;
    return fault_at(&complaint->fault, 0); /* input from clients has no lines, except for records */
}

#endif
