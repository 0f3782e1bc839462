// SPDX-License-Identifier: MIT
// Where log lines go. No allocation and no stdio, so that any thread and any handler may write one.
#include "shim/core/log_inner.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static struct {
    bool json;
    const char *file;
    atomic_int fd; // -1: nowhere
    atomic_int pid;
    _Atomic dev_t device; // of what fd was when it was opened
    _Atomic ino_t inode;
} state = {.fd = -1};

_Atomic int log_level_opened;

bool log_is_json(void)
{
    return state.json;
}

const char *log_mpi_rank(void)
{
    static const char *const names[] = {"OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK",
                                        "MV2_COMM_WORLD_RANK", "SLURM_PROCID"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const char *rank = getenv(names[i]);
        if (rank)
            return rank;
    }
    return NULL;
}

static void expand_file(char *to, size_t size)
{
    size_t used = 0;
    char host[256] = "host";
    for (const char *c = state.file; *c; c++) {
        char plain[2] = {*c, '\0'};
        char code = c[0] == '%' ? c[1] : '\0';
        if (code == 'p') {
            used = log_append_number(to, size, used, (uint64_t)getpid());
        } else if (code == 'h') {
            gethostname(host, sizeof host - 1);
            used = log_append(to, size, used, host);
        } else if (code == 'r') {
            used = log_append(to, size, used, log_mpi_rank() ? log_mpi_rank() : "0");
        } else {
            used = log_append(to, size, used, plain);
            continue;
        }
        c++;
    }
}

// A descriptor of our own, and a high one: the program may close number 2 and open its data there,
// or count on getting the lowest numbers.
static int open_target(void)
{
    char path[4096] = "";
    int fd = STDERR_FILENO;
    if (state.file[0]) {
        expand_file(path, sizeof path);
        // A pipe that nobody reads must not stop the program.
        fd = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NONBLOCK, 0644);
    }
    int high = fd < 0 ? -1 : fcntl(fd, F_DUPFD_CLOEXEC, 64);
    if (!state.file[0] || high < 0)
        return high >= 0 || !state.file[0] ? high : fd;
    close(fd);
    return high;
}

static void set_target(int fd)
{
    struct stat file = {0};
    if (fd >= 0 && fstat(fd, &file) != 0)
        fd = -1;
    atomic_store(&state.device, file.st_dev);
    atomic_store(&state.inode, file.st_ino);
    atomic_store(&state.fd, fd);
}

// A program that closes every descriptor may have opened its own file under our number.
static bool is_still_ours(int fd)
{
    struct stat file;
    return fstat(fd, &file) == 0 && file.st_dev == atomic_load(&state.device) &&
           file.st_ino == atomic_load(&state.inode);
}

void log_open(enum log_level level, bool json, const char *file)
{
    int error = errno;
    state.json = json;
    state.file = file;
    atomic_store(&state.pid, getpid());
    if (level != LOG_OFF)
        set_target(open_target());
    if (level != LOG_OFF && file[0] && atomic_load(&state.fd) < 0)
        log_error("TEAMTRIM_LOG_FILE cannot be opened; there is no log");
    atomic_store_explicit(&log_level_opened, (int)level, memory_order_release);
    errno = error;
}

// A forked child writes to a file of its own where the name says so.
static int target(void)
{
    int pid = getpid(), last = atomic_load(&state.pid);
    if (pid != last && strstr(state.file, "%p") &&
        atomic_compare_exchange_strong(&state.pid, &last, pid)) {
        int old = atomic_load(&state.fd);
        if (old >= 0 && is_still_ours(old))
            close(old);
        set_target(open_target());
    }
    int fd = atomic_load(&state.fd);
    return fd >= 0 && is_still_ours(fd) ? fd : -1;
}

// A reader that has gone away must not end the program: SIGPIPE is taken back.
static void write_quietly(int fd, const char *text, size_t size)
{
    sigset_t pipe, old, pending;
    sigemptyset(&pipe);
    sigaddset(&pipe, SIGPIPE);
    sigpending(&pending);
    pthread_sigmask(SIG_BLOCK, &pipe, &old);
    ssize_t written;
    do {
        written = write(fd, text, size);
    } while (written < 0 && errno == EINTR);
    if (written < 0 && errno == EPIPE && !sigismember(&pending, SIGPIPE)) {
        const struct timespec now = {0, 0};
        sigtimedwait(&pipe, NULL, &now);
    }
    pthread_sigmask(SIG_SETMASK, &old, NULL);
}

static void write_line(int fd, struct log_line *line)
{
    int error = errno;
    line->text[line->used++] = '\n';
    if (fd >= 0)
        write_quietly(fd, line->text, line->used);
    errno = error;
}

void log_write(struct log_line *line)
{
    write_line(target(), line);
}

void log_message(const char *message)
{
    struct log_line line;
    if (log_level() == LOG_OFF)
        return;
    log_fill_message(&line, message);
    log_write(&line);
}

void log_error(const char *message)
{
    struct log_line line;
    int fd = log_level() == LOG_OFF ? -1 : target();
    log_fill_message(&line, message);
    write_line(fd >= 0 ? fd : STDERR_FILENO, &line);
}
