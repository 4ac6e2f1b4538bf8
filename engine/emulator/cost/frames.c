/* frames: what a function that is called costs beside its own instructions. Who calls others keeps in registers what it
 * still needs when they come back, registers that the others in turn must give back as they were: so each saves what it
 * will use of them on its stack, where it begins, and fetches it where it ends: its return address (two words), the
 * values that it needs across its calls, and the place where its lanes meet, if they may part (SASS of ptxas 13.0,
 * fib_recursive of tests/bench/hard: five words). A function that calls nobody finds registers that are free. */
#include "base/buf.h"
#include "emulator/cost/cost.h"
#include "emulator/flow/liveness.h"
#include "emulator/flow/registers.h"

enum { RETURN_ADDRESS = 2, MOST = 200 };

/* Puts what is needed after a call and does not come from it into `kept`. */
static void needed_across(const struct ptx_func *f, const uint64_t *after, const struct ptx_inst *call, uint64_t *kept)
{
	for (size_t r = 0; r < f->nregs; r++)
		if (em_set_has(after, r) && !em_reg_written(f, call, (int32_t)r))
			em_set_put(kept, r, true);
}

/* Words that the function saves because of its calls; 0: it has none. */
static uint32_t words_saved(const struct ptx_func *f, const struct em_cost *cost)
{
	struct em_flow w = { 0 };
	struct em_liveness l;
	uint8_t *leader = xcalloc(f->ninsts + 1, 1);
	uint64_t *set, *kept;
	uint32_t words = RETURN_ADDRESS, parts = 0;
	bool calls = false;

	em_flow_leaders(f, leader);
	em_flow_init(&w, f, leader);
	em_liveness_init(&l, f, &w, 0, NULL, NULL);
	set = xcalloc(l.nwords, sizeof *set);
	kept = xcalloc(l.nwords, sizeof *kept);
	for (uint32_t b = 0; b < w.n; b++) {
		em_liveness_after(&l, b, set);
		for (uint32_t k = w.first[b + 1]; k-- > w.first[b];) {
			if (f->insts[k].op == PTX_OP_CALL) {
				needed_across(f, set, &f->insts[k], kept);
				calls = true;
			}
			em_liveness_before(&l, k, set);
			parts |= cost[k].meets;
		}
	}
	for (size_t r = 0; r < f->nregs; r++)
		words += em_set_has(kept, r) ? (uint32_t)em_reg_words(f, r) : 0;
	em_liveness_release(&l);
	em_flow_release(&w);
	free(set);
	free(kept);
	free(leader);
	return !calls ? 0 : words + parts < MOST ? words + parts : MOST;
}

void em_frames(const struct ptx_func *f, struct em_cost *cost)
{
	uint32_t words;

	if (f->is_entry || !f->ninsts)
		return;
	words = words_saved(f, cost);
	cost[0].saves = (uint8_t)words;
	for (size_t k = 1; k < f->ninsts; k++)
		if (f->insts[k].op == PTX_OP_RET)
			cost[k].saves = (uint8_t)words;
}
