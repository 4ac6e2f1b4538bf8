#!/usr/bin/env bash
# The cases of this folder under compute-sanitizer's four tools, on a machine with a GPU. It needs no more than compute-sanitizer and the programs.
# Usage: sanitize.sh build FOLDER          compile every file for an H200 (and its PTX for others), the runtime linked in, into FOLDER
#        sanitize.sh run FOLDER OUT [CASE...]  run every case (or those named file/case), without a tool and under each; what they print goes to
#                                          OUT/FILE.CASE.TOOL, one file each, the exit status after it; racecheck three times. JOBS run at a time (8);
#                                          TOOLS: only these (plain: none). Those that hang: LATE_JOBS at a time (5), for LATE_KILL_AFTER seconds each (15).
# tests/checkers/sanitizer.py makes sanitizer.txt of OUT.
set -u
here=$(cd "$(dirname "$0")" && pwd)
export KILL_AFTER=${KILL_AFTER:-25}

one() { # FOLDER OUT FILE CASE TOOL
	local dir=$1 out=$2/$3.$4.$5 prog=$1/$3 options=() status n
	rm -f "$out"
	case $5 in
	plain) timeout -s KILL "$KILL_AFTER" "$prog" "$4" >"$out" 2>&1; echo "status: $?" >>"$out"; return ;;
	memcheck) options=(--leak-check full --check-device-heap yes --print-limit 30) ;;
	racecheck)
		options=(--racecheck-report all --racecheck-detect-level info --print-level info --print-limit 3000)
		[ -z "${LATE:-}" ] || options+=(--racecheck-deadlock-timeout 3000)
		;;
	initcheck) [ -z "${INITCHECK_ALL:-}" ] || options=(--initcheck-address-space all) ;;
	esac
	# racecheck sees what happened to happen: more than one run.
	for n in 1 ${AGAIN:-2 3}; do
		[ "$n" = 1 ] || { [ "$5" = racecheck ] && [ -z "${LATE:-}" ]; } || break
		timeout -s KILL "$KILL_AFTER" compute-sanitizer --tool "$5" "${options[@]}" "$prog" "$4" >"$out.raw" 2>&1
		status=$?
		{ grep -vE 'Host Frame|Saved host|Value :' "$out.raw" | head -c 300000; printf '\nstatus: %s\n' "$status"; } >>"$out"
		rm "$out.raw"
	done
}
export -f one

case ${1:-} in
build)
	mkdir -p "$2" || exit 3
	for f in "$here"/*.cu; do
		echo "$f"
	done | xargs -P 2 -I{} sh -c 'nvcc -std=c++17 -w -lineinfo -gencode arch=compute_80,code=sm_90 --cudart static -o "$0/$(basename {} .cu)" {}' "$2"
	;;
run)
	dir=$2 out=$3
	shift 3
	mkdir -p "$out" || exit 3
	compute-sanitizer --version >"$out/version" 2>&1
	compute-sanitizer --help >"$out/help" 2>&1
	nvidia-smi --query-gpu=name,driver_version,addressing_mode --format=csv,noheader >>"$out/version" 2>&1
	export INITCHECK_ALL=
	grep -q initcheck-address-space "$out/help" && INITCHECK_ALL=yes
	if [ $# = 0 ]; then
		set -- $(for p in "$dir"/*; do "$p" 2>/dev/null | sed "s|^|$(basename "$p")/|"; done)
	fi
	# Those that never end go last, and few at a time.
	hangs=' seeds/barrier_in_inner_condition barriers/loop_trip_counts barriers/mask_in_branch barriers/count_too_large barriers/opposite_order barriers/mbarrier_count barriers/waits_for_own_warp barriers/left_at_named_barrier barriers/grid_sync_in_plain_launch deadlocks/flag_of_nobody deadlocks/locks_in_opposite_order deadlocks/lock_not_released deadlocks/left_before_grid_sync deadlocks/flag_in_register deadlocks/poll_with_barrier course/counts_differ course/barrier_in_function '
	for late in no yes; do
		jobs=${JOBS:-8}
		[ $late = yes ] && jobs=${LATE_JOBS:-5} && KILL_AFTER=${LATE_KILL_AFTER:-15} && export LATE=yes
		for c in "$@"; do
			case $hangs in *" $c "*) is=yes ;; *) is=no ;; esac
			[ $is = $late ] || continue
			for tool in ${TOOLS:-plain memcheck racecheck initcheck synccheck}; do
				echo "$dir $out ${c%/*} ${c#*/} $tool"
			done
		done | xargs -P "$jobs" -L 1 bash -c 'one "$@"' one
	done
	;;
*) sed -n 's/^# //p' "$0"; exit 2 ;;
esac
