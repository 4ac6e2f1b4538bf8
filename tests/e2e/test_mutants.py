"""verify --mutants: a lab with weak cases lets mistakes live, and says which; better cases notice them; the manifest names those that
compute the same."""
import os
import unittest

from harness import Case, spill

SOURCE = """/* %s */
__global__ void scale(const float *in, float *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = 2 * in[i];
}

extern "C" void solve(const float *in, float *out, int n)
{
	scale<<<(n + 255) / 256, 256>>>(in, out, n);
}
"""
MANIFEST = """title: Scale
summary: Twice as much.
steps:
  - name: scale
    title: Twice
    reference: kernels/scale.cu
    args:
      - {name: in, type: float, kind: in, count: n, fill: {uniform: [-1, 1]}}
      - {name: out, type: float, kind: out, count: n}
      - {name: n, type: int, kind: value}
    cases:
%s      - {name: big, n: 64 * 1024, perf: true}
    compare: exact
%s    hints: [idea, place, code]
    mistakes: {wrong-1-thrice.cu: wrong-answer}
"""
GOOD_CASES = "      - {name: one, n: 1}\n      - {name: prime, n: 10007}\n      - {name: some, n: {from: 300, to: 900}}\n"


class Mutants(Case):
    def lab(self, cases, equivalent=""):
        root = os.path.join(self.dir, "root")
        for d in ("labs/90-scale", "solutions/90-scale", "kernels"):
            os.makedirs(os.path.join(root, d), exist_ok=True)
        spill(os.path.join(root, "labs/90-scale/lab.yaml"), MANIFEST % (cases, equivalent))
        spill(os.path.join(root, "labs/90-scale/lesson.md"), "# Scale\n\n## Step 1: Twice\n")
        spill(os.path.join(root, "labs/90-scale/1-scale.cu"), SOURCE.replace("2 *", "0 *") % "TODO: twice")
        spill(os.path.join(root, "solutions/90-scale/1-scale.cu"), SOURCE % "Twice.")
        spill(os.path.join(root, "solutions/90-scale/wrong-1-thrice.cu"), SOURCE.replace("2 *", "3 *") % "Thrice.")
        spill(os.path.join(root, "kernels/scale.cu"), SOURCE % "Twice.")
        self.env["WARPLINGS_ROOT"] = root

    def verify(self, status):
        p = self.warplings("verify", "--mutants", "90", timeout=600)
        self.assertEqual(p.returncode, status, p.stdout + p.stderr)
        return " ".join(p.stdout.split())

    def test_good_cases(self):
        self.lab(GOOD_CASES)
        said = self.verify(0)
        self.assertRegex(said, r"step 1: 7 mutants, 7 noticed \(\d+ memory-error, \d+ wrong-answer\), 0 equivalent, 0 not noticed")

    def test_weak_cases(self):
        """No size that needs the guard: the two mistakes about it live, the others do not."""
        self.lab("")
        said = self.verify(1)
        for kind in ("guard-dropped", "bound-shifted"):
            self.assertIn("solutions/90-scale/1-scale.cu:5: nothing notices %s, " % kind, said)
        first, once_more = said.split("Once more what is not in order:")
        self.assertEqual((first.count("nothing notices"), once_more.count("nothing notices")), (2, 2), said)
        self.assertIn("7 mutants, 5 noticed", said)

    def test_equivalent(self):
        row = '      - {mutant: %s, of: "%s", because: "The sizes are all multiples of 256."}\n'
        self.lab("", "    equivalent:\n" + row % ("guard-dropped", "if (i < n)") + row % ("bound-shifted", "if (i < n)"))
        self.assertIn("7 mutants, 5 noticed (2 memory-error, 3 wrong-answer), 2 equivalent, 0 not noticed", self.verify(0))
        self.lab(GOOD_CASES, "    equivalent:\n" + row % ("guard-dropped", "if (i < n)") + row % ("loop-once", "for") + row % ("no", "x"))
        said = self.verify(1)
        self.assertIn("labs/90-scale/lab.yaml:18: equivalent: guard-dropped of 'if (i < n)' is noticed, so it is none", said)
        self.assertIn("labs/90-scale/lab.yaml:19: equivalent: loop-once of 'for' is no mutant of the solution", said)
        self.assertIn("labs/90-scale/lab.yaml:20: 'no' is no mutant; expected one of guard-dropped, guard-closed,", said)


if __name__ == "__main__":
    unittest.main()
