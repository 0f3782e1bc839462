// SPDX-License-Identifier: MIT
// The help of `teamtrim bench-fork`.
#include <stdio.h>

#include "shim/cli/measure/bench_fork.h"

void bench_fork_print_help(void)
{
    puts(
        "usage: teamtrim bench-fork [OPTION]...\n"
        "Measures what an OpenMP parallel region costs beyond its body, on each runtime that is\n"
        "installed, for several sizes of team: while the idle threads spin, and while they are\n"
        "parked (asleep).\n\n"
        "  --threads LIST   sizes of team, such as 2,4,8 (default: powers of two up to the number\n"
        "                   of CPUs, and that; on up to 4 CPUs also twice and 7 times as many)\n"
        "  --runtime NAME   this one only: libgomp, libomp, 'libomp 14', or the path of a "
        "library;\n"
        "                   more than once for several\n"
        "  --seconds S      time for each row, 0.05 to 60 (default 0.5)\n"
        "  --json FILE      also write an object a row; '-': to stdout, and no table\n"
        "  --help, --version\n");
    puts("examples:\n"
         "  teamtrim bench-fork\n"
         "      The column 'pays above' is the one to read: 24000 there means that a loop which\n"
         "      takes 20 us on one thread loses by this team, however well it divides. Give it\n"
         "      fewer threads, or let 'teamtrim run' do so.\n\n"
         "  ssh node7 teamtrim bench-fork --json - >node7.json\n"
         "  teamtrim bench-fork --json - >here.json\n"
         "  cat here.json node7.json | jq -r '[.cpu,.runtime,.threads,.waiting,.median_ns]|@tsv'\n"
         "      Two machines side by side. Each line holds all that it was measured on; a line is\n"
         "      good to compare where \"others\" (the CPU time that others took, 0 to 1) is near "
         "0.\n");
    puts(
        "  docker run --cpus 2 IMAGE teamtrim bench-fork --threads 2,14\n"
        "      What a quota does: the runtimes do not read it, and start a thread a CPU. Rows "
        "with\n"
        "      more threads than the quota (or than CPUs) are marked '*'; when such a team spins,\n"
        "      the time that it burns counts too, and the upper quartile shows the kernel's "
        "brake.\n\n"
        "  taskset -c 0-3 teamtrim bench-fork\n"
        "      Only some of the CPUs: cores of one kind, or of one cache.\n");
    puts(
        "method:\n"
        "A child loads the runtime and forks as compilers do for '#pragma omp parallel', with the\n"
        "default team (OMP_NUM_THREADS). A sample is one region with an empty body, by the clock\n"
        "before and after it, less what reading the clock takes. Spinning "
        "(OMP_WAIT_POLICY=active,\n"
        "GOMP_SPINCOUNT and KMP_BLOCKTIME infinite): one region follows the other at once. Parked\n"
        "(passive, 0, 0): 200 us lie between two, and the next starts when the kernel says that\n"
        "all other threads sleep. Nothing is pinned. Every fourth region is not empty: each "
        "thread\n"
        "notes when it begins its body, the last of which is 'begun'. EPCC's syncbench (PARALLEL)\n"
        "measures the mean of regions that follow each other: compare the rows 'spinning'.\n\n"
        "exit status: 0 all measured, 1 a row could not be measured or there is no runtime,\n"
        "2 wrong use");
}
