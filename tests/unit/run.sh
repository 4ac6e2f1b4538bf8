#!/usr/bin/env bash
# Run unit test programs: tests/unit/run.sh PROGRAM... As many at a time as there are cores; what one prints stays together. Fails when one fails,
# and with none to run.
set -u
[ $# -gt 0 ] || { echo "no unit test program to run"; exit 1; }
out=$(mktemp -d) || exit 3
trap 'rm -rf "$out"' EXIT
export out
printf '%s\0' "$@" | xargs -0 -P "$(nproc)" -n 1 bash -c '
	"$0" >"$out/$$" 2>&1 </dev/null
	rc=$?
	{ flock 9; cat "$out/$$"; } 9>"$out/lock"
	[ $rc = 0 ] || { echo "$0: FAILED with status $rc"; exit 1; }'
