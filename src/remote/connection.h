/*
 * The common part of all connections to a server: the address, libcurl's options, and messages for
 * its errors.
 *
 * libcurl resolves names, uses the proxies of the environment, and does TLS and the verification of
 * certificates.  It raises no signals.  It follows no redirections: the secret of a person is sent
 * only to the server that was named.
 */
#ifndef RAILHEAD_REMOTE_CONNECTION_H
#define RAILHEAD_REMOTE_CONNECTION_H

#include <curl/curl.h>
#include <stdbool.h>
#include <stddef.h>

enum { CONNECTION_PATIENCE_MS = 30000, CONNECTION_REASON_SIZE = 240, CONNECTION_HOST_SIZE = 270 };

/* The address of a server, from http://HOST[:PORT] or https://... */
struct address {
    char host[256]; /* an IPv6 address is in brackets */
    int port;
    bool secure;
};

/* Parses an address.  Returns false with a message in `error` if it is invalid. */
bool address_read(struct address *address, const char *url, char error[], size_t error_size);

/* Writes the host, and the port unless it is the default. */
void address_write_host(const struct address *address, char host[CONNECTION_HOST_SIZE]);

/* Initialises libcurl if that has not been done.  Thread-safe.  Returns false if it fails. */
bool connection_prepare(void);

/*
 * Returns a handle for the path at the address, or NULL if allocation fails.  connection_prepare()
 * must have succeeded.  The caller frees it with curl_easy_cleanup().
 */
CURL *connection_new(const struct address *address, const char *path);

/* Writes why a transfer failed, as a message for the user. */
void connection_reason(char reason[CONNECTION_REASON_SIZE], CURL *handle, CURLcode code,
                       const struct address *address);

#endif
