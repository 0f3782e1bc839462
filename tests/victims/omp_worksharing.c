// SPDX-License-Identifier: MIT
// Hazard: loops of every schedule, orphaned in regions that have one thread. Arguments: "doacross",
// which libomp cannot do for gcc's programs.
#include "tests/victims/omp_places.h"

#include <string.h>

#define REPORT loops_static
#define SCHEDULE static
#include "tests/victims/omp_worksharing_tpl.h"

#define REPORT loops_static_3
#define SCHEDULE static, 3
#include "tests/victims/omp_worksharing_tpl.h"

#define REPORT loops_dynamic
#define SCHEDULE dynamic
#include "tests/victims/omp_worksharing_tpl.h"

#define REPORT loops_dynamic_4
#define SCHEDULE dynamic, 4
#include "tests/victims/omp_worksharing_tpl.h"

#define REPORT loops_guided
#define SCHEDULE guided
#include "tests/victims/omp_worksharing_tpl.h"

#define REPORT loops_guided_2
#define SCHEDULE guided, 2
#include "tests/victims/omp_worksharing_tpl.h"

#define REPORT loops_runtime
#define SCHEDULE runtime
#include "tests/victims/omp_worksharing_tpl.h"

#define REPORT loops_auto
#define SCHEDULE auto
#include "tests/victims/omp_worksharing_tpl.h"

// Each iteration waits for the one before it; two loops deep.
static APART void loops_doacross(struct page *page)
{
    int chain[16] = {1};

#pragma omp for ordered(1)
    for (int i = 1; i < 16; i++) {
#pragma omp ordered depend(sink : i - 1)
        chain[i] = chain[i - 1] + i;
#pragma omp ordered depend(source)
    }
    page_write(page, "  doacross %d\n", chain[15]);
#pragma omp for ordered(2) collapse(2)
    for (int i = 1; i < 4; i++)
        for (int j = 1; j < 4; j++) {
#pragma omp ordered depend(sink : i - 1, j) depend(sink : i, j - 1)
            chain[4 * i + j] = chain[4 * i + j - 1] + chain[4 * (i - 1) + j];
#pragma omp ordered depend(source)
        }
    page_write(page, "  doacross in two loops %d\n", chain[15]);
}

int main(int argc, char **argv)
{
    if (argc > 1 && strcmp(argv[1], "doacross") == 0) {
        places_visit("doacross", loops_doacross);
        return 0;
    }
    places_visit("static", loops_static);
    places_visit("static, 3", loops_static_3);
    places_visit("dynamic", loops_dynamic);
    places_visit("dynamic, 4", loops_dynamic_4);
    places_visit("guided", loops_guided);
    places_visit("guided, 2", loops_guided_2);
    places_visit("runtime", loops_runtime);
    places_visit("auto", loops_auto);
    return 0;
}
