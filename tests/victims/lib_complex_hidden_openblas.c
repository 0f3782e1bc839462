// SPDX-License-Identifier: MIT
// A caller that passes a hidden result to the provider "hidden_openblas".
//
// needs: fake_hidden_openblas
// link: -lc
#include "tests/victims/complex_hidden.h"
