/* device/writers: what the device says of last writers survives the wire, and bytes that make no sense are noticed. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "device/ops/writers.h"

Suite *device_writers_suite(void);

static struct arena a;
static struct buf out;
static struct device_writer w[3];

static void setup(void)
{
	arena_init(&a);
	buf_init(&out);
}

static void teardown(void)
{
	buf_release(&out);
	arena_release(&a);
}

static int read_bytes(size_t n)
{
	struct wire wire = { (const uint8_t *)out.data, (const uint8_t *)out.data + n, false };

	return writers_read(&wire, &a, w, 3);
}

static void row(enum device_writer_kind kind, const char *kernel, const char *file, uint32_t line)
{
	wire_put_u32(&out, kind);
	wire_put_str(&out, kernel);
	wire_put_str(&out, file);
	wire_put_u32(&out, line);
}

static void make(uint32_t third)
{
	wire_put_u32(&out, 3);
	row(DEVICE_WRITER_UNKNOWN, NULL, NULL, 0);
	row(DEVICE_WRITER_KERNEL, "add", "x.cu", 12);
	row(77, "?", NULL, 0);
	for (uint32_t i = 0; i < 3; i++) {
		wire_put_u32(&out, i == 2 ? third : 1);
		for (uint32_t k = 0; k < 6; k++)
			wire_put_u32(&out, 10 * i + k);
	}
}

START_TEST(what_is_said_arrives)
{
	make(0);
	ck_assert_int_eq(read_bytes(out.len), 0);
	ck_assert_int_eq(w[0].kind, DEVICE_WRITER_KERNEL);
	ck_assert_str_eq(w[1].kernel, "add");
	ck_assert_str_eq(w[1].at.file, "x.cu");
	ck_assert_int_eq(w[1].at.line, 12);
	ck_assert_uint_eq(w[1].at.block[0], 10);
	ck_assert_uint_eq(w[1].at.thread[2], 15);
	ck_assert_int_eq(w[2].kind, DEVICE_WRITER_UNKNOWN);
	for (size_t n = 0; n < out.len; n++)
		ck_assert_int_eq(read_bytes(n), -1);
	buf_putc(&out, 'x');
	ck_assert_int_eq(read_bytes(out.len), -1);
}
END_TEST

START_TEST(nonsense_is_noticed)
{
	make(3); /* a row that is not there */
	ck_assert_int_eq(read_bytes(out.len), -1);
	buf_clear(&out);
	make(2); /* a kind that is not there */
	ck_assert_int_eq(read_bytes(out.len), 0);
	ck_assert_int_eq(w[2].kind, DEVICE_WRITER_UNKNOWN);
	for (uint64_t i = 0; i < 2000; i++) {
		out.data[rng_below(3, 0, i, out.len)] = (char)rng_u64(3, 1, i);
		read_bytes(out.len);
	}
}
END_TEST

START_TEST(without_a_context_nothing_is_known)
{
	const uint64_t addr[3] = { 0, 1, UINT64_MAX };

	writers_answer(NULL, addr, 3, &out);
	ck_assert_int_eq(read_bytes(out.len), 0);
	for (int i = 0; i < 3; i++)
		ck_assert_int_eq(w[i].kind, DEVICE_WRITER_UNKNOWN);
}
END_TEST

Suite *device_writers_suite(void)
{
	Suite *s = suite_create("device writers");
	TCase *t = tcase_create("writers");

	tcase_add_checked_fixture(t, setup, teardown);
	tcase_add_test(t, what_is_said_arrives);
	tcase_add_test(t, nonsense_is_noticed);
	tcase_add_test(t, without_a_context_nothing_is_known);
	suite_add_tcase(s, t);
	return s;
}
