#!/usr/bin/env bash
# Fuzz every parser: tests/fuzz/run.sh [NAME...]. Each runs for FUZZ_SECONDS (15 unless told) from its corpus, with the same mutations each time, so that
# what one machine found another finds, too; FUZZ_SEED=0 takes others at each run, for longer ones.
# A target is tests/fuzz/NAME/fuzz.c with an LLVMFuzzerTestOneInput and two lines in its opening comment:
#     FUZZ-MODULES: lab counters base        folders of engine/ to build in
#     FUZZ-LIBS: -lyaml -lm
# Seeds lie in tests/fuzz/NAME/corpus/, options for libFuzzer in tests/fuzz/NAME/options. With clang it is libFuzzer; without, tests/fuzz/driver.c feeds
# the corpus and mutations of it. A crash leaves its input in $BUILD/fuzz/NAME/ and fails.
set -u
cd "$(dirname "$0")/../.." || exit 3
BUILD=${BUILD:-build}
seconds=${FUZZ_SECONDS:-15}
failed=0
names=${*:-$(for d in tests/fuzz/*/fuzz.c; do basename "$(dirname "$d")"; done)}

build() { # NAME OUT
	local src=tests/fuzz/$1/fuzz.c sources= m f compiler=gcc main=tests/fuzz/driver.c
	local flags="-std=c11 -D_GNU_SOURCE -O1 -g -pthread -ffp-contract=off -Iengine -I. -fsanitize=address,undefined -fno-sanitize-recover=all"
	if [ -n "$fuzzer" ]; then
		compiler=clang main=-fsanitize=fuzzer flags="$flags -fsanitize=fuzzer-no-link"
	fi
	local objects="$2-objects" list; list=$objects/list
	rm -rf "$objects"
	mkdir -p "$objects" || return 3
	# The compilations, one a line, as many at a time as there are cores: the largest target would keep one core busy for minutes.
	for m in $(sed -n 's/.*FUZZ-MODULES: *//p' "$src"); do
		for f in $(find "engine/$m" -name '*.c' ! -name 'main_*.c' | sort); do
			echo "-c -o $objects/$(tr / - <<<"${f%.c}").o $f" >>"$list"
		done
		[ "$m" = emulator ] || continue
		# Its executors are compiled a second time, for AVX2, and some a third time (engine/emulator/module.mk).
		for f in $(basename -s .c engine/emulator/exec/exec_*.c) $(sed -n 's/^EMULATOR_QUICK.*exec_%\.o,\(.*\))$/\1/p' engine/emulator/module.mk); do
			local isa=v3q more=-DEM_QUICK
			case $f in exec_*) isa=v3 more= ;; esac
			echo "-march=x86-64-v3 -DEM_ISA=$isa $more -c -o $objects/$isa-$f.o engine/emulator/exec/exec_${f#exec_}.c" >>"$list"
		done
	done
	# shellcheck disable=SC2086
	[ ! -s "$list" ] || xargs -P "$(nproc)" -I{} sh -c "$compiler $flags {}" <"$list" || return 1
	sources=$(find "$objects" -name '*.o' | sort)
	local libs; libs=$(sed -n 's/.*FUZZ-LIBS: *//p' "$src")
	# shellcheck disable=SC2086
	$compiler $flags -o "$2" "$src" $main $sources $libs
}

# A clang without its fuzzer library is none.
fuzzer=
if command -v clang >/dev/null; then
	probe=$(mktemp -d)
	echo 'int LLVMFuzzerTestOneInput(const unsigned char *d, unsigned long n); int LLVMFuzzerTestOneInput(const unsigned char *d, unsigned long n) { (void)d; (void)n; return 0; }' >"$probe/p.c"
	clang -fsanitize=fuzzer,address,undefined -o "$probe/p" "$probe/p.c" 2>/dev/null && fuzzer=yes
	rm -rf "$probe"
fi

# One target: build, run, say how it went.
one() { # NAME
	local name=$1 dir=$BUILD/fuzz/$1 options rc
	mkdir -p "$dir/new" || return 3
	rm -f "$dir"/crash-* "$dir"/timeout-* "$dir"/oom-* "$dir"/leak-*
	if ! build "$name" "$dir/fuzz"; then
		echo "fuzz $name: does not build"
		return 1
	fi
	options=$(cat "tests/fuzz/$name/options" 2>/dev/null)
	# shellcheck disable=SC2086
	if [ -n "$fuzzer" ]; then
		"$dir/fuzz" -seed="${FUZZ_SEED:-1}" -max_total_time="$seconds" -timeout=5 -rss_limit_mb=2048 -print_final_stats=1 -artifact_prefix="$dir/" $options \
			"$dir/new" "tests/fuzz/$name/corpus" >"$dir/log" 2>&1
	else
		"$dir/fuzz" "$seconds" "$dir/crash-last" "tests/fuzz/$name/corpus" >"$dir/log" 2>&1
	fi
	rc=$?
	if [ $rc = 0 ]; then
		echo "fuzz $name: $(sed -n 's/.*number_of_executed_units: *//p' "$dir/log" | tail -1) runs in $seconds s, nothing found"
	else
		tail -40 "$dir/log"
		echo "fuzz $name: FAILED with status $rc; the input lies in $dir/"
	fi
	return $rc
}

# Two at a time: building one with sanitizers takes as long as running it.
running=0
for name in $names; do
	one "$name" &
	running=$((running + 1))
	if [ $running = 2 ]; then
		wait -n || failed=1
		running=1
	fi
done
while [ $running -gt 0 ]; do
	wait -n || failed=1
	running=$((running - 1))
done
exit $failed
