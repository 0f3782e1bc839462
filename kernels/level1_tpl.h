// SPDX-License-Identifier: MIT
// All kernels of one real type T and of the complex type made of it. Included once per type, and
// takes its parameters back at the end.

#include "stride_tpl.h"
#include "sums_tpl.h"

#include "norms_tpl.h"
#include "search_tpl.h"
#include "update_tpl.h"

#include "move_tpl.h"

#include "instances_tpl.h"

#undef T
#undef E
#undef VEC
#undef FULL_VEC
#undef HALF_VEC
#undef QUARTER_VEC
#undef LANES
#undef LETTER
#undef COMPLEX_LETTER
#undef MAGNITUDE_LETTERS
#undef MIXED_LETTERS
#undef LOAD
#undef LARGEST
#undef SQRT
#undef SQUARES_SAFE
#undef SQUARES_DOWN
#undef SQUARES_UP
