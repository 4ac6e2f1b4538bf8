#!/usr/bin/env bash
# CUDA programs of the kinds that people write, each checking itself, compiled by nvcc and run by `warplings exec`.
# Usage: tests/programs/run.sh [NAME...]. Each NAME.cu says "ok" and exits 0, or says what differs. Each runs twice, with all cores
# and with one: the counters must be equal. Then in three other orders of threads: the result must be. In a program's first lines:
#   nvcc: FLAGS...      more arguments for nvcc (files are of this folder)
#   order: WHY          the result may change with the order of threads
#   status: N, says: T  the program is refused or ends so: the status of exec, and text of its output
#   issue: raced          its threads race to issue: the timelines of two runs may differ, nothing else
#   counters: vary      they depend on what the host does meanwhile, so they are not compared
# gaps.txt lists what does not work yet; a line there that has become untrue fails the run. Compiled programs are kept in
# $BUILD/programs under the hash of what they are made from.
set -u
cd "$(dirname "$0")/../.." || exit 3
BUILD=${BUILD:-build}
here=tests/programs
NVCC=${NVCC:-$(sed -n 's/^NVCC *:*= *//p' build/config.mk 2>/dev/null)}
NVCC=${NVCC:-nvcc}
command -v "$NVCC" >/dev/null || { echo "programs: no nvcc; scripts/setup.sh fetches one"; exit 3; }
kept=$BUILD/programs
mkdir -p "$kept" || exit 3
version=$("$NVCC" --version | tail -1)
export NVCC here kept version BUILD

head_of() { sed -n "1,12s|^.*[*/ ]$2: *\([^*]*[^* ]\).*|\1|p" "$here/$1.cu" | head -1; }

binary_of() { # name -> where its program is kept
	local more; more=$(head_of "$1" nvcc)
	local parts; parts=$(for w in $more; do [ -f "$here/$w" ] && echo "$here/$w"; done)
	# shellcheck disable=SC2086
	echo "$kept/$1-$({ echo "$version $more"; cat "$here/$1.cu" "$here/check.h" $parts; } | sha256sum | cut -c1-16)"
}

compile() {
	local out; out=$(binary_of "$1")
	[ -x "$out" ] && return 0
	local words=() w
	for w in $(head_of "$1" nvcc); do [ -f "$here/$w" ] && w=$here/$w; words+=("$w"); done
	case " ${words[*]-} " in *" --cudart "*) ;; *) words+=(--cudart shared) ;; esac
	rm -f "$kept/$1"-????????????????
	"$NVCC" -std=c++17 -arch=compute_80 -w -lineinfo "${words[@]}" -o "$out.new" "$here/$1.cu" >"$kept/$1.compile" 2>&1 && mv "$out.new" "$out"
}
export -f head_of binary_of compile

once() { # name, output, counters, command prefix...
	local name=$1 out=$2 counters=$3; shift 3
	timeout 60 "$@" "$BUILD/bin/warplings" exec --counters json --output "$counters" -- "$(binary_of "$name")" </dev/null >"$out" 2>&1
}

# 0: as it should be; else why not is in $kept/NAME.why
attempt() {
	local name=$1 out=$kept/$1.out why=$kept/$1.why status want says
	: >"$why"
	[ -x "$(binary_of "$name")" ] || { { echo "does not compile:"; cat "$kept/$name.compile"; } >"$why"; return 1; }
	once "$name" "$out" "$kept/$name.json"; status=$?
	want=$(head_of "$name" status | sed 's/,.*//')
	says=$(head_of "$name" says)
	if [ "$status" != "${want:-0}" ]; then
		{ echo "exits $status, not ${want:-0}:"; head -c 2000 "$out"; } >"$why"
		return 1
	fi
	if ! tr -s "= \n" " " <"$out" | grep -qF -- "${says:-ok}"; then
		{ echo "does not say \"${says:-ok}\":"; head -c 2000 "$out"; } >"$why"
		return 1
	fi
	[ "$(head_of "$name" counters)" = vary ] && return 0
	once "$name" "$out.one" "$kept/$name.one.json" taskset -c "$one_core"
	if [ -n "$(head_of "$name" issue)" ]; then
		sed -i '/^  "timeline": \[/,/^  \],/d; /^  "timeline_lost"/d; /^ *"timeline__/d' "$kept/$name.json" "$kept/$name.one.json"
	fi
	if ! cmp -s "$kept/$name.json" "$kept/$name.one.json"; then
		{ echo "counters differ between all cores and one:"; diff "$kept/$name.json" "$kept/$name.one.json" | head -8; } >"$why"
		return 1
	fi
	[ -n "$(head_of "$name" order)" ] && return 0
	if ! timeout 120 "$BUILD/bin/warplings" exec --schedules 3 --output /dev/null -- "$(binary_of "$name")" </dev/null >"$out.orders" 2>&1 && [ "${want:-0}" = 0 ]; then
		{ echo "another order of threads changes the result:"; grep schedule "$out.orders" | head -8; } >"$why"
		return 1
	fi
}

one_core=$(taskset -cp $$ | sed 's/.*: *\([0-9]*\).*/\1/')
if [ $# -gt 0 ]; then
	names="$*"
else
	# Largest first: the longest compilation should not be the last.
	names=$(for f in $(ls -S $here/*.cu); do
		case $f in *.part.cu) continue ;; esac
		basename "$f" .cu
	done)
fi
# The few whose headers are heavy go first.
# shellcheck disable=SC2086
names=$(printf '%s\n' $names | awk '{ print ($1 ~ /^(cub|random|pipeline)/ ? 0 : 1), NR, $1 }' | sort -n -k1,1 -k2,2 | cut -d' ' -f3)

gap_of() { sed -n "s/^$1 *| *//p" $here/gaps.txt; }
# Compiles one, runs it, says what is wrong; $kept/NAME.good is there when all is well.
judge() {
	local name=$1 gap; gap=$(gap_of "$name")
	rm -f "$kept/$name.good"
	compile "$name"
	if attempt "$name"; then
		if [ -n "$gap" ]; then echo "$name: works now; take it off tests/programs/gaps.txt"; else : >"$kept/$name.good"; fi
	elif [ -n "$gap" ]; then
		echo "$name: known gap: $gap"
		: >"$kept/$name.gap"
	else
		echo "$name: $(cat "$kept/$name.why")"
	fi
}
export one_core
export -f once attempt gap_of judge
rm -f "$kept"/*.gap
printf '%s\n' $names | xargs -P "$(nproc)" -I{} bash -c 'judge {}'

passed=0 failed=0
for name in $names; do
	if [ -e "$kept/$name.good" ]; then passed=$((passed + 1)); elif [ ! -e "$kept/$name.gap" ]; then failed=$((failed + 1)); fi
done
for name in $(sed -n 's/^\([a-z0-9_]*\) *|.*/\1/p' $here/gaps.txt); do
	[ -f "$here/$name.cu" ] || { echo "gaps.txt names $name, which is not there"; failed=$((failed + 1)); }
done
echo "$passed passed, $failed failed"
[ "$failed" = 0 ] && [ "$passed" -gt 0 ]
