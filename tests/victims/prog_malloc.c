// SPDX-License-Identifier: MIT
// Hazard: a malloc replacement that calls BLAS: what our first call allocates on its slow path
// comes back to us before the original is known.
#include "tests/victims/blas.h"

#include <stdatomic.h>

enum { ROOM = 1 << 24 };

static _Alignas(64) char memory[ROOM];
static atomic_size_t used;
static atomic_int started, calls, wrong;
static _Thread_local int depth;

static void call_from_allocator(void)
{
    const double x[] = {3, 4};

    if (depth++ == 0 && atomic_load(&started)) { // the provider's own constructors have run
        if (cblas_ddot(2, x, 1, x, 1) != 25)
            atomic_fetch_add(&wrong, 1);
        atomic_fetch_add(&calls, 1);
    }
    depth--;
}

void *malloc(size_t size)
{
    size_t start = atomic_fetch_add(&used, (size + 31) / 16 * 16);

    call_from_allocator();
    *(size_t *)(memory + start) = size;
    return start + size + 16 < ROOM ? memory + start + 16 : NULL;
}

void free(void *block)
{
    (void)block;
}

void *calloc(size_t count, size_t size)
{
    return malloc(count * size); // the memory is fresh
}

void *realloc(void *block, size_t size)
{
    void *moved = malloc(size);

    if (block && moved) {
        size_t before = *(size_t *)((char *)block - 16);

        memcpy(moved, block, before < size ? before : size);
    }
    return moved;
}

int main(void)
{
    const double x[] = {1, 2, 3};

    atomic_store(&started, 1);
    printf("%g %g\n", cblas_dasum(3, x, 1), cblas_ddot(3, x, 1, x, 1));
    printf("called: %d wrong: %d\n", atomic_load(&calls) > 0, atomic_load(&wrong));
    return 0;
}
