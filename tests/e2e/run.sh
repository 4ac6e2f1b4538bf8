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
# Those that take longest first: one of them should not be the last. Slurm's daemons let their tests wait for minutes and compute little, so
# these begin before all others and take no core's place.
slurm=$(ls test_grade_slurm*.py | sed 's/\.py//')
long='test_words test_grade test_gpu_beside test_bad_input test_authoring test_grade_survival test_machine test_schedules test_grade_hostile
test_cli test_exec test_show test_ladders test_grade_strange test_content'
# shellcheck disable=SC2086
rest=$(ls test_*.py | sed 's/\.py//' | grep -vxF "$(printf '%s\n' $slurm $long)")
# shellcheck disable=SC2086
JOBS=$(($(nproc) + $(wc -w <<<"$slurm"))) exec ../each.sh ./run.sh $slurm $long $rest
