/* which_load: which of the PTX's loads of memory a load in the machine code of its loop is, and by which it finds its
 * data. A part of the walk of in_order.c. */
#include <stdlib.h>

#include "base/buf.h"
#include "emulator/cost/critical_path.h"

/* Loads of memory, in the order of the code: of which instruction, and which of them share a register as their address.
 */
struct load {
	int32_t at, base;
	int64_t from_base;    /* bytes */
	uint32_t words, turn; /* turn: of the PTX's loop, in one of the machine code */
	int32_t is;           /* which of the PTX's loads, or -1 */
	int32_t finds;        /* likewise: by which it finds its data, where it is not the one that comes first */
};
struct loads {
	struct load v[MOST_LOADS];
	uint32_t n;
};

static bool find_loads(const struct em_walk *w, const struct em_same_loop *l, enum em_code_kind kind, struct loads *out)
{
	out->n = 0;
	for (int32_t k = l->from; k <= l->to; k = em_next_own(w, l, k)) {
		const struct ptx_inst *in = &w->f->insts[k];
		int32_t base = -1 - k;
		int64_t from_base = 0;

		if (em_code_kind_of(in) != kind)
			continue;
		if (out->n == MOST_LOADS)
			return false;
		if (in->noperands > 1 && in->ops[1].kind == PTX_ADDR && in->ops[1].reg >= 0)
			base = in->ops[1].reg, from_base = in->ops[1].imm;
		out->v[out->n++] = (struct load){ k, base, from_base, em_code_words(in), 0, -1, -1 };
	}
	return true;
}

static bool find_code(const struct em_code *code, uint32_t n, enum em_code_kind kind, struct loads *out)
{
	out->n = 0;
	for (uint32_t k = 0; k < n; k++) {
		if (code[k].kind != kind)
			continue;
		if (out->n == MOST_LOADS)
			return false;
		out->v[out->n++] = (struct load){ (int32_t)k, code[k].base, code[k].at, code[k].words, 0, -1, -1 };
	}
	return true;
}

/* How many of them have the base of number k; whether that is the first one. */
static uint32_t with_base(const struct loads *l, uint32_t k, bool *first)
{
	uint32_t n = 0;

	*first = true;
	for (uint32_t j = 0; j < l->n; j++) {
		n += l->v[j].base == l->v[k].base;
		*first &= j >= k || l->v[j].base != l->v[k].base;
	}
	return n;
}

/* Gives number j of the machine code's loads the PTX's load `is`. */
static void pair(struct loads *code, uint32_t j, uint32_t is, uint32_t turn)
{
	code->v[j].is = code->v[j].finds = (int32_t)is;
	code->v[j].turn = turn;
}

/* The least place of a base's loads, and (turns > 1) how far the next turn's are behind it: there lies the n-th. */
static void places_of(const struct loads *l, int32_t base, uint32_t n, int64_t *least, int64_t *stride)
{
	*least = INT64_MAX;
	for (uint32_t k = 0; k < l->n; k++)
		if (l->v[k].base == base && l->v[k].from_base < *least)
			*least = l->v[k].from_base;
	*stride = 0;
	for (uint32_t k = 0; k < l->n; k++) {
		uint32_t before = 0;

		for (uint32_t j = 0; j < l->n; j++)
			before += l->v[j].base == base && l->v[j].from_base < l->v[k].from_base;
		if (l->v[k].base == base && before == n)
			*stride = l->v[k].from_base - *least;
	}
}

/* The machine code's loads with one base by their places, where these are those of the PTX's n loads, turn by turn.
 * False: they are not; nothing is paired. */
static bool pair_places(
	const struct loads *ptx, int32_t base, struct loads *code, int32_t code_base, uint32_t n, uint32_t turns)
{
	uint16_t is[MOST_LOADS], turn[MOST_LOADS];
	uint32_t taken[MOST_LOADS] = { 0 }; /* of each PTX load, by how many turns */
	int64_t first, from, stride, unused;

	places_of(ptx, base, n, &from, &unused);
	places_of(code, code_base, n, &first, &stride);
	if ((turns > 1) != (stride > 0))
		return false;
	for (uint32_t j = 0; j < code->n; j++) {
		const int64_t at = code->v[j].from_base - first;
		uint32_t p = 0;

		if (code->v[j].base != code_base)
			continue;
		turn[j] = (uint16_t)(stride ? at / stride : 0);
		while (p < ptx->n &&
			(ptx->v[p].base != base || ptx->v[p].words != code->v[j].words ||
				ptx->v[p].from_base - from != at - turn[j] * stride))
			p++;
		if (p == ptx->n || turn[j] >= turns || ++taken[p] > turns)
			return false;
		is[j] = (uint16_t)p;
	}
	for (uint32_t j = 0; j < code->n; j++)
		if (code->v[j].base == code_base)
			pair(code, j, is[j], turn[j]);
	return true;
}

/* Loads with one base are together in the machine code as they are in the PTX, of all turns: these are found first. */
static void pair_bases(const struct loads *ptx, struct loads *code, uint32_t turns, bool *used)
{
	for (uint32_t k = 0; k < ptx->n; k++) {
		bool first;
		uint32_t n = with_base(ptx, k, &first), found = code->n;

		if (!first || n * turns < 2)
			continue;
		for (uint32_t j = 0; j < code->n && found == code->n; j++)
			if (code->v[j].is < 0 && code->v[j].words == ptx->v[k].words &&
				with_base(code, j, &first) == n * turns && first)
				found = j;
		if (found < code->n && pair_places(ptx, ptx->v[k].base, code, code->v[found].base, n, turns)) {
			for (uint32_t p = 0; p < ptx->n; p++)
				used[p] |= ptx->v[p].base == ptx->v[k].base;
			continue;
		}
		for (uint32_t j = found, i = 0; j < code->n; j++) {
			uint32_t nth = 0, p = 0;

			if (code->v[j].base != code->v[found].base)
				continue;
			for (p = 0; p < ptx->n; p++)
				if (ptx->v[p].base == ptx->v[k].base && nth++ == i % n)
					break;
			pair(code, j, p, i / n);
			used[p] = true;
			i++;
		}
	}
}

/* All others in their order, turn by turn. */
static void pair_rest(const struct loads *ptx, struct loads *code, const bool *used)
{
	uint32_t p = 0, turn = 0, left = 0;

	for (uint32_t k = 0; k < ptx->n; k++)
		left += !used[k];
	for (uint32_t j = 0; j < code->n && left; j++) {
		if (code->v[j].is >= 0)
			continue;
		while (used[p]) {
			p = (p + 1) % ptx->n;
			turn += p == 0;
		}
		pair(code, j, p, turn);
		p = (p + 1) % ptx->n;
		turn += p == 0;
	}
}

enum { SECTOR_BYTES = 32 };

static int misses(const struct em_walk *w, const struct load *l)
{
	const struct em_level *x = &w->level[l->at];

	return x->l2 + x->late + x->dram;
}

/* Is what the PTX's load p finds in the L1 what number q before it brought there? */
static bool brought_by(const struct em_walk *w, const struct loads *ptx, uint32_t p, uint32_t q)
{
	if (ptx->v[p].base != ptx->v[q].base || 4 * misses(w, &ptx->v[p]) > misses(w, &ptx->v[q]) ||
		llabs(ptx->v[p].from_base - ptx->v[q].from_base) >= SECTOR_BYTES)
		return false;
	for (uint32_t k = q + 1; k < p; k++)
		if (ptx->v[k].base == ptx->v[q].base && 4 * misses(w, &ptx->v[k]) > misses(w, &ptx->v[q]))
			return false;
	return true;
}

/* Of several loads of one sector the first one has it brought, whichever that is: where the machine code has them in
 * another order than the PTX, by which it was counted, they change places. */
static void who_is_first(const struct em_walk *w, const struct loads *ptx, struct loads *code)
{
	for (uint32_t j = 0; j < code->n; j++) {
		const struct load *own = &code->v[j];
		uint32_t first = j;

		if (own->is < 0 || !misses(w, &ptx->v[own->is]))
			continue;
		for (uint32_t i = 0; i < j && first == j; i++)
			if (code->v[i].is > own->is && code->v[i].turn == own->turn &&
				brought_by(w, ptx, (uint32_t)code->v[i].is, (uint32_t)own->is))
				first = i;
		if (first == j)
			continue;
		code->v[j].finds = code->v[first].is;
		code->v[first].finds = own->is;
	}
}

bool em_which_loads(const struct em_walk *w, const struct em_same_loop *l, const struct em_code *code, uint32_t n,
	enum em_code_kind kind, uint32_t turns, struct em_which *out)
{
	struct loads *ptx = xcalloc(2, sizeof *ptx), *machine = &ptx[1];
	bool used[MOST_LOADS] = { false }, found = find_loads(w, l, kind, ptx) && find_code(code, n, kind, machine);

	if (found) {
		pair_bases(ptx, machine, turns, used);
		pair_rest(ptx, machine, used);
		who_is_first(w, ptx, machine);
	}
	for (uint32_t j = 0; found && j < machine->n; j++) {
		const struct load *m = &machine->v[j];

		out->at[j] = m->is >= 0 ? ptx->v[m->finds].at : -1;
		out->turn[j] = m->turn;
	}
	free(ptx);
	return found;
}
