// SPDX-License-Identifier: MIT
// The lines of `teamtrim bench-fork --json`: an object a row, each with all that it was measured
// on, so that the files of several machines can be put together.
#include <stdio.h>

#include "shim/cli/measure/bench_fork.h"

static void put_text(FILE *file, const char *key, const char *text)
{
    fprintf(file, ",\"%s\":\"", key);
    for (; *text; text++)
        if ((unsigned char)*text < ' ')
            fprintf(file, "\\u%04x", (unsigned)*text);
        else
            fprintf(file, *text == '"' || *text == '\\' ? "\\%c" : "%c", *text);
    fputc('"', file);
}

static void put_number(FILE *file, const char *key, double number, bool known)
{
    if (known)
        fprintf(file, ",\"%s\":%.10g", key, number);
    else
        fprintf(file, ",\"%s\":null", key);
}

static void put_host(FILE *file, const struct host *host)
{
    put_text(file, "cpu", host->cpu);
    put_text(file, "kernel", host->kernel);
    put_number(file, "cpus", host->allowed, true);
    put_number(file, "quota", host->quota, host->quota > 0);
    put_number(file, "load", host->load, host->load >= 0);
    put_number(file, "others", host->others, host->others >= 0);
}

static void put_cost(FILE *file, const struct bench_fork *bench, const struct bench_row *row)
{
    const struct fork_cost *cost = &row->cost;
    double capacity = team_sizes_capacity(bench->host.allowed, bench->host.quota);
    double above = team_sizes_break_even(cost->median, cost->team, capacity);
    bool known = !*row->why;
    put_number(file, "lower_ns", cost->lower, known);
    put_number(file, "median_ns", cost->median, known);
    put_number(file, "upper_ns", cost->upper, known);
    put_number(file, "begun_ns", cost->begun, known);
    put_number(file, "samples", cost->samples, known);
    put_number(file, "pays_above_ns", above, known && above > 0);
    if (!known)
        put_text(file, "error", row->why);
}

static void put_row(FILE *file, const struct bench_fork *bench, const struct bench_row *row)
{
    fputs("{\"event\":\"bench-fork\"", file);
    put_text(file, "teamtrim", TEAMTRIM_VERSION);
    put_host(file, &bench->host);
    put_text(file, "runtime", row->runtime->installed.label);
    put_text(file, "file", row->runtime->file);
    put_text(file, "version", row->runtime->version);
    put_number(file, "threads", row->cost.team, true);
    put_text(file, "waiting", bench_fork_waiting(&row->cost));
    fprintf(file, ",\"crowded\":%s",
            bench_fork_is_crowded(bench, row->cost.team) ? "true" : "false");
    put_number(file, "seconds", bench->seconds, true);
    put_cost(file, bench, row);
    fputs("}\n", file);
}

void bench_fork_print_json(const struct bench_fork *bench, FILE *file)
{
    for (size_t i = 0; i < bench->row_count; i++)
        put_row(file, bench, &bench->rows[i]);
}
