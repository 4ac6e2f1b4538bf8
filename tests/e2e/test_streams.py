"""Streams on the virtual clock, from outside: the lecture notes' example of issue order under two profiles, the timeline in JSON and as text,
--profile everywhere, and a program that polls for what only it can end."""
import json
import os
import shutil
import subprocess
import tempfile
import unittest

from harness import GOOD, Case, spill

# saxpy over chunks in two streams, issued stream by stream (depth) or step by step (breadth).
ORDER = """#include <cstdio>
#include <cstring>
__global__ void saxpy(int n, float a, const float *x, const float *y, float *z)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		z[i] = a * x[i] + y[i];
}
int main(int argc, char **argv)
{
	const int n = 1 << 18, chunks = 4;
	bool depth = argc > 1 && !strcmp(argv[1], "depth");
	float *h[3], *d[2][3];
	cudaStream_t s[2];
	for (auto &p : h)
		cudaMallocHost(&p, chunks * n * sizeof(float));
	for (int i = 0; i < chunks * n; i++)
		h[0][i] = i % 1000, h[1][i] = 2;
	for (auto &x : d)
		for (auto &p : x)
			cudaMalloc(&p, n * sizeof(float));
	for (auto &x : s)
		cudaStreamCreate(&x);
	for (int at = 0; at < chunks * n; at += 2 * n) {
		auto in = [&](int k, int v) { cudaMemcpyAsync(d[k][v], h[v] + at + k * n, n * sizeof(float), cudaMemcpyHostToDevice, s[k]); };
		auto run = [&](int k) { saxpy<<<n / 256, 256, 0, s[k]>>>(n, 3, d[k][0], d[k][1], d[k][2]); };
		auto out = [&](int k) { cudaMemcpyAsync(h[2] + at + k * n, d[k][2], n * sizeof(float), cudaMemcpyDeviceToHost, s[k]); };
		if (depth) {
			for (int k = 0; k < 2; k++)
				in(k, 0), in(k, 1), run(k), out(k);
		} else {
			in(0, 0), in(0, 1), in(1, 0), in(1, 1);
			run(0), run(1);
			out(0), out(1);
		}
	}
	cudaDeviceSynchronize();
	for (int i = 0; i < chunks * n; i++)
		if (h[2][i] != 3.0f * (i % 1000) + 2)
			return printf("z[%d] = %g\\n", i, h[2][i]), 1;
	puts("right");
	return cudaGetLastError() != cudaSuccess;
}
"""

# The kernel runs until the host says so, and the host says so after it has seen that it runs.
POLLS = """#include <cstdio>
__global__ void waits(volatile int *go) { while (!*go) ; }
int main()
{
	volatile int *go;
	int polls = 0;
	cudaStream_t s;
	cudaEvent_t e;
	cudaHostAlloc((void **)&go, 4, cudaHostAllocMapped);
	*go = 0;
	cudaStreamCreate(&s);
	cudaEventCreate(&e);
	waits<<<1, 1, 0, s>>>(go);
	cudaEventRecord(e, s);
	while (cudaStreamQuery(s) == cudaErrorNotReady && cudaEventQuery(e) == cudaErrorNotReady && polls < 3)
		polls++;
	*go = 1;
	printf("%d polls, then %d\\n", polls, cudaStreamSynchronize(s));
	return 0;
}
"""


def nvcc(*args, cwd):
    p = subprocess.run([os.environ.get("NVCC", "nvcc"), "--cudart", "shared", "-lineinfo", "-gencode", "arch=compute_80,code=compute_80",
                        *args], cwd=cwd, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if p.returncode:
        raise AssertionError(p.stdout)


def engine_busy(spans):
    """Time in which at least one engine of the GPU was at work, and in which at least two were."""
    edges = sorted([(s["begin_us"], 1, s["engine"]) for s in spans if s["engine"] in ("h2d", "d2h", "compute")] +
                   [(s["end_us"], -1, s["engine"]) for s in spans if s["engine"] in ("h2d", "d2h", "compute")])
    work, last, one, two = {}, 0, 0.0, 0.0
    for at, step, engine in edges:
        n = sum(1 for v in work.values() if v)
        one += (at - last) * (n >= 1)
        two += (at - last) * (n >= 2)
        work[engine] = work.get(engine, 0) + step
        last = at
    return one, two


class Streams(Case):
    @classmethod
    def setUpClass(cls):
        cls.built = tempfile.mkdtemp(prefix="warplings-streams-")
        for name, text in (("order", ORDER), ("polls", POLLS)):
            spill(os.path.join(cls.built, name + ".cu"), text)
            nvcc("-o", name, name + ".cu", cwd=cls.built)

    @classmethod
    def tearDownClass(cls):
        shutil.rmtree(cls.built, ignore_errors=True)

    def program(self, name):
        return os.path.join(self.built, name)

    def spans(self, profile, order):
        out = os.path.join(self.dir, "counters.json")
        p = self.warplings("exec", "--profile", profile, "--counters", "json", "--output", out, "--", self.program("order"), order)
        self.assertEqual((0, "right\n"), (p.returncode, p.stdout), p.stderr)
        with open(out) as f:
            report = json.load(f)
        self.assertEqual(0, report["timeline_lost"])
        return report["timeline"]

    def test_issue_order_matters_with_one_hardware_queue(self):
        """Programming Guide, Overlapping Behavior: without concurrent copies, streams that are issued one after another do not overlap at
        all, because a copy to the device stands behind the earlier stream's copy from it; issued step by step they do."""
        one, two = engine_busy(self.spans("gtx480", "depth"))
        self.assertEqual(0, two)
        breadth, overlap = engine_busy(self.spans("gtx480", "breadth"))
        self.assertGreater(overlap, 0.02 * breadth)
        self.assertLess(breadth, one - 0.9 * overlap)

    def test_issue_order_does_not_matter_with_many(self):
        """Concurrent Kernel Execution: of compute capability 3.5 on there are several hardware queues."""
        depth, breadth = engine_busy(self.spans("h200", "depth")), engine_busy(self.spans("h200", "breadth"))
        self.assertGreater(depth[1], 0.1 * depth[0])
        self.assertAlmostEqual(1, depth[0] / breadth[0], delta=0.02)

    def test_the_same_every_time(self):
        self.assertEqual(self.spans("rtx4060-laptop", "depth"), self.spans("rtx4060-laptop", "depth"))

    def test_spans_are_well_formed(self):
        spans = self.spans("h200", "depth")
        self.assertEqual({"kernel", "copy", "wait", "pin"}, {s["op"] for s in spans})
        self.assertEqual(8, sum(s["engine"] == "h2d" for s in spans))
        self.assertEqual(4, sum(s["engine"] == "d2h" for s in spans))
        self.assertEqual({"saxpy"}, {s["name"] for s in spans if s["op"] == "kernel"})
        for s in spans:
            self.assertLessEqual(s["issued_us"], s["begin_us"])
            self.assertLess(s["begin_us"], s["end_us"])
            self.assertEqual((1 << 20) if s["op"] == "copy" else None, s["bytes"])
        for engine in ("h2d", "d2h"):
            mine = [s for s in spans if s["engine"] == engine]
            for a, b in zip(mine, mine[1:]):
                self.assertLessEqual(a["end_us"], b["begin_us"])

    def test_timeline_of_a_program(self):
        for width in ("30", "40", "72", "80", "200", "1000"):
            p = self.warplings("timeline", "--width", width, self.program("order"), "depth")
            self.assertEqual(0, p.returncode, p.stderr)
            self.assertEqual("right\n", p.stderr)  # the program's words are not in the drawing
            lines = p.stdout.splitlines()
            for row in ("h2d", "d2h", "compute", "host"):
                drawn = [line for line in lines if line.startswith(row) and "|" in line]
                self.assertEqual(1, len(drawn), p.stdout)
                self.assertEqual(int(width), len(drawn[0]))
            # A word that is longer than a line stays whole.
            self.assertLessEqual(max(len(l) for l in lines if len(l.split()) != 1), int(width))
            self.assertIn("modelled", p.stdout)
            self.assertIn("NVIDIA H200", p.stdout)
            self.assertIn("Overlap:", p.stdout)
        # Without --width, COLUMNS; with neither, 80.
        p = self.warplings("timeline", self.program("order"), env={"COLUMNS": "64"})
        self.assertEqual(64, max(map(len, p.stdout.splitlines())))

    def test_timeline_json(self):
        p = self.warplings("timeline", "--format", "json", "--profile", "gtx480", self.program("order"))
        r = json.loads(p.stdout)
        self.assertEqual("warplings.timeline/1", r["schema"])
        self.assertEqual("NVIDIA GeForce GTX 480 (emulated)", r["device"]["name"])
        self.assertEqual(self.spans("gtx480", "breadth"), r["timeline"])

    def test_timeline_of_a_source_and_of_a_step(self):
        p = self.warplings("timeline", os.path.join(self.built, "order.cu"), "depth")
        self.assertEqual(0, p.returncode, p.stderr)
        self.assertIn("saxpy x 4", p.stdout)
        path = self.write("x.cu", GOOD)
        p = self.warplings("timeline", "01/1", "--file", path, "--format", "json")
        self.assertEqual(0, p.returncode, p.stderr)
        # Of solve() alone: neither the arguments' copies nor the output's.
        self.assertEqual(["kernel", "wait"], [s["op"] for s in json.loads(p.stdout)["timeline"]])

    def test_run_with_a_profile(self):
        path = self.write("x.cu", GOOD)
        p = self.warplings("run", "01/1", "--file", path, "--format", "json", "--profile", "rtx4060-laptop")
        r = json.loads(p.stdout)
        self.assertEqual("pass", r["verdict"])
        self.assertEqual("NVIDIA GeForce RTX 4060 Laptop GPU (emulated)", r["device"]["name"])
        for side in ("student", "reference"):
            self.assertIn("kernel", [s["op"] for s in r[side]["timeline"]])

    def test_bad_words(self):
        for args, says in (
                (["timeline", "--width", "23", "x.cu"], "24 to 10000"),
                (["timeline", "--width", "many", "x.cu"], "24 to 10000"),
                (["timeline", "--profile", "abacus", self.program("order")], "known: h200, gtx480, rtx4060-laptop"),
                (["run", "01/1", "--profile", "abacus"], "no device profile 'abacus'"),
                (["check", "--profile", "h200", "--device", "gpu"], "--device gpu"),
                (["exec", "--profile", "", "--", "true"], "empty value"),
                (["timeline", "--seed", "3", self.program("order")], "goes with a step"),
                (["timeline", "/nonexistent.cu"], "no file"),
                (["timeline"], "missing")):
            p = self.warplings(*args)
            self.assertEqual(2, p.returncode, (args, p.stdout, p.stderr))
            self.assertIn(says, p.stderr)
            self.assertEqual("", p.stdout)

    def test_doctor_lists_the_profiles(self):
        p = self.warplings("doctor", "--format", "json")
        row = [c for c in json.loads(p.stdout)["checks"] if c["what"] == "profiles"][0]
        for name in ("h200", "gtx480", "rtx4060-laptop"):
            self.assertIn(name, row["found"])

    def test_polling_for_what_only_the_program_can_end(self):
        p = self.warplings("exec", "--", self.program("polls"), timeout=60)
        self.assertEqual((0, "3 polls, then 0\n"), (p.returncode, p.stdout), p.stderr)


if __name__ == "__main__":
    unittest.main()
