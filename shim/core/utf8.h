// SPDX-License-Identifier: MIT
// Which bytes are UTF-8: names of programs and files may hold any.
#ifndef TEAMTRIM_UTF8_H
#define TEAMTRIM_UTF8_H

#include <stddef.h>

// What stands for a byte that is no UTF-8 (U+FFFD).
#define UTF8_REPLACEMENT "\xef\xbf\xbd"

// Bytes of the character that `text`, which ends with a NUL, begins with; 0 if it is none.
static inline size_t utf8_size(const char *text)
{
    const unsigned char *t = (const unsigned char *)text;
    // First byte from, to; second byte from, to; bytes: RFC 3629, section 4.
    static const unsigned char rows[][5] = {
        {0x01, 0x7f, 0x00, 0xff, 1}, {0xc2, 0xdf, 0x80, 0xbf, 2}, {0xe0, 0xe0, 0xa0, 0xbf, 3},
        {0xe1, 0xec, 0x80, 0xbf, 3}, {0xed, 0xed, 0x80, 0x9f, 3}, {0xee, 0xef, 0x80, 0xbf, 3},
        {0xf0, 0xf0, 0x90, 0xbf, 4}, {0xf1, 0xf3, 0x80, 0xbf, 4}, {0xf4, 0xf4, 0x80, 0x8f, 4}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const unsigned char *r = rows[i];
        if (t[0] < r[0] || t[0] > r[1])
            continue;
        if (r[4] > 1 && (t[1] < r[2] || t[1] > r[3]))
            return 0;
        for (size_t more = 2; more < r[4]; more++)
            if (t[more] < 0x80 || t[more] > 0xbf)
                return 0;
        return r[4];
    }
    return 0;
}

#endif
