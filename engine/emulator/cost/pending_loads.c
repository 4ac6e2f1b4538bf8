/* pending_loads: the loads of a basic block that are on their way, and the registers that they need: no more at a time
 * than the registers hold that the code does not need otherwise. A part of the walk of critical_path.c. */
#include "base/buf.h"
#include "emulator/cost/critical_path.h"
#include "emulator/flow/registers.h"

static int32_t load_of(const struct em_walk *w, int32_t reg)
{
	return w->mark[reg].epoch == w->epoch ? w->mark[reg].load : 0;
}

static void set_load(struct em_walk *w, int32_t reg, int32_t load)
{
	w->mark[reg] = (struct mark){ w->epoch, load };
}

/* Bytes and halves side by side come in one word. */
static int32_t words_of(const struct ptx_inst *in, unsigned regs)
{
	return (int32_t)((regs * ptx_type_bits(in->types[in->ntypes - 1]) + 31) / 32);
}

/* A block begins with instruction k. Its loads share what its other values leave free where these are most, less a
 * quarter: for addresses, and because what is loaded in one piece needs registers side by side. */
void em_loads_begin(struct em_walk *w, int32_t k)
{
	int32_t most = 0, loaded = 0, regs[EM_REGS_MOST];
	size_t end = (size_t)k;
	unsigned n;

	if (!w->alive)
		return;
	while (end < w->f->ninsts && (w->block_of[end] == w->block_of[k] || w->block_of[end] < 0))
		end++;
	w->epoch++; /* the words that each instruction uses last: here a mark is that of registers that are used after
		       it */
	for (size_t j = end; j-- > (size_t)k;) {
		const struct ptx_inst *in = &w->f->insts[j];

		most = w->alive[j] - loaded > most ? w->alive[j] - loaded : most;
		n = em_regs_written(w->f, in, regs);
		for (unsigned r = 0; r < n && em_is_load(in); r++)
			if (load_of(w, regs[r])) {
				loaded -= words_of(in, 1);
				set_load(w, regs[r], 0);
			}
		n = em_regs_read(w->f, in, regs);
		for (unsigned r = 0; r < n; r++)
			if (w->from_load[regs[r]] && !load_of(w, regs[r])) {
				loaded += w->from_load[regs[r]];
				set_load(w, regs[r], 1);
			}
	}
	w->spare = (w->registers - most) * 3 / 4;
	w->loads = 0;
	w->epoch++;
}

/* Who reads registers uses what was loaded there; a load waits until there is room for its words. */
void em_loads_use(struct em_walk *w, const int32_t *regs, unsigned n, const struct em_moment *start)
{
	for (unsigned r = 0; w->alive && r < n; r++) {
		int32_t load = load_of(w, regs[r]);
		struct pending *p = load ? &w->load[load - 1] : NULL;

		if (p && !p->used) {
			p->used = true;
			p->at = *start;
		}
	}
}

void em_loads_find_room(
	struct em_walk *w, const struct ptx_inst *in, const int32_t *regs, unsigned n, struct em_moment *start)
{
	const bool known = w->under_way.known, load = em_is_load(in);
	const enum em_asked kind = !load ? EM_ASKED_SPECIAL :
		in->space == PTX_SHARED  ? EM_ASKED_SHARED :
					   EM_ASKED_MEMORY;
	const int32_t most = known ? (int32_t)w->under_way.most[kind] : w->spare;
	int32_t words = load ? words_of(in, n) : 1, sum = words;

	/* The machine code may do it by other instructions, which nobody has looked at. */
	if (!w->alive || w->loads == MOST_LOADS || (known ? !most : !load))
		return;
	for (int32_t k = w->loads - 1; k >= 0; k--) {
		if (known && w->load[k].kind != kind)
			continue;
		sum += w->load[k].words;
		if (sum > most) {
			if (w->load[k].used)
				em_later(start, &w->load[k].at);
			break;
		}
	}
	w->load[w->loads++] = (struct pending){ .words = words, .kind = kind };
	for (unsigned r = 0; r < n; r++)
		set_load(w, regs[r], w->loads);
}

void em_loads_open(struct em_walk *w)
{
	if (!w->alive)
		return;
	w->load = xcalloc(MOST_LOADS, sizeof *w->load);
	w->mark = xcalloc(w->f->nregs + 1, sizeof *w->mark);
	w->from_load = xcalloc(w->f->nregs + 1, sizeof *w->from_load);
	for (size_t k = 0; k < w->f->ninsts; k++) {
		const struct ptx_inst *in = &w->f->insts[k];
		int32_t regs[EM_REGS_MOST];
		unsigned n = em_is_load(in) ? em_regs_written(w->f, in, regs) : 0;

		for (unsigned r = 0; r < n; r++)
			w->from_load[regs[r]] = (uint8_t)words_of(in, 1);
	}
}

void em_loads_close(struct em_walk *w)
{
	free(w->load);
	free(w->mark);
	free(w->from_load);
}
