/*
 * The log of railhead serve: lines of text for people, or one JSON object per line for programs.
 *
 * The text has errors and notable events.  JSON also has a line for each request and each
 * WebSocket, and for events that requests at other servers cause.  Neither contains secrets,
 * cards, chat or addresses of clients.
 */
#ifndef RAILHEAD_CLI_SERVE_LOG_H
#define RAILHEAD_CLI_SERVE_LOG_H

#include "server/http/network.h"

enum { SERVER_NAME_SIZE = 65 };

struct serve_log {
    bool json;
    bool named; /* the host chose the name, so lines of text have it too */
    char name[SERVER_NAME_SIZE];
};

/* Returns true if a text is a valid server name: 1 to 64 letters, digits and "-._:". */
bool serve_log_name_is_sound(const char *name);

/* Writes the default name of a server: the host name with the port. */
void serve_log_find_name(char name[SERVER_NAME_SIZE], int port);

/* The callback for the hub's log. */
void serve_log_line(void *log, const struct hub_line *line);

/* The callback for the network's notes. */
void serve_log_note(void *log, const struct network_note *note);

/* Logs events of the server as a whole: it starts, stops, or reloads its certificate. */
enum serve_level { SERVE_INFO, SERVE_WARNING, SERVE_ERROR };
__attribute__((format(printf, 3, 4))) void
serve_log_event(const struct serve_log *log, enum serve_level level, const char *format, ...);

#endif
