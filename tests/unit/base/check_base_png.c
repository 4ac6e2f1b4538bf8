/* base: a PNG file says its pixels: read back here chunk by chunk, with the checksums worked out another way. */
#include <check.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/png.h"

Suite *base_png_suite(void);

static uint32_t get32(const char *p)
{
	const uint8_t *b = (const uint8_t *)p;

	return (uint32_t)b[0] << 24 | (uint32_t)b[1] << 16 | (uint32_t)b[2] << 8 | b[3];
}

/* The data of the chunk at *at, which is of this type; *at goes behind it. */
static const char *chunk(const struct buf *b, size_t *at, const char *type, uint32_t *len)
{
	const char *data = b->data + *at + 8;

	*len = get32(b->data + *at);
	ck_assert_int_eq(memcmp(b->data + *at + 4, type, 4), 0);
	*at += 12 + *len;
	ck_assert_uint_le(*at, b->len);
	return data;
}

/* A zlib stream of stored blocks, as bytes. */
static void inflate(const char *p, size_t n, struct buf *out)
{
	const uint8_t *b = (const uint8_t *)p;
	uint32_t a = 1, s = 0;
	size_t at = 2;
	bool last = false;

	ck_assert_uint_eq((b[0] * 256u + b[1]) % 31, 0);
	while (!last) {
		size_t len = b[at + 1] | (size_t)b[at + 2] << 8;

		ck_assert_uint_eq(len ^ 0xFFFF, b[at + 3] | (size_t)b[at + 4] << 8);
		ck_assert_uint_le(b[at], 1);
		last = b[at];
		buf_add(out, p + at + 5, len);
		at += 5 + len;
	}
	for (size_t i = 0; i < out->len; i++) {
		a = (a + (uint8_t)out->data[i]) % 65521;
		s = (s + a) % 65521;
	}
	ck_assert_uint_eq(get32(p + at), s << 16 | a);
	ck_assert_uint_eq(at + 4, n);
}

static const struct {
	uint32_t width, height;
	int channels;
} sizes[] = { { 1, 1, 1 }, { 3, 2, 3 }, { 120, 90, 1 }, { 300, 301, 3 } }; /* the last takes several blocks */

START_TEST(pixels_are_read_back)
{
	uint32_t w = sizes[_i].width, h = sizes[_i].height, len;
	size_t row = (size_t)w * (size_t)sizes[_i].channels, at = 8;
	uint8_t *pixels = xcalloc(h, row);
	const char *head, *data;
	struct buf png, raw;

	for (size_t i = 0; i < h * row; i++)
		pixels[i] = (uint8_t)(i * 7 + i / row);
	buf_init(&png);
	buf_init(&raw);
	png_write(&png, pixels, w, h, sizes[_i].channels);
	ck_assert_int_eq(memcmp(png.data, "\x89PNG\r\n\x1A\n", 8), 0);
	head = chunk(&png, &at, "IHDR", &len);
	ck_assert_uint_eq(len, 13);
	ck_assert_uint_eq(get32(head), w);
	ck_assert_uint_eq(get32(head + 4), h);
	ck_assert_int_eq(head[8], 8);
	ck_assert_int_eq(head[9], sizes[_i].channels == 3 ? 2 : 0);
	data = chunk(&png, &at, "IDAT", &len);
	inflate(data, len, &raw);
	ck_assert_uint_eq(raw.len, h * (row + 1));
	for (uint32_t y = 0; y < h; y++) {
		ck_assert_int_eq(raw.data[y * (row + 1)], 0);
		ck_assert_int_eq(memcmp(raw.data + y * (row + 1) + 1, pixels + y * row, row), 0);
	}
	chunk(&png, &at, "IEND", &len);
	ck_assert_uint_eq(len, 0);
	ck_assert_uint_eq(at, png.len);
	ck_assert_uint_eq(get32(png.data + at - 4), 0xAE426082u); /* the CRC of every PNG's end */
	buf_release(&png);
	buf_release(&raw);
	free(pixels);
}
END_TEST

Suite *base_png_suite(void)
{
	Suite *s = suite_create("base_png");
	TCase *t = tcase_create("png");

	tcase_add_loop_test(t, pixels_are_read_back, 0, sizeof sizes / sizeof *sizes);
	suite_add_tcase(s, t);
	return s;
}
