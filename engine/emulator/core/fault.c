/* fault: what went wrong, where and for which thread, in compute-sanitizer's words. Handlers return what these return
 * (NULL), which stops the warp; launch.c keeps the fault of the lowest block. */
#include <stdarg.h>
#include <stdio.h>

#include "emulator/core/fault.h"
#include "base/buf.h"
#include "emulator/core/place.h"

static const struct {
	const char *name, *verdict;
	int cuda;
} faults[EM_FAULT_COUNT] = {
#define FAULT(id, name_, verdict_, cuda_) [EM_FAULT_##id] = { name_, verdict_, cuda_ },
#include "emulator/faults.def"
};
const char *em_fault_name(enum em_fault_kind k)
{
	return faults[k].name;
}
const char *em_fault_verdict(enum em_fault_kind k)
{
	return faults[k].verdict;
}
int em_fault_cuda_error(enum em_fault_kind k)
{
	return faults[k].cuda;
}

static void vset(struct em_warp *w, const struct em_inst *i, int lane, enum em_fault_kind kind, const char *fmt,
	va_list ap) __attribute__((format(printf, 5, 0)));
static void vset(
	struct em_warp *w, const struct em_inst *i, int lane, enum em_fault_kind kind, const char *fmt, va_list ap)
{
	struct em_worker *t = w->t;
	const struct em_program *p = t->p;
	const struct em_launch *l = t->run->l;
	struct em_fault *f = &t->fault;
	uint32_t thread = w->index * EM_WARP + (uint32_t)lane;
	*f = (struct em_fault){ .kind = kind };
	f->block = (struct em_dim3){ w->blk->ctaid[0], w->blk->ctaid[1], w->blk->ctaid[2] };
	f->thread = (struct em_dim3){ thread % l->block.x, thread / l->block.x % l->block.y,
		thread / (l->block.x * l->block.y) };
	size_t slot = (size_t)(i - p->code);
	int32_t at = slot < p->ncode ? p->origin[slot] : -1;
	if (at >= 0) {
		const struct em_pinst *pi = &p->pinst[at];
		const struct ptx_func *fn = &p->m->ptx->funcs[pi->func];
		em_source_of(p->m, fn, pi->inst, &f->file, &f->line);
		f->ptx_line = fn->insts[pi->inst].line;
	}
	vsnprintf(f->message, sizeof f->message, fmt, ap);
	w->why = EM_WHY_FAULT;
}

const struct em_inst *em_fault_set(
	struct em_warp *w, const struct em_inst *i, int lane, enum em_fault_kind kind, const char *fmt, ...)
{
	va_list ap;
	va_start(ap, fmt);
	vset(w, i, lane, kind, fmt, ap);
	va_end(ap);
	return NULL;
}

/* Where the source has the instruction: a number of m->locs; -1: not known. */
static int32_t loc_of(const struct em_program *p, const struct em_inst *i)
{
	size_t slot = (size_t)(i - p->code);
	int32_t at = slot < p->ncode ? p->origin[slot] : -1;
	return at < 0 ? -1 : p->m->ptx->funcs[p->pinst[at].func].insts[p->pinst[at].inst].loc;
}

int em_fault_line(const struct em_warp *w, const struct em_inst *i)
{
	const struct em_program *p = w->t->p;
	size_t slot = (size_t)(i - p->code);
	int32_t at = slot < p->ncode ? p->origin[slot] : -1;
	const char *file;
	int line = 0;

	/* Of a header's function, the grid's sync(), the line of the program that calls it. */
	if (at >= 0)
		em_source_of(p->m, &p->m->ptx->funcs[p->pinst[at].func], p->pinst[at].inst, &file, &line);
	return line;
}

/* Is the instruction, inlined or not, one of a header of this name? */
static bool of_header(const struct em_warp *w, const struct em_inst *i, const char *name)
{
	const struct ptx_module *m = w->t->p->m->ptx;
	int32_t loc = loc_of(w->t->p, i), file = loc < 0 ? -1 : m->locs[loc].file;
	if (file < 0 || (size_t)file >= m->nfiles)
		return false;
	const char *slash = strrchr(m->files[file].path, '/');
	return slash && !strcmp(slash + 1, name);
}

const struct em_inst *em_fault_trap(struct em_warp *w, const struct em_inst *i, int lane)
{
	/* __pipeline_memcpy_async knows no other sizes, and its switch ends in a trap: the program has none to be seen.
	 */
	if (of_header(w, i, "cuda_pipeline_primitives.h"))
		return em_fault_set(w, i, lane, EM_FAULT_TRAP,
			"A copy that cp.async can't do (it copies 4, 8 or 16 bytes, and fills at most as many with "
			"zeros) "
			"was asked for");
	/* grid.sync() asks whether all blocks are there at once, and has no other answer to "no". */
	if (!w->t->run->l->cooperative && (of_header(w, i, "cooperative_groups.h") || of_header(w, i, "driver_abi.h")))
		return em_fault_set(w, i, lane, EM_FAULT_TRAP,
			"A trap instruction was executed; it is grid.sync()'s, which works only in a cooperative "
			"launch (cudaLaunchCooperativeKernel)");
	return em_fault_set(w, i, lane, EM_FAULT_TRAP, "A trap instruction was executed");
}

/* Allocations that a worker's instructions met, at the line of 256 bytes that was wanted: where lanes are in
 * allocations of their own (a kernel's malloc, lists, arrays of pointers) each would ask the table of all of them,
 * under its lock. Only a kernel's free makes one false while it runs, and programs that call that have one worker
 * (dec_call). */
enum { LINES = 1024 };
struct em_bounded {
	uint64_t lo, hi;
	uint32_t place;
	bool read_only;
};
struct em_bounds {
	struct em_bounded line[LINES];
};

void em_bounds_forget(struct em_worker *t)
{
	if (t->bounds)
		memset(t->bounds, 0, sizeof *t->bounds);
}

/* The allocation that holds addr. */
static bool allocation_at(struct em_worker *t, uint64_t addr, bool again, struct em_bounded *out)
{
	struct em_mem_block b;
	struct em_bounded *known = NULL;
	if (again && !t->bounds)
		t->bounds = xcalloc(1, sizeof *t->bounds);
	if (again)
		known = &t->bounds->line[(addr >> 8) % LINES];
	if (known && addr >= known->lo && addr < known->hi) {
		*out = *known;
		return true;
	}
	if (!em_memory_find(&t->d->mem, addr, &b))
		return false;
	*out = (struct em_bounded){ b.start, b.start + b.size, b.place, b.read_only };
	if (known)
		*known = *out;
	return true;
}

bool em_bounds(struct em_warp *w, struct em_memory_counts *counts, uint64_t lo, uint64_t hi, bool store)
{
	struct em_bounded b;
	/* Most instructions stay in the allocation that they meet first: those need no table. */
	if (!allocation_at(w->t, lo, counts->hi != 0, &b) || hi > b.hi || hi < lo || (store && b.read_only))
		return false;
	counts->lo = b.lo;
	counts->hi = b.hi;
	counts->place = b.place;
	return true;
}

void *em_resolve(struct em_warp *w, const struct em_inst *i, int lane, uint64_t addr, unsigned bytes,
	enum ptx_space *space, int access)
{
	struct em_memory_counts *counts = &w->memory_counts[i->id];
	if (*space == PTX_GENERIC) {
		if (addr - EM_SHARED_WINDOW < EM_WINDOW_BYTES) {
			*space = PTX_SHARED;
			addr -= EM_SHARED_WINDOW;
		} else if (addr - EM_LOCAL_WINDOW < EM_WINDOW_BYTES) {
			*space = PTX_LOCAL;
			addr -= EM_LOCAL_WINDOW;
		} else {
			*space = PTX_GLOBAL;
		}
	}
	uint64_t end = addr + bytes;
	if (!(addr & (bytes - 1))) {
		if (*space == PTX_SHARED && end <= w->shared_bytes)
			return w->shared + addr;
		if (*space == PTX_LOCAL && end <= w->local_bytes && end > addr)
			return w->local + (size_t)lane * w->local_bytes + addr;
		if (*space != PTX_SHARED && *space != PTX_LOCAL &&
			((addr >= counts->lo && end <= counts->hi && addr < end) ||
				em_bounds(w, counts, addr, end, access != 0)))
			return (void *)(uintptr_t)(addr + w->delta);
	}
	em_fault_mem(w, i, lane, *space, addr, bytes, access);
	return NULL;
}
