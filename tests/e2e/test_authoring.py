"""An author's and an instructor's own way: a lab made from nothing in a folder of its own, verified, graded; sources exported; a
Gradescope autograder that is run as Gradescope runs it."""
import csv
import json
import os
import shutil
import stat
import subprocess
import tempfile
import unittest

from harness import BIN, BINARY, GOOD, ROOT, Case, slurp, spill
from test_grade import FILE, GRADE, LAB, Grade, WRONG

SUBMISSION = """__global__ void first(const float *in, float *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		out[i] = %s;
}

extern "C" void solve(const float *in, float *out, int n)
{
	first<<<(n + 255) / 256, 256>>>(in, out, n);
}
"""


class New(Case):
    def setUp(self):
        super().setUp()
        self.labs = os.path.join(self.dir, "my labs")

    def new(self, name="20-warp-votes", status=0):
        p = self.warplings("new", name, "--labs", self.labs)
        self.assertEqual(p.returncode, status, p.stdout + p.stderr)
        return p

    def test_in_the_ui(self):
        """The UI shows labs of one's own, and judges a step of theirs."""
        self.new()
        script = self.write("keys", "wait Warp votes\ndump labs\npress Enter Enter\nwait Step 1\npress r\nwait wrong-answer\npress q\n")
        p = self.warplings("--labs", self.labs, "--script", script, "--dump", self.dir, timeout=300)
        self.assertEqual(p.returncode, 0, p.stdout + p.stderr)
        self.assertNotIn("Coalescing", slurp(os.path.join(self.dir, "labs.txt")))

    def test_a_folder_for_these_labs(self):
        """A student's folder that was made for labs of one's own shows them without a word about them."""
        self.new()
        ann = os.path.join(self.dir, "ann")
        env = dict(self.env)
        del env["WARPLINGS_WORK"]

        def told(*args):
            return subprocess.run([BINARY, *args], env=env, cwd=ann, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True).stdout
        os.makedirs(ann)
        told("start", ".")
        self.assertIn("First kernel", told("list"))
        told("start", ".", "--labs", self.labs)
        self.assertIn("Warp votes", told("list"))
        self.assertNotIn("First kernel", told("list"))
        self.assertIn("First kernel", told("list", "--labs", ROOT))  # what is said goes first
        self.assertTrue(os.path.exists(os.path.join(ann, "work", "20-warp-votes", "1-first.cu")))

    def test_sound_from_the_start(self):
        """What docs/authoring.md does, in its order."""
        self.assertIn("warplings verify 20-warp-votes --labs", self.new().stdout)
        p = self.warplings("verify", "20", "--labs", self.labs, timeout=600)
        self.assertEqual(p.returncode, 0, p.stdout + p.stderr)
        self.assertIn("11 cheats, all refused", p.stdout)
        p = self.warplings("verify", "20", "--mutants", "--labs", self.labs, timeout=600)
        self.assertEqual(p.returncode, 0, p.stdout + p.stderr)
        self.assertIn("0 not noticed", " ".join(p.stdout.split()))
        # A change that makes it unsound is seen.
        path = os.path.join(self.labs, "solutions/20-warp-votes/1-first.cu")
        spill(path, slurp(path).replace("2.0f", "3.0f"))
        p = self.warplings("verify", "20", "--labs", self.labs, timeout=600)
        self.assertEqual(p.returncode, 1, p.stdout)
        self.assertIn("solutions/20-warp-votes/1-first.cu: solution: wrong-answer", " ".join(p.stdout.split()))
        p = self.warplings("list", "--labs", self.labs)
        self.assertIn("Warp votes", p.stdout)
        self.assertNotIn("First kernel", p.stdout)

    def test_graded(self):
        self.new()
        klass, out = os.path.join(self.dir, "class"), os.path.join(self.dir, "out")
        for name, text in (("ann", "in[i] + in[i]"), ("bob", "in[i]")):
            os.makedirs(os.path.join(klass, name))
            spill(os.path.join(klass, name, "1-first.cu"), SUBMISSION % text)
        p = self.warplings(*GRADE, klass, "-o", out, "--labs", self.labs, "--labs", "20", timeout=600)
        self.assertEqual(p.returncode, 0, p.stdout + p.stderr)
        with open(os.path.join(out, "gradebook.csv"), newline="") as f:
            book = {r["student"]: r["20-warp-votes/1 verdict"] for r in csv.DictReader(f)}
        self.assertEqual(book, {"ann": "pass", "bob": "starter"})

    def test_refused(self):
        self.new()
        for name, says in (("20-other", "has this number already"), ("2-x", "is no name for a lab"), ("21-Upper", "is no name"),
                           ("21-", "is no name"), ("../21-x", "is no name")):
            self.assertIn(says, self.new(name, status=2).stderr)
        p = self.warplings("verify", "--labs", os.path.join(self.dir, "nowhere"))
        self.assertEqual(p.returncode, 3)
        self.assertIn("nowhere", p.stderr)


class Export(Grade):
    def test_own_lines(self):
        starter = slurp(os.path.join(ROOT, "labs", LAB, FILE))
        self.hand_in("ann", "// by ann\n" + starter + "int mine; /* a remark */\n")
        self.hand_in("starter", starter)
        self.hand_in("../bob"[3:], WRONG)
        out = os.path.join(self.dir, "sources")
        p = self.warplings("export-sources", self.klass, "-o", out, "--labs", "01")
        self.assertEqual(p.returncode, 0, p.stderr)
        self.assertIn("3 submissions, 2 files", p.stdout)
        self.assertEqual(slurp(os.path.join(out, LAB + "-1", "ann.cu")), "int mine;\n")
        self.assertIn("a[i] - b[i]", slurp(os.path.join(out, LAB + "-1", "bob.cu")))
        self.assertEqual(sorted(os.listdir(os.path.join(out, LAB + "-1"))), ["ann.cu", "bob.cu"])


class Tables(Grade):
    def test_moodle_and_nbgrader(self):
        self.hand_in("Ann Lee_4711_assignsubmission_file_", GOOD)
        self.hand_in("=bob", WRONG)
        self.grade("--formats", "moodle,nbgrader")
        with open(os.path.join(self.out, "moodle.csv"), newline="") as f:
            rows = list(csv.DictReader(f))
        self.assertEqual([(r["Identifier"], r["Full name"], r["Grade"]) for r in rows],
                         [("'=bob", "'=bob", "0.00"), ("Participant 4711", "Ann Lee", "10.00")])
        self.assertIn(LAB + "/1: wrong-answer", rows[0]["Feedback comments"])
        # Moodle's import refuses a worksheet that lacks one of these, and reads a time of "-" as never.
        self.assertLessEqual({"Identifier", "Grade", "Last modified (grade)"}, set(rows[0]))
        self.assertEqual({r["Last modified (grade)"] for r in rows}, {"-"})
        with open(os.path.join(self.out, "nbgrader.csv"), newline="") as f:
            rows = list(csv.DictReader(f))
        self.assertEqual([(r["assignment"], r["student_id"], r["score"]) for r in rows],
                         [(LAB, "'=bob", "0.00"), (LAB, "Ann Lee_4711_assignsubmission_file_", "10.00")])
        self.assertEqual(rows[0]["max_score"], rows[1]["max_score"])
        self.assertFalse(os.path.exists(os.path.join(self.out, "gradebook.csv")))

    def test_another_build(self):
        """What an older build said is not taken for what this one says."""
        place = os.path.join(self.dir, "copy")
        shutil.copytree(BIN, os.path.join(place, "bin"))
        shutil.copytree(os.path.join(os.path.dirname(BIN), "lib", "emulator"), os.path.join(place, "lib", "emulator"))
        self.env["WARPLINGS_ROOT"] = ROOT
        self.hand_in("ann", GOOD)
        command = [os.path.join(place, "bin", "warplings"), *GRADE, self.klass, "-o", self.out, "--labs", "01", "--seed", "7"]

        def told():
            p = subprocess.run(command, env=self.env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=600)
            self.assertEqual(p.returncode, 0, p.stderr)
            return p.stdout
        self.assertIn(" 1 texts judged now", told())
        self.assertIn(" 0 texts judged now, 1 known", told())
        with open(os.path.join(place, "bin", "warplings-device"), "ab") as f:
            f.write(b"\n")
        self.assertIn(" 1 texts judged now", told())


class Classroom(Case):
    def test_workflow(self):
        """The workflow's command ends as GitHub wants it."""
        lines = [l.split("run: ", 1)[1] for l in slurp(os.path.join(ROOT, "docs", "github-classroom.yml")).split("\n") if "warplings check" in l]
        self.assertEqual(len(lines), 1)
        words = lines[0].split()[1:]
        for text, status in ((GOOD, 0), (WRONG, 1)):
            os.makedirs(os.path.join(self.work, LAB), exist_ok=True)
            spill(os.path.join(self.work, LAB, FILE), text)
            self.assertEqual(self.warplings(*words).returncode, status)


# Of https://gradescope-autograders.readthedocs.io, "Output format": key -> type, or the words that it may be.
FORMATS = ("text", "html", "simple_format", "md", "ansi")
VISIBLE = ("hidden", "after_due_date", "after_published", "visible")
NUMBER = (int, float)
RESULTS = {"score": NUMBER, "execution_time": NUMBER, "output": str, "output_format": FORMATS, "test_output_format": FORMATS,
           "test_name_format": FORMATS, "visibility": VISIBLE, "stdout_visibility": VISIBLE, "extra_data": dict, "tests": list,
           "leaderboard": list}
TEST = {"score": NUMBER, "max_score": NUMBER, "status": ("passed", "failed"), "name": str, "name_format": FORMATS, "number": str,
        "output": str, "output_format": FORMATS, "tags": list, "visibility": VISIBLE, "extra_data": dict}


def against(schema, told):
    """What is wrong with a dict, as a list of sentences."""
    wrong = ["no key %s is documented" % k for k in told if k not in schema]
    for k, want in schema.items():
        if k in told:
            words = isinstance(want, tuple) and isinstance(want[0], str)
            if told[k] not in want if words else not isinstance(told[k], want) or isinstance(told[k], bool):
                wrong.append("%s is %r" % (k, told[k]))
    return wrong


class Gradescope(Case):
    """The scripts are run as they are, with AUTOGRADER in the place of /autograder. setup.sh installs packages: of it, what unpacks."""

    @classmethod
    def setUpClass(cls):
        """An installation to be packed: what `make install` copies. Nothing is written into it."""
        folder = tempfile.mkdtemp(prefix="warplings-e2e-")
        cls.addClassCleanup(shutil.rmtree, folder, ignore_errors=True)
        cls.root = os.path.join(folder, "warplings")
        os.makedirs(os.path.join(cls.root, "bin"))
        for name in ("warplings", "warplings-device", "warplings-host", "warplings-box"):
            shutil.copy(os.path.join(BIN, name), os.path.join(cls.root, "bin"))
        shutil.copytree(os.path.join(os.path.dirname(BIN), "lib", "emulator"), os.path.join(cls.root, "lib", "emulator"))
        for d in ("labs", "solutions", "kernels", "scripts"):
            shutil.copytree(os.path.join(ROOT, d), os.path.join(cls.root, d))

    def setUp(self):
        super().setUp()
        self.auto = os.path.join(self.dir, "autograder")
        self.source = os.path.join(self.auto, "source")

    def make(self, *args):
        p = subprocess.run([os.path.join(self.root, "bin", "warplings"), "gradescope", self.source, "--seed", "5", *args], env=self.env,
                           stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.assertEqual(p.returncode, 0, p.stderr)
        self.assertIn("Zip what is in it", p.stdout)
        for name in ("setup.sh", "run_autograder"):
            self.assertTrue(os.stat(os.path.join(self.source, name)).st_mode & stat.S_IXUSR)
        lines = [l for l in slurp(os.path.join(self.source, "setup.sh")).split("\n") if not l.startswith("apt-get")]
        spill(os.path.join(self.dir, "setup.sh"), "\n".join(lines))
        subprocess.run(["bash", os.path.join(self.dir, "setup.sh")], env=dict(self.env, AUTOGRADER=self.auto, **self.nvcc()), check=True)

    def nvcc(self):
        found = subprocess.run([os.path.join(ROOT, "scripts", "find-nvcc.sh")], stdout=subprocess.PIPE, text=True).stdout.strip()
        return {"WARPLINGS_NVCC": found}

    def judge(self, text):
        folder = os.path.join(self.auto, "submission")
        shutil.rmtree(folder, ignore_errors=True)
        shutil.rmtree(os.path.join(self.auto, "results"), ignore_errors=True)
        os.makedirs(folder)
        spill(os.path.join(folder, FILE), text)
        return subprocess.run([os.path.join(self.source, "run_autograder")], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                              env=dict(self.env, AUTOGRADER=self.auto, **self.nvcc()), timeout=600)

    def test_as_gradescope_runs_it(self):
        self.make("--labs", "01", *(["--trust"] if "--trust" in GRADE else []))
        for text, score, status in ((GOOD, 10, "passed"), (WRONG, 0, "failed"), ("<script>", 0, "failed")):
            p = self.judge(text)
            self.assertEqual(p.returncode, 0, p.stdout)
            with open(os.path.join(self.auto, "results", "results.json")) as f:
                told = json.load(f)
            self.assertEqual(against(RESULTS, told), [])
            self.assertGreater(len(told["tests"]), 1)
            for t in told["tests"]:
                self.assertEqual(against(TEST, t), [])
            self.assertEqual((told["tests"][0]["score"], told["tests"][0]["status"]), (score, status))
        # What could not be judged is no zero.
        os.unlink(os.path.join(self.source, "warplings", "bin", "warplings-device"))
        p = self.judge(GOOD)
        self.assertNotEqual(p.returncode, 0)
        self.assertFalse(os.path.exists(os.path.join(self.auto, "results", "results.json")))

    def test_brings_its_libraries(self):
        """Gradescope's image has none of them; an installation has none either, since the machine has them."""
        self.assertFalse([n for n in os.listdir(os.path.join(self.root, "lib")) if ".so" in n])
        self.make("--labs", "01")
        self.assertEqual(sorted(os.listdir(self.source)), ["run_autograder", "setup.sh", "warplings", "warplings.tar.gz"])
        program = os.path.join(self.source, "warplings", "bin", "warplings")
        told = subprocess.run(["ldd", program], env={"PATH": os.environ["PATH"]}, stdout=subprocess.PIPE, text=True, check=True).stdout
        for name in "libjansson", "libsqlite3", "libarchive", "libyaml", "libseccomp":
            line = next(l for l in told.split("\n") if name in l)
            self.assertIn(os.path.realpath(self.source), os.path.realpath(line.split()[2]))
        # What was packed can pack itself.
        for who, folder in (program, "again"), (os.path.join(self.root, "bin", "warplings"), "relative"):
            p = subprocess.run([who, "gradescope", folder, "--labs", "01"], env=self.env, cwd=self.dir, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
            self.assertEqual(p.returncode, 0, p.stderr)
            self.assertEqual(sorted(os.listdir(os.path.join(self.dir, folder))), ["run_autograder", "setup.sh", "warplings.tar.gz"])

    def test_validator_can_fail(self):
        self.assertEqual(len(against(RESULTS, {"scores": 1, "score": "3", "visibility": "shown", "tests": []})), 3)


if __name__ == "__main__":
    unittest.main()
