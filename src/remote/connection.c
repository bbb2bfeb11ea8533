/* Addresses, options and errors of libcurl; see connection.h. */
#include "remote/connection.h"

#include <errno.h>
#include <openssl/x509_vfy.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "text/harmless.h"

/* ---- Addresses ---------------------------------------------------------------------------- */

/*
 * Returns whether this is a name or an IP address: without characters that would end a line of a
 * request.
 */
static bool is_host(const char *host)
{
    for (const char *at = host; *at; at++)
        if ((unsigned char)*at <= ' ' || *at == 0x7f)
            return false;
    return host[0] != '\0';
}

/* Copies a part of an URL.  Returns false if there is none, or it does not fit. */
static bool copy_part(CURLU *parts, CURLUPart which, char *into, size_t size)
{
    char *part = NULL;
    if (curl_url_get(parts, which, &part, CURLU_DEFAULT_PORT) != CURLUE_OK)
        return false;
    const int length = snprintf(into, size, "%s", part);
    curl_free(part);
    return length >= 0 && (size_t)length < size;
}

static bool read_parts(struct address *address, CURLU *parts)
{
    char scheme[8], port[8], path[2];
    if (!copy_part(parts, CURLUPART_SCHEME, scheme, sizeof scheme) ||
        !copy_part(parts, CURLUPART_PORT, port, sizeof port) ||
        !copy_part(parts, CURLUPART_PATH, path, sizeof path) ||
        !copy_part(parts, CURLUPART_HOST, address->host, sizeof address->host))
        return false;
    address->port = atoi(port);
    address->secure = strcmp(scheme, "https") == 0;
    return (address->secure || strcmp(scheme, "http") == 0) && strcmp(path, "/") == 0 &&
           is_host(address->host) && address->port >= 1 && address->port <= 65535;
}

bool address_read(struct address *address, const char *url, char error[], size_t error_size)
{
    CURLU *parts = curl_url();
    const bool read = parts != NULL && strstr(url, "://") != NULL && strpbrk(url, "?#") == NULL &&
                      curl_url_set(parts, CURLUPART_URL, url, CURLU_DISALLOW_USER) == CURLUE_OK &&
                      read_parts(address, parts);
    curl_url_cleanup(parts);
    if (!read)
        snprintf(error, error_size, "'%.100s' is not the address of a server, as in %s", url,
                 "https://example.org or http://localhost:1869");
    return read;
}

void address_write_host(const struct address *address, char host[CONNECTION_HOST_SIZE])
{
    if (address->port == (address->secure ? 443 : 80))
        snprintf(host, CONNECTION_HOST_SIZE, "%s", address->host);
    else
        snprintf(host, CONNECTION_HOST_SIZE, "%s:%d", address->host, address->port);
}

/* ---- Handles ------------------------------------------------------------------------------ */

static bool is_prepared;

static void prepare(void)
{
    is_prepared = curl_global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK;
}

bool connection_prepare(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    return pthread_once(&once, prepare) == 0 && is_prepared;
}

/* Applies OpenSSL's environment variables for trusted certificates, which libcurl ignores. */
static bool set_trusted(CURL *handle)
{
    const char *file = getenv("SSL_CERT_FILE"), *folder = getenv("SSL_CERT_DIR");
    return (file == NULL || file[0] == '\0' ||
            curl_easy_setopt(handle, CURLOPT_CAINFO, file) == CURLE_OK) &&
           (folder == NULL || folder[0] == '\0' ||
            curl_easy_setopt(handle, CURLOPT_CAPATH, folder) == CURLE_OK);
}

/*
 * Returns whether the host is this machine, which is reached without a proxy, whatever the
 * environment says.
 */
static bool is_this_machine(const char *host)
{
    return strcmp(host, "localhost") == 0 || strcmp(host, "[::1]") == 0 ||
           (strncmp(host, "127.", 4) == 0 && host[strspn(host, "0123456789.")] == '\0');
}

static bool set_url(CURL *handle, const struct address *address, const char *path)
{
    char host[CONNECTION_HOST_SIZE], url[600];
    address_write_host(address, host);
    const int length =
        snprintf(url, sizeof url, "http%s://%s%s", address->secure ? "s" : "", host, path);
    return length >= 0 && (size_t)length < sizeof url &&
           curl_easy_setopt(handle, CURLOPT_URL, url) == CURLE_OK;
}

CURL *connection_new(const struct address *address, const char *path)
{
    CURL *handle = curl_easy_init();
    if (handle == NULL)
        return NULL;
    curl_easy_setopt(handle, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(handle, CURLOPT_QUICK_EXIT, 1L); /* do not wait for a slow name server */
    curl_easy_setopt(handle, CURLOPT_PROTOCOLS_STR, "http,https");
    curl_easy_setopt(handle, CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_1_1);
    curl_easy_setopt(handle, CURLOPT_CONNECTTIMEOUT_MS, (long)CONNECTION_PATIENCE_MS);
    if (is_this_machine(address->host))
        curl_easy_setopt(handle, CURLOPT_PROXY, "");
    if (set_trusted(handle) && set_url(handle, address, path))
        return handle;
    curl_easy_cleanup(handle);
    return NULL;
}

/* ---- Errors ------------------------------------------------------------------------------- */

static const char *connect_reason(CURL *handle)
{
    long error = 0;
    curl_easy_getinfo(handle, CURLINFO_OS_ERRNO, &error);
    switch (error) {
    case ECONNREFUSED:
        return "no server listens there (connection refused)";
    case ENETUNREACH:
    case EHOSTUNREACH:
        return "there is no way to it from here (network unreachable)";
    default:
        return "it cannot be reached";
    }
}

/* libcurl checks the host name itself, after OpenSSL has accepted the certificate. */
static const char *certificate_reason(CURL *handle)
{
    long result = X509_V_OK;
    curl_easy_getinfo(handle, CURLINFO_SSL_VERIFYRESULT, &result);
    switch (result) {
    case X509_V_OK:
    case X509_V_ERR_UNSPECIFIED: /* libcurl's initial value */
        return "its certificate cannot be trusted: it is for another name";
    case X509_V_ERR_CERT_HAS_EXPIRED:
        return "its certificate cannot be trusted: it has expired";
    case X509_V_ERR_CERT_NOT_YET_VALID:
        return "its certificate cannot be trusted: it is not valid yet (is this clock right?)";
    default:
        return "its certificate cannot be trusted: signed by nobody known here (SSL_CERT_FILE may "
               "name a file of certificates to trust)";
    }
}

static const char *reason_of(CURL *handle, CURLcode code, bool secure)
{
    switch (code) {
    case CURLE_COULDNT_RESOLVE_HOST:
        return "there is no such host, or its name cannot be looked up";
    case CURLE_COULDNT_RESOLVE_PROXY:
        return "the proxy that the environment names is not found";
    case CURLE_COULDNT_CONNECT:
        return connect_reason(handle);
    case CURLE_OPERATION_TIMEDOUT:
        return "the server does not answer in time";
    case CURLE_PEER_FAILED_VERIFICATION:
        return certificate_reason(handle);
    case CURLE_SSL_CACERT_BADFILE:
        return "the certificates to trust cannot be read (SSL_CERT_FILE names their file)";
    case CURLE_SSL_CONNECT_ERROR:
        return "no secure connection can be made there; is it http:// without the s?";
    case CURLE_GOT_NOTHING:
    case CURLE_RECV_ERROR:
    case CURLE_SEND_ERROR:
        return secure ? "it hangs up" : "it hangs up; is it https:// with an s?";
    case CURLE_UNSUPPORTED_PROTOCOL: /* no HTTP: libcurl takes any text for HTTP/0.9 */
    case CURLE_WEIRD_SERVER_REPLY:
        return "it does not speak HTTP: is it a Railhead server?";
    case CURLE_PARTIAL_FILE:
        return "its answer breaks off";
    case CURLE_OUT_OF_MEMORY:
        return "out of memory";
    default:
        return curl_easy_strerror(code);
    }
}

void connection_reason(char reason[CONNECTION_REASON_SIZE], CURL *handle, CURLcode code,
                       const struct address *address)
{
    long status = 0;
    curl_easy_getinfo(handle, CURLINFO_HTTP_CONNECTCODE, &status);
    if (status >= 300)
        snprintf(reason, CONNECTION_REASON_SIZE, "the proxy refuses to connect (HTTP status %ld)",
                 status);
    else
        harmless_copy(reason, CONNECTION_REASON_SIZE, reason_of(handle, code, address->secure));
}
