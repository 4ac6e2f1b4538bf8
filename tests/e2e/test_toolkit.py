"""Where compilers and students' files lie. A toolkit whose parts are links that lead elsewhere, as Spack, Nix and clusters make them; a
file in the folder for temporary files."""
import json
import os
import re
import shutil
import subprocess
import unittest

from harness import BINARY, GOOD, ROOT, Case


def toolkit():
    """The folder of the compiler itself: the nvcc on PATH may be a script that starts it from elsewhere, so it is asked."""
    nvcc = subprocess.run([os.path.join(ROOT, "scripts", "find-nvcc.sh")], stdout=subprocess.PIPE, text=True).stdout.strip()
    told = subprocess.run([nvcc, "--dryrun", "-E", "-x", "cu", "/dev/null"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True).stdout
    here = re.search(r"^#\$ _HERE_=(.*)$", told, re.MULTILINE)
    return os.path.dirname(os.path.realpath(here.group(1)))


def copy(a, b):
    try:
        os.link(os.path.realpath(a), b)
    except OSError:
        shutil.copy2(a, b)


class Links(Case):
    def setUp(self):
        super().setUp()
        os.chmod(self.dir, 0o755)
        os.unlink(os.path.join(self.work, ".cache"))  # nothing is known of this toolkit
        top = toolkit()
        self.store, self.farm = os.path.join(self.dir, "store"), os.path.join(self.dir, "farm")
        for part in ("bin", "nvvm", "include"):
            shutil.copytree(os.path.join(top, part), os.path.join(self.store, part, "1.0"), copy_function=copy)
        os.makedirs(os.path.join(self.farm, "bin"))
        for part in ("nvvm", "include"):
            os.symlink(os.path.join(self.store, part, "1.0"), os.path.join(self.farm, part))
        for name in os.listdir(os.path.join(self.store, "bin", "1.0")):
            to = os.path.join(self.farm, "bin", name)
            if name in ("nvcc", "nvcc.profile"):  # nvcc finds the rest from where it lies itself
                copy(os.path.join(self.store, "bin", "1.0", name), to)
            else:
                os.symlink(os.path.join(self.store, "bin", "1.0", name), to)

    def verdict(self, tier):
        self.env.update(WARPLINGS_NVCC=os.path.join(self.farm, "bin", "nvcc"), WARPLINGS_SANDBOX=tier)
        status, told = self.judge(GOOD, timeout=300)
        return told["verdict"], told.get("message"), told["sandbox"]

    def test_each_tier(self):
        for tier in ("bwrap", "landlock", "none"):
            verdict, message, sandbox = self.verdict(tier)
            self.assertEqual(verdict, "pass", (tier, sandbox, message))

    def test_a_part_is_missing(self):
        """The control: these links are what the compiler works with."""
        shutil.rmtree(os.path.join(self.store, "nvvm"))
        self.assertEqual(self.verdict("bwrap")[0], "not-judged")


class Script(Case):
    """The nvcc on PATH is a script that starts a compiler which lies elsewhere: in the box that toolkit has to be seen."""

    def setUp(self):
        super().setUp()
        os.chmod(self.dir, 0o755)
        os.unlink(os.path.join(self.work, ".cache"))
        self.far = os.path.join(self.dir, "opt", "far")
        for part in ("bin", "nvvm", "include"):
            shutil.copytree(os.path.join(toolkit(), part), os.path.join(self.far, part), copy_function=copy)
        os.makedirs(os.path.join(self.dir, "home", "bin"))
        self.script = os.path.join(self.dir, "home", "bin", "nvcc")
        with open(self.script, "w") as f:
            f.write('#!/bin/sh\nexec %s/bin/nvcc "$@"\n' % self.far)
        os.chmod(self.script, 0o755)

    def test_each_tier(self):
        for tier in ("bwrap", "landlock", "none"):
            self.env.update(WARPLINGS_NVCC=self.script, WARPLINGS_SANDBOX=tier)
            status, told = self.judge(GOOD, timeout=300)
            self.assertEqual(told["verdict"], "pass", (tier, told.get("message"), told["sandbox"]))


class Beside(Case):
    """The student's file lies in the folder for temporary files, which everybody may read: the compiler's box is in there, too."""

    def test_each_tier(self):
        os.chmod(self.dir, 0o755)
        os.unlink(os.path.join(self.work, ".cache"))
        with open(os.path.join(self.dir, "mine.cuh"), "w") as f:
            f.write("#define PLUS +\n")
        text = '#include "mine.cuh"\n' + GOOD.replace("a[i] + b[i]", "a[i] PLUS b[i]")
        for tier in ("bwrap", "landlock", "none"):
            self.env["WARPLINGS_SANDBOX"] = tier
            status, told = self.judge(text)
            self.assertEqual(told["verdict"], "pass", (tier, told.get("message"), told["sandbox"]))


if __name__ == "__main__":
    unittest.main()
