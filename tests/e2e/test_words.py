"""What is said of mistakes of which something else was said once: the advice has to be able to mend the fault beside it."""
import os
import unittest

from harness import GOOD, ROOT, Case, slurp


def changed(path, old, new):
    text = slurp(os.path.join(ROOT, path))
    assert old in text, old
    return text.replace(old, new)


# A transpose in a tile of shared memory, whose columns lie in one bank.
TILE = """__global__ void transpose(const float *in, float *out, int rows, int cols)
{
	__shared__ float t[32][32];
	int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32;
	for (int k = threadIdx.y; k < 32; k += 8)
		if (x < cols && y + k < rows)
			t[k][threadIdx.x] = in[(y + k) * cols + x];
	__syncthreads();
	x = blockIdx.y * 32 + threadIdx.x; y = blockIdx.x * 32;
	for (int k = threadIdx.y; k < 32; k += 8)
		if (x < rows && y + k < cols)
			out[(y + k) * rows + x] = t[threadIdx.x][k];
}
extern "C" void solve(const float *in, float *out, int rows, int cols)
{
	transpose<<<dim3((cols + 31) / 32, (rows + 31) / 32), dim3(32, 8)>>>(in, out, rows, cols);
}
"""


class Words(Case):
    def test_polling_is_no_refused_launch(self):
        poll = GOOD.replace("(a, b, c, n);\n}", "(a, b, c, n);\n\twhile (cudaStreamQuery(0) != cudaSuccess)\n\t\t;\n}")
        self.assertNotEqual(GOOD, poll)
        rc, r = self.judge(poll)
        self.assertEqual((0, "pass"), (rc, r["verdict"]), r["message"])
        # A launch that is refused still is, after polling, too.
        rc, r = self.judge(poll.replace("256>>>", "2048>>>"))
        self.assertEqual((1, "launch-error"), (rc, r["verdict"]))

    def test_a_case_has_its_own_lines(self):
        """What solve() and its kernel print stands under the case that printed it, and under no other."""
        says = "#include <cstdio>\n" + GOOD.replace("c[i] = a[i] + b[i]", "c[i] = a[i] + b[i] + (n == 10007 && !i)").replace(
            "{\n\tadd<<<", '{\n\tprintf("host n %d\\n", n);\n\tadd<<<')
        self.assertIn("printf", says)
        p = self.warplings("run", "--file", self.write("x.cu", says), "01/1", "--device", "emulator")
        self.assertIn("Your program printed (case 'a prime')\n  host n 10007\n", p.stdout)
        self.assertEqual(1, p.stdout.count("host n "), p.stdout)

    def test_a_long_name(self):
        rc, r = self.judge(GOOD.replace("add", "k" * 70000))
        self.assertEqual("launch-error", r["verdict"])
        self.assertIn("a name or text of 70", r["message"])
        self.assertNotIn("socket", r["message"])

    def test_a_shuffle_whose_mask_is_wrong(self):
        """Lanes that have exited, and lanes that wait elsewhere: the mask is to mend, no barrier of the block."""
        path = "solutions/08-reduction/6-shuffles.cu"
        some = slurp(os.path.join(ROOT, "solutions/08-reduction/wrong-6-half-mask.cu"))
        late = changed(path, "__shfl_down_sync(0xffffffff, value, s)", "__shfl_down_sync(threadIdx.x % 2 ? 0xffffffff : 0x55555555, value, s)")
        for text in (some, late):
            p = self.warplings("run", "--file", self.write("x.cu", text), "08/6")
            self.assertIn("barrier-error", p.stdout)
            self.assertIn("The mask has to name the lanes", " ".join(p.stdout.split()))
            self.assertNotIn("Every thread of the block must come", " ".join(p.stdout.split()))

    def test_a_barrier_that_part_of_a_warp_leaves_out(self):
        """The race that it makes is its effect: no __syncwarp() is asked for."""
        text = GOOD.replace("int i =", "__shared__ float s[256]; int i =").replace("if (i < n)", """s[threadIdx.x] = i < n ? a[i] : 0;
    if (threadIdx.x % 32 < 16)
        __syncthreads();
    if (i < n)""").replace("a[i] + b[i]", "s[threadIdx.x ^ 1] * 0 + a[i] + b[i]")
        p = self.warplings("run", "--file", self.write("x.cu", text), "01/1")
        text = " ".join(p.stdout.split())
        self.assertIn("barrier-error", text)
        self.assertIn("not all threads reach the barrier", text.partition("Cases")[0])
        self.assertNotIn("__syncwarp", text.partition("Cases")[0])

    def test_every_thread_does_all_the_work(self):
        """The values are right, so no case is wrong: a small one says enough, and nobody waits for the others."""
        strided = "solutions/02-coalescing/3-stride.cu"
        for step, text, line in (
                ("01/1", GOOD.replace("if (i < n)", "for (i = 0; i < n; i++)"), "c[i] = a[i] + b[i]"),
                ("01/1", GOOD.replace("if (i < n)", "for (; i < n; i++)"), "c[i] = a[i] + b[i]"),
                ("02/3", changed(strided, "if (i < n)", "for (; i < n; i += stride)"), "in[i * stride]"),
                ("02/3", changed(strided, "<<<blocks,", "<<<n,"), "blockIdx.x * blockDim.x")):
            rc, r = self.judge(text, step)
            self.assertEqual((1, "gate-failed"), (rc, r["verdict"]), r["message"])
            self.assertRegex(r["message"], "many times over|far too much")
            self.assertIn(line, r["message"])
            self.assertFalse(all(c["ran"] for c in r["cases"]))
        # A loop that never ends is no work that is done too often: nobody knows what it would have come to.
        rc, r = self.judge(changed("solutions/01-first-kernel/3-grid-stride.cu", "i += stride", "i += 0"), "01/3")
        self.assertEqual("timeout", r["verdict"], r["message"])

    def test_places_that_meet(self):
        """x + y instead of x ^ y: tiles of two warps overlap, which no barrier mends."""
        p = self.warplings("run", "--file", self.write("x.cu", changed("solutions/07-bank-conflicts/5-swizzle.cu", "(x ^ y)", "x + y")), "07/5")
        text = " ".join(p.stdout.split())
        self.assertIn("race", text)
        self.assertIn("give each a place of its own", text)
        self.assertNotIn("Put a barrier", text)

    def test_a_pass_says_what_could_be_better(self):
        """Ways that every gate lets through, and that are slow: they pass with a note. The solution passes without one."""
        slow = changed("solutions/01-first-kernel/3-grid-stride.cu", "<<<blocks, 256>>>", "<<<blocks, 32>>>")
        copied = GOOD.replace("c[i] = a[i] + b[i]", "c[i] += b[i]").replace(
            "{\n\tadd<<<", "{\n\tcudaMemcpy(c, a, n * sizeof(float), cudaMemcpyDeviceToDevice);\n\tadd<<<")
        twice = changed("solutions/01-first-kernel/3-grid-stride.cu", "<<<blocks,", "<<<2 * blocks,")
        clamped = changed("solutions/02-coalescing/3-stride.cu", "if (i < n)", "i = min(i, n - 1);")
        double = GOOD.replace("c[i] = a[i] + b[i]", "c[i] = (float)((0.5 * a[i] + 0.5 * b[i]) * 2.0)")
        stretch = "solutions/02-coalescing/1-neighbours.cu"
        grid = changed(stretch, "scale<<<blocks,", "scale<<<16 * blocks,")  # those beyond n turn their loops and do nothing
        tall = changed(stretch, "scale<<<blocks, threads>>>", "scale<<<blocks, dim3(threads, 4)>>>").replace("if (i < n)", "if (i < n && !threadIdx.y)")
        wide = GOOD.replace("int i = ", "if (threadIdx.x >= 256) return;\n\tint i = ").replace("* blockDim.x", "* 256").replace(", 256>>>", ", 1024>>>")
        self.assertIn("1024>>>", wide)
        idle = "warps that you launch load and store nothing"
        for step, text, note in (("02/1", grid, "30,720 of the 32,768 " + "warps"), ("02/1", tall, idle), ("01/1", wide, idle),
                                 ("01/3", twice, None),
                                 ("02/3", clamped, "several threads write out["),
                                 ("02/4", TILE, "times the wavefronts that they would without bank conflicts"),
                                 ("02/4", TILE.replace("[32][32]", "[32][33]"), None),
                                 ("01/1", double, "You compute in double precision"),
                                 ("01/3", slow, "Your kernels take"), ("01/1", copied, "with its copies and the gaps between launches"),
                                 ("01/1", GOOD, None)):
            p = self.warplings("run", "--file", self.write("x.cu", text), step, "--device", "emulator")
            said = " ".join(p.stdout.split())
            self.assertIn("Right, and every gate is met.", said)
            self.assertEqual(note is not None, "It could be better." in said, said)
            self.assertIn(note or "pass", said)
        # One block that does it all takes too long, and its writers tell why.
        text = changed("solutions/01-first-kernel/3-grid-stride.cu", "i < n; i += stride", "i < n && !blockIdx.x; i += blockDim.x")
        said = " ".join(self.warplings("run", "--file", self.write("x.cu", text), "01/3", "--device", "emulator").stdout.split())
        self.assertIn("the work is not spread over the device", said)
        self.assertIn("all elements of y that were looked at were written by block (0,0,0)", said)
        self.assertNotIn("were looked at", self.warplings("run", "--file", self.write("x.cu", GOOD), "01/1", "--device", "emulator").stdout)
        # Time is of the kernels; what the whole solve() takes stands beside it where that is more.
        p = self.warplings("run", "--file", self.write("x.cu", copied), "01/1", "--device", "emulator")
        self.assertIn("The whole solve(), from its first copy or kernel", " ".join(p.stdout.split()))

    def test_blocks_that_share_a_matrix_are_not_said_to_be_one(self):
        """A thread for each row: four blocks write every row of the output, a quarter each."""
        text = ("__global__ void t(const float *in, float *out, int rows, int cols)\n{\n\tint r = blockIdx.x * blockDim.x + threadIdx.x;\n"
                "\tif (r < rows)\n\t\tfor (int c = 0; c < cols; c++)\n\t\t\tout[c * rows + r] = in[r * cols + c];\n}\n"
                'extern "C" void solve(const float *in, float *out, int rows, int cols)\n{\n\tt<<<(rows + 255) / 256, 256>>>(in, out, rows, cols);\n}\n')
        # The sizes that this seed draws are large enough for the gate.
        p = self.warplings("run", "--file", self.write("x.cu", text), "02/4", "--device", "emulator", "--seed", "1")
        self.assertIn("the work is not spread over the device", " ".join(p.stdout.split()))
        self.assertNotIn("were looked at", p.stdout)

    def test_stopped_work_has_advice(self):
        many = changed("solutions/01-first-kernel/1-vector-add.cu", "add<<<blocks,", "add<<<n,")
        # An unsigned number is never below 0: the loop has no end, but each of its four billion turns has another i.
        stays = slurp(os.path.join(ROOT, "tests/attacks/faults/unsigned-to-zero.cu"))
        for step, text, asked in (("01/1", many, "How many threads does the launch start"), ("01/1", stays, "What ends the loop")):
            said = " ".join(self.warplings("run", "--file", self.write("x.cu", text), step, "--device", "emulator").stdout.split())
            self.assertIn("was stopped after", said)
            self.assertIn(asked, said)

    def test_what_nobody_wrote_in_place_has_advice(self):
        starter = os.path.join(ROOT, "labs/01-first-kernel/3-grid-stride.cu")
        said = " ".join(self.warplings("run", "--file", starter, "01/3", "--device", "emulator").stdout.split())
        self.assertIn("No thread wrote y[1024]: it is what it was before the call.", said)

    def test_advice_is_given_once(self):
        """Also where a race was right in the natural order and wrong in another one."""
        text = ("__global__ void t(const float *x, float *y, int days, int hours, int sensors)\n{\n\tint s = blockIdx.x * blockDim.x + threadIdx.x;\n"
                "\tint row = blockIdx.y * blockDim.y + threadIdx.y;\n\tif (s < sensors && row < days * hours)\n"
                "\t\ty[row / hours * sensors + s] += x[row * sensors + s];\n}\n"
                'extern "C" void solve(const float *x, float *y, int days, int hours, int sensors)\n{\n'
                "\tcudaMemset(y, 0, sizeof(float) * days * sensors);\n"
                "\tt<<<dim3((sensors + 31) / 32, (days * hours + 7) / 8), dim3(32, 8)>>>(x, y, days, hours, sensors);\n}\n")
        said = " ".join(self.warplings("run", "--file", self.write("x.cu", text), "02/2", "--device", "emulator").stdout.split())
        self.assertIn("In another order that hardware may take as well", said)
        self.assertEqual(1, said.count("No barrier helps"), said)

    def test_whole_numbers_are_written_out(self):
        p = self.warplings("run", "--file", self.write("x.cu", changed("solutions/01-first-kernel/3-grid-stride.cu", "2.0f *", "20.0f *")), "01/3")
        self.assertIn("expected", p.stdout)
        self.assertNotRegex(p.stdout, r"(yours|expected) +-?[0-9.]+e[+]")


if __name__ == "__main__":
    unittest.main()
