/*
 * CHECK(): our own bugs, told apart from bad input.
 *
 * A CHECK stays on in every build.  Core cannot print or exit, so the program that links it
 * provides check_failed(): the command prints one line and aborts, WebAssembly traps.
 */
#ifndef RAILHEAD_CORE_CHECK_H
#define RAILHEAD_CORE_CHECK_H

_Noreturn void check_failed(const char *condition, const char *file, int line);

#define CHECK(condition)                                                                           \
    do {                                                                                           \
        if (__builtin_expect(!(condition), 0))                                                     \
            check_failed(#condition, __FILE__, __LINE__);                                          \
    } while (0)

#endif
