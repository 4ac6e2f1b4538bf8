#!/bin/sh
# What launches take on 1, 2, 4, 8 and 16 cores of the host, as many as there are, with all checkers and without (docs/benchmarks.md).
# `run.sh build` only makes the program, for a machine without nvcc; BUILD is where the libraries are, BENCH_RUNS (3) how many programs a figure is the median of.
set -eu
cd "$(dirname "$0")/../../.."
build=${BUILD:-build}
program=$build/bench/cores
mkdir -p "$build/bench"
if [ "${1:-}" = build ] || [ ! -x "$program" ]; then
	"${NVCC:-$(./scripts/find-nvcc.sh)}" -arch=compute_80 -cudart shared -Wno-deprecated-gpu-targets -o "$program" tests/bench/cores/cores.cu
fi
[ "${1:-}" = build ] || exec python3 -B tests/bench/cores/cores.py "$build/bin/warplings" "$program"
