/* base: the ELF reader, on this test's own program: read from memory and from its file, cut at every kind of place, and
 * with each byte of its head and of a row of its tables turned over. What it may not do is read outside; the sanitized
 * build sees that, since each image lies in a block of its own that ends where the image does. */
#include <check.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/elf_image.h"

Suite *base_elf_suite(void);

static uint8_t *own; /* this program's file */
static size_t own_n;
static int own_fd;

static void setup(void)
{
	struct stat st;

	own_fd = open("/proc/self/exe", O_RDONLY);
	ck_assert_int_ge(own_fd, 0);
	ck_assert_int_eq(fstat(own_fd, &st), 0);
	own_n = (size_t)st.st_size;
	own = xmalloc(own_n);
	ck_assert_int_eq(pread(own_fd, own, own_n, 0), (ssize_t)own_n);
}

static void teardown(void)
{
	close(own_fd);
	free(own);
}

/* Everything that the reader can be asked about an image; the number of sections whose name could be read. */
static unsigned ask_all(const struct elf_image *m)
{
	Elf64_Shdr names, s;
	Elf64_Phdr p;
	unsigned named = 0;

	for (unsigned i = 0; elf_segment(m, i, &p); i++)
		ck_assert_uint_lt(i, m->head.e_phnum);
	if (!elf_section(m, m->head.e_shstrndx, &names))
		return 0;
	for (unsigned i = 0; elf_section(m, i, &s); i++) {
		char name[32];

		if (!elf_string(m, &names, s.sh_name, name, sizeof name))
			continue;
		named++;
		if (m->data) {
			const char *text = elf_text(m, &names, s.sh_name);
			const uint8_t *bytes = elf_bytes(m, &s);

			if (text)
				ck_assert_int_eq(strncmp(text, name, sizeof name - 1), 0);
			if (bytes && s.sh_size) {
				volatile uint8_t last = bytes[s.sh_size - 1];
				(void)last;
			}
		}
	}
	return named;
}

START_TEST(memory_and_file_say_the_same)
{
	struct elf_image m, f;
	Elf64_Shdr a, b;
	unsigned n;

	ck_assert(elf_open_memory(&m, own, own_n));
	ck_assert(elf_open_file(&f, own_fd, own_n));
	n = ask_all(&m);
	ck_assert_uint_gt(n, 10);
	ck_assert_uint_eq(n, ask_all(&f));
	for (unsigned i = 0; i < n; i++) {
		ck_assert(elf_section(&m, i, &a));
		ck_assert(elf_section(&f, i, &b));
		ck_assert_mem_eq(&a, &b, sizeof a);
	}
	ck_assert(!elf_section(&m, m.head.e_shnum, &a));
}
END_TEST

START_TEST(not_even_a_head)
{
	struct elf_image m;

	for (size_t n = 0; n < sizeof m.head; n++) {
		ck_assert(!elf_open_memory(&m, own, n));
		if (n >= SELFMAG) /* what there is of it is told */
			ck_assert_int_eq(memcmp(m.head.e_ident, ELFMAG, SELFMAG), 0);
	}
}
END_TEST

START_TEST(cut_files_are_read_as_far_as_they_go)
{
	Elf64_Ehdr head;
	unsigned whole, lost = 0;
	struct elf_image m;

	memcpy(&head, own, sizeof head);
	ck_assert(elf_open_memory(&m, own, own_n));
	whole = ask_all(&m);
	/* Inside the table of sections, at its ends, and at some places before it. */
	for (unsigned i = 0; i < 40; i++) {
		size_t n = i < 20 ? own_n - i * 37u : sizeof head + (own_n - sizeof head) / 20 * (i - 20);
		uint8_t *cut = xmalloc(n);

		memcpy(cut, own, n);
		ck_assert(elf_open_memory(&m, cut, n));
		lost += ask_all(&m) < whole;
		free(cut);
	}
	ck_assert_uint_gt(lost, 20);
}
END_TEST

START_TEST(turned_bytes_lead_nowhere)
{
	Elf64_Ehdr head;
	size_t from[3], n[3];

	memcpy(&head, own, sizeof head);
	from[0] = 0, n[0] = sizeof head;
	from[1] = head.e_phoff, n[1] = 2 * sizeof(Elf64_Phdr);
	from[2] = head.e_shoff + head.e_shstrndx * sizeof(Elf64_Shdr), n[2] = sizeof(Elf64_Shdr);
	for (unsigned k = 0; k < 3; k++)
		for (size_t i = from[k]; i < from[k] + n[k]; i++) {
			struct elf_image m;
			uint8_t was = own[i];

			own[i] = (uint8_t)~was;
			if (elf_open_memory(&m, own, own_n))
				ask_all(&m);
			own[i] = was;
		}
}
END_TEST

Suite *base_elf_suite(void)
{
	Suite *s = suite_create("base_elf");
	TCase *t = tcase_create("elf");

	tcase_add_checked_fixture(t, setup, teardown);
	tcase_add_test(t, memory_and_file_say_the_same);
	tcase_add_test(t, not_even_a_head);
	tcase_add_test(t, cut_files_are_read_as_far_as_they_go);
	tcase_add_test(t, turned_bytes_lead_nowhere);
	suite_add_tcase(s, t);
	return s;
}
