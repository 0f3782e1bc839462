// SPDX-License-Identifier: MIT
// Objects whose own business OpenMP is: what a runtime calls it gets, and a BLAS's regions are its
// own affair.
#ifndef TEAMTRIM_OBJECT_KIND_H
#define TEAMTRIM_OBJECT_KIND_H

#include "shim/core/module.h"

bool object_is_runtime(const struct module *module);
bool object_is_blas(const struct module *module);

#endif
