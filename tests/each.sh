#!/usr/bin/env bash
# Runs COMMAND with each ITEM, as many at a time as there are cores (or JOBS); what one prints stays together. Fails when one fails, and with none.
# The last lines name what failed and why.
# Usage: tests/each.sh COMMAND ITEM...
set -u
command=$1
shift
[ $# -gt 0 ] || { echo "nothing to run"; exit 1; }
out=$(mktemp -d) || exit 3
trap 'rm -rf "$out"' EXIT
export command out
printf '%s\0' "$@" | xargs -0 -P "${JOBS:-$(nproc)}" -n 1 bash -c '
	"$command" "$0" >"$out/$$" 2>&1 </dev/null
	rc=$?
	{ flock 9; cat "$out/$$"; } 9>"$out/lock"
	[ $rc = 0 ] && exit
	{ flock 9; echo "$0: FAILED with status $rc"; grep -E ":[FE]:|runtime error|Sanitizer|FAIL|rror:" "$out/$$" | head -8; } \
		>>"$out/failures" 9>"$out/lock"
	exit 1'
status=$?
# What failed, once more at the end, where the reader of a long log looks first.
[ -s "$out/failures" ] && cat "$out/failures"
exit $status
