/* Arrays that grow: the capacity doubles, so that adding one by one takes linear time. */
#include "base/array.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { CAPACITY_MIN = 8 };

static size_t larger_of(size_t one, size_t other)
{
    return one > other ? one : other;
}

bool array_grow(void *array, size_t *capacity, size_t needed, size_t size)
{
    void *first;
    if (needed <= *capacity)
        return true;
    const size_t grown = larger_of(larger_of(2 * *capacity, needed), CAPACITY_MIN);
    if (grown > PTRDIFF_MAX / size)
        return false;
    memcpy(&first, array, sizeof first); /* the type of the pointer is not known here */
    first = realloc(first, grown * size);
    if (first == NULL)
        return false;
    memcpy(array, &first, sizeof first);
    *capacity = grown;
    return true;
}
