#!/usr/bin/env bash
# Runs COMMAND with each ITEM, as many at a time as there are cores; what one prints stays together. Fails when one fails, and with none.
# Usage: tests/each.sh COMMAND ITEM...
set -u
command=$1
shift
[ $# -gt 0 ] || { echo "nothing to run"; exit 1; }
out=$(mktemp -d) || exit 3
trap 'rm -rf "$out"' EXIT
export command out
printf '%s\0' "$@" | xargs -0 -P "$(nproc)" -n 1 bash -c '
	"$command" "$0" >"$out/$$" 2>&1 </dev/null
	rc=$?
	{ flock 9; cat "$out/$$"; } 9>"$out/lock"
	[ $rc = 0 ] || { echo "$0: FAILED with status $rc"; exit 1; }'
