/* The special function unit: for each approximation the digest of all results of whole blocks of arguments (2^24 that
 * share their upper byte), against those that an H200 gave for every argument there is
 * (tests/conformance/mufu/digests.txt, made by record.cu there). A few blocks are tried; with MUFU_ALL=1 all 256 of
 * each instruction. Run from the repository's root. */
#include "base/fs.h"
#include "tests/unit/emulator/emulator_kit.h"

#define HEAD_90 ".version 7.8\n.target sm_90\n.address_size 64\n"
#define AS_F32 "mov.b32 %a, %x;\n", " %b, %a;\nmov.b32 %t, %b;\ncvt.u64.u32 %r, %t;\n"
#define AS_F64 "mov.b32 %t, 0;\nmov.b64 %a, {%t, %x};\n", " %b, %a;\nmov.b64 %r, %b;\n"
#define AS_B16 "cvt.u16.u32 %a, %x;\n", " %b, %a;\ncvt.u64.u16 %r, %b;\n"

/* Each thread's sum of result * (2 argument + 1), over the arguments that are its own modulo the 16384 threads. */
static void kernel(struct buf *b, const char *name)
{
	static const struct {
		const char *declare, *take, *give;
	} widths[] = {
		{ ".reg .f32 %a, %b;\n", AS_F32 },
		{ ".reg .f64 %a, %b;\n", AS_F64 },
		{ ".reg .b16 %a, %b;\n", AS_B16 },
	};
	size_t w = strstr(name, "16") ? 2 : strstr(name, "f64") ? 1 : 0;

	buf_clear(b);
	buf_puts(b,
		HEAD_90 ".visible .entry k(.param .u64 pout, .param .u64 pfirst, .param .u64 pcount) {\n"
			".reg .b64 %o, %s, %r, %m;\n.reg .b32 %x, %i, %n, %f, %t;\n.reg .pred %p;\n");
	buf_puts(b, widths[w].declare);
	buf_puts(b,
		"ld.param.u64 %o, [pout];\nld.param.u32 %f, [pfirst];\nld.param.u32 %n, [pcount];\nmov.u32 %i, "
		"%ctaid.x;\nmov.u32 %t, %tid.x;\n"
		"mad.lo.u32 %i, %i, 256, %t;\nmul.wide.u32 %m, %i, 8;\nadd.u64 %o, %o, %m;\nmov.u64 %s, "
		"0;\nL:\nadd.u32 %x, %f, %i;\n");
	buf_puts(b, widths[w].take);
	buf_puts(b, name);
	buf_puts(b, widths[w].give);
	buf_puts(b,
		"mul.wide.u32 %m, %x, 2;\nadd.u64 %m, %m, 1;\nmad.lo.u64 %s, %r, %m, %s;\nadd.u32 %i, %i, "
		"16384;\nsetp.lt.u32 %p, %i, %n;\n@%p bra L;\n"
		"st.global.u64 [%o], %s;\nret;\n}\n");
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
	struct buf b;
	uint64_t out, sum = 0, *each;

	buf_init(&b);
	kernel(&b, name);
	rig_open(&g, b.data, 1, baseline);
	out = rig_alloc(&g, BLOCKS * THREADS * 8);
	g.unchecked = EM_CHECK_ALL;
	rig_run(&g, "k", BLOCKS, THREADS, (uint64_t[]){ out, first, count });
	rig_ok(&g);
	each = rig_ptr(&g, out, BLOCKS * THREADS * 8);
	for (size_t i = 0; i < BLOCKS * THREADS; i++)
		sum += each[i];
	rig_close(&g);
	buf_release(&b);
	return sum;
}

START_TEST(as_recorded)
{
	/* What is near 1, the largest angles and exponents, subnormal numbers, and negative ones. */
#ifdef __SANITIZE_ADDRESS__
	static const uint8_t some[] = { 0x3f };
#else
	static const uint8_t some[] = { 0x00, 0x3f, 0x40, 0x7f, 0xbe, 0xc2 };
#endif
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
	for (unsigned k = 0; k < (every ? BUCKETS : sizeof some); k++) {
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
