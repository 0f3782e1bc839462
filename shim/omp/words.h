// SPDX-License-Identifier: MIT
// The first words of what a region is given, by which small calls may be told from large ones. Only
// what lies on the stack of the caller is read.
#ifndef TEAMTRIM_WORDS_H
#define TEAMTRIM_WORDS_H

#include "policy/policy.h"

// Of libgomp's data block.
void words_of_data(struct split_words *words, const void *data);

// Of a microtask's arguments: values, or what they point to.
void words_of_arguments(struct split_words *words, void *const *arguments, intptr_t count);

#endif
