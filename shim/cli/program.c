// SPDX-License-Identifier: MIT
// Looks a command up as execvp(3) does, and follows scripts as execve(2) does.
#include "shim/cli/program.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool is_runnable(const char *path)
{
    struct stat status;
    if (stat(path, &status) != 0)
        return false;
    if (S_ISREG(status.st_mode) && access(path, X_OK) == 0)
        return true;
    errno = EACCES;
    return false;
}

// An empty entry of PATH is the current folder.
static bool find_in(const char *folder, size_t length, const char *name, char path[PATH_MAX])
{
    int used =
        snprintf(path, PATH_MAX, "%.*s%s%s", (int)length, folder, length > 0 ? "/" : "", name);
    if (used < PATH_MAX)
        return is_runnable(path);
    errno = ENAMETOOLONG;
    return false;
}

bool program_find(const char *name, char path[PATH_MAX])
{
    const char *folders = getenv("PATH");
    bool denied = false;
    if (strchr(name, '/'))
        return find_in("", 0, name, path);
    folders = folders ? folders : "/bin:/usr/bin";
    while (*name) {
        size_t length = strcspn(folders, ":");
        if (find_in(folders, length, name, path))
            return true;
        denied = denied || errno == EACCES;
        if (!folders[length])
            break;
        folders += length + 1;
    }
    errno = denied ? EACCES : ENOENT;
    return false;
}

// ---- scripts

enum { LINE = 256 }; // as much as the kernel looks at

// The line behind "#!", its words parted by blanks.
static bool read_script(const char *path, char line[LINE])
{
    FILE *file = fopen(path, "re");
    size_t got = file ? fread(line, 1, LINE - 1, file) : 0;
    if (file)
        fclose(file);
    line[got] = '\0';
    line[strcspn(line, "\n")] = '\0';
    if (strncmp(line, "#!", 2) != 0)
        return false;
    memmove(line, line + 2, strlen(line + 2) + 1);
    return true;
}

static bool is_env(const char *path)
{
    const char *slash = strrchr(path, '/');
    return strcmp(slash ? slash + 1 : path, "env") == 0;
}

// Options and assignments come before the program: env -S, env -i, env NAME=VALUE.
static char *skip_env_words(char **rest)
{
    char *word = strtok_r(NULL, " \t\r", rest);
    while (word && (*word == '-' || strchr(word, '=')))
        word = strtok_r(NULL, " \t\r", rest);
    return word;
}

bool program_interpreter(const char *path, char interpreter[PATH_MAX])
{
    char line[LINE], *rest = NULL;
    struct stat status;
    if (stat(path, &status) != 0 || !S_ISREG(status.st_mode) || !read_script(path, line))
        return false;
    char *word = strtok_r(line, " \t\r", &rest);
    if (word && is_env(word)) {
        char *behind = skip_env_words(&rest);
        word = behind ? behind : word;
    }
    return word && program_find(word, interpreter);
}

void program_follow_scripts(char path[PATH_MAX])
{
    enum { DEEPEST = 5 }; // the kernel's limit, or a script that names itself
    char next[PATH_MAX];
    for (int i = 0; i < DEEPEST && program_interpreter(path, next); i++)
        memcpy(path, next, PATH_MAX);
}
