"""The cases of this folder: what their comments say must be found, what a run under `warplings exec` found, and whether the two agree.

case.h holds the grammar of the comments; five more are ADVICE and SAYS, words that the advice and the message of something that is found must say,
UNSAID, words that none of them may say, FIRST, an EXPECT that the first finding has to meet, and NEVER, a kind that may not be found, not even as an info. A place is known by the name that marks its line, never by its number."""
import glob
import json
import os
import re
import signal
import subprocess
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
TOOLS = ("memcheck", "racecheck", "initcheck", "synccheck")
SEVERITIES = ("info", "warning", "error")


class Case:
    """One CASE of a file. marks: line number -> name, of all marked lines of the file (cases may share a kernel)."""

    def __init__(self, file, name, words, line):
        self.file, self.name, self.words, self.line = file, name, words, line
        self.measured = True
        self.advice, self.says, self.unsaid, self.never = [], [], [], []
        self.orders = self.first = None
        self.expect, self.also, self.hardware, self.answer, self.later, self.marks = [], [], None, None, None, {}

    @property
    def id(self):
        return self.file + "/" + self.name

    @property
    def clean(self):
        return self.expect == ["clean"]


def alternatives(word):
    return set(word.split("|"))


def read_cases():
    """All cases, in the order of files and lines. Raises ValueError with file and line for a comment that is not understood."""
    cases = []
    for path in sorted(glob.glob(os.path.join(HERE, "*.cu")) + glob.glob(os.path.join(HERE, "litmus", "*.cu"))):
        file, case = os.path.basename(path)[:-3], None
        with open(path) as f:
            lines = f.read().split("\n")
        bodies, marks = set(), {}
        for number, line in enumerate(lines, 1):
            m = re.match(r"// (CASE|EXPECT|ADVICE|SAYS|UNSAID|FIRST|NEVER|ALSO|ANSWER|SOME|EVERY|HARDWARE|LATER) (.*)", line)
            where = "%s:%d" % (path, number)
            if m and m.group(1) == "CASE":
                name, _, words = m.group(2).partition(": ")
                case = Case(file, name, words, number)
                cases.append(case)
                if not words:
                    raise ValueError(where + ": a case without a sentence")
            elif m and not case:
                raise ValueError(where + ": before the first case")
            elif m:
                key, rest = m.groups()
                if key == "EXPECT":
                    case.expect.append(rest)
                elif key == "ADVICE":
                    case.advice.append(rest)
                elif key == "FIRST":
                    case.first = rest
                elif key == "NEVER":
                    case.never.append(rest)
                elif key == "UNSAID":
                    case.unsaid.append(rest)
                elif key == "SAYS":
                    case.says.append(rest)
                elif key == "ALSO":
                    case.also += rest.split()
                elif key == "ANSWER":
                    case.answer = rest
                elif key in ("SOME", "EVERY"):
                    if rest not in ("answer right", "answer wrong") and (key, rest) != ("EVERY", "found"):
                        raise ValueError("%s: not understood: %s" % (where, rest))
                    case.orders = (key, rest.split()[-1])
                elif key == "HARDWARE":
                    case.hardware = [] if rest in ("none", "unmeasured") else rest.split()
                    case.measured = rest != "unmeasured"
                else:
                    case.later = rest
            else:
                m = re.match(r"CASE\((\w+)\)", line)
                if m:
                    bodies.add(m.group(1))
                m = re.search(r"// BUG ([\w-]+)", line)
                if m:
                    marks[number] = m.group(1)
        for c in cases:
            if c.file == file:
                c.marks = marks
                check(c, path, bodies)
    return cases


def check(c, path, bodies):
    where = "%s:%d" % (path, c.line)
    if c.name not in bodies:
        raise ValueError("%s: no CASE(%s)" % (where, c.name))
    if not c.expect or c.hardware is None:
        raise ValueError(where + ": EXPECT or HARDWARE is missing")
    for e in c.expect + [c.first] * bool(c.first):
        wanted(e, c, where)
    for t in c.hardware + c.also:
        if t not in TOOLS:
            raise ValueError("%s: no tool %s" % (where, t))
    if c.answer is None:
        c.answer = "right" if c.clean else "any"


def wanted(text, c, where):
    """An EXPECT as a dict: tool, kinds, severities, and places as sets of marks (at, other) or None."""
    if text in ("clean", "hang", "signal"):
        return {"tool": text}
    m = re.fullmatch(r"(\w+) (\S+)(?: ([a-z|]+))??(?: at (\S+)(?: from (\S+))?| between (\S+) and (\S+))?", text)
    if not m or m.group(1) not in TOOLS:
        raise ValueError("%s: not understood: %s" % (where, text))
    w = {"tool": m.group(1), "kinds": alternatives(m.group(2)), "severities": alternatives(m.group(3)) if m.group(3) else None,
         "at": m.group(4) and alternatives(m.group(4)), "from": m.group(5) and alternatives(m.group(5)),
         "pair": (alternatives(m.group(6)), alternatives(m.group(7))) if m.group(6) else None}
    for marks in (w["at"], w["from"], *(w["pair"] or ())):
        if marks and not marks <= set(c.marks.values()):
            raise ValueError("%s: no line is marked %s" % (where, ", ".join(sorted(marks - set(c.marks.values())))))
    if w["severities"] and not w["severities"] <= set(SEVERITIES):
        raise ValueError("%s: not a severity: %s" % (where, text))
    return w


# What a message of a fault or a note says, by its words; the first that fits.
FAULTS = [
    ("memcheck", "trap", r"[Tt]rap instruction"),
    ("synccheck", "deadlock", r"^Deadlock"),
    ("synccheck", "endless", r"^The kernel never ends"),
    ("synccheck", "mask", r"[Bb]arrier.*mask|mask.*(never|not in)"),
    ("synccheck", "deadlock", r"[Dd]eadlock|waits? for ever"),
    ("synccheck", "barrier", r"[Bb]arrier"),
    ("memcheck", "device-pointer", r"^Invalid host access"),
    ("memcheck", "misaligned", r"Invalid __\w+__ .*(misaligned|aligned)"),
    ("memcheck", "null", r"Invalid __\w+__ .*null"),
    ("memcheck", "after-free", r"Invalid __\w+__ .*freed"),
    ("memcheck", "read-only", r"Invalid __\w+__ .*(read-only|in constant memory)"),
    ("memcheck", "host-pointer", r"Invalid __\w+__ .*host"),
    ("memcheck", "host-pointer", r"printf reads a text .*host pointer"),
    ("memcheck", "oob", r"Invalid __\w+__"),
    ("memcheck", "bad-free", r"[Ii]nvalid device free|[Dd]evice-side|[Dd]ouble free.*device"),
    ("memcheck", "double-free", r"cudaFree\w*( failed|.*twice|.*already)|[Dd]ouble free"),
    ("memcheck", "leak", r"[Ll]eak"),
    ("memcheck", "launch", r"the launch of .* failed"),
    ("memcheck", "api", r"cuda\w+ failed"),
]
# KIND of a finding, by its name (findings.def); of those without a row, by the words of the message.
NAMES = {"read after write hazard": "RAW", "write after read hazard": "WAR", "write after write hazard": "WAW", "uninitialized read": "uninit",
         "uninitialized copy": "uninit-copy", "copy direction": "copy-direction", "no time": "no-time", "shuffle width": "width",
         "shuffle lane": "shuffle"}


class Seen:
    """One thing that a run reported. at, other: marks of the lines, or "FILE:LINE" for a line without one, or None.
    finding: the launch ran on. Else a fault or a refused call: no checker that can be switched off."""

    def __init__(self, tool, kind, severity, at, other, text, finding=False, advice=""):
        self.tool, self.kind, self.severity, self.at, self.other, self.text, self.finding = tool, kind, severity, at, other, text, finding
        self.advice = advice or ""

    def __str__(self):
        places = " and ".join(p for p in (self.at, self.other) if p)
        return "%s %s %s%s: %s" % (self.tool, self.kind, self.severity, " at " + places if places else "", self.text)


def mark_of(case, place):
    if not place or not place.get("line") or not place.get("file"):
        return None
    line = place["line"]
    if os.path.basename(place["file"]) == case.file + ".cu" and line in case.marks:
        return case.marks[line]
    return "%s:%d" % (os.path.basename(place["file"]), line)


def classify(text):
    for tool, kind, words in FAULTS:
        if re.search(words, text, re.S):
            return tool, kind
    return "memcheck", "other"


def seen_of(case, report):
    """What warplings.exec/1 JSON says, as a list of Seen."""
    seen = []
    for f in report["faults"]:
        tool, kind = classify(f["message"])
        seen.append(Seen(tool, kind, "error", mark_of(case, f["place"]), None, f["message"], advice=f.get("advice")))
    for f in report["findings"]:
        kind = NAMES.get(f["name"])
        tool = f["tool"]
        if not kind:
            kind = classify(("barrier " if tool == "synccheck" else "") + f["message"])[1]
        seen.append(Seen(tool, kind, f["severity"], mark_of(case, f["at"]), mark_of(case, f["other"]), f["message"], True, f.get("advice")))
    for key in ("leaks", "api_errors"):
        for f in report.get(key) or []:
            text = f if isinstance(f, str) else f.get("message", json.dumps(f))
            seen.append(Seen("memcheck", "leak" if key == "leaks" else "api", "error", None, None, text))
    return seen


def fits(w, s):
    if s.tool != w["tool"] or s.kind not in w["kinds"] or (w["severities"] and s.severity not in w["severities"]):
        return False
    if w["pair"]:
        a, b = w["pair"]
        return (s.at in a and s.other in b) or (s.at in b and s.other in a)
    if w["at"] and s.at not in w["at"]:
        return False
    if w["at"] and s.tool == "racecheck" and s.other is not None and s.other not in w["at"]:
        return False
    return not w["from"] or s.other in w["from"]


def rests_on_findings(case, outcome):
    """Is there an expectation that only a finding meets?"""
    for text in case.expect:
        w = wanted(text, case, case.id)
        met = [s for s in outcome.seen if w["tool"] in TOOLS and fits(w, s)]
        if met and all(s.finding for s in met):
            return True
    return False


def judge(case, outcome):
    """Why the outcome is not what the case says: a list of sentences, empty when it is."""
    wrong, tools = [], set(case.also)
    for text in case.expect:
        w = wanted(text, case, case.id)
        tools.add(w["tool"])
        if w["tool"] == "hang":
            if not outcome.hung:
                wrong.append("ends, and was expected to hang")
        elif w["tool"] == "signal":
            if outcome.signal is None:
                wrong.append("was expected to die by a signal")
        elif w["tool"] != "clean" and not any(fits(w, s) for s in outcome.seen):
            wrong.append("missed: %s" % text)
    for words in case.advice:
        if not any(words in s.advice for s in outcome.seen):
            wrong.append("no advice says: %s" % words)
    wrong += ["%s says: %s" % (s, words) for words in case.unsaid for s in outcome.seen if words in s.advice or words in s.text]
    wrong += ["is never to be found: %s" % s for s in outcome.seen if s.kind in case.never]
    if case.first and not (outcome.seen and fits(wanted(case.first, case, case.id), outcome.seen[0])):
        wrong.append("is not told first: %s" % case.first)
    for words in case.says:
        if not any(words in s.text for s in outcome.seen):
            wrong.append("no message says: %s" % words)
    if outcome.hung and "hang" not in case.expect:
        wrong.append("hangs")
    if outcome.signal is not None and "signal" not in case.expect:
        wrong.append("signal %d" % outcome.signal)
    for s in outcome.seen:
        if s.severity == "info":
            continue
        if s.tool not in tools:
            wrong.append("false alarm: %s" % s)
        elif s.tool in ("racecheck", "initcheck") and s.tool not in case.also and not {s.at, s.other} - {None} <= set(case.marks.values()):
            wrong.append("a place that is not marked: %s" % s)
    if case.answer != "any" and outcome.answer != case.answer and "signal" not in case.expect:
        wrong.append("answer %s, not %s" % (outcome.answer, case.answer))
    return wrong


class Outcome:
    def __init__(self):
        self.seen, self.hung, self.signal, self.answer, self.output = [], False, None, None, ""


def run(case, warplings, program, options=(), env=None):
    """Run one case under warplings exec."""
    outcome = Outcome()
    with tempfile.TemporaryDirectory(prefix="warplings-case-") as folder:
        report = os.path.join(folder, "report.json")
        p = subprocess.Popen([warplings, "exec", *options, "--counters", "json", "--output", report, "--", program, case.name], stdin=subprocess.DEVNULL,
                             stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=dict(os.environ, **(env or {})), start_new_session=True)
        try:
            out, _ = p.communicate(timeout=6 if "hang" in case.expect else 60)
        except subprocess.TimeoutExpired:
            outcome.hung = True
            os.killpg(p.pid, signal.SIGTERM)
            try:
                out, _ = p.communicate(timeout=10)
            except subprocess.TimeoutExpired:
                os.killpg(p.pid, signal.SIGKILL)
                out, _ = p.communicate()
        outcome.output = out.decode(errors="replace")
        m = re.search(r"^answer: (\w+)", outcome.output, re.M)
        outcome.answer = m.group(1) if m else None
        if outcome.hung:
            return outcome
        with open(report) as f:
            data = json.load(f)
    outcome.signal = data["signal"]
    outcome.seen = seen_of(case, data)
    return outcome
