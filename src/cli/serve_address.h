/*
 * The URLs that a server prints when it starts, and the error message for an invalid address, port
 * or certificate.
 */
#ifndef RAILHEAD_CLI_SERVE_ADDRESS_H
#define RAILHEAD_CLI_SERVE_ADDRESS_H

#include "server/http/network.h"

enum { SERVE_URL_SIZE = 128, SERVE_SENTENCE_SIZE = NETWORK_REASON_SIZE + 1024 };

/* Writes "http://localhost:1869/", for a browser on this machine. */
void serve_address_own(char url[SERVE_URL_SIZE], const struct network_options *options,
                       const struct network *network);

/* Writes "http://192.168.178.20:1869/" for other machines in the network; "" without a network. */
void serve_address_lan(char url[SERVE_URL_SIZE], const struct network_options *options,
                       const struct network *network);

/*
 * Prints the other URLs of this machine, except `already`.  Prints none if the server listens on a
 * single address.
 */
void serve_address_print_others(const struct network_options *options,
                                const struct network *network, const char *already);

/* Names the option that is wrong, and its value. */
void serve_address_explain(char sentence[SERVE_SENTENCE_SIZE],
                           const struct network_options *options,
                           const struct network_failure *failure);

#endif
