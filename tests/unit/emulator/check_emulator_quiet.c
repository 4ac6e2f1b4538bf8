/* The short ways of the checkers (exec_quiet.h, the units of check.h) against the long ones. Kernels are made up at
 * random, of accesses of the usual shapes and some others with barriers in between, faulty as a rule. Each runs three
 * times: where its arrays begin at a multiple of 128 bytes, so that half-warps fill units; four bytes further on, so
 * that they never do and every word has codes of its own; and by the executors for any x86-64, which have no short
 * ways. (Intervals that only read shared memory, whose loads are written down, come of it, too, and so do two loads and
 * their product in one step.) What is found, who wrote last, and (where nothing was moved) what is counted must be the
 * same. */
#include "base/rng.h"
#include "emulator_kit.h"

enum { KERNELS = 1200, STEPS = 14, WORDS = 1024, THREADS = 128, RESULTS = 4 * THREADS };

#define PTX "emulator/quiet"

struct dice {
	uint64_t seed, thrown;
};
static uint64_t draw(struct dice *g, uint64_t n)
{
	return rng_below(g->seed, 0, g->thrown++, n);
}

/* One line of a list of ptx/quiet.ptx. */
static const char *drawn(struct dice *g, const char *list, size_t wanted)
{
	size_t n;
	const char *const *lines = ptx_list(ptx_cases(PTX), list, &n);

	ck_assert_uint_eq(n, wanted);
	return lines[draw(g, n)];
}

static void add(struct buf *b, const char *part)
{
	buf_puts(b, ptx_of(PTX, part));
}
static void add_number(struct buf *b, const char *part, const char *name, unsigned n)
{
	char number[16];

	snprintf(number, sizeof number, "%u", n);
	buf_puts(b, ptx_fill(PTX, part, name, number));
}

/* Where it is, in %o or %x. */
static void place_of(struct buf *b, struct dice *g, bool global)
{
	const unsigned at = (unsigned)(draw(g, 4) ? 16 * draw(g, 8) : draw(g, 100));
	char number[16];

	snprintf(number, sizeof number, "%u", at);
	buf_puts(b, ptx_fill(PTX, "place", "SHAPE", drawn(g, "shapes", 7), "AT", number));
	if (global && draw(g, 4))
		add(b, "each block has a part of its own");
	add(b, global ? "in global memory" : "in shared memory");
}

static void access_of(struct buf *b, struct dice *g, unsigned step)
{
	const bool global = draw(g, 2), store = draw(g, 5) < 2;
	const char *who = drawn(g, "who", 10);
	const bool some = strcmp(who, "all") != 0;

	if (some)
		buf_puts(b, who);
	if (some)
		add_number(b, "some lanes", "STEP", step);
	place_of(b, g, global);
	if (store)
		add(b, global ? "store to global memory" : "store to shared memory");
	else
		add(b, global ? "load from global memory" : "load from shared memory");
	if (some)
		add_number(b, "label", "STEP", step);
}

/* Two loads whose values are only multiplied and added (products.h). */
static void product_of(struct buf *b, struct dice *g, unsigned step)
{
	const bool global = draw(g, 2);

	if (!draw(g, 8)) { /* these are not of its kind */
		add_number(b, "product of constants", "STEP", step);
		return;
	}
	place_of(b, g, global);
	add(b, global ? "first factor in global memory" : "first factor in shared memory");
	place_of(b, g, global);
	add_number(b, global ? "product of words of global memory" : "product of words of shared memory", "STEP", step);
}

static void kernel_of(struct buf *b, unsigned seed)
{
	struct dice g = { seed, 0 };
	add_number(b, "begin", "NUMBER", seed);
	if (draw(&g, 4)) { /* every word is written before */
		for (unsigned k = 0; k < WORDS / THREADS; k++)
			add_number(b, "a word is written before", "AT", 4 * k * THREADS);
		add(b, "barrier");
	}
	const unsigned bars = 2 + (unsigned)draw(&g, 7);
	for (unsigned k = 0; k < STEPS; k++) {
		const unsigned what = (unsigned)draw(&g, 10);
		if (what < bars)
			add(b, "barrier");
		else if (what == bars)
			add(b, "warp barrier");
		else if (what > 7)
			product_of(b, &g, k);
		else
			access_of(b, &g, k);
	}
	add(b, "end");
}

struct side {
	struct rig rig;
	uint64_t a, c;
	unsigned shift;
};

static void open_side(struct side *s, const char *ptx, unsigned shift, bool baseline)
{
	rig_open(&s->rig, ptx, 1, baseline);
	s->shift = shift;
	s->a = rig_alloc(&s->rig, 4 * 4 * WORDS) + shift;
	s->c = rig_alloc(&s->rig, 4 * 4 * THREADS);
}

static void launch(struct side *s, const char *name, uint32_t blocks)
{
	if (blocks == 3) /* what nobody has written */
		s->a = rig_alloc(&s->rig, 4 * 4 * WORDS) + s->shift;
	else
		em_host_wrote(s->rig.d, s->a, 4 * WORDS);
	const uint64_t params[] = { s->a, s->shift, s->c };
	rig_run(&s->rig, name, blocks, THREADS, params);
	rig_ok(&s->rig);
}

static bool same_place(const struct em_place *x, const struct em_place *y)
{
	return x->ptx_line == y->ptx_line && x->block.x == y->block.x && x->thread.x == y->thread.x;
}

static void same(const char *name, struct side *x, struct side *y)
{
	const struct em_result *p = &x->rig.r, *q = &y->rig.r;
	ck_assert_msg(p->nfindings == q->nfindings, "%s: %zu findings and %zu", name, p->nfindings, q->nfindings);
	for (size_t k = 0; k < p->nfindings; k++) {
		const struct em_finding *f = &p->findings[k], *h = &q->findings[k];
		const bool global = f->address >= x->a;
		ck_assert_msg(f->kind == h->kind && f->severity == h->severity && f->count == h->count &&
				f->bytes == h->bytes && f->has_other == h->has_other && same_place(&f->at, &h->at) &&
				(!f->has_other || same_place(&f->other, &h->other)) &&
				!strcmp(f->message, h->message) &&
				f->address - (global ? x->a : x->shift) == h->address - (global ? y->a : y->shift),
			"%s: \"%s\" x %llu (lines %d and %d, threads %u and %u) and \"%s\" x %llu (lines %d and %d, "
			"threads %u and %u)",
			name, f->message, (unsigned long long)f->count, f->at.ptx_line, f->other.ptx_line,
			f->at.thread.x, f->other.thread.x, h->message, (unsigned long long)h->count, h->at.ptx_line,
			h->other.ptx_line, h->at.thread.x, h->other.thread.x);
	}
	for (uint64_t k = 0; k < WORDS; k++) {
		struct em_writer v = { .launch = 0 }, w = { .launch = 0 };
		const int left = em_last_writer(x->rig.d, x->a + 4 * k, &v),
			  right = em_last_writer(y->rig.d, y->a + 4 * k, &w);
		ck_assert_msg(left == right && (left || same_place(&v.place, &w.place)),
			"%s: the last writer of word %llu: %d and %d, threads %u and %u", name, (unsigned long long)k,
			left, right, v.place.thread.x, w.place.thread.x);
	}
}

START_TEST(as_the_long_ways)
{
	const unsigned kernels = in_short() ? KERNELS / 4 : KERNELS;
	struct buf ptx;
	struct side quick, moved, plain;
	unsigned faulty = 0, right = 0, kinds[EM_FINDING_COUNT] = { 0 };
	buf_init(&ptx);
	add(&ptx, "head");
	for (unsigned k = 0; k < kernels; k++)
		kernel_of(&ptx, k);
	open_side(&quick, ptx.data, 0, false);
	open_side(&moved, ptx.data, 4, false);
	open_side(&plain, ptx.data, 0, true);
	for (unsigned k = 0; k < kernels; k++) {
		char name[32];
		snprintf(name, sizeof name, "k%u", k);
		launch(&quick, name, 1 + k % 3);
		launch(&moved, name, 1 + k % 3);
		launch(&plain, name, 1 + k % 3);
		same(name, &quick, &moved);
		same(name, &quick, &plain);
		ck_assert_msg(
			!memcmp(&quick.rig.r.c, &plain.rig.r.c, sizeof plain.rig.r.c), "%s: the counters differ", name);
		if (k % 3 != 2) /* what nobody has written may be anything */
			ck_assert_msg(!memcmp(em_host_ptr(quick.rig.d, quick.c, RESULTS),
					      em_host_ptr(plain.rig.d, plain.c, RESULTS), RESULTS),
				"%s: the sums differ", name);
		*(quick.rig.r.nfindings ? &faulty : &right) += 1;
		for (size_t n = 0; n < quick.rig.r.nfindings; n++)
			kinds[quick.rig.r.findings[n].kind]++;
	}
	/* Neither all of them are faulty nor all right, and each kind is there. */
	ck_assert_msg(faulty > kernels / 4 && right > kernels / 16, "%u faulty, %u right", faulty, right);
	ck_assert(kinds[EM_FINDING_RACE_RAW] && kinds[EM_FINDING_RACE_WAR] && kinds[EM_FINDING_RACE_WAW] &&
		kinds[EM_FINDING_UNINIT]);
	rig_close(&quick.rig);
	rig_close(&moved.rig);
	rig_close(&plain.rig);
	buf_release(&ptx);
}
END_TEST

Suite *emulator_quiet_suite(void);
Suite *emulator_quiet_suite(void)
{
	Suite *s = suite_create("emulator_quiet");
	TCase *t = tcase_create("shadow");
	tcase_set_timeout(t, 120);
	tcase_add_test(t, as_the_long_ways);
	suite_add_tcase(s, t);
	return s;
}
