// SPDX-License-Identifier: MIT
// From /proc/cpuinfo, which has a name of the model on x86-64, POWER and s390, and numbers on Arm.
#include "shim/cli/this_machine.h"

#include "policy/policy.h"

#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { VALUE = 128 };

const char *this_machine_root(void)
{
    const char *root = getenv("TEAMTRIM_ROOT");
    return root ? root : "";
}

// The first value of a key, tidy: one blank between words. Commas would look like the end of it.
static void tidy(const char *from, char value[VALUE])
{
    size_t used = 0;
    for (; *from && used + 1 < VALUE; from++) {
        char c = *from == ',' || (unsigned char)*from < ' ' ? ' ' : *from;
        if (c != ' ' || (used > 0 && value[used - 1] != ' '))
            value[used++] = c;
    }
    while (used > 0 && value[used - 1] == ' ')
        used--;
    value[used] = '\0';
}

static bool find_value(FILE *file, const char *key, char value[VALUE])
{
    char line[1024];
    size_t length = strlen(key);
    rewind(file);
    while (fgets(line, sizeof line, file)) {
        if (strncmp(line, key, length) != 0)
            continue;
        const char *colon = line + length + strspn(line + length, " \t");
        if (*colon == ':') {
            tidy(colon + 1, value);
            return *value != '\0';
        }
    }
    return false;
}

static void read_model(FILE *file, char *text, size_t size)
{
    char value[VALUE], part[VALUE];
    if (find_value(file, "model name", value) || find_value(file, "cpu", value))
        snprintf(text, size, "%s", value);
    else if (find_value(file, "CPU implementer", value) && find_value(file, "CPU part", part))
        snprintf(text, size, "CPU %s/%s", value, part);
}

void this_machine_model(char *text, size_t size)
{
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/proc/cpuinfo", this_machine_root());
    snprintf(text, size, "unknown CPU");
    FILE *file = fopen(path, "re");
    if (!file)
        return;
    read_model(file, text, size);
    fclose(file);
}

void this_machine_describe(char *text, size_t size)
{
    struct machine machine;
    char model[VALUE];
    this_machine_model(model, sizeof model);
    machine_read(&machine, this_machine_root(), CAP_QUOTA);
    int used = snprintf(text, size, "%s, %d CPUs", model, machine.allowed);
    if (machine.quota > 0 && machine.quota < machine.allowed && used > 0 && (size_t)used < size)
        snprintf(text + used, size - (size_t)used, ", a quota of %.1f", machine.quota);
}
