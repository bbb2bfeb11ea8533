/*
 * Why a board was refused: one sentence, and the line of the file that is to blame.
 *
 * The sentences are put together here without the C library's formatting, so that the reader of
 * boards runs in WebAssembly.  This file knows nothing of boards or of files.
 */
#ifndef RAILHEAD_BOARD_BOARD_FAULT_H
#define RAILHEAD_BOARD_BOARD_FAULT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

enum { BOARD_SENTENCE_SIZE = 256 };

struct board_fault {
    unsigned line; /* from 1; 0 when there is no line: the file, which the sentence names, cannot
                      be read */
    char sentence[BOARD_SENTENCE_SIZE];
};

/* Fills the fault and is always false, so that a check can end with it. */
__attribute__((format(printf, 3, 4))) bool board_refuse(struct board_fault *fault, unsigned line,
                                                        const char *format, ...);

/*
 * Formats with %s, %d, %u and %c only, into at most `size` - 1 bytes and a NUL; what does not fit
 * is left out.  The answer is the length written.  Nothing depends on a locale.
 */
__attribute__((format(printf, 3, 4))) size_t board_print(char *into, size_t size,
                                                         const char *format, ...);
size_t board_print_list(char *into, size_t size, const char *format, va_list arguments);

#endif
