// SPDX-License-Identifier: MIT
// Sites: outlined functions that have been forked, with what is known of each.
#ifndef TEAMTRIM_SITE_H
#define TEAMTRIM_SITE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "policy/policy.h"
#include "shim/omp/originals.h"
#include "shim/omp/table.h"

// What was done with a call.
enum site_way { SITE_ONE_THREAD, SITE_TRIMMED, SITE_LAZY, SITE_TEAM, SITE_FORWARDED, SITE_WAYS };

// What became of a call that began lazily.
enum site_end { SITE_FOLDED, SITE_PROMOTED, SITE_RESCUED, SITE_ENDS };

// Where a piece of code is, for people and policies.
struct site_name {
    char module[64]; // the file's base name; "" for code in no object
    char symbol[96]; // "" if there is none
    uint64_t offset; // in the file's address space, or the address
};

enum { SITE_CLASSES = LEARN_CLASSES + 1, SITE_CLASS_LARGE = LEARN_CLASSES };

struct site {
    struct table_record at; // first: the outlined function
    uintptr_t begin;        // of its object
    int row;                // of its object's originals, -1: none yet
    struct site_name name;
    const char *hands_off;  // every call is forwarded: why; else NULL
    uintptr_t runtime_base; // where its runtime is loaded
    int runtime_row;        // of that object
    bool quick;             // region_choose_quick may decide: nothing is logged, nothing forbids it
    bool forwards;          // likewise: always to the runtime
    bool one;               // default teams have one thread by policy
    bool trims;             // ... and small default teams are trimmed by what has been learned
    _Atomic bool untouched; // its full teams need not go through us
    _Atomic bool dynamic;   // has dynamic loops of its own
    _Atomic uint8_t looked; // calls whose members went through us to find that out
    bool adjustable;        // its runtime changes team sizes cheaply
    bool kmp;               // forks by libomp's names
    bool lazy;              // its teams may be lazy, unless they are ruled out
    bool schedules;         // its object sets schedules
    bool handles;           // its object handles C++ exceptions
    bool waits;             // its object may wait for threads in more than OpenMP's constructs
    _Atomic bool words_matter;   // its data tell small calls from large ones:
    _Atomic int split_word;      // by this of their words
    _Atomic int32_t split_bound; // which large ones have at least so large
    uint8_t runtime;             // a number below 32, for the default team
    bool named;                  // a policy section names it
    struct policy_region policy;

    // lazy teams
    const char *_Atomic ruled_out; // why it has none any more
    _Atomic uint32_t lazy_classes; // those of classes[] that are best on one thread, as a set
    _Atomic uint8_t last_class;    // of a loop met inside; 0: none ever
    _Atomic uint8_t insisted;      // calls that only a real team could do
    _Atomic uint8_t rescued;
    _Atomic uint32_t fp_control;    // of a team's other threads; 0: not known
    uintptr_t *(*exceptions)(void); // __cxa_get_globals, or NULL

    atomic_flag learning; // guards the learners
    struct split split;
    struct site_class {
        _Atomic int team;         // 0: nothing known
        _Atomic int full;         // of which whole team
        _Atomic uint64_t price;   // ticks that the whole team costs
        _Atomic unsigned untimed; // calls that need not be timed
        _Atomic uint64_t told;    // decisions that have been logged, as a set
        struct learner learner;
        struct learn_next next;
        uint64_t one;        // ns on one thread, as last known
    } classes[SITE_CLASSES]; // by trip count; the last: its data say that it is large

    // for the log; counted when it is on
    _Atomic uint64_t calls[SITE_WAYS];
    _Atomic uint64_t timed[SITE_WAYS]; // calls that the timed ones stand for
    _Atomic uint64_t ticks[SITE_WAYS]; // of these
    _Atomic uint64_t price;            // ticks of these that went into fork and join
    _Atomic uint64_t work;             // ticks of the members' parts of timed team calls
    _Atomic int size;                  // of the last whole team
    const char *_Atomic why;           // ... or its reason to be forwarded
    _Atomic uint64_t ends[SITE_ENDS];  // of lazy calls
    _Atomic uint64_t saved;            // ticks that folded calls took less than the team's mean
    _Atomic uint64_t trips;            // of the last combined loop
    _Atomic unsigned constructs;       // met at the fork and inside: set of SITE_HAS_*
};

enum { SITE_HAS_NUM_THREADS = 1, SITE_HAS_DEFAULT = 2, SITE_HAS_DYNAMIC = 4, SITE_HAS_BARRIER = 8 };

enum { SITES = 2048 };
extern struct table site_table;

// The slow path of site_of.
struct site *site_make(const void *code, bool kmp);

// NULL: forward. The table is full, objects are being unloaded, or the settings are being read.
static inline struct site *site_of(const void *code, bool kmp)
{
    struct site *site = table_find(&site_table, code);
    return __builtin_expect(site != NULL, true) ? site : site_make(code, kmp);
}

// On whose behalf the runtime itself is asked.
static inline const void *site_asked(const struct site *site)
{
    return (const void *)(site->runtime_base ? site->runtime_base : site->at.address);
}

static inline any_function site_original(const struct site *site, enum openmp_name name)
{
    any_function found = site->row < 0 ? NULL
                                       : atomic_load_explicit(&originals_table[site->row][name],
                                                              memory_order_acquire);
    return __builtin_expect(found != NULL, true)
               ? found
               : originals_search(name, (const void *)site->at.address);
}

// What the site's own runtime says: omp_* of the program may lead to another one's.
static inline any_function site_ask(const struct site *site, enum openmp_name name)
{
    any_function found =
        site->runtime_row <= 0
            ? NULL
            : atomic_load_explicit(&originals_table[site->runtime_row][name], memory_order_acquire);
    return __builtin_expect(found != NULL, true) ? found : originals_search(name, site_asked(site));
}

#define SITE_ASK(site, name) ((__typeof__(&name))site_ask(site, OPENMP_##name))
#define SITE_ORIGINAL(site, name) ((__typeof__(&name))site_original(site, OPENMP_##name))

// Fills the name of any code address. Reads the object's file for local symbols if `symbols`.
void site_fill_name(struct site_name *name, const void *code, bool symbols);

// libfoo.so+0x1a40 (solve._omp_fn.0)
enum { SITE_TEXT = 192 };
const char *site_text(const struct site_name *name, char *text);

// A number below 32 for a runtime's load address.
uint8_t site_runtime(uintptr_t runtime);

// When a site is made.
void site_fill_lazy(struct site *site);

// No lazy teams from now on: why.
void site_rule_out(struct site *site, const char *why);

// A lazy call needed its team for a construct: some are enough to rule the site out.
void site_count_insisted(struct site *site);

// The sites met so far, in the order of their first call; NULL past the last.
struct site *site_at(size_t index);

#endif
