/*
 * Signals to a running server: SIGTERM and SIGINT shut it down cleanly, SIGHUP reloads.
 *
 * A terminal that is closed sends SIGHUP too.  That ends the server, as it ends other programs
 * started there, unless it was started with nohup.
 */
#ifndef RAILHEAD_CLI_SERVE_SIGNALS_H
#define RAILHEAD_CLI_SERVE_SIGNALS_H

#include <stdbool.h>

void serve_signals_catch(void);

/* Returns true once the server should shut down. */
bool serve_signals_stop(void);

/* Returns true if a reload was requested since the last call. */
bool serve_signals_reload(void);

#endif
