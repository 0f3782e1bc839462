// SPDX-License-Identifier: MIT
// Hazard: a cap of the default team that omp_get_max_threads and the teams do not agree on, in main
// or in threads of one's own. Arguments: "late" has main ask for 4 threads after its first region,
// "early" before it; "reductions" has a thread begin with a region whose tasks have reductions.
#include <omp.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static int count_team(void)
{
    int count = 0;

#pragma omp parallel
#pragma omp atomic
    count++;
    return count;
}

static int ask_size(void)
{
    int size = 0;

#pragma omp parallel
#pragma omp single
    size = omp_get_num_threads();
    return size;
}

struct answers {
    int before, team, after;
};

static void *ask(void *argument)
{
    struct answers *answers = argument;

    answers->before = omp_get_max_threads();
    answers->team = count_team();
    answers->after = omp_get_max_threads();
    return NULL;
}

// Forks before it asks.
static void *ask_late(void *argument)
{
    struct answers *answers = argument;

    answers->team = count_team();
    answers->before = answers->after = omp_get_max_threads();
    return NULL;
}

static void *ask_by_reductions(void *argument)
{
    struct answers *answers = argument;
    int count = 0;

#pragma omp parallel reduction(task, + : count)
    count++;
    answers->team = count;
    answers->before = answers->after = omp_get_max_threads();
    return NULL;
}

static void print(const char *who, const struct answers *answers)
{
    printf("%s: max %d, team %d, max %d\n", who, answers->before, answers->team, answers->after);
}

static void print_thread(const char *who, void *(*run)(void *))
{
    struct answers answers = {0};
    pthread_t thread;

    pthread_create(&thread, NULL, run, &answers);
    pthread_join(thread, NULL);
    print(who, &answers);
}

int main(int count, char **arguments)
{
    const char *when = count > 1 ? arguments[1] : "";
    struct answers answers;

    if (strcmp(when, "early") == 0)
        omp_set_num_threads(4);
    ask(&answers);
    print("main", &answers);
    if (strcmp(when, "late") == 0)
        omp_set_num_threads(4);
    print_thread("first thread", ask);
    print_thread("second thread", ask_late);
    if (strcmp(when, "reductions") == 0)
        print_thread("third thread", ask_by_reductions);
    ask(&answers);
    print("main again", &answers);
    printf("single: %d\n", ask_size());
    return 0;
}
