/* elf.c: the dynamic symbols of a shared object, read without loading it: loading runs its constructors. */
#include <elf.h>
#include <stdio.h>
#include <string.h>

#include "toolchain/internal.h"

/* Is [offset, offset + n * size) inside the image? */
static bool inside(size_t len, uint64_t offset, uint64_t n, uint64_t size)
{
	return offset <= len && (size == 0 || n <= (len - offset) / size);
}

static bool is_exported_function(const Elf64_Sym *s)
{
	unsigned bind = ELF64_ST_BIND(s->st_info), type = ELF64_ST_TYPE(s->st_info),
		 vis = ELF64_ST_VISIBILITY(s->st_other);

	return s->st_shndx != SHN_UNDEF && (bind == STB_GLOBAL || bind == STB_WEAK) && type == STT_FUNC &&
		(vis == STV_DEFAULT || vis == STV_PROTECTED);
}

static enum elf_found search(
	const char *image, size_t len, const Elf64_Shdr *table, const Elf64_Shdr *strings, const char *name)
{
	enum elf_found found = ELF_MISSING;
	char mangled[300];

	if (!inside(len, table->sh_offset, table->sh_size, 1) || !inside(len, strings->sh_offset, strings->sh_size, 1))
		return ELF_MISSING;
	snprintf(mangled, sizeof mangled, "_Z%zu%s", strlen(name), name);
	for (uint64_t i = 0; i < table->sh_size / sizeof(Elf64_Sym); i++) {
		const char *text;
		Elf64_Sym sym;

		memcpy(&sym, image + table->sh_offset + i * sizeof sym, sizeof sym);
		if (!is_exported_function(&sym) || sym.st_name >= strings->sh_size)
			continue;
		text = image + strings->sh_offset + sym.st_name;
		if (!memchr(text, '\0', strings->sh_size - sym.st_name))
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
	Elf64_Ehdr eh;

	if (len < sizeof eh)
		return ELF_MISSING;
	memcpy(&eh, image, sizeof eh);
	if (memcmp(eh.e_ident, ELFMAG, SELFMAG) || eh.e_ident[EI_CLASS] != ELFCLASS64 || eh.e_type != ET_DYN ||
		eh.e_machine != EM_X86_64 || eh.e_shentsize != sizeof(Elf64_Shdr) ||
		!inside(len, eh.e_shoff, eh.e_shnum, sizeof(Elf64_Shdr)))
		return ELF_MISSING;
	for (unsigned i = 0; i < eh.e_shnum; i++) {
		Elf64_Shdr sh, strings;

		memcpy(&sh, (const char *)image + eh.e_shoff + i * sizeof sh, sizeof sh);
		if (sh.sh_type != SHT_DYNSYM || sh.sh_link >= eh.e_shnum)
			continue;
		memcpy(&strings, (const char *)image + eh.e_shoff + sh.sh_link * sizeof strings, sizeof strings);
		return search(image, len, &sh, &strings, name);
	}
	return ELF_MISSING;
}
