/* lab: the catalogue keeps broken labs beside good ones, finds labs and steps by what people type, and soundness sees
 * what is wrong with a lab without running it.
 */
#include <check.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/fs.h"
#include "lab/elem.h"
#include "lab/soundness.h"

Suite *lab_suite(void);

#define MANIFEST_WITH(more) MANIFEST("place", "E", "L") more
#define MANIFEST(hint, explain, learned) \
	"title: T\n" \
	"summary: S\n" \
	"steps:\n" \
	"  - name: copy\n" \
	"    title: T\n" \
	"    reference: kernels/copy.cu\n" \
	"    args:\n" \
	"      - {name: in, type: float, kind: in, count: n, fill: {uniform: [-1, 1]}}\n" \
	"      - {name: out, type: float, kind: out, count: n}\n" \
	"      - {name: n, type: int, kind: value}\n" \
	"    cases:\n" \
	"      - {name: one, n: 1}\n" \
	"      - {name: prime, n: 1009}\n" \
	"      - {name: big, n: 65536, perf: true}\n" \
	"    compare: {sum: 32}\n" \
	"    hints: [idea, " hint ", code]\n" \
	"    mistakes: {wrong-1-zero.cu: wrong-answer, wrong-1-one.cu: race, wrong-1-two.cu: timeout}\n" \
	"    right: [right-1-stride.cu]\n" \
	"    predict: {question: Q, of: yours, counter: load sectors, explain: " explain "}\n" \
	"    learned: " learned " {mine:load sectors}\n"
static const char manifest[] = MANIFEST_WITH("");
#define PICTURE "    lane  0 1 2\n    byte  0 4 8\n\n"
#define LESSON "# T\n\n## Step 1: T\n\n" PICTURE

#define LINE_OF_81 "012345678901234567890123456789012345678901234567890123456789012345678901234567890\n"
static char *root;
static struct catalogue cat;

static void put(const char *path, const char *text)
{
	char *full = xasprintf("%s/%s", root, path), *slash = strrchr(full, '/');

	*slash = '\0';
	ck_assert_int_eq(fs_mkdir_p(full, NULL), 0);
	*slash = '/';
	ck_assert_int_eq(fs_write_atomic(full, text, strlen(text), 0644, NULL), 0);
	free(full);
}

static void put_lab(const char *id)
{
	static const char *const files[][2] = {
		{ "labs/%s/lab.yaml", manifest },
		{ "labs/%s/lesson.md", LESSON "text" },
		{ "labs/%s/1-copy.cu", "solve // TODO" },
		{ "solutions/%s/1-copy.cu", "solve" },
		{ "solutions/%s/wrong-1-zero.cu", "solve" },
		{ "solutions/%s/wrong-1-one.cu", "solve" },
		{ "solutions/%s/wrong-1-two.cu", "solve" },
		{ "solutions/%s/right-1-stride.cu", "solve" },
	};

	for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
		const char *at = strstr(files[i][0], "%s");
		char *path = xasprintf("%.*s%s%s", (int)(at - files[i][0]), files[i][0], id, at + 2);

		put(path, files[i][1]);
		free(path);
	}
}

static void load(void)
{
	struct err e = ERR_INIT;

	catalogue_release(&cat);
	ck_assert_msg(!catalogue_load(&cat, root, &e), "%s", e.msg);
}

static void setup(void)
{
	root = fs_temp_dir("check-lab", NULL);
	ck_assert_ptr_nonnull(root);
	put("kernels/copy.cu", "solve magnitude");
	put_lab("01-first");
	put_lab("02-second");
	memset(&cat, 0, sizeof cat);
	load();
}

static void teardown(void)
{
	catalogue_release(&cat);
	ck_assert_int_eq(fs_remove_tree(root, NULL), 0);
	free(root);
}

/* ---- catalogue */

START_TEST(broken_labs_keep_their_error)
{
	put("labs/03-third/lab.yaml", "title: T\nsummary: S\nsteps: []\n");
	put("labs/04-fourth/lesson.md", "text");
	put("labs/02-zwilling/lab.yaml", manifest);
	put("labs/Draft/notes.md", "text");
	put("labs/README.md", "a file is no lab");
	load();
	ck_assert_uint_eq(cat.nlabs, 6);
	ck_assert_str_eq(cat.labs[0].id, "01-first");
	ck_assert_int_eq(cat.labs[0].error.kind, ERR_NONE);
	ck_assert_str_eq(cat.labs[1].id, "02-second");
	ck_assert_int_eq(cat.labs[1].error.kind, ERR_NONE);
	ck_assert_str_eq(cat.labs[2].error.file, "labs/02-zwilling/lab.yaml");
	ck_assert_ptr_nonnull(strstr(cat.labs[2].error.msg, "its number is that of 02-second"));
	ck_assert_str_eq(cat.labs[3].id, "03-third");
	ck_assert_int_eq(cat.labs[3].number, 3);
	ck_assert_int_eq(cat.labs[3].error.line, 3);
	ck_assert_uint_eq(cat.labs[3].nsteps, 0);
	ck_assert_ptr_null(cat.labs[3].title);
	ck_assert_ptr_nonnull(strstr(cat.labs[4].error.msg, "no manifest"));
	ck_assert_ptr_nonnull(strstr(cat.labs[5].error.msg, "named NN-name"));
}
END_TEST

START_TEST(a_manifest_is_a_regular_file_of_some_size)
{
	struct buf b;
	char *fifo;

	buf_init(&b);
	for (int i = 0; i < 300 * 1024; i++)
		buf_putc(&b, '#');
	put("labs/05-large/lab.yaml", b.data);
	buf_release(&b);
	put("labs/06-fifo/lesson.md", "text");
	fifo = xasprintf("%s/labs/06-fifo/lab.yaml", root);
	ck_assert_int_eq(mkfifo(fifo, 0600), 0);
	free(fifo);
	load();
	ck_assert_uint_eq(cat.nlabs, 4);
	ck_assert_int_ne(cat.labs[2].error.kind, ERR_NONE);
	ck_assert_int_ne(cat.labs[3].error.kind, ERR_NONE);
}
END_TEST

START_TEST(no_labs_folder_is_the_environment)
{
	struct err e = ERR_INIT;
	struct catalogue none;
	char *path = xasprintf("%s/kernels", root);

	ck_assert_int_eq(catalogue_load(&none, path, &e), -1);
	ck_assert_int_eq(e.kind, ERR_ENV);
	ck_assert_int_eq(catalogue_load(&none, "/no/such/folder", &e), -1);
	ck_assert_int_eq(e.kind, ERR_ENV);
	free(path);
}
END_TEST

static const char *const lab_words[] = { "02-second", "02", "2", "second" };

START_TEST(labs_are_found)
{
	const struct lab *l = catalogue_lab(&cat, lab_words[_i], NULL);

	ck_assert_ptr_eq(l, &cat.labs[1]);
}
END_TEST

static const char *const step_words[] = { "02-second/1", "02/1", "2/1", "second/copy", "02/1-copy", "2/1-copy.cu",
	"02/01" };

START_TEST(steps_are_found)
{
	ck_assert_ptr_eq(catalogue_step(&cat, step_words[_i], NULL), &cat.labs[1].steps[0]);
}
END_TEST

static const struct {
	const char *word, *says;
} wrong_words[] = {
	{ "03/1", "there is no lab '03'; there are 01-first, 02-second" },
	{ "", "there is no lab ''" },
	{ "/1", "there is no lab ''" },
	{ "0/1", "there is no lab '0'" },
	{ "002/1", "there is no lab '002'" },
	{ "secon/1", "there is no lab 'secon'" },
	{ "02-/1", "there is no lab '02-'" },
	{ "\033[2J/1", "there is no lab '?[2J'" },
	{ "02", "expected a step of lab 02-second: one of 02/1 (copy)" },
	{ "02/", "expected a step of lab 02-second" },
	{ "02/2", "lab 02-second has no step '2'; it has 02/1 (copy)" },
	{ "02/cop", "has no step 'cop'" },
	{ "02/1-", "has no step '1-'" },
	{ "02/1/1", "has no step '1/1'" },
};

START_TEST(other_words_say_what_there_is)
{
	struct err e = ERR_INIT;

	ck_assert_ptr_null(catalogue_step(&cat, wrong_words[_i].word, &e));
	ck_assert_int_eq(e.kind, ERR_USAGE);
	ck_assert_msg(strstr(e.msg, wrong_words[_i].says) != NULL, "says: %s", e.msg);
}
END_TEST

START_TEST(a_broken_lab_gives_its_own_error)
{
	struct err e = ERR_INIT;

	put("labs/02-second/lab.yaml", "title: T\nbla: x\n");
	load();
	ck_assert_ptr_null(catalogue_lab(&cat, "2", &e));
	ck_assert_int_eq(e.kind, ERR_INPUT);
	ck_assert_int_eq(e.line, 2);
	ck_assert_ptr_nonnull(catalogue_lab(&cat, "1", &e));
}
END_TEST

/* ---- soundness */

static void expect_findings(size_t n, const char *file, const char *says)
{
	struct err e = ERR_INIT;
	struct findings f;

	load();
	findings_init(&f);
	ck_assert_int_eq(lab_soundness(&cat, &cat.labs[0], &f, &e), 0);
	for (size_t i = 0; f.n != n && i < f.n; i++)
		ck_abort_msg("%zu findings: %s:%d: %s", f.n, f.v[i].file, f.v[i].line, f.v[i].text);
	ck_assert_uint_eq(f.n, n);
	if (n) {
		ck_assert_str_eq(f.v[0].file, file);
		ck_assert_msg(strstr(f.v[0].text, says) != NULL, "says: %s", f.v[0].text);
	}
	findings_release(&f);
}

START_TEST(a_sound_lab_has_no_findings)
{
	expect_findings(0, NULL, NULL);
}
END_TEST

static const struct {
	const char *path, *text, *file, *says;
} unsound[] = {
	{ "labs/01-first/notes.txt", "x", "labs/01-first/notes.txt", "no manifest declares this file" },
	{ "solutions/01-first/wrong-1-other.cu", "x", "solutions/01-first/wrong-1-other.cu",
		"no manifest declares this file" },
	{ "solutions/01-first/lab.yaml", "x", "solutions/01-first/lab.yaml", "no manifest declares this file" },
	{ "labs/01-first/wrong-1-zero.cu", "x", "labs/01-first/wrong-1-zero.cu", "no manifest declares this file" },
	{ "labs/01-first/1-copy.cu", "solve // here", "labs/01-first/1-copy.cu", "no TODO" },
	{ "labs/01-first/1-copy.cu", "solve // TODO 1, TODO 2", "labs/01-first/1-copy.cu", "several TODOs" },
	{ "solutions/01-first/1-copy.cu", "solve // TODO!", "solutions/01-first/1-copy.cu", "still has a TODO" },
	{ "kernels/copy.cu", "magnitude", "kernels/copy.cu", "no solve()" },
	{ "kernels/copy.cu", "solve", "kernels/copy.cu", "needs a magnitude()" },
	{ "kernels/copy.cu", "extern \"C\" void solve(float *out, int n) {} magnitude", "kernels/copy.cu",
		"solve() takes 2 parameters, and the step's `args` are 3" },
	{ "kernels/copy.cu", "solve extern \"C\" void magnitude() {}", "kernels/copy.cu",
		"magnitude() takes 0 parameters" },
	{ "solutions/01-first/wrong-1-zero.cu", "extern \"C\" void\nsolve (int n)\n{\n}\n",
		"solutions/01-first/wrong-1-zero.cu", "solve() takes 1 parameter, and" },
	{ "solutions/01-first/right-1-stride.cu",
		"extern \"C\" int other(int);\nextern \"C\" void solve(void (*f)(int, int), int a, int b, int c) {}",
		"solutions/01-first/right-1-stride.cu", "solve() takes 4 parameters" },
	{ "labs/01-first/lab.yaml", "title: T\n", "labs/01-first/lab.yaml", "key 'summary' is missing" },
	{ "labs/01-first/lesson.md", LESSON "text\n" LINE_OF_81, "labs/01-first/lesson.md", "the line has 81 columns" },
	{ "labs/01-first/lesson.md", LESSON "a\tb\n", "labs/01-first/lesson.md", "a tab" },
	{ "labs/01-first/lesson.md", LESSON "see [this](none.md)\n", "labs/01-first/lesson.md",
		"link 'none.md' leads to no file" },
	{ "labs/01-first/lesson.md", LESSON "# One\n[x](#two)\n", "labs/01-first/lesson.md", "has the anchor '#two'" },
	{ "labs/01-first/lesson.md", LESSON "[x](http://example.org)\n", "labs/01-first/lesson.md",
		"expected https://" },
	{ "labs/01-first/lesson.md", LESSON "[x]()\n", "labs/01-first/lesson.md", "link '' leads to no file" },
	{ "labs/01-first/lesson.md", "# T\n", "labs/01-first/lesson.md",
		"there is no part for step 1: expected a heading '## Step 1: T'" },
	{ "labs/01-first/lesson.md", "# T\n## Step 1: Another title\n\n" PICTURE, "labs/01-first/lesson.md",
		"expected '## Step 1: T', the step's title in lab.yaml" },
	{ "labs/01-first/lesson.md", "# T\n### Step 1: T\n\n" PICTURE, "labs/01-first/lesson.md",
		"expected '## Step 1: T'" },
	{ "labs/01-first/lesson.md", LESSON "## Step 2: More\n", "labs/01-first/lesson.md",
		"the lab has no step 'Step 2: More'" },
	{ "labs/01-first/lesson.md", LESSON "## Step 1: T\n", "labs/01-first/lesson.md", "a second part for step 1" },
	{ "labs/01-first/lesson.md", LESSON "It takes {h200:1.none}.\n", "labs/01-first/lesson.md",
		"measured.yaml has no figure {h200:1.none}" },
	{ "labs/01-first/lesson.md", LESSON "It takes half the time.\n", "labs/01-first/lesson.md",
		"times are compared in words" },
	{ "labs/01-first/measured.yaml", "- a\n", "labs/01-first/measured.yaml", "expected a map of keys" },
	{ "labs/01-first/lab.yaml", MANIFEST_WITH("    sweep: {macros: {TILE: [8, 16]}}\n"), "labs/01-first/1-copy.cu",
		"the sweep sets TILE: expected #ifndef TILE" },
	{ "labs/01-first/lab.yaml", MANIFEST("place takes half the time", "E", "L"), "labs/01-first/lab.yaml",
		"step 1: hint 2 compares times in words" },
	{ "labs/01-first/lab.yaml", MANIFEST("place", "It is three times as fast", "L"), "labs/01-first/lab.yaml",
		"the explanation of question 1 compares times" },
	{ "labs/01-first/lab.yaml", MANIFEST("place", "E", "It is 20 % slower"), "labs/01-first/lab.yaml",
		"'learned' compares times" },
	{ "labs/01-first/lab.yaml",
		MANIFEST_WITH(
			"    gates:\n      - {what: W, counter: load sectors, max: 9, why: it takes twice as long}\n"),
		"labs/01-first/lab.yaml", "the reason of gate 1 compares times" },
};

START_TEST(unsound_files)
{
	put(unsound[_i].path, unsound[_i].text);
	expect_findings(1, unsound[_i].file, unsound[_i].says);
}
END_TEST

/* What is as many as there are arguments, and what only a compiler can count. */
static const char *const as_many[] = {
	"solve extern \"C\" void solve(const float *in, float *out, int n) {}",
	"extern \"C\" void solve(const float *, float *, void (*f)(int, int)) {}",
	"extern \"C\" void solve(const float *in, /* one, two, three */ float *out, int n) {}",
	"extern \"C\" void solve(",
	"extern \"C\"",
};

START_TEST(parameters_that_fit)
{
	put("solutions/01-first/wrong-1-zero.cu", as_many[_i]);
	expect_findings(0, NULL, NULL);
}
END_TEST

/* A choice that quotes a line of the starter has to be that line. */
static const struct {
	const char *choice;
	bool there;
} quoted[] = {
	{ "line 2: if (i < n)", true },
	{ "line 3: solve( x );", true }, /* the space between the words does not count */
	{ "line 4", true },              /* no quotation */
	{ "in line 2: nothing", true },
	{ "line 3: if (i < n)", false },
	{ "line 2: if (i < n) {", false },
	{ "line 2: if (i <", false },
	{ "line 9: if (i < n)", false },
	{ "line 2:", false },
};

START_TEST(a_choice_quotes_the_starter)
{
	const char *predict = strstr(manifest, "    predict:"), *rest = strstr(manifest, "    learned:");
	char *text =
		xasprintf("%.*s    predict: {question: Q, choices: [\"%s\", other], answer: other, explain: E}\n%s",
			(int)(predict - manifest), manifest, quoted[_i].choice, rest);

	put("labs/01-first/1-copy.cu", "// TODO\n\tif (i < n)\n\t\tsolve(x);\n");
	put("labs/01-first/lab.yaml", text);
	free(text);
	expect_findings(quoted[_i].there ? 0 : 1, "labs/01-first/lab.yaml", "the starter has no such line: 'line ");
}
END_TEST

static const char *const fine_lessons[] = {
	LESSON "# One thing\n\nsee [one](#one-thing), [files](1-copy.cu), [the web](https://example.org/a_(b))\n",
	LESSON "`[x](none)` and\n\n    [y](none)\n\n```\n[z](none)\n```\n[1] (2)\n",
	LESSON "```\n## Step 7: code\n```\n\xe2\x96\x88\xe2\x96\x88 "
	       "0123456789012345678901234567890123456789012345678901234567890123456789012345\n",
};

/* A row of four figures is longer in the file than on the screen. */
START_TEST(figures_take_the_columns_of_their_text)
{
#define FIGURE "{h200:1.solution.timing}"
	put("labs/01-first/measured.yaml", "\"1.solution.timing\": \"12.3 us\"\n");
	put("labs/01-first/lesson.md", LESSON "text\n\n" FIGURE FIGURE FIGURE FIGURE "\n");
	expect_findings(0, NULL, NULL);
	put("labs/01-first/lesson.md", LESSON "text\n\n" FIGURE LINE_OF_81);
	expect_findings(1, "labs/01-first/lesson.md", "the line has 88 columns");
#undef FIGURE
}
END_TEST

/* What a GPU took, when `make measure` last ran, must not say the opposite of the step. */
static const struct {
	const char *step, *figures, *says; /* says NULL: nothing is wrong */
} recorded[] = {
	{ "    faster: true\n", "1.starter: 9.1 us\n1.solution: 5.2 us\n", NULL },
	{ "    faster: true\n", "1.starter: 5.2 us\n1.solution: 9.1 us\n",
		"step 1 says 'faster: true', but measured.yaml has 9.1 us for 1.solution and 5.2 us for 1.starter" },
	{ "    faster: true\n", "1.starter: 5.2 us\n1.solution: 5.2 us\n", "5.2 us for 1.solution" },
	{ "", "1.starter: 5.2 us\n1.solution: 9.1 us\n", NULL },
	{ "    faster: true\n", "1.starter: 1.20 ms\n1.solution: 999 us\n", NULL },
	{ "    faster: true\n", "1.starter: 999 us\n1.solution: 1.20 ms\n", "1.20 ms for 1.solution" },
	{ "    faster: true\n", "1.starter: 1.02 s\n1.solution: 999 ms\n", NULL },
	{ "    faster: true\n    timing: {n: 100000}\n",
		"1.starter: 9 us\n1.solution: 5 us\n1.starter.timing: 9 us\n1.solution.timing: 12 us\n",
		"12 us for 1.solution.timing" },
	/* Not measured yet. */
	{ "    faster: true\n", "1.solution: 5.2 us\n", NULL },
};

START_TEST(recorded_times_agree_with_the_step)
{
	char *text = xasprintf("%s%s", manifest, recorded[_i].step);

	put("labs/01-first/lab.yaml", text);
	free(text);
	put("labs/01-first/measured.yaml", recorded[_i].figures);
	expect_findings(recorded[_i].says ? 1 : 0, "labs/01-first/lab.yaml", recorded[_i].says);
}
END_TEST

START_TEST(links_in_code_are_none)
{
	put("labs/01-first/lesson.md", fine_lessons[_i]);
	expect_findings(0, NULL, NULL);
}
END_TEST

START_TEST(declared_files_are_found)
{
	put("labs/01-first/lab.yaml",
		MANIFEST_WITH("    variants: [{name: aos, file: 1-copy.aos.cu, title: A}]\n"
			      "    sweep: {macros: {TILE: [8, 16]}, of: variant aos}\n"));
	put("labs/01-first/1-copy.aos.cu", "#ifndef TILE\n#define TILE 8\n#endif\nsolve");
	put("labs/01-first/measured.yaml", "1.starter: 9.1 us\n");
	put("labs/01-first/lesson.md", LESSON "An H200 takes {h200:1.starter}.\n");
	expect_findings(0, NULL, NULL);
	struct buf filled;
	const char *unknown, text[] = "{h200:1.starter}, {h200:2.starter}, {h200:, {x}";
	buf_init(&filled);
	lab_fill_measured(&cat.labs[0], text, strlen(text), &filled, &unknown);
	ck_assert_str_eq(filled.data, "9.1 us, {h200:2.starter}, {h200:, {x}");
	ck_assert_ptr_eq(unknown, strstr(text, "{h200:2"));
	buf_release(&filled);
	ck_assert_str_eq(lab_measured(&cat.labs[0], "1.starter"), "9.1 us");
	ck_assert_ptr_null(lab_measured(&cat.labs[0], "1.solution"));
}
END_TEST

START_TEST(a_starter_that_is_the_solution)
{
	put("labs/01-first/1-copy.cu", "same");
	put("solutions/01-first/1-copy.cu", "same");
	expect_findings(2, "labs/01-first/1-copy.cu", "no TODO");
}
END_TEST

static const struct {
	const char *from, *to, *says;
} thin[] = {
	{ "n: 1}", "n: 2}", "no case has a size of 0 or 1" },
	{ "n: 1009", "n: 1001", "no case has a prime size" },
	{ "n: 1009", "n: 31", "above 32 that is no multiple of 32" },
	{ "n: 65536", "n: 65535", "65535 elements; expected at least 65536" },
	{ "[idea, place, code]", "[idea, code]", "step 1 has 2 hints; expected at least 3" },
	{ "[idea, place, code]",
		"[idea, place, \"code:\\n\\n    if "
		"(01234567890123456789012345678901234567890123456789012345678901234567)\"]",
		"in hint 3 has 77 columns" },
	{ ", wrong-1-two.cu: timeout", "", "step 1 has 2 planned mistakes; expected at least 3" },
	{ "    mistakes: {wrong-1-zero.cu: wrong-answer, wrong-1-one.cu: race, wrong-1-two.cu: timeout}\n", "",
		"step 1 has 0 planned mistakes" },
	{ "    right: [right-1-stride.cu]\n", "", "step 1 has no other right way" },
	{ "    predict: {question: Q, of: yours, counter: load sectors, explain: E}\n", "",
		"step 1 asks for no prediction" },
	{ "    learned: L {mine:load sectors}\n", "", "step 1 has no text 'learned'" },
	{ " {mine:load sectors}", "", "'learned' quotes none of the student's own numbers" },
};

/* What a manifest does not name any more lies there undeclared, which is another finding. */
static const char *const unnamed[] = { "wrong-1-zero.cu", "wrong-1-one.cu", "wrong-1-two.cu", "right-1-stride.cu" };

START_TEST(thin_manifests)
{
	const char *at = strstr(manifest, thin[_i].from);
	char *text;

	ck_assert_ptr_nonnull(at);
	text = xasprintf("%.*s%s%s", (int)(at - manifest), manifest, thin[_i].to, at + strlen(thin[_i].from));
	put("labs/01-first/lab.yaml", text);
	for (size_t i = 0; i < sizeof unnamed / sizeof unnamed[0]; i++) {
		char *path = xasprintf("%s/solutions/01-first/%s", root, unnamed[i]);

		if (!strstr(text, unnamed[i]))
			ck_assert_int_eq(unlink(path), 0);
		free(path);
	}
	free(text);
	expect_findings(1, "labs/01-first/lab.yaml", thin[_i].says);
}
END_TEST

/* At the place where the step's part begins. */
static const char *const no_pictures[] = {
	"# T\n\n" PICTURE "## Step 1: T\n\ntext\n",
	"# T\n\n\n\n\n## Step 1: T\n\n    int i = 0;\n    add<<<1, 32>>>(a);\n    one line\n",
	"# T\n\n\n\n\n## Step 1: T\n\n    one line\n\ntext\n\n    another\n",
	"# T\n\n\n\n\n## Step 1: T\n\n```\none line\n```\n\n```\nanother\n```\n",
	"# T\n\n\n\n\n## Step 1: T\n\ntext that goes on\n    in lines\n    set in\n",
};

START_TEST(a_part_without_a_picture)
{
	struct err e = ERR_INIT;
	struct findings f;

	put("labs/01-first/lesson.md", no_pictures[_i]);
	load();
	findings_init(&f);
	ck_assert_int_eq(lab_soundness(&cat, &cat.labs[0], &f, &e), 0);
	ck_assert_uint_eq(f.n, 1);
	ck_assert_str_eq(f.v[0].file, "labs/01-first/lesson.md");
	ck_assert_int_eq(f.v[0].line, 6);
	ck_assert_ptr_nonnull(strstr(f.v[0].text, "step 1 has no picture in its lesson"));
	findings_release(&f);
}
END_TEST

static const char *const pictures[] = {
	"```\n## Step 7: a picture of\ntwo lines\n```\n",
	"~~~\nint i;\nlane  0 1\n\nbyte  0 4\n~~~\n",
	"- a list\n\n    lane  0 1\n\n    byte  0 4\n",
};

START_TEST(pictures_are_seen)
{
	char *text = xasprintf("# T\n\n## Step 1: T\n\n%s", pictures[_i]);

	put("labs/01-first/lesson.md", text);
	free(text);
	expect_findings(0, NULL, NULL);
}
END_TEST

START_TEST(a_lesson_of_its_own_has_a_picture)
{
	put("labs/01-first/lab.yaml", MANIFEST_WITH("    lesson: own.md\n"));
	put("labs/01-first/lesson.md", "# T\n");
	put("labs/01-first/own.md", "# T\n\n" PICTURE);
	expect_findings(0, NULL, NULL);
	put("labs/01-first/own.md", "# T\n\ntext\n");
	expect_findings(1, "labs/01-first/own.md", "step 1 has no picture in its lesson");
}
END_TEST

START_TEST(element_types)
{
	for (int t = 0; t < ELEM_TYPE_COUNT; t++) {
		ck_assert_int_eq(elem_find(elem_name((enum elem_type)t)), t);
		ck_assert(elem_size((enum elem_type)t) == 1 || elem_size((enum elem_type)t) % 4 == 0);
		ck_assert(elem_info((enum elem_type)t)->lo < elem_info((enum elem_type)t)->hi);
	}
	ck_assert_int_eq(elem_find("half"), -1);
}
END_TEST

Suite *lab_suite(void)
{
	Suite *s = suite_create("lab");
	TCase *t = tcase_create("catalogue");

	tcase_add_checked_fixture(t, setup, teardown);
	tcase_add_test(t, broken_labs_keep_their_error);
	tcase_add_test(t, a_manifest_is_a_regular_file_of_some_size);
	tcase_add_test(t, no_labs_folder_is_the_environment);
	tcase_add_loop_test(t, labs_are_found, 0, sizeof lab_words / sizeof lab_words[0]);
	tcase_add_loop_test(t, steps_are_found, 0, sizeof step_words / sizeof step_words[0]);
	tcase_add_loop_test(t, other_words_say_what_there_is, 0, sizeof wrong_words / sizeof wrong_words[0]);
	tcase_add_test(t, a_broken_lab_gives_its_own_error);
	tcase_add_test(t, a_sound_lab_has_no_findings);
	tcase_add_loop_test(t, unsound_files, 0, sizeof unsound / sizeof unsound[0]);
	tcase_add_loop_test(t, parameters_that_fit, 0, sizeof as_many / sizeof as_many[0]);
	tcase_add_loop_test(t, a_choice_quotes_the_starter, 0, (int)(sizeof quoted / sizeof quoted[0]));
	tcase_add_test(t, figures_take_the_columns_of_their_text);
	tcase_add_loop_test(t, recorded_times_agree_with_the_step, 0, (int)(sizeof recorded / sizeof *recorded));
	tcase_add_loop_test(t, links_in_code_are_none, 0, sizeof fine_lessons / sizeof fine_lessons[0]);
	tcase_add_test(t, declared_files_are_found);
	tcase_add_test(t, a_starter_that_is_the_solution);
	tcase_add_loop_test(t, thin_manifests, 0, sizeof thin / sizeof thin[0]);
	tcase_add_loop_test(t, a_part_without_a_picture, 0, sizeof no_pictures / sizeof no_pictures[0]);
	tcase_add_loop_test(t, pictures_are_seen, 0, sizeof pictures / sizeof pictures[0]);
	tcase_add_test(t, a_lesson_of_its_own_has_a_picture);
	tcase_add_test(t, element_types);
	suite_add_tcase(s, t);
	return s;
}
