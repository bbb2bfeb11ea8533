/*
 * The network: HTTP and WebSocket over channels (event_loop.h), on one port and one thread.
 *
 * It turns connections into links and requests of the hub and brings back what they are answered.
 * It decides nothing about tables and people.  Whatever a stranger can make it hold is bounded:
 * connections by address and in all, time in every phase, bytes by the budget of memory_quota.h.
 */
#ifndef RAILHEAD_SERVER_HTTP_NETWORK_H
#define RAILHEAD_SERVER_HTTP_NETWORK_H

#include "server/http/proxies.h"
#include "server/http/static_files.h"
#include "server/http/tls.h"
#include "server/hub.h"
#include "server/limits/memory_quota.h"

enum { NETWORK_REASON_SIZE = 256, NETWORK_CONNECTIONS_MAX = 20000 };

/*
 * What is worth a line in a log: a request has been answered, a WebSocket has been opened or is
 * gone.  Ids in paths are left out, since some are only for those who know them.
 */
struct network_note {
    enum { NOTE_REQUEST, NOTE_OPENED, NOTE_CLOSED } what;
    const char *request;       /* its id, or that of the request that the WebSocket came from */
    const char *method, *path; /* of a request */
    int status;                /* of the answer; 0 when there was none */
    int64_t ms;                /* how long it took, or was open */
};

struct network_options {
    int port;                              /* 0 for any that is free */
    const char *bind;                      /* an address, or NULL for all */
    const char *tls_certificate, *tls_key; /* files; NULL for plain HTTP */
    const struct proxies *proxies; /* whose X-Forwarded-For and -Proto are believed; or NULL */
    unsigned connections;          /* in all; 0 for what the limit on descriptors allows */
    struct hub *hub;
    const struct static_files *files;
    struct memory_quota *quota; /* the budget of what is not complete, or not read */
    void (*note)(void *context, const struct network_note *note); /* NULL: nobody takes notes */
    void *note_context;
};

struct network;

/* What is at fault where a network cannot be had. */
enum network_part {
    NETWORK_SYSTEM,      /* memory, descriptors */
    NETWORK_CERTIFICATE, /* the file `tls_certificate` */
    NETWORK_KEY,         /* the file `tls_key` */
    NETWORK_ADDRESS,     /* `bind` */
    NETWORK_PORT_IN_USE,
    NETWORK_PORT_REFUSED, /* the system keeps it for others */
};

/* That, and a sentence about it. */
struct network_failure {
    enum network_part what;
    char reason[NETWORK_REASON_SIZE];
};

/*
 * Checks all that can be wrong with the options, reads the certificate and reserves the port.  The
 * hub need not have started.  NULL with the failure.
 */
struct network *network_new(const struct network_options *options, struct network_failure *failure);

/* Lets clients connect; the hub has started.  False with the failure. */
bool network_listen(struct network *network, struct network_failure *failure);

int network_port(const struct network *network);

/* Whether it listens on every address of the machine, and whether IPv6 is among them. */
bool network_is_everywhere(const struct network *network, bool *over_six);

/*
 * Reads the certificate and its key again, for connections that are yet to come.  False with the
 * failure: those that are in use remain so.  Does nothing without TLS.
 */
bool network_reload(struct network *network, struct network_failure *failure);

/* Of the certificate in use; zeros without TLS. */
struct tls_validity network_validity(const struct network *network);

/* Waits for what happens next, for a tenth of a second at most, and handles it. */
void network_service(struct network *network);

/* From any thread: network_service() is to call hub_collect(). */
void network_wake(struct network *network);

/* Closes the port and every connection that asks for nothing; the others end with their answers. */
void network_stop_listening(struct network *network);

/* Whether somebody is still being answered. */
bool network_is_busy(const struct network *network);
void network_release(struct network *network);

#endif
