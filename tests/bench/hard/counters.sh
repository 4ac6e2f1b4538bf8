#!/usr/bin/env bash
# The counters of programs of sets/ beside what Nsight Compute counted on an H200. counters.sh [blind4a ...]: all that are in ncu/, without.
# How those were made: ncu --csv --page raw --metrics (counters.py's METRICS) PROGRAM --count, each row once and nothing else.
cd "$(dirname "$0")/../../.." || exit 3
. tests/bench/hard/compile.sh
# shellcheck disable=SC2046
[ $# -gt 0 ] || set -- $(cd $here/ncu && ls ./*.tsv | sed 's/^\.\///; s/\.tsv$//')
reports=()
for group; do
	compile "$group"
	"$BUILD/bin/warplings" exec --counters json --output "$BUILD/hard/$group.json" -- "$BUILD/hard/$group" --count >/dev/null 2>&1 || exit 3
	reports+=("$group=$BUILD/hard/$group.json")
done
exec python3 -B "$here/counters.py" "${reports[@]}"
