// SPDX-License-Identifier: MIT
// How the parts of a vector lie in memory. A part is a real number: a real element has one, a
// complex element two.
#ifndef TEAMTRIM_STRIDE_H
#define TEAMTRIM_STRIDE_H

#include "vec.h"

enum stride_kind { STRIDE_UNIT, STRIDE_APART, STRIDE_PAIRS_APART };

// The kind is a constant after inlining, and one body serves unit and other strides.
struct stride {
    enum stride_kind kind;
    kernel_index step; // parts from the start of an element to the next one's
};

INLINE struct stride stride_unit(void)
{
    return (struct stride){STRIDE_UNIT, 1};
}

INLINE struct stride stride_apart(int parts, kernel_index increment)
{
    return (struct stride){parts == 1 ? STRIDE_APART : STRIDE_PAIRS_APART, parts * increment};
}

// Where part i lies, for an even i if the elements are complex.
INLINE kernel_index stride_offset(struct stride stride, kernel_index i)
{
    switch (stride.kind) {
    case STRIDE_APART:
        return i * stride.step;
    case STRIDE_PAIRS_APART:
        return i / 2 * stride.step;
    default:
        return i;
    }
}

#endif
