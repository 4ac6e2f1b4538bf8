"""A prediction is compared with the program, the case and nothing else that its question names, whatever the student's file is."""
import json
import os
import sqlite3
import unittest

import harness

# The right answer to each question, as the lesson explains it.
ANSWERS = {"01/1": 65536, "01/2": 24000, "01/3": 32768, "02/1": 32, "02/2": 32, "02/4": 32}
FOLDERS = {"01": "01-first-kernel", "02": "02-coalescing", "10": "10-streams"}


def starter(step):
    folder = os.path.join(harness.ROOT, "labs", FOLDERS[step[:2]])
    return os.path.join(folder, next(f for f in os.listdir(folder) if f.startswith(step[3:] + "-")))


class Predictions(harness.Case):
    def predict(self, step, value):
        self.assertEqual(0, self.warplings("hint", step).returncode)  # makes the database
        db = sqlite3.connect(os.path.join(self.work, "progress.db"))
        with db:
            db.execute("INSERT OR REPLACE INTO prediction (step, question, answer) VALUES (?, 0, ?)",
                       ("%s/%s" % (FOLDERS[step[:2]], step[3:]), str(value)))
        db.close()

    def run_json(self, step, source):
        path = os.path.join(self.work, FOLDERS[step[:2]], os.path.basename(starter(step)))
        os.makedirs(os.path.dirname(path), exist_ok=True)
        harness.spill(path, source)
        return json.loads(self.warplings("run", step, "--format", "json", "--device", "emulator").stdout)

    def test_right_answers_are_right_before_anything_was_changed(self):
        for step, answer in ANSWERS.items():
            with self.subTest(step=step):
                self.predict(step, answer)
                p = self.run_json(step, harness.slurp(starter(step)))["prediction"]
                self.assertEqual((answer, answer, True), (p["value"], p["observed"], p["close"]))

    def test_a_row_says_which_of_its_numbers_are_wrong(self):
        path = os.path.join(self.work, FOLDERS["02"], "3-stride.cu")
        os.makedirs(os.path.dirname(path))
        harness.spill(path, harness.slurp(starter("02/3")))  # whatever the file is
        for answer, said in (("4 8 16 32 32 32 32", "7 of your 7 numbers are within 10 %. Twice"),
                             ("4 8 16 32 64 32 128", "5 of your 7 numbers are within 10 %. Not close: stride 16: you said 64, it is 32;"
                                                     " stride 64: you said 128, it is 32. Twice")):
            p = self.warplings("predict", "02/3", "1", *answer.split())
            self.assertEqual(0, p.returncode, p.stderr)
            p = self.warplings("run", "02/3", "--device", "emulator")
            self.assertIn(said, " ".join(p.stdout.split()))

    def test_the_row_of_a_sweep_waits_for_the_sweep(self):
        for step, answer, when in (("06/5", ["524288", "262144", "131072"], "sweep"), ("01/1", ["65536"], "step")):
            p = self.warplings("predict", step, "1", *answer)
            self.assertEqual("Kept. It is compared when the %s has been run.\n" % when, p.stdout)

    def test_the_same_program_takes_the_same_time_wherever_it_is_run(self):
        """As the student's file, after small cases; as a row of a sweep, alone; as what a question is about. A kernel's machine code
        has to be fetched once, and that must not tell them apart."""
        file = os.path.join(harness.ROOT, "kernels", "reduce-ladder", "addresses.cu")
        run = json.loads(self.warplings("run", "08/2", "--file", file, "--seed", "7", "--format", "json", "--device", "emulator").stdout)
        sweep = json.loads(self.warplings("sweep", "08/2", "--file", file, "--seed", "7", "--format", "json").stdout)
        row = next(r for r in sweep["rows"] if r["macros"] == {"BLOCK": 256})
        self.assertAlmostEqual(1, row["measures"]["time_us"] / run["student"]["time_us"], delta=0.005)
        self.predict("10/1", 10000)
        file = os.path.join(harness.ROOT, "solutions", "10-streams", "1-events.cu")
        run = self.run_json("10/1", harness.slurp(file))
        self.assertAlmostEqual(1, run["prediction"]["observed"] / run["student"]["counters"]["timeline__kernels.sum"], delta=0.005)

    def test_the_questions_say_what_was_answered(self):
        for step, answer, shown in (("01/1", "65536", "65536"), ("02/3", "4 8 16 32 32 32 32", "4 8 16 32 32 32 32")):
            self.assertNotIn("Your answer", self.warplings("predict", step).stdout)
            self.warplings("predict", step, "1", *answer.split())
            self.assertIn("\n   Your answer: %s\n" % shown, self.warplings("predict", step).stdout)

    def test_a_wrong_answer_is_wrong(self):
        self.predict("02/1", 4)
        p = self.run_json("02/1", harness.slurp(starter("02/1")))["prediction"]
        self.assertEqual((32, False, "starter"), (p["observed"], p["close"], p["of"]))

    def test_the_block_size_changes_no_answer(self):
        self.predict("01/2", 24000)
        good = os.path.join(harness.ROOT, "solutions", "01-first-kernel", "2-matrix-add.cu")
        r = self.run_json("01/2", harness.slurp(good).replace("block(32, 8)", "block(16, 16)"))
        stores = next(v for k, v in r["student"]["counters"].items() if "requests" in k and "op_st" in k)
        self.assertNotEqual(24000, stores)
        self.assertEqual((24000, True), (r["prediction"]["observed"], r["prediction"]["close"]))

    def test_a_file_that_never_works_does_not_matter(self):
        self.predict("01/1", 65536)
        r = self.run_json("01/1", harness.KERNEL + harness.SOLVE + "{\n\tadd<<<n, 4096>>>(a, b, c, n);\n}\n")
        self.assertEqual("launch-error", r["verdict"])
        self.assertTrue(r["prediction"]["close"])

    def test_a_choice_waits_for_its_answer_though_the_run_counted_nothing(self):
        """The answer stands in the manifest, so a run that fails in its first case is enough; each long choice has a line of its own."""
        screens = os.path.join(self.dir, "screens")
        os.makedirs(screens)
        script = self.write("keys", "wait Two matrices\npress r\nwait The run has ended\ndump asked\ntype 2\npress Enter\nwait Of what kind\n"
                                    "type 4\npress Enter\nwait memory-error\npress G\nwait it is an index\ndump told\n"
                                    "press r\nwait Running\nwait Cases\npress G\nwait it is an index\ndump again\n")
        p = self.warplings("ui", "19/1", "--script", script, "--dump", screens)
        self.assertEqual(0, p.returncode, p.stdout + p.stderr)
        asked = harness.slurp(os.path.join(screens, "asked.txt"))
        self.assertIn("\n 2: line 12: if (row > rows || col > cols)\n", asked)
        self.assertNotIn("memory-error", asked)
        told = " ".join(harness.slurp(os.path.join(screens, "told.txt")).split())
        self.assertIn("You said line 12: if (row > rows || col > cols): right.", told)
        self.assertIn("You said the launch, or a call of the host: it is an index or a guard.", told)
        # The second run knows the stored answers, and takes none of them for a number.
        self.assertNotIn("You said 2", told + harness.slurp(os.path.join(screens, "again.txt")))


if __name__ == "__main__":
    unittest.main()
