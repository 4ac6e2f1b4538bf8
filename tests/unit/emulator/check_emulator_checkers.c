/* The checkers of the emulator: each kind of finding with a kernel that must be caught and one beside it that must not;
 * with the checker's bit off the finding is gone. Kernels of CUDA with expectations by line are in tests/checkers; here
 * are the rules, small. */
#include "emulator_kit.h"

/* One warp instruction each; `a` the array, %i the thread in the grid, %t in the block. Shared words: %s is s + 4 * %t.
 */
#define BODY(name, text) \
	".visible .entry " name "(.param .u64 pa, .param .u64 pb) {\n" \
	".reg .b32 %t, %n, %c, %i, %s, %v, %w, %x<8>;\n.reg .b64 %a, %b, %o, %y<4>;\n.reg .pred %p, %q;\n" \
	"mov.u32 %t, %tid.x;\nmov.u32 %n, %ntid.x;\nmov.u32 %c, %ctaid.x;\nmad.lo.u32 %i, %c, %n, %t;\n" \
	"ld.param.u64 %a, [pa];\nld.param.u64 %b, [pb];\nmul.wide.u32 %o, %i, 4;\nadd.u64 %y0, %a, %o;\nadd.u64 %y1, " \
	"%b, %o;\n" \
	"mov.u32 %s, s;\nshl.b32 %x0, %t, 2;\nadd.u32 %s, %s, %x0;\n" text "ret;\n}\n"
#define SHARED ".shared .align 16 .b8 s[4096];\n"
#define SYNC "bar.sync 0;\n"
#define PUT "st.shared.u32 [%s], %t;\n"
#define OUT "st.global.u32 [%y1], %v;\n"
#define OTHER(k) \
	"xor.b32 %x1, %x0, " #k ";\nmov.u32 %x2, s;\nadd.u32 %x2, %x2, %x1;\n" /* %x2: the word of thread %t ^ k / 4 \
										*/

static const char ptx[] = HEAD SHARED
	/* between warps */
	BODY("raw", PUT OTHER(128) "ld.shared.u32 %v, [%x2];\n" OUT) BODY(
		"raw_ok", PUT SYNC OTHER(128) "ld.shared.u32 %v, [%x2];\n" OUT) BODY("war",
		PUT SYNC OTHER(128) "ld.shared.u32 %v, [%x2];\nst.shared.u32 [%s], %v;\n" OUT) BODY("war_ok",
		PUT SYNC OTHER(128) "ld.shared.u32 %v, [%x2];\n" SYNC "st.shared.u32 [%s], %v;\n" OUT) BODY("waw",
		"mov.u32 %v, 0;\nand.b32 %x1, %t, 31;\nshl.b32 %x1, %x1, 2;\nst.shared.u32 [%x1], %t;\n" OUT)
		BODY("waw_same",
			"mov.u32 %v, 0;\nand.b32 %x1, %t, 31;\nshl.b32 %x1, %x1, 2;\nst.shared.u32 [%x1], %v;\n" OUT)
	/* A and B read, B writes: the reader before the last counts */
	BODY("readers",
		PUT SYNC "ld.shared.u32 %v, [s + 256];\nsetp.ne.u32 %p, %t, 40;\n@%p bra L;\nst.shared.u32 [s + 256], "
			 "%t;\nL:\n" OUT)
	/* lanes of one warp */
	BODY("lanes", PUT OTHER(4) "ld.shared.u32 %v, [%x2];\n" OUT)
		BODY("lanes_ok", PUT "bar.warp.sync 0xffffffff;\n" OTHER(4) "ld.shared.u32 %v, [%x2];\n" OUT)
			BODY("lanes_volatile",
				"st.volatile.shared.u32 [%s], %t;\n" OTHER(4) "ld.volatile.shared.u32 %v, [%x2];\n" OUT)
	/* a warp reads one word, its first thread writes it */
	BODY("lanes_read",
		"setp.gt.u32 %q, %t, 31;\n@%q bra L;\nld.global.u32 %v, [%a];\nsetp.ne.u32 %p, %t, 0;\n@%p bra "
		"L;\nst.global.u32 [%a], 7;\nL:\n") BODY("one_place", "mov.u32 %v, 0;\nst.shared.u32 [s], %t;\n" OUT)
		BODY("one_place_same", "mov.u32 %v, 0;\nst.shared.u32 [s], %v;\n" OUT)
	/* bytes */
	BODY("bytes_ok",
		"mov.u32 %x2, s;\nadd.u32 %x2, %x2, %t;\nst.shared.u8 [%x2], %t;\nld.shared.u8 %v, [%x2];\n" OUT)
		BODY("bytes",
			"mov.u32 %x2, s;\nadd.u32 %x2, %x2, %t;\nst.shared.u8 [%x2], %t;\nxor.b32 %x3, %t, "
			"32;\nmov.u32 %x4, s;\nadd.u32 %x4, %x4, %x3;\n"
			"ld.shared.u8 %v, [%x4];\n" OUT)
	/* atomics */
	BODY("atomics_ok",
		"mov.u32 %v, 0;\nsetp.ne.u32 %p, %t, 0;\n@%p bra L;\nst.shared.u32 [s], 0;\nL:\n" SYNC
		"red.shared.add.u32 [s], 1;\n" SYNC "ld.shared.u32 %v, [s];\n" OUT) BODY("atomics",
		"mov.u32 %v, 0;\nsetp.ne.u32 %p, %t, 0;\n@%p bra L;\nst.shared.u32 [s], 0;\nL:\nred.shared.add.u32 "
		"[s], 1;\n" OUT)
/* named barriers of halves of the block, 64 threads each; `wrong` reads the other half */
#define HALVES(k) \
	PUT "shr.u32 %x3, %t, 6;\nadd.u32 %x3, %x3, 1;\nbar.sync %x3, 64;\n" OTHER(k) "ld.shared.u32 %v, [%x2];\n" OUT
		BODY("named_ok", HALVES(128)) BODY("named", HALVES(256))
	/* the first half produces, the second consumes: arrive and sync */
	BODY("arrive_ok",
		"mov.u32 %v, 0;\nsetp.ge.u32 %p, %t, 64;\n@%p bra C;\n" PUT
		"bar.arrive 1, 128;\nbra E;\nC:\nbar.sync 1, 128;\n" OTHER(256) "ld.shared.u32 %v, [%x2];\nE:\n" OUT)
/* masks and barriers that do not stop a launch */
#define SOME(n) "and.b32 %x1, %t, 31;\nsetp.ge.u32 %p, %x1, " #n ";\n"
		BODY("mask_exited", SOME(20) "@%p exit;\nshfl.sync.down.b32 %v, %t, 16, 31, 0xffffffff;\n" OUT) BODY(
			"mask_exited_ok",
			SOME(20) "@%p exit;\nbar.warp.sync 0xffffffff;\nshfl.sync.up.b32 %v, %t, 3, 0, "
				 "0xffffffff;\n" OUT) BODY("mask_own",
			"bar.warp.sync 0x0000ffff;\n") BODY("mask_own_ok",
			SOME(16) "@%p bra L;\nbar.warp.sync 0x0000ffff;\nL:\n") BODY("meeting",
			"mov.u32 %v, 0;\nsetp.lt.u32 %p, %t, 64;\n@%p bra L;\nbar.sync 0;\nbra E;\nL:\nbar.sync "
			"0;\nE:\n" OUT) BODY("meeting_ok",
			"mov.u32 %v, 0;\nsetp.lt.u32 %p, %t, 64;\n@%p bra L;\nmov.u32 %v, 1;\nL:\nbar.sync 0;\n" OUT)
			BODY("went_past",
				"mov.u32 %v, 0;\n" SOME(16) "@%p bra L;\nbar.sync 0;\nL:\nadd.u32 %v, %v, 1;\nadd.u32 "
							    "%v, %v, 1;\nadd.u32 %v, %v, 1;\n" OUT)
				BODY("left_before", "mov.u32 %v, 0;\n" SOME(16) "@%p exit;\nbar.sync 0;\n" OUT)
	/* global memory: between warps, between blocks */
	BODY("global_ok", "st.global.u32 [%y0], %t;\nld.global.u32 %v, [%y0];\n" OUT) BODY("global_block",
		"st.global.u32 [%y0], %t;\n"
		"xor.b32 %x1, %i, 32;\nmul.wide.u32 %y2, %x1, 4;\nadd.u64 %y2, %y2, %a;\nld.global.u32 %v, "
		"[%y2];\n" OUT) BODY("global_block_ok",
		"st.global.u32 [%y0], %t;\n" SYNC "xor.b32 %x1, %i, 32;\nmul.wide.u32 %y2, %x1, 4;\nadd.u64 %y2, %y2, "
		"%a;\nld.global.u32 %v, [%y2];\n" OUT)
		BODY("blocks", "mul.wide.u32 %y2, %t, 4;\nadd.u64 %y2, %y2, %a;\nst.global.u32 [%y2], %i;\n") BODY(
			"blocks_same", "mul.wide.u32 %y2, %t, 4;\nadd.u64 %y2, %y2, %a;\nst.global.u32 [%y2], %t;\n")
/* the last block adds up what all wrote: with and without the fence */
#define LAST(fence, behind) \
	"setp.ne.u32 %p, %t, 0;\n@%p bra E;\nmul.wide.u32 %y2, %c, 4;\nadd.u64 %y2, %y2, %a;\nst.global.u32 [%y2 + " \
	"64], %i;\n" fence "atom.global.add.u32 %x1, [%a], 1;\nmov.u32 %x2, %nctaid.x;\nsub.u32 %x2, %x2, " \
	"1;\nsetp.ne.u32 %p, %x1, %x2;\n@%p bra E;\n" behind \
	"ld.global.u32 %v, [%a + 64];\nld.global.u32 %w, [%a + 68];\nadd.u32 %v, %v, %w;\nst.global.u32 [%b], " \
	"%v;\nE:\n"
			BODY("last_ok", LAST("membar.gl;\n", "membar.gl;\n")) BODY("last", LAST("", "membar.gl;\n"))
				BODY("last_narrow", LAST("membar.cta;\n", "membar.gl;\n"))
					BODY("last_read", LAST("membar.gl;\n", ""))
	/* never written: shared, global, local; used and not used */
	BODY("unwritten", "ld.shared.u32 %v, [%s];\nadd.u32 %v, %v, 1;\n" OUT) BODY(
		"unwritten_unused", "ld.shared.u32 %v, [%s];\nmov.u32 %v, 1;\n" OUT) BODY("unwritten_branch",
		"mov.u32 %v, 1;\nld.global.u32 %w, [%y0];\nsetp.gt.u32 %p, %w, 5;\n@%p bra L;\nmov.u32 %v, "
		"2;\nL:\n" OUT) BODY("unwritten_address",
		"ld.global.u32 %w, [%y0];\nand.b32 %w, %w, 3;\nshl.b32 %w, %w, 2;\nst.shared.u32 [%w], %t;\n")
		BODY("unwritten_atomic", "red.global.add.u32 [%a], 1;\n") BODY("unwritten_copy",
			"ld.shared.u32 %v, [%s];\nst.shared.u32 [%s + 2048], %v;\nld.shared.u32 %v, [%s + 2048];\n" OUT)
			BODY("unwritten_selected",
				"ld.shared.u32 %v, [%s];\nsetp.gt.u32 %p, %t, 5000;\nselp.u32 %v, %v, 7, %p;\n" OUT)
	/* garbage on one side of an `and` or `or` that the other side settles; then one that it does not */
	BODY("unwritten_settled",
		"ld.shared.u32 %v, [%s];\nsetp.gt.u32 %p, %v, 5;\nsetp.gt.u32 %q, %t, 5000;\nand.pred %p, %p, %q;\n@%p "
		"bra L;\n"
		"setp.gt.u32 %p, %v, 5;\nor.pred %p, !%q, %p;\n@!%p bra L;\nsetp.eq.and.u32 %p, %v, 3, %q;\n@%p bra "
		"L;\n"
		"mov.u32 %w, 0;\nand.b32 %w, %w, %v;\nor.b32 %v, %v, -1;\nadd.u32 %v, %v, %w;\n" OUT "L:\n")
		BODY("unwritten_unsettled",
			"ld.shared.u32 %v, [%s];\nsetp.gt.u32 %p, %v, 5;\nsetp.lt.u32 %q, %t, 5000;\nand.pred %p, %p, "
			"%q;\n@%p bra L;\nmov.u32 %v, 2;\nL:\nmov.u32 %v, 1;\n" OUT)
			BODY("written", "st.global.u32 [%y0], 3;\nld.global.u32 %v, [%y0];\n" OUT);

struct want {
	const char *kernel;
	enum em_finding_kind kind;
	enum em_severity severity;
	unsigned bit;
	uint32_t blocks;
};
#define CLEAN(k, blocks) \
	{ \
		k, EM_FINDING_COUNT, EM_INFO, 0, blocks \
	}
#define RAW EM_FINDING_RACE_RAW
#define WAR EM_FINDING_RACE_WAR
#define WAW EM_FINDING_RACE_WAW
static const struct want wanted[] = {
	{ "raw", RAW, EM_ERROR, EM_CHECK_RACE_SHARED, 1 },
	CLEAN("raw_ok", 4),
	{ "war", WAR, EM_ERROR, EM_CHECK_RACE_SHARED, 1 },
	CLEAN("war_ok", 4),
	{ "waw", WAW, EM_ERROR, EM_CHECK_RACE_SHARED, 1 },
	{ "waw_same", WAW, EM_INFO, EM_CHECK_RACE_SHARED, 1 },
	{ "readers", WAR, EM_ERROR, EM_CHECK_RACE_SHARED, 1 },
	{ "lanes", RAW, EM_WARNING, EM_CHECK_RACE_WARP, 1 },
	CLEAN("lanes_ok", 2),
	{ "lanes_volatile", RAW, EM_WARNING, EM_CHECK_RACE_WARP, 1 },
	{ "lanes_read", WAR, EM_WARNING, EM_CHECK_RACE_WARP, 1 },
	{ "one_place", WAW, EM_ERROR, EM_CHECK_RACE_WARP | EM_CHECK_RACE_SHARED, 1 },
	{ "one_place_same", WAW, EM_INFO, EM_CHECK_RACE_WARP | EM_CHECK_RACE_SHARED, 1 },
	CLEAN("bytes_ok", 2),
	{ "bytes", RAW, EM_ERROR, EM_CHECK_RACE_SHARED, 1 },
	CLEAN("atomics_ok", 2),
	{ "atomics", WAW, EM_ERROR, EM_CHECK_RACE_SHARED, 1 },
	CLEAN("named_ok", 2),
	{ "named", RAW, EM_ERROR, EM_CHECK_RACE_SHARED, 1 },
	CLEAN("arrive_ok", 2),
	CLEAN("global_ok", 4),
	{ "global_block", RAW, EM_ERROR, EM_CHECK_RACE_GLOBAL, 1 },
	CLEAN("global_block_ok", 4),
	{ "blocks", WAW, EM_ERROR, EM_CHECK_RACE_GLOBAL, 3 },
	{ "blocks_same", WAW, EM_INFO, EM_CHECK_RACE_GLOBAL, 3 },
	CLEAN("blocks", 1),
	{ "mask_exited", EM_FINDING_SYNC, EM_WARNING, EM_CHECK_SYNC, 1 },
	CLEAN("mask_exited_ok", 1),
	{ "mask_own", EM_FINDING_SYNC, EM_ERROR, EM_CHECK_SYNC, 1 },
	CLEAN("mask_own_ok", 1),
	{ "meeting", EM_FINDING_SYNC, EM_WARNING, EM_CHECK_SYNC, 1 },
	CLEAN("meeting_ok", 1),
	{ "went_past", EM_FINDING_SYNC, EM_ERROR, EM_CHECK_SYNC, 1 },
	CLEAN("left_before", 1),
	CLEAN("last_ok", 2),
	{ "last", RAW, EM_ERROR, EM_CHECK_RACE_GLOBAL, 2 },
	{ "last_narrow", RAW, EM_ERROR, EM_CHECK_RACE_GLOBAL, 2 },
	{ "last_read", RAW, EM_WARNING, EM_CHECK_RACE_GLOBAL, 2 },
	{ "unwritten", EM_FINDING_UNINIT, EM_ERROR, EM_CHECK_INIT, 1 },
	CLEAN("unwritten_unused", 1),
	CLEAN("unwritten_settled", 1),
	{ "unwritten_unsettled", EM_FINDING_UNINIT, EM_ERROR, EM_CHECK_INIT, 1 },
	{ "unwritten_branch", EM_FINDING_UNINIT, EM_ERROR, EM_CHECK_INIT, 1 },
	{ "unwritten_address", EM_FINDING_UNINIT, EM_ERROR, EM_CHECK_INIT, 1 },
	{ "unwritten_atomic", EM_FINDING_UNINIT, EM_ERROR, EM_CHECK_INIT, 1 },
	{ "unwritten_copy", EM_FINDING_UNINIT, EM_ERROR, EM_CHECK_INIT, 1 },
	CLEAN("unwritten_selected", 1),
	CLEAN("written", 2),
};

static struct em_result launched(struct rig *g, const struct want *t, unsigned unchecked)
{
	bool raw = strstr(t->kernel, "unwritten") != NULL;
	uint64_t params[2] = { rig_alloc(g, 8192), rig_alloc(g, 8192) };
	struct em_launch l = { .kernel = em_kernel_find(g->m, t->kernel),
		.grid = { t->blocks, 1, 1 },
		.block = { 128, 1, 1 },
		.params = params,
		.unchecked = unchecked };
	struct em_result r;
	ck_assert_ptr_nonnull(l.kernel);
	memset(rig_ptr(g, params[0], 8192), 0, 8192);
	if (!raw)
		em_host_wrote(g->d, params[0], 8192);
	ck_assert_msg(em_launch(g->d, &l, &r, &g->e) == 0, "%s: %s", t->kernel, g->e.msg);
	ck_assert_msg(r.fault.kind == EM_FAULT_NONE, "%s: %s", t->kernel, r.fault.message);
	return r;
}

static const struct em_finding *find(const struct em_result *r, enum em_finding_kind kind, enum em_severity s)
{
	for (size_t k = 0; k < r->nfindings; k++)
		if (r->findings[k].kind == kind && r->findings[k].severity == s)
			return &r->findings[k];
	return NULL;
}

static void kinds(bool baseline, int threads)
{
	struct rig g;
	rig_open(&g, ptx, threads, baseline);
	for (size_t k = 0; k < sizeof wanted / sizeof *wanted; k++) {
		const struct want *t = &wanted[k];
		struct em_result r = launched(&g, t, 0);
		if (t->kind == EM_FINDING_COUNT) {
			ck_assert_msg(r.nfindings == 0, "%s is accused: %s", t->kernel,
				r.nfindings ? r.findings[0].message : "");
			em_result_release(&r);
			continue;
		}
		const struct em_finding *f = find(&r, t->kind, t->severity);
		ck_assert_msg(f != NULL, "%s: %zu findings, none as wanted; first: %s", t->kernel, r.nfindings,
			r.nfindings ? r.findings[0].message : "");
		ck_assert_msg(f->count > 0 && f->message[0] && f->at.ptx_line > 0, "%s", t->kernel);
		if (f->has_other)
			ck_assert_msg(f->other.ptx_line > 0, "%s", t->kernel);
		/* No thread races with itself: where one is named twice, it is said that others were with it. */
		if (t->kind == WAR && f->has_other && !memcmp(&f->at.thread, &f->other.thread, sizeof f->at.thread) &&
			!memcmp(&f->at.block, &f->other.block, sizeof f->at.block))
			ck_assert_msg(strstr(f->message, "other lanes"), "%s: %s", t->kernel, f->message);
		em_result_release(&r);
		/* Without its checker it is gone. */
		r = launched(&g, t, t->bit);
		f = find(&r, t->kind, t->severity);
		ck_assert_msg(f == NULL, "%s is found though its checker is off: %s", t->kernel, f ? f->message : "");
		em_result_release(&r);
		r = launched(&g, t, EM_CHECK_ALL);
		ck_assert_uint_eq(r.nfindings, 0);
		em_result_release(&r);
	}
	rig_close(&g);
}

START_TEST(each_kind)
{
	kinds(false, 1);
}
END_TEST
START_TEST(each_kind_baseline)
{
	kinds(true, 1);
}
END_TEST

/* The same findings whatever the number of host threads, example and count included. */
START_TEST(any_threads)
{
	struct rig g[2];
	for (int n = 0; n < 2; n++)
		rig_open(&g[n], ptx, n ? 4 : 1, false);
	for (size_t k = 0; k < sizeof wanted / sizeof *wanted; k++) {
		struct want t = wanted[k];
		struct em_result r[2];
		t.blocks = 16;
		for (int n = 0; n < 2; n++)
			r[n] = launched(&g[n], &t, 0);
		ck_assert_msg(r[0].nfindings == r[1].nfindings, "%s: %zu and %zu findings", t.kernel, r[0].nfindings,
			r[1].nfindings);
		for (size_t j = 0; j < r[0].nfindings; j++) {
			const struct em_finding *x = &r[0].findings[j], *y = &r[1].findings[j];
			ck_assert_msg(!strcmp(x->message, y->message) && x->count == y->count && x->kind == y->kind &&
					x->at.block.x == y->at.block.x && x->at.thread.x == y->at.thread.x &&
					x->other.block.x == y->other.block.x,
				"%s: \"%s\" x %llu and \"%s\" x %llu", t.kernel, x->message,
				(unsigned long long)x->count, y->message, (unsigned long long)y->count);
		}
		em_result_release(&r[0]);
		em_result_release(&r[1]);
	}
	rig_close(&g[0]);
	rig_close(&g[1]);
}
END_TEST

/* A copy within the device is its source's writer's, however the two lie in their sectors; what the host wrote stays
 * the host's. */
START_TEST(writers_of_copies)
{
	static const uint64_t shift[] = { 0, 4, 64, 60 };
	struct rig g;
	struct em_writer w;
	int8_t kind[64];
	rig_open(&g, ptx, 1, false);
	uint64_t a = rig_alloc(&g, 8192), b = rig_alloc(&g, 8192), params[2] = { a, b }, to = b + shift[_i];
	em_host_wrote(g.d, a, 8192);
	rig_run(&g, "written", 2, 128, params);
	rig_ok(&g);
	em_host_wrote(g.d, a + 4 * 100, 8);
	em_copied(g.d, to, a, 1200);
	ck_assert_int_eq(em_last_writer(g.d, to + 4 * (128 + 33), &w), 0);
	ck_assert_uint_eq(w.place.block.x, 1);
	ck_assert_uint_eq(w.place.thread.x, 33);
	ck_assert_int_eq(em_last_writer(g.d, to + 4 * 255, &w), 0);
	ck_assert_uint_eq(w.place.thread.x, 127);
	ck_assert_int_eq(em_last_writer(g.d, to + 4 * 256, &w), 1);
	ck_assert(em_writer_kinds(g.d, to + 4 * 98, 6, 4, kind));
	ck_assert(!kind[0] && !kind[1] && kind[2] == 1 && kind[3] == 1 && !kind[4] && !kind[5]);
	/* Half a kernel's is not a kernel's. */
	ck_assert(em_writer_kinds(g.d, to + 4 * 99, 2, 8, kind));
	ck_assert(kind[0] == 1 && kind[1] == 1);
	ck_assert(!em_writer_kinds(g.d, b + 8000, 64, 4, kind));
	/* Over what a kernel wrote, a copy of the host's bytes is the host's. */
	em_copied(g.d, a, a + 4096, 64);
	ck_assert_int_eq(em_last_writer(g.d, a, &w), 1);
	ck_assert_int_eq(em_last_writer(g.d, a + 64, &w), 0);
	rig_close(&g);
}
END_TEST

START_TEST(writers)
{
	struct rig g;
	struct em_writer w;
	rig_open(&g, ptx, 1, false);
	uint64_t a = rig_alloc(&g, 8192), b = rig_alloc(&g, 8192), params[2] = { a, b };
	ck_assert_int_eq(em_last_writer(g.d, a, &w), 2);
	em_host_wrote(g.d, a, 16);
	ck_assert_int_eq(em_last_writer(g.d, a + 12, &w), 1);
	ck_assert_int_eq(em_last_writer(g.d, a + 16, &w), 2);
	rig_run(&g, "written", 2, 128, params);
	rig_ok(&g);
	ck_assert_int_eq(em_last_writer(g.d, a + 4 * (128 + 33), &w), 0);
	ck_assert_str_eq(w.kernel, "written");
	ck_assert_uint_eq(w.place.block.x, 1);
	ck_assert_uint_eq(w.place.thread.x, 33);
	ck_assert_int_gt(w.place.ptx_line, 0);
	ck_assert_uint_eq(w.launch, 1);
	em_host_wrote(g.d, a + 4 * (128 + 33), 4);
	ck_assert_int_eq(em_last_writer(g.d, a + 4 * (128 + 33), &w), 1);
	ck_assert_int_eq(em_last_writer(g.d, a + 4 * (128 + 34), &w), 0);
	ck_assert_int_eq(em_last_writer(g.d, a + 4 * 256, &w), 2);
	ck_assert_int_eq(em_last_writer(g.d, a + 8192, &w), -1);
	rig_close(&g);
}
END_TEST

/* What a copy to the host would take along that nothing ever wrote. */
START_TEST(holes)
{
	struct rig g;
	struct em_holes h;
	rig_open(&g, ptx, 1, false);
	uint64_t a = rig_alloc(&g, 8192), b = rig_alloc(&g, 8192), params[2] = { a, b };
	ck_assert(em_unwritten(g.d, a, 8192, &h) && h.first == a && h.bytes == 8192);
	rig_run(&g, "written", 2, 128, params); /* 256 words */
	rig_ok(&g);
	ck_assert(!em_unwritten(g.d, a, 1024, &h));
	ck_assert(em_unwritten(g.d, a, 1028, &h) && h.first == a + 1024 && h.bytes == 4);
	/* Copied within the device it is unwritten there, too. */
	em_copied(g.d, b, a + 512, 1024);
	ck_assert(!em_unwritten(g.d, b, 512, &h) && em_unwritten(g.d, b, 1024, &h) && h.first == b + 512 &&
		h.bytes == 512);
	em_host_wrote(g.d, b, 8192);
	ck_assert(!em_unwritten(g.d, b, 8192, &h));
	/* Structures of 16 bytes whose last word is padding; one that lacks another word, too. */
	for (int k = 0; k < 20; k++)
		em_host_wrote(g.d, a + 2048 + 16 * (uint64_t)k, 12);
	ck_assert(!em_unwritten(g.d, a + 2048, 320, &h) && !em_unwritten(g.d, a + 2048, 16, &h));
	em_host_wrote(g.d, a + 2048 + 320, 4);
	ck_assert(em_unwritten(g.d, a + 2048, 336, &h));
	/* One word of one is all of it; three bytes of a word are a pixel. */
	ck_assert(em_unwritten(g.d, a + 4096, 4, &h) && h.bytes == 4);
	em_host_wrote(g.d, a + 4096, 1);
	ck_assert(!em_unwritten(g.d, a + 4096, 4, &h));
	/* New memory at an old address has no writer. */
	ck_assert_int_eq(em_free(g.d, a), 0);
	uint64_t again = rig_alloc(&g, 8192);
	ck_assert(em_unwritten(g.d, again, 1024, &h));
	rig_close(&g);
}
END_TEST

Suite *emulator_checkers_suite(void);
Suite *emulator_checkers_suite(void)
{
	Suite *s = suite_create("emulator_checkers");
	TCase *t = tcase_create("findings");
	tcase_set_timeout(t, 60);
	tcase_add_test(t, each_kind);
	tcase_add_test(t, each_kind_baseline);
	tcase_add_test(t, any_threads);
	tcase_add_test(t, writers);
	tcase_add_loop_test(t, writers_of_copies, 0, 4);
	tcase_add_test(t, holes);
	suite_add_tcase(s, t);
	return s;
}
