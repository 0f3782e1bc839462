// SPDX-License-Identifier: MIT
// A caller that passes a hidden result to the provider "hidden".
// link: -L@HERE@ -lfake_hidden -Wl,--disable-new-dtags,-rpath,@HERE@
#include "tests/victims/complex_hidden.h"
