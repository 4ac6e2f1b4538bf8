/* Chains of products (engine/emulator/exec/chains.h) against the executors for any x86-64, which have none. Loops are
 * made up at random of products and additions of addresses: what they read in the order of lanes and out of it, words
 * that no number is in (NaN), addresses that move by numbers, by registers, by what differs between lanes, past the end
 * of the memory, between words; sums and addresses that others read, too; some lanes that are off. Each kernel runs
 * without anybody watching, under the checkers, and with the time model's caches. What it leaves, what is found, what
 * is counted, and how it fails must be the same. */
#include "base/rng.h"
#include "emulator_kit.h"

enum { KERNELS = 900, EDGES = 400, WORDS = 4096, THREADS = 64, BLOCKS = 2, BASES = 3, RESULTS = 8 * THREADS * BLOCKS };
enum { SHARED = 8192, STRIDE = 128 * BASES, TABLE = 128 * (BASES + 1), MODES = 3 };

#define PTX "emulator/chains"

struct dice {
	uint64_t seed, thrown;
};
static uint64_t draw(struct dice *g, uint64_t n)
{
	return rng_below(g->seed, 0, g->thrown++, n);
}

/* Kernels whose addresses may go wrong. */
static bool is_wild(uint64_t seed)
{
	return seed / 2 % 4 == 3;
}

/* ---- a kernel */
struct maker {
	struct dice g;
	struct buf *out;
	bool shared, strays, near; /* strays: addresses may go wrong; near: all in a line, as a rule */
	unsigned addresses, sums, loads;
	char sum[24]; /* the register that has it */
};

static const char *number(char *text, size_t n, long long v)
{
	snprintf(text, n, "%lld", v);
	return text;
}
#define NUMBER(v) number((char[24]){ 0 }, 24, v)
static const char *reg(char *text, size_t n, const char *name, unsigned v)
{
	snprintf(text, n, "%%%s%u", name, v);
	return text;
}
#define REG(name, v) reg((char[24]){ 0 }, 24, name, v)

static const char *type_of(const struct maker *m)
{
	return m->shared ? "s32" : "s64";
}
static const char *bits_of(const struct maker *m)
{
	return m->shared ? "b32" : "b64";
}
static const char *space_of(const struct maker *m)
{
	return m->shared ? "shared" : "global";
}
static void add(struct maker *m, const char *part)
{
	buf_puts(m->out, ptx_of(PTX, part));
}

static const char *displacement(struct maker *m)
{
	static const char *const usual[] = { "0", "0", "4", "8", "12", "64", "128", "-4", "60", "256" };
	if (m->strays && !draw(&m->g, 100))
		return draw(&m->g, 2) ? "2" : "1000000";
	return usual[draw(&m->g, m->near ? 5 : sizeof usual / sizeof *usual)];
}

static void addition(struct maker *m)
{
	static const char *const numbers[] = { "4", "16", "-8", "64", "1024" };
	const unsigned from = (unsigned)draw(&m->g, m->addresses);
	const char *a = REG("a", from), *b = "%stride", *swap;
	/* Into a register of its own, into one that is there: another, or the same, which moves from turn to turn. */
	const unsigned d = draw(&m->g, 3) && m->addresses < 36 ? m->addresses++ :
		draw(&m->g, 2)                                 ? (unsigned)draw(&m->g, m->addresses) :
								 from;
	const uint64_t how = draw(&m->g, m->strays ? 40 : 39);

	if (how < 12)
		b = numbers[draw(&m->g, sizeof numbers / sizeof *numbers)];
	else if (how < 18)
		b = "%n";
	else if (how == 39)
		b = "2";
	if (b[0] == '%' && !draw(&m->g, 4)) {
		swap = a;
		a = b;
		b = swap;
	}
	buf_puts(m->out, ptx_fill(PTX, "addition", "TYPE", type_of(m), "D", NUMBER(d), "A", a, "B", b));
}

static void product(struct maker *m)
{
	/* Mostly two registers of the few last ones. */
	const unsigned a = (unsigned)draw(&m->g, m->addresses), b = (unsigned)draw(&m->g, m->addresses);
	const bool fresh = m->sums < 36 && draw(&m->g, 3);
	/* A sum may be put where an address was. */
	const bool address = m->strays && m->shared && !draw(&m->g, 40);
	const char *d = address ? REG("a", (unsigned)draw(&m->g, m->addresses)) : fresh ? REG("g", m->sums) : m->sum;

	buf_puts(m->out,
		ptx_fill(PTX, draw(&m->g, 2) ? "product" : "product the other way", "SPACE", space_of(m), "X",
			NUMBER(m->loads), "Y", NUMBER(m->loads + 1), "A", NUMBER(a), "B", NUMBER(b), "AT",
			displacement(m), "BT", displacement(m), "D", d, "C", m->sum));
	m->sums += fresh;
	m->loads += 2;
	if (fresh || address)
		snprintf(m->sum, sizeof m->sum, "%s", d);
}

static void others(struct maker *m, uint64_t rarely)
{
	if (!draw(&m->g, rarely))
		buf_puts(m->out,
			ptx_fill(
				PTX, "an address is read", "BITS", bits_of(m), "A", NUMBER(draw(&m->g, m->addresses))));
	if (!draw(&m->g, rarely))
		buf_puts(m->out,
			ptx_fill(PTX, "a load", "SPACE", space_of(m), "A", NUMBER(draw(&m->g, m->addresses)), "AT",
				displacement(m)));
	if (!draw(&m->g, 2 * rarely))
		buf_puts(m->out, ptx_fill(PTX, "the sum is read", "SUM", m->sum));
	if (!draw(&m->g, 2 * rarely))
		add(m, "something else");
}

static const char *address_of(const struct maker *m)
{
	return ptx_of(PTX, m->shared ? "to 32 bits" : "to 64 bits");
}

static void body_of(struct maker *m)
{
	others(m, 4);
	for (uint64_t products = 1 + draw(&m->g, draw(&m->g, 8) ? 7 : 38), k = 0; k < products; k++) {
		for (uint64_t steps = draw(&m->g, 4) < 2 ? draw(&m->g, 3) : 0; steps; steps--)
			addition(m);
		if (!draw(&m->g, 8))
			others(m, 3);
		product(m);
	}
	others(m, 2);
	buf_puts(m->out, ptx_fill(PTX, "again", "SUM", m->sum, "TURNS", "4"));
}
/* It walks until it leaves the memory (table_of). */
static void edge_of(struct maker *m)
{
	static const char *const at[2][3] = { { "0", "-4", "4" }, { "256", "252", "260" } };

	buf_puts(m->out,
		ptx_fill(PTX, "two products that move on", "SPACE", space_of(m), "TYPE", type_of(m), "AT",
			at[is_wild(m->g.seed)][draw(&m->g, 3)], "BT", at[is_wild(m->g.seed)][draw(&m->g, 3)]));
	buf_puts(m->out, ptx_fill(PTX, "again", "SUM", "%g1", "TURNS", draw(&m->g, 3) ? "20" : "4"));
}

static void kernel_of(struct buf *b, unsigned seed)
{
	struct maker m = {
		.g = { seed, 0 }, .out = b, .shared = seed & 1, .strays = is_wild(seed), .near = seed / 8 % 2
	};
	size_t n;
	const char *const *who = ptx_list(ptx_cases(PTX), "who", &n);
	const bool edge = seed >= KERNELS;

	buf_puts(b,
		ptx_fill(PTX, m.shared ? "begin in shared memory" : "begin in global memory", "NUMBER", NUMBER(seed)));
	add(&m, "lanes");
	if (m.shared) /* not all of it, now and then */
		buf_puts(b, ptx_fill(PTX, "words are copied", "TURNS", edge || draw(&m.g, 5) ? "32" : "12"));
	else if (draw(&m.g, 2) && !edge)
		buf_puts(b,
			ptx_fill(PTX, "each warp of its own", "BYTES", NUMBER(16 * draw(&m.g, 40)), "TO_ADDRESS",
				address_of(&m), "TYPE", type_of(&m)));
	for (; m.addresses < BASES; m.addresses++)
		buf_puts(b,
			ptx_fill(PTX, "a base", "PLACE", NUMBER(128 * m.addresses), "NUMBER", NUMBER(m.addresses),
				"TO_ADDRESS", address_of(&m), "TYPE", type_of(&m)));
	buf_puts(b, ptx_fill(PTX, "the stride", "PLACE", NUMBER(STRIDE), "TO_ADDRESS", address_of(&m)));
	add(&m, m.shared ? "the number in shared memory" : "the number in global memory");
	buf_puts(b, ptx_fill(PTX, "loop", "WHO", who[edge ? 0 : draw(&m.g, n)], "BITS", bits_of(&m)));
	snprintf(m.sum, sizeof m.sum, "%%f");
	if (edge)
		edge_of(&m);
	else
		body_of(&m);
	for (unsigned k = 0; k < m.addresses; k++)
		if (draw(&m.g, 3))
			buf_puts(b, ptx_fill(PTX, "an address is read", "BITS", bits_of(&m), "A", NUMBER(k)));
	add(&m, m.shared ? "folded in shared memory" : "folded in global memory");
	add(&m, "end");
}

/* ---- what it works on */
/* Where lane l begins. */
static unsigned place(uint64_t shape, unsigned l)
{
	switch (shape) {
	case 0:
	case 1:
	case 2: return 4 * l;
	case 3:
	case 4: return 4 * (l % 16);
	case 5:
	case 6: return 0;
	case 7:
	case 8: return l / 16 * 1024;
	case 9: return l / 16 * 20;
	case 10: return 4 * (l % 16) + (l < 16 ? 192 : 0);
	case 11: return l < 16 ? 4 * l : 100; /* halves of different kinds */
	case 12: return l < 16 ? 40 : 4 * l;
	case 13: return 8 * l;
	case 14: return l / 16 * 64;
	default: return 4 * (l ^ 3);
	}
}
static void table_of(uint32_t *t, unsigned seed)
{
	struct dice g = { seed + 10000, 0 };
	static const int strides[] = { 64, 128, 4, 0, -16, 1024, 36 };
	const bool wild = is_wild(seed);

	if (seed >= KERNELS) { /* from near the begin down, from near the end up; registers may be 256 bytes off */
		const unsigned end = seed & 1 ? SHARED : 4 * WORDS, by = (unsigned)draw(&g, 64),
			       other = 256 + 4 * (unsigned)draw(&g, seed & 1 ? 1500 : 3500);
		const bool down = draw(&g, 2);
		for (unsigned l = 0; l < 32; l++) {
			t[l] = (down ? 4 * by : end - 128 - 4 * by) + 4 * (l & 15) - (wild ? 256 : 0);
			t[32 + l] = other + 4 * (l & 15);
			t[32 * BASES + l] = (uint32_t)(down ? -16 : 16);
		}
		return;
	}
	for (unsigned k = 0; k < BASES; k++) {
		const uint64_t shape = draw(&g, wild ? 16 : 11);
		unsigned at = 512 + (unsigned)(draw(&g, 2) ? 64 * draw(&g, 6) : 4 * draw(&g, 100));
		if (!(seed & 1) && draw(&g, 2)) /* anywhere in global memory */
			at = 256 + 64 * (unsigned)draw(&g, 200);
		if (wild && !draw(&g, 3)) /* at the memory's begin, or near its end */
			at = (unsigned)(draw(&g, 2) ? 4 * draw(&g, 20) : 4 * WORDS - 2200 + 4 * draw(&g, 300));
		for (unsigned l = 0; l < 32; l++)
			t[32 * k + l] = at + place(shape, l);
	}
	const int stride = wild && draw(&g, 2) ? -16 : strides[draw(&g, sizeof strides / sizeof *strides)];
	for (unsigned l = 0; l < 32; l++)
		t[32 * BASES + l] = (uint32_t)(seed % 32 == 6 ? (int)(4 * l) : seed % 32 == 7 ? (1 << 30) : stride);
}
static void words_of(uint32_t *w, unsigned seed)
{
	static const uint32_t odd[] = { 0x7fc00001, 0xffc12345, 0x7f800001, 0x7f800000, 0xff800000, 0x80000000, 1 };
	struct dice g = { seed + 20000, 0 };
	const uint64_t one_in = seed % 3 ? 2000 : 40;

	for (unsigned k = 0; k < WORDS; k++) {
		const float f = (float)((double)draw(&g, 2000) / 64 - 15);
		memcpy(&w[k], &f, 4);
		if (!draw(&g, one_in))
			w[k] = odd[draw(&g, sizeof odd / sizeof *odd)];
	}
}

/* A tile's row and column: the row's words are read four at a time (cost/joined.c). */
static void tile(struct buf *b, unsigned kernel)
{
	buf_puts(b, ptx_fill(PTX, "begin in shared memory", "NUMBER", NUMBER(kernel)));
	buf_puts(b, ptx_of(PTX, "lanes"));
	buf_puts(b, ptx_fill(PTX, "words are copied", "TURNS", "32"));
	buf_puts(b, ptx_fill(PTX, "a tile", "ROW", kernel & 1 ? "6" : "7"));
	buf_puts(b, ptx_fill(PTX, "again", "SUM", "%f", "TURNS", "4"));
	buf_puts(b, ptx_of(PTX, "folded in shared memory"));
	buf_puts(b, ptx_of(PTX, "end"));
}

struct side {
	struct rig rig;
	uint64_t words, part, table, out; /* part: words most of which nobody has written */
};
static void open_side(struct side *s, const char *ptx, bool baseline)
{
	rig_open(&s->rig, ptx, 1, baseline);
	s->words = rig_alloc(&s->rig, 4 * WORDS);
	s->part = rig_alloc(&s->rig, 4 * WORDS);
	s->table = rig_alloc(&s->rig, TABLE);
	s->out = rig_alloc(&s->rig, RESULTS);
}

static void launch(struct side *s, unsigned kernel, int mode)
{
	static const struct em_timing timing = {
		.multiprocessors = 4, .resident_blocks = 2, .l1_bytes = 1 << 16, .l2_bytes = 1 << 20, .fill_sectors = 2
	};
	const bool part = kernel % 4 == 2;
	const uint64_t words = part ? s->part : s->words,
		       params[] = { words, s->table, kernel % 5 || !is_wild(kernel) ? 16 : 6, s->out };
	char name[32];
	struct em_launch l = { .grid = { BLOCKS, 1, 1 },
		.block = { THREADS, 1, 1 },
		.params = params,
		.unchecked = mode == 1 ? 0 : EM_CHECK_ALL,
		.timing = mode == 2 ? &timing : NULL };

	words_of(rig_ptr(&s->rig, words, 4 * WORDS), kernel);
	table_of(rig_ptr(&s->rig, s->table, TABLE), kernel);
	memset(rig_ptr(&s->rig, s->out, RESULTS), 0, RESULTS);
	em_host_wrote(s->rig.d, words, part ? 1500 : 4 * WORDS);
	em_host_wrote(s->rig.d, s->table, TABLE);
	snprintf(name, sizeof name, "k%u", kernel);
	l.kernel = em_kernel_find(s->rig.m, name);
	ck_assert_ptr_nonnull(l.kernel);
	em_result_release(&s->rig.r);
	ck_assert_msg(em_launch(s->rig.d, &l, &s->rig.r, &s->rig.e) == 0, "%s", s->rig.e.msg);
}

static bool same_place(const struct em_place *x, const struct em_place *y)
{
	return x->ptx_line == y->ptx_line && x->block.x == y->block.x && x->thread.x == y->thread.x;
}
static void same_findings(unsigned k, const struct em_result *p, const struct em_result *q)
{
	ck_assert_msg(p->nfindings == q->nfindings, "k%u: %zu findings and %zu", k, p->nfindings, q->nfindings);
	for (size_t n = 0; n < p->nfindings; n++) {
		const struct em_finding *f = &p->findings[n], *h = &q->findings[n];
		ck_assert_msg(f->kind == h->kind && f->count == h->count && f->bytes == h->bytes &&
				f->address == h->address && same_place(&f->at, &h->at) &&
				!strcmp(f->message, h->message),
			"k%u: \"%s\" x %llu (line %d, thread %u) and \"%s\" x %llu (line %d, thread %u)", k, f->message,
			(unsigned long long)f->count, f->at.ptx_line, f->at.thread.x, h->message,
			(unsigned long long)h->count, h->at.ptx_line, h->at.thread.x);
	}
}

static void same(unsigned k, int mode, struct side *x, struct side *y)
{
	struct em_result *p = &x->rig.r, *q = &y->rig.r;
	struct em_work w = p->work, v = q->work;

	ck_assert_msg(p->fault.kind == q->fault.kind && !strcmp(p->fault.message, q->fault.message) &&
			p->fault.thread.x == q->fault.thread.x && p->fault.ptx_line == q->fault.ptx_line,
		"k%u, mode %d: \"%s\" at %d and \"%s\" at %d", k, mode, p->fault.message, p->fault.ptx_line,
		q->fault.message, q->fault.ptx_line);
	ck_assert_msg(!memcmp(rig_ptr(&x->rig, x->out, RESULTS), rig_ptr(&y->rig, y->out, RESULTS), RESULTS),
		"k%u, mode %d: the results differ", k, mode);
	same_findings(k, p, q);
	if (p->fault.kind != EM_FAULT_NONE)
		return;
	ck_assert_msg(!memcmp(&p->c, &q->c, sizeof p->c), "k%u, mode %d: the counters differ", k, mode);
	w.share = v.share = NULL;
	ck_assert_msg(!memcmp(&w, &v, sizeof w), "k%u, mode %d: the work differs", k, mode);
}

START_TEST(as_one_by_one)
{
	struct buf ptx;
	struct side quick, plain;
	unsigned faults = 0, right = 0, findings = 0;

	buf_init(&ptx);
	buf_puts(&ptx, ptx_of(PTX, "head"));
	for (unsigned k = 0; k < KERNELS + EDGES; k++)
		kernel_of(&ptx, k);
	tile(&ptx, KERNELS + EDGES);
	tile(&ptx, KERNELS + EDGES + 1);
	open_side(&quick, ptx.data, false);
	open_side(&plain, ptx.data, true);
	for (unsigned k = 0; k < KERNELS + EDGES + 2; k++)
		for (int mode = 0; mode < MODES; mode++) {
			launch(&quick, k, mode);
			launch(&plain, k, mode);
			same(k, mode, &quick, &plain);
			*(quick.rig.r.fault.kind ? &faults : &right) += 1;
			findings += quick.rig.r.nfindings != 0;
		}
	ck_assert_msg(right > 2 * KERNELS && faults > KERNELS / 10 && findings > KERNELS / 10,
		"%u right, %u faults, %u with findings", right, faults, findings);
	rig_close(&quick.rig);
	rig_close(&plain.rig);
	buf_release(&ptx);
}
END_TEST

/* An address after which the sign begins, where the load has touched good memory before. */
START_TEST(before_the_sign)
{
	struct rig g;

	rig_open(&g, ptx_of(PTX, "the last word without a sign"), 1, _i & 1);
	g.unchecked = _i & 2 ? EM_CHECK_ALL : 0;
	const uint64_t a = rig_alloc(&g, 64);
	rig_run(&g, "k", 1, 32, &a);
	ck_assert_msg(g.r.fault.kind != EM_FAULT_NONE, "no fault");
	rig_close(&g);
}
END_TEST

Suite *emulator_chains_suite(void);
Suite *emulator_chains_suite(void)
{
	Suite *s = suite_create("emulator_chains");
	TCase *t = tcase_create("chains");
	tcase_set_timeout(t, 120);
	tcase_add_test(t, as_one_by_one);
	tcase_add_loop_test(t, before_the_sign, 0, 4);
	suite_add_tcase(s, t);
	return s;
}
