#!/usr/bin/env bash
# Benchmarks: what a student waits for, and the emulator's speed. Prints figures, fails nothing. BENCH_RUNS sets the repeats.
cd "$(dirname "$0")/../.." || exit 3
echo "== what a student waits for"
python3 -B tests/bench/latency.py
for b in tests/bench/*/run.sh; do
	[ -x "$b" ] || continue
	echo "== $(basename "$(dirname "$b")")"
	"$b"
done
