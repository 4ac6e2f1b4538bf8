/* access: one access of a warp to memory as plain data, and what the memory makes of it: sectors of 32 bytes in global
 * memory, wavefronts over 32 banks of 4 bytes in shared memory. Pure functions; the emulator counts by the same rules.
 */
#ifndef JUDGE_ACCESS_H
#define JUDGE_ACCESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { ACCESS_LANES = 32, ACCESS_BANKS = 32, SECTOR_BYTES = 32 };
enum access_kind { ACCESS_LOAD, ACCESS_STORE, ACCESS_ATOMIC };
const char *access_kind_word(enum access_kind k); /* "load" */

struct access {
	const char *kernel, *file;
	uint32_t launch;  /* of those that had such accesses, from 1 */
	int line, column; /* column: from 1; 0: not known */
	int inst;         /* tells instructions of a kernel apart */
	enum access_kind kind;
	bool shared;          /* else global memory */
	uint32_t mask, bytes; /* lanes; bytes that each of them moves: 1, 2, 4, 8, 16 or 32 */
	uint64_t nth;         /* of its line in its launch, from 1 */
	uint64_t addr[ACCESS_LANES];
};
struct access_line { /* of a launch */
	const char *kernel, *file;
	uint32_t launch;
	int line;
	uint64_t total; /* accesses that there were, kept or not */
};
struct access_list {    /* of one warp, in their order; owned by an arena */
	uint64_t block; /* its index in the grid */
	uint32_t warp;
	struct access *v;
	size_t n;
	struct access_line *lines;
	size_t nlines;
};
/* The k-th access (from 0) of a line that was kept; NULL: there are fewer. *n, where it is not NULL: how many. */
const struct access *access_at(const struct access_list *l, int line, size_t k, size_t *n);
/* The access that takes most beyond what it has to, the first of equal ones; NULL: there is none. Where `text` is not
 * NULL, of those in lines of `source` that have it in them. */
const struct access *access_worst(const struct access_list *l, const char *source, const char *text);
/* All accesses of this line that the launch of `a` had, kept or not. */
uint64_t access_total(const struct access_list *l, const struct access *a);
/* The same of all launches. */
uint64_t access_of_all_launches(const struct access_list *l, const struct access *a);

struct access_sector {
	uint64_t address; /* of its first byte */
	uint32_t lanes;
	uint32_t used; /* bytes of it that some lane wants, a bit each */
};
struct access_sectors {
	struct access_sector v[2 * ACCESS_LANES]; /* by address */
	size_t n, ideal;                          /* ideal: as many as the bytes would fill */
};
void access_sectors(const struct access *a, struct access_sectors *s);

struct access_wave {
	uint32_t lanes;            /* that have their words in it */
	int8_t lane[ACCESS_BANKS]; /* whose word the bank gives: the lowest such lane, -1: none */
};
struct access_waves {
	struct access_wave v[ACCESS_LANES];
	size_t n, ideal;
};
void access_waves(const struct access *a, struct access_waves *w);

/* Sectors or wavefronts that it takes, and those that it would have to. */
struct access_cost {
	size_t n, ideal;
};
struct access_cost access_cost(const struct access *a);

#endif
