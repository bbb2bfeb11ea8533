/* TLS over descriptors that do not block: the server's half of OpenSSL. */
#ifndef RAILHEAD_SERVER_TLS_H
#define RAILHEAD_SERVER_TLS_H

#include <openssl/ssl.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

enum { TLS_RECORD_MAX = SSL3_RT_MAX_PLAIN_LENGTH };

/* NULL when the files are no certificate and its key. */
SSL_CTX *tls_context_new(const char *certificate, const char *key);

/* One connection that the other end has begun; NULL without memory.  Freed with tls_free(). */
SSL *tls_new(SSL_CTX *context, int descriptor);
void tls_free(SSL *tls);

/*
 * How many bytes were read or written; 0 at the end of the connection; -1 when there are none now:
 * `when` says what to wait for, EPOLLIN or EPOLLOUT.
 */
ssize_t tls_read(SSL *tls, void *bytes, size_t length, uint32_t *when);
ssize_t tls_write(SSL *tls, const void *bytes, size_t length, uint32_t *when);

/* Says that nothing more will be written. */
void tls_finish(SSL *tls);

#endif
