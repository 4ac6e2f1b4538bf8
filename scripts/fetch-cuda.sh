#!/bin/sh
# Fetch NVIDIA's compiler as pip wheels into build/cuda: no root, no driver, about 100 MB. What is there is left alone; an
# interrupted fetch leaves nothing that looks complete, because the folder is renamed into place at the end.
#
# Exit status: 0 there is a working build/cuda/bin/nvcc, 3 there is none (the reason and the mend are on stderr).
set -u
root=$(cd "$(dirname "$0")/.." && pwd)
version='13.0.*'
wheels='nvidia-cuda-nvcc nvidia-nvvm nvidia-cuda-crt nvidia-cuda-runtime nvidia-cuda-cccl'
dest=$root/build/cuda
work=$root/build/cuda-fetch.$$

fail() {
	echo "fetch-cuda: $1" >&2
	echo "fetch-cuda: to go on, do one of these, then try again:" >&2
	echo "  - give this machine access to a Python package index (pip's usual settings are honoured) and python3 with pip" >&2
	echo "  - install the CUDA toolkit 13 (on Debian and Ubuntu NVIDIA's package cuda-nvcc-13-0 and cuda-cudart-dev-13-0)" >&2
	echo "    and put its nvcc on PATH or set CUDA_HOME" >&2
	exit 3
}

works() {
	[ -x "$1/bin/nvcc" ] && "$1/bin/nvcc" --version >/dev/null 2>&1 && [ -f "$1/include/cuda_runtime.h" ] \
		&& [ -f "$1/lib/libcudart.so.13" ] && [ -x "$1/nvvm/bin/cicc" ]
}

works "$dest" && exit 0
[ "$(uname -m)" = x86_64 ] || fail "NVIDIA's wheels are for x86_64; this is $(uname -m)"
command -v python3 >/dev/null || fail "there is no python3"

trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
mkdir -p "$work" || fail "$root/build can't be written"

# pip where there is one; otherwise one in an environment of its own.
if python3 -m pip --version >/dev/null 2>&1; then
	pip="python3 -m pip"
elif python3 -m venv "$work/venv" >/dev/null 2>&1; then
	pip="$work/venv/bin/python -m pip"
else
	fail "python3 has neither pip nor venv (Debian and Ubuntu: apt-get install python3-pip)"
fi

specs=
for w in $wheels; do
	specs="$specs $w==$version"
done
echo "fetching NVIDIA's CUDA compiler (about 100 MB) into build/cuda ..." >&2
# shellcheck disable=SC2086
$pip install --quiet --no-deps --no-compile --only-binary=:all: --disable-pip-version-check --retries 1 --timeout 30 \
	--target "$work/site" $specs >"$work/log" 2>&1 || {
	tail -n 4 "$work/log" >&2
	fail "pip could not fetch$specs"
}
top=$work/site/nvidia/cu13
[ -d "$top" ] || fail "the wheels have another layout than expected: no nvidia/cu13 in them"
chmod +x "$top"/bin/* "$top"/nvvm/bin/* 2>/dev/null
# nvcc looks in lib64; wheels have lib, and no name without a version, by which nvcc links.
[ -e "$top/lib64" ] || ln -s lib "$top/lib64"
[ -e "$top/lib/libcudart.so" ] || ln -s libcudart.so.13 "$top/lib/libcudart.so"
works "$top" || fail "what pip fetched does not make a working nvcc"
rm -rf "$dest"
mv "$top" "$dest" || fail "$dest can't be written"
