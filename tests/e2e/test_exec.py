"""warplings exec: programs with a main(), compiled here by nvcc, on the emulated GPU: their output, their status, their counters."""
import json
import os
import re
import select
import shutil
import signal
import subprocess
import tempfile
import time
import unittest

from harness import BINARY, Case, spill

PROGRAMS = {
    # Much text from kernels: 20 launches of 64,000 bytes and more; or one launch of more than 8 MB.
    "prints": """#include <cstdio>
#include <cstdlib>
__global__ void lines(int turns)
{
	for (int k = 0; k < turns; k++)
		printf("line %6d of thread %3d of block %3d, with more text\\n", k, threadIdx.x, blockIdx.x);
}
int main(int argc, char **argv)
{
	if (argc > 3)
		cudaDeviceSetLimit(cudaLimitPrintfFifoSize, atoll(argv[3]));
	for (int k = 0; k < atoi(argv[1]); k++)
		lines<<<10, 64>>>(atoi(argv[2]));
	return cudaDeviceSynchronize();
}
""",
    "asserts": """#include <cassert>
#include <cstdio>
__global__ void below(const int *a, int n)
{
	assert(a[threadIdx.x] < n);
}
int main()
{
	int h[64] = {}, *d;
	h[3] = h[4] = h[31] = 9;
	cudaMalloc(&d, sizeof h);
	cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
	below<<<1, 64>>>(d, 5);
	return cudaDeviceSynchronize() == cudaErrorAssert ? 0 : 1;
}
""",
    "refused": """#include <cstdio>
__global__ void none() {}
int main()
{
	for (int k = 0; k < 3000; k++)
		none<<<1, 2048>>>();
	return cudaGetLastError() == cudaErrorInvalidValue ? 0 : 1;
}
""",
    # A launch or call that ends otherwise than on a GPU, by its argument; then what it would have written is used.
    "undone": """#include <cstring>
#include <cuda_fp16.h>
#include <mma.h>
using namespace nvcuda;
__global__ void tensor(float *out)
{
	wmma::fragment<wmma::accumulator, 16, 16, 16, float> f;
	wmma::fill_fragment(f, 1.f);
	wmma::store_matrix_sync(out, f, 16, wmma::mem_row_major);
}
__global__ void plain(float *out) { out[threadIdx.x] = 1; }
__global__ void reads(const float *in, float *out) { out[threadIdx.x] = in[threadIdx.x] + 1; }
static void clusters(float *d)
{
	cudaLaunchConfig_t c = {};
	cudaLaunchAttribute a = {};
	a.id = cudaLaunchAttributeClusterDimension;
	a.val.clusterDim.x = 2, a.val.clusterDim.y = a.val.clusterDim.z = 1;
	c.gridDim = 2, c.blockDim = 256, c.attrs = &a, c.numAttrs = 1;
	cudaLaunchKernelEx(&c, plain, d);
}
static int node(float *d)
{
	cudaGraph_t g;
	cudaGraphNode_t n;
	cudaLaunchAttributeValue v = {};
	cudaKernelNodeParams p = {};
	void *args[] = { &d };
	p.func = (void *)plain, p.gridDim = 2, p.blockDim = 256, p.kernelParams = args;
	v.clusterDim.x = 2, v.clusterDim.y = v.clusterDim.z = 1;
	cudaGraphCreate(&g, 0);
	cudaGraphAddKernelNode(&n, g, 0, 0, &p);
	return cudaGraphKernelNodeSetAttribute(n, cudaLaunchAttributeClusterDimension, &v) == cudaErrorNotSupported;
}
static void graph(float *d)
{
	cudaStream_t s;
	cudaGraph_t g;
	cudaGraphExec_t x;
	cudaStreamCreate(&s);
	cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
	tensor<<<1, 32, 0, s>>>(d);
	cudaStreamEndCapture(s, &g);
	cudaGraphInstantiate(&x, g, 0);
	cudaGraphLaunch(x, s);
	cudaStreamSynchronize(s);
}
int main(int argc, char **argv)
{
	const char *mode = argv[1];
	cudaArray_t array;
	cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
	void *none[1];
	float *d, *e, h[256];
	cudaMalloc(&d, sizeof h);
	cudaMalloc(&e, sizeof h);
	if (!strcmp(mode, "early"))
		cudaMemcpy(h, e, sizeof h, cudaMemcpyDeviceToHost);
	if (!strcmp(mode, "tensor") || !strcmp(mode, "early"))
		tensor<<<1, 32>>>(d);
	else if (!strcmp(mode, "clusters"))
		clusters(d);
	else if (!strcmp(mode, "graph"))
		graph(d);
	else if (!strcmp(mode, "array"))
		cudaMallocArray(&array, &format, 16, 16);
	else if (!strcmp(mode, "numbers"))
		plain<<<1, 2048>>>(d);
	else if (!strcmp(mode, "node"))
		return node(d) ? 7 : 1;
	else if (!strcmp(mode, "no kernel"))
		return cudaLaunchKernel((const void *)main, 1, 1, none, 0, 0);
	reads<<<1, 256>>>(d, e);
	cudaMemcpy(h, e, sizeof h, cudaMemcpyDeviceToHost);
	cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
	return 0;
}
""",
    "add": """#include <cstdio>
#include <cstdlib>
#include <vector>
__global__ void add(const float *a, const float *b, float *c, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		c[i] = a[i] + b[i]; // the line of the fault
}
int main(int argc, char **argv)
{
	const int n = 1024;
	int claim = argc > 1 ? atoi(argv[1]) : n;
	std::vector<float> a(n), b(n), c(n);
	for (int i = 0; i < n; i++)
		a[i] = i, b[i] = 2 * i;
	float *d[3];
	for (auto &p : d)
		cudaMalloc(&p, n * 4);
	cudaMemcpy(d[0], a.data(), n * 4, cudaMemcpyHostToDevice);
	cudaMemcpy(d[1], b.data(), n * 4, cudaMemcpyHostToDevice);
	add<<<(claim + 255) / 256, 256>>>(d[0], d[1], d[2], claim);
	cudaError_t first = cudaDeviceSynchronize();
	cudaError_t again = cudaMemcpy(c.data(), d[2], n * 4, cudaMemcpyDeviceToHost);
	printf("%s, then %s\\n", cudaGetErrorName(first), cudaGetErrorName(again));
	if (first)
		return 9;
	for (int i = 0; i < n; i++)
		if (c[i] != 3.0f * i)
			return 1;
	puts("right");
	return 0;
}
""",
    # Blocks that wait for the one before them: by a volatile flag, and by an atomic.
    "chain": """#include <cstdio>
__global__ void flags(volatile unsigned *ready)
{
	if (blockIdx.x)
		while (!ready[blockIdx.x - 1])
			;
	ready[blockIdx.x] = 1;
}
__global__ void atomics(unsigned *ready)
{
	if (blockIdx.x)
		while (!atomicAdd(&ready[blockIdx.x - 1], 0))
			;
	atomicExch(&ready[blockIdx.x], 1);
}
int main()
{
	unsigned *ready;
	cudaMalloc(&ready, 2 * 64 * 4);
	cudaMemset(ready, 0, 2 * 64 * 4);
	flags<<<64, 1>>>(ready);
	atomics<<<64, 1>>>(ready + 64);
	puts(cudaGetErrorName(cudaDeviceSynchronize()));
}
""",
    "long": """__global__ void spins(unsigned *out, unsigned turns)
{
	unsigned x = threadIdx.x + 1;
	for (unsigned k = 0; k < turns; k++)
		x = x * 1664525u + (x >> 3);
	out[blockIdx.x * blockDim.x + threadIdx.x] = x;
}
int main()
{
	unsigned *out;
	cudaMalloc(&out, 512 * 32 * 4);
	spins<<<512, 32>>>(out, 10);
	for (int k = 0; k < 6; k++)
		spins<<<512, 32>>>(out, 100000000 + k);
	return cudaDeviceSynchronize();
}
""",
    "says": """#include <cstdio>
__global__ void says(int k) { printf("device %d %d\\n", k, threadIdx.x); }
int main()
{
	char line[100];
	while (fgets(line, sizeof line, stdin))
		printf("host %s", line);
	for (int k = 0; k < 2; k++) {
		printf("before %d\\n", k);
		says<<<1, 2>>>(k);
		cudaDeviceSynchronize();
		printf("after %d\\n", k);
	}
	return 42;
}
""",
    "forever": """#include <cstdio>
__global__ void before(int *p) { *p = 0; }
__global__ void forever(volatile int *p) { for (unsigned long long k = 1; *p == 0 && k != 12345;) k = k * 6364136223846793005ull + 1442695040888963407ull; }
int main()
{
	int *p;
	cudaMalloc(&p, 4);
	before<<<1, 1>>>(p);
	cudaDeviceSynchronize();
	forever<<<1, 1>>>(p);
	puts("launched");
	fflush(stdout);
	return cudaDeviceSynchronize();
}
""",
    # So many that an order by chance would show.
    "leaves": """#include <unistd.h>
__global__ void turns(int *p, int n)
{
	for (int i = 0; i < n; i++)
		p[threadIdx.x] = p[threadIdx.x] * 3 + i;
}
int main()
{
	int *p;
	cudaMalloc(&p, 128);
	turns<<<1, 32>>>(p, 2000000000);
	turns<<<1, 32>>>(p, 1);
	usleep(500000); // time enough for the device to hear of them
	_exit(5);
}
""",
    "managed": """#include <cstdio>
__managed__ int a, b[1100], c, d[2200], e, f[700], g, h[3000];
int main()
{
	printf("%p %p %p %p %p %p %p %p\\n", (void *)&a, (void *)b, (void *)&c, (void *)d, (void *)&e, (void *)f, (void *)&g, (void *)h);
}
""",
    "forks": """#include <cstdio>
#include <sys/wait.h>
#include <unistd.h>
__global__ void one(int *p) { atomicAdd(p, 1); }
static int work(int blocks)
{
	int *p, v = 0;
	cudaMalloc(&p, 4);
	cudaMemset(p, 0, 4);
	one<<<blocks, 1>>>(p);
	cudaMemcpy(&v, p, 4, cudaMemcpyDeviceToHost);
	return v == blocks ? 0 : 1;
}
int main()
{
	int bad = 0, st, count;
	for (int k = 1; k <= 3; k++)
		if (fork() == 0)
			_exit(work(k));
	for (int k = 0; k < 3; k++, bad += st != 0)
		wait(&st);
	bad += work(4);
	/* After its parent has used the device a child can't, as with NVIDIA's runtime. */
	if (fork() == 0)
		_exit(cudaGetDeviceCount(&count) == cudaErrorInitializationError || cudaDeviceSynchronize() != cudaSuccess ? 0 : 1);
	wait(&st);
	return bad + (st != 0);
}
""",
}


def nvcc(*args, cwd):
    p = subprocess.run([os.environ.get("NVCC", "nvcc"), "-lineinfo", "-gencode", "arch=compute_80,code=compute_80", *args], cwd=cwd,
                       stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if p.returncode:
        raise AssertionError(p.stdout)


class Exec(Case):
    @classmethod
    def setUpClass(cls):
        cls.built = tempfile.mkdtemp(prefix="warplings-exec-")
        for name, text in PROGRAMS.items():
            spill(os.path.join(cls.built, name + ".cu"), text)
            nvcc("--cudart", "shared", "-o", name, name + ".cu", cwd=cls.built)
        nvcc("-o", "static", "add.cu", cwd=cls.built)
        for name, source, target, *more in (
                ("code_alone", "refused.cu", "arch=compute_90,code=sm_90", "--cudart", "shared"),
                ("undone_code", "undone.cu", "arch=compute_90,code=sm_90", "--cudart", "shared"),
                ("code_90a", "refused.cu", "arch=compute_90a,code=sm_90a", "--cudart", "shared"),
                ("ptx_100", "refused.cu", "arch=compute_100,code=compute_100", "--cudart", "shared"),
                ("static_90", "refused.cu", "arch=compute_90,code=sm_90"), ("static_100", "refused.cu", "arch=compute_100,code=sm_100")):
            subprocess.run([os.environ.get("NVCC", "nvcc"), "-gencode", target, *more, "-o", name, source], cwd=cls.built, check=True,
                           stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    @classmethod
    def tearDownClass(cls):
        shutil.rmtree(cls.built, ignore_errors=True)

    def program(self, name):
        return os.path.join(self.built, name)

    def exec_json(self, *argv, **kw):
        path = os.path.join(self.dir, "counters.json")
        p = self.warplings("exec", "--counters", "json", "--output", path, "--", *argv, **kw)
        with open(path) as f:
            return p, json.load(f)

    def test_output_status_and_counters(self):
        p = self.warplings("exec", "--", self.program("add"))
        self.assertEqual((0, "cudaSuccess, then cudaSuccess\nright\n"), (p.returncode, p.stdout), p.stderr)
        self.assertIn("1 kernel launch", p.stderr)
        self.assertRegex(p.stderr, r"grid 4 +block 256")
        self.assertIn("sectors per load 4.00", p.stderr)
        self.assertNothingLeft()

    def test_a_program_that_does_not_wait_for_its_kernels(self):
        p = self.warplings("exec", "--", self.program("leaves"))
        self.assertEqual(5, p.returncode)
        self.assertIn("no kernel ran to its end", p.stderr)
        self.assertIn("2 launches were stopped", " ".join(p.stderr.split()))
        self.assertNothingLeft()

    def test_json(self):
        p, j = self.exec_json(self.program("add"))
        self.assertEqual((0, ""), (p.returncode, p.stderr))
        self.assertEqual("warplings.exec/1", j["schema"])
        self.assertEqual((0, None, 1), (j["exit_status"], j["signal"], j["processes"]))
        k = j["kernels"][0]
        self.assertEqual(("add", [4, 1, 1], [256, 1, 1], 1), (k["name"], k["grid"], k["block"], k["launches"]))
        # 8 warps in each of 4 blocks load twice, 4 sectors each.
        self.assertEqual(64, k["counters"]["l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum"])
        self.assertEqual(256, k["counters"]["l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum"])
        # The timeline is the whole run's, no kernel's.
        self.assertEqual(k["counters"], {n: v for n, v in j["counters"].items() if not n.startswith("timeline__")})

    def test_blocks_that_wait_for_others_are_no_sample(self):
        p = self.warplings("exec", "--time-sample", "--", self.program("chain"))
        self.assertEqual("cudaSuccess\n", p.stdout, p.stderr)

    def test_a_fault_is_sticky_and_has_its_line(self):
        p = self.warplings("exec", "--", self.program("add"), "4096")
        self.assertEqual(9, p.returncode)
        self.assertEqual("cudaErrorIllegalAddress, then cudaErrorIllegalAddress\n", p.stdout)
        self.assertIn("Invalid __global__ read of size 4 bytes", p.stderr)
        self.assertRegex(p.stderr, r"in add at .*add\.cu:8\b")
        p, j = self.exec_json(self.program("add"), "4096")
        self.assertEqual((9, 9), (p.returncode, j["exit_status"]))
        self.assertEqual(("add", 8), (j["faults"][0]["place"]["kernel"], j["faults"][0]["place"]["line"]))
        self.assertTrue(j["faults"][0]["fatal"])
        # The faults are on stderr too when the counters are not.
        self.assertIn("Invalid __global__ read", p.stderr)

    def test_printf_comes_at_synchronisation_and_stdin_is_the_programs(self):
        with open(self.write("in", "x\ny\n")) as f:
            p = self.warplings("exec", "--", self.program("says"), stdin=f)
        self.assertEqual(42, p.returncode)
        self.assertEqual("host x\nhost y\nbefore 0\ndevice 0 0\ndevice 0 1\nafter 0\nbefore 1\ndevice 1 0\ndevice 1 1\nafter 1\n", p.stdout)

    def test_each_launch_has_the_buffer_of_printf_for_itself(self):
        p = self.warplings("exec", "--", self.program("prints"), "20", "40") # 20 launches of 1.3 MB
        self.assertEqual(20 * 640 * 40, len(p.stdout.splitlines()))
        self.assertNotIn("printf", p.stderr)

    def test_text_that_the_buffer_of_printf_cannot_hold_is_counted(self):
        p, j = self.exec_json(self.program("prints"), "1", "1000")
        lines = len(p.stdout.splitlines())
        self.assertTrue(8650752 - 64 < len(p.stdout) <= 8650752, len(p.stdout))
        lost = "The text of {:,} printf calls in kernels is lost: the buffer for it was full, and newer text took its place.".format(640000 - lines)
        self.assertIn(lost, " ".join(p.stderr.replace("=========", "").split()))
        self.assertIn(lost, " ".join(j["notes"]))
        # The newest lines are there, as on a GPU.
        self.assertIn("line    999 of thread  63 of block   9", p.stdout)
        self.assertNotIn("line      0 of thread   0 of block   0", p.stdout)
        p = self.warplings("exec", "--", self.program("prints"), "1", "1000", str(64 << 20))
        self.assertEqual(640000, len(p.stdout.splitlines()))
        self.assertNotIn("printf", p.stderr)

    def test_every_lane_that_fails_an_assert_prints_its_line(self):
        p = self.warplings("exec", "--", self.program("asserts"))
        self.assertEqual(0, p.returncode, p.stderr)
        self.assertEqual(["[3,0,0]", "[4,0,0]", "[31,0,0]"], re.findall(r"thread: (\S+) Assertion `a\[threadIdx.x\] < n` failed\.", p.stdout))
        self.assertEqual(1, p.stderr.count("Assertion `a[threadIdx.x] < n` failed"))

    def test_a_call_that_is_refused_again_and_again_is_counted(self):
        p, j = self.exec_json(self.program("refused"))
        self.assertEqual([3000], [f["count"] for f in j["faults"]])
        self.assertIn("2999 more calls failed in the same way", p.stderr)
        self.assertIn("ERROR SUMMARY: 3000 errors", p.stderr)
        self.assertFalse(j["truncated"])

    def test_machine_code_alone_is_told_with_its_reason(self):
        _, j = self.exec_json(self.program("code_alone"))
        self.assertEqual([3000], [f["count"] for f in j["faults"]])
        self.assertIn("machine code (sm_90) but no PTX", j["faults"][0]["message"])

    def test_the_advice_keeps_what_the_program_was_built_for(self):
        for name, target in (("code_alone", "90"), ("code_90a", "90a"), ("ptx_100", "90")):
            _, j = self.exec_json(self.program(name))
            self.assertIn(f"build with -gencode arch=compute_{target},code=compute_{target}", j["faults"][0]["message"])
        for name, target in (("static", "80"), ("static_90", "90"), ("static_100", "90")):
            p = self.warplings("exec", "--", self.program(name))
            self.assertEqual(2, p.returncode)
            self.assertIn(f"nvcc -lineinfo --cudart shared -gencode arch=compute_{target},code=compute_{target}", " ".join(p.stderr.split()))

    def test_what_is_not_carried_out_leaves_no_uninitialised_memory(self):
        for program, mode in (("undone", "tensor"), ("undone", "clusters"), ("undone", "graph"), ("undone", "array"),
                              ("undone_code", "tensor")):
            with self.subTest(program=program, mode=mode):
                p, j = self.exec_json(self.program(program), mode)
                self.assertEqual([], j["findings"])
                self.assertIn("could not carry out", " ".join(j["notes"]))
                self.assertNotIn("uninitialized", p.stderr)
                self.assertTrue(j["faults"] or j["unimplemented"])

    def test_uninitialised_memory_of_the_program_itself_is_told(self):
        """Where a GPU would not have run it either, and where it was used before."""
        for mode, names in (("none", 2), ("numbers", 2), ("early", 1)):
            _, j = self.exec_json(self.program("undone"), mode)
            self.assertEqual(names, len([f for f in j["findings"] if f["tool"] == "initcheck"]), (mode, j["findings"]))
        self.assertIn("could not carry out", " ".join(j["notes"]))

    def test_a_refusal_names_its_cause(self):
        for mode, status in (("clusters", 0), ("node", 7)):
            p, j = self.exec_json(self.program("undone"), mode)
            self.assertEqual(status, p.returncode)
            self.assertEqual(["the launch of plain failed: Clusters of several blocks (2 x 1 x 1 here) are not emulated (cudaErrorNotSupported)"],
                             [f["message"] for f in j["faults"]])
        p, j = self.exec_json(self.program("undone"), "no kernel")
        self.assertEqual(400 & 255, p.returncode)
        self.assertRegex(j["faults"][0]["message"], r"is not a kernel of this program \(cudaErrorInvalidResourceHandle\)")

    def test_addresses_are_the_same_in_every_run(self):
        """What depends on them, the caches' hits above all, must be, although the host's addresses change."""
        seen = {self.warplings("exec", "--", self.program("managed")).stdout for _ in range(6)}
        self.assertEqual(1, len(seen), seen)
        self.assertEqual(8, len(set(seen.pop().split())))

    def test_static_cudart_is_told_to_rebuild(self):
        p = self.warplings("exec", "--", self.program("static"))
        self.assertEqual((2, ""), (p.returncode, p.stdout))
        self.assertIn("--cudart shared", p.stderr)
        shutil.copy(self.program("static"), self.dir)
        subprocess.run(["strip", os.path.join(self.dir, "static")], check=True)
        p = self.warplings("exec", "--", os.path.join(self.dir, "static"))
        self.assertEqual(2, p.returncode)
        self.assertIn("--cudart shared", p.stderr)

    def test_no_such_program(self):
        for path, word in (("/no/such", "No such file"), (self.dir, "folder"), (self.write("text", "x"), "not executable"),
                           ("no-such-program", "PATH")):
            p = self.warplings("exec", "--", path)
            self.assertEqual((2, ""), (p.returncode, p.stdout), path)
            self.assertIn(word, p.stderr)
        self.assertEqual(2, self.warplings("exec").returncode)
        self.assertEqual(2, self.warplings("exec", "--profile", "z80", "--", self.program("add")).returncode)
        self.assertEqual(2, self.warplings("exec", "--output", self.dir + "/no/x", "--", self.program("add")).returncode)
        self.assertEqual(2, self.warplings("exec", "--counters", "xml", "--", self.program("add")).returncode)

    def test_programs_without_cuda(self):
        p = self.warplings("exec", "--", "sh", "-c", "echo out; echo err >&2; exit 5")
        self.assertEqual((5, "out\n"), (p.returncode, p.stdout))
        self.assertTrue(p.stderr.startswith("err\n"), p.stderr)
        p = self.warplings("exec", "--", "sh", "-c", "kill -TERM $$")
        self.assertEqual(128 + signal.SIGTERM, p.returncode)
        self.assertIn("signal 15", p.stderr)
        p, j = self.exec_json("sh", "-c", "kill -SEGV $$")
        self.assertEqual((128 + 11, None, 11), (p.returncode, j["exit_status"], j["signal"]))

    def test_a_script_that_runs_programs(self):
        script = self.write("all.sh", "#!/bin/sh\ncd /\n'%s' && '%s' </dev/null\n" % (self.program("add"), self.program("says")))
        os.chmod(script, 0o755)
        p, j = self.exec_json(script)
        self.assertEqual((42, 2), (p.returncode, j["processes"]))
        self.assertEqual(["add", "says", "says"], [k["name"] for k in j["kernels"] for _ in range(k["launches"])])
        # Python closes every descriptor but three in what it starts.
        p, j = self.exec_json("python3", "-c", "import subprocess, sys; sys.exit(subprocess.run([sys.argv[1]]).returncode)",
                              self.program("add"))
        self.assertEqual((0, 1), (p.returncode, j["processes"]), p.stderr)

    def test_each_process_has_a_device_of_its_own(self):
        p, j = self.exec_json(self.program("forks"))
        self.assertEqual((0, 4), (p.returncode, j["processes"]), p.stderr)
        self.assertEqual([1, 2, 3, 4], sorted(k["grid"][0] for k in j["kernels"]))
        self.assertNothingLeft()

    def test_many_in_a_row_share_devices(self):
        p, j = self.exec_json("sh", "-c", "for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 "
                              "34 35 36 37 38 39 40; do '%s' >/dev/null || exit 1; done" % self.program("add"), timeout=60)
        self.assertEqual((0, 40, []), (p.returncode, j["processes"], j["notes"]))

    def on_a_terminal(self, *words, lines=2):
        """What a command says on a terminal until so many lines have said what is running."""
        leader, follower = os.openpty()
        p = subprocess.Popen([BINARY, *words], env=self.env, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=follower)
        os.close(follower)
        said = b""
        while said.count(b" is running") < lines and len(said) < 4096 and select.select([leader], [], [], 60)[0]:
            said += os.read(leader, 4096)
        p.send_signal(signal.SIGTERM)
        p.wait()
        os.close(leader)
        return said.decode()

    def test_how_far_it_is(self):
        """A long program on a terminal: after 2 s a sentence says what runs and what would make it faster; elsewhere none."""
        said = self.on_a_terminal("exec", "--", self.program("long"))
        self.assertRegex(said, r"warplings: \d+ s: spins is running, launch 2 of 7 so far, \d+ of its 512 blocks done\. Faster: a smaller problem, or fewer launches")
        self.assertEqual(said.count("Faster"), 1, said)
        self.assertIn("WARPLINGS_UNCHECKED=all", said)
        # profile has neither of these.
        said = self.on_a_terminal("profile", self.program("long"), lines=1)
        self.assertRegex(said, r"spins is running.*Faster: a smaller problem, or fewer launches\s*$")
        p = subprocess.Popen([BINARY, "exec", "--", self.program("long")], env=self.env, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                             stderr=subprocess.PIPE)
        time.sleep(3)
        p.send_signal(signal.SIGTERM)
        self.assertNotIn(b" is running", p.communicate()[1])

    def test_killed(self):
        for sig in (signal.SIGINT, signal.SIGTERM, signal.SIGKILL):
            p = subprocess.Popen([BINARY, "exec", "--", self.program("forever")], env=self.env, stdin=subprocess.DEVNULL,
                                 stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True,
                                 preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL)) # a job in the background ignores it
            self.assertEqual(b"launched\n", p.stdout.readline())
            p.send_signal(sig)
            _, err = p.communicate(timeout=20)
            self.assertEqual(-sig, p.returncode)
            if sig != signal.SIGKILL: # what was counted until then, and no word of the signal that we ended the program by
                self.assertIn(b"1 kernel launch,", err)
                self.assertIn(b"It was stopped on request; this is what had been counted by then", err)
                self.assertNotIn(b"cudaDeviceSynchronize", err)
                self.assertNotIn(b"was ended by signal", err)
            self.assertNothingLeft()

    def test_two_signals_at_once_are_one(self):
        """timeout signals the process that it started, and then the process group: the report must come all the same."""
        for wait in (0, 0.005, 0.02):
            p = subprocess.Popen([BINARY, "exec", "--", self.program("forever")], env=self.env, stdin=subprocess.DEVNULL,
                                 stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True)
            self.assertEqual(b"launched\n", p.stdout.readline())
            p.send_signal(signal.SIGTERM)
            time.sleep(wait)
            p.send_signal(signal.SIGTERM)
            _, err = p.communicate(timeout=20)
            self.assertEqual(-signal.SIGTERM, p.returncode)
            self.assertIn(b"1 kernel launch,", err)
            self.assertNothingLeft()

    def test_a_program_that_is_killed_ends_its_kernel(self):
        p = self.warplings("exec", "--", "sh", "-c", "'%s' & sleep 1; kill -9 $!; wait $!" % self.program("forever"), timeout=30)
        self.assertEqual(137, p.returncode)
        self.assertNothingLeft()

    def test_daemons_end_with_it(self):
        p = self.warplings("exec", "--", "sh", "-c", "(setsid sleep 100 >/dev/null 2>&1 &) ; exit 3")
        self.assertEqual(3, p.returncode)
        self.assertNothingLeft()


if __name__ == "__main__":
    unittest.main()
