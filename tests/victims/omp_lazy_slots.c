// SPDX-License-Identifier: MIT
// Hazard: what a thread keeps for itself outside its stack: slots by number, errno, buffers and
// locale of the C library, keys, what the kernel keeps. This module has no thread-local data: that
// is omp_lazy_tls.c. Arguments: cases, "late", the path of liblazy_keep.so.
#include "tests/victims/omp_lazy.h"

#include <dlfcn.h>
#include <errno.h>
#include <locale.h>
#include <pthread.h>
#include <signal.h>

// As LULESH does: the least value, by a slot for each thread of the largest team.
static void run_slots(int from)
{
    int size = omp_get_max_threads();
    long *slots = calloc((size_t)size, sizeof *slots), sum = 0;

    (void)from;
    for (int call = 0; call < CALLS; call++) {
        for (int i = 0; i < size; i++)
            slots[i] = -100000;
#pragma omp parallel
        {
            long least = 1000;
#pragma omp for nowait
            for (int i = 0; i < 10 * size; i++)
                least = lazy_work(call, i) < least ? lazy_work(call, i) : least;
            slots[omp_get_thread_num()] = least;
        }
        for (int i = 0; i < size; i++)
            sum += slots[i];
    }
    free(slots);
    lazy_print("slots", sum);
}

static void run_errno(int from)
{
    atomic_long right = 0;

    for (int call = 0; call < CALLS; call++)
#pragma omp parallel
    {
        int me = omp_get_thread_num();
        if (call >= from) {
            errno = 100 + me;
#pragma omp barrier
            atomic_fetch_add(&right, errno == 100 + me);
            errno = me == 0 ? 77 : 99;
        }
    }
    lazy_print("errno", 1000 * atomic_load(&right) + errno);
}

// The text of a number that has none lies in a buffer of the thread's.
static void run_strerror(int from)
{
    atomic_long right = 0;

    for (int call = 0; call < CALLS; call++)
#pragma omp parallel
    {
        int number = 1000 + omp_get_thread_num();
        const char *text = call >= from ? strerror(number) : "1000";
#pragma omp barrier
        atomic_fetch_add(&right,
                         call >= from && atoi(text + strcspn(text, "0123456789")) == number);
    }
    lazy_print("strerror", atomic_load(&right));
}

static void run_locale(int from)
{
    locale_t mine = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    atomic_long right = 0;

    for (int call = 0; call < CALLS; call++)
#pragma omp parallel
    {
        locale_t own = omp_get_thread_num() % 2 ? mine : LC_GLOBAL_LOCALE;
        if (call >= from) {
            uselocale(own);
#pragma omp barrier
            atomic_fetch_add(&right, uselocale((locale_t)0) == own);
            uselocale(LC_GLOBAL_LOCALE);
        }
    }
    lazy_print("locale", atomic_load(&right));
    freelocale(mine);
}

static pthread_key_t key;

static void run_specific(int from)
{
    long cells[MOST] = {0};

    pthread_key_create(&key, NULL);
    for (int call = 0; call < CALLS; call++)
#pragma omp parallel
    {
        int me = omp_get_thread_num();
        if (call >= from) {
            pthread_setspecific(key, &cells[me]);
#pragma omp barrier
            *(long *)pthread_getspecific(key) += lazy_work(call, me);
        }
    }
    lazy_print("specific", lazy_sum(cells));
}

// Each thread makes its counter at its first use, and finds it again in later regions.
static void run_counters(int from)
{
    static long counters[MOST];
    atomic_int made = 0;

    pthread_key_create(&key, NULL);
    for (int call = 0; call < CALLS; call++)
#pragma omp parallel
    {
        if (call >= from) {
            if (!pthread_getspecific(key))
                pthread_setspecific(key, &counters[atomic_fetch_add(&made, 1)]);
            ++*(long *)pthread_getspecific(key);
        }
    }
    printf("counters %d, first %ld\n", atomic_load(&made), counters[0]);
    lazy_print("counters", counters[omp_get_max_threads() - 1]);
}

// Threads that tell each other apart by pthread_self().
static void run_self(int from)
{
    atomic_long strangers = 0;
    pthread_t selves[MOST];

    for (int call = 0; call < CALLS; call++)
#pragma omp parallel
    {
        int me = omp_get_thread_num(), size = omp_get_num_threads();
        if (call >= from) {
            selves[me] = pthread_self();
#pragma omp barrier
            atomic_fetch_add(&strangers, !pthread_equal(selves[(me + 1) % size], selves[me]));
        }
    }
    lazy_print("self", atomic_load(&strangers));
}

static int first_cpu(void)
{
    cpu_set_t set;
    int cpu = 0;

    pthread_getaffinity_np(pthread_self(), sizeof set, &set);
    while (cpu < CPU_SETSIZE && !CPU_ISSET(cpu, &set))
        cpu++;
    return cpu + 1000 * CPU_COUNT(&set);
}

static void pin(int cpu)
{
    cpu_set_t set;

    CPU_ZERO(&set);
    CPU_SET(cpu, &set);
    pthread_setaffinity_np(pthread_self(), sizeof set, &set);
}

// Affinity, name and signal mask of each thread. The main thread keeps what thread 0 has set.
static void run_kernel(int from)
{
    atomic_long right = 0;
    char name[16] = "";

    for (int call = 0; call < CALLS; call++)
#pragma omp parallel
    {
        int me = omp_get_thread_num();
        char set[16], is[16];
        sigset_t mask, had;
        if (call >= from) {
            snprintf(set, sizeof set, "thread %d", me);
            pthread_setname_np(pthread_self(), set);
            pin(me % 2);
            sigemptyset(&mask);
            sigaddset(&mask, SIGRTMIN + me % 8);
            pthread_sigmask(SIG_SETMASK, &mask, &had);
#pragma omp barrier
            pthread_getname_np(pthread_self(), is, sizeof is);
            pthread_sigmask(SIG_SETMASK, &had, &mask);
            atomic_fetch_add(&right, strcmp(set, is) == 0 && first_cpu() == 1000 + me % 2 &&
                                         sigismember(&mask, SIGRTMIN + me % 8));
        }
    }
    pthread_getname_np(pthread_self(), name, sizeof name);
    printf("kernel: main is %s on %d\n", name, first_cpu());
    lazy_print("kernel", atomic_load(&right));
}

// A library's thread-local data, across a barrier.
static void run_callee(int from)
{
    void *library = dlopen(lazy_path, RTLD_NOW | RTLD_LOCAL);
    void (*put)(long value);
    long (*get)(void);
    atomic_long right = 0;

    if (!library) {
        printf("%s\n", dlerror());
        exit(1);
    }
    *(void **)&put = dlsym(library, "lazy_put");
    *(void **)&get = dlsym(library, "lazy_get");
    for (int call = 0; call < CALLS; call++)
#pragma omp parallel
    {
        int me = omp_get_thread_num();
        if (call >= from) {
            put(100 * call + me);
#pragma omp barrier
            atomic_fetch_add(&right, get() == 100 * call + me);
        }
    }
    lazy_print("callee", 1000 * atomic_load(&right) + get());
}

static const struct lazy_case cases[] = {
    {"slots", run_slots, false},       {"errno", run_errno, false},
    {"strerror", run_strerror, false}, {"locale", run_locale, false},
    {"specific", run_specific, false}, {"counters", run_counters, true},
    {"self", run_self, true},          {"kernel", run_kernel, true},
    {"callee", run_callee, true},
};

LAZY_MAIN(cases)
