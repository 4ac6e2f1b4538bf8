#!/usr/bin/env bash
# The screen tests, a group a process, side by side: they mostly wait for a screen to come to rest. run.sh CHECK-SCREENS; SCREENS_UI names the program under test.
set -u
check=$1
groups='screens sessions terminal looks config matrix random'
pids=()
out=$(mktemp -d) || exit 3
trap 'rm -rf "$out"' EXIT
# A group that this list lacks would not be run at all.
written=$(sed -n 's/.*tcase_create("\(.*\)").*/\1/p' "$(dirname "$0")"/check_*.c | sort)
[ "$written" = "$(printf '%s\n' $groups | sort)" ] || { echo "the groups of $0 are not those of check_*.c:" $written; exit 1; }
for group in $groups; do
	CK_RUN_CASE=$group "$check" >"$out/$group" 2>&1 &
	pids[${#pids[@]}]=$!
done
failed=0
for pid in "${pids[@]}"; do
	wait "$pid" || failed=1
done
for group in $groups; do
	printf '%s: ' "$group"
	cat "$out/$group"
done
exit $failed
