// SPDX-License-Identifier: MIT
// A caller that passes a hidden result to the provider "hidden_openblas".
// link: -L@HERE@ -lfake_hidden_openblas -Wl,--disable-new-dtags,-rpath,@HERE@
#include "tests/victims/complex_hidden.h"
