#!/usr/bin/env bash
# The ladders of kernels/ beside cudaMemcpy, CUB and cuBLAS, on this machine's GPU (ladders.cu says how). `make measure` puts what it prints into
# docs/measured.md. Needs nvcc with CUB and cuBLAS, and nothing that is built here. Status 3: no GPU, or no compiler.
#
# ladders.sh [copy|transpose|sum|product|overlap]
# ladders.sh --check    is each rung right? On the emulated device, without the libraries (tests/e2e/test_ladders.py).
cd "$(dirname "$0")/../../.." || exit 3
BUILD=${BUILD:-build}
out=$BUILD/ladders
program=$out/ladders
flags='-arch=native'
libraries='-lcublas'
if [ "${1:-}" = --check ]; then
	out=$BUILD/ladders-check
	program=$out/check
	flags='-DONLY_CHECK -gencode arch=compute_80,code=compute_80'
	libraries=
elif ! nvidia-smi -L 2>/dev/null | grep -q GPU; then
	echo "ladders: there is no GPU on this machine" >&2
	exit 3
fi
nvcc=${NVCC:-$(./scripts/find-nvcc.sh)} || exit 3
export nvcc out program flags libraries
mkdir -p "$out"
# A .so for each rung, as many at a time as there are cores; the program itself is one of them. one FILE [CHUNKS]
one() {
	local so=$out/${1#kernels/}
	so=${so%.cu}${2:+-$2}.so
	[ "$so" -nt "$1" ] && return 0
	mkdir -p "$(dirname "$so")"
	# shellcheck disable=SC2086
	"$nvcc" -std=c++17 -O3 $flags ${2:+-DCHUNKS=$2} -shared -Xcompiler -fPIC -cudart shared -o "$so" "$1"
}
main() {
	[ "$program" -nt tests/bench/gpu/ladders.cu ] && return 0
	# shellcheck disable=SC2086
	"$nvcc" -std=c++17 -O3 $flags -cudart shared -o "$program" tests/bench/gpu/ladders.cu $libraries -ldl
}
export -f one main
{
	echo main
	printf 'one %s\n' kernels/copy/*.cu kernels/transpose/*.cu kernels/reduction/*.cu kernels/matmul/*.cu
	printf 'one kernels/streams/sixteen-chunks.cu %s\n' 1 2 4 16 64
} | xargs -P "$(nproc)" -I{} bash -c '{}' || exit 3
if [ "${1:-}" = --check ]; then
	exec "$BUILD/bin/warplings" exec --error-exitcode 9 --output "$out/report" -- "$program" "$out"
fi
exec "$program" "$out" "$@"
