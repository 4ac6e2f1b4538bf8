#!/bin/sh
# The set-up scripts on pretend machines: each case gets a copy of scripts/ and a PATH whose first folder holds fakes of the programs
# that would change the machine. Nothing is installed and nothing is fetched.
set -u
root=$(cd "$(dirname "$0")/../.." && pwd)
base=$(mktemp -d "${TMPDIR:-/tmp}/warplings-setup.XXXXXX") || exit 3
trap 'rm -rf "$base"' EXIT
passed=0
failed=0

# A fresh machine: $tree with the scripts, $fakes in front of PATH. The compiler exists; nvcc does not.
machine() {
	name=$1
	tree=$base/$name
	fakes=$tree/fakes
	mkdir -p "$tree" "$fakes"
	cp -r "$root/scripts" "$tree/scripts"
	fake gcc 'case "$*" in *setup.c*) for p in $(cat "$FAKES/missing" 2>/dev/null); do grep -q "$p" build/setup.c && exit 1; done;; esac; exit 0'
	fake valgrind 'exit 0'
	fake id 'echo 0'
	fake sudo 'exit 1'
	fake apt-get 'echo "$*" >>"$FAKES/apt.log"; case "$*" in *update*) ;; *) rm -f "$FAKES/missing";; esac'
	fake python3 'case "$*" in *--version*) echo pip 1;; *) echo "no network here" >&2; exit 1;; esac'
}

fake() {
	printf '#!/bin/sh\n%s\n' "$2" >"$fakes/$1"
	chmod +x "$fakes/$1"
}

# An nvcc of that version in the tree's own place.
compiler() {
	mkdir -p "$tree/build/cuda/bin" "$tree/build/cuda/include" "$tree/build/cuda/lib"
	printf '#!/bin/sh\necho "Cuda compilation tools, release 0, V%s"\n' "$1" >"$tree/build/cuda/bin/nvcc"
	chmod +x "$tree/build/cuda/bin/nvcc"
	: >"$tree/build/cuda/include/cuda_runtime.h"
	: >"$tree/build/cuda/lib/libcudart.so.13"
}

setup() {
	(cd / && env -u CUDA_HOME -u CUDA_PATH WARPLINGS_NVCC="${named:-}" FAKES="$fakes" PATH="$fakes:$PATH" WARPLINGS_CUDA_SEARCH=none \
		"$tree/scripts/${script:-setup.sh}" ${arguments:-}) >"$tree/out" 2>&1
	status=$?
}

expect() {
	what=$1
	shift
	if "$@"; then
		passed=$((passed + 1))
	else
		failed=$((failed + 1))
		echo "FAILED: $name: $what (status $status)"
		sed 's/^/    /' "$tree/out"
	fi
}

says() { grep -qF -- "$1" "$tree/out"; }
silent() { [ ! -s "$tree/out" ]; }
absent() { [ ! -e "$1" ]; }

machine ready
compiler 13.0.88
setup
expect 'succeeds' [ "$status" = 0 ]
expect 'says nothing' silent
expect 'names the compiler' grep -qx "NVCC := $tree/build/cuda/bin/nvcc" "$tree/build/config.mk"
expect 'names the headers' grep -qx "CUDA_INC := $tree/build/cuda/include" "$tree/build/config.mk"
expect 'installs nothing' absent "$fakes/apt.log"
fake gcc 'echo called >>"$FAKES/gcc.log"; exit 0'
setup
expect 'is done at once the second time' absent "$fakes/gcc.log"
rm "$tree/build/cuda/bin/nvcc"
setup
expect 'notices that the compiler has gone' [ "$status" = 3 ]

machine root-installs
compiler 13.1.2
echo 'vterm.h jansson.h' >"$fakes/missing"
setup
expect 'succeeds' [ "$status" = 0 ]
expect 'installs just what is missing' grep -q -- '--no-install-recommends libjansson-dev libvterm-dev$' "$fakes/apt.log"

machine no-root
compiler 13.0.88
fake id 'echo 1000'
echo 'vterm.h' >"$fakes/missing"
setup
expect 'stops' [ "$status" = 3 ]
expect 'prints the command' says '  sudo apt-get install -y --no-install-recommends libvterm-dev'
expect 'installs nothing' absent "$fakes/apt.log"
expect 'is not taken for done' absent "$tree/build/setup.stamp"

machine sudo-installs
compiler 13.0.88
fake id 'echo 1000'
fake sudo 'shift; [ "$1" = true ] || "$@"'
echo 'vterm.h' >"$fakes/missing"
setup
expect 'succeeds' [ "$status" = 0 ]
expect 'installs' grep -q libvterm-dev "$fakes/apt.log"

machine what-tests-use
compiler 13.0.88
fake chromium 'exit 0'
for name in munged slurmctld slurmd sbatch; do fake "$name" 'exit 0'; done
arguments=tests
setup
expect 'succeeds' [ "$status" = 0 ]
expect 'is no set-up for all else' absent "$tree/build/setup.stamp"
arguments=
setup
expect 'which comes by itself' [ -f "$tree/build/setup.stamp" ]

# Daemons come only where all of the machine is root's.
for user in 0 1000; do
	machine "slurm-for-user-$user"
	compiler 13.0.88
	fake chromium 'exit 0'
	for name in bwrap munged slurmctld sbatch; do fake "$name" 'exit 0'; done
	fake id "echo $user"
	command -v slurmd >/dev/null && continue # this machine has it, and it can't be hidden from the PATH
	arguments=tests
	setup
	arguments=
	expect 'succeeds' [ "$status" = 0 ]
	if [ $user = 0 ]; then
		expect 'installs it' grep -q 'slurmd' "$fakes/apt.log"
	else
		expect 'does without it' absent "$fakes/apt.log"
	fi
done

machine apt-fails
compiler 13.0.88
echo 'vterm.h' >"$fakes/missing"
fake apt-get 'echo "E: no space"; exit 100'
setup
expect 'stops' [ "$status" = 3 ]
expect 'says why' says 'E: no space'

machine no-network
setup
expect 'stops' [ "$status" = 3 ]
expect 'shows the fetch' says 'no network here'
expect 'says what to install' says 'install the CUDA toolkit 13'
expect 'leaves nothing half done' absent "$tree/build/cuda"
expect 'leaves no temporary folder' [ -z "$(find "$tree/build" -name "cuda-fetch*")" ]

machine old-compiler
compiler 12.4.131
setup
expect 'does not take an nvcc of CUDA 12' [ "$status" = 3 ]

machine named-compiler
compiler 13.0.88
named=/nonexistent/nvcc
setup
unset named
expect 'uses no other than the one that is named' says 'WARPLINGS_NVCC names /nonexistent/nvcc'
expect 'stops' [ "$status" = 3 ]

machine odd-wheels
fake python3 'case "$*" in *--version*) echo pip 1;; esac; exit 0'
setup
expect 'notices wheels of another layout' says 'the wheels have another layout'

machine killed-fetch
fake python3 'case "$*" in *--version*) echo pip 1;; *) : >"$FAKES/fetching"; sleep 60;; esac'
(cd / && exec env FAKES="$fakes" PATH="$fakes:$PATH" WARPLINGS_CUDA_SEARCH=none setsid "$tree/scripts/fetch-cuda.sh") >"$tree/out" 2>&1 &
pid=$!
while [ ! -e "$fakes/fetching" ]; do sleep 0.05; done
kill -TERM "-$pid"
wait "$pid"
status=$?
expect 'leaves nothing when killed' [ -z "$(ls "$tree/build")" ]

machine main-job
mkdir -p "$tree/build/bin"
fake warplings 'echo "warplings:$*"; exit ${STATUS:-0}'
mv "$fakes/warplings" "$tree/build/bin/"
script=run.sh
unset BUILD
setup </dev/null
expect 'runs the first step of lab 02 without a terminal' says 'warplings:run 02/1'
for pair in 0:0 1:0 2:2 3:3; do
	STATUS=${pair%:*}
	export STATUS
	setup </dev/null
	expect "maps status $pair" [ "$status" = "${pair#*:}" ]
done
unset STATUS
if command -v script >/dev/null; then
	command script -qec "$tree/scripts/run.sh" /dev/null </dev/null >"$tree/out" 2>&1
	expect 'opens the UI on a terminal' grep -q '^warplings:[^r]*$' "$tree/out"
fi

echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
