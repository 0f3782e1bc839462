// SPDX-License-Identifier: MIT
// sched_yield: what this thread does in its wait. Which modules' calls: wait_module.c.
#include "shim/core/wait.h"

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "shim/core/clock.h"
#include "shim/core/log.h"
#include "shim/core/spin.h"
#include "shim/core/resolve.h"
#include "shim/core/settings.h"
#include "shim/core/text.h"

enum { LOOK_AGAIN_NS = 10000000, TALLY = 64 };
enum { DEADLINE = 6 }; // SCHED_DEADLINE, which glibc's headers lack

// Set by the constructor, `active` last: before it, yields are the system's.
static struct backoff_rules rules;
static uint64_t look_again;
static atomic_bool active;

struct counts {
    uint64_t tries[BACKOFF_KINDS]; // by kind
    uint64_t slept;                // ticks
};

// What this thread may do, looked at again now and then.
struct facts {
    uint64_t looked; // ticks; 0: never
    bool real_time;  // the system's yields only: who is waited for may depend on them
    bool one_cpu;    // who is waited for needs it
};

static _Thread_local struct {
    struct backoff backoff;
    struct facts facts;
    struct counts counts; // not yet told
    unsigned untold;
} self;

static struct {
    _Atomic uint64_t tries[BACKOFF_KINDS], slept;
} told;

// Calls go straight to the kernel: libc's nanosleep is a cancellation point, sched_yield is none.
static void yield_really(void)
{
    syscall(SYS_sched_yield);
}

static void sleep_for(uint64_t ticks)
{
    const struct timespec time = {0, (long)clock_nanoseconds_of(ticks)};
    syscall(SYS_nanosleep, &time, NULL);
}

static bool has_one_cpu(void)
{
    cpu_set_t set;
    // It fails where there are more CPUs than a set holds.
    return sched_getaffinity(0, sizeof set, &set) == 0 && CPU_COUNT(&set) == 1;
}

static void look(struct facts *facts, uint64_t now)
{
    int scheduler = sched_getscheduler(0) & ~SCHED_RESET_ON_FORK;
    facts->looked = now;
    facts->real_time = scheduler == SCHED_FIFO || scheduler == SCHED_RR || scheduler == DEADLINE;
    facts->one_cpu = has_one_cpu();
}

static void fold_counts(void)
{
    for (int kind = 0; kind < BACKOFF_KINDS; kind++)
        atomic_fetch_add_explicit(&told.tries[kind], self.counts.tries[kind], memory_order_relaxed);
    atomic_fetch_add_explicit(&told.slept, self.counts.slept, memory_order_relaxed);
    self.counts = (struct counts){0};
    self.untold = 0;
}

static void count(enum backoff_kind kind, uint64_t ticks)
{
    self.counts.tries[kind]++;
    if (kind == BACKOFF_SLEEP)
        self.counts.slept += ticks;
    if (++self.untold >= TALLY || kind == BACKOFF_SLEEP)
        fold_counts();
}

static void do_step(const struct backoff_step *step)
{
    switch (step->kind) {
    case BACKOFF_PAUSE:
        spin_pause(step->pauses);
        break;
    case BACKOFF_YIELD:
        yield_really();
        break;
    case BACKOFF_SLEEP:
        sleep_for(step->sleep);
        break;
    case BACKOFF_KINDS:
        break;
    }
}

static void back_off(const struct backoff_caller *caller)
{
    uint64_t now = clock_ticks();
    if (!self.facts.looked || now - self.facts.looked > look_again)
        look(&self.facts, now);
    if (self.facts.real_time) {
        yield_really();
        return;
    }
    if (self.facts.one_cpu)
        self.backoff.crowded = true;
    struct backoff_step step = backoff_try(&self.backoff, &rules, caller, now);
    do_step(&step);
    uint64_t then = clock_ticks();
    backoff_leave(&self.backoff, &rules, step.kind, then);
    if (log_level() != LOG_OFF)
        count(step.kind, then - now);
}

// Its own function: sched_yield needs no registers then, and finds the caller's as they came.
static __attribute__((noinline)) int wait_a_while(const void *place, uint64_t registers)
{
    const struct backoff_caller caller = {place, registers};
    int error = errno;
    if (wait_is_served(place))
        return 0;
    if (resolve_is_ours(place) || !wait_module_is_chosen(place))
        yield_really();
    else
        back_off(&caller);
    errno = error;
    return 0;
}

__attribute__((weak)) bool wait_is_served(const void *caller)
{
    (void)caller;
    return false;
}

// Interposed. What libc does is the system call.
__attribute__((visibility("default"))) int sched_yield(void)
{
    const void *caller = __builtin_return_address(0);
    if (atomic_load_explicit(&active, memory_order_acquire))
        return wait_a_while(caller, spin_registers());
    return wait_is_served(caller) ? 0 : (int)syscall(SYS_sched_yield);
}

static void tell_text(const uint64_t tries[], uint64_t slept)
{
    struct text t = {.used = 0};
    text_add(&t, "wait: ");
    text_add_number(&t, tries[BACKOFF_PAUSE]);
    text_add(&t, " calls of sched_yield paused, ");
    text_add_number(&t, tries[BACKOFF_YIELD]);
    text_add(&t, " yielded, ");
    text_add_number(&t, tries[BACKOFF_SLEEP]);
    text_add(&t, " slept, ");
    text_add_time(&t, slept);
    text_add(&t, " in all");
    log_message(t.at);
}

static void tell_json(const uint64_t tries[], uint64_t slept)
{
    struct log_line line;
    log_begin(&line, "wait_summary", "yield", "backoff");
    log_number(&line, "pauses", tries[BACKOFF_PAUSE]);
    log_number(&line, "yields", tries[BACKOFF_YIELD]);
    log_number(&line, "sleeps", tries[BACKOFF_SLEEP]);
    log_number(&line, "slept_us", slept / 1000);
    log_end(&line, NULL, NULL);
}

// Of other threads, up to TALLY calls since their last sleep are not in it.
__attribute__((destructor)) static void tell_summary(void)
{
    uint64_t tries[BACKOFF_KINDS], all = 0;
    if (log_level() == LOG_OFF || !atomic_load(&active))
        return;
    fold_counts();
    for (int kind = 0; kind < BACKOFF_KINDS; kind++)
        all += tries[kind] = atomic_load(&told.tries[kind]);
    if (all)
        (log_is_json() ? tell_json : tell_text)(tries,
                                                clock_nanoseconds_of(atomic_load(&told.slept)));
}

static void forget_in_child(void)
{
    memset(&told, 0, sizeof told);
    self.counts = (struct counts){0};
    self.untold = 0;
}

__attribute__((constructor)) static void start(void)
{
    const struct settings *settings = settings_get();
    if (!settings || settings->disabled || settings->policy.wait.yield != POLICY_YIELD_BACKOFF)
        return;
    backoff_fill_rules(&rules, (unsigned)settings->policy.wait.spin_tries, clock_ticks_of);
    look_again = clock_ticks_of(LOOK_AGAIN_NS);
    pthread_atfork(NULL, NULL, forget_in_child);
    atomic_store_explicit(&active, true, memory_order_release);
}
