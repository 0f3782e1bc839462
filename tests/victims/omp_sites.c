// SPDX-License-Identifier: MIT
// Hazard: regions in which a smaller team shows. Each argument is what main does next: a region by
// its name, or NAME:TIMES, or a setting. Prints what the regions saw.
#include "tests/victims/omp_page.h"

#include <omp.h>
#include <stdlib.h>
#include <string.h>

static struct seen {
    int calls, alone; // alone: with one thread
    int threads, arrived, parallel, level, inner;
} seen;

// By one thread of the team.
static APART void note(void)
{
    seen.threads = omp_get_num_threads();
    seen.parallel = omp_in_parallel();
    seen.level = omp_get_level();
}

static APART void look(void)
{
#pragma omp atomic
    seen.arrived++;
    if (omp_get_thread_num() == 0)
        note();
}

static APART void asked(void)
{
#pragma omp parallel num_threads(1)
    look();
}

static APART void plain(void)
{
#pragma omp parallel
    look();
}

static APART void own(void)
{
#pragma omp parallel num_threads(4)
    look();
}

static APART void bound(void)
{
#pragma omp parallel proc_bind(close)
    look();
}

static APART void inner(void)
{
#pragma omp parallel
#pragma omp atomic
    seen.inner++;
}

static APART void nested(void)
{
#pragma omp parallel
    {
        look();
        inner();
    }
}

static APART void combined(void)
{
#pragma omp parallel for schedule(dynamic, 2)
    for (int i = 0; i < 5000; i++)
        if (i == 0)
            note();
}

static APART void loop(void)
{
#pragma omp parallel
    {
        look();
#pragma omp for schedule(dynamic)
        for (int i = 0; i < 3000; i++)
            __asm__ volatile("" : : "r"(i));
    }
}

static void make_dynamic(void)
{
    omp_set_dynamic(1);
}

static const struct action {
    const char *name;
    void (*run)(void);
} actions[] = {
    {"asked", asked},   {"plain", plain},       {"own", own},   {"bound", bound},
    {"nested", nested}, {"combined", combined}, {"loop", loop}, {"dynamic", make_dynamic},
};

static void run(const struct action *action, int times)
{
    memset(&seen, 0, sizeof seen);
    for (int i = 0; i < times; i++) {
        seen.arrived = seen.inner = 0;
        action->run();
        seen.calls++;
        seen.alone += seen.threads == 1;
    }
    if (seen.threads)
        printf("%s: %d calls, %d alone, last %d of %d, in parallel %d, level %d, inner %d\n",
               action->name, seen.calls, seen.alone, seen.arrived, seen.threads, seen.parallel,
               seen.level, seen.inner);
}

int main(int count, char **arguments)
{
    for (int i = 1; i < count; i++) {
        size_t length = strcspn(arguments[i], ":");
        int times = arguments[i][length] ? atoi(arguments[i] + length + 1) : 1;
        for (size_t j = 0; j < sizeof actions / sizeof *actions; j++)
            if (strlen(actions[j].name) == length &&
                memcmp(actions[j].name, arguments[i], length) == 0)
                run(&actions[j], times);
    }
    return 0;
}
