// SPDX-License-Identifier: MIT
// `teamtrim calibrate`.
#ifndef TEAMTRIM_CLI_CALIBRATE_H
#define TEAMTRIM_CLI_CALIBRATE_H

int cli_calibrate(int argc, char **argv);

#endif
