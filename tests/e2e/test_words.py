"""What is said of mistakes of which something else was said once: the advice has to be able to mend the fault beside it."""
import os
import re
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

    def test_each_case_that_prints(self):
        """Nothing fails: what each case printed is there under its name, of a long text the first lines."""
        says = "#include <cstdio>\n" + GOOD.replace("{\n\tadd<<<", '{\n\tfor (int k = 0; k < (n == 1 ? 9 : 1); k++)\n\t\tprintf("host n %d\\n", n);\n\tadd<<<')
        p = self.warplings("run", "--file", self.write("x.cu", says), "01/1", "--device", "emulator")
        self.assertIn("Your program printed (case '", p.stdout)
        self.assertIn("\n  In the case 'a prime':\n  host n 10007\n", p.stdout)
        # Sizes that are drawn may be equal: the cases are told apart by their names.
        self.assertEqual(8, 1 + len(set(re.findall("In the case '(.*)':\n  host n [0-9]+\n", p.stdout))), p.stdout)

    def test_of_one_error_none_is_said_to_be_the_first(self):
        one = GOOD.replace("c[i] = a[i] + b[i]", "c[i] = a[i] + d[i]")
        for text, said in ((one, False), (one.replace("d[i]", "d[i] + e[i]"), True)):
            p = self.warplings("run", "--file", self.write("x.cu", text), "01/1", "--device", "emulator")
            self.assertIn('"d" is undefined', p.stdout)
            self.assertEqual(said, "Begin with the first error" in p.stdout)

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

    def test_an_index_below_a_shared_array(self):
        """The size of the array mends nothing there, and neither does a larger allocation."""
        text = changed("solutions/18-components/3-tiles.cu", "white && x > 0", "white && col > 0")
        p = self.warplings("run", "--file", self.write("x.cu", text), "18/3")
        said = " ".join(p.stdout.split())
        self.assertIn("before the beginning of the 1,024 bytes of shared memory", said)
        self.assertIn("it is below 0", said)
        self.assertNotIn("Compare the index with the size", said)

    def test_every_thread_does_all_the_work(self):
        """The values are right, so no case is wrong: a small one says enough, and nobody waits for the others."""
        strided = "solutions/02-coalescing/3-stride.cu"
        for step, text, line in (
                ("01/1", GOOD.replace("if (i < n)", "for (i = 0; i < n; i++)"), "c[i] = a[i] + b[i]"),
                ("01/1", GOOD.replace("if (i < n)", "for (; i < n; i++)"), "c[i] = a[i] + b[i]"),
                ("02/3", changed(strided, "if (i < n)", "for (; i < n; i += stride)"), "in[i * stride]"),
                ("02/4", changed("solutions/02-coalescing/4-transpose.cu", "if (row", "for (; row < rows; row++)\n\t\tif (row"), "for (; row")):
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
        one = "c[i] = a[i] + b[i]"
        twos = GOOD.replace("if (i < n)", "for (i *= 2, n = min(n, i + 2); i < n; i++)").replace("(n + 255) / 256", "(n + 511) / 512")
        halves = GOOD.replace("\tadd<<<", "\tint h = n / 2;\n\tif (h)\n\t\tadd<<<(h + 255) / 256, 256>>>(a, b, c, h);\n\ta += h, b += h, c += h, n -= h;\n\tadd<<<")
        busy = GOOD.replace(one, "float s = 0;\n\t\tfor (int k = 0; k < 50; k++)\n\t\t\ts = s * 0.5f + a[i];\n\t\t" + one + " + 0 * s").replace(
            "if (i < n)", "if (i < n) {").replace("0 * s;", "0 * s;\n\t}")
        idle = "warps that you launch load and store nothing"
        few = changed("solutions/02-coalescing/3-stride.cu", "if (i < n)", "for (; i < n; i += gridDim.x * blockDim.x)").replace("<<<blocks,", "<<<16,")
        warp = changed(stretch, "int threads = 256", "int threads = 32")
        own = changed("solutions/02-coalescing/4-transpose.cu", "if (row", "__shared__ float mine[8][32];\n\tif (row").replace(
            "\tout[col", "{\n\t\tmine[threadIdx.y][threadIdx.x] = in[row * cols + col];\n\t\tout[col").replace(
            "= in[row * cols + col];\n}", "= mine[threadIdx.y][threadIdx.x];\n\t}\n}")
        array = changed(stretch, "for (int k = 0; k < PER_THREAD; k++) {", "float v[PER_THREAD];\n\tfor (int k = 0; k < PER_THREAD; k++) {").replace(
            "\t\t\tout[i] = 2.0f * in[i] + 1.0f;\n\t}", "\t\t\tv[k] = in[i];\n\t}\n#pragma unroll 1\n\tfor (int k = 0; k < PER_THREAD; k++) {\n"
            "\t\tint i = first + k * blockDim.x;\n\t\tif (i < n)\n\t\t\tout[i] = 2.0f * v[k] + 1.0f;\n\t}")
        for step, text, note in (("02/3", few, "You launch 4,096 threads where the reference launches 16,384"),
                                 ("01/3", slow, "You launch 8,448 threads where the reference launches 67,584"),
                                 ("02/1", warp, "Your blocks are one warp each"), ("02/4", own, "never wait at a barrier"),
                                 ("02/1", array, "lies in local memory"), ("02/1", grid, "30,720 of the 32,768 " + "warps"), ("02/1", tall, idle), ("01/1", wide, idle),
                                 ("01/3", twice, None),
                                 ("02/3", clamped, "several threads write out["),
                                 ("02/4", TILE, "times the wavefronts that they would without bank conflicts"),
                                 ("02/4", TILE.replace("[32][32]", "[32][33]"), None),
                                 ("01/1", twos, "Your stores touch 2.0 times the reference's sectors"),
                                 ("01/1", GOOD.replace(one, "c[i] = a[i];\n\tif (i < n)\n\t\tc[i] += b[i]"), "2.0 times the reference's stores"),
                                 ("01/1", GOOD.replace(one + ";", one + ";\n\t__syncthreads();"), "wait at barriers and the reference's do not"),
                                 ("01/1", halves, "You launch 2 kernels where the reference launches 1."),
                                 ("01/1", busy, "times the reference's instructions"),
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
        """A thread for each row: four blocks write every row of the output, a quarter each. It reads each element twice, to be slow enough at every size."""
        text = ("__global__ void t(const volatile float *in, float *out, int rows, int cols)\n{\n\tint r = blockIdx.x * blockDim.x + threadIdx.x;\n"
                "\tif (r < rows)\n\t\tfor (int c = 0; c < cols; c++)\n\t\t\tout[c * rows + r] = (in[r * cols + c] + in[r * cols + c]) / 2;\n}\n"
                'extern "C" void solve(const float *in, float *out, int rows, int cols)\n{\n\tt<<<(rows + 255) / 256, 256>>>(in, out, rows, cols);\n}\n')
        p = self.warplings("run", "--file", self.write("x.cu", text), "02/4", "--device", "emulator", "--seed", "1")
        self.assertIn("the work is not spread over the device", " ".join(p.stdout.split()))
        self.assertNotIn("were looked at", p.stdout)

    def test_stopped_work_has_advice(self):
        many = changed("solutions/01-first-kernel/1-vector-add.cu", "add<<<blocks,", "add<<<n,")
        # An unsigned number is never below 0: the loop has no end, but each of its four billion turns has another i.
        stays = slurp(os.path.join(ROOT, "tests/attacks/faults/unsigned-to-zero.cu"))
        for step, text, asked in (("01/1", many, "How many threads are needed, and how many blocks hold as many?"), ("01/1", stays, "What ends the loop")):
            said = " ".join(self.warplings("run", "--file", self.write("x.cu", text), step, "--device", "emulator").stdout.split())
            self.assertIn("was stopped after", said)
            self.assertIn(asked, said)

    def said_of(self, text, step):
        return " ".join(self.warplings("run", "--file", self.write("x.cu", text), step, "--device", "emulator").stdout.split())

    def test_too_many_threads_are_said_to_be_that(self):
        """The line of the launch is shown, and not one that all those threads came by; a loop in each thread is another fault."""
        for step, path, old, new in (("01/1", "01-first-kernel/1-vector-add", "add<<<blocks,", "add<<<n,"),
                                     ("02/1", "02-coalescing/1-neighbours", "scale<<<blocks,", "scale<<<n,"),
                                     ("02/3", "02-coalescing/3-stride", "gather<<<blocks,", "gather<<<n,")):
            said = self.said_of(changed("solutions/%s.cu" % path, old, new), step)
            self.assertRegex(said, r"^gate-failed .* The launch starts [0-9,]+ threads where the reference starts [0-9,]+, in line \d+ \(`%s" % new)
            self.assertRegex(said, "▸ +[0-9]+ │ %s" % new)
            self.assertNotIn("go through all the elements", said)
        said = self.said_of(GOOD.replace("if (i < n)", "for (i = 0; i < n; i++)"), "01/1")
        self.assertNotIn("The launch starts", said)
        self.assertIn("go through all the elements", said)

    def test_a_refused_call_has_its_line(self):
        for text, line, note in ((GOOD.replace("256>>>", "2048>>>"), "add<<<", "the launch that failed"),
                                 (GOOD.replace("\tadd<<<", "\tcudaMemcpy(c, 0, 4, cudaMemcpyDeviceToHost);\n\tadd<<<"), "cudaMemcpy(c", None)):
            said = self.said_of(text, "01/1")
            if note:
                self.assertRegex(said, "▸ +[0-9]+ │ %s.*%s" % (line, note))

    def test_what_nobody_wrote_has_the_line_that_should(self):
        said = self.said_of(changed("solutions/01-first-kernel/wrong-1-guard-too-tight.cu", "Mistake", "Mistake"), "01/1")
        self.assertRegex(said, r"▸ +[0-9]+ │ c\[i\] = a\[i\] \+ b\[i\]; writes c, but no thread wrote c\[0\]")

    def test_a_loop_that_never_ends_names_its_variables(self):
        said = self.said_of(GOOD.replace("if (i < n)", "while (i < n)"), "01/1")
        self.assertIn("(`while (i < n)`): i and n get no new values in it.", said)
        self.assertIn("What should end the loop", said)
        self.assertNotIn("PTX", said.partition("Cases")[0])

    def test_an_element_of_an_array_has_one_owner(self):
        """An atomic can't mend it: 2 * x would be added twice. The total of a reduction is no such element."""
        said = self.said_of(slurp(os.path.join(ROOT, "solutions/01-first-kernel/wrong-3-block-stride.cu")), "01/3").partition("Cases")[0]
        self.assertIn("each needs one owner only", said)
        self.assertNotIn("No barrier helps: use an atomic", said)
        total = """__global__ void add(const int *x, int *sums, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		sums[i / 4096] += x[i];
}
extern "C" void solve(const int *x, int *sums, int n)
{
	if (n)
		add<<<(n + 255) / 256, 256>>>(x, sums, n);
}
"""
        self.assertIn("No barrier helps: use an atomic", self.said_of(total, "08/1"))

    def test_an_index_below_zero_is_no_host_pointer(self):
        loop = "solutions/01-first-kernel/3-grid-stride.cu"
        down = changed(loop, "for (int i = first; i < n; i += stride)", "for (unsigned i = n - 1 - first; i >= 0; i -= stride)")
        for text in (changed(loop, "i += stride", "i -= stride"), down):
            said = self.said_of(text, "01/3").partition("Cases")[0]
            self.assertIn("memory-error", said)
            self.assertIn("below 0", said)
            self.assertNotIn("host", said)
        host = GOOD.replace("\tadd<<<", "\tstatic float mine[256];\n\ta = mine;\n\tadd<<<")
        self.assertIn("(a host pointer?)", self.said_of(host, "01/1"))

    def test_bytes_and_elements(self):
        text = GOOD.replace("\tadd<<<", "\tfloat *mine;\n\tcudaMalloc(&mine, n);\n\tcudaMemset(mine, 0, n);\n\ta = mine;\n\tadd<<<")
        self.assertIn("n floats are n * sizeof(float) bytes", self.said_of(text, "01/1"))

    def test_as_dense_and_too_many(self):
        """Stores side by side, in each turn of a loop: neighbours are not what is wrong."""
        rows = "solutions/02-coalescing/2-row-sums.cu"
        text = changed(rows, "sum += readings[row * sensors + sensor];", "sum += readings[row * sensors + sensor];\n\t\t\ttotals[day * sensors + sensor] = sum;")
        self.assertIn("there are 25.0 times as many. Is the same element written again and again?", self.said_of(text, "02/2"))
        turned = slurp(os.path.join(ROOT, "labs/02-coalescing/2-row-sums.cu"))
        self.assertNotIn("times as many", self.said_of(turned, "02/2"))

    def test_blocks_without_a_full_warp(self):
        said = self.said_of(GOOD.replace("(n + 255) / 256, 256", "n, 1"), "01/1")
        self.assertIn("A block of add has 1 thread, and a warp has 32 lanes", said)

    def test_a_variable_without_a_value(self):
        rows = "solutions/02-coalescing/2-row-sums.cu"
        said = self.said_of(changed(rows, "float sum = 0.0f;", "float sum;"), "02/2")
        self.assertRegex(said, r"sum is declared in line \d+ without a value")
        self.assertNotIn("without a value", self.said_of(changed(rows, "float sum = 0.0f;", "float sum = 1.0f;"), "02/2"))

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
        self.assertIn("In another order (schedule ", said)
        self.assertEqual(1, said.count("each needs one owner only"), said)

    def shown(self, text, step):
        return self.warplings("run", "--file", self.write("x.cu", text), step, "--device", "emulator").stdout

    def test_a_race_takes_few_lines(self):
        """What stands in the tables below is not in the sentence, and one line is named once."""
        text = changed("solutions/08-reduction/3-sequential.cu", "atomicAdd(&sums[first / PAGE], part[0])", "sums[first / PAGE] += part[0]")
        shown = self.shown(text, "08/3")
        sentence = shown.split("\n\n")[0].splitlines()[1:]
        self.assertLessEqual(len(sentence), 4, shown)
        self.assertIn("both at x.cu:28. In another order (schedule ", " ".join(sentence))

    def test_slips_in_heads_and_casts(self):
        """An if that ends at once or sets what it should compare, an index in the old unit, a pointer that begins further on."""
        pairs, decay = "solutions/03-vectorized-access/1-pairs.cu", "solutions/04-aos-soa/2-one-field.cu"
        guard, copies = "if (i < n / 2)\n\t\tto[i] = from[i];", "to[i] = from[i];"
        for step, path, old, new, wanted in (
                ("03/1", pairs, guard, "if (i < n / 2);\n\t\tto[i] = from[i];", "ends the if there: what stands below it is not part of it."),
                ("03/1", pairs, "if (i < n / 2)", "if (i = n / 2)", "gives i a new value where it should compare: = sets, == compares."),
                ("03/1", pairs, copies, "to[2 * i] = from[2 * i];", "The index there is 2 * i: does it count the wider ones, too?"),
                ("03/3", "solutions/03-vectorized-access/3-header.cu", "(const int2 *)(in + 2)", "(const int2 *)in + 2",
                 "Does it compare with that number, and does the pointer begin at the first of them?"),
                ("04/1", "solutions/04-aos-soa/1-distances.cu", "points[2 * n + i]", "points[3 * n + i]",
                 "is right to let it through: i < n. The index that is used here, 3 * n + i, is another one"),
                ("03/4", "solutions/03-vectorized-access/4-widths.cu", "int words = n / WIDTH;", "int words = n / sizeof(word);",
                 "A number of elements is divided by sizeof() in this file, which is a number of bytes"),
                ("04/2", decay, "<<<blocks, 256>>>(left, left + k * n", "<<<blocks, 256>>>(left, left + k", "Row k of n elements begins at k * n."),
                ("04/2", decay, "(left, left + k * n", "(left + n, left + k * n", "The value is NaN. An output starts as garbage")):
            said = self.said_of(changed(path, old, new), step)
            self.assertIn(wanted, said, new)
        tiles, tree = "solutions/06-tiling/2-tiles.cu", "solutions/08-reduction/2-addresses.cu"
        for step, path, old, new, wanted in (
                ("06/2", tiles, "__shared__ float a_tile", "float a_tile", "without __shared__, so each thread has its own a_tile"),
                ("06/2", tiles, "__syncthreads();\n\t\tfor", "__syncwarp();\n\t\tfor", "lets the lanes of one warp wait for each other only"),
                ("06/4", "solutions/06-tiling/4-dynamic.cu", "tiles + tile * tile;", "tiles;", "a_tile and b_tile both begin at tiles[0]"),
                ("06/4", "solutions/06-tiling/4-dynamic.cu", "tiles + tile * tile;", "tiles + tile;", "two parts of one array that overlap"),
                ("06/5", "solutions/06-tiling/5-intensity.cu", "#define TILE 32", "#define TILE 16 + 16", "Put brackets around it: #define TILE (16 + 16)."),
                ("08/2", tree, "part[slot + s];\n\t\t__syncthreads();", "part[slot + s];", "put a barrier (__syncthreads()) after line "),
                ("08/2", tree, "part[slot] +=", "part[tid] +=", "in one turn they should not meet"),
                ("08/4", "solutions/08-reduction/4-first-add.cu", "per_block = 2 * BLOCK", "per_block = BLOCK", "does the launch start too many?")):
            self.assertIn(wanted, self.said_of(changed(path, old, new), step), new)
        # A row of an array is less than the array: the guard is what is missing.
        said = self.said_of(changed(decay, "if (i < n)\n\t\tleft[i] = share", "left[i] = share"), "04/2")
        self.assertIn("a guard has to keep it away", said)
        self.assertNotIn("no thread is to be kept away", said)
        # Two launches of one kernel: the array that the address is nearest to is named.
        said = self.said_of(changed(decay, "decay<<<blocks, 256>>>(left, left + k * n, n, share);",
                                    "take_masses<<<blocks, 256>>>((const struct body *)left, left + k * n, n);"), "04/2")
        self.assertIn("of 'left', argument 2 of solve()", said)

    def test_a_guard_is_advised_only_where_one_can_mend(self):
        tiles = "solutions/06-tiling/2-tiles.cu"
        # As many threads as elements, no loop: the index is wrong.
        text = changed("solutions/01-first-kernel/1-vector-add.cu", "c[i] = a[i]", "c[i] = a[i * 2]")
        said = self.said_of(text, "01/1")
        self.assertIn("Line 10 does not keep that thread away: i < n. Put its numbers in, by hand.", said)
        self.assertIn("or is the index that is used here, i * 2, another one than it looks at?", said)
        # The index is right and the guard is not: it lets one too many through, in either dimension, or all but the right ones.
        for step, path, old, new, line in (
                ("01/1", "01-first-kernel/1-vector-add.cu", "if (i < n)", "if (i > n)\n\t\treturn;\n\tif (true)", 10),
                ("01/1", "01-first-kernel/1-vector-add.cu", "if (i < n)", "if (i < n)\n\t\treturn;\n\tif (true)", 10),
                ("02/4", "02-coalescing/4-transpose.cu", "col < cols", "col <= cols", 11)):
            said = self.said_of(changed("solutions/" + path, old, new), step)
            self.assertIn("Line %d does not keep that thread away: " % line, said)
            self.assertIn("Does the comparison let one too many through (the last of n is number n - 1)", said)
        text = changed(tiles, "(k0 + y) * cols + col", "(k0 + y) * cols * TILE + col")
        said = self.said_of(text, "06/2")
        self.assertIn("The loop goes on while k0 < inner (line 19)", said)
        self.assertNotIn("guard", said)
        text = changed(tiles, "c[row * cols + col]", "c[row * cols * TILE + col]")
        said = self.said_of(text, "06/2")
        self.assertIn("There are no more threads than elements, so no thread is to be kept away", said)
        self.assertNotIn("guard", said)
        # The loop lets it through, by way of another variable, or the if around it does, which then nothing in the loop can mend.
        text = changed("solutions/02-coalescing/2-row-sums.cu", "hour < hours", "hour <= hours")
        self.assertIn("The loop goes on while hour <= hours (line 16), and line 13 does not keep that thread away: ", self.said_of(text, "02/2"))
        text = changed("solutions/02-coalescing/2-row-sums.cu", "sensor < sensors", "sensor <= sensors")
        self.assertIn("line 13 does not keep that thread away: day < days && sensor <= sensors.", self.said_of(text, "02/2"))
        text = changed("solutions/02-coalescing/2-row-sums.cu", "if (day < days && sensor < sensors)", "")
        self.assertIn("Or is there no element for that thread at all? Then a guard has to keep it away.", self.said_of(text, "02/2"))
        text = changed("solutions/01-first-kernel/1-vector-add.cu", "add<<<blocks, threads>>>", "add<<<threads, blocks>>>")
        self.assertIn("blocks come first, then the threads of one block: are the two in this order?", self.said_of(text, "01/1"))
        # Too many threads and nothing before the line: that one does want a guard.
        text = changed("solutions/01-first-kernel/1-vector-add.cu", "if (i < n)", "")
        self.assertIn("If not, a guard has to keep it away", self.said_of(text, "01/1"))

    def test_nothing_came_into_the_output(self):
        """Where no kernel ran, or its stores went elsewhere, neither the grid nor the guard is to blame."""
        path, launch = "solutions/01-first-kernel/1-vector-add.cu", "add<<<blocks, threads>>>(a, b, c, n);"
        own = "float *d; cudaMalloc(&d, n * sizeof(float)); add<<<blocks, threads>>>(a, b, d, n);"
        grid = "Look at the number of blocks, at the index, at the guard"
        for new, says in (("(void)blocks;", "No kernel ran in this case. solve() has to launch it"),
                          (own, "The kernels did store something, and nothing of it into c."),
                          (own + "cudaMemcpy(d, c, n * sizeof(float), cudaMemcpyDeviceToDevice);", "a copy has to bring the result to c: cudaMemcpy(to, from,"),
                          (own + "cudaMemcpy(c, d, n, cudaMemcpyDeviceToDevice);", "A copy or a memset was the last to write c[0].")):
            said = self.said_of(changed(path, launch, new), "01/1")
            self.assertIn("wrong-answer", said)
            self.assertIn(says, said)
            self.assertNotIn(grid, said)
            self.assertNotIn("but no thread wrote", said)
        # A kernel that stores nothing has a guard or an index to look at.
        self.assertIn(grid, self.said_of(changed(path, "if (i < n)", "if (i < n - 1)"), "01/1"))
        # What a thread copied from memory that nobody wrote was written.
        said = self.said_of(changed("solutions/02-coalescing/4-transpose.cu", "= in[", "= out["), "02/4")
        self.assertIn("yours nan (from memory that nothing has written)", said)
        self.assertIn("Which array does it read, and is that an input?", said)
        self.assertNotIn("never written", said)

    def test_a_launch_for_each_element(self):
        """It is right, and does little: a small case says that it can't do for a big one, and nobody waits half a minute for that."""
        text = changed("solutions/01-first-kernel/1-vector-add.cu", "add<<<blocks, threads>>>(a, b, c, n);",
                       "for (int k = 0; k < n; k++)\n\t\tadd<<<1, 1>>>(a + k, b + k, c + k, 1 + 0 * blocks);")
        rc, r = self.judge(text, "01/1")
        self.assertEqual((1, "gate-failed"), (rc, r["verdict"]), r["message"])
        self.assertRegex(r["message"], r"solve\(\) launches `add` [\d,]+ times, and the reference makes 1 launch in all\. The values are right, but each")
        self.assertFalse([c for c in r["cases"] if c["name"] == "big"][0]["ran"])
        said = self.said_of(text, "01/1")
        self.assertIn("One starts as many threads as there are elements.", said)
        self.assertRegex(said, r"▸ \d+ │ add<<<1, 1>>>")
        # Fewer are no matter of so many words.
        rc, r = self.judge(changed("solutions/01-first-kernel/1-vector-add.cu", "add<<<blocks,", "for (int k = 0; k < 40; k++)\n\t\tadd<<<blocks,"), "01/1")
        self.assertNotIn("each launch takes its time", r["message"])

    def test_a_pointer_that_leads_nowhere(self):
        """Only in a case without elements is it the array that has no memory."""
        path, launch = "solutions/01-first-kernel/1-vector-add.cu", "add<<<blocks, threads>>>(a, b, c, n);"
        said = self.said_of(changed(path, launch, launch.replace("c,", "nullptr,")), "01/1")
        self.assertIn("A pointer leads nowhere. Where does the kernel get it from? Is it set before the launch", said)
        self.assertNotIn("In a case without elements", said)
        # What an unset pointer holds is chance: this one is null.
        unset = "float *d;\n\tif (n < 0)\n\t\t" + launch.replace("c,", "d,") + "\n\t" + launch.replace("c,", "nullptr,")
        self.assertIn("The compiler saw that d is used before it has a value.", self.said_of(changed(path, launch, unset), "01/1"))
        said = self.said_of(changed("solutions/01-first-kernel/3-grid-stride.cu", "i < n", "i <= n"), "01/3")
        self.assertIn("In a case without elements (n = 0) an array has no memory at all", said)

    def test_the_loop_that_never_ends_is_named(self):
        """Where the compiler leaves nothing of its condition, the lines that a thread goes round are those of its body alone."""
        path = "solutions/02-coalescing/1-neighbours.cu"
        said = self.said_of(changed(path, "k < PER_THREAD; k++", "k < PER_THREAD;"), "02/1")
        self.assertRegex(said, r"It is line (\d+) \(`for \(int k = 0; k < PER_THREAD;\) \{`\): k and PER_THREAD get no new values in it\..* ▸ \1 │ for")
        said = self.said_of(changed(path, "k < PER_THREAD; k++) {", "k < PER_THREAD; k += 0) {"), "02/1")
        self.assertIn("(`for (int k = 0; k < PER_THREAD; k += 0) {`)", said)

    def test_what_several_threads_do_alike(self):
        """Where it costs too many requests it is the reason, and where all is right it is told, too."""
        path = "solutions/01-first-kernel/2-matrix-add.cu"
        text = changed(path, "int row = blockIdx.y * blockDim.y + threadIdx.y;", "for (int row = 0; row < rows; row++)")
        text = text.replace("(rows + block.y - 1) / block.y", "1")
        rc, r = self.judge(text, "01/2")
        self.assertEqual("gate-failed", r["verdict"], r["message"])
        self.assertRegex(self.said_of(text, "01/2"), r"In the case '[a-z ]+' several threads write c\[\d+\], all the same value\. Has each thread elements")

    def test_a_barrier_that_nobody_needs(self):
        """Also where it takes no time: a thread that is guarded out never comes to it."""
        text = changed("solutions/02-coalescing/2-row-sums.cu", "totals[", "__syncthreads();\n\t\ttotals[")
        said = self.said_of(text, "02/2")
        self.assertIn("Right, and every gate is met.", said)
        self.assertIn("Your warps wait at barriers and the reference's do not", said)

    def test_an_atomic_is_no_advice_for_a_value_that_is_replaced(self):
        for index, says in (("threadIdx.x", "look at the index: is blockIdx in it? (For a total that many add to: atomicAdd().)"),
                            ("i % 32", "give each a place of its own. (For a total that many add to: atomicAdd().)")):
            said = self.said_of(changed("solutions/01-first-kernel/1-vector-add.cu", "c[i] = a[i] + b[i]", "c[%s] = a[i] + b[i]" % index), "01/1")
            self.assertIn("which value stays is chance: " + says, said)

    def test_the_array_that_was_meant_is_named(self):
        """Not the allocation that happens to lie nearest, and under the name that solve() has for it."""
        text = changed("solutions/06-tiling/2-tiles.cu", "a[row * inner + k0 + x]", "a[(row * inner + k0 + x) * 3000 + 1]")
        text = text.replace("const float *a, const float *b, float *c, int rows,\n\t\t\t int cols, int inner)",
                            "const float *left, const float *b, float *c, int rows,\n\t\t\t int cols, int inner)").replace("= a[", "= left[")
        self.assertIn("*left", text)
        self.assertRegex(self.said_of(text, "06/2"), r"address is [\d,]+ bytes past the end of the 1,024 bytes of 'a', argument 1 of solve\(\)")

    def test_a_return_before_a_barrier_comes_first(self):
        for step, path in (("12/2", "12-stencils/wrong-2-early-return.cu"), ("06/3", "06-tiling/wrong-3-early-return.cu")):
            shown = self.shown(slurp(os.path.join(ROOT, "solutions", path)), step)
            said = " ".join(shown.split())
            self.assertRegex(said, r"': Threads that return in line \d+ do not come to the barrier in line \d+, and leave their part")
            self.assertIn("some threads return here", said)
            self.assertIn("Let every thread of the block go on to the last barrier", said)

    def test_doubles_beside_a_reference_that_sums_in_double(self):
        """There only what takes time is told: a sum of 24 in double costs nothing that could be seen, 20 operations a pair do."""
        said = self.said_of(changed("solutions/02-coalescing/2-row-sums.cu", "float sum = 0.0f", "double sum = 0.0"), "02/2")
        self.assertIn("Right, and every gate is met.", said)
        self.assertNotIn("double precision", said)
        text = slurp(os.path.join(ROOT, "solutions/11-n-body/1-naive.cu"))
        for name in "xyz":
            text = text.replace("float d%s = " % name, "double d%s = (double)" % name)
        text = text.replace("float inverse = rsqrtf(", "double inverse = rsqrt(").replace("float s =", "double s =")
        said = self.said_of(text, "11/1")
        self.assertIn("Right, and every gate is met.", said)
        self.assertIn("You compute in double precision where the data are float, and it takes time", said)

    # step, file, [(old, new), ...], what is said
    BY_THE_TEXT = (
        ("05/5", "05-divergence/5-barrier", [("int before = tid >= s ? sums[tid - s] : 0;", "int before;\n\t\tif (tid >= s)\n\t\t\tbefore = sums[tid - s];")],
         ["before is declared in line 15 without a value, and line 17 gives it one only if (tid >= s).", "Give it a value where it is declared."]),
        ("14/1", "14-ordering/1-message", [("volatile int *ready", "int *ready")],
         ["▸ 26 │ while (ready[p] == 0)", "Line 26 waits for ready[] to change, and nothing says that another thread changes it", "Declare it volatile (volatile int *ready)"]),
        ("14/2", "14-ordering/2-last-block", [("__shared__ bool last;", "bool last;")],
         ["last is declared in line 27 without a value, and line 37 gives it one only if (threadIdx.x == 0).", "one that the block is to share is declared __shared__"]),
        ("14/2", "14-ordering/2-last-block", [("__shared__ bool last;", "bool last = false;")],
         ["Line 37 sets last only if (threadIdx.x == 0), and each thread has a last of its own (line 27)"]),
        ("14/3", "14-ordering/3-lock", [("atomicCAS(lock, 0, 1)", "atomicCAS(lock, 1, 0)")],
         ["The loop in line 32 ends without the lock: atomicCAS(lock, 1, 0) writes 0 only where it finds 1, and the loop ends when it has found 0."]),
        ("14/4", "14-ordering/4-acquire", [("store(1, cuda::memory_order_release)", "store(1, cuda::memory_order_acquire)")],
         ["Assertion `0` failed", "A store can't acquire"]),
        ("14/5", "14-ordering/5-grid", [("{ &in, &a, &b, &n, &steps }", "{ &in, &a, &b, &steps, &n }")],
         ["args[] in line 36 has the names of supersteps()'s parameters, but not in their order: in, a, b, n and steps."]),
        ("14/5", "14-ordering/5-grid", [("{ &in, &a, &b, &n, &steps }", "{ &in, &a, &b, &n }")],
         ["args[] in line 36 has 4 addresses, and supersteps() has 5 parameters: in, a, b, n and steps."]),
        ("18/2", "18-components/2-union-find", [("atomicMin", "atomicMax")],
         ["Line 62 stands as the lab gave it, and is right: what it reads was wrong before. All but merge() is as given"]),
        ("12/2", "12-stencils/2-tile", [("tile[HIGH + 2][WIDE + 2]", "tile[HIGH + 3][WIDE + 1]")],
         ["which value stays is chance", "a second index past the end of a row of tile lands in the next row"]),
    )

    def test_a_fault_that_the_text_shows_is_named(self):
        """It stands in place of advice about its effect: a race elsewhere, the line that wrote last, a crash."""
        for step, path, changes, words in self.BY_THE_TEXT:
            text = slurp(os.path.join(ROOT, "solutions", path + ".cu"))
            for old, new in changes:
                self.assertIn(old, text)
                text = text.replace(old, new)
            said = self.said_of(text, step)
            with self.subTest(step=step, change=changes[0][1]):
                for word in words:
                    self.assertIn(word, said)

    def test_a_pass_that_waits_for_other_blocks_is_told(self):
        old = "last = atomicAdd(done, 1) == gridDim.x - 1;"
        text = changed("solutions/14-ordering/2-last-block.cu", old,
                       "atomicAdd(done, 1);\n\t\tlast = blockIdx.x == 0;\n\t\twhile (last && *(volatile unsigned *)done < gridDim.x)\n\t\t\t;")
        said = self.said_of(text, "14/2")
        self.assertIn("Right, and every gate is met. It could be better. The loop in line 39 waits for what other threads write.", said)
        # Where the reference waits, too, there is nothing to say.
        self.assertNotIn("waits for what", self.said_of(slurp(os.path.join(ROOT, "solutions/14-ordering/1-message.cu")), "14/1"))

    def test_a_copy_that_is_misaligned_was_not_cast(self):
        text = changed("solutions/09-prefetching/3-async.cu", "&a[row * inner + x],\n\t\t\t\t\tsizeof(float)", "&a[row * inner + x], 16")
        said = self.said_of(text, "09/3")
        self.assertIn("A copy of 16 bytes at once takes them from an address that is a multiple of 16", said)
        self.assertNotIn("cast", said)
        # An int lies at each fourth byte, and no vector was meant.
        text = changed("solutions/01-first-kernel/1-vector-add.cu", "add<<<blocks, threads>>>(a,", "add<<<blocks, threads>>>((const float *)((const char *)a + 2),")
        self.assertIn("A value of 4 bytes lies at a multiple of 4.", self.said_of(text, "01/1"))

    def test_a_wide_access_is_told_how_many_there_are(self):
        """And of a guard only where one is: in a loop of tiles, or nowhere, it would point at nothing."""
        tiles = "solutions/11-n-body/2-tiles.cu"
        said = self.said_of(changed(tiles, "if (i < n)\n\t\tme", "me"), "11/2")
        self.assertIn("'bodies' holds 37 of the wider ones. Is there one for this thread? If not, a guard has to keep it away.", said)
        said = self.said_of(changed(tiles, "if (threadIdx.x < count)", ""), "11/2")
        self.assertIn("'bodies' holds 1 of the wider ones. The loop goes on while first < heavy (line 31). Is there one for this thread?", said)

    def test_an_array_of_one_thread_is_told(self):
        said = self.said_of(changed("solutions/11-n-body/2-tiles.cu", "__shared__ float4 tile", "float4 tile"), "11/2")
        self.assertIn("local memory belongs to one thread alone", said)
        self.assertIn("An array that a block is to share is declared __shared__.", said)

    def test_memory_of_its_own_has_two_questions(self):
        text = ("__global__ void copy(const float *in, float *to, int n)\n{\n\tint i = blockIdx.x * blockDim.x + threadIdx.x;\n\tif (i <= n)\n\t\tto[i] = 1;\n}\n"
                'extern "C" void solve(const float *a, const float *b, float *c, int n)\n{\n\tfloat *own;\n'
                "\tif (n <= 0)\n\t\treturn;\n\tcudaMalloc(&own, n * sizeof(float));\n\tcopy<<<(n + 255) / 256, 256>>>(a, own, n);\n}\n")
        said = self.said_of(text, "01/1")
        self.assertIn("Work out that thread's index by hand. Is there an element for it? If not, does the comparison let one too many through (the last of n is "
                      "number n - 1), or is what it compares with too large, as the launch hands it over? (Line 4: i <= n.) If there is one: is the allocation as large as it has to be? cudaMalloc() and cudaMemcpy() count bytes", said)

    def test_a_value_has_the_verdict_that_a_case_would_have(self):
        """A copy that is not waited for gives wrong numbers, too; what is said is the race, at each value."""
        text = changed("solutions/09-prefetching/4-stages.cu", "__pipeline_wait_prior(STAGES - 2)", "__pipeline_wait_prior(1)")
        said = self.said_of(text, "09/4")
        self.assertRegex(said, r"^race 09-prefetching/4 .* not when it is compiled with -DSTAGES=2: case 'wide': Race on 4 bytes")
        self.assertNotIn("was copied..", said)

    def test_whole_numbers_are_written_out(self):
        p = self.warplings("run", "--file", self.write("x.cu", changed("solutions/01-first-kernel/3-grid-stride.cu", "2.0f *", "20.0f *")), "01/3")
        self.assertIn("expected", p.stdout)
        self.assertNotRegex(p.stdout, r"(yours|expected) +-?[0-9.]+e[+]")


if __name__ == "__main__":
    unittest.main()
