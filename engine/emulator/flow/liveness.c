/* liveness: see liveness.h. Exact for the code as it stands in PTX: basic blocks are walked from the end to the
 * beginning until nothing changes. The order in which ptxas puts instructions is another. */
#include "emulator/flow/liveness.h"
#include "base/buf.h"
#include "emulator/flow/registers.h"

void em_liveness_before(const struct em_liveness *l, size_t k, uint64_t *set)
{
	const struct ptx_inst *in = &l->f->insts[k];
	int32_t regs[EM_REGS_MOST];
	unsigned n = in->guard < 0 ? em_regs_written(l->f, in, regs) : 0; /* under a guard it may keep what was there */

	for (unsigned r = 0; r < n; r++)
		em_set_put(set, (size_t)regs[r], false);
	n = em_regs_read(l->f, in, regs);
	for (unsigned r = 0; r < n; r++)
		em_set_put(set, (size_t)regs[r], true);
	if (l->also)
		l->also(l->arg, in, set);
}

void em_liveness_after(const struct em_liveness *l, uint32_t b, uint64_t *set)
{
	memset(set, 0, l->nwords * sizeof *set);
	for (uint32_t e = l->flow->edge[b]; e < l->flow->edge[b + 1]; e++)
		for (size_t k = 0; k < l->nwords; k++)
			set[k] |= l->in[l->flow->to[e] * l->nwords + k];
}

void em_liveness_init(struct em_liveness *l, const struct ptx_func *f, const struct em_flow *flow, size_t more,
	em_also_needed also, const void *arg)
{
	*l = (struct em_liveness){
		.f = f, .flow = flow, .nwords = (f->nregs + more) / 64 + 1, .also = also, .arg = arg
	};
	uint64_t *set = xcalloc(l->nwords, sizeof *set);

	l->in = xcalloc(((size_t)flow->n + 1) * l->nwords, sizeof *l->in);
	for (bool changed = true; changed;) {
		changed = false;
		for (uint32_t b = flow->n; b-- > 0;) {
			em_liveness_after(l, b, set);
			for (uint32_t k = flow->first[b + 1]; k-- > flow->first[b];)
				em_liveness_before(l, k, set);
			changed |= memcmp(l->in + b * l->nwords, set, l->nwords * sizeof *set) != 0;
			memcpy(l->in + b * l->nwords, set, l->nwords * sizeof *set);
		}
	}
	free(set);
}

void em_liveness_release(struct em_liveness *l)
{
	free(l->in);
	l->in = NULL;
}

static int32_t words_in(const struct em_liveness *l, const bool *agreed, const uint64_t *set)
{
	int32_t n = 0;

	for (size_t k = 0; k < l->nwords; k++)
		for (uint64_t m = set[k]; m; m &= m - 1) {
			size_t r = 64 * k + (size_t)__builtin_ctzll(m);

			n += agreed && agreed[r] ? 0 : em_reg_words(l->f, r);
		}
	return n;
}

/* Those in `agreed` do not count; NULL: all do. */
static int32_t *words_alive(const struct ptx_func *f, const bool *agreed)
{
	struct em_flow w;
	struct em_liveness l;
	uint8_t *leader = xcalloc(f->ninsts + 1, 1);
	int32_t *words = xcalloc(f->ninsts + 1, sizeof *words);
	uint64_t *set;

	em_flow_leaders(f, leader);
	em_flow_init(&w, f, leader);
	em_liveness_init(&l, f, &w, 0, NULL, NULL);
	set = xcalloc(l.nwords, sizeof *set);
	for (uint32_t b = 0; b < w.n; b++) {
		em_liveness_after(&l, b, set);
		for (uint32_t k = w.first[b + 1]; k-- > w.first[b];) {
			em_liveness_before(&l, k, set);
			words[k] = words_in(&l, agreed, set);
		}
	}
	em_liveness_release(&l);
	em_flow_release(&w);
	free(set);
	free(leader);
	return words;
}

int32_t *em_words_alive(const struct ptx_func *f)
{
	bool *agreed = em_agreed(f);
	int32_t *words = words_alive(f, agreed);

	free(agreed);
	return words;
}

int32_t em_most_words_alive(const struct ptx_func *f)
{
	int32_t *words = words_alive(f, NULL), most = 0;

	for (size_t k = 0; k < f->ninsts; k++)
		most = words[k] > most ? words[k] : most;
	free(words);
	return most;
}
