/* Flags and who looks at them: keys of flags in one word (check/flag_keys.c), words that warps have looked at or set
 * (check/looked_at.c), and which lanes a look counts for (check/cause.c). */
#include "emulator/check/cause.h"
#include "emulator/check/check.h"
#include "emulator/check/conflict.h"
#include "emulator/check/publish.h"
#include "emulator_kit.h"

Suite *emulator_flags_suite(void);

enum { WORD = 64 };

static bool one_of(uint64_t key, const uint64_t *keys, unsigned n)
{
	for (unsigned k = 0; k < n; k++)
		if (keys[k] == key)
			return true;
	return false;
}

/* Does who looks at so many bytes hear of the flag `addr` of `bytes` bytes? */
static bool meets(uint64_t at, unsigned width, uint64_t addr, unsigned bytes)
{
	uint64_t keys[CK_KEYS];
	const unsigned n = em_flag_keys(at, width, keys);

	ck_assert_uint_le(n, CK_KEYS);
	ck_assert_uint_eq(keys[0], em_flag_key(at, width));
	return one_of(em_flag_key(addr, bytes), keys, n);
}

START_TEST(keys)
{
	uint64_t of[CK_KEYS];

	/* Each is a flag of its own. A double word is known by its first word. */
	ck_assert_uint_ne(em_flag_key(WORD, 1), em_flag_key(WORD + 1, 1));
	ck_assert_uint_ne(em_flag_key(WORD, 1), em_flag_key(WORD, 2));
	ck_assert_uint_ne(em_flag_key(WORD, 2), em_flag_key(WORD, 4));
	ck_assert_uint_eq(em_flag_key(WORD, 8), em_flag_key(WORD, 4));
	/* Two bytes are the flags of each, of both and of the word, and not of the other half. */
	for (unsigned k = 0; k < 4; k++)
		ck_assert(meets(WORD, 2, WORD + k, 1) == (k < 2));
	ck_assert(meets(WORD, 2, WORD, 4) && !meets(WORD, 2, WORD + 2, 2));
	/* A word is all of them, a byte none of its neighbours. */
	for (unsigned k = 0; k < 4; k++)
		ck_assert(meets(WORD, 4, WORD + k, 1) && meets(WORD + 3, 1, WORD + k, 1) == (k == 3));
	ck_assert(meets(WORD + 3, 1, WORD + 2, 2) && !meets(WORD + 3, 1, WORD, 2) && !meets(WORD, 4, WORD + 4, 4));
	/* None twice. */
	for (unsigned width = 1; width <= 8; width *= 2) {
		const unsigned n = em_flag_keys(WORD, width, of);

		for (unsigned k = 1; k < n; k++)
			ck_assert(!one_of(of[k], of, k));
	}
}
END_TEST

/* Two warps of a block, with nothing to run. */
struct pair {
	struct em_run *run;
	struct em_worker *t;
	struct em_block *b;
	struct em_warp *w[2];
	struct em_program p;
};

static void open_pair(struct pair *x)
{
	memset(x, 0, sizeof *x);
	ck_assert_int_eq(posix_memalign((void **)&x->t, EM_APART, sizeof *x->t), 0);
	ck_assert_int_eq(posix_memalign((void **)&x->b, 64, sizeof *x->b), 0);
	memset(x->t, 0, sizeof *x->t);
	memset(x->b, 0, sizeof *x->b);
	x->run = xcalloc(1, sizeof *x->run);
	x->t->run = x->run;
	x->t->p = &x->p;
	x->b->t = x->t;
	x->b->warp = xcalloc(2, sizeof *x->b->warp);
	x->b->nwarps = 2;
	x->b->check.last = UINT64_MAX;
	for (uint32_t n = 0; n < 2; n++) {
		ck_assert_int_eq(posix_memalign((void **)&x->w[n], 64, sizeof *x->w[n]), 0);
		memset(x->w[n], 0, sizeof *x->w[n]);
		x->w[n]->t = x->t;
		x->w[n]->blk = x->b;
		x->w[n]->index = n;
		x->w[n]->mask = x->w[n]->lanes = EM_FULL;
		x->b->warp[n] = x->w[n];
	}
}

static void close_pair(struct pair *x)
{
	free(x->b->check.looked_at);
	free(x->b->warp);
	free(x->w[0]);
	free(x->w[1]);
	free(x->b);
	free(x->t);
	free(x->run);
}

START_TEST(looked_at)
{
	struct pair x;

	open_pair(&x);
	x.w[0]->code = 100;
	ck_assert(!em_has_looked_at(x.w[0], WORD, 0, true));
	em_looked_at(x.w[0], WORD);
	ck_assert(em_has_looked_at(x.w[0], WORD, 100, false) && !em_has_looked_at(x.w[0], WORD, 101, false));
	ck_assert(!em_has_looked_at(x.w[0], WORD + 4, 0, true));
	ck_assert(!em_has_looked_at(x.w[1], WORD, 0, false) && em_has_looked_at(x.w[1], WORD, 0, true));
	/* The last few are kept; one that is looked at again takes no room. */
	for (uint64_t n = 1; n < 4; n++)
		em_looked_at(x.w[0], WORD + 4 * n);
	em_looked_at(x.w[0], WORD + 4);
	ck_assert(em_has_looked_at(x.w[0], WORD, 0, false));
	em_looked_at(x.w[0], WORD + 100);
	ck_assert(!em_has_looked_at(x.w[0], WORD, 0, false) && em_has_looked_at(x.w[0], WORD + 12, 0, false));
	close_pair(&x);
}
END_TEST

START_TEST(others_set)
{
	struct pair x;

	open_pair(&x);
	ck_assert(!em_others_set(x.w[0], WORD, 7) && !em_others_set(x.w[0], WORD, 7));
	ck_assert(!em_others_set(x.w[1], WORD + 4, 7) && !em_others_set(x.w[1], WORD, 8));
	ck_assert(em_others_set(x.w[1], WORD, 7) && em_others_set(x.w[0], WORD, 7));
	x.b->check.interval++; /* all have met */
	ck_assert(!em_others_set(x.w[0], WORD, 7));
	close_pair(&x);
}
END_TEST

/* A look counts for the lanes that looked; once they meet others, for these as well; once all have met, for all. */
START_TEST(lanes_that_looked)
{
	uint32_t halves[EM_WARP];
	struct pair x;
	const uint32_t *lanes;

	open_pair(&x);
	lanes = x.b->check.by_warp.lanes;
	for (unsigned l = 0; l < EM_WARP; l++)
		halves[l] = l < 16 ? 0xffff : 0xffff0000;
	em_cause_met(x.w[0], NULL);
	ck_assert_uint_eq(lanes[0], 0);
	em_cause_looked(x.w[0], PTX_SHARED, WORD, -1, 1u << 3, false);
	ck_assert_uint_eq(lanes[0], 1u << 3);
	em_cause_met(x.w[0], halves);
	ck_assert_uint_eq(lanes[0], 0xffff);
	em_cause_met(x.w[0], NULL);
	ck_assert_uint_eq(lanes[0], EM_FULL);
	ck_assert_uint_eq(lanes[1], 0);
	/* Who has looked beyond the block is kept apart, and all is forgotten at a barrier. */
	ck_assert_uint_eq(x.b->check.by_warp.far, 0);
	em_cause_looked(x.w[1], PTX_GLOBAL, WORD, -1, 1, true);
	ck_assert_uint_eq(x.b->check.by_warp.far, 2);
	/* An acquire meets an arrival where the word is counted by atomics: else it is a flag. */
	ck_assert_uint_eq(x.b->check.by_warp.arrived, 0);
	x.b->check.by_warp.counted = em_publish_sign(WORD);
	em_cause_looked(x.w[0], PTX_GLOBAL, WORD, -1, 1, false);
	ck_assert_uint_eq(x.b->check.by_warp.arrived, 0);
	em_cause_looked(x.w[1], PTX_GLOBAL, WORD, -1, 1, true);
	ck_assert_uint_eq(x.b->check.by_warp.arrived, 2);
	x.b->check.asked = 3;
	em_cause_forget(&x.b->check);
	ck_assert_uint_eq(lanes[0] | x.b->check.by_warp.far | x.b->check.by_warp.arrived | x.b->check.asked, 0);
	ck_assert_uint_eq(x.b->check.by_warp.counted, 0);
	close_pair(&x);
}
END_TEST

Suite *emulator_flags_suite(void)
{
	Suite *s = suite_create("emulator_flags");
	TCase *t = tcase_create("flags");

	tcase_add_test(t, keys);
	tcase_add_test(t, looked_at);
	tcase_add_test(t, others_set);
	tcase_add_test(t, lanes_that_looked);
	suite_add_tcase(s, t);
	return s;
}
