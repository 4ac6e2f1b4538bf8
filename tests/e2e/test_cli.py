"""The command line as scripts rely on it: names, formats, exit statuses, the student's folder."""
import json
import os
import re
import shutil
import subprocess
import unittest
import xml.etree.ElementTree as xml

from harness import GOOD, ROOT, Case, slurp, spill

NCU = ["l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum", "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum",
       "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum", "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum",
       "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum", "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum",
       "derived__memory_l1_wavefronts_shared_excessive", "ptx__inst_executed.sum", "ptx__thread_inst_executed.sum"]


class Commands(Case):
    def test_json_of_run(self):
        rc, r = self.judge(GOOD)
        self.assertEqual(0, rc)
        self.assertEqual("warplings.run/1", r["schema"])
        self.assertEqual("01-first-kernel/1", r["step"])
        self.assertEqual("emulator", r["device"]["kind"])
        self.assertEqual("pass", r["verdict"])
        for side in ("student", "reference"):
            self.assertEqual("modelled", r[side]["time_kind"])
            self.assertGreater(r[side]["time_us"], 0)
            k = r[side]["kernels"][0]
            self.assertEqual(3, len(k["grid"]))
            self.assertEqual([256, 1, 1], k["block"])
            for name in NCU:
                self.assertIn(name, k["counters"])
        self.assertEqual("add", r["student"]["kernels"][0]["name"])
        for g in r["gates"]:
            self.assertEqual({"what", "limit", "value", "pass"}, {"what", "limit", "value", "pass"} & set(g))
        for c in r["cases"]:
            self.assertEqual({"name", "verdict", "mismatch"}, {"name", "verdict", "mismatch"} & set(c))

    def test_counters_of_a_known_kernel(self):
        # n of the perf case is a multiple of 32: 2 loads and 1 store a warp, 4 sectors each.
        _, r = self.judge(GOOD)
        k = r["student"]["kernels"][0]
        c = k["counters"]
        warps = k["grid"][0] * 8
        self.assertAlmostEqual(4.0, c[NCU[1]] / c[NCU[0]], delta=0.01)
        self.assertLessEqual(c[NCU[0]], 2 * warps)
        self.assertGreater(c[NCU[0]], 2 * (warps - 8))
        self.assertAlmostEqual(2.0, c[NCU[0]] / c[NCU[2]], delta=0.01)

    def test_the_same_seed_gives_the_same_words(self):
        path = self.write("x.cu", GOOD.replace("a[i] + b[i]", "a[i] + b[i] + (i == 77)"))
        outs = []
        for _ in range(2):
            p = self.warplings("run", "01/1", "--file", path, "--seed", "42", "--format", "json", "--device", "emulator")
            r = json.loads(p.stdout)
            for k in ("wall_ms", "compile_ms"):
                r.pop(k, None)
            outs.append(r)
        self.assertEqual(outs[0], outs[1])
        self.assertEqual("wrong-answer", outs[0]["verdict"])
        bad = [c for c in outs[0]["cases"] if c["mismatch"]]
        self.assertEqual(77, bad[0]["mismatch"]["index"])
        self.assertEqual(1, bad[0]["mismatch"]["wrong"])

    def test_names_of_labs_and_steps(self):
        for word in ("02-coalescing/1", "02/1", "2/1", "coalescing/1", "coalescing/neighbours", "02/1-neighbours"):
            p = self.warplings("hint", word)
            self.assertEqual(0, p.returncode, (word, p.stderr))
        for args in (("run", "99/1"), ("run", "nonsense"), ("frobnicate",), ("run", "01/1", "--frob"), ("run", "01/1", "--device", "abacus"),
                     ("run",), ("hint", "01"), ("run", "01/1", "--file", "/no/such/file.cu"), ("run", "01/1", "--seed", "x"), ("list", "--format", "tap")):
            p = self.warplings(*args)
            self.assertEqual(2, p.returncode, (args, p.stdout, p.stderr))
            self.assertTrue(p.stderr.strip(), args)

    def test_hints_go_from_first_to_last(self):
        outs = [self.warplings("hint", "01/1").stdout for _ in range(4)]
        self.assertEqual(3, len(set(outs[:3])))
        for o in outs:
            self.assertNotRegex(o, r"\b[0-9] of [0-9]\b")

    def test_work_is_copied_and_reset(self):
        work = os.path.join(self.work, "01-first-kernel", "1-vector-add.cu")
        starter = os.path.join(ROOT, "labs", "01-first-kernel", "1-vector-add.cu")
        p = self.warplings("run", "01/1", "--device", "emulator")
        self.assertEqual(1, p.returncode, p.stdout + p.stderr)
        self.assertEqual(slurp(starter), slurp(work))
        spill(work, GOOD)
        p = self.warplings("run", "01/1", "--device", "emulator")
        self.assertEqual(0, p.returncode, p.stdout + p.stderr)
        p = self.warplings("reset", "01/1")
        self.assertEqual(2, p.returncode)  # nobody to ask
        self.assertEqual(GOOD, slurp(work))
        p = self.warplings("reset", "01/1", "--yes")
        self.assertEqual(0, p.returncode, p.stderr)
        self.assertEqual(slurp(starter), slurp(work))
        self.assertIn("1", json.dumps(json.loads(self.warplings("list", "--format", "json").stdout)))

    def test_run_file_leaves_work_alone(self):
        self.judge(GOOD)
        self.assertEqual([".cache"], sorted(os.listdir(self.work)))

    def test_check(self):
        p = self.warplings("check", "--device", "emulator")
        self.assertEqual(0, p.returncode, p.stdout)
        self.assertRegex(p.stdout, r"to.?do")
        os.makedirs(os.path.join(self.work, "01-first-kernel"))
        work = os.path.join(self.work, "01-first-kernel", "1-vector-add.cu")
        spill(work, GOOD)
        self.assertEqual(0, self.warplings("check", "01", "--device", "emulator").returncode)
        spill(work, GOOD.replace("a[i] + b[i]", "a[i] - b[i]"))
        p = self.warplings("check", "01/1", "--device", "emulator", "--format", "tap")
        self.assertEqual(1, p.returncode)
        self.assertIn("not ok 1", p.stdout)
        p = self.warplings("check", "01", "--device", "emulator", "--format", "junit")
        suite = xml.fromstring(p.stdout)
        suite = suite if suite.tag == "testsuite" else suite.find("testsuite")
        self.assertEqual("1", suite.get("failures"))
        self.assertEqual("0", suite.get("errors"))
        self.assertEqual(0, self.warplings("check", "02", "--device", "emulator").returncode)

    def test_strict_wants_the_work(self):
        """To do, missing and empty count as not passed, in each format; a pass is a point."""
        folder = os.path.join(self.work, "01-first-kernel")
        os.makedirs(folder)
        spill(os.path.join(folder, "1-vector-add.cu"), GOOD)
        shutil.copy(os.path.join(ROOT, "labs", "01-first-kernel", "2-matrix-add.cu"), folder)
        p = self.warplings("check", "01", "--device", "emulator")
        self.assertEqual(0, p.returncode, p.stdout)
        self.assertIn("1 pass, 2 to do", p.stdout)
        self.assertIn("Points: 1 of 3", p.stdout)
        p = self.warplings("check", "01", "--strict", "--device", "emulator")
        self.assertEqual(1, p.returncode, p.stdout)
        self.assertIn("1 pass, 2 do not pass", p.stdout)
        self.assertIn("Points: 1 of 3", p.stdout)
        said = " ".join(p.stdout.split())
        self.assertIn("The file is still the starter", said)
        self.assertIn("There is no file of it", said)
        spill(os.path.join(folder, "3-grid-stride.cu"), "")
        p = self.warplings("check", "01/3", "--strict", "--device", "emulator")
        self.assertEqual(1, p.returncode, p.stdout)
        self.assertIn("Points: 0 of 1", p.stdout)
        self.assertEqual(0, self.warplings("check", "01/1", "--strict", "--device", "emulator").returncode)
        p = self.warplings("check", "01/2", "--strict", "--device", "emulator", "--format", "json")
        j = json.loads(p.stdout)
        self.assertEqual((1, 1, 0, 1), (p.returncode, j["summary"]["fail"], j["summary"]["points"], j["summary"]["points_possible"]))
        p = self.warplings("check", "01/2", "--strict", "--device", "emulator", "--format", "tap")
        self.assertIn("not ok 1", p.stdout)
        self.assertNotIn("TODO", p.stdout)
        p = self.warplings("check", "01/2", "--strict", "--device", "emulator", "--format", "junit")
        self.assertIn("<failure", p.stdout)
        self.assertIn('failures="1"', p.stdout)

    def test_no_work_and_no_labs_are_no_success(self):
        p = self.warplings("check", env={"WARPLINGS_WORK": os.path.join(self.dir, "typo")})
        self.assertEqual(3, p.returncode, p.stdout)
        self.assertIn("there is no folder", p.stderr)
        self.assertFalse(os.path.exists(os.path.join(self.dir, "typo")))
        root = os.path.join(self.dir, "empty")
        os.makedirs(os.path.join(root, "labs"))
        for command in ("check", "verify"):
            p = self.warplings(command, env={"WARPLINGS_ROOT": root})
            self.assertEqual(3, p.returncode, p.stdout)
            self.assertIn("there is no lab in", p.stderr)

    def test_check_solutions(self):
        p = self.warplings("check", "01", "--solutions", "--device", "emulator", "--format", "json")
        self.assertEqual(0, p.returncode, p.stdout + p.stderr)
        verdicts = re.findall(r'"verdict": *"([a-z-]+)"', p.stdout)
        self.assertIn("pass", verdicts)
        self.assertNotIn("todo", verdicts)

    def test_no_compiler_is_nobodys_fault(self):
        env = {"WARPLINGS_NVCC": "/nonexistent/nvcc"}
        path = self.write("x.cu", GOOD)
        p = self.warplings("run", "01/1", "--file", path, "--format", "json", "--device", "emulator", env=env)
        self.assertEqual(3, p.returncode, p.stdout)
        self.assertEqual("not-judged", json.loads(p.stdout)["verdict"])
        spill(os.path.join(self.mk("01-first-kernel"), "1-vector-add.cu"), GOOD)
        p = self.warplings("check", "01/1", "--format", "junit", "--device", "emulator", env=env)
        self.assertEqual(3, p.returncode)
        self.assertIn("<error", p.stdout)
        self.assertNotIn("<failure", p.stdout)
        p = self.warplings("doctor", env=env)
        self.assertEqual(3, p.returncode)
        self.assertIn("nvcc", p.stdout)

    def mk(self, name):
        d = os.path.join(self.work, name)
        os.makedirs(d, exist_ok=True)
        return d

    def test_no_gpu_is_said(self):
        if os.path.exists("/dev/nvidia0"):
            self.skipTest("this machine has a GPU")
        path = self.write("x.cu", GOOD)
        p = self.warplings("run", "01/1", "--file", path, "--device", "gpu", "--format", "json")
        self.assertEqual(3, p.returncode)
        self.assertEqual("not-judged", json.loads(p.stdout)["verdict"])

    def test_doctor(self):
        p = self.warplings("doctor")
        self.assertEqual(0, p.returncode, p.stdout)
        for word in ("nvcc", "GPU", "sandbox", "terminal"):
            self.assertIn(word.lower(), p.stdout.lower())

    def test_doctor_knows_a_work_folder_by_its_relative_name(self):
        self.mk("01-first-kernel")
        name = os.path.basename(self.work)
        for work, made in (name, True), (name + "-other", False):
            p = self.warplings("doctor", env={"WARPLINGS_WORK": work}, cwd=os.path.dirname(self.work))
            line = [s for s in p.stdout.splitlines() if "work folder" in s][0]
            self.assertEqual((True, made), (work in line, "not made yet" not in line), line)

    def test_plain_list_without_a_terminal(self):
        p = self.warplings()
        self.assertEqual(0, p.returncode, p.stderr)
        self.assertIn("Coalescing", p.stdout)
        self.assertNotIn("\x1b", p.stdout)

    def test_text_fits_80_columns(self):
        path = self.write("x.cu", GOOD.replace("a[i] + b[i]", "a[i] - b[i]"))
        p = self.warplings("run", "01/1", "--file", path, "--device", "emulator")
        self.assertTrue(all(len(line) <= 80 for line in p.stdout.splitlines()), p.stdout)
        p = self.warplings("run", "01/1", "--file", self.write("x.cu", GOOD), "--device", "emulator")
        self.assertTrue(all(len(line) <= 80 for line in p.stdout.splitlines()), p.stdout)
        self.assertIn("modelled", p.stdout)


class BrokenLabs(Case):
    def root(self):
        """The lab to be broken and one that stays as it is."""
        root = os.path.join(self.dir, "root")
        for d in ("labs/01-first-kernel", "labs/02-coalescing", "solutions/01-first-kernel", "solutions/02-coalescing", "kernels"):
            shutil.copytree(os.path.join(ROOT, d), os.path.join(root, d))
        self.env["WARPLINGS_ROOT"] = root
        return root

    def edit(self, root, old, new):
        path = os.path.join(root, "labs", "01-first-kernel", "lab.yaml")
        text = slurp(path)
        self.assertIn(old, text)
        text = text.replace(old, new, 1)
        spill(path, text)
        return text[: text.index(new)].count("\n") + 1 if new else 0

    def expect(self, old, new, *needles):
        root = self.root()
        line = self.edit(root, old, new)
        p = self.warplings("list")
        out = p.stdout + p.stderr
        self.assertIn("Coalescing", out)  # the others still load
        p = self.warplings("run", "01/1", "--device", "emulator")
        self.assertEqual(3, p.returncode, p.stdout + p.stderr)
        self.assertRegex(p.stdout + p.stderr, r"lab\.yaml:%d" % line)
        for n in needles:
            self.assertIn(n, p.stdout + p.stderr)
        path = self.write("good.cu", slurp(os.path.join(ROOT, "solutions", "02-coalescing", "1-neighbours.cu")))
        p = self.warplings("run", "02/1", "--file", path, "--device", "emulator")
        self.assertEqual(0, p.returncode, p.stdout + p.stderr)

    def test_unknown_key(self):
        self.expect("summary:", "sumary:", "sumary")

    def test_wrong_type(self):
        self.expect("kind: value", "kind: [1]", "kind")

    def test_missing_file(self):
        self.expect("reference: kernels/vector-add/one-per-thread.cu", "reference: kernels/no/such.cu", "no/such.cu")

    def test_verify_fails_a_bad_lab(self):
        # Positive control of verify: a solution that does not pass.
        root = self.root()
        path = os.path.join(root, "solutions", "01-first-kernel", "1-vector-add.cu")
        text = slurp(path)
        spill(path, text.replace("+ b[i]", "- b[i]"))
        # ... another right way that is wrong, a variant that is wrong, and words that no student reads.
        spill(os.path.join(os.path.dirname(path), "right-1-minus.cu"), text.replace("+ b[i]", "- b[i]"))
        spill(os.path.join(root, "labs", "01-first-kernel", "1-minus.cu"), text.replace("+ b[i]", "- b[i]"))
        manifest = os.path.join(root, "labs", "01-first-kernel", "lab.yaml")
        spill(manifest, slurp(manifest).replace(
            "    right: [right-1-small-blocks.cu]\n",
            "    right: [right-1-small-blocks.cu, right-1-minus.cu]\n    variants: [{name: minus, file: 1-minus.cu, title: Minus}]\n", 1)
            .replace("wrong-1-typo.cu: compile-error", "wrong-1-typo.cu: {verdict: compile-error, says: purple}"))
        p = self.warplings("verify", "01", timeout=300)
        self.assertEqual(1, p.returncode, p.stdout + p.stderr)
        said = " ".join(p.stdout.split())
        self.assertIn("solution: wrong-answer instead of pass", said)
        self.assertIn("another right way: wrong-answer instead of pass", said)
        self.assertIn("variant: wrong-answer instead of a right answer", said)
        self.assertIn("compile-error, but the student does not read 'purple'", said)
        self.assertIn(" 4 unsound,", said)

    def test_verify_wants_a_faster_solution_where_the_step_says_so(self):
        root = self.root()
        manifest = os.path.join(root, "labs", "02-coalescing", "lab.yaml")
        text = slurp(manifest)
        spill(manifest, text[:text.index("\n  - name: row-sums")].replace("    faster: true\n", "").replace("    hints:\n", "    faster: true\n    hints:\n"))
        p = self.warplings("verify", "02", timeout=300)
        self.assertIn("faster: the solution takes", " ".join(p.stdout.split()))
        # Right, and within its gates, but it launches a lot of nothing besides.
        path = os.path.join(root, "solutions", "02-coalescing", "1-neighbours.cu")
        spill(path, slurp(path).replace('extern "C"', '__global__ void nothing() {}\n\nextern "C"', 1).replace(
            "\tscale<<<", "\tfor (int k = 0; k < 10; k++)\n\t\tnothing<<<1, 32>>>();\n\tscale<<<"))
        p = self.warplings("verify", "02", timeout=300)
        said = " ".join(p.stdout.split())
        self.assertIn("solution: it passes with a note ('notes' in the manifest): It could be better.", said)
        self.assertIn("not faster: the solution takes", said)
        self.assertEqual(1, p.returncode)

    def test_verify_wants_a_solution_that_earns_the_star_for_speed(self):
        root = self.root()
        manifest = os.path.join(root, "labs", "01-first-kernel", "lab.yaml")
        text = slurp(manifest)
        first, last = text.index("  - name: vector-add"), text.index("  - name: grid-stride")
        spill(manifest, re.sub(r"\n    (right|variants|mistakes):(?:.*\n)(?:      .*\n)*", "\n", text[:first] + text[last:]))
        for part in ("labs", "solutions"):
            folder = os.path.join(root, part, "01-first-kernel")
            os.rename(os.path.join(folder, "3-grid-stride.cu"), os.path.join(folder, "1-grid-stride.cu"))
        p = self.warplings("verify", "01", timeout=300)
        self.assertIn("solution: pass", p.stdout)
        # Right, within its gates, and not so slow that it gets a note.
        path = os.path.join(root, "solutions", "01-first-kernel", "1-grid-stride.cu")
        text = slurp(path)
        self.assertEqual(1, text.count("<<<"))
        spill(path, re.sub(r"(\w+<<<)", "void *at;\n\tcudaGetSymbolAddress(&at, spare);\n\tcudaMemsetAsync(at, 0, 4);\n\t\\1", text).replace(
            'extern "C"', '__device__ int spare;\n\nextern "C"'))
        p = self.warplings("verify", "01", timeout=300)
        self.assertRegex(" ".join(p.stdout.split()), r"solution: it passes without the star for speed: [\d.]+ us modelled, the reference [\d.]+ us")
        self.assertEqual(1, p.returncode)

    def test_measure_without_a_gpu(self):
        p = self.warplings("measure", "--output", os.path.join(self.dir, "out"), env={"CUDA_VISIBLE_DEVICES": ""})
        self.assertEqual(3, p.returncode, p.stdout)
        self.assertIn("nothing can be measured here: ", p.stderr)
        self.assertFalse(os.path.exists(os.path.join(self.dir, "out")))


if __name__ == "__main__":
    unittest.main()
