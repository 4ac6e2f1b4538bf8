"""grade --engine slurm: the same book as without, on two nodes and on the one that has a GPU; and what each shard judges."""
import os
import shutil
import time
import unittest

from harness import GOOD
from slurm import ONE, Slurm
from test_grade import WRONG, Grade


class Whole(Slurm):
    def test_class(self):
        self.hand_in_class()
        self.check_all(self.start())

    def test_gpus(self):
        """--device gpu asks for a GPU for each shard: all run where there is one. Here none works, so nothing is judged, and the next call judges all."""
        self.hand_in_class()
        p = self.start("--device", "gpu", "--trust")
        seen = set()
        while p.poll() is None:
            for line in self.ask("squeue", "-h", "-t", "R", "-o", "%N %b").splitlines():
                seen.add(line.strip())
            time.sleep(0.2)
        said, wrong = p.communicate()
        self.assertEqual(len(seen), 1, (seen, said, wrong))
        node, gres = seen.pop().split()
        self.assertEqual(node, ONE)
        self.assertRegex(gres, "gpu:1$")
        self.assertEqual(p.returncode, 3, wrong)
        self.assertIn("NOT JUDGED: 6 of 6", said)
        self.assertRegex(said, "for instance .*no GPU that works was found")
        self.check_all(self.start())


class Without(Grade):
    def test_no_slurm(self):
        self.hand_in("right", GOOD)
        bare = os.path.join(self.dir, "bin")
        os.makedirs(bare)
        for name in ("bwrap", "setpriv", "sh"):
            if shutil.which(name):
                os.symlink(shutil.which(name), os.path.join(bare, name))
        p = self.grade("--engine", "slurm", status=3, env={"PATH": bare})
        self.assertIn("there is no sbatch", p.stderr)
        self.grade()

    def test_shards(self):
        """Every text is some shard's, and no text two's."""
        for i in range(5):
            self.hand_in("s%d" % i, WRONG + "int unused%d;\n" % i)
        seen = []
        for k in range(3):
            self.out = os.path.join(self.dir, "part%d" % k)
            self.grade("--shard", "%d/3" % k)
            seen += [key for key, _ in self.rows()]
            self.assertFalse(os.path.exists(os.path.join(self.out, "gradebook.csv")))
        self.assertEqual(len(seen), 5)
        self.assertEqual(len(set(seen)), 5)
        p = self.grade("--shard", "3/3", status=2)
        self.assertIn("--shard", p.stderr)


if __name__ == "__main__":
    unittest.main()
