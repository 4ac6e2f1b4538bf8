/* The special function unit: for each approximation the digest of all results of whole blocks of arguments (2^24 that
 * share their upper byte), against those that an H200 gave for every argument there is
 * (tests/conformance/mufu/digests.txt, made by record.cu there). A few blocks are tried; with MUFU_ALL=1 all 256 of
 * each instruction. Run from the repository's root. */
#include "base/fs.h"
#include "tests/unit/emulator/emulator_kit.h"

static const char *kernel(const char *name)
{
	return ptx_fill("emulator/mufu",
		strstr(name, "16")          ? "b16" :
			strstr(name, "f64") ? "f64" :
					      "f32",
		"INSTRUCTION", name);
}

enum { BLOCKS = 64, THREADS = 256, BUCKETS = 256, INSTRUCTIONS = 22 };
struct recorded {
	char name[32];
	unsigned n;
	uint64_t digest[BUCKETS];
};

static void read_recorded(struct recorded *all)
{
	struct err e = ERR_INIT;
	struct buf b;
	int n = -1;

	buf_init(&b);
	ck_assert_msg(fs_read("tests/conformance/mufu/digests.txt", 1 << 20, &b, &e) == 0, "%s", e.msg);
	for (char *save = NULL, *w = strtok_r(b.data, " \n", &save); w; w = strtok_r(NULL, " \n", &save)) {
		if (strchr(w, '.')) {
			ck_assert_int_lt(++n, INSTRUCTIONS);
			snprintf(all[n].name, sizeof all[n].name, "%s", w);
			all[n].n = 0;
		} else {
			ck_assert(n >= 0 && all[n].n < BUCKETS);
			all[n].digest[all[n].n++] = strtoull(w, NULL, 16);
		}
	}
	ck_assert_int_eq(n + 1, INSTRUCTIONS);
	buf_release(&b);
}

static uint64_t digest(const char *name, uint32_t first, uint32_t count, bool baseline)
{
	struct rig g;
	uint64_t out, sum = 0, *each;

	rig_open(&g, kernel(name), 1, baseline);
	out = rig_alloc(&g, BLOCKS * THREADS * 8);
	g.unchecked = EM_CHECK_ALL;
	rig_run(&g, "k", BLOCKS, THREADS, (uint64_t[]){ out, first, count });
	rig_ok(&g);
	each = rig_ptr(&g, out, BLOCKS * THREADS * 8);
	for (size_t i = 0; i < BLOCKS * THREADS; i++)
		sum += each[i];
	rig_close(&g);
	return sum;
}

START_TEST(as_recorded)
{
	/* What is near 1, the largest angles and exponents, subnormal numbers, and negative ones. */
	static const uint8_t some[] = { 0x3f, 0x00, 0x40, 0x7f, 0xbe, 0xc2 };
	static struct recorded all[INSTRUCTIONS];
	bool every = getenv("MUFU_ALL") != NULL;

	read_recorded(all);
	const struct recorded *r = &all[_i];
	if (r->n == 1) {
		ck_assert_msg(digest(r->name, 0, 1 << 16, false) == r->digest[0], "%s", r->name);
		ck_assert_msg(digest(r->name, 0, 1 << 16, true) == r->digest[0], "%s, without AVX2", r->name);
		return;
	}
	ck_assert_uint_eq(r->n, BUCKETS);
	for (unsigned k = 0; k < (every ? BUCKETS : in_short() ? 1 : sizeof some); k++) {
		unsigned bucket = every ? k : some[k];
		ck_assert_msg(digest(r->name, bucket << 24, 1 << 24, bucket == 0x7f) == r->digest[bucket],
			"%s of 0x%02x......", r->name, bucket);
	}
}
END_TEST

/* Another instruction's digest, or one argument less, is told apart. */
START_TEST(control)
{
	static struct recorded all[INSTRUCTIONS];

	read_recorded(all);
	ck_assert_str_eq(all[18].name, "ex2.approx.f16");
	ck_assert(digest("tanh.approx.f16", 0, 1 << 16, false) != all[18].digest[0]);
	ck_assert(digest("ex2.approx.f16", 0, (1 << 16) - 1, false) != all[18].digest[0]);
}
END_TEST

Suite *emulator_mufu_suite(void);
Suite *emulator_mufu_suite(void)
{
	Suite *s = suite_create("emulator_mufu");
	TCase *t = tcase_create("mufu");

	tcase_set_timeout(t, getenv("MUFU_ALL") ? 3600 : 240);
	tcase_add_loop_test(t, as_recorded, 0, INSTRUCTIONS);
	tcase_add_test(t, control);
	suite_add_tcase(s, t);
	return s;
}
