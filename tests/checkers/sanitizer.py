"""What compute-sanitizer says of the cases, recorded from a machine with a GPU, and how it compares with our checkers.

sanitizer.py record OUT    read what `sanitize.sh run` left in OUT and write sanitizer.txt beside this file; cases that did not run keep their lines
sanitizer.py check         do the HARDWARE lines of the cases agree with sanitizer.txt? (no GPU needed)
sanitizer.py table         write the table of docs/checkers-compared.md from both, between its two markers; check-table only compares

sanitizer.txt: a line for each case and tool, "file/case | tool | what", where what is `clean`, `hangs`, `status N` (the plain run), or what was
reported: kind, severity where there is one, and the marks of the lines (a line that has no mark is "line")."""
import os
import re
import sys

import cases as C

RECORD = os.path.join(C.HERE, "sanitizer.txt")
PAGE = os.path.join(C.HERE, "..", "..", "docs", "checkers-compared.md")
BEGIN, END = "<!-- made by tests/checkers/sanitizer.py table: begin -->", "<!-- end -->"


def places(case, lines):
    """The marks of the lines of this case's file in a report's lines."""
    marks = []
    for line in lines:
        for file, number in re.findall(r" in (\S+\.\w+):(\d+)", line):
            if file == case.file + ".cu":
                marks.append(case.marks.get(int(number), "line"))
    return marks


def reports(text):
    """The tool's own lines, split into reports at its empty lines."""
    report, all_ = [], []
    for line in text.split("\n"):
        if not line.startswith("=========") or line.startswith("========= COMPUTE-SANITIZER"):
            continue
        body = line[9:].strip()
        if body:
            report.append(line[9:])
        elif report:
            all_.append(report)
            report = []
    return all_ + ([report] if report else [])


def parse(case, tool, text):
    """What one or more runs of a tool said; with "N of M runs" where not all said something."""
    runs = re.findall(r"(.*?)status: (\d+)\n", text, re.S)
    outcomes = [parse_run(case, tool, words, int(status)) for words, status in runs]
    loud = [o for o in outcomes if o != "clean"]
    said = "; ".join(sorted({w for o in loud for w in o.split("; ")})) or "clean"
    return said if len(loud) in (0, len(outcomes)) else "%s; in %d of %d runs" % (said, len(loud), len(outcomes))


def parse_run(case, tool, text, status):
    if tool == "plain":
        error = re.search(r"^error: (\w+)", text, re.M)
        answer = re.search(r"^answer: (\w+)", text, re.M)
        return "hangs" if status == 137 else error.group(1) if error else "answer " + answer.group(1) if answer else "status %d" % status
    found = []

    def add(*words):
        word = " ".join(w for w in words if w)
        if word not in found:
            found.append(word)

    broken = False
    for r in reports(text):
        head = r[0].strip()
        at = places(case, r[1:])
        m = re.search(r"(?:(Error|Warning|Info): )?.*Potential (RAW|WAR|WAW) hazard", head)
        if m:
            pair = sorted(set(at[:2])) if len(at) > 1 else at
            add(m.group(2), (m.group(1) or "info").lower(), "-".join(pair))
            continue
        m = re.match(r"(Error|Warning|Info): Race reported", head)
        if m:
            at = places(case, r)
            add("race", m.group(1).lower(), "-".join(sorted(set(at))))
            continue
        if re.match(r"Invalid __\w+__", head):
            broken = True
            add("misaligned" if any("misaligned" in line for line in r) else "oob", at[0] if at else "")
        elif "Uninitialized __" in head:
            add("uninit", at[0] if at else "")
        elif "Host API memory access error" in head:
            add("uninit-copy")
        elif "Barrier error detected" in head:
            broken = True
            add("barrier", at[0] if at else "")
        elif "Deadlock detected" in head:
            for line in r:
                add("deadlock", *places(case, [line])[:1])
        elif "breakpoint trap" in head:
            broken = True
            add("trap", at[0] if at else "")
        elif "Malloc/Free Error" in head:
            broken = True
            add("bad-free", at[0] if at else "")
        elif head.startswith("Leaked") and not broken:
            add("leak")
        elif head.startswith("Program hit") and not broken:
            broken = True
            m = re.search(r"hit (\w+) .*call to (\w+)", head)
            add("api", m.group(2), m.group(1))
        elif "didn't terminate successfully" in head:
            add("died")
    # Under a hazard of bytes the analysis says the same again.
    if any(re.match("RAW|WAR|WAW", f) for f in found):
        found = [f for f in found if not f.startswith("race ")]
    if status == 137:
        found.append("hangs")
    return "; ".join(sorted(found)) if found else "clean"


def record(out):
    lines, had = [], recorded() if os.path.exists(RECORD) else {}
    with open(os.path.join(out, "version")) as f:
        version = " ".join(f.read().split())
    for case in C.read_cases():
        for tool in ("plain",) + C.TOOLS:
            path = os.path.join(out, "%s.%s.%s" % (case.file, case.name, tool))
            if os.path.exists(path):
                with open(path, errors="replace") as f:
                    lines.append("%s | %s | %s" % (case.id, tool, parse(case, tool, f.read())))
            elif (case.id, tool) in had:
                lines.append("%s | %s | %s" % (case.id, tool, had[case.id, tool]))
            else:
                print("nothing recorded for %s under %s" % (case.id, tool))
    with open(RECORD, "w") as f:
        f.write("# made by sanitizer.py record: %s\n%s\n" % (version, "\n".join(lines)))
    print("%d lines" % len(lines))


def recorded():
    table = {}
    with open(RECORD) as f:
        for line in f:
            if not line.startswith("#"):
                name, tool, what = (w.strip() for w in line.split("|", 2))
                table[name, tool] = what
    return table


def accuses(what):
    """Does a tool's outcome say that something is wrong with the program?"""
    return [w for w in what.split("; ") if w not in ("clean", "hangs", "died") and not re.match(r"\w+ info|in \d", w)] if what else []


def tools_that_report(case, table):
    info = [t for t in C.TOOLS if any(re.match(r"\w+ info", w) for w in table.get((case.id, t), "").split("; "))]
    if any(" info " in e for e in case.expect) and info:
        return info
    return [t for t in C.TOOLS if accuses(table.get((case.id, t)))]


def check():
    table, bad = recorded(), 0
    for case in C.read_cases():
        if ((case.id, "memcheck") in table) != case.measured:
            print("%s: %s" % (case.id, "not recorded" if case.measured else "is recorded: HARDWARE unmeasured is over"))
            bad += 1
        if not case.measured:
            continue
        found = tools_that_report(case, table)
        if sorted(found) != sorted(case.hardware):
            print("%s (tests/checkers/%s.cu:%d): HARDWARE says %s, recorded: %s" % (
                case.id, case.file, case.line, " ".join(case.hardware) or "none",
                ", ".join("%s: %s" % (t, table[case.id, t]) for t in C.TOOLS if table[case.id, t] != "clean") or "none"))
            bad += 1
    print("sanitizer.txt: %d differ" % bad)
    return bad != 0


def ours(case):
    """(tool, words) of what our checkers report, from the expectations that `run.py` holds the emulator to."""
    found = []
    for e in case.expect:
        w = C.wanted(e, case, case.id)
        if w["tool"] in C.TOOLS and not case.later:
            found.append((w["tool"], "|".join(sorted(w["kinds"])) + (" " + "|".join(sorted(w["severities"])) if w["severities"] else "")))
    return found


def words_of(case, mine):
    if case.later:
        return case.later
    if "hang" in case.expect:
        return "hangs"
    if "signal" in case.expect:
        return "the host's fault, by its signal"
    return "; ".join("%s: %s" % m for m in mine) or ("the answer is wrong" if case.answer == "wrong" else "nothing")


def really_faulty(case):
    return not case.clean or case.answer == "wrong"


def page():
    table = recorded()
    cases = C.read_cases()
    columns = {k: {t: 0 for t in C.TOOLS} for k in ("both", "ours", "theirs", "accused", "accusing")}
    rows = []
    for case in cases:
        mine = ours(case)
        if case.later and not really_faulty(case):
            columns["accusing"][next(t for t in C.TOOLS if t in case.later)] += 1
        theirs = {t: table.get((case.id, t), "") for t in tools_that_report(case, table)}
        really = really_faulty(case)
        if not case.measured:
            rows.append((case, really, words_of(case, mine), "not run"))
            continue
        # A defect counts once, for the tool that finds it with us, else there.
        for tool in {t for t, _ in mine} or theirs:
            columns["both" if mine and theirs else "ours" if mine else "theirs" if really else "accused"][tool] += 1
        my_words = words_of(case, mine)
        their_words = "; ".join("%s: %s" % (t, short(w)) for t, w in theirs.items())
        if not their_words:
            plain = table.get((case.id, "plain"), "")
            hung = [t for t in C.TOOLS if "hangs" in table.get((case.id, t), "")]
            their_words = "all four hang" if len(hung) == 4 else "nothing" + (" (%s)" % plain if plain.startswith("cuda") else "")
        elif any("hangs" in table.get((case.id, t), "") for t in C.TOOLS):
            their_words += " (others hang)"
        rows.append((case, really, my_words, their_words))
    out = [BEGIN, "", "| | " + " | ".join(C.TOOLS) + " |", "|---|" + "---|" * len(C.TOOLS)]
    for key, words in (("both", "faulty cases that both report"), ("ours", "that only Warplings reports"),
                       ("theirs", "that only compute-sanitizer reports"), ("accused", "right cases that compute-sanitizer accuses"), ("accusing", "right cases that Warplings accuses")):
        out.append("| %s | " % words + " | ".join(str(columns[key][t]) for t in C.TOOLS) + " |")
    for title, wanted in (("Faulty cases", True), ("Right though unusual", False)):
        out += ["", "### " + title, "", "| case | what it does | Warplings | compute-sanitizer |", "|---|---|---|---|"]
        out += ["| %s | %s | %s | %s |" % (c.id, c.words.replace("|", "\\|"), m.replace("|", "/"), t.replace("|", "/"))
                for c, really, m, t in rows if really == wanted]
    out += ["", END]
    return "\n".join(out)


def short(what):
    """Kinds and severities without the marks."""
    words = []
    for w in accuses(what) or what.split("; "):
        parts = w.split(" ")
        s = " ".join(parts[:2] if len(parts) > 1 and parts[1] in C.SEVERITIES else parts if parts[0] == "api" else parts[:1])
        if s not in words:
            words.append(s)
    some = re.search(r"in \d+ of \d+ runs", what)
    return ", ".join(words) + (" (%s)" % some.group(0) if some else "")


def table(write):
    with open(PAGE) as f:
        text = f.read()
    begin, end = text.index(BEGIN), text.index(END) + len(END)
    made = text[:begin] + page() + text[end:]
    if write:
        with open(PAGE, "w") as f:
            f.write(made)
    elif made != text:
        print("docs/checkers-compared.md's table is not what sanitizer.py makes: run tests/checkers/sanitizer.py table")
        return 1
    return 0


if __name__ == "__main__":
    command = sys.argv[1] if len(sys.argv) > 1 else ""
    if command == "record" and len(sys.argv) == 3:
        sys.exit(record(sys.argv[2]))
    if command == "check":
        sys.exit(check())
    if command in ("table", "check-table"):
        sys.exit(table(command == "table"))
    sys.exit(__doc__)
