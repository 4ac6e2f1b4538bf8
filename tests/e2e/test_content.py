"""What a step's manifest asks to compare and show: variants, quoted numbers, relative gates, sweeps, pictures, PTX. Written for a small lab
of its own, as an author would: a stretch of the array for each thread, the width of which is a macro."""
import json
import os
import re
import shutil
import unittest

from harness import Case, ROOT, slurp, spill

KERNEL = """#ifndef WIDTH
#define WIDTH %d
#endif

__global__ void scale(const float *in, float *out, int n)
{
	int first = (blockIdx.x * blockDim.x + threadIdx.x) * WIDTH; // %s

	for (int k = 0; k < WIDTH; k++)
		if (first + k < n)
			out[first + k] = 2.0f * in[first + k] + 1.0f;
}

extern "C" void solve(const float *in, float *out, int n)
{
	int per_block = 256 * WIDTH;

	scale<<<(n + per_block - 1) / per_block, 256>>>(in, out, n);
}
"""

MANIFEST = """title: Content
summary: S
steps:
  - name: width
    title: T
    reference: kernels/scale/one-per-thread.cu
    args:
      - {name: in, type: float, kind: in, count: n, fill: {integers: [-1000, 1000]}}
      - {name: out, type: float, kind: out, count: n}
      - {name: n, type: int, kind: value}
    cases:
      - {name: one, n: 1}
      - {name: a prime, n: 10007}
      - {name: some size, n: {from: 300, to: 9000}}
      - {name: big, n: 64 * 1024, perf: true}
    compare: exact
    variants:
      - {name: wide, file: 1-width.wide.cu, title: Eight in a row}
      - {name: narrow, file: 1-width.narrow.cu, title: One each}
    gates:
      - {what: sectors against the wide one, counter: load sectors, max_of_variant: {wide: 0.5}, why: Fewer would do.}
      - {what: sectors against the ideal, counter: load sectors, max_of_ideal: 1.05, ideal: n * 4 / 32, why: Fewer would do.}
    show: [sectors per load]
    sweep: {macros: {WIDTH: [1, 2, 4, 8]}, show: [load sectors, time], why: Count the sectors.}
    predict: {question: How many?, of: starter, counter: sectors per load, explain: All.}
    hints: [idea, place, code]
    mistakes:
      wrong-1-two.cu: {verdict: gate-failed, says: sectors against the wide one}
      wrong-1-minus.cu: wrong-answer
      wrong-1-no-guard.cu: memory-error
    right: [right-1-small-blocks.cu]
    timeline: true
    roofline: {flops: 2 * n, bytes: counter}
    learned: >-
      A load took {starter:sectors per load} sectors and takes {mine:sectors per load}: the wide one {variant wide:sectors per load};
      an H200 {h200:starter} and {h200:solution}.
"""
PREDICT = "    predict: {question: How many?, of: starter, counter: sectors per load, explain: All.}\n"


class Content(Case):
    def lab(self, manifest=MANIFEST, **files):
        root = os.path.join(self.dir, "root")
        shutil.copytree(os.path.join(ROOT, "kernels"), os.path.join(root, "kernels"))
        for d in ("labs", "solutions"):
            os.makedirs(os.path.join(root, d, "90-content"))
        lab, solutions = os.path.join(root, "labs", "90-content"), os.path.join(root, "solutions", "90-content")
        spill(os.path.join(lab, "lab.yaml"), manifest)
        spill(os.path.join(lab, "lesson.md"), "# Content\n\n## Step 1: T\n\n    lane  0 1 2\n    byte  0 4 8\n")
        spill(os.path.join(lab, "1-width.cu"), KERNEL % (8, "TODO: one each"))
        spill(os.path.join(lab, "1-width.wide.cu"), KERNEL % (8, "eight in a row"))
        spill(os.path.join(lab, "1-width.narrow.cu"), KERNEL % (1, "one each"))
        spill(os.path.join(solutions, "1-width.cu"), KERNEL % (1, "one each"))
        spill(os.path.join(solutions, "wrong-1-two.cu"), KERNEL % (8, "still eight"))
        good = KERNEL % (1, "one each")
        spill(os.path.join(solutions, "wrong-1-minus.cu"), good.replace("+ 1.0f", "- 1.0f"))
        spill(os.path.join(solutions, "wrong-1-no-guard.cu"), good.replace("if (first + k < n)", "if (n > 0)"))
        spill(os.path.join(solutions, "right-1-small-blocks.cu"), good.replace("256", "64"))
        for name, text in files.items():
            spill(os.path.join(lab, name), text)
        self.env["WARPLINGS_ROOT"] = root
        return root

    def run_file(self, width, *args):
        path = self.write("x.cu", KERNEL % (width, "mine"))
        return self.warplings("run", "90/1", "--file", path, "--device", "emulator", *args)

    def test_verify_takes_it(self):
        self.lab()
        p = self.warplings("verify", "90")
        self.assertEqual(0, p.returncode, p.stdout + p.stderr)
        self.assertIn("variant:", p.stdout)
        self.assertIn("step 1: 11 cheats, all refused", p.stdout)

    def unsound(self, manifest):
        self.lab(manifest)
        p = self.warplings("verify", "90", timeout=120)
        self.assertEqual(1, p.returncode, p.stdout + p.stderr)
        return " ".join(p.stdout.split())

    def test_verify_wants_all_that_every_step_has(self):
        # Positive control: each thing is taken away, and nothing else is found.
        thin = MANIFEST.replace(PREDICT, "").replace("      wrong-1-minus.cu: wrong-answer\n", "")
        thin = re.sub("    learned: >-\n(      .*\n)+", "", thin).replace("    right: [right-1-small-blocks.cu]\n", "")
        said = self.unsound(thin)
        for words in ("lab.yaml:4: step 1 asks for no prediction", "lab.yaml:4: step 1 has 2 planned mistakes",
                      "lab.yaml:4: step 1 has no text 'learned'", "lab.yaml:4: step 1 has no other right way",
                      "solutions/90-content/wrong-1-minus.cu: no manifest declares this file",
                      "solutions/90-content/right-1-small-blocks.cu: no manifest declares this file", " 6 unsound"):
            self.assertIn(words, said)

    def test_verify_refuses_a_step_that_cheats_pass(self):
        # Positive control of the cheats: neither gates nor floors say how the work is to be done.
        weak = re.sub(r"    gates:\n(      - .*\n)+", "    floors: {none: true, why: A test.}\n", MANIFEST)
        said = self.unsound(weak)
        self.assertIn("step 1 lets a cheat pass: one thread does it all", said)
        self.assertIn("step 1 lets a cheat pass: up to 1,024 launches of one warp do it", said)
        # What no manifest can switch off is refused all the same.
        self.assertNotIn("the host computes", said)
        self.assertNotIn("nothing is done", said)

    def test_verify_refuses_a_step_whose_sizes_everybody_knows(self):
        said = self.unsound(MANIFEST.replace("      - {name: some size, n: {from: 300, to: 9000}}\n", ""))
        self.assertIn("step 1 lets a cheat pass: it is right for the sizes that the manifest lists, and for no other", said)
        self.assertIn(" 1 unsound", said)
        # A long run is read from its end: what is not in order stands there once more.
        _, once_more = said.split("Once more what is not in order:")
        self.assertIn("step 1 lets a cheat pass", once_more)

    def test_verify_wants_what_a_manifest_shows(self):
        exact = "    compare: exact\n"
        said = self.unsound(MANIFEST.replace(exact, exact + "    picture: {access: nowhere}\n"))
        self.assertIn("picture: no access to memory by the first warp in a line of the solution with 'nowhere'", said)
        # and what only a GPU can say is a warning
        self.assertIn("learned quotes {h200:starter}, and measured.yaml has no 1.starter", said)
        self.assertIn(" 1 unsound", said)

    def test_a_result_shows_the_picture_of_an_access(self):
        exact = "    compare: exact\n"
        self.lab(MANIFEST.replace(exact, exact + '    picture: {access: "out["}\n    show_ptx: true\n'))
        p = self.run_file(1)
        self.assertRegex(p.stdout, r"Line \d+, (load|store) of global memory: 4 bytes a lane, 32 lanes")
        self.assertIn("4 sectors of 32 bytes: 128 bytes move", " ".join(p.stdout.split()))
        self.assertRegex(p.stdout, r"PTX of the kernels +wide +narrow +yours")

    def test_variants_stand_beside_each_other_and_a_pass_quotes_numbers(self):
        self.lab()
        p = self.run_file(1)
        self.assertEqual(0, p.returncode, p.stdout + p.stderr)
        said = " ".join(p.stdout.split())
        self.assertIn("A load took 32 sectors and takes 4: the wide one 32.", said)  # nobody has asked an H200 yet
        self.assertNotIn("H200 and", said)
        self.assertRegex(p.stdout, r"Variants +wide +narrow +yours")
        self.assertRegex(p.stdout, r"sectors per load +32.00 +4.00 +4.00")
        # 2 FLOP an element, 4 bytes each way
        self.assertRegex(p.stdout, r"yours +131,072 +524,288 +0.25")
        self.assertRegex(p.stdout, r"Timeline\n[^\n]*modelled[^\n]*H200")

    def test_a_measured_figure_is_quoted(self):
        self.lab(**{"measured.yaml": "1.starter: 9.1 us\n1.solution: 5.2 us\n"})
        p = self.run_file(1)
        self.assertIn("the wide one 32; an H200 9.1 us and 5.2 us.", " ".join(p.stdout.split()))

    def test_a_gate_is_relative_to_a_variant_and_to_an_ideal(self):
        self.lab()
        p = self.run_file(2, "--format", "json")
        self.assertEqual(1, p.returncode, p.stdout + p.stderr)
        gates = json.loads(p.stdout)["gates"]
        self.assertEqual([32768, 8601], [g["limit"] for g in gates])
        self.assertEqual([True, False], [g["pass"] for g in gates])

    def test_a_variant_that_fails_leaves_its_gate_unjudged(self):
        self.lab(**{"1-width.wide.cu": KERNEL % (8, "") + "broken"})
        p = self.run_file(1)
        self.assertEqual(3, p.returncode, p.stdout + p.stderr)

    def test_a_sweep_is_a_table_and_a_plot(self):
        self.lab(**{"measured.yaml": "1.sweep.WIDTH=4: 7.5 us\n"})
        path = self.write("x.cu", KERNEL % (8, "mine"))
        p = self.warplings("sweep", "90/1", "--file", path)
        self.assertEqual(0, p.returncode, p.stdout + p.stderr)
        rows = re.findall(r"^ +(\d) +([\d,]+) +([\d.]+ us) +(-|7.5 us) +([#█]+)( lowest)?$", p.stdout, re.M)
        self.assertEqual(["1", "2", "4", "8"], [r[0] for r in rows], p.stdout)
        self.assertEqual(["8,192", "16,384", "32,768", "65,536"], [r[1] for r in rows])
        self.assertEqual(["-", "-", "7.5 us", "-"], [r[3] for r in rows])
        bars = [len(r[4]) for r in rows]  # as long as the line has room; to scale
        self.assertGreaterEqual(bars[3], 16)
        self.assertEqual([1, 1, 1, 1], [int(abs(n - bars[3] * k / 8) < 1) for n, k in zip(bars, (1, 2, 4, 8))], bars)
        self.assertEqual([" lowest", "", "", ""], [r[5] for r in rows])
        self.assertIn("Count the sectors.", p.stdout)

    def test_a_value_that_fails_is_a_row(self):
        self.lab()
        path = self.write("x.cu", "#if defined(WIDTH) && WIDTH == 4\n#error no fours\n#endif\n" + KERNEL % (8, "mine") +
                          "#if WIDTH == 2\n#define NO 1\n#else\n#define NO 0\n#endif\n")
        spill(path, slurp(path).replace("2.0f * in", "(WIDTH == 2 ? 3.0f : 2.0f) * in"))
        p = self.warplings("sweep", "90/1", "--file", path, "--format", "json")
        self.assertEqual(1, p.returncode, p.stdout + p.stderr)
        rows = json.loads(p.stdout)["rows"]
        self.assertEqual([True, False, False, True], [r["ok"] for r in rows])
        self.assertIn("wrong-answer", rows[1]["why"])
        self.assertIn("no fours", rows[2]["why"])
        self.assertEqual({"WIDTH": 8}, rows[3]["macros"])

    def test_two_macros_are_a_grid(self):
        self.lab(MANIFEST.replace("{WIDTH: [1, 2, 4, 8]}", "{WIDTH: [1, 2], OTHER: [5, 6, 7]}"))
        path = self.write("x.cu", KERNEL % (8, "mine"))
        p = self.warplings("sweep", "90/1", "--file", path)
        self.assertEqual(0, p.returncode, p.stdout + p.stderr)
        self.assertIn("load sectors: WIDTH down, OTHER across", p.stdout)
        self.assertRegex(p.stdout, r"2 +16,384 +16,384 +16,384")
        self.assertIn("Lowest: WIDTH=1,OTHER=5, 8,192.", p.stdout)

    def test_verify_sweeps_too(self):
        # Positive control: at one value of the macro the solution is wrong.
        root = self.lab()
        path = os.path.join(root, "solutions", "90-content", "1-width.cu")
        spill(path, slurp(path).replace("2.0f * in", "(WIDTH == 2 ? 3.0f : 2.0f) * in"))
        p = self.warplings("verify", "90")
        self.assertEqual(1, p.returncode, p.stdout + p.stderr)
        self.assertIn("sweep: WIDTH=2: wrong-answer", " ".join(p.stdout.split()))
        self.assertIn("1 unsound", p.stdout)

    QUESTIONS = """    predict:
      - {question: Which?, choices: [the wide one, the narrow one, no difference], answer: the narrow one, explain: Because.,
         decided_by: {counter: load sectors, of: [wide, narrow], within: 1.1}}
      - {question: In which order?, order: [wide, narrow], counter: load sectors, explain: So.}
"""

    def predicted(self, *answers):
        self.lab(MANIFEST.replace(PREDICT, self.QUESTIONS))
        for i, words in enumerate(answers):
            p = self.warplings("predict", "90/1", str(i + 1), *words)
            self.assertEqual(0, p.returncode, p.stdout + p.stderr)
        p = self.warplings("run", "90/1", "--device", "emulator")
        return " ".join(p.stdout.split())

    def test_a_choice_and_an_order_are_compared(self):
        said = self.predicted(["2"], ["narrow", "wide"])
        self.assertIn("You said the narrow one: right. Because.", said)
        self.assertIn("You said narrow wide: right. So.", said)
        p = self.warplings("predict")
        self.assertIn("Close in 2 of 2 predictions.", p.stdout)
        self.assertIn("2 of 2 90-content/1 T", " ".join(p.stdout.split()))

    def test_wrong_answers_are_told(self):
        said = self.predicted(["no", "difference"], ["1", "2"])
        self.assertIn("You said no difference: it is the narrow one.", said)
        self.assertIn("You said wide narrow: it is narrow wide.", said)
        self.assertIn("Close in 0 of 2 predictions.", self.warplings("predict").stdout)

    def test_answers_are_read(self):
        self.predicted()
        self.assertIn("None of your predictions", self.warplings("predict").stdout)
        self.assertIn("1: the wide one, 2: the narrow one", self.warplings("predict", "90/1").stdout)
        for words in (["1", "4"], ["1", "the"], ["2", "wide"], ["2", "wide", "wide"], ["3", "1"], ["1"]):
            p = self.warplings("predict", "90/1", *words)
            self.assertEqual(2, p.returncode, words)

    def test_verify_asks_what_decides(self):
        # Positive control: the manifest names the wrong choice.
        self.lab(MANIFEST.replace(PREDICT, self.QUESTIONS.replace("answer: the narrow one", "answer: the wide one")))
        p = self.warplings("verify", "90")
        self.assertEqual(1, p.returncode, p.stdout + p.stderr)
        self.assertIn("predict: the answer is 'the narrow one', not 'the wide one'", " ".join(p.stdout.split()))

    def test_verify_takes_what_the_variants_say(self):
        self.lab(MANIFEST.replace(PREDICT, self.QUESTIONS))
        p = self.warplings("verify", "90")
        self.assertNotIn("predict:", p.stdout)
        self.assertEqual(0, p.returncode, p.stdout + p.stderr)

    def test_verify_refuses_an_order_that_is_listed(self):
        self.lab(MANIFEST.replace(PREDICT, self.QUESTIONS.replace("order: [wide, narrow]", "order: [narrow, wide]")))
        p = self.warplings("verify", "90")
        self.assertEqual(1, p.returncode, p.stdout + p.stderr)
        self.assertIn("'narrow wide' is the right order, and the student reads it", " ".join(p.stdout.split()))

    def test_a_step_without_a_sweep_says_so(self):
        p = self.warplings("sweep", "02/4")
        self.assertEqual(2, p.returncode, p.stdout + p.stderr)
        self.assertIn("has no sweep", p.stderr)


if __name__ == "__main__":
    unittest.main()
