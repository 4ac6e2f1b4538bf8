"""Runs the rows of tests/attacks/*/rows.txt; see run-rows.sh."""
import glob
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
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
        args = [os.path.join(BIN, "warplings"), "run", step, "--file", os.path.join(work, "files", os.path.basename(file)),
                "--format", "json", "--device", "emulator"]
        for key, value in options(extra):
            if key == "arg":
                args.append(value)
            elif key.isupper():
                env[key] = value
        begin = time.monotonic()
        p = subprocess.run(args, env=env, stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace", timeout=300)
        took = time.monotonic() - begin
        try:
            told = json.loads(p.stdout)
        except ValueError:
            return "no JSON, status %d: %s" % (p.returncode, p.stderr[-400:])
        said = "\n".join([told.get("message") or "", *told.get("notes", []), told.get("diagnostics") or ""])
        for key, value in options(extra):
            if key == "tier" and not re.match(value, told["sandbox"]):
                print("not run: %s: it needs %s; here the sandbox is %s" % (name, value, told["sandbox"]))
                return None
        if told["verdict"] != verdict:
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


def main(words):
    if words == ["--control"]:
        bad = 0
        for *row, right in CONTROL:
            wrong = judge(row)
            if (wrong is None) != right:
                bad += 1
                print("control: %s: %s" % (row[0], wrong or "not noticed"))
        print("%d controls, %d failed" % (len(CONTROL), bad))
        return bad != 0
    chosen = [r for r in rows() if not words or any(w in r[0] for w in words)]
    bad = 0
    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        for row, wrong in zip(chosen, pool.map(judge, chosen)):
            bad += wrong is not None
            print("%s  %s%s" % ("ok  " if wrong is None else "FAIL", row[0], ": " + wrong if wrong else ""), flush=True)
    print("%d rows, %d failed" % (len(chosen), bad))
    return bad != 0 or not chosen


sys.exit(main(sys.argv[1:]))
