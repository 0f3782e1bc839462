// SPDX-License-Identifier: MIT
// Lines of processes and their summaries, added to the model; and which kind of line goes where.
#include "shim/cli/report/take_inner.h"

#include <stdio.h>
#include <string.h>

const char *take_string(const struct json_line *line, const char *key)
{
    const struct json_field *field = json_line_find(line, key);
    return field && field->type == JSON_STRING ? field->string : "";
}

uint64_t take_number(struct model *model, const struct json_line *line, const char *key)
{
    const struct json_field *field = json_line_find(line, key);
    if (!field)
        return 0;
    if (field->type == JSON_INTEGER && (!field->negative || field->integer == 0))
        return field->integer;
    if (field->type == JSON_REAL && field->real >= 0 && field->real < 1e19)
        return (uint64_t)field->real;
    model->losses.odd++;
    return 0;
}

struct taking {
    struct model *model;
    struct process *process;
    const struct json_line *line;
};

static uint64_t number(const struct taking *t, const char *key)
{
    return take_number(t->model, t->line, key);
}

static void add(uint64_t *sum, uint64_t more)
{
    *sum = model_sum(*sum, more);
}

static uint64_t add_number(const struct taking *t, uint64_t *sum, const char *key)
{
    uint64_t more = number(t, key);
    add(sum, more);
    return more;
}

static void replace(struct model *model, const char **string, const char *by)
{
    if (*by)
        *string = model_keep(model, by);
}

// ---- processes

static enum log_level level_of(const char *name)
{
    static const char *const names[] = {"", "summary", "decisions", "calls"};
    for (int level = LEVEL_SUMMARY; level <= LEVEL_CALLS; level++)
        if (strcmp(name, names[level]) == 0)
            return (enum log_level)level;
    return LEVEL_UNKNOWN;
}

static void take_identity(const struct taking *t)
{
    struct process *p = t->process;
    replace(t->model, &p->name, take_string(t->line, "name"));
    replace(t->model, &p->host, take_string(t->line, "host"));
    replace(t->model, &p->version, take_string(t->line, "version"));
    if (json_line_find(t->line, "rank")) {
        uint64_t rank = number(t, "rank");
        p->rank = rank < INT32_MAX ? (int64_t)rank : -1;
    }
}

static void take_start(const struct taking *t)
{
    take_identity(t);
    t->process->level = level_of(take_string(t->line, "level"));
}

static void take_end(const struct taking *t)
{
    struct process *p = t->process;
    take_identity(t);
    replace(t->model, &p->policy, take_string(t->line, "policy"));
    p->wall_ns = number(t, "wall_ns");
    p->cpus = number(t, "cpus");
    p->passive = strcasecmp(take_string(t->line, "omp_wait_policy"), "passive") == 0;
    p->ended = p->summed = true;
}

// ---- level 1

static void add_median(const struct taking *t, struct list *medians, const char *key,
                       uint64_t weight)
{
    if (weight == 0)
        return;
    struct weighted *median = list_add(medians, sizeof *median);
    *median = (struct weighted){number(t, key), weight};
}

// Older libraries tell times in microseconds alone.
static uint64_t time_of(const struct taking *t, const char *ns, const char *us)
{
    return json_line_find(t->line, ns) ? number(t, ns) : model_product(number(t, us), 1000);
}

static void take_routine(const struct taking *t)
{
    struct process *p = t->process;
    struct routine *r = model_routine(t->model, &t->model->sums, take_string(t->line, "routine"));
    uint64_t kernel = add_number(t, &r->kernel, "kernel");
    uint64_t forwarded = add_number(t, &r->forwarded, "forwarded");
    uint64_t kernel_ns = time_of(t, "kernel_ns", "kernel_us");
    uint64_t forwarded_ns = time_of(t, "forwarded_ns", "forwarded_us");
    uint64_t team = number(t, "team");
    p->summed = true;
    add(&r->kernel_ns, kernel_ns);
    add(&r->forwarded_ns, forwarded_ns);
    add(&p->kernel, kernel);
    add(&p->forwarded, forwarded);
    add(&p->kernel_ns, kernel_ns);
    add(&p->forwarded_ns, forwarded_ns);
    add_number(t, &r->kernel_bytes, "kernel_bytes");
    add_number(t, &r->large_ns, "large_ns");
    add_number(t, &r->large_bytes, "large_bytes");
    if (add_number(t, &r->large, "large"))
        r->spinning = number(t, "spinning") != 0;
    r->team = team > r->team ? team : r->team;
    add_median(t, &r->medians, "median_bytes", model_sum(kernel, forwarded));
    add_median(t, &r->forwarded_medians, "forwarded_median_bytes", forwarded);
}

static void take_provider(const struct taking *t)
{
    struct provider *p = model_provider(t->model, &t->model->sums, take_string(t->line, "path"));
    replace(t->model, &p->kind, take_string(t->line, "provider"));
    add_number(t, &p->kernel, "kernel");
    add_number(t, &p->forwarded, "forwarded");
    add_number(t, &p->kernel_ns, "kernel_ns");
    add_number(t, &p->forwarded_ns, "forwarded_ns");
    t->process->summed = true;
}

// ---- regions and loops

// Means of calls become sums.
static void add_times(const struct taking *t, struct site *site, uint64_t teams, uint64_t folded,
                      uint64_t trimmed)
{
    bool told = json_line_find(t->line, "team_timed");
    uint64_t timed = told ? number(t, "team_timed") : teams;
    uint64_t price = json_line_find(t->line, "fork_join_sum_ns")
                         ? number(t, "fork_join_sum_ns")
                         : model_product(number(t, "fork_join_ns"), timed);
    add(&site->timed, timed);
    add(&site->fork_join_ns, price);
    add(&site->team_ns, model_product(number(t, "team_ns"), timed));
    add(&site->work_ns, model_product(number(t, "work_ns"), timed));
    add(&site->lazy_ns, model_product(number(t, "lazy_ns"), folded));
    add(&site->trimmed_ns, model_product(number(t, "trimmed_ns"), trimmed));
}

static void take_site(const struct taking *t)
{
    static const char *const ways[WAYS] = {"one_thread", "trimmed", "lazy", "team", "forwarded"};
    static const char *const ends[ENDS] = {"folded", "promoted", "rescued"};
    struct site *site = model_site(t->model, &t->model->sums, take_string(t->line, "site"));
    uint64_t calls[WAYS], ended[ENDS], size = number(t, "size");
    for (int way = 0; way < WAYS; way++) {
        calls[way] = add_number(t, &site->calls[way], ways[way]);
        add(&t->process->regions, calls[way]);
    }
    for (int end = 0; end < ENDS; end++)
        ended[end] = add_number(t, &site->ends[end], ends[end]);
    add_times(t, site, calls[WAY_TEAM], ended[END_FOLDED], calls[WAY_TRIMMED]);
    add(&t->process->saved_ns, add_number(t, &site->saved_ns, "saved_ns"));
    add_number(t, &site->unmeasured, "unmeasured");
    replace(t->model, &site->why, take_string(t->line, "why"));
    site->size = size > site->size ? size : site->size;
    site->process = (size_t)(t->process - model_process_at(t->model, 0));
    t->process->summed = true;
}

static void take_loop(const struct taking *t)
{
    struct loop *loop = model_loop(t->model, &t->model->sums, take_string(t->line, "site"));
    uint64_t runs = add_number(t, &loop->runs, "runs"), kept = add_number(t, &loop->kept, "kept");
    add(&loop->run_ns, model_product(number(t, "run_ns"), runs));
    add(&loop->kept_ns, model_product(number(t, "kept_ns"), kept));
    loop->chunk = number(t, "chunk");
    loop->n = number(t, "n");
    t->process->summed = true;
}

static void take_bound(const struct taking *t)
{
    t->process->fork_join_ns = number(t, "fork_join_ns");
    t->process->bound_ns = number(t, "wall_ns");
    t->process->unmeasured = number(t, "unmeasured");
    t->process->summed = true;
}

static void take_wait(const struct taking *t)
{
    t->process->pauses = number(t, "pauses");
    t->process->yields = number(t, "yields");
    t->process->sleeps = number(t, "sleeps");
    t->process->slept_us = number(t, "slept_us");
    t->process->summed = true;
}

static void take_cap(const struct taking *t)
{
    char text[200];
    snprintf(text, sizeof text, "team cap %llu (%.150s)", (unsigned long long)number(t, "cap"),
             take_string(t->line, "source"));
    model_message(t->model, text);
}

// ---- single calls

static void take_blas(const struct taking *t)
{
    take_blas_call(t->model, t->process, t->line);
    t->process->decisions++;
}

static void take_region(const struct taking *t)
{
    take_region_call(t->model, t->process, t->line);
    t->process->decisions++;
}

static void take_loop_line(const struct taking *t)
{
    take_loop_call(t->model, t->process, t->line);
    t->process->decisions++;
}

// The summary has it too.
static void take_nothing(const struct taking *t)
{
    (void)t;
}

static const struct {
    const char *name;
    void (*take)(const struct taking *t);
} kinds[] = {
    {"start", take_start},         {"process", take_end},
    {"summary", take_routine},     {"provider_summary", take_provider},
    {"region_summary", take_site}, {"loop_summary", take_loop},
    {"bound", take_bound},         {"team", take_cap},
    {"blas", take_blas},           {"region", take_region},
    {"loop", take_loop_line},      {"provider", take_nothing},
    {"wait", take_nothing},        {"wait_summary", take_wait},
};

static void take_kind(const struct taking *t, const char *kind)
{
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (strcmp(kind, kinds[i].name) == 0) {
            kinds[i].take(t);
            return;
        }
    }
    t->model->losses.unknown++;
}

bool take_line(struct taker *taker, const struct json_line *line)
{
    const struct json_field *pid = json_line_find(line, "pid");
    const char *kind = take_string(line, "kind"), *message = take_string(line, "message");
    if (!pid || pid->type != JSON_INTEGER || (!*kind && !*message))
        return false;
    struct taking t = {taker->model, NULL, line};
    t.process = model_process(taker->model, taker->file, pid->integer, !strcmp(kind, "start"));
    if (t.process->level == LEVEL_UNKNOWN)
        t.process->level = taker->level;
    t.process->logged++;
    if (json_line_find(line, "cut"))
        taker->model->losses.shortened++;
    if (*kind)
        take_kind(&t, kind);
    else
        model_message(taker->model, message);
    if (strcmp(kind, "start") == 0)
        taker->level = t.process->level;
    return true;
}
