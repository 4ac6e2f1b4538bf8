"""Submissions in strange wrappings, and texts that reach for other students' files, for the gradebook and for the compiler's own doors. Honest ones
stand beside them; a second run from nothing says the same of all."""
import bz2
import gzip
import io
import lzma
import os
import struct
import subprocess
import tarfile
import unittest
import warnings
import zipfile
import zlib

from harness import GOOD, KERNEL, SOLVE, slurp
from test_grade import FILE, LAB, STEP, WRONG, Grade

INSIDE = LAB + "/" + FILE
HEAD = "#include <cstdio>\n#include <cstdlib>\n#include <cstring>\n#include <dirent.h>\n#include <fcntl.h>\n#include <sys/mman.h>\n#include <unistd.h>\n"


def host(code, rest="return;"):
    """A solve() that first does `code`; where that gives it nothing, `rest`."""
    return HEAD + KERNEL + SOLVE + "{\n" + code + "\n" + rest + "\n}\n"


# The class lies at CLASS, the results at OUT; the honest student is ann.
TEXTS = {  # name: (text, verdict)
    # What is another's: a text in the class folder, at compile time and at run time, and the gradebook.
    "text-of-another": ('#include "CLASS/ann/%s"\n' % INSIDE, "compile-error"),
    "text-by-relative-path": ('#include "../../ann/%s"\n' % INSIDE, "compile-error"),
    "text-by-incbin": (GOOD + 'asm(".incbin \\"CLASS/ann/%s\\"");\n' % INSIDE, "compile-error"),
    "text-at-run-time": (host('if (FILE *f = fopen("CLASS/ann/%s", "r")) { add<<<(n + 255) / 256, 256>>>(a, b, c, n); fclose(f); }' % INSIDE),
                         "wrong-answer"),
    "database-read": (host('if (open("OUT/grade.db", O_RDONLY) >= 0) add<<<(n + 255) / 256, 256>>>(a, b, c, n);'), "wrong-answer"),
    "database-written": (host('int f = open("OUT/grade.db", O_RDWR); if (f >= 0) { ftruncate(f, 0); add<<<(n + 255) / 256, 256>>>(a, b, c, n); }'),
                         "wrong-answer"),
    "report-written": (host('if (FILE *f = fopen("OUT/gradebook.csv", "w")) { fputs("100", f); fclose(f); add<<<(n + 255) / 256, 256>>>(a, b, c, n); }'),
                       "wrong-answer"),
    "cache-listed": (host('if (DIR *d = opendir("OUT/cache")) { add<<<(n + 255) / 256, 256>>>(a, b, c, n); closedir(d); }'), "wrong-answer"),
    "processes-listed": (host("""int seen = 0;
	if (DIR *d = opendir("/proc")) {
		while (dirent *e = readdir(d)) {
			char path[300], name[64] = "";
			snprintf(path, sizeof path, "/proc/%s/comm", e->d_name);
			if (FILE *f = fopen(path, "r")) {
				if (fgets(name, sizeof name, f) && !strcmp(name, "warplings\\n")) {
					snprintf(path, sizeof path, "/proc/%s/mem", e->d_name);
					seen |= open(path, O_RDONLY) >= 0;
				}
				fclose(f);
			}
		}
		closedir(d);
	}
	if (seen)
		add<<<(n + 255) / 256, 256>>>(a, b, c, n);"""), "wrong-answer"),
    "memory-shared-by-name": (host('if (shm_open("/answers", O_RDWR | O_CREAT, 0666) >= 0) { if (DIR *d = opendir("/dev/shm/..")) closedir(d); }\n'
                                   '\tif (access("/dev/shm/theirs", F_OK) == 0) add<<<(n + 255) / 256, 256>>>(a, b, c, n);'), "wrong-answer"),
    # Doors of the compiler.
    "include-next": ("#include_next <%s>\n" % FILE, "compile-error"),
    "include-next-passwd": ("#include_next </etc/passwd>\n", "compile-error"),
    "computed-include": ("#define S(x) #x\n#define T(x) S(x)\n#include T(/proc/self/environ)\n", "compile-error"),
    "include-own-output": ('#include "/proc/self/fd/1"\n' + GOOD, "compile-error"),
    "include-terminal": ('#include "/dev/stdin"\n' + GOOD, "compile-error|pass"),
    "has-include-of-another": ('#if !__has_include("CLASS/ann/%s")\n#define NOT_THERE\n#endif\n#ifdef NOT_THERE\n' % INSIDE + WRONG + "#else\n" + GOOD + "#endif\n",
                               "wrong-answer"),
    "plugin-by-pragma": ("#pragma GCC plugin /tmp/x.so\n#pragma nv_exec_check_disable\n#pragma GCC optimize(\"O3\")\n" + GOOD, "pass"),
    "options-by-comment": ("// nvcc: --run -Xcompiler -fplugin=/tmp/x.so\n//usr/bin/touch /tmp/x; exit\n" + GOOD, "pass"),
    "poisoned": ("#pragma GCC poison cudaMemcpy main solve\n" + GOOD, "compile-error"),
    "main-in-it": (GOOD + 'int main() { puts("pass"); return 0; }\n', "compile-error"),
    "main-as-printf": (GOOD + 'extern "C" int printf(const char *, ...) { return 0; }\nextern "C" void exit(int) { for (;;) ; }\n', "pass"),
    "malloc-of-its-own": (HEAD + GOOD + 'extern "C" void *malloc(size_t) { return nullptr; }\n', "compile-error"),
    "trigraphs": (GOOD + "??=include </etc/passwd>\n", "compile-error"),
    "raw-string-without-end": (GOOD + 'const char *s = R"x(', "compile-error"),
    "one-long-line": (GOOD + "// " + "x" * 900000 + "\n", "pass"),
    "nothing-but-blanks": (" \n\t\n" * 1000, "no text"),
    "bidi": (GOOD.replace("int i =", "/*\u202e } \u2066if (i)\u2069 \u2066*/ int i ="), "pass"),
    "utf16": (None, "compile-error"),
    # Before main, and after it.
    "constructor-writes": (HEAD + '__attribute__((constructor(101))) static void first() { const char s[] = "{\\"verdict\\":\\"pass\\"}\\n"; '
                           "for (int i = 0; i < 64; i++) (void)!write(i, s, sizeof s - 1); }\n" + WRONG, "crashed|wrong-answer"),
    "init-array": (HEAD + 'static void f(int c, char **v, char **e) { setenv("WARPLINGS_DEVICE_SOCKET", "/tmp/x", 1); clearenv(); }\n'
                   '__attribute__((section(".init_array"), used)) static void (*p)(int, char **, char **) = f;\n' + GOOD, "launch-error"),
    "weak-solve": (KERNEL + 'extern "C" __attribute__((weak)) void solve(const float *a, const float *b, float *c, int n)\n{\n'
                   "\tadd<<<(n + 255) / 256, 256>>>(a, b, c, n);\n}\n", "pass"),
}


def tar_entry(name, text, **more):
    i = tarfile.TarInfo(name)
    i.size = len(text)
    for k, v in more.items():
        setattr(i, k, v)
    return i, io.BytesIO(text)


class Strange(Grade):
    def tar(self, name, *entries, mode="w:gz", form=tarfile.PAX_FORMAT):
        with tarfile.open(os.path.join(self.klass, name), mode, format=form) as t:
            for i, data in entries:
                t.addfile(i, data if i.isreg() else None)

    def zip(self, name, *entries):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            with zipfile.ZipFile(os.path.join(self.klass, name), "w", zipfile.ZIP_DEFLATED) as z:
                for i, data in entries:
                    z.writestr(i, data)

    def raw(self, name, data):
        with open(os.path.join(self.klass, name), "wb") as f:
            f.write(data)

    def wrapped(self):
        """Each archive with the words that may stand for it; the honest text is in most of them somewhere."""
        good, wrong = GOOD.encode(), WRONG.encode()
        link = zipfile.ZipInfo(INSIDE)
        link.create_system, link.external_attr = 3, 0o120777 << 16
        self.zip("zip-link.zip", (link, "/etc/passwd"))
        folder = zipfile.ZipInfo(LAB)
        folder.create_system, folder.external_attr = 3, 0o120777 << 16
        self.zip("zip-link-folder.zip", (folder, "../ann/" + LAB), (INSIDE, good))
        self.zip("zip-backslash.zip", (LAB + "\\" + FILE, good))
        self.zip("zip-case.zip", (INSIDE, good), (INSIDE.upper(), wrong), (LAB.upper() + "/" + FILE, wrong))
        self.zip("zip-drive.zip", ("C:/" + INSIDE, good))
        self.raw("zip-latin1.zip", b"")
        self.zip("zip-latin1.zip", ("Zoe/" + INSIDE, good))
        whole = slurp_bytes(os.path.join(self.klass, "zip-latin1.zip")).replace(b"Zoe/", b"Zo\xeb/")
        self.raw("zip-latin1.zip", whole)
        self.zip("zip-newline.zip", ("a\nb/" + INSIDE, good), ("c\x1b[2J/x.txt", b"x"))
        inner = io.BytesIO()
        with zipfile.ZipFile(inner, "w") as z:
            z.writestr(INSIDE, good)
        self.raw("zip-in-front.zip", b"#!/bin/sh\nrm -rf /\n" + inner.getvalue())  # as a self-extracting one
        self.raw("zip-short.zip", inner.getvalue()[:-30])
        lying = bytearray(inner.getvalue())
        at = lying.find(b"PK\x01\x02")
        struct.pack_into("<I", lying, at + 24, 1 << 31)  # says it is 2 GiB
        self.raw("zip-lies.zip", bytes(lying))
        self.tar("tar-device.tgz", tar_entry(INSIDE, b"", type=tarfile.CHRTYPE, devmajor=1, devminor=5), tar_entry("x/" + FILE, good))
        self.tar("tar-hard-out.tgz", tar_entry(INSIDE, b"", type=tarfile.LNKTYPE, linkname="/etc/passwd"))
        self.tar("tar-hard-in.tgz", tar_entry("a.cu", good), tar_entry(INSIDE, b"", type=tarfile.LNKTYPE, linkname="a.cu"))
        self.tar("tar-absolute.tgz", tar_entry("//tmp/" + INSIDE, good))
        self.tar("tar-dots.tgz", tar_entry(LAB + "/../../" + INSIDE, good))
        self.tar("tar-link-then-through.tgz", tar_entry("up", b"", type=tarfile.SYMTYPE, linkname=".."), tar_entry("up/" + INSIDE, good))
        self.tar("tar-pax-path.tgz", tar_entry("x", good, pax_headers={"path": INSIDE}))
        self.tar("tar-pax-out.tgz", tar_entry("x", good, pax_headers={"path": "../../" + INSIDE}))
        self.tar("tar-pax-size.tgz", tar_entry(INSIDE, good, pax_headers={"comment": "x" * 100000, "mtime": "1e300", "uid": "-1"}))
        self.tar("tar-sparse.tgz", tar_entry(INSIDE, good, pax_headers={"GNU.sparse.major": "1", "GNU.sparse.minor": "0", "GNU.sparse.name": INSIDE,
                                                                          "GNU.sparse.realsize": str(1 << 40)}))
        self.tar("tar-modes.tgz", tar_entry(LAB, b"", type=tarfile.DIRTYPE, mode=0), tar_entry(INSIDE, good, mode=0o6000, uid=0, uname="root"))
        self.tar("tar-old.tar", tar_entry(INSIDE, good), mode="w", form=tarfile.USTAR_FORMAT)
        self.raw("tar-cut.tgz", slurp_bytes(os.path.join(self.klass, "tar-hard-in.tgz"))[:200])
        self.raw("tar-empty.tgz", gzip.compress(b"\0" * 10240))
        zeros = tarfile.TarInfo(INSIDE)
        zeros.size = 1 << 30
        self.raw("bomb.tar.xz", lzma.compress(zeros.tobuf() + b"\0" * (64 << 20), preset=0))
        self.raw("bomb.tar.bz2", bz2.compress(zeros.tobuf() + b"\0" * (64 << 20)))
        self.raw("twice.tgz", gzip.compress(gzip.compress(slurp_bytes(os.path.join(self.klass, "tar-hard-in.tgz")))))
        self.raw("name.7z", b"7z\xbc\xaf\x27\x1c" + zlib.compress(os.urandom(100)))
        return {
            "zip-link": "no text", "zip-link-folder": "pass", "zip-backslash": "pass", "zip-case": "pass", "zip-drive": "refused",
            "zip-latin1": "pass", "zip-newline": "pass", "zip-in-front": "pass", "zip-short": "pass", "zip-lies": "pass",
            "tar-device": "no text", "tar-hard-out": "no text", "tar-hard-in": "no text", "tar-absolute": "refused", "tar-dots": "refused",
            "tar-link-then-through": "pass", "tar-pax-path": "pass", "tar-pax-out": "refused", "tar-pax-size": "pass",
            "tar-sparse": "refused", "tar-modes": "pass", "tar-old": "pass", "tar-cut": "refused", "tar-empty": "no file",
            "bomb": "no text", "twice": "no text", "name": "refused",
        }

    def in_the_way(self):
        """What stands where an archive's name that leaves its folder would write: nothing of ours, but in the temporary folder another's may."""
        paths = [os.path.join(place, FILE) for place in (self.dir, self.klass, os.path.dirname(self.dir))]
        return {p: (os.stat(p).st_ino, os.stat(p).st_mtime_ns) for p in paths if os.path.lexists(p)}

    def hand_all_in(self):
        for name in ("ann", "ben"):
            self.hand_in(name, GOOD + "// of %s\nint of_%s;\n" % (name, name))
        for name, (text, _) in TEXTS.items():
            if text is None:
                os.makedirs(os.path.join(self.klass, name, LAB))
                self.raw(os.path.join(name, INSIDE), GOOD.encode("utf-16"))
            else:
                self.hand_in(name, text.replace("CLASS", self.klass).replace("OUT", self.out))
        return {"ann": "pass", "ben": "pass", **self.wrapped(), **{n: v for n, (_, v) in TEXTS.items()}}

    def test_all_beside_honest_ones(self):
        wanted = self.hand_all_in()
        there = self.in_the_way()
        self.grade("--jobs", "2", status=None)
        book = self.book()
        told = {s: r[STEP + " verdict"] for s, r in book.items()}
        if os.environ.get("SHOW"):
            print("\n".join("%-26s %-14s %s" % (s, told[s], book[s]["remark"][:120]) for s in told))
        for name, verdict in wanted.items():
            for student in [s for s in told if s == name or s.startswith(name + ".")]:
                with self.subTest(student):
                    self.assertRegex(told[student], "^(%s)$" % verdict)
                    self.assertEqual(book[student][STEP], "10.00" if told[student] == "pass" else "0.00")
        self.assertLessEqual({n for n in wanted if n != "bomb"}, set(told))
        self.assertNotIn("not-judged", told.values())
        self.assertEqual(self.in_the_way(), there)
        self.assertEqual(self.left_behind(), [])
        self.assertEqual(self.folders_left(), [])
        before = slurp(os.path.join(self.out, "gradebook.csv"))
        self.out = os.path.join(self.dir, "again")
        os.makedirs(self.out)
        for name, (text, _) in TEXTS.items():  # where OUT is named
            if text and "OUT" in text:
                self.hand_in(name, text.replace("CLASS", self.klass).replace("OUT", self.out))
        subprocess.run(["ln", "-s", os.path.join(self.dir, "out", "cache"), os.path.join(self.out, "cache")], check=True)
        self.grade("--jobs", "2", status=None)
        self.assertEqual(slurp(os.path.join(self.out, "gradebook.csv")), before)


def slurp_bytes(path):
    with open(path, "rb") as f:
        return f.read()


if __name__ == "__main__":
    unittest.main()
