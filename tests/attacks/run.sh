#!/usr/bin/env bash
# Attacks on the judge and common mistakes, each with the verdict that it must get, beside honest twins, and right solutions of unusual form.
# Usage: run.sh [WORD...]: those whose name holds a WORD; all without. run.sh --control: the runner must notice what is wrong.
#
# tests/attacks/NAME.cu says in its first lines what it must get, and which defence catches it (main_attacks.c): with that one off it has to pass. NAME.honest.cu
# is its twin; right-*.cu are right ways. plain/NAME.cu has a twin, too, and stands in plain/controls.txt with what it does to a judge without the defence:
# it passes, or does its harm (harm.py). What needs words on the command line, an environment, or is no matter of proof stands in a table,
# tests/attacks/*/rows.txt:  name | file | step | verdict | extra
# verdict: one, or several with | between them where it hangs on the machine. extra, any number of:  says=REGEX (found in the verdict's sentence, the notes or the output)  not=REGEX  status=N  most=SECONDS
# arg=WORD (one more word on the command line)  K=V (environment)  by=COMMAND (instead of run; then its exit status stands for the verdict)
# attempt=NAME (what ATTEMPT in the file stands for)  before=TIER (once before, in that sandbox, with the same cache)
set -u
cd "$(dirname "$0")/../.." || exit 3
BUILD=${BUILD:-build}
make --no-print-directory BUILD="$BUILD" ${CC:+CC="$CC"} "$BUILD/tests/attacks" >"$BUILD/attacks-build.log" 2>&1 ||
	{ tail -20 "$BUILD/attacks-build.log"; exit 3; }
exec python3 -B tests/attacks/run.py "$@"
