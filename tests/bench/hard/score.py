"""score.py FOLDER GROUP...: how near the times in FOLDER/GROUP.tsv come to those of an H200 (h200/GROUP.tsv), for each set (blind2a and blind2b are one).

Error: |modelled / measured - 1|, the median. Within, worst: of modelled / measured or its inverse. Pairs: two rows of a set whose measured
times are more than a tenth apart, and whether the modelled ones are in the same order."""
import itertools
import os
import re
import statistics
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
APART = 1.1


def times(path):
    with open(path) as f:
        return {name: float(us) for name, us, *_ in (line.split("\t") for line in f)}


def within(ratios, factor):
    return 100 * sum(max(r, 1 / r) <= factor for r in ratios) / len(ratios)


def score(name, rows):
    ratios = [modelled / measured for modelled, measured in rows]
    pairs = [(a[0] < b[0]) == (a[1] < b[1]) for a, b in itertools.combinations(rows, 2) if max(a[1], b[1]) > APART * min(a[1], b[1])]
    print("%-8s %4d rows  median error %4.1f %%  within 1.25x %5.1f %%  within 2x %5.1f %%  worst %.2fx  pairs in order %5.1f %%" % (
        name, len(rows), 100 * statistics.median(abs(r - 1) for r in ratios), within(ratios, 1.25), within(ratios, 2),
        max(max(r, 1 / r) for r in ratios), 100 * sum(pairs) / max(len(pairs), 1)))


def main(folder, groups):
    sets = {}
    for group in groups:
        modelled, measured = times(os.path.join(folder, group + ".tsv")), times(os.path.join(HERE, "h200", group + ".tsv"))
        sets.setdefault(re.sub(r"(?<=\d)[a-z]$", "", group), []).extend((modelled[n], measured[n]) for n in measured if n in modelled)
    for name, rows in sets.items():
        score(name, rows)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
