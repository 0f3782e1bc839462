// SPDX-License-Identifier: MIT
// Hazard: regions at the edges of a process's life: in constructors and destructors, around fork.
// Arguments: "fork-first", "fork-after-one", "fork-after" or "fork-inside", and the child's team;
// with none there are regions in the constructor and in the destructor, and no fork.
#include "tests/victims/omp_page.h"

#include <omp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static APART int count_region(int threads)
{
    int count = 0;

#pragma omp parallel num_threads(threads)
#pragma omp atomic
    count += 1 + 100 * omp_get_level();
    return count;
}

static APART long sum_loop(int threads)
{
    long sum = 0;

#pragma omp parallel for num_threads(threads) schedule(dynamic) reduction(+ : sum)
    for (int i = 0; i < 100; i++)
        sum += i;
    return sum;
}

static void report(const char *when, int threads)
{
    printf("%s: %d %ld\n", when, count_region(threads), sum_loop(threads));
}

static int at_the_edges;

// glibc passes main's arguments.
__attribute__((constructor)) static void construct(int argc)
{
    at_the_edges = argc == 1;
    if (at_the_edges) {
        report("constructor, one", 1);
        report("constructor", 3);
    }
}

__attribute__((destructor)) static void destroy(void)
{
    if (at_the_edges) {
        report("destructor, one", 1);
        report("destructor", 3);
        fflush(stdout);
    }
}

// The child's team: what libgomp can do in a child depends on what the parent has done.
static void fork_and_report(int threads)
{
    int status = -1;
    pid_t child;

    fflush(stdout);
    child = fork();
    if (child == 0) {
        report("child, one", 1);
        report("child", threads);
        fflush(stdout);
        _exit(0);
    }
    waitpid(child, &status, 0);
    printf("child ended with %d\n", status);
}

static void fork_inside(void)
{
    int status = -1;

    fflush(stdout);
#pragma omp parallel num_threads(2)
#pragma omp single
    {
        pid_t child = fork();
        if (child == 0)
            _exit(omp_get_num_threads() == 2 && omp_get_level() == 1 ? 7 : 8);
        waitpid(child, &status, 0);
    }
    printf("child forked inside ended with %d\n", WEXITSTATUS(status));
}

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "";
    int threads = argc > 2 ? atoi(argv[2]) : 3;

    if (strcmp(what, "fork-first") == 0)
        fork_and_report(threads);
    report("one thread", 1);
    if (strcmp(what, "fork-after-one") == 0)
        fork_and_report(threads);
    report("team", 3);
    if (strcmp(what, "fork-after") == 0)
        fork_and_report(threads);
    if (strcmp(what, "fork-inside") == 0)
        fork_inside();
    report("team again", 4);
    report("one thread again", 1);
    return 0;
}
