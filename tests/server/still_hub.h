/* What a hub needs from outside in a test where time passes only when the test says so, nobody
 * reads its log, and hub_step() does the work of its threads. */
#ifndef RAILHEAD_TESTS_SERVER_STILL_HUB_H
#define RAILHEAD_TESTS_SERVER_STILL_HUB_H

#include "server/hub.h"
#include "support.h"

/* As long as the times of today are. */
#define STILL_NOW INT64_C(1794787200000)

static inline void still_log(void *context, const struct hub_line *line)
{
    (void)context, (void)line;
}

static inline void still_wake(void *context)
{
    (void)context;
}

static inline void still_link_wake(struct hub_client *client)
{
    (void)client;
}

static inline int64_t still_now(void *context)
{
    return context ? *(const int64_t *)context : STILL_NOW;
}

static inline struct store *still_store(const char *file)
{
    char reason[STORE_REASON_SIZE] = "";
    struct store *store = store_open(file, reason);
    if (!store)
        fail_msg("%s", reason);
    return store;
}

/* The clock is `*now`, or STILL_NOW for ever if that is NULL. */
static inline void still_start_on(struct hub *hub, struct hub_stores stores, int64_t *now)
{
    char reason[STORE_REASON_SIZE] = "";
    const struct hub_options options = {.connections_per_address = 100,
                                        .messages_per_second = 100,
                                        .version = "test",
                                        .log = still_log,
                                        .wake = still_wake,
                                        .now = still_now,
                                        .now_context = now};
    assert_true(hub_start(hub, &options, stores, reason));
}

/* As many servers share the file as say so, or one has it. */
static inline void still_start(struct hub *hub, const char *file, bool shares)
{
    const struct hub_stores stores = {.writing = still_store(file),
                                      .reading = {still_store(file)},
                                      .sharing = shares ? still_store(file) : NULL};
    still_start_on(hub, stores, NULL);
}

static inline void still_work(struct hub *hub)
{
    do
        hub_collect(hub);
    while (hub_step(hub, HUB_SHARER) || hub_step(hub, HUB_WRITER) || hub_step(hub, HUB_READER));
}

#endif
