/* soundness: see soundness.h. Each check is one function that adds findings; an empty list means that nothing is wrong
 * as far as can be seen without running anything.
 */
#include "lab/soundness.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/fs.h"
#include "lab/expr.h"
#include "lab/lesson.h"

#define SOURCE_MAX (1024 * 1024)
#define BIG_ENOUGH 65536 /* elements of the perf case's largest buffer: less says nothing about speed */

void findings_init(struct findings *f)
{
	memset(f, 0, sizeof *f);
	arena_init(&f->arena);
}

void findings_release(struct findings *f)
{
	arena_release(&f->arena);
	memset(f, 0, sizeof *f);
}

void lab_finding(struct findings *f, const char *file, int line, const char *fmt, ...)
{
	struct finding *one = ARENA_PUSH(&f->arena, f->v, f->n, f->cap);
	struct buf raw, clean;
	va_list ap;

	buf_init(&raw);
	buf_init(&clean);
	va_start(ap, fmt);
	buf_vprintf(&raw, fmt, ap);
	va_end(ap);
	buf_add_scrubbed(&clean, raw.data, raw.len); /* file names are foreign */
	one->file = arena_strdup(&f->arena, file);
	one->line = line;
	one->text = arena_strdup(&f->arena, clean.data);
	buf_release(&raw);
	buf_release(&clean);
}

/* ---- files */

static bool lab_names(const struct lab *l, const char *file)
{
	if (!strcmp(file, "lab.yaml") || !strcmp(file, "lesson.md") || !strcmp(file, "measured.yaml"))
		return true;
	for (size_t i = 0; i < l->nsteps; i++) {
		const char *lesson = l->steps[i].lesson;

		if (!strcmp(file, l->steps[i].file) || (lesson && !strcmp(file, strrchr(lesson, '/') + 1)))
			return true;
		for (size_t k = 0; k < l->steps[i].nvariants; k++) {
			if (!strcmp(file, l->steps[i].variants[k].file))
				return true;
		}
	}
	return false;
}

static bool solutions_name(const struct lab *l, const char *file)
{
	for (size_t i = 0; i < l->nsteps; i++) {
		if (!strcmp(file, l->steps[i].file))
			return true;
		for (size_t k = 0; k < l->steps[i].nmistakes; k++) {
			if (!strcmp(file, l->steps[i].mistakes[k].file))
				return true;
		}
		for (size_t k = 0; k < l->steps[i].nright; k++) {
			if (!strcmp(file, l->steps[i].right[k]))
				return true;
		}
	}
	return false;
}

static int folder_undeclared(const struct catalogue *c, const struct lab *l, const char *top,
	bool (*names)(const struct lab *, const char *), struct findings *f, struct err *e)
{
	const char *dir = arena_printf(&f->arena, "%s/%s/%s", c->root, top, l->id);
	char **list;
	size_t n;

	if (!fs_is_dir(dir))
		return 0;
	if (fs_list(dir, &list, &n, e))
		return -1;
	for (size_t i = 0; i < n; i++) {
		if (!names(l, list[i]))
			lab_finding(f, arena_printf(&f->arena, "%s/%s/%s", top, l->id, list[i]), 0,
				"no manifest declares this file");
	}
	fs_names_free(list, n);
	return 0;
}

int lab_undeclared_files(const struct catalogue *c, const struct lab *l, struct findings *f, struct err *e)
{
	if (folder_undeclared(c, l, "labs", lab_names, f, e) ||
		folder_undeclared(c, l, "solutions", solutions_name, f, e))
		return -1;
	return 0;
}

/* ---- sources */

static const char *shown(const struct catalogue *c, const char *path)
{
	size_t n = strlen(c->root);

	return !strncmp(path, c->root, n) && path[n] == '/' ? path + n + 1 : path;
}

/* A choice that quotes the starter, "line 12: if (i < n)": is that its line, but for the space between the words? */
static bool quotes_line(const char *choice, const char *source)
{
	char *end;
	long line = strncmp(choice, "line ", 5) ? 0 : strtol(choice + 5, &end, 10);
	const char *p = source, *q;

	if (line < 1 || *end != ':')
		return true;
	for (long i = 1; i < line && p; i++)
		p = strchr(p, '\n') ? strchr(p, '\n') + 1 : NULL;
	for (q = end + 1; p && *q; q++) {
		if (*q == ' ')
			continue;
		p += strspn(p, " \t");
		if (*p++ != *q)
			return false;
	}
	return p && p[strspn(p, " \t\r")] == '\n';
}

static void check_quotes(const struct step *s, const char *starter, struct findings *f)
{
	for (size_t i = 0; i < s->nquestions; i++) {
		const struct predict *p = &s->questions[i];

		for (size_t k = 0; p->kind == PREDICT_CHOICE && k < p->nchoices; k++) {
			if (!quotes_line(p->choices[k], starter))
				lab_finding(f, s->lab->manifest, p->line, "step %d: the starter has no such line: '%s'",
					s->number, p->choices[k]);
		}
	}
}

/* How many parameters does `name` take in this source, where it is declared extern "C"? -1: that is not to be seen. */
static int parameters(const char *source, const char *name)
{
	size_t n = strlen(name);

	for (const char *s = source; (s = strstr(s, "extern \"C\"")); s++) {
		const char *p = strstr(s, name);
		int depth = 0, count = 1;
		bool any = false;

		/* Of this declaration: what is between has no bracket of a function, a body or a line's end in it. */
		if (!p || p[n + strspn(p + n, " \t\n")] != '(' || strcspn(s + 10, "(){};") + 10 < (size_t)(p - s))
			continue;
		for (p += n + strspn(p + n, " \t\n"); *p; p++) {
			depth += (*p == '(') - (*p == ')');
			if (!depth)
				return any ? count : 0;
			if (*p == '/' || *p == '#') /* a comment, a macro: somebody else's to read */
				return -1;
			count += depth == 1 && *p == ',';
			any |= depth > 1 || !strchr("( \t\n", *p);
		}
	}
	return -1;
}

/* A file that was written for other arguments reads pointers where numbers are: what it then gets is no verdict about
 * its idea, even where it happens to be the planned one. */
static void check_parameters(
	const struct catalogue *c, const struct step *s, const char *path, const char *name, struct findings *f)
{
	struct buf b;
	int n;

	buf_init(&b);
	n = fs_read(path, SOURCE_MAX, &b, NULL) ? -1 : parameters(b.data ? b.data : "", name);
	buf_release(&b);
	if (n >= 0 && (size_t)n != s->nargs)
		lab_finding(f, shown(c, path), 0, "%s() takes %d parameter%s, and the step's `args` are %zu", name, n,
			n == 1 ? "" : "s", s->nargs);
}

static void check_all_parameters(const struct catalogue *c, const struct step *s, struct findings *f)
{
	const char *folder = arena_printf(&f->arena, "%s/solutions/%s", c->root, s->lab->id);

	check_parameters(c, s, s->reference, "solve", f);
	if (s->compare.kind == COMPARE_SUM)
		check_parameters(c, s, s->reference, "magnitude", f);
	check_parameters(c, s, s->starter, "solve", f);
	check_parameters(c, s, s->solution, "solve", f);
	for (size_t i = 0; i < s->nright; i++)
		check_parameters(c, s, arena_printf(&f->arena, "%s/%s", folder, s->right[i]), "solve", f);
	for (size_t i = 0; i < s->nmistakes; i++)
		check_parameters(c, s, arena_printf(&f->arena, "%s/%s", folder, s->mistakes[i].file), "solve", f);
}

static int check_sources(const struct catalogue *c, const struct step *s, struct findings *f, struct err *e)
{
	struct buf starter, solution, reference;
	int rc = -1;

	buf_init(&starter);
	buf_init(&solution);
	buf_init(&reference);
	if (fs_read(s->starter, SOURCE_MAX, &starter, e) || fs_read(s->reference, SOURCE_MAX, &reference, e))
		goto out;
	if (fs_is_file(s->solution) && fs_read(s->solution, SOURCE_MAX, &solution, e))
		goto out;
	if (!strstr(starter.data, "TODO"))
		lab_finding(
			f, shown(c, s->starter), 0, "the starter has no TODO: the student should see where to work");
	else if (strstr(strstr(starter.data, "TODO") + 1, "TODO"))
		lab_finding(f, shown(c, s->starter), 0,
			"the starter has several TODOs: a step has one task; number its places (1), (2) in the TODO "
			"and beside them");
	if (strstr(solution.data, "TODO"))
		lab_finding(f, shown(c, s->solution), 0, "the solution still has a TODO");
	if (starter.len == solution.len && !memcmp(starter.data, solution.data, starter.len))
		lab_finding(f, shown(c, s->starter), 0, "the starter is the solution");
	if (!strstr(reference.data, "solve"))
		lab_finding(f, shown(c, s->reference), 0, "the reference has no solve()");
	check_quotes(s, starter.data, f);
	check_all_parameters(c, s, f);
	if (s->compare.kind == COMPARE_SUM && !strstr(reference.data, "magnitude"))
		lab_finding(f, shown(c, s->reference), 0, "step %s compares sums, so its reference needs a magnitude()",
			s->id);
	rc = 0;
out:
	buf_release(&starter);
	buf_release(&solution);
	buf_release(&reference);
	return rc;
}

/* ---- cases */

/* Does some buffer's size depend on this parameter? */
static bool is_size(const struct step *s, const char *param)
{
	for (size_t i = 0; i < s->nargs; i++) {
		if (s->args[i].count && expr_uses(s->args[i].count, param))
			return true;
	}
	return false;
}

static bool is_prime(long long n)
{
	if (n < 2)
		return false;
	for (long long d = 2; d <= n / d; d++) {
		if (n % d == 0)
			return false;
	}
	return true;
}

static bool is_tiny(long long n)
{
	return n == 0 || n == 1;
}

static bool is_odd_prime(long long n)
{
	return n > 2 && is_prime(n);
}

static bool leaves_a_tail(long long n)
{
	return n > 32 && n % 32;
}

static bool some_size(const struct step *s, bool (*holds)(long long))
{
	for (size_t c = 0; c < s->ncases; c++) {
		for (size_t p = 0; p < s->cases[c].nparams; p++) {
			if (is_size(s, s->cases[c].params[p].name) && holds(s->cases[c].params[p].value))
				return true;
		}
	}
	return false;
}

static long long perf_elements(const struct step *s)
{
	long long most = 0, n;

	for (size_t c = 0; c < s->ncases; c++) {
		for (size_t i = 0; s->cases[c].perf && i < s->nargs; i++) {
			if (s->args[i].count && !expr_eval(s->args[i].count, &s->cases[c], &n, NULL) && n > most)
				most = n;
		}
	}
	return most;
}

static void check_cases(const struct step *s, struct findings *f)
{
	static const struct {
		bool (*holds)(long long);
		const char *text;
	} sizes[] = {
		{ is_tiny, "no case has a size of 0 or 1" },
		{ is_odd_prime, "no case has a prime size" },
		{ leaves_a_tail, "no case has a size above 32 that is no multiple of 32" },
	};

	for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
		if (!some_size(s, sizes[i].holds))
			lab_finding(f, s->lab->manifest, s->line, "step %d: %s", s->number, sizes[i].text);
	}
	if (perf_elements(s) < BIG_ENOUGH)
		lab_finding(f, s->lab->manifest, s->line,
			"step %d: the perf case's largest buffer has %lld elements; expected at least %d", s->number,
			perf_elements(s), BIG_ENOUGH);
}

/* ---- words */

#define HINTS_MIN 3
#define MISTAKES_MIN 3

#define HINT_COLUMNS 76 /* an 80-column screen has a margin at both sides */

/* Lines of code are shown as they are: the screen would break a long one. */
static void check_code_lines(const struct step *s, size_t hint, struct findings *f)
{
	for (const char *line = s->hints[hint]; *line;) {
		size_t n = strcspn(line, "\n");

		if (!strncmp(line, "    ", 4) && n > HINT_COLUMNS)
			lab_finding(f, s->lab->manifest, s->line,
				"step %d: a line of code in hint %zu has %zu columns with its indent; at most %d fit a "
				"screen",
				s->number, hint + 1, n, HINT_COLUMNS);
		line += n + (line[n] == '\n');
	}
}

/* What every step has, beside the files without which the manifest is not read at all. */
static void check_words(const struct step *s, struct findings *f)
{
	if (s->nhints < HINTS_MIN)
		lab_finding(f, s->lab->manifest, s->line,
			"step %d has %zu hint%s; expected at least %d: the idea, the place, nearly the code", s->number,
			s->nhints, s->nhints == 1 ? "" : "s", HINTS_MIN);
	for (size_t i = 0; i < s->nhints; i++)
		check_code_lines(s, i, f);
	if (s->nmistakes < MISTAKES_MIN)
		lab_finding(f, s->lab->manifest, s->line,
			"step %d has %zu planned mistake%s; expected at least %d: each shows that a wrong answer is "
			"caught",
			s->number, s->nmistakes, s->nmistakes == 1 ? "" : "s", MISTAKES_MIN);
	if (!s->nright)
		lab_finding(f, s->lab->manifest, s->line,
			"step %d has no other right way: nothing shows that its gates let a good student's own idea "
			"through",
			s->number);
	if (!s->nquestions)
		lab_finding(f, s->lab->manifest, s->line,
			"step %d asks for no prediction: a student who says a number first learns more from the run",
			s->number);
	if (!s->learned)
		lab_finding(f, s->lab->manifest, s->line,
			"step %d has no text 'learned' to show after a pass: what do the student's numbers mean?",
			s->number);
	else if (!strstr(s->learned, "{mine:"))
		lab_finding(f, s->lab->manifest, s->line,
			"step %d: 'learned' quotes none of the student's own numbers: {mine:load sectors}", s->number);
}

static void check_times(const struct step *s, const char *what, const char *text, struct findings *f)
{
	if (text && lesson_compares_times(text))
		lab_finding(f, s->lab->manifest, s->line,
			"step %d: %s compares times in words, and no measured figure stands beside them: say it "
			"without a "
			"figure, or quote one in 'learned' ({h200:KEY})",
			s->number, what);
}

/* Times that are compared in words, as in lessons, in all that a student reads of the manifest. */
static void check_figures(const struct step *s, struct findings *f)
{
	for (size_t i = 0; i < s->nhints; i++)
		check_times(s, arena_printf(&f->arena, "hint %zu", i + 1), s->hints[i], f);
	for (size_t i = 0; i < s->nquestions; i++)
		check_times(s, arena_printf(&f->arena, "the explanation of question %zu", i + 1),
			s->questions[i].explain, f);
	for (size_t i = 0; i < s->ngates; i++)
		check_times(s, arena_printf(&f->arena, "the reason of gate %zu", i + 1), s->gates[i].why, f);
	for (size_t i = 0; i < s->nevery_case; i++)
		check_times(s, arena_printf(&f->arena, "the reason of limit %zu for every case", i + 1),
			s->every_case[i].why, f);
	check_times(s, "'learned'", s->learned, f);
}

/* Does the file say #ifndef NAME? Without it, -DNAME=VALUE meets a second #define. */
static bool takes_macro(const char *source, const char *name)
{
	for (const char *p = source; (p = strstr(p, "#ifndef")) != NULL; p++) {
		const char *word = p + strlen("#ifndef");
		size_t n = strlen(name);

		word += strspn(word, " \t");
		if (!strncmp(word, name, n) && strspn(word + n, " \t\r\n"))
			return true;
	}
	return false;
}

/* The macros of a sweep, in the file that is swept; the starter stands for the student's own. */
static int check_sweep(const struct catalogue *c, const struct step *s, struct findings *f, struct err *e)
{
	const char *path = step_program(s, s->sweep.of, s->sweep.variant, s->starter);
	struct buf source;
	int rc;

	if (!s->has_sweep || !fs_is_file(path))
		return 0;
	buf_init(&source);
	rc = fs_read(path, SOURCE_MAX, &source, e);
	for (size_t i = 0; !rc && i < s->sweep.nmacros; i++) {
		const char *name = s->sweep.macros[i].name;

		if (!takes_macro(source.data, name))
			lab_finding(f, shown(c, path), 0,
				"the sweep sets %s: expected #ifndef %s, #define %s ..., #endif", name, name, name);
	}
	buf_release(&source);
	return rc;
}

/* 'faster: true' against what a GPU took when it was last measured. As in job/measure: at the timing sizes, if any. */
static void check_faster(const struct step *s, struct findings *f)
{
	const char *suffix = s->has_timing ? ".timing" : "";
	char starter[40], solution[40];
	double a, b;

	if (!s->faster)
		return;
	snprintf(starter, sizeof starter, "%d.starter%s", s->number, suffix);
	snprintf(solution, sizeof solution, "%d.solution%s", s->number, suffix);
	a = lab_measured_us(s->lab, starter);
	b = lab_measured_us(s->lab, solution);
	if (a > 0 && b >= a)
		lab_finding(f, s->lab->manifest, s->line,
			"step %d says 'faster: true', but measured.yaml has %s for %s and %s for %s", s->number,
			lab_measured(s->lab, solution), solution, lab_measured(s->lab, starter), starter);
}

static int check_lessons(const struct catalogue *c, const struct lab *l, struct findings *f, struct err *e)
{
	int rc =
		lesson_check(l->lesson, shown(c, l->lesson), f, e) || lesson_check_steps(l, shown(c, l->lesson), f, e) ?
		-1 :
		0;

	for (size_t i = 0; i < l->nsteps && !rc; i++) {
		const char *own = l->steps[i].lesson;

		if (own)
			rc = lesson_check(own, shown(c, own), f, e) ||
					lesson_check_own(&l->steps[i], shown(c, own), f, e) ?
				-1 :
				0;
	}
	return rc;
}

int lab_soundness(const struct catalogue *c, const struct lab *l, struct findings *f, struct err *e)
{
	if (l->error.kind != ERR_NONE) {
		lab_finding(f, l->error.file[0] ? l->error.file : l->manifest, l->error.line, "%s", l->error.msg);
		return 0;
	}
	for (size_t i = 0; i < l->nsteps; i++) {
		if (check_sources(c, &l->steps[i], f, e) || check_sweep(c, &l->steps[i], f, e))
			return -1;
		check_cases(&l->steps[i], f);
		check_words(&l->steps[i], f);
		check_figures(&l->steps[i], f);
		check_faster(&l->steps[i], f);
	}
	return check_lessons(c, l, f, e) || lab_undeclared_files(c, l, f, e) ? -1 : 0;
}
