/* The checkers of the emulator: each kind of finding with a kernel that must be caught and one beside it that must not;
 * with the checker's bit off the finding is gone. Kernels of CUDA with expectations by line are in tests/checkers; here
 * are the rules, small. */
#include "emulator_kit.h"

/* What is wanted of a case of ptx/checkers.ptx: a finding, or (EM_FINDING_COUNT) none. */
struct want {
	const char *kernel;
	enum em_finding_kind kind;
	enum em_severity severity;
	unsigned bit;
	uint32_t blocks;
	long long count; /* how often it is seen; 0: not said */
};
enum { WANTED = 55 };
#define WAR EM_FINDING_RACE_WAR

static const struct word {
	const char *word;
	unsigned value;
} finding_words[] = { { "RAW", EM_FINDING_RACE_RAW }, { "WAR", EM_FINDING_RACE_WAR }, { "WAW", EM_FINDING_RACE_WAW },
	{ "SYNC", EM_FINDING_SYNC }, { "SHUFFLE_LANE", EM_FINDING_SHUFFLE_LANE }, { "UNINIT", EM_FINDING_UNINIT },
	{ NULL, 0 } },
  severity_words[] = { { "INFO", EM_INFO }, { "WARNING", EM_WARNING }, { "ERROR", EM_ERROR }, { NULL, 0 } },
  checker_words[] = { { "RACE_SHARED", EM_CHECK_RACE_SHARED }, { "RACE_GLOBAL", EM_CHECK_RACE_GLOBAL },
	  { "RACE_WARP", EM_CHECK_RACE_WARP }, { "INIT", EM_CHECK_INIT }, { "SYNC", EM_CHECK_SYNC }, { NULL, 0 } };

/* The next word of *at, by the table. */
static unsigned word_of(const struct word *t, const char **at)
{
	const size_t n = strcspn(*at, " ");
	while (t->word && (strlen(t->word) != n || strncmp(t->word, *at, n)))
		t++;
	ck_assert_msg(t->word != NULL, "'%s' begins with no word for this", *at);
	*at += n + strspn(*at + n, " ");
	return t->value;
}

static const struct want *all_wanted(void)
{
	static struct want wanted[WANTED];
	const struct ptx_cases *all = ptx_cases("emulator/checkers");
	size_t n = 0;
	for (size_t k = 0; k < all->ncases; k++) {
		const struct ptx_case *c = &all->cases[k];
		const char *finds = ptx_want(c, "finds"), *by = ptx_want(c, "by");
		ck_assert_msg(finds || ptx_want(c, "clean"), "nothing is wanted of %s", c->name);
		ck_assert_uint_lt(n + (finds && ptx_want(c, "clean")), WANTED);
		if (finds) {
			struct want *w = &wanted[n++];
			*w = (struct want){ .kernel = c->name, .blocks = (uint32_t)ptx_want_number(c, "blocks") };
			w->kind = (enum em_finding_kind)word_of(finding_words, &finds);
			w->severity = (enum em_severity)word_of(severity_words, &finds);
			while (*by)
				w->bit |= word_of(checker_words, &by);
			w->count = ptx_want(c, "count") ? ptx_want_number(c, "count") : 0;
		}
		if (ptx_want(c, "clean"))
			wanted[n++] = (struct want){ .kernel = c->name,
				.kind = EM_FINDING_COUNT,
				.blocks = (uint32_t)ptx_want_number(c, "clean") };
	}
	ck_assert_uint_eq(n, WANTED);
	return wanted;
}

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
	const struct want *wanted = all_wanted();
	struct rig g;
	rig_open(&g, ptx_all("emulator/checkers"), threads, baseline);
	for (size_t k = 0; k < WANTED; k++) {
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
		if (t->count)
			ck_assert_int_eq((long long)f->count, t->count);
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

/* Whichever warp was there first, one missing barrier is one kind of race: that of the way that lacks it. */
START_TEST(named_by_the_code)
{
	static const struct {
		const char *kernel;
		enum em_finding_kind kind, other;
	} of[] = { { "raw", EM_FINDING_RACE_RAW, EM_FINDING_RACE_WAR },
		{ "war_of_rounds", EM_FINDING_RACE_WAR, EM_FINDING_RACE_RAW } };
	struct rig g;
	rig_open(&g, ptx_all("emulator/checkers"), 1, false);
	for (size_t k = 0; k < sizeof of / sizeof *of; k++) {
		struct em_result r = launched(&g, &(struct want){ .kernel = of[k].kernel, .blocks = 1 }, 0);
		const struct em_finding *f = find(&r, of[k].kind, EM_ERROR);
		ck_assert_msg(f != NULL, "%s", of[k].kernel);
		ck_assert_ptr_nonnull(strstr(f->message, em_finding_name(of[k].kind)));
		ck_assert(!f->other_way);
		ck_assert_msg(!find(&r, of[k].other, EM_ERROR), "%s", of[k].kernel);
		em_result_release(&r);
	}
	rig_close(&g);
}
END_TEST

/* The same findings whatever the number of host threads, example and count included. */
START_TEST(any_threads)
{
	const struct want *wanted = all_wanted();
	struct rig g[2];
	for (int n = 0; n < 2; n++)
		rig_open(&g[n], ptx_all("emulator/checkers"), n ? 4 : 1, false);
	for (size_t k = 0; k < WANTED; k++) {
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
	rig_open(&g, ptx_all("emulator/checkers"), 1, false);
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
	rig_open(&g, ptx_all("emulator/checkers"), 1, false);
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

/* The first kernel that looks at bytes makes the record finer; nothing that the host wrote before it is lost by that.
 */
START_TEST(writers_before_bytes)
{
	struct rig g;
	struct em_writer w;
	rig_open(&g, ptx_all("emulator/checkers"), 1, false);
	uint64_t a = rig_alloc(&g, 8192), b = rig_alloc(&g, 8192), params[2] = { a, b };
	em_host_wrote(g.d, a, 8192);
	rig_run(&g, "written_bytes", 2, 128, params);
	rig_ok(&g);
	ck_assert_int_eq(em_last_writer(g.d, a, &w), 0);
	ck_assert_int_eq(em_last_writer(g.d, a + 1, &w), 1);
	ck_assert_int_eq(em_last_writer(g.d, a + 8000, &w), 1);
	rig_close(&g);
	/* What a kernel wrote before it is. */
	rig_open(&g, ptx_all("emulator/checkers"), 1, false);
	a = params[0] = rig_alloc(&g, 8192), b = params[1] = rig_alloc(&g, 8192);
	em_host_wrote(g.d, a, 8192);
	rig_run(&g, "written", 2, 128, params);
	rig_run(&g, "written_bytes", 1, 32, params);
	rig_ok(&g);
	ck_assert_int_eq(em_last_writer(g.d, a + 8000, &w), -1);
	rig_close(&g);
}
END_TEST

/* What a copy to the host would take along that nothing ever wrote. */
START_TEST(holes)
{
	struct rig g;
	struct em_holes h;
	rig_open(&g, ptx_all("emulator/checkers"), 1, false);
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
	tcase_add_test(t, named_by_the_code);
	tcase_add_test(t, any_threads);
	tcase_add_test(t, writers);
	tcase_add_test(t, writers_before_bytes);
	tcase_add_loop_test(t, writers_of_copies, 0, 4);
	tcase_add_test(t, holes);
	suite_add_tcase(s, t);
	return s;
}
