/* Weak memory in other orders of threads (engine/emulator/run/weak.h): the litmus tests of ptx/weak.ptx. No seed shows
 * an outcome that PTX forbids; of those that it allows, each that can happen here is shown by some seed; the natural
 * order shows none. LITMUS=show counts the outcomes (`make litmus`). */
#include "tests/unit/emulator/emulator_kit.h"

#define PTX "emulator/weak"
#define CASES 21
enum { SEEDS = 3000, NUMBERS = 4, OUTCOMES = 64, AT = 1024, BYTES = 4096, COLUMNS = 5 };

struct outcome {
	uint32_t v[NUMBERS];
	unsigned seen;
};
struct litmus {
	const struct ptx_case *c;
	size_t n; /* numbers of an outcome */
	uint32_t asked[NUMBERS];
	struct outcome outcome[OUTCOMES];
	size_t noutcomes;
};

static size_t numbers(const char *text, uint32_t v[NUMBERS])
{
	size_t n = 0;
	char *end;

	for (const char *p = text; p && *p; p = end) {
		v[n++] = (uint32_t)strtoul(p, &end, 10);
		ck_assert_ptr_ne(p, end);
	}
	return n;
}

/* The columns of a line, between bars, without the spaces around them. */
static void columns(char *line, const char *col[COLUMNS])
{
	for (size_t k = 0; k < COLUMNS; k++) {
		char *bar = strchr(line, '|');

		if (bar)
			*bar = 0;
		line += strspn(line, " ");
		for (size_t n = strlen(line); n && line[n - 1] == ' ';)
			line[--n] = 0;
		col[k] = line;
		line = bar ? bar + 1 : line + strlen(line);
	}
}

static void run_once(struct rig *g, struct litmus *t, uint64_t p, uint64_t seed, struct outcome *o)
{
	uint8_t *m = rig_ptr(g, p, BYTES);
	uint32_t places[NUMBERS], threads = (uint32_t)ptx_want_number(t->c, "threads");
	const bool one_block = ptx_want(t->c, "block") != NULL;
	size_t after = numbers(ptx_want(t->c, "final"), places);

	memset(m, 0, BYTES);
	g->seed = (seed + 6) / 7; /* the launches of a program under one seed are different, too */
	g->nth = seed % 7;
	g->budget = 10000000;
	g->unchecked = EM_CHECK_ALL;
	rig_run(g, "k", one_block ? 1 : threads, one_block ? 32 * threads : 1, &p);
	ck_assert_msg(g->r.fault.kind == EM_FAULT_NONE, "%s: %s", t->c->name, g->r.fault.message);
	memcpy(o->v, m + AT, sizeof o->v);
	for (size_t k = 0; k < after; k++)
		memcpy(&o->v[t->n - after + k], m + places[k], sizeof *o->v);
	memset(o->v + t->n, 0, (NUMBERS - t->n) * sizeof *o->v);
}

static void count(struct litmus *t, const struct outcome *o)
{
	for (size_t k = 0; k < t->noutcomes; k++)
		if (!memcmp(t->outcome[k].v, o->v, sizeof o->v)) {
			t->outcome[k].seen++;
			return;
		}
	ck_assert_uint_lt(t->noutcomes, OUTCOMES);
	t->outcome[t->noutcomes] = *o;
	t->outcome[t->noutcomes++].seen = 1;
}

static unsigned seen(const struct litmus *t)
{
	for (size_t k = 0; k < t->noutcomes; k++)
		if (!memcmp(t->outcome[k].v, t->asked, sizeof t->asked))
			return t->outcome[k].seen;
	return 0;
}

static void show(const struct litmus *t, const char *const col[COLUMNS])
{
	printf("%-9s %s: %s %s; %s %s\n   ", col[0], t->c->name, col[1], col[2], col[3], col[4]);
	for (size_t k = 0; k < t->noutcomes; k++) {
		bool asked = !memcmp(t->outcome[k].v, t->asked, sizeof t->asked);

		printf(" %s", asked ? "[" : "");
		for (size_t n = 0; n < t->n; n++)
			printf("%s%u", n ? "," : "", t->outcome[k].v[n]);
		printf("%s %ux", asked ? "]" : "", t->outcome[k].seen);
	}
	putchar('\n');
}

static const struct ptx_case *const *cases(void)
{
	size_t n;
	const struct ptx_case *const *c = ptx_group(ptx_cases(PTX), "", &n);

	ck_assert_uint_eq(n, CASES);
	return c;
}

START_TEST(litmus)
{
	struct litmus t = { .c = cases()[_i] };
	const bool shows = getenv("LITMUS") != NULL;
	size_t nlines;
	const char *const *lines = ptx_list(ptx_cases(PTX), t.c->name, &nlines);

	t.n = numbers(ptx_want(t.c, "outcome"), t.asked);
	for (size_t k = 0; k < nlines; k++) {
		const char *col[COLUMNS];
		struct outcome o;
		struct rig g;
		char line[256];

		snprintf(line, sizeof line, "%s", lines[k]);
		columns(line, col);
		rig_open(&g, ptx_fill(PTX, t.c->name, "S", col[1], "L", col[2], "W", col[3], "R", col[4]), 1, false);
		uint64_t p = rig_alloc(&g, BYTES);
		t.noutcomes = 0;
		run_once(&g, &t, p, 0, &o);
		ck_assert_msg(
			memcmp(o.v, t.asked, sizeof o.v) != 0, "%s, %s: in the natural order", t.c->name, lines[k]);
		const bool allowed = !strcmp(col[0], "allowed");
		for (uint64_t seed = 1; seed <= SEEDS && (shows || !allowed || !seen(&t)); seed++) {
			run_once(&g, &t, p, seed, &o);
			count(&t, &o);
		}
		if (shows)
			show(&t, col);
		ck_assert_msg(allowed || !strcmp(col[0], "forbidden") || !strcmp(col[0], "unseen"), "%s?", col[0]);
		ck_assert_msg((seen(&t) > 0) == allowed, "%s, %s: seen %u times in %d seeds", t.c->name, lines[k],
			seen(&t), SEEDS);
		rig_close(&g);
	}
}
END_TEST

Suite *emulator_weak_suite(void);
Suite *emulator_weak_suite(void)
{
	Suite *s = suite_create("emulator_weak");
	TCase *c = tcase_create("weak");
	tcase_set_timeout(c, 120);
	tcase_add_loop_test(c, litmus, 0, CASES);
	suite_add_tcase(s, c);
	return s;
}
