/*
 * Fuzzing addresses that a proxy tells of: each becomes a key that fits, and that is its own key.
 */
#include <stdint.h>
#include <string.h>

#include "base/check.h"
#include "server/limits/rate_limit.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { ADDRESS_SIZE_MAX = 256 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char address[ADDRESS_SIZE_MAX + 1], key[RATE_LIMIT_KEY_SIZE], again[RATE_LIMIT_KEY_SIZE];
    if (size > ADDRESS_SIZE_MAX)
        return 0;
    memcpy(address, data, size);
    address[size] = '\0';
    rate_limit_address_key(key, address);
    CHECK(memchr(key, '\0', sizeof key) != NULL);
    rate_limit_address_key(again, key);
    CHECK(strcmp(key, again) == 0);
    return 0;
}
