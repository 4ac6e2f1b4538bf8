"""A verdict from a GPU has the emulator's checkers beside it. Here is no GPU: in its place stands an emulated device whose checkers nobody asks, behind a
folder that looks like a CUDA toolkit. Its libcudart.so.13 is ours, but for the name of the variable in which it looks for the device."""
import json
import os
import re
import shutil
import subprocess
import unittest

from harness import BIN, BINARY, GOOD, ROOT, Case, slurp, spill

# Right results; a race in the small cases alone, not in the one whose counters are looked at.
RACE = """__device__ int seen;
__global__ void add(const float *a, const float *b, float *c, int n)
{
	__shared__ int last[256];
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (n < 100000) {
		last[threadIdx.x] = 7;
		if (last[(threadIdx.x + 64) % 256] == 7 && threadIdx.x == 0)
			seen = 1;
	}
	if (i < n)
		c[i] = a[i] + b[i];
}
extern "C" void solve(const float *a, const float *b, float *c, int n)
{
	add<<<(n + 255) / 256, 256>>>(a, b, c, n);
}
"""
# On the emulator, a process whose first size is a large one ends. So does the one that counts, but not the one that judges all cases.
ENDS_WHEN_COUNTED = """#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
""" + GOOD.replace("\tadd<<<", """	static int calls;
	Dl_info which;

	if (!calls++ && n > 100000 && dladdr((void *)cudaStreamQuery, &which) && strstr(which.dli_fname, "emulator"))
		exit(1);
	add<<<""")
VARIABLE = b"WARPLINGS_DEVICE_SOCKET"
PASSED = b"CUDA_VISIBLE_DEVICES"  # one that a program on a GPU gets to see


class GpuBeside(Case):
    def setUp(self):
        super().setUp()
        nvcc = os.environ.get("NVCC") or subprocess.run([os.path.join(ROOT, "scripts", "find-nvcc.sh")], capture_output=True, text=True).stdout.strip()
        said = subprocess.run([nvcc, "--dryrun", "-x", "cu", os.devnull, "-c"], capture_output=True, text=True).stderr
        real = os.path.realpath(re.search(r"^#\$ TOP=(.*)$", said, re.M)[1])
        self.top = os.path.join(self.dir, "toolkit")
        for part in ("bin", "lib64"):
            os.makedirs(os.path.join(self.top, part))
        for name in os.listdir(real):
            if name not in ("bin", "lib64"):
                os.symlink(os.path.join(real, name), os.path.join(self.top, name))
        for name in os.listdir(os.path.join(real, "bin")):
            if name != "nvcc":
                os.symlink(os.path.join(real, "bin", name), os.path.join(self.top, "bin", name))
        shutil.copy(os.path.join(real, "bin", "nvcc"), os.path.join(self.top, "bin", "nvcc"))
        with open(os.path.join(BIN, "..", "lib", "emulator", "libcudart.so.13"), "rb") as f:
            ours = f.read()
        self.assertEqual(1, ours.count(VARIABLE + b"\0"))
        with open(os.path.join(self.top, "lib64", "libcudart.so.13"), "wb") as f:
            f.write(ours.replace(VARIABLE + b"\0", PASSED.ljust(len(VARIABLE) + 1, b"\0")))

    def beside_gpu(self, *args):
        script = '%s=$%s exec "$0" "$@"' % (PASSED.decode(), VARIABLE.decode())
        return self.warplings("exec", "--output", os.devnull, "--", "/bin/sh", "-c", script, BINARY, *args,
                              env=dict(self.env, WARPLINGS_NVCC=os.path.join(self.top, "bin", "nvcc")), timeout=600)

    def root(self, *parts):
        """A course of these parts alone."""
        root = os.path.join(self.dir, "root")
        for part in parts:
            shutil.copytree(os.path.join(ROOT, part), os.path.join(root, part))
        self.env["WARPLINGS_ROOT"] = root
        return root

    def judged(self, path):
        """On the device that stands in for a GPU. What a real one is timed with takes that one a quarter of a minute; a sixteenth will do."""
        if "WARPLINGS_ROOT" not in self.env:
            manifest = os.path.join(self.root("labs/01-first-kernel", "solutions/01-first-kernel", "kernels/vector-add", "kernels/saxpy", "kernels/matrix-add"),
                                    "labs", "01-first-kernel", "lab.yaml")
            text = slurp(manifest)
            self.assertIn("timing: {n: 16 * 1024 * 1024}", text)
            spill(manifest, text.replace("timing: {n: 16 * 1024 * 1024}", "timing: {n: 1024 * 1024}"))
        return json.loads(self.beside_gpu("run", "01/1", "--file", path, "--device", "gpu", "--format", "json").stdout)

    def test_right_ones_pass(self):
        r = self.judged(self.write("good.cu", GOOD))
        self.assertEqual("pass", r["verdict"], r.get("message"))
        self.assertEqual("gpu", r["device"]["kind"])

    def test_what_only_the_checkers_see(self):
        r = self.judged(self.write("race.cu", RACE))
        self.assertEqual("race", r["verdict"])
        self.assertIn("every case came out right", " ".join(r["notes"]))
        self.assertIn("emulator and its checkers", " ".join(r["notes"]))

    def test_without_counters_the_verdict_says_why(self):
        """Right on the GPU and under the checkers; but when it was to be counted, it ended."""
        r = self.judged(self.write("once.cu", ENDS_WHEN_COUNTED))
        self.assertEqual("not-judged", r["verdict"], r.get("message"))
        self.assertIn("The answer is right, but without counters its gates can't be judged: the emulator, which counts, could not run your "
                      "program in case 'big' (", r["message"])

    def test_shipped_wrong_files_come_out_as_on_the_emulator(self):
        for name in ("wrong-1-guard-too-loose.cu", "wrong-1-no-guard.cu"):
            r = self.judged(self.write(name, slurp(os.path.join(ROOT, "solutions", "01-first-kernel", name))))
            self.assertEqual("memory-error", r["verdict"], name)

    def test_measure_refuses_a_solution_that_is_not_faster(self):
        """The step's promise, as the device that is timed has it: kept by the solution, broken by one that launches a lot of nothing besides."""
        root = self.root("labs/02-coalescing", "solutions/02-coalescing", "kernels/scale")
        manifest = os.path.join(root, "labs", "02-coalescing", "lab.yaml")
        text = slurp(manifest)
        text = re.sub(r"\n    (timing|right|variants|mistakes):(?:.*\n)(?:      .*\n)*", "\n", text[:text.index("\n  - name: row-sums")])
        spill(manifest, text)
        self.assertIn("faster: true", text)
        out = os.path.join(self.dir, "out")
        p = self.beside_gpu("measure", "02", "--output", out)
        self.assertEqual(0, p.returncode, p.stdout + p.stderr)
        self.assertIn(" 0 solutions slower", p.stdout)
        path = os.path.join(root, "solutions", "02-coalescing", "1-neighbours.cu")
        spill(path, slurp(path).replace('extern "C"', '__global__ void nothing() {}\n\nextern "C"', 1).replace(
            "\tscale<<<", "\tfor (int k = 0; k < 20; k++)\n\t\tnothing<<<1, 32>>>();\n\tscale<<<"))
        p = self.beside_gpu("measure", "02", "--output", out)
        self.assertEqual(1, p.returncode, p.stdout + p.stderr)
        self.assertRegex(p.stdout, r"02-coalescing/1: the solution takes [\d.]+ us, the starter [\d.]+ us, but the step says that it is faster")
        self.assertIn(" 1 solutions slower", p.stdout)


if __name__ == "__main__":
    unittest.main()
