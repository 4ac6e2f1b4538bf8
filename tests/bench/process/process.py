"""What a CUDA program meets through the real processes: the device's start, its memory, latencies. Prints what was measured, fails nothing.

process.py BUILD: the folder with bin/ and bench/. Memory is read of the device process while a program holds device memory."""
import os
import statistics
import subprocess
import sys

BUILD = sys.argv[1]
BINARY, DEVICE = os.path.join(BUILD, "bin", "warplings"), os.path.join(BUILD, "bin", "warplings-device")
PROGRAM, START = os.path.join(BUILD, "bench", "program"), os.path.join(BUILD, "bench", "start")
N = int(os.environ.get("BENCH_RUNS", "7"))
HOLD_MB = 64
TIMES = {"first-call": ("first CUDA call", 1e-3, "ms"), "first-launch": ("first launch (decodes the kernel)", 1e-3, "ms"),
         "launch-and-wait": ("launch and synchronise", 1, "us"), "launch-of-many": ("launch, one of many", 1, "us"),
         "malloc-64MB": ("cudaMalloc of 64 MB", 1e-3, "ms"), "copy-in-64MB": ("copy of 64 MB to the device", 1e-3, "ms"),
         "copy-out-64MB": ("copy of 64 MB from the device", 1e-3, "ms")}


def row(name, values, unit, target=None):
    m = statistics.median(values)
    print("%-44s %8.2f %s  (%.2f to %.2f, n = %d)%s" % (name, m, unit, min(values), max(values), len(values),
          "" if target is None else "  target %g %s%s" % (target, unit, "" if m <= target else "  MISSED")))
    sys.stdout.flush()


def field(pid, file, name):
    """In MB; None when the system does not tell us: the device lets only root look into it."""
    try:
        with open("/proc/%d/%s" % (pid, file)) as f:
            return next(int(line.split()[1]) / 1024 for line in f if line.startswith(name + ":"))
    except (OSError, StopIteration):
        return None


def parent(pid):
    with open("/proc/%s/stat" % pid) as f:
        return int(f.read().rpartition(")")[2].split()[1])


def device_of(pid):
    """The device process among the descendants of pid."""
    for p in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open("/proc/%s/comm" % p) as f:
                if not "warplings-device".startswith(f.read().strip()):
                    continue
            up = parent(p)
            while up > 1 and up != pid:
                up = parent(up)
            if up == pid:
                return int(p)
        except OSError:
            pass  # it has ended
    return None


def memory():
    p = subprocess.Popen([BINARY, "exec", "--output", os.devnull, "--", PROGRAM, "hold", str(HOLD_MB << 20)],
                         stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    print("device process while a program holds %d MB %12s %10s %10s" % (HOLD_MB, "VmRSS", "VmHWM", "Pss"))
    over = None
    for step in iter(p.stdout.readline, ""):
        step, pid = step.strip(), device_of(p.pid)
        got = [field(pid, f, n) if pid else None for f, n in (("status", "VmRSS"), ("status", "VmHWM"), ("smaps_rollup", "Pss"))]
        print("  %-42s %s" % (step, " ".join("%7.1f MB" % v if v is not None else "         -" for v in got)))
        over = got[1] - HOLD_MB if got[1] is not None else None
        p.stdin.write("\n")
        p.stdin.flush()
    p.wait()
    if over is not None:
        print("%-44s %8.1f MB  target 200 MB%s" % ("highest memory beyond the program's own", over, "" if over <= 200 else "  MISSED"))


def main():
    starts = subprocess.run([START, DEVICE, str(4 * N)], stdout=subprocess.PIPE, text=True, check=True).stdout.split()
    row("start of the device process", [float(s) for s in starts], "ms", 10)
    memory()
    got = {}
    for _ in range(N):
        out = subprocess.run([BINARY, "exec", "--output", os.devnull, "--", PROGRAM, "times"], stdin=subprocess.DEVNULL,
                             stdout=subprocess.PIPE, text=True, check=True).stdout
        for line in out.splitlines():
            name, us = line.split()
            got.setdefault(name, []).append(float(us))
    for name, values in got.items():
        label, scale, unit = TIMES[name]
        row(label, [v * scale for v in values], unit)


if __name__ == "__main__":
    main()
