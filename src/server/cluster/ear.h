/*
 * Hears what the other servers of a database tell, on the loop; a thread of its own only connects,
 * which may take a while.
 *
 * What may have been missed, since the connection was lost, is told as such: news are only ever a
 * reason to look into the database, which knows.
 */
#ifndef RAILHEAD_SERVER_CLUSTER_EAR_H
#define RAILHEAD_SERVER_CLUSTER_EAR_H

#include <stdint.h>

#include "store/store_members.h"

struct ear;

struct ear_listener {
    /* Lines that a server told, in the order of commits. */
    void (*news)(void *context, int64_t from, const char *lines);
    void (*missed)(void *context); /* anything may have been told */
    void (*deaf)(void *context, const char *reason);
    void *context;
};

/*
 * NULL when there is no memory, or no thread; the store's ear is this one's from then on.  `wake`
 * is called from any thread: ear_collect() has something to do.
 */
struct ear *ear_start(struct store_ear *hears, const struct ear_listener *listener,
                      void (*wake)(void *context), void *context);
void ear_stop(struct ear *ear);

/* Can be read when there is something to hear, for as long as there is an ear. */
int ear_descriptor(const struct ear *ear);
void ear_hear(struct ear *ear);

void ear_collect(struct ear *ear);

/* Nothing was heard that should have been: it connects anew. */
void ear_doubt(struct ear *ear);

#endif
