// SPDX-License-Identifier: MIT
// Reads /proc/PID/exe, maps and environ.
#include "shim/cli/doctor/snapshot.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void free_snapshot(struct snapshot *snapshot)
{
    for (size_t i = 0; i < snapshot->path_count; i++)
        free(snapshot->paths[i]);
    free(snapshot->paths);
    free(snapshot->program);
    environment_free(&snapshot->environment);
}

static void *grow(void *items, size_t count, size_t size)
{
    void *longer = realloc(items, count * size);
    if (!longer)
        abort();
    return longer;
}

static void add_path(struct snapshot *snapshot, const char *path)
{
    size_t last = snapshot->path_count;
    if (last > 0 && strcmp(snapshot->paths[last - 1], path) == 0)
        return; // a file's mappings lie side by side
    snapshot->paths = grow(snapshot->paths, last + 1, sizeof *snapshot->paths);
    if (!(snapshot->paths[last] = strdup(path)))
        abort();
    snapshot->path_count++;
}

static int compare_paths(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static void sort_paths(struct snapshot *snapshot)
{
    size_t kept = 0;
    if (snapshot->path_count > 0)
        qsort(snapshot->paths, snapshot->path_count, sizeof *snapshot->paths, compare_paths);
    for (size_t i = 0; i < snapshot->path_count; i++)
        if (kept > 0 && strcmp(snapshot->paths[kept - 1], snapshot->paths[i]) == 0)
            free(snapshot->paths[i]);
        else
            snapshot->paths[kept++] = snapshot->paths[i];
    snapshot->path_count = kept;
}

// BEGIN-END r-xp OFFSET DEVICE INODE   /PATH: files that are mapped to be run.
static bool read_maps(struct snapshot *snapshot, pid_t pid)
{
    char name[64], *line = NULL;
    size_t room = 0;
    snprintf(name, sizeof name, "/proc/%d/maps", (int)pid);
    FILE *file = fopen(name, "re");
    if (!file)
        return false;
    while (getline(&line, &room, file) > 0) {
        const char *rights = strchr(line, ' '), *path = strchr(line, '/');
        if (!rights || !path || strnlen(rights, 4) < 4 || rights[3] != 'x')
            continue;
        line[strcspn(line, "\n")] = '\0';
        add_path(snapshot, path);
    }
    free(line);
    fclose(file);
    sort_paths(snapshot);
    return snapshot->path_count > 0;
}

static bool read_program(struct snapshot *snapshot, pid_t pid)
{
    char name[64], path[PATH_MAX];
    snprintf(name, sizeof name, "/proc/%d/exe", (int)pid);
    ssize_t length = readlink(name, path, sizeof path - 1);
    if (length <= 0)
        return false;
    path[length] = '\0';
    snapshot->program = strdup(path);
    return snapshot->program != NULL;
}

static struct snapshot *find_earlier(const struct snapshots *all, const struct snapshot *snapshot)
{
    for (size_t i = 0; i < all->count; i++)
        if (all->items[i].pid == snapshot->pid &&
            strcmp(all->items[i].program, snapshot->program) == 0)
            return &all->items[i];
    return NULL;
}

static void append(struct snapshots *all, const struct snapshot *snapshot)
{
    all->items = grow(all->items, all->count + 1, sizeof *all->items);
    all->items[all->count++] = *snapshot;
}

bool snapshots_take(struct snapshots *all, pid_t pid, pid_t thread)
{
    struct snapshot snapshot = {.pid = pid, .processes = 1};
    if (!read_program(&snapshot, thread) || !read_maps(&snapshot, thread)) {
        free_snapshot(&snapshot);
        return false;
    }
    environment_of_process(&snapshot.environment, thread);
    struct snapshot *earlier = find_earlier(all, &snapshot);
    if (!earlier) {
        append(all, &snapshot);
    } else if (earlier->path_count <= snapshot.path_count) {
        free_snapshot(earlier);
        *earlier = snapshot;
    } else {
        free_snapshot(&snapshot);
    }
    return true;
}

static bool looks_alike(const struct snapshot *a, const struct snapshot *b)
{
    if (strcmp(a->program, b->program) != 0 || a->path_count != b->path_count ||
        !environment_is_same(&a->environment, &b->environment))
        return false;
    for (size_t i = 0; i < a->path_count; i++)
        if (strcmp(a->paths[i], b->paths[i]) != 0)
            return false;
    return true;
}

static bool count_with(struct snapshots *kept, const struct snapshot *snapshot)
{
    for (size_t i = 0; i < kept->count; i++)
        if (looks_alike(&kept->items[i], snapshot)) {
            kept->items[i].processes += snapshot->processes;
            return true;
        }
    return false;
}

void snapshots_merge(struct snapshots *all)
{
    struct snapshots kept = {all->items, 0};
    for (size_t i = 0; i < all->count; i++) {
        struct snapshot snapshot = all->items[i];
        if (count_with(&kept, &snapshot))
            free_snapshot(&snapshot);
        else
            kept.items[kept.count++] = snapshot;
    }
    *all = kept;
}

void snapshots_free(struct snapshots *all)
{
    for (size_t i = 0; i < all->count; i++)
        free_snapshot(&all->items[i]);
    free(all->items);
    *all = (struct snapshots){0};
}
