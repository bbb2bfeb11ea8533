/* TLS; see tls.h. */
#include "server/tls.h"

#include <openssl/err.h>
#include <stdbool.h>
#include <sys/epoll.h>

/* HTTP/1.1 is all that is spoken here; whoever offers only other things is told nothing. */
static int choose_protocol(SSL *tls, const unsigned char **chosen, unsigned char *length,
                           const unsigned char *offered, unsigned offered_length, void *context)
{
    static const unsigned char ours[] = "\x08http/1.1";
    (void)tls, (void)context;
    unsigned char *match;
    if (SSL_select_next_proto(&match, length, ours, sizeof ours - 1, offered, offered_length) !=
        OPENSSL_NPN_NEGOTIATED)
        return SSL_TLSEXT_ERR_NOACK;
    *chosen = match;
    return SSL_TLSEXT_ERR_OK;
}

/* Only what keeps old talk secret when the key is lost one day; the order is ours. */
static bool set_up(SSL_CTX *context, const char *certificate, const char *key)
{
    SSL_CTX_set_options(context, SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION |
                                     SSL_OP_CIPHER_SERVER_PREFERENCE);
    SSL_CTX_set_mode(context, SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER |
                                  SSL_MODE_RELEASE_BUFFERS);
    SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_OFF); /* tickets remember for us */
    SSL_CTX_set_alpn_select_cb(context, choose_protocol, NULL);
    return SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION) == 1 &&
           SSL_CTX_set_cipher_list(context, "ECDHE+AESGCM:ECDHE+CHACHA20") == 1 &&
           SSL_CTX_use_certificate_chain_file(context, certificate) == 1 &&
           SSL_CTX_use_PrivateKey_file(context, key, SSL_FILETYPE_PEM) == 1 &&
           SSL_CTX_check_private_key(context) == 1;
}

SSL_CTX *tls_context_new(const char *certificate, const char *key)
{
    SSL_CTX *context = SSL_CTX_new(TLS_server_method());
    if (context && set_up(context, certificate, key))
        return context;
    SSL_CTX_free(context);
    ERR_clear_error();
    return NULL;
}

SSL *tls_new(SSL_CTX *context, int descriptor)
{
    SSL *tls = SSL_new(context);
    if (!tls || SSL_set_fd(tls, descriptor) != 1) {
        SSL_free(tls);
        return NULL;
    }
    SSL_set_accept_state(tls);
    return tls;
}

void tls_free(SSL *tls)
{
    if (!tls)
        return;
    tls_finish(tls);
    SSL_free(tls);
}

/* What is wrong with it is of no use to anybody here: the connection ends. */
static ssize_t outcome(SSL *tls, int result, size_t count, uint32_t *when)
{
    if (result == 1)
        return (ssize_t)count;
    const int why = SSL_get_error(tls, result);
    *when = why == SSL_ERROR_WANT_WRITE ? EPOLLOUT : EPOLLIN;
    return why == SSL_ERROR_WANT_READ || why == SSL_ERROR_WANT_WRITE ? -1 : 0;
}

ssize_t tls_read(SSL *tls, void *bytes, size_t length, uint32_t *when)
{
    size_t count = 0;
    ERR_clear_error();
    *when = EPOLLIN;
    const int result = SSL_read_ex(tls, bytes, length, &count);
    return outcome(tls, result, count, when);
}

ssize_t tls_write(SSL *tls, const void *bytes, size_t length, uint32_t *when)
{
    size_t count = 0;
    ERR_clear_error();
    *when = EPOLLOUT;
    const int result = SSL_write_ex(tls, bytes, length, &count);
    return outcome(tls, result, count, when);
}

/* Once, and only to who has been greeted; the answer is not waited for. */
void tls_finish(SSL *tls)
{
    ERR_clear_error();
    if (SSL_is_init_finished(tls) && !(SSL_get_shutdown(tls) & SSL_SENT_SHUTDOWN))
        SSL_shutdown(tls);
    ERR_clear_error();
}
