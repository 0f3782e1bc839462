#!/bin/sh
# SPDX-License-Identifier: MIT
# Formatting, first lines, lengths. Prints what is wrong; exit 1 if something is.
set -u
files=$(git ls-files -co --exclude-standard '*.c' '*.h' '*.def' '*.S')
bad=0
complain() {
    echo "$1"
    bad=1
}
if command -v clang-format >/dev/null; then
    # shellcheck disable=SC2046
    clang-format --dry-run -Werror $(echo "$files" | grep '\.[ch]$') || bad=1
else
    echo "check-style: no clang-format: formatting is not checked"
fi
for file in $files; do
    head -n 1 "$file" | grep -q 'SPDX-License-Identifier: MIT' ||
        complain "$file:1: no SPDX licence line"
    sed -n 2p "$file" | grep -Eq '^(//|#|/\*)' || complain "$file:2: no sentence on what lives here"
    awk -v file="$file" 'length > 100 { print file ":" FNR ": longer than 100"; bad = 1 }
        END { exit bad }' "$file" || bad=1
    [ "$(wc -l <"$file")" -le 400 ] || complain "$file: over 400 lines: which concept is missing?"
done
grep -nE '[[:space:]]+$' $files /dev/null && complain "white space at the end of lines"
exit $bad
