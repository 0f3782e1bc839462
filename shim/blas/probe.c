// SPDX-License-Identifier: MIT
// Questions that are put to a provider's own functions: calls whose answer tells a convention, and
// which read and write nothing of the program under any.
#include <string.h>

#include "shim/blas/provider.h"

bool provider_is_by_value(enum family family)
{
    static const bool values[FAMILY_COUNT] = {
#define FAMILY_BODY "shim/blas/family_by_value.h"
#include "shim/names/families.def"
#undef FAMILY_BODY
    };
    return values[family];
}

// isamax of {1, 2}, as an index from 1.
static int ask_isamax(enum family family, any_function isamax, int64_t n)
{
    static const float x[2] = {1, 2};
    int64_t one = 1;
    if (provider_is_by_value(family))
        return ((int (*)(int64_t, const float *, int64_t))isamax)(n, x, one) + 1;
    return ((int (*)(const int64_t *, const float *, const int64_t *))isamax)(&n, x, &one);
}

// A count that is 2 to a 32-bit integer and negative to a 64-bit one.
enum provider_width provider_probe_width(const struct provider *provider, enum family family)
{
    any_function isamax = provider->isamax[family];
    if (!isamax || ask_isamax(family, isamax, 2) != 2)
        return WIDTH_UNKNOWN;
    int index = ask_isamax(family, isamax, INT64_MIN + 2);
    if (index == 2)
        return WIDTH_32;
    // "None" is 0 in Fortran and also, as no count from 0 can say it, in CBLAS.
    return index == (provider_is_by_value(family) ? 1 : 0) ? WIDTH_64 : WIDTH_UNKNOWN;
}

// Each argument is a cell that serves as an integer 1, as a vector, and as the place of a result.
// As floating-point numbers the cells are denormal: their product is 0.
static bool writes_first_argument(any_function original)
{
    int64_t cells[6][4] = {{1}, {1}, {1}, {1}, {1}, {1}};
    ((void (*)(void *, void *, void *, void *, void *, void *))original)(
        cells[0], cells[1], cells[2], cells[3], cells[4], cells[5]);
    return cells[0][0] != 1;
}

// (2 + 3i) times (5 + 7i), plain and with the first conjugated.
static bool is_product(double re, double im)
{
    return (re == -11 && im == 29) || (re == 31 && im == -1);
}

#define ASK_COMPLEX(T, original, hidden, re, im)                                                   \
    do {                                                                                           \
        T x[2] = {2, 3}, y[2] = {5, 7}, r[2] = {0, 0};                                             \
        int64_t one = 1;                                                                           \
        if (hidden) {                                                                              \
            ((void (*)(void *, void *, void *, void *, void *, void *))original)(r, &one, x, &one, \
                                                                                 y, &one);         \
        } else {                                                                                   \
            T _Complex v = ((T _Complex(*)(void *, void *, void *, void *, void *))original)(      \
                &one, x, &one, y, &one);                                                           \
            memcpy(r, &v, sizeof r);                                                               \
        }                                                                                          \
        re = r[0], im = r[1];                                                                      \
    } while (0)

enum complex_convention provider_probe_complex(const struct slot *slot, any_function original)
{
    bool hidden = writes_first_argument(original);
    double re, im;
    if (slot->routine == ROUTINE_cdotu || slot->routine == ROUTINE_cdotc)
        ASK_COMPLEX(float, original, hidden, re, im);
    else
        ASK_COMPLEX(double, original, hidden, re, im);
    if (!is_product(re, im))
        return COMPLEX_UNKNOWN;
    return hidden ? COMPLEX_HIDDEN : COMPLEX_IN_REGISTERS;
}
