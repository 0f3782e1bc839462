#!/bin/sh
# SPDX-License-Identifier: MIT
# Every command in the README's code blocks exists: make targets, files of the tree, subcommands.
# Argument: the build folder.
set -u
bad=0
complain() {
    echo "README.md: $1"
    bad=1
}
commands=$(awk '/^```/ { inside = !inside && /^```sh/; next } inside' README.md | sed 's/#.*//')
for target in $(echo "$commands" | grep -oE '(^|[[:space:]])make( [a-z-]+)+' | sed 's/.*make//'); do
    grep -q "^$target[: ]" Makefile || complain "no make target '$target'"
done
for file in $(echo "$commands" | grep -oE '(build|examples|tools|bench)/[A-Za-z0-9_./-]+' | sort -u); do
    case $file in
    build/*) [ -e "$1/${file#build/}" ] || grep -q "${file#build/}" Makefile ||
        complain "nothing builds $file" ;;
    *) [ -e "$file" ] || complain "no file $file" ;;
    esac
done
for word in $(echo "$commands" | grep -oE '(^|[ /])teamtrim [a-z-]+' | sed 's/.*teamtrim //' | sort -u); do
    "$1/teamtrim" --help | grep -q "$word" || complain "no command 'teamtrim $word'"
done
for name in $(tr ' ' '\n' <"$1/exports.map" | sed -n 's/^\([a-z_0-9]*ddot[a-z_0-9]*\);$/\1/p'); do
    grep -q "\`$name\`" README.md || complain "no word of the spelling $name"
done
for name in $(tr ' ' '\n' <"$1/exports.map" | sed -n 's/^\([a-z]*\)_;$/\1/p'); do
    grep -qw "$name" README.md || complain "no word of the routine $name"
done
grep -nE '^@[A-Z]+@$' README.md && complain "a placeholder was left"
exit $bad
