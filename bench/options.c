// SPDX-License-Identifier: MIT
// The driver's options.
#include "bench/options.h"

#include <getopt.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "kernels/kernels.h"

static const char usage[] =
    "usage: bench [--quick] [--only kernels|calls|regret|regions|loops|lazy|wait]\n"
    "             [--isa NAME|all] [--routine NAME] [--cpu N] [--json FILE] [--policy FILE]\n"
    "Measures this library against the BLAS libraries and OpenMP runtimes of this machine and "
    "prints\n"
    "Markdown tables.\n"
    "  --quick         about three minutes, not fifteen\n"
    "  --only PART     one part of the seven; may be repeated\n"
    "  --isa NAME      our kernels of that level, against OpenBLAS for such a CPU; all: every "
    "level\n"
    "  --routine NAME  kernels and calls of one routine, as zaxpy\n"
    "  --cpu N         where measurements on one thread are pinned (default: where we started)\n"
    "  --policy FILE   what the library is preloaded with (default: built-in values)\n"
    "  --json FILE     all figures (default: results.json beside the program)\n";

static const struct option names[] = {{"quick", no_argument, NULL, 'q'},
                                      {"only", required_argument, NULL, 'o'},
                                      {"isa", required_argument, NULL, 'i'},
                                      {"routine", required_argument, NULL, 'r'},
                                      {"cpu", required_argument, NULL, 'c'},
                                      {"json", required_argument, NULL, 'j'},
                                      {"policy", required_argument, NULL, 'p'},
                                      {"help", no_argument, NULL, 'h'},
                                      {NULL, 0, NULL, 0}};

static bool any_part(const struct options *options)
{
    return options->kernels || options->calls || options->regret || options->regions ||
           options->loops || options->lazy || options->wait;
}

static bool add_part(struct options *options, const char *part)
{
    options->kernels |= strcmp(part, "kernels") == 0;
    options->calls |= strcmp(part, "calls") == 0;
    options->regret |= strcmp(part, "regret") == 0;
    options->regions |= strcmp(part, "regions") == 0;
    options->loops |= strcmp(part, "loops") == 0;
    options->lazy |= strcmp(part, "lazy") == 0;
    options->wait |= strcmp(part, "wait") == 0;
    return any_part(options);
}

static void add_all_parts(struct options *options)
{
    options->kernels = options->calls = options->regret = true;
    options->regions = options->loops = options->lazy = options->wait = true;
}

static bool usable(const char *isa)
{
    int level = kernels_isa_find(isa);

    return strcmp(isa, "all") == 0 || (level >= 0 && kernels_isa_usable((enum kernels_isa)level));
}

static bool take_option(struct options *options, int option)
{
    switch (option) {
    case 'q':
        return options->quick = true;
    case 'o':
        return add_part(options, optarg);
    case 'i':
        options->isa = optarg;
        return usable(optarg);
    case 'r':
        options->routine = optarg;
        return true;
    case 'c':
        options->cpu = atoi(optarg);
        return true;
    case 'p':
        options->policy = optarg;
        return access(optarg, R_OK) == 0;
    case 'j':
        options->json_path = optarg;
        return true;
    }
    return false;
}

int options_parse(int argc, char **argv, struct options *options, bool *end)
{
    int option;

    *options = (struct options){.cpu = sched_getcpu()};
    while ((option = getopt_long(argc, argv, "", names, NULL)) != -1) {
        *end = option == 'h' || !take_option(options, option);
        if (*end) {
            fputs(usage, option == 'h' ? stdout : stderr);
            return option == 'h' ? 0 : 2;
        }
    }
    *end = optind < argc;
    if (!any_part(options))
        add_all_parts(options);
    return *end ? (fputs(usage, stderr), 2) : 0;
}
