/* Why a turn is refused: one value for each REFUSAL of text/faults.def, with its rule. */
#ifndef RAILHEAD_RULES_REFUSAL_H
#define RAILHEAD_RULES_REFUSAL_H

#include "text/fault.h"

enum refusal {
    ACCEPTED,
#define REFUSAL(NAME, RULE, CODE, SENTENCE) REFUSED_##NAME,
#include "text/faults.def"
    REFUSALS,
};

/* Return the id of the rule ("T3") and the fault; "" and FAULT_NONE for ACCEPTED. */
const char *refusal_rule(enum refusal refusal);
enum fault_id refusal_id(enum refusal refusal);

/* Returns the English sentence without a full stop. */
const char *refusal_text(enum refusal refusal);

/* Sets the fault for a refusal.  Always returns false, like fault_say(). */
bool refusal_say(enum refusal refusal, struct fault *fault);

#endif
