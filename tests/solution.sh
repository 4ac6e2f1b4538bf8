#!/bin/sh
# The solution of a step judged on the emulator, by the programs of $BUILD: tests/solution.sh LAB/STEP (for tests/each.sh).
exec "${BUILD:-build}/bin/warplings" check --solutions --device emulator "$1"
