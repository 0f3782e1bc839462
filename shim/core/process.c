// SPDX-License-Identifier: MIT
// The lines "start" and "process" of a JSON log.
#include "shim/core/process.h"

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "shim/core/clock.h"
#include "shim/core/log.h"
#include "shim/core/settings.h"

#ifndef TEAMTRIM_VERSION
#define TEAMTRIM_VERSION "0.1.0"
#endif

static uint64_t started; // ns

// As they were when the log was opened: what the runtimes have read, and the program's strings in
// the environment may be gone at its end.
static struct {
    char rank[10], omp_num_threads[64], omp_wait_policy[32];
} environment;

static bool is_told(void)
{
    return log_level() != LOG_OFF && log_is_json();
}

// What is too long is none.
static void keep(char *to, size_t size, const char *value)
{
    if (value && strlen(value) < size)
        log_append(to, size, 0, value);
}

static void keep_environment(void)
{
    keep(environment.rank, sizeof environment.rank, log_mpi_rank());
    keep(environment.omp_num_threads, sizeof environment.omp_num_threads,
         getenv("OMP_NUM_THREADS"));
    keep(environment.omp_wait_policy, sizeof environment.omp_wait_policy,
         getenv("OMP_WAIT_POLICY"));
}

static void add_rank(struct log_line *line)
{
    const char *rank = environment.rank;
    if (*rank && strspn(rank, "0123456789") == strlen(rank))
        log_number(line, "rank", strtoul(rank, NULL, 10));
}

static void begin(struct log_line *line, const char *kind)
{
    char host[256] = "";
    const char *name = program_invocation_short_name;
    log_begin(line, kind, "name", name ? name : "");
    if (gethostname(host, sizeof host - 1) == 0 && *host)
        log_string(line, "host", host);
    add_rank(line);
    log_string(line, "version", TEAMTRIM_VERSION);
}

static uint64_t usable_cpus(void)
{
    cpu_set_t set;
    return sched_getaffinity(0, sizeof set, &set) == 0 ? (uint64_t)CPU_COUNT(&set) : 0;
}

static void add_variable(struct log_line *line, const char *key, const char *value)
{
    if (*value)
        log_string(line, key, value);
}

void process_tell_start(const char *level)
{
    struct log_line line;
    int error = errno;
    if (!is_told())
        return;
    keep_environment();
    begin(&line, "start");
    log_string(&line, "level", level);
    log_end(&line, NULL, NULL);
    errno = error;
}

// With this priority after all other destructors of ours: it is the last line.
__attribute__((destructor(101))) static void tell_process(void)
{
    struct log_line line;
    const struct settings *settings = settings_get();
    if (!is_told())
        return;
    begin(&line, "process");
    log_number(&line, "wall_ns", clock_nanoseconds() - started);
    uint64_t cpus = usable_cpus();
    if (cpus)
        log_number(&line, "cpus", cpus);
    if (settings)
        log_string(&line, "policy", settings->policy_file[0] ? settings->policy_file : "built-in");
    add_variable(&line, "omp_num_threads", environment.omp_num_threads);
    add_variable(&line, "omp_wait_policy", environment.omp_wait_policy);
    log_end(&line, NULL, NULL);
}

static void restart_in_child(void)
{
    started = clock_nanoseconds();
}

__attribute__((constructor(101))) static void start(void)
{
    started = clock_nanoseconds();
    pthread_atfork(NULL, NULL, restart_in_child);
}
