/*
 * The pause before the next attempt to reconnect to a server.
 *
 * Behind a proxy another server takes over at once, so the first attempt comes soon.  After that
 * the pauses grow, so that a server that is down is not flooded.  They are randomised, so that the
 * clients of a stopped server do not all reconnect at the same time. web/src/game/link.ts does the
 * same for the page.
 */
#ifndef RAILHEAD_REMOTE_PATIENCE_H
#define RAILHEAD_REMOTE_PATIENCE_H

#include <stdint.h>

enum {
    PATIENCE_STEADY_MS = 5000, /* after a connection of this length the first attempt is quick */
};

/*
 * Returns the pause in milliseconds after the given number of failed attempts.  `chance` is a
 * random number.
 */
int patience_ms(unsigned failures, uint32_t chance);

#endif
