/* Refusals: the faults of the list that are about rules. */
#include "rules/refusal.h"

#include "base/check.h"

static const struct {
    const char *rule;
    enum fault_id id;
} reasons[REFUSALS] = {
    [ACCEPTED] = {"", FAULT_NONE},
#define REFUSAL(NAME, RULE, CODE, SENTENCE) [REFUSED_##NAME] = {RULE, FAULT_##NAME},
#include "text/faults.def"
};

const char *refusal_rule(enum refusal refusal)
{
    CHECK(refusal < REFUSALS);
    return reasons[refusal].rule;
}

enum fault_id refusal_id(enum refusal refusal)
{
    CHECK(refusal < REFUSALS);
    return reasons[refusal].id;
}

const char *refusal_text(enum refusal refusal)
{
    return fault_english(refusal_id(refusal));
}

bool refusal_say(enum refusal refusal, struct fault *fault)
{
    return fault_say_plain(fault, refusal_id(refusal), refusal_rule(refusal));
}
