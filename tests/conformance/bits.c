/* bits: reading and writing the recording. */
#include "tests/conformance/bits.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static size_t result_bytes(const struct form *f, size_t k, size_t cases)
{
	return (cases * f->out[k].type->bits + 7) / 8;
}

size_t bits_size(const struct form *f)
{
	size_t n = 0;

	for (size_t k = 0; k < f->nout; k++)
		n += result_bytes(f, k, form_cases(f));
	return n;
}

void bits_append(struct buf *b, const struct form *f, const uint64_t *const results[FORM_MAX_OUT])
{
	size_t cases = form_cases(f);

	buf_printf(b, "form %s %016" PRIx64 " ok %zu %zu\n", f->name, form_hash(f), cases, bits_size(f));
	for (size_t k = 0; k < f->nout; k++) {
		unsigned width = f->out[k].type->bits;

		if (width == 1) {
			for (size_t i = 0; i < cases; i += 8) {
				unsigned byte = 0;

				for (size_t j = i; j < i + 8 && j < cases; j++)
					byte |= (unsigned)(results[k][j] & 1) << (j - i);
				buf_putc(b, (char)byte);
			}
			continue;
		}
		for (size_t i = 0; i < cases; i++)
			for (unsigned j = 0; j < width; j += 8)
				buf_putc(b, (char)(results[k][i] >> j));
	}
	buf_putc(b, '\n');
}

void bits_append_refused(struct buf *b, const struct form *f)
{
	buf_printf(b, "form %s %016" PRIx64 " refused 0 0\n\n", f->name, form_hash(f));
}

uint64_t bits_get(const struct form *f, const struct bits_record *r, size_t k, size_t i)
{
	const uint8_t *p = r->data;
	unsigned width = f->out[k].type->bits;
	uint64_t v = 0;

	for (size_t j = 0; j < k; j++)
		p += result_bytes(f, j, r->cases);
	if (width == 1)
		return p[i / 8] >> i % 8 & 1;
	for (unsigned j = 0; j < width / 8; j++)
		v |= (uint64_t)p[i * (width / 8) + j] << 8 * j;
	return v;
}

int bits_next(const char *data, size_t len, size_t *at, struct bits_record *r)
{
	const char *p = data + *at, *nl;
	char line[256], name[160], status[16];

	if (*at >= len)
		return 0;
	nl = memchr(p, '\n', len - *at);
	if (!nl || (size_t)(nl - p) >= sizeof line)
		return -1;
	memcpy(line, p, (size_t)(nl - p));
	line[nl - p] = 0;
	if (sscanf(line, "form %159s %" SCNx64 " %15s %zu %zu", name, &r->hash, status, &r->cases, &r->bytes) != 5)
		return -1;
	*at += (size_t)(nl - p) + 1;
	if (r->bytes >= len - *at || r->cases > FORM_MAX_CASES)
		return -1;
	r->name = p + 5;
	r->namelen = strlen(name);
	r->refused = strcmp(status, "refused") == 0;
	r->data = (const uint8_t *)data + *at;
	*at += r->bytes;
	if (data[*at] != '\n')
		return -1;
	++*at;
	return 1;
}
