/*
 * Receives the notifications of a database's servers, on the event loop. A thread is used only to
 * connect, which may take a while.
 *
 * After the connection was lost, `missed` reports that notifications may be missing. Notifications
 * are only ever hints to look into the database.
 */
#ifndef RAILHEAD_SERVER_CLUSTER_CLUSTER_LISTENER_H
#define RAILHEAD_SERVER_CLUSTER_CLUSTER_LISTENER_H

#include <stdint.h>

#include "store/store_members.h"

struct cluster_listener;

struct cluster_listener_calls {
    /* Lines of a server's notification, in the order of commits. */
    void (*messages)(void *context, int64_t from, const char *lines);
    void (*missed)(void *context); /* any notification may have been missed */
    void (*not_listening)(void *context, const char *reason);
    void *context;
};

/*
 * Takes ownership of the store's listener. Returns NULL if allocation fails or no thread can be
 * started. `wake` is thread-safe: cluster_listener_collect() has work.
 */
struct cluster_listener *cluster_listener_start(struct store_listener *store_listener,
                                                const struct cluster_listener_calls *listener,
                                                void (*wake)(void *context), void *context);
void cluster_listener_stop(struct cluster_listener *listener);

/*
 * Returns a descriptor that becomes readable when notifications arrive. It stays the same for the
 * listener's lifetime.
 */
int cluster_listener_descriptor(const struct cluster_listener *listener);
void cluster_listener_read(struct cluster_listener *listener);

void cluster_listener_collect(struct cluster_listener *listener);

/* Reconnects, since an expected notification did not arrive. */
void cluster_listener_reconnect(struct cluster_listener *listener);

#endif
