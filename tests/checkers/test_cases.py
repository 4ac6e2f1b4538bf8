"""Controls of the comparison itself: it must fail on what is missed, on a false alarm, on a place that is not marked, on a wrong answer; and
compute-sanitizer's words must be understood."""
import unittest

import cases as C
import sanitizer as S


def case(expect, answer="any", marks=None):
    c = C.Case("shared", "x", "words", 1)
    c.expect, c.answer, c.hardware = expect, answer, []
    c.marks = marks if marks is not None else {10: "a", 20: "b"}
    return c


def outcome(*seen, answer="right", hung=False, signal=None):
    o = C.Outcome()
    o.seen, o.answer, o.hung, o.signal = list(seen), answer, hung, signal
    return o


def race(kind="RAW", severity="error", at="a", other="b"):
    return C.Seen("racecheck", kind, severity, at, other, "text", True)


class Judge(unittest.TestCase):
    RAW = "racecheck RAW|WAR error between a and b"

    def test_found(self):
        self.assertEqual(C.judge(case([self.RAW]), outcome(race())), [])
        self.assertEqual(C.judge(case([self.RAW]), outcome(race("WAR", at="b", other="a"))), [])
        self.assertEqual(C.judge(case(["racecheck WAW error at a"]), outcome(race("WAW", at="a", other="a"))), [])

    def test_missed(self):
        for seen in ([], [race("WAW")], [race(severity="warning")], [race(other="a")], [race(other=None)]):
            self.assertTrue(any(w.startswith("missed") for w in C.judge(case([self.RAW]), outcome(*seen))), seen)

    def test_false_alarm(self):
        clean = case(["clean"], "right")
        self.assertEqual(C.judge(clean, outcome()), [])
        self.assertEqual(C.judge(clean, outcome(race(severity="info"))), [])
        self.assertTrue(C.judge(clean, outcome(race(severity="warning"))))
        self.assertTrue(C.judge(clean, outcome(C.Seen("memcheck", "oob", "error", None, None, "text"))))
        self.assertTrue(C.judge(clean, outcome(answer="wrong")))
        self.assertTrue(C.judge(clean, outcome(hung=True)))
        self.assertTrue(C.judge(clean, outcome(signal=11)))

    def test_never(self):
        clean = case(["clean"])
        self.assertEqual(C.judge(clean, outcome(race(severity="info"))), [])
        clean.never = ["RAW"]
        self.assertTrue(C.judge(clean, outcome(race(severity="info"))))

    def test_unsaid(self):
        clean = case(["clean"])
        clean.unsaid = ["a barrier"]
        self.assertEqual(C.judge(clean, outcome(race(severity="info"))), [])
        self.assertTrue(C.judge(clean, outcome(C.Seen("racecheck", "RAW", "info", "a", "b", "text", True, "Put a barrier"))))

    def test_unmarked_place(self):
        self.assertTrue(C.judge(case([self.RAW]), outcome(race(), race(at="shared.cu:15"))))

    def test_other_tool(self):
        self.assertTrue(C.judge(case([self.RAW]), outcome(race(), C.Seen("initcheck", "uninit", "error", "a", None, "text", True))))

    def test_hang_and_signal(self):
        self.assertEqual(C.judge(case(["hang"]), outcome(hung=True, answer=None)), [])
        self.assertTrue(C.judge(case(["hang"]), outcome()))
        self.assertEqual(C.judge(case(["signal"]), outcome(signal=11, answer=None)), [])
        self.assertTrue(C.judge(case(["signal"]), outcome()))

    def test_info_is_no_error(self):
        self.assertTrue(C.judge(case(["racecheck WAW info at a"]), outcome(race("WAW", "error", "a", "a"))))

    def test_grammar(self):
        for text in ("racecheck RAW error between a and c", "nocheck RAW error at a", "racecheck RAW fatal at a", "racecheck", "racecheck RAW error at"):
            with self.assertRaises(ValueError, msg=text):
                C.wanted(text, case([text]), "here")

    def test_faults(self):
        for text, kind in (("Invalid __global__ write of size 4 bytes; address is right past the end", "oob"),
                           ("Invalid __shared__ read of size 8 bytes; address 0x84 is misaligned", "misaligned"),
                           ("Invalid __global__ read of size 4 bytes; address 0x0 is a null pointer", "null"),
                           ("Barrier error detected. Lanes named in the mask never arrive", "mask"),
                           ("cudaFree failed: 0x1 is freed already", "double-free"), ("cudaMemcpy failed: 12 bytes", "api")):
            self.assertEqual(C.classify(text)[1], kind, text)


class Recorded(unittest.TestCase):
    MARKS = {10: "a", 20: "b"}

    def parse(self, tool, text):
        return S.parse(case([], marks=self.MARKS), tool, text)

    HAZARD = """========= COMPUTE-SANITIZER
========= Warning: (Warp Level Programming) Potential RAW hazard detected at __shared__ 0x404 in block (0,0,0) :
=========     Write Thread (1,0,0) at f(int *)+0xd0 in shared.cu:10
=========     Read Thread (0,0,0) at f(int *)+0xe0 in shared.cu:20
=========
answer: right
"""

    def test_racecheck(self):
        self.assertEqual(self.parse("racecheck", self.HAZARD + "status: 0\n"), "RAW warning a-b")
        info = self.HAZARD.replace("Warning: (Warp Level Programming)", "Info: (Identical data being written)").replace("RAW", "WAW")
        self.assertEqual(S.accuses(self.parse("racecheck", info + "status: 0\n")), [])

    def test_runs(self):
        quiet = "========= COMPUTE-SANITIZER\nstatus: 0\n"
        self.assertEqual(self.parse("racecheck", quiet * 3), "clean")
        self.assertEqual(self.parse("racecheck", self.HAZARD + "status: 0\n" + quiet), "RAW warning a-b; in 1 of 2 runs")

    def test_memcheck(self):
        text = """========= COMPUTE-SANITIZER
========= Invalid __global__ atomic of size 4 bytes
=========     at atomicAdd(unsigned int *, unsigned int)+0xc0 in device_atomic_functions.hpp:112
=========     Access to 0x7f is out of bounds
=========         Device Frame: f(int *)+0xa0 in shared.cu:10
=========
========= Program hit cudaErrorLaunchFailure (error 719) due to "unspecified launch failure" on CUDA API call to cudaFree.
=========
========= Leaked 4,000 bytes at 0x7f
status: 1
"""
        self.assertEqual(self.parse("memcheck", text), "oob a")

    def test_hangs(self):
        self.assertEqual(self.parse("synccheck", "========= COMPUTE-SANITIZER\nstatus: 137\n"), "hangs")
        self.assertEqual(S.accuses("hangs"), [])


if __name__ == "__main__":
    unittest.main()
