// SPDX-License-Identifier: MIT
// The clocks of measurements, in seconds.
#ifndef TEAMTRIM_CLI_SECONDS_H
#define TEAMTRIM_CLI_SECONDS_H

double seconds_now(void);
double seconds_of_thread(void); // CPU time of the calling thread

#endif
