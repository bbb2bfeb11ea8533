/* The sections, and which of them a board has. */
#include "words/howto.h"

#include "core/check.h"
#include "core/text.h"

#define HOWTO(id, when, title, text) {#id, HOWTO_##when, title, text},
const struct howto howto_sections[] = {
#include "words/howto.def"
};
#undef HOWTO

const unsigned howto_count = sizeof howto_sections / sizeof howto_sections[0];

bool howto_is_about(const struct howto *section, const struct board *board)
{
    const bool ferries = board->ruleset == RULESET_TRANSEUROPA;
    switch (section->when) {
    case HOWTO_ALWAYS:
        return true;
    case HOWTO_FERRIES:
        return ferries;
    case HOWTO_NO_FERRIES:
        return !ferries;
    case HOWTO_BARRIER:
        return board->barrier_rule != 0;
    case HOWTO_NO_BARRIER:
        return board->barrier_rule == 0;
    }
    CHECK(!"every section is about some board");
    return false;
}
