// SPDX-License-Identifier: MIT
// The page itself, whatever it is written to.
#ifndef TEAMTRIM_CLI_HTML_PAGE_H
#define TEAMTRIM_CLI_HTML_PAGE_H

#include <stdio.h>

#include "shim/cli/report/content.h"

void html_page_write(FILE *page, const struct content *content);

#endif
