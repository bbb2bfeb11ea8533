/*
 * Why something that was told of a game does not fit what is known of it: one value for each
 * reason.
 *
 * A turn that the rules refuse has a refusal (core/refusal.h); this is for whoever is told of a
 * game by somebody else, a server say, and believes nothing that cannot be.
 */
#ifndef RAILHEAD_CORE_MISFIT_H
#define RAILHEAD_CORE_MISFIT_H

#include "core/fault.h"

enum misfit {
    FITS,

    /* Of the game: core/witness.h. */
    MISFIT_HANDS,     /* cards that cannot have been dealt, or are not those known (S3, S4, V1) */
    MISFIT_FIRST,     /* a starting player whose turn it is not (S5, B6) */
    MISFIT_TURN,      /* a turn that the rules do not allow */
    MISFIT_NOT_OVER,  /* the end of a round that is not over, or was over before (R2, R4, R5, R7) */
    MISFIT_CONNECTED, /* seats said to be connected that are not, or the other way round (R1) */
    MISFIT_SCORE,     /* minus points that nobody can have, or not with these cards (P1) */
    MISFIT_POINTS,    /* points that do not follow from the minus points (B1) */
    MISFIT_BARRIER,   /* a barrier where none is, or elsewhere (B2, B3, B5) */
    MISFIT_WINNERS,   /* others have won (B4) */

    /* Of a table: src/follow/. */
    MISFIT_UNKNOWN_TABLE, /* nothing has been said about the table yet */
    MISFIT_OTHER_TABLE,   /* this is about another table than before */
    MISFIT_OTHER_PERSON,  /* we are somebody else than before */
    MISFIT_SETTINGS,      /* settings that make no sense or are not known here */
    MISFIT_FEWER_EVENTS,  /* a table with fewer events than before */
    MISFIT_GAP,           /* events between this one and the last are missing */
    MISFIT_SEAT,          /* a seat that the table does not have, or that is not ours */
    MISFIT_PERSON,        /* no person, where there must be one */
    MISFIT_TIME,          /* no time of any clock */
    MISFIT_ORDER,         /* an event that cannot follow the ones before it */
    MISFIT_TOO_LONG,      /* more rounds or turns than any game has */
    MISFITS,
};

/* One that is not FITS, as a TERM and as a whole fault.  misfit_say() is always false. */
enum fault_id misfit_label(enum misfit misfit);
bool misfit_say(enum misfit misfit, struct fault *fault);

#endif
