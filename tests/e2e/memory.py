"""What a command and all that it started have in memory at one moment."""
import glob
import os


def slurp(path):
    with open(path) as f:
        return f.read()


def tree(pid):
    found = [pid]
    for path in glob.glob("/proc/%d/task/*/children" % pid):
        try:
            for child in slurp(path).split():
                found += tree(int(child))
        except OSError:
            pass
    return found


def memory_of(pid, root, binary):
    """In KiB. A fork of root (a supervisor) has root's own pages; the device's are counted where the device is."""
    try:
        told = dict(line.split(":", 1) for line in slurp("/proc/%d/status" % pid).splitlines())
        if pid != root and os.path.samefile("/proc/%d/exe" % pid, binary):
            return 0
        kib = int(told["RssAnon"].split()[0])
        return kib + int(told["RssShmem"].split()[0]) * told["Name"].strip().startswith("warplings-devi")
    except (OSError, KeyError, ValueError):
        return 0


def memory_below(root, binary):
    return sum(memory_of(pid, root, binary) for pid in tree(root))
