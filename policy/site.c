// SPDX-License-Identifier: MIT
// Names of sites. A name that no site can have would never be found wrong: it is refused.
#include "policy/site.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

bool site_spell_place(const char *module, uint64_t offset, char *site)
{
    int length = snprintf(site, POLICY_SITE_LENGTH, "%s+0x%" PRIx64, module, offset);
    return length > 0 && length < POLICY_SITE_LENGTH;
}

static int hex_digit(char c)
{
    static const char digits[] = "0123456789abcdef";
    const char *digit = strchr(digits, c >= 'A' && c <= 'F' ? c | 0x20 : c);
    return c && digit ? (int)(digit - digits) : -1;
}

static bool read_hex(const char *text, uint64_t *value)
{
    *value = 0;
    if (*text == '\0')
        return false;
    for (; *text; text++) {
        int digit = hex_digit(*text);
        if (digit < 0 || *value > UINT64_MAX >> 4)
            return false;
        *value = *value << 4 | (uint64_t)digit;
    }
    return true;
}

// The last "+0x", or NULL: a module may be called libstdc++.so.
static char *find_offset(char *name)
{
    char *plus = strrchr(name, '+');
    return plus && plus[1] == '0' && (plus[2] == 'x' || plus[2] == 'X') ? plus : NULL;
}

// Without this, [region a.out+0x1A40] would not be the a.out+0x1a40 of the log.
static bool spell_again(char *site)
{
    char module[POLICY_SITE_LENGTH], *plus = find_offset(site);
    uint64_t offset;
    if (!plus)
        return true;
    snprintf(module, sizeof module, "%.*s", (int)(plus - site), site);
    return *module && read_hex(plus + 3, &offset) && site_spell_place(module, offset, site);
}

static bool has_controls(const char *name)
{
    for (; *name; name++) {
        if ((unsigned char)*name < ' ' || *name == 0x7f)
            return true;
    }
    return false;
}

static bool refuse_folder(const char *name, struct messages *messages)
{
    const char *slash = strrchr(name, '/');
    if (!slash)
        return false;
    messages_add(messages, "bad site '%.60s'; expected a file's name without its folder%s%.60s%s",
                 name, slash[1] ? "; did you mean '" : "", slash + 1, slash[1] ? "'?" : "");
    return true;
}

bool site_spell_name(const char *name, char *site, struct messages *messages)
{
    size_t length = strlen(name);
    while (length > 0 && name[length - 1] == ' ')
        length--;
    if (refuse_folder(name, messages))
        return false;
    if (length >= POLICY_SITE_LENGTH) {
        messages_add(messages,
                     "site '%.60s...' too long; expected at most %d bytes, or a place such as "
                     "libfoo.so+0x1a40",
                     name, POLICY_SITE_LENGTH - 1);
        return false;
    }
    snprintf(site, POLICY_SITE_LENGTH, "%.*s", (int)length, name);
    if (!has_controls(site) && spell_again(site))
        return true;
    messages_add(messages,
                 "bad site '%.60s'; expected a module (libfoo.so), a symbol (solve._omp_fn.0) or a "
                 "place (libfoo.so+0x1a40)",
                 name);
    return false;
}
