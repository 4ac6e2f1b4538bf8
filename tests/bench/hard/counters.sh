#!/usr/bin/env bash
# The counters of programs of this folder beside what Nsight Compute counted on an H200. counters.sh [blind4a ...]: all that have an ncu-*.tsv, without.
# How those were made: ncu --csv --page raw --metrics (counters.py's METRICS) PROGRAM --count, each row once and nothing else.
cd "$(dirname "$0")/../../.." || exit 3
BUILD=${BUILD:-build}
here=tests/bench/hard
nvcc=${NVCC:-$(./scripts/find-nvcc.sh)} || exit 3
# shellcheck disable=SC2046
[ $# -gt 0 ] || set -- $(cd $here && ls ncu-*.tsv | sed 's/^ncu-//; s/\.tsv$//')
mkdir -p "$BUILD/hard"
reports=()
for group; do
	"$nvcc" -std=c++17 -O3 -w -cudart shared -gencode "arch=compute_90,code=[compute_90,sm_90]" -o "$BUILD/hard/$group" "$here/$group.cu" || exit 3
	"$BUILD/bin/warplings" exec --counters json --output "$BUILD/hard/$group.json" -- "$BUILD/hard/$group" --count >/dev/null 2>&1 || exit 3
	reports+=("$group=$BUILD/hard/$group.json")
done
exec python3 -B "$here/counters.py" "${reports[@]}"
