// SPDX-License-Identifier: MIT
// Draws the special cases: NaN, infinities, zeros, denormals and extremes among numbers so chosen
// that every arithmetic result is exact, or NaN, infinite or zero: the bits do not depend on the
// order.
//
// Numbers are small integers. Extremes are powers of two, alone among zeros, for the sum of an
// integer and a denormal depends on the order. A norm is of equal powers of two, a square number of
// them.
#include "tests/victims/differential.h"

#include <math.h>

struct special {
    const char *name;
    uint64_t wide;
    uint32_t narrow;
    bool finite, single; // single: two of them would overflow, or not, by the order
};

static const struct special specials[] = {
    {"none", 0, 0, true, false},
    {"NaN", 0x7ff8000000001234, 0x7fc01234, false, false},
    {"-NaN", 0xfff8000000000777, 0xffc00777, false, false},
    {"sNaN", 0x7ff0000000000055, 0x7f800055, false, false},
    {"Inf", 0x7ff0000000000000, 0x7f800000, false, false},
    {"-Inf", 0xfff0000000000000, 0xff800000, false, false},
    {"0", 0, 0, true, false},
    {"-0", 0x8000000000000000, 0x80000000, true, false},
    {"denormal", 0x0000000000000010, 0x00000010, true, false},
    {"-denormal", 0x8000000000100000, 0x80001000, true, false},
    {"tiny", 0x0010000000000000, 0x00800000, true, false},
    {"huge", 0x7e70000000000000, 0x71800000, true, false},
    {"-max", 0xffe0000000000000, 0xff000000, true, true},
};

enum { SPECIALS = sizeof specials / sizeof *specials, NONFINITE = 5, ZEROS = 7 };
enum place { FIRST, LAST, MIDDLE, EVERY, PLACES };

struct special_case {
    int n, incx, incy;
    int special_x, special_y; // rows of specials, 0: none
    enum place place;
    bool payload_free; // several NaNs may meet, and IEEE 754 leaves open which of them stays
    uint64_t seed;
};

static const int lengths[] = {1,  2,  3, 5,   8, 15,  16,   17, 31, 33,
                              64, 65, 7, 100, 4, 257, 1000, 9,  0,  -1};
static const int increments[] = {1, 1, 1, 1, 2, 3, -1, -2, 0, 1};
static const double scalars[] = {1, -1, 2.5, 0, -0.0, -2, NAN, INFINITY, 0.5, 4};

#define PICK(array, state) (array)[draw_below(state, sizeof(array) / sizeof *(array))]

static void draw_scalars(const struct routine *routine, struct call *call, uint64_t *state)
{
    static const double flags[] = {-2, -1, 0, 1, -1};

    call->alpha[0] = PICK(scalars, state);
    call->alpha[1] = PICK(scalars, state);
    call->beta[0] = PICK(scalars, state);
    call->beta[1] = PICK(scalars, state);
    if (draw_below(state, 3) == 0)
        call->alpha[draw_below(state, 2)] = 0;
    call->param[0] = PICK(flags, state);
    for (int i = 1; i < 5; i++)
        call->param[i] = draw_below(state, 9) - 4;
    if (routine->shape == SHAPE_FORWARD)
        call->param[1] = 1 + fabs(call->param[1]);
}

static bool uses_beta(const struct routine *routine)
{
    return routine->shape >= SHAPE_AXPBY && routine->shape <= SHAPE_ROT_R;
}

static int count_nonfinite_scalars(const struct routine *routine, const struct call *call)
{
    bool alpha = routine->shape >= SHAPE_SCAL && routine->shape <= SHAPE_ROT_R;
    bool complex_scalars = routine->shape == SHAPE_SCAL_C || routine->shape == SHAPE_AXPY_C ||
                           routine->shape == SHAPE_AXPBY_C;
    int count = alpha && !isfinite(call->alpha[0]);

    count += uses_beta(routine) && !isfinite(call->beta[0]);
    count += complex_scalars && !isfinite(call->alpha[1]);
    return count + (complex_scalars && uses_beta(routine) && !isfinite(call->beta[1]));
}

static bool is_nonfinite(int special)
{
    return special && special <= NONFINITE;
}

static void draw_special_case(const struct routine *routine, struct call *call,
                              struct special_case *drawn, uint64_t state)
{
    draw_scalars(routine, call, &state);
    drawn->n = PICK(lengths, &state);
    drawn->incx = PICK(increments, &state);
    drawn->incy = draw_below(&state, 2) ? drawn->incx : PICK(increments, &state);
    drawn->place = draw_below(&state, PLACES);
    drawn->special_x = draw_below(&state, 3) ? draw_below(&state, SPECIALS) : 0;
    drawn->special_y = draw_below(&state, 3) ? 0 : draw_below(&state, ZEROS);
    if (drawn->special_x > ZEROS)
        drawn->special_y = 0;
    if (specials[drawn->special_x].single && drawn->place == EVERY)
        drawn->place = LAST;
    drawn->payload_free = routine_is_update(routine) && count_nonfinite_scalars(routine, call) +
                                                                is_nonfinite(drawn->special_x) +
                                                                is_nonfinite(drawn->special_y) >
                                                            1;
    drawn->seed = draw(&state);
}

static bool is_norm(const struct routine *routine)
{
    return strcmp(routine->base, "nrm2") == 0;
}

static void store_special(const struct routine *routine, void *part, int special)
{
    if (routine->size == 8)
        memcpy(part, &specials[special].wide, 8);
    else
        memcpy(part, &specials[special].narrow, 4);
}

static void store_number(const struct routine *routine, void *part, double value)
{
    float narrow = (float)value;

    memcpy(part, routine->size == 8 ? (void *)&value : (void *)&narrow, routine->size);
}

static int largest_root(int n)
{
    int root = 0;

    while ((root + 1) * (root + 1) <= n)
        root++;
    return root;
}

// Whether part `i` of `count` is one of the square number of parts that a norm may be of.
static bool counts_in_norm(int i, int count)
{
    int root = largest_root(count);

    return i < root * root;
}

static bool is_special_place(const struct special_case *drawn, int i)
{
    switch (drawn->place) {
    case FIRST:
        return i == 0;
    case LAST:
        return i == drawn->n - 1;
    case MIDDLE:
        return i == drawn->n / 2;
    default:
        return true;
    }
}

// The exponent of all numbers of a norm: within, below and above the range whose squares fit.
static int exponent_of_norm(const struct routine *routine, const struct special_case *drawn)
{
    static const int wide[] = {0, 3, -7, 500, -500, 700, -700, -1060, 1010, -530};
    static const int narrow[] = {0, 3, -7, 50, -50, 70, -70, -140, 110, -65};
    int i = (int)(drawn->seed / 3 % 10);

    return routine->size == 8 ? wide[i] : narrow[i];
}

static double plain_number(const struct routine *routine, const struct special_case *drawn,
                           int part, int parts, uint64_t *state)
{
    int value = draw_below(state, 17) - 8;

    if (!is_norm(routine))
        return value;
    if (!counts_in_norm(part, parts))
        return value < 0 ? -0.0 : 0;
    return ldexp(value < 0 ? -1 : 1, exponent_of_norm(routine, drawn));
}

// Whether the other numbers must be zeros next to this value.
static bool stands_alone(const struct routine *routine, int special)
{
    return special > ZEROS || (is_norm(routine) && special > NONFINITE);
}

// Which parts of a complex element are special: the first, the second, or (2) both.
static int chosen_part(const struct routine *routine, const struct special_case *drawn, int special)
{
    if (routine->parts == 1)
        return 0;
    return (int)(drawn->seed % (specials[special].single ? 2 : 3));
}

static void fill_special_part(const struct routine *routine, const struct special_case *drawn,
                              int special, bool zeros, int number, void *part, uint64_t *state)
{
    const int parts = (int)routine->parts, total = drawn->n * parts;
    const int chosen = chosen_part(routine, drawn, special);
    double plain = plain_number(routine, drawn, number, total, state);
    bool here = special && is_special_place(drawn, number / parts) &&
                (chosen == 2 || chosen == number % parts);

    if (stands_alone(routine, special) && is_norm(routine) && drawn->place == EVERY)
        here = counts_in_norm(number, total);
    store_number(routine, part, zeros ? copysign(0, plain) : plain);
    if (here)
        store_special(routine, part, special);
}
