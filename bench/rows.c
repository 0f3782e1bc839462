// SPDX-License-Identifier: MIT
// The routines that can be timed, and the loops that call them.
#include "bench/rows.h"

#include <stdio.h>
#include <string.h>

#define LOOP_JOIN_(a, b) a##b
#define LOOP_JOIN(a, b) LOOP_JOIN_(a, b)

#define LOOP(shape) LOOP_JOIN(by_value_##shape##_, ELEMENT)
#define ELEMENT float
#define BY_REFERENCE 0
#include "bench/loops_tpl.h"
#define ELEMENT double
#define BY_REFERENCE 0
#include "bench/loops_tpl.h"
#undef LOOP

#define LOOP(shape) LOOP_JOIN(by_reference_##shape##_, ELEMENT)
#define ELEMENT float
#define BY_REFERENCE 1
#include "bench/loops_tpl.h"
#define ELEMENT double
#define BY_REFERENCE 1
#include "bench/loops_tpl.h"
#undef LOOP

#define LOOP(shape) LOOP_JOIN(kernel_##shape##_, ELEMENT)
#define ELEMENT float
#include "bench/loops_kernel_tpl.h"
#define ELEMENT double
#include "bench/loops_kernel_tpl.h"
#undef LOOP

#define ROW(loop, E, parts, name, base) \
    {#name,                             \
     #base,                             \
     sizeof(E),                         \
     parts,                             \
     false,                             \
     kernel_##loop##_##E,               \
     by_value_##loop##_##E,             \
     by_reference_##loop##_##E,         \
     offsetof(struct kernels, name)},
// By reference its result may be hidden or not; the provider's convention is not known here.
#define ROW_DOT_C(E, name, base) \
    {#name,                      \
     #base,                      \
     sizeof(E),                  \
     2,                          \
     true,                       \
     kernel_DOT_C_##E,           \
     by_value_DOT_C_##E,         \
     NULL,                       \
     offsetof(struct kernels, name)},
#define ROW_DOT(E, name, base) ROW(DOT, E, 1, name, base)
#define ROW_REDUCE(E, name, base) ROW(REDUCE, E, 1, name, base)
#define ROW_REDUCE_C(E, name, base) ROW(REDUCE, E, 2, name, base)
#define ROW_INDEX(E, name, base) ROW(INDEX, E, 1, name, base)
#define ROW_INDEX_C(E, name, base) ROW(INDEX, E, 2, name, base)
#define ROW_SWAP(E, name, base) ROW(MOVE, E, 1, name, base)
#define ROW_SWAP_C(E, name, base) ROW(MOVE, E, 2, name, base)
#define ROW_COPY(E, name, base) ROW(MOVE, E, 1, name, base)
#define ROW_COPY_C(E, name, base) ROW(MOVE, E, 2, name, base)
#define ROW_SCAL(E, name, base) ROW(SCAL, E, 1, name, base)
#define ROW_SCAL_C(E, name, base) ROW(SCAL_C, E, 2, name, base)
#define ROW_SCAL_R(E, name, base) ROW(SCAL, E, 2, name, base)
#define ROW_AXPY(E, name, base) ROW(AXPY, E, 1, name, base)
#define ROW_AXPY_C(E, name, base) ROW(AXPY_C, E, 2, name, base)
#define ROW_ROT(E, name, base) ROW(ROT, E, 1, name, base)
#define ROW_ROT_R(E, name, base) ROW(ROT, E, 2, name, base)
// No kernel, or parameters that are not these: not timed.
#define ROW_DSDOT(E, name, base)
#define ROW_SDSDOT(E, name, base)
#define ROW_AXPBY(E, name, base)
#define ROW_ROTM(E, name, base)
#define ROW_FORWARD(E, name, base)

const struct row rows[] = {
#define ROUTINE(shape, element, vectors, name, base) ROW_##shape(element, name, base)
#include "shim/names/symbols.def"
#undef ROUTINE
};

const size_t rows_count = sizeof rows / sizeof *rows;

any_function row_kernel(const struct row *row, const struct kernels *kernels)
{
    any_function kernel;

    memcpy(&kernel, (const char *)kernels + row->offset, sizeof kernel);
    return kernel;
}

void row_spell_cblas(const struct row *row, char *name, size_t room)
{
    snprintf(name, room, "cblas_%s%s", row->name, row->function ? "_sub" : "");
}

const struct row *row_find(const char *name, bool *by_value)
{
    char cblas[64], fortran[64];

    for (const struct row *row = rows; row < rows + rows_count; row++) {
        row_spell_cblas(row, cblas, sizeof cblas);
        snprintf(fortran, sizeof fortran, "%s_", row->name);
        *by_value = strcmp(name, cblas) == 0;
        if (*by_value || (row->by_reference && strcmp(name, fortran) == 0))
            return row;
    }
    return NULL;
}

bool row_is_common(const struct row *row)
{
    static const char *const bases[] = {"dot",  "nrm2", "asum", "iamax", "swap",
                                        "copy", "axpy", "scal", "rot"};

    for (size_t i = 0; i < sizeof bases / sizeof *bases; i++)
        if (strcmp(row->base, bases[i]) == 0)
            return true;
    return false;
}
