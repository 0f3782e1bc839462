// SPDX-License-Identifier: MIT
// What a name is called inside the library. Needs SPELL (families.def) or CONVENED (convention.h).
#ifndef TEAMTRIM_NAMES_H
#define TEAMTRIM_NAMES_H

#define NAMES_JOIN_(a, b) a##b
#define NAMES_JOIN(a, b) NAMES_JOIN_(a, b)
#define NAMES_STRING_(name) #name
#define NAMES_STRING(name) NAMES_STRING_(name)

// Once per family.
#define SLOT(name) NAMES_JOIN(slot_, SPELL(name))
#define FAST(name) NAMES_JOIN(fast_, SPELL(name))
#define HIDDEN_RESULT(name) NAMES_JOIN(hidden_result_, SPELL(name))
#define IN_REGISTERS(name) NAMES_JOIN(in_registers_, SPELL(name))

// Once per convention.
#define GENERAL(name) NAMES_JOIN(general_, CONVENED(name))
#define TRIAL(name) NAMES_JOIN(trial_, CONVENED(name))
#define FORWARD(name) NAMES_JOIN(forward_, CONVENED(name))

#endif
