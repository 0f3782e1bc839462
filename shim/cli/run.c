// SPDX-License-Identifier: MIT
// `teamtrim run`: turns its options into environment variables, preloads the library, becomes CMD.
#include "policy/policy.h"
#include "shim/names/routines.h"
#include "shim/cli/cli.h"
#include "shim/cli/preload_limit.h"
#include "shim/cli/program.h"

#include <errno.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void print_help(void)
{
    puts("usage: teamtrim run [OPTION]... [--] CMD [ARGUMENT]...\n"
         "Runs CMD with the library preloaded, in front of what LD_PRELOAD holds already.\n\n"
         "  --policy FILE            policy file, on top of the machine's\n"
         "  --set SECTION.KEY=VALUE  one key, on top of that: blas.kernel=off,\n"
         "                           'blas ddot.bytes-per-thread=512K',\n"
         "                           'region solve._omp_fn.0.mode=trim'; may be repeated\n"
         "  --log LEVEL              off, summary, decisions or calls\n"
         "  --wait active|passive    how idle threads wait for work: active, they spin; passive,\n"
         "                           they sleep. Sets OMP_WAIT_POLICY, whatever it was, and\n"
         "                           GOMP_SPINCOUNT and KMP_BLOCKTIME where they are not set\n"
         "  --help, --version\n\n"
         "examples:\n"
         "  teamtrim run --log summary -- python3 program.py\n"
         "      Tables at the end: what was decided, and what it gained.\n"
         "  teamtrim run --wait passive -- ./solver\n"
         "      More threads than CPUs, or a CPU quota: idle threads sleep.\n"
         "  teamtrim run --set region.mode=off --log decisions -- ./solver\n"
         "      Leaves OpenMP regions alone; each new decision is logged with its reason.\n"
         "  mpirun -n 4 teamtrim run --policy cluster.ini -- ./solver\n\n"
         "Where nothing can be preloaded (a static or set-user-ID program, another machine's,\n"
         "musl's) it says so on stderr, with the remedy, and runs CMD all the same.\n\n"
         "exit status: that of CMD; 2 wrong use, a bad policy or no library (CMD was not\n"
         "run); 126 CMD cannot be run; 127 CMD was not found");
}

// Every process under CMD reads the policy again, so it must be a file that keeps its content, and
// a path that holds in other folders.
static int use_policy(const char *path)
{
    struct policy policy;
    struct stat status;
    policy_init(&policy, blas_routines);
    if (stat(path, &status) == 0 && S_ISFIFO(status.st_mode)) {
        cli_complain("--policy %s: expected a file, not a pipe", path);
        return CLI_USAGE;
    }
    if (policy_load(&policy, path, cli_print_message, NULL) != 0)
        return CLI_USAGE;
    char *absolute = realpath(path, NULL);
    if (!absolute || setenv("TEAMTRIM_POLICY", absolute, 1) != 0) {
        cli_complain("--policy %s: %s", path, strerror(errno));
        return CLI_USAGE;
    }
    free(absolute);
    return CLI_DONE;
}

// Adds a line to the settings, which may be those of a `teamtrim run` around this one.
static int add_setting(const char *section, const char *key, const char *value)
{
    const char *before = getenv(POLICY_SETTINGS_VARIABLE);
    bool any = before && *before;
    char *settings;
    if (asprintf(&settings, "%s%s%s.%s=%s", any ? before : "", any ? "\n" : "", section, key,
                 value) < 0)
        return -1;
    int error = setenv(POLICY_SETTINGS_VARIABLE, settings, 1);
    free(settings);
    return error;
}

static int pass_key(const char *section, const char *key, const char *value)
{
    char variable[POLICY_VARIABLE_LENGTH];
    int error = policy_variable_of_key(section, key, variable);
    if (error == -EINVAL)
        return add_setting(section, key, value);
    return error == 0 ? setenv(variable, value, 1) : error;
}

static int set_key(const char *section, const char *key, const char *value)
{
    struct policy policy;
    policy_init(&policy, blas_routines);
    if (policy_set(&policy, section, key, value, "--set", cli_print_message, NULL) != 0)
        return CLI_USAGE;
    if (pass_key(section, key, value) != 0) {
        cli_complain("--set %s.%s: no variable can hold it", section, key);
        return CLI_USAGE;
    }
    return CLI_DONE;
}

static int use_setting(char *setting)
{
    const char *key, *value;
    if (!policy_split_setting(setting, &key, &value)) {
        cli_complain("--set '%s'; expected SECTION.KEY=VALUE, such as blas.kernel=off", setting);
        return CLI_USAGE;
    }
    return set_key(setting, key, value);
}

// Passes one of `choices` on in `variable`.
static int use_choice(const char *option, const char *value, const char *variable,
                      const char *const *choices, const char *expected)
{
    for (const char *const *choice = choices; *choice; choice++) {
        if (strcmp(value, *choice) == 0)
            return setenv(variable, value, 1) == 0 ? CLI_DONE : CLI_USAGE;
    }
    const char *meant = policy_suggest(value, choices);
    if (meant)
        cli_complain("%s '%s'; did you mean '%s'?", option, value, meant);
    else
        cli_complain("%s '%s'; expected %s", option, value, expected);
    return CLI_USAGE;
}

// libgomp takes a policy as a count of spins, libomp as a time; a policy is a wish to both, and
// KMP_LIBRARY outranks it in libomp. A count or time that the user gave is more exact than a word.
static int use_wait(const char *value)
{
    static const char *const waits[] = {"active", "passive", NULL};
    int status = use_choice("--wait", value, "OMP_WAIT_POLICY", waits, "active or passive");
    const char *spins = strcmp(value, "active") == 0 ? "infinite" : "0";
    if (status == CLI_DONE &&
        (setenv("GOMP_SPINCOUNT", spins, 0) != 0 || setenv("KMP_BLOCKTIME", spins, 0) != 0))
        return CLI_USAGE;
    return status;
}

static int use_option(int option, char *value)
{
    static const char *const levels[] = {"off", "summary", "decisions", "calls", NULL};
    switch (option) {
    case 'p':
        return use_policy(value);
    case 's':
        return use_setting(value);
    case 'l':
        return use_choice("--log", value, "TEAMTRIM_LOG", levels,
                          "off, summary, decisions or calls");
    default:
        return use_wait(value);
    }
}

// Whether the library may be preloaded; a warning where that is of no use. Musl's dynamic linker
// and libasan would end the program.
static bool may_preload(const char *command)
{
    struct preload_limit limit;
    char path[PATH_MAX], program[PATH_MAX];
    if (!program_find(command, path) || !preload_limit_find(path, &limit, program, sizeof program))
        return true;
    cli_complain("'%s' %s: %s. It runs without the library; to have it: %s", program, limit.what,
                 limit.meaning, limit.remedy);
    return limit.kind != PRELOAD_MUSL && limit.kind != PRELOAD_ASAN;
}

static int become_program(char **argv)
{
    execvp(argv[0], argv);
    int status = errno == ENOENT ? CLI_NOT_FOUND : CLI_CANNOT_RUN;
    cli_complain("cannot run '%s': %s", argv[0], strerror(errno));
    return status;
}

int cli_run(int argc, char **argv)
{
    static const struct option options[] = {{"policy", required_argument, NULL, 'p'},
                                            {"set", required_argument, NULL, 's'},
                                            {"log", required_argument, NULL, 'l'},
                                            {"wait", required_argument, NULL, 'w'},
                                            CLI_COMMON_OPTIONS};
    int option;
    while ((option = getopt_long(argc, argv, "+", options, NULL)) != -1) {
        if (!strchr("pslw", option))
            return cli_answer_common(option, argv[0], print_help);
        if (use_option(option, optarg) != CLI_DONE)
            return CLI_USAGE;
    }
    if (optind == argc) {
        cli_complain("no program given");
        return cli_point_to_help(argv[0]);
    }
    if (may_preload(argv[optind]) && cli_preload_library() != 0)
        return CLI_USAGE;
    return become_program(argv + optind);
}
