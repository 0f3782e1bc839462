#!/bin/sh
# SPDX-License-Identifier: MIT
# The man pages against the command: keys with defaults and values, subcommands, options, variables.
# Prints what differs (<: the command has it, >: the page has it); exit 1 if something does.
# Arguments: the build folder, and another folder of man pages for the test of this script.
set -u
command=$1/teamtrim
pages=${2:-man}
bad=0
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT

compare() { # TITLE; the two lists lie in $scratch
    if [ ! -s "$scratch/command" ]; then
        echo "check-man: $1: nothing found"
        bad=1
    fi
    LC_ALL=C sort -u "$scratch/command" >"$scratch/a"
    LC_ALL=C sort -u "$scratch/page" >"$scratch/b"
    diff "$scratch/a" "$scratch/b" >"$scratch/diff" && return
    echo "check-man: $1:"
    grep '^[<>]' "$scratch/diff"
    bad=1
}

lint() {
    if command -v mandoc >/dev/null; then
        mandoc -Tlint -W warning "$1"
    else
        groff -mandoc -ww -z "$1" 2>&1
    fi
}

for page in "$pages/teamtrim.1" "$pages/teamtrim.policy.5"; do
    lint "$page" >"$scratch/lint" 2>&1 && [ ! -s "$scratch/lint" ] || bad=1
    cat "$scratch/lint"
done

"$command" check --help | awk '
    /^\[/ { section = $1 }
    /^  [a-z]/ && section { row = section " " $1 " = " $3 }
    /^      values: / { sub(/^ *values: /, ""); print row ": " $0 }' >"$scratch/command"
awk '
    /^\.Sh/ { section = $3; row = "" }
    /^\.It Cm / && section ~ /^\[/ { row = section " " $3 " = " $7; values = ""; next }
    /^\./ { row = "" }
    row { values = values (values ? " " : "") $0 }
    row && /\.$/ { sub(/^Values: /, "", values); sub(/\.$/, "", values); print row ": " values; row = "" }
' "$pages/teamtrim.policy.5" >"$scratch/page"
compare "teamtrim.policy.5: keys"

"$command" --help | awk '/^commands:/ { on = 1; next } /^$/ { on = 0 } on { print $1 }' \
    >"$scratch/command"
commands=$(cat "$scratch/command")
sed -n 's/^\.Ss teamtrim //p' "$pages/teamtrim.1" >"$scratch/page"
compare "teamtrim.1: subcommands"
awk '/^\.Sh/ { on = /SYNOPSIS/ } on && /^\.Cm/ { print $2 }' "$pages/teamtrim.1" >"$scratch/page"
compare "teamtrim.1: SYNOPSIS"

# An option stands in the usage, or at the beginning of a line, before two blanks.
for name in $commands; do
    "$command" "$name" --help | awk '
        /^usage:/ { usage = 1 }
        usage && !/^usage:/ && !/^ / { usage = 0 }
        usage || /^ +-/ { sub(/^ +/, ""); if (!usage) sub(/  .*/, ""); print }' |
        grep -oE '(^|[[ ,|])--?[a-z][a-z-]*' | sed 's/^[[ ,|]*//' |
        grep -vxE -e '--(help|version)' | sed "s/^/$name /" >>"$scratch/options"
done
mv "$scratch/options" "$scratch/command"
awk '/^\.S[sh]/ { name = $3 }
    /^\.It Fl/ && name { for (i = 2; i < NF; i++) if ($i == "Fl") print name " -" $(i + 1) }' \
    "$pages/teamtrim.1" >"$scratch/page"
compare "teamtrim.1: options"

grep -rhoE '"TEAMTRIM_[A-Z_]*[A-Z]"' shim policy --include='*.[ch]' | tr -d '"' |
    grep -vxE 'TEAMTRIM_(VERSION|(BLAS|REGION|TEAM|LOOP|WAIT)_.*)' >"$scratch/command"
awk '/^\.Sh/ { on = /ENVIRONMENT/ } on && /^\.It Ev TEAMTRIM_[A-Z_]*$/ { print $3 }' \
    "$pages/teamtrim.1" >"$scratch/page"
compare "teamtrim.1: variables"
exit $bad
