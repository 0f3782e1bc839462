// SPDX-License-Identifier: MIT
// The smallest of the sizes that cap a team, and what the log says of it.
#include "policy/machine.h"

#include <stdio.h>

// For %.1f the locale of the host would choose the point.
static void describe_quota(struct team_cap *cap, double quota, int allowed)
{
    int hundredths = (int)(quota * 100 + 0.5);
    if (hundredths < 1)
        hundredths = 1;
    int digits = hundredths % 10 ? 2 : 1;
    snprintf(cap->source, sizeof cap->source, "quota %d.%0*d of %d", hundredths / 100, digits,
             hundredths % 100 / (digits == 1 ? 10 : 1), allowed);
}

// A team that is a fraction of a thread too large shares the quota's last CPU; one that is too
// small leaves it idle.
static int round_up(double quota)
{
    int whole = (int)quota;
    return whole < quota ? whole + 1 : whole;
}

static void cap_by_quota(struct team_cap *cap, const struct machine *machine)
{
    if (!(machine->quota > 0 && machine->quota < machine->allowed))
        return;
    int size = round_up(machine->quota);
    if (size >= machine->allowed)
        return;
    cap->size = size;
    describe_quota(cap, machine->quota, machine->allowed);
}

static void cap_by_count(struct team_cap *cap, const struct machine *machine, const char *what,
                         int count)
{
    int limit = cap->size ? cap->size : machine->allowed;
    if (count <= 0 || count >= limit)
        return;
    cap->size = count;
    snprintf(cap->source, sizeof cap->source, "%s %d of %d", what, count, machine->allowed);
}

// Of equal sizes the first explains itself.
void machine_cap(struct team_cap *cap, const struct machine *machine, unsigned sources, int number)
{
    const unsigned fast_cores = CAP_PHYSICAL | CAP_PERFORMANCE;
    *cap = (struct team_cap){0};
    if (sources & CAP_QUOTA)
        cap_by_quota(cap, machine);
    if (sources & CAP_PHYSICAL)
        cap_by_count(cap, machine, "physical cores", machine->physical);
    if (sources & CAP_PERFORMANCE)
        cap_by_count(cap, machine, "performance cores", machine->performance);
    if ((sources & fast_cores) == fast_cores)
        cap_by_count(cap, machine, "physical performance cores", machine->performance_physical);
    if (number > 0 && number < (cap->size ? cap->size : machine->allowed)) {
        cap->size = number;
        snprintf(cap->source, sizeof cap->source, "number %d", number);
    }
}
