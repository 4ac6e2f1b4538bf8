#!/bin/sh
# The emulated GPU as a process (docs/benchmarks.md): its start, its memory, latencies. BUILD holds the programs; needs nvcc.
set -eu
cd "$(dirname "$0")/../../.."
build=${BUILD:-build}
here=tests/bench/process
nvcc=${NVCC:-$(./scripts/find-nvcc.sh)}
mkdir -p "$build/bench"
make --no-print-directory BUILD="$build" build >/dev/null
libs=$(for m in device emulator ptx counters base; do printf ' %s/lib/lib%s.a' "$build" "$m"; done)
# shellcheck disable=SC2086
${CC:-gcc} -std=c11 -D_GNU_SOURCE -O2 -Wall -Wextra -Werror -Iengine -I. -o "$build/bench/start" "$here/start.c" \
	-Wl,--start-group $libs -Wl,--end-group -lzstd -llz4 -ljansson -lstdc++ -lm -pthread
"$nvcc" -O2 --cudart shared -gencode arch=compute_80,code=compute_80 -o "$build/bench/program" "$here/program.cu"
exec python3 -B "$here/process.py" "$build"
