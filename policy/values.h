// SPDX-License-Identifier: MIT
// How the value of a key is written: one value_type for each kind of value.
#ifndef TEAMTRIM_POLICY_VALUES_H
#define TEAMTRIM_POLICY_VALUES_H

#include <stddef.h>

struct value_type {
    const char *expected;       // for messages and help: "on or off"
    size_t size;                // bytes of a field
    const char *const *choices; // the names that may be written, ending with NULL; or NULL
    // Stores what `text` says in `field`. 0, or -EINVAL with the field untouched.
    int (*parse)(const struct value_type *type, const char *text, void *field);
};

extern const struct value_type value_boolean; // bool
extern const struct value_type value_size;    // uint64_t, bytes
extern const struct value_type value_kernel;  // int, index into policy_kernel_names
extern const struct value_type value_strided; // int, enum policy_strided

extern const struct value_type value_region_mode; // int, enum policy_region_mode
extern const struct value_type value_team_size;   // int, threads; 0: full
extern const struct value_type value_cap;         // struct policy_team, from its first member on
extern const struct value_type value_chunk;       // int, enum policy_loop_chunk
extern const struct value_type value_time;        // uint64_t, ns
extern const struct value_type value_blocks;      // uint64_t, a count
extern const struct value_type value_decimal;     // double, finite

extern const struct value_type value_yield;   // int, enum policy_wait_yield
extern const struct value_type value_modules; // char[POLICY_MODULES_LENGTH], as policy_wait has it
extern const struct value_type value_tries;   // int, a count

#endif
