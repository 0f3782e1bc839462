// SPDX-License-Identifier: MIT
// A search tree of files by their numbers: each is looked at once, however many there are.
#include "shim/cli/report/known.h"

#include <search.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct identity {
    dev_t device;
    ino_t inode;
    bool regular;
    const char *path;
};

static int by_identity(const void *a, const void *b)
{
    const struct identity *x = a, *y = b;
    if (x->device != y->device)
        return x->device < y->device ? -1 : 1;
    if (x->inode != y->inode)
        return x->inode < y->inode ? -1 : 1;
    return x->regular ? 0 : strcmp(x->path, y->path);
}

bool known_add(struct known *known, const char *path)
{
    struct stat status;
    int error = strcmp(path, "-") == 0 ? fstat(STDIN_FILENO, &status) : stat(path, &status);
    struct identity *fresh = error == 0 ? malloc(sizeof *fresh) : NULL;
    if (!fresh)
        return true;
    *fresh = (struct identity){status.st_dev, status.st_ino, S_ISREG(status.st_mode), path};
    struct identity *const *found = tsearch(fresh, &known->tree, by_identity);
    bool is_new = !found || *found == fresh;
    if (!found || !is_new)
        free(fresh);
    return is_new;
}

void known_free(struct known *known)
{
    tdestroy(known->tree, free);
    known->tree = NULL;
}
