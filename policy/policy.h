// SPDX-License-Identifier: MIT
// Facts and sizes in, a decision out: the policy file, its keys, and the rule for a level-1 call.
// Fields and enumerators of a section are named after its keys; rows, defaults and help: keys.def.
// Nothing here touches the host process: no environment, no clock, no output.
#ifndef TEAMTRIM_POLICY_H
#define TEAMTRIM_POLICY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "policy/backoff.h"
#include "policy/chunk.h"
#include "policy/learn.h"
#include "policy/machine.h"
#include "policy/partition.h"
#include "policy/split.h"

// A routine that policy sections may name: [blas ddot] (name) or [blas dot] (base, all precisions).
struct policy_routine {
    const char *name;
    const char *base;
};

// Values of `strided`.
enum policy_strided { STRIDED_ORIGINAL, STRIDED_KERNEL };

// The keys of a [blas] section.
struct policy_blas {
    bool enable;
    int kernel;                         // index into policy_kernel_names
    uint64_t bytes_per_thread;          // bytes; traffic that pays for waking one parked thread
    uint64_t bytes_per_thread_spinning; // bytes; the same while the team spins
    int strided;                        // enum policy_strided
    bool reproducible;
    bool fortran;
};

// "auto", "off", then ISA levels as kernels_isa_name() spells them; NULL ends the list.
enum { POLICY_KERNEL_AUTO, POLICY_KERNEL_OFF, POLICY_KERNEL_ISA };
extern const char *const policy_kernel_names[];

enum policy_region_mode { POLICY_REGION_OFF, POLICY_REGION_LAZY, POLICY_REGION_TRIM };

// The keys of a [region] section.
struct policy_region {
    int mode; // enum policy_region_mode
    bool rescue, learn;
    int team; // threads of a trimmed region, at most POLICY_MOST_THREADS; 0: the full team
};

enum { POLICY_MOST_THREADS = 65536 };

// What may cap the team; bits of policy_team.cap.
enum { POLICY_CAP_QUOTA = 1, POLICY_CAP_PHYSICAL = 2, POLICY_CAP_PERFORMANCE = 4 };

// The one key of [team]. cap = off leaves both 0; at most one of them is not 0.
struct policy_team {
    unsigned cap;   // mask of POLICY_CAP_*
    int cap_number; // threads, at most POLICY_MOST_THREADS
};

enum policy_loop_chunk {
    POLICY_LOOP_KEEP,
    POLICY_LOOP_ADAPTIVE,
    POLICY_LOOP_MODEL,
    POLICY_LOOP_BALANCED
};

// Coefficients of the cost model, in the order of policy_loop.model.
enum policy_loop_model {
    POLICY_MODEL_SCALE,
    POLICY_MODEL_GROUPS,
    POLICY_MODEL_THREADS,
    POLICY_MODEL_READ,
    POLICY_MODEL_WRITTEN,
    POLICY_MODEL_COMPUTE,
    POLICY_MODEL_COEFFICIENTS
};

// The keys of [loop].
struct policy_loop {
    int chunk;                               // enum policy_loop_chunk
    uint64_t block;                          // ns of work reserved at a time, 1 to 10^10
    uint64_t balance;                        // blocks a thread, at least; 1 to 10^6
    double model[POLICY_MODEL_COEFFICIENTS]; // all 0: not calibrated, take a fit of your own
};

enum policy_wait_yield { POLICY_YIELD_KEEP, POLICY_YIELD_BACKOFF };

enum { POLICY_MODULES_LENGTH = 256 };

// The keys of [wait].
struct policy_wait {
    int yield;                           // enum policy_wait_yield
    char modules[POLICY_MODULES_LENGTH]; // names between commas, no blanks; "": all
    int spin_tries;                      // 0 to 1000
};

enum { POLICY_OVERRIDES = 128, POLICY_SITES = 128, POLICY_SITE_LENGTH = 201 };

// A policy: the sections, and what [blas ROUTINE] and [region SITE] change. Plain data, no
// allocation; 34 KiB, mostly names of sites. What lies past the counts is zero.
struct policy {
    const struct policy_routine *routines; // ends with name == NULL; not owned
    struct policy_blas blas;
    struct policy_region region;
    struct policy_team team;
    struct policy_loop loop;
    struct policy_wait wait;
    struct policy_override {
        const char *routine; // a name or a base of `routines`
        uint32_t present;    // bit i: row i of keys.def was given
        struct policy_blas values;
    } overrides[POLICY_OVERRIDES];
    size_t override_count;
    struct policy_site {
        char name[POLICY_SITE_LENGTH]; // a module, a symbol, or MODULE+0xOFFSET in lower-case hex
        uint32_t present;              // as above
        struct policy_region values;
    } sites[POLICY_SITES];
    size_t site_count;
};

// Receives one complete message ("FILE:LINE: what is wrong, what was expected"), without newline.
typedef void policy_report(void *context, const char *message);

// Compiled-in defaults. `routines` are the names that [blas ROUTINE] may use.
void policy_init(struct policy *policy, const struct policy_routine *routines);

// Reads an INI file over `policy`. All errors are reported, one message each; after any error the
// policy is as it was before. 0, -EINVAL after reported errors, or the -errno of opening or reading
// the file (reported too). Sections, keys and values are lower case, but for the names of sites. A
// key may stand once in a section, a section more than once. A line is read for itself: white space
// at its start does not continue the value above. Allocates nothing; needs 64 KiB of stack.
int policy_load(struct policy *policy, const char *path, policy_report *report, void *context);

// Sets one key. `section` is as in the file ("blas", "blas ddot", "region libfoo.so"), `origin`
// opens the message, as "TEAMTRIM_BLAS_KERNEL" or "--set". 0, or -EINVAL with the policy unchanged.
int policy_set(struct policy *policy, const char *section, const char *key, const char *value,
               const char *origin, policy_report *report, void *context);

// Cuts "SECTION.KEY=VALUE" in place, so that it becomes the section. Sections may hold dots, keys
// do not: the last dot before the first '=' parts them. False, and nothing is cut, if one is
// missing.
bool policy_split_setting(char *setting, const char **key, const char **value);

// The environment variable that holds what no variable of a key can: settings, one a line. They lie
// on top of the variables of keys.
#define POLICY_SETTINGS_VARIABLE "TEAMTRIM_SET"

enum { POLICY_SECTION_LENGTH = 256, POLICY_VARIABLE_LENGTH = 128, POLICY_SETTING_LENGTH = 512 };

// Finds the key that an environment variable names: "TEAMTRIM_BLAS_BYTES_PER_THREAD" -> "blas",
// "bytes-per-thread"; "TEAMTRIM_BLAS_DDOT_KERNEL" -> "blas ddot", "kernel". `section` has room for
// POLICY_SECTION_LENGTH bytes. False if it names none; sites have no variables.
bool policy_key_of_variable(const struct policy *policy, const char *variable, char *section,
                            const char **key);

// The other way round. `variable` has room for POLICY_VARIABLE_LENGTH bytes; -ENAMETOOLONG if that
// is too little, -EINVAL for the section of a site.
int policy_variable_of_key(const char *section, const char *key, char *variable);

// The values in force for a routine ("ddot"): [blas], then [blas dot], then [blas ddot].
struct policy_blas policy_blas_of(const struct policy *policy,
                                  const struct policy_routine *routine);

// The values in force for a region: [region], then [region MODULE], then [region SYMBOL], then
// [region MODULE+0xOFFSET]. `module` is its file's base name, `symbol` may be NULL. True if one of
// these sections, not counting [region], is there.
bool policy_region_of(const struct policy *policy, const char *module, uint64_t offset,
                      const char *symbol, struct policy_region *region);

// Whether a section's name, as policy.sites holds it, is that of a site.
bool policy_site_covers(const char *site, const char *module, uint64_t offset, const char *symbol);

// Whether a list of modules, as policy.wait holds it, names the object of this path: a name is the
// start of its file's name, or of its folder's. An empty list names all.
bool policy_module_covers(const char *modules, const char *path);

// One row of keys.def, for help and documentation. False when index is past the last row.
struct policy_key {
    const char *section, *name, *expected, *default_value, *help;
};
bool policy_key_at(size_t index, struct policy_key *key);

// The one of `names` (NULL ends them) that the misspelt `word` may have meant, or NULL.
const char *policy_suggest(const char *word, const char *const *names);

// A level-1 call on a provider.
struct blas_call {
    uint64_t bytes;    // all vectors read and written
    bool unit_strides; // every stride is 1
    int team;          // threads that the original would use, at least 1
    bool spinning;     // the team's idle threads spin; otherwise they are parked
    bool adjustable;   // one thread's team can be changed cheaply and safely
};

enum blas_rule {
    BLAS_RULE_DISABLED,     // enable = off or kernel = off
    BLAS_RULE_REPRODUCIBLE, // reproducible = on
    BLAS_RULE_STRIDED,      // other strides are the original's, with its team
    BLAS_RULE_ONE_THREAD,   // the original is single-threaded here
    BLAS_RULE_SMALL,        // bytes < (team - 1) * bytes_per_thread
    BLAS_RULE_TRIMMED, // as SMALL, but worth 1 + bytes / bytes_per_thread of an adjustable team
    BLAS_RULE_LARGE,   // the rest, with the whole team
};

struct blas_decision {
    bool kernel;               // run the own kernel; otherwise forward
    int team;                  // threads to forward with
    enum blas_rule rule;       // why
    uint64_t bytes_per_thread; // the value that was compared, where one was
};

// The decision of design section 5. Pure.
struct blas_decision policy_decide_blas(const struct policy_blas *policy,
                                        const struct blas_call *call);

// Unit-stride calls that move fewer bytes than this get the own kernel whatever the team and its
// way of waiting. 0: none do.
uint64_t policy_blas_always_bytes(const struct policy_blas *policy);

#endif
