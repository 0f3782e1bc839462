// SPDX-License-Identifier: MIT
// Lists of modules: the starts of the names of their files or folders.
#include "policy/policy.h"
#include "policy/values.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

static const char blanks[] = " \t";

// Adds a name of `length` bytes to a list, after a comma if it is not the first. False if it is not
// a name, or there is no room.
static bool add_name(char *list, const char *name, size_t length)
{
    size_t used = strlen(list), comma = used > 0;
    if (length == 0 || memchr(name, '/', length) || used + comma + length >= POLICY_MODULES_LENGTH)
        return false;
    snprintf(list + used, POLICY_MODULES_LENGTH - used, used ? ",%.*s" : "%.*s", (int)length, name);
    return true;
}

static int parse_modules(const struct value_type *type, const char *text, void *field)
{
    char list[POLICY_MODULES_LENGTH] = "";
    (void)type;
    text += strspn(text, blanks);
    while (*text) {
        size_t length = strcspn(text, " \t,");
        if (!add_name(list, text, length))
            return -EINVAL;
        text += length;
        text += strspn(text, blanks);
        if (!*text)
            break;
        if (*text != ',')
            return -EINVAL;
        text++;
        text += strspn(text, blanks);
        if (!*text)
            return -EINVAL;
    }
    strcpy(field, list);
    return 0;
}

const struct value_type value_modules = {
    "starts of file or folder names (comma-separated, without '/' or blanks, at most 255 bytes), "
    "or nothing for all",
    POLICY_MODULES_LENGTH, NULL, parse_modules};

// The last part of a path, or of its folder's, which ends at `end`.
static const char *last_part(const char *path, const char *end)
{
    while (end > path && end[-1] != '/')
        end--;
    return end;
}

static bool begins_with(const char *text, const char *name, size_t length)
{
    return strncmp(text, name, length) == 0;
}

bool policy_module_covers(const char *modules, const char *path)
{
    const char *file = last_part(path, path + strlen(path));
    const char *folder = file > path ? last_part(path, file - 1) : "";
    if (*modules == '\0')
        return true;
    for (size_t length; *modules; modules += length, modules += *modules == ',') {
        length = strcspn(modules, ",");
        if (begins_with(file, modules, length) || begins_with(folder, modules, length))
            return true;
    }
    return false;
}
