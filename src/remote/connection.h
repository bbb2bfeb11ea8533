/*
 * What all our connections to a server have in common: the address, libcurl's options, and the
 * sentences for its errors.
 *
 * libcurl resolves names, goes through the proxies that the environment names, makes TLS and judges
 * certificates.  It raises no signals and follows no redirections: the secret of a person goes to
 * the server that was named, and nowhere else.
 */
#ifndef RAILHEAD_REMOTE_CONNECTION_H
#define RAILHEAD_REMOTE_CONNECTION_H

#include <curl/curl.h>
#include <stdbool.h>
#include <stddef.h>

enum { CONNECTION_PATIENCE_MS = 30000, CONNECTION_REASON_SIZE = 240, CONNECTION_HOST_SIZE = 270 };

/* Where a server is, from http://HOST[:PORT] or https://... */
struct address {
    char host[256]; /* an IPv6 address in brackets */
    int port;
    bool secure;
};

/* Returns false with a sentence in `error` if it is not such an address. */
bool address_read(struct address *address, const char *url, char error[], size_t error_size);

/* Writes the host, with the port unless it is the usual one. */
void address_write_host(const struct address *address, char host[CONNECTION_HOST_SIZE]);

/* Initialises libcurl if that has not been done.  Thread-safe.  Returns false if it fails. */
bool connection_prepare(void);

/*
 * Returns a handle for the path at the address, or NULL if allocation fails.  connection_prepare()
 * must have succeeded.  The caller frees it with curl_easy_cleanup().
 */
CURL *connection_new(const struct address *address, const char *path);

/* Writes why a transfer failed, for people. */
void connection_reason(char reason[CONNECTION_REASON_SIZE], CURL *handle, CURLcode code,
                       const struct address *address);

#endif
