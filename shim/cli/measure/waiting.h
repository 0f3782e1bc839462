// SPDX-License-Identifier: MIT
// The two ways in which an idle team waits, as measurements set them.
#ifndef TEAMTRIM_CLI_WAITING_H
#define TEAMTRIM_CLI_WAITING_H

enum { PARKED, SPINNING, WAITINGS };

// "parked", "spinning".
extern const char *const waiting_names[WAITINGS];

// NAME=VALUE: what `teamtrim run --wait` sets. Spinning is for ever, as OMP_WAIT_POLICY=active
// alone means it too (minutes with libgomp). The library takes a team for spinning that does so for
// some milliseconds only, as runtimes do by default: a call that comes within them meets the same.
enum { WAITING_SETTINGS = 3 };
extern const char *const waiting_settings[WAITINGS][WAITING_SETTINGS];

#endif
