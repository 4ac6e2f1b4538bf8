#!/usr/bin/env bash
# `make bundle`: a folder that runs on another x86-64 Linux without root and from any place: build/bundle/warplings, and the same as
# build/bundle/warplings.tar.gz. In it: the programs, our libcudart.so.13, every shared library that they need beyond libc's own, the labs with
# their solutions and reference kernels, the documents. Not in it: nvcc, g++ and NVIDIA's runtime, which belong to the machine
# (scripts/fetch-cuda.sh, also inside, fetches a compiler without root).
#
# `bundle.sh --to DIR` makes DIR/warplings and DIR/warplings.tar.gz instead, also of an installation (`warplings gradescope` calls it so).
# `bundle.sh --test` moves a bundle that was made to another place and uses it there with an empty environment.
set -euo pipefail
from=$PWD
cd "$(dirname "$0")/.."
BUILD=${BUILD:-build}
place=$BUILD/bundle
[ "${1:-}" != --to ] || place=${2:?usage: bundle.sh [--test | --to DIR]}
case $place in
/* | "$BUILD"/bundle) ;;
*) place=$from/$place ;;
esac
out=$place/warplings
max_bytes=$((64 << 20))
programs='warplings warplings-device warplings-host warplings-box'
# libc, its parts and the loader must be the machine's own: the driver and the student's object use them too.
libc='^(linux-vdso|ld-linux|libc|libm|libdl|librt|libpthread|libresolv|libutil|libnsl|libanl)[.-]'

die() {
	echo "bundle: $*" >&2
	exit 3
}

# The shared libraries of a program, "name path" a line.
libraries_of() {
	ldd "$1" | awk '$2 == "=>" { print $1, $3 }' | grep -vE "$libc" || true
}

# Without what only a debugger reads, where there is a strip.
slim() {
	cp -L "$1" "$2"
	chmod u+w "$2"
	! command -v strip >/dev/null || strip --strip-unneeded "$2"
}

make_bundle() {
	local p name path
	for p in $programs; do
		[ -x "$BUILD/bin/$p" ] || die "$BUILD/bin/$p is missing: run make first"
	done
	[ -f "$BUILD/lib/emulator/libcudart.so.13" ] || die "the emulator's libcudart.so.13 is missing: run make first"
	rm -rf "$out"
	mkdir -p "$out/bin" "$out/lib/emulator" "$out/scripts"
	for p in $programs; do
		slim "$BUILD/bin/$p" "$out/bin/$p"
		libraries_of "$BUILD/bin/$p"
	done | sort -u | while read -r name path; do
		[ -f "$path" ] || die "$name is not found on this machine"
		slim "$path" "$out/lib/$name"
	done
	slim "$BUILD/lib/emulator/libcudart.so.13" "$out/lib/emulator/libcudart.so.13"
	for p in labs solutions kernels docs README.md LICENSE; do
		[ ! -e "$p" ] || cp -R "$p" "$out/$p"
	done
	cp scripts/fetch-cuda.sh scripts/find-nvcc.sh scripts/bundle.sh "$out/scripts/"
	cat >"$out/warplings" <<'END'
#!/bin/sh
# Warplings, from wherever this folder lies. The student's files go to ./work here, or to $WARPLINGS_WORK.
here=$(dirname "$(readlink -f "$0")")
exec "$here/bin/warplings" "$@"
END
	chmod +x "$out/warplings"
	tar -C "$place" --owner=0 --group=0 --sort=name -czf "$place/warplings.tar.gz" warplings
}

# Every library is found in the bundle or is libc's; the libc that is needed is no newer than said; it is small enough.
check_bundle() {
	local p bytes glibc
	for p in $programs; do
		env -i ldd "$out/bin/$p" | awk '$2 == "=>" { print $1, $3 }' | grep -vE "$libc" | while read -r name path; do
			case $(readlink -f "$path") in
			"$(readlink -f "$out")"/lib/*) ;;
			*) die "$p would take $name from $path, not from the bundle" ;;
			esac
		done
	done
	bytes=$(du -sb "$out" | cut -f1)
	[ "$bytes" -lt "$max_bytes" ] || die "$bytes bytes are more than 64 MiB"
	glibc=$(find "$out/bin" "$out/lib" -type f -exec objdump -T {} + 2>/dev/null | grep -oE 'GLIBC_[0-9.]+' | sort -uV | tail -n 1) || glibc=GLIBC_unknown
	printf 'bundle: %s, %d MiB, needs glibc %s or newer\n' "$out" $(((bytes + (1 << 20) - 1) >> 20)) "${glibc#GLIBC_}"
	printf 'bundle: %s, %d KiB\n' "$place/warplings.tar.gz" $(($(stat -c %s "$place/warplings.tar.gz") >> 10))
}

# Use a bundle as a stranger would: unpacked elsewhere, nothing of ours in the environment, no build tree in sight.
test_bundle() {
	local place status=0 nvcc
	place=$(mktemp -d)
	# shellcheck disable=SC2064
	trap "rm -rf '$place'" EXIT
	tar -C "$place" -xzf "$BUILD/bundle/warplings.tar.gz"
	mv "$place/warplings" "$place/moved to a folder with spaces"
	nvcc=$(./scripts/find-nvcc.sh) || die "there is no nvcc to test with"
	stranger() {
		(cd "$place" && env -i PATH="$(dirname "$nvcc"):/usr/bin:/bin" HOME="$place" TMPDIR="$place" WARPLINGS_WORK="$place/work" \
			"$place/moved to a folder with spaces/warplings" "$@")
	}
	stranger list >"$place/list" || die "warplings list failed in the bundle"
	grep -q '02' "$place/list" || die "the bundle lists no lab 02"
	stranger doctor >"$place/doctor" || { cat "$place/doctor"; die "warplings doctor is not content in the bundle"; }
	# The starter must be judged (1: it does not pass) and the solution must pass.
	stranger run 02/1 >"$place/starter" || status=$?
	[ "$status" = 1 ] || { cat "$place/starter"; die "the starter of 02/1 ended with status $status, not 1"; }
	stranger run 02/1 --file "$(ls "$place"/moved*/solutions/02-*/1-*.cu)" >"$place/solution" ||
		{ cat "$place/solution"; die "the solution of 02/1 does not pass in the bundle"; }
	find "$place" -maxdepth 1 -name 'warplings-*' | grep -q . && die "the bundle left temporary files behind"
	echo "bundle: works from another place, with an empty environment"
}

case "${1:-}" in
--test) test_bundle ;;
--to | '') make_bundle && check_bundle ;;
*) die "usage: bundle.sh [--test | --to DIR]" ;;
esac
