/*
 * How to play, for each board: the text is in howto.def.
 */
#ifndef RAILHEAD_WORDS_HOWTO_H
#define RAILHEAD_WORDS_HOWTO_H

#include "core/board.h"

/* What a board must have for a section to be about it. */
enum howto_when {
    HOWTO_ALWAYS,
    HOWTO_FERRIES,
    HOWTO_NO_FERRIES,
    HOWTO_BARRIER,
    HOWTO_NO_BARRIER,
};

struct howto {
    const char *id;
    enum howto_when when;
    const char *title, *text; /* in English, to be translated */
};

extern const struct howto howto_sections[];
extern const unsigned howto_count;

bool howto_is_about(const struct howto *section, const struct board *board);

#endif
