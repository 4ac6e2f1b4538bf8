/* elf_image.c: see elf_image.h. */
#include "base/elf_image.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

bool elf_inside(const struct elf_image *m, uint64_t at, uint64_t count, uint64_t each)
{
	return at <= m->size && (!each || count <= (m->size - at) / each);
}

bool elf_take(const struct elf_image *m, uint64_t at, void *to, size_t n)
{
	if (!elf_inside(m, at, n, 1))
		return false;
	if (m->data) {
		memcpy(to, m->data + at, n);
		return true;
	}
	for (size_t done = 0; done < n;) {
		ssize_t k = pread(m->fd, (char *)to + done, n - done, (off_t)(at + done));

		if (k < 0 && errno == EINTR)
			continue;
		if (k <= 0)
			return false;
		done += (size_t)k;
	}
	return true;
}

static bool take_head(struct elf_image *m)
{
	unsigned char *ident = m->head.e_ident;

	/* As much of it as there is: the caller may want to say what the file is instead. */
	return elf_take(m, 0, ident, m->size < EI_NIDENT ? (size_t)m->size : EI_NIDENT) &&
		elf_take(m, 0, &m->head, sizeof m->head) && !memcmp(ident, ELFMAG, SELFMAG) &&
		ident[EI_CLASS] == ELFCLASS64 && ident[EI_DATA] == ELFDATA2LSB;
}

bool elf_open_memory(struct elf_image *m, const void *data, size_t n)
{
	*m = (struct elf_image){ .data = data, .fd = -1, .size = n };
	return data && take_head(m);
}

bool elf_open_file(struct elf_image *m, int fd, uint64_t size)
{
	*m = (struct elf_image){ .fd = fd, .size = size };
	return take_head(m);
}

/* Row i of a table: `n` rows of `each` bytes at `at`, where a row is `want` bytes long. */
static bool row(const struct elf_image *m, uint64_t at, unsigned n, unsigned each, unsigned i, void *to, size_t want)
{
	return i < n && each == want && elf_inside(m, at, n, want) && elf_take(m, at + (uint64_t)i * want, to, want);
}

bool elf_section(const struct elf_image *m, unsigned i, Elf64_Shdr *s)
{
	return row(m, m->head.e_shoff, m->head.e_shnum, m->head.e_shentsize, i, s, sizeof *s);
}

bool elf_segment(const struct elf_image *m, unsigned i, Elf64_Phdr *s)
{
	return row(m, m->head.e_phoff, m->head.e_phnum, m->head.e_phentsize, i, s, sizeof *s);
}

bool elf_string(const struct elf_image *m, const Elf64_Shdr *strings, uint64_t at, char *name, size_t n)
{
	uint64_t left;

	if (at >= strings->sh_size || strings->sh_offset > m->size || at >= m->size - strings->sh_offset)
		return false;
	left = m->size - strings->sh_offset - at;
	memset(name, 0, n);
	return elf_take(m, strings->sh_offset + at, name, n - 1 < left ? n - 1 : (size_t)left);
}

const uint8_t *elf_bytes(const struct elf_image *m, const Elf64_Shdr *s)
{
	return s->sh_type != SHT_NOBITS && elf_inside(m, s->sh_offset, s->sh_size, 1) ? m->data + s->sh_offset : NULL;
}

const char *elf_text(const struct elf_image *m, const Elf64_Shdr *strings, uint64_t at)
{
	const uint8_t *p = elf_bytes(m, strings);

	return p && at < strings->sh_size && memchr(p + at, 0, strings->sh_size - at) ? (const char *)p + at : NULL;
}
