"""warplings profile: every line's counts, of a program with a main() and of a step's file."""
import json
import os
import subprocess
import unittest

from harness import GOOD, Case

PROGRAM = """#include <cstdio>
#include "beside.h"
__device__ float twice(float x)
{
	return x * x * x; // TWICE
}
__global__ void work(const float *a, float *b, int n)
{
	__shared__ float s[32 * 33];
	int i = threadIdx.x;
	s[i * 33] = 0; // FILL
	s[i * 32] = a[i * 8]; // STRIDED
	__syncthreads(); // BARRIER
	float v = s[i * 33]; // CLEAN
#pragma unroll
	for (int k = 0; k < 8; k++)
		v += a[k]; // UNROLLED
#pragma unroll 1
	for (int k = 0; k < n; k++)
		v = twice(v) + a[k + 8]; // LOOP
	if (i % 2) // SPLIT
		v = beside(v);
	if (i < n * 32) // GUARD
		b[i] = v; // STORE
}
int main(int argc, char **argv)
{
	float *a, *b;
	cudaMalloc(&a, 256 * 4);
	cudaMalloc(&b, 32 * 4);
	cudaMemset(a, 0, 256 * 4);
	work<<<3, 32>>>(a, b, 5);
	printf("said %s\\n", cudaGetErrorName(cudaDeviceSynchronize()));
	return argc > 1 ? 4 : 0;
}
"""
CONFLICTS = """__global__ void walk(float *out, int turns, int stride)
{
	__shared__ float s[1024];
	float v = 0;
	for (int i = threadIdx.x; i < 1024; i += blockDim.x)
		s[i] = i;
	__syncthreads();
	for (int k = 0, at = threadIdx.x % 32 * stride; k < turns; k++, at = (at + 1) & 1023)
		v += s[at];
	out[blockIdx.x * blockDim.x + threadIdx.x] = v;
}
int main()
{
	float *out;
	cudaMalloc(&out, 132 * 256 * 4);
	walk<<<132, 256>>>(out, 200, 32);
	return cudaDeviceSynchronize();
}
"""
BESIDE = "__device__ inline float beside(float v)\n{\n\treturn __expf(v) / 3.0f;\n}\n"
LD, ST = "l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_ld.ratio", "l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_st.ratio"
LANES = "ptx__thread_inst_executed_per_inst_executed.ratio"


class Profile(Case):
    def profiled(self, text=PROGRAM, name="x.cu", args=()):
        self.write("beside.h", BESIDE)
        path = self.write(name, text)
        p = self.warplings("profile", path, *args, "--format", "json")
        self.assertEqual(0, p.returncode, p.stderr)
        return p, json.loads(p.stdout), path

    def test_every_line(self):
        p, j, path = self.profiled()
        self.assertEqual("warplings.profile/1", j["schema"])
        self.assertIn("said cudaSuccess", p.stderr)
        self.assertEqual([path], j["program"])
        marks = {l.split("// ")[1]: i + 1 for i, l in enumerate(PROGRAM.split("\n")) if "// " in l}
        lines = {l["line"]: l for l in j["lines"] if l["file"] == path}

        def at(mark):
            return lines[marks[mark]]
        # 3 blocks of one warp; 8 turns of the unrolled loop, 5 of the other one.
        for mark, times in (("STRIDED", 3), ("BARRIER", 3), ("UNROLLED", 24), ("LOOP", 15), ("TWICE", 15), ("SPLIT", 3), ("STORE", 3)):
            self.assertEqual(times, at(mark)["times"], mark)
        self.assertEqual(32.0, at("STRIDED")["counters"][LD])
        self.assertEqual(1.0, at("UNROLLED")["counters"][LD])
        self.assertEqual(4.0, at("STORE")["counters"][ST])
        self.assertEqual(3 * 31, at("STRIDED")["counters"]["derived__memory_l1_wavefronts_shared_excessive"])
        self.assertEqual(0, at("CLEAN")["counters"]["derived__memory_l1_wavefronts_shared_excessive"])
        self.assertEqual(3, at("BARRIER")["counters"]["ptx__barriers.sum"])
        # A header of the program's own keeps its lines, at half of the lanes; the toolkit's headers are the line that calls them.
        other = {os.path.basename(l["file"]) for l in j["lines"]} - {"x.cu"}
        self.assertEqual({"beside.h"}, other)
        half = [l for l in j["lines"] if l["file"].endswith("beside.h")]
        self.assertEqual(16.0, half[0]["counters"][LANES])
        # A test that all lanes pass divides no warp: 32 lanes are active, although its branch is taken by none.
        self.assertEqual(32.0, at("GUARD")["counters"][LANES])
        self.assertGreater(32.0, at("GUARD")["counters"][LANES.replace("executed_per", "executed_pred_on_per")])
        self.assertTrue(half)
        # All lines together are the kernel: nothing is lost.
        for name in ("ptx__inst_executed.sum", "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum"):
            self.assertEqual(j["counters"][name], sum(l["counters"][name] for l in j["lines"]), name)

    def test_what_limits_a_kernel(self):
        p, j, path = self.profiled(CONFLICTS)
        limit = j["kernels"][0]["limit"]
        self.assertEqual("shared-wavefronts", limit["by"])
        self.assertRegex(limit["sentence"], r"^limited by shared-memory wavefronts: [89]\d % of the time is bank conflicts$")
        self.assertEqual(max(limit["busy_us"], key=limit["busy_us"].get), limit["by"])
        self.assertIn(limit["sentence"], self.warplings("profile", path).stdout)
        # Without conflicts the same kernel is faster, and says something else.
        p, easy, path = self.profiled(CONFLICTS.replace("200, 32", "200, 1"))
        self.assertLess(easy["time_us"], j["time_us"] / 3)
        self.assertNotIn("bank conflicts", easy["kernels"][0]["limit"]["sentence"])

    def test_text(self):
        self.write("beside.h", BESIDE)
        p = self.warplings("profile", self.write("x.cu", PROGRAM))
        self.assertEqual(0, p.returncode, p.stderr)
        self.assertRegex(p.stdout, r"(?m)^times lanes +ld +st +bank +div line$")
        self.assertRegex(p.stdout, r"(?m)^ +3 +32\.0 32\.0 +93 +12     s\[i \* 32\]")
        self.assertIn("int main(", p.stdout)
        self.assertIn("1 kernel launch", p.stdout)
        self.assertNotIn("said cuda", p.stdout)
        self.assertTrue(all(len(l) <= 80 for l in p.stdout.split("\n")))
        self.assertNothingLeft()

    def test_a_step(self):
        path = self.write("mine.cu", GOOD)
        p = self.warplings("profile", "01/1", "--file", path, "--seed", "5", "--format", "json")
        self.assertEqual(0, p.returncode, p.stderr)
        j = json.loads(p.stdout)
        self.assertEqual(("01-first-kernel/1", "5", path, None), (j["step"], j["seed"], j["file"], j["program"]))
        add = [l for l in j["lines"] if l["line"] == 5][0]
        self.assertEqual((path, "add", 4.0), (add["file"], add["kernel"], add["counters"][LD]))
        # A file in a lab's folder needs no word for its step; the student's own is made from the starter.
        p = self.warplings("profile", "01/1", "--format", "json")
        mine = os.path.join(self.work, "01-first-kernel", "1-vector-add.cu")
        self.assertTrue(os.path.exists(mine))
        with open(mine, "w") as f:
            f.write(GOOD)
        p = self.warplings("profile", mine, "--format", "json")
        self.assertEqual((0, "01-first-kernel/1"), (p.returncode, json.loads(p.stdout)["step"]), p.stderr)

    def test_a_fault(self):
        path = self.write("mine.cu", GOOD.replace("c[i]", "c[i + n]"))
        p = self.warplings("profile", "01/1", "--file", path)
        self.assertEqual(1, p.returncode, p.stderr)
        self.assertRegex(p.stdout, r"========= Invalid __global__ (read|write) of size 4 bytes\n=========     in add at .*mine\.cu:5\b")
        p = self.warplings("profile", self.write("x.cu", PROGRAM.replace("beside.h", "cmath").replace("beside(v)", "v").replace("b[i]", "b[i + n]")))
        self.assertEqual(1, p.returncode)
        self.assertRegex(p.stdout, r"in work at .*x\.cu:24\b")

    def test_what_is_no_program(self):
        p = self.warplings("profile", self.write("lib.cu", "__global__ void k() {}\n"))
        self.assertEqual((2, ""), (p.returncode, p.stdout))
        self.assertIn("no main()", p.stderr)
        p = self.warplings("profile", self.write("bad.cu", "int main() { return x; }\n"))
        self.assertEqual((1, ""), (p.returncode, p.stdout))
        self.assertIn("bad.cu(1): error", p.stderr)
        for args, word in ((["no/such.cu"], "no/such.cu"), (["no-lab/1"], "no-lab"), (["01/1", "x"], "too many"),
                           ([self.write("y.cu", PROGRAM), "--file", "z.cu"], "--file")):
            p = self.warplings("profile", *args)
            self.assertEqual((2, ""), (p.returncode, p.stdout), args)
            self.assertIn(word, p.stderr)

    def test_a_program_that_is_built(self):
        os.makedirs(os.path.join(self.dir, "include"), exist_ok=True)
        self.write("include/ops.h", "#pragma once\n__device__ inline float twice(float x)\n{\n\treturn x * 2; // TWICE\n}\n__global__ void scale(float *a, int n);\n")
        self.write("k.cu", '#include "ops.h"\n__global__ void scale(float *a, int n)\n{\n\tint i = blockIdx.x * blockDim.x + threadIdx.x;\n\tif (i < n)\n\t\ta[i * 8] = twice(a[i * 8]);\n}\n')
        self.write("main.cu", "// far\n" * 30 + '#include "ops.h"\n__global__ void fill(float *a)\n{\n\ta[threadIdx.x] = 1; // FILL\n}\n'
                   "int main(int argc, char **argv)\n{\n\tfloat *a;\n\tcudaMalloc(&a, 1024 * 4);\n\tcudaMemset(a, 0, 1024 * 4);\n\tfill<<<1, 64>>>(a);\n"
                   "\tscale<<<2, 64>>>(a, 128);\n\treturn cudaDeviceSynchronize() + argc - 1;\n}\n")

        def build(out, *flags):
            subprocess.run([os.environ.get("NVCC", "nvcc"), "--cudart", "shared", "-rdc=true", "-Iinclude", "-gencode", "arch=compute_80,code=compute_80", *flags,
                            "-o", out, "k.cu", "main.cu"], check=True, cwd=self.dir, env=self.env)
            return os.path.join(self.dir, out)
        program = build("program", "-lineinfo")
        p = self.warplings("profile", program)
        self.assertEqual(0, p.returncode, p.stderr)
        self.assertRegex(p.stdout, r"(?m)^ +4 +32\.0 32\.0 32\.0   6 +a\[i \* 8\] = twice")
        self.assertRegex(p.stdout, r"(?m)^ +4 +32\.0   4 +return x \* 2;")
        self.assertRegex(p.stdout, r"(?m)^ +2 +32\.0  4\.0  34 +a\[threadIdx")
        self.assertEqual(2, p.stdout.count("// far"))
        self.assertNotIn("newer", p.stdout)
        j = json.loads(self.warplings("profile", program, "--format", "json").stdout)
        self.assertEqual((program, [program], 3), (j["file"], j["program"], len({l["file"] for l in j["lines"]})))
        self.assertIn("ended with status 1", self.warplings("profile", program, "x").stderr)
        # Its sources may have gone on, or gone.
        os.utime(os.path.join(self.dir, "k.cu"), (2 ** 31, 2 ** 31))
        self.assertIn("A source is newer than the program", self.warplings("profile", program).stdout)
        for name in ("k.cu", "main.cu", "include/ops.h"):
            os.rename(os.path.join(self.dir, name), os.path.join(self.dir, name + ".away"))
        p = self.warplings("profile", program)
        self.assertEqual(0, p.returncode, p.stderr)
        self.assertIn("k.cu:6: ", p.stdout)
        self.assertIn("No source of the program is where the compiler saw it", p.stdout)
        for name in ("k.cu", "main.cu", "include/ops.h"):
            os.rename(os.path.join(self.dir, name + ".away"), os.path.join(self.dir, name))
        p = self.warplings("profile", build("bare"))
        self.assertEqual(0, p.returncode, p.stderr)
        self.assertIn("no line table", p.stdout)
        p = self.warplings("profile", program, "--seed", "3")
        self.assertEqual((2, ""), (p.returncode, p.stdout))
        self.assertIn("--seed goes with a step", p.stderr)

    def test_json_of_what_does_not_compile(self):
        path = self.write("bad.cu", "__global__ void k(int *a)\n{\n\ta[0] = 1\n}\nint main()\n{\n\treturn 0;\n}\n")
        for command in ("profile", "timeline"):
            p = self.warplings(command, path, "--format", "json")
            self.assertEqual(1, p.returncode, p.stderr)
            j = json.loads(p.stdout)
            self.assertEqual((None, None, []), (j["exit_status"], j["signal"], j["kernels"]))
            self.assertEqual([("error", 4)], [(said["kind"], said["line"]) for said in j["compiler"]])
            self.assertIn("expected a", j["diagnostics"])
            self.assertIn("does not compile", p.stderr)
            self.assertEqual("", self.warplings(command, path).stdout)

    def test_a_programs_status(self):
        self.write("beside.h", BESIDE)
        p = self.warplings("profile", self.write("x.cu", PROGRAM), "an argument")
        self.assertEqual(1, p.returncode)
        self.assertIn("ended with status 4", p.stderr)
        self.assertIn("UNROLLED", p.stdout)


if __name__ == "__main__":
    unittest.main()
