/*
 * A seat at a server on the whole screen: at the table that is named, or at one that is chosen from
 * a list, to which one comes back.
 */
#ifndef RAILHEAD_CLI_PLAY_SERVER_H
#define RAILHEAD_CLI_PLAY_SERVER_H

#include "cli/play_options.h"
#include "terminal/remote.h"

/* Where the options say to play. */
struct remote_target play_server_target(const struct play_options *options);

/* The same server, at the table of a rematch. */
struct remote_target play_server_again(const struct remote_target *target, const char *link);

/* Plays there; the answer is the status of the command. */
int play_server(const struct play_options *options);

#endif
