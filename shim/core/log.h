// SPDX-License-Identifier: MIT
// Log lines: built on the stack, written with one call, as text or JSON.
#ifndef TEAMTRIM_LOG_H
#define TEAMTRIM_LOG_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum log_level { LOG_OFF, LOG_SUMMARY, LOG_DECISIONS, LOG_CALLS };

// A line in the making. What does not fit is cut, never the closing of the line. JSON stays valid:
// it loses whole keys and the ends of strings, and then says "cut":true.
struct log_line {
    char text[768];
    size_t used;
    bool cut;
};

// `file`: where to, "" for stderr; %p pid, %h host, %r MPI rank. Call once, before any line.
void log_open(enum log_level level, bool json, const char *file);

extern _Atomic int log_level_opened; // set last: the rest is there when it is not LOG_OFF

// What log_open was told. Cheap enough for hot paths.
static inline enum log_level log_level(void)
{
    return (enum log_level)atomic_load_explicit(&log_level_opened, memory_order_acquire);
}
bool log_is_json(void);

// teamtrim[PID]: KIND NAME
void log_begin(struct log_line *line, const char *kind, const char *name_key, const char *name);
void log_number(struct log_line *line, const char *key, uint64_t value);
void log_string(struct log_line *line, const char *key, const char *value);

// -> DECISION (RULE); either may be NULL. Writes the line.
void log_end(struct log_line *line, const char *decision, const char *rule);

// A message for a person, written as it is behind "teamtrim[PID]: ", at every level but off.
void log_message(const char *message);

// The same where it matters at any level: what the user has asked for was wrong.
void log_error(const char *message);

// This process's rank, as the MPI that started it says; NULL if none did.
const char *log_mpi_rank(void);

// Appends to a string of `size` bytes that holds `used`; cuts what does not fit.
size_t log_append(char *to, size_t size, size_t used, const char *text);
size_t log_append_number(char *to, size_t size, size_t used, uint64_t value);

#endif
