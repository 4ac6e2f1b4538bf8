/* table: see table.h. Which modifiers matter is decided here, once: hints, scopes and memory orders select no other
 * executor (decode looks at the orders itself), .rn is what no rounding modifier means. What is left must match a row
 * exactly, so an instruction with a modifier that nobody thought of is "not implemented", never executed as if it were
 * not there. */
#include "emulator/code/table.h"
#include "base/buf.h"
#include "emulator/exec/chains.h"
#include "emulator/exec/products.h"

#define FAMILIES(X) \
	X(int) \
	X(logic) \
	X(cmp) \
	X(float) \
	X(mufu) \
	X(half) X(cvt) X(cvt8) X(move) X(global) X(shared) X(atom) X(warp) X(flow) X(async) X(atomv) X(video) X(vscalar)
#define DECLARE(f) extern const struct em_rows em_rows_##f##_base, em_rows_##f##_v3;
FAMILIES(DECLARE)
#define ONE(f) +1
static const struct em_rows *const families[2][FAMILIES(ONE)] = {
#define BASE(f) &em_rows_##f##_base,
#define V3(f) &em_rows_##f##_v3,
	{ FAMILIES(BASE) }, { FAMILIES(V3) }
};

/* Families that are compiled in quick form too, with the same rows in the same order. */
#define PURE_FAMILIES(X) X(int) X(logic) X(cmp) X(float)
#define QUICK_FAMILIES(X) X(mufu) X(move) X(global) X(shared) X(flow)
#define DECLARE_QUICK(f) extern const struct em_rows em_rows_##f##_v3q;
PURE_FAMILIES(DECLARE_QUICK)
QUICK_FAMILIES(DECLARE_QUICK)
static const struct {
	const struct em_rows *own, *quick;
	bool pure; /* registers alone, and nothing is counted */
} quick_families[] = {
#define PURE(f) { &em_rows_##f##_v3, &em_rows_##f##_v3q, true },
#define TWO(f) { &em_rows_##f##_v3, &em_rows_##f##_v3q, false },
	PURE_FAMILIES(PURE) QUICK_FAMILIES(TWO)
};

struct key {
	uint16_t op;
	uint8_t space, vec;
	uint32_t types, mods;
};

/* Put the bytes of a packed set in order, so that the order of writing does not matter. */
static uint32_t sorted(uint32_t set)
{
	uint8_t b[4] = { (uint8_t)set, (uint8_t)(set >> 8), (uint8_t)(set >> 16), (uint8_t)(set >> 24) };
	for (int k = 1; k < 4; k++)
		for (int j = k; j > 0 && b[j - 1] > b[j]; j--) {
			uint8_t t = b[j];
			b[j] = b[j - 1];
			b[j - 1] = t;
		}
	return EM_PACK(b[0], b[1], b[2], b[3]);
}

static size_t hash(const struct key *k)
{
	uint64_t h = ((uint64_t)k->op << 16 | (uint64_t)k->space << 8 | k->vec) * 0x9e3779b97f4a7c15ull;
	h = (h ^ k->types) * 0xbf58476d1ce4e5b9ull;
	h = (h ^ k->mods ^ h >> 29) * 0x94d049bb133111ebull;
	return (size_t)(h >> 32);
}

static bool same(const struct em_row *r, const struct key *k)
{
	return r->op == k->op && r->space == k->space && r->vec == k->vec && r->types == k->types &&
		sorted(r->mods) == k->mods;
}

static struct em_pair *pair_of(const struct em_table *t, em_fn own)
{
	size_t h = (size_t)((uint64_t)(uintptr_t)own * 0x9e3779b97f4a7c15ull >> 32) & (t->npairs - 1);
	while (t->pair[h].own && t->pair[h].own != own)
		h = (h + 1) & (t->npairs - 1);
	return &t->pair[h];
}

em_fn em_table_quick(const struct em_table *t, em_fn own)
{
	const struct em_pair *p = own && t->npairs ? pair_of(t, own) : NULL;
	return p && p->own ? p->quick : own;
}

uint8_t em_table_kind(const struct em_table *t, em_fn own)
{
	static const uint8_t kinds[][2] = { { EM_H_BB, EM_SLOT_HEAD }, { EM_H_COPY32M, EM_SLOT_COPY32 },
		{ EM_H_COPY64M, EM_SLOT_COPY64 }, { EM_H_CSKIP, EM_SLOT_SKIP }, { EM_H_WSYNC, EM_SLOT_WAIT },
		{ EM_H_SPIN, EM_SLOT_SPIN }, { EM_H_CLOCK32, EM_SLOT_CLOCK }, { EM_H_CLOCK64, EM_SLOT_CLOCK },
		{ EM_H_BUILTIN, EM_SLOT_BUILTIN } };
	for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
		if (t->helper[kinds[k][0]] == own)
			return kinds[k][1];
	return EM_SLOT_OTHER;
}

static void pair_up(struct em_table *t)
{
	size_t total = 0;
	for (size_t f = 0; f < sizeof quick_families / sizeof *quick_families; f++)
		total += 2 * quick_families[f].own->n;
	for (t->npairs = 1024; t->npairs < 2 * total; t->npairs *= 2)
		;
	t->pair = xcalloc(t->npairs, sizeof *t->pair);
	for (size_t f = 0; f < sizeof quick_families / sizeof *quick_families; f++)
		for (size_t n = 0; n < quick_families[f].own->n; n++) {
			const struct em_row *o = &quick_families[f].own->row[n], *q = &quick_families[f].quick->row[n];
			*pair_of(t, o->fn) = (struct em_pair){ o->fn, q->fn, quick_families[f].pure };
			if (o->again) /* of comparisons, with the branch after it */
				*pair_of(t, o->again) = (struct em_pair){ o->again, q->again, false };
		}
}

em_fn em_table_end(const struct em_table *t, em_fn count, em_fn branch)
{
	for (size_t k = 0; k < t->nendings; k++)
		if (t->ending[k].count == count && t->ending[k].branch == branch)
			return t->ending[k].whole;
	return NULL;
}

static void find_endings(struct em_table *t)
{
	const struct em_ends *e = &em_ends_v3q;
	t->ending = xcalloc(e->n, sizeof *t->ending);
	for (; t->nendings < e->n; t->nendings++) {
		const struct em_end *r = &e->row[t->nendings];
		t->ending[t->nendings] =
			(struct em_ending){ em_table_get(t, r->op, 0, 0, EM_PACK(r->type, EM_NO, EM_NO, EM_NO), M0)->fn,
				em_table_get(t, PTX_OP_SETP, 0, 0, EM_PACK(r->compared_as, EM_NO, EM_NO, EM_NO),
					EM_PACK(r->how, EM_NO, EM_NO, EM_NO))
					->again,
				r->fn };
	}
}

bool em_table_pure(const struct em_table *t, em_fn own)
{
	const struct em_pair *p = own && t->npairs ? pair_of(t, own) : NULL;
	return (p && p->own && p->pure) || (own && (own == t->helper[EM_H_COPY32M] || own == t->helper[EM_H_COPY64M]));
}

em_sweep_fn em_table_sweep(const struct em_table *t, em_fn own, em_fn compare)
{
	for (size_t k = 0; k < t->nsweeps; k++)
		if (t->sweep[k].own == own && t->sweep[k].compare == compare)
			return t->sweep[k].fn;
	return NULL;
}

static void find_sweeps(struct em_table *t)
{
	const struct em_sweeps *s = &em_sweeps_v3;
	t->sweep = xcalloc(s->n, sizeof *t->sweep);
	for (; t->nsweeps < s->n; t->nsweeps++) {
		const struct em_sweep *r = &s->row[t->nsweeps];
		struct em_sweeping *x = &t->sweep[t->nsweeps];
		x->fn = r->fn;
		if (r->how != EM_NO)
			x->compare = em_table_get(t, PTX_OP_SETP, 0, 0, EM_PACK(r->compared_as, EM_NO, EM_NO, EM_NO),
				EM_PACK(r->how, EM_NO, EM_NO, EM_NO))
					     ->fn;
		x->own = r->op == PTX_OP_SETP ?
			x->compare :
			em_table_get(t, r->op, 0, 0, EM_PACK(r->type, EM_NO, EM_NO, EM_NO), M0)->fn;
	}
}

struct em_table *em_table_new(bool v3)
{
	struct em_table *t = xcalloc(1, sizeof *t);
	size_t total = 0;
	if (v3)
		pair_up(t);
	for (size_t f = 0; f < sizeof families[0] / sizeof *families[0]; f++)
		total += families[v3][f]->n;
	for (t->nslots = 1024; t->nslots < 2 * total; t->nslots *= 2)
		;
	t->slot = xcalloc(t->nslots, sizeof *t->slot);
	for (size_t f = 0; f < sizeof families[0] / sizeof *families[0]; f++)
		for (size_t n = 0; n < families[v3][f]->n; n++) {
			const struct em_row *r = &families[v3][f]->row[n];
			if (r->op >= PTX_OP_COUNT) {
				t->helper[r->op - PTX_OP_COUNT] = r->fn;
				t->quick[r->op - PTX_OP_COUNT] = em_table_quick(t, r->again ? r->again : r->fn);
				continue;
			}
			struct key k = { r->op, r->space, r->vec, r->types, sorted(r->mods) };
			size_t h = hash(&k) & (t->nslots - 1);
			while (t->slot[h] && !same(t->slot[h], &k))
				h = (h + 1) & (t->nslots - 1);
			if (!t->slot[h]) { /* the first row for a key counts */
				t->slot[h] = r;
				t->nrows++;
			}
		}
	if (v3) {
		find_endings(t);
		find_sweeps(t);
		t->product_shared = em_product_shared;
		t->product_global = em_product_global;
		t->chain_shared = em_chain_shared;
		t->chain_global = em_chain_global;
	}
	return t;
}

void em_table_free(struct em_table *t)
{
	if (t) {
		free(t->slot);
		free(t->pair);
		free(t->ending);
		free(t->sweep);
	}
	free(t);
}

static const struct em_row *find(const struct em_table *t, const struct key *k)
{
	for (size_t h = hash(k) & (t->nslots - 1); t->slot[h]; h = (h + 1) & (t->nslots - 1))
		if (same(t->slot[h], k))
			return t->slot[h];
	return NULL;
}

const struct em_row *em_table_get(
	const struct em_table *t, unsigned op, unsigned space, unsigned vec, uint32_t types, uint32_t mods)
{
	struct key k = { (uint16_t)op, (uint8_t)space, (uint8_t)vec, types, sorted(mods) };
	return find(t, &k);
}

static bool matters(const struct ptx_inst *in, unsigned mod)
{
	switch (mod) {
	case PTX_MOD_UNI: return in->op == PTX_OP_VOTE;
	case PTX_MOD_RELAXED:
	case PTX_MOD_ACQUIRE:
	case PTX_MOD_RELEASE: return in->op == PTX_OP_BARRIER; /* barrier.cluster */
	case PTX_MOD_CLUSTER: return in->op == PTX_OP_BARRIER;
	case PTX_MOD_RN:
	case PTX_MOD_WEAK:
	case PTX_MOD_VOLATILE:
	case PTX_MOD_ACQ_REL:
	case PTX_MOD_SC:
	case PTX_MOD_MMIO:
	case PTX_MOD_CTA:
	case PTX_MOD_GPU:
	case PTX_MOD_SYS:
	case PTX_MOD_GL:
	case PTX_MOD_CA:
	case PTX_MOD_CG:
	case PTX_MOD_CS:
	case PTX_MOD_LU:
	case PTX_MOD_CV:
	case PTX_MOD_WB:
	case PTX_MOD_WT:
	case PTX_MOD_NC:
	case PTX_MOD_L1_EVICT_NORMAL:
	case PTX_MOD_L1_EVICT_UNCHANGED:
	case PTX_MOD_L1_EVICT_FIRST:
	case PTX_MOD_L1_EVICT_LAST:
	case PTX_MOD_L1_NO_ALLOCATE:
	case PTX_MOD_L2_EVICT_NORMAL:
	case PTX_MOD_L2_EVICT_UNCHANGED:
	case PTX_MOD_L2_EVICT_FIRST:
	case PTX_MOD_L2_EVICT_LAST:
	case PTX_MOD_L2_CACHE_HINT:
	case PTX_MOD_L2_64B:
	case PTX_MOD_L2_128B:
	case PTX_MOD_L2_256B:
	case PTX_MOD_GLOBAL:
	case PTX_MOD_SHARED_CTA:
	case PTX_MOD_SHARED_CLUSTER:
	case PTX_MOD_PARAM_ENTRY:
	case PTX_MOD_PARAM_FUNC:
	case PTX_MOD_ALIGNED:
	case PTX_MOD_UNIFIED: return false;
	default: return true;
	}
}

static bool has_space(unsigned op)
{
	switch (op) {
	case PTX_OP_LD:
	case PTX_OP_LDU:
	case PTX_OP_ST:
	case PTX_OP_ATOM:
	case PTX_OP_RED:
	case PTX_OP_CVTA:
	case PTX_OP_ISSPACEP: return true;
	default: return false;
	}
}

const struct em_row *em_table_find(const struct em_table *t, const struct ptx_inst *in)
{
	struct key k = { in->op, 0, 0, T0, 0 };
	uint8_t types[3] = { EM_NO, EM_NO, EM_NO }, mods[4] = { EM_NO, EM_NO, EM_NO, EM_NO };
	unsigned n = 0;
	if (in->ntypes > 3)
		return NULL;
	for (unsigned j = 0; j < in->ntypes; j++)
		types[j] = in->types[j];
	for (unsigned j = 0; j < in->nmods; j++) {
		if (!matters(in, in->mods[j]))
			continue;
		if (n == 4)
			return NULL;
		mods[n++] = in->mods[j];
	}
	if (has_space(in->op))
		k.space = in->space;
	if (in->op == PTX_OP_LD || in->op == PTX_OP_LDU || in->op == PTX_OP_ST)
		k.vec = in->vec ? in->vec : 1;
	else if ((in->op == PTX_OP_ATOM || in->op == PTX_OP_RED) && in->vec > 1)
		k.vec = in->vec;
	else if (in->vec > 1)
		return NULL;
	k.types = EM_PACK(types[0], types[1], types[2], EM_NO);
	k.mods = sorted(EM_PACK(mods[0], mods[1], mods[2], mods[3]));
	return find(t, &k);
}
