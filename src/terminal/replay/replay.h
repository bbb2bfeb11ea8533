/*
 * A record on the whole screen: the map and the panel at any moment of a game, and a slider.
 *
 * Everything that the record knows is shown, all hands too, and on request the review of the game,
 * on which a thread works meanwhile.
 */
#ifndef RAILHEAD_TERMINAL_REPLAY_REPLAY_H
#define RAILHEAD_TERMINAL_REPLAY_REPLAY_H

#include "analysis/analysis.h"
#include "core/record.h"
#include "terminal/drawing/curses.h"
#include "terminal/drawing/key_help.h"
#include "terminal/drawing/viewport.h"
#include "terminal/source/source.h"

struct replay {
    struct source source; /* what the panel wants to know: names and the history */
    struct history history;
    struct analysis analysis; /* the turns of the record, and what is said of them */
    struct curses curses;
    struct canvas screen;
    struct canvas map;
    unsigned moment;
    unsigned seat; /* whose hand is shown */
    struct viewport viewport;
    unsigned
        followed; /* what the window was moved to last: a moment, its better turn known or not */
    struct key_help help;
    bool hides_panel;
    bool plays;  /* by itself */
    bool misses; /* shows what the seat misses */
    bool letters;
    bool reviews;    /* shows what is said of the turn */
    bool has_review; /* it has begun */
    int news[2];     /* then, a pipe: bytes arrive while it goes on */
    bool ends;       /* it was left by Ctrl-C or a signal: so is the program */
};

/* False with where and why when the record is broken.  The text is not needed afterwards. */
bool replay_read(struct replay *replay, const char *text, size_t size, struct record_boards boards,
                 struct fault *fault);

/* Shows it until it is left.  False with a sentence when there is no screen for it. */
bool replay_run(struct replay *replay, char error[], size_t error_size);
void replay_release(struct replay *replay);

#endif
