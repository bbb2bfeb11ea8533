/*
 * A simulated server's memory runs out when the world says so (fault/allocation.h), and its random
 * numbers and password hashes follow a seed.
 *
 * The simulator arms around its calls of the server, and so is never refused itself.
 */
#ifndef RAILHEAD_TESTS_SIMULATE_MEMORY_H
#define RAILHEAD_TESTS_SIMULATE_MEMORY_H

#include "fault/allocation.h"

/* Resets the allocations; libsodium's random numbers are those of the seed. */
void memory_begin(uint64_t seed);

#endif
