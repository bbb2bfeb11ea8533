/* Lists of proxies; see proxies.h. */
#include "server/http/proxies.h"

#include <arpa/inet.h>
#include <stdio.h>
#include <string.h>

#include "text/text.h"

enum { PART_SIZE = INET6_ADDRSTRLEN + 8, FOUR_BITS = 96 /* prefix length of IPv4 within IPv6 */ };

/*
 * Parses an address of either family into 16 bytes; `first` is the number of bits before its own.
 */
static bool read_address(const char *text, uint8_t address[16], unsigned *first)
{
    static const uint8_t four[12] = {[10] = 0xff, [11] = 0xff};
    *first = 0;
    if (inet_pton(AF_INET6, text, address) == 1)
        return true;
    memcpy(address, four, sizeof four);
    *first = FOUR_BITS;
    return inet_pton(AF_INET, text, address + sizeof four) == 1;
}

static bool read_network(struct proxies *proxies, const char *text)
{
    char part[PART_SIZE];
    unsigned first;
    long bits = 0;
    const char *slash = strchr(text, '/');
    const size_t length = slash != NULL ? (size_t)(slash - text) : strlen(text);
    uint8_t *address = proxies->network[proxies->count].address;
    if (length >= sizeof part)
        return false;
    memcpy(part, text, length);
    part[length] = '\0';
    if (!read_address(part, address, &first))
        return false;
    const long most = 128 - (long)first;
    if (slash != NULL && !word_number((struct word){slash + 1, strlen(slash + 1)}, 0, most, &bits))
        return false;
    proxies->network[proxies->count++].bits = first + (unsigned)(slash != NULL ? bits : most);
    return true;
}

bool proxies_read(struct proxies *proxies, const char *list, char error[PROXIES_ERROR_SIZE])
{
    proxies->count = 0;
    for (const char *at = list, *end; at != NULL; at = *end ? end + 1 : NULL) {
        char part[2 * PART_SIZE];
        end = at + strcspn(at, ",");
        snprintf(part, sizeof part, "%.*s", (int)(end - at), at);
        if (proxies->count == PROXIES_MAX) {
            snprintf(error, PROXIES_ERROR_SIZE, "there are more than %d addresses", PROXIES_MAX);
            return false;
        }
        if ((size_t)(end - at) >= sizeof part || !read_network(proxies, part)) {
            snprintf(error, PROXIES_ERROR_SIZE,
                     "'%.60s' is not an address or a network such as 10.0.0.0/8", part);
            return false;
        }
    }
    return true;
}

static bool is_within(const uint8_t address[16], const uint8_t network[16], unsigned bits)
{
    const unsigned whole = bits / 8, rest = bits % 8;
    const uint8_t mask = (uint8_t)(0xff00U >> rest);
    return memcmp(address, network, whole) == 0 &&
           (rest == 0 || ((address[whole] ^ network[whole]) & mask) == 0);
}

bool proxies_have(const struct proxies *proxies, const char *address)
{
    uint8_t bytes[16];
    unsigned first;
    if (!read_address(address, bytes, &first))
        return false;
    for (unsigned i = 0; i < proxies->count; i++)
        if (is_within(bytes, proxies->network[i].address, proxies->network[i].bits))
            return true;
    return false;
}
