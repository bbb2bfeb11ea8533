/* ChaCha20's block function. */
#include "rules/chacha20.h"

#include <string.h>

static uint32_t load_little_endian(const uint8_t *bytes)
{
    return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 |
           (uint32_t)bytes[3] << 24;
}

static uint32_t rotate_left(uint32_t word, int bits)
{
    return word << bits | word >> (32 - bits);
}

static void quarter_round(uint32_t state[CHACHA20_WORDS], int a, int b, int c, int d)
{
    state[a] += state[b];
    state[d] = rotate_left(state[d] ^ state[a], 16);
    state[c] += state[d];
    state[b] = rotate_left(state[b] ^ state[c], 12);
    state[a] += state[b];
    state[d] = rotate_left(state[d] ^ state[a], 8);
    state[c] += state[d];
    state[b] = rotate_left(state[b] ^ state[c], 7);
}

void chacha20_block(const uint8_t key[CHACHA20_KEY_SIZE], const uint8_t nonce[CHACHA20_NONCE_SIZE],
                    uint32_t counter, uint32_t block[CHACHA20_WORDS])
{
    /* "expand 32-byte k" */
    uint32_t start[CHACHA20_WORDS] = {0x61707865, 0x3320646e, 0x79622d32, 0x6b206574};
    for (int i = 0; i < 8; i++)
        start[4 + i] = load_little_endian(key + i * 4);
    start[12] = counter;
    for (int i = 0; i < 3; i++)
        start[13 + i] = load_little_endian(nonce + i * 4);
    memcpy(block, start, sizeof start);
    for (int i = 0; i < 10; i++) {
        quarter_round(block, 0, 4, 8, 12);
        quarter_round(block, 1, 5, 9, 13);
        quarter_round(block, 2, 6, 10, 14);
        quarter_round(block, 3, 7, 11, 15);
        quarter_round(block, 0, 5, 10, 15);
        quarter_round(block, 1, 6, 11, 12);
        quarter_round(block, 2, 7, 8, 13);
        quarter_round(block, 3, 4, 9, 14);
    }
    for (int i = 0; i < CHACHA20_WORDS; i++)
        block[i] += start[i];
}
