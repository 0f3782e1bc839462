// SPDX-License-Identifier: MIT
// Copies the variables that matter, from environ or /proc/PID/environ.
#include "shim/cli/doctor/environment.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern char **environ;

static bool matters(const char *entry)
{
    static const char *const starts[] = {"OMP_",  "GOMP_",         "KMP_",  "OPENBLAS_",
                                         "GOTO_", "BLIS_",         "MKL_",  "TEAMTRIM_",
                                         "LD_",   "ASAN_OPTIONS=", "HOME=", "XDG_CONFIG_HOME="};
    for (size_t i = 0; i < sizeof starts / sizeof *starts; i++)
        if (strncmp(entry, starts[i], strlen(starts[i])) == 0)
            return strchr(entry, '=') != NULL;
    return false;
}

static void add(struct environment *environment, const char *entry)
{
    const char **longer = realloc(environment->entries, (environment->count + 2) * sizeof *longer);
    char *copy = strdup(entry);
    if (!longer || !copy)
        abort();
    environment->entries = longer;
    environment->entries[environment->count++] = copy;
    environment->entries[environment->count] = NULL;
}

void environment_of_self(struct environment *environment)
{
    *environment = (struct environment){0};
    for (char **entry = environ; entry && *entry; entry++)
        if (matters(*entry))
            add(environment, *entry);
}

bool environment_of_process(struct environment *environment, int pid)
{
    char path[64], *entry = NULL;
    size_t room = 0;
    *environment = (struct environment){0};
    snprintf(path, sizeof path, "/proc/%d/environ", pid);
    FILE *file = fopen(path, "re");
    if (!file)
        return false;
    while (getdelim(&entry, &room, '\0', file) > 0)
        if (matters(entry))
            add(environment, entry);
    free(entry);
    bool read = !ferror(file);
    fclose(file);
    return read;
}

void environment_free(struct environment *environment)
{
    for (size_t i = 0; i < environment->count; i++)
        free((char *)environment->entries[i]);
    free(environment->entries);
    *environment = (struct environment){0};
}

const char *environment_get(const struct environment *environment, const char *name)
{
    size_t length = strlen(name);
    for (size_t i = 0; i < environment->count; i++)
        if (strncmp(environment->entries[i], name, length) == 0 &&
            environment->entries[i][length] == '=')
            return environment->entries[i] + length + 1;
    return NULL;
}

bool environment_is_same(const struct environment *a, const struct environment *b)
{
    if (a->count != b->count)
        return false;
    for (size_t i = 0; i < a->count; i++)
        if (strcmp(a->entries[i], b->entries[i]) != 0)
            return false;
    return true;
}
