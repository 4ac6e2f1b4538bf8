/* met_apart: see met_apart.h. A lane's value lies in a register of its own place's code. So an executor that looks at
 * all lanes finds in its own register what the others showed, as long as it runs. */
#include "emulator/lanes/met_apart.h"
#include "base/buf.h"
#include "emulator/check/taint.h"
#include "emulator/lanes/warp.h"

static uint64_t get(const struct em_warp *w, uint32_t row, uint32_t letter, int lane)
{
	return letter == 'p'  ? *EM_AT(w, uint32_t, row) >> lane & 1 :
		letter == 'l' ? EM_AT(w, uint64_t, row)[lane] :
				EM_AT(w, uint32_t, row)[lane];
}

static void put(struct em_warp *w, uint32_t row, uint32_t letter, int lane, uint64_t value)
{
	if (letter == 'p')
		*EM_AT(w, uint32_t, row) = (*EM_AT(w, uint32_t, row) & ~(1u << lane)) | (uint32_t)value << lane;
	else if (letter == 'l')
		EM_AT(w, uint64_t, row)[lane] = value;
	else
		EM_AT(w, uint32_t, row)[lane] = (uint32_t)value;
}

void em_met_apart(struct em_warp *w, const struct em_inst *i, uint32_t named, uint32_t met)
{
	uint64_t value[EM_WARP] = { 0 };
	uint32_t unwritten = 0, row = 0;

	if (i->orders) /* a barrier: nobody looks at anything */
		return;
	for (uint32_t k = 0; k < w->ngroups; k++) {
		const struct em_group *g = &w->g[k];
		const struct em_inst *at = k == w->cur ? i : g->pc;
		const uint32_t lanes = k == w->cur ? w->mask : g->mask;
		uint32_t marks;

		if (k != w->cur && !(g->state == EM_AT_SYNC && g->named == named && em_same_function(at, i)))
			continue;
		for (uint32_t m = lanes; m; m &= m - 1)
			value[__builtin_ctz(m)] = get(w, at[at->met].a, at->shown, __builtin_ctz(m));
		marks = em_taint_marks(w, at[at->met].a) & lanes;
		unwritten |= marks;
		row = marks ? at[at->met].a : row;
	}
	if (!w->apart)
		w->apart = xmalloc(sizeof *w->apart);
	for (uint32_t m = met; m; m &= m - 1) {
		const int l = __builtin_ctz(m);

		w->apart->lanes[l] = met;
		w->apart->unwritten[l] = unwritten;
		w->apart->row[l] = row;
		memcpy(w->apart->value[l], value, sizeof value);
	}
	w->met_apart |= met;
}

/* For the lanes `here` of the group, which have met the same ones. */
static void look(struct em_warp *w, const struct em_inst *i,
	const struct em_inst *(*alone)(struct em_warp *w, const struct em_inst *i), char shown, char result,
	uint32_t here)
{
	const int first = __builtin_ctz(here);
	const uint32_t met = w->met_apart >> first & 1 ? w->apart->lanes[first] : here, others = met & ~here;
	uint64_t own[EM_WARP], old[EM_WARP], old_row[EM_WARP];

	for (uint32_t m = others; m; m &= m - 1) {
		const int l = __builtin_ctz(m);

		own[l] = get(w, i->a, (uint32_t)shown, l);
		old[l] = get(w, i->d, (uint32_t)result, l);
		old_row[l] = get(w, i->row, 'p', l);
	}
	for (uint32_t m = others; m; m &= m - 1)
		put(w, i->a, (uint32_t)shown, __builtin_ctz(m), w->apart->value[first][__builtin_ctz(m)]);
	w->mask = met;
	alone(w, i);
	for (uint32_t m = others; m; m &= m - 1) {
		const int l = __builtin_ctz(m);

		put(w, i->a, (uint32_t)shown, l, own[l]);
		put(w, i->d, (uint32_t)result, l, old[l]);
		put(w, i->row, 'p', l, old_row[l]);
	}
}

/* The lanes of `left` that have met the same ones as the first of them, or, as that one, nobody elsewhere. */
static uint32_t with_first(const struct em_warp *w, uint32_t left)
{
	const int first = __builtin_ctz(left);
	const bool met = w->met_apart >> first & 1;
	uint32_t same = 0;

	for (uint32_t m = left; m; m &= m - 1) {
		const int l = __builtin_ctz(m);

		same |= (uint32_t)((w->met_apart >> l & 1) == met &&
				(!met || w->apart->lanes[l] == w->apart->lanes[first]))
			<< l;
	}
	return same;
}

const struct em_inst *em_met_apart_run(struct em_warp *w, const struct em_inst *i,
	const struct em_inst *(*alone)(struct em_warp *w, const struct em_inst *i), char shown, char result)
{
	const uint32_t here = w->mask;
	bool marked = false;

	for (uint32_t left = here; left;) {
		const uint32_t same = with_first(w, left);
		const int first = __builtin_ctz(left);

		marked |= em_taint_met(w, i, same, w->met_apart >> first & 1 ? w->apart->lanes[first] : same);
		look(w, i, alone, shown, result, same);
		left &= ~same;
	}
	w->met_apart &= ~here;
	w->mask = here;
	return marked ? em_warp_leave(w, i + 1) : i + 1;
}
