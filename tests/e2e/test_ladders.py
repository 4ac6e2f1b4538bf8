"""The ladders of kernels/: every rung is right at awkward sizes and clean under the checkers; a rung that forgets its tail is caught."""
import os
import shutil
import subprocess

from harness import BIN, ROOT, Case, slurp

SCRIPT = os.path.join(ROOT, "tests", "bench", "gpu", "ladders.sh")


class Ladders(Case):
    def check(self):
        return subprocess.run([SCRIPT, "--check"], cwd=ROOT, env=self.env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                              errors="replace", timeout=300)

    def test_every_rung_is_right_and_a_wrong_one_is_caught(self):
        p = self.check()
        self.assertIn("all rungs are right", p.stdout)
        self.assertEqual(0, p.returncode, p.stdout)
        built = os.path.join(os.path.dirname(BIN), "ladders-check")
        broken = os.path.join(self.dir, "broken")
        shutil.copytree(built, broken)
        source = slurp(os.path.join(ROOT, "kernels", "copy", "int4.cu"))
        self.assertIn("k < n;", source)
        nvcc = subprocess.run([os.path.join(ROOT, "scripts", "find-nvcc.sh")], stdout=subprocess.PIPE, text=True, env=self.env).stdout.strip()
        subprocess.run([os.environ.get("NVCC") or nvcc, "-std=c++17", "-arch=compute_80", "-shared", "-Xcompiler", "-fPIC", "-cudart", "shared", "-o",
                        os.path.join(broken, "copy", "int4.so"), self.write("int4.cu", source.replace("k < n;", "k < n - 1;"))], check=True, env=self.env)
        p = self.warplings("exec", "--", os.path.join(broken, "check"), broken)
        self.assertEqual(1, p.returncode, p.stdout + p.stderr)
        self.assertIn("int4: 1 of ", p.stderr)
