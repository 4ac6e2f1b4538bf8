/* How counted loops end (exec_ends.c): what is added or shifted, every comparison, in one step for whole warps, against
 * the executors for any x86-64, which have no such step, and against other orders of warps and lanes, where each slot
 * is run by itself. Counters from the same place in all lanes and from different ones, bounds that are constants,
 * parameters and registers, predicates that are read once more and that are not; and turns of warps that begin where
 * another one's ends at a barrier. */
#include "emulator/code/table.h"
#include "emulator/core/device.h"
#include "emulator/core/machine.h"
#include "emulator/run/enter.h"
#include "emulator_kit.h"

#define PTX "emulator/loops"
enum { BLOCKS = 3, THREADS = 144, WORDS = 4 };
/* The lists of ptx/loops.ptx: the last step adds what differs from thread to thread. */
enum { STEPS = 7, BY_THREAD = 6, OF_A_STEP = 14 * 3 };

#define N(table) (sizeof table / sizeof *table)

static void kernel_of(struct buf *b, unsigned k, const char *step, const char *compared, const char *start,
	const char *bound, bool read, bool meets)
{
	char number[16];

	snprintf(number, sizeof number, "%u", k);
	buf_puts(b,
		ptx_fill(PTX, "loop", "NUMBER", number, "START", start, "STEP", step, "COMPARED", compared, "BOUND",
			bound, "NOT", k % 2 ? "" : "!", "BARRIER", ptx_of(PTX, meets ? "bar" : "none"), "READ",
			ptx_of(PTX, read ? "read" : "none")));
}

static unsigned all_kernels(struct buf *b, size_t of_a_step)
{
	const struct ptx_cases *f = ptx_cases(PTX);
	size_t nsteps, ncomparisons, nstarts, nbounds;
	const char *const *steps = ptx_list(f, "steps", &nsteps), *const *starts = ptx_list(f, "starts", &nstarts),
			  *const *comparisons = ptx_list(f, "comparisons", &ncomparisons),
			  *const *bounds = ptx_list(f, "bounds", &nbounds);
	unsigned k = 0;

	ck_assert(nsteps == STEPS && ncomparisons * nstarts == of_a_step && nbounds == 5);
	buf_puts(b, ptx_of(PTX, "head"));
	for (size_t s = 0; s < nsteps; s++)
		for (size_t c = 0; c < ncomparisons; c++)
			for (size_t start = 0; start < nstarts; start++) {
				const char *bound = bounds[k % nbounds];
				/* All threads of a block go equally often: they may meet. */
				bool same = strcmp(bound, "%t") && start != 1 && s != BY_THREAD;
				kernel_of(b, k, steps[s], comparisons[c], starts[start], bound, k / 2 % 2, same);
				k++;
			}
	return k;
}

struct side {
	struct rig g;
	uint64_t out;
};

static void open_side(struct side *s, const char *ptx, bool baseline, uint64_t seed)
{
	rig_open(&s->g, ptx, 1, baseline);
	s->g.seed = seed;
	s->out = rig_alloc(&s->g, 4 * WORDS * BLOCKS * THREADS);
}

static void run(struct side *s, const char *name)
{
	const uint64_t params[] = { s->out, 200 };
	memset(rig_ptr(&s->g, s->out, 4 * WORDS * BLOCKS * THREADS), 0, 4 * WORDS * BLOCKS * THREADS);
	rig_run(&s->g, name, BLOCKS, THREADS, params);
	rig_ok(&s->g);
}

static void same(const char *name, struct side *x, struct side *y)
{
	ck_assert_msg(!memcmp(rig_ptr(&x->g, x->out, 4 * WORDS * BLOCKS * THREADS),
			      rig_ptr(&y->g, y->out, 4 * WORDS * BLOCKS * THREADS), 4 * WORDS * BLOCKS * THREADS),
		"%s: the results differ", name);
}

/* Is the end of its loop one step? */
static bool is_joined(struct rig *g, const char *name)
{
	const struct em_program *p = em_kernel_find(g->m, name)->p;
	const struct em_table *t = g->d->table;
	for (size_t s = 0; s < p->ncode; s++)
		for (size_t k = 0; k < t->nendings; k++)
			if (p->code[s].fn == t->ending[k].whole)
				return true;
	return false;
}

START_TEST(as_one_slot_after_the_other)
{
	struct buf ptx;
	struct side quick, plain, mixed;
	unsigned joined = 0, n;
	buf_init(&ptx);
	n = all_kernels(&ptx, OF_A_STEP);
	open_side(&quick, ptx.data, false, 0);
	open_side(&plain, ptx.data, true, 0);
	open_side(&mixed, ptx.data, false, 77);
	for (unsigned k = 0; k < n; k++) {
		char name[32];
		snprintf(name, sizeof name, "k%u", k);
		run(&quick, name);
		run(&plain, name);
		run(&mixed, name);
		same(name, &quick, &plain);
		same(name, &quick, &mixed);
		ck_assert_msg(!memcmp(&quick.g.r.c, &plain.g.r.c, sizeof plain.g.r.c), "%s: the counters differ", name);
		ck_assert_msg(quick.g.r.steps == quick.g.r.c.v[CTR_INST] && plain.g.r.steps == quick.g.r.steps,
			"%s: %llu steps, %llu instructions", name, (unsigned long long)quick.g.r.steps,
			(unsigned long long)quick.g.r.c.v[CTR_INST]);
		/* What is added must be the same in all lanes: %t is not. */
		if (quick.g.d->v3)
			ck_assert_msg(is_joined(&quick.g, name) == (k / OF_A_STEP != BY_THREAD), "%s: joined: %d", name,
				is_joined(&quick.g, name));
		joined += is_joined(&quick.g, name);
	}
	ck_assert(!quick.g.d->v3 || joined == n / STEPS * (STEPS - 1));
	rig_close(&quick.g);
	rig_close(&plain.g);
	rig_close(&mixed.g);
	buf_release(&ptx);
}
END_TEST

/* The quick executors go on to the next slot by themselves (EM_NEXT), in each file that has them: the build falls back
 * to returning, which is slower, without a word. */
#if defined __GNUC__ && !defined __clang__ && !defined __SANITIZE_ADDRESS__ && !defined __SANITIZE_THREAD__
static const struct em_inst *went_on(struct em_warp *w, const struct em_inst *i)
{
	(void)w;
	(void)i;
	return NULL;
}

START_TEST(executors_go_on)
{
	static const struct {
		unsigned op, space, vec;
		uint32_t types, mods;
	} some[] = {
		{ PTX_OP_ADD, 0, 0, T1(S32), M0 },
		{ PTX_OP_AND, 0, 0, T1(B32), M0 },
		{ PTX_OP_SELP, 0, 0, T1(B32), M0 },
		{ PTX_OP_FMA, 0, 0, T1(F32), M0 },
		{ PTX_OP_MOV, 0, 0, T1(B32), M0 },
		{ PTX_OP_LD, PTX_SHARED, 1, T1(B32), M0 },
		{ PTX_OP_LD, PTX_GLOBAL, 1, T1(B32), M0 },
	};
	struct rig g;
	struct em_memory_counts ms = { .lo = 0, .hi = 1 << 20 };
	struct em_block_counts bb = { 0, 0 };
	uint64_t place[EM_WARP] = { 0 };
	size_t bytes = EM_ROWS_AT + 4096;
	struct em_warp *w = aligned_alloc(64, bytes);
	rig_open(&g, HEAD, 1, false);
	for (size_t k = 0; k <= N(some) && g.d->v3; k++) {
		struct em_inst code[] = {
			{ .d = EM_ROWS_AT, .a = EM_ROWS_AT + 512, .b = EM_ROWS_AT + 1024, .c = EM_ROWS_AT + 1536 },
			{ .fn = went_on }
		};
		memset(w, 0, bytes);
		w->mask = EM_FULL;
		w->left = 10;
		w->stop = UINTPTR_MAX;
		w->memory_counts = &ms;
		w->block_counts = &bb;
		w->shared = (uint8_t *)place;
		w->shared_bytes = sizeof place;
		w->delta = (uint64_t)(uintptr_t)place;
		if (k == N(some)) {
			code[0].fn = g.d->table->quick[EM_H_BB];
		} else {
			const struct em_row *r = em_table_get(
				g.d->table, some[k].op, some[k].space, some[k].vec, some[k].types, some[k].mods);
			code[0].fn = em_table_quick(g.d->table, r->fn);
			if (some[k].space) {
				code[0].b = 0;
				code[0].c = r->x;
			}
		}
		ck_assert_msg(!em_enter(w, code), "%zu: it has returned", k);
	}
	free(w);
	rig_close(&g);
}
END_TEST
#define GO_ON(t) tcase_add_test(t, executors_go_on)
#else
#define GO_ON(t) (void)(t)
#endif

Suite *emulator_loops_suite(void);
Suite *emulator_loops_suite(void)
{
	Suite *s = suite_create("emulator_loops");
	TCase *t = tcase_create("ends");
	tcase_set_timeout(t, 120);
	tcase_add_test(t, as_one_slot_after_the_other);
	GO_ON(t);
	suite_add_tcase(s, t);
	return s;
}
