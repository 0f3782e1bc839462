// SPDX-License-Identifier: MIT
// Names from shim/names, numbered, and an index of them by their text.
#include "shim/cli/doctor/interposed.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

static const char *const names[] = {
#define FAMILY_BODY "shim/cli/doctor/interposed_family.h"
#include "shim/names/families.def"
#define CALL(name) #name,
#define PLAIN(name) #name,
#define TEAM(name) #name,
#include "shim/names/openmp.def"
};

enum { COUNT = sizeof names / sizeof *names };
_Static_assert(COUNT <= 64 * INTERPOSED_WORDS, "a set holds all names");

static uint16_t index_by_text[COUNT];

static int compare_numbers(const void *a, const void *b)
{
    return strcmp(names[*(const uint16_t *)a], names[*(const uint16_t *)b]);
}

static int compare_name(const void *name, const void *number)
{
    return strcmp(name, names[*(const uint16_t *)number]);
}

static void make_index(void)
{
    for (uint16_t i = 0; i < COUNT; i++)
        index_by_text[i] = i;
    qsort(index_by_text, COUNT, sizeof *index_by_text, compare_numbers);
}

int interposed_find(const char *name)
{
    static bool made;
    if (!made)
        make_index();
    made = true;
    const uint16_t *found = bsearch(name, index_by_text, COUNT, sizeof *found, compare_name);
    return found ? *found : -1;
}

const char *interposed_name(int number)
{
    return names[number];
}

enum interposed_kind interposed_kind_of(int number)
{
    static const char *const starts[] = {"GOMP_", "__kmpc_", "omp_"};
    for (size_t i = 0; i < sizeof starts / sizeof *starts; i++)
        if (strncmp(names[number], starts[i], strlen(starts[i])) == 0)
            return INTERPOSED_OPENMP;
    return INTERPOSED_BLAS;
}

void interposed_add(struct interposed_set *set, int number)
{
    set->words[number / 64] |= UINT64_C(1) << number % 64;
}

bool interposed_has(const struct interposed_set *set, int number)
{
    return set->words[number / 64] >> number % 64 & 1;
}

int interposed_next(const struct interposed_set *set, enum interposed_kind kind, int number)
{
    for (; number < COUNT; number++)
        if (interposed_has(set, number) && interposed_kind_of(number) == kind)
            return number;
    return -1;
}

int interposed_count(const struct interposed_set *set, enum interposed_kind kind)
{
    int count = 0;
    for (int at = interposed_next(set, kind, 0); at >= 0; at = interposed_next(set, kind, at + 1))
        count++;
    return count;
}
