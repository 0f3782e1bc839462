// SPDX-License-Identifier: MIT
// What surrounds the command: man pages, completion, installation, the Debian package.
#include "tests/victim_run.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

TestSuite(package, .timeout = 450);

enum { SKIPPED = 77, MOST_WORDS = 16 };

static struct process_result run(const char *const *command, int seconds)
{
    struct process_result result;
    process_run(command, &(struct process_setup){.timeout_s = seconds}, &result);
    cr_assert_not(result.timed_out, "%s: %s%s", command[0], result.output, result.error);
    return result;
}

static const char *build_folder(void)
{
    static char folder[4096];
    snprintf(folder, sizeof folder, "%s", victim_build_path("."));
    return folder;
}

// A script of tools/ that prints what is wrong.
static void expect_good(const char *script, int seconds)
{
    struct process_result result = run(LIST(victim_source_path(script), build_folder()), seconds);
    if (result.status == SKIPPED)
        cr_skip_test("%s: cannot be run here", script);
    cr_expect_eq(result.status, 0, "%s: status %d\n%s%s", script, result.status, result.output,
                 result.error);
    process_free(&result);
}

Test(package, man_pages_have_all_the_command_has)
{
    expect_good("tools/check-man.sh", 60);
}

// Man pages of a folder of their own, in which a word is missing: "DELETE" is a sed command.
static void expect_missing(const char *page, const char *delete, const char *told)
{
    char *script, *folder = process_make_folder();
    cr_assert_gt(asprintf(&script, "cp man/* %s && sed -i '%s' %s/%s && tools/check-man.sh %s %s",
                          folder, delete, folder, page, build_folder(), folder),
                 0);
    struct process_result result = run(LIST("sh", "-c", script), 60);
    cr_expect_eq(result.status, 1, "%s", script);
    cr_expect_not_null(strstr(result.output, told), "%s: %s", delete, result.output);
    process_free(&result);
    result = run(LIST("rm", "-rf", folder), 20);
    process_free(&result);
    free(folder);
    free(script);
}

Test(package, man_pages_that_miss_a_word_are_found)
{
    expect_missing("teamtrim.policy.5", "/^.It Cm rescue /d", "< [region] rescue = on: ");
    expect_missing("teamtrim.policy.5", "s/Cm 384K/Cm 512K/", "< [blas] bytes-per-thread = 384K: ");
    expect_missing("teamtrim.policy.5", "s/, lazy or/ or/", "< [region] mode = lazy: off, lazy");
    expect_missing("teamtrim.1", "/^.Ss teamtrim check/d", "< check");
    expect_missing("teamtrim.1", "/^.It Fl -policy/d", "< run --policy");
    expect_missing("teamtrim.1", "/^.It Ev TEAMTRIM_LOG$/d", "< TEAMTRIM_LOG\n");
    expect_missing("teamtrim.1", "s/^.It Ev TEAMTRIM_DISABLE/&D/", "> TEAMTRIM_DISABLED\n");
}

Test(package, installs_and_uninstalls)
{
    expect_good("tools/check-install.sh", 120);
}

Test(package, debian_package)
{
    expect_good("tools/check-deb.sh", 380);
}

static const char bash_completion[] = "/usr/share/bash-completion/bash_completion";

// What bash offers for the words, a line each and one before the first; `with` as complete.bash
// has it.
static char *offer(const char *with, const char *const *words)
{
    const char *command[MOST_WORDS + 5] = {"bash", victim_source_path("tests/complete.bash"),
                                           victim_source_path("completions/teamtrim.bash"), with,
                                           victim_build_path("teamtrim")};
    char *text;
    for (size_t i = 0; words[i]; i++)
        command[i + 5] = words[i];
    struct process_result result = run(command, 30);
    cr_assert_eq(result.status, 0, "%s", result.error);
    cr_assert_str_eq(result.error, "");
    cr_assert_gt(asprintf(&text, "\n%s", result.output), 0);
    process_free(&result);
    return text;
}

static bool is_offered(const char *text, const char *word)
{
    char line[256];
    snprintf(line, sizeof line, "\n%s\n", word);
    return strstr(text, line) != NULL;
}

static void expect_offer(const char *const *words, const char *first, const char *second)
{
    const char *const with[] = {"plain", bash_completion};
    for (size_t i = 0; i < 2; i++) {
        if (i == 1 && access(bash_completion, R_OK) != 0)
            return;
        char *text = offer(with[i], words);
        cr_expect(is_offered(text, first), "%s: no %s in%s", with[i], first, text);
        cr_expect(!second || is_offered(text, second), "%s: no %s in%s", with[i], second, text);
        free(text);
    }
}

static void expect_alone(const char *const *words, const char *all)
{
    char *text = offer("plain", words);
    cr_expect_str_eq(text, all);
    free(text);
}

Test(package, completion_offers_values)
{
    expect_offer(LIST(""), "run", "check");
    expect_alone(LIST("chec"), "\ncheck\n");
    expect_alone(LIST("run", "--log", ""), "\noff\nsummary\ndecisions\ncalls\n");
    expect_alone(LIST("run", "--log", "=", "s"), "\nsummary\n");
    expect_alone(LIST("run", "--log", "="), "\noff\nsummary\ndecisions\ncalls\n");
    expect_alone(LIST("run", "--wait", "p"), "\npassive\n");
    expect_offer(LIST("run", "--set", ""), "blas.bytes-per-thread=", "loop.chunk=");
    expect_alone(LIST("run", "--set", "region.mode", "="), "\noff\nlazy\ntrim\n");
    expect_alone(LIST("run", "--set", "=", "blas.enable", "=", "of"), "\noff\n");
    expect_alone(LIST("run", "--set", "team.cap", "=", ""), "\n");
}

Test(package, completion_offers_files_and_commands)
{
    expect_offer(LIST("run", "--policy", "examples/"), "examples/policy.ini",
                 "examples/container.ini");
    expect_alone(LIST("check", "examples/pol"), "\nexamples/policy.ini\n");
    expect_offer(LIST("run", "--", "printen"), "printenv", NULL);
    expect_offer(LIST("run", "--set", "blas.kernel", "=", "off", "printen"), "printenv", NULL);
    expect_offer(LIST("run", "--log", "calls", "ls", "examples/pol"), "examples/policy.ini", NULL);
}

// All of a help text's words that begin as options do, but those that stand in its prose.
static void expect_options(const char *subcommand)
{
    struct process_result help = run(LIST(victim_build_path("teamtrim"), subcommand, "--help"), 20);
    char *offered = offer("plain", LIST(subcommand, "-")), *rest = NULL;
    cr_expect(is_offered(offered, "--help") && is_offered(offered, "--version"));
    for (char *line = strtok_r(help.output, "\n", &rest); line;
         line = strtok_r(NULL, "\n", &rest)) {
        char option[64] = "";
        if (sscanf(line, " %63[-a-z]", option) == 1 && option[0] == '-')
            cr_expect(is_offered(offered, option), "%s %s: offered:%s", subcommand, option,
                      offered);
    }
    free(offered);
    process_free(&help);
}

Test(package, completion_offers_every_option)
{
    struct process_result help = run(LIST(victim_build_path("teamtrim"), "--help"), 20);
    char *line = strstr(help.output, "commands:\n"), name[32];
    int count = 0;
    cr_assert_not_null(line);
    line = strchr(line, '\n') + 1;
    while (sscanf(line, "  %31[a-z-]", name) == 1 && *line == ' ') {
        expect_options(name);
        line = strchr(line, '\n') + 1;
        count++;
    }
    cr_expect_geq(count, 2);
    process_free(&help);
}
