// SPDX-License-Identifier: MIT
// A report before it is shown: facts, tables, gains and notes, for text and HTML alike.
#ifndef TEAMTRIM_CLI_CONTENT_H
#define TEAMTRIM_CLI_CONTENT_H

#include "shim/cli/report/gains.h"
#include "shim/cli/report/model.h"
#include "shim/cli/report/ranks.h"
#include "shim/cli/report/table.h"

// `text` says it all; `figure` is the short of it, "" where there is none.
struct fact {
    const char *label, *figure, *text;
};

enum table_id {
    TABLE_SITES, // what became of calls
    TABLE_TIMES, // what they took
    TABLE_LOOPS,
    TABLE_MODULES,
    TABLE_ROUTINES,
    TABLE_PROVIDERS,
    TABLE_RANKS,
    TABLE_PROCESSES,
    TABLE_MESSAGES,
    TABLES
};

struct content {
    struct model *model;
    struct list facts; // struct fact
    struct table tables[TABLES];
    struct gain *gains;
    size_t gain_count;
    struct rank *ranks;
    size_t rank_count;
    struct list notes; // const char *: what is not in the figures
};

void content_make(struct content *content, struct model *model);
void content_free(struct content *content);

// The parts of content_make.
void facts_add(struct content *content);
void notes_add(struct content *content);
void tables_fill_regions(struct content *content);
void tables_fill_level1(struct content *content);
void tables_fill_processes(struct content *content);

#endif
