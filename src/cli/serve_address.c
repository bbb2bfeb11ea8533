/* The addresses of a server, and errors about them. */
#include "cli/serve_address.h"

#include <stdio.h>
#include <string.h>

#include "cli/lan.h"

enum { ADDRESSES_MAX = 16 };

static void write_url(char url[SERVE_URL_SIZE], const struct network_options *options,
                      const struct network *network, const char *host)
{
    const bool bare_six = strchr(host, ':') != NULL && host[0] != '[';
    snprintf(url, SERVE_URL_SIZE, "%s://%s%.80s%s:%d/", options->tls_certificate ? "https" : "http",
             bare_six ? "[" : "", host, bare_six ? "]" : "", network_port(network));
}

void serve_address_own(char url[SERVE_URL_SIZE], const struct network_options *options,
                       const struct network *network)
{
    bool over_six;
    const bool is_local =
        network_is_everywhere(network, &over_six) || strcmp(options->bind, "127.0.0.1") == 0;
    write_url(url, options, network, is_local ? "localhost" : options->bind);
}

void serve_address_lan(char url[SERVE_URL_SIZE], const struct network_options *options,
                       const struct network *network)
{
    char host[LAN_ADDRESS_SIZE];
    url[0] = '\0';
    if (lan_address(host))
        write_url(url, options, network, host);
}

void serve_address_print_others(const struct network_options *options,
                                const struct network *network, const char *already)
{
    char host[ADDRESSES_MAX][LAN_ADDRESS_SIZE], url[SERVE_URL_SIZE];
    bool over_six;
    if (!network_is_everywhere(network, &over_six))
        return;
    const unsigned count = lan_addresses(host, ADDRESSES_MAX, over_six);
    for (unsigned i = 0; i < count; i++) {
        write_url(url, options, network, host[i]);
        if (strcmp(url, already) != 0)
            printf("Other machines reach it at %s\n", url);
    }
}

void serve_address_explain(char sentence[SERVE_SENTENCE_SIZE],
                           const struct network_options *options,
                           const struct network_failure *failure)
{
    const char *reason = failure->reason;
    switch (failure->what) {
    case NETWORK_SYSTEM:
        snprintf(sentence, SERVE_SENTENCE_SIZE, "the network cannot be set up: %s", reason);
        return;
    case NETWORK_CERTIFICATE:
        snprintf(sentence, SERVE_SENTENCE_SIZE, "--tls-cert: %.900s: %s", options->tls_certificate,
                 reason);
        return;
    case NETWORK_KEY:
        snprintf(sentence, SERVE_SENTENCE_SIZE, "--tls-key: %.900s: %s", options->tls_key, reason);
        return;
    case NETWORK_ADDRESS:
        snprintf(sentence, SERVE_SENTENCE_SIZE, "%s%.900s: %s", options->bind ? "--bind: " : "",
                 options->bind ? options->bind : "the network", reason);
        return;
    case NETWORK_PORT_IN_USE:
        snprintf(sentence, SERVE_SENTENCE_SIZE,
                 "port %d is in use by another program; choose another port with --port",
                 options->port);
        return;
    case NETWORK_PORT_REFUSED:
        snprintf(sentence, SERVE_SENTENCE_SIZE,
                 "--port: %d: %s (ports below 1024 need the capability CAP_NET_BIND_SERVICE)",
                 options->port, reason);
        return;
    }
}
