/*
 * A seed as people pass it on: 64 hexadecimal digits, and the SHA-256 of that text, which commits
 * to it before a game is played (docs/formats.md).
 */
#ifndef RAILHEAD_MATCH_SEED_H
#define RAILHEAD_MATCH_SEED_H

#include "core/deal.h"

enum { SEED_TEXT_SIZE = 2 * SEED_SIZE + 1 };

void seed_text(const uint8_t seed[SEED_SIZE], char text[SEED_TEXT_SIZE]);
void seed_commitment(const uint8_t seed[SEED_SIZE], char text[SEED_TEXT_SIZE]);

/* False when it is not such a text. */
bool seed_parse(const char *text, uint8_t seed[SEED_SIZE]);

#endif
