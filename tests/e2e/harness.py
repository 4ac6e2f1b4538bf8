"""What the end-to-end tests share: a private work folder, a way to run the real binary, a way to see its processes.

Every test starts processes with WARPLINGS_TEST_TAG in their environment, so that what is left behind can be found, and only
what is ours."""
import json
import os
import shutil
import signal
import subprocess
import tempfile
import time
import unittest

# Started in the background by a shell, these tests would hand an ignored SIGINT on to what they start, and no Ctrl-C would be seen.
# A signal that has a handler here is the default one there.
signal.signal(signal.SIGINT, signal.default_int_handler)

# A test that is left out says so with its reason, and tests/run.sh says it again at the end: "OK (skipped=5)" is read past.
add_skip = unittest.TextTestResult.addSkip


def add_skip_and_say(self, test, reason):
    add_skip(self, test, reason)
    self.stream.writeln("SKIPPED: %s: %s" % (test.id(), reason))


unittest.TextTestResult.addSkip = add_skip_and_say

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", ".."))
BIN = os.path.join(ROOT, os.environ.get("BUILD", "build"), "bin")
BINARY = os.path.join(BIN, "warplings")

SOLVE = 'extern "C" void solve(const float *a, const float *b, float *c, int n)\n'
KERNEL = """__global__ void add(const float *a, const float *b, float *c, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		c[i] = a[i] + b[i];
}
"""
GOOD = KERNEL + SOLVE + "{\n\tadd<<<(n + 255) / 256, 256>>>(a, b, c, n);\n}\n"


def slurp(path):
    with open(path) as f:
        return f.read()


def spill(path, text):
    with open(path, "w") as f:
        f.write(text)


class Case(unittest.TestCase):
    maxDiff = None

    def setUp(self):
        self.dir = tempfile.mkdtemp(prefix="warplings-e2e-")
        self.work = os.path.join(self.dir, "work")
        self.tag = "tag-%d-%d" % (os.getpid(), time.monotonic_ns())
        self.env = dict(os.environ, WARPLINGS_WORK=self.work, WARPLINGS_TEST_TAG=self.tag, TMPDIR=self.dir, NO_COLOR="1")
        # One compile cache for all tests: references are compiled once.
        os.makedirs(self.work)
        shared = os.path.join(os.path.dirname(BIN), "e2e-cache")
        os.makedirs(shared, exist_ok=True)
        os.symlink(shared, os.path.join(self.work, ".cache"))

    def tearDown(self):
        for pid in self.left_behind():
            os.kill(pid, 9)
        shutil.rmtree(self.dir, ignore_errors=True)

    def warplings(self, *args, timeout=120, env=None, stdin=subprocess.DEVNULL, cwd=None):
        # The same tree gets the same answer: inputs and sizes are drawn by one seed, as for the labs and attacks (tests/run.sh).
        if args and args[0] == "run" and "--seed" not in args and "--help" not in args:
            args = (*args, "--seed", os.environ.get("SEED", "1"))
        return subprocess.run([BINARY, *args], env=dict(self.env, **(env or {})), stdin=stdin, cwd=cwd,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=timeout, text=True, errors="replace")

    def write(self, name, content):
        path = os.path.join(self.dir, name)
        with open(path, "wb") as f:
            f.write(content if isinstance(content, bytes) else content.encode())
        return path

    def judge(self, content, step="01/1", name="x.cu", **kw):
        """Judge a file; returns (exit status, JSON of run)."""
        path = self.write(name, content)
        p = self.warplings("run", step, "--file", path, "--format", "json", "--device", "emulator", **kw)
        self.assertIn(p.returncode, (0, 1, 3), p.stderr)
        return p.returncode, json.loads(p.stdout)

    def left_behind(self):
        """Processes that carry this test's tag (but not the test itself)."""
        found = []
        for pid in os.listdir("/proc"):
            if not pid.isdigit() or int(pid) == os.getpid():
                continue
            try:
                with open("/proc/%s/environ" % pid, "rb") as f:
                    if self.tag.encode() in f.read():
                        with open("/proc/%s/stat" % pid) as g:
                            if g.read().rsplit(")", 1)[1].split()[0] != "Z":
                                found.append(int(pid))
            except OSError:
                pass
        return found

    def assertNothingLeft(self, seconds=10):
        end = time.monotonic() + seconds
        while self.left_behind() and time.monotonic() < end:
            time.sleep(0.05)
        left = self.left_behind()
        names = []
        for pid in left:
            try:
                names.append(slurp("/proc/%d/cmdline" % pid).replace("\0", " "))
            except OSError:
                pass
        self.assertEqual([], left, names)
