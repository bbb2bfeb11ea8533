/* One HTTP request with libcurl; see request.h. */
#include "remote/request.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "text/harmless.h"

enum {
    HEAD_MAX = 1 << 16,   /* maximum bytes of all header fields of a response */
    ANSWER_MAX = 1 << 20, /* maximum bytes of its body */
    SECRET_LINE_SIZE = 128,
};

struct exchange {
    char *answer; /* owned, NUL-terminated; NULL while it is empty */
    size_t length;
    size_t head;     /* bytes of header fields so far */
    const char *why; /* why the response was rejected; or NULL */
};

/* ---- The response -------------------------------------------------------------------------- */

static size_t refuse(struct exchange *exchange, const char *why)
{
    exchange->why = why;
    return 0;
}

/* libcurl's callback for a line of the header. */
static size_t take_field(char *bytes, size_t one, size_t length, void *context)
{
    struct exchange *exchange = context;
    (void)bytes, (void)one;
    if (length > HEAD_MAX - exchange->head)
        return refuse(exchange, "the head of the answer is too long");
    exchange->head += length;
    return length;
}

/* libcurl's callback for a part of the body. */
static size_t take_part(char *bytes, size_t one, size_t length, void *context)
{
    struct exchange *exchange = context;
    (void)one;
    if (length > ANSWER_MAX - exchange->length)
        return refuse(exchange, "the answer is too long");
    char *longer = realloc(exchange->answer, exchange->length + length + 1);
    if (longer == NULL)
        return refuse(exchange, "out of memory");
    memcpy(longer + exchange->length, bytes, length);
    exchange->answer = longer;
    exchange->length += length;
    exchange->answer[exchange->length] = '\0';
    return length;
}

/* ---- The request -------------------------------------------------------------------------- */

static bool add_line(struct curl_slist **lines, const char *line)
{
    struct curl_slist *longer = curl_slist_append(*lines, line);
    if (longer != NULL)
        *lines = longer;
    return longer != NULL;
}

static bool set_lines(CURL *handle, struct curl_slist **lines, const char *secret, const char *body)
{
    char line[SECRET_LINE_SIZE];
    snprintf(line, sizeof line, "Authorization: Bearer %s", secret != NULL ? secret : "");
    return (secret == NULL || add_line(lines, line)) &&
           (body == NULL || add_line(lines, "Content-Type: application/json")) &&
           curl_easy_setopt(handle, CURLOPT_HTTPHEADER, *lines) == CURLE_OK &&
           (body == NULL || curl_easy_setopt(handle, CURLOPT_POSTFIELDS, body) == CURLE_OK);
}

/*
 * Blocks SIGPIPE: some versions of OpenSSL and libcurl write to connections that the server has
 * closed.
 */
static CURLcode perform_quietly(CURL *handle)
{
    const struct timespec now = {0};
    sigset_t broken_pipe, before, pending;
    sigemptyset(&broken_pipe);
    sigaddset(&broken_pipe, SIGPIPE);
    sigpending(&pending);
    pthread_sigmask(SIG_BLOCK, &broken_pipe, &before);
    const CURLcode code = curl_easy_perform(handle);
    if (!sigismember(&pending, SIGPIPE))
        sigtimedwait(&broken_pipe, NULL, &now);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return code;
}

static CURLcode perform(struct exchange *exchange, CURL *handle, const char *secret,
                        const char *body)
{
    struct curl_slist *lines = NULL;
    CURLcode code = CURLE_OUT_OF_MEMORY;
    curl_easy_setopt(handle, CURLOPT_TIMEOUT_MS, (long)CONNECTION_PATIENCE_MS);
    curl_easy_setopt(handle, CURLOPT_HEADERFUNCTION, take_field);
    curl_easy_setopt(handle, CURLOPT_HEADERDATA, exchange);
    curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, take_part);
    curl_easy_setopt(handle, CURLOPT_WRITEDATA, exchange);
    if (set_lines(handle, &lines, secret, body))
        code = perform_quietly(handle);
    curl_slist_free_all(lines);
    return code;
}

/* Returns false with a message in `why` if there is no response for the caller. */
static bool run(struct exchange *exchange, CURL *handle, const struct address *address,
                const char *secret, const char *body, char why[CONNECTION_REASON_SIZE])
{
    char *elsewhere = NULL;
    const CURLcode code = perform(exchange, handle, secret, body);
    if (exchange->why != NULL) {
        harmless_copy(why, CONNECTION_REASON_SIZE, exchange->why);
        return false;
    }
    if (code != CURLE_OK) {
        connection_reason(why, handle, code, address);
        return false;
    }
    curl_easy_getinfo(handle, CURLINFO_REDIRECT_URL, &elsewhere);
    if (elsewhere != NULL) {
        snprintf(why, CONNECTION_REASON_SIZE, "it redirects to %.150s: use that address",
                 elsewhere);
        harmless_copy(why, CONNECTION_REASON_SIZE, why);
        return false;
    }
    if (exchange->answer == NULL)
        take_part("", 1, 0, exchange); /* an empty response is valid */
    return exchange->answer != NULL;
}

char *request(const struct address *address, const char *path, const char *secret, const char *body,
              char error[], size_t error_size)
{
    struct exchange exchange = {.answer = NULL};
    char why[CONNECTION_REASON_SIZE] = "out of memory", host[CONNECTION_HOST_SIZE];
    CURL *handle = connection_prepare() ? connection_new(address, path) : NULL;
    const bool answered = handle != NULL && run(&exchange, handle, address, secret, body, why);
    curl_easy_cleanup(handle);
    if (answered)
        return exchange.answer;
    free(exchange.answer);
    address_write_host(address, host);
    snprintf(error, error_size, "http%s://%s: %s", address->secure ? "s" : "", host, why);
    return NULL;
}
