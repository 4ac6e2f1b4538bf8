#!/usr/bin/env bash
# Small kernels, half of them faulty in one known way each, half right though unusual, compiled by nvcc and run by `warplings exec`: what the checkers
# report must be what the comment above each case says. Usage: tests/checkers/run.sh [ARGUMENTS of run.py: FILE or FILE/CASE, -v, --schedules N].
# Compiled programs are kept in $BUILD/checkers under the hash of what they are made from.
set -u
cd "$(dirname "$0")/../.." || exit 3
BUILD=${BUILD:-build}
here=tests/checkers
NVCC=${NVCC:-$(sed -n 's/^NVCC *:*= *//p' build/config.mk 2>/dev/null)}
NVCC=${NVCC:-nvcc}
command -v "$NVCC" >/dev/null || { echo "checkers: no nvcc; scripts/setup.sh fetches one"; exit 3; }
kept=$BUILD/checkers
mkdir -p "$kept" || exit 3
version=$("$NVCC" --version | tail -1)
export NVCC here kept version

compile() { # name
	local out arch=compute_80 debug= quicker source=$here/$1.cu
	[ -f "$source" ] || source=$here/litmus/$1.cu
	case $1 in
	bulk* | dependent*) arch=compute_90 ;; # cp.async.bulk, griddepcontrol
	managed) debug=-g ;;      # lines of the host's
	esac
	out=$kept/$1-$({ echo "$version"; cat "$source" "$here/case.h"; } | sha256sum | cut -c1-16)
	if [ ! -x "$out" ]; then
		rm -f "$kept/$1"-????????????????
		# Without C++17's special functions, a sixth of nvcc's time, where a file does without them (engine/toolchain/compile_nvcc.c).
		for quicker in -D_GLIBCXX_BITS_SPECFUN_H=1 ''; do
			"$NVCC" $quicker -std=c++17 -arch=$arch -w -lineinfo $debug --cudart shared -I "$here" -o "$out.new" "$source" >"$kept/$1.compile" 2>&1 && break
		done
		mv "$out.new" "$out" || { echo "$source does not compile:"; cat "$kept/$1.compile"; return 1; }
	fi
	ln -sf "$(basename "$out")" "$kept/$1"
}
export -f compile

# Heavy headers go first.
{ ls $here/*.cu | grep -E 'libraries|async'; ls $here/*.cu $here/litmus/*.cu | grep -vE 'libraries|async'; } |
	xargs -n 1 basename | sed 's/\.cu$//' | xargs -P 2 -I{} bash -c 'compile {}' || exit 1
python3 $here/test_cases.py 2>&1 | tail -1 | grep -qx OK || { python3 $here/test_cases.py; exit 1; }
python3 $here/sanitizer.py check || exit 1
exec python3 $here/run.py "$BUILD/bin/warplings" "$kept" "$@"
