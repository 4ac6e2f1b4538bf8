#!/usr/bin/env bash
# Fuzz every parser: tests/fuzz/run.sh [NAME...]. Each runs for FUZZ_SECONDS (10 unless told) from its corpus, with the same mutations each time, so that
# what one machine found another finds, too; FUZZ_SEED=0 takes others at each run, for longer ones.
# A target is tests/fuzz/NAME/fuzz.c with an LLVMFuzzerTestOneInput and two lines in its opening comment:
#     FUZZ-MODULES: lab counters base        folders of engine/ to build in
#     FUZZ-LIBS: -lyaml -lm
# and, where it should run for longer than the others, FUZZ-TIMES: 2.
# Seeds lie in tests/fuzz/NAME/corpus/, options for libFuzzer in tests/fuzz/NAME/options. With clang it is libFuzzer; without, tests/fuzz/driver.c feeds
# the corpus and mutations of it. A crash leaves its input in $BUILD/fuzz/NAME/ and fails.
set -u
cd "$(dirname "$0")/../.." || exit 3
BUILD=${BUILD:-build}
seconds=${FUZZ_SECONDS:-10}
failed=0
names=${*:-$(for d in tests/fuzz/*/fuzz.c; do basename "$(dirname "$d")"; done)}

modules_of() { # NAME
	sed -n 's/.*FUZZ-MODULES: *//p' "tests/fuzz/$1/fuzz.c"
}

all_modules=$(for name in $names; do modules_of "$name"; done | tr ' ' '\n' | sort -u)
flags="-std=c11 -D_GNU_SOURCE -O1 -g -pthread -ffp-contract=off -Iengine -I. -fsanitize=address,undefined -fno-sanitize-recover=all"

# A clang without its fuzzer library is none.
fuzzer=
if command -v clang >/dev/null; then
	probe=$(mktemp -d)
	echo 'int LLVMFuzzerTestOneInput(const unsigned char *d, unsigned long n); int LLVMFuzzerTestOneInput(const unsigned char *d, unsigned long n) { (void)d; (void)n; return 0; }' >"$probe/p.c"
	clang -fsanitize=fuzzer,address,undefined -o "$probe/p" "$probe/p.c" 2>/dev/null && fuzzer=yes
	rm -rf "$probe"
fi

if [ -n "$fuzzer" ]; then
	# libFuzzer wants objects of its own. A module's lie in a folder. The emulator's executors are there for AVX2 as well (engine/emulator/module.mk): with
	# sanitizers those take longer to compile than a target runs. So the copy for any x86-64 is the one that runs here, and those for AVX2, which only
	# have to be there, are taken from the build.
	compiler=clang main=-fsanitize=fuzzer flags="$flags -DEM_ONE_BODY -fsanitize=fuzzer-no-link" objects=$BUILD/fuzz/objects

	compilations() { # MODULE
		local f quick=
		# The emulator is nine tenths of what there is to compile, and no parser: unoptimised it compiles in a third of the time. Its one
		# target runs half as often then, and therefore for twice as long.
		[ "$1" != emulator ] || quick=-O0
		for f in $(find "engine/$1" -name '*.c' ! -name 'main_*.c' | sort); do
			echo "'-D__builtin_cpu_supports(x)=0' $quick -c -o $objects/$1/$(tr / - <<<"${f%.c}").o $f"
		done
	}

	# Every module that a target needs, once: as many compilations at a time as there are cores.
	build_modules() {
		local m list=$objects/list
		rm -rf "$objects"
		mkdir -p "$objects" || return 3
		: >"$list"
		for m in $all_modules; do
			mkdir -p "$objects/$m" && compilations "$m" >>"$list" || return 3
			[ "$m" != emulator ] || make --no-print-directory BUILD="$BUILD" ${CC:+CC="$CC"} "$BUILD/lib/libemulator.a" >/dev/null || return 1
		done
		xargs -d '\n' -P "$(nproc)" -I{} sh -c "$compiler $flags {}" <"$list"
	}

	objects_of() { # NAME
		local m
		for m in $(modules_of "$1"); do
			find "$objects/$m" -name '*.o' | sort
			[ "$m" != emulator ] || find "$BUILD"/obj/engine/emulator/exec/v3* -name '*.o' | sort
		done
	}
else
	# Otherwise the modules are those of the build under sanitizers, which another stage of the tests needs, too.
	compiler=gcc main=tests/fuzz/driver.c san=$BUILD/san

	build_modules() {
		local m libs=
		for m in $all_modules; do libs="$libs $san/lib/lib$m.a"; done
		# shellcheck disable=SC2086
		BUILD=$san make --no-print-directory -j"$(nproc)" SANITIZE=address,undefined BUILD="$san" ${CC:+CC="$CC"} $libs >/dev/null
	}

	objects_of() { # NAME
		local m
		echo -Wl,--start-group
		for m in $(modules_of "$1"); do echo "$san/lib/lib$m.a"; done
		echo -Wl,--end-group
	}
fi

build() { # NAME OUT
	# shellcheck disable=SC2046,SC2086
	$compiler $flags -o "$2" "tests/fuzz/$1/fuzz.c" $main $(objects_of "$1") $(sed -n 's/.*FUZZ-LIBS: *//p' "tests/fuzz/$1/fuzz.c")
}

build_modules || { echo "fuzz: the modules do not build"; exit 1; }

# One target: build, run, say how it went.
one() { # NAME
	local name=$1 dir=$BUILD/fuzz/$1 options rc times
	mkdir -p "$dir/new" || return 3
	rm -f "$dir"/crash-* "$dir"/timeout-* "$dir"/oom-* "$dir"/leak-*
	if ! build "$name" "$dir/fuzz"; then
		echo "fuzz $name: does not build"
		return 1
	fi
	options=$(cat "tests/fuzz/$name/options" 2>/dev/null)
	times=$(sed -n 's/.*FUZZ-TIMES: *//p' "tests/fuzz/$name/fuzz.c")
	local seconds=$((seconds * ${times:-1}))
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
		# For a machine that the files are not brought back from.
		for input in "$dir"/crash-* "$dir"/timeout-* "$dir"/oom-* "$dir"/leak-*; do
			[ ! -s "$input" ] || [ "$(stat -c %s "$input")" -gt 20000 ] || { echo "fuzz $name: the input, for base64 -d | gunzip:"; gzip -9n <"$input" | base64 -w 0; echo; }
		done
		echo "fuzz $name: FAILED with status $rc; the input lies in $dir/"
	fi
	return $rc
}

# Two at a time.
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
