/*
 * The functions of string.h.  Copying and filling are single instructions of WebAssembly
 * (-mbulk-memory), so that the builtins used here are not compiled into calls of the same
 * functions.
 */
#include <stdint.h>
#include <string.h>

void *(memcpy)(void *restrict to, const void *restrict from, size_t size)
{
    return memcpy(to, from, size);
}

void *(memmove)(void *to, const void *from, size_t size)
{
    return memmove(to, from, size);
}

void *(memset)(void *to, int byte, size_t size)
{
    return memset(to, byte, size);
}

int(memcmp)(const void *one, const void *other, size_t size)
{
    const unsigned char *a = one;
    const unsigned char *b = other;
    for (size_t i = 0; i < size; i++) {
        if (a[i] != b[i])
            return a[i] < b[i] ? -1 : 1;
    }
    return 0;
}

void *(memchr)(const void *in, int byte, size_t size)
{
    const unsigned char *bytes = in;
    for (size_t i = 0; i < size; i++) {
        if (bytes[i] == (unsigned char)byte)
            return (void *)(uintptr_t)(bytes + i);
    }
    return NULL;
}

size_t(strlen)(const char *text)
{
    size_t length = 0;
    while (text[length])
        length++;
    return length;
}

int(strcmp)(const char *one, const char *other)
{
    size_t i = 0;
    while (one[i] && one[i] == other[i])
        i++;
    return (unsigned char)one[i] - (unsigned char)other[i];
}
