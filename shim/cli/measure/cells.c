// SPDX-License-Identifier: MIT
// A list of cells that grows.
#include "shim/cli/measure/cells.h"

#include <stdlib.h>

bool cells_add(struct cells *cells, const struct cell *cell)
{
    if (cells->count == cells->room) {
        size_t room = cells->room ? 2 * cells->room : 256;
        struct cell *larger = realloc(cells->items, room * sizeof *larger);
        if (!larger)
            return false;
        cells->items = larger;
        cells->room = room;
    }
    cells->items[cells->count++] = *cell;
    return true;
}

void cells_free(struct cells *cells)
{
    free(cells->items);
    *cells = (struct cells){0};
}
