#!/bin/sh
# Print the nvcc of CUDA 13 that is there, or nothing and exit 1. The order is that of engine/toolchain/find.c: PATH, $CUDA_HOME,
# $CUDA_PATH, the usual places, build/cuda. WARPLINGS_CUDA_SEARCH=none leaves out all but the last; $WARPLINGS_NVCC names the only one.
root=$(cd "$(dirname "$0")/.." && pwd)

# The right major version? (An nvcc of CUDA 12 would make objects for another runtime.)
fits() {
	[ -n "$1" ] && [ -x "$1" ] && [ ! -d "$1" ] && "$1" --version 2>/dev/null | grep -q ', V13\.'
}

try() {
	for candidate; do
		if fits "$candidate"; then
			readlink -f "$candidate"
			exit 0
		fi
	done
}

if [ -n "${WARPLINGS_NVCC:-}" ]; then
	try "$WARPLINGS_NVCC"
	exit 1
fi
if [ "${WARPLINGS_CUDA_SEARCH:-}" != none ]; then
	try "$(command -v nvcc)" "${CUDA_HOME:+$CUDA_HOME/bin/nvcc}" "${CUDA_PATH:+$CUDA_PATH/bin/nvcc}" \
		/usr/local/cuda/bin/nvcc /opt/cuda/bin/nvcc /usr/local/cuda-13*/bin/nvcc
fi
try "$root/build/cuda/bin/nvcc"
exit 1
