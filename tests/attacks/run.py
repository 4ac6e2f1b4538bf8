"""Runs the attacks; see run.sh."""
import functools
import glob
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import harm

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
SEED = os.environ.get("SEED") or "1"
HERE_FILES = HERE  # where the programs with a head lie
BIN = os.path.join(ROOT, os.environ.get("BUILD", "build"), "bin")
# A row that must fail, and one that must not: what `--control` runs.
CONTROL = [
    ("wrong verdict", "faults/honest.cu", "01/1", "timeout", "", False),
    ("wrong words", "faults/honest.cu", "01/1", "pass", "says=an-answer-that-nobody-gives", False),
    ("words that may not be there", "faults/honest.cu", "01/1", "pass", "not=Right", False),
    ("too slow", "faults/honest.cu", "01/1", "pass", "most=0.001", False),
    ("wrong status", "faults/honest.cu", "01/1", "pass", "status=3", False),
    ("as it is", "faults/honest.cu", "01/1", "pass", "status=0 says=Right", True),
]


def rows():
    for table in sorted(glob.glob(os.path.join(HERE, "*", "rows.txt"))):
        folder = os.path.basename(os.path.dirname(table))
        with open(table) as f:
            for number, line in enumerate(f, 1):
                line = line.strip()
                if not line or line.startswith("#"):
                    continue
                cells = [c.strip() for c in line.split(" | ")]
                if len(cells) not in (4, 5):
                    raise SystemExit("%s:%d: name | file | step | verdict | extra" % (table, number))
                yield (folder + ": " + cells[0], folder + "/" + cells[1], *cells[2:4], cells[4] if len(cells) == 5 else "")


def options(extra):
    """says=... may hold blanks: an option reaches to the next NAME=."""
    found = []
    for word in re.split(r"\s+(?=[A-Za-z_]+=)", extra) if extra else []:
        found.append(word.split("=", 1))
    return found


@functools.lru_cache(None)
def sandbox_here():
    told = subprocess.run([os.path.join(BIN, "warplings"), "doctor", "--format", "json"], stdout=subprocess.PIPE, text=True).stdout
    return next(c["found"] for c in json.loads(told)["checks"] if c["what"] == "sandbox")


def judge(row):
    """None, or what is wrong."""
    name, file, step, verdict, extra = row[:5]
    work = tempfile.mkdtemp(prefix="warplings-attack-")
    try:
        cache = os.path.join(os.path.dirname(BIN), "e2e-cache")
        os.makedirs(cache, exist_ok=True)
        os.makedirs(os.path.join(work, "work"))
        os.symlink(cache, os.path.join(work, "work", ".cache"))
        shutil.copytree(os.path.join(HERE, os.path.dirname(file)), os.path.join(work, "files"))
        env = dict(os.environ, WARPLINGS_WORK=os.path.join(work, "work"), TMPDIR=work, NO_COLOR="1")
        wanted = dict(options(extra))
        by, name_of = wanted.get("by", "run"), os.path.join(work, "files", os.path.basename(file))
        args = [os.path.join(BIN, "warplings"), by, step, "--file", name_of, "--format", "json"]
        if by == "run":
            args += ["--device", "emulator"]
            # The same inputs and sizes in every run, as for the programs of main_attacks.c; SEED=0 draws anew.
            if SEED != "0" and "--seed" not in extra:
                args += ["--seed", SEED]
        for key, value in options(extra):
            if key == "arg":
                args.append(value)
            elif key.isupper():
                env[key] = value
        if "attempt" in wanted:
            with open(name_of) as f:
                text = f.read()
            with open(name_of, "w") as f:
                f.write("#define ATTEMPT %s\n" % wanted["attempt"] + text)
        if "before" in wanted:  # with a cache of its own: another row may have been here
            os.unlink(os.path.join(work, "work", ".cache"))
            subprocess.run(args, env=dict(env, WARPLINGS_SANDBOX=wanted["before"]), cwd=work, stdin=subprocess.DEVNULL,
                           capture_output=True, timeout=300)
        begin = time.monotonic()
        p = subprocess.run(args, env=env, cwd=work, stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace", timeout=300)
        took = time.monotonic() - begin
        try:
            told = json.loads(p.stdout)
        except ValueError:
            if by != "profile" or p.stdout:
                return "no JSON, status %d: %s" % (p.returncode, p.stderr[-400:])
            told = {"sandbox": env.get("WARPLINGS_SANDBOX") or sandbox_here()}  # what does not compile has no profile
        said = "\n".join([told.get("message") or "", *told.get("notes", []), told.get("diagnostics") or ""])
        if by != "run":  # what the program printed is on stderr; a sweep's rows say why they failed, an audit why it can't be
            said += "\n".join([p.stderr, told.get("refused") or "", *[r["why"] or "" for r in told.get("rows", [])]])
            told["verdict"] = str(p.returncode)
        for key, value in options(extra):
            if key == "tier" and not re.match(value, told.get("sandbox") or ""):
                print("not run: %s: it needs %s; here the sandbox is %s" % (name, value, told["sandbox"]))
                return None
        if not re.fullmatch(verdict, told["verdict"]):
            return "%s instead of %s: %s" % (told["verdict"], verdict, said[:400])
        for key, value in options(extra):
            if key == "says" and not re.search(value, said):
                return "it does not say %s: %s" % (value, said[:600])
            if key == "not" and re.search(value, said):
                return "it says %s: %s" % (value, said[:600])
            if key == "status" and p.returncode != int(value):
                return "status %d instead of %s" % (p.returncode, value)
            if key == "most" and took > float(value):
                return "it took %.1f s instead of at most %s" % (took, value)
        left = [n for n in os.listdir(work) if n.startswith("warplings-")]
        return "left behind: %s" % left if left else None
    finally:
        shutil.rmtree(work, ignore_errors=True)


def files():
    """The programs of this folder, which say in their first lines what they must get: (name, what is wrong before anything ran)."""
    for path in sorted(glob.glob(os.path.join(HERE_FILES, "*.cu"))):
        name = os.path.basename(path)
        wrong = None
        if not name.endswith(".honest.cu") and not name.startswith("right-"):
            with open(path) as f:
                controlled = "\n// without: " in f.read()
            if not os.path.exists(path[:-3] + ".honest.cu"):
                wrong = "it has no honest twin"
            elif not controlled:
                wrong = "it has no control"
        yield name, wrong


def judge_file(row):
    """The same by the program that can turn a defence off: once as it is, and an attack once more without what catches it."""
    name, wrong = row
    if wrong:
        return wrong
    cache = os.path.join(os.path.dirname(BIN), "e2e-cache")
    os.makedirs(cache, exist_ok=True)
    env = dict(os.environ, WARPLINGS_BIN=BIN)
    p = subprocess.run([os.path.join(os.path.dirname(BIN), "tests", "attacks"), HERE_FILES, cache, "=" + name], cwd=ROOT, env=env,
                       stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace", timeout=300)
    return None if p.returncode == 0 else " ".join((p.stdout + p.stderr).split())[-800:]


@functools.lru_cache(None)
def nvcc():
    return subprocess.run([os.path.join(ROOT, "scripts", "find-nvcc.sh")], stdout=subprocess.PIPE, text=True).stdout.strip()


# A third of what nvcc reads are special functions of C++17 that no attack calls (engine/toolchain/compile_nvcc.c leaves them out, too).
QUICKER = ["-D_GLIBCXX_BITS_SPECFUN_H=1"]


def once(make):
    """make(), once for the same words, whichever thread is first."""
    kept, lock, locks = {}, threading.Lock(), {}

    def get(*words):
        with lock:
            mine = locks.setdefault(words, threading.Lock())
        with mine:
            if words not in kept:
                kept[words] = make(*words)
            return kept[words]
    return get


@once
def naive_judge():
    """Its object, compiled once: plain/naive.cpp, in a folder that ends with this run."""
    folder = tempfile.TemporaryDirectory(prefix="warplings-attack-")
    built = os.path.join(folder.name, "naive.o")
    subprocess.run([nvcc(), "-std=c++17", "-c", "-o", built, os.path.join(HERE, "plain", "naive.cpp")], check=True, capture_output=True, timeout=300)
    return built, folder


@once
def linked(file, defines):
    """The naive judge with this file in it: (program, the folder that it lies in)."""
    folder = tempfile.TemporaryDirectory(prefix="warplings-attack-")
    program = os.path.join(folder.name, "naive" + (".honest" if file.endswith("honest.cu") else ""))
    subprocess.run([nvcc(), "-std=c++17", "--cudart", "shared", "-gencode", "arch=compute_80,code=compute_80", *QUICKER, *defines, "-o", program,
                    os.path.join(HERE, file), naive_judge()[0]], check=True, capture_output=True, timeout=300)
    return program, folder


def naive(file, about, defines=()):
    """Does a judge that is naive about this let the file pass (plain/naive.cpp), or do its harm (harm.py)?"""
    work = tempfile.mkdtemp(prefix="warplings-attack-")
    try:
        if about in harm.OF_COMPILER:
            shutil.copytree(os.path.join(HERE, os.path.dirname(file)), os.path.join(work, "files"))
            return harm.OF_COMPILER[about](nvcc(), os.path.join(work, "files", os.path.basename(file)))
        program = linked(file, tuple(defines))[0]
        if about in harm.OF_PROGRAM:
            return harm.OF_PROGRAM[about](os.path.join(BIN, "warplings"), work, program)
        p = subprocess.run([os.path.join(BIN, "warplings"), "exec", *(["--error-exitcode", "9"] if about not in ("checkers", "errors") else []),
                            "--output", os.path.join(work, "counters"), "--", program, about], stdin=subprocess.DEVNULL, cwd=work,
                           capture_output=True, text=True, errors="replace", timeout=300)
        if about == "status":
            return p.returncode == 0
        if about == "output":
            return "pass" in p.stdout.split("\n")
        return p.returncode == 0 and "PASS" in p.stdout
    finally:
        shutil.rmtree(work, ignore_errors=True)


def controls():
    with open(os.path.join(HERE, "plain", "controls.txt")) as f:
        for line in f:
            if line.strip() and not line.startswith("#"):
                file, about, *defines = [c.strip() for c in line.split("|")]
                yield file, about, defines[0].split() if defines else []


def harmful(about):
    return about in harm.OF_COMPILER or about in harm.OF_PROGRAM


def judge_naive(row):
    _, file, about, defines = row
    twin = file[:-3] + ".honest.cu" if file.startswith("plain/") else "plain/honest.cu"
    if not naive(file, about, defines):
        return "nothing happens (%s)" % about if harmful(about) else "a judge that is naive about %s does not let it pass" % about
    if harmful(about):
        return "its twin %s does as much harm (%s)" % (twin, about) if naive(twin, about, defines) else None
    if naive(file, "nothing"):
        return "a judge that is naive about nothing lets it pass"
    return None if naive(twin, "nothing") else "a judge that is naive about nothing refuses %s" % twin


def twins():
    """Each attack in plain/ has one, which passes."""
    for path in sorted(glob.glob(os.path.join(HERE, "plain", "*.cu"))):
        name = os.path.basename(path)
        if not name.endswith("honest.cu"):
            twin = "plain/" + name[:-3] + ".honest.cu"
            yield ("plain: the twin of " + name, twin, "01/1", "pass", "")


# A file that claims what is not so must be noticed, and one that has no twin.
FILE_CONTROL = [
    ("wrong verdict of a file", "// 01/1 timeout\n", False),
    ("wrong words of a file", "// 01/1 pass: an answer that nobody gives\n", False),
    ("a control that does not pass", "// 01/1 pass\n// without: floors\n#error\n", False),
    ("as it is", "// 01/1 pass\n", True),
]


def control():
    def of_row(case):
        *row, right = case
        wrong = judge(row)
        return None if (wrong is None) == right else "%s: %s" % (row[0], wrong or "not noticed")

    def of_naive(case):
        return None if judge_naive(("", "plain/" + case[0], case[1], [])) else "a control that proves nothing (%s, %s): not noticed" % case

    jobs = [(of_naive, c) for c in (("nan.cu", "absolute"), ("honest.cu", "nan"), ("honest.cu", "escapes"), ("zeros.cu", "done"))]
    jobs += [(of_row, c) for c in CONTROL]
    bad = 0
    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        for said in pool.map(lambda j: j[0](j[1]), jobs):
            if said:
                bad += 1
                print("control: " + said)
    with open(os.path.join(HERE, "faults", "honest.cu")) as f:
        honest = f.read()
    global HERE_FILES
    with tempfile.TemporaryDirectory(prefix="warplings-attack-") as work:
        os.chmod(work, 0o755)
        here, HERE_FILES = HERE_FILES, work
        for i, (name, head, right) in enumerate(FILE_CONTROL):
            with open(os.path.join(work, "%d.cu" % i), "w") as f:
                f.write(head + honest)
            wrong = judge_file(("%d.cu" % i, None))
            if (wrong is None) != right:
                bad += 1
                print("control: %s: %s" % (name, wrong or "not noticed"))
        if [w for _, w in files()] != ["it has no honest twin"] * len(FILE_CONTROL):
            bad += 1
            print("control: a file without a twin: not noticed")
        HERE_FILES = here
    print("%d controls, %d failed" % (len(CONTROL) + len(FILE_CONTROL) + 5, bad))
    return bad != 0


def main(words):
    if words == ["--control"]:
        return control()
    jobs = [(judge_file, r) for r in files()] + [(judge, r) for r in rows()] + [(judge, r) for r in twins()]
    jobs += [(judge_naive, ("%s, where nothing stops it (%s)" % (f.replace("/", ": "), " ".join([about, *d])), f, about, d)) for f, about, d in controls()]
    jobs = [(f, r) for f, r in jobs if not words or any(w in r[0] for w in words)]
    bad = 0
    with ThreadPoolExecutor((os.cpu_count() or 1) + 1) as pool:  # some sleep until their time is over
        for (_, row), wrong in zip(jobs, pool.map(lambda j: j[0](j[1]), jobs)):
            bad += wrong is not None
            print("%s  %s%s" % ("ok  " if wrong is None else "FAIL", row[0], ": " + wrong if wrong else ""), flush=True)
    print("%d attacks and right ways, %d failed" % (len(jobs), bad))
    return bad != 0 or not jobs


sys.exit(main(sys.argv[1:]))
