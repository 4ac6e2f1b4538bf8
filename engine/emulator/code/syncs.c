/* syncs: see syncs.h. */
#include "base/buf.h"
#include "emulator/core/place.h"
#include "emulator/syncs.h"

const char *em_sync_word(enum em_sync_kind k)
{
	static const char *const words[EM_SYNC_KINDS] = { "barrier", "warp barrier", "wait for copies", "fence" };
	return (unsigned)k < EM_SYNC_KINDS ? words[k] : "?";
}

bool em_sync_kind_of(const struct ptx_inst *in, enum em_sync_kind *kind)
{
	switch (in->op) {
	case PTX_OP_BAR:
	case PTX_OP_BARRIER: *kind = ptx_has(in, PTX_MOD_WARP) ? EM_SYNC_WARP : EM_SYNC_BLOCK; return true;
	case PTX_OP_MEMBAR:
	case PTX_OP_FENCE:
		*kind = EM_SYNC_FENCE;
		return !ptx_has(in, PTX_MOD_PROXY) && !ptx_has(in, PTX_MOD_MBARRIER_INIT);
	case PTX_OP_CP:
		*kind = EM_SYNC_COPY;
		return (ptx_has(in, PTX_MOD_WAIT_GROUP) || ptx_has(in, PTX_MOD_WAIT_ALL)) && !ptx_has(in, PTX_MOD_BULK);
	default: return false;
	}
}

void em_take_out(struct ptx_inst *in)
{
	*in = (struct ptx_inst){ .op = PTX_OP_PMEVENT,
		.space_at = in->space_at,
		.vec = 1,
		.guard = -1,
		.line = in->line,
		.loc = in->loc,
		.call = -1,
		.noperands = 1,
		.ops = { { .kind = PTX_IMM, .reg = -1, .sym = -1 } } };
}

static int compare(const struct em_sync *x, const char *file, int line, enum em_sync_kind kind)
{
	int c = strcmp(x->file ? x->file : "", file ? file : "");
	return c ? c : x->line != line ? x->line - line : (int)x->kind - (int)kind;
}

static int by_place(const void *a, const void *b)
{
	const struct em_sync *y = b;
	return compare(a, y->file, y->line, y->kind);
}

struct em_sync *em_syncs(const struct em_module *m, size_t *n)
{
	struct em_sync *all = NULL;
	size_t cap = 0, o = 0;
	*n = 0;
	for (size_t f = 0; f < m->ptx->nfuncs; f++)
		for (size_t k = 0; k < m->ptx->funcs[f].ninsts; k++) {
			const struct ptx_func *func = &m->ptx->funcs[f];
			enum em_sync_kind kind;
			if (!em_sync_kind_of(&func->insts[k], &kind))
				continue;
			if (*n == cap) {
				cap = cap ? 2 * cap : 64;
				all = xrealloc(all, cap * sizeof *all);
			}
			struct em_sync *x = &all[(*n)++];
			*x = (struct em_sync){ .kind = kind,
				.func = func->name,
				.copies = 1,
				.keeps = ptx_has(&func->insts[k], PTX_MOD_RED) };
			em_source_of(m, func, (int32_t)k, &x->file, &x->line);
		}
	if (!*n)
		return NULL;
	qsort(all, *n, sizeof *all, by_place);
	for (size_t k = 1; k < *n; k++) {
		if (by_place(&all[o], &all[k])) {
			all[++o] = all[k];
			continue;
		}
		all[o].copies++;
		all[o].keeps |= all[k].keeps;
	}
	*n = o + 1;
	return all;
}

uint32_t em_sync_drop(struct em_module *m, const char *file, int line, enum em_sync_kind kind)
{
	uint32_t gone = 0;
	for (size_t f = 0; f < m->ptx->nfuncs; f++)
		for (size_t k = 0; k < m->ptx->funcs[f].ninsts; k++) {
			struct ptx_inst *in = &m->ptx->funcs[f].insts[k];
			struct em_sync x = { 0 };
			if (!em_sync_kind_of(in, &x.kind) || ptx_has(in, PTX_MOD_RED))
				continue;
			em_source_of(m, &m->ptx->funcs[f], (int32_t)k, &x.file, &x.line);
			if (compare(&x, file, line, kind))
				continue;
			em_take_out(in);
			gone++;
		}
	return gone;
}
