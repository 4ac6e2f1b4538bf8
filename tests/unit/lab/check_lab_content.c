/* lab: the keys of a step that ask, compare and show: questions of four kinds, variants, the sweep, relative gates,
 * quotes. Each is read right, and each slip is named at its line.
 */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "base/fs.h"
#include "counters/counters.h"
#include "lab/manifest.h"
#include "lab/quote.h"

Suite *lab_content_suite(void);

/* A step; the keys under test follow it from line LINES + 1 on. */
static const char head[] = "title: T\n"
			   "summary: S\n"
			   "steps:\n"
			   "  - name: copy\n"
			   "    title: T\n"
			   "    reference: kernels/copy.cu\n"
			   "    args:\n"
			   "      - {name: out, type: float, kind: out, count: n}\n"
			   "    cases:\n"
			   "      - {name: one, n: 1, sweep: true}\n"
			   "      - {name: big, n: 65536, perf: true}\n"
			   "    compare: exact\n"
			   "    hints: [idea, place, code]\n"
			   "    variants:\n"
			   "      - {name: aos, file: 1-copy.aos.cu, title: Array of structs}\n"
			   "      - {name: soa, file: 1-copy.soa.cu, title: Struct of arrays, edit: true}\n";
enum { LINES = 16 };

static char *root;
static struct arena arena;

static void put(const char *path, const char *text)
{
	char *full = xasprintf("%s/%s", root, path), *slash = strrchr(full, '/');

	*slash = '\0';
	ck_assert_int_eq(fs_mkdir_p(full, NULL), 0);
	*slash = '/';
	ck_assert_int_eq(fs_write_atomic(full, text, strlen(text), 0644, NULL), 0);
	free(full);
}

static void setup(void)
{
	static const char *const files[] = { "kernels/copy.cu", "labs/04-aos/1-copy.cu", "labs/04-aos/1-copy.aos.cu",
		"labs/04-aos/1-copy.soa.cu", "labs/04-aos/notes.txt", "labs/04-aos/lesson.md",
		"solutions/04-aos/1-copy.cu", "solutions/04-aos/right-1-stride.cu", "solutions/04-aos/wrong-1-x.cu" };

	arena_init(&arena);
	root = fs_temp_dir("check-content", NULL);
	ck_assert_ptr_nonnull(root);
	for (size_t i = 0; i < sizeof files / sizeof *files; i++)
		put(files[i], "text");
}

static void teardown(void)
{
	ck_assert_int_eq(fs_remove_tree(root, NULL), 0);
	free(root);
	arena_release(&arena);
}

static int parse(const char *keys, struct lab *l, struct err *e)
{
	char *text = xasprintf("%s%s", head, keys);
	int rc;

	*l = (struct lab){ .number = 4, .name = "aos", .id = "04-aos", .manifest = "labs/04-aos/lab.yaml" };
	l->dir = arena_printf(&arena, "%s/labs/04-aos", root);
	rc = manifest_parse(&arena, root, l, text, strlen(text), e);
	free(text);
	return rc;
}

static const struct step *step_of(const char *keys, struct lab *l)
{
	struct err e = ERR_INIT;

	ck_assert_msg(!parse(keys, l, &e), "line %d: %s", e.line, e.msg);
	return &l->steps[0];
}

START_TEST(questions_of_four_kinds)
{
	struct lab l;
	const struct step *s =
		step_of("    predict:\n"
			"      - {question: Q1, of: variant soa, case: one, counter: sectors per load, explain: E}\n"
			"      - question: Q2\n"
			"        choices: [AoS, SoA, no difference]\n"
			"        answer: SoA\n"
			"        decided_by: {counter: time, of: [aos, soa], within: 1.1}\n"
			"        explain: E\n"
			"      - {question: Q3, of: solution, row: sweep, counter: load sectors, explain: E}\n"
			"      - {question: Q4, order: [soa, aos], counter: time, explain: E}\n",
			&l);
	const struct predict *p = s->questions;

	ck_assert_uint_eq(s->nquestions, 4);
	ck_assert_int_eq(p[0].kind, PREDICT_NUMBER);
	ck_assert_int_eq(p[0].of, OF_VARIANT);
	ck_assert_str_eq(p[0].variant, "soa");
	ck_assert_str_eq(step_program(s, p[0].of, p[0].variant, "mine.cu"), s->variants[1].path);
	ck_assert_str_eq(step_case(s, p[0].on_case)->name, "one");
	ck_assert(s->has_predict && s->predict.line == p[0].line);
	ck_assert_int_eq(p[1].kind, PREDICT_CHOICE);
	ck_assert_uint_eq(p[1].nchoices, 3);
	ck_assert_uint_eq(p[1].answer, 1);
	ck_assert_int_eq(p[1].decided.counter, MEASURE_TIME);
	ck_assert(p[1].decided.nof == 2 && p[1].decided.within == 1.1);
	ck_assert_int_eq(p[2].kind, PREDICT_ROW);
	ck_assert_int_eq(p[2].of, OF_SOLUTION);
	ck_assert_int_eq(p[3].kind, PREDICT_ORDER);
	ck_assert_str_eq(p[3].choices[0], "soa");
	ck_assert_int_eq(p[3].line, LINES + 9);
}
END_TEST

START_TEST(the_rest_arrives)
{
	struct lab l;
	const struct step *s = step_of(
		"    right: [right-1-stride.cu]\n"
		"    equivalent: [{mutant: guard-closed, of: if (n), because: Nothing.}]\n"
		"    mistakes: {wrong-1-x.cu: {verdict: gate-failed, or: race, says: sectors loaded}}\n"
		"    sweep: {of: solution, macros: {TILE: [8, 4 * 4], PAD: [0, 1, 2]}, case: one,"
		" show: [time, load sectors], why: Look.}\n"
		"    gates:\n"
		"      - {what: w, counter: load sectors, max_of_reference: 1.1, min_of_reference: 0.5, why: y}\n"
		"      - {what: w, counter: load sectors, max_of_variant: {aos: 0.5}, why: y}\n"
		"      - {what: w, counter: load sectors, max_of_ideal: 1.05, ideal: n * 4 / 32, why: y}\n"
		"    every_case:\n"
		"      - {what: v, counter: warps, max_of_reference: 4, min_of_reference: 0.5, why: y}\n"
		"    learned: You took {mine:load sectors}; an H200 {h200:solution}.\n"
		"    picture: access\n"
		"    show_ptx: true\n"
		"    timeline: true\n"
		"    roofline: {flops: 2 * n, bytes: counter}\n",
		&l);

	ck_assert_str_eq(s->right[0], "right-1-stride.cu");
	ck_assert_uint_eq(s->nequivalents, 1);
	ck_assert_str_eq(s->equivalents[0].mutant, "guard-closed");
	ck_assert_str_eq(s->equivalents[0].of, "if (n)");
	ck_assert_str_eq(s->equivalents[0].because, "Nothing.");
	ck_assert_str_eq(s->mistakes[0].verdict, "gate-failed");
	ck_assert_str_eq(s->mistakes[0].or_verdict, "race");
	ck_assert_str_eq(s->mistakes[0].says, "sectors loaded");
	ck_assert(s->has_sweep && s->sweep.nmacros == 2 && s->sweep.of == OF_SOLUTION);
	ck_assert_int_eq(s->sweep.macros[0].values[1], 16);
	ck_assert_uint_eq(s->sweep.macros[1].nvalues, 3);
	ck_assert(s->sweep.nshow == 2 && s->sweep.show[0] == MEASURE_TIME);
	ck_assert_int_eq(s->sweep.show[1], CTR_GLOBAL_LD_SECTORS);
	/* A gate with two limits is two gates. */
	ck_assert_uint_eq(s->ngates, 4);
	ck_assert(s->gates[0].max_of_reference == 1.1 && s->gates[0].min_of_reference == 0);
	ck_assert(s->gates[1].max_of_reference == 0 && s->gates[1].min_of_reference == 0.5);
	ck_assert_uint_eq(s->nevery_case, 2);
	ck_assert(s->every_case[0].max_of_reference == 4 && s->every_case[1].min_of_reference == 0.5);
	ck_assert_str_eq(s->gates[2].variant, "aos");
	ck_assert(s->gates[2].max_of_variant == 0.5 && s->gates[3].max_of_ideal == 1.05);
	ck_assert_str_eq(s->gates[3].ideal, "n * 4 / 32");
	ck_assert(s->picture && s->show_ptx && s->timeline && s->has_roofline);
	ck_assert_str_eq(s->roofline.flops, "2 * n");
	ck_assert_ptr_null(s->roofline.bytes);
}
END_TEST

START_TEST(a_sweep_shows_time_of_the_students_file_unless_told)
{
	struct lab l;
	const struct step *s = step_of("    sweep: {macros: {TILE: [8, 16]}}\n", &l);

	ck_assert(s->sweep.of == OF_YOURS && s->sweep.nshow == 1 && s->sweep.show[0] == MEASURE_TIME);
}
END_TEST

START_TEST(pictures_have_sides_of_their_own_or_their_arguments)
{
	struct err e = ERR_INIT;
	struct lab l;
	const struct step *s = step_of(
		"    images:\n      case: big\n      show:\n        - {of: out, name: a, kind: grey, white: 9, "
		"width: 256, height: n / 256}\n        - {of: out, name: b, kind: labels, width: n, height: 1}\n",
		&l);

	ck_assert_uint_eq(s->images.nshow, 2);
	ck_assert(s->images.show[0].kind == IMAGE_GREY && s->images.show[1].kind == IMAGE_LABELS);
	ck_assert(s->images.show[0].white == 9 && s->images.show[1].white == 255);
	ck_assert_str_eq(s->images.show[0].height, "n / 256");
	ck_assert_int_eq(parse("    images: {show: [{of: out, name: a, kind: grey}]}\n", &l, &e), -1);
	ck_assert_ptr_nonnull(strstr(e.msg, "expected width and height, for 'out' has no shape [rows, columns]"));
}
END_TEST

static const struct {
	const char *keys;
	int line; /* after the head */
	const char *says;
} bad[] = {
	{ "    right: right-1-stride.cu\n", 1, "expected a list of files" },
	{ "    right: [stride.cu]\n", 1, "expected a file named right-1-....cu, found 'stride.cu'" },
	{ "    right: [right-1-none.cu]\n", 1, "there is no file solutions/04-aos/right-1-none.cu" },
	{ "    equivalent: {mutant: guard-closed}\n", 1, "expected a list of equivalent mutants" },
	{ "    equivalent: [{mutant: guard-closed, of: if (n)}]\n", 1,
		"key 'because' is missing in an equivalent mutant" },
	{ "    equivalent: [{mutant: a, of: b, because: c, why: d}]\n", 1,
		"unknown key 'why' in an equivalent mutant" },
	{ "    mistakes: {wrong-1-x.cu: {says: a}}\n", 1, "key 'verdict' is missing in a planned mistake" },
	{ "    mistakes: {wrong-1-x.cu: {verdict: race, say: a}}\n", 1, "unknown key 'say' in a planned mistake" },
	{ "    sweep: {macros: {}}\n", 1, "a sweep is over one or two macros" },
	{ "    sweep: {macros: {A: [1, 2], B: [1, 2], C: [1, 2]}}\n", 1, "a sweep is over one or two macros" },
	{ "    sweep: {macros: {A: [1]}}\n", 1, "expected 2 to 16 values, found 1" },
	{ "    sweep: {macros: {A: [1, x]}}\n", 1, "expected a whole number, found 'x'" },
	{ "    sweep: {macros: {A-B: [1, 2]}}\n", 1, "expected an identifier of C" },
	{ "    sweep: {macros: {A: [1, 2]}, of: variant tos}\n", 1, "sweep: no variant of the step is named 'tos'" },
	{ "    sweep: {macros: {A: [1, 2]}, of: mine}\n", 1, "expected starter, solution, yours or variant NAME" },
	{ "    sweep: {macros: {A: [1, 2]}, case: two}\n", 1, "sweep: no case is named 'two'" },
	{ "    sweep: {macros: {A: [1, 2]}, changes: speed}\n", 1, "expected the name or alias of a counter" },
	{ "    sweep: {macros: {A: [1, 2]}, show: speed}\n", 1, "expected the name or alias of a counter" },
	{ "    learned: one: two\n", 1, "a text with a colon and a blank in it needs quotation marks" },
	{ "    picture: lanes\n", 1, "expected one of access, found 'lanes'" },
	{ "    images: {show: []}\n", 1, "expected 1 to 4 pictures, found 0" },
	{ "    images: {case: two, show: [{of: out, name: a, kind: grey, width: n, height: 1}]}\n", 1,
		"pictures: no case is named 'two'" },
	{ "    images: {drawn: out, show: [{of: out, name: a, kind: grey, width: n, height: 1}]}\n", 1,
		"pictures: no input is named 'out'" },
	{ "    images: {show: [{of: in, name: a, kind: grey, width: n, height: 1}]}\n", 1,
		"picture 'a': no buffer is named 'in'" },
	{ "    images: {show: [{of: out, name: a, kind: blue, width: n, height: 1}]}\n", 1,
		"expected one of grey, rgb, labels, found 'blue'" },
	{ "    images: {show: [{of: out, name: a, kind: rgb, width: n, height: 1}]}\n", 1,
		"picture 'a': 65536 x 1 pixels take 196608 elements, and 'out' has 65536" },
	{ "    images: {show: [{of: out, name: a, kind: grey, width: n, height: n}]}\n", 1,
		"picture 'a': 65536 x 65536 pixels; expected 1 to 1048576 in all" },
	{ "    images: {show: [{of: out, name: a, kind: grey, width: k, height: n}]}\n", 1,
		"picture 'a': expression 'k': case 'big' gives no 'k'" },
	{ "    images: {show: [{of: out, name: a, kind: grey, white: 0, width: n, height: 1}]}\n", 1,
		"picture 'a': expected a white above 0" },
	{ "    images: {show: [{of: out, name: a, kind: grey, width: n, height: 1},"
	  " {of: out, name: a, kind: labels, width: n, height: 1}]}\n",
		1, "two pictures are named 'a'" },
	{ "    roofline: {flops: 2 * k, bytes: n}\n", -12, "roofline: expression '2 * k': case 'big' gives no 'k'" },
	{ "    learned: You took {mine:sectors}.\n", -12, "learned: {mine:sectors}: expected a counter's name" },
	{ "    learned: You took {yours:load sectors}.\n", -12, "expected mine, reference, starter, variant NAME" },
	{ "    learned: You took {variant tos:load sectors}.\n", -12, "the step has no such variant" },
	{ "    learned: You took {mine load sectors}.\n", -12, "expected something like {mine:load sectors}" },
	{ "    learned: You took {mine:load sectors.\n", -12, "expected a closing }" },
	{ "    predict: {question: q, counter: time, of: yours, explain: e}\n", 1, "a time differs from device" },
	{ "    predict: {question: q, of: yours, explain: e}\n", 1, "key 'counter' is missing" },
	{ "    predict: {question: q, counter: load sectors, of: hers, explain: e}\n", 1,
		"key 'of': expected starter, solution, yours or variant NAME, found 'hers'" },
	{ "    predict: {question: q, counter: load sectors, of: variant x, explain: e}\n", 1,
		"predict: no variant of the step is named 'x'" },
	{ "    predict: {question: q, choices: [a, b], explain: e}\n", 1, "key 'answer' is missing" },
	{ "    predict: {question: q, choices: [a, b], answer: c, explain: e}\n", 1, "'c' is none of the choices" },
	{ "    predict: {question: q, choices: [a, b], answer: a, counter: load sectors, explain: e}\n", 1,
		"belong into decided_by" },
	{ "    predict: {question: q, choices: [a, b], answer: a, explain: e,"
	  " decided_by: {counter: time, of: [aos, soa], within: 1.1}}\n",
		1, "expected a choice for each of decided_by's 2 variants and one, the last," },
	{ "    predict: {question: q, choices: [a, b], answer: a, explain: e,"
	  " decided_by: {counter: time, of: [aos, tos]}}\n",
		1, "decided_by: no variant of the step is named 'tos'" },
	{ "    predict: {question: q, order: [aos, tos], counter: time, explain: e}\n", 1,
		"predict: order: no variant of the step is named 'tos'" },
	{ "    predict: {question: q, order: [aos, soa], choices: [a, b], counter: time, row: sweep, explain: e}\n", 1,
		"at most one of the keys choices, order and row" },
	{ "    predict: {question: q, counter: load sectors, answer: a, explain: e}\n", 1,
		"answer, also and decided_by are for a prediction with choices" },
	{ "    predict: {question: q, choices: [a, b], answer: a, also: c, explain: e}\n", 1,
		"expected another of the choices beside the answer" },
	{ "    predict: {question: q, choices: [a, b], answer: a, also: a, explain: e}\n", 1,
		"expected another of the choices beside the answer" },
};

START_TEST(each_slip_is_named_with_its_line)
{
	struct err e = ERR_INIT;
	struct lab l;

	ck_assert_msg(parse(bad[_i].keys, &l, &e) == -1, "row %d was accepted", _i);
	ck_assert_int_eq(e.kind, ERR_INPUT);
	ck_assert_msg(strstr(e.msg, bad[_i].says) != NULL, "row %d says: %s", _i, e.msg);
	ck_assert_msg(e.line == LINES + bad[_i].line, "row %d: line %d: %s", _i, e.line, e.msg);
}
END_TEST

START_TEST(quotes_are_found_one_by_one)
{
	struct lab l;
	const struct step *s = step_of("", &l);
	struct err e = ERR_INIT;
	struct quote q;
	const char *text = "a {mine:time} b {variant aos:sectors\nper load} c {h200:starter} {h200:2.sweep.TILE=16}";

	ck_assert_int_eq(quote_next(s, text, &q, &e), 1);
	ck_assert(q.whose == QUOTE_MINE && q.counter == MEASURE_TIME && q.start == text + 2 && q.len == 11);
	ck_assert_int_eq(quote_next(s, q.start + q.len, &q, &e), 1);
	ck_assert(q.whose == QUOTE_VARIANT && q.variant == &s->variants[0]);
	ck_assert_int_eq(q.counter, counter_find("sectors per load"));
	ck_assert_int_eq(quote_next(s, q.start + q.len, &q, &e), 1);
	ck_assert_str_eq(q.key, "1.starter");
	ck_assert_int_eq(quote_next(s, q.start + q.len, &q, &e), 1);
	ck_assert_str_eq(q.key, "2.sweep.TILE=16");
	ck_assert_int_eq(quote_next(s, q.start + q.len, &q, &e), 0);
}
END_TEST

Suite *lab_content_suite(void)
{
	Suite *s = suite_create("lab_content");
	TCase *t = tcase_create("keys");

	tcase_add_checked_fixture(t, setup, teardown);
	tcase_add_test(t, questions_of_four_kinds);
	tcase_add_test(t, the_rest_arrives);
	tcase_add_test(t, a_sweep_shows_time_of_the_students_file_unless_told);
	tcase_add_test(t, pictures_have_sides_of_their_own_or_their_arguments);
	tcase_add_loop_test(t, each_slip_is_named_with_its_line, 0, sizeof bad / sizeof bad[0]);
	tcase_add_test(t, quotes_are_found_one_by_one);
	suite_add_tcase(s, t);
	return s;
}
