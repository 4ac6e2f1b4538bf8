#!/bin/sh
# Host C against nvcc's PTX on the emulator: the same expressions, the same bits. Needs nvcc.
set -eu
cd "$(dirname "$0")/../../.."
build=${BUILD:-build}
nvcc=${NVCC:-nvcc}
mkdir -p "$build/tests"
make --no-print-directory BUILD="$build" "$build/lib/libemulator.a" "$build/lib/libptx.a" "$build/lib/libcounters.a" "$build/lib/libbase.a" >/dev/null
"$nvcc" -w -arch=compute_80 -fmad=false -ptx -o "$build/tests/ops.ptx" tests/conformance/emulator/ops.cu
${CC:-gcc} -std=c11 -D_GNU_SOURCE -O1 -ffp-contract=off -fwrapv -Iengine -I. -o "$build/tests/conformance_emulator" tests/conformance/emulator/main.c \
	-Wl,--start-group "$build/lib/libemulator.a" "$build/lib/libptx.a" "$build/lib/libcounters.a" "$build/lib/libbase.a" -Wl,--end-group -lm -pthread
"$build/tests/conformance_emulator" "$build/tests/ops.ptx"
