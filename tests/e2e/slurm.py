"""A real slurmctld and two real slurmd on this machine, of which several may run at once. Where Slurm is not installed (Debian: slurmctld, slurmd,
slurm-client, munge) nothing of this can be run."""
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
import unittest

from harness import BINARY, GOOD, slurp, spill
from test_grade import GRADE, STEP, WRONG, Grade

NEEDS = ["slurmctld", "slurmd", "sbatch", "scontrol", "munged"]
MISSING = [name for name in NEEDS if not shutil.which(name)]
PORT = 20000 + os.getpid() * 3 % 20000
# No other test's nodes have these names.
ONE, TWO = ("%s%d" % (name, os.getpid()) for name in "ab")
CONF = """ClusterName=test
SlurmctldHost=%(host)s(127.0.0.1)
SlurmctldPort=%(port)d
AuthType=auth/munge
AuthInfo=socket=%(dir)s/munge.sock,cred_expire=5
SlurmUser=root
SlurmdUser=root
StateSaveLocation=%(dir)s/state
SlurmdSpoolDir=%(dir)s/spool-%%n
SlurmctldPidFile=%(dir)s/ctld.pid
SlurmdPidFile=%(dir)s/%%n.pid
SlurmctldLogFile=%(dir)s/ctld.log
SlurmdLogFile=%(dir)s/%%n.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerParameters=sched_interval=2
PreemptType=preempt/partition_prio
PreemptMode=REQUEUE
PreemptExemptTime=0
GresTypes=gpu
ReturnToService=2
MpiDefault=none
JobRequeue=1
SlurmdTimeout=5
NodeName=%(a)s NodeHostname=%(host)s NodeAddr=127.0.0.1 Port=%(one)d CPUs=1 Gres=gpu:1
NodeName=%(b)s NodeHostname=%(host)s NodeAddr=127.0.0.1 Port=%(two)d CPUs=1
PartitionName=p Nodes=%(a)s,%(b)s Default=YES MaxTime=INFINITE State=UP PriorityTier=1 PreemptMode=REQUEUE
PartitionName=urgent Nodes=%(a)s,%(b)s MaxTime=INFINITE State=UP PriorityTier=9 PreemptMode=OFF
"""
# A GPU as Slurm sees one: the first node has it. Slurm hands it out and names it to the job; nothing opens it.
GRES = "NodeName=%s Name=gpu File=/dev/null\n" % ONE


def of_node(node):
    """Everything that runs as a job of this node."""
    found = []
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open("/proc/%s/environ" % pid, "rb") as f:
                if b"SLURMD_NODENAME=" + node.encode() + b"\0" in f.read() + b"\0":
                    found.append(int(pid))
        except OSError:
            pass
    return found


# Slow enough that something can happen meanwhile, and asleep, as the other tests want the cores.
SLOW = 'extern "C" int usleep(unsigned);\n' + GOOD.replace("\tadd<<<", "\tusleep(100000);\n\tadd<<<")


@unittest.skipIf(MISSING or os.geteuid(), "no " + ", ".join(MISSING) + " here: apt-get install slurmctld slurmd slurm-client munge" if MISSING
                 else "only root can start Slurm's daemons")
class Slurm(Grade):
    def setUp(self):
        super().setUp()
        self.place = tempfile.mkdtemp(prefix="sl", dir="/tmp")  # a socket's path is short
        self.addCleanup(shutil.rmtree, self.place, True)
        os.chmod(self.place, 0o755)
        os.makedirs(os.path.join(self.place, "state"))
        conf = os.path.join(self.place, "slurm.conf")
        spill(conf, CONF % {"host": socket.gethostname().split(".")[0], "dir": self.place, "port": PORT, "a": ONE, "b": TWO, "one": PORT + 1, "two": PORT + 2})
        spill(os.path.join(self.place, "gres.conf"), GRES)
        key = os.path.join(self.place, "key")
        with open(key, "wb") as f:
            f.write(os.urandom(1024))
        os.chmod(key, 0o600)
        self.env["SLURM_CONF"] = conf
        self.daemons = {}
        self.addCleanup(self.end)
        self.daemon("munged", "--foreground", "--force", "--key-file=" + key, *("--%s=%s/munge.%s" % (what, self.place, end) for what, end in
                    (("socket", "sock"), ("pid-file", "pid"), ("seed-file", "seed"), ("log-file", "log"))))
        self.until(lambda: os.path.exists(os.path.join(self.place, "munge.sock")), "munged")
        self.daemon("slurmctld", "-D", "-c")
        for node in (ONE, TWO):
            self.daemon("slurmd", "-D", "-N", node, name=node)
        self.until(lambda: self.ask("sinfo", "-h", "-t", "idle", "-o", "%D").strip() == "2", "two idle nodes")

    def daemon(self, *argv, name=None):
        log = open(os.path.join(self.place, (name or argv[0]) + ".out"), "w")
        self.daemons[name or argv[0]] = subprocess.Popen(argv, env=self.env, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        log.close()

    def end(self):
        for node in (ONE, TWO):
            self.kill_node(node)
        for p in self.daemons.values():
            p.kill()
            p.wait()

    def kill_node(self, node):
        self.daemons[node].kill()
        self.daemons[node].wait()
        for pid in of_node(node):
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                pass

    def ask(self, *argv):
        return subprocess.run(argv, env=self.env, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True).stdout

    def until(self, done, what):
        end = time.monotonic() + 120
        while not done():
            if time.monotonic() > end:
                self.fail("%s: not within two minutes; %s" % (what, self.ask("sinfo")))
            time.sleep(0.1)

    def hand_in_class(self):
        for i in range(6):
            self.hand_in("s%d" % i, (WRONG if i == 3 else SLOW) + "int unused%d;\n" % i)

    def start(self, *options):
        command = [BINARY, *GRADE, self.klass, "-o", self.out, "--labs", "01", "--seed", "7", "--engine", "slurm", *options]
        return subprocess.Popen(command, env=self.env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def check_all(self, p):
        said, wrong = p.communicate(timeout=900)
        self.assertEqual(p.returncode, 0, said + wrong)
        rows = self.rows()
        self.assertEqual(len(rows), 6)
        self.assertEqual(sorted(v for _, v in rows), ["pass"] * 5 + ["wrong-answer"])
        self.assertEqual({s: r[STEP] for s, r in self.book().items()}, {"s%d" % i: "0.00" if i == 3 else "10.00" for i in range(6)})
        self.assertFalse(os.path.exists(os.path.join(self.out, "slurm")))
        before = slurp(os.path.join(self.out, "gradebook.csv"))
        self.assertIn(" 0 texts judged now, 6 known", self.grade().stdout)  # without Slurm: the same book
        self.assertEqual(slurp(os.path.join(self.out, "gradebook.csv")), before)

    def shards_begun(self):
        place = os.path.join(self.out, "slurm")
        return os.path.isdir(place) and any(os.path.exists(os.path.join(place, n, "grade.db")) for n in os.listdir(place))

    def running(self, node):
        return self.ask("squeue", "-h", "-t", "R", "-w", node, "-o", "%F_%K").split()
