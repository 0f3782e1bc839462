#!/bin/sh
# SPDX-License-Identifier: MIT
# Formatting, first lines, lengths. Prints what is wrong; exit 1 if something is.
set -u
files=$(git ls-files -co --exclude-standard '*.c' '*.h' '*.def' '*.S')
if [ -z "$files" ]; then
    echo "check-style: nothing is checked: git lists no sources here; run it in a clone"
    exit 1
fi
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
# shellcheck disable=SC2086
awk '
    function complain(text) { print FILENAME ":" text; bad = 1 }
    FNR == 1 && !/SPDX-License-Identifier: MIT/ { complain("1: no SPDX licence line") }
    FNR == 2 && !/^(\/\/|#|\/\*)/ { complain("2: no sentence on what lives here") }
    FNR == 401 { complain(" over 400 lines: which concept is missing?") }
    length > 100 { complain(FNR ": longer than 100") }
    END { exit bad }' $files || bad=1
grep -nE '[[:space:]]+$' $files /dev/null && complain "white space at the end of lines"
exit $bad
