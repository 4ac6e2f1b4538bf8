/* fatbin: see fatbin.h. The offsets are those of nvcc 13.0's output; each read goes through le(), which the bounds
 * checks in fatbin_next precede. The text that comes out goes to ptx_parse, which trusts it no more than we trust the
 * container. */
#include "device/code/fatbin.h"

#include <lz4.h>
#include <stdlib.h>
#include <string.h>
#include <zstd.h>

#define MAGIC 0xBA55ED50u
#define CONTAINER_HEADER 16u
#define ENTRY_HEADER 64u /* smallest that nvcc writes; each header tells its own size */
#define FLAG_LZ4 0x2000u
#define FLAG_ZSTD 0x8000u
#define FLAG_ARCH_A 0x100000u /* sm_90a */
#define FLAG_ARCH_F 0x200000u /* sm_100f */

static uint64_t le(const uint8_t *p, unsigned bytes)
{
	uint64_t v = 0;

	for (unsigned i = 0; i < bytes; i++)
		v |= (uint64_t)p[i] << (8 * i);
	return v;
}

size_t fatbin_size(const void *data, size_t n)
{
	const uint8_t *p = data;
	uint64_t body;

	if (n < CONTAINER_HEADER || le(p, 4) != MAGIC || le(p + 6, 2) < CONTAINER_HEADER)
		return 0;
	body = le(p + 8, 8);
	if (body > SIZE_MAX / 2)
		return 0;
	return (size_t)(le(p + 6, 2) + body);
}

/* The header of a PTX entry says where in it the place and the length of ptxas's options stand. They are a hint: what
 * cannot be read is as if it were not there. */
static void find_options(const uint8_t *p, size_t header, struct fatbin_entry *entry)
{
	uint64_t at = le(p + 0x14, 4), text, n;

	if (entry->kind != FATBIN_PTX || at < ENTRY_HEADER || at > header - 8)
		return;
	text = le(p + at, 4);
	n = le(p + at + 4, 4);
	if (!n || text < ENTRY_HEADER || text > header || n > header - text)
		return;
	entry->options = (const char *)p + text;
	entry->noptions = strnlen(entry->options, (size_t)n);
}

int fatbin_next(const uint8_t *data, size_t n, size_t *offset, struct fatbin_entry *entry, struct err *e)
{
	size_t size = fatbin_size(data, n), left, header;
	const uint8_t *p;
	uint64_t payload, stored;

	if (!size)
		return err_set(e, ERR_INPUT, "these %zu bytes are no fatbin: they lack its header", n);
	if (size > n)
		return err_set(e, ERR_INPUT, "the fatbin claims %zu bytes, %zu are there", size, n);
	if (!*offset)
		*offset = (size_t)le(data + 6, 2);
	left = size - *offset;
	if (*offset >= size)
		return 0;
	p = data + *offset;
	/* Padding after the last entry is legal. */
	if (left < ENTRY_HEADER) {
		for (size_t i = 0; i < left; i++)
			if (p[i])
				return err_set(e, ERR_INPUT, "the fatbin's entry at byte %zu is cut short", *offset);
		return 0;
	}
	header = (size_t)le(p + 4, 4);
	payload = le(p + 8, 8);
	if (header < ENTRY_HEADER || header > left || payload > left - header)
		return err_set(e, ERR_INPUT, "the fatbin's entry at byte %zu reaches beyond its end", *offset);
	memset(entry, 0, sizeof *entry);
	entry->kind = (int)le(p, 2);
	entry->ptx_minor = (int)le(p + 0x18, 2);
	entry->ptx_major = (int)le(p + 0x1a, 2);
	entry->arch = (int)(le(p + 0x1c, 4) & 0xffff);
	entry->flags = le(p + 0x28, 8);
	entry->variant = entry->flags & FLAG_ARCH_A ? 'a' : entry->flags & FLAG_ARCH_F ? 'f' : '\0';
	entry->payload = p + header;
	entry->size = (size_t)payload;
	if (entry->flags & (FLAG_LZ4 | FLAG_ZSTD)) {
		stored = le(p + 0x10, 4);
		if (stored > payload)
			return err_set(e, ERR_INPUT,
				"the fatbin's entry at byte %zu says %llu compressed bytes and has %llu", *offset,
				(unsigned long long)stored, (unsigned long long)payload);
		if (stored)
			entry->size = (size_t)stored;
		entry->plain_size = (size_t)le(p + 0x38, 8);
		if (!entry->plain_size || entry->plain_size > FATBIN_MAX_TEXT)
			return err_set(e, ERR_INPUT, "the fatbin's entry at byte %zu claims %zu bytes of text", *offset,
				entry->plain_size);
	}
	find_options(p, header, entry);
	/* An empty entry would keep us here for ever only if its header were empty too; ENTRY_HEADER rules that out. */
	*offset += header + (size_t)payload;
	return 1;
}

static int unpack(const struct fatbin_entry *en, struct buf *out, struct err *e)
{
	size_t got, before = out->len;

	if (!en->plain_size) {
		if (en->size > FATBIN_MAX_TEXT)
			return err_set(e, ERR_INPUT, "the fatbin holds an entry of %zu bytes, more than is accepted",
				en->size);
		buf_add(out, en->payload, en->size);
	} else {
		buf_reserve(out, en->plain_size + 1);
		if (en->flags & FLAG_ZSTD) {
			got = ZSTD_decompress(out->data + before, en->plain_size, en->payload, en->size);
			if (ZSTD_isError(got))
				return err_set(e, ERR_INPUT, "what is in the fatbin does not decompress (zstd: %s)",
					ZSTD_getErrorName(got));
		} else {
			int k = LZ4_decompress_safe(
				(const char *)en->payload, out->data + before, (int)en->size, (int)en->plain_size);

			if (k < 0)
				return err_set(e, ERR_INPUT, "what is in the fatbin does not decompress (LZ4)");
			got = (size_t)k;
		}
		out->len = before + got;
		out->data[out->len] = '\0';
	}
	return 0;
}

static int unpack_text(const struct fatbin_entry *en, struct buf *out, struct err *e)
{
	size_t before = out->len;

	if (unpack(en, out, e))
		return -1;
	/* The stored text ends in NUL and padding. */
	out->len = before + strnlen(out->data + before, out->len - before);
	out->data[out->len] = '\0';
	return 0;
}

void fatbin_target_see(struct fatbin_target *t, const struct fatbin_entry *entry, int max_arch)
{
	const bool kernels = entry->kind == FATBIN_PTX || entry->kind == FATBIN_ELF;

	if (kernels && entry->arch <= max_arch && (entry->arch > t->arch || (entry->arch == t->arch && entry->variant)))
		*t = (struct fatbin_target){ entry->arch, entry->variant };
}

char *fatbin_target_option(const struct fatbin_target *t, int otherwise)
{
	enum { OLDEST = 75 /* of nvcc 13 */ };
	const bool known = t->arch >= OLDEST;
	const int arch = known ? t->arch : otherwise >= OLDEST ? otherwise : OLDEST;
	const char variant[2] = { known ? t->variant : '\0', '\0' };

	return xasprintf("-gencode arch=compute_%d%s,code=compute_%d%s", arch, variant, arch, variant);
}

/* There is no PTX that the device reads: what there is instead, and what to build. */
static void say_no_ptx(const struct fatbin_entry *elf, const struct fatbin_entry *above,
	const struct fatbin_target *target, int max_arch, int native, struct err *e)
{
	char *option = fatbin_target_option(target, native < max_arch ? native : max_arch);
	const struct fatbin_entry *is = above->arch ? above : elf;
	const char variant[2] = { is->variant, '\0' };

	if (above->arch)
		err_set(e, ERR_INPUT,
			"the program holds PTX for compute_%d%s only, the device is of compute capability %d.%d: build "
			"with %s",
			is->arch, variant, max_arch / 10, max_arch % 10, option);
	else if (elf->arch)
		err_set(e, ERR_INPUT,
			"the program holds machine code (sm_%d%s) but no PTX, which the emulated device needs: build "
			"with %s",
			is->arch, variant, option);
	else
		err_set(e, ERR_INPUT, "the program's fatbin holds no device code");
	free(option);
}

enum fatbin_outcome fatbin_best_ptx(const uint8_t *data, size_t n, int max_arch, int native, struct buf *out,
	struct fatbin_entry *chosen, struct err *e)
{
	struct fatbin_entry en, best = { 0 }, newer = { 0 };
	struct fatbin_entry elf = { 0 }, above = { 0 };
	struct fatbin_target target = { 0 };
	int have = 0, runs = 0, r;
	size_t offset = 0;

	while ((r = fatbin_next(data, n, &offset, &en, e)) > 0) {
		fatbin_target_see(&target, &en, max_arch);
		if (en.kind == FATBIN_ELF) {
			elf = en;
			runs |= en.arch / 10 == native / 10 && en.arch <= native;
		}
		if (en.kind != FATBIN_PTX)
			continue;
		if (en.arch > max_arch) {
			above = en;
			if (!newer.arch || en.arch < newer.arch)
				newer = en;
		} else if (!have || en.arch > best.arch) {
			best = en;
			have = 1;
		}
	}
	if (r < 0)
		return FATBIN_MALFORMED;
	if (!have && above.arch && runs) {
		best = newer;
		have = 1;
	}
	if (!have) {
		say_no_ptx(&elf, &above, &target, max_arch, native, e);
		return FATBIN_NO_PTX;
	}
	if (unpack_text(&best, out, e))
		return FATBIN_MALFORMED;
	*chosen = best;
	return FATBIN_OK;
}

int fatbin_nearest_code(const uint8_t *data, size_t n, int arch, struct buf *out)
{
	struct fatbin_entry en, best = { 0 };
	int have = 0, r;
	size_t offset = 0;

	while ((r = fatbin_next(data, n, &offset, &en, NULL)) > 0) {
		int far = abs(en.arch - arch), best_far = abs(best.arch - arch);

		if (en.kind != FATBIN_ELF || !en.arch ||
			(have && (far > best_far || (far == best_far && en.arch > best.arch))))
			continue;
		best = en;
		have = 1;
	}
	return r < 0 || !have || unpack(&best, out, NULL) ? 0 : best.arch;
}
