/* Functions that call themselves: the order in which lanes come by, against an H200's (lanes/meets.h). Seven functions,
 * three inputs each; an H200 wrote down which lanes were together at each mark, and when. Compared are the marks and
 * the masks in the order of time. */
#include "emulator/core/program.h"
#include "emulator/flow/flow.h"
#include "emulator_kit.h"

Suite *emulator_meets_suite(void);

enum { LANES = 32, LOG = 4096, MOST = 512, SHORT = 17 };

struct mark {
	uint32_t tag, lanes;
};

/* What an H200 did: `all` marks, and the hash of the first `same` of them, which are alike here. */
static const struct order {
	unsigned shape, seed, all, same;
	uint32_t hash;
} h200[] = {
	{ 0, 1, 205, 104, 0x70262828 },
	{ 0, 2, 84, 37, 0x32b141eb },
	{ 0, 3, 51, 51, 0x247f27a5 },
	{ 1, 1, 50, 50, 0x482cdf21 },
	{ 1, 2, 50, 50, 0xd4ab735b },
	{ 1, 3, 15, 15, 0x086111fc },
	{ 2, 1, 233, 233, 0x687cb219 },
	{ 2, 2, 199, 199, 0xc389314f },
	{ 2, 3, 86, 86, 0x98c055c5 },
	{ 3, 1, 22, 22, 0xc9da2ee4 },
	{ 3, 2, 17, 17, 0x2f1e6a55 },
	{ 3, 3, 17, 17, 0xfadb0189 },
	{ 4, 1, 16, 16, 0x013c0044 },
	{ 4, 2, 16, 16, 0x5cd3ba41 },
	{ 4, 3, 12, 12, 0xe8913924 },
	{ 5, 1, 31, 31, 0xeb9268d4 },
	{ 5, 2, 30, 30, 0xf6eeff51 },
	{ 5, 3, 14, 14, 0xd7a87d58 },
	{ 6, 1, 215, 153, 0x693f819c },
	{ 6, 2, 93, 60, 0x6e934ae7 },
	{ 6, 3, 87, 87, 0x5f5f545c },
};
#define ORDERS (sizeof h200 / sizeof *h200)

/* Some of them in full. */
static const struct {
	unsigned shape, seed, n;
	struct mark mark[SHORT];
} in_full[] = {
	{ 1, 3, 15,
		{ { 1, 0x66666666 }, { 2, 0x66666666 }, { 1, 0x66666666 }, { 3, 0x66666666 }, { 2, 0x66666666 },
			{ 1, 0x66666666 }, { 3, 0x66666666 }, { 2, 0x66666666 }, { 1, 0x66666666 }, { 2, 0x66666666 },
			{ 1, 0x66666666 }, { 3, 0x66666666 }, { 3, 0x66666666 }, { 1, 0x99999999 },
			{ 9, 0xffffffff } } },
	{ 3, 3, 17,
		{ { 1, 0xffffffff }, { 1, 0xeeeeeeee }, { 1, 0xeeeeeeee }, { 1, 0xaaaaaaaa }, { 1, 0xaaaaaaaa },
			{ 1, 0xaaaaaaaa }, { 1, 0x88888888 }, { 1, 0x88888888 }, { 2, 0x88888888 }, { 2, 0x88888888 },
			{ 2, 0xaaaaaaaa }, { 2, 0xaaaaaaaa }, { 2, 0xaaaaaaaa }, { 2, 0xeeeeeeee }, { 2, 0xeeeeeeee },
			{ 2, 0xffffffff }, { 9, 0xffffffff } } },
	{ 4, 3, 12,
		{ { 1, 0x11111111 }, { 1, 0x44444444 }, { 1, 0x88888888 }, { 2, 0x88888888 }, { 2, 0x88888888 },
			{ 1, 0x22222222 }, { 2, 0xaaaaaaaa }, { 2, 0xaaaaaaaa }, { 2, 0xaaaaaaaa }, { 2, 0xeeeeeeee },
			{ 2, 0xeeeeeeee }, { 9, 0xffffffff } } },
	{ 5, 3, 14,
		{ { 1, 0xffffffff }, { 3, 0xeeeeeeee }, { 1, 0x22222222 }, { 3, 0x22222222 }, { 2, 0x22222222 },
			{ 5, 0x22222222 }, { 1, 0xcccccccc }, { 3, 0x88888888 }, { 1, 0x88888888 }, { 4, 0x88888888 },
			{ 2, 0x88888888 }, { 4, 0xcccccccc }, { 2, 0xeeeeeeee }, { 9, 0xffffffff } } },
};
#define IN_FULL (sizeof in_full / sizeof *in_full)

/* What the lanes were given there. */
static void inputs(unsigned shape, unsigned seed, uint32_t *in)
{
	static const uint32_t modulus[] = { 0, 7, 0, 8, 8, 9, 0 };
	uint32_t s = seed * 2654435761u;

	for (uint32_t l = 0; l < LANES; l++) {
		s = s * 1664525u + 1013904223u;
		in[l] = seed == 3 ? (l % 4) * 0x25 + (l & 1 ? 0x80 : 0) : (s >> 12) & (seed == 1 ? 0x3ff : 0xff);
		in[l] = modulus[shape] ? in[l] % modulus[shape] : in[l];
	}
}

/* The marks in the order of time. Returns their number. */
static unsigned in_order(const uint64_t *log, const uint32_t *len, struct mark *m)
{
	unsigned at[LANES] = { 0 }, n = 0;

	for (;;) {
		uint64_t first = UINT64_MAX;
		uint32_t lanes = 0;

		for (unsigned l = 0; l < LANES; l++)
			if (at[l] < len[l] && log[l * LOG / 8 + at[l]] < first)
				first = log[l * LOG / 8 + at[l]];
		for (unsigned l = 0; l < LANES; l++)
			if (at[l] < len[l] && log[l * LOG / 8 + at[l]] == first) {
				lanes |= 1u << l;
				at[l]++;
			}
		if (!lanes)
			return n;
		ck_assert_uint_lt(n, MOST);
		m[n++] = (struct mark){ first & 255, lanes };
	}
}

static unsigned marks(unsigned shape, unsigned seed, uint64_t order, struct mark *m)
{
	const struct em_timing t = {
		.multiprocessors = 1, .resident_blocks = 1, .l1_bytes = 1 << 17, .l2_bytes = 1 << 20
	};
	const char begin[] = { (char)('0' + shape), ':', 0 };
	struct em_result r;
	struct rig g;
	uint64_t a;
	uint32_t *word;
	unsigned n;
	size_t cases;

	rig_open(&g, ptx_of("emulator/meets", ptx_group(ptx_cases("emulator/meets"), begin, &cases)[0]->name), 1, true);
	a = rig_alloc(&g, (1 + LANES) * LOG);
	word = rig_ptr(&g, a, (1 + LANES) * LOG);
	inputs(shape, seed, word);
	r = rig_launched(&g, "k",
		(struct em_launch){ .grid = { 1, 1, 1 },
			.block = { LANES, 1, 1 },
			.params = &a,
			.schedule_seed = order,
			.timing = &t });
	ck_assert_msg(r.fault.kind == EM_FAULT_NONE, "%u/%u: %s", shape, seed, r.fault.message);
	n = in_order((const uint64_t *)word + LOG / 8, word + LANES, m);
	em_result_release(&r);
	rig_close(&g);
	return n;
}

static uint32_t hash(const struct mark *m, unsigned n)
{
	uint32_t h = 2166136261u;

	for (unsigned k = 0; k < n; k++) {
		h = (h ^ m[k].tag) * 16777619;
		h = (h ^ m[k].lanes) * 16777619;
	}
	return h;
}

static bool as_there(const struct order *o, const struct mark *m, unsigned n)
{
	return n >= o->same && (o->same < o->all || n == o->all) && hash(m, o->same) == o->hash;
}

START_TEST(order)
{
	const struct order *o = &h200[_i];
	struct mark m[MOST];
	const unsigned n = marks(o->shape, o->seed, 0, m);

	ck_assert_msg(as_there(o, m, n), "shape %u, seed %u: %u marks (%u on an H200), hash 0x%08x of the first %u",
		o->shape, o->seed, n, o->all, hash(m, o->same < n ? o->same : n), o->same);
}
END_TEST

START_TEST(mark_by_mark)
{
	struct mark m[MOST];
	const unsigned n = marks(in_full[_i].shape, in_full[_i].seed, 0, m);

	for (unsigned k = 0; k < n && k < in_full[_i].n; k++)
		ck_assert_msg(m[k].tag == in_full[_i].mark[k].tag && m[k].lanes == in_full[_i].mark[k].lanes,
			"shape %u, seed %u, mark %u: %u by %08x, on an H200 %u by %08x", in_full[_i].shape,
			in_full[_i].seed, k, m[k].tag, m[k].lanes, in_full[_i].mark[k].tag, in_full[_i].mark[k].lanes);
	ck_assert_uint_eq(n, in_full[_i].n);
}
END_TEST

/* Another order, or one more lane at a mark, would be seen. */
START_TEST(others_differ)
{
	struct mark m[MOST], was;

	for (unsigned k = 0; k < ORDERS; k++) {
		const struct order *o = &h200[k];
		const unsigned n = marks(o->shape, o->seed, 0, m), last = o->same - 1;

		was = m[last];
		m[last].lanes ^= 1u << 5;
		ck_assert(!as_there(o, m, n));
		m[last] = was;
		m[0].tag ^= 1;
		ck_assert(!as_there(o, m, n));
		m[0].tag ^= 1;
		ck_assert(o->same < o->all || !as_there(o, m, n - 1));
	}
}
END_TEST

static uint32_t times(const struct mark *m, unsigned n, unsigned lane, uint32_t tag)
{
	uint32_t all = 0;

	for (unsigned k = 0; k < n; k++)
		all += m[k].tag == tag && m[k].lanes >> lane & 1;
	return all;
}

/* Each lane comes by as often as it would alone, in another order of threads too. */
START_TEST(each_lane)
{
	static const uint32_t fib[] = { 1, 1, 2, 3, 5, 8, 13 };
	uint32_t in[LANES];
	struct mark m[MOST];
	const unsigned n = marks(1, 1, (uint64_t)_i, m), up = marks(4, 1, (uint64_t)_i, m + n);

	inputs(1, 1, in);
	for (unsigned l = 0; l < LANES; l++) {
		ck_assert_uint_eq(times(m, n, l, 1), fib[in[l]]);
		ck_assert_uint_eq(times(m, n, l, 2), fib[in[l]] - 1);
		ck_assert_uint_eq(times(m, n, l, 3), fib[in[l]] - 1);
	}
	inputs(4, 1, in);
	for (unsigned l = 0; l < LANES; l++) {
		ck_assert_uint_eq(times(m + n, up, l, 1), 1);
		ck_assert_uint_eq(times(m + n, up, l, 2), in[l]);
	}
}
END_TEST

/* The barriers that the branches of the case's function open, in its order, as digits: of those that are kept for the
 * caller 0 is the innermost; no digit: none. */
static void opened(const char *name, char *digits)
{
	const char *text = ptx_of("emulator/meets", name);
	struct ptx_module *x;
	const struct ptx_func *f;
	struct em_flow w;
	struct em_flow_meets of;
	struct err e = { 0 };
	uint8_t *leader, *room;
	bool *calls;

	ck_assert_int_eq(ptx_parse(text, strlen(text), &x, &e), 0);
	ck_assert_int_eq(ptx_check(x, &e), 0);
	f = &x->funcs[0];
	leader = xcalloc(f->ninsts + 1, 1);
	em_flow_leaders(f, leader);
	em_flow_init(&w, f, leader);
	calls = xcalloc(3, w.n + 1);
	for (uint32_t k = 0; k < f->ninsts; k++)
		calls[w.block[k]] |= f->insts[k].op == PTX_OP_CALL;
	room = xcalloc(5, w.n + 1);
	of = (struct em_flow_meets){ room, room + (w.n + 1), room + 2 * (w.n + 1), room + 3 * (w.n + 1),
		room + 4 * (w.n + 1) };
	em_flow_meets(&w, f, calls, calls + w.n + 1, calls + 2 * (w.n + 1), &of);
	for (uint32_t b = 0; b < w.n; b++)
		if (of.opens[b] != EM_MEETS_NONE) {
			ck_assert_uint_ge(of.opens[b], EM_MEETS_FIRST_KEPT); /* all have a call in their region */
			*digits++ = (char)('0' + of.opens[b] - EM_MEETS_FIRST_KEPT);
		}
	*digits = 0;
	em_flow_release(&w);
	free(room);
	free(calls);
	free(leader);
	ptx_module_free(x);
}

START_TEST(barriers)
{
	char digits[64];

	opened("0: two ifs with a call in each", digits);
	ck_assert_str_eq(digits, "100");
	opened("1: nothing or two calls", digits);
	ck_assert_str_eq(digits, "0");
	opened("2: a loop with a call under an if, unrolled", digits);
	ck_assert_str_eq(digits, "1000");
	opened("3: a call under an if", digits);
	ck_assert_str_eq(digits, "0");
}
END_TEST

Suite *emulator_meets_suite(void)
{
	Suite *s = suite_create("emulator_meets");
	TCase *t = tcase_create("meets");

	tcase_add_loop_test(t, order, 0, ORDERS);
	tcase_add_loop_test(t, mark_by_mark, 0, IN_FULL);
	tcase_add_test(t, others_differ);
	tcase_add_loop_test(t, each_lane, 0, 2);
	tcase_add_test(t, barriers);
	suite_add_tcase(s, t);
	return s;
}
