// SPDX-License-Identifier: MIT
// Text of a value in, a field of a policy out: booleans, sizes and choices.
#include "policy/values.h"

#include "policy/policy.h"

#include <errno.h>
#include <string.h>

// The order is that of kernels/isa.def; policy/ includes nothing outside itself, so a test
// compares.
const char *const policy_kernel_names[] = {"auto",   "off",  "scalar", "sse2", "avx2",
                                           "avx512", "neon", "sve",    NULL};

static const char *const strided_names[] = {
    [STRIDED_ORIGINAL] = "original", [STRIDED_KERNEL] = "kernel", NULL};

static int parse_choice(const struct value_type *type, const char *text, void *field)
{
    for (int i = 0; type->choices[i]; i++) {
        if (strcmp(text, type->choices[i]) == 0) {
            *(int *)field = i;
            return 0;
        }
    }
    return -EINVAL;
}

static int parse_boolean(const struct value_type *type, const char *text, void *field)
{
    // What means off stands at even places.
    static const char *const names[] = {"off", "on", "no", "yes", "false", "true", "0", "1", NULL};
    const struct value_type words = {.choices = names};
    int word;
    (void)type;
    if (parse_choice(&words, text, &word) != 0)
        return -EINVAL;
    *(bool *)field = word % 2 == 1;
    return 0;
}

// The shift that a unit stands for, or -1.
static int parse_unit(const char *text)
{
    static const char units[] = "KMG";
    if (*text == '\0')
        return 0;
    const char *unit = text[1] == '\0' ? strchr(units, *text & ~0x20) : NULL;
    return unit && *unit ? 10 * (int)(unit - units + 1) : -1;
}

// strtoull would accept blanks, signs and, wrapped around, negative numbers.
static int parse_size(const struct value_type *type, const char *text, void *field)
{
    uint64_t value = 0;
    const char *next = text;
    (void)type;
    for (; *next >= '0' && *next <= '9'; next++) {
        uint64_t digit = (uint64_t)(*next - '0');
        if (value > (UINT64_MAX - digit) / 10)
            return -EINVAL;
        value = value * 10 + digit;
    }
    int shift = next == text ? -1 : parse_unit(next);
    if (shift < 0 || value > UINT64_MAX >> shift)
        return -EINVAL;
    *(uint64_t *)field = value << shift;
    return 0;
}

const struct value_type value_boolean = {"on or off (also yes, no, true, false, 1, 0)",
                                         sizeof(bool), NULL, parse_boolean};
const struct value_type value_size = {"a size in bytes such as 384K (units K, M, G), below 2^64",
                                      sizeof(uint64_t), NULL, parse_size};
const struct value_type value_kernel = {"auto, off, scalar, sse2, avx2, avx512, neon or sve",
                                        sizeof(int), policy_kernel_names, parse_choice};
const struct value_type value_strided = {"original or kernel", sizeof(int), strided_names,
                                         parse_choice};
