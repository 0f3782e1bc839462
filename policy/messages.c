// SPDX-License-Identifier: MIT
// Formats "ORIGIN:LINE: message".
#include "policy/messages.h"

#include <limits.h>
#include <stdarg.h>
#include <stdio.h>

// What is quoted from a file must not steer the terminal that shows it.
static void replace_controls(char *text)
{
    for (; *text; text++) {
        if ((unsigned char)*text < ' ' || *text == 0x7f)
            *text = '?';
    }
}

void messages_add(struct messages *messages, const char *format, ...)
{
    char body[640], text[PATH_MAX + sizeof body];
    va_list arguments;
    messages->errors++;
    if (!messages->report)
        return;
    va_start(arguments, format);
    vsnprintf(body, sizeof body, format, arguments);
    va_end(arguments);
    if (messages->line > 0)
        snprintf(text, sizeof text, "%s:%d: %s", messages->origin, messages->line, body);
    else
        snprintf(text, sizeof text, "%s: %s", messages->origin, body);
    replace_controls(text);
    messages->report(messages->context, text);
}
