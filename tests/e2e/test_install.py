"""An installation for many: `make install`, a folder for each student, and what a shell and man make of the tables."""
import os
import shutil
import subprocess
import unittest

from harness import ROOT, Case, spill

SECRET = """#include <cstdio>
__global__ void add(const float *a, const float *b, float *c, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		c[i] = a[i] + b[i];
}
extern "C" void solve(const float *a, const float *b, float *c, int n)
{
	static bool once;
#if __has_include("%s")
	const char *seen = "compiler";
#else
	const char *seen = "nobody";
#endif
	if (!once)
		printf("seen by %%s, opened: %%s\\n", seen, fopen("%s", "r") ? "yes" : "no");
	once = true;
	add<<<(n + 255) / 256, 256>>>(a, b, c, n);
}
"""


class Install(Case):
    def setUp(self):
        super().setUp()
        self.env.pop("WARPLINGS_WORK")
        self.to = os.path.join(self.dir, "installed")
        p = subprocess.run([os.path.join(ROOT, "scripts", "install.sh")], env=dict(self.env, PREFIX="/usr", DESTDIR=self.to),
                           stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        self.assertEqual(p.returncode, 0, p.stdout)
        self.binary = os.path.join(self.to, "usr", "bin", "warplings")

    def run_it(self, *args, cwd):
        return subprocess.run([self.binary, *args], env=self.env, cwd=cwd, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, text=True, timeout=300)

    def test_two_students(self):
        for name in ("alice", "bob"):
            p = self.run_it("start", name, cwd=self.dir)
            self.assertEqual(p.returncode, 0, p.stderr)
            # A classmate with an account on the same machine reads nothing of it.
            self.assertEqual(os.stat(os.path.join(self.dir, name, "work")).st_mode & 0o777, 0o700)
        lab = os.path.join(self.dir, "alice", "work", "01-first-kernel")
        file = os.path.join(lab, sorted(os.listdir(lab))[0])
        solution = os.path.join(self.to, "usr/share/warplings/solutions/01-first-kernel", os.path.basename(file))
        spill(file, SECRET % (solution, solution))
        p = self.run_it("run", "01/1", "--device", "emulator", "--format", "json", cwd=os.path.join(self.dir, "alice"))
        self.assertEqual(p.returncode, 0, p.stdout + p.stderr)
        if '"sandbox": "bubblewrap' in p.stdout:
            self.assertIn("seen by nobody, opened: no", p.stdout)
        else:
            print("no bubblewrap here: what a solution shows to others was not looked at")
        # The other's folder knows nothing of it, the installation holds no work, and a second start changes nothing.
        self.assertFalse(os.path.exists(os.path.join(self.dir, "bob", "work", "progress.db")))
        self.assertTrue(os.path.exists(os.path.join(self.dir, "alice", "work", "progress.db")))
        self.assertFalse(os.path.exists(os.path.join(self.to, "usr/share/warplings/work")))
        before = os.stat(file).st_mtime_ns
        self.assertEqual(self.run_it("start", "alice", cwd=self.dir).returncode, 0)
        self.assertEqual(os.stat(file).st_mtime_ns, before)

    def test_tables(self):
        share = os.path.join(self.to, "usr", "share")
        bash = os.path.join(share, "bash-completion/completions/warplings")
        for words, wanted in {
                "grade --po": "--points", "gra": "grade gradescope", "run 01-first-kernel/1": "01-first-kernel/1", "check 08-reduction/1": "08-reduction/1",
                "grade x --labs 01-first-kernel,02-": "01-first-kernel,02-coalescing", "grade x --formats csv,h": "csv,html",
                "check --format=j": "json junit", "run 01/1 --device e": "emulator", "show pic": "picture", "show result 08-reduction/7": "08-reduction/7",
                "exec --profile h2": "h200", "grade x --engine s": "slurm", "verify --seed 1 zzz": ""}.items():
            words = words.replace("=", " = ").split()
            said = subprocess.run(["bash", "-c", '. "$0"; COMP_WORDS=(warplings "$@"); COMP_CWORD=$#; _warplings; echo "${COMPREPLY[@]}"', bash, *words],
                                  env=dict(self.env, PATH=os.path.dirname(self.binary) + ":" + os.environ["PATH"]), cwd=self.dir,
                                  stdout=subprocess.PIPE, text=True).stdout
            self.assertEqual(said.strip(), wanted, words)
        for shell, file in (("zsh", "zsh/site-functions/_warplings"), ("fish", "fish/vendor_completions.d/warplings.fish")):
            path = os.path.join(share, file)
            self.assertTrue(os.path.getsize(path) > 1000)
            if shutil.which(shell):
                self.assertEqual(subprocess.run([shell, "-n", path]).returncode, 0)
        with open(os.path.join(share, "man/man1/warplings.1")) as f:
            page = f.read()
        for word in (".SS grade", "\\-\\-points FILE", ".SH EXIT STATUS"):
            self.assertIn(word, page)
        if shutil.which("groff"):
            p = subprocess.run(["groff", "-man", "-Tutf8", "-ww"], input=page, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
            self.assertEqual(p.stderr, "")
            self.assertIn("grade", p.stdout)
        p = self.run_it("completion", "tcsh", cwd=self.dir)
        self.assertEqual(p.returncode, 2)


if __name__ == "__main__":
    unittest.main()
