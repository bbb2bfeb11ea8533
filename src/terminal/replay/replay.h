/*
 * A record on the full screen: the map and the panel at any moment of a game, and a slider.
 *
 * Shows everything that the record has, including all hands, and on request the review of the
 * game, which a thread computes in the background.
 */
#ifndef RAILHEAD_TERMINAL_REPLAY_REPLAY_H
#define RAILHEAD_TERMINAL_REPLAY_REPLAY_H

#include "analysis/analysis.h"
#include "rules/record.h"
#include "terminal/drawing/curses.h"
#include "terminal/drawing/key_help.h"
#include "terminal/drawing/viewport.h"
#include "terminal/source/source.h"

struct replay {
    struct source source; /* for the panel: names and history */
    struct history history;
    struct analysis analysis; /* the turns of the record and their verdicts */
    struct curses curses;
    struct canvas screen;
    struct canvas map;
    unsigned moment;
    unsigned seat; /* whose hand is shown */
    struct viewport viewport;
    unsigned followed; /* what the window shows: 2 * moment, + 1 with the better turn */
    struct key_help help;
    bool hides_panel;
    bool plays;  /* advances automatically */
    bool misses; /* shows the seat's missing lines */
    bool letters;
    bool reviews;    /* shows the verdict of the turn */
    bool has_review; /* the review has begun */
    int news[2];     /* a pipe that receives a byte for each judged turn; only if `has_review` */
    bool ends;       /* the reader pressed Ctrl-C, or a signal arrived: the program should end */
};

/* Returns false with the fault if the record is invalid.  Does not keep `text`. */
bool replay_read(struct replay *replay, const char *text, size_t size, struct record_boards boards,
                 struct fault *fault);

/*
 * Shows the record until the reader leaves.  Returns false with a sentence in `error` if there is
 * no full screen.
 */
bool replay_run(struct replay *replay, char error[], size_t error_size);
void replay_release(struct replay *replay);

#endif
