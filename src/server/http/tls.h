/* TLS over non-blocking descriptors: the server's side, by OpenSSL. */
#ifndef RAILHEAD_SERVER_HTTP_TLS_H
#define RAILHEAD_SERVER_HTTP_TLS_H

#include <openssl/ssl.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

enum { TLS_RECORD_MAX = SSL3_RT_MAX_PLAIN_LENGTH };

enum tls_file { TLS_CERTIFICATE, TLS_KEY };

/* Why a certificate and its key cannot be used: the file at fault, and a reason. */
struct tls_failure {
    enum tls_file file;
    char reason[128]; /* such as "No such file or directory"; without the file's name */
};

/* Loads two PEM files. Returns NULL with the failure; free the context with SSL_CTX_free(). */
SSL_CTX *tls_context_new(const char *certificate, const char *key, struct tls_failure *failure);

/* Validity of the certificate, in seconds since 1970; 0 if unknown. */
struct tls_validity {
    int64_t from, until;
};
struct tls_validity tls_context_validity(SSL_CTX *context);

/*
 * Creates the TLS state of an accepted connection. Returns NULL if allocation fails. Free it with
 * tls_free().
 */
SSL *tls_new(SSL_CTX *context, int descriptor);
void tls_free(SSL *tls);

/*
 * Continues the handshake. Returns 1 when it is done, 0 if the connection must end, -1 to wait for
 * the events in `when`. Expensive: may be called on any thread, if no other uses the connection.
 */
int tls_handshake(SSL *tls, uint32_t *when);

/* Returns true if the completed handshake resumed an earlier session. */
bool tls_is_resumed(SSL *tls);

/*
 * Return the number of bytes; 0 at the end of the connection; -1 to wait for the events in `when`,
 * EPOLLIN or EPOLLOUT.
 */
ssize_t tls_read(SSL *tls, void *bytes, size_t length, uint32_t *when);
ssize_t tls_write(SSL *tls, const void *bytes, size_t length, uint32_t *when);

/* Sends the close notification. */
void tls_finish(SSL *tls);

#endif
