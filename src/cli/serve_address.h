/*
 * Where a server can be reached: the addresses it prints when it starts, and the sentence on what
 * is wrong with an address, a port or a certificate that it was given.
 */
#ifndef RAILHEAD_CLI_SERVE_ADDRESS_H
#define RAILHEAD_CLI_SERVE_ADDRESS_H

#include "server/http/network.h"

enum { SERVE_URL_SIZE = 128, SERVE_SENTENCE_SIZE = NETWORK_REASON_SIZE + 1024 };

/* "http://localhost:1869/", for a browser on this machine. */
void serve_address_own(char url[SERVE_URL_SIZE], const struct network_options *options,
                       const struct network *network);

/* "http://192.168.178.20:1869/" for others in the network; "" if this machine is in none. */
void serve_address_lan(char url[SERVE_URL_SIZE], const struct network_options *options,
                       const struct network *network);

/* Prints the addresses at which others reach this machine, except `already`; none if it listens on
 * one address alone. */
void serve_address_print_others(const struct network_options *options,
                                const struct network *network, const char *already);

/* Names the option that is at fault, and its value. */
void serve_address_explain(char sentence[SERVE_SENTENCE_SIZE],
                           const struct network_options *options,
                           const struct network_failure *failure);

#endif
