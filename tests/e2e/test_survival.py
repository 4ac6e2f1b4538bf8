"""Kills, two instances at once, a full disk: no progress lost, no child left behind, nothing corrupted."""
import fcntl
import json
import os
import random
import signal
import sqlite3
import subprocess
import time
import unittest

from harness import BINARY, GOOD, Case, spill


class Survival(Case):
    def put(self, text, step="1-vector-add.cu"):
        d = os.path.join(self.work, "01-first-kernel")
        os.makedirs(d, exist_ok=True)
        spill(os.path.join(d, step), text)

    def db(self):
        path = os.path.join(self.work, "progress.db")
        con = sqlite3.connect(path)
        self.assertEqual("ok", con.execute("pragma integrity_check").fetchone()[0])
        return con

    def spawn(self, *args):
        return subprocess.Popen([BINARY, *args], env=self.env, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                start_new_session=True)

    def attempts(self):
        text = self.warplings("list", "--format", "json").stdout
        found = []

        def walk(v):
            if isinstance(v, dict):
                if "attempts" in v:
                    found.append(v["attempts"])
                for x in v.values():
                    walk(x)
            elif isinstance(v, list):
                for x in v:
                    walk(x)
        walk(json.loads(text))
        return sum(found)

    def test_killed_at_any_moment(self):
        self.put(GOOD)
        self.assertEqual(0, self.warplings("run", "01/1", "--device", "emulator").returncode)
        self.assertEqual(1, self.attempts())
        rng = random.Random(7)
        for k in range(12):
            # A changed file each time, so that nvcc runs and can be caught at work.
            self.put(GOOD + "// %d %s\n" % (k, self.tag))
            p = self.spawn("run", "01/1", "--device", "emulator")
            time.sleep(rng.uniform(0.005, 1.3))
            p.kill()
            p.communicate()
            self.assertNothingLeft()
        self.db().close()
        self.assertGreaterEqual(self.attempts(), 1)
        self.put(GOOD)
        self.assertEqual(0, self.warplings("run", "01/1", "--device", "emulator").returncode)

    def folders(self):
        return [f for f in os.listdir(self.dir) if f.startswith("warplings-job")]

    def locked(self, name):
        """Whether somebody holds the lock on this folder, as who works in it does."""
        try:
            fd = os.open(os.path.join(self.dir, name), os.O_RDONLY)
        except FileNotFoundError:
            return False
        try:
            fcntl.flock(fd, fcntl.LOCK_SH | fcntl.LOCK_NB)
            return False
        except BlockingIOError:
            return True
        finally:
            os.close(fd)

    def wait_for(self, what):
        for _ in range(600):
            if what():
                return
            time.sleep(0.05)
        self.fail("it did not come to that")

    def test_the_next_start_removes_what_a_kill_left(self):
        self.put(GOOD.replace("{\n\tadd<<<", "{\n\tfor (volatile int k = 1; k;)\n\t\t;\n\tadd<<<"))
        # Another name, another kind, and one that somebody holds, whose number here is nobody's: as of another container.
        others = [os.path.join(self.dir, n) for n in ("warplings-job-x", "my-warplings-job-99999999-abc", "warplings-job-99999999-held")]
        for o in others:
            os.makedirs(o)
        held = os.open(others[2], os.O_RDONLY)
        self.addCleanup(os.close, held)
        fcntl.flock(held, fcntl.LOCK_EX)
        # Nobody's: old, and young, with something in it and without.
        for name in ("old", "young", "empty"):
            os.makedirs(os.path.join(self.dir, "warplings-job-99999999-" + name))
        spill(os.path.join(self.dir, "warplings-job-99999999-young", "a.cu"), "")
        os.utime(os.path.join(self.dir, "warplings-job-99999999-old"), (1, 1))
        known = {os.path.basename(o) for o in others}
        p = self.spawn("run", "01/1", "--device", "emulator")
        self.wait_for(lambda: any(self.locked(f) for f in set(self.folders()) - known))
        mine = set(self.folders()) - known
        self.assertEqual(1, len(mine))
        # While it lives, a start beside it leaves its folder alone.
        self.assertEqual(0, self.warplings("list").returncode)
        self.assertEqual(mine, set(self.folders()) - known)
        p.kill()
        p.communicate()
        self.assertNothingLeft()
        self.assertEqual(mine, set(self.folders()) - known)
        self.assertEqual(0, self.warplings("list").returncode)
        self.assertEqual(known - {"my-warplings-job-99999999-abc"}, set(self.folders()))
        self.assertTrue(os.path.isdir(others[1]))

    def test_interrupt_ends_cleanly(self):
        self.put(GOOD.replace("{\n\tadd<<<", "{\n\tfor (volatile int k = 1; k;)\n\t\t;\n\tadd<<<"))
        p = self.spawn("run", "01/1", "--device", "emulator")
        time.sleep(2)
        p.send_signal(signal.SIGINT)
        p.communicate(timeout=20)
        self.assertNotEqual(0, p.returncode)
        self.assertNothingLeft()
        self.assertEqual([], [f for f in os.listdir(self.dir) if f.startswith("warplings-job")])

    def test_two_instances(self):
        self.put(GOOD)
        ps = [self.spawn("run", "01/1", "--device", "emulator") for _ in range(4)]
        for p in ps:
            out, _ = p.communicate(timeout=120)
            self.assertEqual(0, p.returncode, out)
        self.db().close()
        self.assertEqual(4, self.attempts())

    def test_a_full_disk(self):
        if os.geteuid() != 0:
            self.skipTest("needs a small file system of its own")
        small = os.path.join(self.dir, "small")
        os.makedirs(small)
        if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", small], stderr=subprocess.DEVNULL).returncode:
            self.skipTest("mounting is not allowed here")
        try:
            env = {"WARPLINGS_WORK": small}
            os.symlink(os.path.join(self.work, ".cache"), os.path.join(small, ".cache"))
            os.makedirs(os.path.join(small, "01-first-kernel"))
            spill(os.path.join(small, "01-first-kernel", "1-vector-add.cu"), GOOD)
            self.assertEqual(0, self.warplings("run", "01/1", "--device", "emulator", env=env).returncode)
            with open(os.path.join(small, "fill"), "wb", buffering=0) as f:
                try:
                    while True:
                        f.write(b"x" * 4096)
                except OSError:
                    pass
            p = self.warplings("run", "01/1", "--device", "emulator", env=env)
            self.assertNotEqual(0, p.returncode if not p.stderr.strip() else 1, "a full disk was not reported")
            self.assertRegex(p.stdout + p.stderr, r"(full|No space left)")
            os.unlink(os.path.join(small, "fill"))
            self.work = small
            self.env["WARPLINGS_WORK"] = small
            self.db().close()
            self.assertGreaterEqual(self.attempts(), 1)
        finally:
            subprocess.run(["umount", "-l", small])


if __name__ == "__main__":
    unittest.main()
