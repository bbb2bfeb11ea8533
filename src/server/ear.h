/*
 * A thread that hears what the other servers of a database tell, and keeps it until the loop asks.
 *
 * What may have been missed, since the connection was lost, is told as such: news are only ever a
 * reason to look into the database, which knows.
 */
#ifndef RAILHEAD_SERVER_EAR_H
#define RAILHEAD_SERVER_EAR_H

#include <stdint.h>

#include "store/store_members.h"

struct ear;

/* NULL when there is no memory, or no thread; the store's ear is this one's from then on. */
struct ear *ear_start(struct store_ear *hears, void (*wake)(void *context), void *context);
void ear_stop(struct ear *ear);

struct ear_listener {
    /* Lines that a server told, in the order of commits. */
    void (*news)(void *context, int64_t from, const char *lines);
    void (*missed)(void *context); /* anything may have been told */
    void (*deaf)(void *context, const char *reason);
    void *context;
};

/* On the loop: what has been heard since the last time. */
void ear_collect(struct ear *ear, const struct ear_listener *listener);

/* Nothing was heard that should have been: it connects anew. */
void ear_doubt(struct ear *ear);

#endif
