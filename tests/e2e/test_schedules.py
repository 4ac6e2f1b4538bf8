"""Other orders of threads: run, check and verify --schedule and --schedules; what a silent race becomes."""
import json
import os
import re
import subprocess
import unittest

from harness import GOOD, SOLVE, Case

# Right when warps run in order: each reads what the warp before it has left in shared memory.
LEANS = """__global__ void add(const float *a, const float *b, float *c, int n)
{
	__shared__ float s[256];
	int t = threadIdx.x, i = blockIdx.x * 256 + t;
	s[t] = i < n ? a[i] + b[i] : 0;
	float before = t >= 32 ? s[t - 32] : 0, mine = s[t];
	if (i < n)
		c[i] = t >= 32 && before != a[i - 32] + b[i - 32] ? -1 : mine;
}
""" + SOLVE + "{\n\tadd<<<(n + 255) / 256, 256>>>(a, b, c, n);\n}\n"

# A last warp that is unrolled without __syncwarp(): right as long as its lanes run in lockstep.
PROGRAM = """#include <cstdio>
__global__ void sum(const int *in, int *out)
{
	__shared__ volatile int s[64];
	int t = threadIdx.x;
	s[t] = in[t];
	__syncthreads();
	if (t < 32) {
		s[t] = s[t] + s[t + 32];
		s[t] = s[t] + s[t + 16];
		s[t] = s[t] + s[t + 8];
		s[t] = s[t] + s[t + 4];
		s[t] = s[t] + s[t + 2];
		s[t] = s[t] + s[t + 1];
	}
	if (t == 0)
		*out = s[0];
}
int main()
{
	int h[64], r = 0, *in, *out;
	for (int i = 0; i < 64; i++)
		h[i] = i;
	cudaMalloc(&in, sizeof h);
	cudaMalloc(&out, 4);
	cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
	sum<<<1, 64>>>(in, out);
	cudaMemcpy(&r, out, 4, cudaMemcpyDeviceToHost);
	printf("sum %d\\n", r);
	return r != 2016;
}
"""

# What the host sees of work that it has issued, with and without waiting for it: one row a way, NAME: what is done. `look` is the host's first look.
HOST_SEES = r"""
#include <cstdio>
#include <cstring>
#include <cuda_runtime.h>

__global__ void fill(int *p, int v) { p[threadIdx.x] = v; }
__global__ void twice(int *to, const int *from) { to[threadIdx.x] = 2 * from[threadIdx.x]; }
__global__ void tell(int *p, volatile int *flag) { *p = 7; __threadfence_system(); *flag = 1; }
static volatile int called;
static void call(void *) { called = 1; }
static bool way(const char *a, const char *b) { return !strcmp(a, b); }

int main(int, char **argv)
{
	const char *w = argv[1];
	cudaStream_t s, t;
	cudaEvent_t e;
	int *m, *g, *d, *d2, *other, seen = -1;

	cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
	cudaStreamCreateWithFlags(&t, cudaStreamNonBlocking);
	cudaEventCreate(&e);
	cudaMallocHost(&m, 512);
	cudaMallocManaged(&g, 512);
	cudaMalloc(&d, 512);
	cudaMalloc(&d2, 512);
	memset(m, 0, 512);
	memset(g, 0, 512);
	fill<<<1, 64>>>(d, 3);
	fill<<<1, 64>>>(d2, 3);
	cudaDeviceSynchronize();
	if (way(w, "mapped")) { fill<<<1, 64, 0, s>>>(m, 7); seen = m[0]; }
	if (way(w, "managed")) { fill<<<1, 64, 0, s>>>(g, 7); seen = g[0]; }
	if (way(w, "copy")) { fill<<<1, 64, 0, s>>>(d, 7); cudaMemcpyAsync(m, d, 256, cudaMemcpyDeviceToHost, s); seen = m[0]; }
	if (way(w, "only-a-copy")) { fill<<<1, 64>>>(d, 7); cudaDeviceSynchronize(); cudaMemcpyAsync(m, d, 256, cudaMemcpyDeviceToHost, s); seen = m[0]; }
	if (way(w, "malloc")) { fill<<<1, 64, 0, s>>>(m, 7); cudaMalloc(&other, 64); seen = m[0]; }
	if (way(w, "other-stream")) { fill<<<1, 64, 0, s>>>(m, 7); fill<<<1, 64, 0, t>>>(d, 1); cudaStreamSynchronize(t); seen = m[0]; }
	if (way(w, "default-stream")) { fill<<<1, 64, 0, s>>>(m, 7); cudaMemcpy(&seen, d, 4, cudaMemcpyDeviceToHost); seen = m[0]; }
	if (way(w, "event-too-early")) { fill<<<1, 64, 0, t>>>(d, 1); cudaEventRecord(e, t); fill<<<1, 64, 0, t>>>(m, 7); cudaEventSynchronize(e); seen = m[0]; }
	if (way(w, "refilled")) { m[0] = 7; cudaMemcpyAsync(d, m, 256, cudaMemcpyHostToDevice, s); m[0] = 1; cudaStreamSynchronize(s); cudaMemcpy(&seen, d, 4, cudaMemcpyDeviceToHost); }
	if (way(w, "ok-device")) { fill<<<1, 64, 0, s>>>(m, 7); cudaDeviceSynchronize(); seen = m[0]; }
	if (way(w, "ok-managed")) { fill<<<1, 64, 0, s>>>(g, 7); cudaStreamSynchronize(s); seen = g[0]; }
	if (way(w, "ok-memcpy")) { fill<<<1, 64>>>(m, 7); cudaMemcpy(&seen, d, 4, cudaMemcpyDeviceToHost); seen = m[0]; }
	if (way(w, "ok-memset")) { cudaMemsetAsync(m, 7, 256, s); cudaStreamSynchronize(s); seen = m[0] & 7; }
	if (way(w, "ok-free")) { fill<<<1, 64, 0, s>>>(m, 7); cudaFree(d2); seen = m[0]; }
	if (way(w, "ok-event-query")) { fill<<<1, 64, 0, s>>>(m, 7); cudaEventRecord(e, s); while (cudaEventQuery(e) == cudaErrorNotReady) ; seen = m[0]; }
	if (way(w, "ok-stream-query")) { fill<<<1, 64, 0, s>>>(m, 7); while (cudaStreamQuery(s) == cudaErrorNotReady) ; seen = m[0]; }
	if (way(w, "ok-flag")) { tell<<<1, 1, 0, s>>>(m, m + 8); while (!((volatile int *)m)[8]) ; seen = m[0]; }
	if (way(w, "ok-flags")) for (int i = 0; i < 64; i++) { m[0] = m[8] = 0; tell<<<1, 1, 0, s>>>(m, m + 8); while (!((volatile int *)m)[8]) ; seen = m[0]; }
	if (way(w, "ok-callback")) { fill<<<1, 64, 0, s>>>(m, 7); cudaLaunchHostFunc(s, call, nullptr); while (!called) ; seen = m[0]; }
	if (way(w, "ok-chain")) {
		fill<<<1, 64, 0, s>>>(d, 7);
		cudaEventRecord(e, s);
		cudaStreamWaitEvent(t, e, 0);
		cudaMemcpyAsync(m, d, 256, cudaMemcpyDeviceToHost, t);
		cudaStreamSynchronize(t);
		seen = m[0];
	}
	if (way(w, "ok-blocking")) {
		cudaStream_t b, c;
		cudaStreamCreate(&b);
		cudaStreamCreate(&c);
		fill<<<1, 64, 0, b>>>(d, 4);
		twice<<<1, 64>>>(d2, d);
		twice<<<1, 64, 0, c>>>(m, d2);
		cudaStreamSynchronize(c);
		seen = m[0] - 9;
	}
	if (way(w, "ok-many")) { for (int i = 0; i < 3000; i++) fill<<<1, 32, 0, s>>>(m, i); fill<<<1, 64, 0, s>>>(m, 7); cudaStreamSynchronize(s); seen = m[0]; }
	printf("%s\n", seen == 7 ? "new" : "old");
	cudaDeviceSynchronize();
	return 0;
}
"""
HOST_SEES_OLD = ("mapped", "managed", "copy", "only-a-copy", "malloc", "other-stream", "default-stream", "event-too-early", "refilled")
HOST_SEES_NEW = ("ok-device", "ok-managed", "ok-memcpy", "ok-memset", "ok-free", "ok-event-query", "ok-stream-query", "ok-flag", "ok-flags",
                 "ok-callback", "ok-chain", "ok-blocking", "ok-many")


class Schedules(Case):
    def judge(self, content, *options, step="01/1", seed="5"):
        path = self.write("x.cu", content)
        p = self.warplings("run", step, "--file", path, "--format", "json", "--device", "emulator", "--seed", seed, *options)
        self.assertIn(p.returncode, (0, 1, 3), p.stderr)
        return p.returncode, json.loads(p.stdout), path

    def test_silent_race_becomes_a_wrong_element(self):
        status, j, path = self.judge(LEANS)
        self.assertEqual((1, "race"), (status, j["verdict"]))
        bad = [c for c in j["cases"] if c["schedule"]]
        self.assertTrue(bad)
        self.assertEqual({"race"}, {c["verdict"] for c in bad})
        m = bad[0]["mismatch"]
        self.assertEqual("-1", m["got"])
        self.assertIn("schedule %s" % bad[0]["schedule"], j["message"])
        replay = [n for n in j["notes"] if n.startswith("replay: ")]
        self.assertEqual(["replay: warplings run 01-first-kernel/1 --file %s --seed 5 --schedule %s" % (path, bad[0]["schedule"])], replay)
        # The command of the note, as it stands, gives the same element.
        words = replay[0].split()[2:]
        p = self.warplings(*words, "--device", "emulator", "--format", "json")
        self.assertEqual(1, p.returncode)
        again = [c for c in json.loads(p.stdout)["cases"] if c["name"] == bad[0]["name"]][0]
        self.assertEqual((m, bad[0]["schedule"]), (again["mismatch"], again["schedule"]))
        # The text names it too.
        text = self.warplings(*words, "--device", "emulator").stdout
        self.assertIn("schedule %s)" % bad[0]["schedule"], text)
        self.assertIn("replay: warplings run 01-first-kernel/1", text)

    def test_small_cases_say_it_before_big_ones_run(self):
        with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../attacks/state/order.cu")) as f:
            status, j, _ = self.judge(f.read())
        self.assertEqual((1, "race"), (status, j["verdict"]))
        self.assertTrue([c for c in j["cases"] if c["schedule"]])
        self.assertEqual(["not-judged"], [c["verdict"] for c in j["cases"] if c["name"] == "big"])
        self.assertEqual(1, len([n for n in j["notes"] if n.startswith("replay: ")]))

    def test_the_natural_order_hides_it(self):
        for options in (("--schedules", "0"), ("--schedule", "0")):
            _, j, _ = self.judge(LEANS, *options)
            self.assertEqual([None] * len(j["cases"]), [c["schedule"] for c in j["cases"]])
            self.assertEqual([None] * len(j["cases"]), [c["mismatch"] for c in j["cases"]])

    def test_counters_are_of_the_natural_order(self):
        _, few, _ = self.judge(GOOD, "--schedules", "0")
        status, many, _ = self.judge(GOOD, "--schedules", "12")
        self.assertEqual((0, "pass"), (status, many["verdict"]))
        self.assertEqual([c["counters"] for c in few["cases"]], [c["counters"] for c in many["cases"]])
        self.assertEqual(few["gates"], many["gates"])

    def test_a_wrong_answer_stays_one(self):
        _, j, _ = self.judge(GOOD.replace("a[i] + b[i]", "a[i] - b[i]"))
        self.assertEqual("wrong-answer", j["verdict"])
        self.assertEqual({None}, {c["schedule"] for c in j["cases"]})

    def test_all_solutions_are_stable(self):
        p = self.warplings("check", "01", "02", "--solutions", "--device", "emulator", "--schedules", "20", "--seed", "3", timeout=600)
        self.assertEqual(0, p.returncode, p.stdout + p.stderr)

    def build(self, text):
        path = self.write("p.cu", text)
        out = os.path.join(self.dir, "p")
        subprocess.run([os.environ.get("NVCC", "nvcc"), "-arch=compute_80", "--cudart", "shared", "-lineinfo", "-o", out, path], check=True, env=self.env)
        return out

    def test_programs(self):
        p = self.build(PROGRAM)
        natural = self.warplings("exec", "--output", "/dev/null", "--", p)
        self.assertEqual((0, "sum 2016\n"), (natural.returncode, natural.stdout))
        many = self.warplings("exec", "--schedules", "6", "--output", "/dev/null", "--", p)
        self.assertEqual((1, "sum 2016\n"), (many.returncode, many.stdout))
        said = re.search(r"schedule (\d+): exit status 1 instead of exit status 0", many.stderr)
        self.assertTrue(said, many.stderr)
        self.assertRegex(many.stderr, r"\d of 6 other orders of threads change the result")
        first = self.warplings("exec", "--schedule", said.group(1), "--output", "/dev/null", "--", p)
        again = self.warplings("exec", "--schedule", said.group(1), "--output", "/dev/null", "--", p)
        self.assertEqual(1, first.returncode)
        self.assertNotEqual("sum 2016\n", first.stdout)
        self.assertEqual(first.stdout, again.stdout)
        # With what was missing, no order changes anything.
        right = PROGRAM
        for d in (32, 16, 8, 4, 2, 1):
            right = right.replace("s[t] = s[t] + s[t + %d];" % d, "{ int x = s[t + %d]; __syncwarp(); s[t] = s[t] + x; __syncwarp(); }" % d)
        p = self.build(right)
        many = self.warplings("exec", "--schedules", "30", "--output", "/dev/null", "--", p)
        self.assertEqual((0, "sum 2016\n"), (many.returncode, many.stdout), many.stderr)
        self.assertNotIn("schedule", many.stderr)

    def test_who_does_not_wait_finds_the_old_bytes(self):
        """In the natural order it is chance what the host sees, or always the new bytes; in another order it sees the old ones."""
        p = self.build(HOST_SEES)
        for way in HOST_SEES_OLD:
            with self.subTest(way=way):
                # A host that loses its core between the launch and its look may come too late for once.
                seen = {self.warplings("exec", "--schedule", str(k), "--output", "/dev/null", "--", p, way).stdout for k in (1, 2, 3)}
                self.assertIn("old\n", seen)
        for way in HOST_SEES_NEW:
            for k in (0, 1, 2):
                with self.subTest(way=way, schedule=k):
                    once = self.warplings("exec", "--schedule", str(k), "--output", "/dev/null", "--", p, way)
                    self.assertEqual("new\n", once.stdout, once.stderr)

    def test_what_no_two_runs_share_is_not_compared(self):
        """A time without a unit differs in each run; what the order of threads changes stands beside it, in two lines."""
        stamp = 'printf("stamp %lld\\n", (long long)std::chrono::steady_clock::now().time_since_epoch().count());\n'
        text = PROGRAM.replace("#include <cstdio>", "#include <chrono>\n#include <cstdio>")
        text = text.replace('\tprintf("sum', "\t" + stamp + '\tprintf("sum').replace("return r", 'printf("and %d\\n", r);\n\treturn r')
        p = self.build(text)
        many = self.warplings("exec", "--schedules", "6", "--output", "/dev/null", "--", p)
        words = " ".join(many.stderr.split())
        self.assertEqual(1, many.returncode, words)
        self.assertNotIn("line 1 of its output", words)
        self.assertRegex(words, r'line 2 of its output is "sum \d+" instead of "sum 2016"; line 3 of its output is "and')
        right = text.replace("volatile ", "").replace("if (t < 32) {", "for (int d = 32; d; d /= 2) {\n\t\tif (t < d)\n\t\t\ts[t] += s[t + d];\n\t\t__syncthreads();")
        right = re.sub(r"\t\ts\[t\] = s\[t\] \+ s\[t \+ \d+\];\n", "", right)
        many = self.warplings("exec", "--schedules", "6", "--output", "/dev/null", "--", self.build(right))
        self.assertEqual(0, many.returncode, many.stdout + many.stderr)
        self.assertNotIn("schedule", many.stderr)

    def test_a_rate_of_a_modelled_time_is_not_compared(self):
        """In whatever words: modelled times are the same in both natural runs, and others in another order. The result is compared all the same."""
        wait = "cudaEvent_t a, b;\n\tfloat ms;\n\tcudaEventCreate(&a);\n\tcudaEventCreate(&b);\n\tcudaEventRecord(a);\n\t"
        stop = 'cudaEventRecord(b);\n\tcudaEventSynchronize(b);\n\tcudaEventElapsedTime(&ms, a, b);\n\tprintf("MLUPS %.9f\\n", 64 / ms);\n'
        text = PROGRAM.replace("sum<<<1, 64>>>(in, out);\n", wait + "sum<<<1, 64>>>(in, out);\n\t" + stop)
        many = self.warplings("exec", "--schedules", "6", "--output", "/dev/null", "--", self.build(text))
        words = " ".join(many.stderr.split())
        self.assertEqual(1, many.returncode, words)
        self.assertNotIn("MLUPS", words)
        self.assertRegex(words, r'line 2 of its output is "sum \d+" instead of "sum 2016"')
        # Atomics at one word take another time in another order, and the sum is the same.
        right = text.replace("__global__ void sum", "__global__ void add(int *out) { atomicAdd(out + (threadIdx.x * 7 + blockIdx.x) % 61, 1); }\n__global__ void sum")
        right = right.replace("sum<<<1, 64>>>(in, out);", "add<<<64, 256>>>(in);").replace("return r != 2016", "return 0")
        right = right.replace("cudaMemcpy(&r, out", "cudaMemcpy(&r, in")
        many = self.warplings("exec", "--schedules", "6", "--output", "/dev/null", "--", self.build(right))
        self.assertEqual(0, many.returncode, many.stdout + many.stderr)
        self.assertNotIn("schedule", many.stderr)

    def test_what_only_another_order_shows_is_reported_with_its_seed(self):
        """Who takes a ticket first reads unwritten places only in some orders; the checkers look in each."""
        text = """#include <cstdio>
__global__ void pass(int *next, int *a, int *o)
{
	__shared__ int late[64];
	int t = threadIdx.x, mine = atomicAdd(next, 1);
	late[t] = 0;
	__syncthreads();
	if (t == 40 && mine < 40)
		late[0] = 1;
	if (t == 0)
		o[0] = late[0] > 5;
	__syncthreads();
}
int main()
{
	int *p, r = 0;
	cudaMalloc(&p, 12);
	cudaMemset(p, 0, 12);
	pass<<<1, 64>>>(p, p + 1, p + 2);
	cudaMemcpy(&r, p + 2, 4, cudaMemcpyDeviceToHost);
	printf("%d\\n", r);
	return 0;
}
"""
        p = self.build(text)
        natural = self.warplings("exec", "--", p)
        self.assertNotIn("Race", natural.stderr)
        many = self.warplings("exec", "--schedules", "20", "--output", "/dev/null", "--", p)
        words = " ".join(many.stderr.split())
        self.assertRegex(words, r"schedule \d+: Error: Race on 4 bytes of __shared__ memory")
        self.assertEqual(1, many.returncode)

    def test_words(self):
        for words, says in ((("--schedule", "x"), "is no schedule"), (("--schedules", "-1"), "is no number of schedules"),
                            (("--schedules", "100001"), "from 0 to 100000"), (("--schedule", "1", "--schedules", "2"), "say which")):
            p = self.warplings("run", "01/1", *words)
            self.assertEqual(2, p.returncode, words)
            self.assertIn(says, p.stderr)


if __name__ == "__main__":
    unittest.main()
