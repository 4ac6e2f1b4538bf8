/* elf_image: the tables of a 64-bit little-endian ELF file, read without loading it. Every offset, size and index in
 * such a file comes from outside, so each read here is bounded by the file's size, and nothing is followed that a
 * header does not cover. The file lies in memory (all of it, owned by the caller) or behind a descriptor. What the
 * tables mean (a GPU's machine code, a student's object, a program) is the callers' business: device/code/cubin.c,
 * toolchain/elf.c, job/program/program.c. Source: System V Application Binary Interface, chapters 4 and 5; <elf.h>.
 */
#ifndef BASE_ELF_IMAGE_H
#define BASE_ELF_IMAGE_H

#include <elf.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct elf_image {
	const uint8_t *data; /* NULL: read from `fd` */
	int fd;
	uint64_t size;
	Elf64_Ehdr head;
};

/* Is [at, at + count * each) inside the file? */
bool elf_inside(const struct elf_image *m, uint64_t at, uint64_t count, uint64_t each);
/* All n bytes at an offset, or false. */
bool elf_take(const struct elf_image *m, uint64_t at, void *to, size_t n);

/* Start with an image in memory, or with a descriptor that stays the caller's and a size from fstat(). False: no 64-bit
 * little-endian ELF file; `head.e_ident` says what it is instead, zeros where there is nothing to read. The tables are
 * checked only as they are used. */
bool elf_open_memory(struct elf_image *m, const void *data, size_t n);
bool elf_open_file(struct elf_image *m, int fd, uint64_t size);

/* Row i of the table of sections or of segments. False: there is no such row inside the file. */
bool elf_section(const struct elf_image *m, unsigned i, Elf64_Shdr *s);
bool elf_segment(const struct elf_image *m, unsigned i, Elf64_Phdr *s);
/* The string at `at` in a section of strings, into `name` with its NUL; what is longer than n - 1 bytes is cut, which
 * equals nothing that is looked for. False: outside. */
bool elf_string(const struct elf_image *m, const Elf64_Shdr *strings, uint64_t at, char *name, size_t n);

/* Images in memory only. A section's bytes; NULL: it has none, or reaches beyond the end. */
const uint8_t *elf_bytes(const struct elf_image *m, const Elf64_Shdr *s);
/* The whole string at `at` in a section of strings; NULL: outside, or without its end. */
const char *elf_text(const struct elf_image *m, const Elf64_Shdr *strings, uint64_t at);

#endif
