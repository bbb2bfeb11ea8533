/* The wrapped allocation functions; see allocation.h. */
#include "fault/allocation.h"

#include <errno.h>
#include <stddef.h>
#include <string.h>

#include "support.h"

struct allocation allocation;

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
void *__real_aligned_alloc(size_t alignment, size_t size);
void __real_free(void *block);

void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *old, size_t size);
void *__wrap_aligned_alloc(size_t alignment, size_t size);
char *__wrap_strdup(const char *text);
void __wrap_free(void *block);

void allocation_reset(void)
{
    const int64_t blocks = allocation.blocks;
    allocation = (struct allocation){.blocks = blocks};
}

static bool by_chance(unsigned per_million)
{
    return per_million > 0 && test_random_below(&allocation.random, 1000000) < per_million;
}

/* `per_million` is the additional probability for allocations of this kind. */
static bool kind_fails(unsigned per_million)
{
    if (!allocation.armed)
        return false;
    allocation.asked++;
    const bool now = allocation.asked == allocation.number || by_chance(allocation.per_million) ||
                     by_chance(per_million);
    allocation.failed += now;
    if (now)
        errno = ENOMEM;
    return now;
}

bool allocation_fails(void)
{
    return kind_fails(0);
}

static void *counted(void *block)
{
    allocation.blocks += block != NULL;
    return block;
}

void *__wrap_malloc(size_t size)
{
    return allocation_fails() ? NULL : counted(__real_malloc(size));
}

void *__wrap_calloc(size_t count, size_t size)
{
    return allocation_fails() ? NULL : counted(__real_calloc(count, size));
}

void *__wrap_realloc(void *old, size_t size)
{
    if (kind_fails(allocation.growth_per_million))
        return NULL;
    void *block = __real_realloc(old, size);
    return old ? block : counted(block);
}

void *__wrap_aligned_alloc(size_t alignment, size_t size)
{
    return allocation_fails() ? NULL : counted(__real_aligned_alloc(alignment, size));
}

char *__wrap_strdup(const char *text)
{
    const size_t size = strlen(text) + 1;
    char *copy = __wrap_malloc(size);
    return copy ? memcpy(copy, text, size) : NULL;
}

void __wrap_free(void *block)
{
    allocation.blocks -= block != NULL;
    __real_free(block);
}
