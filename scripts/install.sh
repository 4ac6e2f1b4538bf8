#!/usr/bin/env bash
# `make install PREFIX=/usr/local DESTDIR=`: one installation for many users. All of it lies in PREFIX/share/warplings, where nobody but its
# owner writes; PREFIX/bin/warplings leads there. Each student's files lie in a folder of their own (`warplings start DIR`).
set -euo pipefail
cd "$(dirname "$0")/.."
BUILD=${BUILD:-build}
prefix=${PREFIX:-/usr/local}
to=${DESTDIR:-}$prefix
home=$to/share/warplings
umask 022
for p in warplings warplings-device warplings-host warplings-box; do
	[ -x "$BUILD/bin/$p" ] || { echo "install: $BUILD/bin/$p is missing: run make first" >&2; exit 3; }
done
# What an older one left goes, students' files never lie here.
rm -rf "$home.new"
mkdir -p "$home.new/bin" "$home.new/lib/emulator" "$home.new/scripts" "$to/bin" "$to/share/man/man1" \
	"$to/share/bash-completion/completions" "$to/share/zsh/site-functions" "$to/share/fish/vendor_completions.d"
install -m 755 "$BUILD"/bin/warplings{,-device,-host,-box} "$home.new/bin/"
install -m 755 "$BUILD/lib/emulator/libcudart.so.13" "$home.new/lib/emulator/"
install -m 755 scripts/find-nvcc.sh scripts/fetch-cuda.sh scripts/bundle.sh "$home.new/scripts/"
cp -R labs solutions kernels docs README.md LICENSE "$home.new/"
chmod -R u+rwX,go+rX,go-w "$home.new"
rm -rf "$home"
mv "$home.new" "$home"
ln -sfn ../share/warplings/bin/warplings "$to/bin/warplings"
"$BUILD/bin/warplings" completion man >"$to/share/man/man1/warplings.1"
"$BUILD/bin/warplings" completion bash >"$to/share/bash-completion/completions/warplings"
"$BUILD/bin/warplings" completion zsh >"$to/share/zsh/site-functions/_warplings"
"$BUILD/bin/warplings" completion fish >"$to/share/fish/vendor_completions.d/warplings.fish"
echo "install: $home, $to/bin/warplings"
