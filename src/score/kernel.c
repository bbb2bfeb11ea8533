/* Selects the kernels that this machine can run, by asking the processor. */
#include "score/kernel.h"

#include <string.h>

unsigned kernel_list(const struct kernel *list[KERNELS_MAX])
{
    unsigned count = 0;
#if defined(__x86_64__)
#if !defined(RAILHEAD_WITHOUT_AVX512) /* for comparison with machines without AVX-512 */
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
        __builtin_cpu_supports("avx512vl"))
        list[count++] = &kernel_avx512;
#endif
    if (__builtin_cpu_supports("avx2"))
        list[count++] = &kernel_avx2;
#elif defined(__wasm_simd128__)
    list[count++] = &kernel_simd128;
#endif
    list[count++] = &kernel_plain;
    return count;
}

const struct kernel *kernel_best(void)
{
    const struct kernel *list[KERNELS_MAX];
    kernel_list(list);
    return list[0];
}

const struct kernel *kernel_by_name(const char *name)
{
    const struct kernel *list[KERNELS_MAX];
    const unsigned count = kernel_list(list);
    const size_t size = strlen(name) + 1;
    for (unsigned i = 0; i < count; i++) {
        if (strlen(list[i]->name) + 1 == size && memcmp(list[i]->name, name, size) == 0)
            return list[i];
    }
    return NULL;
}
