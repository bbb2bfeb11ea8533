/* Fuzzing seeds as people pass them on: what is read comes out as the same digits. */
#include <stdint.h>
#include <string.h>
#include <strings.h>

#include "base/check.h"
#include "match/seed.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { TEXT_SIZE_MAX = 256 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char text[TEXT_SIZE_MAX + 1], written[SEED_TEXT_SIZE], commitment[SEED_TEXT_SIZE];
    uint8_t seed[SEED_SIZE];
    if (size > TEXT_SIZE_MAX)
        return 0;
    memcpy(text, data, size);
    text[size] = '\0';
    if (!seed_parse(text, seed))
        return 0;
    seed_text(seed, written);
    seed_commitment(seed, commitment);
    CHECK(strcasecmp(text, written) == 0 && strcmp(written, commitment) != 0);
    return 0;
}
