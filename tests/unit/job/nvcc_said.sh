#!/usr/bin/env bash
# What nvcc says of each file of mistakes/: FOLDER/NAME.cu.txt, "compiles" where nothing is wrong. Usage: nvcc_said.sh NVCC FOLDER
# Where $NVCC_SAID names a folder, it is kept there under the hash of the file and of the compilers, so that the build under sanitizers
# (tests/run.sh) does not ask it all again. C++17's special functions, a third of what nvcc reads for each file, are left out, as
# engine/toolchain/compile_nvcc.c does first; but not for a file that uses the standard library: they bring in other parts of it.
set -u
cd "$(dirname "$0")/mistakes" || exit 3
export nvcc=$1 to=$2 kept=${NVCC_SAID:-} flags='-c -arch=sm_80' who
who=$("$nvcc" --version; g++ --version)
[ -z "$kept" ] || mkdir -p "$kept" || exit 3

one() { # NAME.cu
	local key= cut=-D_GLIBCXX_BITS_SPECFUN_H=1
	! grep -q std:: "$1" || cut=
	if [ -n "$kept" ]; then
		key=$kept/$({ echo "$who $nvcc $flags $cut $1"; cat "$1"; } | sha256sum | cut -c1-32)
		cp "$key" "$to/$1.txt" 2>/dev/null && return
	fi
	# shellcheck disable=SC2086
	! "$nvcc" $flags $cut -o "$to/$1.o" "$1" >"$to/$1.txt" 2>&1 || echo compiles >"$to/$1.txt"
	[ -z "$key" ] || { cp "$to/$1.txt" "$key.$$" && mv "$key.$$" "$key"; }
}
export -f one
printf '%s\0' *.cu | xargs -0 -P "$(nproc)" -I{} bash -c 'one {}'
