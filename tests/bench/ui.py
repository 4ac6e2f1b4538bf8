"""The screens' speed (docs/benchmarks.md): from a key to the changed screen, without and with a job that runs; the lines and
the recorded steps of the largest lab kernel; the processor time of an idle UI, its memory.

The real program on a terminal of 80x24. A benchmark, not a test: it fails nothing."""
import fcntl
import os
import pty
import select
import shutil
import statistics
import struct
import subprocess
import tempfile
import termios
import time

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", ".."))
BINARY = os.path.join(ROOT, os.environ.get("BUILD", "build"), "bin", "warplings")
KEYS = int(os.environ.get("BENCH_KEYS", "200"))


class Terminal:
    def __init__(self, env, *words):
        self.master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        self.p = subprocess.Popen([BINARY, *words], env=env, stdin=slave, stdout=slave, stderr=slave, start_new_session=True)
        os.close(slave)

    def read(self, seconds):
        """What it writes within so many seconds, up to the first pause of 2 ms after something came; b"" where nothing does."""
        seen, end = b"", time.perf_counter() + seconds
        while time.perf_counter() < end:
            if select.select([self.master], [], [], 0.002 if seen else end - time.perf_counter())[0]:
                seen += os.read(self.master, 65536)
            elif seen:
                break
        return seen

    def drain(self):
        while self.read(0.3):
            pass

    def key(self, key):
        """Milliseconds until the first byte of the answer."""
        while select.select([self.master], [], [], 0)[0]:
            os.read(self.master, 65536)
        begin = time.perf_counter()
        os.write(self.master, key)
        if not select.select([self.master], [], [], 2)[0]:
            return None
        took = (time.perf_counter() - begin) * 1000
        self.read(0.05)
        return took

    def processes(self):
        """The guard (tui/guard.h), then the UI itself, its child."""
        with open("/proc/%d/task/%d/children" % (self.p.pid, self.p.pid)) as f:
            return [self.p.pid] + [int(p) for p in f.read().split()]

    def cpu(self):
        """Milliseconds of processor time of both."""
        used = 0
        for pid in self.processes():
            for task in os.listdir("/proc/%d/task" % pid):
                with open("/proc/%d/task/%s/schedstat" % (pid, task)) as f:
                    used += int(f.read().split()[0])
        return used / 1e6

    def memory(self):
        """MB that are resident, of the UI itself."""
        with open("/proc/%d/status" % self.processes()[-1]) as f:
            return next(int(line.split()[1]) / 1024 for line in f if line.startswith("VmRSS:"))

    def close(self):
        self.p.terminate()
        self.p.wait()
        os.close(self.master)


def opened(t, key, name, target):
    """A screen, opened and left twenty times."""
    values, before = [], t.cpu()
    for _ in range(20):
        values.append(t.key(key))
        t.key(b"q")
    row(name, values, target)
    print("%-44s %7.2f ms" % ("  processor time to open and leave it", (t.cpu() - before) / 20), flush=True)


def row(name, values, target):
    values = [v for v in values if v is not None]
    m = statistics.median(values) if values else float("nan")
    print("%-44s %7.2f ms  (%.2f to %.2f, n = %d)  target %g ms%s" %
          (name, m, min(values), max(values), len(values), target, "" if m <= target else "  MISSED"), flush=True)


def largest():
    """The solution with most lines, as (its lab and step, its path)."""
    best = None
    for lab in sorted(os.listdir(os.path.join(ROOT, "labs"))):
        for f in sorted(os.listdir(os.path.join(ROOT, "solutions", lab))):
            path = os.path.join(ROOT, "solutions", lab, f)
            if f[0].isdigit() and f.endswith(".cu"):
                with open(path) as text:
                    n = len(text.readlines())
                if not best or n > best[0]:
                    best = n, lab, f, path
    return best


def main():
    with tempfile.TemporaryDirectory(prefix="warplings-bench-") as work:
        env = dict(os.environ, WARPLINGS_WORK=work, WARPLINGS_ROOT=ROOT, TERM="xterm-256color", LC_ALL="C.UTF-8", WARPLINGS_CONFIG="/dev/null")
        t = Terminal(env, "ui", "02/1", "--device", "emulator")
        t.drain()
        before = t.cpu()
        row("a key to the screen, nothing runs", [t.key(b"j" if i % 2 else b"k") for i in range(KEYS)], 16)
        print("%-44s %7.2f ms" % ("  processor time of a key", (t.cpu() - before) / KEYS), flush=True)
        before = t.cpu()
        time.sleep(20)
        print("%-44s %7.2f ms of processor time in 20 s" % ("an idle UI", t.cpu() - before), flush=True)
        t.close()
        n, lab, f, path = largest()
        os.makedirs(os.path.join(work, lab), exist_ok=True)
        shutil.copy(path, os.path.join(work, lab, f))
        t = Terminal(env, "ui", lab.split("-")[0] + "/" + f.split("-")[0], "--device", "emulator")
        t.drain()
        os.write(t.master, b"r")
        t.read(0.3)
        os.write(t.master, b"\x1b")
        values = []
        for i in range(KEYS):  # while it compiles and runs
            values.append(t.key(b"?" if i % 2 else b"q"))
            time.sleep(0.005)
        row("a key to the screen, a job runs", values, 16)
        time.sleep(20)  # the run has ended by then
        t.drain()
        os.write(t.master, b"v")
        t.drain()
        os.write(t.master, b"l")
        if b"Nothing has been counted" in t.read(2):
            raise SystemExit("the run did not end: no lines to look at")
        t.key(b"q")
        opened(t, b"l", "lines of %s (%d lines)" % (lab + "/" + f, n), 100)
        os.write(t.master, b"w")
        seen = t.read(2)
        if b"There are no steps" in seen or b"Nothing has been counted" in seen:
            raise SystemExit("no steps were recorded")
        t.key(b"q")
        opened(t, b"w", "steps of it (its recorded trace)", 200)
        print("%-44s %7.1f MB  (with that trace; it may take 100)" % ("memory of the UI", t.memory()), flush=True)
        t.close()


if __name__ == "__main__":
    main()
