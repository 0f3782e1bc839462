// SPDX-License-Identifier: MIT
// Writes a page so that nobody ever sees half of it.
#include "shim/cli/report/html.h"

#include <errno.h>
#include <string.h>

#include "shim/cli/cli.h"
#include "shim/cli/replace.h"
#include "shim/cli/report/html_page.h"

static bool write_page(const char *path, const struct content *content)
{
    struct replacement page;
    if (replace_begin(&page, path) != 0)
        return false;
    html_page_write(page.file, content);
    return replace_end(&page, NULL) == 0;
}

bool html_write(const char *path, const struct content *content)
{
    if (write_page(path, content))
        return true;
    cli_complain("--html %s: cannot write: %s", path, strerror(errno));
    return false;
}
