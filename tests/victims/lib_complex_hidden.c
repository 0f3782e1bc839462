// SPDX-License-Identifier: MIT
// A caller that passes a hidden result to the provider "hidden".
//
// needs: fake_hidden
// link: -lc
#include "tests/victims/complex_hidden.h"
