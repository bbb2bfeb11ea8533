/*
 * Fuzzing what a server sends over a WebSocket, the answer to the handshake first: the same comes
 * of the same bytes however they arrive, no message is longer than it may be, and what ends it has
 * a reason that can be shown.  The key is the one of RFC 6455, so that an input can answer it.
 */
#include <stdint.h>
#include <string.h>

#include "base/check.h"
#include "remote/ws_client.h"
#include "text/harmless.h"

enum { LONGEST = 4096 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void send_all(struct ws_client *websocket)
{
    const char *bytes;
    for (size_t length; (length = ws_client_pending(websocket, &bytes)) > 0;)
        ws_client_sent(websocket, length);
}

/* A number for all that was heard. */
static uint64_t hear(const uint8_t *data, size_t size, size_t at_a_time)
{
    static const char accept[] = "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=";
    struct ws_client websocket;
    struct ws_client_event event = {.what = WS_CLIENT_MORE};
    uint64_t heard = 1;
    CHECK(ws_client_begin(&websocket, "example.org", "s3cret", LONGEST));
    send_all(&websocket);
    memcpy(websocket.accept, accept, sizeof accept);
    for (size_t at = 0; at < size && event.what != WS_CLIENT_OVER; at += at_a_time) {
        const char *bytes = (const char *)data + at;
        size_t length = size - at < at_a_time ? size - at : at_a_time;
        do {
            event = ws_client_read(&websocket, &bytes, &length);
            CHECK(event.length <= LONGEST);
            if (event.what != WS_CLIENT_MORE)
                heard = heard * 31 + (uint64_t)event.what;
            for (size_t i = 0; i < event.length; i++)
                heard = heard * 31 + (uint8_t)event.text[i];
        } while (event.what != WS_CLIENT_MORE && event.what != WS_CLIENT_OVER);
    }
    CHECK(event.what != WS_CLIENT_OVER ||
          (websocket.reason[0] != '\0' && harmless_is(websocket.reason)));
    for (const char *at = websocket.reason; *at; at++)
        heard = heard * 31 + (uint8_t)*at;
    send_all(&websocket);
    ws_client_release(&websocket);
    return heard;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const uint64_t whole = hear(data, size, size ? size : 1);
    CHECK(hear(data, size, 1) == whole);
    CHECK(hear(data, size, 7) == whole);
    return 0;
}
