"""What the checkers of the emulated device see, end to end: from a kernel to exec's report, a step's verdict, and the writer of a wrong
element. That the checkers see the right things is tests/checkers' matter; here it is what becomes of it."""
import json
import os
import re
import shutil
import tempfile

from harness import KERNEL, SOLVE, Case, spill
from test_exec import nvcc

PROGRAM = """#include <cstdlib>
__global__ void reverse(int *p)
{
	__shared__ int s[256];
	s[threadIdx.x] = p[threadIdx.x]; // line 5
	p[threadIdx.x] = s[255 - threadIdx.x]; // line 6
}
__global__ void flag(int *p) { *p = 1; } // harmless
__global__ void last(int *p) { *p = blockIdx.x; } // line 9
__global__ void good(int *p)
{
	__shared__ int s[256];
	s[threadIdx.x] = p[threadIdx.x];
	__syncthreads();
	p[threadIdx.x] = s[255 - threadIdx.x];
}
int main(int argc, char **argv)
{
	int *p, k = atoi(argv[1]);
	cudaMalloc(&p, 1024);
	cudaMemset(p, 0, 1024);
	if (k == 1)
		reverse<<<1, 256>>>(p);
	if (k == 2)
		flag<<<2, 64>>>(p);
	if (k == 3)
		last<<<2, 1>>>(p);
	if (k == 4)
		good<<<1, 256>>>(p);
	cudaFree(p);
	return cudaDeviceSynchronize();
}
"""

# Every block writes to the same elements, each its own values: right only when there is one.
LOCAL = KERNEL.replace("c[i] =", "c[threadIdx.x] =")
LAUNCH = "{\n\tadd<<<(n + 255) / 256, 256>>>(a, b, c, n);\n}\n"


class Checkers(Case):
    @classmethod
    def setUpClass(cls):
        cls.built = tempfile.mkdtemp(prefix="warplings-checkers-")
        spill(os.path.join(cls.built, "r.cu"), PROGRAM)
        nvcc("--cudart", "shared", "-o", "r", "r.cu", cwd=cls.built)

    @classmethod
    def tearDownClass(cls):
        shutil.rmtree(cls.built, ignore_errors=True)

    def run_part(self, k, *options):
        p = self.warplings("exec", *options, "--", os.path.join(self.built, "r"), str(k), env={"COLUMNS": "300"})
        return p.returncode, p.stderr

    def json_of(self, k):
        path = os.path.join(self.dir, "out.json")
        p = self.warplings("exec", "--counters", "json", "--output", path, "--", os.path.join(self.built, "r"), str(k))
        with open(path) as f:
            return p, json.load(f)

    def test_a_race_is_reported_with_both_places(self):
        code, err = self.run_part(1)
        self.assertEqual(0, code)  # the program's own status
        self.assertRegex(err, r"(?m)^========= Error: .*__shared__ memory")
        self.assertRegex(err, r"(?m)^=========     Read by thread \(\d+,0,0\) in block \(0,0,0\) at r\.cu:6 in reverse$")
        self.assertRegex(err, r"(?m)^=========     Write by thread \(\d+,0,0\) in block \(0,0,0\) at r\.cu:5$")
        self.assertIn("__syncthreads()", err)
        self.assertRegex(err, r"ERROR SUMMARY: \d+ error")
        self.assertEqual(9, self.run_part(1, "--error-exitcode", "9")[0])
        p, j = self.json_of(1)
        self.assertIn("Error: ", p.stderr)  # findings are on stderr too when the counters are not
        f = j["findings"][0]
        self.assertEqual(("racecheck", "error", "race", "shared", "reverse"), (f["tool"], f["severity"], f["verdict"], f["space"], f["kernel"]))
        self.assertEqual({6, 5}, {f["at"]["line"], f["other"]["line"]})
        self.assertNotEqual(f["at"]["thread"], f["other"]["thread"])

    def test_between_blocks(self):
        code, err = self.run_part(3, "--error-exitcode", "9")
        self.assertEqual(9, code)
        self.assertRegex(err, r"in block \(1,0,0\) at r\.cu:9|in block \(0,0,0\) at r\.cu:9")

    def test_harmless_and_right_programs_have_no_errors(self):
        for k in (2, 4):
            code, err = self.run_part(k, "--error-exitcode", "9")
            self.assertEqual(0, code, err)
            self.assertNotIn("SUMMARY", err)
        _, j = self.json_of(4)
        self.assertEqual([], j["findings"])
        _, j = self.json_of(2)
        for f in j["findings"]:
            self.assertEqual(("info", None), (f["severity"], f["verdict"]))

    def test_a_race_fails_a_step_and_says_what_came_of_it(self):
        code, j = self.judge(LOCAL + SOLVE + LAUNCH)
        self.assertEqual((1, "race"), (code, j["verdict"]))
        bad = [c for c in j["cases"] if c["verdict"] == "race"][0]
        f = bad["findings"][0]
        self.assertEqual(("global", "add", 5), (f["space"], f["kernel"], f["at"]["line"]))
        self.assertRegex(f["element"], r"^c\[\d+\]$")
        self.assertNotEqual(f["at"]["block"], f["other"]["block"])
        self.assertTrue(f["at"]["file"].endswith("x.cu"))
        self.assertEqual("add", bad["place"]["kernel"])
        # What the race made wrong stands beside it.
        self.assertIsNotNone(bad["mismatch"])

    def test_the_writer_of_a_wrong_element(self):
        off = KERNEL.replace("a[i] + b[i]", "a[i] + b[i] + (i == 3 ? 1 : 0)")
        code, j = self.judge(off + SOLVE + LAUNCH)
        self.assertEqual((1, "wrong-answer"), (code, j["verdict"]))
        w = [c for c in j["cases"] if c["mismatch"]][0]["mismatch"]["written"]
        self.assertEqual(1, len(w))
        self.assertEqual(("kernel", "c[3]", "add", 5, [0, 0, 0], [3, 0, 0]),
                         (w[0]["by"], w[0]["where"], w[0]["kernel"], w[0]["at"]["line"], w[0]["at"]["block"], w[0]["at"]["thread"]))

    def test_what_nobody_wrote(self):
        tight = KERNEL.replace("i < n", "i < n - 1")
        code, j = self.judge(tight + SOLVE + LAUNCH)
        self.assertEqual((1, "wrong-answer"), (code, j["verdict"]))
        w = j["cases"][0]["mismatch"]["written"]
        self.assertEqual(["nobody"], [x["by"] for x in w])
        code, j = self.judge(KERNEL + SOLVE + LAUNCH.replace("}\n", "\tcudaMemset(c, 0, n * sizeof *c);\n}\n"))
        self.assertEqual((1, "wrong-answer"), (code, j["verdict"]))
        self.assertEqual(["host"], [x["by"] for x in j["cases"][0]["mismatch"]["written"]])

    def test_uninitialized(self):
        body = KERNEL.replace("c[i] = a[i] + b[i]", "c[i] = a[i] + b[i] + s[threadIdx.x] * 0").replace("{\n\tint i", "{\n\t__shared__ float s[256];\n\tint i", 1)
        code, j = self.judge(body + SOLVE + LAUNCH)
        self.assertEqual((1, "uninitialized"), (code, j["verdict"]))
        f = j["cases"][0]["findings"][0]
        self.assertEqual(("initcheck", "shared"), (f["tool"], f["space"]))

    def test_text_and_profile_show_it(self):
        path = self.write("mine.cu", LOCAL + SOLVE + LAUNCH)
        p = self.warplings("run", "01/1", "--file", path, "--device", "emulator", env={"COLUMNS": "160"})
        self.assertRegex(p.stdout, r"▸ +5 │ .*c\[threadIdx")
        self.assertRegex(p.stdout, r"(?m)^ +Write by thread \(\d+,0,0\) in block \(\d+,0,0\)$")
        self.assertRegex(p.stdout, r"writer +c\[\d+\] was last written by thread \(\d+,0,0\) in block \(\d+,0,0\) at mine\.cu:5, in add")
        self.assertRegex(p.stdout, r"(?m)^  device +NVIDIA H200 \(emulated\)$")
        p = self.warplings("profile", "01/1", "--file", path)
        self.assertEqual(1, p.returncode)
        self.assertRegex(p.stdout, r"(?m) 5! *c\[threadIdx")
        self.assertEqual(1, len(re.findall(r"(?m)^!  ", p.stdout)))
