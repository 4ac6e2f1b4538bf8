"""The report of a class in a real browser: links open what they name, filters filter, no script complains, a stranger's text stays text."""
import json
import os
import unittest

from browser import Browser
from harness import GOOD, ROOT, slurp, spill
from test_grade import LAB, STEP, STARTER, WRONG, Grade

TAG = "<img src=x onerror=\"document.title='owned'\">"


class ReportPage(Grade):
    def setUp(self):
        super().setUp()
        self.hand_in("ann", GOOD)
        self.hand_in("bob", WRONG)
        self.hand_in("carol", GOOD.replace("if (i < n)", "if (i < n && i != 1000)"))
        self.hand_in("dora", slurp(STARTER))
        os.makedirs(os.path.join(self.klass, "eve"))
        self.hand_in("<script>document.title=1<", "// %s\n#error \"%s\"\n" % (TAG, TAG.replace('"', "'")))
        spill(os.path.join(self.klass, "notes.rar"), "no submission")
        self.grade()
        self.page = os.path.join(self.out, "report.html")
        self.browser = Browser()
        self.addCleanup(self.browser.close)

    def rows(self):
        return self.browser.js("Array.from(document.querySelectorAll('table.m tbody tr')).filter(r => !r.hidden && r.offsetHeight > 0)"
                               ".map(r => r.cells[0].textContent)")

    def test_page(self):
        b = self.browser
        b.open(self.page)
        everybody = self.rows()
        self.assertEqual(len(everybody), 7)
        self.assertIn("<script>document.title=1<", everybody)
        # The matrix has the words of the gradebook, and each cell that was judged leads to its entry, which opens.
        for name, row in self.book().items():
            shown = b.js("Array.from(document.querySelectorAll('table.m tbody tr')).filter(r => r.cells[0].textContent === %r)"
                         ".map(r => r.cells[2].textContent.trim())[0]" % name.lstrip("'"))
            self.assertEqual(shown, row[STEP + " verdict"], name)
        links = b.js("Array.from(document.querySelectorAll('a[href]')).map(a => a.getAttribute('href'))")
        self.assertGreaterEqual(len(links), 4)
        for link in links:
            self.assertTrue(b.js("(() => { location.hash = %r; return !!document.getElementById(%r) })()" % (link, link[1:])), link)
            b.js("new Promise(r => setTimeout(r, 0))")
            self.assertTrue(b.js("document.getElementById(%r).open" % link[1:]), link)
        # Filters: by name, by verdict, both, none.
        for name, verdict, want in (("AN", "", ["ann"]), ("", "wrong-answer", ["bob", "carol"]), ("car", "wrong-answer", ["carol"]),
                                    ("ann", "wrong-answer", []), ("", "", everybody), ("", "starter", ["dora"]), ("", "refused", ["notes.rar"]),
                                    ("", "no file", everybody[:-1])):
            b.js("(() => { var n = document.getElementById('name'), v = document.getElementById('verdict'); n.value = %r; v.value = %r;"
                 "n.dispatchEvent(new Event('input')); v.dispatchEvent(new Event('change')) })()" % (name, verdict))
            self.assertEqual(self.rows(), want, (name, verdict))
            self.assertEqual(b.js("document.getElementById('count').textContent"), "%d of 7" % len(want))
        # What was not counted is not shown as 0: of three entries, two have no table of gates.
        self.assertEqual(b.js("document.body.textContent.split('The gates were not judged').length - 1"), 2)
        self.assertEqual(b.js("document.querySelectorAll('table.src thead').length"), 1)
        # Somebody else's text is text.
        self.assertEqual(b.js("document.title"), "Warplings: a class")
        self.assertEqual(b.js("document.querySelectorAll('img, iframe, object, script[src]').length"), 0)
        self.assertIn("onerror=", b.js("document.body.textContent"))
        # A bar's colours are named above it, each with its own.
        self.assertEqual(b.js("Array.from(document.querySelectorAll('span.key')).map(k => k.textContent.trim()).join()"),
                         "pass,right in part,wrong,not handed in,not judged")
        self.assertEqual(b.js("new Set(Array.from(document.querySelectorAll('span.key rect')).map(r => r.getAttribute('fill'))).size"), 5)
        self.assertEqual(b.complaints(), [])
        # Nothing is wider than the window, but for what scrolls by itself.
        self.assertLessEqual(b.js("document.documentElement.scrollWidth"), b.js("window.innerWidth"))
        picture = os.environ.get("WARPLINGS_PICTURE")
        if picture:
            b.js("(() => { var n = document.getElementById('name'); n.value = ''; n.dispatchEvent(new Event('input')) })()")
            b.picture(picture)

    def test_browser_sees_an_attack(self):
        """The control: a page that does not escape runs the tag, and what it does is seen."""
        path = os.path.join(self.dir, "open.html")
        spill(path, "<!doctype html><title>x</title>%s<script>nothing.there()</script>" % TAG)
        self.browser.open(path)
        self.browser.js("new Promise(r => setTimeout(r, 500))")
        self.assertEqual(self.browser.js("document.title"), "owned")
        self.assertTrue(self.browser.complaints())

    def test_no_injection_runs(self):
        """Even where a text came out unescaped, the page's policy runs no script but its own."""
        path = os.path.join(self.dir, "hurt.html")
        spill(path, slurp(self.page).replace("<h1>", TAG + "<script>document.title='owned'</script><h1>", 1))
        self.browser.open(path)
        self.browser.js("new Promise(r => setTimeout(r, 500))")
        self.assertEqual(self.browser.js("document.title"), "Warplings: a class")
        self.assertEqual(len(self.rows()), 7)  # its own runs
        self.assertEqual(self.browser.js("document.getElementById('count').textContent"), "7 of 7")


class LongName(Grade):
    def test_leaves_room_for_the_verdicts(self):
        """The longest name that a file system allows does not push the class's words out of sight."""
        self.hand_in("ann", GOOD)
        self.hand_in("q" * 250, GOOD)
        self.grade()
        b = Browser()
        self.addCleanup(b.close)
        b.open(os.path.join(self.out, "report.html"))
        right = b.js("Math.max(...Array.from(document.querySelectorAll('table.m tbody tr')).map(r => r.cells[2].getBoundingClientRect().right))")
        self.assertLess(right, b.js("window.innerWidth") / 2)


class WhichGate(Grade):
    def test_cell_names_the_missed_gate(self):
        chunks = slurp(os.path.join(ROOT, "solutions", LAB, "wrong-1-chunks.cu"))
        for i, name in enumerate(("zoe", "bob", "ann", "max")):
            self.hand_in(name, (chunks if name == "bob" else GOOD) + "int unused%d;\n" % i)
        self.grade()
        with open(os.path.join(self.out, "students", "bob.json")) as f:
            missed = [g["what"] for g in json.load(f)["steps"][0]["run"]["gates"] if not g["pass"]]
        self.assertTrue(missed)
        b = Browser()
        self.addCleanup(b.close)
        b.open(os.path.join(self.out, "report.html"))
        cells = b.js("Array.from(document.querySelectorAll('table.m tbody tr')).map(r => r.cells[0].textContent + '|' + r.cells[2].textContent)")
        self.assertEqual(cells, ["ann|pass", "bob|gate-failed" + ", ".join(missed), "max|pass", "zoe|pass"])
        # A filter asks for the word alone.
        b.js("(() => { var v = document.getElementById('verdict'); v.value = 'gate-failed'; v.dispatchEvent(new Event('change')) })()")
        self.assertEqual(b.js("document.getElementById('count').textContent"), "1 of 4")
        # The entries come in the students' order.
        self.assertEqual(b.js("Array.from(document.querySelectorAll('body > details > summary')).map(s => s.textContent.split(': ')[1])"),
                         ["ann", "bob", "max", "zoe"])
        self.assertEqual(b.complaints(), [])


if __name__ == "__main__":
    unittest.main()
