#!/usr/bin/env bash
# Benchmarks (docs/benchmarks.md): what a student waits for, the emulator beside PoCL, the device process. Prints figures, fails nothing.
cd "$(dirname "$0")/../.." || exit 3
echo "== what a student waits for"
python3 -B tests/bench/latency.py
echo "== the screens"
python3 -B tests/bench/ui.py
for b in tests/bench/*/run.sh; do
	[ -x "$b" ] || continue
	echo "== $(basename "$(dirname "$b")")"
	"$b"
done
