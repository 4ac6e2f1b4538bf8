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

# name | when (quick: also in the short run) | command. beside: it waits much of its time, or works on one core alone, so it runs while
# the next stages do (which build nothing that it needs), after those of its kind before it. alone: what it does is measured in seconds,
# so that it would do less beside another.
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
sanitize|all|BUILD=$BUILD/san $MAKE -j2 SANITIZE=address,undefined BUILD=$BUILD/san sanitized
valgrind|all|tests/valgrind.sh
fuzz|all alone|tests/fuzz/run.sh
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

# Seconds of processor time that the children of a shell have taken (proc(5): cutime and cstime).
processor() { # its process
	awk -v hz="$(getconf CLK_TCK)" '{ printf "%d\n", ($16 + $17) / hz }' "/proc/$1/stat"
}

passed=0 failed=0 failures= skipped= beside=()
declare -A pids

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

# Begins a stage beside the others, when the one before it that runs so has ended.
begin_beside() { # name, command
	local after=${beside[*]: -1}
	rm -f "$logs/$1.ended"
	(
		ended=$logs/$1.ended
		trap 'processor $BASHPID >"$logs/$1.used"; date +%s >"$ended"' EXIT
		while [ -n "$after" ] && [ ! -e "$logs/$after.ended" ]; do sleep 1; done
		date +%s >"$logs/$1.began"
		eval "$2"
	) </dev/null >"$logs/$1.log" 2>&1 &
	beside+=("$1") pids[$1]=$!
}

# Shows what stages beside wrote: all of them, or those that have ended. Nobody waits for one as long as there is something else to do.
await() { # all | ended
	local name
	while [ "${#beside[@]}" -gt 0 ]; do
		name=${beside[0]}
		[ "$1" = all ] || [ -e "$logs/$name.ended" ] || return 0
		wait "${pids[$name]}"
		rc=$?
		printf -- '---- %s, which ran beside\n' "$name"
		cat "$logs/$name.log"
		told "$name" "$rc" $(($(cat "$logs/$name.ended") - $(cat "$logs/$name.began"))) \
			"$(cat "$logs/$name.used") s of processor time, beside others"
		beside=("${beside[@]:1}")
	done
}

while IFS='|' read -r name when command; do
	[ -n "$name" ] || continue
	case "$want" in *" $name "*|*" ${when%% *} "*) ;; *) continue ;; esac
	if [ "${when#* }" = beside ]; then
		printf -- '---- %s, beside what comes next\n' "$name"
		begin_beside "$name" "$command"
		continue
	fi
	[ "${when#* }" != alone ] || await all
	printf -- '---- %s\n' "$name"
	begin=$(date +%s) with=${beside[*]}
	# In a shell of its own: the children of this one are those that run beside, too.
	(
		trap 'processor $BASHPID >"$logs/$name.used"' EXIT
		eval "$command"
	) </dev/null 2>&1 | tee "$logs/$name.log"
	rc=${PIPESTATUS[0]}
	told "$name" "$rc" $(($(date +%s) - begin)) "$(cat "$logs/$name.used") s of processor time${with:+, beside $with}"
	await ended
done <<<"$stages"
await all
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
