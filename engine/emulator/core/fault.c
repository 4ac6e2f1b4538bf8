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

/* Addresses of shared and local memory have 32 bits: an index below 0 makes one of the upper half. */
#define BELOW_ZERO 0x80000000u

/* As far as an index of 32 bits, signed or not, leads from an array's beginning, with elements of 16 bytes: such an
 * address is one of an array that somebody missed, and no pointer of the host's. */
#define INDEX_REACH (1ull << 36)
/* A null pointer with an index below 0 that was taken as unsigned, or wrapped; the lowest 4 GiB hold programs. */
#define INDEX_FAR (1ull << 32)

static bool near_memory(const struct em_memory *m, uint64_t addr)
{
	return addr + INDEX_REACH >= m->base && addr < m->base + m->bytes + INDEX_REACH;
}

/* "4,096": numbers of bytes read better so. */
static const char *commas(uint64_t v, char *dst, size_t n)
{
	char raw[24];
	size_t len = (size_t)snprintf(raw, sizeof raw, "%llu", (unsigned long long)v), o = 0;
	for (size_t k = 0; k < len && o + 2 < n; k++) {
		if (k && (len - k) % 3 == 0)
			dst[o++] = ',';
		dst[o++] = raw[k];
	}
	dst[o] = '\0';
	return dst;
}

/* An index that went below 0 as an unsigned number of 32 bits: it is 2^32 elements too large. Without these the address
 * is in an allocation, or a little before one (*b). Elements of the access's own size, or of a structure's. */
#define LITTLE 65536u
static bool wrapped(struct em_worker *t, uint64_t addr, unsigned bytes, uint64_t *meant, struct em_mem_block *b)
{
	for (unsigned n = 0, each = bytes; n < 7; each = 1u << n++) {
		const uint64_t at = addr - ((uint64_t)each << 32);

		if (at >= t->d->mem.base && at < addr && em_memory_nearest(&t->d->mem, at, b) && b->live &&
			at + LITTLE >= b->start && at < b->start + b->size) {
			*meant = at;
			return true;
		}
	}
	return false;
}

/* " (the __device__ variable NAME)", where the allocation is one of the module's. */
static const char *variable_at(const struct em_module *m, uint64_t start, char *dst, size_t n)
{
	dst[0] = '\0';
	for (size_t k = 0; k < m->ptx->nvars; k++) {
		const struct ptx_var *v = &m->ptx->vars[k];

		/* A name with $ is the compiler's: the text of a printf, of which the source knows nothing. */
		if (m->addr[k] != start || v->func >= 0 || strchr(v->name, '$') ||
			(v->space != PTX_GLOBAL && v->space != PTX_CONST))
			continue;
		const char *name = v->name;
		unsigned long length = 0;
		if (!strncmp(name, "_ZL", 3)) { /* of this file alone: _ZL5table */
			char *end;
			length = strtoul(name + 3, &end, 10);
			name = length && strlen(end) >= length ? end : name;
		}
		snprintf(dst, n, " (the __%s__ variable %.*s)", v->space == PTX_CONST ? "constant" : "device",
			length ? (int)length : (int)strlen(name), name);
		break;
	}
	return dst;
}

/* Has the kernel's file an array that the launch gives its size? */
static bool has_dynamic_shared(const struct em_program *p)
{
	const struct ptx_module *m = p->m->ptx;
	for (size_t v = 0; v < m->nvars; v++)
		if (m->vars[v].space == PTX_SHARED && m->vars[v].is_extern && !m->vars[v].size)
			return true;
	return false;
}

const struct em_inst *em_fault_mem(struct em_warp *w, const struct em_inst *i, int lane, enum ptx_space space,
	uint64_t addr, unsigned bytes, int access)
{
	static const char *const verb[] = { "read", "write", "atomic" };
	const char *name = space == PTX_SHARED ? "shared" : space == PTX_LOCAL ? "local" : "global";
	struct em_worker *t = w->t;
	char size[32], gap[32];
	if (addr & (bytes - 1)) {
		em_fault_set(w, i, lane, EM_FAULT_MISALIGNED,
			"Invalid __%s__ %s of size %u bytes; address 0x%llx is misaligned", name, verb[access], bytes,
			(unsigned long long)addr);
		t->fault.address = addr;
		return NULL;
	}
	enum em_fault_kind kind = EM_FAULT_OUT_OF_BOUNDS;
	uint64_t allocation = 0;
	char where[240] = "", variable[96];
	if (space == PTX_SHARED || space == PTX_LOCAL) {
		uint64_t have = space == PTX_SHARED ? w->shared_bytes : w->local_bytes;
		uint64_t end = addr + bytes;
		if (!have)
			snprintf(where, sizeof where, "; the kernel has no %s memory%s", name,
				space == PTX_SHARED && has_dynamic_shared(w->t->p) ?
					", as its launch gives it none: <<<blocks, threads, bytes>>>" :
					"");
		else if (addr >= BELOW_ZERO && addr <= UINT32_MAX)
			snprintf(where, sizeof where,
				"; address is %s bytes before the beginning of the %s bytes of %s memory",
				commas((1ull << 32) - addr, gap, sizeof gap), commas(have, size, sizeof size), name);
		else if (addr == have)
			snprintf(where, sizeof where,
				"; address 0x%llx is right past the end of the %s bytes of %s memory",
				(unsigned long long)addr, commas(have, size, sizeof size), name);
		else if (addr > have)
			snprintf(where, sizeof where,
				"; address 0x%llx is %s bytes past the end of the %s bytes of %s memory",
				(unsigned long long)addr, commas(addr - have, gap, sizeof gap),
				commas(have, size, sizeof size), name);
		else
			snprintf(where, sizeof where,
				"; its last %llu bytes are past the end of the %s bytes of %s memory",
				(unsigned long long)(end - have), commas(have, size, sizeof size), name);
	} else {
		struct em_mem_block b;
		const struct em_memory *m = &t->d->mem;
		if (addr < 4096) {
			kind = EM_FAULT_NULL_ACCESS;
			snprintf(where, sizeof where, "; address 0x%llx is a null pointer", (unsigned long long)addr);
		} else if ((addr >= INDEX_FAR && addr < INDEX_REACH) || addr >= -INDEX_REACH) {
			snprintf(where, sizeof where,
				"; address 0x%llx is no memory: a null pointer with an index below 0, or far too large",
				(unsigned long long)addr);
		} else if (!near_memory(m, addr) || !em_memory_nearest(&t->d->mem, addr, &b)) {
			snprintf(where, sizeof where, "; address 0x%llx is not device memory (a host pointer?)",
				(unsigned long long)addr);
		} else {
			struct em_mem_block meant_of;
			uint64_t end = b.start + b.size, meant = 0;
			const bool wraps =
				(addr >= end || addr < b.start) && wrapped(t, addr, bytes, &meant, &meant_of);
			const char *freed = b.live ? "" : " freed";
			allocation = b.start;
			commas(b.size, size, sizeof size);
			if (!b.live && addr >= b.start && addr < end)
				kind = EM_FAULT_AFTER_FREE;
			else if (b.live && b.read_only && addr >= b.start && addr < end)
				kind = EM_FAULT_READ_ONLY;
			if (wraps) {
				allocation = meant_of.start;
				snprintf(where, sizeof where,
					"; an index went below 0 and, unsigned, wrapped around: without that the "
					"address "
					"is %s bytes %s the %s-byte allocation",
					commas(meant < meant_of.start ? meant_of.start - meant : meant - meant_of.start,
						gap, sizeof gap),
					meant < meant_of.start ? "before" : "inside",
					commas(meant_of.size, size, sizeof size));
			} else if (kind == EM_FAULT_READ_ONLY)
				snprintf(where, sizeof where,
					"; address is in constant memory (a __constant__ variable of %s bytes), which "
					"kernels cannot write",
					size);
			else if (addr < b.start)
				snprintf(where, sizeof where, "; address is %s bytes before the%s %s-byte allocation",
					commas(b.start - addr, gap, sizeof gap), freed, size);
			else if (addr == end)
				snprintf(where, sizeof where,
					"; address is right past the end of the%s %s-byte allocation", freed, size);
			else if (addr > end)
				snprintf(where, sizeof where,
					"; address is %s bytes past the end of the%s %s-byte allocation",
					commas(addr - end, gap, sizeof gap), freed, size);
			else if (b.live && kind == EM_FAULT_OUT_OF_BOUNDS)
				snprintf(where, sizeof where,
					"; its last %s bytes are past the end of the %s-byte allocation",
					commas(addr + bytes - end, gap, sizeof gap), size);
			else
				snprintf(where, sizeof where, "; address is %s bytes inside the%s %s-byte allocation",
					commas(addr - b.start, gap, sizeof gap), freed, size);
			if (kind == EM_FAULT_OUT_OF_BOUNDS)
				strncat(where, variable_at(w->t->p->m, allocation, variable, sizeof variable),
					sizeof where - strlen(where) - 1);
		}
	}
	em_fault_set(w, i, lane, kind, "Invalid __%s__ %s of size %u bytes%s", name, verb[access], bytes, where);
	t->fault.address = addr;
	t->fault.allocation = allocation;
	return NULL;
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
