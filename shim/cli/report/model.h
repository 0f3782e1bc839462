// SPDX-License-Identifier: MIT
// What logs say, added up: processes, routines, sites, loops, providers and messages.
#ifndef TEAMTRIM_CLI_MODEL_H
#define TEAMTRIM_CLI_MODEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// A list that grows: `items` of one size.
struct list {
    void *items;
    size_t count, room;
};

// A new zeroed item at the end. Ends the command when there is no memory.
void *list_add(struct list *list, size_t size);

// Middle values of processes, each with the calls behind it.
struct weighted {
    uint64_t value, weight;
};

// The middle one by weight, 0 of none.
uint64_t model_median(const struct list *weighted);

// Sums saturate: a log may hold any number.
uint64_t model_sum(uint64_t a, uint64_t b);
uint64_t model_product(uint64_t a, uint64_t b);

struct routine {
    const char *name;
    uint64_t kernel, forwarded;       // calls
    uint64_t kernel_ns, forwarded_ns; // 0 where only calls were logged
    uint64_t kernel_bytes;
    uint64_t large, large_ns, large_bytes; // forwarded for their size
    uint64_t team;                         // the largest of such calls
    bool spinning;
    struct list medians, forwarded_medians; // bytes, struct weighted
};

enum site_way { WAY_ONE_THREAD, WAY_TRIMMED, WAY_LAZY, WAY_TEAM, WAY_FORWARDED, WAYS };
enum site_end { END_FOLDED, END_PROMOTED, END_RESCUED, ENDS };

struct site {
    const char *name, *why; // why: of its teams, or ""
    uint64_t calls[WAYS], ends[ENDS];
    uint64_t timed;                          // team calls that the times stand for
    uint64_t team_ns, fork_join_ns, work_ns; // in all, of these; work: of their members' parts
    uint64_t lazy_ns, trimmed_ns;            // in all, of folded and of trimmed calls
    uint64_t saved_ns, unmeasured;
    uint64_t size;  // of its team
    size_t process; // the number of one that has it
};

struct loop {
    const char *name;
    uint64_t runs, kept, chunk, n; // the last two of the last process
    uint64_t run_ns, kept_ns;      // in all
};

struct provider {
    const char *path, *kind;
    uint64_t kernel, forwarded, kernel_ns, forwarded_ns;
};

struct sums {
    struct list routines, sites, loops, providers;
};

enum log_level { LEVEL_UNKNOWN, LEVEL_SUMMARY, LEVEL_DECISIONS, LEVEL_CALLS };

struct process {
    const char *file, *name, *host, *version, *policy; // "" where not known
    uint64_t pid;
    int64_t rank; // -1: none
    enum log_level level;
    bool passive; // OMP_WAIT_POLICY
    uint64_t wall_ns, cpus;
    bool started, ended, summed; // has a line "start", "process", any of a summary
    bool counted;                // its calls are counted, from either
    uint64_t decisions;          // lines of calls and decisions
    uint64_t logged;             // lines in all
    struct sums calls;           // what these come to, should there be no summary

    uint64_t kernel, forwarded, kernel_ns, forwarded_ns; // level 1
    uint64_t regions, saved_ns, fork_join_ns, bound_ns, unmeasured;
    uint64_t pauses, yields, sleeps, slept_us; // what calls of sched_yield came to
};

struct message {
    const char *text;
    uint64_t count;
};

// What was not used, of all logs.
struct losses {
    uint64_t foreign, text, bad, cut; // lines: of the program, as text, no JSON, without an end
    uint64_t unknown;                 // ... of a kind that a newer library may have
    uint64_t shortened;               // ... that the library had no room for
    uint64_t endless;                 // ... longer than any of the library's
    uint64_t odd;                     // values that are no counts
};

struct model {
    struct list files;     // const char *, that were read
    struct list processes; // struct process, in the order of their first lines
    struct sums sums;
    struct list messages;
    struct list names; // char *, all that are kept
    struct losses losses;
};

void model_free(struct model *model);

// A copy that lives as long as the model, and can be shown anywhere: characters that steer a
// terminal have become U+FFFD.
const char *model_keep(struct model *model, const char *text);

// Finds an item by its name, or adds it.
struct routine *model_routine(struct model *model, struct sums *sums, const char *name);
struct site *model_site(struct model *model, struct sums *sums, const char *name);
struct loop *model_loop(struct model *model, struct sums *sums, const char *name);
struct provider *model_provider(struct model *model, struct sums *sums, const char *path);
void model_message(struct model *model, const char *text);

// The process of a line; `starts`: it is a line "start".
struct process *model_process(struct model *model, const char *file, uint64_t pid, bool starts);

// ---- questions

struct process *model_process_at(const struct model *model, size_t index);
struct site *model_site_at(const struct model *model, size_t index);
struct routine *model_routine_at(const struct model *model, size_t index);
struct loop *model_loop_at(const struct model *model, size_t index);
struct provider *model_provider_at(const struct model *model, size_t index);

uint64_t model_site_calls(const struct site *site);

// Processes that have called anything that is counted.
bool model_is_active(const struct process *process);

#endif
