/*
 * The time that screens go by.
 */
#ifndef RAILHEAD_TERMINAL_CLOCK_H
#define RAILHEAD_TERMINAL_CLOCK_H

#include <stdint.h>

/* Milliseconds of a clock that nobody sets. */
int64_t clock_now_ms(void);

#endif
