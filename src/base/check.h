/*
 * CHECK(): an assertion for our own bugs, as opposed to bad input.
 *
 * It is active in every build.  Core cannot print or exit, so the program that links it provides
 * check_failed(): the command prints one line and aborts, WebAssembly traps.
 *
 * TO_BE_FILLED marks a large buffer that is written before it is read.  The hardened build
 * initialises every variable, which for such buffers can take longer than filling them.
 */
#ifndef RAILHEAD_BASE_CHECK_H
#define RAILHEAD_BASE_CHECK_H

_Noreturn void check_failed(const char *condition, const char *file, int line);

#define CHECK(condition)                                                                           \
    do {                                                                                           \
        if (__builtin_expect(!(condition), 0))                                                     \
            check_failed(#condition, __FILE__, __LINE__);                                          \
    } while (0)

#if defined(__has_attribute)
#if __has_attribute(uninitialized)
#define TO_BE_FILLED __attribute__((uninitialized))
#endif
#endif
#ifndef TO_BE_FILLED
#define TO_BE_FILLED
#endif

#endif
