// SPDX-License-Identifier: MIT
// The lazy team: a region that runs here as its team would have run it. The caller runs the
// outlined function as thread 0 of n. At its first stop the region becomes a real team in
// mid-flight (it is promoted) where the rest is worth a fork, else the other threads run here too,
// one after another (it is folded): as plain calls, or on fibers once a barrier has been met. A
// region that does not get on is adopted: another thread forks the team and stands in for the one
// that is stuck (adopt.h).
#ifndef TEAMTRIM_LAZY_H
#define TEAMTRIM_LAZY_H

#include <signal.h>

#include "policy/policy.h"
#include "shim/omp/fiber.h"
#include "shim/omp/member.h"
#include "shim/omp/region.h"

enum {
    LAZY_TEAM = 512, // threads, at most
    LAZY_NOTES = 8,  // constructs that thread 0 may have met when the region becomes real
    LAZY_TURNS = 4,  // ordered loops in flight
    LAZY_SECTIONS_OVER = 1 << 30 // `section`: the real team has the rest
};

// What is to run, as each thread of the team.
struct lazy_body {
    void (*run)(struct member *member, const void *context, int thread);
    const void *context;
    gomp_function *function; // what a real team is given; NULL: it cannot become real
    void *data;
    void (*read_words)(const void *context, struct split_words *words);
    unsigned sections; // of a combined construct
};

// A worksharing construct that thread 0 has met, and how its runtime is told when the region
// becomes real.
struct lazy_note {
    enum {
        LAZY_SINGLE,   // start(arguments), end(arguments)
        LAZY_LOOP,     // all of it, or all of its part
        LAZY_SECTIONS, // so many as were handed out
    } kind;
    bool kmp;                      // by libomp's names: (place, gtid, ...)
    any_function start, next, end; // NULL: none
    uintptr_t arguments[7];
    int count;
    unsigned calls; // of sections, once they have ended: to start and next
};

// What is a virtual thread's own, while another one runs.
struct lazy_thread {
    void *stopped; // its stack pointer; NULL: it has not begun
    bool ended;
    int error;    // errno
    unsigned met; // worksharing constructs
    uintptr_t exceptions[2];
};

// `claim`: serial << 16 | one of these, or the number of the next thread that nobody has claimed.
// The serial changes with each region.
enum { CLAIM_IDLE = 0, CLAIM_PROMOTED = 0xfffd, CLAIM_PARKED = 0xfffe, CLAIM_ADOPTED = 0xffff };

// A thread that stands in for one that is stuck (adopt.h).
struct adoption {
    _Atomic uint32_t state; // futex: enum adoption_state
    _Atomic uint32_t call;  // futex: enum adoption_call
    int at;                 // the virtual thread that was running
    bool running;           // it was not blocked
    int gtid;               // libomp's number of the adopter
    any_function function;  // what it is to call
    uintptr_t arguments[9], result;
    atomic_flag reducing; // one thread at a time combines
};

// One for each native thread that runs regions lazily; one region at a time.
struct lazy_team {
    _Alignas(LOOP_LINE) _Atomic uint64_t claim;
    uint64_t serial;
    struct site *site;
    const struct lazy_body *body;
    int n, v;         // threads; the one that runs
    bool parked;      // on fibers
    bool judged;      // the first stop is over
    bool committed;   // thread 0 is in a reduction: a team forked now would miss it
    bool sealed;      // something was done that no other thread can be told of
    bool tasked;      // tasks have been met
    int held;         // critical constructs that the thread is in
    bool sized;       // a loop has been met, and chosen for
    bool by_size;     // promoted for that
    bool insisted;    // promoted for a construct
    bool timed;       // the learner is told
    int class;        // of the learner
    int default_team; // omp_get_max_threads, where that was n; else 0
    int schedule[2];  // omp_get_schedule, if a loop has asked; else 0
    struct {
        bool kept;
        int team, dynamic, levels, schedule[2];
    } settings;            // as they were, if a thread has changed them
    uint64_t began;        // ticks
    uint64_t part;         // ticks up to thread 0's first stop
    unsigned taken;        // worksharing constructs that some thread has met
    unsigned met;          // that this one has
    unsigned arrived;      // threads that wait at a barrier
    unsigned phase;        // barriers so far
    int live;              // threads that have not ended
    const void *copied;    // of a single construct with copyprivate
    uint32_t fp_control;   // of threads 1 to n - 1
    uintptr_t *exceptions; // C++'s, of this native thread; NULL: none
    struct lazy_turn {
        uint64_t loop;          // its serial << 32 | the number of the construct
        uint64_t chunk, chunks; // whose turn it is, of how many
    } turns[LAZY_TURNS];

    // while thread 0 is alone
    atomic_flag noting;
    unsigned noted;
    struct lazy_note notes[LAZY_NOTES];
    _Atomic unsigned section; // calls for a section so far

    struct region region;     // of a promoted one that is timed
    uintptr_t floor, ceiling; // of this thread's stack, where there is room for plain calls
    size_t stack_size;        // of fibers
    int mapped;               // so many have theirs
    struct lazy_thread threads[LAZY_TEAM];
    struct fiber_stack stacks[LAZY_TEAM];
    _Atomic uint64_t switches;
    _Atomic int gate; // for the others: enum lazy_gate
    struct adoption adoption;

    // the list of them all (lazy_teams.c)
    struct lazy_team *next;
    _Atomic bool used; // by a native thread that lives
    int native_id;
    sigset_t signals; // its mask
    struct {
        uint64_t claim, switches, time;
        unsigned still;
    } seen; // by the watchdog
};

enum lazy_gate { GATE_CLOSED, GATE_OPEN, GATE_VOID };

// Runs a region. False: not now, forward.
bool lazy_run(const struct fork_choice *choice, const struct plain_kind *kind, const void *code,
              const struct lazy_body *body);

// This thread's team, with room and stacks for so many; NULL: not here, or not now.
struct lazy_team *lazy_team_for(int threads);

// Calls `visit` with each team that has ever been used, the latest first.
void lazy_visit_teams(void (*visit)(struct lazy_team *team, void *context), void *context);

// ---- inside a region

// What is to be done with a construct: it is done; the team is real, call the original; or the
// adopter is to call it (adopt_call).
enum lazy_outcome { LAZY_DONE, LAZY_REAL, LAZY_ASK };

// The team that the innermost plain call stands for; NULL: for one thread.
static inline struct lazy_team *lazy_of(const struct member *m)
{
    return m->plain.lazy ? member_stack.lazy : NULL;
}

static inline uint64_t lazy_claim(const struct lazy_team *t, unsigned of)
{
    return t->serial << 16 | of;
}

static inline bool lazy_is_adopted(const struct lazy_team *t)
{
    return atomic_load_explicit(&t->claim, memory_order_acquire) == lazy_claim(t, CLAIM_ADOPTED);
}

// A barrier, of the team's.
enum lazy_outcome lazy_barrier(struct lazy_team *team);

// From here on thread 0 stays here, and the others will be on fibers. No barrier.
enum lazy_outcome lazy_park(struct lazy_team *team);

// Lets others run, for the one that this thread waits for. On fibers only, and not inside a task:
// the second does nothing where this may be one.
void lazy_give_way(struct lazy_team *team);
void lazy_yield(struct lazy_team *team);

// A worksharing construct: *first tells whether this thread is the first to meet it.
enum lazy_outcome lazy_take(struct lazy_team *team, const struct lazy_note *note, bool *first);

// The last noted sections construct has ended without a barrier.
void lazy_close_sections(struct lazy_team *team, any_function end);

// A loop of so many iterations, before any has run.
enum lazy_outcome lazy_size(struct lazy_team *team, uint64_t trips);

// A reduction that needs all threads: a team that is forked later would miss thread 0.
enum lazy_outcome lazy_commit(struct lazy_team *team);

// A task: it runs at once, and the region can no longer become real, nor its threads take turns,
// for the runtime keeps the task as this native thread's.
void lazy_meet_task(struct lazy_team *team);

// A construct that only a real team can do, if it can still be had.
enum lazy_outcome lazy_insist(struct lazy_team *team);

// A setting that a thread makes which cannot become real: it ends with the region.
void lazy_keep_settings(struct lazy_team *team);
void lazy_restore_settings(struct lazy_team *team);

// Makes the region real, with this thread as thread 0, before others have begun.
enum lazy_outcome lazy_promote(struct lazy_team *team);

// Forks the real team, of which this thread is number 0 and has met what thread 0 had met; the
// others begin with `function` and wait at the gate until then. False: the runtime has given
// another team, which is gone again.
bool lazy_fork(struct lazy_team *team, gomp_function *function, void *data);

// libomp's number of this thread; 0 where the site does not need it.
int lazy_gtid(const struct lazy_team *team);

// A function of up to nine integers or pointers.
uintptr_t lazy_call(any_function function, const uintptr_t *arguments);

// Meets in the real team what thread 0 has met.
void lazy_replay(struct lazy_team *team, int gtid);

// While the notes must not change.
void lazy_lock_notes(struct lazy_team *team);
void lazy_unlock_notes(struct lazy_team *team);

#endif
