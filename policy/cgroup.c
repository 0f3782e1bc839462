// SPDX-License-Identifier: MIT
// Finds this process's control groups, and the smallest quota from there up to the mount point.
#include "policy/cgroup.h"

#include "policy/facts.h"

#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

// ---- text

// Undoes the kernel's "\040": blanks and backslashes of names in mountinfo, in place.
static void unescape(char *text)
{
    char *out = text;
    while (*text) {
        const unsigned char *digit = (unsigned char *)text + 1;
        bool octal = *text == '\\' && (digit[0] & ~3) == '0' && (digit[1] & ~7) == '0' &&
                     (digit[2] & ~7) == '0';
        *out++ = octal ? (char)((digit[0] & 3) << 6 | (digit[1] & 7) << 3 | (digit[2] & 7)) : *text;
        text += octal ? 4 : 1;
    }
    *out = '\0';
}

// Whether a comma-separated list of so many bytes has the word.
static bool list_has(const char *list, size_t length, const char *word)
{
    const char *end = list + length;
    while (list < end) {
        const char *comma = memchr(list, ',', (size_t)(end - list));
        size_t item = (size_t)((comma ? comma : end) - list);
        if (item == strlen(word) && memcmp(list, word, item) == 0)
            return true;
        list += item + 1;
    }
    return false;
}

static int parse_version(const char *type, const char *options)
{
    if (strcmp(type, "cgroup2") == 0)
        return 2;
    bool cpu = strcmp(type, "cgroup") == 0 && list_has(options, strlen(options), "cpu");
    return cpu ? 1 : 0;
}

// 36 35 98:0 /root /point rw,noatime master:1 - type source options
bool cgroup_parse_mount(char *line, struct cgroup_mount *mount)
{
    char *fields[5], *tail[3];
    char *rest = strstr(line, " - ");
    if (!rest)
        return false;
    *rest = '\0';
    rest += 3;
    for (int i = 0; i < 5; i++)
        fields[i] = strsep(&line, " ");
    for (int i = 0; i < 3; i++)
        tail[i] = strsep(&rest, " ");
    if (!fields[4] || *fields[3] != '/' || *fields[4] != '/' || !tail[2])
        return false;
    unescape(fields[3]);
    unescape(fields[4]);
    const char *point = strcmp(fields[4], "/") == 0 ? "" : fields[4];
    *mount = (struct cgroup_mount){parse_version(tail[0], tail[2]), fields[3], point};
    return mount->version != 0;
}

// 4:cpu,cpuacct:/path, and 0::/path for version 2. Names of groups may hold colons.
bool cgroup_parse_group(const char *line, int *version, const char **path)
{
    const char *controllers = strchr(line, ':');
    const char *end = controllers ? strchr(++controllers, ':') : NULL;
    if (!end || end[1] != '/')
        return false;
    if (strncmp(line, "0::", 3) == 0)
        *version = 2;
    else if (list_has(controllers, (size_t)(end - controllers), "cpu"))
        *version = 1;
    else
        return false;
    *path = end + 1;
    return true;
}

// The next ".." of a path, from its slash on, or NULL.
static const char *find_parent(const char *path)
{
    const char *found = strstr(path, "/..");
    while (found && found[3] != '/' && found[3] != '\0')
        found = strstr(found + 3, "/..");
    return found;
}

static bool has_only_parents(const char *path)
{
    while (find_parent(path) == path)
        path += 3;
    return *path == '\0';
}

const char *cgroup_find_below(const struct cgroup_mount *mount, const char *path)
{
    size_t length = strcmp(mount->root, "/") == 0 ? 0 : strlen(mount->root);
    if (strncmp(path, mount->root, length) == 0 && (path[length] == '/' || path[length] == '\0')) {
        path += length;
        // Out of what is mounted: the nearest that can be seen is the mount point itself.
        return strcmp(path, "/") == 0 || find_parent(path) ? "" : path;
    }
    // A group above our namespace is above us; what lies between has no name here.
    return has_only_parents(mount->root) ? "" : NULL;
}

// Microseconds (0 for an empty text), or -1.
static int64_t parse_time(const char *text)
{
    int64_t value = 0;
    const char *next = text;
    for (; *next >= '0' && *next <= '9'; next++) {
        if (value > INT64_MAX / 10 - 1)
            return -1;
        value = value * 10 + (*next - '0');
    }
    return next[strspn(next, " \t\r\n")] == '\0' ? value : -1;
}

// The kernel takes quotas of a millisecond at least and periods of a millisecond to a second
// (kernel/sched/core.c, tg_set_cfs_bandwidth): what is outside comes from elsewhere.
double cgroup_parse_quota(const char *quota, const char *period)
{
    int64_t used = parse_time(quota), out_of = parse_time(period);
    bool valid = used >= 1000 && out_of >= 1000 && out_of <= 1000000;
    return valid ? (double)used / (double)out_of : 0;
}

double cgroup_parse_max(const char *text)
{
    char quota[32];
    size_t length = strcspn(text, " ");
    if (text[length] == '\0' || length >= sizeof quota)
        return 0;
    memcpy(quota, text, length);
    quota[length] = '\0';
    return cgroup_parse_quota(quota, text + length + 1);
}

// ---- files

static double smaller_quota(double a, double b)
{
    return a == 0 || (b != 0 && b < a) ? b : a;
}

// The first line of FOLDER/NAME in `text`; "" if there is none.
static const char *read_text(const char *root, const char *folder, const char *name, char *text,
                             size_t size)
{
    char path[PATH_MAX];
    int length = snprintf(path, sizeof path, "%s/%s", folder, name);
    char *found = length < (int)sizeof path ? facts_find_line(root, path, "", text, size) : NULL;
    return found ? found : "";
}

static double read_group(const char *root, const char *folder, int version)
{
    char quota[64], period[64];
    if (version == 2)
        return cgroup_parse_max(read_text(root, folder, "cpu.max", quota, sizeof quota));
    const char *used = read_text(root, folder, "cpu.cfs_quota_us", quota, sizeof quota);
    if (*used == '\0' || *used == '-')
        return 0;
    return cgroup_parse_quota(used,
                              read_text(root, folder, "cpu.cfs_period_us", period, sizeof period));
}

// A group is held by its own quota and by those of all above it. Folders that are missing (another
// namespace's path, a removed group) say nothing.
static double read_upwards(const char *root, const struct cgroup_mount *mount, const char *below)
{
    char folder[PATH_MAX];
    double smallest = 0;
    size_t top = strlen(mount->point);
    if (snprintf(folder, sizeof folder, "%s%s", mount->point, below) >= (int)sizeof folder)
        return 0;
    for (;;) {
        smallest = smaller_quota(smallest, read_group(root, folder, mount->version));
        if (strlen(folder) <= top)
            return smallest;
        *strrchr(folder, '/') = '\0';
    }
}

static double read_mount(const char *root, const struct cgroup_mount *mount, const char *path)
{
    const char *below = cgroup_find_below(mount, path);
    return below ? read_upwards(root, mount, below) : 0;
}

// Where groups are mounted by custom, for want of a mountinfo that says it.
static double read_usual_mounts(const char *root, int version, const char *path)
{
    static const struct cgroup_mount mounts[] = {{2, "/", "/sys/fs/cgroup"},
                                                 {2, "/", "/sys/fs/cgroup/unified"},
                                                 {1, "/", "/sys/fs/cgroup/cpu"},
                                                 {1, "/", "/sys/fs/cgroup/cpu,cpuacct"}};
    double smallest = 0;
    for (size_t i = 0; i < sizeof mounts / sizeof mounts[0]; i++)
        if (mounts[i].version == version)
            smallest = smaller_quota(smallest, read_mount(root, &mounts[i], path));
    return smallest;
}

// Every mount that shows our groups counts: one may show more of those above than another.
static double read_mounts(const char *root, int version, const char *path)
{
    struct facts facts;
    struct cgroup_mount mount;
    char line[PATH_MAX];
    double smallest = 0;
    bool any = false;
    if (facts_open(&facts, root, "/proc/self/mountinfo") == 0) {
        while (facts_read_line(&facts, line, sizeof line) == 1) {
            if (!cgroup_parse_mount(line, &mount) || mount.version != version)
                continue;
            any = true;
            smallest = smaller_quota(smallest, read_mount(root, &mount, path));
        }
        facts_close(&facts);
    }
    return any ? smallest : read_usual_mounts(root, version, path);
}

// On a host that mounts both versions one of them has the cpu controller. The other has no such
// files, so both can be asked.
double cgroup_read_quota(const char *root)
{
    struct facts facts;
    char line[PATH_MAX];
    const char *path;
    double smallest = 0;
    int version;
    if (facts_open(&facts, root, "/proc/self/cgroup") != 0)
        return 0;
    while (facts_read_line(&facts, line, sizeof line) == 1)
        if (cgroup_parse_group(line, &version, &path))
            smallest = smaller_quota(smallest, read_mounts(root, version, path));
    facts_close(&facts);
    return smallest;
}
