// SPDX-License-Identifier: MIT
// Hazard: tasks made inside a construct are done at its end, in a region of one thread too. Each
// line counts what the construct's tasks have done when the next statement runs.
#include <stdio.h>

static int done, seen;

static void make_task(void)
{
#pragma omp task
    done++;
}

static void show(const char *construct)
{
    printf("%s: %d of the tasks seen, %d at the end\n", construct, seen, done);
    done = seen = 0;
}

static void run_loops(void)
{
#pragma omp parallel num_threads(1)
    {
#pragma omp for schedule(dynamic)
        for (int i = 0; i < 10; i++)
            make_task();
        seen = done;
    }
    show("dynamic loop");
#pragma omp parallel num_threads(1)
    {
#pragma omp for schedule(guided)
        for (int i = 0; i < 10; i++)
            make_task();
        seen = done;
    }
    show("guided loop");
#pragma omp parallel num_threads(1)
    {
#pragma omp for schedule(static)
        for (int i = 0; i < 10; i++)
            make_task();
        seen = done;
    }
    show("static loop");
}

static void run_blocks(void)
{
#pragma omp parallel num_threads(1)
    {
#pragma omp sections
        {
#pragma omp section
            make_task();
#pragma omp section
            make_task();
        }
        seen = done;
    }
    show("sections");
#pragma omp parallel num_threads(1)
    {
        int copied;
#pragma omp single copyprivate(copied)
        {
            make_task();
            copied = 1;
        }
        seen = done + copied - 1;
    }
    show("single copyprivate");
}

static void run_reduction(void)
{
    int sum = 0;
#pragma omp parallel num_threads(1)
    {
#pragma omp for reduction(+ : sum) schedule(dynamic)
        for (int i = 0; i < 10; i++) {
            make_task();
            sum += i;
        }
        seen = done;
    }
    printf("%d ", sum);
    show("reduction");
}

int main(void)
{
    run_loops();
    run_blocks();
    run_reduction();
    return 0;
}
