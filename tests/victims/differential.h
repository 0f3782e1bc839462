// SPDX-License-Identifier: MIT
// A call of one routine, and the routines: what the parts of the differential victim share.
#ifndef TEAMTRIM_VICTIMS_DIFFERENTIAL_H
#define TEAMTRIM_VICTIMS_DIFFERENTIAL_H

#include <complex.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum shape {
#define SHAPE(name, parts) SHAPE_##name,
#include "tests/victims/differential_shapes.def"
#undef SHAPE
};

// Parts of an element; rotg and rotmg are drawn as if they were real.
enum {
#define SHAPE(name, parts) PARTS_##name = parts,
#include "tests/victims/differential_shapes.def"
#undef SHAPE
};

typedef void (*generic)(void);

struct call {
    bool cblas;
    const char *base;
    int n, incx, incy;
    double alpha[2], beta[2]; // rot: c and s; sdsdot: what is added
    double param[5];          // rotm
    void *x, *y;
    unsigned char result[32];
    size_t result_size;
    int64_t index;
};

struct routine {
    const char *name, *base;
    enum shape shape;
    size_t parts, size; // of an element: how many (1 or 2), and bytes of each
    void (*invoke)(struct call *call, generic function);
};

static inline void keep_result(struct call *call, const void *value, size_t size)
{
    memcpy(call->result + call->result_size, value, size);
    call->result_size += size;
}

static inline bool routine_is_update(const struct routine *routine)
{
    return routine->shape >= SHAPE_SWAP && routine->shape <= SHAPE_ROTM;
}

static inline bool routine_has_two_vectors(const struct routine *routine)
{
    switch (routine->shape) {
    case SHAPE_REDUCE:
    case SHAPE_REDUCE_C:
    case SHAPE_INDEX:
    case SHAPE_INDEX_C:
    case SHAPE_SCAL:
    case SHAPE_SCAL_C:
    case SHAPE_SCAL_R:
        return false;
    default:
        return true;
    }
}

// One generator for all (splitmix64), so that a case can be drawn again from its number.
static inline uint64_t draw(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15u;

    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

static inline int draw_below(uint64_t *state, size_t limit)
{
    return (int)(draw(state) % limit);
}

#endif
