/* Converts misfits to faults that can be shown to people. */
#include "rules/misfit.h"

#include "base/check.h"

enum fault_id misfit_label(enum misfit misfit)
{
    static const enum fault_id words[MISFITS] = {
        [MISFIT_HANDS] = TERM_MISFIT_HANDS,
        [MISFIT_FIRST] = TERM_MISFIT_FIRST,
        [MISFIT_TURN] = TERM_MISFIT_TURN,
        [MISFIT_NOT_OVER] = TERM_MISFIT_NOT_OVER,
        [MISFIT_CONNECTED] = TERM_MISFIT_CONNECTED,
        [MISFIT_SCORE] = TERM_MISFIT_SCORE,
        [MISFIT_POINTS] = TERM_MISFIT_POINTS,
        [MISFIT_BARRIER] = TERM_MISFIT_BARRIER,
        [MISFIT_WINNERS] = TERM_MISFIT_WINNERS,
        [MISFIT_UNKNOWN_TABLE] = TERM_MISFIT_UNKNOWN_TABLE,
        [MISFIT_OTHER_TABLE] = TERM_MISFIT_OTHER_TABLE,
        [MISFIT_OTHER_PERSON] = TERM_MISFIT_OTHER_PERSON,
        [MISFIT_SETTINGS] = TERM_MISFIT_SETTINGS,
        [MISFIT_FEWER_EVENTS] = TERM_MISFIT_FEWER_EVENTS,
        [MISFIT_GAP] = TERM_MISFIT_GAP,
        [MISFIT_SEAT] = TERM_MISFIT_SEAT,
        [MISFIT_PERSON] = TERM_MISFIT_PERSON,
        [MISFIT_TIME] = TERM_MISFIT_TIME,
        [MISFIT_ORDER] = TERM_MISFIT_ORDER,
        [MISFIT_TOO_LONG] = TERM_MISFIT_TOO_LONG,
    };
    CHECK(misfit > FITS && misfit < MISFITS);
    return words[misfit];
}

bool misfit_say(enum misfit misfit, struct fault *fault)
{
    return fault_say(MISFIT, fault, "", misfit_label(misfit));
}
