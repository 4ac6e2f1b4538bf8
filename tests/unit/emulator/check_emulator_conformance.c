/* The recording of an H200 (tests/conformance/h200.bits.zst) replayed on the emulator: the same instructions on the
 * same operands must give the same bits, approximations too. What does not is listed in gaps.txt with its reason; a row
 * there that is not needed fails too. Run from the repository's root. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "base/fs.h"
#include "tests/conformance/recording.h"

#define HERE "tests/conformance/"

struct all {
	struct form_table forms;
	struct gaps gaps;
	struct buf data;
	struct replay replay;
};

static void open_all(struct all *a, bool baseline)
{
	struct err e = ERR_INIT;
	struct buf text;

	memset(a, 0, sizeof *a);
	buf_init(&a->data);
	buf_init(&text);
	ck_assert_msg(fs_read(HERE "forms.txt", 1 << 20, &text, &e) == 0, "%s", e.msg);
	ck_assert_msg(
		form_table_parse(&a->forms, text.data, HERE "forms.txt", &e) == 0, "forms.txt:%d: %s", e.line, e.msg);
	buf_release(&text);
	buf_init(&text);
	ck_assert_msg(fs_read(HERE "gaps.txt", 1 << 20, &text, &e) == 0, "%s", e.msg);
	ck_assert_msg(gaps_parse(&a->gaps, text.data, HERE "gaps.txt", &e) == 0, "gaps.txt:%d: %s", e.line, e.msg);
	buf_release(&text);
	ck_assert_msg(recording_load(HERE "h200.bits.zst", &a->data, &e) == 0, "%s", e.msg);
	ck_assert_msg(replay_init(&a->replay, baseline, &e) == 0, "%s", e.msg);
}

static void close_all(struct all *a)
{
	replay_release(&a->replay);
	buf_release(&a->data);
	gaps_release(&a->gaps);
	form_table_release(&a->forms);
}

static bool record_of(const struct all *a, const struct form *f, struct bits_record *r)
{
	size_t at = 0;

	while (bits_next(a->data.data, a->data.len, &at, r) == 1)
		if (r->namelen == strlen(f->name) && memcmp(r->name, f->name, r->namelen) == 0)
			return true;
	return false;
}

START_TEST(all_forms)
{
	struct all a;
	struct buf wrong;
	struct bits_record rec;
	struct replay_result res;
	size_t at = 0, agree = 0, bad = 0;
	int more = 1;

	open_all(&a, _i);
	buf_init(&wrong);
	for (size_t i = 0; i < a.forms.n; i++) {
		const struct form *f = &a.forms.v[i];
		char why[640];

		/* The recording has the order of forms.txt; a form that is not in it any more is "missing" by its name.
		 */
		if (more == 1)
			more = bits_next(a.data.data, a.data.len, &at, &rec);
		bool same = more == 1 && rec.namelen == strlen(f->name) && memcmp(rec.name, f->name, rec.namelen) == 0;

		replay_form(&a.replay, f, same ? &rec : NULL, &res);
		agree += res.outcome == REPLAY_AGREES;
		if (!gaps_expected(&a.gaps, f, &res, why, sizeof why) && bad++ < 40)
			buf_printf(&wrong, "\n%s", why);
	}
	for (size_t i = 0; i < a.gaps.n; i++)
		if (!a.gaps.v[i].used && bad++ < 40)
			buf_printf(&wrong, "\ngaps.txt:%d: no form needs this row: %s %s %zu", a.gaps.v[i].line,
				a.gaps.v[i].outcome, a.gaps.v[i].pattern, a.gaps.v[i].bad);
	ck_assert_msg(bad == 0, "%zu forms or rows of gaps.txt:%s", bad, wrong.data);
	ck_assert_uint_gt(agree, 1500);
	buf_release(&wrong);
	close_all(&a);
}
END_TEST

/* One bit of the recording flipped: the replay must see it, whatever the type. */
static const char *const FLIPPED[] = { "add.u32", "fma.rn.f32", "setp.lt.f64", "mul.rn.bf16x2", "shfl.sync.up.b32",
	"atom.shared.cas.b64", "bfe.s32" };
START_TEST(flipped_bit)
{
	struct all a;
	const struct form *f;
	struct bits_record rec;
	struct replay_result res;

	open_all(&a, false);
	f = form_table_find(&a.forms, FLIPPED[_i]);
	ck_assert_ptr_nonnull(f);
	ck_assert(record_of(&a, f, &rec));
	replay_form(&a.replay, f, &rec, &res);
	ck_assert_msg(res.outcome == REPLAY_AGREES, "%s", res.text);
	a.data.data[(const char *)rec.data - a.data.data + (ptrdiff_t)(rec.bytes / 3)] ^= 4;
	replay_form(&a.replay, f, &rec, &res);
	ck_assert_int_eq(res.outcome, REPLAY_DIFFERS);
	ck_assert_uint_eq(res.bad, 1);
	rec.hash ^= 1; /* other operands: record again */
	replay_form(&a.replay, f, &rec, &res);
	ck_assert_int_eq(res.outcome, REPLAY_MISSING);
	close_all(&a);
}
END_TEST

/* Rows that do not make sense, and recordings that end too soon. */
START_TEST(bad_files)
{
	static const char *const ROWS[] = { "differs add.u32\n", "differs add.u32 x why\n", "wrong add.u32 why\n",
		"unsupported add.u32\n" };
	struct err e = ERR_INIT;
	struct gaps g;
	struct bits_record rec;
	size_t at;

	for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++) {
		ck_assert_int_ne(gaps_parse(&g, ROWS[i], "gaps.txt", &e), 0);
		gaps_release(&g);
	}
	ck_assert_int_eq(gaps_parse(&g, "# nothing\n\nunsupported x because\n", "gaps.txt", &e), 0);
	ck_assert_uint_eq(g.n, 1);
	gaps_release(&g);
	at = 0;
	ck_assert_int_eq(bits_next("form a 0 ok 32 99\nxyz\n", 22, &at, &rec), -1);
	at = 0;
	ck_assert_int_eq(bits_next("no recording", 12, &at, &rec), -1);
}
END_TEST

Suite *emulator_conformance_suite(void);
Suite *emulator_conformance_suite(void)
{
	Suite *s = suite_create("emulator_conformance");
	TCase *t = tcase_create("conformance");

	tcase_set_timeout(t, 120);
	tcase_add_loop_test(t, all_forms, 0, 2); /* either way the executors are compiled */
	tcase_add_loop_test(t, flipped_bit, 0, (int)(sizeof FLIPPED / sizeof *FLIPPED));
	tcase_add_test(t, bad_files);
	suite_add_tcase(s, t);
	return s;
}
