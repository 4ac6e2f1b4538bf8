"""A class of N students who hand in the first step of every lab, each in a text of their own: right ones and starters, in turns."""
import glob
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", "..", ".."))
BINARY = os.path.join(ROOT, os.environ.get("BUILD", "build"), "bin", "warplings")


def nvcc():
    with open(os.path.join(ROOT, "build", "config.mk")) as f:
        for line in f:
            if line.startswith("NVCC"):
                return line.split(":=")[1].strip()
    raise SystemExit("no nvcc in build/config.mk")


def main(students):
    place = tempfile.mkdtemp(prefix="warplings-bench-")
    try:
        labs = sorted(glob.glob(os.path.join(ROOT, "labs", "*")))
        files = []
        for s in range(students):
            for lab in labs:
                first = sorted(glob.glob(os.path.join(lab, "1-*.cu")))[0]
                kind = "solutions" if s % 2 else "labs"
                with open(first.replace("/labs/", "/%s/" % kind)) as f:
                    text = f.read()
                path = os.path.join(place, "class", "s%03d" % s, os.path.basename(lab), os.path.basename(first))
                os.makedirs(os.path.dirname(path))
                with open(path, "w") as f:
                    f.write(text + "\nint unused_%d;\n" % s)
                files.append(path)
        env = dict(os.environ, TMPDIR=place, WARPLINGS_WORK=os.path.join(place, "work"))
        begin = time.monotonic()
        p = subprocess.run([BINARY, "grade", os.path.join(place, "class"), "-o", os.path.join(place, "out")], env=env,
                           stdout=subprocess.PIPE, text=True)
        took = time.monotonic() - begin
        print(p.stdout, end="")
        most = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
        sample = files[: min(len(files), 2 * len(labs))]
        begin = time.monotonic()
        running = []
        for path in sample:  # as many at once as there are cores
            if len(running) >= (os.cpu_count() or 1):
                running.pop(0).wait()
            running.append(subprocess.Popen([nvcc(), "-c", "-std=c++17", "-arch=compute_80", "-o", path + ".o", path],
                                            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL))
        for r in running:
            r.wait()
        alone = (time.monotonic() - begin) / len(sample) * len(files)
        begin = time.monotonic()
        subprocess.run([BINARY, "grade", os.path.join(place, "class"), "-o", os.path.join(place, "out")], env=env,
                       stdout=subprocess.DEVNULL)
        again = time.monotonic() - begin
        print("grade: %d students, %d files: %.1f s, %.2f verdicts a second; nvcc -c alone would take %.1f s (by %d files); "
              "a second call %.1f s; largest process %.0f MiB; %d cores, load %.1f"
              % (students, len(files), took, len(files) / took, alone, len(sample), again, most, os.cpu_count(), os.getloadavg()[0]))
        return p.returncode
    finally:
        shutil.rmtree(place, ignore_errors=True)


sys.exit(main(int(sys.argv[1])))
