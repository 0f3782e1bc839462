// SPDX-License-Identifier: MIT
// FAMILY_BODY: whether a family passes arguments by value.
!BY_REFERENCE,
