// SPDX-License-Identifier: MIT
// Sets of CPUs as bits.
#include "policy/cpus.h"

#include <stddef.h>
#include <string.h>

enum { WORDS = CPUS_MAX / 64 };

bool cpus_have(const struct cpus *cpus, int cpu)
{
    return cpus->bits[cpu / 64] >> cpu % 64 & 1;
}

void cpus_add(struct cpus *cpus, int cpu)
{
    cpus->bits[cpu / 64] |= UINT64_C(1) << cpu % 64;
}

int cpus_count(const struct cpus *cpus)
{
    int count = 0;
    for (int i = 0; i < WORDS; i++)
        count += __builtin_popcountll(cpus->bits[i]);
    return count;
}

int cpus_next(const struct cpus *cpus, int cpu)
{
    while (cpu < CPUS_MAX) {
        uint64_t rest = cpus->bits[cpu / 64] >> cpu % 64;
        if (rest)
            return cpu + __builtin_ctzll(rest);
        cpu = (cpu / 64 + 1) * 64;
    }
    return -1;
}

void cpus_keep(struct cpus *cpus, const struct cpus *others)
{
    for (int i = 0; i < WORDS; i++)
        cpus->bits[i] &= others->bits[i];
}

void cpus_drop(struct cpus *cpus, const struct cpus *others)
{
    for (int i = 0; i < WORDS; i++)
        cpus->bits[i] &= ~others->bits[i];
}

static const char *skip_blanks(const char *text)
{
    return text + strspn(text, " \t\r\n");
}

// Behind the number, or NULL.
static const char *parse_cpu(const char *text, int *cpu)
{
    const char *next = text;
    *cpu = 0;
    for (; *next >= '0' && *next <= '9'; next++) {
        *cpu = *cpu * 10 + (*next - '0');
        if (*cpu >= CPUS_MAX)
            return NULL;
    }
    return next == text ? NULL : next;
}

// "7" or "0-3": behind it, or NULL.
static const char *parse_range(struct cpus *cpus, const char *text)
{
    int first, last;
    text = parse_cpu(text, &first);
    last = first;
    if (text && *text == '-')
        text = parse_cpu(text + 1, &last);
    if (!text || last < first)
        return NULL;
    for (int cpu = first; cpu <= last; cpu++)
        cpus_add(cpus, cpu);
    return text;
}

bool cpus_parse_list(struct cpus *cpus, const char *text)
{
    memset(cpus, 0, sizeof *cpus);
    text = parse_range(cpus, skip_blanks(text));
    while (text && *text == ',')
        text = parse_range(cpus, text + 1);
    if (text && *skip_blanks(text) == '\0')
        return true;
    memset(cpus, 0, sizeof *cpus);
    return false;
}
