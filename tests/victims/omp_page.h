// SPDX-License-Identifier: MIT
// Text that a thread writes while its team runs, so that main can print it in a fixed order.
#ifndef TEAMTRIM_VICTIMS_OMP_PAGE_H
#define TEAMTRIM_VICTIMS_OMP_PAGE_H

#include <stdarg.h>
#include <stdio.h>

// Constructs in such functions are orphaned: the compiler cannot see what region they are in.
#define APART __attribute__((noinline))

enum { PAGE_SIZE = 8192 };

struct page {
    size_t used;
    char text[PAGE_SIZE];
};

__attribute__((format(printf, 2, 3))) static inline void page_write(struct page *page,
                                                                    const char *format, ...)
{
    va_list arguments;
    int length;

    va_start(arguments, format);
    length = vsnprintf(page->text + page->used, PAGE_SIZE - page->used, format, arguments);
    va_end(arguments);
    page->used += length > 0 ? (size_t)length : 0;
    if (page->used >= PAGE_SIZE)
        page->used = PAGE_SIZE - 1;
}

// Prints and empties it; nothing for an empty page.
static inline void page_print(struct page *page, const char *where, int thread)
{
    if (page->used)
        printf("%s, thread %d:\n%s", where, thread, page->text);
    page->used = 0;
    page->text[0] = 0;
}

#endif
