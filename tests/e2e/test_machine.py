"""The machine's faults are not the student's: each is not-judged, status 3, with what to mend. Beside each, the same run as it should be."""
import json
import os
import resource
import signal
import subprocess
import sys
import threading
import time
import unittest

from harness import BINARY, GOOD, Case, spill

CRASH = GOOD.replace("{\n\tadd<<<", "{\n\t*(volatile int *)0 = 1;\n\tadd<<<")
WAITS = '#include <unistd.h>\n' + GOOD.replace("{\n\tadd<<<", "{\n\tsleep(20);\n\tadd<<<")
BURNS = '#include <time.h>\n' + GOOD.replace("{\n\tadd<<<", "{\n\twhile (clock() < SECONDS * CLOCKS_PER_SEC)\n\t\t;\n\tadd<<<")
BIG_FRAME = GOOD.replace("{\n\tadd<<<", "{\n\tvolatile char room[2 << 20];\n\troom[n] = room[2000000] = 1;\n\tadd<<<")


class Machine(Case):
    def limited(self, content, limits, env=None, fresh=True):
        """Judge under limits {resource: (soft, hard)}; returns (status, JSON)."""
        path = self.write("x.cu", content + ("// %s\n" % self.tag if fresh else ""))

        def set_limits():
            for what, pair in limits.items():
                resource.setrlimit(what, pair)
        p = subprocess.run([BINARY, "run", "01/1", "--file", path, "--format", "json", "--device", "emulator"], env=dict(self.env, **(env or {})),
                           stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=120, preexec_fn=set_limits)
        self.assertIn(p.returncode, (0, 1, 3), p.stderr)
        return p.returncode, json.loads(p.stdout)

    def expect_machine(self, got, word):
        status, j = got
        self.assertEqual((3, "not-judged"), (status, j["verdict"]), j["message"])
        self.assertIn(word, j["message"])

    def test_address_space(self):
        few = 100 << 20
        status, j = self.limited(GOOD, {resource.RLIMIT_AS: (8000000 << 10, 8000000 << 10)})
        self.assertEqual((0, "pass"), (status, j["verdict"]), j["message"])
        self.expect_machine(self.limited(GOOD, {resource.RLIMIT_AS: (few, few)}), "ulimit -v")
        # With a little less or more, who is the first without room hangs on the moment, and it may be enough: but it is never the student's fault.
        for some in (80, 150, 200, 250, 350):
            status, j = self.limited(GOOD, {resource.RLIMIT_AS: (some << 20, some << 20)})
            self.assertIn((status, j["verdict"]), ((0, "pass"), (3, "not-judged")), j["message"])
        status, j = self.limited(CRASH, {resource.RLIMIT_AS: (8000000 << 10, 8000000 << 10)})
        self.assertEqual((1, "crashed"), (status, j["verdict"]), j["message"])

    def test_stack(self):
        soft, hard = 128 << 10, resource.getrlimit(resource.RLIMIT_STACK)[1]
        status, j = self.limited(BIG_FRAME, {resource.RLIMIT_STACK: (soft, hard)})
        self.assertEqual((0, "pass"), (status, j["verdict"]), j["message"])
        self.expect_machine(self.limited(BIG_FRAME, {resource.RLIMIT_STACK: (soft, soft)}), "ulimit -s")

    def test_stack_too_small_for_ourselves(self):
        # Below some 32 KiB it is left to chance whether Linux starts a program at all: it puts the stack's top at random.
        few, hard = 56 << 10, resource.getrlimit(resource.RLIMIT_STACK)[1]
        path = self.write("x.cu", GOOD + "// %s\n" % self.tag)
        for pair, status in (((few, few), 3), ((few, hard), 0)):
            p = subprocess.run([BINARY, "run", "01/1", "--file", path, "--device", "emulator"], env=self.env, stdin=subprocess.DEVNULL,
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=120,
                               preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_STACK, pair))
            self.assertEqual(status, p.returncode, p.stdout + p.stderr)
            self.assertEqual(status == 3, "try `ulimit -s 8192`" in p.stderr, p.stderr)

    def test_open_files(self):
        """nvcc is there, and can't be asked for its version: nobody needs another one."""
        got = self.limited(GOOD, {resource.RLIMIT_NOFILE: (24, 24)})
        self.expect_machine(got, "nvcc does not run: this shell allows a program only 24 open files")
        self.assertNotIn("fetch-cuda", got[1]["message"])

    def test_full_temporary_folder(self):
        if os.geteuid() != 0:
            self.skipTest("needs a small file system of its own")
        small = os.path.join(self.dir, "small")
        os.makedirs(small)
        if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=40m", "tmpfs", small], stderr=subprocess.DEVNULL).returncode:
            self.skipTest("mounting is not allowed here")
        try:
            status, j = self.limited(GOOD, {}, {"TMPDIR": small})
            self.assertEqual((0, "pass"), (status, j["verdict"]), j["message"])
            for room in (0, 20000, 200000):
                with open(os.path.join(small, "fill"), "wb") as f:
                    f.write(b"x" * ((40 << 20) - room - 4096))
                said = self.limited(GOOD + "// %d\n" % room, {}, {"TMPDIR": small})
                self.expect_machine(said, small)
                for words in ("there is no room in " + small, "a run needs up to", "set TMPDIR"):
                    self.assertIn(words, said[1]["message"])
            for room in (600000, 1500000):  # enough or not, as the compiler's headers are: but never the student's fault
                with open(os.path.join(small, "fill"), "wb") as f:
                    f.write(b"x" * ((40 << 20) - room - 4096))
                status, j = self.limited(GOOD + "// %d\n" % room, {}, {"TMPDIR": small})
                self.assertIn((status, j["verdict"]), ((0, "pass"), (3, "not-judged")), j["message"])
        finally:
            subprocess.run(["umount", "-l", small])

    def test_names_that_a_shell_takes_apart(self):
        for k, name in enumerate(("a,b", "a b", "a\nb", "`touch OUCH`", "$(touch OUCH)", "a;b", "a'b")):
            folder = os.path.join(self.dir, name)
            os.makedirs(folder)
            status, j = self.limited(GOOD + "// %d\n" % k, {}, {"TMPDIR": folder})
            self.assertEqual((0, "pass"), (status, j["verdict"]), j["message"])
            # The student's own folder may be called so, and hold headers.
            spill(os.path.join(folder, "mine.cuh"), "static const int threads = 256;\n")
            spill(os.path.join(folder, "x.cu"), '#include "mine.cuh"\n' + GOOD.replace("/ 256, 256>>>", "/ 256, threads>>>"))
            p = self.warplings("run", "01/1", "--file", os.path.join(folder, "x.cu"), "--device", "emulator")
            self.assertEqual(0, p.returncode, p.stdout)
        found = [n for _, names, files in os.walk(self.dir) for n in names + files if n == "OUCH"]
        self.assertEqual([], found)
        self.assertFalse(os.path.exists("OUCH"))

    def test_a_header_is_part_of_the_file(self):
        spill(os.path.join(self.dir, "mine.cuh"), "static const int threads = 256;\n")
        text = '#include "mine.cuh"\n' + GOOD.replace("/ 256, 256>>>", "/ 256, threads>>>")
        self.assertEqual("pass", self.judge(text)[1]["verdict"])
        spill(os.path.join(self.dir, "mine.cuh"), "static const int threads = 128;\n")
        self.assertEqual("wrong-answer", self.judge(text)[1]["verdict"])

    def burning(self, seconds, others):
        """01/1 within 3 s, whose solve() computes for so many seconds, beside so many others on the same processor."""
        cpu = min(os.sched_getaffinity(0))
        path = self.write("x.cu", BURNS.replace("SECONDS", str(seconds)))
        spinners = [subprocess.Popen([sys.executable, "-c", "while True: pass"], preexec_fn=lambda: os.sched_setaffinity(0, {cpu}))
                    for _ in range(others)]
        try:
            p = subprocess.run([BINARY, "run", "01/1", "--file", path, "--format", "json", "--device", "emulator", "--time-limit", "3"],
                               env=self.env, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=300,
                               preexec_fn=lambda: os.sched_setaffinity(0, {cpu}))
        finally:
            for s in spinners:
                s.kill()
                s.wait()
        return json.loads(p.stdout)

    def test_a_busy_machine_takes_nothing_of_the_time(self):
        j = self.burning(0.6, 4)  # with what the judge takes 4 s without others; up to three limits of waiting are left out
        self.assertEqual("pass", j["verdict"], j["message"])
        self.assertEqual("timeout", self.burning(5, 0)["verdict"])

    def killed(self, comm, content):
        """Kill the run's process of that name while solve() sleeps; what `run` says then."""
        path = self.write("x.cu", content)
        p = subprocess.Popen([BINARY, "run", "01/1", "--file", path, "--format", "json", "--device", "emulator"], env=self.env,
                             stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        seen, done = {}, threading.Event()

        def kill():
            while not done.is_set() and not seen.get("killed"):
                for pid in self.family(p.pid):
                    try:
                        with open("/proc/%d/comm" % pid) as f:
                            name = f.read().strip()
                        with open("/proc/%d/maps" % pid) as f:
                            student = "student.so" in f.read()
                    except OSError:
                        continue
                    # Once the student's object is loaded, and with time for the call to begin.
                    if student:
                        seen.setdefault("since", time.monotonic())
                    if name == comm and "since" in seen and time.monotonic() - seen["since"] > 0.5:
                        if comm != "warplings-host" or student:
                            seen["killed"] = pid
                            os.kill(pid, signal.SIGKILL)
                            return
                time.sleep(0.05)
        t = threading.Thread(target=kill)
        t.start()
        out, err = p.communicate(timeout=120)
        done.set()
        t.join()
        self.assertTrue(seen.get("killed"), "nothing was killed: " + out + err)
        return p.returncode, json.loads(out)

    def family(self, root):
        parents = {}
        for pid in os.listdir("/proc"):
            if pid.isdigit():
                try:
                    with open("/proc/%s/stat" % pid) as f:
                        parents[int(pid)] = int(f.read().rsplit(")", 1)[1].split()[1])
                except OSError:
                    pass
        found, todo = [], [root]
        while todo:
            one = todo.pop()
            more = [pid for pid, parent in parents.items() if parent == one]
            found += more
            todo += more
        return found

    def test_killed_from_outside(self):
        self.expect_machine(self.killed("warplings-host", WAITS), "killed from outside")
        self.expect_machine(self.killed("warplings-devic", WAITS), "the emulated device was killed")

    def test_an_empty_environment(self):
        path = self.write("x.cu", GOOD)
        env = {"WARPLINGS_WORK": self.work, "TMPDIR": self.dir}
        nvcc = os.environ.get("WARPLINGS_NVCC") or subprocess.run(["sh", "-c", "command -v nvcc"], capture_output=True, text=True).stdout.strip()
        if nvcc:
            env["WARPLINGS_NVCC"] = nvcc
        p = subprocess.run([BINARY, "run", "01/1", "--file", path, "--device", "emulator"], env=env, capture_output=True, text=True, timeout=120)
        self.assertEqual(0, p.returncode, p.stdout + p.stderr)


if __name__ == "__main__":
    unittest.main()
