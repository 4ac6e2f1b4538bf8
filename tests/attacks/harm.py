"""Controls of attacks that a limit catches: the program does its harm where nothing limits it. Each way of harm takes (folder, words) of a
program and says whether it was done; what could really hurt the machine that runs the tests has a bound, far above what the judge allows."""
import os
import re
import signal
import subprocess
import sys
import time

sys.dont_write_bytecode = True
MOST_SECONDS = 300
WORDS = 1 << 20  # bytes of messages; the judge keeps 64 KiB


def compiler(nvcc, file, limits, output=subprocess.PIPE):
    command = ["prlimit", *limits, nvcc, "-std=c++17", "-gencode", "arch=compute_80,code=compute_80", "-c", "-o", "object.o", file]
    env = dict(os.environ, CCACHE_DISABLE="1", LC_ALL="C")
    return subprocess.Popen(command, cwd=os.path.dirname(file), env=env, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT)


def said(p, most=1 << 30):
    """All of it, or the first `most` bytes."""
    got = b""
    while len(got) < most:
        piece = p.stdout.read(65536)
        if not piece:
            break
        got += piece
    return got


def stopped_by(nvcc, file, limits, words):
    p = compiler(nvcc, file, limits)
    text = p.communicate(timeout=MOST_SECONDS)[0].decode(errors="replace")
    return p.returncode != 0 and re.search(words, text, re.I) is not None


def compiler_takes(nvcc, file):
    """More than ten seconds of CPU in one part of it, or more than 3 GiB."""
    return stopped_by(nvcc, file, ["--cpu=10:10", "--data=3221225472", "--core=0"], "signal|killed|memory|allocat")


def compiler_writes(nvcc, file):
    """A file of more than 1 GiB."""
    return stopped_by(nvcc, file, ["--fsize=1073741824", "--cpu=120:120", "--core=0"], "signal|killed|too large|file size")


def compiler_floods(nvcc, file):
    p = compiler(nvcc, file, ["--data=3221225472", "--cpu=120:120", "--core=0"])
    enough = len(said(p, WORDS)) >= WORDS
    p.kill()
    p.stdout.close()
    p.wait()
    return enough


def compiler_escapes(nvcc, file):
    return b"\x1b" in compiler(nvcc, file, ["--core=0"]).communicate(timeout=MOST_SECONDS)[0]


OF_COMPILER = {"takes": compiler_takes, "writes": compiler_writes, "floods": compiler_floods, "escapes": compiler_escapes}


def start(binary, work, program):
    return subprocess.Popen([binary, "exec", "--output", os.path.join(work, "counters"), "--", program, "nothing"], cwd=work, stdin=subprocess.DEVNULL,
                            stdout=subprocess.PIPE, stderr=subprocess.STDOUT)


def done(binary, work, program):
    """It says so itself."""
    return b": done" in start(binary, work, program).communicate(timeout=MOST_SECONDS)[0]


def done_or_forbidden(binary, work, program):
    """The same, of what some machines refuse to everybody (a container's own filter): the program runs in no box here."""
    if done(binary, work, program):
        return True
    if not program.endswith(".honest"):
        print("not run: %s: the machine itself refuses it" % program)
    return not program.endswith(".honest")


def floods(binary, work, program):
    return len(said(start(binary, work, program))) >= WORDS


def never_ends(binary, work, program):
    """Not within five seconds, where its twin is waited for."""
    p = start(binary, work, program)
    try:
        p.communicate(timeout=MOST_SECONDS if program.endswith(".honest") else 5)
        return False
    except subprocess.TimeoutExpired:
        return True
    finally:
        p.send_signal(signal.SIGINT)
        time.sleep(0.2)
        p.kill()
        p.wait()
        p.stdout.close()


OF_PROGRAM = {"done": done, "done?": done_or_forbidden, "chatters": floods, "endless": never_ends}
