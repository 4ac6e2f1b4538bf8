"""A verdict from a GPU has the emulator's checkers beside it. Here is no GPU: in its place stands an emulated device whose checkers nobody asks, behind a
folder that looks like a CUDA toolkit. Its libcudart.so.13 is ours, but for the name of the variable in which it looks for the device."""
import json
import os
import re
import shutil
import subprocess
import unittest

from harness import BIN, BINARY, GOOD, ROOT, Case, slurp

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

    def judged(self, path):
        script = '%s=$%s exec "$0" "$@"' % (PASSED.decode(), VARIABLE.decode())
        p = self.warplings("exec", "--output", os.devnull, "--", "/bin/sh", "-c", script, BINARY, "run", "01/1", "--file", path, "--device", "gpu",
                           "--format", "json", env=dict(self.env, WARPLINGS_NVCC=os.path.join(self.top, "bin", "nvcc")), timeout=600)
        return json.loads(p.stdout)

    def test_right_ones_pass(self):
        r = self.judged(self.write("good.cu", GOOD))
        self.assertEqual("pass", r["verdict"], r.get("message"))
        self.assertEqual("gpu", r["device"]["kind"])

    def test_what_only_the_checkers_see(self):
        r = self.judged(self.write("race.cu", RACE))
        self.assertEqual("race", r["verdict"])
        self.assertIn("every case came out right", " ".join(r["notes"]))
        self.assertIn("emulator and its checkers", " ".join(r["notes"]))

    def test_shipped_wrong_files_come_out_as_on_the_emulator(self):
        for name in ("wrong-1-guard-too-loose.cu", "wrong-1-no-guard.cu"):
            r = self.judged(self.write(name, slurp(os.path.join(ROOT, "solutions", "01-first-kernel", name))))
            self.assertEqual("memory-error", r["verdict"], name)


if __name__ == "__main__":
    unittest.main()
