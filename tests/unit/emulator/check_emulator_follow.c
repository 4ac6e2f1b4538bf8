/* Memory that the host changes while a kernel runs (check/follow.c): what kernels stored there is told from what the
 * host put over it, in each way to store and to load. A thread of the test is the host; kernel and host wait for each
 * other, so that the order of their stores is known. */
#include <pthread.h>
#include <sched.h>

#include "tests/unit/emulator/emulator_kit.h"

/* FIRST: words of the first of two parts that are followed; half a half-warp. */
enum { FIRST = 8, WORDS = 512, ASKS = 256, GOES = 257, LATE = 128, UNREAD = 70, HOSTS = 5, SAME = 6 };

static struct rig g;
static volatile uint32_t *m;
static uint32_t then[WORDS];
static uint8_t mark[WORDS + 1];
static struct buf from_host;
static volatile bool over;

/* Word 5 is changed, word 6 gets what is there already, 70 no kernel looks at, 128 a kernel overwrites without reading
 * it. */
static void *host(void *unused)
{
	(void)unused;
	while (!__atomic_load_n(&m[ASKS], __ATOMIC_SEQ_CST) && !over)
		sched_yield();
	m[HOSTS] = 77;
	m[SAME] = 1000 + SAME;
	m[UNREAD] = 78;
	m[LATE] = 79;
	__atomic_store_n(&m[GOES], 1, __ATOMIC_SEQ_CST);
	return NULL;
}

static uint64_t out;

/* parts: in how many parts the memory is followed; 0: not at all. */
static void launch(const char *name, size_t parts, uint64_t seed, bool baseline)
{
	pthread_t other;

	rig_open(&g, ptx_of("emulator/follow", name), 2, baseline);
	uint64_t memory = rig_alloc(&g, sizeof then);
	out = rig_alloc(&g, 128);
	uint64_t params[2] = { memory, out };
	const uint64_t first = parts == 2 ? FIRST * sizeof *then : sizeof then;
	struct em_follow follow[2] = { { memory, first, (uint8_t *)then, mark },
		{ memory + first, sizeof then - first, (uint8_t *)(then + FIRST), mark + FIRST } };
	struct em_launch l = { .kernel = em_kernel_find(g.m, "k"),
		.grid = { 1, 1, 1 },
		.block = { 32, 1, 1 },
		.params = params,
		.schedule_seed = seed,
		.follow = follow,
		.nfollow = parts,
		.from_host = &from_host };

	m = rig_ptr(&g, memory, sizeof then);
	memset((void *)m, 0, sizeof then);
	memset(then, 0, sizeof then);
	memset(mark, 0, sizeof mark);
	em_host_wrote(g.d, memory, sizeof then);
	em_host_shares(g.d, memory, true);
	buf_init(&from_host);
	over = false;
	ck_assert_int_eq(pthread_create(&other, NULL, host, NULL), 0);
	int rc = em_launch(g.d, &l, &g.r, &g.e);
	over = true;
	ck_assert_int_eq(pthread_join(other, NULL), 0);
	ck_assert_msg(rc == 0, "%s: %s", name, g.e.msg);
	ck_assert_msg(g.r.fault.kind == EM_FAULT_NONE, "%s: %s", name, g.r.fault.message);
}

static void end(void)
{
	buf_release(&from_host);
	rig_close(&g);
}

/* The words that a kernel read of the host's: 77, and 1 where it waits for that. */
static void read_of_the_hosts(const char *name)
{
	const uint32_t *word = (const uint32_t *)from_host.data;
	bool hosts = false, goes = false;

	ck_assert_msg(from_host.len == 8, "%s: %zu bytes, %u", name, from_host.len, from_host.len ? *word : 0);
	for (int k = 0; k < 2; k++) {
		hosts |= word[k] == 77;
		goes |= word[k] == 1;
	}
	ck_assert_msg(hosts && goes, "%s: %u, %u", name, word[0], word[1]);
}

START_TEST(each_way)
{
	const struct ptx_cases *f = ptx_cases("emulator/follow");

	for (size_t k = 0; k < f->ncases; k++) {
		const char *name = f->cases[k].name;

		launch(name, _i < 2 ? 1 : 2, 0, _i & 1);
		ck_assert_msg(g.r.followed, "%s", name);
		const uint32_t *got = rig_ptr(&g, out, 128);

		for (uint32_t l = 0; l < 32; l++) {
			ck_assert_msg(got[l] == (l == HOSTS ? 77 : 1000 + l), "%s: lane %u: %u", name, l, got[l]);
			ck_assert_msg(then[l] == got[l], "%s: word %u: %u", name, l, then[l]);
			ck_assert_msg(!!(mark[l] & EM_FOLLOW_HOSTS) == (l == HOSTS && strcmp(name, "by atomics")),
				"%s: word %u", name, l);
			ck_assert_msg(mark[l] & EM_FOLLOW_CHANGED, "%s: word %u", name, l);
		}
		read_of_the_hosts(name);
		ck_assert_uint_eq(then[UNREAD], 0); /* the host's: it is not as kernels left it */
		ck_assert_uint_eq(m[UNREAD], 78);
		ck_assert_uint_eq(then[LATE], 1); /* the kernel's: it stored there last */
		ck_assert_uint_eq(mark[LATE], EM_FOLLOW_CHANGED);
		ck_assert_uint_eq(then[ASKS], 1);
		ck_assert_uint_eq(mark[GOES], EM_FOLLOW_HOSTS);
		end();
	}
}
END_TEST

/* Nothing that is followed: nobody looks. */
START_TEST(only_when_it_is_asked_for)
{
	launch("all lanes at once", 0, 0, false);
	ck_assert(!g.r.followed);
	ck_assert_uint_eq(from_host.len, 0);
	ck_assert_uint_eq(then[0], 0);
	end();
	/* In another order a store comes late; it is said that nobody followed. */
	launch("all lanes at once", 1, 3, false);
	ck_assert(!g.r.followed);
	ck_assert_uint_eq(from_host.len, 0);
	end();
}
END_TEST

Suite *emulator_follow_suite(void);
Suite *emulator_follow_suite(void)
{
	Suite *s = suite_create("emulator follow");
	TCase *t = tcase_create("follow");
	tcase_set_timeout(t, 60);
	tcase_add_loop_test(t, each_way, 0, 4);
	tcase_add_test(t, only_when_it_is_asked_for);
	suite_add_tcase(s, t);
	return s;
}
