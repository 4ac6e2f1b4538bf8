#!/usr/bin/env bash
# A class: verdicts per second of `warplings grade` on distinct submissions, beside what nvcc alone needs for the same files.
# STUDENTS=N: how many (200). JOBS="1 2 4": instead, a row for each number of --jobs. Every file differs from every other, so nothing is judged once for two.
cd "$(dirname "$0")/../../.." || exit 3
exec python3 -B tests/bench/grade/grade.py "${STUDENTS:-200}" ${JOBS:-}
