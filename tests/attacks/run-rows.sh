#!/usr/bin/env bash
# Attacks on the judge and common mistakes, each with the verdict that it must get, beside honest twins that pass.
# Usage: run-rows.sh [WORD ...]: rows whose folder or name holds a WORD; all without. run-rows.sh --control: the runner must notice rows that are wrong.
# The rows stand in tests/attacks/*/rows.txt:  name | file | step | verdict | extra
# extra, any number of:  says=REGEX (found in the verdict's sentence, the notes or the output)  not=REGEX  status=N  most=SECONDS
# arg=WORD (one more word on the command line)  K=V (environment)
set -u
cd "$(dirname "$0")" || exit 3
exec python3 -B run.py "$@"
