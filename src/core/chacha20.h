/*
 * The ChaCha20 stream cipher (RFC 8439), as the source of every random choice that a game's seed
 * decides.  Nobody can work back from their own cards to the seed.
 */
#ifndef RAILHEAD_CORE_CHACHA20_H
#define RAILHEAD_CORE_CHACHA20_H

#include <stdint.h>

enum { CHACHA20_KEY_SIZE = 32, CHACHA20_NONCE_SIZE = 12, CHACHA20_WORDS = 16 };

/* One block of key stream: 16 words, in the order of the stream (little-endian bytes). */
void chacha20_block(const uint8_t key[CHACHA20_KEY_SIZE], const uint8_t nonce[CHACHA20_NONCE_SIZE],
                    uint32_t counter, uint32_t block[CHACHA20_WORDS]);

#endif
