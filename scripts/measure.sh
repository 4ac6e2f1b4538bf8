#!/usr/bin/env bash
# What `make measure` does: all labs and the ladders of kernels/ on this machine's GPU. Remakes docs/measured.md and labs/*/measured.yaml.
# Takes this tree's warplings, else the bundle's; builds nothing, for a machine with a GPU need not have what a build takes.
# Status 3, with a sentence and nothing written: no GPU, no compiler, no warplings.
#
# measure.sh [LAB ...]     only these labs (docs/measured.md then has these alone, and the ladders)
# OUTPUT=FOLDER            write below it and not into the tree
cd "$(dirname "$0")/.." || exit 3
BUILD=${BUILD:-build}
output=${OUTPUT:-$PWD}
for warplings in "$BUILD/bin/warplings" "$BUILD/bundle/warplings/warplings" ./warplings ''; do
	[ -x "$warplings" ] && [ -f "$warplings" ] && break
done
if [ -z "$warplings" ]; then
	echo "measure: there is no warplings to measure with: run make build, or unpack a bundle's into $BUILD/bundle" >&2
	exit 3
fi
"$warplings" measure --output "$output" "$@"
status=$?
# 1: a solution is slower than it should be; the figures are there all the same.
[ "$status" -le 1 ] || exit "$status"
ladders=$(mktemp) || exit 3
trap 'rm -f "$ladders"' EXIT
if ./tests/bench/gpu/ladders.sh >"$ladders"; then
	{
		printf '\n## Ladders beside the libraries\n\nOf `kernels/`, by `tests/bench/gpu/ladders.sh`, in one run. '
		cat "$ladders"
	} >>"$output/docs/measured.md"
else
	echo "measure: the ladders of kernels/ were not timed" >&2
	status=3
fi
exit "$status"
