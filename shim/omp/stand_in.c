// SPDX-License-Identifier: MIT
// Answers as a program without threads would get them.
#include "shim/omp/stand_in.h"

#include <string.h>

#include "shim/omp/abi.h"

static int answer_zero(void)
{
    return 0;
}

static int answer_one(void)
{
    return 1;
}

// A region without a runtime is run here.
static void run_alone(gomp_function *function, void *data)
{
    function(data);
}

any_function stand_in_for(const char *name)
{
    if (!strcmp(name, "GOMP_parallel") || !strcmp(name, "GOMP_parallel_sections"))
        return (any_function)run_alone;
    bool one = strstr(name, "num_threads") || strstr(name, "max_threads") ||
               strstr(name, "team_size") || strstr(name, "num_teams");
    return one ? (any_function)answer_one : (any_function)answer_zero;
}

bool stand_in_is(any_function function)
{
    return function == (any_function)answer_zero || function == (any_function)answer_one ||
           function == (any_function)run_alone;
}
