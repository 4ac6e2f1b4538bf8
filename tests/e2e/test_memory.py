"""Memory that is misused, end to end: what exec and run say of it, with the thread, the line, the allocation and who made and freed it."""
import os
import re
import shutil
import tempfile

from harness import KERNEL, ROOT, SOLVE, Case, slurp, spill
from test_exec import nvcc

PROGRAM = """#include <cstdio>
#include <cstdlib>
__global__ void fill(int *p, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		p[i] = i; // line 7
}
__global__ void rows(char *p, size_t pitch, int n) { p[blockIdx.x * pitch + threadIdx.x] = 1; (void)n; }
__constant__ int table[4] = { 1, 2, 3, 4 }; __managed__ int both[10];
__global__ void reads(int *p) { p[threadIdx.x] = table[threadIdx.x & 3]; }
__global__ void adds(int *p) { atomicAdd(p, 1); }
static int *constant() { void *p; cudaGetSymbolAddress(&p, table); return (int *)p; }
__global__ void frees(int *p) { free(p); }
int main(int argc, char **argv)
{
	int k = atoi(argv[1]), host[64];
	int *a, *b;
	cudaMalloc(&a, 4096); // line 19
	cudaMalloc(&b, 1024); // line 20
	if (k == 1)
		fill<<<5, 256>>>(a, 1025);
	if (k == 2) {
		cudaFree(b); // line 24
		fill<<<1, 256>>>(b, 256);
	}
	if (k == 3) {
		cudaFree(b);
		printf("%s\\n", cudaGetErrorName(cudaFree(b)));
	}
	if (k == 4)
		printf("%s\\n", cudaGetErrorName(cudaMemcpy(b, host, 2000, cudaMemcpyHostToDevice)));
	if (k == 5) {
		cudaFree(b);
		printf("%s\\n", cudaGetErrorName(cudaMemcpy(host, b, 16, cudaMemcpyDeviceToHost)));
	}
	if (k == 6)
		fill<<<1, 32>>>(host, 32);
	if (k == 7) {
		cudaFree(a);
		cudaFree(b);
		a = b = nullptr;
		char *p;
		size_t pitch;
		cudaMallocPitch((void **)&p, &pitch, 100, 4);
		rows<<<4, 128>>>(p, pitch, 100); // into the padding: inside the allocation
		printf("%s\\n", cudaGetErrorName(cudaDeviceSynchronize()));
		cudaFree(p);
	}
	if (k == 8)
		b[0] = 1;
	if (k == 11)
		reads<<<1, 64>>>(a);
	if (k == 12)
		fill<<<1, 1>>>(constant() + 2, 1);
	if (k == 13)
		adds<<<1, 1>>>(constant() + 2);
	if (k >= 14) { // memory that host and device share: 100 ints, or 10
		int *p = both, n = k < 20 ? 100 : 101;
		if (k % 3 == 2)
			cudaHostAlloc((void **)&p, 400, cudaHostAllocMapped);
		if (k % 3 == 0)
			cudaMallocManaged(&p, 400);
		fill<<<1, 128>>>(p, k % 3 == 1 ? n / 10 + n % 10 : n);
	}
	if (k == 9)
		frees<<<1, 1>>>(a + 1);
	if (k == 10)
		fill<<<1, 1>>>((int *)((char *)a + 2), 1);
	puts(cudaGetErrorName(cudaDeviceSynchronize()));
	return 0;
}
"""


class Memory(Case):
    @classmethod
    def setUpClass(cls):
        cls.built = tempfile.mkdtemp(prefix="warplings-memory-")
        spill(os.path.join(cls.built, "m.cu"), PROGRAM)
        nvcc("--cudart", "shared", "-g", "-o", "debug", "m.cu", cwd=cls.built)
        nvcc("--cudart", "shared", "-o", "plain", "m.cu", cwd=cls.built)

    @classmethod
    def tearDownClass(cls):
        shutil.rmtree(cls.built, ignore_errors=True)

    def run_part(self, k, *options, name="debug"):
        """(status, stdout, stderr as one line without rules)"""
        p = self.warplings("exec", *options, "--", os.path.join(self.built, name), str(k), env={"COLUMNS": "200"})
        text = re.sub(r"\s+", " ", p.stderr.replace("========= ", ""))
        return p.returncode, p.stdout, text

    def test_past_the_end(self):
        code, out, err = self.run_part(1)
        self.assertEqual((0, "cudaErrorIllegalAddress\n"), (code, out))
        self.assertIn("Invalid __global__ write of size 4 bytes in fill at", err)
        self.assertRegex(err, r"m\.cu:7 by thread \(0,0,0\) in block \(4,0,0\) address is right past the end of the 4,096-byte allocation "
                              r"made by the 1st cudaMalloc at m\.cu:19 ")
        self.assertIn("ERROR SUMMARY: 1 error", err)
        self.assertNotIn("LEAK", err)  # a program that a fault ended early had no chance to free

    def test_without_debug_information_the_function_is_named(self):
        _, _, err = self.run_part(1, name="plain")
        self.assertIn("made by the 1st cudaMalloc in main()", err)

    def test_an_optimised_program_has_its_calls_inlined(self):
        spill(os.path.join(self.built, "fast.cu"), "static float *of(int n)\n{\n\tfloat *p;\n\tcudaMalloc(&p, n * 4); // line 4\n"
              "\treturn p;\n}\nint main()\n{\n\tof(25);\n\tcudaDeviceSynchronize();\n\treturn 0;\n}\n")
        nvcc("--cudart", "shared", "-O3", "-Xcompiler", "-g", "-o", "fast", "fast.cu", cwd=self.built)
        p = self.warplings("exec", "--", os.path.join(self.built, "fast"))
        self.assertIn("Leaked 100 bytes, made by the 1st cudaMalloc at fast.cu:4", p.stderr)

    def test_after_free_says_who_freed(self):
        _, out, err = self.run_part(2)
        self.assertEqual("cudaErrorIllegalAddress\n", out)
        self.assertIn("freed 1,024-byte allocation made by the 2nd cudaMalloc at m.cu:20, freed by the 1st cudaFree at m.cu:24", err)

    def test_freed_twice(self):
        _, out, err = self.run_part(3)
        self.assertEqual("cudaErrorInvalidValue\ncudaSuccess\n", out)
        self.assertRegex(err, r"cudaFree failed: 0x[0-9a-f]+ is freed already \(cudaErrorInvalidValue\) the allocation was made by the 2nd "
                              r"cudaMalloc at m\.cu:20, freed by the 1st cudaFree at m\.cu:28")

    def test_copies_past_the_end_and_from_freed_memory(self):
        _, out, err = self.run_part(4)
        self.assertEqual("cudaErrorInvalidValue\ncudaSuccess\n", out)
        self.assertIn("2000 bytes from host to device: the destination reaches 976 bytes beyond its allocation of 1024 bytes", err)
        self.assertIn("made by the 2nd cudaMalloc at m.cu:20", err)
        _, out, err = self.run_part(5)
        self.assertEqual("cudaErrorInvalidValue\ncudaSuccess\n", out)
        self.assertIn("is memory that has been freed", err)

    def test_pointers_of_the_other_side(self):
        _, out, err = self.run_part(6)
        self.assertEqual("cudaErrorIllegalAddress\n", out)
        self.assertIn("(a host pointer?)", err)
        code, _, err = self.run_part(8)
        self.assertEqual(128 + 11, code)
        self.assertNotIn("LEAK", err)
        self.assertRegex(err, r"Invalid host access: the program dies of an access to 0x\w+, which is device memory \(0 bytes into the 1024-byte allocation\): "
                              r"the host has to copy it the allocation was made by the 2nd cudaMalloc at m.cu:20")

    def test_misaligned_and_bad_device_free(self):
        _, out, err = self.run_part(10)
        self.assertEqual("cudaErrorMisalignedAddress\n", out)
        self.assertIn("is misaligned", err)
        _, _, err = self.run_part(9)
        self.assertIn("Invalid device free", err)

    def test_shared_memory_ends_at_its_last_byte(self):
        # Not at the end of its page, as on hardware.
        for k in (17, 18, 19):
            self.assertEqual("cudaSuccess\n", self.run_part(k)[1])
        for k, bytes_ in ((20, "400"), (21, "400"), (22, "40")):
            _, out, err = self.run_part(k)
            self.assertEqual("cudaErrorIllegalAddress\n", out)
            self.assertIn("address is right past the end of the %s-byte allocation" % bytes_, err)
            self.assertIn("by thread (%d,0,0)" % (int(bytes_) // 4), err)

    def test_constant_memory_is_read_only(self):
        # PTX ISA, st: "Stores to const memory are illegal."
        self.assertEqual("cudaSuccess\n", self.run_part(11)[1])
        for k in (12, 13):
            _, out, err = self.run_part(k)
            self.assertEqual("cudaErrorIllegalAddress\n", out)
            self.assertIn("address is in constant memory (a __constant__ variable of 16 bytes), which kernels cannot write", err)

    def test_leaks_are_listed_and_padding_is_not_accused(self):
        code, out, err = self.run_part(0)
        self.assertEqual((0, "cudaSuccess\n"), (code, out))
        self.assertIn("Leaked 4,096 bytes, made by the 1st cudaMalloc at m.cu:19 Leaked 1,024 bytes, made by the 2nd cudaMalloc at m.cu:20 "
                      "LEAK SUMMARY: 5,120 bytes leaked in 2 allocations", err)
        code, out, err = self.run_part(7)
        self.assertEqual((0, "cudaSuccess\ncudaSuccess\n"), (code, out))
        self.assertNotIn("LEAK", err)
        self.assertNotIn("ERROR", err)

    def test_error_exitcode(self):
        self.assertEqual(77, self.run_part(1, "--error-exitcode", "77")[0])
        self.assertEqual(77, self.run_part(4, "--error-exitcode", "77")[0])
        self.assertEqual(0, self.run_part(0, "--error-exitcode", "77")[0])
        self.assertEqual(139, self.run_part(8, "--error-exitcode", "77")[0])  # the program's own comes first
        self.assertEqual(2, self.run_part(1, "--error-exitcode", "256")[0])
        self.assertEqual(2, self.run_part(1, "--error-exitcode", "-1")[0])

    # ---- steps: memory has the arguments' names
    def test_a_step_names_the_argument(self):
        loose = KERNEL.replace("i < n", "i <= n")
        code, j = self.judge(loose + SOLVE + "{\n\tadd<<<n / 256 + 1, 256>>>(a, b, c, n);\n}\n")
        self.assertEqual((1, "memory-error"), (code, j["verdict"]))
        self.assertRegex(j["message"], r"^Case 'one element': Invalid __global__ read of size 4 bytes by thread \(1,0,0\) in block \(0,0,0\) at "
                                       r"x\.cu:5; address is right past the end of the 4-byte allocation of '[ab]', argument [12] of solve\(\)$")

    def test_a_step_that_leaks_passes_with_a_note(self):
        body = "{\n\tfloat *t;\n\tcudaMalloc(&t, 100 * sizeof *t);\n\tadd<<<(n + 255) / 256, 256>>>(a, b, c, n);\n%s}\n"
        code, j = self.judge(KERNEL + SOLVE + body % "")
        self.assertEqual((0, "pass"), (code, j["verdict"]))
        self.assertEqual(["solve() leaks memory: 400 bytes, made by the 1st cudaMalloc (case one element)"],
                         [n for n in j["notes"] if "leak" in n])
        code, j = self.judge(KERNEL + SOLVE + body % "\tcudaFree(t);\n")
        self.assertEqual((0, []), (code, [n for n in j["notes"] if "leak" in n]))

    def test_a_leak_of_pinned_memory_names_the_call_as_it_was_written(self):
        """The header's cudaMallocHost(&pointer, bytes) calls cudaHostAlloc()."""
        source = slurp(os.path.join(ROOT, "solutions/10-streams/2-pinned.cu")).replace("cudaFreeHost(host);", "")
        _, j = self.judge(source, step="10/2", name="2-pinned.cu")
        self.assertEqual(["solve() leaks memory: 4 bytes, made by the 1st cudaMallocHost (case one)"], [n for n in j["notes"] if "leak" in n])

    def test_memory_of_cuda_given_to_free(self):
        for call, other in (("cudaHostAlloc(&t, 400, 0)", "cudaFreeHost()"), ("cudaMalloc(&t, 400)", "cudaFree()"),
                            ("cudaHostAlloc(&t, 400, cudaHostAllocWriteCombined)", "cudaFreeHost()")):
            code, j = self.judge("#include <cstdlib>\n" + KERNEL + SOLVE + "{\n\tfloat *t;\n\t%s;\n\tfree(t);\n}\n" % call)
            self.assertEqual((1, "crashed"), (code, j["verdict"]))
            self.assertIn("right before the 400 bytes made by the 1st %s: were they given to free()? They are for %s"
                          % (call[:call.index("(")], other), j["message"])

    def test_device_memory_on_the_host(self):
        code, j = self.judge(KERNEL + SOLVE + "{\n\tfloat *t;\n\tcudaMalloc(&t, 400);\n\tt[3] = 1;\n}\n")
        self.assertEqual((1, "crashed"), (code, j["verdict"]))
        self.assertIn("it is device memory, 12 bytes into the 400 bytes made by the 1st cudaMalloc", j["message"])
        code, j = self.judge(KERNEL + SOLVE + "{\n\tc[0] = a[0] + b[0];\n}\n")
        self.assertEqual((1, "crashed"), (code, j["verdict"]))
        self.assertIn("the device pointer of argument", j["message"])
