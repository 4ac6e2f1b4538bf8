/* cubin: see cubin.h. All offsets, sizes and indices come from outside: base/elf_image.h bounds each read. */
#include "device/code/cubin.h"
#include "device/code/cubin_guarded.h"
#include "device/code/cubin_loops.h"
#include "device/code/machine_code.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/elf_image.h"

enum { MACHINE_CUDA = 190, SECTION_INFO = 0x70000000, FORMAT_SIZED = 4 };
enum { ATTRIBUTE_FRAME = 0x11, ATTRIBUTE_STACK = 0x12, ATTRIBUTE_REGISTERS = 0x2f };
/* On these the section of a kernel's shared memory begins with what the system takes. */
enum { RESERVED_FROM = 90, RESERVED_BYTES = 1024 };
#define MOST_REGISTERS 255u
enum { CODE_FROM = 70, CODE_TO = 90 }; /* whose instructions are as read_local and under_way read them */

/* The numbers of a symbol, until its name is known. */
struct row {
	uint32_t regs, frame, stack;
};

static void attributes(const uint8_t *p, size_t n, struct row *rows, size_t nrows)
{
	while (n >= 4) {
		unsigned format = p[0], what = p[1], size = format == FORMAT_SIZED ? p[2] | (unsigned)p[3] << 8 : 0;

		if (size > n - 4)
			return;
		if (size >= 8 && le32(p + 4) < nrows) {
			struct row *r = &rows[le32(p + 4)];

			if (what == ATTRIBUTE_REGISTERS)
				r->regs = le32(p + 8);
			else if (what == ATTRIBUTE_FRAME)
				r->frame = le32(p + 8);
			else if (what == ATTRIBUTE_STACK)
				r->stack = le32(p + 8);
		}
		p += 4 + size;
		n -= 4 + size;
	}
}

static int by_name(const void *a, const void *b)
{
	const struct cubin_kernel *x = a, *y = b;

	return strcmp(x->name, y->name);
}

static void add_named(struct cubin_kernels *k, const struct elf_image *m, const Elf64_Shdr *symbols,
	const Elf64_Shdr *strings, const struct row *rows, size_t nrows, int arch)
{
	for (size_t i = 0; i < nrows; i++) {
		const struct row *r = &rows[i];
		const char *name;
		Elf64_Sym s;

		if (!r->regs || r->regs > MOST_REGISTERS)
			continue;
		memcpy(&s, m->data + symbols->sh_offset + i * sizeof s, sizeof s);
		name = elf_text(m, strings, s.st_name);
		if (!name || !*name)
			continue;
		k->v = xrealloc(k->v, (k->n + 1) * sizeof *k->v);
		k->v[k->n++] = (struct cubin_kernel){ xstrdup(name), arch, r->regs,
			r->stack > r->frame ? r->stack : r->frame, 0, 0, { 0 }, { 0 }, { 0 }, { 0 } };
	}
}

/* Of the rows from `from` on, which are this image's and sorted. */
static void add_shared(
	struct cubin_kernels *k, size_t from, const struct elf_image *m, const Elf64_Shdr *names, int arch)
{
	static const char prefix[] = ".nv.shared.";

	Elf64_Shdr s;

	for (unsigned i = 0; elf_section(m, i, &s); i++) {
		const char *name = elf_text(m, names, s.sh_name);
		struct cubin_kernel key, *found;
		uint64_t bytes = s.sh_size;

		if (!name || strncmp(name, prefix, sizeof prefix - 1))
			continue;
		key.name = (char *)(uintptr_t)(name + sizeof prefix - 1);
		found = bsearch(&key, k->v + from, k->n - from, sizeof *k->v, by_name);
		if (arch >= RESERVED_FROM)
			bytes -= bytes < RESERVED_BYTES ? bytes : RESERVED_BYTES;
		if (found)
			found->shared_bytes = bytes < UINT32_MAX / 2 ? (uint32_t)bytes : UINT32_MAX / 2;
	}
}

/* The accesses to local memory and the jumps back of n bytes of code. */
static void read_local(const uint8_t *code, size_t n, int arch, struct em_spills *out)
{
	enum { MOST_ACCESSES = 16384, MOST_JUMPS = 512 };

	for (size_t at = 0; n - at >= 16 && at < UINT32_MAX; at += 16) {
		const enum machine_class class = machine_class(code + at);
		int64_t to = machine_target(code, at, arch);

		if (class == MACHINE_LOAD_LOCAL || class == MACHINE_STORE_LOCAL) {
			if (out->n == MOST_ACCESSES)
				break;
			out->v = xrealloc(out->v, (out->n + 1) * sizeof *out->v);
			out->v[out->n++] = (struct em_spill){ (uint32_t)(at / 16), machine_words(code + at),
				class == MACHINE_STORE_LOCAL };
		} else if (class == MACHINE_JUMP && to >= 0 && to < (int64_t)at) {
			if (out->nback == MOST_JUMPS)
				break;
			out->back = xrealloc(out->back, (out->nback + 1) * sizeof *out->back);
			out->back[out->nback++] = (struct em_jump){ (uint32_t)(at / 16), (uint32_t)(to / 16) };
		}
	}
	if (out->n == MOST_ACCESSES || out->nback == MOST_JUMPS)
		out->n = 0;
}

/* What an instruction asks for, and how much of it; 0: nothing that is waited for. */
static uint32_t asks(const uint8_t *code, enum em_asked *kind)
{
	switch (machine_class(code)) {
	case MACHINE_ROOT: *kind = EM_ASKED_SPECIAL; return 1;
	case MACHINE_LOAD_SHARED: *kind = EM_ASKED_SHARED; return machine_words(code);
	case MACHINE_LOAD: *kind = EM_ASKED_MEMORY; return machine_words(code);
	default: return 0;
	}
}

/* The most of each kind that n bytes of code ask for, from top to bottom, before any of it is waited for: who asks is
 * told to one of six barriers, and who waits for that waits for all that was told to it. */
static struct em_under_way under_way(const uint8_t *code, size_t n)
{
	enum { BARRIERS = 6 };
	struct em_under_way out = { .known = true };
	uint32_t told[EM_ASKED_COUNT] = { 0 }, all[EM_ASKED_COUNT] = { 0 };

	for (size_t at = 0; n - at >= 16; at += 16) {
		uint32_t tells = machine_tells(code + at), waits = machine_waits(code + at), more;
		enum em_asked kind;

		for (int k = 0; k < EM_ASKED_COUNT; k++) {
			if (waits & told[k])
				all[k] = 0;
			told[k] &= ~waits;
		}
		more = asks(code + at, &kind);
		if (!more || tells >= BARRIERS)
			continue;
		told[kind] |= 1u << tells;
		all[kind] += more;
		if (all[kind] > out.most[kind])
			out.most[kind] = all[kind];
	}
	return out;
}

/* Of the rows from `from` on, likewise. */
static void add_code(struct cubin_kernels *k, size_t from, const struct elf_image *m, const Elf64_Shdr *names, int arch)
{
	static const char prefix[] = ".text.";
	Elf64_Shdr s;

	for (unsigned i = 0; elf_section(m, i, &s); i++) {
		const char *name = elf_text(m, names, s.sh_name);
		const uint8_t *code = elf_bytes(m, &s);
		struct cubin_kernel key, *found;

		if (!name || !code || strncmp(name, prefix, sizeof prefix - 1))
			continue;
		key.name = (char *)(uintptr_t)(name + sizeof prefix - 1);
		found = bsearch(&key, k->v + from, k->n - from, sizeof *k->v, by_name);
		if (!found)
			continue;
		found->code_bytes = s.sh_size < UINT32_MAX ? (uint32_t)s.sh_size : UINT32_MAX;
		if (arch < CODE_FROM || arch > CODE_TO)
			continue;
		found->under_way = under_way(code, (size_t)s.sh_size);
		if (!found->loops.v)
			cubin_loops(code, (size_t)s.sh_size, arch, &found->loops);
		found->guarded = cubin_guarded(code, (size_t)s.sh_size, arch);
		if (!found->stack_bytes || found->local.v || found->local.back)
			continue;
		read_local(code, (size_t)s.sh_size, arch, &found->local);
		found->local.bytes = found->stack_bytes;
	}
}

static int image_open(struct elf_image *m, Elf64_Shdr *names, const uint8_t *data, size_t n, struct err *e)
{
	if (!elf_open_memory(m, data, n) || m->head.e_machine != MACHINE_CUDA)
		return err_set(e, ERR_INPUT, "%zu bytes of machine code are no ELF file of a GPU", n);
	if (!elf_section(m, m->head.e_shstrndx, names))
		return err_set(e, ERR_INPUT, "the machine code's table of sections reaches beyond its end");
	return 0;
}

int cubin_add(struct cubin_kernels *k, const uint8_t *data, size_t n, int arch, struct err *e)
{
	struct elf_image m;
	Elf64_Shdr names, s, symbols = { 0 }, strings = { 0 };
	struct row *rows;
	size_t nrows, from = k->n;

	if (image_open(&m, &names, data, n, e))
		return -1;
	for (unsigned i = 0; !symbols.sh_size && elf_section(&m, i, &s); i++)
		if (s.sh_type == SHT_SYMTAB && elf_bytes(&m, &s) && elf_section(&m, s.sh_link, &strings))
			symbols = s;
	nrows = (size_t)(symbols.sh_size / sizeof(Elf64_Sym));
	rows = xcalloc(nrows + 1, sizeof *rows);
	for (unsigned i = 0; elf_section(&m, i, &s); i++) {
		const char *name = elf_text(&m, &names, s.sh_name);
		const uint8_t *p = elf_bytes(&m, &s);

		if (s.sh_type == SECTION_INFO && name && !strcmp(name, ".nv.info") && p)
			attributes(p, (size_t)s.sh_size, rows, nrows);
	}
	add_named(k, &m, &symbols, &strings, rows, nrows, arch);
	free(rows);
	if (k->n > from) {
		qsort(k->v + from, k->n - from, sizeof *k->v, by_name);
		add_shared(k, from, &m, &names, arch);
		add_code(k, from, &m, &names, arch);
		if (from)
			qsort(k->v, k->n, sizeof *k->v, by_name);
	}
	return 0;
}

const char *cubin_options(const uint8_t *data, size_t n, size_t *len)
{
	/* The note's three words and its name; six words; the text. */
	enum { NOTE = 12, NAME = 12, OPTIONS = NOTE + NAME + 20, TEXT = OPTIONS + 4 };
	struct elf_image m;
	Elf64_Shdr names, s;

	*len = 0;
	if (image_open(&m, &names, data, n, NULL))
		return NULL;
	for (unsigned i = 0; elf_section(&m, i, &s); i++) {
		const char *name = elf_text(&m, &names, s.sh_name);
		const uint8_t *p = elf_bytes(&m, &s), *end;
		uint64_t at;

		if (!p || !name || strcmp(name, ".note.nv.tkinfo") || s.sh_size < TEXT || le32(p) != NAME ||
			memcmp(p + NOTE, "NVIDIA Corp", NAME))
			continue;
		at = (uint64_t)TEXT + le32(p + OPTIONS);
		end = at < s.sh_size ? memchr(p + at, 0, s.sh_size - at) : NULL;
		if (!end)
			return NULL;
		*len = (size_t)(end - p - at);
		return (const char *)p + at;
	}
	return NULL;
}

const struct cubin_kernel *cubin_find(const struct cubin_kernels *k, const char *name)
{
	struct cubin_kernel key = { .name = (char *)(uintptr_t)name };

	return k->n ? bsearch(&key, k->v, k->n, sizeof *k->v, by_name) : NULL;
}

void cubin_release(struct cubin_kernels *k)
{
	for (size_t i = 0; i < k->n; i++) {
		free(k->v[i].name);
		free(k->v[i].local.v);
		free(k->v[i].local.back);
		free(k->v[i].loops.v);
		free(k->v[i].loops.around);
		free(k->v[i].loops.code);
	}
	free(k->v);
	*k = (struct cubin_kernels){ 0 };
}
