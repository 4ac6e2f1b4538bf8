/* fault_mem: what there is to say of an access to an address that memory does not allow: how far it lies from what it
 * may have been meant for, and which mistake leads there. */
#include <stdio.h>

#include "emulator/core/fault.h"
#include "emulator/core/device.h"

/* As far as an index of 32 bits, signed or not, leads from an array's beginning, with elements of 16 bytes: such an
 * address is one of an array that somebody missed, and no pointer of the host's. */
#define INDEX_REACH (1ull << 36)
/* A null pointer with an index below 0 that was taken as unsigned, or wrapped; the lowest 4 GiB hold programs. */
#define INDEX_FAR (1ull << 32)

/* Addresses of shared and local memory have 32 bits, or 64: an index below 0 makes one of the upper half. How far below
 * the beginning it lies; 0: it does not. */
static uint64_t below_zero(uint64_t addr)
{
	if (addr >= 0x80000000u && addr <= UINT32_MAX)
		return (1ull << 32) - addr;
	return addr >= -INDEX_REACH ? 0 - addr : 0;
}

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

/* Where a wrong address lies. */
struct whereabouts {
	enum em_fault_kind kind;
	uint64_t allocation; /* that the words speak of; 0: of none */
	char words[320];
};

/* Of shared memory, or of a thread's own. */
static void in_window(struct em_warp *w, enum ptx_space space, uint64_t addr, unsigned bytes, struct whereabouts *o)
{
	const char *name = space == PTX_SHARED ? "shared" : "local";
	const uint64_t have = space == PTX_SHARED ? w->shared_bytes : w->local_bytes, below = below_zero(addr);
	char size[32], gap[32];

	commas(have, size, sizeof size);
	if (!have && space == PTX_LOCAL)
		snprintf(o->words, sizeof o->words,
			"; the kernel has no local memory: it is the address of a variable of another kernel's thread, "
			"which no other thread can reach");
	else if (!have)
		snprintf(o->words, sizeof o->words, "; the kernel has no shared memory%s",
			has_dynamic_shared(w->t->p) ? ", as its launch gives it none: <<<blocks, threads, bytes>>>" :
						      "");
	else if (below)
		snprintf(o->words, sizeof o->words,
			"; address is %s bytes before the beginning of the %s bytes of %s memory",
			commas(below, gap, sizeof gap), size, name);
	else if (addr == have)
		snprintf(o->words, sizeof o->words,
			"; address 0x%llx is right past the end of the %s bytes of %s memory", (unsigned long long)addr,
			size, name);
	else if (addr > have)
		snprintf(o->words, sizeof o->words,
			"; address 0x%llx is %s bytes past the end of the %s bytes of %s memory",
			(unsigned long long)addr, commas(addr - have, gap, sizeof gap), size, name);
	else
		snprintf(o->words, sizeof o->words,
			"; its last %llu bytes are past the end of the %s bytes of %s memory",
			(unsigned long long)(addr + bytes - have), size, name);
}

/* An address without an allocation anywhere near. */
static void nowhere(uint64_t addr, struct whereabouts *o)
{
	const unsigned long long at = addr;

	if (addr - EM_LOCAL_WINDOW < EM_WINDOW_BYTES)
		snprintf(o->words, sizeof o->words,
			"; address 0x%llx is one of local memory: a variable of a thread's own, which no other thread "
			"and no "
			"other kernel can reach",
			at);
	else if (addr - EM_SHARED_WINDOW < EM_WINDOW_BYTES)
		snprintf(o->words, sizeof o->words,
			"; address 0x%llx is one of shared memory: only the block that has it can reach it, as long as "
			"it "
			"runs",
			at);
	else if (EM_LOCAL_WINDOW - addr <= INDEX_REACH)
		snprintf(o->words, sizeof o->words,
			"; address 0x%llx is %llu bytes before the beginning of local memory", at,
			(unsigned long long)(EM_LOCAL_WINDOW - addr));
	else if (EM_SHARED_WINDOW - addr <= INDEX_REACH)
		snprintf(o->words, sizeof o->words,
			"; address 0x%llx is %llu bytes before the beginning of shared memory", at,
			(unsigned long long)(EM_SHARED_WINDOW - addr));
	else
		snprintf(o->words, sizeof o->words, "; address 0x%llx is not device memory (a host pointer?)", at);
}

/* So far from any allocation the nearest one is there by chance; and so far, one that the kernel was not given, where
 * it was given others. */
#define FAR_AWAY (16ull << 20)
#define SOME_WAY (4ull << 10)

/* The allocations that arguments of the kernel's lead into, as far as these are pointers. */
struct given {
	unsigned n; /* 2: several */
	bool nearest;
	struct em_mem_block one;
};

static struct given given_to(struct em_worker *t, const struct em_mem_block *nearest)
{
	const struct em_launch *l = t->run->l;
	struct given g = { 0 };

	for (size_t at = 0; at + 8 <= t->p->param_bytes; at += 8) {
		struct em_mem_block b;
		uint64_t v;

		memcpy(&v, (const char *)l->params + at, sizeof v);
		if (!em_memory_find(&t->d->mem, v, &b))
			continue;
		g.nearest |= b.start == nearest->start;
		if (!g.n || g.one.start != b.start)
			g.n += g.n < 2;
		g.one = b;
	}
	return g;
}

/* Next to an allocation, or far from one that it may come from all the same. */
static void beside(uint64_t addr, unsigned bytes, const struct em_mem_block *b, bool far, struct whereabouts *o)
{
	const uint64_t end = b->start + b->size;
	const char *freed = b->live ? "" : " freed";
	char size[32], gap[32];

	commas(b->size, size, sizeof size);
	if (addr < b->start)
		snprintf(o->words, sizeof o->words, "; %saddress is %s bytes before the%s %s-byte allocation",
			far ? "an index is below 0 (an int that becomes too large turns negative): the " : "",
			commas(b->start - addr, gap, sizeof gap), freed, size);
	else if (addr == end)
		snprintf(o->words, sizeof o->words, "; address is right past the end of the%s %s-byte allocation",
			freed, size);
	else if (addr > end)
		snprintf(o->words, sizeof o->words, "; address is %s bytes past the end of the%s %s-byte allocation",
			commas(addr - end, gap, sizeof gap), freed, size);
	else if (b->live && o->kind == EM_FAULT_OUT_OF_BOUNDS)
		snprintf(o->words, sizeof o->words, "; its last %s bytes are past the end of the %s-byte allocation",
			commas(addr + bytes - end, gap, sizeof gap), size);
	else
		snprintf(o->words, sizeof o->words, "; address is %s bytes inside the%s %s-byte allocation",
			commas(addr - b->start, gap, sizeof gap), freed, size);
}

static void in_global(struct em_worker *t, uint64_t addr, unsigned bytes, struct whereabouts *o)
{
	struct em_mem_block b, meant_of;
	char size[32], gap[32], variable[96];
	uint64_t meant = 0;

	if (addr < 4096) {
		o->kind = EM_FAULT_NULL_ACCESS;
		snprintf(o->words, sizeof o->words, "; address 0x%llx is a null pointer%s", (unsigned long long)addr,
			t->d->heap_failed ? ", as malloc() and new in a kernel gave one: their heap was full "
					    "(cudaDeviceSetLimit() with cudaLimitMallocHeapSize makes it larger)" :
					    "");
		return;
	}
	if ((addr >= INDEX_FAR && addr < INDEX_REACH) || addr >= -INDEX_REACH) {
		snprintf(o->words, sizeof o->words,
			"; address 0x%llx is no memory: a null pointer with an index below 0, or far too large",
			(unsigned long long)addr);
		return;
	}
	if (!near_memory(&t->d->mem, addr) || !em_memory_nearest(&t->d->mem, addr, &b)) {
		nowhere(addr, o);
		return;
	}
	const bool inside = addr >= b.start && addr < b.start + b.size;
	const uint64_t away = inside ? 0 : addr < b.start ? b.start - addr : addr - (b.start + b.size);
	const bool far = away >= FAR_AWAY && away / 8 >= b.size;
	const struct given given = given_to(t, &b);
	const bool chance = far || (away >= SOME_WAY && away > b.size && given.n && !given.nearest);
	if (!b.live && inside)
		o->kind = EM_FAULT_AFTER_FREE;
	else if (b.live && b.read_only && inside)
		o->kind = EM_FAULT_READ_ONLY;
	if (!inside && wrapped(t, addr, bytes, &meant, &meant_of)) {
		b = meant_of;
		snprintf(o->words, sizeof o->words,
			"; an index went below 0 and, unsigned, wrapped around: without that the address is %s bytes "
			"%s "
			"the %s-byte allocation",
			commas(meant < b.start ? b.start - meant : meant - b.start, gap, sizeof gap),
			meant < b.start ? "before" : "inside", commas(b.size, size, sizeof size));
	} else if (o->kind == EM_FAULT_READ_ONLY) {
		snprintf(o->words, sizeof o->words,
			"; address is in constant memory (a __constant__ variable of %s bytes), which kernels cannot "
			"write",
			commas(b.size, size, sizeof size));
	} else if (chance && given.n != 1) {
		snprintf(o->words, sizeof o->words,
			"; address 0x%llx is far from all allocations: the nearest is %s bytes away (an index below 0, "
			"an int "
			"that became too large, or an index that was never set?)",
			(unsigned long long)addr, commas(away, gap, sizeof gap));
		return;
	} else {
		b = chance ? given.one : b;
		beside(addr, bytes, &b, far, o);
	}
	o->allocation = b.start;
	if (b.heap)
		strncat(o->words,
			b.live ? " (of malloc() or new in a kernel)" :
				 " (of malloc() or new in a kernel, given back by free() or delete)",
			sizeof o->words - strlen(o->words) - 1);
	if (o->kind == EM_FAULT_OUT_OF_BOUNDS)
		strncat(o->words, variable_at(t->p->m, b.start, variable, sizeof variable),
			sizeof o->words - strlen(o->words) - 1);
}

const struct em_inst *em_fault_mem(struct em_warp *w, const struct em_inst *i, int lane, enum ptx_space space,
	uint64_t addr, unsigned bytes, int access)
{
	static const char *const verb[] = { "read", "write", "atomic" };
	const char *name = space == PTX_SHARED ? "shared" : space == PTX_LOCAL ? "local" : "global";
	struct whereabouts o = { .kind = EM_FAULT_OUT_OF_BOUNDS };

	if (addr & (bytes - 1)) {
		o.kind = EM_FAULT_MISALIGNED;
		snprintf(o.words, sizeof o.words, "; address 0x%llx is misaligned: it has to be a multiple of %u",
			(unsigned long long)addr, bytes);
	} else if (space == PTX_SHARED || space == PTX_LOCAL) {
		in_window(w, space, addr, bytes, &o);
	} else {
		in_global(w->t, addr, bytes, &o);
	}
	em_fault_set(w, i, lane, o.kind, "Invalid __%s__ %s of size %u bytes%s", name, verb[access], bytes, o.words);
	w->t->fault.address = addr;
	w->t->fault.allocation = o.allocation;
	return NULL;
}
