// SPDX-License-Identifier: MIT
// The two vectors of a case: where their elements lie, and what the result looks like in one line.
#include "tests/victims/differential.h"

enum { MARGIN = 64, ROOM = 3 * 20000 * 16 + 2 * MARGIN };

// Fixed alignment, so that a case is the same in every run. The bytes between and around elements
// are part of the result.
static _Alignas(64) unsigned char memory[2][ROOM];

static size_t element_size(const struct routine *routine)
{
    return routine->parts * routine->size;
}

static size_t count_spanned(int n, int increment)
{
    return n <= 0 ? 0 : (size_t)(n - 1) * (size_t)abs(increment) + 1;
}

static size_t bytes_spanned(const struct routine *routine, int n, int increment)
{
    return count_spanned(n, increment) * element_size(routine) + 2 * MARGIN;
}

// Element i in the order in which BLAS takes them.
static unsigned char *element_at(const struct routine *routine, int vector, int n, int increment,
                                 int i)
{
    ptrdiff_t place = (ptrdiff_t)(increment < 0 ? i - (n - 1) : i) * increment;

    return memory[vector] + MARGIN + place * (ptrdiff_t)element_size(routine);
}

static uint64_t hash_bytes(uint64_t hash, const unsigned char *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ bytes[i]) * 0x100000001b3u;
    return hash;
}

static void make_nan_plain(unsigned char *part, size_t size)
{
    double wide;
    float narrow;

    memcpy(&wide, part, 8);
    memcpy(&narrow, part, 4);
    if (size == 8 ? wide != wide : narrow != narrow)
        memset(part, 0xff, size);
}

// What can be compared where it is open which NaN stays.
static void make_nans_plain(const struct routine *routine, int vector, int n, int increment)
{
    for (int i = 0; i < n; i++)
        for (size_t part = 0; part < routine->parts; part++)
            make_nan_plain(element_at(routine, vector, n, increment, i) + part * routine->size,
                           routine->size);
}

static uint64_t hash_case(const struct routine *routine, const struct call *call)
{
    uint64_t hash = hash_bytes(0xcbf29ce484222325u, call->result, call->result_size);

    hash = hash_bytes(hash, memory[0], bytes_spanned(routine, call->n, call->incx));
    return hash_bytes(hash, memory[1], bytes_spanned(routine, call->n, call->incy));
}

static void print_bytes(const char *what, const unsigned char *bytes, size_t size)
{
    printf("  %s", what);
    for (size_t i = size; i > 0; i--)
        printf("%02x", bytes[i - 1]);
    printf("\n");
}

static void print_vector(const struct routine *routine, const char *what, int vector, int n,
                         int increment)
{
    printf(" %s\n", what);
    for (int i = 0; i < n; i++)
        for (size_t part = 0; part < routine->parts; part++)
            print_bytes("", element_at(routine, vector, n, increment, i) + part * routine->size,
                        routine->size);
}

// Everything about a case, for the one that looks into a difference.
static void print_case(const struct routine *routine, const struct call *call, const char *when)
{
    printf("%s %s n=%d increments %d %d alpha %g %g beta %g %g param %g %g %g %g %g\n", when,
           routine->name, call->n, call->incx, call->incy, call->alpha[0], call->alpha[1],
           call->beta[0], call->beta[1], call->param[0], call->param[1], call->param[2],
           call->param[3], call->param[4]);
    print_bytes("result ", call->result, call->result_size);
    print_vector(routine, "x", 0, call->n, call->incx);
    if (routine_has_two_vectors(routine))
        print_vector(routine, "y", 1, call->n, call->incy);
}
