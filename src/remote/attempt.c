/* What was reached, and what that means; see attempt.h. */
#include "remote/attempt.h"

#include <errno.h>
#include <sys/socket.h>

void attempt_see(struct attempt *attempt, enum lws_callback_reasons reason, size_t length)
{
    if (reason == LWS_CALLBACK_OPENSSL_PERFORM_SERVER_CERT_VERIFICATION)
        attempt->untrusted |= length == 0; /* as the library's own check found */
    else if (reason == LWS_CALLBACK_CLIENT_APPEND_HANDSHAKE_HEADER)
        attempt->asked = true;
}

/* Whether somebody accepted the connection, whatever came of it then. */
static bool is_accepted(struct lws *link)
{
    struct sockaddr_storage peer;
    socklen_t size = sizeof peer;
    return getpeername(lws_get_socket_fd(link), (struct sockaddr *)&peer, &size) == 0;
}

/* Whether the other side has closed it and said nothing. */
static bool is_hung_up(struct lws *link)
{
    char byte;
    const ssize_t got = recv(lws_get_socket_fd(link), &byte, 1, MSG_PEEK | MSG_DONTWAIT);
    return lws_http_client_http_response(link) == 0 && (got == 0 || (got < 0 && errno != EAGAIN));
}

const char *attempt_reason(const struct attempt *attempt, struct lws *link, const char *said)
{
    if (attempt->untrusted)
        return "its certificate cannot be trusted: signed by nobody known here, expired, or for "
               "another name (SSL_CERT_FILE may name a file of certificates to trust)";
    if (attempt->secure && !attempt->asked && is_accepted(link))
        return "no secure connection can be made there; is it http:// without the s?";
    if (!attempt->secure && attempt->asked && is_hung_up(link))
        return "it hangs up; is it https:// with an s?";
    return said != NULL && said[0] != '\0' ? said : "the server does not answer";
}
