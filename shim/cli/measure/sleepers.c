// SPDX-License-Identifier: MIT
// Reads the state of threads from /proc/self/task/TID/stat, which stays open: proc(5).
#include "shim/cli/measure/sleepers.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "shim/cli/measure/clock_ns.h"

struct sleepers {
    int *files;
    size_t count;
};

struct sleepers *sleepers_open(void)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) == 0) { // a file a thread
        limit.rlim_cur = limit.rlim_max;
        setrlimit(RLIMIT_NOFILE, &limit);
    }
    return calloc(1, sizeof(struct sleepers));
}

// The state follows the name, which may hold blanks and brackets. '\0': unknown.
static char read_state(int file)
{
    char text[128];
    ssize_t got = pread(file, text, sizeof text - 1, 0);
    text[got > 0 ? got : 0] = '\0';
    const char *end = strrchr(text, ')');
    return end && end[1] == ' ' ? end[2] : '\0';
}

bool sleepers_add(struct sleepers *sleepers, pid_t tid)
{
    char path[64];
    snprintf(path, sizeof path, "/proc/self/task/%d/stat", (int)tid);
    int file = open(path, O_RDONLY | O_CLOEXEC);
    int *files = realloc(sleepers->files, (sleepers->count + 1) * sizeof *files);
    if (files)
        sleepers->files = files;
    if (!files || file < 0 || read_state(file) == '\0') {
        close(file);
        return false;
    }
    sleepers->files[sleepers->count++] = file;
    return true;
}

static bool all_sleep(const struct sleepers *sleepers)
{
    for (size_t i = 0; i < sleepers->count; i++)
        if (read_state(sleepers->files[i]) != 'S')
            return false;
    return true;
}

static void spin_until(int64_t time)
{
    while (clock_ns() < time)
        clock_relax();
}

// Between two looks the threads may need this CPU to get to sleep on.
bool sleepers_wait(const struct sleepers *sleepers, int64_t until)
{
    const int64_t give_up = clock_ns() + 1000000000, look_ns = 20000;
    while (!all_sleep(sleepers)) {
        if (clock_ns() > give_up)
            return false;
        spin_until(clock_ns() + look_ns);
    }
    spin_until(until);
    return true;
}
