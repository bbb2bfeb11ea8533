/*
 * What the system asks of a running server: SIGTERM and SIGINT end it in order, SIGHUP reloads.
 *
 * A terminal that closes sends SIGHUP too.  That ends the server, as it ends other programs that
 * were started there, unless it was started with nohup.
 */
#ifndef RAILHEAD_CLI_SERVE_SIGNALS_H
#define RAILHEAD_CLI_SERVE_SIGNALS_H

#include <stdbool.h>

void serve_signals_catch(void);

/* Whether the server is to end. */
bool serve_signals_stop(void);

/* Whether a reload was asked for since the last call. */
bool serve_signals_reload(void);

#endif
