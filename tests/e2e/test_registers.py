"""Registers are ptxas's: of the profile's architecture, of the nearest one, or estimated and marked so; the program sees the same numbers."""
import json
import os
import re
import subprocess

from harness import GOOD, Case

SOURCE = """#include <cstdio>
__constant__ float table[100];
__global__ void wide(float *x, int n)
{
	float a[96];
#pragma unroll
	for (int i = 0; i < 96; i++)
		a[i] = x[i * n];
	for (int k = 0; k < n; k++)
#pragma unroll
		for (int i = 0; i < 96; i++)
			a[i] = a[i] * a[(i + 1) % 96] + x[k];
	float s = table[n & 63];
#pragma unroll
	for (int i = 0; i < 96; i++)
		s += a[i] * i;
	x[threadIdx.x] = s;
}
int main()
{
	cudaFuncAttributes a;
	int blocks = -1;
	float *x;

	cudaMalloc(&x, 4096);
	cudaMemset(x, 0, 4096);
	cudaFuncGetAttributes(&a, wide);
	cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, wide, 256, 0);
	wide<<<1, 32>>>(x, 1);
	cudaDeviceSynchronize();
	printf("%d registers, %d blocks, %d threads, %zu constant\\n", a.numRegs, blocks, a.maxThreadsPerBlock, a.constSizeBytes);
	return 0;
}
"""


class Registers(Case):
    def build(self, name, *flags):
        """Returns (program, registers that ptxas said for each architecture)."""
        path = self.write("wide.cu", SOURCE)
        out = os.path.join(self.dir, name)
        p = subprocess.run([os.environ.get("NVCC", "nvcc"), "--cudart", "shared", "-Xptxas", "-v", *flags, "-o", out, path],
                           stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        self.assertEqual(0, p.returncode, p.stdout)
        return out, {int(a): int(r) for a, r in re.findall(r"_Z4widePfi' for 'sm_(\d+)'.*?Used (\d+) registers", p.stdout, re.S)}

    def run_it(self, program, *args):
        path = os.path.join(self.dir, "j.json")
        p = self.warplings("exec", *args, "--counters", "json", "--output", path, "--", program)
        self.assertEqual(0, p.returncode, p.stderr)
        with open(path) as f:
            k = json.load(f)["kernels"][0]
        m = re.match(r"(\d+) registers, (-?\d+) blocks, (\d+) threads, (\d+) constant", p.stdout)
        # As on an H200: of the whole module, whatever the kernel reads; as many threads as have room for their registers.
        self.assertEqual(400, int(m[4]))
        if not args:
            self.assertEqual(min(1024, 65536 // ((int(m[1]) + 7) // 8 * 256) * 32), int(m[3]))
        self.assertEqual(int(m[1]), k["registers"])
        return k["registers_of"], k["registers"], int(m[2])

    def test_of_the_profiles_architecture(self):
        program, said = self.build("two", "-gencode", "arch=compute_80,code=[compute_80,sm_80,sm_90]")
        # More than 80, so that fewer than three blocks of 256 fit; and not the number that the emulator would guess.
        self.assertGreater(said[90], 80)
        self.assertEqual(("sm_90", said[90], 65536 // ((said[90] + 7) // 8 * 8 * 256)), self.run_it(program))
        # sm_89 is not there: sm_90 is nearer than sm_80; of a card of 2010 sm_80 is.
        self.assertEqual(("sm_90", said[90]), self.run_it(program, "--profile", "rtx4060-laptop")[:2])
        self.assertEqual(("sm_80", said[80]), self.run_it(program, "--profile", "gtx480")[:2])

    def test_ptx_alone_is_estimated(self):
        program, said = self.build("ptx", "-gencode", "arch=compute_80,code=compute_80")
        self.assertEqual({}, said)
        of, estimate, _ = self.run_it(program)
        self.assertIsNone(of)
        self.assertGreater(estimate, 0)

    def test_what_is_linked_counts(self):
        program, said = self.build("rdc", "-rdc=true", "-arch=sm_90")
        self.assertEqual(("sm_90", said[90]), self.run_it(program)[:2])

    def test_a_step_has_those_of_its_profile(self):
        path = self.write("good.cu", GOOD)
        for args, want in (((), "sm_90"), (("--profile", "rtx4060-laptop"), "sm_89"), (("--profile", "gtx480"), "sm_80")):
            p = self.warplings("run", "01/1", "--file", path, "--format", "json", "--device", "emulator", *args)
            self.assertEqual(0, p.returncode, p.stderr)
            j = json.loads(p.stdout)
            for side in ("student", "reference"):
                self.assertEqual({want}, {k["registers_of"] for k in j[side]["kernels"]})

    def test_nvccs_own_fast_compilation_rounds_apart(self):
        """--Ofast-compile=max stands nowhere but in the machine code: ptxas then leaves products and sums apart."""
        path = self.write("apart.cu", """#include <cstdio>
__global__ void k(const float *a, float *r) { *r = a[0] * a[1] + a[2]; }
int main()
{
	float a[3] = { 1.0000001f, 1.0000001f, -1.0000002f }, r = 7, *d, *o;
	cudaMalloc(&d, sizeof a); cudaMalloc(&o, 4); cudaMemcpy(d, a, sizeof a, cudaMemcpyHostToDevice);
	k<<<1, 1>>>(d, o);
	cudaMemcpy(&r, o, 4, cudaMemcpyDeviceToHost); cudaFree(d); cudaFree(o);
	printf("%a", r);
}
""")
        # PTX of nvcc has an fma where the compiler itself has made one: only what it leaves to ptxas is ptxas's.
        seen = {}
        for name, flags in (("once", ["-arch=sm_80"]), ("twice", ["-arch=sm_80", "--Ofast-compile=max"]), ("mid", ["-arch=sm_80", "--Ofast-compile=mid"])):
            out = os.path.join(self.dir, name)
            p = subprocess.run([os.environ.get("NVCC", "nvcc"), "--cudart", "shared", *flags, "-o", out, path], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
            self.assertEqual(0, p.returncode, p.stdout)
            seen[name] = self.warplings("exec", "--output", os.devnull, "--", out).stdout
        self.assertEqual({"once": "0x1p-46", "twice": "0x0p+0", "mid": "0x1p-46"}, seen)
