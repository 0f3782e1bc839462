// SPDX-License-Identifier: MIT
// Reads logs line by line: those that are the library's, and what else comes to stand between them.
#include "shim/cli/report/read.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "shim/cli/cli.h"
#include "shim/cli/report/line.h"
#include "shim/cli/report/take.h"

enum { TOLD = 3 }; // bad lines of a file that are told of one by one

struct reading {
    struct taker taker;
    const char *name; // of the file, for messages
    uint64_t number;  // of the line
    uint64_t used, text, bad;
};

static void warn(const struct reading *r, const char *what, const char *remedy)
{
    fprintf(stderr, "%s:%llu: %s; %s\n", r->name, (unsigned long long)r->number, what, remedy);
}

static void complain_of_bad(struct reading *r, const struct json_line *line)
{
    char what[200];
    r->taker.model->losses.bad++;
    snprintf(what, sizeof what, "no JSON from column %zu on: %s", line->column, line->problem);
    if (r->bad++ < TOLD)
        warn(r, what, "the line is skipped");
}

static void complain_of_cut(struct reading *r, bool last)
{
    if (!last) {
        r->taker.model->losses.bad++;
        if (r->bad++ < TOLD)
            warn(r, "the line ends too soon", "the line is skipped");
        return;
    }
    r->taker.model->losses.cut++;
    warn(r, "the last line is cut, since its process was killed or is still writing",
         "the line is skipped");
}

static bool is_text_line(const char *text)
{
    return strncmp(text, "teamtrim[", strlen("teamtrim[")) == 0;
}

// Where the library's line begins: behind what mpirun puts before each line, or what the program
// has printed without a newline. NULL: it is none.
static char *find_object(char *text, size_t size)
{
    static const char start[] = "{\"pid\":";
    return text[0] == '{' ? text : memmem(text, size, start, strlen(start));
}

static void use_line(struct reading *r, char *text, size_t size, bool last)
{
    struct losses *losses = &r->taker.model->losses;
    char *object = find_object(text, size);
    static struct json_line line;
    if (!object && is_text_line(text)) {
        r->text++;
        losses->text++;
        return;
    }
    if (!object) {
        losses->foreign += strspn(text, " \t\r\n") != size;
        return;
    }
    switch (json_line_parse(&line, object, size - (size_t)(object - text))) {
    case JSON_BAD:
        complain_of_bad(r, &line);
        break;
    case JSON_CUT:
        complain_of_cut(r, last);
        break;
    case JSON_GOOD:
        if (take_line(&r->taker, &line))
            r->used++;
        else
            losses->foreign++;
    }
}

// False if there is nothing more to expect of the file.
static bool skip_line(struct reading *r, enum line_status status)
{
    r->taker.model->losses.endless++;
    if (status == LINE_LONG && r->bad++ < TOLD)
        warn(r, "the line is longer than 64 MiB", "the line is skipped");
    if (status == LINE_ENDLESS)
        warn(r, "the line does not end within 1 GiB", "the rest of the file is not read");
    return status == LINE_LONG;
}

static int read_lines(struct reading *r, FILE *file)
{
    struct line line = {0};
    enum line_status status;
    errno = 0;
    while ((status = line_read(&line, file)) != LINE_NONE) {
        r->number++;
        if (status == LINE_READ)
            use_line(r, line.text, line.size, !line.whole);
        else if (!skip_line(r, status))
            break;
    }
    int error = ferror(file) ? errno : 0;
    free(line.text);
    return error;
}

// Whether the file has given anything. Only then are the lines besides no more than a warning.
static bool judge(const struct reading *r)
{
    if (r->bad > TOLD)
        fprintf(stderr, "%s: %llu more lines like these\n", r->name,
                (unsigned long long)(r->bad - TOLD));
    if (r->used > 0)
        return true;
    if (r->text > 0)
        fprintf(stderr, "%s:1: this is a text log; write it with TEAMTRIM_LOG_FORMAT=json\n",
                r->name);
    else
        fprintf(stderr,
                "%s: holds no line of the library's; run the program with TEAMTRIM_LOG=summary "
                "TEAMTRIM_LOG_FORMAT=json TEAMTRIM_LOG_FILE=%s\n",
                r->name, r->name);
    return false;
}

bool read_log(struct model *model, struct known *known, const char *path)
{
    bool standard = strcmp(path, "-") == 0;
    struct reading r = {.taker = {.model = model}, .name = standard ? "stdin" : path};
    if (!known_add(known, path)) { // must not count twice
        fprintf(stderr, "%s: given twice; read once\n", r.name);
        return true;
    }
    FILE *file = standard ? stdin : fopen(path, "re");
    int error = file ? 0 : errno;
    r.taker.file = model_keep(model, path);
    *(const char **)list_add(&model->files, sizeof(char *)) = path;
    if (file)
        error = read_lines(&r, file);
    if (file && !standard)
        fclose(file);
    if (error) {
        fprintf(stderr, "%s: cannot read: %s\n", r.name, strerror(error));
        return false;
    }
    return judge(&r);
}
