// SPDX-License-Identifier: MIT
// How each shape of routine is called, for one element type E. P(name) gives names to this copy.

// Each shape has two signatures: Fortran's, all pointers, and that of cblas.
#define CALL(type_fortran, type_cblas, to_fortran, to_cblas) \
    (call->cblas ? ((type_cblas)function)to_cblas : ((type_fortran)function)to_fortran)

typedef E (*P(dot_f))(const int *, const E *, const int *, const E *, const int *);
typedef E (*P(dot_c))(int, const E *, int, const E *, int);
typedef E complex (*P(complex_dot_f))(const int *, const E *, const int *, const E *, const int *);
typedef void (*P(complex_dot_c))(int, const E *, int, const E *, int, E *);
typedef E (*P(reduce_f))(const int *, const E *, const int *);
typedef E (*P(reduce_c))(int, const E *, int);
typedef int (*P(index_f))(const int *, const E *, const int *);
typedef size_t (*P(index_c))(int, const E *, int);
typedef void (*P(move_f))(const int *, E *, const int *, E *, const int *);
typedef void (*P(move_c))(int, E *, int, E *, int);
typedef void (*P(scal_f))(const int *, const E *, E *, const int *);
typedef void (*P(scal_c))(int, E, E *, int);
typedef void (*P(complex_scal_c))(int, const E *, E *, int);
typedef void (*P(axpy_f))(const int *, const E *, const E *, const int *, E *, const int *);
typedef void (*P(axpy_c))(int, E, const E *, int, E *, int);
typedef void (*P(complex_axpy_c))(int, const E *, const E *, int, E *, int);
typedef void (*P(axpby_f))(const int *, const E *, const E *, const int *, const E *, E *,
                           const int *);
typedef void (*P(axpby_c))(int, E, const E *, int, E, E *, int);
typedef void (*P(complex_axpby_c))(int, const E *, const E *, int, const E *, E *, int);
typedef void (*P(rot_f))(const int *, E *, const int *, E *, const int *, const E *, const E *);
typedef void (*P(rot_c))(int, E *, int, E *, int, E, E);
typedef void (*P(rotm_f))(const int *, E *, const int *, E *, const int *, const E *);
typedef void (*P(rotm_c))(int, E *, int, E *, int, const E *);
typedef void (*P(rotg))(E *, E *, E *, E *);
typedef void (*P(rotmg_f))(E *, E *, E *, const E *, E *);
typedef void (*P(rotmg_c))(E *, E *, E *, E, E *);

#define N call->n, call->x, call->incx
#define N_F &call->n, call->x, &call->incx
#define Y call->y, call->incy
#define Y_F call->y, &call->incy

static void P(call_DOT)(struct call *call, generic function)
{
    E result = CALL(P(dot_f), P(dot_c), (N_F, Y_F), (N, Y));
    keep_result(call, &result, sizeof result);
}

static void P(call_DOT_C)(struct call *call, generic function)
{
    E result[2];

    if (call->cblas) {
        ((P(complex_dot_c))function)(N, Y, result);
    } else {
        E complex value = ((P(complex_dot_f))function)(N_F, Y_F);
        memcpy(result, &value, sizeof result);
    }
    keep_result(call, result, sizeof result);
}

static void P(call_REDUCE)(struct call *call, generic function)
{
    E result = CALL(P(reduce_f), P(reduce_c), (N_F), (N));
    keep_result(call, &result, sizeof result);
}

static void P(call_REDUCE_C)(struct call *call, generic function)
{
    P(call_REDUCE)(call, function);
}

static void P(call_INDEX)(struct call *call, generic function)
{
    // Of one kind for the report: Fortran's, from 1. cblas gives 0 for element 0 and for none.
    call->index =
        call->cblas ? (int64_t)((P(index_c))function)(N) : (int64_t)((P(index_f))function)(N_F)-1;
    keep_result(call, &call->index, sizeof call->index);
}

static void P(call_INDEX_C)(struct call *call, generic function)
{
    P(call_INDEX)(call, function);
}

static void P(call_SWAP)(struct call *call, generic function)
{
    CALL(P(move_f), P(move_c), (N_F, Y_F), (N, Y));
}

static void P(call_SWAP_C)(struct call *call, generic function)
{
    P(call_SWAP)(call, function);
}

static void P(call_COPY)(struct call *call, generic function)
{
    P(call_SWAP)(call, function);
}

static void P(call_COPY_C)(struct call *call, generic function)
{
    P(call_SWAP)(call, function);
}

static void P(call_SCAL)(struct call *call, generic function)
{
    E alpha = (E)call->alpha[0];
    CALL(P(scal_f), P(scal_c), (&call->n, &alpha, call->x, &call->incx),
         (call->n, alpha, call->x, call->incx));
}

static void P(call_SCAL_R)(struct call *call, generic function)
{
    P(call_SCAL)(call, function);
}

static void P(call_SCAL_C)(struct call *call, generic function)
{
    E alpha[2] = {(E)call->alpha[0], (E)call->alpha[1]};
    CALL(P(scal_f), P(complex_scal_c), (&call->n, alpha, call->x, &call->incx),
         (call->n, alpha, call->x, call->incx));
}

static void P(call_AXPY)(struct call *call, generic function)
{
    E alpha = (E)call->alpha[0];
    CALL(P(axpy_f), P(axpy_c), (&call->n, &alpha, call->x, &call->incx, Y_F),
         (call->n, alpha, call->x, call->incx, Y));
}

static void P(call_AXPY_C)(struct call *call, generic function)
{
    E alpha[2] = {(E)call->alpha[0], (E)call->alpha[1]};
    CALL(P(axpy_f), P(complex_axpy_c), (&call->n, alpha, call->x, &call->incx, Y_F),
         (call->n, alpha, call->x, call->incx, Y));
}

static void P(call_AXPBY)(struct call *call, generic function)
{
    E alpha = (E)call->alpha[0], beta = (E)call->beta[0];
    CALL(P(axpby_f), P(axpby_c), (&call->n, &alpha, call->x, &call->incx, &beta, Y_F),
         (call->n, alpha, call->x, call->incx, beta, Y));
}

static void P(call_AXPBY_C)(struct call *call, generic function)
{
    E alpha[2] = {(E)call->alpha[0], (E)call->alpha[1]};
    E beta[2] = {(E)call->beta[0], (E)call->beta[1]};
    CALL(P(axpby_f), P(complex_axpby_c), (&call->n, alpha, call->x, &call->incx, beta, Y_F),
         (call->n, alpha, call->x, call->incx, beta, Y));
}

static void P(call_ROT)(struct call *call, generic function)
{
    E c = (E)call->alpha[0], s = (E)call->beta[0];
    CALL(P(rot_f), P(rot_c), (N_F, Y_F, &c, &s), (N, Y, c, s));
}

static void P(call_ROT_R)(struct call *call, generic function)
{
    P(call_ROT)(call, function);
}

static void P(call_ROTM)(struct call *call, generic function)
{
    E param[5];

    for (int i = 0; i < 5; i++)
        param[i] = (E)call->param[i];
    CALL(P(rotm_f), P(rotm_c), (N_F, Y_F, param), (N, Y, param));
}

// rotg, complex rotg and rotmg; what they change lies at the start of the vectors.
static void P(call_FORWARD)(struct call *call, generic function)
{
    E *x = call->x, *y = call->y, scratch[5] = {0}, d[2] = {(E)call->param[1], (E)call->param[2]};

    if (strcmp(call->base, "rotg") == 0)
        ((P(rotg))function)(x, y, scratch, scratch + 1);
    else if (call->cblas)
        ((P(rotmg_c))function)(d, d + 1, x, y[0], scratch);
    else
        ((P(rotmg_f))function)(d, d + 1, x, y, scratch);
    keep_result(call, scratch, sizeof(E) == 8 ? 24 : 20);
    keep_result(call, d, sizeof(E));
}

#undef N
#undef N_F
#undef Y
#undef Y_F
#undef CALL
#undef E
#undef P
