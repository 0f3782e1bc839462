// SPDX-License-Identifier: MIT
// `teamtrim doctor` on the machine and on faked ones, on policies and variables.
#include "tests/command.h"
#include "tests/machine_tree.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

TestSuite(doctor_machine, .init = command_make_folder, .fini = command_remove_folder,
          .timeout = 120);

#define DOCTOR_WITH(environment, ...) command_run(environment, LIST("doctor", __VA_ARGS__))

static struct machine_tree tree;

static const struct machine_tree_file facts[] = {
    {"/proc/cpuinfo", "processor\t: 0\nmodel name\t: Test CPU  9000, fast\n"},
    {"/proc/self/cgroup", "0::/job\n"},
    {"/proc/self/mountinfo", "30 1 0:26 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n"},
    {"/sys/fs/cgroup/job/cpu.max", "200000 100000\n"},
    {"/sys/devices/system/cpu/online", "0-13\n"},
    {NULL, NULL}};

static const char *make_quota(void)
{
    static char variable[300];
    machine_tree_make(&tree);
    machine_tree_fill(&tree, facts);
    machine_tree_allow(&tree, "0-13");
    snprintf(variable, sizeof variable, "TEAMTRIM_ROOT=%s", tree.root);
    return variable;
}

Test(doctor_machine, a_team_beyond_the_quota_is_a_problem)
{
    struct process_result result = DOCTOR_WITH(LIST(make_quota()), "--");
    command_expect_line(&result, "CPU ", "Test CPU 9000 fast");
    command_expect_line(&result, "CPU quota", "2.0");
    command_expect_line(&result, "problem team",
                        "14 threads (the CPUs allowed) on a quota of 2.0 CPUs");
    command_expect_line(&result, "remedy: 'teamtrim run' caps the team", "OMP_NUM_THREADS=2");
    command_expect_line(&result, "problem waiting", "spin");
    command_expect_line(&result, "remedy: 'teamtrim run --wait passive'",
                        "OMP_WAIT_POLICY=passive");
    command_expect_status(&result, 1);
    machine_tree_remove(&tree);
}

Test(doctor_machine, a_team_within_the_quota_is_none)
{
    const char *const environment[] = {make_quota(), "OMP_NUM_THREADS=2,3", NULL};
    struct process_result result = DOCTOR_WITH(environment, "--no-run", "--", "true");
    command_expect_line(&result, "CPU quota", "2.0");
    command_expect_status(&result, 0);
    result = DOCTOR_WITH(environment, "--");
    command_expect_line(&result, "ok      team",
                        "2 threads (OMP_NUM_THREADS) on a quota of 2.0 CPUs");
    command_expect_line(&result, "ok      waiting", "default");
    process_free(&result);
    machine_tree_remove(&tree);
}

Test(doctor_machine, waiting_is_what_the_runtimes_make_of_it)
{
    const char *root = make_quota();
    struct process_result result = DOCTOR_WITH(LIST(root, "OMP_WAIT_POLICY=PASSIVE"), "--");
    command_expect_line(&result, "ok      waiting", "passive");
    process_free(&result);
    result = DOCTOR_WITH(LIST(root, "OMP_WAIT_POLICY=active", "GOMP_SPINCOUNT=0"), "--");
    command_expect_line(&result, "ok      waiting", "passive");
    process_free(&result);
    result = DOCTOR_WITH(LIST(root, "KMP_BLOCKTIME=infinite"), "--");
    command_expect_line(&result, "problem waiting", "active");
    process_free(&result);
    machine_tree_remove(&tree);
}

Test(doctor_machine, what_is_installed_is_asked)
{
    struct process_result result = DOCTOR_WITH(LIST("OPENBLAS_NUM_THREADS=1"), "--");
    command_expect_line(&result, "libgomp", "libgomp.so.1");
    command_expect_line(&result, "openblas-openmp/libblas.so.3", "openblas-openmp 0.");
    command_expect_line(&result, "openblas", "64-bit integers");
    command_expect_line(&result, "OPENBLAS_NUM_THREADS", "1");
    process_free(&result);
}

// ---- policies and variables

static struct process_result check_policy(const char *text, const char *variable)
{
    static char home[PATH_MAX + 32], folder[PATH_MAX];
    snprintf(folder, sizeof folder, "%s", command_path("teamtrim"));
    mkdir(folder, 0700);
    if (text)
        command_write("teamtrim/policy.ini", text);
    snprintf(home, sizeof home, "XDG_CONFIG_HOME=%.*s", (int)(strrchr(folder, '/') - folder),
             folder);
    return DOCTOR_WITH(LIST(make_quota(), home, variable), "--no-run", "true");
}

Test(doctor_machine, a_policy_of_this_machine_is_fine)
{
    struct process_result result = check_policy("; made by hand\n; machine: Test CPU 9000 fast, 14 "
                                                "CPUs, a quota of 2.0, library 0.1.0\n[blas]\n",
                                                "A=1");
    command_expect_line(&result, "ok      machine's file", "calibrated on this machine");
    command_expect_status(&result, 0);
    machine_tree_remove(&tree);
}

Test(doctor_machine, a_policy_of_another_machine_is_a_problem)
{
    static const char *const others[] = {
        "; machine: Test CPU 9000 faster, 14 CPUs, library 0.1.0\n",
        "; machine: Test CPU 9000 fast, 14 CPUs2\n",
    };
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        struct process_result result = check_policy(others[i], "A=1");
        command_expect_line(&result, "problem machine's file", "calibrated on another machine");
        command_expect_line(&result, "remedy: teamtrim calibrate", "policy.ini");
        command_expect_status(&result, 1);
        machine_tree_remove(&tree);
    }
}

// As one of `taskset -c 0-3 teamtrim calibrate` is, or one made within a quota or without.
Test(doctor_machine, a_policy_for_other_teams_is_a_note)
{
    static const char *const others[] = {
        "; machine: Test CPU 9000 fast, 4 CPUs, library 0.1.0\n",
        "; machine: Test CPU 9000 fast, 14 CPUs\n",
        "; machine: Test CPU 9000 fast, 14 CPUs, a quota of 2.5\n",
        "; machine: Test CPU 9000 fast, 14 CPUs, a quota of 2.05\n",
    };
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        struct process_result result = check_policy(others[i], "A=1");
        command_expect_line(&result, "note    machine's file", "for teams of other sizes");
        command_expect_line(&result, "this is:", "14 CPUs, a quota of 2.0");
        command_expect_status(&result, 0);
        machine_tree_remove(&tree);
    }
}

Test(doctor_machine, a_policy_of_a_quota_is_not_for_the_whole_machine)
{
    static const struct machine_tree_file no_quota[] = {
        {"/sys/fs/cgroup/job/cpu.max", "max 100000\n"}, {NULL, NULL}};
    make_quota();
    machine_tree_fill(&tree, no_quota);
    char root[300];
    snprintf(root, sizeof root, "TEAMTRIM_ROOT=%s", tree.root);
    const char *policy = command_write(
        "made.ini", "; machine: Test CPU 9000 fast, 14 CPUs, a quota of 2.0\n[blas]\n");
    char variable[PATH_MAX + 32];
    snprintf(variable, sizeof variable, "TEAMTRIM_POLICY=%s", policy);
    struct process_result result = DOCTOR_WITH(LIST(root, variable), "--no-run", "true");
    command_expect_line(&result, "note    TEAMTRIM_POLICY", "for teams of other sizes");
    command_expect_status(&result, 0);
    machine_tree_remove(&tree);
}

Test(doctor_machine, a_bad_policy_is_a_problem)
{
    struct process_result result = check_policy("[blas]\nkernl = off\n", "A=1");
    command_expect_line(&result, "problem machine's file", "is ignored as a whole");
    command_expect_line(&result, "policy.ini:2: unknown key 'kernl'", "did you mean 'kernel'?");
    command_expect_status(&result, 1);
    machine_tree_remove(&tree);
    result = check_policy(NULL, "TEAMTRIM_POLICY=/nonexistent/policy.ini");
    command_expect_line(&result, "problem TEAMTRIM_POLICY", "/nonexistent/policy.ini");
    command_expect_status(&result, 1);
    machine_tree_remove(&tree);
}

Test(doctor_machine, misspelt_variables_are_found)
{
    static const char *const wrong[][2] = {
        {"TEAMTRIM_BLAS_KERNL=off", "did you mean TEAMTRIM_BLAS_KERNEL?"},
        {"TEAMTRIM_LOGG=calls", "did you mean TEAMTRIM_LOG?"},
        {"TEAMTRIM_BLAS_KERNEL=of", "did you mean 'off'?"},
        {"TEAMTRIM_LOG=everything", "expected off, summary, decisions or calls"},
        {"TEAMTRIM_SET=blas", "expected SECTION.KEY=VALUE"},
        {"TEAMTRIM_SET=blas.kernel=auto\nregion a.so.mod=trim", "unknown key 'mod'"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct process_result result = DOCTOR_WITH(LIST(wrong[i][0]), "--no-run", "true");
        command_expect_line(&result, wrong[i][1], "");
        command_expect_status(&result, 1);
    }
}

Test(doctor_machine, right_variables_are_not)
{
    const char *const right[] = {
        "TEAMTRIM_LOG=calls", "TEAMTRIM_LOG_FILE=/tmp/x-%p",        "TEAMTRIM_BLAS_DDOT_KERNEL=off",
        "TEAMTRIM_DISABLE=0", "TEAMTRIM_SET=region a.so.mode=trim", NULL};
    struct process_result result = DOCTOR_WITH(right, "--no-run", "true");
    command_expect_line(&result, "ok      TEAMTRIM_BLAS_DDOT_KERNEL", "off");
    command_expect_status(&result, 0);
    result = DOCTOR_WITH(LIST("TEAMTRIM_DISABLE=1"), "--no-run", "true");
    command_expect_line(&result, "note    TEAMTRIM_DISABLE", "every call is forwarded");
    command_expect_status(&result, 0);
}

// ---- threads of a BLAS

// What the kernel gives OpenBLAS is not what the group may use.
Test(doctor_machine, a_blas_with_threads_beyond_the_quota_is_a_problem)
{
    const char *const environment[] = {make_quota(), "OPENBLAS_NUM_THREADS=2", "OMP_NUM_THREADS=1",
                                       NULL};
    machine_tree_print(&tree, "/sys/fs/cgroup/job/cpu.max", "100000 100000\n");
    struct process_result result = DOCTOR_WITH(environment, "--");
    if (!strstr(result.output, "2 threads"))
        cr_skip_test("OpenBLAS has no second CPU here");
    command_expect_line(&result, "2 threads of its own on 1 CPUs", "the quota");
    command_expect_line(&result, "remedy: export OPENBLAS_NUM_THREADS=1", "");
    command_expect_status(&result, 1);
    machine_tree_remove(&tree);
}

Test(doctor_machine, a_tool_is_told_what_it_will_not_see)
{
    struct process_result result = DOCTOR_WITH(LIST("OMP_TOOL_LIBRARIES=/opt/tool.so"), "--");
    command_expect_line(&result, "note    OMP_TOOL_LIBRARIES", "/opt/tool.so");
    process_free(&result);
}
