// SPDX-License-Identifier: MIT
// Ends what convention.h began.
#undef CONVENED
#undef INT
#undef VALUE
#undef PASS
#undef REAL_ARG
#undef REAL
#undef PASS_REAL
#undef REAL_OUTSIDE
#undef INDEX_BASE
