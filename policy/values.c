// SPDX-License-Identifier: MIT
// Text of a value in, a field of a policy out: choices and whole numbers. Decimals: decimal.c,
// lists of modules: modules.c.
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
static const char *const region_modes[] = {[POLICY_REGION_OFF] = "off",
                                           [POLICY_REGION_LAZY] = "lazy",
                                           [POLICY_REGION_TRIM] = "trim",
                                           NULL};
static const char *const chunk_names[] = {[POLICY_LOOP_KEEP] = "keep",
                                          [POLICY_LOOP_ADAPTIVE] = "adaptive",
                                          [POLICY_LOOP_MODEL] = "model",
                                          [POLICY_LOOP_BALANCED] = "balanced",
                                          NULL};
static const char *const yields[] = {
    [POLICY_YIELD_KEEP] = "keep", [POLICY_YIELD_BACKOFF] = "backoff", NULL};
static const char *const team_sizes[] = {"full", NULL};

// The names after the first are bits, in the order of POLICY_CAP_*.
static const char *const cap_names[] = {"off", "quota", "physical", "performance", NULL};
_Static_assert(offsetof(struct policy_team, cap) == 0, "value_cap fills the struct from its `cap`");

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

// What follows the digits, or NULL if there are none or too many. strtoull would accept blanks,
// signs and, wrapped around, negative numbers.
static const char *read_digits(const char *text, uint64_t *value)
{
    const char *next = text;
    *value = 0;
    for (; *next >= '0' && *next <= '9'; next++) {
        uint64_t digit = (uint64_t)(*next - '0');
        if (*value > (UINT64_MAX - digit) / 10)
            return NULL;
        *value = *value * 10 + digit;
    }
    return next == text ? NULL : next;
}

static int parse_size(const struct value_type *type, const char *text, void *field)
{
    uint64_t value;
    const char *unit = read_digits(text, &value);
    int shift = unit ? parse_unit(unit) : -1;
    (void)type;
    if (shift < 0 || value > UINT64_MAX >> shift)
        return -EINVAL;
    *(uint64_t *)field = value << shift;
    return 0;
}

static int parse_time(const struct value_type *type, const char *text, void *field)
{
    static const struct {
        const char *name;
        uint64_t ns;
    } units[] = {{"ns", 1}, {"us", 1000}, {"ms", 1000000}, {"s", 1000000000}};
    static const uint64_t longest = UINT64_C(10000000000);
    uint64_t value;
    const char *unit = read_digits(text, &value);
    (void)type;
    for (size_t i = 0; unit && i < sizeof units / sizeof units[0]; i++) {
        if (strcmp(unit, units[i].name) == 0 && value > 0 && value <= longest / units[i].ns) {
            *(uint64_t *)field = value * units[i].ns;
            return 0;
        }
    }
    return -EINVAL;
}

static int parse_blocks(const struct value_type *type, const char *text, void *field)
{
    uint64_t value;
    const char *end = read_digits(text, &value);
    (void)type;
    if (!end || *end || value < 1 || value > 1000000)
        return -EINVAL;
    *(uint64_t *)field = value;
    return 0;
}

static int parse_tries(const struct value_type *type, const char *text, void *field)
{
    uint64_t value;
    const char *end = read_digits(text, &value);
    (void)type;
    if (!end || *end || value > 1000)
        return -EINVAL;
    *(int *)field = (int)value;
    return 0;
}

static int parse_threads(const char *text, int *threads)
{
    uint64_t value;
    const char *end = read_digits(text, &value);
    if (!end || *end || value < 1 || value > POLICY_MOST_THREADS)
        return -EINVAL;
    *threads = (int)value;
    return 0;
}

static int parse_team_size(const struct value_type *type, const char *text, void *field)
{
    // The index of "full" is its value.
    return parse_choice(type, text, field) == 0 ? 0 : parse_threads(text, field);
}

// The bit of the source that the first `length` bytes of `text` name, or 0.
static unsigned find_cap(const char *text, size_t length)
{
    for (unsigned i = 1; cap_names[i]; i++) {
        if (strlen(cap_names[i]) == length && strncmp(text, cap_names[i], length) == 0)
            return 1U << (i - 1);
    }
    return 0;
}

// "quota, physical": the mask of a list, or 0 if there is anything else in it.
static unsigned parse_cap_list(const char *text)
{
    static const char blanks[] = " \t";
    unsigned caps = 0;
    for (;;) {
        text += strspn(text, blanks);
        size_t length = strcspn(text, " \t,");
        unsigned cap = find_cap(text, length);
        text += length + strspn(text + length, blanks);
        caps |= cap;
        if (cap == 0 || *text == '\0')
            return cap ? caps : 0;
        if (*text++ != ',')
            return 0;
    }
}

static int parse_cap(const struct value_type *type, const char *text, void *field)
{
    struct policy_team team = {0, 0};
    (void)type;
    if (strcmp(text, cap_names[0]) != 0 && parse_threads(text, &team.cap_number) != 0 &&
        (team.cap = parse_cap_list(text)) == 0)
        return -EINVAL;
    memcpy(field, &team, sizeof team);
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
const struct value_type value_region_mode = {"off, lazy or trim", sizeof(int), region_modes,
                                             parse_choice};
const struct value_type value_team_size = {"a number of threads from 1 to 65536, or full",
                                           sizeof(int), team_sizes, parse_team_size};
const struct value_type value_cap = {
    "off, some of quota, physical and performance (comma-separated), or a number from 1 to 65536",
    sizeof(struct policy_team), cap_names, parse_cap};
const struct value_type value_chunk = {"keep, adaptive, model or balanced", sizeof(int),
                                       chunk_names, parse_choice};
const struct value_type value_time = {"a time such as 20us (units ns, us, ms, s), from 1ns to 10s",
                                      sizeof(uint64_t), NULL, parse_time};
const struct value_type value_blocks = {"a number from 1 to 1000000", sizeof(uint64_t), NULL,
                                        parse_blocks};
const struct value_type value_yield = {"keep or backoff", sizeof(int), yields, parse_choice};
const struct value_type value_tries = {"a number from 0 to 1000", sizeof(int), NULL, parse_tries};
