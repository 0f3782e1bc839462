// SPDX-License-Identifier: MIT
// The model's lists: growing, finding by name, keeping names, freeing.
#include "shim/cli/report/model.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "shim/cli/cli.h"
#include "shim/cli/report/json_string.h"

static void *need(void *memory)
{
    if (!memory) {
        cli_complain("no memory left; give fewer logs at a time");
        exit(CLI_FINDING);
    }
    return memory;
}

void *list_add(struct list *list, size_t size)
{
    if (list->count == list->room) {
        list->room = list->room ? 2 * list->room : 8;
        list->items = need(reallocarray(list->items, list->room, size));
    }
    return memset((char *)list->items + size * list->count++, 0, size);
}

uint64_t model_sum(uint64_t a, uint64_t b)
{
    return a > UINT64_MAX - b ? UINT64_MAX : a + b;
}

uint64_t model_product(uint64_t a, uint64_t b)
{
    return b && a > UINT64_MAX / b ? UINT64_MAX : a * b;
}

static int by_value(const void *a, const void *b)
{
    const struct weighted *x = a, *y = b;
    return (x->value > y->value) - (x->value < y->value);
}

uint64_t model_median(const struct list *weighted)
{
    struct weighted *items = weighted->items;
    uint64_t all = 0, below = 0;
    if (weighted->count == 0)
        return 0;
    qsort(items, weighted->count, sizeof *items, by_value);
    for (size_t i = 0; i < weighted->count; i++)
        all = model_sum(all, items[i].weight);
    for (size_t i = 0; i < weighted->count; i++) {
        below = model_sum(below, items[i].weight);
        if (below >= all - all / 2)
            return items[i].value;
    }
    return 0;
}

// ---- names

// C0, DEL and, as UTF-8, C1.
static bool steers(const char *text, size_t size)
{
    unsigned char first = (unsigned char)text[0], second = (unsigned char)text[1];
    return (size == 1 && (first < ' ' || first == 0x7f)) ||
           (size == 2 && first == 0xc2 && second < 0xa0);
}

const char *model_keep(struct model *model, const char *text)
{
    const char *end = text + strlen(text);
    char *kept = need(malloc(3 * strlen(text) + 1)), *to = kept;
    while (text < end) {
        size_t size = json_utf8_size(text, end);
        if (size == 0 || steers(text, size)) {
            memcpy(to, "\xef\xbf\xbd", 3);
            to += 3;
        } else {
            memcpy(to, text, size);
            to += size;
        }
        text += size ? size : 1;
    }
    *to = '\0';
    *(char **)list_add(&model->names, sizeof(char *)) = kept;
    return kept;
}

// Items begin with their name.
static void *find_named(struct model *model, struct list *list, size_t size, const char *name,
                        bool *fresh)
{
    const char *kept = NULL;
    for (int look = 0; look < 2; look++) {
        for (size_t i = 0; i < list->count; i++) {
            void *item = (char *)list->items + size * i;
            if (strcmp(*(const char **)item, kept ? kept : name) == 0) {
                *fresh = false;
                return item;
            }
        }
        kept = kept ? kept : model_keep(model, name); // may read otherwise than what was logged
    }
    void *item = list_add(list, size);
    *(const char **)item = kept;
    *fresh = true;
    return item;
}

struct routine *model_routine(struct model *model, struct sums *sums, const char *name)
{
    bool fresh;
    return find_named(model, &sums->routines, sizeof(struct routine), name, &fresh);
}

struct site *model_site(struct model *model, struct sums *sums, const char *name)
{
    bool fresh;
    struct site *site = find_named(model, &sums->sites, sizeof(struct site), name, &fresh);
    if (fresh)
        site->why = "";
    return site;
}

struct loop *model_loop(struct model *model, struct sums *sums, const char *name)
{
    bool fresh;
    return find_named(model, &sums->loops, sizeof(struct loop), name, &fresh);
}

struct provider *model_provider(struct model *model, struct sums *sums, const char *path)
{
    bool fresh;
    struct provider *provider =
        find_named(model, &sums->providers, sizeof(struct provider), path, &fresh);
    if (fresh)
        provider->kind = "";
    return provider;
}

void model_message(struct model *model, const char *text)
{
    bool fresh;
    struct message *message =
        find_named(model, &model->messages, sizeof(struct message), text, &fresh);
    message->count++;
}

// ---- processes

// Of lines with one number in one file, the last process that they can be of: a number comes again
// when a process starts another program, or has ended long ago. Files are read one by one.
static struct process *last_process(struct model *model, const char *file, uint64_t pid)
{
    for (size_t i = model->processes.count; i > 0; i--) {
        struct process *process = model_process_at(model, i - 1);
        if (process->file != file)
            return NULL;
        if (process->pid == pid)
            return process;
    }
    return NULL;
}

struct process *model_process(struct model *model, const char *file, uint64_t pid, bool starts)
{
    struct process *process = last_process(model, file, pid);
    if (!process || (starts && (process->started || process->ended))) {
        process = list_add(&model->processes, sizeof *process);
        process->file = file;
        process->pid = pid;
        process->rank = -1;
        process->name = process->host = process->version = process->policy = "";
    }
    process->started = process->started || starts;
    return process;
}

// ---- freeing

static void free_sums(struct sums *sums)
{
    for (size_t i = 0; i < sums->routines.count; i++) {
        struct routine *routine = (struct routine *)sums->routines.items + i;
        free(routine->medians.items);
        free(routine->forwarded_medians.items);
    }
    free(sums->routines.items);
    free(sums->sites.items);
    free(sums->loops.items);
    free(sums->providers.items);
}

void model_free(struct model *model)
{
    for (size_t i = 0; i < model->processes.count; i++)
        free_sums(&model_process_at(model, i)->calls);
    for (size_t i = 0; i < model->names.count; i++)
        free(((char **)model->names.items)[i]);
    free_sums(&model->sums);
    free(model->files.items);
    free(model->processes.items);
    free(model->messages.items);
    free(model->names.items);
}

// ---- questions

struct process *model_process_at(const struct model *model, size_t index)
{
    return (struct process *)model->processes.items + index;
}

struct site *model_site_at(const struct model *model, size_t index)
{
    return (struct site *)model->sums.sites.items + index;
}

struct routine *model_routine_at(const struct model *model, size_t index)
{
    return (struct routine *)model->sums.routines.items + index;
}

struct loop *model_loop_at(const struct model *model, size_t index)
{
    return (struct loop *)model->sums.loops.items + index;
}

struct provider *model_provider_at(const struct model *model, size_t index)
{
    return (struct provider *)model->sums.providers.items + index;
}

uint64_t model_site_calls(const struct site *site)
{
    uint64_t calls = 0;
    for (int way = 0; way < WAYS; way++)
        calls = model_sum(calls, site->calls[way]);
    return calls;
}

bool model_is_active(const struct process *process)
{
    return process->kernel || process->forwarded || process->regions;
}
