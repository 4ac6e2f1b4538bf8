"""Submissions that are made to have no verdict, to read what is not theirs, to break a report or to take something from others: each gets its
verdict, and the right one beside them its points."""
import io
import json
import os
import stat
import tarfile
import unittest
import warnings
import zipfile
from xml.etree import ElementTree

from harness import GOOD, KERNEL, ROOT, SOLVE, slurp
from test_grade import FILE, LAB, STEP, Grade, Page

LOOSE = GOOD.replace("c[i] =", "c[i + 1] =")  # so that a line of it is named
ANSWER = os.path.join(ROOT, "solutions", LAB, FILE)


def asm(text):
    return GOOD.replace("\tif (i", '\tasm volatile("%s");\n\tif (i' % text)


def data(text):
    return GOOD + 'asm(".data\\n%s\\n.text");\n' % text


# A fat binary of the program's own making, which says that its PTX is 50,000 bytes long packed and 1 << UNPACKED as it is.
FAT = """#include <cstdint>
#include <cstring>
extern "C" void **__cudaRegisterFatBinary(void *);
template <class T> static void put(unsigned char *at, T v) { memcpy(at, &v, sizeof v); }
__attribute__((constructor)) static void registers()
{
	static unsigned char f[65536], *e = f + 16;
	static struct { unsigned magic, version; void *data, *more; } w = { 0x466243b1, 1, f, nullptr };
	for (int i = 0; i < 65536; i++)
		f[i] = (unsigned char)(i * 7);
	put<uint32_t>(f, 0xba55ed50), put<uint16_t>(f + 4, 1), put<uint16_t>(f + 6, 16), put<uint64_t>(f + 8, 60000);
	put<uint16_t>(e, 1), put<uint16_t>(e + 2, 0x101), put<uint32_t>(e + 4, 64), put<uint64_t>(e + 8, 50000);
	put<uint32_t>(e + 16, 50000), put<uint32_t>(e + 28, 80), put<uint64_t>(e + 40, FLAGS), put<uint64_t>(e + 56, 1ull << UNPACKED);
	__cudaRegisterFatBinary(&w);
}
"""
TEXTS = {  # name: (text, verdict)
    "honest": (GOOD, "pass"),
    # Lines that say they are of another file: nothing of it is shown, and nothing waits for it.
    "line-of-answer": ('#line 1 "%s"\n' % ANSWER + LOOSE, "memory-error"),
    "line-of-fifo": ('#line 1 "FIFO"\n' + LOOSE, "memory-error"),
    "line-of-tags": ('#line 1 "</pre><script>alert(1)</script>\x1b[31m.cu"\n' + LOOSE, "memory-error"),
    "line-too-high": ("#line 2147483647\n" + LOOSE, "launch-error|memory-error"),
    # More than a machine has.
    "registers": (asm(".reg .b32 %%q<2000000000>;"), "compile-error"),
    "shared": (asm(".shared .align 4 .b8 big[4000000000];"), "launch-error"),
    "braces": (asm("{" * 20000 + "}" * 20000), "compile-error"),
    "global": ("__device__ char big[1ull << 36];\n" + GOOD, "compile-error"),
    "name": (GOOD.replace("add", "k" * 200000), "launch-error"),
    "data": (data(".zero 100000000"), "compile-error"),
    "more-data": (data(".fill 60000000,4,1"), "compile-error"),
    "fat-lz4": ("#define FLAGS 0x2000\n#define UNPACKED 40\n" + FAT + GOOD, "pass"),
    "fat-zstd": ("#define FLAGS 0x8000\n#define UNPACKED 33\n" + FAT + GOOD, "pass"),
    # Words for the assemblers, and solve() that is none.
    "ptx-include": (asm('.include \\"/etc/passwd\\"'), "compile-error"),
    "ptx-closes": (asm("ret; } .visible .entry other() { ret;"), "compile-error"),
    "solve-is-data": (KERNEL + 'extern "C" { int solve = 5; }\n', "compile-error"),
    "solve-chooses": (KERNEL + 'asm(".globl solve\\n.type solve, @gnu_indirect_function\\nsolve: ret");\n' + SOLVE.replace("solve", "other") + "{\n}\n",
                      "compile-error|crashed"),
    # What a report shows.
    "assert": ("#include <cassert>\n" + GOOD.replace("\tif (i", '\tassert(!"</pre><script>alert(1)</script> \\x1b]0;x ]]>");\n\tif (i'), "crashed"),
    "error": ('#error "]]><x> \\u0001 \x01\x02\x0b \ufffe\uffff &amp;\n#error ok 1 - forged\n#error """; =cmd()"\n', "compile-error"),
}


class Odd(Grade):
    def test_each_gets_its_verdict(self):
        os.mkfifo(os.path.join(self.dir, "fifo"))
        for name, (text, _) in TEXTS.items():
            self.hand_in(name, text.replace("FIFO", os.path.join(self.dir, "fifo")))
        self.grade("--jobs", "2")
        book = self.book()
        for name, (_, verdict) in TEXTS.items():
            with self.subTest(name):
                self.assertRegex(book[name][STEP + " verdict"], "^(%s)$" % verdict)
                self.assertEqual(book[name][STEP], "10.00" if verdict == "pass" else "0.00")
        text = slurp(os.path.join(self.out, "report.html"))
        page = Page(text)
        self.assertEqual([t for t, a in page.tags if t in ("script", "x")], ["script"])
        for line in slurp(ANSWER).split("\n"):  # its own words: not what everybody writes
            if len(line) > 40 and line not in GOOD and not line.startswith("extern"):
                self.assertNotIn(line, "".join(page.text))
        students = os.path.join(self.out, "students")
        for name in os.listdir(students):
            said = slurp(os.path.join(students, name))
            self.assertNotRegex(said, "[\x01-\x08\x0b-\x1f\x7f]")
            if name.endswith(".xml"):
                ElementTree.fromstring(said)
            elif name.endswith(".tap"):
                self.assertEqual(len([n for n in said.split("\n") if n.startswith(("ok ", "not ok "))]), 3)
            elif name.endswith(".md"):
                self.assertNotRegex(said, r"(?<!\\)[<`\[]")  # each is escaped: no markup of a stranger's
            else:
                json.loads(said)
        self.assertLess(sum(os.path.getsize(os.path.join(self.out, n)) for n in os.listdir(self.out)
                            if os.path.isfile(os.path.join(self.out, n))), 8 << 20)
        self.assertEqual(self.left_behind(), [])
        self.assertEqual(self.folders_left(), [])

    def tarred(self, name, *entries):
        with tarfile.open(os.path.join(self.klass, name), "w:gz") as t:
            for path, kind, link in entries:
                i = tarfile.TarInfo(path)
                i.type, i.linkname, i.devmajor, i.devminor = kind, link, 1, 5
                t.addfile(i)

    def test_what_is_no_file(self):
        inside = "%s/%s" % (LAB, FILE)
        self.hand_in("honest", GOOD)
        os.makedirs(os.path.join(self.klass, "folder", LAB, FILE))
        os.mkfifo(os.path.join(self.klass, "pipe.zip"))
        self.hand_in("deep", GOOD, folder="d/" * 30 + LAB)
        self.tarred("devices.tgz", *[(inside, k, "") for k in (tarfile.CHRTYPE, tarfile.BLKTYPE, tarfile.FIFOTYPE)])
        self.tarred("hard.tgz", ("a", tarfile.SYMTYPE, "/etc/passwd"), (inside, tarfile.LNKTYPE, "a"))
        with zipfile.ZipFile(os.path.join(self.klass, "locked.zip"), "w") as z:
            z.writestr(inside, GOOD)
        with open(os.path.join(self.klass, "locked.zip"), "r+b") as f:  # says that it is encrypted
            whole = bytearray(f.read())
            whole[6] |= 1
            whole[whole.find(b"PK\x01\x02") + 8] |= 1
            f.seek(0)
            f.write(whole)
        wanted = {"honest": "pass", "folder": "no file", "pipe": "refused", "deep": "refused", "devices": "no text", "hard": "no text", "locked": "refused"}
        os.makedirs(os.path.join(self.klass, "node", LAB))
        try:
            os.mknod(os.path.join(self.klass, "node", LAB, FILE), 0o644 | stat.S_IFCHR, os.makedev(1, 5))
            wanted["node"] = "no text"
        except OSError:
            wanted["node"] = "no file"  # who is not root makes none
        self.hand_in("deep-beside", GOOD)  # deep folders beside a file that is found are nobody's loss
        self.hand_in("deep-beside", "x", folder="d/" * 30)
        self.hand_in("ninth", GOOD, folder="d/" * 7 + LAB)
        self.hand_in("tenth", GOOD, folder="d/" * 8 + LAB)
        wanted.update({"deep-beside": "pass", "ninth": "pass", "tenth": "refused"})
        self.grade()
        self.assertEqual({s: r[STEP + " verdict"] for s, r in self.book().items()}, wanted)
        for name in "deep", "tenth":
            self.assertIn("deeper ones are not looked at: d/d/", self.book()[name]["remark"])

    @unittest.skipIf(os.geteuid(), "only root can make files of two users")
    def test_second_name_of_anothers_file(self):
        """Where a class lies on a shared file system: a student's name for a file that only its owner may read. A copy by cp -l has one owner."""
        secret = self.write("secret", "int the_secret = what_nobody_reads;\n")
        os.chmod(secret, 0o600)
        self.hand_in("ann", GOOD)
        for name in ("eve", "kept"):
            os.makedirs(os.path.join(self.klass, name, LAB))
        os.link(secret, os.path.join(self.klass, "eve", LAB, FILE))
        os.link(os.path.join(self.klass, "ann", LAB, FILE), os.path.join(self.klass, "kept", LAB, FILE))
        os.chown(os.path.join(self.klass, "eve", LAB), 65534, 65534)
        self.grade()
        self.assertEqual({s: r[STEP + " verdict"] for s, r in self.book().items()}, {"ann": "pass", "kept": "pass", "eve": "no text"})
        with open(os.path.join(self.out, "report.html")) as f:
            self.assertNotIn("what_nobody_reads", f.read())

    def archive(self, name, *files):
        with tarfile.open(os.path.join(self.klass, name), "w:gz") as t:
            for path, text in files:
                i = tarfile.TarInfo(path)
                if text is None or text.startswith("->"):
                    i.type, i.linkname = (tarfile.LNKTYPE, path) if text is None else (tarfile.SYMTYPE, text[2:])
                    t.addfile(i)
                else:
                    i.size = len(text.encode())
                    t.addfile(i, io.BytesIO(text.encode()))

    def test_one_path_twice(self):
        """The later one is what unzip and tar leave."""
        inside, wrong = LAB + "/" + FILE, GOOD.replace("a[i] + b[i]", "a[i] - b[i]")
        self.archive("corrected.tgz", (inside, wrong), (inside, GOOD))
        self.archive("spoilt.tgz", (inside, GOOD), (inside, wrong))
        self.archive("dotted.tgz", ("./" + inside, wrong), (LAB + "/.//" + FILE, GOOD))
        self.archive("itself.tgz", (inside, GOOD), (inside, None))  # as GNU tar writes it when it is told the same file twice
        self.archive("elsewhere.tgz", (inside, GOOD), ("old/" + inside, wrong))
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            with zipfile.ZipFile(os.path.join(self.klass, "zipped.zip"), "w") as z:
                z.writestr(inside, wrong)
                z.writestr(inside, GOOD)
        self.grade()
        self.assertEqual({s: r[STEP + " verdict"] for s, r in self.book().items()},
                         {"corrected": "pass", "spoilt": "wrong-answer", "dotted": "pass", "itself": "pass", "elsewhere": "pass", "zipped": "pass"})

    def test_too_many_files(self):
        """Which of them a file system tells first must not decide: the same submission would have other points on another machine."""
        self.hand_in("ann", GOOD)
        self.hand_in("many", GOOD)
        self.hand_in("inside", GOOD)
        for name, n in ("many", 20000), ("inside", 19000):
            os.makedirs(os.path.join(self.klass, name, "logs"))
            for i in range(n):
                os.mknod(os.path.join(self.klass, name, "logs", str(i)))
        self.grade()
        book = self.book()
        self.assertEqual({s: r[STEP + " verdict"] for s, r in book.items()}, {"ann": "pass", "inside": "pass", "many": "refused"})
        self.assertIn("more than 20,000 entries", book["many"]["remark"])

    def test_names_that_look_the_same(self):
        """In every table each row is one student's."""
        wrong = GOOD.replace("a[i] + b[i]", "a[i] - b[i]")
        for name in ("a\tb", "ann"):
            self.hand_in(name, GOOD)
        self.hand_in("a\nb", wrong)
        self.grade()
        self.assertEqual({s: r[STEP + " verdict"] for s, r in self.book().items()}, {"a?b (a%09b)": "pass", "a?b (a%0Ab)": "wrong-answer", "ann": "pass"})

    def test_no_file_says_why(self):
        inside = LAB + "/" + FILE
        self.hand_in("kept", GOOD, folder="elsewhere")
        self.archive("linked.tgz", (LAB, "->elsewhere"), ("elsewhere/x", GOOD))
        self.archive("beside.tgz", (LAB, "->elsewhere"), ("elsewhere/" + FILE, GOOD))
        self.archive("long.tgz", ("d/" * 600 + inside, GOOD))
        self.archive("long-beside.tgz", ("d/" * 600 + inside, "x"), (inside, GOOD))
        for name, link in ("lab-link", LAB), ("other-link", "work"):
            os.makedirs(os.path.join(self.klass, name))
            os.symlink(os.path.join(self.klass, "kept", "elsewhere"), os.path.join(self.klass, name, link))
        self.grade()
        book = self.book()
        self.assertEqual({s: r[STEP + " verdict"] for s, r in book.items()},
                         {"kept": "pass", "linked": "no text", "beside": "pass", "long": "no text", "long-beside": "pass", "lab-link": "no text",
                          "other-link": "refused"})
        with open(os.path.join(self.out, "students", "long.json")) as f:
            self.assertIn("longer than 1,000 bytes", f.read())
        for name in "linked", "lab-link":
            with open(os.path.join(self.out, "students", name + ".json")) as f:
                self.assertIn(LAB + ": it is a link, which is not followed", f.read())
        self.assertIn("a link, which is not followed: work", book["other-link"]["remark"])

    def said(self, student, ending):
        with open(os.path.join(self.out, "students", student + ending)) as f:
            return f.read()

    def test_a_name_that_is_nearly_right_is_told(self):
        """As browsers, desktops and mail programs make them of the file's name; other files are still nobody's affair."""
        near = {"browser": "1-vector-add (1).cu", "capitals": "1-Vector-Add.CU", "text": "1-vector-add.cu.txt", "line": "1_vector_add.cu",
                "blanks": "1 vector add - Copy.cu"}
        for student, name in near.items():
            self.hand_in(student, GOOD, file=name)
        self.hand_in("other", GOOD, file="vector-add.cu")
        self.hand_in("both", GOOD)
        self.hand_in("both", "x", file="1-vector-add (2).cu")
        self.archive("packed.zip", ("x/1-vector-add (3).cu", GOOD))
        self.grade()
        self.assertEqual({s: r[STEP + " verdict"] for s, r in self.book().items()},
                         dict({s: "no text" for s in near}, packed="no text", other="no file", both="pass"))
        for student, name in dict(near, packed="x/1-vector-add (3).cu").items():
            self.assertIn(name + ": it is not taken: the file of this step is called " + FILE, self.said(student, ".json"))

    def test_each_report_says_why_a_submission_was_refused(self):
        with open(os.path.join(self.klass, "odd.rar"), "w") as f:
            f.write("Rar!")
        os.makedirs(os.path.join(self.klass, "empty"))
        self.grade()
        for ending in ".json", ".md", ".tap", ".xml", ".gradescope.json":
            self.assertIn("neither a folder nor an archive that is read here", self.said("odd.rar", ending))
        self.assertNotIn("TODO", self.said("odd.rar", ".tap"))
        self.assertIn("# TODO", self.said("empty", ".tap"))  # who has handed in nothing


if __name__ == "__main__":
    unittest.main()
