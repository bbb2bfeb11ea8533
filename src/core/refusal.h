/*
 * Why a turn is refused: one value for each REFUSAL of core/faults.def, with the rule.
 */
#ifndef RAILHEAD_CORE_REFUSAL_H
#define RAILHEAD_CORE_REFUSAL_H

#include "core/fault.h"

enum refusal {
    ACCEPTED,
#define REFUSAL(NAME, RULE, CODE, SENTENCE) REFUSED_##NAME,
#include "core/faults.def"
    REFUSALS,
};

/* The rule's id ("T3") and the fault; "" and FAULT_NONE for ACCEPTED. */
const char *refusal_rule(enum refusal refusal);
enum fault_id refusal_id(enum refusal refusal);

/* The English sentence without its full stop. */
const char *refusal_text(enum refusal refusal);

/* The refusal as a fault.  Always false, as fault_say(). */
bool refusal_say(enum refusal refusal, struct fault *fault);

#endif
