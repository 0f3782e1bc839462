// SPDX-License-Identifier: MIT
// Starts the command, and lets a thread of its own watch it: what that thread traces is let go when
// it ends.
#include "shim/cli/doctor/watch.h"

#include "shim/cli/doctor/watch_inner.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

struct job {
    char **argv;
    struct watch *watch;
    struct snapshots *seen;
};

// The child waits until it is watched. The kernel closes `failure` when the program has begun.
static void become(char **argv, int begin, int failure)
{
    char byte;
    while (read(begin, &byte, 1) < 0 && errno == EINTR)
        ;
    signals_restore();
    execvp(argv[0], argv);
    int error = errno;
    (void)!write(failure, &error, sizeof error);
    _exit(127);
}

// Nobody writes into `begin`: that it is closed is the sign.
static void follow(struct job *job, pid_t command, int begin, int failure)
{
    signals_set_command(command);
    job->watch->traced = trace_begin(command);
    close(begin);
    job->watch->status =
        job->watch->traced ? trace_follow(command, job->seen) : look_follow(command, job->seen);
    signals_set_command(0);
    if (read(failure, &job->watch->error, sizeof(int)) != sizeof(int))
        job->watch->error = 0;
}

static void *run(void *context)
{
    struct job *job = context;
    int begin[2], failure[2];
    job->watch->error = EAGAIN;
    if (pipe2(begin, O_CLOEXEC) != 0)
        return NULL;
    if (pipe2(failure, O_CLOEXEC) != 0) {
        close(begin[0]);
        close(begin[1]);
        return NULL;
    }
    pid_t command = fork();
    if (command == 0) {
        close(begin[1]);
        become(job->argv, begin[0], failure[1]);
    }
    close(begin[0]);
    close(failure[1]);
    if (command > 0)
        follow(job, command, begin[1], failure[0]);
    else
        close(begin[1]);
    close(failure[0]);
    return NULL;
}

void watch_run(char **argv, struct watch *watch, struct snapshots *seen)
{
    struct job job = {argv, watch, seen};
    pthread_t thread;
    *watch = (struct watch){.error = EAGAIN};
    fflush(NULL);
    signals_pass_on();
    if (pthread_create(&thread, NULL, run, &job) == 0)
        pthread_join(thread, NULL);
    signals_restore();
    snapshots_merge(seen);
}
