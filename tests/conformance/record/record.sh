#!/bin/sh
# Records what a GPU does, for tests/conformance to replay:  tests/conformance/record/record.sh OUT [bits|counters|all]
# Needs nvcc, gcc, and for the counters ncu with the right to read them. Leaves in OUT:
#   h200.bits       every form's results     bits.log     what ptxas refused, and totals
#   h200.csv        the counter table        ncu-*.csv    what ncu printed; ncu.log
#   NAME.ptx        what the kernels of the table are to the emulator
# Compress h200.bits (zstd -22 --ultra) into tests/conformance/ and NAME.ptx (zstd -19) into tests/conformance/counters/, copy h200.csv there,
# and say in the commit which driver and toolkit they come from (versions.txt).
set -u
cd "$(dirname "$0")/../../.." || exit 3
out=$1
PATH=$PATH:/usr/local/cuda/bin
what=${2:-all}
mkdir -p "$out"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
here=tests/conformance
flags="-std=c11 -D_GNU_SOURCE -O2 -ffp-contract=off -Iengine -I."
base="engine/base/buf.c engine/base/arena.c engine/base/err.c engine/base/fs.c engine/base/rng.c"
status=0

{ nvidia-smi --query-gpu=name,driver_version --format=csv,noheader; nvcc --version | tail -2; ncu --version | tail -1; uname -r; } >"$out/versions.txt" 2>&1

if [ "$what" != counters ]; then
	# shellcheck disable=SC2086
	gcc $flags -o "$work/bits" $here/record/main_bits.c $here/record/driver.c $here/forms.c $here/operands.c $here/bits.c \
		$base -lm -ldl || exit 3
	timeout 400 "$work/bits" $here/forms.txt "$out/h200.bits" 2>"$out/bits.log" || status=1
	tail -1 "$out/bits.log"
	grep -c REFUSED "$out/bits.log"
fi

if [ "$what" != bits ]; then
	# shellcheck disable=SC2086
	gcc $flags -o "$work/counters" $here/record/main_counters.c $here/record/driver.c $here/launches.c $base -lm -ldl || exit 3
	for f in $here/counters/*.cu; do
		nvcc -arch=sm_90 -cubin -o "$work/$(basename "$f" .cu).cubin" "$f" || exit 3
		nvcc -arch=compute_90 -ptx -o "$out/$(basename "$f" .cu).ptx" "$f" || exit 3
	done
	"$work/counters" run $here/counters/kernels.txt "$work" || exit 1
	# What the engine counts, then what ncu derives from the single instructions, then what helps to explain a difference. A metric that this
	# ncu does not know would spoil its run, so each set has a run of its own, and the explaining ones are asked for only if ncu lists
	# their base names.
	ncu --query-metrics --chips gh100 >"$work/known" 2>/dev/null
	extra=
	for m in $(grep -v '^#' $here/record/extra-metrics.txt); do
		grep -q "^${m%%.*}[[:space:]]" "$work/known" && extra=$extra${extra:+,}$m
	done
	: >"$out/ncu.log"
	for set in "main --metrics $("$work/counters" metrics)" "source --section SourceCounters" "extra --metrics $extra"; do
		name=${set%% *}
		# shellcheck disable=SC2086 # the set's own words
		timeout 180 ncu --clock-control none --csv --page raw --print-units base ${set#* } --log-file "$out/ncu-$name.csv" \
			"$work/counters" run $here/counters/kernels.txt "$work" >>"$out/ncu.log" 2>&1 || { echo "$name failed" >>"$out/ncu.log"; status=1; }
	done
	"$work/counters" table $here/counters/kernels.txt $here/record/extra-metrics.txt "$out"/ncu-*.csv >"$out/h200.csv" 2>>"$out/ncu.log" || status=1
	tail -3 "$out/ncu.log"
	wc -l "$out/h200.csv"
fi
exit $status
