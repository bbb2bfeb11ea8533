/* The clock of all screens. */
#ifndef RAILHEAD_TERMINAL_CLOCK_H
#define RAILHEAD_TERMINAL_CLOCK_H

#include <stdint.h>

/* Returns monotonic time in milliseconds.  Thread-safe. */
int64_t clock_now_ms(void);

#endif
