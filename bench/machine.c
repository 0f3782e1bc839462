// SPDX-License-Identifier: MIT
// Says what the machine is that the figures are from.
#include <gnu/libc-version.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>

#include "bench/setting.h"
#include "kernels/kernels.h"
#include "tests/process.h"

static void add_fact(struct bench *bench, const char *key, const char *text)
{
    printf("- %s: %s\n", key, text);
    json_add_text(&bench->json, key, text);
}

// The first line of a file, after `prefix` if there is one; "" if it cannot be read.
static void read_line(const char *path, const char *prefix, char *text, size_t room)
{
    char *content = process_load_file(path);
    const char *found = content && prefix ? strstr(content, prefix) : content;

    if (found && prefix)
        found += strlen(prefix);
    snprintf(text, room, "%.*s", found ? (int)strcspn(found, "\n") : 0, found ? found : "");
    free(content);
}

static void add_processor(struct bench *bench)
{
    char model[128], text[256];
    cpu_set_t set;

    read_line("/proc/cpuinfo", "model name\t: ", model, sizeof model);
    sched_getaffinity(0, sizeof set, &set);
    snprintf(text, sizeof text, "%s, %d CPUs, kernels %s", *model ? model : "unknown model",
             CPU_COUNT(&set), kernels_isa_name(kernels_isa_best()));
    add_fact(bench, "CPU", text);
}

static bool add_cache(int index, char *text, size_t room)
{
    static const char *const files[3] = {"level", "type", "size"};
    char values[3][32], path[96];

    for (int i = 0; i < 3; i++) {
        snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu0/cache/index%d/%s", index,
                 files[i]);
        read_line(path, NULL, values[i], sizeof values[i]);
    }
    if (*values[0] && strcmp(values[1], "Instruction") != 0) {
        size_t used = strlen(text);
        snprintf(text + used, room - used, "%sL%s %s", used ? ", " : "", values[0], values[2]);
    }
    return *values[0];
}

static void add_caches(struct bench *bench)
{
    char text[256] = "";

    for (int index = 0; add_cache(index, text, sizeof text); index++)
        continue;
    add_fact(bench, "caches", *text ? text : "unknown");
}

static void add_system(struct bench *bench)
{
    char text[sizeof(struct utsname)], distribution[128];
    struct utsname system;

    uname(&system);
    read_line("/etc/os-release", "PRETTY_NAME=", distribution, sizeof distribution);
    snprintf(text, sizeof text, "%s %s %s, %s, glibc %s", system.sysname, system.release,
             system.machine, distribution, gnu_get_libc_version());
    add_fact(bench, "system", text);
    add_fact(bench, "compiler", __VERSION__);
}

static void add_load(struct bench *bench)
{
    double load;
    char text[96];

    if (getloadavg(&load, 1) != 1)
        return;
    snprintf(text, sizeof text, "%.2f%s", load, load > 0.5 ? " (others are at work: noisy)" : "");
    add_fact(bench, "load average before", text);
}

// What a command prints, without the end of the line; "" if it fails.
static void ask(const char *const *command, const char *const *environment, char *text, size_t room)
{
    struct process_setup setup = {environment, 0, NULL};
    struct process_result result;

    process_run(command, &setup, &result);
    snprintf(text, room, "%.*s", result.status ? 0 : (int)strcspn(result.output, "\n"),
             result.output);
    process_free(&result);
}

// "libblas3:amd64 3.11.0-2" where dpkg knows the file.
static void find_package(const char *path, char *package, size_t room)
{
    char real[4096], name[128], version[64];
    const char *file = realpath(path, real) ? real : path;

    ask((const char *const[]){"dpkg-query", "-S", file, NULL}, NULL, name, sizeof name);
    name[strcspn(name, " ")] = '\0';
    if (*name)
        name[strlen(name) - 1] = '\0'; // a colon
    ask((const char *const[]){"dpkg-query", "-W", "-f", "${Version}", name, NULL}, NULL, version,
        sizeof version);
    snprintf(package, room, "%s%s%s", name, *version ? " " : "", version);
}

static void add_provider(struct bench *bench, enum provider_id provider)
{
    char victim[600], about[600], package[256], text[900];
    const char *environment[] = {provider_variable(provider), NULL};

    if (!environment[0]) {
        add_fact(bench, provider_name(provider), "not installed, skipped");
        return;
    }
    snprintf(victim, sizeof victim, "%s/victim", bench->folder);
    ask((const char *const[]){victim, "any", "1", "1", "1", "about", NULL}, environment, about,
        sizeof about);
    char *config = about + strcspn(about, "\t");
    if (*config)
        *config++ = '\0';
    find_package(about, package, sizeof package);
    snprintf(text, sizeof text, "%s%s%s", *package ? package : about, *config ? ", " : "", config);
    add_fact(bench, provider_name(provider), text);
}

static void add_runtimes(struct bench *bench)
{
    static const char *const runtimes[][2] = {{"libgomp", "libgomp.so.1"},
                                              {"libomp", "libomp.so.5"}};
    char path[600], package[256];

    for (size_t i = 0; i < sizeof runtimes / sizeof *runtimes; i++) {
        snprintf(path, sizeof path, "%s/%s", provider_system_folder(), runtimes[i][1]);
        find_package(path, package, sizeof package);
        add_fact(bench, runtimes[i][0], *package ? package : "unknown");
    }
}

void machine_describe(struct bench *bench)
{
    json_open_object(&bench->json, "machine");
    add_processor(bench);
    add_caches(bench);
    add_system(bench);
    add_load(bench);
    for (int provider = 0; provider < PROVIDER_COUNT; provider++)
        add_provider(bench, (enum provider_id)provider);
    add_runtimes(bench);
    json_close_object(&bench->json);
    putchar('\n');
}
