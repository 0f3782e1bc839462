// SPDX-License-Identifier: MIT
// What the two ways of watching share.
#ifndef TEAMTRIM_CLI_DOCTOR_WATCH_INNER_H
#define TEAMTRIM_CLI_DOCTOR_WATCH_INNER_H

#include "shim/cli/doctor/snapshot.h"

#include <stdbool.h>
#include <sys/types.h>

// Signals that this process gets: those sent to it alone go on to `command`, those of the terminal
// reach it anyway. Before there is a command, and once it has ended, they wait, until
// signals_restore() has made everything as it was: in this process, or in the command before it
// begins. signals_set_command() is of the thread that watches.
void signals_pass_on(void);
void signals_set_command(pid_t command);
void signals_restore(void);

// Stops with a command that the terminal has stopped, and goes on with it.
void signals_stop_too(pid_t command);
bool signals_is_terminal_stop(int signal);

// Attaches to the command, which has not begun. False if that is not permitted.
bool trace_begin(pid_t command);

// To the command's end; returns its status, -1 if that was not told. Those that live on are let go
// when this thread ends.
int trace_follow(pid_t command, struct snapshots *seen);

// The same without ptrace.
int look_follow(pid_t command, struct snapshots *seen);

#endif
