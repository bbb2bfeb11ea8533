/*
 * The part of the C library that the pure folders use, for WebAssembly, which has none.
 *
 * The declarations map to the compiler's builtins, so that short copies become plain loads and
 * stores.  The remaining calls go to string.c.
 */
#ifndef RAILHEAD_WASM_STRING_H
#define RAILHEAD_WASM_STRING_H

#include <stddef.h>

void *memcpy(void *restrict to, const void *restrict from, size_t size);
void *memmove(void *to, const void *from, size_t size);
void *memset(void *to, int byte, size_t size);
int memcmp(const void *one, const void *other, size_t size);
void *memchr(const void *in, int byte, size_t size);
size_t strlen(const char *text);
int strcmp(const char *one, const char *other);

#define memcpy(to, from, size)   __builtin_memcpy(to, from, size)
#define memmove(to, from, size)  __builtin_memmove(to, from, size)
#define memset(to, byte, size)   __builtin_memset(to, byte, size)
#define memcmp(one, other, size) __builtin_memcmp(one, other, size)
#define memchr(in, byte, size)   __builtin_memchr(in, byte, size)
#define strlen(text)             __builtin_strlen(text)
#define strcmp(one, other)       __builtin_strcmp(one, other)

#endif
