#!/usr/bin/env bash
# All tests, or the quick ones. Usage: tests/run.sh all|quick|NAME...
# A stage is a line of the table below; its output goes to the terminal and to $BUILD/test-logs/NAME.log. The last line counts
# the stages: "N passed, N failed". Labs and attacks are judged with inputs and sizes of seed 1, so that the same tree gets the same
# answer;
# SEED=N tests/run.sh verify attacks: with another's. Everything a stage needs was built or is built by its own make target.
set -u
cd "$(dirname "$0")/.." || exit 3
BUILD=${BUILD:-build}
export BUILD SEED="${SEED:-1}" CK_DEFAULT_TIMEOUT="${CK_DEFAULT_TIMEOUT:-60}"
logs=$BUILD/test-logs
mkdir -p "$logs" || exit 3
# The stages that ask nvcc the same keep its answers here.
NVCC_SAID=$(cd "$logs/.." && pwd)/nvcc-said
export NVCC_SAID
MAKE="make --no-print-directory"

# name | when (quick: also in the short run) | command. beside: it waits much of its time, or works on one core alone, so it
# runs while the next stage does (which builds nothing that it needs).
stages='
lint-control|quick|tests/lint/run.sh --control && tests/lint/layout.sh --control
lint|quick|tests/lint/run.sh && tests/lint/layout.sh
setup|quick|tests/setup/run.sh
test-programs|quick|$MAKE -j2 unit-programs screens-programs
screens|quick beside|$MAKE screens
unit|quick|$MAKE unit
verify|all beside|kept && WARPLINGS_WORK=$kept $BUILD/bin/warplings verify --seed $SEED
programs|all|tests/programs/run.sh
conformance|all|tests/conformance/emulator/run.sh
attacks|all beside|tests/attacks/run.sh --control && tests/attacks/run.sh
end-to-end|all|tests/e2e/run.sh
bundle|all beside|scripts/bundle.sh && scripts/bundle.sh --test
checkers|all|tests/checkers/run.sh --schedules 2 --control
fuzz|all|tests/fuzz/run.sh
sanitize|all|BUILD=$BUILD/san $MAKE -j2 SANITIZE=address,undefined BUILD=$BUILD/san sanitized
valgrind|all|tests/valgrind.sh
'

case "${1:-all}" in
all) want=' all quick ' ;;
# The unit tests do a part of what they draw or count through.
quick) want=' quick ' && export QUICK=1 ;;
*)
	want=" $* "
	case $want in *' screens '*|*' unit '*) want=" test-programs$want" ;; esac
	;;
esac

# A work folder for stages that judge labs: they find what another one has compiled, and leave the user's own alone.
kept() {
	kept=$(cd "$BUILD" && pwd)/kept
	mkdir -p "$kept" "$BUILD/e2e-cache" && ln -sfn ../e2e-cache "$kept/.cache"
}

# Seconds of processor time that this script's children have taken (proc(5): cutime and cstime).
processor() {
	awk -v hz="$(getconf CLK_TCK)" '{ printf "%d\n", ($16 + $17) / hz }' /proc/$$/stat
}

passed=0 failed=0 failures= skipped= beside=

# A stage has ended.
told() { # name, exit status, seconds, what to say of them
	if [ "$2" = 0 ]; then
		passed=$((passed + 1))
		printf -- '---- %s: ok, %d s (%s)\n' "$1" "$3" "$4"
	else
		failed=$((failed + 1)) failures="$failures $1"
		printf -- '---- %s: FAILED, %d s (%s/%s.log)\n' "$1" "$3" "$logs" "$1"
	fi
	skipped+=$(grep '^SKIPPED: ' "$logs/$1.log")
}

# Waits for the stage that runs beside, if one does, and shows what it wrote.
await() {
	[ -n "$beside" ] || return 0
	wait "$pid"
	rc=$?
	printf -- '---- %s, which ran beside\n' "$beside"
	cat "$logs/$beside.log"
	told "$beside" "$rc" $(($(cat "$logs/$beside.ended") - began)) beside
	beside=
}

while IFS='|' read -r name when command; do
	[ -n "$name" ] || continue
	case "$want" in *" $name "*|*" ${when%% *} "*) ;; *) continue ;; esac
	if [ "${when#* }" = beside ] && [ -z "$beside" ]; then
		printf -- '---- %s, beside what comes next\n' "$name"
		beside=$name began=$(date +%s)
		(eval "$command"; rc=$?; date +%s >"$logs/$name.ended"; exit "$rc") </dev/null >"$logs/$name.log" 2>&1 &
		pid=$!
		continue
	fi
	printf -- '---- %s\n' "$name"
	begin=$(date +%s) used=$(processor)
	eval "$command" </dev/null 2>&1 | tee "$logs/$name.log"
	rc=${PIPESTATUS[0]}
	used=$(($(processor) - used))
	told "$name" "$rc" $(($(date +%s) - begin)) "$([ -n "$beside" ] && echo "beside $beside" || echo "$used s of processor time")"
	await
done <<<"$stages"
await
# Each failure once more at the end, where the log of a long run is read first.
for name in $failures; do
	printf -- '---- %s failed; the end of its log, and its lines that speak of failure:\n' "$name"
	grep -nE 'FAIL|FAILED|UNSOUND|differ|Error|error:|[^-]failed|^failed|:[FE]:' "$logs/$name.log" | tail -30
	tail -15 "$logs/$name.log"
done
[ -z "$skipped" ] || printf -- '---- left out on this machine:\n%s\n' "$skipped"
[ -z "$failures" ] || echo "failed:$failures"
echo "$passed passed, $failed failed"
[ "$failed" = 0 ] && [ "$passed" -gt 0 ]
