/* place: see place.h. A source file is the program's own unless it lies where toolkits put their headers. */
#include "emulator/core/place.h"

bool em_source_is_own(const char *path)
{
	/* Where toolkits are installed, and what lies in the folders of their headers wherever that is. */
	static const char *const homes[] = { "/usr/", "/cuda/", "/cuda-1", "/nvidia/", "/targets/" };
	static const char *const parts[] = { "cccl/", "crt/", "cub/", "cuda/", "thrust/" };
	const char *include = strstr(path, "/include/");

	if (!strncmp(path, "/usr/lib/", 9))
		return false;
	if (!include)
		return true;
	for (size_t k = 0; k < sizeof homes / sizeof *homes; k++) {
		const char *at = strstr(path, homes[k]);
		if (at && at < include)
			return false;
	}
	for (size_t k = 0; k < sizeof parts / sizeof *parts; k++)
		if (!strncmp(include + 9, parts[k], strlen(parts[k])))
			return false;
	return true;
}

int32_t em_loc_of(const struct ptx_module *x, const struct ptx_func *f, int32_t inst)
{
	/* Line 0 marks what the compiler made up: the instruction before says where we are. */
	while (inst >= 0 && (f->insts[inst].loc < 0 || x->locs[f->insts[inst].loc].line <= 0))
		inst--;
	if (inst < 0)
		return -1;
	int32_t l = f->insts[inst].loc, best = l;
	for (int32_t k = l, n = 0; k >= 0 && n < 64; k = x->locs[k].inlined_at, n++) {
		int32_t at = x->locs[k].file;
		if (x->locs[k].line <= 0 || at < 0 || (size_t)at >= x->nfiles)
			continue;
		best = k;
		if (em_source_is_own(x->files[at].path))
			break;
	}
	return best;
}

void em_source_of(const struct em_module *m, const struct ptx_func *f, int32_t inst, const char **file, int *line)
{
	const struct ptx_module *x = m->ptx;
	int32_t l = em_loc_of(x, f, inst), at = l < 0 ? -1 : x->locs[l].file;
	*file = at >= 0 && (size_t)at < x->nfiles ? x->files[at].path : NULL;
	*line = l < 0 ? 0 : x->locs[l].line;
}

/* The k-th block to run: the natural order, or with a seed a permutation (k * mul + add, mul prime to the number of
 * blocks). */
uint64_t em_block_at(const struct em_run *r, uint64_t k)
{
	return (uint64_t)(((unsigned __int128)(k + r->skip) * r->perm_mul + r->perm_add) % r->nblocks);
}
