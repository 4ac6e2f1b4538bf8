"""A class graded: what is taken, what is judged, what is written, and what a kill, a full disk or a hostile name does to it."""
import csv
import fcntl
import glob
import html.parser
import io
import json
import os
import re
import resource
import shutil
import signal
import sqlite3
import struct
import subprocess
import tarfile
import termios
import time
import unittest
import zipfile
from xml.etree import ElementTree

from harness import BINARY, GOOD, ROOT, Case, slurp, spill

WRONG = GOOD.replace("a[i] + b[i]", "a[i] - b[i]")
STARTER = glob.glob(os.path.join(ROOT, "labs/01-*/1-*.cu"))[0]
FILE = os.path.basename(STARTER)
LAB = os.path.basename(os.path.dirname(STARTER))
STEP = LAB + "/1"


def sandbox_here():
    told = subprocess.run([BINARY, "doctor", "--format", "json"], stdout=subprocess.PIPE, text=True).stdout
    return next(c["found"] for c in json.loads(told)["checks"] if c["what"] == "sandbox")


# Some containers allow no sandbox at all; grade refuses there, but for --trust. What the sandbox itself holds is tests/attacks/box.
GRADE = ["grade", "--trust"] if sandbox_here().startswith("none") else ["grade"]


class Grade(Case):
    def setUp(self):
        super().setUp()
        self.klass = os.path.join(self.dir, "class")
        self.out = os.path.join(self.dir, "out")
        os.makedirs(self.klass)
        os.makedirs(self.out)
        shared = os.path.join(os.path.dirname(os.path.dirname(BINARY)), "e2e-cache")
        os.symlink(shared, os.path.join(self.out, "cache"))

    def hand_in(self, name, text, file=FILE, folder=LAB):
        path = os.path.join(self.klass, name, folder)
        os.makedirs(path, exist_ok=True)
        spill(os.path.join(path, file), text)

    def grade(self, *args, labs="01", status=0, **kw):
        p = self.warplings(*GRADE, self.klass, "-o", self.out, "--labs", labs, "--seed", "7", *args, timeout=600, **kw)
        if status is not None:
            self.assertEqual(p.returncode, status, p.stdout + p.stderr)
        return p

    def book(self):
        with open(os.path.join(self.out, "gradebook.csv"), newline="") as f:
            return {r["student"]: r for r in csv.DictReader(f)}

    def folders_left(self):
        """In the temporary folder, of ours."""
        return glob.glob(os.path.join(self.dir, "warplings-*"))

    def rows(self):
        db = sqlite3.connect(os.path.join(self.out, "grade.db"))
        try:
            return db.execute("SELECT key, verdict FROM verdict").fetchall()
        finally:
            db.close()


class Verdicts(Grade):
    def test_class(self):
        self.hand_in("right", GOOD)
        self.hand_in("equal", "/* mine */\n" + GOOD.replace("int i", "int  i"))
        self.hand_in("wrong", WRONG)
        self.hand_in("starter", slurp(STARTER))
        os.makedirs(os.path.join(self.klass, "nothing"))
        p = self.grade()
        book = self.book()
        words = {s: r[STEP + " verdict"] for s, r in book.items()}
        self.assertEqual(words, {"right": "pass", "equal": "pass", "wrong": "wrong-answer", "starter": "starter", "nothing": "no file"})
        self.assertEqual({s: r[STEP] for s, r in book.items()},
                         {"right": "10.00", "equal": "10.00", "wrong": "0.00", "starter": "0.00", "nothing": "0.00"})
        self.assertIn("2 texts judged now", p.stdout)  # equal ones once
        # A second call knows all of it, and says the same.
        before = slurp(os.path.join(self.out, "gradebook.csv"))
        self.assertIn(" 0 texts judged now, 2 known", self.grade().stdout)
        self.assertEqual(slurp(os.path.join(self.out, "gradebook.csv")), before)
        # One that changes is judged alone.
        self.hand_in("wrong", GOOD.replace("int i", "int j0 = 0; (void)j0; int i"))
        self.assertIn(" 1 texts judged now, 1 known", self.grade().stdout)
        self.assertEqual(self.book()["wrong"][STEP], "10.00")

    def told(self, name):
        """A student's JSON without what hangs on the clock."""
        with open(os.path.join(self.out, "students", name + ".json")) as f:
            return re.sub(r'"(wall|compile)_ms": [0-9.e+-]+', "", f.read())

    def test_the_same_for_each_number_of_jobs(self):
        """Byte for byte, but for the seconds that it took: nothing hangs on how many are judged at once, nor on a folder that is gone afterwards."""
        self.hand_in("ann", GOOD)
        self.hand_in("bob", WRONG)
        self.hand_in("cem", GOOD.replace("if (i < n)", "if (i <= n)"))
        self.hand_in("dia", GOOD.replace("int i", "itn i"))
        # The host is gone while its kernel is under way, or not yet: several, since it is chance.
        dying = ["#include <cstdlib>\n", GOOD.rstrip()[:-1], "\tabort();\n}\n"]
        names = ["ann", "bob", "cem", "dia"] + ["eve%d" % i for i in range(4)]
        for name in names[4:]:
            self.hand_in(name, "".join(dying) + "int %s;\n" % name)
        told = []
        for jobs in "1", "2", "9":
            self.grade("--jobs", jobs)
            told.append([slurp(os.path.join(self.out, "gradebook.csv")), *map(self.told, names)])
            self.assertEqual({self.book()[n][STEP + " verdict"] for n in names[4:]}, {"crashed"})
            self.assertEqual(len({re.sub("eve[0-9]", "", self.told(n)) for n in names[4:]}), 1)
            os.unlink(os.path.join(self.out, "grade.db"))
        self.assertEqual(told[0], told[1])
        self.assertEqual(told[0], told[2])
        self.assertIn('"file": "%s/%s"' % (LAB, FILE), told[0][3])
        for one in told[0]:
            self.assertNotIn(self.dir, one)

    def test_results_are_private(self):
        """Marks are nobody else's business; a folder that is there keeps its mode."""
        os.makedirs(os.path.join(self.klass, "nothing"))
        there = os.stat(self.out).st_mode
        self.grade()
        self.assertEqual(os.stat(self.out).st_mode, there)
        self.out = os.path.join(self.dir, "made")
        self.grade()
        self.assertEqual(os.stat(self.out).st_mode & 0o777, 0o700)

    def test_formats(self):
        self.hand_in("right", GOOD)
        self.hand_in("wrong", WRONG)
        self.grade()
        files = sorted(os.listdir(os.path.join(self.out, "students")))
        self.assertEqual(files, [n + e for n in ("right", "wrong") for e in (".gradescope.json", ".json", ".md", ".tap", ".xml")])
        with open(os.path.join(self.out, "students", "wrong.gradescope.json")) as f:
            told = json.load(f)
        self.assertTrue(set(told) <= {"score", "execution_time", "output", "output_format", "test_output_format", "visibility",
                                      "stdout_visibility", "extra_data", "tests", "leaderboard"})
        for t in told["tests"]:
            self.assertTrue(set(t) <= {"score", "max_score", "status", "name", "name_format", "number", "output", "output_format",
                                       "tags", "visibility", "extra_data"})
            self.assertIn(t["status"], ("passed", "failed"))
            self.assertLessEqual(t["score"], t["max_score"])
        self.assertEqual(told["tests"][0]["status"], "failed")
        tree = ElementTree.parse(os.path.join(self.out, "students", "right.xml"))
        self.assertEqual(tree.getroot().get("failures"), "0")
        self.assertTrue(slurp(os.path.join(self.out, "students", "right.tap")).startswith("TAP version 13\n1.."))
        with open(os.path.join(self.out, "students", "right.json")) as f:
            told = json.load(f)
        self.assertEqual(told["steps"][0]["run"]["verdict"], "pass")
        self.assertEqual(told["seed"], "7")
        self.assertTrue(told["sandbox"])
        shutil.rmtree(os.path.join(self.out, "students"))
        self.grade("--formats", "csv")
        self.assertEqual(os.listdir(os.path.join(self.out, "students")), [])

    def test_tap_is_read(self):
        """By the harness of Perl, which is what `prove` runs."""
        if not shutil.which("prove"):
            self.skipTest("there is no prove")
        self.hand_in("right", GOOD)
        self.hand_in("wrong", WRONG)
        self.grade("--formats", "tap")
        for name, status, says in ("right", 0, "Result: PASS"), ("wrong", 1, "Failed test:  1"):
            p = subprocess.run(["prove", "-e", "cat", os.path.join(self.out, "students", name + ".tap")], stdout=subprocess.PIPE,
                               stderr=subprocess.STDOUT, text=True)
            self.assertEqual(p.returncode, status, p.stdout)
            self.assertIn(says, p.stdout)
            self.assertNotIn("Parse errors", p.stdout)

    def test_points(self):
        self.hand_in("right", GOOD)
        self.hand_in("wrong", WRONG)
        rule = self.write("points", "# half for trying\npoints: 4\nwrong-answer: 50\n%s: 8\n" % STEP)
        self.grade("--points", rule)
        book = self.book()
        self.assertEqual((book["right"][STEP], book["wrong"][STEP]), ("8.00", "4.00"))
        p = self.grade("--points", self.write("bad", "points: 4\n\npasss: 3\n"), status=3)
        self.assertIn("bad:3", p.stderr)
        self.grade("--points", self.write("short", "01/1: 6\n08-reduction/1: 3\n"))
        self.assertEqual(self.book()["right"][STEP], "6.00")
        self.grade("--points", self.write("notepad", "\ufeffpoints: 3\r\n"))
        self.assertEqual(self.book()["right"][STEP], "3.00")
        for text, says in ("race: 9\nrace: 8\n", "stands in line 1 already"), ("points: 2000000\n", "to 1,000,000"), ("01/99: 6\n", "99"), ("60-none/1: 6\n", "60-none"), ("01/1: 6\n%s: 7\n" % STEP, "already"):
            p = self.grade("--points", self.write("wrong", text), status=3)
            self.assertIn("wrong:%d" % text.count("\n"), p.stderr)
            self.assertIn(says, p.stderr)

    def test_what_is_taken(self):
        self.hand_in("flat", GOOD, folder="")
        self.hand_in("deep", GOOD, folder="a/b/" + LAB)
        self.hand_in("two", WRONG, folder="old")
        self.hand_in("two", GOOD)  # in the lab's folder: this one
        os.makedirs(os.path.join(self.klass, "link", LAB))
        os.symlink("/etc/passwd", os.path.join(self.klass, "link", LAB, FILE))
        os.makedirs(os.path.join(self.klass, "fifo", LAB))
        os.mkfifo(os.path.join(self.klass, "fifo", LAB, FILE))
        self.hand_in("big", "//" + "x" * (2 << 20))
        self.hand_in("nul", "\0" + GOOD)
        os.symlink(self.klass, os.path.join(self.klass, "loop"))
        spill(os.path.join(self.klass, "README"), "no submission")
        p = self.grade()
        words = {s: r[STEP + " verdict"] for s, r in self.book().items()}
        self.assertEqual(words, {"flat": "pass", "deep": "pass", "two": "pass", "link": "no text", "fifo": "no text", "big": "no text",
                                 "nul": "compile-error", "loop": "refused"})
        self.assertIn("1 of 8 submissions could not be read", p.stdout)
        self.assertIn("Passed over, for such a file is no submission: README.", p.stdout)
        for student, why in {"link": "a link, which is not followed", "fifo": "no regular file", "big": "larger than 1 MiB"}.items():
            self.assertIn(why, self.book()[student]["remark"])
            self.assertIn(why, slurp(os.path.join(self.out, "moodle.csv")))
        self.assertNotIn("root:", slurp(os.path.join(self.out, "report.html")))


    def test_what_is_nobodys_submission(self):
        """Files that go with a class, and our own reports, have no row; what a student may have meant has one."""
        self.hand_in("ann", GOOD)
        self.hand_in("blank", " \n\n\t")
        for name in "README.txt", "list.csv", "notes.MD", "hanna.cu", "ann.rar":
            spill(os.path.join(self.klass, name), "x")
        cache, self.out = os.path.join(self.out, "cache"), os.path.join(self.klass, "out")
        os.makedirs(self.out)
        os.symlink(cache, os.path.join(self.out, "cache"))
        for turn in range(2):
            p = self.grade()
            self.assertIn("no submission: README.txt, list.csv, notes.MD.", p.stdout)
            self.assertEqual({s: r[STEP + " verdict"] for s, r in self.book().items()},
                             {"ann": "pass", "blank": "no text", "hanna.cu": "refused", "ann.rar": "refused"})
        self.assertIn("the file is empty", self.book()["blank"]["remark"])
        self.out = self.klass
        p = self.grade(status=2)
        self.assertIn("is the folder of the submissions", p.stderr)
        self.assertFalse(os.path.exists(os.path.join(self.klass, "grade.db")))
        self.out = os.path.join(self.dir, "out")
        p = self.grade("--labs", "02", status=2)
        self.assertIn("--labs 01 and --labs 02: name them all in one", p.stderr)


class Archives(Grade):
    def zipped(self, name, entries):
        with zipfile.ZipFile(os.path.join(self.klass, name), "w", zipfile.ZIP_DEFLATED) as z:
            for path, text in entries:
                z.writestr(path, text)

    def tarred(self, name, make):
        with tarfile.open(os.path.join(self.klass, name), "w:gz") as t:
            make(t)

    def test_archives(self):
        data = GOOD.encode()

        def good(t):
            i = tarfile.TarInfo("home/%s/%s" % (LAB, FILE))
            i.size = len(data)
            t.addfile(i, io.BytesIO(data))

        def link(t):
            i = tarfile.TarInfo("%s/%s" % (LAB, FILE))
            i.type, i.linkname = tarfile.SYMTYPE, "/etc/passwd"
            t.addfile(i)

        self.zipped("zip.zip", [("%s/%s" % (LAB, FILE), GOOD), ("other.txt", "x")])
        self.zipped("accent.zip", [("Zo\u00e9/%s/%s" % (LAB, FILE), GOOD)])
        self.tarred("tar.tar.gz", good)
        self.tarred("twin.tgz", good)
        self.zipped("twin.zip", [(FILE, WRONG)])
        self.tarred("link.tgz", link)
        self.zipped("leaves.zip", [("../../%s" % FILE, GOOD), ("%s/%s" % (LAB, FILE), GOOD)])
        self.zipped("absolute.zip", [("/tmp/%s" % FILE, GOOD)])
        self.zipped("many.zip", [("f%d" % i, "") for i in range(20100)])
        self.zipped("bomb.zip", [("%d/%s" % (i, FILE), "\0" * (1 << 20)) for i in range(80)])
        spill(os.path.join(self.klass, "broken.zip"), "PK\x03\x04 and nothing")
        # A course system's folder with the student's archive in it; two of them; an archive in an archive; a kind that is not read.
        os.makedirs(os.path.join(self.klass, "moodle"))
        self.zipped("moodle/hw.zip", [(FILE, GOOD)])
        os.makedirs(os.path.join(self.klass, "two"))
        self.zipped("two/a.zip", [(FILE, GOOD)])
        self.zipped("two/b.zip", [(FILE, GOOD)])
        os.makedirs(os.path.join(self.klass, "link-in"))
        os.symlink("../moodle/hw.zip", os.path.join(self.klass, "link-in", "hw.zip"))
        self.zipped("nested.zip", [("inner\x1b[31m.zip", slurp_bytes(os.path.join(self.klass, "moodle", "hw.zip"))), ("readme.txt", "x")])
        spill(os.path.join(self.klass, "old.rar"), "Rar!")
        self.grade()
        book = self.book()
        self.assertEqual({s: r[STEP + " verdict"] for s, r in book.items()},
                         {"zip": "pass", "accent": "pass", "tar": "pass", "link": "no text", "leaves": "refused", "absolute": "refused", "many": "refused",
                          "bomb": "refused", "broken": "refused", "moodle": "pass", "two": "refused", "link-in": "refused", "nested": "refused",
                          "old.rar": "refused", "twin.tgz": "pass", "twin.zip": "wrong-answer"})
        self.assertIn("an archive, which is not opened: inner?[31m.zip", book["nested"]["remark"])
        self.assertIn("archives, which are not opened: a.zip and b.zip. An archive is read where it is the only one", book["two"]["remark"])
        for name, other in ("twin.zip", "twin.tgz"), ("twin.tgz", "twin.zip"):
            self.assertEqual(book[name]["remark"], other + " lies beside it: are both of one student? Each has a row of its own")
        self.assertIn("read here: zip, 7z, tar", book["old.rar"]["remark"])
        self.assertIn("leads out of its folder", book["leaves"]["remark"])
        self.assertIn("20,000 entries", book["many"]["remark"])
        self.assertFalse(os.path.exists(os.path.join(self.dir, FILE)))


def slurp_bytes(path):
    with open(path, "rb") as f:
        return f.read()


class Page(html.parser.HTMLParser):
    """Tags, texts, links and ids of a page; a tag that nobody closes is an error."""
    VOID = {"meta", "input", "br", "rect", "link"}

    def __init__(self, text):
        super().__init__()
        self.open, self.ids, self.links, self.tags, self.text = [], set(), [], [], []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attrs):
        attrs = dict(attrs)
        self.tags.append((tag, attrs))
        if tag not in self.VOID or tag == "rect":
            self.open.append(tag)
        if "id" in attrs:
            assert attrs["id"] not in self.ids, attrs["id"]
            self.ids.add(attrs["id"])
        if "href" in attrs:
            self.links.append(attrs["href"])

    def handle_endtag(self, tag):
        assert self.open and self.open[-1] == tag, (tag, self.open[-5:])
        self.open.pop()

    def handle_data(self, data):
        self.text.append(data)


class Hostile(Grade):
    NAMES = ["<script>alert(1)<", "=cmd|' '!A1", "\x1b[31mred\x1b[0m", "new\nline", 'quote"\'', "a..%2f", "-rf", "a" * 200, "\u202eevil", "é"]

    def test_names(self):
        for n in self.NAMES:
            self.hand_in(n, GOOD)
        os.makedirs(os.path.join(self.klass.encode(), b"\xff\xfe", LAB.encode()))
        p = self.grade()
        text = slurp(os.path.join(self.out, "report.html"))
        page = Page(text)
        self.assertEqual([t for t, a in page.tags if t == "script"], ["script"])
        self.assertFalse([a for t, a in page.tags if any(k.startswith("on") for k in a)])
        self.assertIn("<script>alert(1)<", "".join(page.text))
        for said in (text, p.stdout, slurp(os.path.join(self.out, "gradebook.csv"))):
            self.assertNotIn("\x1b", said)
        self.assertEqual(len(self.book()), len(self.NAMES) + 1)
        for cell in self.book():
            self.assertNotIn(cell[:1], "=+-@")
        for name in os.listdir(os.path.join(self.out, "students")):
            self.assertRegex(name, r"^[A-Za-z0-9_%][A-Za-z0-9._%-]*$")
        self.assertEqual(len(glob.glob(os.path.join(self.out, "students", "*.xml"))), len(self.NAMES) + 1)

    def test_texts(self):
        """What a program prints and what a compiler repeats of it are shown as text."""
        self.hand_in("tag", '#error "</pre><script>alert(2)</script><img src=x onerror=alert(3)>"\n')
        self.hand_in("prints", '#include <cstdio>\n' + WRONG.replace("{\n\tadd<", '{\n\tprintf("</table><script>x</script>\\x1b[2J");\n\tadd<'))
        self.grade()
        page = Page(slurp(os.path.join(self.out, "report.html")))
        self.assertEqual([t for t, a in page.tags if t in ("script", "img")], ["script"])
        for link in page.links:
            self.assertTrue(link.startswith("#") and link[1:] in page.ids, link)
        self.assertTrue(page.links)

    def test_nobody_gets_the_verdict_of_another(self):
        """A text that looks like another's without comments and blanks, and that a compiler reads otherwise. The first is judged for all."""
        guard = "\tif (i < n)\n"
        mine = GOOD.replace(guard, "\t// the guard\n" + guard)
        self.hand_in("victim", mine)
        self.hand_in("a-line-goes-on", mine.replace("guard\n", "guard\\ \n"))
        self.hand_in("a-comment-is-open", mine + "/* and so on\n")
        self.hand_in("a-return", mine.replace("guard\n", "guard\r\tif (0)\n"))
        self.hand_in("b-equal", mine.replace("the guard", "don't go on").replace("\n", "\r\n"))
        digits = mine.replace("256>>>", "2'56>>>") + "/* ' */ // %s\nstatic const char said[] = \"%s\";\n"
        self.hand_in("digits", digits % ("", "a  b"))
        self.hand_in("digits-too", digits % ("", "a b"))
        p = self.grade()
        self.assertEqual({s: r[STEP + " verdict"] for s, r in self.book().items()},
                         {"victim": "pass", "b-equal": "pass", "digits": "pass", "digits-too": "pass", "a-line-goes-on": "memory-error",
                          "a-comment-is-open": "compile-error", "a-return": "wrong-answer"})
        self.assertIn(" 6 texts judged now", p.stdout)  # victim and b-equal are one

    def test_nobody_gets_the_files_of_another(self):
        """Names of which a report could be called the same."""
        long_name = "\u044f" * 50
        good = ["ann", "x", "x.zip", "x.zip.zip", "y.zip", long_name]
        for n in good:
            self.hand_in(n, GOOD)
        for n in ("x.zip", "x.zip.zip", "y.zip"):
            shutil.rmtree(os.path.join(self.klass, n))
            with zipfile.ZipFile(os.path.join(self.klass, n), "w") as z:
                z.writestr("%s/%s" % (LAB, FILE), GOOD)
        self.hand_in("ann.gradescope", WRONG)
        self.grade()
        named = [n for n in os.listdir(os.path.join(self.out, "students")) if n.endswith(".xml")]
        hashed = max(named, key=len)[:-4]
        self.hand_in(hashed, WRONG)
        self.hand_in(hashed.replace("%25", "%"), WRONG)
        self.grade()
        book = self.book()
        self.assertEqual({s: r[STEP] for s, r in book.items()},
                         {"ann": "10.00", "x": "10.00", "x.zip": "10.00", "x.zip.zip": "10.00", "y": "10.00", long_name: "10.00",
                          "ann.gradescope": "0.00", hashed: "0.00"})
        files = os.listdir(os.path.join(self.out, "students"))
        self.assertEqual(len(files), 5 * len(book), files)  # JSON, JUnit, TAP, Gradescope, Markdown
        points = []
        for n in files:
            if not n.endswith((".xml", ".tap", ".md")):
                with open(os.path.join(self.out, "students", n)) as f:
                    told = json.load(f)
                points.append(("student" in told, told.get("points", told.get("score", sum(t["score"] for t in told.get("tests", []))))))
        self.assertEqual(sorted(points), [(False, 0.0)] * 2 + [(False, 10.0)] * 6 + [(True, 0.0)] * 2 + [(True, 10.0)] * 6)


class Survival(Grade):
    def test_killed(self):
        """Killed at any moment: what is stored is stored, and the next call goes on."""
        for i in range(6):
            self.hand_in("s%d" % i, GOOD + "int unused%d;\n" % i)
        command = [BINARY, *GRADE, self.klass, "-o", self.out, "--labs", "01", "--jobs", "2"]
        p = subprocess.Popen(command, env=self.env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        end = time.monotonic() + 300
        while time.monotonic() < end:
            try:
                if len(self.rows()) >= 2:
                    break
            except sqlite3.Error:
                pass
            time.sleep(0.05)
        p.send_signal(signal.SIGKILL)
        p.wait()
        self.assertNotEqual(self.folders_left(), [])  # nobody was there to remove them; the next call does
        stored = self.rows()
        self.assertGreaterEqual(len(stored), 2)
        self.assertLess(len(stored), 6)
        told = self.warplings(*GRADE, self.klass, "-o", self.out, "--labs", "01", timeout=600)
        self.assertEqual(told.returncode, 0, told.stderr)
        self.assertIn("%d texts judged now, %d known" % (6 - len(stored), len(stored)), told.stdout)
        self.assertEqual([v for k, v in self.rows()], ["pass"] * 6)
        self.assertEqual(self.left_behind(), [])
        self.assertEqual(self.folders_left(), [])

    def test_stopped(self):
        for i in range(6):
            # The first has its verdict soon; the others take until their time limit, so the signal never comes too late.
            text = GOOD if i == 0 else GOOD.replace("add<<<", "volatile int wait = 1; while (wait) { } add<<<")
            self.hand_in("s%d" % i, text + "int unused%d;\n" % i)
        p = subprocess.Popen([BINARY, *GRADE, self.klass, "-o", self.out, "--labs", "01", "--jobs", "1"], env=self.env,
                             stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        end = time.monotonic() + 300
        while time.monotonic() < end:
            try:
                if self.rows():
                    break
            except sqlite3.Error:
                pass
            time.sleep(0.05)
        p.send_signal(signal.SIGINT)
        said, wrong = p.communicate(timeout=60)
        self.assertEqual(p.returncode, -signal.SIGINT, said + wrong)
        self.assertIn("the next call goes on", said)
        self.assertIn("not yet", slurp(os.path.join(self.out, "gradebook.csv")))
        self.assertEqual(self.left_behind(), [])
        self.assertEqual(self.folders_left(), [])

    def test_two_at_once(self):
        self.hand_in("right", GOOD)
        import fcntl
        with open(os.path.join(self.out, "grade.lock"), "w") as f:
            fcntl.flock(f, fcntl.LOCK_EX)
            p = self.grade(status=3)
        self.assertIn("another `warplings grade` works on", p.stderr)
        self.grade()

    @unittest.skipIf(os.geteuid() == 0 and not shutil.which("setpriv"), "root can write everywhere")
    def test_read_only(self):
        self.hand_in("right", GOOD)
        os.unlink(os.path.join(self.out, "cache"))
        os.rmdir(self.out)
        spill(self.out, "a file where the folder should be")
        p = self.grade(status=3)
        self.assertIn(self.out, p.stderr)

    def test_full_disk(self):
        """A limit on the size of a file stands for a full disk: a sentence, and the next call is right."""
        self.hand_in("right", GOOD)
        self.hand_in("wrong", WRONG)
        self.grade()
        before = self.rows()
        self.hand_in("third", GOOD + "int third;\n")
        size = os.path.getsize(os.path.join(self.out, "grade.db"))
        p = subprocess.run([BINARY, *GRADE, self.klass, "-o", self.out, "--labs", "01", "--seed", "7"],
                           env=self.env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=300,
                           preexec_fn=lambda: (signal.signal(signal.SIGXFSZ, signal.SIG_IGN),
                                               resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))))
        self.assertEqual(p.returncode, 3, p.stdout)
        self.assertEqual(sorted(self.rows()), sorted(before))
        self.grade()
        self.assertEqual(len(self.rows()), 3)

    def test_machine_at_fault(self):
        """No nvcc: nobody gets a zero, and the next call judges."""
        self.hand_in("right", GOOD)
        p = self.grade(status=3, env={"PATH": "/usr/bin:/bin", "WARPLINGS_NVCC": "/nonexistent", "CUDA_HOME": "/nonexistent",
                                      "WARPLINGS_CUDA_SEARCH": "/nonexistent"})
        self.assertIn("NOT JUDGED: 1 of 1", p.stdout)
        row = self.book()["right"]
        self.assertEqual((row[STEP], row["complete"], row[STEP + " verdict"]), ("", "no", "not-judged"))
        self.assertIn('id="not-judged"', slurp(os.path.join(self.out, "report.html")))
        self.grade()
        self.assertEqual(self.book()["right"][STEP], "10.00")

    def test_no_gpu(self):
        """Times on a GPU need one, and trust: without either nothing is judged, and nobody gets a zero."""
        self.hand_in("right", GOOD)
        p = self.warplings("grade", self.klass, "-o", self.out, "--labs", "01", "--device", "gpu")
        self.assertEqual(p.returncode, 2, p.stdout)
        self.assertIn("it takes --trust", p.stderr)
        p = self.warplings("grade", self.klass, "-o", self.out, "--labs", "01", "--device", "gpu", "--trust",
                           env={"CUDA_VISIBLE_DEVICES": "", "NVIDIA_VISIBLE_DEVICES": "none"})
        self.assertEqual(p.returncode, 3, p.stdout)
        self.assertIn("no GPU that works was found", p.stderr)
        self.assertFalse(os.path.exists(os.path.join(self.out, "gradebook.csv")))

    def test_no_sandbox(self):
        self.hand_in("right", GOOD)
        p = self.warplings("grade", self.klass, "-o", self.out, "--labs", "01", timeout=600, env={"WARPLINGS_SANDBOX": "none"})
        self.assertEqual(p.returncode, 3, p.stdout)
        self.assertIn("there is no sandbox", p.stderr)
        self.grade("--trust", env={"WARPLINGS_SANDBOX": "none"})
        self.assertEqual(self.book()["right"][STEP], "10.00")


class Bar(Grade):
    """The line of how far it is, on terminals of a person's choice."""

    def pieces(self, columns, term="xterm"):
        # The line is drawn four times a second: each text takes longer than that, or the one between two of them is not seen.
        slow = "#include <unistd.h>\n" + GOOD.replace("{\n\tadd<<<", "{\n\tstatic int calls;\n\tif (!calls++)\n\t\tsleep(1);\n\tadd<<<")
        self.assertIn("sleep", slow)
        for i in range(2):
            self.hand_in("s%d" % i, slow + "int unused%d;\n" % i)
        shutil.rmtree(os.path.join(self.out, "students"), ignore_errors=True)
        leader, follower = os.openpty()
        fcntl.ioctl(follower, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
        p = subprocess.Popen([BINARY, *GRADE, self.klass, "-o", self.out, "--labs", "01", "--jobs", "1"], env=dict(self.env, TERM=term),
                             stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=follower)
        os.close(follower)
        said = b""
        while True:
            try:
                said += os.read(leader, 4096)
            except OSError:
                break
        os.close(leader)
        self.assertEqual(p.wait(), 0)
        return [w for w in re.split("\r\x1b\\[K|\r?\n", said.decode()) if w]

    def test_whole_at_each_width(self):
        for columns in (80, 40, 30):
            with self.subTest(columns=columns):
                shutil.rmtree(self.out)
                os.makedirs(self.out)
                seen = self.pieces(columns)
                self.assertTrue([w for w in seen if re.search(r"1 of 2, \d+:\d\d left$", w)], seen)
                for w in seen:
                    self.assertRegex(w, r"^(\[[#.]+\] )?\d of 2(, \d+:\d\d left)?$")
                    self.assertLess(len(w), columns)

    def test_few_lines_where_none_goes(self):
        seen = self.pieces(80, "dumb")
        self.assertIn("[%s] 0 of 2" % ("." * 24), seen)
        self.assertLessEqual(len(seen), 3)


if __name__ == "__main__":
    unittest.main()
