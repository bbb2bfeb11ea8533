/* TLS over descriptors that do not block: the server's half of OpenSSL. */
#ifndef RAILHEAD_SERVER_HTTP_TLS_H
#define RAILHEAD_SERVER_HTTP_TLS_H

#include <openssl/ssl.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

enum { TLS_RECORD_MAX = SSL3_RT_MAX_PLAIN_LENGTH };

enum tls_file { TLS_CERTIFICATE, TLS_KEY };

/* Why a certificate and its key cannot be used: which of the two files, and a sentence about it. */
struct tls_failure {
    enum tls_file file;
    char reason[128]; /* such as "No such file or directory"; does not name the file */
};

/* Two files in PEM.  NULL with the failure; the caller frees the context with SSL_CTX_free(). */
SSL_CTX *tls_context_new(const char *certificate, const char *key, struct tls_failure *failure);

/* When the certificate becomes valid and when it expires, in seconds since 1970; 0 if unknown. */
struct tls_validity {
    int64_t from, until;
};
struct tls_validity tls_context_validity(SSL_CTX *context);

/* One connection that the other end has begun; NULL without memory.  Freed with tls_free(). */
SSL *tls_new(SSL_CTX *context, int descriptor);
void tls_free(SSL *tls);

/*
 * Goes on with the handshake: 1 when it is done, 0 when the connection is to end, -1 when the other
 * end has to say more: `when` says what to wait for.  This is what takes long: it may be called on
 * any thread, as long as nobody else uses the connection meanwhile.
 */
int tls_handshake(SSL *tls, uint32_t *when);

/* Whether the handshake that is done went on with an earlier session, without a signature. */
bool tls_is_resumed(SSL *tls);

/*
 * How many bytes were read or written; 0 at the end of the connection; -1 when there are none now:
 * `when` says what to wait for, EPOLLIN or EPOLLOUT.
 */
ssize_t tls_read(SSL *tls, void *bytes, size_t length, uint32_t *when);
ssize_t tls_write(SSL *tls, const void *bytes, size_t length, uint32_t *when);

/* Says that nothing more will be written. */
void tls_finish(SSL *tls);

#endif
