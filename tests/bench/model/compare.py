"""Modelled beside measured times: reads what `bench --once` printed on the emulated device (stdin), h200.tsv, earlier.tsv and ladders.txt, prints a
table and a summary. --check: the exit status is 1 when the target is missed (every ladder in order, no row beyond 2x, median error under
30 %); otherwise it is 0. --control: a model that puts everything in the opposite order must fail in every ladder with a pair that is judged, one that says
what was measured in none."""
import fnmatch
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))


def rows(name):
    for line in open(os.path.join(HERE, name)):
        if line.strip() and not line.startswith("#"):
            yield line.rstrip("\n").split("\t")


def ladders():
    for line in open(os.path.join(HERE, "ladders.txt")):
        if line.strip() and not line.startswith("#"):
            yield line[:27].strip(), line[27:].split()


def factor(model, measured):
    return max(model / measured, measured / model)


def judged(a, b):
    """Are two rows of h200.tsv no tie? They differ by more than a tenth, the same way, both times that they were measured, and the middle three fifths of
    their samples do not overlap."""
    (a1, alow, ahigh, a2), (b1, blow, bhigh, b2) = a, b
    return (ahigh < blow or bhigh < alow) and factor(a1, b1) > 1.1 and factor(a2, b2) > 1.1 and (a1 < b1) == (a2 < b2)


def rank(rungs, model):
    """For each ladder: its title, the pairs that are judged, and those of them that the model puts in the wrong order."""
    for title, patterns in ladders():
        names = [n for n in rungs if n in model and any(fnmatch.fnmatch(n, p) for p in patterns)]
        pairs = [(a, b) for i, a in enumerate(names) for b in names[i + 1:] if judged(rungs[a], rungs[b])]
        yield title, pairs, [(a, b) for a, b in pairs if (rungs[a][0] < rungs[b][0]) != (model[a] < model[b])]


def control(rungs):
    bad = [t for t, pairs, wrong in rank(rungs, {n: 1 / r[0] for n, r in rungs.items()}) if pairs and len(wrong) != len(pairs)]
    bad += [t for t, pairs, wrong in rank(rungs, {n: r[0] for n, r in rungs.items()}) if wrong]
    tied = [t for t, pairs, wrong in rank(rungs, {n: r[0] for n, r in rungs.items()}) if not pairs]
    if bad or len(tied) > len(list(ladders())) / 4:
        print("the control fails: %s; only ties: %s" % (", ".join(bad), ", ".join(tied)))
        return 1
    return 0


def modelled():
    for line in sys.stdin:
        f = line.rstrip("\n").split("\t")
        if len(f) == 5:
            yield f[0], float(f[1])


def share(factors, most):
    return 100.0 * sum(f <= most for f in factors) / len(factors)


def probes():
    """The rows of probes.tsv, and how they came out: those that the model was mended with, and those that nobody looked at before."""
    model = dict(modelled())
    groups = {}
    for name, us, kind in ((r[0], float(r[1]), r[2]) for r in rows("probes.tsv")):
        if name in model:
            print("%-40s %12.2f %12.2f %7.2f  %s" % (name, model[name], us, model[name] / us, kind))
            groups.setdefault((name.split(".")[0], kind), []).append(model[name] / us)
    for (group, kind), ratios in sorted(groups.items()):
        errors, factors = sorted(abs(r - 1) for r in ratios), [max(r, 1 / r) for r in ratios]
        print("%-9s %-5s %3d rows, median error %5.1f %%, within 1.25x %3.0f %%, within 2x %3.0f %%, worst %.2fx" %
              (group, kind, len(ratios), 100 * errors[len(errors) // 2], share(factors, 1.25), share(factors, 2), max(factors)))
    return 0


def main():
    if "--probes" in sys.argv:
        return probes()
    measured = {r[0]: float(r[1]) for r in rows("h200.tsv")}
    rungs = {r[0]: (float(r[1]), float(r[2]), float(r[3]), float(r[5] if len(r) > 5 else r[1])) for r in rows("h200.tsv")}
    if control(rungs):
        return 1
    if "--control" in sys.argv:
        return 0
    earlier = {r[0]: (float(r[1]), r[2].startswith("~")) for r in rows("earlier.tsv")}
    model = dict(modelled())
    missing = [name for name in measured if name not in model]
    print("%-36s %12s %12s %7s %12s %7s" % ("kernel", "modelled us", "H200 us", "ratio", "earlier us", "ratio"))
    errors, far = [], []
    for name, us in measured.items():
        if name not in model:
            continue
        pairs = [us]
        old, other = earlier.get(name, (None, True))
        text = "%-36s %12.2f %12.2f %7.2f" % (name, model[name], us, model[name] / us)
        if old:
            text += " %12.1f %7.2f%s" % (old, model[name] / old, " ~" if other else "")
            if not other:
                pairs.append(old)
        for x in pairs:
            errors.append(abs(model[name] / x - 1))
            if factor(model[name], x) > 2:
                far.append(name)
        print(text + ("  beyond 2x" if factor(model[name], us) > 2 else ""))
    print()
    good = total = 0
    for title, pairs, wrong in rank(rungs, model):
        total += 1
        good += not wrong
        if wrong:
            print("ladder out of order: %s: %s" % (title, "; ".join("%s, %s" % p for p in wrong[:6]) + (" ..." if len(wrong) > 6 else "")))
    if missing:
        print("no modelled time: %s" % " ".join(missing))
    errors.sort()
    median = errors[len(errors) // 2] if errors else 1
    print("ladders ranked right %d/%d, rows within 2x %d/%d, median error %.1f %%" %
          (good, total, len(errors) - len(far), len(errors), 100 * median))
    missed = missing or far or good < total or median >= 0.3
    return 1 if "--check" in sys.argv and missed else 0


sys.exit(main())
