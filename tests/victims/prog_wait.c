// SPDX-License-Identifier: MIT
// Hazard: threads that wait in loops of sched_yield, which backs off. A wait that never ends, ends
// in the wrong place, or is paid for by the CPU. Arguments: one of the actions below, a count.
//
// link: -ldl -lpthread
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { THREADS_MAX = 64 };

static atomic_int arrived, generation, turn, wrong;
static int threads, rounds;
static _Atomic long sum[THREADS_MAX];

static void cross(void)
{
    int seen = atomic_load(&generation);

    if (atomic_fetch_add(&arrived, 1) + 1 == threads) {
        atomic_store(&arrived, 0);
        atomic_store(&generation, seen + 1);
        return;
    }
    while (atomic_load(&generation) == seen)
        if (sched_yield() != 0)
            atomic_store(&wrong, 1);
}

// Each sees what its neighbour had before the last crossing.
static void *run_barrier(void *argument)
{
    int self = (int)(intptr_t)argument, next = (self + 1) % threads;

    for (int i = 0; i < rounds; i++) {
        atomic_store(&sum[self], i);
        cross();
        if (atomic_load(&sum[next]) != i)
            atomic_store(&wrong, 1);
        cross();
    }
    return NULL;
}

static void *run_turns(void *argument)
{
    int self = (int)(intptr_t)argument;

    for (int i = 0; i < rounds; i++) {
        while (atomic_load(&turn) % threads != self)
            sched_yield();
        sum[self] += turn;
        atomic_fetch_add(&turn, 1);
    }
    return NULL;
}

static void run_threads(void *(*run)(void *), const pthread_attr_t *attributes)
{
    pthread_t thread[THREADS_MAX];

    for (int i = 0; i < threads; i++)
        if (pthread_create(&thread[i], attributes, run, (void *)(intptr_t)i) != 0)
            exit(3);
    for (int i = 0; i < threads; i++)
        pthread_join(thread[i], NULL);
}

static void barrier(void)
{
    run_threads(run_barrier, NULL);
    printf("%d threads crossed %d times, %s\n", threads, generation, wrong ? "wrong" : "right");
}

static void use_one_cpu(void)
{
    cpu_set_t set;
    int cpu = 0;

    sched_getaffinity(0, sizeof set, &set);
    while (!CPU_ISSET(cpu, &set))
        cpu++;
    CPU_ZERO(&set);
    CPU_SET(cpu, &set);
    if (sched_setaffinity(0, sizeof set, &set) != 0)
        exit(3);
}

static void report_turns(void)
{
    long all = 0;

    for (int i = 0; i < threads; i++)
        all += sum[i];
    printf("%d turns, sum %ld\n", turn, all);
}

static void turns(void)
{
    use_one_cpu();
    run_threads(run_turns, NULL);
    report_turns();
}

// A real-time thread that never lets go of the only CPU would wait for ever. Without the right to
// be one: as above.
static void turns_in_real_time(void)
{
    const struct sched_param priority = {.sched_priority = 1};
    pthread_attr_t attributes;
    pthread_t probe;

    use_one_cpu();
    pthread_attr_init(&attributes);
    pthread_attr_setinheritsched(&attributes, PTHREAD_EXPLICIT_SCHED);
    pthread_attr_setschedpolicy(&attributes, SCHED_FIFO);
    pthread_attr_setschedparam(&attributes, &priority);
    rounds = 0;
    bool allowed = pthread_create(&probe, &attributes, run_turns, NULL) == 0;
    if (allowed)
        pthread_join(probe, NULL);
    rounds = 1000;
    run_threads(run_turns, allowed ? &attributes : NULL);
    puts(allowed ? "in real time" : "without the right to real time");
    report_turns();
}

static atomic_bool ready;

static void *produce(void *argument)
{
    const struct timespec pause = {0, 300000000};

    nanosleep(&pause, NULL);
    atomic_store(&ready, true);
    return argument;
}

// Its CPU time, in ms, goes to stderr.
static void wait_long(void)
{
    pthread_t producer;
    struct rusage usage;

    pthread_create(&producer, NULL, produce, NULL);
    while (!atomic_load(&ready))
        sched_yield();
    pthread_join(producer, NULL);
    getrusage(RUSAGE_SELF, &usage);
    fprintf(stderr, "cpu %ld\n",
            (usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1000 +
                (usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1000);
    puts("came");
}

static void *yield_through(void *argument)
{
    for (int i = 0; i < rounds; i++)
        if (sched_yield() != 0)
            atomic_store(&wrong, 1);
    puts("through");
    fflush(stdout);
    atomic_store(&ready, true);
    pthread_testcancel();
    return argument;
}

// sched_yield is no cancellation point, and leaves errno alone.
static void cancel(void)
{
    pthread_t thread;
    void *result;

    pthread_create(&thread, NULL, yield_through, NULL);
    pthread_cancel(thread);
    pthread_join(thread, &result);
    printf("%s\n", result == PTHREAD_CANCELED ? "cancelled" : "not cancelled");
}

static void keep_errno(void)
{
    bool kept = true;

    for (int i = 0; i < rounds; i++) {
        errno = 77;
        kept &= sched_yield() == 0 && errno == 77;
    }
    printf("errno %s\n", kept ? "kept" : "changed");
}

static volatile sig_atomic_t handled;

static void handle(int signal)
{
    (void)signal;
    for (int i = 0; i < 20; i++)
        sched_yield();
    handled++;
}

// In the midst of our own waits, and of malloc.
static void yield_in_handlers(void)
{
    const struct itimerval every = {{0, 300}, {0, 300}}, never = {{0, 0}, {0, 0}};

    signal(SIGALRM, handle);
    setitimer(ITIMER_REAL, &every, NULL);
    while (handled < 200) {
        sched_yield();
        free(malloc(100));
    }
    setitimer(ITIMER_REAL, &never, NULL);
    puts("handled");
}

// A child waits for its parent, which waits for its child.
static void yield_after_fork(void)
{
    atomic_int *shared =
        mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);

    for (int i = 0; i < 1000; i++)
        sched_yield();
    for (int i = 0; i < rounds; i++) {
        pid_t child = fork();
        if (child == 0) {
            while (atomic_load(shared) != 2 * i + 1)
                sched_yield();
            atomic_fetch_add(shared, 1);
            _exit(0);
        }
        atomic_fetch_add(shared, 1);
        while (atomic_load(shared) != 2 * i + 2)
            sched_yield();
        waitpid(child, NULL, 0);
    }
    printf("%d children\n", rounds);
}

static void *yield_on_small_stack(void *unused)
{
    for (int i = 0; i < rounds; i++)
        sched_yield();
    return unused;
}

static void small_stack(void)
{
    pthread_attr_t attributes;

    pthread_attr_init(&attributes);
    if (pthread_attr_setstacksize(&attributes, 16384) != 0)
        exit(3);
    run_threads(yield_on_small_stack, &attributes);
    puts("yielded");
}

static void yield_only(void)
{
    for (int i = 0; i < rounds; i++)
        sched_yield();
    puts("yielded");
}

// Before any constructor.
static void yield_early(void)
{
    for (int i = 0; i < 100; i++)
        if (sched_yield() != 0)
            _exit(4);
}
__attribute__((section(".preinit_array"), used)) static void (*const early)(void) = yield_early;

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        void (*run)(void);
    } actions[] = {{"barrier", barrier},         {"turns", turns},
                   {"fifo", turns_in_real_time}, {"long", wait_long},
                   {"cancel", cancel},           {"errno", keep_errno},
                   {"yield", yield_only},        {"handlers", yield_in_handlers},
                   {"fork", yield_after_fork},   {"stack", small_stack}};

    threads = argc > 2 ? atoi(argv[2]) : 2;
    rounds = argc > 3 ? atoi(argv[3]) : 1000;
    for (size_t i = 0; argc > 1 && i < sizeof actions / sizeof *actions; i++)
        if (strcmp(argv[1], actions[i].name) == 0) {
            actions[i].run();
            return 0;
        }
    return 2;
}
