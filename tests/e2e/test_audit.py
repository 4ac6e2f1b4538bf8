"""warplings audit: what each barrier of a program, and of a step's file, is good for."""
import json
import unittest

from harness import GOOD, Case

PROGRAM = """#include <cstdio>
#define N 256
__device__ void fold(int *s, int t, int d)
{
	if (t < d)
		s[t] += s[t + d];
	__syncthreads(); // FOLD
}
__global__ void sum(const int *in, int *out)
{
	__shared__ int s[N];
	int t = threadIdx.x;
	s[t] = in[t];
	__syncthreads(); // FIRST
#pragma unroll
	for (int d = N / 2; d > 0; d /= 2)
		fold(s, t, d);
	if (__syncthreads_or(in[t] < 0)) // RESULT
		s[0] = 0;
	if (t == 0)
		*out = s[0];
	__syncthreads(); // LAST
	if (in[0] > 1000)
		__syncthreads(); // NEVER
	__threadfence(); // FENCE
}
int main(int argc, char **argv)
{
	int h[N], r = 0, *in, *out;
	for (int i = 0; i < N; i++)
		h[i] = i;
	cudaMalloc(&in, sizeof h);
	cudaMalloc(&out, 4);
	cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
	sum<<<1, N>>>(in, out);
	cudaMemcpy(&r, out, 4, cudaMemcpyDeviceToHost);
	if (argc > 1)
		printf("%p\\n", (void *)&r);
	printf("sum %d\\n", r);
	return r != N * (N - 1) / 2;
}
"""
# A tile that is turned: the first barrier is needed, the second is not.
TURN = """__global__ void turn(const float *in, float *out, int rows, int cols)
{
	__shared__ float tile[32][33];
	for (int k = threadIdx.y; k < 32; k += 8) {
		int c = blockIdx.x * 32 + threadIdx.x, r = blockIdx.y * 32 + k;
		if (r < rows && c < cols)
			tile[k][threadIdx.x] = in[r * cols + c];
	}
	__syncthreads(); // NEEDED
	for (int k = threadIdx.y; k < 32; k += 8) {
		int c = blockIdx.y * 32 + threadIdx.x, r = blockIdx.x * 32 + k;
		if (r < cols && c < rows)
			out[r * rows + c] = tile[threadIdx.x][k];
	}
	__syncthreads(); // IDLE
}
extern "C" void solve(const float *in, float *out, int rows, int cols)
{
	turn<<<dim3((cols + 31) / 32, (rows + 31) / 32), dim3(32, 8)>>>(in, out, rows, cols);
}
"""


def marks(text):
    return {l.split("// ")[1]: i + 1 for i, l in enumerate(text.split("\n")) if "// " in l}


class Audit(Case):
    def audit(self, *words, status=0):
        p = self.warplings("audit", *words, "--format", "json")
        self.assertEqual(status, p.returncode, p.stdout + p.stderr)
        j = json.loads(p.stdout)
        self.assertEqual("warplings.audit/1", j["schema"])
        return j, {b["line"]: b for b in j["barriers"]}

    def test_a_program(self):
        path = self.write("p.cu", PROGRAM)
        j, at = self.audit(path)
        self.assertIsNone(j["refused"])
        m = marks(PROGRAM)
        states = {k: at[m[k]]["state"] for k in m}
        self.assertEqual({"FOLD": "needed", "FIRST": "needed", "RESULT": "kept", "LAST": "not-shown", "NEVER": "not-reached",
                          "FENCE": "not-shown"}, states)
        # Unrolled and inlined eight times: one line, one row.
        self.assertEqual(8, at[m["FOLD"]]["copies"])
        self.assertEqual(len(m), len(j["barriers"]))
        self.assertEqual(path, at[m["FOLD"]]["file"])
        self.assertEqual("fence", at[m["FENCE"]]["kind"])
        for k in ("FOLD", "FIRST"):
            self.assertTrue(at[m[k]]["element"] or at[m[k]]["finding"], k)
        text = self.warplings("audit", path).stdout
        self.assertIn("p.cu:%d  __syncthreads(); // FOLD" % m["FOLD"], text)
        self.assertIn("needed: without it ", text)
        self.assertIn("That is no proof", text)

    def test_output_that_changes_is_not_compared(self):
        path = self.write("p.cu", PROGRAM)
        j, at = self.audit(path, "any")
        self.assertEqual("needed", at[marks(PROGRAM)["FOLD"]]["state"])
        if j["notes"]:
            self.assertIn("prints something else each time", j["notes"][0])

    def test_a_step(self):
        path = self.write("x.cu", TURN)
        j, at = self.audit("02/4", "--file", path, "--seed", "5")
        m = marks(TURN)
        self.assertEqual("5", j["seed"])
        self.assertEqual({"NEEDED": "needed", "IDLE": "not-shown"}, {k: at[m[k]]["state"] for k in m})
        self.assertRegex(at[m["NEEDED"]]["element"], r"^out\[\d+\]\[\d+\] is (wrong|not written)")
        self.assertTrue(at[m["NEEDED"]]["case"])

    def test_what_is_wrong_already(self):
        path = self.write("x.cu", TURN.replace("__syncthreads(); // NEEDED", ""))
        j, at = self.audit("02/4", "--file", path, status=1)
        self.assertEqual({}, at)
        self.assertIn("has to be right", j["refused"])
        j, at = self.audit(self.write("p.cu", PROGRAM.replace("r != N", "r == N")), status=1)
        self.assertIn("status 1", j["refused"])
        j, at = self.audit(self.write("q.cu", PROGRAM.replace("int t =", "int t :")), status=1)
        self.assertIn("does not compile", j["refused"])
        self.assertTrue(j["diagnostics"])

    def test_nothing_to_audit(self):
        p = self.warplings("audit", "01/1", "--file", self.write("x.cu", GOOD))
        self.assertEqual(0, p.returncode, p.stderr)
        self.assertIn("no barrier", p.stdout)

    def test_words(self):
        for words, says in ((("nothing.cu",), "there is no file"), (("99/1",), "99"), (("x.cu", "--schedule", "1"), "no option --schedule"),
                            ((self.write("x.cu", GOOD),), "has no main()")):
            p = self.warplings("audit", *words)
            self.assertEqual(2, p.returncode, p.stdout + p.stderr)
            self.assertIn(says, p.stderr)


if __name__ == "__main__":
    unittest.main()
