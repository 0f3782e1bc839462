// SPDX-License-Identifier: MIT
// What a JSON log says of the process itself: a line "start" when the log is opened, a line
// "process" when the process exits. Between a killed one's lines there is only the first.
#ifndef TEAMTRIM_CORE_PROCESS_H
#define TEAMTRIM_CORE_PROCESS_H

// For whoever opens the log, once. `level`: its name.
void process_tell_start(const char *level);

#endif
