/*
 * Trusted proxies: a list of addresses and networks. X-Forwarded-For is believed only from these,
 * since any client can send it.
 */
#ifndef RAILHEAD_SERVER_HTTP_PROXIES_H
#define RAILHEAD_SERVER_HTTP_PROXIES_H

#include <stdbool.h>
#include <stdint.h>

enum { PROXIES_MAX = 32, PROXIES_ERROR_SIZE = 160 };

/* Loopback and private networks. */
#define PROXIES_PRIVATE                                                                            \
    "127.0.0.0/8,::1,10.0.0.0/8,172.16.0.0/12,192.168.0.0/16,169.254.0.0/16,100.64.0.0/10,fc00::/" \
    "7"

struct proxies {
    struct {
        uint8_t address[16]; /* IPv4 as ::ffff:a.b.c.d */
        unsigned bits;       /* prefix length, 0 to 128 */
    } network[PROXIES_MAX];
    unsigned count;
};

/* Parses "10.0.0.5,192.168.0.0/16,2001:db8::/32". Returns false with a sentence in `error`. */
bool proxies_read(struct proxies *proxies, const char *list, char error[PROXIES_ERROR_SIZE]);

/* Returns true if a numeric address is in the list. */
bool proxies_have(const struct proxies *proxies, const char *address);

#endif
