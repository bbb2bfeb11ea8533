/* The sentences of all refusals, in one table. */
#include "core/refusal.h"

#include "core/check.h"

static const struct {
    const char *rule;
    const char *text;
} reasons[REFUSALS] = {
    [ACCEPTED] = {"", ""},
    [REFUSED_NOT_PLAYING] = {"R2", "no round is being played"},
    [REFUSED_NOT_YOUR_TURN] = {"T1", "it is another seat's turn"},
    [REFUSED_MARKER_FIRST] = {"T2", "the first turn of a round only places the start marker"},
    [REFUSED_MARKER_STANDS] = {"T2", "the start marker has been placed already"},
    [REFUSED_JUNCTION_TAKEN] = {"T2", "another seat's start marker stands on this junction"},
    [REFUSED_NO_TRACK] = {"T4", "at least one track must be laid"},
    [REFUSED_PASS] = {"T4", "a seat that can lay a track cannot pass"},
    [REFUSED_LINE_TAKEN] = {"T6", "this line holds a track already"},
    [REFUSED_FERRY_FULL] = {"F1", "this ferry has both its tracks already"},
    [REFUSED_NOT_CONNECTED] = {"T5", "this line does not touch the seat's network"},
    [REFUSED_FERRY_NOT_CONNECTED] = {"F3", "neither end of this ferry is in the seat's network"},
    [REFUSED_BLOCKED] = {"V2", "another seat's marker blocks the way to this line"},
    [REFUSED_TWO_TRACKS_ARE_ENOUGH] = {"T3", "a turn has at most two tracks"},
    [REFUSED_DOUBLE_ALONE] = {"T3", "a track on a double line is the whole turn"},
    [REFUSED_DOUBLE_SECOND] = {"T3", "a double line cannot be the second track of a turn"},
    [REFUSED_TWO_FERRY_HALVES] = {"F2", "a turn has at most one ferry half"},
    [REFUSED_FERRY_WITH_DOUBLE] = {"F2", "a ferry half and a double line do not go together"},
    [REFUSED_COLOUR_ON_LAND] = {"F6", "coloured tracks are for ferries only"},
    [REFUSED_NO_COLOURS_HERE] = {"X1", "coloured tracks are not in this game"},
    [REFUSED_NO_COLOURED_LEFT] = {"F6", "the seat has no coloured track left"},
    [REFUSED_NO_PRIVATE_LEFT] = {"X1", "the seat has no private track left"},
    [REFUSED_NO_BLACK_LEFT] = {"R5", "no black track is left"},
    [REFUSED_YOU_ARE_CONNECTED] = {"R3", "the first track connected the seat and ended the round"},
    [REFUSED_SUPPLY_USED_UP] = {"R5", "the last black track ended the round"},
    [REFUSED_MARKER_STAYS] = {"V2", "start markers move only in the variant blocking"},
    [REFUSED_MARKER_HERE_ALREADY] = {"V2", "the start marker stands on this junction already"},
    [REFUSED_MARKER_ON_MARKER] = {"V2", "another seat's marker stands on this junction"},
    [REFUSED_MARKER_OUTSIDE] = {"V2", "the start marker cannot travel to this junction"},
    [REFUSED_MARKER_AFTER_END] = {"V2", "the start marker does not move in a turn that ends the "
                                        "round"},
    [REFUSED_MARKER_MOVED] = {"V2", "the marker moves at the end of a turn"},
};

const char *refusal_rule(enum refusal refusal)
{
    CHECK(refusal < REFUSALS);
    return reasons[refusal].rule;
}

const char *refusal_text(enum refusal refusal)
{
    CHECK(refusal < REFUSALS);
    return reasons[refusal].text;
}
