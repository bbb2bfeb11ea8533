/*
 * The ChaCha20 stream cipher (RFC 8439): the source of every random choice that a game's seed
 * determines.  Players cannot compute the seed from the cards they see.
 */
#ifndef RAILHEAD_RULES_CHACHA20_H
#define RAILHEAD_RULES_CHACHA20_H

#include <stdint.h>

enum { CHACHA20_KEY_SIZE = 32, CHACHA20_NONCE_SIZE = 12, CHACHA20_WORDS = 16 };

/* Computes one block of key stream: 16 words in stream order (little-endian bytes). */
void chacha20_block(const uint8_t key[CHACHA20_KEY_SIZE], const uint8_t nonce[CHACHA20_NONCE_SIZE],
                    uint32_t counter, uint32_t block[CHACHA20_WORDS]);

#endif
