// SPDX-License-Identifier: MIT
// Watches without ptrace: looks at the command and its children every few milliseconds. What lives
// shorter, or is loaded just before the end, can be missed.
#include "shim/cli/doctor/watch_inner.h"

#include "shim/cli/seconds.h"

#include <dirent.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>

enum { SHARE = 10 }; // looking may take a tenth of a CPU
static const double least_pause = 0.005;

struct process {
    pid_t pid, parent;
    bool ours;
};

// PID (NAME) STATE PARENT: the name may hold anything.
static pid_t read_parent(pid_t pid)
{
    char path[64], text[512];
    int parent = 0;
    snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
    FILE *file = fopen(path, "re");
    size_t got = file ? fread(text, 1, sizeof text - 1, file) : 0;
    if (file)
        fclose(file);
    text[got] = '\0';
    const char *end = strrchr(text, ')');
    return end && sscanf(end, ") %*c %d", &parent) == 1 ? (pid_t)parent : 0;
}

static struct process *list_processes(size_t *count)
{
    struct process *list = NULL;
    DIR *folder = opendir("/proc");
    struct dirent *entry;
    *count = 0;
    while (folder && (entry = readdir(folder))) {
        pid_t pid = (pid_t)strtol(entry->d_name, NULL, 10);
        struct process *longer = pid > 0 ? realloc(list, (*count + 1) * sizeof *list) : NULL;
        if (!longer)
            continue;
        list = longer;
        list[(*count)++] = (struct process){.pid = pid, .parent = read_parent(pid)};
    }
    if (folder)
        closedir(folder);
    return list;
}

// Children of ours are ours, until there are no more.
static void mark_descendants(struct process *list, size_t count, pid_t command)
{
    bool more = true;
    for (size_t i = 0; i < count; i++)
        list[i].ours = list[i].pid == command;
    while (more) {
        more = false;
        for (size_t i = 0; i < count; i++)
            for (size_t j = 0; j < count && !list[i].ours; j++)
                more |= list[i].ours = list[j].ours && list[j].pid == list[i].parent;
    }
}

static void look(pid_t command, struct snapshots *seen)
{
    size_t count;
    struct process *list = list_processes(&count);
    mark_descendants(list, count, command);
    for (size_t i = 0; i < count; i++)
        if (list[i].ours)
            snapshots_take(seen, list[i].pid, list[i].pid);
    free(list);
}

static void pause_after(double took)
{
    double pause = took * SHARE > least_pause ? took * SHARE : least_pause;
    const struct timespec time = {(time_t)pause, (long)(1e9 * (pause - floor(pause)))};
    nanosleep(&time, NULL);
}

int look_follow(pid_t command, struct snapshots *seen)
{
    for (;;) {
        int status;
        pid_t ended = waitpid(command, &status, WNOHANG | WUNTRACED);
        if (ended < 0 && errno != EINTR)
            return -1;
        if (ended == command && !WIFSTOPPED(status))
            return status;
        if (ended == command && signals_is_terminal_stop(WSTOPSIG(status)))
            signals_stop_too(command);
        double begin = seconds_now();
        look(command, seen);
        pause_after(seconds_now() - begin);
    }
}
