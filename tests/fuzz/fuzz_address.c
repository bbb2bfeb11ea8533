/*
 * Fuzzing the address of a server as it is typed, or comes with a friend's link: what is taken is a
 * host without anything that could become a second line of a request, and a port that exists.
 */
#include <stdint.h>
#include <string.h>

#include "base/check.h"
#include "remote/request.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { URL_SIZE_MAX = 512 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char url[URL_SIZE_MAX + 1], error[200] = "";
    struct address address;
    if (size > URL_SIZE_MAX)
        return 0;
    memcpy(url, data, size);
    url[size] = '\0';
    memset(&address, 0x5a, sizeof address);
    if (!address_read(&address, url, error, sizeof error)) {
        CHECK(error[0] != '\0' && memchr(error, '\0', sizeof error) != NULL);
        return 0;
    }
    CHECK(memchr(address.host, '\0', sizeof address.host) != NULL && address.host[0] != '\0');
    for (const char *at = address.host; *at; at++)
        CHECK((unsigned char)*at > ' ' && *at != 0x7f);
    CHECK(address.port > 0 && address.port <= 65535);
    return 0;
}
