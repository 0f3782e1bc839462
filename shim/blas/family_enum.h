// SPDX-License-Identifier: MIT
// FAMILY_BODY: an enumerator for each family.
#define FAMILY_JOIN_(a, b) a##b
#define FAMILY_JOIN(a, b) FAMILY_JOIN_(a, b)
FAMILY_JOIN(FAMILY_, FAMILY),
#undef FAMILY_JOIN_
#undef FAMILY_JOIN
