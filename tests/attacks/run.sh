#!/usr/bin/env bash
# Attacks on the judge, each beside an honest twin, and right solutions of unusual form: tests/attacks/run.sh [WORD...]
# With words: only files whose names hold one of them. What a file claims of itself stands in its first lines.
set -u
cd "$(dirname "$0")/../.." || exit 3
BUILD=${BUILD:-build}
make --no-print-directory BUILD="$BUILD" "$BUILD/tests/attacks" >"$BUILD/attacks-build.log" 2>&1 ||
	{ tail -20 "$BUILD/attacks-build.log"; exit 3; }
# An attack without a twin or a control proves nothing.
bad=0
for f in tests/attacks/*.cu; do
	case $f in *.honest.cu|*/right-*) continue ;; esac
	[ -f "${f%.cu}.honest.cu" ] || { echo "FAIL $f: it has no honest twin"; bad=1; }
	grep -q '^// without: ' "$f" || { echo "FAIL $f: it has no control"; bad=1; }
done
mkdir -p "$BUILD/attacks-cache"
WARPLINGS_BIN=$PWD/$BUILD/bin "$BUILD/tests/attacks" tests/attacks "$BUILD/attacks-cache" "$@" && [ $bad = 0 ]
