/* TLS; see tls.h. */
#define _DEFAULT_SOURCE /* timegm() */
#include "server/http/tls.h"

#include <errno.h>
#include <openssl/err.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/epoll.h>
#include <time.h>

#include "text/text.h"

/* Only HTTP/1.1 is supported; a client that offers only others gets no ALPN answer. */
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

/* Only cipher suites with forward secrecy, in the server's order of preference. */
static bool set_up(SSL_CTX *context)
{
    SSL_CTX_set_options(context, SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION |
                                     SSL_OP_CIPHER_SERVER_PREFERENCE);
    SSL_CTX_set_mode(context, SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER |
                                  SSL_MODE_RELEASE_BUFFERS);
    SSL_CTX_set_session_cache_mode(context,
                                   SSL_SESS_CACHE_OFF); /* clients keep sessions in tickets */
    SSL_CTX_set_alpn_select_cb(context, choose_protocol, NULL);
    return SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION) == 1 &&
           SSL_CTX_set_cipher_list(context, "ECDHE+AESGCM:ECDHE+CHACHA20") == 1;
}

/* ---- The certificate and its key ------------------------------------------------------------- */

static bool set_failure(struct tls_failure *failure, enum tls_file file, const char *reason)
{
    failure->file = file;
    text_copy(failure->reason, sizeof failure->reason, reason);
    return false;
}

/* OpenSSL's reason, or `otherwise` if it has only failed to find something. */
static bool fail_by_openssl(struct tls_failure *failure, enum tls_file file, const char *otherwise)
{
    const unsigned long error = ERR_peek_error(); /* the first error is the cause */
    const int why = ERR_GET_REASON(error);
    const bool is_missing = error == 0 || why == ERR_R_UNSUPPORTED ||
                            (ERR_GET_LIB(error) == ERR_LIB_PEM && why == PEM_R_NO_START_LINE);
    const char *reason = is_missing ? NULL : ERR_reason_error_string(error);
    return set_failure(failure, file, reason != NULL ? reason : otherwise);
}

/* OpenSSL does not say why a file cannot be opened, and it opens folders without complaint. */
static bool can_be_read(const char *path, struct tls_failure *failure, enum tls_file file)
{
    FILE *stream = fopen(path, "re");
    const bool good = stream != NULL && (fgetc(stream) != EOF || !ferror(stream));
    const int error = errno;
    if (stream != NULL)
        fclose(stream);
    return good || set_failure(failure, file, strerror(error));
}

/* A server cannot ask anyone for a passphrase. */
static int no_passphrase(char *buffer, int size, int is_written, void *context)
{
    bool *is_wanted = context;
    (void)buffer, (void)size, (void)is_written;
    *is_wanted = true;
    return -1;
}

static bool load_key(SSL_CTX *context, const char *key, struct tls_failure *failure)
{
    bool wants_passphrase = false;
    SSL_CTX_set_default_passwd_cb(context, no_passphrase);
    SSL_CTX_set_default_passwd_cb_userdata(context, &wants_passphrase);
    const bool good = SSL_CTX_use_PrivateKey_file(context, key, SSL_FILETYPE_PEM) == 1;
    SSL_CTX_set_default_passwd_cb_userdata(context, NULL);
    const unsigned long error = ERR_peek_last_error();
    if (good && SSL_CTX_check_private_key(context) == 1)
        return true;
    if (wants_passphrase)
        return set_failure(failure, TLS_KEY,
                           "the key has a passphrase, which a server cannot be asked for");
    if (good || ERR_GET_LIB(error) == ERR_LIB_X509)
        return set_failure(failure, TLS_KEY, "the key does not belong to the certificate");
    return fail_by_openssl(failure, TLS_KEY, "there is no private key in PEM in this file");
}

static bool load_files(SSL_CTX *context, const char *certificate, const char *key,
                       struct tls_failure *failure)
{
    if (!can_be_read(certificate, failure, TLS_CERTIFICATE) || !can_be_read(key, failure, TLS_KEY))
        return false;
    if (SSL_CTX_use_certificate_chain_file(context, certificate) != 1)
        return fail_by_openssl(failure, TLS_CERTIFICATE,
                               "there is no certificate in PEM in this file");
    return load_key(context, key, failure);
}

SSL_CTX *tls_context_new(const char *certificate, const char *key, struct tls_failure *failure)
{
    ERR_clear_error();
    SSL_CTX *context = SSL_CTX_new(TLS_server_method());
    const bool good = (context != NULL && set_up(context)) ||
                      set_failure(failure, TLS_CERTIFICATE, "OpenSSL cannot be set up for it");
    if (good && load_files(context, certificate, key, failure))
        return context;
    SSL_CTX_free(context);
    ERR_clear_error();
    return NULL;
}

static int64_t seconds_of(const ASN1_TIME *time)
{
    struct tm parts;
    return time != NULL && ASN1_TIME_to_tm(time, &parts) == 1 ? (int64_t)timegm(&parts) : 0;
}

struct tls_validity tls_context_validity(SSL_CTX *context)
{
    const X509 *certificate = SSL_CTX_get0_certificate(context);
    if (certificate == NULL)
        return (struct tls_validity){0};
    return (struct tls_validity){.from = seconds_of(X509_get0_notBefore(certificate)),
                                 .until = seconds_of(X509_get0_notAfter(certificate))};
}

/* ---- Connections ----------------------------------------------------------------------------- */

SSL *tls_new(SSL_CTX *context, int descriptor)
{
    SSL *tls = SSL_new(context);
    if (tls == NULL || SSL_set_fd(tls, descriptor) != 1) {
        SSL_free(tls);
        return NULL;
    }
    SSL_set_accept_state(tls);
    return tls;
}

void tls_free(SSL *tls)
{
    if (tls == NULL)
        return;
    tls_finish(tls);
    SSL_free(tls);
}

/* TLS errors are not reported: the connection just ends. */
static ssize_t io_result(SSL *tls, int result, size_t count, uint32_t *when)
{
    if (result == 1)
        return (ssize_t)count;
    const int why = SSL_get_error(tls, result);
    *when = why == SSL_ERROR_WANT_WRITE ? EPOLLOUT : EPOLLIN;
    return why == SSL_ERROR_WANT_READ || why == SSL_ERROR_WANT_WRITE ? -1 : 0;
}

int tls_handshake(SSL *tls, uint32_t *when)
{
    ERR_clear_error();
    const int handshake_done = (int)io_result(tls, SSL_do_handshake(tls), 1, when);
    ERR_clear_error(); /* of this thread */
    return handshake_done;
}

bool tls_is_resumed(SSL *tls)
{
    return SSL_session_reused(tls) == 1;
}

ssize_t tls_read(SSL *tls, void *bytes, size_t length, uint32_t *when)
{
    size_t count = 0;
    ERR_clear_error();
    *when = EPOLLIN;
    const int result = SSL_read_ex(tls, bytes, length, &count);
    return io_result(tls, result, count, when);
}

ssize_t tls_write(SSL *tls, const void *bytes, size_t length, uint32_t *when)
{
    size_t count = 0;
    ERR_clear_error();
    *when = EPOLLOUT;
    const int result = SSL_write_ex(tls, bytes, length, &count);
    return io_result(tls, result, count, when);
}

/* Sent once, and only after a completed handshake; the answer is not awaited. */
void tls_finish(SSL *tls)
{
    ERR_clear_error();
    if (SSL_is_init_finished(tls) && !(SSL_get_shutdown(tls) & SSL_SENT_SHUTDOWN))
        SSL_shutdown(tls);
    ERR_clear_error();
}
