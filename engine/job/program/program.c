/* program.c: see program.h. Order: the head, then the program headers (what it loads), then the section headers
 * (kernels inside). Nothing is read that the file's size does not cover, and no table is followed beyond a fixed number
 * of rows. */
#include "job/program/program.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/buf.h"

enum { MAX_DYNAMIC = 4096, MAX_SEGMENTS = 512, MAX_SECTIONS = 65536, NAME = 64 };
#define OUR_MAJOR "13"

struct image {
	int fd;
	uint64_t size;
};

/* All n bytes at an offset, or false. */
static bool take(const struct image *m, uint64_t at, void *to, size_t n)
{
	size_t done = 0;

	if (at > m->size || n > m->size - at)
		return false;
	while (done < n) {
		ssize_t k = pread(m->fd, (char *)to + done, n - done, (off_t)(at + done));

		if (k < 0 && errno == EINTR)
			continue;
		if (k <= 0)
			return false;
		done += (size_t)k;
	}
	return true;
}

/* A string of at most NAME - 1 characters; longer ones are cut, which matches nothing that is looked for. */
static bool take_name(const struct image *m, uint64_t at, char name[NAME])
{
	size_t n = NAME - 1;

	if (at >= m->size)
		return false;
	if (n > m->size - at)
		n = (size_t)(m->size - at);
	memset(name, 0, NAME);
	return take(m, at, name, n);
}

/* Where a virtual address lies in the file. */
static bool place_of(const struct image *m, const Elf64_Ehdr *eh, uint64_t addr, uint64_t *at)
{
	for (unsigned i = 0; i < eh->e_phnum && i < MAX_SEGMENTS; i++) {
		Elf64_Phdr ph;

		if (!take(m, eh->e_phoff + i * sizeof ph, &ph, sizeof ph))
			return false;
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

static bool read_dynamic(
	const struct image *m, const Elf64_Ehdr *eh, const Elf64_Phdr *ph, struct program *p, struct loads *l)
{
	uint64_t strings = 0, at, n = ph->p_filesz / sizeof(Elf64_Dyn);
	Elf64_Dyn d;

	for (uint64_t i = 0; i < n && i < MAX_DYNAMIC; i++) {
		if (!take(m, ph->p_offset + i * sizeof d, &d, sizeof d))
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
	if (!place_of(m, eh, strings, &at))
		return false;
	for (uint64_t i = 0; i < n && i < MAX_DYNAMIC; i++) {
		char name[NAME];

		if (!take(m, ph->p_offset + i * sizeof d, &d, sizeof d))
			return false;
		if (d.d_tag == DT_NULL)
			break;
		if (d.d_tag != DT_NEEDED)
			continue;
		if (d.d_un.d_val > UINT64_MAX - at || !take_name(m, at + d.d_un.d_val, name))
			return false;
		see_library(name, p, l);
	}
	return true;
}

/* Does it hold kernels? Section names stay when a program is stripped. */
static bool has_kernels(const struct image *m, const Elf64_Ehdr *eh)
{
	Elf64_Shdr names, sh;

	if (!eh->e_shnum || eh->e_shentsize != sizeof sh || eh->e_shstrndx >= eh->e_shnum || eh->e_shoff > m->size ||
		!take(m, eh->e_shoff + eh->e_shstrndx * sizeof names, &names, sizeof names))
		return false;
	for (unsigned i = 0; i < eh->e_shnum; i++) {
		char name[NAME];

		if (!take(m, eh->e_shoff + i * sizeof sh, &sh, sizeof sh))
			return false;
		if (sh.sh_name < names.sh_size && names.sh_offset <= m->size &&
			take_name(m, names.sh_offset + sh.sh_name, name) &&
			(!strcmp(name, ".nv_fatbin") || !strcmp(name, ".nvFatBinSegment")))
			return true;
	}
	return false;
}

static enum program_kind inspect_elf(const struct image *m, struct program *p)
{
	struct loads l = { false, false, false };
	Elf64_Ehdr eh;

	if (m->size > EI_CLASS) {
		unsigned char class;

		if (take(m, EI_CLASS, &class, 1) && class == ELFCLASS32)
			return PROGRAM_FOREIGN;
	}
	if (!take(m, 0, &eh, sizeof eh) || eh.e_ident[EI_CLASS] != ELFCLASS64)
		return PROGRAM_BROKEN;
	if (eh.e_ident[EI_DATA] != ELFDATA2LSB || eh.e_machine != EM_X86_64)
		return PROGRAM_FOREIGN;
	if (eh.e_type != ET_EXEC && eh.e_type != ET_DYN)
		return PROGRAM_OBJECT;
	if (eh.e_phentsize != sizeof(Elf64_Phdr) || !eh.e_phnum || eh.e_phnum > MAX_SEGMENTS || eh.e_phoff > m->size)
		return PROGRAM_BROKEN;
	for (unsigned i = 0; i < eh.e_phnum; i++) {
		Elf64_Phdr ph;

		if (!take(m, eh.e_phoff + i * sizeof ph, &ph, sizeof ph))
			return PROGRAM_BROKEN;
		if (ph.p_type == PT_DYNAMIC && (ph.p_offset > m->size || !read_dynamic(m, &eh, &ph, p, &l)))
			return PROGRAM_BROKEN;
	}
	/* With two of them the process would run two runtimes: the wrong one decides. */
	if (l.other)
		return PROGRAM_OTHER_CUDART;
	if (l.driver)
		return PROGRAM_DRIVER_API;
	if (l.cudart)
		return PROGRAM_CUDART;
	return has_kernels(m, &eh) ? PROGRAM_STATIC_CUDART : PROGRAM_PLAIN;
}

void program_inspect(int fd, struct program *p)
{
	struct image m = { fd, 0 };
	struct stat st;
	char head[4] = "";

	memset(p, 0, sizeof *p);
	p->kind = PROGRAM_UNKNOWN;
	if (fstat(fd, &st) || !S_ISREG(st.st_mode))
		return;
	m.size = (uint64_t)st.st_size;
	if (take(&m, 0, head, 2) && !memcmp(head, "#!", 2))
		p->kind = PROGRAM_SCRIPT;
	else if (take(&m, 0, head, 4) && !memcmp(head, ELFMAG, SELFMAG))
		p->kind = inspect_elf(&m, p);
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

static const char build_it[] = "nvcc -lineinfo --cudart shared -gencode arch=compute_80,code=compute_80";

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
			"`--cudart shared`: %s",
			word, build_it);
	case PROGRAM_OTHER_CUDART:
		return err_set(e, ERR_USAGE,
			"%s was built for %s and the emulated GPU's runtime is libcudart.so." OUR_MAJOR
			"; rebuild it with "
			"CUDA " OUR_MAJOR ": %s",
			word, p->needed, build_it);
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
