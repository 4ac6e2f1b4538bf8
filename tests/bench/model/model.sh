#!/usr/bin/env bash
# make bench-model: the kernels of this folder on the emulated H200, large launches timed by some of their blocks, beside the times that an H200
# took. model.sh [--check] [PREFIX of the rows | probes]. docs/time-model-evidence.md says what to make of the table. probes: the rows of probes.tsv, of kernels that
# a model finds hard (uneven work, blocks that wait for blocks, constant memory); it takes ten minutes and is not checked.
cd "$(dirname "$0")/../../.." || exit 3
BUILD=${BUILD:-build}
check= prefix=
for word; do
	case $word in
	--check) check=--check ;;
	*) prefix=$word ;;
	esac
done
nvcc=${NVCC:-$(./scripts/find-nvcc.sh)} || exit 3
mkdir -p "$BUILD/model"
if [ -n "$(find tests/bench/model -newer "$BUILD/model/bench" -name '*.cu' -o -newer "$BUILD/model/bench" -name '*.h' -o -newer "$BUILD/model/bench" -name '*.sh' 2>&1)" ]; then
	"$nvcc" -std=c++17 -O3 -cudart shared -gencode "arch=compute_90,code=[compute_90,sm_90]" -o "$BUILD/model/bench" tests/bench/model/*.cu || exit 3
fi
set -o pipefail
if [ "$prefix" = probes ]; then
	for group in turns uneven together constant floats async local student blind2; do
		sample=
		case $group in constant | blind2) sample=--time-sample ;; esac
		"$BUILD/bin/warplings" exec $sample --output "$BUILD/model/report" -- "$BUILD/model/bench" --once $group
	done | python3 -B tests/bench/model/compare.py --probes
	exit
fi
{
	"$BUILD/bin/warplings" exec --time-sample --output "$BUILD/model/report" -- "$BUILD/model/bench" --once $prefix
	# Blocks that differ much from each other: a sample does not stand for them. What is printed last counts.
	for uneven in blocks.uneven course.fractal; do
		case $uneven in
		"$prefix"*) "$BUILD/bin/warplings" exec --output "$BUILD/model/report" -- "$BUILD/model/bench" --once $uneven ;;
		esac
	done
} | python3 -B tests/bench/model/compare.py $check
