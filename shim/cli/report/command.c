// SPDX-License-Identifier: MIT
// `teamtrim report LOG...`: tables from JSON logs, and with --html a page.
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "shim/cli/cli.h"
#include "shim/cli/report/content.h"
#include "shim/cli/report/html.h"
#include "shim/cli/report/html_place.h"
#include "shim/cli/report/read.h"
#include "shim/cli/report/take.h"
#include "shim/cli/report/text.h"

struct wishes {
    const char *html;
    size_t rows;
};

static void print_help(void)
{
    puts("usage: teamtrim report [OPTION]... LOG...\n"
         "Tables from the logs of one run: who ran the calls, what that saved, and what could\n"
         "still be gained. LOG is written with TEAMTRIM_LOG_FORMAT=json; '-' is stdin.\n\n"
         "  --html FILE      also writes a page with plots, which needs nothing but itself;\n"
         "                   FILE is new, or such a page, which is replaced\n"
         "  --top N          rows of a table at most (20; 0: all); the page has all\n"
         "  --help, --version\n\n"
         "one program:\n"
         "  export TEAMTRIM_LOG_FORMAT=json TEAMTRIM_LOG_FILE=run.json\n"
         "  teamtrim run --log summary -- python3 program.py\n"
         "  teamtrim report run.json --html run.html\n\n"
         "an MPI program, a log for each rank (%r the rank, %h the host, %p the process):\n"
         "  export TEAMTRIM_LOG_FORMAT=json TEAMTRIM_LOG_FILE=log.%r.json\n"
         "  mpirun -n 4 teamtrim run --log summary -- ./solver\n"
         "  teamtrim report log.*.json\n\n"
         "before and after a change, to compare:\n"
         "  TEAMTRIM_LOG_FILE=a.json teamtrim run --log summary -- ./solver\n"
         "  TEAMTRIM_LOG_FILE=b.json teamtrim run --log summary --set region.mode=off -- ./solver\n"
         "  diff -y <(teamtrim report a.json) <(teamtrim report b.json)\n\n"
         "A log is appended to: remove an old one first. The level 'summary' is enough; a process\n"
         "that is killed leaves figures at the level 'calls' only.\n\n"
         "exit status: 0 done; 1 a log cannot be read or holds no line of the library's, or the\n"
         "page cannot be written; 2 wrong use");
}

static int complain_of_rows(const char *value)
{
    cli_complain("--top '%s'; expected a number of rows, such as 50, or 0 for all", value);
    return CLI_USAGE;
}

static int read_rows(const char *value, size_t *rows)
{
    char *end;
    errno = 0;
    unsigned long number = strtoul(value, &end, 10);
    if (*value < '0' || *value > '9' || *end || errno)
        return complain_of_rows(value);
    *rows = number;
    return CLI_DONE;
}

static int show(struct model *model, const struct wishes *wishes)
{
    struct content content;
    int status = CLI_DONE;
    take_missing(model);
    content_make(&content, model);
    text_print(stdout, &content, wishes->rows);
    fflush(stdout);
    if (wishes->html && !html_write(wishes->html, &content))
        status = CLI_FINDING;
    content_free(&content);
    return status;
}

static int report(char **logs, const struct wishes *wishes)
{
    struct model model = {0};
    struct known known = {0};
    int status = CLI_DONE;
    bool any = false;
    for (; *logs; logs++) {
        if (read_log(&model, &known, *logs))
            any = true;
        else
            status = CLI_FINDING;
    }
    if (any && show(&model, wishes) != CLI_DONE)
        status = CLI_FINDING;
    model_free(&model);
    known_free(&known);
    return status;
}

int cli_report(int argc, char **argv)
{
    static const struct option options[] = {{"html", required_argument, NULL, 'o'},
                                            {"top", required_argument, NULL, 't'},
                                            CLI_COMMON_OPTIONS};
    struct wishes wishes = {.rows = 20};
    int option;
    while ((option = getopt_long(argc, argv, "", options, NULL)) != -1) {
        if (option == 'o')
            wishes.html = optarg;
        else if (option != 't')
            return cli_answer_common(option, argv[0], print_help);
        else if (read_rows(optarg, &wishes.rows) != CLI_DONE)
            return CLI_USAGE;
    }
    if (optind == argc) {
        cli_complain("no log given");
        return cli_point_to_help(argv[0]);
    }
    if (wishes.html && !html_place_is_free(wishes.html, argv + optind))
        return cli_point_to_help(argv[0]);
    return report(argv + optind, &wishes);
}
