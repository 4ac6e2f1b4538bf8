#!/usr/bin/env bash
# End-to-end tests of the real binary: bad input, the command line, survival. Usage: run.sh [test_module[.Class.test] ...]
# Without arguments: all modules, side by side (each test has folders and processes of its own). Fails where there is no test, too.
set -u
cd "$(dirname "$0")" || exit 3
[ -x "../../${BUILD:-build}/bin/warplings" ] || [ -x "${BUILD:-build}/bin/warplings" ] || { echo "build first: make build"; exit 3; }
if [ $# -gt 0 ]; then
	log=$(mktemp) || exit 3
	trap 'rm -f "$log"' EXIT
	echo "-- $*"
	python3 -B -m unittest "$@" 2>&1 | tee "$log"
	rc=${PIPESTATUS[0]}
	grep -q '^Ran [1-9]' "$log" || { echo "no test in it"; rc=1; }
	exit "$rc"
fi
# Those with the most tests first: one of them should not be the last. Slurm's daemons let their tests wait for minutes and compute little, so
# these begin before all others and take no core's place.
slurm=$(ls test_grade_slurm*.py | sed 's/\.py//')
# shellcheck disable=SC2046,SC2086
JOBS=$(($(nproc) + $(wc -w <<<"$slurm"))) exec ../each.sh ./run.sh $slurm $(grep -cH 'def test_' test_*.py | grep -v '^test_grade_slurm' | sort -t: -k2,2nr | sed 's/\.py:.*//')
