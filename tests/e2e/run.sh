#!/usr/bin/env bash
# End-to-end tests of the real binary: bad input, the command line, survival. Usage: run.sh [test_module[.Class.test] ...]
# Without arguments: all modules, as many at a time as there are cores (each test has folders and processes of its own); what one prints stays
# together. Fails when one fails, and when one has no test.
set -u
cd "$(dirname "$0")" || exit 3
[ -x "../../${BUILD:-build}/bin/warplings" ] || [ -x "${BUILD:-build}/bin/warplings" ] || { echo "build first: make build"; exit 3; }
if [ $# -gt 0 ]; then exec python3 -B -m unittest "$@"; fi
out=$(mktemp -d) || exit 3
trap 'rm -rf "$out"' EXIT
export out
# Those with the most tests first: one of them should not be the last.
grep -c 'def test_' test_*.py | sort -t: -k2,2nr | cut -d: -f1 | xargs -P "$(nproc)" -n 1 bash -c '
	python3 -B -m unittest "${0%.py}" >"$out/$$" 2>&1 </dev/null
	rc=$?
	grep -q "^Ran [1-9]" "$out/$$" || { echo "no test in it" >>"$out/$$"; rc=1; }
	{ flock 9; echo "-- ${0%.py}"; cat "$out/$$"; } 9>"$out/lock"
	[ $rc = 0 ] || { echo "${0%.py}: FAILED with status $rc"; exit 1; }'
