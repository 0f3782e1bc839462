// SPDX-License-Identifier: MIT
// Every routine in both plain spellings on inputs from a fixed seed, one line a case, for comparing
// a run with the preload to one without. Arguments: special, or rounding; then perhaps the one
// symbol and the one case to show in full.
#include "tests/victims/differential_calls.h"
#include "tests/victims/differential_rounding.h"
#include "tests/victims/differential_special.h"

#include <dlfcn.h>
#include <fenv.h>

enum { SPECIAL_CASES = 1200, ROUNDING_CASES = 60 };

// Keeps the provider linked: all calls go through pointers.
double ddot_(const int *n, const double *x, const int *incx, const double *y, const int *incy);
static double (*const volatile linked)(const int *, const double *, const int *, const double *,
                                       const int *) = ddot_;

static const char *only_symbol;
static int only_case = -1;

static uint64_t seed_of(const struct routine *routine, int number)
{
    return hash_bytes(0xcbf29ce484222325u, (const unsigned char *)routine->name,
                      strlen(routine->name)) +
           (uint64_t)number * 0x9e3779b97f4a7c15u;
}

static void place_vectors(const struct routine *routine, struct call *call)
{
    memset(memory[0], 0xa5, bytes_spanned(routine, call->n, call->incx));
    memset(memory[1], 0xa5, bytes_spanned(routine, call->n, call->incy));
    call->x = memory[0] + MARGIN;
    call->y = memory[1] + MARGIN;
    if (routine->shape == SHAPE_FORWARD) // scalars, in the margin
        memset(memory[0], 0, 2 * MARGIN), memset(memory[1], 0, 2 * MARGIN);
}

static void fill_special_vectors(const struct routine *routine, const struct call *call,
                                 const struct special_case *drawn)
{
    const int specials_of[] = {drawn->special_x, drawn->special_y};
    const int increment[] = {call->incx, call->incy};
    const bool alone = stands_alone(routine, drawn->special_x);
    const bool zeros[] = {alone, alone && routine_is_update(routine)};
    uint64_t state = drawn->seed;

    for (int vector = 0; vector < 2; vector++)
        for (int number = 0; number < call->n * (int)routine->parts; number++)
            fill_special_part(routine, drawn, specials_of[vector], zeros[vector], number,
                              element_at(routine, vector, call->n, increment[vector],
                                         number / (int)routine->parts) +
                                  (size_t)number % routine->parts * routine->size,
                              &state);
}

static void print_special(const char *symbol, int number, const struct routine *routine,
                          const struct call *call, bool payload_free)
{
    printf("%s %d %c %016llx", symbol, number, payload_free ? '~' : '=',
           (unsigned long long)hash_case(routine, call));
    if (payload_free) {
        make_nans_plain(routine, 0, call->n, call->incx);
        make_nans_plain(routine, 1, call->n, call->incy);
        printf(" %016llx", (unsigned long long)hash_case(routine, call));
    }
    printf("\n");
}

static void run_special(const struct routine *routine, const char *symbol, bool cblas,
                        generic function, int number)
{
    struct call call = {.cblas = cblas, .base = routine->base};
    struct special_case drawn;

    draw_special_case(routine, &call, &drawn, seed_of(routine, number));
    call.n = drawn.n;
    call.incx = drawn.incx;
    call.incy = drawn.incy;
    place_vectors(routine, &call);
    fill_special_vectors(routine, &call, &drawn);
    if (only_case >= 0)
        print_case(routine, &call, "before");
    routine->invoke(&call, function);
    if (only_case >= 0)
        print_case(routine, &call, "after");
    print_special(symbol, number, routine, &call, drawn.payload_free);
}

static void fill_random_vectors(const struct routine *routine, const struct call *call,
                                uint64_t *state)
{
    for (int vector = 0; vector < 2; vector++)
        for (int i = 0; i < call->n; i++)
            for (size_t part = 0; part < routine->parts; part++)
                store_number(
                    routine,
                    element_at(routine, vector, call->n, vector ? call->incy : call->incx, i) +
                        part * routine->size,
                    draw_real(state));
}

static void run_rounding(const struct routine *routine, const char *symbol, bool cblas,
                         generic function, int number)
{
    struct call call = {.cblas = cblas, .base = routine->base};
    uint64_t state = seed_of(routine, number);
    int exceptions;

    draw_rounding_case(routine, &call, &state);
    place_vectors(routine, &call);
    fill_random_vectors(routine, &call, &state);
    load_before(routine, &call);
    if (only_case >= 0)
        print_case(routine, &call, "before");
    feclearexcept(FE_ALL_EXCEPT);
    routine->invoke(&call, function);
    exceptions = fetestexcept(FE_INVALID | FE_DIVBYZERO | FE_OVERFLOW);
    if (only_case >= 0)
        print_case(routine, &call, "after");
    if (exceptions) // seen by programs that trap them, and by gfortran's STOP
        printf("%s %d raises %x: n=%d increments %d %d\n", symbol, number, (unsigned)exceptions,
               call.n, call.incx, call.incy);
    if (!check_case(routine, &call))
        printf("%s %d is out of bounds: n=%d increments %d %d\n", symbol, number, call.n, call.incx,
               call.incy);
}

// The function that a call of this name gets; NULL where the provider itself has none.
static generic find_function(void *provider, const char *symbol)
{
    void *found = dlsym(provider, symbol) ? dlsym(RTLD_DEFAULT, symbol) : NULL;
    generic function;

    memcpy(&function, &found, sizeof function);
    return function;
}

static void run_symbol(void *provider, const struct routine *routine, bool cblas, bool special)
{
    char symbol[32];
    generic function;

    snprintf(symbol, sizeof symbol, cblas ? "cblas_%s%s" : "%s%s_", routine->name,
             cblas && routine->shape == SHAPE_DOT_C ? "_sub" : "");
    function = find_function(provider, symbol);
    if (!function || (only_symbol && strcmp(symbol, only_symbol) != 0))
        return;
    for (int number = 0; number < (special ? SPECIAL_CASES : ROUNDING_CASES); number++)
        if (only_case < 0 || number == only_case)
            (special ? run_special : run_rounding)(routine, symbol, cblas, function, number);
    if (!special)
        printf("%s done\n", symbol);
}

// OpenBLAS 0.3.21 returns what a register happened to hold from scsum and dzsum.
static bool is_left_to_chance(const struct routine *routine)
{
    return routine->shape == SHAPE_REDUCE_C && strcmp(routine->base, "sum") == 0;
}

int main(int argc, char **argv)
{
    void *provider = dlopen("libblas.so.3", RTLD_LAZY | RTLD_NOLOAD);
    bool special = argc < 2 || strcmp(argv[1], "special") == 0;

    if (!provider || !linked)
        return 2;
    only_symbol = argc > 2 ? argv[2] : NULL;
    only_case = argc > 3 ? atoi(argv[3]) : -1;
    for (int i = 0; i < ROUTINES; i++) {
        if (is_left_to_chance(&routines[i]))
            continue;
        run_symbol(provider, &routines[i], false, special);
        run_symbol(provider, &routines[i], true, special);
    }
    return 0;
}
