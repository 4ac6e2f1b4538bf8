#!/usr/bin/env bash
# What the time model does not know yet, beside what an H200 took (README.md). run.sh [chain|cas|stores|issue|sync|waits ...]
# On a machine with an NVIDIA GPU: the times there, in the form of h200-*.tsv. Elsewhere: name, modelled, measured on the H200, and the ratio.
cd "$(dirname "$0")/../../.." || exit 3
BUILD=${BUILD:-build}
here=tests/bench/hard
nvcc=${NVCC:-$(./scripts/find-nvcc.sh)} || exit 3
[ $# -gt 0 ] || set -- chain cas stores issue
mkdir -p "$BUILD/hard"
for group; do
	"$nvcc" -std=c++17 -O3 -w -cudart shared -gencode "arch=compute_90,code=[compute_90,sm_90]" -o "$BUILD/hard/$group" "$here/$group.cu" || exit 3
	if nvidia-smi -L 2>/dev/null | grep -q GPU; then
		"$BUILD/hard/$group"
	else
		"$BUILD/bin/warplings" exec --output "$BUILD/hard/report" -- "$BUILD/hard/$group" --once 2>/dev/null |
			awk -F'\t' 'NR == FNR { h200[$1] = $2; next } $1 in h200 && NF == 5 { printf "%-44s %12.2f %12.2f %7.2f\n", $1, $2, h200[$1], $2 / h200[$1] }' \
				"$here/h200-$group.tsv" -
	fi
done
