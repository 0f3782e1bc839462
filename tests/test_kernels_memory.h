// SPDX-License-Identifier: MIT
// Vectors between pages that may not be touched, with NaNs wherever no element lies.
#ifndef TEST_KERNELS_MEMORY_H
#define TEST_KERNELS_MEMORY_H

// MAP_ANONYMOUS is not in plain C11; the first header of a file decides.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include <criterion/criterion.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>

#include "test_kernels_rows.h"

enum { ARENA_BYTES = 16 << 20, PAGE_BYTES = 4096, MARGIN_BYTES = 128 };

// The byte around elements: floats and doubles made of it are NaNs, so reading them shows as well.
enum { CANARY = 0xff };

// Where the vector lies: flush with the first or the last accessible byte, or in the middle,
// `offset` elements after a cache line's start.
enum place { PLACE_FIRST, PLACE_LAST, PLACE_MIDDLE };

struct vector {
    unsigned char *memory; // ARENA_BYTES
    unsigned char *start;  // of the element that is first in memory
    unsigned char *first;  // logical element 0
    kernel_index n, step;  // elements, bytes from one to the next
    size_t span, part_bytes, parts;
};

static unsigned char *arena_map(void)
{
    unsigned char *all =
        mmap(NULL, ARENA_BYTES + 2 * PAGE_BYTES, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    cr_assert_neq((void *)all, MAP_FAILED);
    cr_assert_eq(mprotect(all + PAGE_BYTES, ARENA_BYTES, PROT_READ | PROT_WRITE), 0);
    return all + PAGE_BYTES;
}

// The bytes of the arena that the vector could have damaged: itself and a margin.
static unsigned char *vector_low(const struct vector *v)
{
    return v->start - v->memory < MARGIN_BYTES ? v->memory : v->start - MARGIN_BYTES;
}

static unsigned char *vector_high(const struct vector *v)
{
    unsigned char *end = v->start + v->span, *limit = v->memory + ARENA_BYTES;
    return limit - end < MARGIN_BYTES ? limit : end + MARGIN_BYTES;
}

static void part_write(const struct vector *v, kernel_index i, size_t part, long double value)
{
    unsigned char *at = v->first + i * v->step + part * v->part_bytes;
    if (v->part_bytes == sizeof(float)) {
        float f = (float)value;
        memcpy(at, &f, sizeof(f));
    } else {
        double d = (double)value;
        memcpy(at, &d, sizeof(d));
    }
}

static long double part_read(const struct vector *v, kernel_index i, size_t part)
{
    const unsigned char *at = v->first + i * v->step + part * v->part_bytes;
    float f;
    double d;
    if (v->part_bytes == sizeof(float)) {
        memcpy(&f, at, sizeof(f));
        return f;
    }
    memcpy(&d, at, sizeof(d));
    return d;
}

static void vector_fill(const struct vector *v, const long double *values)
{
    memset(vector_low(v), CANARY, (size_t)(vector_high(v) - vector_low(v)));
    for (kernel_index i = 0; i < v->n; i++)
        for (size_t part = 0; part < v->parts; part++)
            part_write(v, i, part, values[(size_t)i * v->parts + part]);
}

static struct vector vector_place(unsigned char *memory, const struct row *row, kernel_index n,
                                  kernel_index increment, enum place place, size_t offset)
{
    size_t part_bytes = (size_t)row->bytes, parts = (size_t)row->parts,
           element = parts * part_bytes;
    struct vector v = {.memory = memory, .n = n, .part_bytes = part_bytes, .parts = parts};
    kernel_index inc = increment ? increment : 1;
    v.step = inc * (kernel_index)element;
    v.span = (size_t)(n - 1) * (size_t)(inc < 0 ? -inc : inc) * element + element;
    cr_assert_leq(v.span + PAGE_BYTES + 64 * element, (size_t)ARENA_BYTES);
    v.start = place == PLACE_FIRST  ? memory
              : place == PLACE_LAST ? memory + ARENA_BYTES - v.span
                                    : memory + PAGE_BYTES + offset * element;
    v.first = inc < 0 ? v.start + v.span - element : v.start;
    return v;
}

// Whether every byte around and between the elements is as vector_fill left it.
static bool vector_clean(const struct vector *v)
{
    size_t element = v->parts * v->part_bytes;
    size_t step = (size_t)(v->step < 0 ? -v->step : v->step);
    for (const unsigned char *p = vector_low(v); p < v->start; p++)
        if (*p != CANARY)
            return false;
    for (const unsigned char *p = v->start + v->span; p < vector_high(v); p++)
        if (*p != CANARY)
            return false;
    for (size_t i = 0; step > element && i + 1 < (size_t)v->n; i++)
        for (size_t b = element; b < step; b++)
            if (v->start[i * step + b] != CANARY)
                return false;
    return true;
}

#endif
