#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# What bash would offer for a line: complete.bash FILE WITH WORD..., a candidate a line. The last word
# is the one that is being typed; '=' is a word of its own, as bash has it. WITH is `plain`, or a
# file to load first, as the package bash-completion's.
WITH=$2
if [[ $WITH != plain ]]; then
    source "$WITH" || exit 3
fi
source "$1" || exit 3
shift 2
if [[ $WITH == plain ]]; then
    set -u # as some have it in their shells; bash-completion has not been made for it
    _teamtrim || exit 5 # as bash does not call it, but somebody may
fi
COMP_WORDS=("$@")
COMP_CWORD=$(($# - 1))
COMP_LINE="$*"
COMP_POINT=${#COMP_LINE}
COMP_TYPE=9
compopt() { :; } # bash has it only while a user completes
complete -p teamtrim | grep -q -- '-F _teamtrim' || exit 4
_teamtrim "$1" "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}" || exit 6
((${#COMPREPLY[@]} == 0)) || printf '%s\n' "${COMPREPLY[@]}"
