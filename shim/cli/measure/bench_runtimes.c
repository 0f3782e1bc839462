// SPDX-License-Identifier: MIT
// Which runtimes `teamtrim bench-fork` measures: by name, by path, or all.
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "policy/policy.h"
#include "shim/cli/cli.h"
#include "shim/cli/measure/bench_fork.h"

static void tell_apart(struct bench_fork *bench, struct installed *installed)
{
    size_t same = 1;
    char label[sizeof installed->label + 24];
    for (size_t i = 0; i < bench->runtime_count; i++) {
        const char *other = bench->runtimes[i].installed.label;
        size_t length = strlen(installed->label);
        same += strncmp(other, installed->label, length) == 0 &&
                (other[length] == '\0' || strncmp(other + length, " #", 2) == 0);
    }
    if (same == 1)
        return;
    snprintf(label, sizeof label, "%.30s #%zu", installed->label, same);
    memcpy(installed->label, label, sizeof installed->label);
}

static bool is_listed(const struct bench_fork *bench, const struct bench_runtime *runtime)
{
    for (size_t i = 0; i < bench->runtime_count; i++)
        if (strcmp(bench->runtimes[i].file, runtime->file) == 0 &&
            bench->runtimes[i].installed.kind == runtime->installed.kind)
            return true;
    return false;
}

// Once, however often it is asked for; but by both interfaces, if it goes by both names.
static void add_runtime(struct bench_fork *bench, const struct installed *installed)
{
    struct bench_runtime *runtime = &bench->runtimes[bench->runtime_count];
    *runtime = (struct bench_runtime){.installed = *installed};
    if (!realpath(installed->path, runtime->file))
        snprintf(runtime->file, sizeof runtime->file, "%s", installed->path);
    if (is_listed(bench, runtime))
        return;
    tell_apart(bench, &runtime->installed);
    runtime_version_ask(installed->path, runtime->version);
    bench->runtime_count++;
}

// Letter case and blanks do not count, nor does a version that is not given: "libomp" is all of
// them, "LIBOMP14" one.
static bool is_called(const char *label, const char *name)
{
    for (; *name; name++) {
        if (*name == ' ' || *name == '-')
            continue;
        label += *label == ' ';
        if (strncasecmp(label, name, 1) != 0)
            return false;
        label++;
    }
    return *label == '\0' || *label == ' ';
}

static void add_path(struct bench_fork *bench, const char *path)
{
    const char *file = strrchr(path, '/') + 1;
    struct installed installed = {.kind = INSTALLED_LIBOMP, .path = (char *)path};
    if (strncmp(file, "libgomp", 7) == 0)
        installed.kind = INSTALLED_GOMP;
    snprintf(installed.label, sizeof installed.label, "%.*s", (int)strcspn(file, "."), file);
    add_runtime(bench, &installed);
}

// How many there are.
static size_t add_called(struct bench_fork *bench, const struct installed_list *list,
                         const char *name)
{
    size_t count = 0;
    for (size_t i = 0; i < list->count; i++)
        if (is_called(list->items[i].label, name)) {
            add_runtime(bench, &list->items[i]);
            count++;
        }
    return count;
}

static int reject_name(const struct installed_list *list, const char *name)
{
    const char **labels = calloc(list->count + 1, sizeof *labels);
    for (size_t i = 0; labels && i < list->count; i++)
        labels[i] = list->items[i].label;
    const char *meant = labels ? policy_suggest(name, labels) : NULL;
    if (meant)
        cli_complain("--runtime '%s' is not installed; did you mean '%s'?", name, meant);
    else
        cli_complain("--runtime '%s' is not installed; expected one of these, or the path of a "
                     "library:",
                     name);
    for (size_t i = 0; !meant && i < list->count; i++)
        fprintf(stderr, "  %s (%s)\n", list->items[i].label, list->items[i].path);
    free(labels);
    return cli_point_to_help("teamtrim bench-fork");
}

static int complain_of_none(void)
{
    cli_complain("no OpenMP runtime is installed, so there is nothing to measure.\n"
                 "GCC's is in the package libgomp1 (Debian, Ubuntu), libgomp (Fedora) or gcc-libs "
                 "(Arch);\n"
                 "LLVM's in libomp5 or libomp-dev (Debian, Ubuntu), libomp (Fedora) or openmp "
                 "(Arch).\n"
                 "One that lies elsewhere: teamtrim bench-fork --runtime /path/of/libomp.so");
    return CLI_FINDING;
}

int bench_runtimes_choose(struct bench_fork *bench, const char *const *names, size_t name_count,
                          const struct installed_list *list)
{
    bench->runtimes =
        calloc(name_count + (name_count + 1) * list->count + 1, sizeof *bench->runtimes);
    if (!bench->runtimes)
        abort();
    for (size_t i = 0; name_count == 0 && i < list->count; i++)
        add_runtime(bench, &list->items[i]);
    for (size_t i = 0; i < name_count; i++) {
        if (strchr(names[i], '/'))
            add_path(bench, names[i]);
        else if (add_called(bench, list, names[i]) == 0)
            return list->count ? reject_name(list, names[i]) : complain_of_none();
    }
    return bench->runtime_count ? CLI_DONE : complain_of_none();
}
