// SPDX-License-Identifier: MIT
// Hazard: plug-ins with regions that come and go, and two runtimes in one process. Arguments:
// cycles, then the plug-ins; "deep:PATH" is opened with RTLD_DEEPBIND, "stay:PATH" never closed.
#include "tests/victims/omp_module.h"
#include "tests/victims/omp_page.h"

#include <dlfcn.h>
#include <omp.h>
#include <stdlib.h>
#include <string.h>

static void *open_module(const char *argument)
{
    const char *path = argument[0] == '/' ? argument : argument + 5;
    int flags = RTLD_NOW | RTLD_LOCAL | (strncmp(argument, "deep:", 5) ? 0 : RTLD_DEEPBIND);
    void *handle = dlopen(path, flags);

    if (!handle) {
        printf("%s\n", dlerror());
        exit(1);
    }
    return handle;
}

// ISO C has no conversion from what dlsym returns.
static void run_module(void *handle)
{
    module_run_function *run;
    module_run_alone_function *alone;
    long sum = 0;

    *(void **)&run = dlsym(handle, "module_run");
    *(void **)&alone = dlsym(handle, "module_run_alone");
    printf("module %ld", run(1, 2));
    printf(" %ld", run(3, 2));
    printf(" %ld", run(2, 1));
#pragma omp parallel num_threads(3) reduction(+ : sum)
    sum += alone(omp_get_thread_num());
    printf(" within a team %ld\n", sum);
}

static void run_program(void)
{
    int size = 0;
    long sum = 0;

#pragma omp parallel num_threads(3)
    {
#pragma omp single
        size = omp_get_num_threads();
#pragma omp for schedule(dynamic) reduction(+ : sum)
        for (int i = 0; i < 100; i++)
            sum += i;
    }
    printf("program %d %ld\n", size, sum);
}

int main(int argc, char **argv)
{
    int cycles = argc > 1 ? atoi(argv[1]) : 1;

    for (int cycle = 0; cycle < cycles; cycle++) {
        run_program();
        for (int i = 2; i < argc; i++) {
            void *handle = open_module(argv[i]);
            run_module(handle);
            run_program();
            if (strncmp(argv[i], "stay:", 5) != 0)
                dlclose(handle);
        }
    }
    return 0;
}
