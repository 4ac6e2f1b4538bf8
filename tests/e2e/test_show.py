"""warplings show: what the screens show, on the command line."""
import json
import os
import re
import shutil
import struct
import threading
import time
import unittest
import zlib

from harness import ROOT, Case, slurp, spill


class Show(Case):
    def show(self, *words, status=0, **kw):
        r = self.warplings("show", *words, **kw)
        self.assertEqual(r.returncode, status, r.stdout + r.stderr)
        return r

    def solution(self, name):
        return os.path.join(ROOT, "solutions", name)

    def line_of(self, name, text):
        with open(self.solution(name)) as f:
            for number, line in enumerate(f, 1):
                if text in line:
                    return number
        self.fail("%s has no line with %s" % (name, text))

    def test_an_access_of_a_line(self):
        name = "07-bank-conflicts/wrong-2-no-padding.cu"
        line = self.line_of(name, "= tile[threadIdx.x]")
        r = self.show("access", "07/2", "--file", self.solution(name), "--line", str(line))
        self.assertIn("Line %d, load of shared memory: 4 bytes a lane, 32 lanes" % line, r.stdout)
        self.assertIn("32 wavefronts. Ideal: 1.", r.stdout)
        self.assertTrue(all(len(x) <= 80 for x in r.stdout.splitlines()))
        # the store of the same line comes right behind the load
        r = self.show("access", "07/2", "--file", self.solution(name), "--line", str(line), "--nth", "2",
                      env={"LC_ALL": "C"})
        self.assertIn("store of global memory", r.stdout)
        self.assertIn("[########]", r.stdout)
        self.assertIn("4 sectors of 32 bytes: 128 bytes move, 128 of them are wanted (100 %). Ideal: 4.", r.stdout)
        self.assertTrue(r.stdout.isascii())

    def test_without_a_terminal_the_ui_prints_where_it_would_begin(self):
        for word in ("02", "02/1"):
            for env in ({}, {"TERM": "dumb"}):
                p = self.warplings("ui", word, env=env)
                self.assertEqual((p.returncode, p.stdout), (0, self.show("lesson", word).stdout))
        self.assertEqual(self.warplings("ui").stdout, self.warplings("list").stdout)

    def test_the_pictures_screen_says_that_a_run_is_on(self):
        folder = os.path.join(self.work, "12-stencils")
        os.makedirs(folder)
        shutil.copy(self.solution("12-stencils/5-blur.cu"), folder)
        script = self.write("keys", "size 100x30\npress i\nwait Nothing has been counted\npress r\n"
                            "wait Your prediction\npress Esc\nwait compil\npress i\nwait Your file runs\n"
                            "wait Case 'a picture'\npress Q\n")
        p = self.warplings("ui", "12/5", "--device", "emulator", "--script", script, "--dump", self.dir)
        self.assertEqual(p.returncode, 0, p.stderr)

    def test_what_was_said_of_an_older_file_does_not_stay(self):
        """A message goes when the file runs again; an error whose cause is gone marks no line; a result that outlives its file says so."""
        folder, screens = os.path.join(self.work, "08-reduction"), os.path.join(self.dir, "screens")
        os.makedirs(folder)
        os.makedirs(screens)
        file, good = os.path.join(folder, "2-addresses.cu"), slurp(self.solution("08-reduction/2-addresses.cu"))
        bad = good.replace("int tid = threadIdx.x;", "int tid = threadIdx.x")
        self.assertNotEqual(good, bad)
        spill(file, bad)
        script = self.write("keys", "size 100x30\nwait Reduction\npress r\nwait The compiler says\ndump broken\npress c\nwait \u2717\ndump code\n"
                            "press q h h h h h h\nwait That was the last hint.\ndump hint\nwait Your prediction\npress Esc Esc\nwait Cancelled.\ndump cancelled\n"
                            "press c\nwait threadIdx\ndump mended\npress Q\n")

        def mend():
            while not os.path.exists(os.path.join(screens, "hint.txt")):
                time.sleep(0.02)
            spill(file, good)
        saver = threading.Thread(target=mend, daemon=True)
        saver.start()
        p = self.warplings("ui", "08/2", "--device", "emulator", "--script", script, "--dump", screens)
        self.assertEqual(p.returncode, 0, p.stdout + p.stderr)
        seen = {name[:-4]: slurp(os.path.join(screens, name)) for name in os.listdir(screens)}
        older = "You have changed your file since this result: r runs it as it is now."
        self.assertIn("compile-error", seen["broken"])
        self.assertNotIn(older, seen["broken"])
        self.assertIn("\u2717", seen["code"])
        self.assertIn(older, seen["cancelled"])
        self.assertNotIn("That was the last hint.", seen["cancelled"])
        self.assertNotIn("\u2717", seen["mended"])

    def test_a_case_that_failed_can_be_looked_into(self):
        """The performance case never runs then: lines, accesses and steps are of the case that failed."""
        folder = os.path.join(self.work, "03-vectorized-access")
        os.makedirs(folder)
        file = os.path.join(folder, "1-pairs.cu")
        shutil.copy(self.solution("03-vectorized-access/wrong-1-half-copied.cu"), file)
        screens = os.path.join(self.dir, "screens")
        script = self.write("keys", "size 100x30\npress r\nwait Your prediction\npress Esc\nwait wrong-answer on\n"
                            "press l\ndump lines\npress k Enter\ndump none\npress q a\ndump access\n"
                            "press q w\ndump steps\npress q t\ndump timeline\npress Q\n")
        p = self.warplings("ui", "03/1", "--device", "emulator", "--script", script, "--dump", screens)
        self.assertEqual(p.returncode, 0, p.stderr)
        seen = {name[:-4]: slurp(os.path.join(screens, name)) for name in os.listdir(screens)}
        of = "Of case 'a block of pairs', which failed:"
        for name in ("lines", "access", "steps"):
            self.assertIn(of, seen[name], name)
        line = self.line_of("03-vectorized-access/wrong-1-half-copied.cu", "to[i / 2] = from[i / 2]")
        counted = next(x for x in seen["lines"].splitlines() if " %d" % line + "\u2588" in x)
        self.assertEqual(counted.split()[:2], ["8", "32.0"])  # 8 warps, where the big case has 32,768
        self.assertIn("makes no access to memory in line %d; it does in: %d." % (line - 1, line), seen["none"])
        self.assertIn("Line %d, load of global memory: 8 bytes a lane" % line, seen["access"])
        self.assertIn("block 0, warp 0 of 8", seen["steps"])
        # The command line prints of that case what the screens show of it.
        case = ("--case", "a block of pairs")
        lines = json.loads(self.show("lines", "03/1", *case, "--format", "json").stdout)
        self.assertEqual(lines["case"], case[1])
        one = next(x for x in lines["lines"] if x["line"] == line)
        self.assertEqual(str(one["times"]), counted.split()[0])
        steps = self.show("step", "03/1", *case).stdout
        where = next(x for x in seen["steps"].splitlines() if "block 0, warp 0 of 8" in x)
        self.assertIn(where.split(), [x.split() for x in steps.splitlines()])
        p = self.show("lines", "03/1", "--case", "none", status=2)
        self.assertIn("it has: ", p.stderr)
        self.assertIn("'a block of pairs'", p.stderr)
        self.assertIn("the newest run ended with wrong-answer before the performance case was through",
                      " ".join(seen["timeline"].split()))

    def test_steps_of_a_warp(self):
        name = "08-reduction/2-addresses.cu"
        def steps(warp):
            r = self.show("step", "08/2", "--file", self.solution(name), "--warp", warp, "--seed", "7", "--format", "json")
            return json.loads(r.stdout)
        all_of = steps("0")
        self.assertEqual(all_of["schema"], "warplings.steps/1")
        self.assertFalse(all_of["more"])
        # What a lane stored in shared memory last is what it loads: the run can be put together again.
        memory, loads = {}, 0
        for one in all_of["steps"]:
            for lane in range(32):
                if one["space"] != "shared" or one["addresses"][lane] is None:
                    continue
                at, value = one["addresses"][lane], one["values"][lane]
                if one["ptx"].startswith("st"):
                    memory[at] = value
                elif at in memory and one["ptx"].startswith("ld"):
                    loads += 1
                    if at < 8:  # word 0 is this warp's own to the end
                        self.assertEqual(memory[at], value)
        self.assertGreater(loads, 32)
        # Half of the lanes fall out with each round of the tree.
        line = self.line_of(name, "part[slot] += part[slot + s]")
        masks = [bin(s["mask"]).count("1") for s in all_of["steps"] if s["line"] == line and s["ptx"].startswith("st.shared")]
        self.assertEqual(masks, sorted(masks, reverse=True))
        self.assertEqual(masks[-1], 1)
        # Other warps, and the same for a person.
        self.assertGreater(len(steps("7")["steps"]), 10)
        r = self.show("step", "08/2", "--file", self.solution(name), "--nth", "5", env={"LC_ALL": "C"})
        self.assertIn("block 0, warp 0 of 8   step 5 of", r.stdout)
        self.assertTrue(r.stdout.isascii())
        self.assertTrue(all(len(x) <= 80 for x in r.stdout.splitlines()))
        # A register that an earlier step wrote, with the values that it had then.
        every = all_of["steps"]
        k, at = next((k, x) for k, x in enumerate(every) if x["register"] and x["values"][3] not in (None, x["values"][4]))
        self.assertNotEqual(every[k + 1]["register"], at["register"])
        text = self.show("step", "08/2", "--file", self.solution(name), "--seed", "7", "--nth", str(k + 2),
                         "--watch", at["register"] + ",%nothing").stdout
        self.assertIn("watch  %s, of type %s" % (at["register"], at["type"]), text)
        held = re.findall(r"\S+", re.sub(r"(?m)^ *\d+:", "", text.split("watch")[1]))
        self.assertEqual([x for x in at["values"] if x in held], at["values"])
        self.assertIn("%nothing: this warp has not written it yet", text)
        r = self.show("step", "08/2", "--file", self.solution(name), "--nth", "100000", status=2)
        self.assertIn("has no step 100000 in what was recorded", r.stderr)

    def png(self, path):
        """Size, channels and pixels of a PNG file, by zlib and the format's own words."""
        with open(path, "rb") as f:
            data = f.read()
        self.assertEqual(data[:8], b"\x89PNG\r\n\x1a\n")
        at, chunks = 8, {}
        while at < len(data):
            n, kind = struct.unpack(">I4s", data[at:at + 8])
            body = data[at + 8:at + 8 + n]
            self.assertEqual(struct.unpack(">I", data[at + 8 + n:at + 12 + n])[0], zlib.crc32(kind + body))
            chunks[kind] = body
            at += 12 + n
        width, height, depth, colour = struct.unpack(">IIBB", chunks[b"IHDR"][:10])
        self.assertEqual(depth, 8)
        row = width * (3 if colour == 2 else 1)
        raw = zlib.decompress(chunks[b"IDAT"])
        self.assertEqual(len(raw), height * (row + 1))
        return width, height, [list(raw[y * (row + 1) + 1:(y + 1) * (row + 1)]) for y in range(height)]

    def picture(self, step, name):
        """The pictures of a solutions' file as JSON, by name; and where a copy of it lies, beside which they are written."""
        copy = os.path.join(self.dir, os.path.basename(name))
        shutil.copy(self.solution(name), copy)
        r = self.show("picture", step, "--file", copy, "--seed", "7", "--format", "json")
        shown = json.loads(r.stdout)
        self.assertEqual(shown["schema"], "warplings.picture/1")
        return {p["name"]: p for p in shown["pictures"]}, copy

    def test_a_blur_before_and_after(self):
        shown, copy = self.picture("12/5", "12-stencils/5-blur.cu")
        before, after = shown["before"]["pixels"], shown["after"]["pixels"]
        self.assertEqual((len(before), len(before[0])), (90, 120))
        self.assertEqual(shown["after"]["differ"], 0)
        for y, x in ((0, 0), (45, 60), (89, 119), (3, 118)):  # what came back is the mean of what went in
            window = [before[min(max(y + dy, 0), 89)][min(max(x + dx, 0), 119)]
                      for dy in range(-4, 5) for dx in range(-4, 5)]
            self.assertEqual(after[y][x], sum(window) // 81)
        r = self.show("picture", "12/5", "--file", copy, "--seed", "7", "--png", env={"LC_ALL": "C"})
        self.assertIn("Case 'a picture', 120 x 90 pixels", r.stdout)
        self.assertTrue(r.stdout.isascii())
        self.assertTrue(all(len(x) <= 80 for x in r.stdout.splitlines() if ".png" not in x))
        for name, pixels in (("before", before), ("after", after)):
            self.assertIn("5-blur.%s.png" % name, r.stdout)
            self.assertEqual(self.png(copy[:-3] + ".%s.png" % name), (120, 90, pixels))
        self.assertFalse(os.path.exists(copy[:-3] + ".after.expected.png"))

    def test_a_wrong_picture_stands_beside_what_was_expected(self):
        # Its one row comes out wrong first, and the picture is shown all the same.
        shown, copy = self.picture("12/5", "12-stencils/wrong-5-zero-outside.cu")
        after = shown["after"]
        differ = sum(a != b for mine, want in zip(after["pixels"], after["expected"]) for a, b in zip(mine, want))
        self.assertEqual(after["differ"], differ)
        self.assertGreater(differ, 500)
        self.assertEqual(after["pixels"][45][60], after["expected"][45][60])
        r = self.show("picture", "12/5", "--file", copy, "--seed", "7", "--png")
        self.assertIn("after, expected", r.stdout)
        self.assertIn("after: %d of 10800 differ" % differ, r.stdout)
        self.assertIn("X" * 39, r.stdout)
        self.assertEqual(self.png(copy[:-3] + ".after.expected.png")[2], after["expected"])
        r = self.warplings("run", "12/5", "--file", copy, "--seed", "7")
        self.assertIn("(%d of 10800 pixels" % differ, " ".join(r.stdout.split()))

    def test_labels_have_colours(self):
        shown, copy = self.picture("18/3", "18-components/3-tiles.cu")
        image, labels = shown["image"], shown["labels"]["pixels"]
        self.assertEqual(shown["labels"]["differ"], 0)
        for y in range(28):
            for x in range(1, 38):
                white = [image["pixels"][y][x - i] * 9 >= 5 * 255 - 9 for i in (0, 1)]
                self.assertEqual(labels[y][x] > 0, white[0])
                if all(white):
                    self.assertEqual(labels[y][x], labels[y][x - 1])
        self.show("picture", "18/3", "--file", copy, "--seed", "7", "--png")
        rows = self.png(copy[:-3] + ".labels.png")[2]
        colours = {labels[y][x]: tuple(rows[y][3 * x:3 * x + 3]) for y in range(28) for x in range(38)}
        self.assertEqual(colours[0], (0, 0, 0))
        self.assertGreater(len(set(colours.values())), 2)

    def test_a_step_without_pictures(self):
        r = self.show("picture", "12/4", status=2)
        self.assertIn("12-stencils/4 has no pictures", r.stderr)

    def test_without_a_line_the_worst_is_shown(self):
        name = "07-bank-conflicts/wrong-2-no-padding.cu"
        r = self.show("access", "07/2", "--file", self.solution(name))
        self.assertIn("Line %d, load of shared memory" % self.line_of(name, "= tile[threadIdx.x]"), r.stdout)

    def test_an_access_costs_what_the_counters_say(self):
        # 07/1: all warps do the same.
        name = "07-bank-conflicts/1-strides.cu"
        r = self.show("access", "07/1", "--file", self.solution(name), "--format", "json")
        shown = json.loads(r.stdout)
        self.assertEqual(shown["schema"], "warplings.access/1")
        waves = [a["wavefronts"] for a in shown["accesses"] if a["space"] == "shared" and a["kind"] == "load"]
        sectors = [a["sectors"] for a in shown["accesses"] if a["space"] == "global" and a["kind"] == "store"]
        r = self.show("lines", "07/1", "--file", self.solution(name), "--format", "json")
        total = {}
        for one in json.loads(r.stdout)["lines"]:
            for key, value in one["counters"].items():
                total[key] = total.get(key, 0) + (value or 0)
        self.assertEqual(len(waves), 1)
        self.assertEqual(waves[0] * total["smsp__inst_executed_op_shared_ld.sum"],
                         total["l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum"])
        self.assertEqual(len(sectors), 1)
        self.assertEqual(sectors[0] * total["l1tex__t_requests_pipe_lsu_mem_global_op_st.sum"],
                         total["l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum"])

    def test_ptx_of_the_variants_side_by_side(self):
        lab = next(x for x in os.listdir(self.solution("")) if x.startswith("03-"))
        name = self.solution(lab + "/4-widths.cu")
        r = self.show("ptx", "03/4", "--file", name)
        self.assertRegex(r.stdout, r"ld\.global\.u32 +\d+ ld\.global\.v2\.u32 +\d+ .*")
        self.assertRegex(r.stdout, r"bytes that a lane loads with them +4 +8 +16 +16")
        self.assertTrue(all(len(x) <= 80 for x in r.stdout.splitlines()))
        r = self.show("ptx", "03/4", "--file", name, "--format", "json")
        shown = json.loads(r.stdout)
        self.assertEqual([p["program"] for p in shown["programs"]], ["one", "two", "four", "loop", "yours"])
        for program in shown["programs"]:
            self.assertEqual(program["instructions"], sum("op" in row for row in program["ptx"]))
            self.assertIn("ret", [row.get("op") for row in program["ptx"]])

    def tool(self, script):
        """A stand-in for the toolkit's disassembler, on PATH; the environment with it."""
        folder = os.path.join(self.dir, "tools/bin")
        os.makedirs(folder, exist_ok=True)
        path = os.path.join(folder, "nvdisasm")
        with open(path, "w") as f:
            f.write("#!/bin/sh\n" + script)
        os.chmod(path, 0o755)
        return {"PATH": folder + ":" + self.env["PATH"]}

    def test_sass_where_there_is_a_disassembler(self):
        code = ('[ "$1 $2 $3" = "-g -c code.cubin" ] && [ "$(head -c 4 code.cubin | tail -c 3)" = ELF ] || exit 9\n'
                "printf '\\t.section\\t.text.copy,\"ax\",@progbits\\n"
                "//## File \"a.cu\", line 12\\n/*0000*/ LDG.E.128 R1, desc[R2] ;\\n/*0010*/ EXIT ;\\n'\n")
        env = self.tool(code)
        name = self.solution("03-vectorized-access/4-widths.cu")
        plain = self.show("ptx", "03/4", "--file", name).stdout
        if "SASS of" in plain:  # this toolkit has one, beside its nvcc, and that one comes first
            self.assertRegex(plain, r"LDG\.E\b.*LDG\.E\.64\b")
            return
        self.assertIn("there is no nvdisasm beside nvcc or on PATH", " ".join(plain.split()))
        r = self.show("ptx", "03/4", "--file", name, env=env)
        self.assertRegex(r.stdout, r"SASS of the kernels \(sm_\d+\) +one +two +four +loop +yours")
        self.assertIn(" 12 LDG.E.128", r.stdout)
        self.assertTrue(all(len(x) <= 80 for x in r.stdout.splitlines()))
        shown = json.loads(self.show("ptx", "03/4", "--file", name, "--format", "json", env=env).stdout)
        self.assertEqual(shown["sass_for"], 90)
        for program in shown["programs"]:
            self.assertEqual(program["sass_instructions"], 2)
            self.assertEqual(program["sass"][1], {"op": "LDG.E.128", "operands": "R1, desc[R2]", "line": 12})
        # One program alone: PTX and SASS beside each other.
        r = self.show("ptx", "01/1", "--file", self.solution("01-first-kernel/1-vector-add.cu"), env=env)
        self.assertRegex(r.stdout, r"yours, PTX +yours, SASS\n")
        # Where it fails, the PTX is there all the same.
        plain = self.show("ptx", "03/4", "--file", name, env=self.tool("exit 3\n")).stdout
        self.assertIn("ld.global.v2.u32", plain)
        self.assertIn("failed (status 3)", " ".join(plain.split()))

    def test_the_roofline(self):
        name = next(x for x in sorted(os.listdir(self.solution("06-tiling"))) if x.startswith("5-"))
        r = self.show("roofline", "06/5", "--file", self.solution("06-tiling/" + name), env={"LC_ALL": "C"})
        self.assertIn("it bends at", r.stdout)
        self.assertTrue(all(len(x) <= 80 for x in r.stdout.splitlines()))
        self.assertIn("*" if "Y" not in r.stdout.split("GFLOP/s\n")[1].split("+---")[0] else "Y", r.stdout)
        r = self.show("roofline", "06/5", "--file", self.solution("06-tiling/" + name), "--format", "json")
        shown = json.loads(r.stdout)
        for kernel in shown["kernels"]:
            roof = min(shown["roof_gflops"], shown["roof_gb_per_s"] * kernel["flops_per_byte"])
            self.assertLess(kernel["gflops"], roof)
            self.assertAlmostEqual(kernel["flops"] / kernel["bytes"], kernel["flops_per_byte"])
        r = self.show("roofline", "06/1", status=2)
        self.assertIn("has no roofline", r.stderr)

    def test_races_as_json(self):
        name = "07-bank-conflicts/wrong-2-no-barrier.cu"
        r = self.show("race", "07/2", "--file", self.solution(name), "--format", "json")
        shown = json.loads(r.stdout)
        self.assertEqual((shown["schema"], shown["step"]), ("warplings.race/1", "07-bank-conflicts/2"))
        found = [f for case in shown["cases"] for f in case["findings"]]
        self.assertTrue(found)
        self.assertTrue(any("hazard" in json.dumps(f) for f in found), found)
        r = self.show("race", "07/2", "--file", self.solution("07-bank-conflicts/2-transpose.cu"), "--format", "json")
        self.assertEqual([f for case in json.loads(r.stdout)["cases"] for f in case["findings"]], [])

    def test_a_race_is_between_two_threads(self):
        """The place is written by a lane that has read it, too: another one that read it is named."""
        text = self.show("race", "05/5", "--file", self.solution("05-divergence/wrong-5-no-barriers.cu")).stdout
        found = re.findall(r"(?:Read|Write) by thread (\S+) of block (\S+)", text)
        self.assertGreaterEqual(len(found), 4)
        for one, other in zip(found[::2], found[1::2]):
            self.assertNotEqual(one, other, text)

    def test_a_race_within_a_warp_names_the_other_lanes(self):
        """All lanes load one place at once, of which one is known, and that one writes there."""
        own = self.write("own.cu", "__global__ void k(const int *in, int *out, int n)\n{\n"
            "int t = threadIdx.x, v = out[0];\nif (t == 0) out[0] = in[0] + n;\nif (t < n) out[t + 1] = v;\n}\n"
            'extern "C" void solve(const int *in, int *out, int n)\n{\nif (n > 0) k<<<1, 32>>>(in, out, n < 30 ? n - 1 : 30);\n}\n')
        text = self.show("race", "05/5", "--file", own).stdout
        self.assertRegex(" ".join(text.split()), r"Other lanes of the warp are there with thread \(\d+,0,0\), and no __syncwarp")
        self.assertNotIn("Both are lanes of one warp", text)

    def test_history_and_the_diff_as_json(self):
        def show(what, status=0):
            r = self.show(what, "07/2", "--format", "json", status=status)
            return json.loads(r.stdout) if status == 0 else r
        self.assertIn("has not passed yet", show("diff", status=1).stderr)
        os.makedirs(os.path.join(self.work, "07-bank-conflicts"))
        mine = os.path.join(self.work, "07-bank-conflicts", "2-transpose.cu")
        with open(self.solution("07-bank-conflicts/2-transpose.cu")) as f:
            solution = f.read()
        with open(self.solution("07-bank-conflicts/wrong-2-no-padding.cu")) as f:
            wrong = f.read()
        for text in wrong, solution + "// mine\n":
            with open(mine, "w") as f:
                f.write(text)
            self.warplings("run", "07/2")
        history = show("history")
        self.assertEqual((history["schema"], history["attempts"]), ("warplings.history/1", 2))
        self.assertEqual([a["verdict"] for a in history["list"]], ["gate-failed", "pass"])
        self.assertEqual([a["best"] for a in history["list"]], [False, True])
        self.assertEqual(history["list"][1]["source"], solution + "// mine\n")
        self.assertLess(history["list"][0]["at_ms"], history["list"][1]["at_ms"])
        diff = show("diff")
        self.assertEqual(diff["schema"], "warplings.diff/1")
        changed = [(x["sign"], x["text"]) for x in diff["lines"] if x["sign"].strip()]
        self.assertEqual(changed, [("-", "// mine")])

    def attempts(self, *names):
        """Judges files at 07/2, one after the other, as a student's own."""
        os.makedirs(os.path.join(self.work, "07-bank-conflicts"), exist_ok=True)
        for name in names:
            with open(self.solution("07-bank-conflicts/" + name)) as f:
                text = f.read()
            with open(os.path.join(self.work, "07-bank-conflicts", "2-transpose.cu"), "w") as f:
                f.write(text)
            self.warplings("run", "07/2")

    def both(self, *words):
        """The plain text, and the JSON as data."""
        return self.show(*words).stdout, json.loads(self.show(*words, "--format", "json").stdout)

    def test_any_two_attempts_are_compared(self):
        self.attempts("wrong-2-no-padding.cu", "wrong-2-no-barrier.cu", "2-transpose.cu")
        text, shown = self.both("history", "07/2", "--nth", "3", "--since", "1")
        self.assertIn("attempt 1: gate-failed, then attempt 3: pass", text)
        self.assertEqual((shown["schema"], shown["since"], shown["attempt"]), ("warplings.diff/1", 1, 3))
        self.assertTrue(any(x["sign"] == "+" for x in shown["lines"]))
        self.assertIn("From attempt to attempt, the oldest first", self.show("history", "07/2").stdout)
        for words in ("--since", "1"), ("--nth", "2", "--since", "2"), ("--nth", "2", "--since", "3"):
            self.assertIn("names an earlier attempt", self.show("history", "07/2", *words, status=2).stderr)

    def test_the_references_lines_are_shown_after_a_pass(self):
        self.attempts("wrong-2-no-padding.cu")
        text, shown = self.both("lines", "07/2")
        self.assertNotIn("The reference:", text)
        self.assertNotIn("reference", shown)
        self.attempts("2-transpose.cu")
        text, shown = self.both("lines", "07/2")
        mine, reference = text.split("The reference:")
        self.assertIn("__global__", reference)
        self.assertEqual(shown["reference"]["schema"], "warplings.profile/1")
        self.assertTrue(all("kernels/" in x["file"] for x in shown["reference"]["lines"]), shown["reference"]["lines"])
        self.assertTrue(any("global_ld_sectors" in json.dumps(x) or x["counters"] for x in shown["reference"]["lines"]))

    def test_screens_that_need_no_run(self):
        text, shown = self.both("lesson", "07/2")
        self.assertEqual(shown["schema"], "warplings.lesson/1")
        self.assertIn(shown["title"], text)
        self.assertIn("#", shown["markdown"].splitlines()[0])
        self.assertNotIn("#", text.splitlines()[0])
        text, shown = self.both("lesson", "07")
        self.assertIsNone(shown["step"])
        text, shown = self.both("code", "07/2")
        with open(os.path.join(ROOT, "labs/07-bank-conflicts/2-transpose.cu")) as f:
            starter = f.read().splitlines()
        self.assertEqual([x["text"] for x in shown["lines"]], starter)
        self.assertTrue(shown["lines"][shown["edit_at"] - 1]["todo"])
        for word in re.findall(r"\w{4,}", "\n".join(starter)): # nothing is cut off at the right
            self.assertIn(word, text)
        self.assertFalse(os.path.exists(os.path.join(self.work, "07-bank-conflicts"))) # looking makes no file
        text, shown = self.both("hints", "07/2")
        self.assertEqual((shown["schema"], shown["hints"]), ("warplings.hints/1", []))
        self.assertIn("No hint has been revealed", text)
        revealed = self.warplings("hint", "07/2").stdout
        text, shown = self.both("hints", "07/2")
        self.assertEqual(len(shown["hints"]), 1)
        self.assertEqual(text.split(), revealed.replace("`", "").split())
        text, shown = self.both("keys")
        self.assertIn({"context": "any", "key": "?", "request": "help"}, shown["keys"])
        self.assertIn("Reveal the next hint.", text)
        text, shown = self.both("counters")
        self.assertGreater(len(shown["counters"]), 20)
        for counter in shown["counters"]:
            self.assertIn(counter["counter"], text)
        text, shown = self.both("course")
        self.assertEqual(shown["next"], "01-first-kernel/1")
        self.assertEqual(text, self.warplings("list").stdout)
        text, shown = self.both("result", "07/2")
        self.assertEqual((shown["attempts"], shown["last"], shown["report"]), (0, None, None))
        self.assertIn("No run", text)
        self.attempts("2-transpose.cu")
        text, shown = self.both("result", "07/2")
        self.assertEqual((shown["attempts"], shown["last"], shown["passed"]), (1, "pass", True))
        self.assertEqual(text, shown["report"])
        plain = self.warplings("show", "result", "07/2", env={"LC_ALL": "C"}).stdout
        self.assertTrue(plain.isascii(), plain)
        self.assertEqual(len(plain.splitlines()), len(text.splitlines()))
        self.assertIn("Right, and every gate is met.", text)
        text, shown = self.both("course")
        step = [s for lab in shown["labs"] for s in lab["steps"] if s["id"] == "07-bank-conflicts/2"][0]
        self.assertGreaterEqual(step["stars"], 1)
        self.assertRegex(text, "07/2 +pass .*[*★]")

    def test_predictions_as_text_and_json(self):
        text, shown = self.both("predictions", "02/1")
        self.assertEqual((shown["schema"], shown["compared"]), ("warplings.predictions/1", 0))
        self.assertIsNone(shown["questions"][0]["answer"])
        self.assertIn("Not answered yet.", text)
        self.assertLessEqual(max(map(len, text.splitlines())), 80, text)  # a question has more words than a line
        self.warplings("predict", "02/1", "1", "32")
        text, shown = self.both("predictions", "02/1")
        self.assertEqual(shown["questions"][0]["answer"], "32")
        self.assertIn("Your answer: 32", text)
        text, shown = self.both("predictions")
        self.assertEqual((shown["compared"], shown["steps"]), (0, []))
        self.assertIn("None of your predictions", text)
        self.assertLessEqual(max(map(len, text.splitlines())), 80, text)
        os.makedirs(os.path.join(self.work, "02-coalescing"))
        with open(self.solution("02-coalescing/1-neighbours.cu")) as f, \
             open(os.path.join(self.work, "02-coalescing", "1-neighbours.cu"), "w") as g:
            g.write(f.read())
        self.warplings("run", "02/1")
        text, shown = self.both("predictions")
        self.assertEqual((shown["close"], shown["steps"]), (1, [{"step": "02-coalescing/1", "close": 1, "compared": 1}]))
        self.assertIn("Close in 1 of 1", text)

    def test_every_page_keeps_the_width_that_is_asked_for(self):
        for words in ("course",), ("counters",), ("keys",), ("lesson", "02/1"), ("code", "02/1"), ("predictions", "02/1"):
            lines = {width: self.show(*words, "--width", str(width)).stdout.splitlines() for width in (60, 100)}
            self.assertLessEqual(max(map(len, lines[60])), 60, words)
            self.assertLessEqual(max(map(len, lines[100])), 100, words)
            if words[0] not in ("course", "keys"):
                self.assertGreater(max(map(len, lines[100])), 60, words)

    def test_each_word_wants_its_own_number_of_words(self):
        self.assertIn("LAB/STEP", self.show("lesson", status=2).stderr)
        self.assertIn("no more words", self.show("course", "01", status=2).stderr)
        self.assertIn("there is: access, code", self.show("nothing", status=2).stderr)

    def test_a_warp_is_an_access(self):
        name = self.solution("07-bank-conflicts/2-transpose.cu")
        texts = [self.show(word, "07/2", "--file", name, "--seed", "7").stdout for word in ("warp", "access")]
        self.assertIn("Line ", texts[0])
        self.assertEqual(texts[0], texts[1])

    def test_what_there_is_not(self):
        name = "07-bank-conflicts/2-transpose.cu"
        r = self.show("access", "07/2", "--file", self.solution(name), "--line", "1", status=2)
        self.assertIn("makes no access to global or shared memory in line 1 of", r.stderr)
        self.assertRegex(r.stderr, r"it does in: \d+")
        line = re.search(r"it does in: (\d+)", r.stderr).group(1)
        r = self.show("access", "07/2", "--file", self.solution(name), "--line", line, "--nth", "1000000", status=2)
        self.assertIn("has fewer than 1000000 accesses", r.stderr)
        r = self.show("access", "07/2", "--file", self.solution(name), "--block", "1000000", status=2)
        self.assertIn("is there such a block", r.stderr)
        r = self.show("access", "07/2", "--nth", "0", status=2)
        self.assertIn("--nth takes a whole number from 1", r.stderr)
        r = self.show("colours", "07/2", status=2)
        self.assertIn("there is: access, ", r.stderr)


if __name__ == "__main__":
    unittest.main()
