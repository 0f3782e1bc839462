// SPDX-License-Identifier: MIT
// Calls the function of one family.
FAMILY_CALLER(FAMILY)(FAMILY_STRING(FAMILY));
