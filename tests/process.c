// SPDX-License-Identifier: MIT
// Runs a command without a shell: environment, time-out, captured output.
#include "tests/process.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

enum { DEFAULT_TIMEOUT_S = 60, STREAMS = 2 };

struct stream {
    int fd;
    char *bytes;
    size_t size, room;
};

static bool steers_a_run(const char *entry)
{
    static const char *const prefixes[] = {"LD_",       "TEAMTRIM_", "OMP_", "GOMP_", "KMP_",
                                           "OPENBLAS_", "BLIS_",     "MKL_", "GOTO_"};

    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
        if (strncmp(entry, prefixes[i], strlen(prefixes[i])) == 0)
            return true;
    return false;
}

static void unset_entry(const char *entry)
{
    char name[256];

    snprintf(name, sizeof name, "%.*s", (int)strcspn(entry, "="), entry);
    unsetenv(name);
}

static void drop_steering_variables(void)
{
    for (char **entry = environ; *entry;)
        if (steers_a_run(*entry)) {
            unset_entry(*entry);
            entry = environ; // unsetenv has moved the entries
        } else {
            entry++;
        }
}

static void fill_environment(const char *const *entries)
{
    drop_steering_variables();
    setenv("XDG_CONFIG_HOME", "/nonexistent", 1); // no policy of this machine's user
    for (; entries && *entries; entries++)
        if (strchr(*entries, '='))
            putenv((char *)*entries);
        else
            unsetenv(*entries);
}

static void redirect_error(const char *path, int pipe_fd)
{
    int fd = pipe_fd;

    if (path && !*path) {
        close(STDERR_FILENO);
        return;
    }
    if (path)
        fd = open(path, O_WRONLY | O_CREAT | O_APPEND, 0600);
    dup2(fd, STDERR_FILENO);
}

static void run_child(const char *const *command, const struct process_setup *setup,
                      int pipes[STREAMS][2])
{
    setpgid(0, 0);
    dup2(open("/dev/null", O_RDONLY), STDIN_FILENO);
    dup2(pipes[0][1], STDOUT_FILENO);
    redirect_error(setup->error_path, pipes[1][1]);
    for (int fd = STDERR_FILENO + 1; fd < 256; fd++)
        close(fd);
    fill_environment(setup->environment);
    execvp(command[0], (char *const *)command);
    _exit(errno == ENOENT ? 127 : 126);
}

static int64_t milliseconds_now(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void make_room(struct stream *stream)
{
    if (stream->size + 1 < stream->room)
        return;
    stream->room = stream->room ? 2 * stream->room : 65536;
    stream->bytes = realloc(stream->bytes, stream->room);
    if (!stream->bytes)
        abort();
}

static void read_some(struct stream *stream)
{
    make_room(stream);
    ssize_t got = read(stream->fd, stream->bytes + stream->size, stream->room - stream->size - 1);
    if (got > 0) {
        stream->size += (size_t)got;
    } else if (got == 0 || errno != EINTR) {
        close(stream->fd);
        stream->fd = -1;
    }
}

// Reads until both streams have ended; false when the time is up.
static bool read_streams(struct stream streams[STREAMS], int64_t deadline)
{
    while (streams[0].fd >= 0 || streams[1].fd >= 0) {
        struct pollfd polled[STREAMS] = {{streams[0].fd, POLLIN, 0}, {streams[1].fd, POLLIN, 0}};
        int64_t left = deadline - milliseconds_now();

        if (left <= 0)
            return false;
        if (poll(polled, STREAMS, (int)left) < 0 && errno != EINTR)
            return false;
        for (int i = 0; i < STREAMS; i++)
            if (polled[i].revents)
                read_some(&streams[i]);
    }
    return true;
}

// A child may close its streams and live on.
static bool wait_until(pid_t child, int *status, int64_t deadline)
{
    const struct timespec pause = {0, 2000000};

    while (waitpid(child, status, WNOHANG) == 0) {
        if (milliseconds_now() > deadline)
            return false;
        nanosleep(&pause, NULL);
    }
    return true;
}

static void collect(pid_t child, int timeout_s, struct stream streams[STREAMS],
                    struct process_result *result)
{
    int64_t deadline = milliseconds_now() + (timeout_s ? timeout_s : DEFAULT_TIMEOUT_S) * 1000;
    int status = 0;

    result->timed_out = !read_streams(streams, deadline) || !wait_until(child, &status, deadline);
    kill(-child, SIGKILL);
    if (result->timed_out)
        waitpid(child, &status, 0);
    result->status = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

static char *finish(struct stream *stream)
{
    if (stream->fd >= 0)
        close(stream->fd);
    make_room(stream);
    stream->bytes[stream->size] = '\0';
    return stream->bytes;
}

void process_run(const char *const *command, const struct process_setup *setup,
                 struct process_result *result)
{
    struct stream streams[STREAMS] = {{.fd = -1}, {.fd = -1}};
    int pipes[STREAMS][2];
    pid_t child;

    for (int i = 0; i < STREAMS; i++)
        if (pipe(pipes[i]) < 0)
            abort();
    fflush(NULL);
    child = fork();
    if (child == 0)
        run_child(command, setup, pipes);
    if (child < 0)
        abort();
    setpgid(child, child);
    for (int i = 0; i < STREAMS; i++) {
        close(pipes[i][1]);
        streams[i].fd = pipes[i][0];
    }
    collect(child, setup->timeout_s, streams, result);
    result->output = finish(&streams[0]);
    result->error = finish(&streams[1]);
    result->output_size = streams[0].size;
    result->error_size = streams[1].size;
}

void process_free(struct process_result *result)
{
    free(result->output);
    free(result->error);
    *result = (struct process_result){0};
}

static void fill_template(char path[PROCESS_PATH])
{
    const char *parent = getenv("TMPDIR");
    snprintf(path, PROCESS_PATH, "%s/teamtrim-test-XXXXXX", parent ? parent : P_tmpdir);
}

char *process_make_folder(void)
{
    char path[PROCESS_PATH];

    fill_template(path);
    return mkdtemp(path) ? strdup(path) : NULL;
}

bool process_save_file(const void *bytes, size_t size, char path[PROCESS_PATH])
{
    fill_template(path);
    int fd = mkstemp(path);
    bool saved = fd >= 0 && write(fd, bytes, size) == (ssize_t)size;

    if (!saved)
        perror(path);
    if (fd >= 0)
        close(fd);
    return saved;
}

char *process_load_file(const char *path)
{
    struct stream stream = {.fd = open(path, O_RDONLY)};

    if (stream.fd < 0)
        return NULL;
    while (stream.fd >= 0)
        read_some(&stream);
    return finish(&stream);
}
