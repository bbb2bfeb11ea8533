/*
 * Monotonic time, for measuring and for timeouts: it never goes back, and only differences mean
 * anything.  Thread-safe.  Pure code has no clock: it gets the time as an argument.
 */
#ifndef RAILHEAD_BASE_CLOCK_H
#define RAILHEAD_BASE_CLOCK_H

#include <stdint.h>

int64_t clock_ms(void); /* milliseconds */
int64_t clock_us(void); /* microseconds */
int64_t clock_ns(void); /* nanoseconds */

#endif
