/*
 * The log of railhead serve: lines for people, or a JSON object a line for programs.
 *
 * Lines for people tell of what went wrong or is good to know; JSON has a line for each request,
 * each WebSocket and what other servers tell of theirs as well.  No secret, card, chat line or
 * address of a client is in either.
 */
#ifndef RAILHEAD_CLI_SERVE_LOG_H
#define RAILHEAD_CLI_SERVE_LOG_H

#include "server/http/network.h"

enum { SERVER_NAME_SIZE = 65 };

struct serve_log {
    bool json;
    bool named; /* the host chose the name: lines for people have it too */
    char name[SERVER_NAME_SIZE];
};

/* Whether a text is a server's name: letters, digits and "-._:", 64 at most. */
bool server_name_is_sound(const char *name);

/* The name of a server that was given none: of its machine, with the port. */
void server_name_find(char name[SERVER_NAME_SIZE], int port);

/* The hub's log. */
void serve_log_line(void *log, const struct hub_line *line);

/* The network's notes. */
void serve_log_note(void *log, const struct network_note *note);

/* What happens to the server as a whole: it starts, stops, or reads its certificate again. */
enum serve_level { SERVE_INFO, SERVE_WARNING, SERVE_ERROR };
__attribute__((format(printf, 3, 4))) void
serve_log_event(const struct serve_log *log, enum serve_level level, const char *format, ...);

#endif
