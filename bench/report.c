// SPDX-License-Identifier: MIT
// What the reports on regions and loops share: figures, and the targets that they should meet.
#include "bench/report.h"

#include <string.h>

double report_median(const struct report *report, enum team_mode mode, const char *name, long n)
{
    return pairs_median(&report->pairs, pairs_find(&report->pairs, mode, name, n));
}

void report_print_change(double before, double after)
{
    char texts[2][32];

    printf(" %s → %s |", pairs_format(before, texts[0]), pairs_format(after, texts[1]));
}

void report_write(struct report *report, const char *name, long n, double without, double with)
{
    struct json *json = &report->bench->json;

    team_open_json(json, &report->pairs.team);
    json_add_text(json, "name", name);
    json_add_number(json, "n", (double)n);
    json_add_number(json, "without_ns", without);
    json_add_number(json, "with_ns", with);
    json_close_object(json);
}

// Limits differ by runtime: each has its line.
static struct target *find_target(struct report *report, const char *name, double limit)
{
    struct target *target = report->targets;

    for (int i = 0; i < report->target_count; i++, target++)
        if (strcmp(target->name, name) == 0 && target->limit == limit)
            return target;
    if (report->target_count == REPORT_TARGETS)
        return target - 1;
    report->target_count++;
    snprintf(target->name, sizeof target->name, "%s", name);
    target->limit = limit;
    return target;
}

static void write_check(struct report *report, const char *name, double value, double limit,
                        double noise)
{
    struct json *json = &report->bench->json;

    team_open_json(json, &report->pairs.team);
    json_add_text(json, "target", name);
    json_add_number(json, "value", value);
    json_add_number(json, "limit", limit);
    json_add_number(json, "noise", noise);
    json_add_text(json, "result",
                  value <= limit           ? "pass"
                  : value <= limit + noise ? "unclear"
                                           : "gap");
    json_close_object(json);
}

void report_check(struct report *report, const char *name, double value, double limit, double noise)
{
    struct target *target = find_target(report, name, limit);

    if (!target->teams || value > target->worst) {
        target->worst = value;
        team_title(&report->pairs.team, target->worst_team, sizeof target->worst_team);
    }
    target->teams++;
    target->passed += value <= limit;
    target->unclear += value > limit && value <= limit + noise;
    write_check(report, name, value, limit, noise);
}

void report_print_met(double value, double limit, double noise)
{
    printf(" %s |", value <= limit ? "yes" : value <= limit + noise ? "unclear" : "**no**");
}

static const char *find_result(const struct target *target)
{
    if (target->passed == target->teams)
        return "pass";
    return target->passed + target->unclear == target->teams ? "unclear" : "**gap**";
}

void report_print_targets(const struct report *report, const char *head)
{
    printf("### %s\n\n| target | at most | result | met | within noise | worst | where |\n"
           "|---|--:|---|--:|--:|--:|---|\n",
           head);
    for (int i = 0; i < report->target_count; i++) {
        const struct target *target = &report->targets[i];
        printf("| %s | %.4g | %s | %d of %d | %d | %.4g | %s |\n", target->name, target->limit,
               find_result(target), target->passed, target->teams, target->unclear, target->worst,
               target->worst_team);
    }
    putchar('\n');
}
