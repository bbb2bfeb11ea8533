/*
 * Arrays that grow.  Their owner keeps a pointer, a count and a capacity, zero at first, and frees
 * the pointer.
 */
#ifndef RAILHEAD_BASE_ARRAY_H
#define RAILHEAD_BASE_ARRAY_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Ensures a capacity of at least `needed` elements; `array` is the pointer to the first one, and
 * `capacity` a size_t.  Returns false if allocation fails: then nothing has changed.
 */
#define ARRAY_GROW(array, capacity, needed)                                                        \
    array_grow(&(array), &(capacity), needed, sizeof *(array))

/* The same for the pointer at `array`, to elements of `size` bytes. */
bool array_grow(void *array, size_t *capacity, size_t needed, size_t size);

#endif
