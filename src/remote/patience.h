/*
 * How long to wait before a server that was lost is asked again.
 *
 * Behind a proxy another server takes over at once: the first attempt comes soon.  After that the
 * pauses grow, so that nobody hammers a server that is gone; and chance keeps those whom one server
 * has lost from coming back all at once.  web/src/game/link.ts does the same for the page.
 */
#ifndef RAILHEAD_REMOTE_PATIENCE_H
#define RAILHEAD_REMOTE_PATIENCE_H

#include <stdint.h>

enum {
    PATIENCE_STEADY_MS = 5000, /* a connection that held for so long is worth a quick attempt */
};

/* In milliseconds, after so many attempts that failed; `chance` is any number. */
int patience_ms(unsigned failures, uint32_t chance);

#endif
