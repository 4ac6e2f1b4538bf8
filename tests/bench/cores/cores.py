"""cores.py WARPLINGS PROGRAM: the median time of a launch on 1, 2, 4, 8, 16 cores, and what that is of one core's (run.sh)."""
import os
import statistics
import subprocess
import sys

warplings, program = sys.argv[1:3]
RUNS = int(os.environ.get("BENCH_RUNS", "3"))
KERNELS = (("product", 12), ("reduction", 12), ("nbody", 12), ("add", None))  # the gain that 16 cores are to give
allowed = sorted(os.sched_getaffinity(0))
counts = [n for n in (1, 2, 4, 8, 16) if n <= len(allowed)]


def launches(kernel, cores, unchecked):
    env = dict(os.environ, WARPLINGS_UNCHECKED="all") if unchecked else os.environ
    cpus = ",".join(str(c) for c in allowed[:cores])
    r = subprocess.run(["taskset", "-c", cpus, warplings, "exec", program, kernel, "3"], env=env, capture_output=True, text=True)
    if r.returncode:
        sys.exit(r.stdout + r.stderr)
    return [float(line) for line in r.stdout.split()]


print(f"{len(allowed)} cores; load {os.getloadavg()[0]:.1f}; ms, the median of {RUNS} programs of three launches; x: of one core's speed")
for unchecked in (False, True):
    print("counters alone" if unchecked else "all checkers")
    for kernel, target in KERNELS:
        # In turns: the clock of a shared machine changes from minute to minute.
        seen = {n: [] for n in counts}
        for _ in range(RUNS):
            for n in counts:
                seen[n] += launches(kernel, n, unchecked)
        ms = {n: statistics.median(t) for n, t in seen.items()}
        print(f"  {kernel:10}" + "".join(f"{n:3}: {ms[n]:7.1f} ({ms[1] / ms[n]:4.1f}x)" for n in counts)
              + (f"   target 16: {target}x, 2: 1.8x" if target else ""), flush=True)
