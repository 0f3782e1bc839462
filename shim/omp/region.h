// SPDX-License-Identifier: MIT
// A fork that the program asks for: what to do with it, and the team that goes through us.
#ifndef TEAMTRIM_REGION_H
#define TEAMTRIM_REGION_H

#include "shim/core/clock.h"
#include "shim/omp/loop.h"
#include "shim/omp/member.h"
#include "shim/omp/plain.h"
#include "shim/omp/site.h"

// What the program asks for.
struct fork {
    const void *code; // the outlined function
    bool kmp;         // by libomp's names
    bool bound;       // with a proc_bind clause
    unsigned wanted;  // num_threads, 1 also for if(0); 0: the default team
    bool dynamic;     // a combined loop that is ours to hand out
    int64_t trips;    // iterations of a combined loop; -1: unknown

    // What the region is given: libgomp's block, or libomp's arguments.
    const void *data;
    void *const *arguments;
    intptr_t count;
};

struct fork_choice {
    enum site_way way;
    unsigned team; // threads, 0: as asked for
    bool through;  // SITE_TEAM: the team's members go through us
    bool timed;
    bool learns; // the site's learner is told
    int class;   // of the trip count
    int full;    // what the whole team would be, where it matters
    struct site *site;
    const char *why; // for the log
};

// A team of the runtime's whose members go through us. On the stack of the thread that forks, which
// outlives the members' use of it: the join comes after.
struct region {
    struct site *site;
    union {
        struct {
            gomp_function *function;
            void *data;
        } gomp;
        struct {
            kmp_microtask *function;
            void **arguments;
            intptr_t count;
        } kmp;
    };
    bool timed;
    _Atomic int joined;    // members, if it is timed
    _Atomic int class;     // of a loop met inside; -1: none
    bool combined;         // loops[0] is the construct's own: each member is in it from the start
    int level;             // omp_get_level of the members
    int capacity;          // members that the shares have room for
    struct loop_line line; // of the combined loop
    _Alignas(LOOP_LINE) _Atomic uint64_t work, longest; // ticks of the members' parts: sum, maximum
    struct loop_ring ring;
};

enum quick { QUICK_NOT, QUICK_PLAIN, QUICK_TRIMMED, QUICK_LAZY, QUICK_FORWARD };

static inline bool region_is_nested_too_deep(const struct site *site)
{
    int active = SITE_ASK(site, omp_get_active_level)();
    return active > 0 && active >= SITE_ASK(site, omp_get_max_active_levels)();
}

// Whether a trimmed default team is known to be best with one thread, this call not to be timed.
static inline bool region_take_untimed(struct site_class *c)
{
    unsigned untimed = atomic_load_explicit(&c->untimed, memory_order_relaxed);
    if (untimed == 0 || atomic_load_explicit(&c->team, memory_order_relaxed) != 1)
        return false;
    atomic_store_explicit(&c->untimed, untimed - 1, memory_order_relaxed);
    return true;
}

// What a team of `full` does, where no call is to be timed.
static inline enum quick region_choose_learned(struct site *site, int class, int full)
{
    struct site_class *c = &site->classes[class];
    unsigned untimed = atomic_load_explicit(&c->untimed, memory_order_relaxed);
    bool one = atomic_load_explicit(&c->team, memory_order_relaxed) == 1;
    if (untimed == 0 || atomic_load_explicit(&c->full, memory_order_relaxed) != full ||
        (!one && atomic_load_explicit(&site->dynamic, memory_order_relaxed)))
        return QUICK_NOT;
    atomic_store_explicit(&c->untimed, untimed - 1, memory_order_relaxed);
    if (one)
        return QUICK_LAZY;
    member_stack.untouched = site;
    return QUICK_FORWARD;
}

// Whether the runtime's settings are those of a program that has not touched them, outside any
// region.
static inline bool region_is_common(const struct site *site)
{
    return member_stack.depth == 0 && SITE_ASK(site, omp_get_level)() == 0 &&
           !SITE_ASK(site, omp_get_dynamic)() && SITE_ASK(site, omp_get_max_active_levels)() == 1;
}

// Where lazy teams are allowed. A site that is known by the loops inside is always begun lazily.
static inline enum quick region_choose_lazily(struct site *site, unsigned wanted, int class)
{
    int full = wanted ? (int)wanted : SITE_ASK(site, omp_get_max_threads)();
    int last = atomic_load_explicit(&site->last_class, memory_order_relaxed);
    if (full == 1)
        return QUICK_PLAIN;
    if (site->words_matter || !region_is_common(site))
        return QUICK_NOT;
    member_stack.full = full;
    member_stack.wanted = wanted;
    member_stack.class = last && class == 0 ? last : class;
    if (last && atomic_load_explicit(&site->lazy_classes, memory_order_relaxed))
        return QUICK_LAZY;
    return region_choose_learned(site, member_stack.class, full);
}

// The short way of the most frequent choices; QUICK_NOT: region_choose decides. QUICK_LAZY leaves
// the team and its class in member_stack.
static inline enum quick region_choose_quick(const void *code, unsigned wanted, int class,
                                             bool bound)
{
    struct site *site = table_find(&site_table, code);
    if (!site || bound)
        return QUICK_NOT;
    if (site->forwards && member_stack.capped >> site->runtime & 1)
        return QUICK_FORWARD;
    if (!site->quick)
        return QUICK_NOT;
    if (member_stack.lazy && member_stack.lazy_base != site->runtime_base)
        return QUICK_NOT;
    if (wanted == 1 || thread_self.trimmed)
        return QUICK_PLAIN;
    if (!(member_stack.capped >> site->runtime & 1) || member_stack.pending)
        return QUICK_NOT;
    if (site->lazy && !member_stack.top &&
        !atomic_load_explicit(&site->ruled_out, memory_order_relaxed))
        return region_choose_lazily(site, wanted, class);
    if (member_stack.nested && region_is_nested_too_deep(site))
        return QUICK_PLAIN;
    if (!wanted && site->trims && !member_stack.chose_team &&
        SITE_ASK(site, omp_get_active_level)() == 0 && region_take_untimed(&site->classes[class]))
        return QUICK_TRIMMED;
    if (!wanted && SITE_ASK(site, omp_get_max_threads)() == 1)
        return QUICK_PLAIN;
    if (!member_stack.nested && region_is_nested_too_deep(site)) {
        member_stack.nested = true;
        return QUICK_PLAIN;
    }
    member_stack.nested = false;
    if (!wanted && site->one)
        return QUICK_TRIMMED;
    if (!atomic_load_explicit(&site->untouched, memory_order_relaxed) ||
        (!wanted && SITE_ASK(site, omp_get_dynamic)()))
        return QUICK_NOT;
    member_stack.untouched = site;
    return QUICK_FORWARD;
}

// The first words of what it is given.
void fork_words(const struct fork *fork, struct split_words *words);

void region_choose(const struct fork *fork, struct fork_choice *choice);

// Runs `run(argument)` as the choice says for one thread, timed if it says so. False: it cannot be,
// forward.
bool region_run_plain(const struct fork *fork, const struct fork_choice *choice,
                      const struct plain_kind *kind, void (*run)(struct member *, void *),
                      void *argument);

// Room for a region with so many members, which the caller takes from its stack; where in it the
// region begins.
int region_capacity(const struct fork_choice *choice);
size_t region_bytes(int capacity);
struct region *region_place(void *room);

// Around a fork of the runtime's that the members of `region` go through.
void region_begin_team(struct region *region, const struct fork_choice *choice, int capacity);
void region_end_team(struct region *region, const struct fork_choice *choice,
                     const struct fork *fork, uint64_t began);

// What the runtime runs in place of the outlined function.
void region_run_gomp(void *region);
void region_run_kmp(int *gtid, int *tid, ...);

// Ticks in barriers, inside a member that is timed; else nothing is read.
static inline uint64_t region_wait_begin(void)
{
    return thread_self.watch & WATCH_TIMED ? clock_ticks() : 0;
}

void region_wait_end(uint64_t began);

// A loop that a member has met: the first says how large the region is.
void region_note_trips(uint64_t trips);

// A construct that a lazy team could not do.
void region_note_unfoldable(void);

#endif
