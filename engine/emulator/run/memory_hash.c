/* memory_hash: see memory_hash.h. Memory is hashed in pieces, which threads take in turn; a block's hash is made of its
 * pieces'. One thread hashes some 2 GB a second: a program with 192 MB waited 90 ms for two looks, more than sixteen
 * threads took for its launch. */
#include "emulator/run/memory_hash.h"

#include <stdatomic.h>
#include <stdlib.h>

#include "base/buf.h"
#include "base/hash.h"
#include "emulator/core/pool.h"

#define PIECE (256u << 10)

struct pieces {
	const struct em_device *d;
	size_t n, *first; /* of all blocks together; the first piece of each block */
	uint64_t *hash;
	atomic_size_t next;
};

static size_t pieces_of(const struct em_mem_block *b)
{
	return b->live ? (size_t)((b->size + PIECE - 1) / PIECE) : 0;
}

static void some_pieces(void *arg, int k)
{
	struct pieces *p = arg;
	const struct em_memory *m = &p->d->mem;
	size_t at, block = 0;

	(void)k;
	while ((at = atomic_fetch_add(&p->next, 1)) < p->n) {
		while (at >= p->first[block + 1]) /* a thread's pieces only grow */
			block++;
		const struct em_mem_block *b = &m->blocks[block];
		uint64_t from = (uint64_t)(at - p->first[block]) * PIECE, left = b->size - from;

		p->hash[at] = hash_bytes(m->host + (b->start - m->base) + from, left < PIECE ? left : PIECE);
	}
}

void em_memory_hash(const struct em_device *d, uint64_t *hash)
{
	const struct em_memory *m = &d->mem;
	struct pieces p = { .d = d, .first = xcalloc(m->n + 1, sizeof *p.first) };

	for (size_t k = 0; k < m->n; k++)
		p.first[k + 1] = p.first[k] + pieces_of(&m->blocks[k]);
	p.n = p.first[m->n];
	p.hash = xcalloc(p.n + 1, sizeof *p.hash);
	em_pool_run(d->pool, p.n < (size_t)d->threads ? (int)p.n : d->threads, some_pieces, &p);
	for (size_t k = 0; k < m->n; k++)
		if (m->blocks[k].live)
			hash[k] = hash_bytes(p.hash + p.first[k], (p.first[k + 1] - p.first[k]) * sizeof *p.hash);
	free(p.hash);
	free(p.first);
}
