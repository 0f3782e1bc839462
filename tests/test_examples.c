// SPDX-License-Identifier: MIT
// Each example is run by the command that it opens with, and must print what it says; each policy
// is good, and does what it says on a machine as it names.
#include "tests/example.h"
#include "tests/machine_tree.h"
#include "tests/victim_run.h"

#include <criterion/criterion.h>
#include <glob.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

TestSuite(examples, .timeout = 500);

// A folder in which the commands can be run as in the tree: links to the build and to the examples,
// and a program and a script of the user's.
static char *make_place(void)
{
    char command[3 * PATH_MAX], *folder = process_make_folder();
    snprintf(command, sizeof command,
             "cd %s && ln -s %s build && ln -s %s examples && ln -s build/examples/small_regions "
             "program && echo 'print(\"hello\")' >program.py",
             folder, victim_build_path("."), victim_source_path("examples"));
    cr_assert_eq(system(command), 0);
    return folder;
}

static void remove_place(char *folder)
{
    struct process_result result;
    process_run(LIST("rm", "-rf", folder), &(struct process_setup){.timeout_s = 20}, &result);
    process_free(&result);
    free(folder);
}

// Debian's own interpreters come before others of the user's; Open MPI wants to be told by root.
static struct process_result run_command(const char *folder, const char *command,
                                         const char *variable)
{
    char *script, path[PATH_MAX], home[PATH_MAX];
    struct process_result result;
    cr_assert_gt(asprintf(&script, "cd %s\n%s", folder, command), 0);
    snprintf(path, sizeof path, "PATH=/usr/bin:/bin:%s", getenv("PATH"));
    snprintf(home, sizeof home, "HOME=%s", folder);
    bool root = geteuid() == 0;
    const struct process_setup setup = {
        .environment =
            LIST(path, home, victim_require_provider(PROVIDER_OPENBLAS_OPENMP),
                 root ? "OMPI_ALLOW_RUN_AS_ROOT=1" : "OMPI_ALLOW_RUN_AS_ROOT",
                 root ? "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1" : "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM",
                 "PYTHONDONTWRITEBYTECODE=1", variable),
        .timeout_s = 120};
    process_run(LIST("sh", "-e", "-c", script), &setup, &result);
    free(script);
    return result;
}

static void run_example(const char *path, const char *variable)
{
    struct example example;
    char told[512] = "", *folder = make_place();
    cr_assert(example_load(path, &example), "%s opens with no command", path);
    cr_expect_neq(*example.stated, '\0', "%s does not say what it prints", path);
    struct process_result result = run_command(folder, example.command, variable);
    cr_expect(!result.timed_out && result.status == 0, "%s: status %d\n%s%s", example.command,
              result.status, result.output, result.error);
    cr_expect(example_output_matches(&example, result.output, result.error, told, sizeof told),
              "%s: %s\nstated:\n%sprinted:\n%s%s", path, told, example.stated, result.output,
              result.error);
    process_free(&result);
    example_free(&example);
    remove_place(folder);
}

// But those whose names hold `except`, which is a test's of its own.
static void run_examples(const char *pattern, const char *except)
{
    glob_t found;
    cr_assert_eq(glob(victim_source_path(pattern), 0, NULL, &found), 0, "no %s", pattern);
    for (size_t i = 0; i < found.gl_pathc; i++)
        if (!except || !strstr(found.gl_pathv[i], except))
            run_example(found.gl_pathv[i], NULL);
    globfree(&found);
}

static void require_command(const char *name)
{
    char command[128];
    snprintf(command, sizeof command, "command -v %s >/dev/null", name);
    if (system(command) != 0)
        cr_skip_test("%s is not installed", name);
}

// ---- programs

Test(examples, c_programs)
{
    run_examples("examples/*.c", "/mpi_");
}

Test(examples, fortran)
{
    run_examples("examples/*.f90", NULL);
}

Test(examples, mpi)
{
    require_command("mpirun");
    run_examples("examples/mpi_*.c", NULL);
}

Test(examples, python)
{
    victim_require_python("numpy, sklearn");
    run_examples("examples/*.py", NULL);
}

Test(examples, r)
{
    require_command("Rscript");
    run_examples("examples/*.R", NULL);
}

Test(examples, octave)
{
    require_command("octave-cli");
    run_examples("examples/*.m", NULL);
}

static int count_rows(const char *text, const char *end)
{
    int count = 0;
    for (const char *at = text; (at = strstr(at, end)); at++)
        count++;
    return count;
}

Test(examples, demo)
{
    struct process_result result;
    victim_require_python("numpy, sklearn");
    process_run(
        LIST(victim_source_path("examples/demo.sh"), victim_build_path("."), "/usr/bin/python3"),
        &(struct process_setup){.timeout_s = 400}, &result);
    cr_expect(!result.timed_out && result.status == 0, "%s%s", result.output, result.error);
    cr_expect_eq(count_rows(result.output, "x  yes\n"), 5, "%s", result.output);
    cr_expect_not_null(strstr(result.output, "lazy teams: "), "%s", result.output);
    process_free(&result);
}

// ---- policies, each on a machine of the kind that it is for

enum { MOST_CPUS = 32 };

struct cpu_machine {
    const char *policy;
    int cpus, core_threads, fast; // fast: CPUs of the fast kind, the first; they have core_threads
    const char *fast_list;        // Intel's; NULL: by capacity
    const char *quota;
};

static const struct cpu_machine machines[] = {
    {"container", 14, 1, 14, NULL, "200000 100000\n"},
    {"smt-server", 32, 2, 32, NULL, NULL},
    {"laptop", 8, 2, 8, NULL, NULL},
    {"hybrid", 24, 2, 16, "0-15\n", NULL},
    {"apple-silicon", 8, 1, 4, NULL, NULL},
    {"two-cpu-vm", 2, 1, 2, NULL, NULL},
    {"policy", 2, 1, 2, NULL, NULL},
};

static void make_cpu(const struct machine_tree *tree, const struct cpu_machine *machine, int cpu)
{
    bool fast = cpu < machine->fast;
    int threads = fast ? machine->core_threads : 1, first = cpu - cpu % threads;
    char siblings[32];
    snprintf(siblings, sizeof siblings, "%d-%d\n", first, first + threads - 1);
    machine_tree_print_cpu(tree, cpu, "topology/core_cpus_list", siblings);
    machine_tree_print_cpu(tree, cpu, "cpu_capacity", fast ? "1024\n" : "450\n");
}

static void make_machine(const struct machine_tree *tree, const struct cpu_machine *machine)
{
    char allowed[32];
    snprintf(allowed, sizeof allowed, "0-%d", machine->cpus - 1);
    machine_tree_allow(tree, allowed);
    machine_tree_print(tree, "/proc/self/cgroup", "0::/box\n");
    if (machine->quota)
        machine_tree_print(tree, "/sys/fs/cgroup/box/cpu.max", machine->quota);
    if (machine->fast_list)
        machine_tree_print(tree, "/sys/devices/cpu_core/cpus", machine->fast_list);
    for (int cpu = 0; cpu < machine->cpus; cpu++)
        make_cpu(tree, machine, cpu);
}

static void run_policy(const char *path, const struct cpu_machine *machine)
{
    struct machine_tree tree;
    char variable[sizeof tree.root + 16];
    machine_tree_make(&tree);
    make_machine(&tree, machine);
    snprintf(variable, sizeof variable, "TEAMTRIM_ROOT=%s", tree.root);
    run_example(path, variable);
    machine_tree_remove(&tree);
}

static const struct cpu_machine *find_machine(const char *path)
{
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    for (size_t i = 0; i < sizeof machines / sizeof *machines; i++)
        if (strncmp(name, machines[i].policy, strcspn(name, ".")) == 0)
            return &machines[i];
    return NULL;
}

static void expect_good(const char *path)
{
    struct process_result result;
    process_run(LIST(victim_build_path("teamtrim"), "check", path),
                &(struct process_setup){.timeout_s = 20}, &result);
    cr_expect_eq(result.status, 0, "%s", result.error);
    process_free(&result);
}

Test(examples, policies)
{
    glob_t found;
    cr_assert_eq(glob(victim_source_path("examples/*.ini"), 0, NULL, &found), 0);
    for (size_t i = 0; i < found.gl_pathc; i++) {
        const struct cpu_machine *machine = find_machine(found.gl_pathv[i]);
        cr_expect_not_null(machine, "%s: no machine to run it on", found.gl_pathv[i]);
        expect_good(found.gl_pathv[i]);
        if (machine)
            run_policy(found.gl_pathv[i], machine);
    }
    globfree(&found);
}

// A new kind of example needs a test, too.
Test(examples, every_kind_has_a_test)
{
    static const char *const kinds[] = {".c", ".f90", ".py", ".R", ".m", ".ini", ".sh"};
    glob_t found;
    cr_assert_eq(glob(victim_source_path("examples/*"), 0, NULL, &found), 0);
    for (size_t i = 0; i < found.gl_pathc; i++) {
        const char *dot = strrchr(found.gl_pathv[i], '.');
        bool known = false;
        for (size_t kind = 0; kind < sizeof kinds / sizeof *kinds; kind++)
            known = known || (dot && strcmp(dot, kinds[kind]) == 0);
        cr_expect(known, "%s", found.gl_pathv[i]);
    }
    globfree(&found);
}
