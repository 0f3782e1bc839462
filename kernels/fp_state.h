// SPDX-License-Identifier: MIT
// The floating-point unit's traps and sticky flags, which a program can see: a kernel that may
// overflow on its way to a finite result must leave neither a trap nor a flag behind.
#ifndef TEAMTRIM_FP_STATE_H
#define TEAMTRIM_FP_STATE_H

#include "vec.h"

#if defined(__SSE2__)
#include <immintrin.h>

INLINE unsigned fp_state_get(void)
{
    return _mm_getcsr();
}

// Traps, another rounding than to nearest, denormals taken for zero: MXCSR but for its flags.
INLINE bool fp_state_unusual(unsigned state)
{
    return (state & ~(unsigned)_MM_EXCEPT_MASK) != _MM_MASK_MASK;
}

INLINE void fp_state_restore(unsigned state)
{
    _mm_setcsr(state);
}

// Takes back overflow, underflow and denormal if they are new.
INLINE void fp_state_restore_range(unsigned state)
{
    unsigned range = _MM_EXCEPT_OVERFLOW | _MM_EXCEPT_UNDERFLOW | _MM_EXCEPT_DENORM;
    unsigned now = _mm_getcsr();
    if (now & ~state & range)
        _mm_setcsr(now & (~range | state));
}
#else
INLINE unsigned fp_state_get(void)
{
    return 0;
}

INLINE bool fp_state_unusual(unsigned state)
{
    return state != 0;
}

INLINE void fp_state_restore(unsigned state)
{
    (void)state;
}

INLINE void fp_state_restore_range(unsigned state)
{
    (void)state;
}
#endif

#endif
