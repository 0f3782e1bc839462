// SPDX-License-Identifier: MIT
// Hazard: threads of a small region that wait for each other by what no runtime sees: flags,
// semaphores, conditions, barriers of their own. Arguments: cases, "late".
#include "tests/victims/omp_lazy.h"

#include <pthread.h>
#include <semaphore.h>

enum { ITEMS = 5, ROUNDS = 4 };

// Neither thread 0 nor thread 1 gets far without the other.
static void run_flags(int from)
{
    long sum = 0, parts[MOST] = {0};

    for (int call = 0; call < CALLS; call++) {
        atomic_int full = 0, taken = 0;
        int slot = 0;
#pragma omp parallel
        {
            int me = omp_get_thread_num();
            for (int i = 1; call >= from && me == 0 && i <= ITEMS; i++) {
                slot = i + call;
                atomic_store(&full, i);
                lazy_wait(&taken, i);
            }
            for (int i = 1; call >= from && me == 1 && i <= ITEMS; i++) {
                lazy_wait(&full, i);
                sum += slot;
                atomic_store(&taken, i);
            }
            parts[me] += lazy_work(call, me);
        }
    }
    lazy_print("flags", sum + lazy_sum(parts));
}

// Nothing but a load in the loop: no system call, no pause.
static void run_spin(int from)
{
    long parts[MOST] = {0};

    for (int call = 0; call < CALLS; call++) {
        atomic_int flag = 0;
#pragma omp parallel
        {
            int me = omp_get_thread_num();
            if (call >= from && me == 1)
                atomic_store(&flag, call + 1);
            while (call >= from && me == 0 && atomic_load(&flag) != call + 1)
                ;
            parts[me] += lazy_work(call, me);
        }
    }
    lazy_print("spin", lazy_sum(parts));
}

// The last one goes first: each thread waits for the next.
static void run_backwards(int from)
{
    long order = 0;

    for (int call = 0; call < CALLS; call++) {
        atomic_int turn = 0;
#pragma omp parallel
        {
            int me = omp_get_thread_num(), left = omp_get_num_threads() - 1 - me;
            if (call >= from) {
                lazy_wait(&turn, left);
                order = (order * 31 + me) % 1000003;
                atomic_store(&turn, left + 1);
            }
        }
    }
    lazy_print("backwards", order);
}

// A row of cells, one for each thread, that take in their neighbours' values of the round before.
static APART void relax(atomic_int *progress, long (*cells)[MOST], int me, int size)
{
    int left = (me + size - 1) % size, right = (me + 1) % size;

    for (int round = 1; round <= ROUNDS; round++) {
        const long *old = cells[(round - 1) % 2];
        lazy_wait(&progress[left], round - 1);
        lazy_wait(&progress[right], round - 1);
        cells[round % 2][me] = (old[left] + 2 * old[me] + old[right]) % 10007;
        atomic_store(&progress[me], round);
    }
}

static void run_wavefront(int from)
{
    long cells[2][MOST] = {{0}};

    for (int call = 0; call < CALLS; call++) {
        atomic_int progress[MOST] = {0};
        for (int i = 0; i < MOST; i++)
            cells[0][i] += i + call;
#pragma omp parallel
        {
            int me = omp_get_thread_num();
            if (call >= from)
                relax(progress, cells, me, omp_get_num_threads());
        }
    }
    lazy_print("wavefront", lazy_sum(cells[0]));
}

// Each waits for the post of the next thread; then all meet.
static void run_semaphore(int from)
{
    long parts[MOST] = {0};
    sem_t posted[MOST];

    for (int i = 0; i < MOST; i++)
        sem_init(&posted[i], 0, 0);
    for (int call = 0; call < CALLS; call++)
#pragma omp parallel
    {
        int me = omp_get_thread_num(), size = omp_get_num_threads();
        if (call >= from) {
            sem_post(&posted[(me + size - 1) % size]);
            while (sem_wait(&posted[me]) != 0)
                ;
        }
        parts[me] += lazy_work(call, me);
#pragma omp barrier
        if (me == 0)
            parts[size] += parts[size - 1];
    }
    lazy_print("semaphore", lazy_sum(parts));
}

static void run_condition(int from)
{
    pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
    long sum = 0;

    for (int call = 0; call < CALLS; call++) {
        int arrived = 0;
#pragma omp parallel
        {
            int size = omp_get_num_threads();
            pthread_mutex_lock(&mutex);
            arrived++;
            pthread_cond_broadcast(&changed);
            while (call >= from && arrived < size)
                pthread_cond_wait(&changed, &mutex);
            sum += lazy_work(call, omp_get_thread_num());
            pthread_mutex_unlock(&mutex);
        }
    }
    lazy_print("condition", sum);
}

static void meet(atomic_int *arrived, atomic_int *phase, int size)
{
    int now = atomic_load(phase);

    if (atomic_fetch_add(arrived, 1) + 1 == size) {
        atomic_store(arrived, 0);
        atomic_store(phase, now + 1);
    } else {
        lazy_wait(phase, now + 1);
    }
}

static void run_spin_barrier(int from)
{
    long parts[MOST] = {0}, sum = 0;

    for (int call = 0; call < CALLS; call++) {
        atomic_int arrived = 0, phase = 0;
#pragma omp parallel
        {
            int me = omp_get_thread_num(), size = omp_get_num_threads();
            for (int round = 0; call >= from && round < ROUNDS; round++) {
                parts[me] += lazy_work(call + round, me);
                meet(&arrived, &phase, size);
                if (me == round % size)
                    sum += lazy_sum(parts);
                meet(&arrived, &phase, size);
            }
        }
    }
    lazy_print("spin_barrier", sum);
}

static void run_pthread_barrier(int from)
{
    long parts[MOST] = {0}, sum = 0;
    pthread_barrier_t all;

    pthread_barrier_init(&all, NULL, (unsigned)omp_get_max_threads());
    for (int call = 0; call < CALLS; call++)
#pragma omp parallel
    {
        int me = omp_get_thread_num();
        if (call >= from) {
            parts[me] += lazy_work(call, me);
            pthread_barrier_wait(&all);
            if (me == 0)
                sum += lazy_sum(parts);
            pthread_barrier_wait(&all);
        }
    }
    pthread_barrier_destroy(&all);
    lazy_print("pthread_barrier", sum);
}

static const struct lazy_case cases[] = {
    {"flags", run_flags, false},
    {"spin", run_spin, false},
    {"backwards", run_backwards, false},
    {"wavefront", run_wavefront, false},
    {"semaphore", run_semaphore, false},
    {"condition", run_condition, false},
    {"spin_barrier", run_spin_barrier, false},
    {"pthread_barrier", run_pthread_barrier, false},
};

LAZY_MAIN(cases)
