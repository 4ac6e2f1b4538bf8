#!/bin/sh
# The emulator's speed on its own kernels (kernels.cu). BUILD is where the libraries are; needs nvcc.
set -eu
cd "$(dirname "$0")/../../.."
build=${BUILD:-build}
nvcc=${NVCC:-nvcc}
mkdir -p "$build/bench"
make --no-print-directory BUILD="$build" "$build/lib/libemulator.a" "$build/lib/libptx.a" "$build/lib/libcounters.a" "$build/lib/libbase.a" >/dev/null
"$nvcc" -arch=compute_80 -ptx -lineinfo -o "$build/bench/emulator.ptx" tests/bench/emulator/kernels.cu
${CC:-gcc} -std=c11 -D_GNU_SOURCE -O2 -Iengine -I. -o "$build/bench/emulator" tests/bench/emulator/bench.c \
	-Wl,--start-group "$build/lib/libemulator.a" "$build/lib/libptx.a" "$build/lib/libcounters.a" "$build/lib/libbase.a" -Wl,--end-group -lm -pthread
"$build/bench/emulator" "$build/bench/emulator.ptx" "$@"
