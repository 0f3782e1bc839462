// SPDX-License-Identifier: MIT
// `teamtrim check FILE...`: validates policy files, and in its help documents their keys.
#include "policy/policy.h"
#include "shim/names/routines.h"
#include "shim/cli/cli.h"

#include <stdio.h>
#include <string.h>

static void print_keys(void)
{
    struct policy_key key;
    const char *section = "";
    for (size_t i = 0; policy_key_at(i, &key); i++) {
        if (strcmp(section, key.section) != 0)
            printf("\n[%s]\n", key.section);
        section = key.section;
        printf("  %s = %s\n      %s\n      values: %s\n", key.name, key.default_value, key.help,
               key.expected);
    }
}

static void print_help(void)
{
    puts("usage: teamtrim check FILE...\n"
         "Validates policy files. Prints 'FILE: ok', or on stderr every error as\n"
         "'FILE:LINE: what is wrong; what was expected'.\n\n"
         "examples:\n"
         "  teamtrim check ~/.config/teamtrim/policy.ini\n"
         "  teamtrim check examples/*.ini && echo all good\n"
         "  teamtrim run --set blas.kernel=avx3 -- true     checks a single key likewise\n\n"
         "exit status: 0 all good, 1 an error or an unreadable file, 2 wrong use\n\n"
         "A policy is an INI file. Names and values are in lower case; ';' or '#' begins a\n"
         "comment line, ' ;' a comment after a value. A key stands once in a section.\n"
         "[blas ROUTINE] takes the keys of [blas] for one routine (ddot), or for all\n"
         "precisions of one (dot). [region SITE] takes the keys of [region] for the regions\n"
         "of a module (libfoo.so), of one outlined function (solve._omp_fn.0), or for one of\n"
         "them as the log names it (libfoo.so+0x1a40). The narrower section wins. Keys, with\n"
         "their defaults:");
    print_keys();
    puts("\nThe environment overrides a file: TEAMTRIM_<SECTION>_<KEY>, as in\n"
         "TEAMTRIM_BLAS_BYTES_PER_THREAD=256K or TEAMTRIM_BLAS_DDOT_KERNEL=off. Sites stand\n"
         "in a file, in 'teamtrim run --set', or in " POLICY_SETTINGS_VARIABLE
         ", one SECTION.KEY=VALUE a\nline.");
}

// Against the defaults: whether a file is good does not depend on what it is laid over.
static int check_file(const char *path)
{
    struct policy policy;
    policy_init(&policy, blas_routines);
    if (policy_load(&policy, path, cli_print_message, NULL) != 0)
        return CLI_FINDING;
    printf("%s: ok\n", path);
    return CLI_DONE;
}

int cli_check(int argc, char **argv)
{
    static const struct option options[] = {CLI_COMMON_OPTIONS};
    int status = CLI_DONE, option = getopt_long(argc, argv, "", options, NULL);
    if (option != -1)
        return cli_answer_common(option, argv[0], print_help);
    if (optind == argc) {
        cli_complain("no policy file given");
        return cli_point_to_help(argv[0]);
    }
    for (; optind < argc; optind++) {
        if (check_file(argv[optind]) != CLI_DONE)
            status = CLI_FINDING;
    }
    return status;
}
