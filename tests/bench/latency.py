"""How long a student waits: from saving the file to the verdict, for every step; `list`; the UI's first paint.

Prints medians of N runs beside the target. A benchmark, not a test: it fails nothing. The saved file differs each time, so
nvcc really runs; compiled references come from the cache, as they do after a student's first run."""
import fcntl
import json
import os
import pty
import select
import statistics
import struct
import subprocess
import sys
import tempfile
import termios
import time

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", ".."))
BINARY = os.path.join(ROOT, os.environ.get("BUILD", "build"), "bin", "warplings")
N = int(os.environ.get("BENCH_RUNS", "7"))


def steps():
    for lab in sorted(os.listdir(os.path.join(ROOT, "labs"))):
        for f in sorted(os.listdir(os.path.join(ROOT, "solutions", lab))):
            if f.endswith(".cu") and f[0].isdigit():  # neither wrong-*.cu nor right-*.cu
                yield lab, f


def timed(args, env):
    begin = time.perf_counter()
    p = subprocess.run([BINARY, *args], env=env, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    return (time.perf_counter() - begin) * 1000, p


def first_paint(env):
    """From exec to the first lab's name on a terminal of 80x24."""
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    begin = time.perf_counter()
    p = subprocess.Popen([BINARY], env=dict(env, TERM="xterm-256color"), stdin=slave, stdout=slave, stderr=slave, start_new_session=True)
    os.close(slave)
    seen, took = b"", None
    while time.perf_counter() - begin < 5:
        if select.select([master], [], [], 0.05)[0]:
            try:
                seen += os.read(master, 65536)
            except OSError:
                break
            if b"oalescing" in seen:
                took = (time.perf_counter() - begin) * 1000
                break
    p.kill()
    p.wait()
    os.close(master)
    return took


def row(name, values, target):
    values = [v for v in values if v is not None]
    if not values:
        print("%-44s %s" % (name, "not seen"))
        return
    m = statistics.median(values)
    print("%-44s %7.1f ms  (%.1f to %.1f, n = %d)  target %g ms%s" %
          (name, m, min(values), max(values), len(values), target, "" if m <= target else "  MISSED"))
    sys.stdout.flush()


def main():
    with tempfile.TemporaryDirectory(prefix="warplings-bench-") as work:
        env = dict(os.environ, WARPLINGS_WORK=work, WARPLINGS_ROOT=ROOT)
        env.pop("NO_COLOR", None)
        row("warplings list", [timed(["list"], env)[0] for _ in range(3 * N)], 50)
        row("first paint of the UI", [first_paint(env) for _ in range(N)], 100)
        for lab, f in steps():
            step = lab.split("-")[0] + "/" + f.split("-")[0]
            text = open(os.path.join(ROOT, "solutions", lab, f)).read()
            path = os.path.join(work, f)
            waits, compiles, verdicts = [], [], set()
            for k in range(N + 1):
                with open(path, "w") as out:
                    out.write("%s// %d %d\n" % (text, k, os.getpid()))
                ms, p = timed(["run", step, "--file", path, "--device", "emulator", "--format", "json"], env)
                r = json.loads(p.stdout)
                verdicts.add(r["verdict"])
                if k:  # the first one compiles the reference too
                    waits.append(ms)
                    compiles.append(r["compile_ms"])
            row("save to verdict, %s %s" % (step, "/".join(sorted(verdicts))), waits, 1500)
            print("%-44s %7.1f ms" % ("  of which nvcc and link", statistics.median(compiles)))


if __name__ == "__main__":
    main()
