#!/usr/bin/env bash
# Run unit test programs: tests/unit/run.sh PROGRAM... Check's own limit of 4 s a test is short for a busy machine. The limits
# are there for tests that hang, so they are four times what each test names: under sanitizers, on a machine with ten jobs a
# core, one that needs 10 s of CPU takes minutes.
set -u
# Those that take longest (in one of the builds) begin first, or one of them would be left to work alone at the end; and some wait
# rather than compute, so there is one more at a time than there are cores.
long='job_compile_said emulator toolchain emulator_runs emulator_attempt emulator_cache emulator_conformance_counters emulator_common
emulator_access_counts emulator_mufu emulator_flow emulator_parts emulator_conformance emulator_schedule emulator_chains toolchain_lean
device emulator_links toolchain_headers host device_clock emulator_quiet toolchain_cache'
first=() rest=() words=$(tr '\n' ' ' <<<"$long")
for name in $long; do
	for program; do [ "${program##*/check_}" != "$name" ] || first+=("$program"); done
done
for program; do
	case " $words " in *" ${program##*/check_} "*) ;; *) rest+=("$program") ;; esac
done
export CK_TIMEOUT_MULTIPLIER=${CK_TIMEOUT_MULTIPLIER:-4} CK_DEFAULT_TIMEOUT=${CK_DEFAULT_TIMEOUT:-60} JOBS=${JOBS:-$(($(nproc) + 1))}
exec "$(dirname "$0")/../each.sh" "$(dirname "$0")/program.sh" ${first[@]+"${first[@]}"} ${rest[@]+"${rest[@]}"}
