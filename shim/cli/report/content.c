// SPDX-License-Identifier: MIT
// Puts a report together, and says what its figures leave out.
#include "shim/cli/report/content.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void content_make(struct content *content, struct model *model)
{
    *content = (struct content){.model = model};
    content->ranks = ranks_of(model, &content->rank_count);
    content->gains = gains_of(model, &content->gain_count);
    tables_fill_regions(content);
    tables_fill_level1(content);
    tables_fill_processes(content);
    facts_add(content);
    notes_add(content);
}

void content_free(struct content *content)
{
    for (int i = 0; i < TABLES; i++)
        table_free(&content->tables[i]);
    free(content->facts.items);
    free(content->notes.items);
    free(content->ranks);
    free(content->gains);
}

__attribute__((format(printf, 2, 3))) static void note(struct content *content, const char *format,
                                                       ...)
{
    char text[400];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    *(const char **)list_add(&content->notes, sizeof(char *)) = model_keep(content->model, text);
}

static void note_lines(struct content *content)
{
    const struct losses *losses = &content->model->losses;
    const struct {
        uint64_t count;
        const char *what;
    } rows[] = {
        {losses->bad, "lines that are no JSON were skipped"},
        {losses->cut, "lines cut at the end of a log were skipped (their processes were killed, or "
                      "are still writing)"},
        {losses->text, "lines of the library's that are text were skipped (write them with "
                       "TEAMTRIM_LOG_FORMAT=json)"},
        {losses->foreign, "lines that are not the library's were skipped"},
        {losses->unknown, "lines of kinds that this version does not know were skipped (use the "
                          "command of the library that wrote them)"},
        {losses->endless, "lines longer than 64 MiB were skipped"},
        {losses->shortened, "lines had no room for all of their figures: the last are left out"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (rows[i].count > 0)
            note(content, "%s: %llu", rows[i].what, (unsigned long long)rows[i].count);
    if (losses->odd > 0)
        note(content, "values that are no counts were taken for 0: %llu",
             (unsigned long long)losses->odd);
}

static const char *name_of(const struct process *process)
{
    return *process->name ? process->name : "process";
}

// Of each, up to a few.
static void note_processes(struct content *content)
{
    enum { TOLD = 5 };
    size_t missing = 0;
    for (size_t i = 0; i < content->model->processes.count; i++) {
        const struct process *p = model_process_at(content->model, i);
        if (p->summed || (p->started && !p->decisions && p->logged == 1))
            continue;
        if (missing++ >= TOLD)
            continue;
        note(content,
             "%.100s [%llu] has no summary (killed, or ended by _exit, or still running): %s",
             name_of(p), (unsigned long long)p->pid,
             p->counted ? "its calls were counted one by one, and have no times"
                        : "its calls are not counted; TEAMTRIM_LOG=calls would log each");
    }
    if (missing > TOLD)
        note(content, "... and %zu more without a summary", missing - TOLD);
}

// A program that starts another in its place never ends, and neither does one without calls that is
// killed.
static void note_silent(struct content *content)
{
    size_t silent = 0;
    for (size_t i = 0; i < content->model->processes.count; i++) {
        const struct process *p = model_process_at(content->model, i);
        silent += !p->summed && p->started && !p->decisions && p->logged == 1;
    }
    if (silent > 0)
        note(content,
             "processes that have begun and told no more (killed, or became another "
             "program): %zu",
             silent);
}

static void note_mixed_versions(struct content *content)
{
    const char *first = NULL;
    for (size_t i = 0; i < content->model->processes.count; i++) {
        const char *version = model_process_at(content->model, i)->version;
        if (!*version)
            continue;
        if (first && strcmp(first, version) != 0) {
            note(content, "the logs are of several versions of the library: %.40s, %.40s", first,
                 version);
            return;
        }
        first = version;
    }
}

void notes_add(struct content *content)
{
    note_lines(content);
    note_processes(content);
    note_silent(content);
    note_mixed_versions(content);
}
