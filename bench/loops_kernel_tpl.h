// SPDX-License-Identifier: MIT
// Loops over one of our kernels, as in loops_tpl.h. Template: ELEMENT; LOOP(shape) names a loop.
#define FACTORS LOOP_JOIN(factors_, ELEMENT)
#define REPEAT for (long i = 0; i < calls; i++)
#define LOOP_DEFINE(shape) \
    static void LOOP(shape)(struct job * job, any_function function, long calls)

LOOP_DEFINE(DOT)
{
    ELEMENT(*call)
    (kernel_index, const ELEMENT *, const ELEMENT *) =
        (ELEMENT(*)(kernel_index, const ELEMENT *, const ELEMENT *))function;

    REPEAT call(job->n, job->x, job->y);
}

LOOP_DEFINE(DOT_C)
{
    void (*call)(kernel_index, const ELEMENT *, const ELEMENT *, ELEMENT *) =
        (void (*)(kernel_index, const ELEMENT *, const ELEMENT *, ELEMENT *))function;

    REPEAT call(job->n, job->x, job->y, (ELEMENT *)job->result);
}

LOOP_DEFINE(REDUCE)
{
    ELEMENT(*call)
    (kernel_index, const ELEMENT *) = (ELEMENT(*)(kernel_index, const ELEMENT *))function;

    REPEAT call(job->n, job->x);
}

LOOP_DEFINE(INDEX)
{
    kernel_index (*call)(kernel_index, const ELEMENT *) =
        (kernel_index(*)(kernel_index, const ELEMENT *))function;

    REPEAT call(job->n, job->x);
}

LOOP_DEFINE(MOVE)
{
    void (*call)(kernel_index, ELEMENT *, ELEMENT *) =
        (void (*)(kernel_index, ELEMENT *, ELEMENT *))function;

    REPEAT call(job->n, job->x, job->y);
}

LOOP_DEFINE(SCAL)
{
    kernel_index (*call)(kernel_index, ELEMENT, ELEMENT *) =
        (kernel_index(*)(kernel_index, ELEMENT, ELEMENT *))function;

    REPEAT call(job->n, job->FACTORS.turn[0], job->x);
}

LOOP_DEFINE(SCAL_C)
{
    kernel_index (*call)(kernel_index, const ELEMENT *, ELEMENT *) =
        (kernel_index(*)(kernel_index, const ELEMENT *, ELEMENT *))function;

    REPEAT call(job->n, job->FACTORS.turn_c, job->x);
}

LOOP_DEFINE(AXPY)
{
    kernel_index (*call)(kernel_index, ELEMENT, const ELEMENT *, ELEMENT *) =
        (kernel_index(*)(kernel_index, ELEMENT, const ELEMENT *, ELEMENT *))function;

    REPEAT call(job->n, job->FACTORS.step[0], job->x, job->y);
}

LOOP_DEFINE(AXPY_C)
{
    kernel_index (*call)(kernel_index, const ELEMENT *, const ELEMENT *, ELEMENT *) =
        (kernel_index(*)(kernel_index, const ELEMENT *, const ELEMENT *, ELEMENT *))function;

    REPEAT call(job->n, job->FACTORS.step, job->x, job->y);
}

LOOP_DEFINE(ROT)
{
    kernel_index (*call)(kernel_index, ELEMENT *, ELEMENT *, const ELEMENT *) =
        (kernel_index(*)(kernel_index, ELEMENT *, ELEMENT *, const ELEMENT *))function;

    REPEAT call(job->n, job->x, job->y, job->FACTORS.matrix);
}

#undef FACTORS
#undef REPEAT
#undef LOOP_DEFINE
#undef ELEMENT
