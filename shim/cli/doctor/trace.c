// SPDX-License-Identifier: MIT
// Watches by ptrace: each process is looked at when it ends, with everything still mapped, however
// it ends. Source: ptrace(2).
#include "shim/cli/doctor/watch_inner.h"

#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

// From linux/ptrace.h, which does not go with sys/ptrace.h.
enum { EVENT_EXIT = 6, EVENT_STOP = 128 };

bool trace_begin(pid_t command)
{
    const long options = PTRACE_O_TRACEEXIT | PTRACE_O_TRACEEXEC | PTRACE_O_TRACEFORK |
                         PTRACE_O_TRACEVFORK | PTRACE_O_TRACECLONE;
    return ptrace(PTRACE_SEIZE, command, NULL, options) == 0;
}

// The number behind a line's name in /proc/PID/status; `letter` takes the first letter instead.
static long read_status(pid_t pid, const char *name, char *letter)
{
    char path[64], line[256];
    long value = -1;
    snprintf(path, sizeof path, "/proc/%d/status", (int)pid);
    FILE *file = fopen(path, "re");
    while (file && value < 0 && fgets(line, sizeof line, file)) {
        size_t length = strlen(name);
        if (strncmp(line, name, length) != 0)
            continue;
        value = strtol(line + length, NULL, 10);
        if (letter)
            *letter = line[length + strspn(line + length, " \t")];
    }
    if (file)
        fclose(file);
    return value;
}

// A thread ends. It is the process's end if it is the first one, or the first one has gone before.
static void see_end(pid_t thread, struct snapshots *seen)
{
    char state = '\0';
    pid_t process = (pid_t)read_status(thread, "Tgid:", NULL);
    if (process > 0 && process != thread)
        read_status(process, "State:", &state);
    if (process == thread || state == 'Z')
        snapshots_take(seen, process, thread);
}

// Lets a stopped thread go on, with the signal that it stopped for.
static void proceed(pid_t thread, int status, pid_t command, struct snapshots *seen)
{
    int event = status >> 16, signal = WSTOPSIG(status);
    if (event == EVENT_STOP && signal != SIGTRAP) { // it stays stopped, until it is continued
        ptrace(PTRACE_LISTEN, thread, NULL, NULL);
        if (thread == command && signals_is_terminal_stop(signal))
            signals_stop_too(command);
        return;
    }
    if (event == EVENT_EXIT)
        see_end(thread, seen);
    ptrace(PTRACE_CONT, thread, NULL, (long)(event ? 0 : signal));
}

// What the command has started and left running.
static void see_others(struct snapshots *seen)
{
    DIR *processes = opendir("/proc");
    struct dirent *entry;
    while (processes && (entry = readdir(processes))) {
        pid_t pid = (pid_t)strtol(entry->d_name, NULL, 10);
        long tracer = pid > 0 ? read_status(pid, "TracerPid:", NULL) : 0;
        if (tracer > 0 && (tracer == getpid() || tracer == gettid()))
            snapshots_take(seen, pid, pid);
    }
    if (processes)
        closedir(processes);
}

int trace_follow(pid_t command, struct snapshots *seen)
{
    for (;;) {
        int status;
        pid_t thread = waitpid(-1, &status, __WALL);
        if (thread < 0 && errno != EINTR)
            return -1;
        if (thread > 0 && WIFSTOPPED(status)) {
            proceed(thread, status, command, seen);
        } else if (thread == command) {
            see_others(seen);
            return status;
        }
    }
}
