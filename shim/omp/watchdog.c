// SPDX-License-Identifier: MIT
// A region that claims no thread for two looks in a row is stuck, or has become long: unless it is
// its native thread that gets no time.
#include "shim/omp/watchdog.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/futex.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "shim/core/text.h"
#include "shim/omp/adopt.h"
#include "shim/omp/report.h"

enum { ABSENT, STARTING, RUNNING };

enum {
    LOOK_NS = 2000000, // between looks
    STILL = 2,         // looks without progress
    HOPELESS = 250,    // looks after which the log is told of what cannot be mended
    IDLE_LOOKS = 50,   // looks at nothing before it sleeps
    STACK = 256 * 1024
};

_Atomic int watchdog_state;
_Atomic uint32_t watchdog_asleep;

// ---- what a native thread does

// The state in /proc/self/task/ID/stat, behind the name in parentheses: R, S, D, ...
static char state_of(int id)
{
    char path[64], content[512];
    struct text t = {.used = 0};
    text_add(&t, "/proc/self/task/");
    text_add_number(&t, (uint64_t)id);
    text_add(&t, "/stat");
    strcpy(path, t.at);
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return '?';
    ssize_t size = read(file, content, sizeof content - 1);
    close(file);
    content[size > 0 ? size : 0] = '\0';
    const char *name = strrchr(content, ')');
    return name && name[1] ? name[2] : '?';
}

static uint64_t time_of(const struct lazy_team *t)
{
    // The kernel's number for the clock of a thread: it may have ended, and its pthread_t with it.
    enum { OF_THREAD = 4, SCHEDULED = 2 };
    clockid_t clock = (clockid_t)(~(unsigned)t->native_id << 3 | OF_THREAD | SCHEDULED);
    struct timespec time;
    if (clock_gettime(clock, &time) != 0)
        return 0;
    return (uint64_t)time.tv_sec * 1000000000U + (uint64_t)time.tv_nsec;
}

// It waits for a CPU, not for other threads.
static bool is_starved(const struct lazy_team *t, char state)
{
    return state == 'R' && time_of(t) - t->seen.time < LOOK_NS / 4;
}

// ---- looking

struct look {
    bool active; // something runs, or has run since the last look
    bool used;   // some native thread has a team
};

static void look_at_stuck(struct lazy_team *t, uint64_t claim)
{
    char state = state_of(t->native_id);
    if (is_starved(t, state)) {
        t->seen.still = 1;
        t->seen.time = time_of(t);
        return;
    }
    adopt(t, claim, state == 'R');
}

static void look_at_parked(struct lazy_team *t)
{
    uint64_t switches = atomic_load(&t->switches);
    if (switches != t->seen.switches)
        t->seen.still = 0;
    t->seen.switches = switches;
    if (t->seen.still == HOPELESS)
        report_hopeless(t);
}

static void look_at(struct lazy_team *t, void *context)
{
    struct look *look = context;
    if (!atomic_load(&t->used))
        return;
    uint64_t claim = atomic_load(&t->claim);
    unsigned now = claim & 0xffff;
    look->used = true;
    bool moved = claim != t->seen.claim;
    t->seen.claim = claim;
    if (moved)
        t->seen.still = 0;
    look->active = look->active || moved;
    if (now == CLAIM_IDLE || now == CLAIM_PROMOTED || now == CLAIM_ADOPTED)
        return;
    look->active = true;
    if (!moved && ++t->seen.still == 1)
        t->seen.time = time_of(t);
    if (now == CLAIM_PARKED)
        look_at_parked(t);
    else if (t->seen.still >= STILL)
        look_at_stuck(t, claim);
}

static void futex_wait(_Atomic uint32_t *word, uint32_t value)
{
    syscall(SYS_futex, word, FUTEX_WAIT_PRIVATE, value, NULL, NULL, 0);
}

void watchdog_wake(void)
{
    int error = errno;
    if (atomic_exchange(&watchdog_asleep, 0))
        syscall(SYS_futex, &watchdog_asleep, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
    errno = error;
}

// A region that begins meanwhile sees the flag, or is seen.
static void sleep_until_woken(void)
{
    struct look look = {false, false};
    atomic_store(&watchdog_asleep, 1);
    lazy_visit_teams(look_at, &look);
    while (!look.active && look.used && atomic_load(&watchdog_asleep))
        futex_wait(&watchdog_asleep, 1);
    atomic_store(&watchdog_asleep, 0);
}

// A thread that gets a team meanwhile sees that there is no watchdog, or is seen.
static bool may_end(void)
{
    struct look look = {false, false};
    int expected = ABSENT;
    atomic_store(&watchdog_state, ABSENT);
    lazy_visit_teams(look_at, &look);
    return !look.used || !atomic_compare_exchange_strong(&watchdog_state, &expected, RUNNING);
}

static void *watch(void *unused)
{
    int idle = 0;
    pthread_setname_np(pthread_self(), "teamtrim");
    for (;;) {
        struct look look = {false, false};
        const struct timespec pause = {0, LOOK_NS};
        lazy_visit_teams(look_at, &look);
        idle = look.active ? 0 : idle + 1;
        if (!look.used && may_end())
            return unused;
        if (idle < IDLE_LOOKS)
            nanosleep(&pause, NULL);
        else
            sleep_until_woken();
    }
}

// ---- starting

static bool create(void)
{
    sigset_t all, before;
    pthread_attr_t attributes;
    pthread_t thread;
    sigfillset(&all);
    pthread_attr_init(&attributes);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    pthread_attr_setstacksize(&attributes, STACK);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    bool created = pthread_create(&thread, &attributes, watch, NULL) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    pthread_attr_destroy(&attributes);
    return created;
}

bool watchdog_start(void)
{
    int expected = ABSENT;
    if (atomic_compare_exchange_strong(&watchdog_state, &expected, STARTING)) {
        int error = errno;
        bool created = create();
        expected = STARTING;
        atomic_compare_exchange_strong(&watchdog_state, &expected, created ? RUNNING : ABSENT);
        errno = error;
    }
    return atomic_load(&watchdog_state) == RUNNING;
}

static void restart_in_child(void)
{
    atomic_store(&watchdog_state, ABSENT);
    atomic_store(&watchdog_asleep, 0);
}

__attribute__((constructor)) static void start(void)
{
    pthread_atfork(NULL, NULL, restart_in_child);
}
