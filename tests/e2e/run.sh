#!/usr/bin/env bash
# End-to-end tests of the real binary: bad input, the command line, survival. Usage: run.sh [test_module[.Class.test] ...]
cd "$(dirname "$0")" || exit 3
[ -x "../../${BUILD:-build}/bin/warplings" ] || [ -x "${BUILD:-build}/bin/warplings" ] || { echo "build first: make build"; exit 3; }
if [ $# -gt 0 ]; then exec python3 -B -m unittest "$@"; fi
exec python3 -B -m unittest discover -p 'test_*.py'
