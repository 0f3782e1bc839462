// SPDX-License-Identifier: MIT
// The adopter's side, the stuck thread's, and the members of the team.
#include "shim/omp/adopt.h"

#include <errno.h>
#include <linux/futex.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "shim/omp/learning.h"
#include "shim/omp/report.h"

static void wait_while(_Atomic uint32_t *word, uint32_t value)
{
    while (atomic_load(word) == value)
        syscall(SYS_futex, word, FUTEX_WAIT_PRIVATE, value, NULL, NULL, 0);
}

static void tell(_Atomic uint32_t *word, uint32_t value)
{
    atomic_store(word, value);
    syscall(SYS_futex, word, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
}

// ---- members

static void run_member(struct lazy_team *t)
{
    const struct plain_kind kind = {.state = {.real = true, .lazy = true}};
    struct member *m = plain_enter((const void *)t->site->at.address, &kind);
    member_stack.lazy = t;
    t->body->function(t->body->data);
    member_stack.lazy = NULL;
    if (!m)
        return;
    member_stack.top = m->outer;
    member_stack.depth--;
    thread_self.watch = 0;
}

// Those that have begun here are not run again; but libomp's loops must be met by all.
static void run_adopted(void *team)
{
    struct lazy_team *t = team;
    int thread = SITE_ASK(t->site, omp_get_thread_num)();
    while (atomic_load_explicit(&t->gate, memory_order_acquire) == GATE_CLOSED)
        sched_yield();
    if (atomic_load(&t->gate) == GATE_VOID)
        return;
    if (thread > t->adoption.at)
        run_member(t);
    else if (t->noted)
        lazy_replay(t, lazy_gtid(t));
}

void adopt_lock_reduction(struct lazy_team *t)
{
    while (atomic_flag_test_and_set_explicit(&t->adoption.reducing, memory_order_acquire))
        sched_yield();
}

void adopt_unlock_reduction(struct lazy_team *t)
{
    atomic_flag_clear_explicit(&t->adoption.reducing, memory_order_release);
}

// ---- the adopter

static void serve(struct lazy_team *t)
{
    struct adoption *a = &t->adoption;
    for (;;) {
        wait_while(&a->call, ADOPTION_IDLE);
        if (atomic_load(&a->call) == ADOPTION_JOIN)
            return;
        if (atomic_load(&a->call) == ADOPTION_ASKED) {
            a->result = lazy_call(a->function, a->arguments);
            tell(&a->call, ADOPTION_ANSWERED);
        }
        wait_while(&a->call, ADOPTION_ANSWERED);
    }
}

// The stuck thread's own settings: those of a new thread are the program's first ones.
static void take_settings(const struct lazy_team *t)
{
    if (t->default_team)
        SITE_ASK(t->site, omp_set_num_threads)(t->default_team);
    if (t->schedule[0])
        SITE_ASK(t->site, omp_set_schedule)(t->schedule[0], t->schedule[1]);
}

// The stuck thread goes on alone, from where it was.
static void give_up(struct lazy_team *t)
{
    struct adoption *a = &t->adoption;
    tell(&a->state, ADOPTION_FAILED); // first: what is claimed next may end the region
    atomic_store(&t->claim, lazy_claim(t, (unsigned)a->at + 1));
}

static void *stand_in(void *team)
{
    struct lazy_team *t = team;
    struct adoption *a = &t->adoption;
    sigset_t all;
    take_settings(t);
    pthread_sigmask(SIG_SETMASK, &t->signals, NULL); // for the threads that run the program's code
    bool whole = lazy_fork(t, run_adopted, t);
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, NULL);
    if (!whole) {
        give_up(t);
        return NULL;
    }
    a->gtid = lazy_gtid(t);
    tell(&a->state, ADOPTION_READY);
    serve(t);
    SITE_ASK(t->site, GOMP_parallel_end)();
    tell(&a->call, ADOPTION_ANSWERED);
    return NULL;
}

static bool start_adopter(struct lazy_team *t)
{
    pthread_attr_t attributes;
    pthread_t thread;
    pthread_attr_init(&attributes);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    bool started = pthread_create(&thread, &attributes, stand_in, t) == 0;
    pthread_attr_destroy(&attributes);
    return started;
}

// Nobody changes the notes of an adopted region.
static bool can_be_adopted(struct lazy_team *t)
{
    lazy_lock_notes(t);
    bool can = t->body->function && !t->sealed && t->site->policy.rescue;
    lazy_unlock_notes(t);
    return can;
}

void adopt(struct lazy_team *t, uint64_t claim, bool running)
{
    struct adoption *a = &t->adoption;
    int at = (int)(claim & 0xffff) - 1;
    if (atomic_load(&a->state) != ADOPTION_NONE ||
        !atomic_compare_exchange_strong(&t->claim, &claim, claim | CLAIM_ADOPTED))
        return;
    atomic_store(&a->call, ADOPTION_IDLE);
    a->at = at;
    a->running = running;
    if (!can_be_adopted(t) || !start_adopter(t))
        give_up(t);
}

// ---- the stuck thread

static bool is_ready(struct adoption *a)
{
    wait_while(&a->state, ADOPTION_NONE);
    return atomic_load(&a->state) == ADOPTION_READY;
}

bool adopt_call(struct lazy_team *t, bool kmp, any_function function, const uintptr_t *arguments,
                int count, uintptr_t *result)
{
    struct adoption *a = &t->adoption;
    int error = errno;
    bool ready = is_ready(a);
    if (ready) {
        a->function = function;
        for (int i = 0; i < 9; i++)
            a->arguments[i] = i < count ? arguments[i] : 0;
        if (kmp)
            a->arguments[1] = (uintptr_t)a->gtid;
        tell(&a->call, ADOPTION_ASKED);
        wait_while(&a->call, ADOPTION_ASKED);
        if (result)
            *result = a->result;
        tell(&a->call, ADOPTION_IDLE);
    }
    errno = error;
    return ready;
}

bool adopt_end(struct lazy_team *t)
{
    struct adoption *a = &t->adoption;
    int error = errno;
    bool ready = is_ready(a);
    if (ready) {
        tell(&a->call, ADOPTION_JOIN);
        wait_while(&a->call, ADOPTION_JOIN);
        uint64_t wall = clock_ticks() - t->began;
        report_rescued(t, wall);
        learning_rescued(t->site, t->class, a->running);
        atomic_store(&t->claim, lazy_claim(t, CLAIM_IDLE));
    }
    errno = error;
    return ready;
}
