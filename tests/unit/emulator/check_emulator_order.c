/* The order in which blocks are laid out (engine/emulator/flow/layout.c), and where branches' lanes meet
 * (reconvergence.c): on random graphs what it promises of any graph; on real text (the kernels of
 * tests/conformance/counters) that no lane comes to the place where a branch's lanes meet while others of them have
 * still to run what is laid out after it. Run from the repository's root. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/rng.h"
#include "emulator/flow/flow.h"
#include "ptx/module.h"
#include "tests/conformance/recording.h"

/* Marks what the blocks that `from` leads to lead to, without going on at `without`. */
static void reach(const struct em_flow *w, uint32_t from, uint32_t without, uint8_t *seen)
{
	uint32_t *stack = xcalloc((size_t)w->n + 1, sizeof *stack), depth = 0;

	memset(seen, 0, (size_t)w->n + 1);
	stack[depth++] = from;
	while (depth) {
		uint32_t b = stack[--depth];

		for (uint32_t e = w->edge[b]; b < w->n && e < w->edge[b + 1]; e++)
			if (!seen[w->to[e]] && w->to[e] != without) {
				seen[w->to[e]] = 1;
				stack[depth++] = w->to[e];
			}
	}
	free(stack);
}

/* ---- any graph: each block once, the first one first; what does not lead back stands after; what lies in one cycle
 * stands together */
static void random_flow(struct em_flow *w, uint64_t seed)
{
	uint64_t drawn = 0;
	uint32_t n = 1 + (uint32_t)rng_below(1, seed, drawn++, 24), edges = 0;

	*w = (struct em_flow){ .n = n,
		.first = xcalloc((size_t)n + 1, 4),
		.edge = xcalloc((size_t)n + 1, 4),
		.to = xcalloc(3 * (size_t)n + 1, 4) };
	for (uint32_t b = 0; b < n; b++) {
		uint32_t k = 1 + (uint32_t)rng_below(1, seed, drawn++, 3);

		w->edge[b] = edges;
		for (uint32_t e = 0; e < k; e++) /* most lead on, or near */
			w->to[edges++] = rng_below(1, seed, drawn++, 3) ? (b + 1 < n ? b + 1 : n) :
									  (uint32_t)rng_below(1, seed, drawn++, n + 1);
	}
	w->edge[n] = edges;
}

START_TEST(any_graph)
{
	for (uint64_t seed = 0; seed < 3000; seed++) {
		struct em_flow w;
		uint32_t at[32];
		uint8_t placed[32] = { 0 }, in[32], seen[32][32];

		random_flow(&w, seed);
		em_flow_order(&w);
		const uint32_t *order = w.order;
		for (uint32_t k = 0; k < w.n; k++) {
			ck_assert_uint_lt(order[k], w.n);
			ck_assert(!placed[order[k]]++);
			at[order[k]] = k;
			reach(&w, k, UINT32_MAX, seen[k]);
		}
		ck_assert_uint_eq(order[0], 0);
		memcpy(in, seen[0], sizeof in);
		in[0] = 1; /* in reach */
		for (uint32_t a = 0; a < w.n; a++)
			for (uint32_t b = 0; b < w.n; b++) {
				if (!in[a] || !in[b] || a == b)
					continue;
				if (seen[a][b] && !seen[b][a])
					ck_assert_msg(at[a] < at[b], "graph %u: %u leads to %u, which stands before it",
						(unsigned)seed, a, b);
				for (uint32_t c = 0; c < w.n && seen[a][b] && seen[b][a]; c++)
					if (in[c] && !(seen[a][c] && seen[c][a]))
						ck_assert_msg((at[c] < at[a]) == (at[c] < at[b]),
							"graph %u: %u stands within the cycle of %u and %u",
							(unsigned)seed, c, a, b);
			}
		em_flow_release(&w);
	}
}
END_TEST

/* ---- real text */
/* Where the lanes of block b's branch meet: the nearest block that all ways from it lead through, or n. By trying each.
 */
static uint32_t meeting(const struct em_flow *w, uint32_t b)
{
	uint8_t *seen = xcalloc((size_t)w->n + 1, 1), *beyond = xcalloc((size_t)w->n + 1, 1);
	uint32_t best = w->n;

	for (uint32_t j = 0; j < w->n; j++) {
		reach(w, b, j, seen);
		if (seen[w->n] || j == b)
			continue;
		if (best < w->n) /* the nearer of two: the one that the other does not lie before */
			reach(w, b, best, beyond);
		if (best == w->n || beyond[j])
			best = j;
	}
	free(seen);
	free(beyond);
	return best;
}

/* Of a function's branches, those some of whose lanes would come to the meeting place while others have still to run
 * what stands after it. */
static unsigned ahead(const struct em_flow *w, const uint32_t *at)
{
	uint8_t *seen = xcalloc((size_t)w->n + 1, 1);
	unsigned n = 0;

	for (uint32_t b = 0; b < w->n; b++) {
		uint32_t j = w->edge[b + 1] - w->edge[b] > 1 ? meeting(w, b) : w->n;
		bool late = false;

		if (j == w->n)
			continue;
		reach(w, b, j, seen);
		for (uint32_t k = 0; k < w->n; k++)
			late |= seen[k] && at[k] > at[j];
		n += late;
	}
	free(seen);
	return n;
}

START_TEST(meeting_places)
{
	unsigned inside = 0;

	for (uint64_t seed = 0; seed < 3000; seed++) {
		struct em_flow w;

		random_flow(&w, seed);
		uint32_t *meet = em_flow_reconvergence(&w);
		uint8_t *seen = xcalloc((size_t)w.n + 1, 1);
		for (uint32_t b = 0; b < w.n; b++) {
			reach(&w, b, UINT32_MAX, seen);
			ck_assert_msg(meet[b] == (seen[w.n] ? meeting(&w, b) : w.n),
				"graph %u: the lanes of %u meet at %u", (unsigned)seed, b, meet[b]);
			inside += meet[b] < w.n;
		}
		free(seen);
		free(meet);
		em_flow_release(&w);
	}
	ck_assert_uint_gt(inside, 10000);
}
END_TEST

static const char *const files[] = { "global", "shared", "tiles", "other", "joins" };

START_TEST(real_text)
{
	char path[128];
	struct err e = ERR_INIT;
	struct buf text;
	struct ptx_module *m;
	unsigned written = 0;

	snprintf(path, sizeof path, "tests/conformance/counters/%s.ptx.zst", files[_i]);
	buf_init(&text);
	ck_assert_msg(recording_load(path, &text, &e) == 0 && ptx_parse(text.data, text.len, &m, &e) == 0, "%s", e.msg);
	for (size_t k = 0; k < m->nfuncs; k++) {
		const struct ptx_func *f = &m->funcs[k];
		uint8_t *leader = xcalloc(f->ninsts + 1, 1);
		struct em_flow w;

		em_flow_leaders(f, leader);
		em_flow_init(&w, f, leader);
		em_flow_order(&w);
		uint32_t *order = w.order, *at = xcalloc((size_t)w.n + 1, sizeof *at);
		for (uint32_t b = 0; b < w.n; b++)
			at[b] = b;
		written += ahead(&w, at);
		for (uint32_t b = 0; b < w.n; b++)
			at[order[b]] = b;
		unsigned n = ahead(&w, at);
		ck_assert_msg(n == 0, "%s: %u branches", f->name, n);
		free(at);
		free(leader);
		em_flow_release(&w);
	}
	if (!strcmp(files[_i], "joins")) /* as nvcc wrote them, the lanes of many do run ahead */
		ck_assert_uint_gt(written, 20);
	ptx_module_free(m);
	buf_release(&text);
}
END_TEST

Suite *emulator_order_suite(void);
Suite *emulator_order_suite(void)
{
	Suite *s = suite_create("emulator_order");
	TCase *t = tcase_create("order");

	tcase_set_timeout(t, 120);
	tcase_add_test(t, any_graph);
	tcase_add_test(t, meeting_places);
	tcase_add_loop_test(t, real_text, 0, sizeof files / sizeof *files);
	suite_add_tcase(s, t);
	return s;
}
