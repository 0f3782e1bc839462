// SPDX-License-Identifier: MIT
// Above this function's own frame lie its callers'. Not further than to the end of a page, for a
// stack may end there.
#include "shim/omp/words.h"

#include <string.h>

enum { PAGE = 4096, FAR = 256 * 1024 };

static size_t readable(const void *data)
{
    uintptr_t here = (uintptr_t)__builtin_frame_address(0), address = (uintptr_t)data;
    if (address < here || address - here > FAR)
        return 0;
    return PAGE - address % PAGE;
}

void words_of_data(struct split_words *words, const void *data)
{
    size_t bytes = readable(data), most = sizeof words->at;
    bytes = bytes < most ? bytes : most;
    words->count = (int)(bytes / sizeof words->at[0]);
    memcpy(words->at, data, (size_t)words->count * sizeof words->at[0]);
}

void words_of_arguments(struct split_words *words, void *const *arguments, intptr_t count)
{
    words->count = (int)(count < SPLIT_WORDS ? count : SPLIT_WORDS);
    for (int i = 0; i < words->count; i++) {
        if (readable(arguments[i]) >= sizeof words->at[i])
            memcpy(&words->at[i], arguments[i], sizeof words->at[i]);
        else
            words->at[i] = (int32_t)(uintptr_t)arguments[i];
    }
}
