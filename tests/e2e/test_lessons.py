"""Figures in the lessons of the first labs: a GPU's time or rate is quoted from measured.yaml, or stands in docs/measured.md as it is written."""
import glob
import os
import re
import unittest

from harness import ROOT, slurp

FIGURE = re.compile(r"\b\d[\d,.]*\d?\s(?:us|ms|GB/s|TFLOP/s)\b")


def by_hand(text, measured):
    """Figures of `text` that no command remakes."""
    return [f for f in FIGURE.findall(text) if " ".join(f.split()) not in measured]


class Lessons(unittest.TestCase):
    def test_every_figure_is_remade_by_a_command(self):
        measured = slurp(os.path.join(ROOT, "docs", "measured.md"))
        lessons = [p for n in ("01", "02") for p in glob.glob(os.path.join(ROOT, "labs", n + "-*", "lesson.md"))]
        self.assertEqual(2, len(lessons))
        for path in lessons:
            text = slurp(path)
            self.assertIn("{h200:", text)
            self.assertEqual([], by_hand(text, measured), path)

    def test_it_can_fail(self):
        measured = slurp(os.path.join(ROOT, "docs", "measured.md"))
        known = FIGURE.findall(measured)[0]
        self.assertEqual(["1689 GB/s", "0.123 ms"], by_hand("1689 GB/s with one, 0.123 ms one way, and\n" + known, measured))


if __name__ == "__main__":
    unittest.main()
