/*
 * The network: HTTP and WebSocket over channels (event_loop.h), on one port and one thread.
 *
 * It turns connections into clients and requests of the hub and sends back the answers. It decides
 * nothing about tables and people. Everything that strangers make it hold is bounded: connections
 * by address and in total, time in each phase, bytes by memory_quota.h.
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
 * An entry for the access log: a response was sent, or a WebSocket was opened or closed. Ids in
 * paths are left out, since some are confidential.
 */
struct network_note {
    enum { NOTE_REQUEST, NOTE_OPENED, NOTE_CLOSED } what;
    const char *request;       /* its id, or that of the request that opened the WebSocket */
    const char *method, *path; /* of a request */
    int status;                /* of the response; 0 if there was none */
    int64_t ms;                /* duration of the request or the connection */
};

struct network_options {
    int port;                              /* 0: any free port */
    const char *bind;                      /* an address, or NULL for all */
    const char *tls_certificate, *tls_key; /* file names; NULL for plain HTTP */
    const struct proxies *proxies; /* whose X-Forwarded-For and -Proto are trusted; or NULL */
    unsigned connections;          /* total; 0: as many as the limit on descriptors allows */
    struct hub *hub;
    const struct static_files *files;
    struct memory_quota *quota; /* charged for incomplete input and unsent output */
    void (*note)(void *context, const struct network_note *note); /* NULL: no log */
    void *note_context;
};

struct network;

/* What is at fault if the network cannot start. */
enum network_part {
    NETWORK_SYSTEM,      /* memory, descriptors */
    NETWORK_CERTIFICATE, /* the file `tls_certificate` */
    NETWORK_KEY,         /* the file `tls_key` */
    NETWORK_ADDRESS,     /* `bind` */
    NETWORK_PORT_IN_USE,
    NETWORK_PORT_REFUSED, /* reserved by the system */
};

/* The part at fault, and a sentence. */
struct network_failure {
    enum network_part what;
    char reason[NETWORK_REASON_SIZE];
};

/*
 * Validates the options, reads the certificate and reserves the port. The hub need not have
 * started. Returns NULL with the failure.
 */
struct network *network_new(const struct network_options *options, struct network_failure *failure);

/* Starts accepting clients; the hub must have started. Returns false with the failure. */
bool network_listen(struct network *network, struct network_failure *failure);

int network_port(const struct network *network);

/* Returns true if it listens on all addresses of the machine; `over_six`: including IPv6. */
bool network_is_everywhere(const struct network *network, bool *over_six);

/*
 * Reloads certificate and key for new connections. Returns false with the failure, and keeps the
 * current ones. Does nothing without TLS.
 */
bool network_reload(struct network *network, struct network_failure *failure);

/* Of the current certificate; zeros without TLS. */
struct tls_validity network_validity(const struct network *network);

/* Waits for events for at most a tenth of a second and handles them. */
void network_service(struct network *network);

/* Thread-safe: makes network_service() call hub_collect(). */
void network_wake(struct network *network);

/* Closes the port and all idle connections; the others end after their responses. */
void network_stop_listening(struct network *network);

/* Returns true while a response is being prepared or sent. */
bool network_is_busy(const struct network *network);
void network_release(struct network *network);

#endif
