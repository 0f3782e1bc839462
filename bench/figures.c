// SPDX-License-Identifier: MIT
// Runs a measuring program and reads the table that it prints.
#include "bench/figures.h"

#include <stdlib.h>
#include <string.h>

#include "tests/process.h"

enum { ARGUMENTS = 16, TIMEOUT_S = 300 }; // a spinning team on busy CPUs can take minutes

static void read_head(struct figures *figures, char *line)
{
    char *title = strtok_r(line, "\t", &line);

    strtok_r(NULL, "\t", &line); // after "name", "n"
    figures->columns = 0;
    while ((title = strtok_r(NULL, "\t", &line)) && figures->columns < FIGURES_COLUMNS)
        snprintf(figures->titles[figures->columns++], sizeof figures->titles[0], "%s", title);
}

static void read_row(struct figures *figures, char *line)
{
    struct figure *row = &figures->row[figures->rows];
    char *word = strtok_r(line, "\t", &line);

    if (!word || figures->rows == FIGURES_ROWS)
        return;
    figures->rows++;
    snprintf(row->name, sizeof row->name, "%s", word);
    word = strtok_r(NULL, "\t", &line);
    row->n = word ? atol(word) : 0;
    for (int i = 0; i < figures->columns && (word = strtok_r(NULL, "\t", &line)); i++)
        row->values[i] = strtod(word, NULL);
}

static void read_table(struct figures *figures, char *text)
{
    char *line = strtok_r(text, "\n", &text);

    if (line)
        read_head(figures, line);
    while ((line = strtok_r(NULL, "\n", &text)))
        read_row(figures, line);
}

static void fill_command(const struct bench *bench, const char *const *command, char *path,
                         size_t room, const char **full)
{
    int count = 0;

    snprintf(path, room, "%s/%s", bench->folder, command[0]);
    full[count++] = path;
    while (count < ARGUMENTS - 1 && command[count]) {
        full[count] = command[count];
        count++;
    }
    full[count] = NULL;
}

int figures_run(const struct bench *bench, const char *const *command,
                const char *const *environment, struct figures *figures)
{
    struct process_setup setup = {environment, TIMEOUT_S, NULL};
    struct process_result result;
    const char *full[ARGUMENTS];
    char path[600];
    int status;

    fill_command(bench, command, path, sizeof path, full);
    process_run(full, &setup, &result);
    status = result.status || result.timed_out ? -1 : 0;
    fputs(result.error, stderr);
    if (status)
        fprintf(stderr, "bench: %s ended with %d%s\n", path, result.status,
                result.timed_out ? ", out of time" : "");
    else
        read_table(figures, result.output);
    process_free(&result);
    return status;
}

void figures_join_sizes(const long *sizes, char *list, size_t room)
{
    size_t used = 0;

    for (list[0] = '\0'; *sizes && used < room; sizes++)
        used += (size_t)snprintf(list + used, room - used, used ? ",%ld" : "%ld", *sizes);
}
