// SPDX-License-Identifier: MIT
// Threads that time fixed work, each on a CPU of its own.
#include "shim/cli/measure/probe.h"

#include <pthread.h>
#include <sched.h>
#include <stdint.h>
#include <time.h>

#include "shim/cli/measure/quartiles.h"
#include "shim/cli/measure/seconds.h"

struct worker {
    struct probe_thread *record;
    int number;
    double end, busy;
    pthread_t thread;
    int started;
};

// The CPU of that number among those that this process may use: threads that wander from CPU to CPU
// would take their times from all of them.
static void pin(int number)
{
    cpu_set_t allowed, one;
    if (sched_getaffinity(0, sizeof allowed, &allowed) != 0)
        return;
    for (int cpu = 0; cpu < CPU_SETSIZE; cpu++) {
        if (!CPU_ISSET(cpu, &allowed) || number-- > 0)
            continue;
        CPU_ZERO(&one);
        CPU_SET(cpu, &one);
        sched_setaffinity(0, sizeof one, &one);
        return;
    }
}

// Some 100 us; in registers alone.
static uint64_t work(uint64_t seed)
{
    for (int i = 0; i < 100000; i++)
        seed = seed * UINT64_C(6364136223846793005) + 1442695040888963407;
    return seed;
}

// Below the whole of the quota: the rest of the group needs time, too.
static const double most_of_quota = 0.9;

void probe_plan(struct probe *probe, int cpus, double quota)
{
    int whole = quota > 0 && quota < cpus ? (int)quota : cpus;
    probe->cpus = whole < 1 ? 1 : whole < PROBE_CPUS ? whole : PROBE_CPUS;
    double busy = quota > 0 ? most_of_quota * quota / probe->cpus : 1;
    probe->busy = busy < 1 ? busy : 1;
}

// After `worked` seconds.
static void rest(double busy, double worked)
{
    double seconds = worked * (1 / busy - 1);
    struct timespec pause = {.tv_sec = (time_t)seconds};
    pause.tv_nsec = (long)(1e9 * (seconds - (double)pause.tv_sec));
    nanosleep(&pause, NULL);
}

// Until `end`, or until it has worked for long enough to rest.
static void work_for_a_while(struct worker *worker, double end)
{
    struct probe_thread *record = worker->record;
    volatile uint64_t sink = 0;
    double begin = seconds_now(), cpu = seconds_of_thread(), now = begin;
    while (now < end) {
        sink = work(sink);
        double before = now;
        now = seconds_now();
        if (record->count < PROBE_SAMPLES)
            record->wall[record->count++] = now - before;
    }
    record->all_wall += now - begin;
    record->all_cpu += seconds_of_thread() - cpu;
}

static void *repeat_work(void *context)
{
    const double stretch = 0.005; // of work between two rests
    struct worker *worker = context;
    pin(worker->number);
    double now = seconds_now();
    if (worker->end <
        now + stretch) // it got its CPU late: the busier that is, the more it must tell
        worker->end = now + stretch;
    for (; now < worker->end; now = seconds_now()) {
        double end = worker->busy < 1 && now + stretch < worker->end ? now + stretch : worker->end;
        work_for_a_while(worker, end);
        if (worker->busy < 1)
            rest(worker->busy, seconds_now() - now);
    }
    return NULL;
}

void probe_run(struct probe *probe, double seconds)
{
    static struct worker workers[PROBE_CPUS];
    double end = seconds_now() + seconds;
    for (int i = 0; i < probe->cpus; i++) {
        workers[i] = (struct worker){
            .record = &probe->threads[i], .number = i, .end = end, .busy = probe->busy};
        workers[i].started =
            pthread_create(&workers[i].thread, NULL, repeat_work, &workers[i]) == 0;
    }
    for (int i = 0; i < probe->cpus; i++)
        if (workers[i].started)
            pthread_join(workers[i].thread, NULL);
}

static double spread_of(double *values, size_t count)
{
    struct quartiles found = quartiles_find(values, count);
    return found.median > 0 ? (found.upper - found.lower) / found.median : 0;
}

double probe_spread(struct probe *probe)
{
    double sum = 0;
    int counted = 0;
    for (int i = 0; i < probe->cpus; i++) {
        struct probe_thread *thread = &probe->threads[i];
        sum += spread_of(thread->wall, thread->count);
        counted += thread->count > 0;
    }
    return counted ? sum / counted : 0;
}

double probe_taken(const struct probe *probe)
{
    double wall = 0, cpu = 0;
    for (int i = 0; i < probe->cpus; i++) {
        wall += probe->threads[i].all_wall;
        cpu += probe->threads[i].all_cpu;
    }
    return wall > 0 && cpu < wall ? 1 - cpu / wall : 0;
}
