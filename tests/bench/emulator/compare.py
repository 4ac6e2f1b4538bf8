"""The emulator beside PoCL: kernels a to d, in one run. Prints what was measured, fails nothing.

Every side is a process that runs one kernel at a time (work.h). A round runs a kernel on one side after the other, in turning order, so
that a busy neighbour on the machine meets all of them; times are medians over the rounds, ratios are medians of each round's ratio.
compare.py OURS PTX PEER CL   (PEER may be missing: then there is nothing to compare with)"""
import os
import statistics
import subprocess
import sys

ROUNDS = int(os.environ.get("BENCH_ROUNDS", "15"))
NAMES = {"a": "a vector add 2^20", "b": "b reduction 2^20", "c": "c naive matmul 256", "d": "d tiled matmul 512",
         "clean": "e shared walk", "conflicts": "f e, 8-way conflicts"}
COMPARED = ("a", "b", "c", "d")
RATIOS = {"b": 0.8, "c": 0.5, "d": 0.5}


class Side:
    """A process that runs kernels. `placed`: its computing threads each get a core; else the system places them."""

    def __init__(self, args, placed=0, env=None):
        self.p = subprocess.Popen(args, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=dict(os.environ, **(env or {})))
        if self.p.stdout.readline().strip() != "ready":
            raise OSError("%s could not start" % args[0])
        self.placed, self.got, self.cpu = placed, {}, {}

    def place(self):
        """The threads that compute are the last ones: the emulator's own first thread computes too, PoCL's waits."""
        cores = sorted(os.sched_getaffinity(0))
        for k, tid in enumerate(sorted(map(int, os.listdir("/proc/%d/task" % self.p.pid)))[-self.placed:]):
            os.sched_setaffinity(tid, {cores[k % len(cores)]})

    def run(self, name, keep):
        self.p.stdin.write(name + "\n")
        self.p.stdin.flush()
        answer = self.p.stdout.readline().split()
        if len(answer) != 3:
            raise OSError("%s failed on kernel %s" % (self.p.args[0], name))
        if keep:
            self.got.setdefault(name, []).append(float(answer[0]))
            self.cpu.setdefault(name, []).append(float(answer[1]))
        return int(answer[2])

    def ms(self, name):
        return statistics.median(self.got[name]) * 1000

    def high_water_mb(self):
        with open("/proc/%d/status" % self.p.pid) as f:
            return int(next(line for line in f if line.startswith("VmHWM:")).split()[1]) / 1024


def ratio(a, b):
    """Of two sides' times: the median of each round's ratio."""
    return statistics.median(x / y for x, y in zip(a, b))


def against(value, target, unit="", cpu=None):
    """What is missed by the clock but not by CPU time may be a neighbour's doing."""
    return "<= %g%s%s" % (target, unit, "" if value <= target else " MISSED" if cpu is None or cpu > target else " missed?")


def start(ours, ptx, peer, cl):
    sides = {"1": Side([ours, ptx, "1"]), "lines": Side([ours, ptx, "1", "lines"]), "timed": Side([ours, ptx, "1", "timed"]),
             "checked": Side([ours, ptx, "1", "checked"]),
             "2": Side([ours, ptx, "2"]), "2 placed": Side([ours, ptx, "2"], placed=2),
             "checked 2": Side([ours, ptx, "2", "checked"]), "checked 2 placed": Side([ours, ptx, "2", "checked"], placed=2)}
    if not os.access(peer, os.X_OK):
        return sides
    env = {"POCL_CACHE_DIR": os.path.join(os.path.dirname(os.path.abspath(peer)), "pocl-cache"), "POCL_DEVICES": "pthread"}
    os.makedirs(env["POCL_CACHE_DIR"], exist_ok=True)
    try:
        sides["peer 1"] = Side([peer, cl], env=dict(env, POCL_MAX_PTHREAD_COUNT="1"))
        sides["peer 2"] = Side([peer, cl], env=dict(env, POCL_MAX_PTHREAD_COUNT="2"))
        sides["peer 2 placed"] = Side([peer, cl], placed=2, env=dict(env, POCL_MAX_PTHREAD_COUNT="2"))
    except OSError as e:
        print("no peer: %s" % e)
    return sides


def measure(sides):
    steps = {}
    for r in range(ROUNDS + 1):  # the first one compiles and is not kept
        for name in NAMES:
            order = list(sides) if r % 2 else list(reversed(sides))
            for key in order:
                if name in COMPARED or not key.startswith("peer"):
                    steps[name] = max(steps.get(name, 0), sides[key].run(name, r > 0))
        if r == 0:
            for s in sides.values():
                if s.placed:
                    s.place()
    return steps


def print_one_thread(sides, steps):
    one, lines, peer = sides["1"], sides["lines"], sides.get("peer 1")
    print("%-22s %10s %10s %6s %-14s %6s %9s %7s %6s  %-8s %7s %6s  %s" % ("one thread", "emulator", "PoCL", "ratio", "target", "(CPU)", "M inst/s",
          "lines", "(CPU)", "target", "timed", "(CPU)", "target"))
    for name, label in NAMES.items():
        theirs, wall, cpu, target = "", "", "", ""
        if peer and name in peer.got:
            x, y = ratio(one.got[name], peer.got[name]), ratio(one.cpu[name], peer.cpu[name])
            theirs, wall, cpu = "%.2f ms" % peer.ms(name), "%.2f" % x, "%.2f" % y
            target = against(x, RATIOS[name], cpu=y) if name in RATIOS else ""
        if name == "a":
            target = against(one.ms(name), 20, " ms")
        cost, work = (100 * (ratio(a[name], b[name]) - 1) for a, b in ((lines.got, one.got), (lines.cpu, one.cpu)))
        slower, more = (100 * (ratio(a[name], b[name]) - 1) for a, b in ((sides["timed"].got, one.got), (sides["timed"].cpu, one.cpu)))
        print("%-22s %7.2f ms %10s %6s %-14s %6s %9.1f %+6.1f%% %+5.1f%%  %-8s %+6.1f%% %+5.1f%%  %s" % (label, one.ms(name), theirs, wall, target, cpu,
              steps[name] / one.ms(name) / 1000, cost, work, against(cost, 15, "%", cpu=work), slower, more, against(slower, 25, "%", cpu=more)))
    x = ratio(one.got["conflicts"], one.got["clean"])
    print("8-way conflicts: %.2f times the clean twin's time; target %s" % (x, against(x, 2.5, cpu=ratio(one.cpu["conflicts"], one.cpu["clean"]))))
    print("highest memory of the emulator's process: %.1f MB, of which 12 MB hold the kernels' data on the device and 4 MB are the benchmark's" %
          one.high_water_mb())


def print_checkers(sides):
    one, checked = sides["1"], sides["checked"]
    print("%-22s %10s %10s %6s %-14s %6s" % ("checkers, one thread", "counters", "and all on", "ratio", "target", "(CPU)"))
    for name, label in NAMES.items():
        x, y = ratio(checked.got[name], one.got[name]), ratio(checked.cpu[name], one.cpu[name])
        print("%-22s %7.2f ms %7.2f ms %6.2f %-14s %6.2f" % (label, one.ms(name), checked.ms(name), x,
              against(x, 2.2, cpu=y) if name in COMPARED else "", y))


def print_two_threads(sides):
    columns = [("1", "2"), ("1", "2 placed"), ("peer 1", "peer 2"), ("peer 1", "peer 2 placed")]
    print("%-22s %10s %6s %-14s %10s %6s %10s %6s %10s %6s" % ("two threads", "emulator", "gain", "target", "placed", "gain",
          "PoCL", "gain", "placed", "gain"))
    for name in COMPARED:
        cells = []
        for one, two in columns:
            if two in sides:
                gain = ratio(sides[one].got[name], sides[two].got[name])
                cells.append("%7.2f ms %5.2fx" % (sides[two].ms(name), gain))
                if two == "2":
                    cells[0] += " %-14s" % (">= 1.7" + " MISSED" * (gain < 1.7) if name in "cd" else "")
        print("%-22s %s" % (NAMES[name], " ".join(cells)))
    print("%-22s %10s %6s %-14s %10s %6s %10s" % ("... all checkers on", "emulator", "gain", "target", "placed", "gain", "(CPU)"))
    one = sides["checked"]
    for name in COMPARED:
        gain, placed = (ratio(one.got[name], sides[two].got[name]) for two in ("checked 2", "checked 2 placed"))
        more = 100 * (ratio(sides["checked 2"].cpu[name], one.cpu[name]) - 1)
        print("%-22s %7.2f ms %5.2fx %-14s %7.2f ms %5.2fx %+8.0f%%" % (NAMES[name], sides["checked 2"].ms(name), gain,
              ">= 1.7" + " MISSED" * (gain < 1.7) if name in "cd" else "", sides["checked 2 placed"].ms(name), placed, more))


def main():
    load = os.getloadavg()[0]
    sides = start(*sys.argv[1:5])
    steps = measure(sides)
    print("%d rounds on %d cores; load of the machine before %.1f, now %.1f" % (ROUNDS, len(os.sched_getaffinity(0)), load, os.getloadavg()[0]))
    print_one_thread(sides, steps)
    print_checkers(sides)
    print_two_threads(sides)
    for s in sides.values():
        s.p.stdin.close()
        s.p.wait()


if __name__ == "__main__":
    main()
