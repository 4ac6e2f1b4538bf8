/* job/program: what kind of program a file is. Images are made by hand, then mutilated in every way that offsets and
 * counts allow: the answer may be any, but nothing may be read outside of the file and nothing may hang. */
#include <check.h>
#include <elf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/fs.h"
#include "base/rng.h"
#include "job/program/program.h"

Suite *job_program_suite(void);

/* head, two program headers, dynamic section, strings, three section headers, their names */
struct made {
	Elf64_Ehdr eh;
	Elf64_Phdr load, dynamic;
	Elf64_Dyn dyn[6];
	char strings[128];
	Elf64_Shdr sections[3];
	char names[64];
};

static void make(struct made *m, const char *needed, bool kernels)
{
	memset(m, 0, sizeof *m);
	memcpy(m->eh.e_ident, ELFMAG, SELFMAG);
	m->eh.e_ident[EI_CLASS] = ELFCLASS64;
	m->eh.e_ident[EI_DATA] = ELFDATA2LSB;
	m->eh.e_type = ET_DYN;
	m->eh.e_machine = EM_X86_64;
	m->eh.e_phoff = offsetof(struct made, load);
	m->eh.e_phentsize = sizeof(Elf64_Phdr);
	m->eh.e_phnum = 2;
	m->eh.e_shoff = offsetof(struct made, sections);
	m->eh.e_shentsize = sizeof(Elf64_Shdr);
	m->eh.e_shnum = 3;
	m->eh.e_shstrndx = 1;
	m->load = (Elf64_Phdr){
		.p_type = PT_LOAD, .p_offset = 0, .p_vaddr = 0x1000, .p_filesz = sizeof *m, .p_memsz = sizeof *m
	};
	m->dynamic =
		(Elf64_Phdr){ .p_type = PT_DYNAMIC, .p_offset = offsetof(struct made, dyn), .p_filesz = sizeof m->dyn };
	m->dyn[0] = (Elf64_Dyn){ DT_NEEDED, { 1 } };
	m->dyn[1] = (Elf64_Dyn){ needed ? DT_NEEDED : DT_DEBUG, { 20 } };
	m->dyn[2] = (Elf64_Dyn){ DT_STRTAB, { 0x1000 + offsetof(struct made, strings) } };
	snprintf(m->strings + 1, 19, "libc.so.6");
	snprintf(m->strings + 20, sizeof m->strings - 20, "%s", needed ? needed : "");
	m->sections[1] =
		(Elf64_Shdr){ .sh_name = 1, .sh_offset = offsetof(struct made, names), .sh_size = sizeof m->names };
	m->sections[2] = (Elf64_Shdr){ .sh_name = kernels ? 11 : 1 };
	snprintf(m->names + 1, 10, ".shstrtab");
	snprintf(m->names + 11, 40, ".nv_fatbin");
}

static enum program_kind inspect(const void *bytes, size_t n, struct program *out)
{
	struct program p;
	int fd = memfd_create("program", MFD_CLOEXEC);

	ck_assert_int_ge(fd, 0);
	ck_assert_int_eq(fs_write_full(fd, bytes, n), 0);
	program_inspect(fd, &p);
	close(fd);
	if (out)
		*out = p;
	return p.kind;
}

START_TEST(kinds)
{
	struct made m;
	struct program p;

	make(&m, "libcudart.so.13", true);
	ck_assert_int_eq(inspect(&m, sizeof m, &p), PROGRAM_CUDART);
	ck_assert(!p.own_path);
	m.dyn[3] = (Elf64_Dyn){ DT_RPATH, { 1 } };
	ck_assert_int_eq(inspect(&m, sizeof m, &p), PROGRAM_CUDART);
	ck_assert(p.own_path);
	make(&m, "libcudart.so.12", true);
	ck_assert_int_eq(inspect(&m, sizeof m, &p), PROGRAM_OTHER_CUDART);
	ck_assert_str_eq(p.needed, "libcudart.so.12");
	make(&m, "libcuda.so.1", true);
	ck_assert_int_eq(inspect(&m, sizeof m, NULL), PROGRAM_DRIVER_API);
	make(&m, NULL, true);
	ck_assert_int_eq(inspect(&m, sizeof m, NULL), PROGRAM_STATIC_CUDART);
	make(&m, NULL, false);
	ck_assert_int_eq(inspect(&m, sizeof m, NULL), PROGRAM_PLAIN);
	/* What looks like it in part only. */
	make(&m, "libcudart.so.130", false);
	ck_assert_int_eq(inspect(&m, sizeof m, NULL), PROGRAM_OTHER_CUDART);
	make(&m, "libcublas.so.13", false);
	ck_assert_int_eq(inspect(&m, sizeof m, &p), PROGRAM_PLAIN);
	ck_assert_str_eq(p.gpu_library, "libcublas.so.13");
	make(&m, "libcublast.txt", false);
	inspect(&m, sizeof m, &p);
	ck_assert_str_eq(p.gpu_library, "");
	make(&m, "xlibcudart.so.13", false);
	ck_assert_int_eq(inspect(&m, sizeof m, NULL), PROGRAM_PLAIN);
}
END_TEST

START_TEST(no_programs)
{
	struct made m;

	make(&m, NULL, true);
	m.eh.e_type = ET_REL;
	ck_assert_int_eq(inspect(&m, sizeof m, NULL), PROGRAM_OBJECT);
	m.eh.e_type = ET_CORE;
	ck_assert_int_eq(inspect(&m, sizeof m, NULL), PROGRAM_OBJECT);
	make(&m, NULL, true);
	m.eh.e_machine = EM_AARCH64;
	ck_assert_int_eq(inspect(&m, sizeof m, NULL), PROGRAM_FOREIGN);
	make(&m, NULL, true);
	m.eh.e_ident[EI_CLASS] = ELFCLASS32;
	ck_assert_int_eq(inspect(&m, 52, NULL), PROGRAM_FOREIGN);
	ck_assert_int_eq(inspect("#!/bin/sh\n", 10, NULL), PROGRAM_SCRIPT);
	ck_assert_int_eq(inspect("#", 1, NULL), PROGRAM_UNKNOWN);
	ck_assert_int_eq(inspect("", 0, NULL), PROGRAM_UNKNOWN);
	ck_assert_int_eq(inspect("MZ\x90", 4, NULL), PROGRAM_UNKNOWN);
	ck_assert_int_eq(inspect("\177ELF", 4, NULL), PROGRAM_BROKEN);
}
END_TEST

START_TEST(every_length)
{
	struct made m;

	make(&m, "libcudart.so.12", true);
	/* Cut anywhere before its strings it can't be what it was. */
	for (size_t n = 0; n < sizeof m; n++) {
		enum program_kind k = inspect(&m, n, NULL);

		ck_assert_msg(
			n >= offsetof(struct made, strings) + 20 || k != PROGRAM_OTHER_CUDART, "%zu bytes: %d", n, k);
	}
}
END_TEST

/* Every field set to values that are wrong in all the ways a number can be. */
START_TEST(hostile_fields)
{
	static const uint64_t values[] = { 0, 1, 63, 64, sizeof(struct made) - 1, sizeof(struct made),
		0x7fffffffffffffff, 0x8000000000000000, 0xfffffffffffffff0, 0xffffffffffffffff };
	struct made m;

	for (size_t at = EI_NIDENT; at + 8 <= offsetof(struct made, strings); at += 2)
		for (size_t v = 0; v < sizeof values / sizeof *values; v++)
			for (size_t width = 2; width <= 8; width *= 2) {
				enum program_kind k;

				make(&m, "libcudart.so.13", true);
				memcpy((char *)&m + at, &values[v], width);
				k = inspect(&m, sizeof m, NULL);
				ck_assert_int_ge(k, PROGRAM_CUDART);
				ck_assert_int_le(k, PROGRAM_UNKNOWN);
			}
}
END_TEST

START_TEST(hostile_bytes)
{
	struct made m;

	for (uint64_t round = 0; round < 20000; round++) {
		make(&m, round & 1 ? "libcudart.so.13" : NULL, true);
		for (uint64_t k = 0; k < 1 + round % 7; k++)
			((unsigned char *)&m)[4 + rng_below(3, round, 2 * k, sizeof m - 4)] =
				(unsigned char)rng_below(3, round, 2 * k + 1, 256);
		inspect(&m, 4 + rng_below(4, round, 0, sizeof m - 3), NULL);
	}
}
END_TEST

/* ---- finding and refusing */
static char *dir;

static void setup(void)
{
	dir = fs_temp_dir("check-program-", NULL);
	ck_assert_ptr_nonnull(dir);
}

static void teardown(void)
{
	fs_remove_tree(dir, NULL);
	free(dir);
}

static char *put(const char *name, const void *bytes, size_t n, mode_t mode)
{
	char *path = xasprintf("%s/%s", dir, name);

	ck_assert_int_eq(fs_write_atomic(path, bytes, n, mode, NULL), 0);
	return path;
}

static void refuses(const char *path, const char *word)
{
	struct err e = ERR_INIT;
	struct program p;
	char *found = program_find(path, &e);

	if (found)
		ck_assert_int_eq(program_check(found, path, &p, &e), -1);
	free(found);
	ck_assert_int_eq(e.kind, ERR_USAGE);
	ck_assert_msg(strstr(e.msg, word) != NULL, "no \"%s\" in: %s", word, e.msg);
}

START_TEST(sentences)
{
	struct made m;
	char *path;

	refuses("/no/such/program", "No such file");
	refuses(dir, "folder");
	refuses("no-such-program-anywhere", "on PATH");
	refuses("", "on PATH");
	path = put("plain", "#!/bin/sh\n", 10, 0600);
	refuses(path, "not executable");
	free(path);
	path = put("text", "hello\n", 6, 0700);
	refuses(path, "neither");
	free(path);
	make(&m, NULL, true);
	path = put("static", &m, sizeof m, 0700);
	refuses(path, "--cudart shared");
	free(path);
	make(&m, "libcudart.so.11.0", true);
	path = put("old", &m, sizeof m, 0700);
	refuses(path, "libcudart.so.11.0");
	free(path);
	m.eh.e_phoff = UINT64_MAX;
	path = put("broken", &m, sizeof m, 0700);
	refuses(path, "damaged");
	free(path);
}
END_TEST

START_TEST(path_is_searched)
{
	char *old = xstrdup(getenv("PATH") ? getenv("PATH") : ""), *path = put("a-script", "#!/bin/sh\n", 10, 0700),
	     *found;
	char *with = xasprintf("/nowhere:%s:%s", dir, old);
	struct err e = ERR_INIT;
	struct program p;

	setenv("PATH", with, 1);
	found = program_find("a-script", &e);
	setenv("PATH", old, 1);
	ck_assert_ptr_nonnull(found);
	ck_assert_str_eq(found, path);
	ck_assert_int_eq(program_check(found, "a-script", &p, &e), 0);
	ck_assert_int_eq(p.kind, PROGRAM_SCRIPT);
	free(found);
	free(with);
	free(path);
	free(old);
}
END_TEST

Suite *job_program_suite(void)
{
	Suite *s = suite_create("job_program");
	TCase *t = tcase_create("program");

	tcase_add_checked_fixture(t, setup, teardown);
	tcase_add_test(t, kinds);
	tcase_add_test(t, no_programs);
	tcase_add_test(t, every_length);
	tcase_add_test(t, hostile_fields);
	tcase_add_test(t, hostile_bytes);
	tcase_add_test(t, sentences);
	tcase_add_test(t, path_is_searched);
	suite_add_tcase(s, t);
	return s;
}
