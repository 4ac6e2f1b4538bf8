#!/usr/bin/env bash
# Unit tests of what parses and judges, under valgrind (no forks: Check's own children would be run again for each test).
set -u
cd "$(dirname "$0")/.." || exit 3
BUILD=${BUILD:-build}
command -v valgrind >/dev/null || { echo "valgrind is not installed: scripts/setup.sh installs it"; exit 3; }
export BUILD
mkdir -p "$BUILD/test-logs"
# Positive control: valgrind must see a planted error.
cat >"$BUILD/valgrind-control.c" <<'C'
#include <stdlib.h>
int main(void) { volatile char *p = malloc(4); p[4] = 1; free((void *)p); return 0; }
C
gcc -g -o "$BUILD/valgrind-control" "$BUILD/valgrind-control.c" || exit 3
if valgrind -q --error-exitcode=99 "$BUILD/valgrind-control" >/dev/null 2>&1; then echo "valgrind: the planted error was not seen"; exit 1; fi
# One program, or the whole path once: the judge's side of a real run.
under() { # NAME
	local log=$BUILD/test-logs/valgrind-$1.log
	local memcheck='valgrind -q --error-exitcode=99 --leak-check=full --errors-for-leak-kinds=definite'
	# shellcheck disable=SC2086
	case $1 in
	a-real-run)
		$memcheck --child-silent-after-fork=yes \
			"$BUILD/bin/warplings" check 01/1 --solutions --device emulator >"$log" 2>&1 ;;
	*) CK_FORK=no $memcheck "$BUILD/tests/$1" >"$log" 2>&1 ;;
	esac || { echo "valgrind: $1: FAILED"; tail -40 "$log"; return 1; }
	echo "valgrind: $1"
}
export -f under
printf '%s\n' a-real-run check_base check_counters check_ptx check_lab check_lab_expr check_lab_manifest check_judge \
	check_judge_compare check_report |
	xargs -P "$(nproc)" -I{} bash -c 'under {}' || exit 1
