// SPDX-License-Identifier: MIT
// Names of sites: what [region NAME] may be called, and how a name is kept.
#ifndef TEAMTRIM_POLICY_SITE_H
#define TEAMTRIM_POLICY_SITE_H

#include "policy/messages.h"

// Takes a module ("libfoo.so"), a symbol ("solve._omp_fn.0") or a place ("libfoo.so+0x1a40") as a
// user writes it. `site` (POLICY_SITE_LENGTH bytes) becomes the same, a place as site_spell_place()
// has it. False after a message.
bool site_spell_name(const char *name, char *site, struct messages *messages);

// "libfoo.so+0x1a40" into `site`. False if that is too long for a section to name it.
bool site_spell_place(const char *module, uint64_t offset, char *site);

#endif
