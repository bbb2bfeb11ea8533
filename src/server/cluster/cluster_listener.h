/*
 * Hears what the other servers of a database tell, on the loop; a thread of its own only connects,
 * which may take a while.
 *
 * What may have been missed, since the connection was lost, is told as such: news are only ever a
 * reason to look into the database, which knows.
 */
#ifndef RAILHEAD_SERVER_CLUSTER_CLUSTER_LISTENER_H
#define RAILHEAD_SERVER_CLUSTER_CLUSTER_LISTENER_H

#include <stdint.h>

#include "store/store_members.h"

struct cluster_listener;

struct cluster_listener_calls {
    /* Lines that a server told, in the order of commits. */
    void (*messages)(void *context, int64_t from, const char *lines);
    void (*missed)(void *context); /* anything may have been told */
    void (*not_listening)(void *context, const char *reason);
    void *context;
};

/*
 * NULL when there is no memory, or no thread; the store's ear is this one's from then on.  `wake`
 * is called from any thread: cluster_listener_collect() has something to do.
 */
struct cluster_listener *cluster_listener_start(struct store_listener *store_listener,
                                                const struct cluster_listener_calls *listener,
                                                void (*wake)(void *context), void *context);
void cluster_listener_stop(struct cluster_listener *listener);

/* Can be read when there is something to hear, for as long as there is an ear. */
int cluster_listener_descriptor(const struct cluster_listener *listener);
void cluster_listener_read(struct cluster_listener *listener);

void cluster_listener_collect(struct cluster_listener *listener);

/* Nothing was heard that should have been: it connects anew. */
void cluster_listener_reconnect(struct cluster_listener *listener);

#endif
