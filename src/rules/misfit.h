/*
 * Why received information about a game is inconsistent with what is known: one value per reason.
 *
 * A turn that breaks the rules has a refusal (rules/refusal.h).  Misfits are for a client that
 * learns about a game from another party, such as a server, and accepts only what is possible.
 */
#ifndef RAILHEAD_RULES_MISFIT_H
#define RAILHEAD_RULES_MISFIT_H

#include "text/fault.h"

enum misfit {
    FITS,

    /* About the game: rules/spectator.h. */
    MISFIT_HANDS, /* cards that cannot have been dealt, or contradict the known ones (S3, S4, V1) */
    MISFIT_FIRST, /* the wrong starting player (S5, B6) */
    MISFIT_TURN,  /* an illegal turn */
    MISFIT_NOT_OVER, /* the end of a round that is not over, or was over earlier (R2, R4, R5, R7) */
    MISFIT_CONNECTED, /* seats wrongly reported as connected or not connected (R1) */
    MISFIT_SCORE,     /* impossible minus points, or wrong ones for these cards (P1) */
    MISFIT_POINTS,    /* points that do not follow from the minus points (B1) */
    MISFIT_BARRIER,   /* a barrier in a game without one, or a wrong value (B2, B3, B5) */
    MISFIT_WINNERS,   /* wrong winners (B4) */

    /* About a table: src/follow/. */
    MISFIT_UNKNOWN_TABLE, /* nothing has been received about the table yet */
    MISFIT_OTHER_TABLE,   /* a message about another table */
    MISFIT_OTHER_PERSON,  /* we are not the person that we were before */
    MISFIT_SETTINGS,      /* invalid or unknown settings */
    MISFIT_FEWER_EVENTS,  /* fewer events than before */
    MISFIT_GAP,           /* events between the last one and this one are missing */
    MISFIT_SEAT,          /* a seat that the table does not have, or that is not ours */
    MISFIT_PERSON,        /* a person is missing */
    MISFIT_TIME,          /* an impossible time of a clock */
    MISFIT_ORDER,         /* an event that cannot follow the previous ones */
    MISFIT_TOO_LONG,      /* more rounds or turns than any game can have */
    MISFITS,
};

/* Convert a misfit other than FITS to a TERM or to a fault.  misfit_say() always returns false. */
enum fault_id misfit_label(enum misfit misfit);
bool misfit_say(enum misfit misfit, struct fault *fault);

#endif
