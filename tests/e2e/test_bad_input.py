"""Bad files and bad programs: each gets its own verdict and sentence, within its time limit, and the next run works."""
import time
import unittest

from harness import GOOD, KERNEL, SOLVE, Case


class BadFiles(Case):
    def expect(self, content, verdict, *needles, step="01/1", within=60):
        begin = time.monotonic()
        rc, r = self.judge(content, step=step)
        text = "\n".join([r["message"] or "", r.get("diagnostics") or ""] + [c.get("message") or "" for c in r["cases"]])
        self.assertEqual(verdict, r["verdict"], text)
        self.assertEqual(0 if verdict == "pass" else 1, rc)
        for n in needles:
            self.assertIn(n, text)
        self.assertNotIn("\x1b", text)
        self.assertLess(time.monotonic() - begin, within)
        return r

    def test_a_good_file_passes(self):
        # The positive control of this whole file.
        self.expect(GOOD, "pass")

    def test_empty(self):
        self.expect("", "compile-error", "empty")

    def test_binary_junk(self):
        self.expect(bytes(range(256)) * 64, "compile-error")

    def test_ten_megabytes(self):
        self.expect("// x\n" * (2 << 20), "compile-error")

    def test_not_cuda(self):
        self.expect("Dear student,\nhello.\n", "compile-error", "x.cu")

    def test_the_line_is_the_students(self):
        r = self.expect(GOOD.replace("c[i] = a[i] + b[i]", "c[i] = a[i] + d[i]"), "compile-error", "x.cu", '"d" is undefined')
        self.assertIn("5", r["diagnostics"])
        self.assertNotIn("/tmp/", r["diagnostics"])

    def inline(self, text):
        return GOOD.replace("c[i] = a[i] + b[i];", '{ float x = a[i] + b[i]; asm volatile("%s" : "+f"(x)); c[i] = x; }' % text)

    def test_inline_assembly_that_is_right(self):
        self.expect(self.inline("add.f32 %0, %0, 0f00000000;"), "pass")

    def test_inline_assembly_with_a_slip(self):
        r = self.expect(self.inline("addd.f32 %0, %0, 0f00000000;"), "compile-error", "ptxas", "addd")
        self.assertNotIn("/tmp/", r["diagnostics"])
        self.assertNotIn("tmpxft", r["diagnostics"])

    def test_inline_assembly_that_is_no_ptx(self):
        r = self.expect(self.inline("add.f32 %0, nothing 3;"), "compile-error", "ptxas", "x.cu:")
        self.assertNotIn("/tmp/", r["diagnostics"])

    def test_what_the_emulator_lacks_has_a_cause(self):
        rc, r = self.judge(self.inline("{ .reg .b32 t; mov.b32 t, 0; ldmatrix.sync.aligned.m8n8.x1.shared.b16 {t}, [t]; }"))
        self.assertEqual("launch-error", r["verdict"])
        self.assertEqual(1, rc)
        self.assertIn("ldmatrix", r["message"])

    def test_no_solve(self):
        self.expect(KERNEL, "compile-error", "solve")

    def test_solve_without_extern_c(self):
        self.expect(GOOD.replace('extern "C" ', ""), "compile-error", 'extern "C"')

    def test_escape_bytes_are_scrubbed(self):
        r = self.expect(GOOD + '\n#error \x1b]0;owned\x07 \x1b[31mred\n', "compile-error")
        self.assertNotIn("\x07", r["diagnostics"])

    def test_endless_kernel(self):
        self.expect(GOOD.replace("if (i < n)", "while (*(volatile const float *)a == *(volatile const float *)a)\n\t\t;\n\tif (i < n)"), "timeout")

    def test_endless_host_loop(self):
        self.expect(GOOD.replace("{\n\tadd<<<", "{\n\tfor (volatile int k = 1; k;)\n\t\t;\n\tadd<<<"), "timeout")

    def test_a_sleeper(self):
        self.expect("#include <unistd.h>\n" + GOOD.replace("{\n\tadd<<<", "{\n\tsleep(1000);\n\tadd<<<"), "timeout")

    def test_segfault_in_host_code(self):
        self.expect(GOOD.replace("{\n\tadd<<<", "{\n\t*(volatile int *)8 = 1;\n\tadd<<<"), "crashed", "segmentation fault")

    def test_device_pointer_on_the_host(self):
        self.expect(GOOD.replace("{\n\tadd<<<", "{\n\tc[0] = a[0];\n\tadd<<<"), "crashed")

    def test_exit_in_a_constructor(self):
        self.expect("#include <unistd.h>\n__attribute__((constructor)) static void f(void) { _exit(0); }\n" + GOOD, "crashed", "exit")

    def test_exit_in_solve(self):
        self.expect("#include <stdlib.h>\n" + GOOD.replace("{\n\tadd<<<", "{\n\texit(0);\n\tadd<<<"), "crashed", "exit")

    def test_abort(self):
        self.expect("#include <stdlib.h>\n" + GOOD.replace("{\n\tadd<<<", "{\n\tabort();\n\tadd<<<"), "crashed")

    def test_2048_threads(self):
        self.expect(GOOD.replace("(n + 255) / 256, 256", "(n + 2047) / 2048, 2048"), "launch-error", "2048", "1024")

    def test_empty_grid(self):
        self.expect(GOOD.replace("(n + 255) / 256", "n / 256"), "launch-error")

    def test_a_bad_copy(self):
        bad = GOOD.replace("{\n\tadd<<<", "{\n\tfloat x;\n\tcudaMemcpy(&x, (void *)0x1234, 4, cudaMemcpyDeviceToHost);\n\treturn;\n\tadd<<<")
        self.expect(bad, "launch-error", "cudaMemcpy")

    def test_host_pointer_in_a_kernel(self):
        bad = GOOD.replace("{\n\tadd<<<", "{\n\tfloat x[4096] = {0};\n\ta = x;\n\tadd<<<")
        self.expect(bad, "memory-error", "Invalid __global__ read")

    def test_out_of_bounds_names_the_line(self):
        r = self.expect(GOOD.replace("\tif (i < n)\n", ""), "memory-error", "Invalid __global__", "thread (", "block (")
        place = [c["place"] for c in r["cases"] if c.get("place")]
        self.assertTrue(place and place[0]["line"] == 4, place)

    def test_nothing_written(self):
        r = self.expect(KERNEL + SOLVE + "{\n}\n", "wrong-answer")
        self.assertTrue(any(c["mismatch"] and c["mismatch"].get("never_written") for c in r["cases"]), r["cases"])

    def test_cpu_only_is_no_solution(self):
        # Copies, computes on the host, copies back: right bytes, but no kernel ran.
        src = ("#include <vector>\n" + SOLVE + "{\n\tstd::vector<float> x(n), y(n);\n"
               "\tcudaMemcpy(x.data(), a, n * 4, cudaMemcpyDeviceToHost);\n\tcudaMemcpy(y.data(), b, n * 4, cudaMemcpyDeviceToHost);\n"
               "\tfor (int i = 0; i < n; i++)\n\t\tx[i] += y[i];\n\tcudaMemcpy(c, x.data(), n * 4, cudaMemcpyHostToDevice);\n}\n")
        self.expect(src, "gate-failed", "No kernel ran")

    def test_a_flood_of_output(self):
        # Ten times what is kept of it, in each call.
        src = "#include <cstdio>\n" + GOOD.replace("{\n\tadd<<<", '{\n\tfor (int k = 0; k < 30000; k++)\n\t\tputs("\\033[2Jflood flood flood");\n\tadd<<<')
        self.expect(src, "pass")

    def test_nan_does_not_pass(self):
        self.expect(GOOD.replace("a[i] + b[i]", "__int_as_float(0x7fc00000)"), "wrong-answer")

    def test_the_next_run_works(self):
        self.expect(GOOD.replace("{\n\tadd<<<", "{\n\t*(volatile int *)8 = 1;\n\tadd<<<"), "crashed")
        self.expect(GOOD, "pass")
        self.assertNothingLeft()

    def test_a_daemon_does_not_survive(self):
        src = ("#include <unistd.h>\n__attribute__((constructor)) static void f(void)\n{\n\tif (!fork()) {\n\t\tsetsid();\n"
               "\t\tif (!fork())\n\t\t\tsleep(1000);\n\t\t_exit(0);\n\t}\n}\n" + GOOD)
        self.judge(src)
        self.assertNothingLeft()


if __name__ == "__main__":
    unittest.main()
