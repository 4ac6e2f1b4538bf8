#!/usr/bin/env bash
# Kernels that were timed on an H200 (README.md): probes (chain, cas, ...) and programs of sets/ (blind2a, ...). run.sh [--score] [NAME ...]
# On a machine with an NVIDIA GPU: the times there, in the form of h200/*.tsv. Elsewhere: name, modelled, measured on the H200, and the ratio; with
# --score how near the model comes, for each set of programs.
cd "$(dirname "$0")/../../.." || exit 3
. tests/bench/hard/compile.sh
score=
[ "${1:-}" != --score ] || { score=1; shift; }
[ $# -gt 0 ] || set -- chain cas stores issue
for group; do
	compile "$group"
	if nvidia-smi -L 2>/dev/null | grep -q GPU; then
		"$BUILD/hard/$group"
		continue
	fi
	"$BUILD/bin/warplings" exec --output "$BUILD/hard/report" -- "$BUILD/hard/$group" --once 2>/dev/null | awk -F'\t' 'NF == 5' >"$BUILD/hard/$group.tsv"
	[ -n "$score" ] ||
		awk -F'\t' 'NR == FNR { h200[$1] = $2; next } $1 in h200 { printf "%-44s %12.2f %12.2f %7.2f\n", $1, $2, h200[$1], $2 / h200[$1] }' \
			"$here/h200/$group.tsv" "$BUILD/hard/$group.tsv"
done
[ -z "$score" ] || exec python3 -B "$here/score.py" "$BUILD/hard" "$@"
