/* judge/trace.h: how one steps through what was recorded, and shared memory put together again from it. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "judge/trace.h"

/* Two warps: 0 runs line 5 twice (a store of two rows: a pair, and an add), a barrier in 6, the add again; 1 a store.
 */
static struct trace_inst insts[] = {
	{ .file = "x.cu", .line = 5, .kind = TRACE_STORE, .type = "f32", .class = 'f', .bits = 32 },
	{ .file = "x.cu", .line = 5, .kind = TRACE_OTHER, .type = "s32", .class = 's', .bits = 32 },
	{ .file = "x.cu", .line = 6, .kind = TRACE_BARRIER },
	{ .file = NULL, .line = 99, .kind = TRACE_OTHER },
	{ .file = "x.cu", .line = 7, .kind = TRACE_STORE, .type = "u8", .class = 'u', .bits = 8 },
};
static struct trace_row rows[8];
static struct trace t;

static void setup(void)
{
	static const struct {
		unsigned warp, inst, part;
	} order[8] = { { 0, 0, 0 }, { 0, 0, 1 }, { 1, 0, 0 }, { 0, 1, 0 }, { 0, 2, 0 }, { 0, 3, 0 }, { 0, 1, 0 },
		{ 1, 4, 0 } };

	memset(rows, 0, sizeof rows);
	for (int i = 0; i < 8; i++)
		rows[i] = (struct trace_row){
			.warp = order[i].warp, .inst = order[i].inst, .part = order[i].part, .mask = 3
		};
	for (int i = 0; i < 3; i++) {
		rows[i].space = TRACE_SHARED;
		rows[i].bytes = 4;
		rows[i].valued = true;
		for (unsigned l = 0; l < 2; l++) {
			rows[i].addr[l] = (i == 2 ? 100 : 8 * l) + 4 * rows[i].part;
			rows[i].value[l] = (uint64_t)(10 * i) + l;
		}
	}
	rows[7].space = TRACE_SHARED;
	rows[7].bytes = 1;
	rows[7].valued = true;
	rows[7].addr[0] = 101;
	rows[7].addr[1] = UINT64_MAX - 3; /* hostile: beyond all memory */
	rows[7].value[0] = 0xff;
	t = (struct trace){ .kernel = "k", .insts = insts, .ninsts = 5, .rows = rows, .nrows = 8, .nwarps = 2 };
}

START_TEST(steps_forwards_and_backwards)
{
	ck_assert_uint_eq(trace_steps(&t, 0), 5);
	ck_assert_uint_eq(trace_steps(&t, 1), 2);
	ck_assert_uint_eq(trace_steps(&t, 2), 0);
	ck_assert_ptr_eq(trace_step(&t, 0, 1), &rows[3]); /* the pair's second element is no step */
	ck_assert_ptr_null(trace_step(&t, 0, 5));
	ck_assert_uint_eq(trace_go(&t, 0, 0, TRACE_NEXT), 1);
	ck_assert_uint_eq(trace_go(&t, 0, 4, TRACE_NEXT), 4);
	ck_assert_uint_eq(trace_go(&t, 0, 0, TRACE_BACK), 0);
	ck_assert_uint_eq(trace_go(&t, 0, 0, TRACE_NEXT_LINE), 2);
	ck_assert_uint_eq(trace_go(&t, 0, 2, TRACE_NEXT_LINE), 4); /* over what has no line of the file */
	ck_assert_uint_eq(trace_go(&t, 0, 0, TRACE_NEXT_BARRIER), 2);
	ck_assert_uint_eq(trace_go(&t, 0, 2, TRACE_NEXT_BARRIER), 2);
	ck_assert_uint_eq(trace_go(&t, 0, 4, TRACE_BACK_LINE), 2);
	ck_assert_uint_eq(trace_go(&t, 0, 2, TRACE_BACK_LINE), 0); /* to the beginning of line 5's steps */
	ck_assert_uint_eq(trace_go(&t, 9, 0, TRACE_NEXT), 0);
	ck_assert_uint_eq(trace_step_by(&t, 1, &rows[1]), SIZE_MAX);
	ck_assert_uint_eq(trace_step_by(&t, 1, &rows[4]), 0);
	ck_assert_uint_eq(trace_step_by(&t, 0, &rows[7]), 4);
}
END_TEST

START_TEST(shared_memory_as_it_was)
{
	struct trace_word *w;
	size_t n;

	w = trace_shared(&t, &rows[0], &n);
	ck_assert_uint_eq(n, 26);
	ck_assert(w[0].known && w[0].now && w[0].value == 0);
	ck_assert(w[1].known && w[1].now && w[1].value == 10); /* the pair's other element belongs to the step */
	ck_assert(w[2].known && w[2].value == 1);
	ck_assert(w[3].known && w[3].value == 11);
	ck_assert(!w[4].known && !w[25].known);
	free(w);
	w = trace_shared(&t, &rows[4], &n);
	ck_assert(w[25].known && !w[25].now && !w[0].now && w[25].value == 21); /* both lanes wrote it: the last one */
	free(w);
	w = trace_shared(&t, &rows[7], &n);
	ck_assert(w[25].now && w[25].value == 0xff15);
	ck_assert_uint_eq(n, 26);
	free(w);
}
END_TEST

START_TEST(values_in_words)
{
	static const struct {
		uint64_t value;
		char class;
		unsigned bits;
		const char *text;
	} v[] = { { 0x3fc00000, 'f', 32, "1.5" }, { 0xffffffff, 's', 32, "-1" }, { 0xffffffff, 'b', 32, "-1" },
		{ 1, 'p', 1, "1" }, { 0x4008000000000000, 'f', 64, "3" }, { 0xb727c5ac, 'f', 32, "-1e-05" },
		{ 0xbdae54f8, 'f', 32, "-0.08512" }, { 255, 's', 8, "-1" },
		{ 0x7f0000001000, 'u', 64, "7f0000001000" } };

	for (size_t i = 0; i < sizeof v / sizeof *v; i++) {
		struct buf b;

		buf_init(&b);
		trace_value(v[i].value, v[i].class, v[i].bits, &b);
		ck_assert_str_eq(b.data, v[i].text);
		buf_release(&b);
	}
}
END_TEST

/* A wide copy moves bits; a later step reads floats: so they are floats. Two warps: both write, both come by a barrier,
 * then warp 1 writes again, with half of its lanes after the other. */
START_TEST(rounds_and_floats_and_turns)
{
	static struct trace_inst mine[] = {
		{ .file = "x.cu", .line = 3, .kind = TRACE_STORE, .type = "b32", .class = 'b', .bits = 32 },
		{ .file = "x.cu", .line = 4, .kind = TRACE_BARRIER },
		{ .file = "x.cu", .line = 5, .kind = TRACE_LOAD, .type = "f32", .class = 'f', .bits = 32 },
	};
	static const unsigned order[][3] = { { 0, 0, 3 }, { 0, 1, 3 }, { 1, 0, 3 }, { 1, 1, 3 }, { 1, 0, 1 },
		{ 1, 0, 2 }, { 0, 2, 3 } };
	struct trace_row mr[7] = { 0 };
	struct trace mt = { .kernel = "k", .insts = mine, .ninsts = 3, .rows = mr, .nrows = 7, .nwarps = 2 };
	struct trace_word *w;
	size_t n;

	for (int i = 0; i < 7; i++) {
		mr[i] = (struct trace_row){ .warp = order[i][0], .inst = order[i][1], .mask = order[i][2] };
		if (order[i][1] == 1)
			continue;
		mr[i].space = TRACE_SHARED;
		mr[i].bytes = 4;
		mr[i].valued = true;
		for (unsigned l = 0; l < 2; l++) {
			mr[i].addr[l] = 8 * mr[i].warp + 4 * l;
			mr[i].value[l] = 0x3fc00000;
		}
	}
	w = trace_shared(&mt, &mr[3], &n); /* warp 1 at the barrier: all that was written before it */
	ck_assert_uint_eq(n, 4);
	ck_assert(w[0].round && w[1].round && w[2].round && w[3].round && !w[3].now);
	ck_assert(w[0].class == 'f' && w[1].class == 'f' && w[2].class == 'b');
	free(w);
	w = trace_shared(&mt, &mr[4], &n);
	ck_assert(!w[0].round && !w[1].round && w[2].round && w[2].now && !w[3].round);
	free(w);
	w = trace_shared(&mt, &mr[6], &n); /* seen from warp 0: what warp 1 wrote after the barrier */
	ck_assert(!w[0].round && w[2].round && w[3].round && !w[3].now);
	free(w);
	ck_assert_uint_eq(trace_go(&mt, 1, 0, TRACE_NEXT_LANES), 2);
	ck_assert_uint_eq(trace_go(&mt, 1, 2, TRACE_NEXT_LANES), 3);
	ck_assert_uint_eq(trace_go(&mt, 1, 3, TRACE_NEXT_LANES), 3);
	ck_assert_uint_eq(trace_go(&mt, 1, 2, TRACE_FIRST), 0);
	ck_assert_uint_eq(trace_go(&mt, 1, 0, TRACE_LAST), 3);
}
END_TEST

Suite *job_trace_suite(void);
Suite *job_trace_suite(void)
{
	Suite *s = suite_create("job_trace");
	TCase *tc = tcase_create("trace");

	tcase_add_checked_fixture(tc, setup, NULL);
	tcase_add_test(tc, steps_forwards_and_backwards);
	tcase_add_test(tc, shared_memory_as_it_was);
	tcase_add_test(tc, values_in_words);
	tcase_add_test(tc, rounds_and_floats_and_turns);
	suite_add_tcase(s, tc);
	return s;
}
