/* common: what all blocks read, while an attempt runs (check/attempt.c). Each worker has a shadow of its own, in which
 * a KB is done with when two of its own blocks have read each granule there: one more reader adds nothing. Where each
 * block reads one table, sixteen workers would do that work sixteen times.
 *
 * So a worker that has noted a reader of each granule of a KB says so, for all to see. When a second one has, two
 * blocks at least have read each granule, and the shadows of these two workers show it: whoever writes there, be it one
 * of the two, meets another block, and the attempt fails. So nobody needs to note one more reader.
 *
 * When that happens is chance, but what follows from it is not: the same attempts fail. */
#include <sys/mman.h>

#include "emulator/check/check.h"

/* Of a KB: attempt 24 | who has read all of it 8. That of another attempt means nobody. */
#define WHO_BITS 8
#define BOTH ((1u << WHO_BITS) - 1) /* two workers have */
#define MOST_ATTEMPTS (1u << (32 - WHO_BITS))

static size_t bytes_of(const struct em_check *c)
{
	return (c->nchunks << (CK_CHUNK_SHIFT - CK_PART_SHIFT)) * sizeof *c->part_read;
}

bool em_common_init(struct em_check *c)
{
	void *p;

	if (c->part_read)
		return true;
	p = mmap(NULL, bytes_of(c), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	c->part_read = p == MAP_FAILED ? NULL : p;
	return c->part_read != NULL;
}

void em_common_release(struct em_check *c)
{
	if (c->part_read)
		munmap(c->part_read, bytes_of(c));
	c->part_read = NULL;
}

void em_common_begin(struct em_check *c)
{
	if (++c->nth_attempt < MOST_ATTEMPTS)
		return;
	madvise(c->part_read, bytes_of(c), MADV_DONTNEED);
	c->nth_attempt = 1;
}

/* Has this worker noted a reader of each granule of the KB at `off`? */
static bool all_read(const struct em_worker *t, const struct ck_chunk *k, size_t off)
{
	const struct em_check *c = t->d->check;
	const uint64_t floor = t->run->check.floor, *plane = k->planes.reader;
	const size_t units = 1u << (CK_PART_SHIFT - CK_UNIT_SHIFT), each = (1u << CK_UNIT_SHIFT) >> c->shift,
		     first = (off & (CK_CHUNK_BYTES - 1)) >> CK_PART_SHIFT << (CK_PART_SHIFT - CK_UNIT_SHIFT);

	for (size_t u = first; plane && u < first + units; u++) {
		const uint64_t unit = ck_units(c, k->planes.reader)[u];

		if (unit < floor)
			return false;
		for (size_t g = u * each; !ck_is_run(unit) && g < (u + 1) * each; g++)
			if (plane[g] < floor)
				return false;
	}
	return plane != NULL;
}

bool em_common_read(struct em_worker *t, struct ck_chunk *k, size_t off)
{
	const struct em_check *c = t->d->check;
	const uint32_t of_attempt = c->nth_attempt << WHO_BITS, both = of_attempt | BOTH;
	const size_t me = (size_t)(t - t->run->workers), part = (off & (CK_CHUNK_BYTES - 1)) >> CK_PART_SHIFT;
	_Atomic uint32_t *who =
		&c->part_read[((size_t)(k - t->shadow->dir) << (CK_CHUNK_SHIFT - CK_PART_SHIFT)) + part];
	const uint32_t mine = of_attempt | (uint32_t)me;
	uint32_t is = atomic_load_explicit(who, memory_order_relaxed);

	if (is == mine)
		return false;
	if (is != both) {
		if (me >= BOTH || !all_read(t, k, off))
			return false;
		if ((is ^ of_attempt) >> WHO_BITS && atomic_compare_exchange_strong(who, &is, mine))
			return false;
		atomic_store(who, both);
		if (__atomic_load_n(&c->part_saved[who - c->part_read], __ATOMIC_RELAXED))
			em_attempt_fails(t->run);
	}
	k->several[part] = (uint16_t)((1u << CK_PART_SHIFT) >> c->shift);
	return true;
}

void em_common_written(struct em_worker *t, size_t part)
{
	const struct em_check *c = t->d->check;

	if (atomic_load(&c->part_read[part]) == (c->nth_attempt << WHO_BITS | BOTH))
		em_attempt_fails(t->run);
}
