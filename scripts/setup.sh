#!/bin/sh
# Make this machine able to build and test: Debian packages, and an nvcc. Called by every target of the Makefile that a person types, so
# it returns at once when nothing is to be done (build/setup.stamp).
# `setup.sh tests` installs besides what only tests use (a browser); `make test` calls it so.
# `setup.sh optional` says what `make bench` would also use and how to install it; nothing waits for that.
#
# Root, or sudo without a password: missing packages are installed. Otherwise the one command to run is printed. Exit status: 0 all is
# there, 3 something is missing (what and how to get it are on stderr).
set -u
root=$(cd "$(dirname "$0")/.." && pwd)
cd "$root" || exit 3
stamp=build/setup.stamp
[ "${1:-}" = tests ] && stamp=build/setup-tests.stamp

# Nothing to do: the stamp is newer than this script and than the package database, and the compiler that it names is there.
# (-nt is not in POSIX, but in every sh that Linux has.)
# shellcheck disable=SC3013
if [ "${1:-}" != optional ] && [ -f "$stamp" ] && [ "$stamp" -nt scripts/setup.sh ] && [ ! /var/lib/dpkg/status -nt "$stamp" ]; then
	read -r nvcc key <"$stamp"
	[ -x "$nvcc" ] && [ "$key" = "${WARPLINGS_CUDA_SEARCH:-}:${WARPLINGS_NVCC:-}" ] && exit 0
fi

# Debian's package, a program of it that the tests or Warplings itself use.
tools='
python3   python3
valgrind  valgrind
bubblewrap bwrap
'
# ... that only tests use.
[ "${1:-}" = tests ] && tools="$tools
chromium  chromium
"
# Slurm's daemons come into a machine that is root's own (a container), not into anybody's; without them its tests say that they are skipped.
[ "${1:-}" = tests ] && [ "$(id -u)" = 0 ] && tools="$tools
munge        munged
slurmctld    slurmctld
slurmd       slurmd
slurm-client sbatch
"
# Debian's package, what must compile, what must link. One line each; the compiler itself comes first.
needs='
libffi-dev          ffi.h            -lffi
libzstd-dev         zstd.h           -lzstd
liblz4-dev          lz4.h            -llz4
libjansson-dev      jansson.h        -ljansson
libyaml-dev         yaml.h           -lyaml
libsqlite3-dev      sqlite3.h        -lsqlite3
libncurses-dev      ncursesw/curses.h -lncursesw
libmd4c-dev         md4c.h           -lmd4c
libvterm-dev        vterm.h          -lvterm
libseccomp-dev      seccomp.h        -lseccomp
libarchive-dev      archive.h        -larchive
check               check.h          -lcheck
libsubunit-dev      subunit/child.h  -lsubunit
'
# What `make bench` compares with, where it is there.
optional='
ocl-icd-opencl-dev  CL/cl.h          -lOpenCL
'

missing_packages() {
	if ! command -v gcc >/dev/null || ! command -v g++ >/dev/null || ! command -v make >/dev/null; then
		printf ' build-essential'
	fi
	echo "$tools" | while read -r package tool; do
		[ -z "$package" ] || command -v "$tool" >/dev/null || printf ' %s' "$package"
	done
	# All in one go is the usual case; one by one only to say which.
	if ! command -v gcc >/dev/null || ! compiles "$needs"; then
		echo "$needs" | while read -r package header library; do
			[ -n "$package" ] || continue
			if ! command -v gcc >/dev/null || ! compiles "$package $header $library"; then
				printf ' %s' "$package"
			fi
		done
	fi
	# Only to fetch a compiler, where there is none.
	if ! ./scripts/find-nvcc.sh >/dev/null && ! python3 -m pip --version >/dev/null 2>&1 && ! python3 -c 'import ensurepip' 2>/dev/null; then
		printf ' python3-pip'
	fi
}

compiles() {
	{
		echo '#include <stdio.h>' # subunit's and lz4's headers want it
		echo '#include <stdint.h>'
		echo "$1" | while read -r _ header _; do
			[ -z "$header" ] || echo "#include <$header>"
		done
		echo 'int main(void) { return 0; }'
	} >build/setup.c
	libraries=$(echo "$1" | while read -r _ _ library; do printf '%s ' "$library"; done)
	# shellcheck disable=SC2086
	gcc -o build/setup.out build/setup.c -Wl,--no-as-needed $libraries >/dev/null 2>&1
	status=$?
	rm -f build/setup.c build/setup.out
	return $status
}

install_packages() {
	if ! command -v apt-get >/dev/null; then
		echo "setup: missing (by Debian's names):$1" >&2
		echo "setup: install their equivalents with this system's package manager, then try again" >&2
		exit 3
	fi
	if [ "$(id -u)" = 0 ]; then
		as_root='env'
	elif command -v sudo >/dev/null && sudo -n true 2>/dev/null; then
		as_root='sudo -n env'
	else
		echo "setup: missing:$1" >&2
		echo "setup: run this command, then try again:" >&2
		echo "  sudo apt-get install -y --no-install-recommends$1" >&2
		exit 3
	fi
	echo "setup: installing$1 ..." >&2
	apt="$as_root DEBIAN_FRONTEND=noninteractive apt-get -qq -o DPkg::Lock::Timeout=300"
	# A fresh machine knows no packages yet; one that does needs no update.
	# shellcheck disable=SC2086
	$apt install -y --no-install-recommends $1 >build/setup.log 2>&1 ||
		{ $apt update >>build/setup.log 2>&1; $apt install -y --no-install-recommends $1 >>build/setup.log 2>&1; } || {
		tail -n 5 build/setup.log >&2
		echo "setup: apt-get could not install:$1 (the whole story is in build/setup.log)" >&2
		exit 3
	}
}

if ! mkdir -p build 2>/dev/null || [ ! -w build ]; then
	echo "setup: $root/build can't be written" >&2
	exit 3
fi
if [ "${1:-}" = optional ]; then
	# PoCL is no library to link with: the OpenCL loader finds it by this file.
	[ -e /etc/OpenCL/vendors/pocl.icd ] && compiles "$optional" && exit 0
	echo "setup: PoCL, the peer of make bench, is not installed. To have it:" >&2
	echo "  apt-get install -y --no-install-recommends pocl-opencl-icd ocl-icd-opencl-dev opencl-headers" >&2
	exit 3
fi
missing=$(missing_packages)
if [ -n "$missing" ]; then
	install_packages "$missing"
	missing=$(missing_packages)
	if [ -n "$missing" ]; then
		echo "setup: still missing after the installation:$missing" >&2
		exit 3
	fi
fi

nvcc=$(./scripts/find-nvcc.sh) || {
	if [ -n "${WARPLINGS_NVCC:-}" ]; then
		echo "setup: WARPLINGS_NVCC names $WARPLINGS_NVCC, which is no nvcc of CUDA 13: correct it or unset it" >&2
		exit 3
	fi
	./scripts/fetch-cuda.sh || exit 3
	nvcc=$(./scripts/find-nvcc.sh) || exit 3
}
cuda=$(dirname "$(dirname "$nvcc")")
# The first of the folders that holds the file, or nothing.
holding() {
	file=$1
	shift
	for dir; do
		[ -e "$dir/$file" ] && echo "$dir" && return
	done
}
inc=$(holding cuda_runtime.h "$cuda/include" "$cuda/targets/x86_64-linux/include")
lib=$(holding libcudart.so.13 "$cuda/lib64" "$cuda/lib" "$cuda/targets/x86_64-linux/lib")
{
	echo "# Made by scripts/setup.sh; delete it and it is made again."
	echo "NVCC := $nvcc"
	echo "CUDA_INC := $inc"
	echo "CUDA_LIB := $lib"
	echo "export NVCC" # the tests compile with it too
} >build/config.mk.new
# An unchanged file keeps its time.
if cmp -s build/config.mk.new build/config.mk; then
	rm build/config.mk.new
else
	mv build/config.mk.new build/config.mk
fi
printf '%s %s\n' "$nvcc" "${WARPLINGS_CUDA_SEARCH:-}:${WARPLINGS_NVCC:-}" >"$stamp"
