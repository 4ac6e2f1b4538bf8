"""Run the cases under `warplings exec` and compare. run.sh compiles the programs and calls this.

Usage: run.py WARPLINGS FOLDER-OF-PROGRAMS [--schedules N] [--control] [-v] [FILE | FILE/CASE ...]
Exit status: 0 all as their comments say, 1 something differs, 2 the comments are not understood."""
import argparse
import concurrent.futures
import os
import sys

import cases as C

# What WARPLINGS_UNCHECKED names, and whose findings it makes.
CHECKERS = {"race-shared": "racecheck", "race-global": "racecheck", "race-warp": "racecheck", "init": "initcheck", "sync": "synccheck",
            "copies": "memcheck"}
ORDERS = 16  # that SOME and EVERY try


def main():
    p = argparse.ArgumentParser()
    p.add_argument("warplings")
    p.add_argument("programs")
    p.add_argument("--schedules", type=int, default=0)
    p.add_argument("--control", action="store_true")
    p.add_argument("-v", action="store_true")
    p.add_argument("only", nargs="*")
    a = p.parse_intermixed_args()
    try:
        cases = C.read_cases()
    except ValueError as e:
        print(e)
        return 2
    if a.only:
        cases = [c for c in cases if c.file in a.only or c.id in a.only]
    seeds = [0] + list(range(1, a.schedules + 1))

    def one(c):
        wrong, first = [], None
        # The natural order shows what the checkers find; other orders of threads, that nobody is accused in any of them.
        for seed in seeds if c.clean and c.answer == "right" and not c.orders else seeds[:1]:
            outcome = C.run(c, a.warplings, os.path.join(a.programs, c.file), ["--schedule", str(seed)] if seed else [])
            wrong += ["%s%s" % ("schedule %d: " % seed if seed else "", w) for w in C.judge(c, outcome)]
            first = first or outcome
            if a.v:
                wrong += ["saw: %s" % s for s in outcome.seen]
        return wrong + other_orders(a, c), first

    def other_orders(a, c):
        """Of a case with SOME or EVERY: is the answer what it says, or all found, in other orders of threads?"""
        if not c.orders:
            return []
        key, answer = c.orders
        for seed in range(1, ORDERS + 1):
            outcome = C.run(c, a.warplings, os.path.join(a.programs, c.file), ["--schedule", str(seed)])
            if answer == "found":
                wrong = C.judge(c, outcome)
                if wrong:
                    return ["schedule %d: %s" % (seed, w) for w in wrong]
                continue
            got = outcome.answer
            if key == "SOME" and got == answer:
                return []
            if key == "EVERY" and got != answer:
                return ["schedule %d: answer %s, not %s" % (seed, got, answer)]
        return ["no schedule up to %d gives the answer %s" % (ORDERS, answer)] if key == "SOME" else []

    bad = later = 0
    # Those that hang wait most of their time: they go first.
    order = sorted(range(len(cases)), key=lambda i: "hang" not in cases[i].expect)
    with concurrent.futures.ThreadPoolExecutor(3) as pool:
        results = dict(zip(order, pool.map(one, [cases[i] for i in order])))
    for i, c in enumerate(cases):
        wrong = results[i][0]
        if c.later and [w for w in wrong if not w.startswith("saw")]:
            later += 1
            if a.v:
                print("%s: later: %s\n\t%s" % (c.id, c.later, "\n\t".join(wrong)))
        elif c.later:
            bad += 1
            print("%s: is as it should be now: take LATER off" % c.id)
        elif wrong:
            bad += bool([w for w in wrong if not w.startswith("saw")])
            print("%s (tests/checkers/%s.cu:%d)\n\t%s" % (c.id, c.file, c.line, "\n\t".join(wrong)))
    faulty = sum(not c.clean or c.answer == "wrong" for c in cases)
    print("%d cases, %d faulty, %d right though unusual; %d known gaps; the right ones in %d orders of threads" % (
        len(cases), faulty, len(cases) - faulty, later, len(seeds)))
    print("%d passed, %d failed" % (len(cases) - bad, bad))
    if a.control and control(a, cases, {cases[i].id: outcomes for i, (_, outcomes) in results.items()}):
        bad += 1
    return bad != 0 or not cases


def control(a, cases, natural):
    """With a checker off, what it finds is missed: each checker is needed by a case, and each case that rests on findings
    fails at the latest when all are off."""
    needs = {c.id: set() for c in cases if not c.later and C.rests_on_findings(c, natural[c.id])}
    chosen = [c for c in cases if c.id in needs]

    def off(c, checker):
        if C.judge(c, C.run(c, a.warplings, os.path.join(a.programs, c.file), env={"WARPLINGS_UNCHECKED": checker})):
            needs[c.id].add(checker)

    def one(c):
        for checker, tool in CHECKERS.items():
            if any(e.startswith(tool) for e in c.expect):
                off(c, checker)
        if not needs[c.id]:
            off(c, "all")

    with concurrent.futures.ThreadPoolExecutor(3) as pool:
        list(pool.map(one, chosen))
    bad = 0
    for checker, tool in CHECKERS.items():
        n = sum(checker in v for v in needs.values())
        waits = not n and any(c.later and e.startswith(tool) for c in cases for e in c.expect)
        print("control: %d cases fail without %s%s" % (n, checker, "; they are known gaps" if waits else ""))
        bad += n == 0 and not waits
    for name in sorted(name for name, v in needs.items() if not v):
        print("control: %s passes whatever checker is off" % name)
        bad += 1
    return bad


sys.exit(main())
