"""A class of N students who hand in the first step of eight labs, each in a text of their own: right ones, starters with a change, and one in
ten that is wrong in its own way. Prints verdicts a second and the CPU of a verdict, beside nvcc's own time for the same files. With numbers of
--jobs behind N: one row for each, all of the same class, from nothing each time."""
import glob
import hashlib
import json
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", "..", ".."))
sys.path.insert(0, os.path.join(ROOT, "tests", "e2e"))
from memory import memory_below  # noqa: E402

BUILD = os.path.join(ROOT, os.environ.get("BUILD", "build"))
BINARY = os.path.join(BUILD, "bin", "warplings")
LABS = 8


def nvcc():
    return subprocess.run([os.path.join(ROOT, "scripts", "find-nvcc.sh")], stdout=subprocess.PIPE, text=True, check=True).stdout.split()[0]


def cpu():
    r = resource.getrusage(resource.RUSAGE_CHILDREN)
    return r.ru_utime + r.ru_stime


def text_of(student, lab, first):
    """No two are equal, comments aside."""
    wrong = sorted(glob.glob(os.path.join(ROOT, "solutions", lab, "wrong-1-*.cu")))
    if student % 10 == 9 and wrong:
        path = wrong[student // 10 % len(wrong)]
    else:
        path = os.path.join(ROOT, "solutions" if student % 2 else "labs", lab, first)
    with open(path) as f:
        return f.read() + "\nint unused_%d;\n" % student


def make_class(place, labs, students):
    files = []
    for s in range(students):
        for lab in labs:
            first = min((os.path.basename(f) for f in glob.glob(os.path.join(ROOT, "labs", lab, "1-*.cu"))), key=len)  # no variant
            path = os.path.join(place, "class", "s%03d" % s, lab, first)
            os.makedirs(os.path.dirname(path))
            with open(path, "w") as f:
                f.write(text_of(s, lab, first))
            files.append(path)
    return files


def compile_all(files):
    """As many at once as there are cores."""
    running = []
    for path in files:
        if len(running) >= len(os.sched_getaffinity(0)):
            running.pop(0).wait()
        running.append(subprocess.Popen([nvcc(), "-c", "-std=c++17", "-arch=compute_80", "-o", path + ".o", path],
                                        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL))
    for r in running:
        r.wait()


def watched(command, env, out):
    """Exit status, seconds, CPU seconds, and the most MiB that it and all that it started had at once."""
    begin, used, most = time.monotonic(), cpu(), 0
    p = subprocess.Popen(command, env=env, stdout=out)
    while p.poll() is None:
        most = max(most, memory_below(p.pid, BINARY))
        time.sleep(0.2)
    return p.returncode, time.monotonic() - begin, cpu() - used, most / 1024


def ladder(command, env, place, files, jobs):
    """How many more verdicts a second more jobs give. Each begins with an empty folder, so it also makes its references."""
    rows = []
    for n in jobs:
        out = os.path.join(place, "out-%d" % n)
        status, took, used, most = watched([*command, "--seed", "7", "-o", out, "--jobs", str(n)], env, subprocess.DEVNULL)
        with open(os.path.join(out, "gradebook.csv"), "rb") as f:
            rows.append((n, took, hashlib.sha256(f.read()).hexdigest()))
        print("grade --jobs %-2d %d files: %6.1f s, %5.2f verdicts a second, %.2f s of CPU each, at most %.0f MiB, load %.1f"
              % (n, files, took, files / took, used / files, most, os.getloadavg()[0]), flush=True)
        if status:
            return status
    one = next((took for n, took, _ in rows if n == 1), None)
    if one:
        print("  as many times as fast as with one job: " + ", ".join("%d: %.2f" % (n, one / took) for n, took, _ in rows))
    if len({book for _, _, book in rows}) > 1:
        print("  the gradebooks differ")
        return 1
    return 0


def main(students, jobs):
    place = tempfile.mkdtemp(prefix="warplings-bench-")
    try:
        labs = sorted(os.path.basename(d) for d in glob.glob(os.path.join(ROOT, "labs", "*")))[:LABS]
        files = make_class(place, labs, students)
        env = dict(os.environ, TMPDIR=place, WARPLINGS_WORK=os.path.join(place, "work"))
        command = [BINARY, "grade", os.path.join(place, "class"), "--labs", ",".join(lab[:2] for lab in labs)]
        told = json.loads(subprocess.run([BINARY, "doctor", "--format", "json"], env=env, stdout=subprocess.PIPE, text=True).stdout)
        if any(c["what"] == "sandbox" and c["found"].startswith("none") for c in told["checks"]):
            command.append("--trust")
        if jobs:
            return ladder(command, env, place, len(files), jobs)
        command += ["-o", os.path.join(place, "out")]
        status, took, used, most = watched(command, env, None)
        sample = files[: min(len(files), 4 * len(labs))]
        begin, alone_cpu = time.monotonic(), cpu()
        compile_all(sample)
        alone = (time.monotonic() - begin) / len(sample) * len(files)
        alone_cpu = (cpu() - alone_cpu) / len(sample)
        begin = time.monotonic()
        subprocess.run(command, env=env, stdout=subprocess.DEVNULL)
        again = time.monotonic() - begin
        cores = len(os.sched_getaffinity(0))
        print("grade: %d students, %d labs, %d distinct files: %.1f s, %.2f verdicts a second on %d cores, load %.1f"
              % (students, len(labs), len(files), took, len(files) / took, cores, os.getloadavg()[0]))
        print("  CPU of a verdict %.2f s (so at most %.2f a second here); of nvcc -c for the same file %.2f s (by %d files; all would take %.0f s)"
              % (used / len(files), cores / (used / len(files)), alone_cpu, len(sample), alone))
        print("  a second call %.1f s; all processes together at most %.0f MiB" % (again, most))
        return status
    finally:
        shutil.rmtree(place, ignore_errors=True)


sys.exit(main(int(sys.argv[1]), [int(n) for n in sys.argv[2:]]))
