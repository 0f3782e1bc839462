// SPDX-License-Identifier: MIT
// Figures as people read them: three or four digits and a unit.
#include "shim/cli/report/units.h"

#include <stdio.h>

const char *units_time(char *to, double ns)
{
    static const char *const names[] = {"ns", "us", "ms", "s"};
    size_t unit = 0;
    while (unit < 3 && ns >= (unit ? 999.95 : 999.5)) {
        ns /= 1000;
        unit++;
    }
    snprintf(to, UNITS_TEXT, "%.*f %s", unit ? 1 : 0, ns, names[unit]);
    return to;
}

const char *units_bytes(char *to, double bytes)
{
    static const char *const names[] = {"B", "KiB", "MiB", "GiB", "TiB"};
    size_t unit = 0;
    while (unit < 4 && bytes >= 1023.95) {
        bytes /= 1024;
        unit++;
    }
    snprintf(to, UNITS_TEXT, "%.*f %s", unit ? 1 : 0, bytes, names[unit]);
    return to;
}

const char *units_count(char *to, double count)
{
    snprintf(to, UNITS_TEXT, count < 1e15 ? "%.0f" : "%.3g", count);
    return to;
}

const char *units_share(char *to, double part)
{
    snprintf(to, UNITS_TEXT, "%.1f %%", 100 * part);
    return to;
}
