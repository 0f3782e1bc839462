// SPDX-License-Identifier: MIT
// A library that keeps a number for each thread, for omp_lazy_slots.c.
//
// link: -lm
void lazy_put(long value);
long lazy_get(void);

static _Thread_local long kept;

void lazy_put(long value)
{
    kept = value;
}

long lazy_get(void)
{
    return kept;
}
