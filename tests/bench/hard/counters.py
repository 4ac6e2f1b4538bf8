"""counters.py GROUP=REPORT.json...: the counters of these programs' kernels beside what Nsight Compute counted on an H200 (counters.sh).

ncu/GROUP.tsv: kernel, grid, block, launches, and then the sums over these launches of METRICS. Prints the numbers that differ by more than
half a percent, and how many of all that are not zero are equal, or as near. ncu/again/GROUP.tsv, where it is there, is a second run on
the same H200: a number that it counts otherwise hangs on who comes first (locks, flags, queues), so those that it repeats are told apart."""
import json
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
L1 = "l1tex__t_%s_pipe_lsu_mem_global_op_%s.sum"
METRICS = [L1 % (what, op) for op in ("ld", "st", "atom", "red") for what in ("requests", "sectors")]
# Wavefronts as the instructions ask for them (docs/counters.md): smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_*.
METRICS += ["l1tex__data_pipe_lsu_wavefronts_mem_shared_op_%s.sum" % op for op in ("ld", "st")]
METRICS += ["smsp__inst_executed_op_shared_%s.sum" % op for op in ("ld", "st")]
NEAR = 0.005


def plain(name):
    """A kernel's name as both sides write it."""
    return name.replace(" ", "").replace("false", "0").replace("true", "1")


def hardware(group, *folder):
    with open(os.path.join(HERE, "ncu", *folder, "%s.tsv" % group)) as f:
        for line in f:
            name, grid, block, launches, *numbers = line.rstrip("\n").split("\t")
            yield (name, grid, block), int(launches), [int(x) for x in numbers]


def hardware_again(group):
    """The same of another run, by kernel; empty where there was none."""
    if not os.path.exists(os.path.join(HERE, "ncu", "again", "%s.tsv" % group)):
        return {}
    return {key: numbers for key, _, numbers in hardware(group, "again")}


def percent(part, whole):
    return "%d of %d (%.1f %%)" % (part, whole, 100 * part / whole)


def emulated(report):
    """Launches and counters of each kernel, grid and block, also where other kernels ran between."""
    all_kernels = {}
    with open(report) as f:
        for k in json.load(f)["kernels"]:
            key = (plain(k["name"]), *(",".join(map(str, k[what])) for what in ("grid", "block")))
            launches, sums = all_kernels.get(key, (0, {}))
            all_kernels[key] = (launches + k["launches"], {m: sums.get(m, 0) + k["counters"].get(m, 0) for m in METRICS})
    return all_kernels


all_numbers = equal = near = missing = 0
run_twice = repeated = repeated_equal = 0
for argument in sys.argv[1:]:
    group, report = argument.split("=", 1)
    ours, second = emulated(report), hardware_again(group)
    for key, launches, numbers in hardware(group):
        launches_here, sums = ours.get(key, (0, {}))
        if launches_here != launches:
            missing += 1
            continue
        for metric, there, again in zip(METRICS, numbers, second.get(key) or [None] * len(numbers)):
            here = sums[metric]
            if not here and not there:
                continue
            all_numbers += 1
            run_twice += again is not None
            repeated += again == there
            repeated_equal += here == there == again
            if here == there:
                equal += 1
            elif there and abs(here / there - 1) <= NEAR:
                near += 1
            else:
                other = "" if again in (None, there) else ", another time %d" % again
                print("%s %-32s %-56s H200 %d%s, here %d" % (group, key[0][:32], metric, there, other, here))
if not all_numbers:
    sys.exit("no number to compare")
print("%d numbers that are not zero: %d equal (%.1f %%), %d within %.1f %% (together %.1f %%); %d kernels of one side only"
      % (all_numbers, equal, 100 * equal / all_numbers, near, 100 * NEAR, 100 * (equal + near) / all_numbers, missing))
if run_twice:
    print("counted twice on the H200: it repeats %s itself; of these equal here: %s"
          % (percent(repeated, run_twice), percent(repeated_equal, repeated)))
