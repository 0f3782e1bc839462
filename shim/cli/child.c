// SPDX-License-Identifier: MIT
// Starts children, collects what they print, and ends them in time.
#include "shim/cli/child.h"

#include "shim/cli/seconds.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#if defined __linux__
#include <sys/prctl.h>
#endif
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

static bool steers_threads(const char *entry)
{
    static const char *const starts[] = {"LD_PRELOAD=", "DYLD_INSERT_LIBRARIES=",
                                         "OMP_",        "GOMP_",
                                         "KMP_",        "OPENBLAS_",
                                         "BLIS_",       "MKL_",
                                         "TEAMTRIM_"};
    for (size_t i = 0; i < sizeof starts / sizeof *starts; i++)
        if (strncmp(entry, starts[i], strlen(starts[i])) == 0)
            return true;
    return false;
}

static bool sets_same_variable(const char *a, const char *b)
{
    size_t length = strcspn(a, "=");
    return strncmp(a, b, length) == 0 && b[length] == '=';
}

static bool is_replaced(const char *entry, const char *const *environment)
{
    for (; environment && *environment; environment++)
        if (sets_same_variable(*environment, entry))
            return true;
    return false;
}

// The list is allocated, its entries are not.
static const char **make_environment(const char *const *environment, bool clean)
{
    size_t count = 1, used = 0;
    for (char **entry = environ; *entry; entry++)
        count++;
    for (const char *const *entry = environment; entry && *entry; entry++)
        count++;
    const char **list = calloc(count, sizeof *list);
    for (char **entry = environ; list && *entry; entry++)
        if (!(clean && steers_threads(*entry)) && !is_replaced(*entry, environment))
            list[used++] = *entry;
    for (const char *const *entry = environment; list && entry && *entry; entry++)
        list[used++] = *entry;
    return list;
}

// A group of its own is out of a Ctrl-C's reach, and nobody reads what an orphan measures.
static void die_with(pid_t parent)
{
#if defined __linux__
    prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
    if (getppid() != parent) // it ended before that
        _exit(126);
}

// What happens in the child: a process group of its own, so that all of it can be ended.
static void become(const char *path, const char *const *argv, const char **environment, int output,
                   bool loud)
{
    int nowhere = open("/dev/null", O_RDWR | O_CLOEXEC);
    setpgid(0, 0);
    dup2(output, STDOUT_FILENO);
    dup2(nowhere, STDIN_FILENO);
    if (!loud)
        dup2(nowhere, STDERR_FILENO);
    environ = (char **)environment;
    if (path)
        execv(path, (char *const *)argv);
    else
        execvp(argv[0], (char *const *)argv);
    _exit(errno == ENOENT ? 127 : 126);
}

static bool grow(struct child_result *result, size_t used, size_t *room)
{
    if (used + 1 < *room)
        return true;
    char *larger = realloc(result->output, *room * 2);
    if (!larger)
        return false;
    result->output = larger;
    *room *= 2;
    return true;
}

// Reads to the end, or until it is `end`.
static void read_output(int fd, double end, struct child_result *result)
{
    size_t used = 0, room = 4096;
    ssize_t got = 1;
    while (got > 0 && grow(result, used, &room)) {
        struct pollfd wait = {.fd = fd, .events = POLLIN};
        double left = end - seconds_now();
        int ready = poll(&wait, 1, left > 0 ? (int)(1000 * left) + 1 : 0);
        if (ready == 0) {
            result->timed_out = true;
            break;
        }
        if (ready > 0)
            got = read(fd, result->output + used, room - used - 1);
        used += ready > 0 && got > 0 ? (size_t)got : 0;
    }
    result->output[used] = '\0';
}

static int wait_for(pid_t pid, double end, bool *timed_out)
{
    const struct timespec pause = {0, 2 * 1000 * 1000};
    int status = 0;
    pid_t ended = 0;
    while (!*timed_out && (ended = waitpid(pid, &status, WNOHANG)) == 0) {
        *timed_out = seconds_now() > end;
        nanosleep(&pause, NULL);
    }
    if (*timed_out) {
        kill(-pid, SIGKILL);
        while ((ended = waitpid(pid, &status, 0)) < 0 && errno == EINTR)
            ;
    }
    if (ended != pid)
        return -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

static void run_child(const char *path, const char *const *argv, const char **environment,
                      double seconds, bool loud, struct child_result *result)
{
    double end = seconds_now() + seconds;
    int ends[2];
    *result = (struct child_result){.status = -1, .output = calloc(1, 4096)};
    if (!result->output)
        abort();
    if (!environment || pipe2(ends, O_CLOEXEC) != 0)
        return;
    fflush(NULL);
    pid_t parent = getpid(), pid = fork();
    if (pid == 0) {
        die_with(parent);
        become(path, argv, environment, ends[1], loud);
    }
    close(ends[1]);
    if (pid > 0) {
        setpgid(pid, pid); // whoever is first
        read_output(ends[0], end, result);
        result->status = wait_for(pid, end, &result->timed_out);
    }
    close(ends[0]);
}

// Whoever ignores SIGCHLD, as our caller may have taught us, is told no child's status.
static void run(const char *path, const char *const *argv, const char **environment, double seconds,
                bool loud, struct child_result *result)
{
    const struct sigaction plain = {.sa_handler = SIG_DFL};
    struct sigaction before;
    sigaction(SIGCHLD, &plain, &before);
    run_child(path, argv, environment, seconds, loud, result);
    sigaction(SIGCHLD, &before, NULL);
}

void child_run(const char *const *arguments, const char *const *environment, double seconds,
               bool loud, struct child_result *result)
{
    size_t count = 0;
    while (arguments[count])
        count++;
    const char **argv = calloc(count + 2, sizeof *argv);
    if (!argv)
        abort();
    argv[0] = "teamtrim";
    memcpy(argv + 1, arguments, count * sizeof *argv);
    const char **list = make_environment(environment, true);
    run("/proc/self/exe", argv, list, seconds, loud, result);
    free(list);
    free(argv);
}

void child_run_command(const char *const *command, const char *const *environment, double seconds,
                       bool loud, struct child_result *result)
{
    const char **list = make_environment(environment, false);
    run(NULL, command, list, seconds, loud, result);
    free(list);
}

void child_free(struct child_result *result)
{
    free(result->output);
    result->output = NULL;
}
