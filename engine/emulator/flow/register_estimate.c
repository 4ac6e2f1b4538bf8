/* register_estimate: how many registers ptxas would give a thread, roughly: the most 32-bit words of PTX registers that
 * are alive at once. A register lives from its first mention to its last, and to the end of any loop that it enters
 * alive. For occupancy, and never so high that a launch within the kernel's own bounds would not fit a multiprocessor.
 */
#include "base/buf.h"
#include "emulator/flow/registers.h"

struct life {
	int32_t first, last;
};

static void mention(struct life *l, int32_t reg, int32_t at)
{
	if (l[reg].first < 0)
		l[reg].first = at;
	l[reg].last = at;
}

uint32_t em_estimate_registers(const struct ptx_func *f, uint32_t max_threads)
{
	struct life *l = xcalloc(f->nregs + 1, sizeof *l);
	int32_t *change = xcalloc(f->ninsts + 2, sizeof *change), alive = 0, most = 0;
	uint32_t fits = 65536 / ((max_threads + 31) / 32 * 32) / 8 * 8;
	for (size_t r = 0; r < f->nregs; r++)
		l[r].first = l[r].last = -1;
	for (size_t k = 0; k < f->ninsts; k++) {
		int32_t regs[2 * EM_REGS_MOST];
		unsigned n = em_regs_read(f, &f->insts[k], regs);
		n += em_regs_written(f, &f->insts[k], regs + n);
		for (unsigned r = 0; r < n; r++)
			mention(l, regs[r], (int32_t)k);
	}
	for (int pass = 0; pass < 2; pass++) /* inner loops first make outer ones longer */
		for (size_t k = 0; k < f->ninsts; k++) {
			const struct ptx_inst *in = &f->insts[k];
			if (in->op != PTX_OP_BRA || in->ops[0].vec > (int32_t)k)
				continue;
			for (size_t r = 0; r < f->nregs; r++)
				if (l[r].first < in->ops[0].vec && l[r].last >= in->ops[0].vec &&
					l[r].last < (int32_t)k)
					l[r].last = (int32_t)k;
		}
	for (size_t r = 0; r < f->nregs; r++) {
		int32_t words = em_reg_words(f, r);
		if (l[r].first >= 0) {
			change[l[r].first] += words;
			change[l[r].last + 1] -= words;
		}
	}
	for (size_t k = 0; k < f->ninsts; k++) {
		alive += change[k];
		most = alive > most ? alive : most;
	}
	free(change);
	free(l);
	uint32_t regs = ((uint32_t)most + 8 + 7) / 8 * 8;
	if (regs > 255)
		regs = 255;
	if (regs > fits)
		regs = fits;
	return regs < 16 ? 16 : regs;
}
