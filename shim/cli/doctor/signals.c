// SPDX-License-Identifier: MIT
// The command shares our process group, so the terminal's signals reach both: what is left to do
// is to pass on what others send to us alone, and to stop when it stops.
#include "shim/cli/doctor/watch_inner.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <unistd.h>

static const int passed[] = {SIGINT, SIGQUIT, SIGTERM, SIGHUP, SIGUSR1, SIGUSR2, SIGWINCH};
static const int stops[] = {SIGTSTP, SIGTTIN, SIGTTOU};
enum { PASSED = sizeof passed / sizeof *passed, STOPS = sizeof stops / sizeof *stops };

static struct sigaction before_passed[PASSED], before_stops[STOPS], before_children;
static sigset_t before_mask;
static volatile sig_atomic_t receiver;

// The terminal's own have SI_KERNEL.
static void pass_on(int signal, siginfo_t *info, void *context)
{
    int error = errno;
    (void)context;
    if (info->si_code <= 0 && receiver > 0)
        kill(receiver, signal);
    errno = error;
}

// We stop when the command has: signals_stop_too.
static void wait_for_command(int signal)
{
    (void)signal;
}

// What is ignored stays so, for us and the command (nohup).
static void replace(int signal, const struct sigaction *action, struct sigaction *before)
{
    sigaction(signal, NULL, before);
    if (before->sa_handler != SIG_IGN)
        sigaction(signal, action, NULL);
}

static void mask_passed(int how)
{
    sigset_t set;
    sigemptyset(&set);
    for (size_t i = 0; i < PASSED; i++)
        sigaddset(&set, passed[i]);
    pthread_sigmask(how, &set, NULL);
}

// They wait while there is nobody to pass them on to. Whoever ignores SIGCHLD, as our caller may
// have taught us, is not told how the command ends.
void signals_pass_on(void)
{
    const struct sigaction plain = {.sa_handler = SIG_DFL};
    struct sigaction pass = {.sa_sigaction = pass_on, .sa_flags = SA_SIGINFO | SA_RESTART};
    struct sigaction wait = {.sa_handler = wait_for_command, .sa_flags = SA_RESTART};
    for (size_t i = 0; i < PASSED; i++)
        replace(passed[i], &pass, &before_passed[i]);
    for (size_t i = 0; i < STOPS; i++)
        replace(stops[i], &wait, &before_stops[i]);
    sigaction(SIGCHLD, &plain, &before_children);
    pthread_sigmask(SIG_SETMASK, NULL, &before_mask);
    mask_passed(SIG_BLOCK);
}

void signals_set_command(pid_t command)
{
    if (command <= 0)
        mask_passed(SIG_BLOCK);
    receiver = command;
    if (command > 0)
        mask_passed(SIG_UNBLOCK);
}

void signals_restore(void)
{
    for (size_t i = 0; i < PASSED; i++)
        sigaction(passed[i], &before_passed[i], NULL);
    for (size_t i = 0; i < STOPS; i++)
        sigaction(stops[i], &before_stops[i], NULL);
    sigaction(SIGCHLD, &before_children, NULL);
    pthread_sigmask(SIG_SETMASK, &before_mask, NULL);
}

bool signals_is_terminal_stop(int signal)
{
    return signal == SIGTSTP || signal == SIGTTIN || signal == SIGTTOU;
}

void signals_stop_too(pid_t command)
{
    kill(getpid(), SIGSTOP);
    kill(command, SIGCONT); // for whoever continued only us
}
