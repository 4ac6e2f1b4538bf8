/* png: see png.h. The format is RFC 2083: a signature and three chunks, each with its length and its CRC. The pixels
 * are a zlib stream (RFC 1950) of blocks that are stored as they are (RFC 1951, 3.2.4). */
#include "base/png.h"

enum { STORED_MAX = 65535 };

static void put32(struct buf *b, uint32_t v)
{
	const uint8_t bytes[4] = { (uint8_t)(v >> 24), (uint8_t)(v >> 16), (uint8_t)(v >> 8), (uint8_t)v };

	buf_add(b, bytes, sizeof bytes);
}

/* ISO 3309, as in Ethernet. */
static uint32_t crc32_of(const char *p, size_t n)
{
	uint32_t crc = UINT32_MAX;

	for (size_t i = 0; i < n; i++) {
		crc ^= (uint8_t)p[i];
		for (int bit = 0; bit < 8; bit++)
			crc = crc >> 1 ^ (crc & 1 ? 0xEDB88320u : 0);
	}
	return ~crc;
}

static uint32_t adler32_of(const char *p, size_t n)
{
	uint32_t a = 1, b = 0;

	for (size_t i = 0; i < n; i++) {
		a = (a + (uint8_t)p[i]) % 65521;
		b = (b + a) % 65521;
	}
	return b << 16 | a;
}

static void chunk(struct buf *out, const char type[4], const struct buf *data)
{
	size_t from;

	put32(out, (uint32_t)data->len);
	from = out->len;
	buf_add(out, type, 4);
	buf_add(out, data->data, data->len);
	put32(out, crc32_of(out->data + from, out->len - from));
}

static void stored(struct buf *out, const struct buf *raw)
{
	buf_add(out, "\x78\x01", 2);
	for (size_t at = 0; at < raw->len;) {
		size_t n = raw->len - at < STORED_MAX ? raw->len - at : STORED_MAX;
		const uint8_t head[5] = { at + n == raw->len, (uint8_t)n, (uint8_t)(n >> 8), (uint8_t)~n,
			(uint8_t)(~n >> 8) };

		buf_add(out, head, sizeof head);
		buf_add(out, raw->data + at, n);
		at += n;
	}
	put32(out, adler32_of(raw->data, raw->len));
}

void png_write(struct buf *out, const uint8_t *pixels, uint32_t width, uint32_t height, int channels)
{
	/* Depth 8; colour type 0 is grey, 2 is red, green and blue; the only compression and filter, no interlace. */
	const uint8_t kind[5] = { 8, channels == 3 ? 2 : 0, 0, 0, 0 };
	size_t row = (size_t)width * (size_t)channels;
	struct buf raw, data;

	buf_init(&raw);
	buf_init(&data);
	buf_add(out, "\x89PNG\r\n\x1A\n", 8);
	put32(&data, width);
	put32(&data, height);
	buf_add(&data, kind, sizeof kind);
	chunk(out, "IHDR", &data);
	for (uint32_t y = 0; y < height; y++) {
		buf_putc(&raw, 0); /* this row has no filter */
		buf_add(&raw, pixels + y * row, row);
	}
	buf_clear(&data);
	stored(&data, &raw);
	chunk(out, "IDAT", &data);
	buf_clear(&data);
	chunk(out, "IEND", &data);
	buf_release(&raw);
	buf_release(&data);
}
