#!/bin/sh
# The emulator beside PoCL on the kernels of kernels.cu and kernels.cl (docs/benchmarks.md). BUILD is where the libraries are; needs nvcc.
# Without PoCL the emulator's figures alone are printed. BENCH_ROUNDS sets the repeats.
set -eu
cd "$(dirname "$0")/../../.."
build=${BUILD:-build}
here=tests/bench/emulator
nvcc=${NVCC:-$(./scripts/find-nvcc.sh)}
mkdir -p "$build/bench"
make --no-print-directory BUILD="$build" "$build/lib/libemulator.a" "$build/lib/libptx.a" "$build/lib/libcounters.a" "$build/lib/libbase.a" >/dev/null
"$nvcc" -arch=compute_80 -ptx -lineinfo -o "$build/bench/emulator.ptx" "$here/kernels.cu"
warn='-Wall -Wextra -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Wvla -Werror'
# shellcheck disable=SC2086
${CC:-gcc} -std=c11 -D_GNU_SOURCE -O2 $warn -Iengine -I. -o "$build/bench/ours" "$here/ours.c" \
	-Wl,--start-group "$build/lib/libemulator.a" "$build/lib/libptx.a" "$build/lib/libcounters.a" "$build/lib/libbase.a" -Wl,--end-group -lm -pthread
rm -f "$build/bench/peer"
if ./scripts/setup.sh optional; then
	# shellcheck disable=SC2086
	${CC:-gcc} -std=c11 -D_GNU_SOURCE -O2 $warn -o "$build/bench/peer" "$here/peer.c" -lOpenCL
fi
exec python3 -B "$here/compare.py" "$build/bench/ours" "$build/bench/emulator.ptx" "$build/bench/peer" "$here/kernels.cl"
