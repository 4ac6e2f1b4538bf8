/* lab: a manifest becomes the right struct; each mistake in one is named with its line.
 *
 * One good manifest stands below, with its line numbers; a bad one is that text with one line replaced.
 */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "base/fs.h"
#include "counters/counters.h"
#include "lab/manifest.h"

Suite *lab_manifest_suite(void);

static const char *const good[] = {
	/* 1 */ "title: Coalescing",
	/* 2 */ "summary: Neighbouring threads should touch neighbouring words.",
	/* 3 */ "steps:",
	/* 4 */ "  - name: neighbours",
	/* 5 */ "    title: A chunk for each thread",
	/* 6 */ "    reference: kernels/copy.cu",
	/* 7 */ "    args:",
	/* 8 */ "      - {name: in, type: float, kind: in, shape: [rows, cols], fill: {uniform: [-1, 1]}}",
	/* 9 */ "      - {name: out, type: float, kind: out, count: rows * cols}",
	/* 10 */ "      - {name: rows, type: int, kind: value}",
	/* 11 */ "      - {name: total, type: long long, kind: value, value: rows * cols}",
	/* 12 */ "    cases:",
	/* 13 */ "      - {name: empty, rows: 0, cols: 0}",
	/* 14 */ "      - {name: prime, rows: 37, cols: 53, sweep: true}",
	/* 15 */ "      - {name: big, rows: 1024 * 2, cols: 512, perf: true, sweep: true}",
	/* 16 */ "    compare: {sum: 32}",
	/* 17 */ "    gates:",
	/* 18 */ "      - {what: sectors, counter: load sectors, max_of_reference: 1.1, why: Because.}",
	/* 19 */ "      - {what: lanes, counter: active lanes, min: 24.5, kernel: copy, why: Because.}",
	/* 20 */ "    show: [load requests, l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum]",
	/* 21 */
	"    predict: {question: How many?, of: starter, counter: sectors per load, case: prime, explain: So.}",
	/* 22 */ "    hints:",
	/* 23 */ "      - The concept.",
	/* 24 */ "      - |",
	/* 25 */ "        Two lines",
	/* 26 */ "        of text.",
	/* 27 */ "    mistakes:",
	/* 28 */ "      wrong-1-chunked.cu: gate-failed",
	/* 29 */ "    time_limit_ms: 2000",
	/* 30 */ "    step_budget: 123456789",
	/* 31 */ "  - name: rows",
	/* 32 */ "    title: Rows",
	/* 33 */ "    reference: kernels/copy.cu",
	/* 34 */ "    args: [{name: x, type: char, kind: inout, count: n, fill: {integers: [-3, 3]}, host: true}]",
	/* 35 */ "    cases: [{name: all, n: 10, perf: true}]",
	/* 36 */ "    compare: exact",
	/* 37 */ "    hints: [One.]",
	/* 38 */ "    lesson: 2-rows.md",
};
#define LINES (sizeof good / sizeof good[0])

/* ---- a root with the files that the manifest names */

static char *root;
static struct arena arena;

static void put(const char *path, const char *text)
{
	char *full = xasprintf("%s/%s", root, path);

	ck_assert_int_eq(fs_write_atomic(full, text, strlen(text), 0644, NULL), 0);
	free(full);
}

static void folder(const char *path)
{
	char *full = xasprintf("%s/%s", root, path);

	ck_assert_int_eq(fs_mkdir_p(full, NULL), 0);
	free(full);
}

static void setup(void)
{
	arena_init(&arena);
	root = fs_temp_dir("check-manifest", NULL);
	ck_assert_ptr_nonnull(root);
	folder("labs/02-coalescing");
	folder("solutions/02-coalescing");
	folder("kernels");
	put("kernels/copy.cu", "solve");
	put("labs/02-coalescing/1-neighbours.cu", "TODO");
	put("labs/02-coalescing/2-rows.cu", "TODO");
	put("labs/02-coalescing/2-rows.md", "text");
	put("labs/02-coalescing/lesson.md", "text");
	put("solutions/02-coalescing/1-neighbours.cu", "done");
	put("solutions/02-coalescing/2-rows.cu", "done");
	put("solutions/02-coalescing/wrong-1-chunked.cu", "wrong");
}

static void teardown(void)
{
	ck_assert_int_eq(fs_remove_tree(root, NULL), 0);
	free(root);
	arena_release(&arena);
}

static int parse_text(const char *text, size_t len, struct lab *l, struct err *e)
{
	*l = (struct lab){
		.number = 2, .name = "coalescing", .id = "02-coalescing", .manifest = "labs/02-coalescing/lab.yaml"
	};
	l->dir = arena_printf(&arena, "%s/labs/02-coalescing", root);
	return manifest_parse(&arena, root, l, text, len, e);
}

/* The good text with line `line` replaced (0 = none; NULL deletes it). */
static int parse_with(int line, const char *with, struct lab *l, struct err *e)
{
	struct buf b;
	int rc;

	buf_init(&b);
	for (int i = 0; i < (int)LINES; i++) {
		const char *text = i + 1 == line ? with : good[i];

		if (text)
			buf_printf(&b, "%s\n", text);
	}
	rc = parse_text(b.data, b.len, l, e);
	buf_release(&b);
	return rc;
}

START_TEST(everything_arrives)
{
	struct err e = ERR_INIT;
	const struct step *s;
	struct lab l;
	long long v;

	ck_assert_msg(!parse_with(0, NULL, &l, &e), "%d: %s", e.line, e.msg);
	ck_assert_str_eq(l.title, "Coalescing");
	ck_assert_uint_eq(l.nsteps, 2);
	s = &l.steps[0];
	ck_assert_ptr_eq(s->lab, &l);
	ck_assert_int_eq(s->number, 1);
	ck_assert_str_eq(s->id, "02-coalescing/1");
	ck_assert_str_eq(s->file, "1-neighbours.cu");
	ck_assert_str_eq(strstr(s->starter, "labs/"), "labs/02-coalescing/1-neighbours.cu");
	ck_assert_str_eq(strstr(s->solution, "solutions/"), "solutions/02-coalescing/1-neighbours.cu");
	ck_assert_str_eq(strstr(s->reference, "kernels/"), "kernels/copy.cu");
	ck_assert_int_eq(s->line, 4);

	ck_assert_uint_eq(s->nargs, 4);
	ck_assert_int_eq(s->args[0].type, ELEM_FLOAT);
	ck_assert_int_eq(s->args[0].kind, ARG_IN);
	ck_assert_int_eq(s->args[0].fill.kind, FILL_UNIFORM);
	ck_assert(s->args[0].fill.lo == -1 && s->args[0].fill.hi == 1);
	ck_assert_uint_eq(s->args[0].nshape, 2);
	ck_assert_int_eq(expr_eval(s->args[0].count, &s->cases[1], &v, &e), 0);
	ck_assert_int_eq(v, 37 * 53);
	ck_assert_int_eq(s->args[1].kind, ARG_OUT);
	ck_assert_str_eq(s->args[2].value, "rows");
	ck_assert_int_eq(s->args[3].type, ELEM_LONG);
	ck_assert_str_eq(s->args[3].value, "rows * cols");

	ck_assert_uint_eq(s->ncases, 3);
	ck_assert_int_eq(s->cases[2].params[0].value, 2048);
	ck_assert(s->cases[2].perf && !s->cases[1].perf);
	ck_assert(s->sweep_table && s->cases[1].sweep && !s->cases[0].sweep);
	ck_assert_int_eq(s->compare.kind, COMPARE_SUM);
	ck_assert(s->compare.allowance == 32);
	ck_assert_uint_eq(s->ngates, 2);
	ck_assert(s->gates[0].counter == CTR_GLOBAL_LD_SECTORS && s->gates[0].max_of_reference == 1.1);
	ck_assert(s->gates[1].has_min && !s->gates[1].has_max && s->gates[1].min == 24.5);
	ck_assert_str_eq(s->gates[1].kernel, "copy");
	ck_assert_int_eq(s->gates[1].line, 19);
	ck_assert_uint_eq(s->nshow, 2);
	ck_assert_int_eq(s->show[1], CTR_GLOBAL_ST_SECTORS);
	ck_assert(s->has_predict && s->predict.tolerance == 0.1);
	ck_assert_str_eq(s->predict.on_case, "prime");
	ck_assert_int_eq(s->predict.of, OF_STARTER);
	ck_assert_uint_eq(s->nhints, 2);
	ck_assert_str_eq(s->hints[1], "Two lines\nof text.");
	ck_assert_uint_eq(s->nmistakes, 1);
	ck_assert_str_eq(s->mistakes[0].file, "wrong-1-chunked.cu");
	ck_assert_str_eq(s->mistakes[0].verdict, "gate-failed");
	ck_assert_uint_eq(s->time_limit_ms, 2000);
	ck_assert_uint_eq(s->step_budget, 123456789);

	s = &l.steps[1];
	ck_assert_int_eq(s->number, 2);
	ck_assert(s->args[0].host && s->args[0].kind == ARG_INOUT && s->args[0].type == ELEM_CHAR);
	ck_assert_uint_eq(s->time_limit_ms, 10000);
	ck_assert_ptr_nonnull(strstr(s->lesson, "/2-rows.md"));
	ck_assert(!s->has_predict && !s->sweep_table && !s->ngates);
}
END_TEST

static const struct {
	int line;         /* of the good text that is replaced */
	const char *with; /* NULL: deleted */
	int at;           /* line of the error */
	const char *says;
} bad[] = {
	/* keys */
	{ 1, "titel: Coalescing", 1, "unknown key 'titel' in a lab; expected one of title, summary, steps" },
	{ 5, "    foo: bar", 5, "unknown key 'foo' in a step; expected one of name, title, reference" },
	{ 8, "      - {name: in, typ: float}", 8, "unknown key 'typ' in an argument; expected one of name, type" },
	{ 8, "      - {name: in, type: float, kind: in, count: n, fill: {normal: [0, 1]}}", 8,
		"unknown key 'normal' in a fill" },
	{ 18, "      - {what: x, counter: load sectors, maximum: 1, why: y}", 18, "unknown key 'maximum' in a gate" },
	{ 21, "    predict: {question: q, of: solution, counter: load sectors, explain: e, x: 1}", 21,
		"unknown key 'x' in a prediction" },
	{ 16, "    compare: {sums: 32}", 16, "unknown key 'sums' in a comparison" },
	{ 2, "title: Twice", 2, "key 'title' is given twice in a lab" },
	{ 1, NULL, 1, "key 'title' is missing in a lab" },
	{ 5, NULL, 4, "key 'title' is missing in a step" },
	{ 36, NULL, 31, "key 'compare' is missing in a step" },
	{ 9, "      - {name: out, type: float, count: rows}", 9, "key 'kind' is missing in an argument" },
	{ 18, "      - {what: x, counter: load sectors, max: 1}", 18, "key 'why' is missing in a gate" },
	{ 2, "? [a]\n: b", 2, "expected the name of a key, found a list" },
	/* types */
	{ 1, "title: [a, b]", 1, "key 'title': expected a text, found a list" },
	{ 1, "title: {a: b}", 1, "key 'title': expected a text, found a map of keys" },
	{ 1, "title:", 1, "key 'title': expected a text, found nothing" },
	{ 1, "title: ''", 1, "key 'title': the text is empty" },
	{ 1, "title: \"a\\nb\"", 1, "key 'title': expected a text of one line" },
	{ 1, "title: \"a\\eb\"", 1, "key 'title': the text holds control characters" },
	{ 1, "title: \"a\\0b\"", 1, "key 'title': the text holds control characters" },
	{ 1, "title: \"a\\x9bb\"", 1, "key 'title': the text holds control characters" },
	{ 4, "  - name: Big Name", 4, "key 'name': expected a name of at most 40 lower-case letters" },
	{ 4, "  - name: ../../x", 4, "key 'name': expected a name of at most 40 lower-case letters" },
	{ 8, "      - {name: 1in, type: float, kind: in, count: 1, fill: {ramp: 0}}", 8,
		"expected an identifier of C" },
	{ 8, "      - {name: in, type: half, kind: in, count: 1, fill: {ramp: 0}}", 8,
		"key 'type': expected one of int, unsigned, float, double, char, long long, found 'half'" },
	{ 8, "      - {name: in, type: float, kind: input, count: 1, fill: {ramp: 0}}", 8,
		"key 'kind': expected one of in, out, inout, value, found 'input'" },
	{ 34, "    args: none", 34, "key 'args': expected a list of arguments, found 'none'" },
	{ 34, "    args: []", 34, "key 'args': expected 1 to 16 arguments, found 0" },
	{ 34, "    args: [x]", 34, "key 'args': expected a map of keys, found 'x'" },
	{ 34, "    args: [{name: x, type: char, kind: out, count: n, shape: n}]", 34,
		"key 'shape': expected a list of expressions" },
	{ 34, "    args: [{name: x, type: char, kind: out, shape: [n, 1, 1, 1]}]", 34,
		"expected 1 to 3 expressions, found 4" },
	{ 34, "    args: [{name: x, type: char, kind: inout, count: n, fill: 3}]", 34,
		"key 'fill': expected one of {uniform: [lo, hi]}" },
	{ 34, "    args: [{name: x, type: char, kind: inout, count: n, fill: {integers: 3}}]", 34,
		"key 'integers': expected a list of numbers" },
	{ 34, "    args: [{name: x, type: char, kind: inout, count: n, fill: {integers: [3]}}]", 34,
		"expected 2 numbers, found 1" },
	{ 34, "    args: [{name: x, type: char, kind: inout, count: n, fill: {ramp: nan}}]", 34,
		"key 'ramp': expected a number, found 'nan'" },
	{ 34, "    args: [{name: x, type: char, kind: inout, count: n, fill: {ramp: 0x10}}]", 34,
		"expected a number, found '0x10'" },
	{ 34, "    args: [{name: x, type: char, kind: inout, count: n, fill: {ramp: 1e999}}]", 34,
		"expected a number, found '1e999'" },
	{ 34, "    args: [{name: x, type: char, kind: out, count: n, host: yes}]", 34,
		"key 'host': expected true or false, found 'yes'" },
	{ 34, "    args: [{name: x, type: char, kind: out, count: n, milliseconds: true}]", 34,
		"argument 'x' has milliseconds: it has to be of type float and kind out" },
	{ 34, "    args: [{name: x, type: int, kind: in, count: n, fill: {ramp: 0}, memory: 1}]", 34,
		"argument 'x' has memory: it has to be of kind in, with host: true" },
	{ 34, "    args: [{name: x, type: int, kind: out, count: n, host: true, memory: 1}]", 34,
		"argument 'x' has memory: it has to be of kind in, with host: true" },
	{ 34,
		"    args: [{name: x, type: int, kind: in, count: n, fill: {ramp: 0}, host: true, memory: 4}, "
		"{name: y, type: int, kind: out, count: n}]",
		35, "case 'all': the memory of argument 'x' would be 4; expected 0 to 3" },
	{ 35, "    cases: [{name: all, n: 10, perf: 1}]", 35, "key 'perf': expected true or false, found '1'" },
	{ 35, "    cases: [{name: all, n: ten, perf: true}]", 35,
		"parameter 'n': expected a whole number, found 'ten'" },
	{ 35, "    cases: [{name: all, n: 1.5, perf: true}]", 35, "expected an operator after a whole number" },
	{ 35, "    cases: [{name: all, n: [1], perf: true}]", 35, "parameter 'n': expected a whole number" },
	{ 35, "    cases: [{name: all, n: 1, n: 2, perf: true}]", 35, "parameter 'n' is given twice" },
	{ 35, "    cases: [{name: all, n-1: 1, perf: true}]", 35, "expected an identifier of C" },
	{ 35, "    cases: [{name: all, n: 10, perf: true}, {name: some, n: {from: 5, to: 5}}]", 35,
		"parameter 'n': expected {from: A, to: B} with A < B" },
	{ 35, "    cases: [{name: all, n: 10, perf: true}, {name: some, n: {from: 5}}]", 35, "'to'" },
	{ 35, "    cases: [{name: all, n: 10, perf: true}, {name: some, n: {from: -5, to: 5}}]", 35,
		"case 'some': argument 'x' would have -5 elements" },
	{ 35, "    cases: [{name: all, n: 10, perf: true}, {name: some, n: {from: 5, to: 1024 * 1024 * 1024 + 1}}]", 35,
		"at most 1 GiB fits" },
	{ 35, "    cases: [{name: all, n: {from: 1, to: 2}, perf: true}]", 35,
		"the sizes of case 'all' must be fixed" },
	{ 29, "    floors: {none: true}", 29, "'why'" },
	{ 29, "    notes: {none: true}", 29, "'why'" },
	{ 29, "    notes: {time: 1, why: x}", 29, "expected a time above 1, in times" },
	{ 29, "    floors: {time: 0.5, why: x}", 29, "expected a time of at least 1" },
	{ 35, "    cases: []", 35, "expected 1 to 64 cases, found 0" },
	{ 36, "    compare: roughly", 36, "key 'compare': expected exact or {sum: 32}, found 'roughly'" },
	{ 16, "    compare: {sum: -1}", 16, "expected an allowance between 0 and 1000000" },
	{ 16, "    compare: {sum: a lot}", 16, "key 'sum': expected a number, found 'a lot'" },
	{ 18, "      - {what: x, counter: sectors, max: 1, why: y}", 18,
		"key 'counter': expected the name or alias of a counter" },
	{ 18, "      - {what: x, counter: load sectors, why: y}", 18, "expected a limit in a gate: max, min" },
	{ 18, "      - {what: x, counter: load sectors, max: 1, max_of_reference: 1, why: y}", 18,
		"at most one upper and one lower limit" },
	{ 18, "      - {what: x, counter: load sectors, min: 1, min_of_reference: 1, why: y}", 18,
		"at most one upper and one lower limit" },
	{ 18, "      - {what: x, counter: load sectors, max_of_ideal: 1, why: y}", 18, "expected the key 'ideal'" },
	{ 18, "      - {what: x, counter: load sectors, max: 1, ideal: rows, why: y}", 18, "expected the key 'ideal'" },
	{ 18, "      - {what: x, counter: load sectors, max_of_ideal: 1, ideal: depth, why: y}", 18,
		"gate: expression 'depth': case 'big' gives no 'depth'" },
	{ 18, "      - {what: x, counter: load sectors, max_of_variant: {aos: 0.5}, why: y}", 18,
		"gate: no variant of the step is named 'aos'" },
	{ 17, "    every_case: [{what: x, counter: warps, max: 8, why: y}]\n    gates:", 17,
		"expected max_of_reference or min_of_reference in a limit for every case" },
	{ 17, "    every_case: []\n    gates:", 17, "every_case" },
	{ 18, "      - {what: x, counter: load sectors, max_of_variant: 0.5, why: y}", 18,
		"expected one variant and a factor" },
	{ 18, "      - {what: x, counter: load sectors, max_of_reference: 0, why: y}", 18,
		"expected a factor above 0, found '0'" },
	{ 20, "    show: [load requests, nothing]", 20,
		"expected the name or alias of a counter (docs/counters.md), found 'nothing'" },
	{ 21, "    predict: {question: q, of: solution, counter: load sectors, explain: e, tolerance: 2}", 21,
		"expected a number from 0 to 1" },
	{ 21, "    predict: {question: q, of: solution, counter: load sectors, explain: e, all: true, case: big}", 21,
		"one of the keys 'case' and 'all'" },
	{ 21, "    predict: {question: q, of: mine, counter: load sectors, explain: e}", 21,
		"expected starter, solution, yours or variant NAME, found 'mine'" },
	{ 21, "    predict: {question: q, counter: load sectors, explain: e}", 21,
		"key 'of' is missing in a prediction" },
	{ 37, "    hints: []", 37, "expected 1 to 8 hints, found 0" },
	{ 37, "    hints: ['  ']", 37, "key 'hints': the text is empty" },
	{ 27, "    mistakes: []\n    x:", 27, "key 'mistakes': expected a map of file: verdict, found a list" },
	{ 28, "      wrong-2-chunked.cu: gate-failed", 28,
		"expected a file named wrong-1-....cu, found 'wrong-2-chunked.cu'" },
	{ 28, "      wrong-1-../x.cu: gate-failed", 28, "expected a file named wrong-1-....cu" },
	{ 28, "      wrong-1-x.txt: gate-failed", 28, "expected a file named wrong-1-....cu" },
	{ 28, "      wrong-1-chunked.cu:", 28, "key 'mistakes': expected a text, found nothing" },
	{ 28, "      wrong-1-chunked.cu: gate-failed\n      wrong-1-chunked.cu: race", 29,
		"file 'wrong-1-chunked.cu' is given twice" },
	{ 29, "    time_limit_ms: 5", 29, "key 'time_limit_ms': expected milliseconds from 100 to 600000, found '5'" },
	{ 30, "    step_budget: -1", 30, "key 'step_budget': expected a whole number, found '-1'" },
	{ 30, "    step_budget: 99999999999999999999999", 30, "expected a whole number" },
	/* kinds of arguments */
	{ 10, "      - {name: rows, type: int, kind: value, count: 3}", 10,
		"argument 'rows' is a value: count, shape, fill and host are for" },
	{ 9, "      - {name: out, type: float, kind: out, value: rows, count: 1}", 9,
		"argument 'out' is a buffer: the key 'value'" },
	{ 9, "      - {name: out, type: float, kind: out}", 9,
		"argument 'out' is a buffer: it needs the key 'count' or 'shape'" },
	{ 9, "      - {name: out, type: float, kind: out, count: rows, fill: {ramp: 0}}", 9,
		"argument 'out' only comes out" },
	{ 8, "      - {name: in, type: float, kind: in, count: rows}", 8,
		"argument 'in' goes in: it needs the key 'fill'" },
	/* files */
	{ 6, "    reference: kernels/none.cu", 6, "key 'reference': there is no file kernels/none.cu" },
	{ 6, "    reference: /etc/passwd", 6, "expected a path of a .cu file, relative to the root" },
	{ 6, "    reference: kernels/../kernels/copy.cu", 6, "expected a path of a .cu file, relative to the root" },
	{ 28, "      wrong-1-absent.cu: race", 28,
		"key 'mistakes': there is no file solutions/02-coalescing/wrong-1-absent.cu" },
	{ 38, "    lesson: none.md", 38, "key 'lesson': there is no file none.md in the lab's folder" },
	{ 38, "    lesson: ../02-coalescing/2-rows.md", 38, "expected the name of a file in the lab's folder" },
	{ 31, "  - name: columns", 31, "step 2 has no starter: expected labs/02-coalescing/2-columns.cu" },
	/* names that must differ or refer */
	{ 9, "      - {name: in, type: float, kind: out, count: rows * cols}", 9, "two arguments are named 'in'" },
	{ 14, "      - {name: big, rows: 37, cols: 53}", 15, "two cases are named 'big'" },
	{ 14, "      - {name: prime, rows: 37, cols: 53, perf: true}", 15, "a second case has perf: true" },
	{ 35, "    cases: [{name: all, n: 10}]", 31, "no case has perf: true" },
	{ 14, "      - {name: prime, rows: 37, cols: 53, depth: 3}", 14,
		"case 'prime' gives 'depth', which no argument uses" },
	{ 14, "      - {name: prime, rows: 37}", 8,
		"argument 'in' in case 'prime': expression '(rows) * (cols)': case 'prime' gives no 'cols'" },
	{ 21, "    timing: {rows: 37}", 8,
		"argument 'in' in case 'timing': expression '(rows) * (cols)': case 'timing' gives no 'cols'" },
	{ 21, "    timing: {rows: 37, cols: 5, perf: 1}", 21, "case 'timing' gives 'perf', which no argument uses" },
	{ 21, "    timing: 5", 21, "key 'timing': expected a map" },
	{ 21, "    predict: {question: q, of: solution, counter: load sectors, case: small, explain: e}", 21,
		"predict: no case is named 'small'" },
	{ 34, "    args: [{name: x, type: char, kind: in, count: n, fill: {ramp: 0}}]", 31,
		"no argument comes out of step 2" },
	{ 36, "    compare: {sum: 32}", 31, "a sum's allowance is for float and double" },
	{ 36,
		"    compare: exact\n    predict: {question: q, of: solution, counter: load sectors, all: true, "
		"explain: e}",
		37, "no case has sweep: true" },
	/* expressions and sizes */
	{ 9, "      - {name: out, type: float, kind: out, count: rows *}", 9,
		"key 'count': expression 'rows *': expected a number" },
	{ 9, "      - {name: out, type: float, kind: out, count: rows / cols}", 9,
		"in case 'empty': expression 'rows / cols': division by zero" },
	{ 9, "      - {name: out, type: float, kind: out, count: rows - 1}", 13,
		"case 'empty': argument 'out' would have -1 elements" },
	{ 15, "      - {name: big, rows: 1024 * 1024, cols: 1024, perf: true}", 15,
		"elements of 4 bytes; at most 1 GiB fits" },
	{ 15, "      - {name: big, rows: 4000000000, cols: 4000000000, perf: true}", 8, "does not fit into 64 bits" },
	{ 13, "      - {name: empty, rows: -1, cols: -1}", 13, "a side of 'in' would be -1" },
	{ 14, "      - {name: prime, rows: 3000000000, cols: 0}", 14,
		"argument 'rows' would be 3000000000, which int does not hold" },
	{ 9, "      - {name: out, type: float, kind: out, shape: [rows, 2], count: rows * cols}", 9,
		"the shape holds 74 elements, the count is 1961" },
	{ 34, "    args: [{name: x, type: char, kind: inout, count: n, fill: {integers: [-3, 128]}}]", 34,
		"whole numbers that char holds" },
	{ 34, "    args: [{name: x, type: char, kind: inout, count: n, fill: {integers: [3, -3]}}]", 34, "lo <= hi" },
	{ 34, "    args: [{name: x, type: char, kind: inout, count: n, fill: {quarters: [-3, 3]}}]", 34,
		"quarters is for float and double" },
	{ 34, "    args: [{name: x, type: float, kind: inout, count: n, fill: {quarters: [-3, 3.5]}}]", 34,
		"expected quarters: [lo, hi] with lo < hi" },
	{ 34, "    args: [{name: x, type: float, kind: inout, count: n, fill: {quarters: [3, 3]}}]", 34,
		"expected quarters: [lo, hi] with lo < hi" },
	{ 34, "    args: [{name: x, type: char, kind: inout, count: n, fill: {uniform: [-3, 3]}}]", 34,
		"uniform is for float and double" },
	{ 34, "    args: [{name: x, type: float, kind: inout, count: n, fill: {uniform: [3, 3]}}]", 34,
		"with lo < hi" },
	{ 34, "    args: [{name: x, type: float, kind: inout, count: n, fill: {integers: [0, 1e9]}}]", 34,
		"whole numbers that float holds" },
	{ 34, "    args: [{name: x, type: int, kind: inout, count: n, fill: {ramp: 0.5}}]", 34,
		"a ramp from a whole number" },
	{ 34, "    args: [{name: x, type: int, kind: inout, count: n, fill: {constant: 0.5}}]", 34,
		"a constant that int holds" },
	{ 34, "    args: [{name: x, type: char, kind: inout, count: n, fill: {ramp: 120}}]", 35,
		"the ramp of 'x' leaves the whole numbers that char holds" },
	/* YAML itself */
	{ 8, "      - {name: in, type: float", 9, "did not find expected" },
	{ 5, "   title: badly indented", 5, "did not find expected" },
	{ 5, "\ttitle: a tab", 5, "found a tab character" },
	{ 38, "---\ntitle: second", 38, "a second YAML document" },
	{ 38, "    lesson: *nothing", 38, "'nothing': anchors and aliases are not used here" },
};

START_TEST(each_mistake_is_named_with_its_line)
{
	struct err e = ERR_INIT;
	struct lab l;

	ck_assert_msg(
		parse_with(bad[_i].line, bad[_i].with, &l, &e) == -1, "row %d was accepted: %s", _i, bad[_i].with);
	ck_assert_int_eq(e.kind, ERR_INPUT);
	ck_assert_str_eq(e.file, "labs/02-coalescing/lab.yaml");
	ck_assert_msg(e.line == bad[_i].at, "row %d: line %d instead of %d: %s", _i, e.line, bad[_i].at, e.msg);
	ck_assert_msg(strstr(e.msg, bad[_i].says) != NULL, "row %d: says: %s", _i, e.msg);
}
END_TEST

/* Sizes follow from the seed, stay in their range, reach both of its ends, and leave the catalogue's step alone. */
START_TEST(sizes_are_drawn)
{
	struct err e = ERR_INIT;
	const struct step *s, *a, *b;
	bool low = false, high = false, differs = false;
	struct lab l;

	ck_assert_msg(!parse_with(35,
			      "    cases: [{name: all, n: 10, perf: true}, {name: some, n: {from: 2 * 50, to: 103}}]\n"
			      "    floors: {time: 50, why: Because.}",
			      &l, &e),
		"%s", e.msg);
	s = &l.steps[1];
	ck_assert(s->cases[1].drawn && !s->cases[0].drawn && s->floors.time == 50 && !s->floors.none);
	ck_assert_int_eq(s->cases[1].params[0].value, 100);
	ck_assert_ptr_eq(step_draw(&arena, &l.steps[0], 7), &l.steps[0]);
	for (uint64_t seed = 1; seed < 100; seed++) {
		long long n;

		a = step_draw(&arena, s, seed);
		b = step_draw(&arena, s, seed);
		n = a->cases[1].params[0].value;
		ck_assert(n >= 100 && n <= 103 && n == b->cases[1].params[0].value);
		ck_assert_int_eq(a->cases[0].params[0].value, 10);
		low |= n == 100;
		high |= n == 103;
		differs |= n != s->cases[1].params[0].value;
	}
	ck_assert(low && high && differs);
	ck_assert_int_eq(s->cases[1].params[0].value, 100);
	ck_assert(step_without_floors(&arena, s)->floors.none && !s->floors.none);
}
END_TEST

/* ---- whole texts */

static void expect_text(const char *text, size_t len, int line, const char *says)
{
	struct err e = ERR_INIT;
	struct lab l;

	ck_assert_int_eq(parse_text(text, len, &l, &e), -1);
	ck_assert_msg(e.line == line, "line %d: %s", e.line, e.msg);
	ck_assert_msg(strstr(e.msg, says) != NULL, "says: %s", e.msg);
}

START_TEST(odd_texts)
{
	expect_text("", 0, 1, "the file is empty");
	expect_text("# nothing\n", 10, 1, "the file is empty");
	expect_text("- a\n", 4, 1, "expected a map of keys, found a list");
	expect_text("hello\n", 6, 1, "expected a map of keys, found 'hello'");
	expect_text("a: b\n\xff\xfe\n", 8, 2, "UTF-8");
	expect_text("a: b\nc: \x01\n", 10, 2, "control characters");
	expect_text("a: b\nc: &x [*x]\n", 16, 2, "'x': anchors and aliases");
	expect_text("a: b\nc: *x\n", 11, 2, "'x': anchors and aliases");
	expect_text("&a b: c\n", 8, 1, "'a': anchors and aliases");
}
END_TEST

START_TEST(very_deep_and_very_wide)
{
	struct buf b;

	buf_init(&b);
	for (int i = 0; i < MANIFEST_MAX - 1; i++)
		buf_putc(&b, '[');
	expect_text(b.data, b.len, 1, "more than 16 lists and maps inside each other");
	buf_clear(&b);
	buf_puts(&b, "title: x\nsummary: y\nsteps:\n");
	for (int i = 0; i < 21; i++)
		buf_puts(&b, "- {}\n");
	expect_text(b.data, b.len, 4, "key 'steps': expected 1 to 20 steps, found 21");
	buf_clear(&b);
	buf_puts(&b, "title: ");
	for (int i = 0; i < 5000; i++)
		buf_putc(&b, 'x');
	expect_text(b.data, b.len, 1, "the text has 5000 bytes; at most 4000 fit");
	buf_release(&b);
}
END_TEST

START_TEST(numbers_may_have_an_exponent)
{
	struct err e = ERR_INIT;
	struct lab l;

	ck_assert_int_eq(parse_with(19, "      - {what: w, counter: active lanes, min: 2.45e1, why: y}", &l, &e), 0);
	ck_assert(l.steps[0].gates[1].min == 24.5);
}
END_TEST

/* The example of docs/author-guide.md is what authors copy. */
START_TEST(the_guides_example_loads)
{
	struct err e = ERR_INIT;
	struct buf b;
	struct lab l;
	char *from, *to;

	put("solutions/02-coalescing/wrong-1-still-chunked.cu", "x");
	put("solutions/02-coalescing/wrong-1-no-tail.cu", "x");
	folder("kernels/copy");
	put("kernels/copy/coalesced.cu", "solve");
	buf_init(&b);
	ck_assert_msg(!fs_read("docs/author-guide.md", 1 << 20, &b, &e), "%s (tests run in the project's root)", e.msg);
	from = strstr(b.data, "```yaml\n");
	ck_assert_ptr_nonnull(from);
	from += strlen("```yaml\n");
	to = strstr(from, "```");
	ck_assert_ptr_nonnull(to);
	ck_assert_msg(!parse_text(from, (size_t)(to - from), &l, &e), "line %d of the example: %s", e.line, e.msg);
	ck_assert_uint_eq(l.nsteps, 1);
	buf_release(&b);
}
END_TEST

/* ---- files beside the manifest */

static void drop(const char *path)
{
	char *full = xasprintf("%s/%s", root, path);

	ck_assert_int_eq(fs_remove_tree(full, NULL), 0);
	free(full);
}

START_TEST(missing_files)
{
	struct err e = ERR_INIT;
	struct lab l;

	drop("solutions/02-coalescing/2-rows.cu");
	ck_assert_int_eq(parse_with(0, NULL, &l, &e), -1);
	ck_assert_int_eq(e.line, 31);
	ck_assert_str_eq(e.msg, "step 2 has no solution: expected solutions/02-coalescing/2-rows.cu");
	/* A copy for students may lack all solutions. */
	drop("solutions");
	ck_assert_int_eq(parse_with(0, NULL, &l, &e), 0);
	drop("labs/02-coalescing/lesson.md");
	ck_assert_int_eq(parse_with(0, NULL, &l, &e), -1);
	ck_assert_str_eq(e.msg, "the lab has no lesson: expected labs/02-coalescing/lesson.md");
}
END_TEST

Suite *lab_manifest_suite(void)
{
	Suite *s = suite_create("lab_manifest");
	TCase *t = tcase_create("manifest");

	tcase_add_checked_fixture(t, setup, teardown);
	tcase_add_test(t, everything_arrives);
	tcase_add_test(t, sizes_are_drawn);
	tcase_add_loop_test(t, each_mistake_is_named_with_its_line, 0, sizeof bad / sizeof bad[0]);
	tcase_add_test(t, odd_texts);
	tcase_add_test(t, very_deep_and_very_wide);
	tcase_add_test(t, numbers_may_have_an_exponent);
	tcase_add_test(t, the_guides_example_loads);
	tcase_add_test(t, missing_files);
	suite_add_tcase(s, t);
	return s;
}
