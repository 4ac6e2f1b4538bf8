/* elf.c: the dynamic symbols of a shared object, read without loading it: loading runs its constructors. */
#include <stdio.h>
#include <string.h>

#include "base/elf_image.h"
#include "toolchain/internal.h"

static bool is_exported_function(const Elf64_Sym *s)
{
	unsigned bind = ELF64_ST_BIND(s->st_info), type = ELF64_ST_TYPE(s->st_info),
		 vis = ELF64_ST_VISIBILITY(s->st_other);

	return s->st_shndx != SHN_UNDEF && (bind == STB_GLOBAL || bind == STB_WEAK) && type == STT_FUNC &&
		(vis == STV_DEFAULT || vis == STV_PROTECTED);
}

static enum elf_found search(
	const struct elf_image *m, const Elf64_Shdr *table, const Elf64_Shdr *strings, const char *name)
{
	const uint8_t *symbols = elf_bytes(m, table);
	enum elf_found found = ELF_MISSING;
	char mangled[300];

	if (!symbols)
		return ELF_MISSING;
	snprintf(mangled, sizeof mangled, "_Z%zu%s", strlen(name), name);
	for (uint64_t i = 0; i < table->sh_size / sizeof(Elf64_Sym); i++) {
		const char *text;
		Elf64_Sym sym;

		memcpy(&sym, symbols + i * sizeof sym, sizeof sym);
		text = is_exported_function(&sym) ? elf_text(m, strings, sym.st_name) : NULL;
		if (!text)
			continue;
		if (!strcmp(text, name))
			return ELF_EXPORTED;
		if (!strncmp(text, mangled, strlen(mangled)))
			found = ELF_MANGLED;
	}
	return found;
}

enum elf_found elf_find(const void *image, size_t len, const char *name)
{
	Elf64_Shdr table, strings;
	struct elf_image m;

	if (!elf_open_memory(&m, image, len) || m.head.e_type != ET_DYN || m.head.e_machine != EM_X86_64)
		return ELF_MISSING;
	for (unsigned i = 0; elf_section(&m, i, &table); i++)
		if (table.sh_type == SHT_DYNSYM && elf_section(&m, table.sh_link, &strings))
			return search(&m, &table, &strings, name);
	return ELF_MISSING;
}
