/*
 * A seed as text: 64 hexadecimal digits, and the SHA-256 of that text, which commits to the seed
 * before a game is played (docs/formats.md).
 */
#ifndef RAILHEAD_MATCH_SEED_H
#define RAILHEAD_MATCH_SEED_H

#include "rules/deal.h"

enum { SEED_TEXT_SIZE = 2 * SEED_SIZE + 1 };

void seed_text(const uint8_t seed[SEED_SIZE], char text[SEED_TEXT_SIZE]);
void seed_commitment(const uint8_t seed[SEED_SIZE], char text[SEED_TEXT_SIZE]);

/* Returns false if the text is not a seed. */
bool seed_parse(const char *text, uint8_t seed[SEED_SIZE]);

#endif
