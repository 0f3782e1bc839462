// SPDX-License-Identifier: MIT
// Ends a family's block in families.def.
#undef FAMILY
#undef SPELL
#undef BY_REFERENCE
