"""A class graded on a disk that is full, a folder that is read-only, by two calls at once, and killed again and again: a sentence, nothing
lost, nothing counted twice. The disk is a small tmpfs in a mount namespace of its own, which goes with the shell that made it."""
import os
import shlex
import signal
import subprocess
import time
import unittest

from harness import BINARY, GOOD, slurp, spill
from memory import memory_below
from test_grade import GRADE, STEP, Grade


class Disk(Grade):
    def script(self, text):
        """Run with $OUT on a tmpfs of 8 MiB. Each `grade NAME` leaves NAME.status, NAME.said and NAME.rows in the test's folder."""
        name = os.path.join(self.dir, "script")
        spill(name, "set -u\ncd %s\nOUT=%s\n" % (shlex.quote(self.dir), shlex.quote(self.out)) +
              "mount -t tmpfs -o size=8m none $OUT || exit 9\nln -s %s $OUT/cache\n" % shlex.quote(os.path.realpath(os.path.join(self.out, "cache"))) +
              "grade() { %s %s -o $OUT --labs 01 --seed 7 >$1.said 2>&1; echo $? >$1.status; cp $OUT/gradebook.csv $1.book 2>/dev/null; }\n"
              % (" ".join(shlex.quote(w) for w in [BINARY, *GRADE]), shlex.quote(self.klass)) + text)
        how = ["unshare", "-m"] if os.geteuid() == 0 else ["unshare", "-r", "-m"]
        p = subprocess.run([*how, "sh", name], env=self.env, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                           stderr=subprocess.STDOUT, text=True, timeout=900)
        self.assertEqual(p.returncode, 0, p.stdout)

    def told(self, name):
        return int(slurp(os.path.join(self.dir, name + ".status"))), slurp(os.path.join(self.dir, name + ".said"))

    def test_full(self):
        self.hand_in("ann", GOOD)
        self.script("grade first\ncp -R class/ann class/bob\n"
                    "for f in class/bob/*/*; do echo 'int bob;' >>$f; done\n"
                    "dd if=/dev/zero of=$OUT/fill bs=64k 2>/dev/null\ngrade full\nrm $OUT/fill\ngrade after\n")
        self.assertEqual(self.told("first")[0], 0, self.told("first"))
        status, said = self.told("full")
        self.assertEqual(status, 3, said)
        self.assertRegex(said, "(?i)no space|full")
        self.assertEqual(slurp(os.path.join(self.dir, "full.book")), slurp(os.path.join(self.dir, "first.book")))  # the old one stands
        status, said = self.told("after")
        self.assertEqual(status, 0, said)
        book = slurp(os.path.join(self.dir, "after.book"))
        self.assertIn('"ann",10.00', book)
        self.assertIn('"bob",10.00', book)

    def test_read_only(self):
        self.hand_in("ann", GOOD)
        self.script("grade first\nmount -o remount,ro $OUT || exit 8\ngrade closed\nmount -o remount,rw,size=8m $OUT\ngrade after\n")
        self.assertEqual(self.told("first")[0], 0, self.told("first"))
        status, said = self.told("closed")
        self.assertEqual(status, 3, said)
        self.assertIn("ead-only", said)
        self.assertIn(self.out, said)
        status, said = self.told("after")
        self.assertEqual(status, 0, said)
        self.assertIn(" 0 texts judged now, 1 known", said)


class Several(Grade):
    def start(self):
        return subprocess.Popen([BINARY, *GRADE, self.klass, "-o", self.out, "--labs", "01", "--seed", "7"], env=self.env,
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def hand_in_all(self, n):
        for i in range(n):
            self.hand_in("s%d" % i, GOOD + "int unused%d;\n" % i)

    def check_all(self, n):
        self.assertEqual([v for k, v in self.rows()], ["pass"] * n)
        self.assertEqual(len({k for k, v in self.rows()}), n)
        self.assertEqual({r[STEP] for r in self.book().values()}, {"10.00"})
        self.assertEqual(len(self.book()), n)
        self.assertEqual(self.left_behind(), [])
        self.assertEqual(self.folders_left(), [])

    def test_two_at_once(self):
        self.hand_in_all(4)
        both = [self.start(), self.start()]
        said = [p.communicate(timeout=600) for p in both]
        codes = sorted(p.returncode for p in both)
        if codes != [0, 0]:  # the one that came second, unless the first had ended before
            self.assertEqual(codes, [0, 3], said)
            self.assertIn("another `warplings grade` works on", "".join(e for o, e in said))
        self.check_all(4)

    def test_killed_again_and_again(self):
        """Each call gets a little longer; in the end one comes through."""
        self.hand_in_all(5)
        for k in range(12):
            p = self.start()
            time.sleep(0.05 + 0.3 * k)
            p.send_signal(signal.SIGKILL)
            p.communicate()
            if len(self.stored()) == 5:
                break
        self.grade()
        self.check_all(5)

    def stored(self):
        return self.rows() if os.path.exists(os.path.join(self.out, "gradebook.csv")) else []

    def test_two_bombs_at_once(self):
        """What one submission may take, two may not take at once: one of them waits. Both get the verdict that they get alone."""
        bomb = GOOD.replace("{\n\tadd<<<", """{
	void *p;
	while (cudaMalloc(&p, 16 << 20) == cudaSuccess)
		cudaMemset(p, 1, 16 << 20);
	cudaDeviceSynchronize();
	while ((p = malloc(16 << 20)))
		memset(p, 1, 16 << 20);
	sleep(6);
	abort();
	add<<<""")
        bomb = "#include <cstdlib>\n#include <cstring>\n#include <unistd.h>\n" + bomb
        self.hand_in("ann", bomb)
        self.assertGreater(self.most_memory(), 1.3)  # alone: so that two would take 2.6
        self.hand_in("bob", bomb + "int bob;\n")
        self.hand_in("cat", bomb + "int cat;\n")
        for i in range(3):
            self.hand_in("s%d" % i, GOOD + "int unused%d;\n" % i)
        self.assertLess(self.most_memory("--jobs", "2"), 2)
        self.assertEqual(sorted(v for k, v in self.rows()), ["crashed"] * 3 + ["pass"] * 3)
        self.assertEqual(self.left_behind(), [])
        self.assertEqual(self.folders_left(), [])

    def most_memory(self, *args):
        """The most GiB that grade and all that it started had at once."""
        p = subprocess.Popen([BINARY, *GRADE, self.klass, "-o", self.out, "--labs", "01", "--seed", "7", "--formats", "csv", *args],
                             env=self.env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        most = 0
        while p.poll() is None:
            most = max(most, memory_below(p.pid, BINARY))
            time.sleep(0.1)  # the bomb holds what it took for 6 s
        self.assertEqual(p.returncode, 0)
        return most / (1 << 20)


if __name__ == "__main__":
    unittest.main()
