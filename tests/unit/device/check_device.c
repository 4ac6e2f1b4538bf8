/* device, the parts that need no process: fatbins as nvcc makes them (and mutilated), profiles, names, wire, log, time
 * model. */
#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/fs.h"
#include "base/proc.h"
#include "base/rng.h"
#include "device/code/fatbin.h"
#include "device/report/log.h"
#include "device/wire/names.h"
#include "device/time/profile.h"
#include "device/code/ptxas.h"
#include "device/time/time_model.h"
#include "device/wire/wire.h"

Suite *device_suite(void);

static const char kernel_source[] = "__device__ int counter;\n"
				    "extern \"C\" __global__ void add_one(int *p, int n) { int i = blockIdx.x * "
				    "blockDim.x + threadIdx.x; if (i < n) p[i] += 1; }\n";

/* ---- fatbins. A way of building, and what must come of it on a device of capability 9.0. */
static const struct way {
	const char *name;
	const char *options[5];
	enum fatbin_outcome outcome;
	const char *target;
} ways[] = {
	{ "zstd", { "-gencode", "arch=compute_80,code=compute_80", NULL }, FATBIN_OK, ".target sm_80" },
	{ "lz4", { "-gencode", "arch=compute_80,code=compute_80", "-compress-mode=speed", NULL }, FATBIN_OK,
		".target sm_80" },
	{ "plain", { "-gencode", "arch=compute_80,code=compute_80", "-no-compress", NULL }, FATBIN_OK,
		".target sm_80" },
	{ "lines", { "-gencode", "arch=compute_80,code=compute_80", "-lineinfo", NULL }, FATBIN_OK, ".loc" },
	{ "rdc", { "-gencode", "arch=compute_80,code=compute_80", "-rdc=true", NULL }, FATBIN_OK, ".target sm_80" },
	{ "two",
		{ "-gencode=arch=compute_75,code=compute_75", "-gencode=arch=compute_90,code=[sm_90,compute_90]",
			NULL },
		FATBIN_OK, ".target sm_90" },
	{ "machine", { "-gencode", "arch=compute_90,code=sm_90", NULL }, FATBIN_NO_PTX,
		"machine code (sm_90) but no PTX, which the emulated device needs: build with -gencode "
		"arch=compute_90,code=compute_90" },
	{ "above",
		{ "-gencode=arch=compute_90,code=sm_90", "-gencode=arch=compute_120,code=[sm_120,compute_120]",
			"-gencode=arch=compute_100,code=compute_100", NULL },
		FATBIN_OK, ".target sm_100" },
	{ "options", { "-arch=sm_90", "-lineinfo", "-Xptxas", "-fmad=false", NULL }, FATBIN_OK, ".target sm_90" },
	{ "newer", { "-gencode", "arch=compute_100,code=compute_100", NULL }, FATBIN_NO_PTX,
		"PTX for compute_100 only, the device is of compute capability 9.0: build with -gencode "
		"arch=compute_90,code=compute_90" },
	{ "special", { "-gencode", "arch=compute_90a,code=sm_90a", NULL }, FATBIN_NO_PTX,
		"arch=compute_90a,code=compute_90a" },
	{ "both", { "-gencode=arch=compute_86,code=sm_86", "-gencode=arch=compute_120,code=sm_120", NULL },
		FATBIN_NO_PTX, "arch=compute_86,code=compute_86" },
};
enum { WAYS = sizeof ways / sizeof *ways };

static struct buf object[WAYS]; /* the object files' bytes */
static const uint8_t *container[WAYS];
static size_t container_size[WAYS];

static const char *nvcc(void)
{
	const char *set = getenv("NVCC");

	return set && *set ? set : "nvcc";
}

static void build_objects(void)
{
	char *dir = fs_temp_dir("check-device", NULL), *source = xasprintf("%s/k.cu", dir);

	ck_assert(!fs_write_atomic(source, kernel_source, sizeof kernel_source - 1, 0600, NULL));
	for (int i = 0; i < WAYS; i++) {
		char *out = xasprintf("%s/%s.o", dir, ways[i].name);
		const char *argv[12] = { nvcc(), "-c", source, "-o", out };
		struct proc_spec spec = { .argv = argv, .capture = true };
		struct err e = ERR_INIT;
		struct proc p;
		size_t n = 5;

		for (int k = 0; ways[i].options[k]; k++)
			argv[n++] = ways[i].options[k];
		ck_assert_msg(!proc_run(&p, &spec, 120000, -1, &e), "%s", e.msg);
		ck_assert_msg(p.exited && !p.code, "%s: %s", ways[i].name, p.out.data);
		proc_release(&p);
		buf_init(&object[i]);
		ck_assert(!fs_read(out, 64 << 20, &object[i], NULL));
		/* The container is aligned to 8 bytes somewhere in the object. */
		for (size_t at = 0; at + 16 < object[i].len; at += 8) {
			const uint8_t *q = (const uint8_t *)object[i].data + at;

			if (fatbin_size(q, object[i].len - at) > 16) {
				container[i] = q;
				container_size[i] = fatbin_size(q, object[i].len - at);
				break;
			}
		}
		ck_assert_msg(container[i] != NULL, "%s holds no fatbin", ways[i].name);
		free(out);
	}
	fs_remove_tree(dir, NULL);
	free(source);
	free(dir);
}

static void drop_objects(void)
{
	for (int i = 0; i < WAYS; i++)
		buf_release(&object[i]);
}

START_TEST(fatbin_of_each_kind)
{
	const struct way *w = &ways[_i];
	struct err e = ERR_INIT;
	struct fatbin_entry best;
	struct buf text;

	buf_init(&text);
	ck_assert_int_eq(fatbin_best_ptx(container[_i], container_size[_i], 90, 90, &text, &best, &e), w->outcome);
	if (w->outcome == FATBIN_OK) {
		ck_assert_ptr_nonnull(strstr(text.data, w->target));
		ck_assert_ptr_nonnull(strstr(text.data, ".entry add_one"));
		ck_assert_uint_eq(text.len, strlen(text.data));
	} else {
		ck_assert_ptr_nonnull(strstr(e.msg, w->target));
		ck_assert_uint_eq(text.len, 0);
	}
	buf_release(&text);
}
END_TEST

/* That the table above builds what it says: without this, three of its rows could be one. */
START_TEST(fatbin_storage)
{
	static const struct {
		int way;
		uint64_t flag;
		bool packed;
	} rows[] = { { 0, 0x8000, true }, { 1, 0x2000, true }, { 2, 0, false } };

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		int k = rows[i].way;
		struct fatbin_entry en;
		struct err e = ERR_INIT;
		size_t at = 0;

		ck_assert_int_eq(fatbin_next(container[k], container_size[k], &at, &en, &e), 1);
		ck_assert_int_eq(en.kind, FATBIN_PTX);
		ck_assert_int_eq(en.arch, 80);
		ck_assert_uint_eq(en.flags & 0xa000, rows[i].flag);
		ck_assert_int_eq(en.plain_size > 0, rows[i].packed);
		ck_assert_int_eq(fatbin_next(container[k], container_size[k], &at, &en, &e), 0);
	}
}
END_TEST

START_TEST(fatbin_choice_follows_the_device)
{
	struct fatbin_entry best;
	struct err e = ERR_INIT;
	struct buf text;

	/* "two" has PTX for 7.5 and 9.0: an older device gets the older text, a still older one nothing. */
	buf_init(&text);
	ck_assert_int_eq(fatbin_best_ptx(container[5], container_size[5], 86, 86, &text, &best, &e), FATBIN_OK);
	ck_assert_ptr_nonnull(strstr(text.data, ".target sm_75"));
	ck_assert_int_eq(fatbin_best_ptx(container[5], container_size[5], 70, 70, &text, &best, &e), FATBIN_NO_PTX);
	/* "above" has machine code for 9.0 and PTX for later ones only: no use to any device but those that run sm_90.
	 */
	ck_assert_int_eq(fatbin_best_ptx(container[7], container_size[7], 90, 89, &text, &best, &e), FATBIN_NO_PTX);
	ck_assert_int_eq(fatbin_best_ptx(container[7], container_size[7], 90, 90, &text, &best, &e), FATBIN_OK);
	ck_assert_int_eq(best.arch, 100);
	buf_release(&text);
}
END_TEST

/* nvcc says with what options it called ptxas, and the text is the one that belongs to the PTX which is taken. */
START_TEST(fatbin_tells_options)
{
	static const struct {
		const char *way, *has;
		bool apart;
	} rows[] = {
		{ "zstd", NULL, false },
		{ "lines", "--generate-line-info", false },
		{ "rdc", "--compile-only", false },
		{ "options", "-fmad=false", true },
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct fatbin_entry best;
		struct err e = ERR_INIT;
		struct buf text;
		char *options;
		int k = 0;

		while (strcmp(ways[k].name, rows[i].way))
			k++;
		buf_init(&text);
		ck_assert_int_eq(fatbin_best_ptx(container[k], container_size[k], 90, 90, &text, &best, &e), FATBIN_OK);
		options = xasprintf("%.*s", (int)best.noptions, best.options ? best.options : "");
		ck_assert_uint_eq(strlen(options), best.noptions);
		ck_assert_msg(rows[i].has ? strstr(options, rows[i].has) != NULL : !*options, "%s: \"%s\"", rows[i].way,
			options);
		ck_assert_int_eq(ptxas_rounds_apart(best.options, best.noptions), rows[i].apart);
		free(options);
		buf_release(&text);
	}
}
END_TEST

/* Spellings that ptxas 13.0 took, and whether its machine code had products and sums apart. */
START_TEST(ptxas_options)
{
	static const struct {
		const char *text;
		bool apart;
	} rows[] = {
		{ "", false },
		{ "-fmad=false  ", true },
		{ "--fmad=false", true },
		{ "--fmad false", true },
		{ " -v  -fmad false --compile-only", true },
		{ "-fmad=true", false },
		{ "-fmad=false -fmad=true", false },
		{ "-fmad=true -fmad=false", true },
		{ "-O0", true },
		{ "-O=0", true },
		{ "-O00", true },
		{ "--opt-level 0", true },
		{ "--opt-level=0", true },
		{ "-O1", false },
		{ "-O2", false },
		{ "-O3", false },
		{ "-O3 -O0", true },
		{ "-O0 -O3", false },
		{ "-O0 -fmad=true", true },
		{ "-O3 -fmad=false", true },
		{ "-Ofc max", true },
		{ "-Ofc=max", true },
		{ "--Ofast-compile=max -fmad=true", true },
		{ "-Ofc=mid", false },
		{ "-Ofc=min", false },
		{ "-Ofc=0", false },
		{ "-maxrregcount=0", false },
		{ "--generate-line-info -lineinfo --dont-merge-basicblocks -allow-expensive-optimizations=false",
			false },
		/* No text of nvcc's. */
		{ "-fmad", false },
		{ "-O", false },
		{ "-fmadx=false", false },
		{ "x-O0", false },
		{ "=", false },
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		size_t n = strlen(rows[i].text);
		char *own = xmalloc(n ? n : 1); /* no NUL after it, so that a sanitizer sees a read past the end */

		memcpy(own, rows[i].text, n);
		ck_assert_msg(ptxas_rounds_apart(own, n) == rows[i].apart, "\"%s\"", rows[i].text);
		free(own);
	}
	ck_assert(!ptxas_rounds_apart(NULL, 0));
}
END_TEST

/* Every prefix of every kind, in a block of its own size so that a sanitizer sees a read past the end. */
START_TEST(fatbin_cut_short)
{
	for (size_t n = 0; n < container_size[_i]; n += n < 512 ? 1 : 37) {
		struct fatbin_entry best;
		struct err e = ERR_INIT;
		uint8_t *p = xmalloc(n ? n : 1);
		struct buf text;

		memcpy(p, container[_i], n);
		buf_init(&text);
		ck_assert_int_eq(fatbin_best_ptx(p, n, 90, 90, &text, &best, &e), FATBIN_MALFORMED);
		ck_assert_str_ne(e.msg, "");
		ck_assert_uint_eq(text.len, 0);
		buf_release(&text);
		free(p);
	}
}
END_TEST

START_TEST(fatbin_mutated)
{
	size_t n = container_size[_i];
	uint8_t *p = xmalloc(n);
	int refused = 0;

	for (uint64_t round = 0; round < 400; round++) {
		struct fatbin_entry best;
		struct err e = ERR_INIT;
		struct buf text;

		memcpy(p, container[_i], n);
		for (uint64_t k = 0; k <= round % 4; k++) {
			/* Half of the hits go to the headers, where they hurt. */
			uint64_t limit = k % 2 ? n : 200 < n ? 200 : n;

			p[rng_below(7, (uint64_t)_i, round * 8 + k, limit)] =
				(uint8_t)rng_u64(9, (uint64_t)_i, round * 8 + k);
		}
		buf_init(&text);
		refused += fatbin_best_ptx(p, n, 90, 90, &text, &best, &e) != FATBIN_OK;
		ck_assert_uint_le(text.len, FATBIN_MAX_TEXT);
		buf_release(&text);
	}
	/* Else the mutations would not have reached anything. */
	ck_assert_int_gt(refused, 40);
	free(p);
}
END_TEST

/* ---- profiles */
START_TEST(profile_h200)
{
	struct err e = ERR_INIT;
	struct profile p;

	for (size_t i = 0; profile_name(i); i++)
		ck_assert_msg(!profile_find(&p, profile_name(i), &e), "%s", e.msg);
	ck_assert_msg(!profile_find(&p, "h200", &e), "%s", e.msg);
	ck_assert_str_eq(p.name, "NVIDIA H200");
	ck_assert_int_eq(p.field[DP_FIELD_SM_COUNT], 132);
	ck_assert_int_eq(p.field[DP_FIELD_GRID_X], 2147483647);
	ck_assert_int_eq(profile_find(&p, "no-such-card", &e), -1);
	ck_assert_int_eq(e.kind, ERR_USAGE);
	ck_assert_ptr_nonnull(strstr(e.msg, "h200"));
}
END_TEST

START_TEST(profile_errors_name_the_line)
{
	static const struct {
		const char *text, *want;
		int line;
	} rows[] = {
		{ "name X\nno_such_field 3\n", "unknown field 'no_such_field'", 2 },
		{ "name X\n\nsm_count -4\n", "sm_count: expected a whole number", 3 },
		{ "name X\nsm_count 4x # four\n", "got '4x'", 2 },
		{ "name X\nsm_count\n", "sm_count: expected", 2 },
		{ "sm_count 4\nsm_count 4\n", "given twice", 2 },
		{ "name\n", "name: expected", 1 },
		{ "sm_count 4\n", "no name", 1 },
		{ "name X\nsm_count 4\n", "is missing", 2 },
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct err e = ERR_INIT;
		struct profile p;

		ck_assert_int_eq(profile_parse(&p, "x.profile", rows[i].text, strlen(rows[i].text), &e), -1);
		ck_assert_msg(strstr(e.msg, rows[i].want) != NULL, "%s", e.msg);
		ck_assert_int_eq(e.line, rows[i].line);
		ck_assert_str_eq(e.file, "x.profile");
	}
}
END_TEST

START_TEST(names_for_people)
{
	static const struct {
		const char *mangled, *name;
	} rows[] = {
		{ "_Z6vecAddPKfS0_Pfi", "vecAdd" },
		{ "_Z3sumIfLi32EEvPT_", "sum<float, 32>" },
		{ "_ZN12_GLOBAL__N_16hiddenEPi", "(anonymous namespace)::hidden" },
		{ "_ZN2ns4scanIiEEvPT_PFvS1_E", "ns::scan<int>" },
		{ "plain_c", "plain_c" },
		{ "__nv_static_19__3d88e8dc_4_a_cu_kk__Z2skPi", "sk" },
		{ "__nv_static_19__3d88e8dc_4_a_cu_kk_named", "named" },
		{ "__nv_static_99__3d88e8dc_4_a_cu_kk_named", "__nv_static_99__3d88e8dc_4_a_cu_kk_named" },
		{ "__nv_static_18446744073709551615__x", "__nv_static_18446744073709551615__x" },
		{ "__nv_static_", "__nv_static_" },
		{ "_Znonsense", "_Znonsense" },
		{ "_Z", "_Z" },
		{ "", "" },
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		char *name = names_kernel(rows[i].mangled);

		ck_assert_str_eq(name, rows[i].name);
		free(name);
	}
}
END_TEST

START_TEST(wire_never_runs_over)
{
	struct arena a;
	struct buf b;

	arena_init(&a);
	buf_init(&b);
	wire_put_u32(&b, 7);
	wire_put_str(&b, "kernel");
	wire_put_str(&b, NULL);
	wire_put_f64(&b, 2.5);
	wire_put_u64(&b, 1ull << 40);
	for (size_t n = 0; n <= b.len; n++) {
		uint8_t *copy = xmalloc(n ? n : 1);
		struct wire w = { copy, copy + n, false };
		const char *s, *none;
		uint32_t first;

		memcpy(copy, b.data, n);
		first = wire_u32(&w);
		s = wire_str(&w, &a);
		none = wire_str(&w, &a);
		if (n == b.len) {
			ck_assert_uint_eq(first, 7);
			ck_assert_str_eq(s, "kernel");
			ck_assert_ptr_null(none);
			ck_assert(wire_f64(&w) == 2.5);
			ck_assert_uint_eq(wire_u64(&w), 1ull << 40);
			ck_assert(!w.bad && w.p == w.end);
		} else {
			wire_f64(&w);
			wire_u64(&w);
			ck_assert(w.bad);
		}
		free(copy);
	}
	buf_release(&b);
	arena_release(&a);
}
END_TEST

START_TEST(wire_counts_are_bounded)
{
	uint8_t bytes[8] = { 255, 255, 255, 127 };
	struct wire w = { bytes, bytes + sizeof bytes, false };

	ck_assert_uint_eq(wire_count(&w, 4), 0);
	ck_assert(w.bad);
}
END_TEST

/* ---- the log, through its bytes: only the counts at their known places are looked at; control.c's reader is tested
 * end to end. */
START_TEST(log_joins_equal_launches)
{
	struct em_result r = { .steps = 1 };
	struct log_launch k = { .name = "a", .grid = { 1, 1, 1 }, .block = { 32, 1, 1 }, .time_us = 2, .result = &r };
	struct log *l = log_new();
	struct buf out;
	struct wire w;

	r.c.v[CTR_INST] = 5;
	log_kernel(l, &k);
	log_kernel(l, &k);
	k.block.x = 64;
	log_kernel(l, &k);
	buf_init(&out);
	log_take(l, NULL, 0, &out);
	w = (struct wire){ (const uint8_t *)out.data, (const uint8_t *)out.data + out.len, false };
	ck_assert_uint_eq(wire_u32(&w), 2);
	buf_clear(&out);
	log_take(l, NULL, 0, &out); /* taken is forgotten */
	w = (struct wire){ (const uint8_t *)out.data, (const uint8_t *)out.data + out.len, false };
	ck_assert_uint_eq(wire_u32(&w), 0);
	buf_release(&out);
	log_free(l);
}
END_TEST

START_TEST(log_is_bounded)
{
	struct log *l = log_new();
	struct em_line line = { .file = "x.cu" };
	struct em_result r = { .lines = &line, .nlines = 1 };
	struct log_launch k = { .name = "a", .grid = { 1, 1, 1 }, .block = { 32, 1, 1 }, .time_us = 1, .result = &r };
	char words[32];
	struct log_fault f = { .verdict = "launch-error", .message = words };
	struct buf out;
	char *text = xcalloc(1, LOG_MAX_PRINTF + 100);

	memset(text, 'x', LOG_MAX_PRINTF + 99);
	for (uint32_t i = 0; i < LOG_MAX_KERNELS + 10; i++) {
		k.grid.x = i + 1;
		line.line = (int)i * 3;
		log_kernel(l, &k);
	}
	for (int i = 0; i < LOG_MAX_FAULTS + 10; i++) {
		snprintf(words, sizeof words, "m\033[31m %d", i);
		log_fault(l, &f);
	}
	log_printf(l, text, LOG_MAX_PRINTF + 99);
	log_printf(l, text, 10);
	buf_init(&out);
	log_take(l, NULL, 0, &out);
	ck_assert_ptr_null(memchr(out.data + out.len - 12 - LOG_MAX_PRINTF, '\033', LOG_MAX_PRINTF));
	/* The last word of the bytes is `truncated`. */
	ck_assert_int_eq(out.data[out.len - 4], 1);
	buf_release(&out);
	log_free(l);
	free(text);
}
END_TEST

/* The same refusal again takes no room; another one does, and so does what ended a kernel. */
START_TEST(log_counts_refusals)
{
	struct log *l = log_new();
	struct log_fault f = { .verdict = "launch-error", .message = "the launch of k failed", .cuda_code = 1 };
	struct buf one, many, more;

	buf_init(&one);
	buf_init(&many);
	buf_init(&more);
	ck_assert(!log_again(l, 1));
	log_fault(l, &f);
	log_take(l, NULL, 0, &one);
	ck_assert(!log_again(l, 1));
	for (int i = 0; i < LOG_MAX_FAULTS + 10; i++)
		log_fault(l, &f);
	ck_assert(log_again(l, 1));
	ck_assert(!log_again(l, 2));
	log_take(l, NULL, 0, &many);
	ck_assert_uint_eq(one.len, many.len);
	ck_assert_int_eq(many.data[many.len - 4], 0); /* not truncated */
	log_fault(l, &f);
	f.fatal = true;
	log_fault(l, &f);
	log_take(l, NULL, 0, &more);
	ck_assert_uint_gt(more.len, one.len);
	buf_release(&one);
	buf_release(&many);
	buf_release(&more);
	log_free(l);
}
END_TEST

/* ---- the time model: properties, not numbers */
START_TEST(time_model_directions)
{
	struct profile p;

	ck_assert(!profile_find(&p, NULL, NULL));
	/* The copy that the profile's number comes from: 1 GiB in 0.509 ms. */
	ck_assert(fabs(time_model_copy_us(&p, TIME_COPY_DEVICE, 1ull << 30) - 509.0) < 5.0);
	ck_assert(time_model_copy_us(&p, TIME_COPY_PAGEABLE, 1 << 20) >
		time_model_copy_us(&p, TIME_COPY_PINNED, 1 << 20));
}
END_TEST

Suite *device_suite(void)
{
	Suite *s = suite_create("device");
	TCase *t = tcase_create("fatbin");

	tcase_set_timeout(t, 300);
	tcase_add_unchecked_fixture(t, build_objects, drop_objects);
	tcase_add_loop_test(t, fatbin_of_each_kind, 0, WAYS);
	tcase_add_test(t, fatbin_storage);
	tcase_add_test(t, fatbin_choice_follows_the_device);
	tcase_add_test(t, fatbin_tells_options);
	tcase_add_test(t, ptxas_options);
	tcase_add_loop_test(t, fatbin_cut_short, 0, WAYS);
	tcase_add_loop_test(t, fatbin_mutated, 0, WAYS);
	suite_add_tcase(s, t);
	t = tcase_create("data");
	tcase_add_test(t, profile_h200);
	tcase_add_test(t, profile_errors_name_the_line);
	tcase_add_test(t, names_for_people);
	tcase_add_test(t, wire_never_runs_over);
	tcase_add_test(t, wire_counts_are_bounded);
	tcase_add_test(t, log_joins_equal_launches);
	tcase_add_test(t, log_is_bounded);
	tcase_add_test(t, log_counts_refusals);
	tcase_add_test(t, time_model_directions);
	suite_add_tcase(s, t);
	return s;
}
