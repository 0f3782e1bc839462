// SPDX-License-Identifier: MIT
// Hazard: __kmpc_fork_call_if, which libomp has from 16 on and flang's programs call: a fork whose
// condition decides between a team and one thread, called by hand here.
#include "tests/victims/omp_page.h"

#include <omp.h>
#include <stdint.h>

typedef void microtask(int32_t *global, int32_t *bound, void *argument);

struct place { // ident_t
    int32_t reserved[4];
    const char *source;
};

// Weak: clang 14's libomp and libgomp are without it.
__attribute__((weak)) void __kmpc_fork_call_if(struct place *place, int32_t count,
                                               microtask *function, int32_t condition,
                                               void *argument);

static struct place here = {{0, 2, 0, 0}, ";omp_fork_if.c;main;1;1;;"};

struct facts {
    int threads, sum, level, active, bound;
};

static void collect(int32_t *global, int32_t *bound, void *argument)
{
    struct facts *facts = argument;

#pragma omp atomic
    facts->sum += 1 + 10 * omp_get_thread_num();
#pragma omp atomic
    facts->bound += *bound + (*global < 0);
    if (omp_get_thread_num() == 0) {
        facts->threads = omp_get_num_threads();
        facts->level = omp_get_level();
        facts->active = omp_get_active_level();
    }
}

static struct facts fork_if(int condition)
{
    struct facts facts = {0};

    __kmpc_fork_call_if(&here, 1, collect, condition, &facts);
    return facts;
}

static void print_facts(const char *where, const struct facts *facts)
{
    printf("%s: %d threads, sum %d, level %d, active %d, bound %d\n", where, facts->threads,
           facts->sum, facts->level, facts->active, facts->bound);
}

int main(void)
{
    struct facts facts, nested[2] = {{0}};

    if (!__kmpc_fork_call_if)
        return 1;
    for (int condition = 0; condition <= 2; condition++) {
        facts = fork_if(condition);
        print_facts(condition ? "forked" : "alone", &facts);
#pragma omp parallel num_threads(2)
        nested[omp_get_thread_num()] = fork_if(condition);
        print_facts("nested, thread 0", &nested[0]);
        print_facts("nested, thread 1", &nested[1]);
#pragma omp parallel num_threads(1)
        nested[0] = fork_if(condition);
        print_facts("nested in one", &nested[0]);
    }
    return 0;
}
