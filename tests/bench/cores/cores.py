"""cores.py WARPLINGS PROGRAM: the median time of a launch on 1, 2, 4, 8, 16 cores, what that is of one core's, and what as many programs of
one core each do side by side (run.sh)."""
import os
import statistics
import subprocess
import sys

warplings, program = sys.argv[1:3]
RUNS = int(os.environ.get("BENCH_RUNS", "3"))
KERNELS = (("product", 12), ("reduction", 12), ("nbody", 12), ("add", None))  # the gain that 16 cores are to give



def siblings(cpu):
    """Which of a core's hardware threads this is (0: its first), as the system counts them."""
    try:
        with open(f"/sys/devices/system/cpu/cpu{cpu}/topology/thread_siblings_list") as f:
            spans = [span.split("-") for span in f.read().strip().split(",")]
    except OSError:
        return 0
    return sum(1 for span in spans for c in range(int(span[0]), int(span[-1]) + 1) if c < cpu)


# A core before a second thread of one that is in use: two threads of a core share what it can do.
allowed = sorted(os.sched_getaffinity(0), key=lambda cpu: (siblings(cpu), cpu))
whole = sum(1 for cpu in allowed if siblings(cpu) == 0)
counts = [n for n in (1, 2, 4, 8, 16) if n <= len(allowed)]


def started(kernel, cpus, unchecked):
    env = dict(os.environ, WARPLINGS_UNCHECKED="all") if unchecked else os.environ
    args = ["taskset", "-c", ",".join(map(str, cpus)), warplings, "exec", program, kernel, "3"]
    return subprocess.Popen(args, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def ended(p):
    out, err = p.communicate()
    if p.returncode:
        sys.exit(out + err)
    return [float(line) for line in out.split()]


def launches(kernel, cores, unchecked):
    return ended(started(kernel, allowed[:cores], unchecked))


def side_by_side(kernel, unchecked):
    """The launches of as many programs as the longest row has cores, all at once, each on a core of its own: what the machine can give."""
    return [t for p in [started(kernel, [cpu], unchecked) for cpu in allowed[:counts[-1]]] for t in ended(p)]


print(f"{len(allowed)} hardware threads of {whole} cores; load {os.getloadavg()[0]:.1f}; ms, the median of {RUNS} programs of three launches; x: of one core's "
      f"speed; apart: {counts[-1]} programs of one core each, side by side")
for unchecked in (False, True):
    print("counters alone" if unchecked else "all checkers")
    for kernel, target in KERNELS:
        # In turns: the clock of a shared machine changes from minute to minute.
        seen, apart = {n: [] for n in counts}, []
        for _ in range(RUNS):
            for n in counts:
                seen[n] += launches(kernel, n, unchecked)
            apart += side_by_side(kernel, unchecked)
        ms = {n: statistics.median(t) for n, t in seen.items()}
        print(f"  {kernel:10}" + "".join(f"{n:3}: {ms[n]:7.1f} ({ms[1] / ms[n]:4.1f}x)" for n in counts)
              + f"   apart: {counts[-1] * ms[1] / statistics.median(apart):4.1f}x"
              + (f"   target 16: {target}x, 2: 1.8x" if target else ""), flush=True)
