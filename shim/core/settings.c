// SPDX-License-Identifier: MIT
// Policy files and environment, in order: defaults, the machine's file, TEAMTRIM_POLICY, single
// keys, TEAMTRIM_SET.
#include "shim/core/settings.h"

#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <unistd.h>

#include "shim/core/log.h"
#include "shim/core/process.h"
#include "shim/names/routines.h"

extern char **environ;

static struct settings settings;

static void report(void *context, const char *message)
{
    (void)context;
    log_error(message);
}

static const char *const log_levels[] = {"off", "summary", "decisions", "calls"};
static const char *const log_formats[] = {"text", "json"};

static int choose(const char *variable, const char *const *choices, int count)
{
    const char *value = getenv(variable);
    for (int i = 0; value && i < count; i++)
        if (!strcmp(value, choices[i]))
            return i;
    return 0;
}

static void complain(const char *variable, const char *expected)
{
    char message[512];
    const char *value = getenv(variable);
    size_t used = log_append(message, sizeof message, 0, variable);
    used = log_append(message, sizeof message, used, "=");
    used = log_append(message, sizeof message, used, value ? value : "");
    used = log_append(message, sizeof message, used, ": ");
    used = log_append(message, sizeof message, used, expected);
    log_append(message, sizeof message, used, "; ignored");
    log_error(message);
}

static void check_choice(const char *variable, const char *const *choices, int count,
                         const char *expected)
{
    const char *value = getenv(variable);
    if (value && *value && !choose(variable, choices, count) && strcmp(value, choices[0]))
        complain(variable, expected);
}

static void open_log(void)
{
    const char *file = getenv("TEAMTRIM_LOG_FILE");
    enum log_level level = (enum log_level)choose("TEAMTRIM_LOG", log_levels, 4);
    log_open(level, choose("TEAMTRIM_LOG_FORMAT", log_formats, 2) == 1, file ? file : "");
    process_tell_start(log_levels[level]);
    check_choice("TEAMTRIM_LOG", log_levels, 4, "expected off, summary, decisions or calls");
    check_choice("TEAMTRIM_LOG_FORMAT", log_formats, 2, "expected text or json");
}

static void load_file(const char *path)
{
    if (policy_load(&settings.policy, path, report, NULL) == 0)
        log_append(settings.policy_file, sizeof settings.policy_file, 0, path);
}

// True if the file is there; its errors have been reported.
static bool load_if_present(const char *path)
{
    if (access(path, F_OK) != 0)
        return false;
    load_file(path);
    return true;
}

static void load_machine_policy(void)
{
    char path[PATH_MAX];
    const char *base = getenv("XDG_CONFIG_HOME"), *home = getenv("HOME");
    size_t used = log_append(path, sizeof path, 0, base && *base ? base : home ? home : "");
    if (!base || !*base)
        used = log_append(path, sizeof path, used, "/.config");
    log_append(path, sizeof path, used, "/teamtrim/policy.ini");
    if (path[0] != '/' || !load_if_present(path))
        load_if_present("/etc/teamtrim/policy.ini");
}

static bool is_own_variable(const char *name)
{
    static const char *const names[] = {
        "TEAMTRIM_POLICY",  "TEAMTRIM_LOG",  "TEAMTRIM_LOG_FILE",     "TEAMTRIM_LOG_FORMAT",
        "TEAMTRIM_DISABLE", "TEAMTRIM_ROOT", POLICY_SETTINGS_VARIABLE};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strcmp(name, names[i]))
            return true;
    return false;
}

// Others may be another program's, which has the name TEAMTRIM_ for something of its own.
static bool names_a_section(const char *variable)
{
    static const char *const starts[] = {"TEAMTRIM_BLAS_", "TEAMTRIM_REGION_", "TEAMTRIM_TEAM_",
                                         "TEAMTRIM_LOOP_", "TEAMTRIM_WAIT_"};
    for (size_t i = 0; i < sizeof starts / sizeof *starts; i++)
        if (!strncmp(variable, starts[i], strlen(starts[i])))
            return true;
    return false;
}

static void apply_variable(const char *entry)
{
    char name[POLICY_VARIABLE_LENGTH], section[POLICY_SECTION_LENGTH];
    const char *equals = strchr(entry, '='), *key;
    size_t length = equals ? (size_t)(equals - entry) : sizeof name;
    if (length >= sizeof name || strncmp(entry, "TEAMTRIM_", 9) != 0)
        return;
    memcpy(name, entry, length);
    name[length] = '\0';
    if (is_own_variable(name))
        return;
    if (policy_key_of_variable(&settings.policy, name, section, &key))
        policy_set(&settings.policy, section, key, equals + 1, name, report, NULL);
    else if (log_level() != LOG_OFF || names_a_section(name))
        complain(name, "no such setting; `teamtrim check --help` lists the keys");
}

static void apply_setting(const char *line, size_t length)
{
    char setting[POLICY_SETTING_LENGTH];
    const char *key, *value;
    size_t used = length < sizeof setting ? length : 0;
    memcpy(setting, line, used);
    setting[used] = '\0';
    if (policy_split_setting(setting, &key, &value))
        policy_set(&settings.policy, setting, key, value, POLICY_SETTINGS_VARIABLE, report, NULL);
    else
        complain(POLICY_SETTINGS_VARIABLE, "expected SECTION.KEY=VALUE in each line");
}

static void apply_settings(const char *lines)
{
    while (lines && *lines) {
        size_t length = strcspn(lines, "\n");
        if (length > 0)
            apply_setting(lines, length);
        lines += length + (lines[length] == '\n');
    }
}

// A switch for emergencies: anything but a clear no disables.
static bool is_disabled(void)
{
    static const char *const no[] = {"", "0", "no", "off", "false"};
    const char *value = getenv("TEAMTRIM_DISABLE");
    for (size_t i = 0; value && i < sizeof no / sizeof *no; i++)
        if (!strcmp(value, no[i]))
            return false;
    return value != NULL;
}

static void load(void)
{
    policy_init(&settings.policy, blas_routines);
    if (getauxval(AT_SECURE))
        return;
    const char *path = getenv("TEAMTRIM_POLICY");
    settings.disabled = is_disabled();
    open_log();
    load_machine_policy();
    if (path && *path)
        load_file(path);
    for (char **entry = environ; entry && *entry; entry++)
        apply_variable(*entry);
    apply_settings(getenv(POLICY_SETTINGS_VARIABLE));
}

enum { NEW, LOADING, READY };
static atomic_int state;

// The thread that was reading is not in the child.
static void restart_in_child(void)
{
    int seen = LOADING;
    atomic_compare_exchange_strong(&state, &seen, NEW);
}

__attribute__((constructor)) static void start(void)
{
    pthread_atfork(NULL, NULL, restart_in_child);
    settings_get();
}

const struct settings *settings_get(void)
{
    int seen = atomic_load_explicit(&state, memory_order_acquire);
    if (seen == NEW && atomic_compare_exchange_strong(&state, &seen, LOADING)) {
        load();
        atomic_store_explicit(&state, READY, memory_order_release);
        seen = READY;
    }
    return seen == READY ? &settings : NULL;
}
