/* The short ways of the checkers (exec_quiet.h, the units of check.h) against the long ones. Kernels are made up at
 * random, of accesses of the usual shapes and some others with barriers in between, faulty as a rule. Each runs three
 * times: where its arrays begin at a multiple of 128 bytes, so that half-warps fill units; four bytes further on, so
 * that they never do and every word has codes of its own; and by the executors for any x86-64, which have no short
 * ways. What is found, who wrote last, and (where nothing was moved) what is counted must be the same. */
#include "base/rng.h"
#include "emulator_kit.h"

enum { KERNELS = 360, STEPS = 14, WORDS = 1024, THREADS = 128 };

/* Word indices into %x, of thread %t; what follows is added. */
static const char *const shapes[] = {
	"mov.u32 %x, %t;\n",     /* one after the other */
	"and.b32 %x, %t, 15;\n", /* both halves the same 16 */
	"shr.u32 %x, %t, 4;\n",  /* a word each half */
	"shr.u32 %x, %t, 5;\n",  /* a word for all */
	"shr.u32 %x, %t, 4;\nmul.lo.u32 %x, %x, 48;\nand.b32 %y, %t, 15;\nadd.u32 %x, %x, %y;\n", /* halves apart */
	"xor.b32 %x, %t, 5;\n", "mul.lo.u32 %x, %t, 2;\n",                                        /* any */
};
/* Who takes part: %p. Twice as often all. */
static const char *const who[] = { "", "", "", "", "setp.lt.u32 %p, %t, 64;\n", "setp.ge.u32 %p, %t, 32;\n",
	"setp.lt.u32 %p, %t, 16;\n", "setp.eq.u32 %p, %t, 77;\n" };
#define N(table) (sizeof table / sizeof *table)

struct dice {
	uint64_t seed, thrown;
};
static uint64_t draw(struct dice *g, uint64_t n)
{
	return rng_below(g->seed, 0, g->thrown++, n);
}

static void access_of(struct buf *b, struct dice *g, int step)
{
	const bool global = draw(g, 2), store = draw(g, 5) < 2;
	const char *some = who[draw(g, N(who))];
	const unsigned at = (unsigned)(draw(g, 4) ? 16 * draw(g, 8) : draw(g, 100));
	buf_printf(b, "%s%sadd.u32 %%x, %%x, %u;\nmul.wide.u32 %%o, %%x, 4;\n", some, shapes[draw(g, N(shapes))], at);
	if (*some)
		buf_printf(b, "@!%%p bra L%d;\n", step);
	if (global && draw(g, 4)) /* each block has a part of its own */
		buf_printf(b, "mul.wide.u32 %%q, %%c, 2048;\nadd.u64 %%o, %%o, %%q;\n");
	if (global)
		buf_printf(b, "add.u64 %%o, %%o, %%a;\n");
	else
		buf_printf(b, "cvt.u32.u64 %%x, %%o;\nadd.u32 %%x, %%x, %%s;\n");
	if (store)
		buf_printf(b, "st.%s.u32 [%s], %%t;\n", global ? "global" : "shared", global ? "%o" : "%x");
	else
		buf_printf(b, "ld.%s.u32 %%v, [%s];\nadd.u32 %%sum, %%sum, %%v;\n", global ? "global" : "shared",
			global ? "%o" : "%x");
	if (*some)
		buf_printf(b, "L%d:\n", step);
}

/* pa: the array in global memory; pb: what lies where the shared array begins; pc: where each thread leaves its sum. */
static void kernel_of(struct buf *b, uint64_t seed)
{
	struct dice g = { seed, 0 };
	buf_printf(b,
		".visible .entry k%u(.param .u64 pa, .param .u64 pb, .param .u64 pc) {\n.reg .b32 %%t, %%c, %%x, %%y, "
		"%%v, %%sum, %%s;\n"
		".reg .b64 %%a, %%o, %%q;\n.reg .pred %%p;\nmov.u32 %%t, %%tid.x;\nmov.u32 %%c, %%ctaid.x;\nmov.u32 "
		"%%sum, 0;\nld.param.u64 %%a, [pa];\n"
		"ld.param.u64 %%q, [pb];\ncvt.u32.u64 %%v, %%q;\nmov.u32 %%s, s;\nadd.u32 %%s, %%s, %%v;\n",
		(unsigned)seed);
	if (draw(&g, 4)) { /* every word is written before */
		for (int k = 0; k < WORDS / THREADS; k++)
			buf_printf(b, "shl.b32 %%x, %%t, 2;\nadd.u32 %%x, %%x, %%s;\nst.shared.u32 [%%x + %d], %%t;\n",
				4 * k * THREADS);
		buf_printf(b, "bar.sync 0;\n");
	}
	const unsigned bars = 2 + (unsigned)draw(&g, 7);
	for (int k = 0; k < STEPS; k++) {
		const unsigned what = (unsigned)draw(&g, 10);
		if (what < bars)
			buf_printf(b, "bar.sync 0;\n");
		else if (what == bars)
			buf_printf(b, "bar.warp.sync 0xffffffff;\n");
		else
			access_of(b, &g, k);
	}
	buf_printf(b,
		"ld.param.u64 %%q, [pc];\nmad.lo.u32 %%x, %%c, %d, %%t;\nmul.wide.u32 %%o, %%x, 4;\nadd.u64 %%o, %%o, "
		"%%q;\nst.global.u32 [%%o], %%sum;\nret;\n}\n",
		THREADS);
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
	struct buf ptx;
	struct side quick, moved, plain;
	unsigned faulty = 0, right = 0, kinds[EM_FINDING_COUNT] = { 0 };
	buf_init(&ptx);
	buf_printf(&ptx, "%s.shared .align 128 .b8 s[%d];\n", HEAD, 4 * WORDS + 128);
	for (unsigned k = 0; k < KERNELS; k++)
		kernel_of(&ptx, k);
	open_side(&quick, ptx.data, 0, false);
	open_side(&moved, ptx.data, 4, false);
	open_side(&plain, ptx.data, 0, true);
	for (unsigned k = 0; k < KERNELS; k++) {
		char name[32];
		snprintf(name, sizeof name, "k%u", k);
		launch(&quick, name, 1 + k % 3);
		launch(&moved, name, 1 + k % 3);
		launch(&plain, name, 1 + k % 3);
		same(name, &quick, &moved);
		same(name, &quick, &plain);
		ck_assert_msg(
			!memcmp(&quick.rig.r.c, &plain.rig.r.c, sizeof plain.rig.r.c), "%s: the counters differ", name);
		*(quick.rig.r.nfindings ? &faulty : &right) += 1;
		for (size_t n = 0; n < quick.rig.r.nfindings; n++)
			kinds[quick.rig.r.findings[n].kind]++;
	}
	/* Neither all of them are faulty nor all right, and each kind is there. */
	ck_assert_msg(faulty > KERNELS / 4 && right > KERNELS / 16, "%u faulty, %u right", faulty, right);
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
