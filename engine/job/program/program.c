/* program.c: see program.h. Order: the head, then the program headers (what it loads), then the section headers
 * (kernels inside). base/elf_image.h reads nothing that the file's size does not cover. */
#include "job/program/program.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/elf_image.h"
#include "device/code/fatbin.h"

enum { MAX_DYNAMIC = 4096, MAX_SEGMENTS = 512, NAME = 64 };
#define OUR_MAJOR "13"

/* Where a virtual address lies in the file. */
static bool place_of(const struct elf_image *m, uint64_t addr, uint64_t *at)
{
	Elf64_Phdr ph;

	for (unsigned i = 0; elf_segment(m, i, &ph); i++) {
		if (ph.p_type == PT_LOAD && addr >= ph.p_vaddr && addr - ph.p_vaddr < ph.p_filesz) {
			*at = ph.p_offset + (addr - ph.p_vaddr);
			return *at >= ph.p_offset;
		}
	}
	return false;
}

struct loads {
	bool cudart, driver, other;
};

/* Libraries of NVIDIA's with kernels and a runtime of their own in them. */
static bool drives_gpu(const char *name)
{
	static const char *const stems[] = { "libcublas", "libcufft", "libcurand", "libcusolver", "libcusparse",
		"libcudnn", "libnpp", "libnccl", "libnvjpeg", "libcutensor" };

	for (size_t i = 0; i < sizeof stems / sizeof *stems; i++)
		if (!strncmp(name, stems[i], strlen(stems[i])) && strstr(name, ".so"))
			return true;
	return false;
}

static void see_library(const char *name, struct program *p, struct loads *l)
{
	static const char ours[] = "libcudart.so." OUR_MAJOR;

	if (!strcmp(name, ours) || !strcmp(name, "libcudart.so")) {
		l->cudart = true;
	} else if (!strncmp(name, "libcudart.so.", 13)) {
		l->other = true;
		snprintf(p->needed, sizeof p->needed, "%s", name);
	} else if (!strcmp(name, "libcuda.so.1") || !strcmp(name, "libcuda.so")) {
		l->driver = true;
	} else if (!*p->gpu_library && drives_gpu(name)) {
		snprintf(p->gpu_library, sizeof p->gpu_library, "%s", name);
	}
}

static bool read_dynamic(const struct elf_image *m, const Elf64_Phdr *ph, struct program *p, struct loads *l)
{
	Elf64_Shdr names = { .sh_size = UINT64_MAX }; /* where the strings begin; the file's end bounds them */
	uint64_t strings = 0, n = ph->p_filesz / sizeof(Elf64_Dyn);
	Elf64_Dyn d;

	for (uint64_t i = 0; i < n && i < MAX_DYNAMIC; i++) {
		if (!elf_take(m, ph->p_offset + i * sizeof d, &d, sizeof d))
			return false;
		if (d.d_tag == DT_NULL)
			break;
		if (d.d_tag == DT_STRTAB)
			strings = d.d_un.d_ptr;
		if (d.d_tag == DT_RPATH)
			p->own_path = true;
	}
	if (!strings)
		return true;
	if (!place_of(m, strings, &names.sh_offset))
		return false;
	for (uint64_t i = 0; i < n && i < MAX_DYNAMIC; i++) {
		char name[NAME];

		if (!elf_take(m, ph->p_offset + i * sizeof d, &d, sizeof d))
			return false;
		if (d.d_tag == DT_NULL)
			break;
		if (d.d_tag != DT_NEEDED)
			continue;
		if (!elf_string(m, &names, d.d_un.d_val, name, NAME))
			return false;
		see_library(name, p, l);
	}
	return true;
}

/* The section of this name. Names stay when a program is stripped. */
static bool section_of(const struct elf_image *m, const char *wanted, Elf64_Shdr *sh)
{
	Elf64_Shdr names;

	if (!elf_section(m, m->head.e_shstrndx, &names))
		return false;
	for (unsigned i = 0; elf_section(m, i, sh); i++) {
		char name[NAME];

		if (elf_string(m, &names, sh->sh_name, name, NAME) && !strcmp(name, wanted))
			return true;
	}
	return false;
}

static const char fatbins[] = ".nv_fatbin";

static bool has_kernels(const struct elf_image *m)
{
	Elf64_Shdr sh;

	return section_of(m, fatbins, &sh) || section_of(m, ".nvFatBinSegment", &sh);
}

/* One fatbin of the file. Returns its bytes, 0 when there is none. */
static uint64_t see_fatbin(const struct elf_image *m, uint64_t at, struct fatbin_target *t)
{
	uint8_t head[16];
	uint64_t n = elf_take(m, at, head, sizeof head) ? fatbin_size(head, sizeof head) : 0;
	struct fatbin_entry en;
	size_t offset = 0;
	uint8_t *all;

	if (!n || n > FATBIN_MAX_TEXT || !elf_inside(m, at, n, 1))
		return 0;
	all = xmalloc((size_t)n);
	if (elf_take(m, at, all, (size_t)n))
		while (fatbin_next(all, (size_t)n, &offset, &en, NULL) > 0)
			fatbin_target_see(t, &en, EMULATED_ARCH);
	free(all);
	return n;
}

/* What it was built for. Fatbins stand in a row; where there is none at the next few multiples of 8 bytes, their row
 * has ended. A hint: a large program is read up to a point. */
static void find_target(const struct elf_image *m, struct program *p)
{
	enum { GAPS = 64 };
	struct fatbin_target t = { 0 };
	uint64_t at = 0, read = 0;
	Elf64_Shdr sh;
	char *option;

	if (section_of(m, fatbins, &sh) && sh.sh_type != SHT_NOBITS && elf_inside(m, sh.sh_offset, sh.sh_size, 1))
		for (int gap = 0; gap < GAPS && at < sh.sh_size && read < FATBIN_MAX_TEXT; gap++) {
			uint64_t n = see_fatbin(m, sh.sh_offset + at, &t);

			gap = n ? 0 : gap;
			read += n;
			at += n ? (n + 7) / 8 * 8 : 8;
		}
	option = fatbin_target_option(&t, EMULATED_ARCH);
	snprintf(p->target, sizeof p->target, "%s", option);
	free(option);
}

static enum program_kind inspect_elf(struct elf_image *m, int fd, uint64_t size, struct program *p)
{
	struct loads l = { false, false, false };
	Elf64_Phdr ph;

	if (!elf_open_file(m, fd, size)) {
		const unsigned char *ident = m->head.e_ident;

		if (memcmp(ident, ELFMAG, SELFMAG))
			return PROGRAM_UNKNOWN;
		return ident[EI_CLASS] == ELFCLASS32 || ident[EI_DATA] == ELFDATA2MSB ? PROGRAM_FOREIGN :
											PROGRAM_BROKEN;
	}
	if (m->head.e_machine != EM_X86_64)
		return PROGRAM_FOREIGN;
	if (m->head.e_type != ET_EXEC && m->head.e_type != ET_DYN)
		return PROGRAM_OBJECT;
	if (!elf_segment(m, 0, &ph) || m->head.e_phnum > MAX_SEGMENTS)
		return PROGRAM_BROKEN;
	for (unsigned i = 0; elf_segment(m, i, &ph); i++)
		if (ph.p_type == PT_DYNAMIC && !read_dynamic(m, &ph, p, &l))
			return PROGRAM_BROKEN;
	/* With two of them the process would run two runtimes: the wrong one decides. */
	if (l.other || (!l.driver && !l.cudart))
		find_target(m, p);
	if (l.other)
		return PROGRAM_OTHER_CUDART;
	if (l.driver)
		return PROGRAM_DRIVER_API;
	if (l.cudart)
		return PROGRAM_CUDART;
	return has_kernels(m) ? PROGRAM_STATIC_CUDART : PROGRAM_PLAIN;
}

void program_inspect(int fd, struct program *p)
{
	struct elf_image m = { .fd = fd };
	struct stat st;
	char head[2];

	memset(p, 0, sizeof *p);
	p->kind = PROGRAM_UNKNOWN;
	if (fstat(fd, &st) || !S_ISREG(st.st_mode))
		return;
	m.size = (uint64_t)st.st_size;
	if (elf_take(&m, 0, head, sizeof head) && !memcmp(head, "#!", sizeof head))
		p->kind = PROGRAM_SCRIPT;
	else
		p->kind = inspect_elf(&m, fd, m.size, p);
}

/* ---- finding it, and the words for what can't run */
static bool can_start(const char *path)
{
	struct stat st;

	return !stat(path, &st) && S_ISREG(st.st_mode) && !access(path, X_OK);
}

char *program_find(const char *word, struct err *e)
{
	const char *path = getenv("PATH");
	struct stat st;

	if (strchr(word, '/')) {
		if (stat(word, &st))
			err_set(e, ERR_USAGE, "%s can't be started: %s", word, strerror(errno));
		else if (S_ISDIR(st.st_mode))
			err_set(e, ERR_USAGE, "%s is a folder, not a program", word);
		else if (!can_start(word))
			err_set(e, ERR_USAGE, "%s is not executable%s", word,
				S_ISREG(st.st_mode) ? ": chmod +x makes it so" : "");
		else
			return xstrdup(word);
		return NULL;
	}
	if (!path)
		path = "/bin:/usr/bin";
	for (const char *s = path; *word; s++) {
		size_t n = strcspn(s, ":");
		char *full = n ? xasprintf("%.*s/%s", (int)n, s, word) : xasprintf("./%s", word);

		if (can_start(full))
			return full;
		free(full);
		s += n;
		if (!*s)
			break;
	}
	err_set(e, ERR_USAGE, "there is no program \"%s\" on PATH%s%s", word,
		can_start(word) ? "; the one in this folder is ./" : "", can_start(word) ? word : "");
	return NULL;
}

static const char build_it[] = "nvcc -lineinfo --cudart shared";

int program_check(const char *path, const char *word, struct program *p, struct err *e)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);

	/* Executable and unreadable: run it and see. */
	memset(p, 0, sizeof *p);
	p->kind = PROGRAM_PLAIN;
	if (fd < 0)
		return 0;
	program_inspect(fd, p);
	close(fd);
	switch (p->kind) {
	case PROGRAM_CUDART:
	case PROGRAM_PLAIN:
	case PROGRAM_SCRIPT: return 0;
	case PROGRAM_STATIC_CUDART:
		return err_set(e, ERR_USAGE,
			"%s has NVIDIA's runtime linked into it, so the emulated GPU can't get between; rebuild it "
			"with "
			"`--cudart shared`: %s %s",
			word, build_it, p->target);
	case PROGRAM_OTHER_CUDART:
		return err_set(e, ERR_USAGE,
			"%s was built for %s and the emulated GPU's runtime is libcudart.so." OUR_MAJOR
			"; rebuild it with "
			"CUDA " OUR_MAJOR ": %s %s",
			word, p->needed, build_it, p->target);
	case PROGRAM_DRIVER_API:
		return err_set(e, ERR_USAGE,
			"%s calls the driver API (libcuda.so.1); the emulated GPU has the runtime API only", word);
	case PROGRAM_OBJECT:
		return err_set(e, ERR_USAGE,
			"%s is an object file, not a program: link it first (nvcc --cudart shared)", word);
	case PROGRAM_FOREIGN:
		return err_set(e, ERR_USAGE,
			"%s is a program for another kind of machine; this one runs 64-bit x86 programs", word);
	case PROGRAM_BROKEN:
		return err_set(
			e, ERR_USAGE, "%s is a damaged program: its ELF headers point outside of the file", word);
	case PROGRAM_UNKNOWN: break;
	}
	return err_set(e, ERR_USAGE, "%s is neither a program (ELF) nor a script that begins with #!", word);
}
