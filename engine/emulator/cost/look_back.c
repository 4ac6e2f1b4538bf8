/* look_back: loops in which a block waits for a word that other blocks write: nothing but looks at it past the L1,
 * until it has another value. Of these there are two kinds.
 *
 * Mostly the block can only go on when the other one has stored that word: a flag, a turn, a barrier. Each such wait is
 * a link of a chain, and its time follows from the time of the store (cost/links.c).
 *
 * A scan in one pass goes back from its neighbour over what the blocks before it have put up, until it comes to one
 * that knows the sum of all ("decoupled look-back", Merrill and Garland, 2016). On a device the blocks of a wave begin
 * together, so they find little; here a block runs when those before it have ended, and finds all at its first look.
 * That would be a chain from block to block, which it is not there. What the time model adds for it is in
 * device/time/time_kernel.c. Such code is a loop of looks within a loop that goes on to another word and tells nobody
 * anything meanwhile; or both are one loop, which goes on to another word only where it found something. */
#include "base/buf.h"
#include "emulator/cost/cost.h"
#include "emulator/flow/registers.h"

/* The instruction that goes back to `to` or before it, the first after `from` in [from, f->ninsts); f->ninsts: none.
 */
static size_t goes_back(const struct ptx_func *f, size_t from, size_t to)
{
	for (size_t k = from; k < f->ninsts; k++)
		if (em_target(&f->insts[k]) >= 0 && (size_t)em_target(&f->insts[k]) <= to)
			return k;
	return f->ninsts;
}

static bool only_looks(const struct ptx_inst *in)
{
	switch (in->op) {
	case PTX_OP_ST:
	case PTX_OP_RED:
	case PTX_OP_ATOM:
	case PTX_OP_BAR:
	case PTX_OP_BARRIER:
	case PTX_OP_CALL: return false;
	default: return true;
	}
}

static bool in_global(const struct ptx_inst *in)
{
	return in->space == PTX_GLOBAL || in->space == PTX_GENERIC;
}

/* The innermost loop around instruction k, [*begin, *end], where nothing else in it but k does more than look. */
static bool loop_of_looks(const struct ptx_func *f, size_t k, size_t *begin, size_t *end)
{
	*end = goes_back(f, k, k);
	if (*end == f->ninsts)
		return false;
	*begin = (size_t)em_target(&f->insts[*end]);
	for (size_t j = *begin; j < *end; j++)
		if (j != k && !only_looks(&f->insts[j]))
			return false;
	return true;
}

/* A load past the L1, by which others' stores are seen. */
static bool fresh(const struct ptx_inst *in, const struct em_cost *cost)
{
	return in->op == PTX_OP_LD && in_global(in) && cost->past_l1 && !ptx_has(in, PTX_MOD_CG);
}

/* ... a load of shared memory by which those of other warps are seen. */
static bool fresh_shared(const struct ptx_inst *in)
{
	return in->op == PTX_OP_LD && in->space == PTX_SHARED && ptx_is_strong(in);
}

static bool same_operand(const struct ptx_operand *a, const struct ptx_operand *b)
{
	return a->kind == b->kind && a->reg == b->reg && a->sym == b->sym && a->imm == b->imm;
}

/* An atomic that changes nothing: it adds 0, or puts back what it asks for. */
static bool only_asks(const struct ptx_inst *in)
{
	if (in->op != PTX_OP_ATOM || !in_global(in) || in->vec > 1 || in->noperands < 3)
		return false;
	if (ptx_has(in, PTX_MOD_CAS))
		return in->noperands > 3 && same_operand(&in->ops[2], &in->ops[3]);
	return (ptx_has(in, PTX_MOD_ADD) || ptx_has(in, PTX_MOD_OR) || ptx_has(in, PTX_MOD_XOR)) &&
		in->ops[2].kind == PTX_IMM && !in->ops[2].imm;
}

/* Does the loop tell others anything? */
static bool tells(const struct ptx_func *f, size_t begin, size_t end)
{
	for (size_t j = begin; j < end; j++) {
		const struct ptx_inst *in = &f->insts[j];

		if ((in->op == PTX_OP_ST || in->op == PTX_OP_RED || in->op == PTX_OP_ATOM) && in_global(in) &&
			!only_asks(in))
			return true;
	}
	return false;
}

/* ---- which values hang on which */
/* Adds to `wanted`, registers, all that they are computed from in [begin, end], against the way of the values; not
 * what a load is told its place by. */
static void computed_from(const struct ptx_func *f, size_t begin, size_t end, bool *wanted)
{
	bool more = true;

	while (more) {
		more = false;
		for (size_t j = end + 1; j-- > begin;) {
			int32_t regs[EM_REGS_MOST];
			unsigned n;

			if (f->insts[j].op == PTX_OP_LD || !em_writes_one_of(f, &f->insts[j], wanted))
				continue;
			n = em_regs_read(f, &f->insts[j], regs);
			for (unsigned r = 0; r < n; r++) {
				more |= !wanted[regs[r]];
				wanted[regs[r]] = true;
			}
		}
	}
}

/* Is what instruction k finds a part of what this register is computed from? */
static bool hangs_on(const struct ptx_func *f, size_t k, size_t begin, size_t end, int32_t reg)
{
	bool *wanted = xcalloc(f->nregs + 1, sizeof *wanted), found;

	wanted[reg] = true;
	computed_from(f, begin, end, wanted);
	found = em_writes_one_of(f, &f->insts[k], wanted);
	free(wanted);
	return found;
}

/* Does the loop go on to another word only where it found something in this one? */
static bool goes_on_if_found(const struct ptx_func *f, size_t k, size_t begin, size_t end)
{
	bool *place = xcalloc(f->nregs + 1, sizeof *place), found = false;

	place[f->insts[k].ops[1].reg] = true;
	computed_from(f, begin, end, place);
	for (size_t j = k + 1; j < end && !found; j++) {
		const int32_t to = em_target(&f->insts[j]);

		if (to < 0 || (size_t)to <= j || (size_t)to > end || f->insts[j].guard < 0 ||
			!hangs_on(f, k, begin, end, f->insts[j].guard))
			continue;
		for (size_t i = j + 1; i < (size_t)to && !found; i++)
			found = em_writes_one_of(f, &f->insts[i], place);
	}
	free(place);
	return found;
}

/* Of the branches in [begin, at) that jump over number `at`, which leaves the loop: those who do not come by there
 * stay. */
static void want_guards_before(const struct ptx_func *f, size_t begin, size_t end, size_t at, bool *wanted)
{
	for (size_t j = begin; j < at; j++) {
		const int32_t to = em_target(&f->insts[j]);

		if (to > (int32_t)at && to <= (int32_t)end && f->insts[j].guard >= 0)
			wanted[f->insts[j].guard] = true;
	}
}

/* The registers that decide whether a loop goes on: of the branches that leave it or go back, but for `inner`, and what
 * those are computed from. */
static bool *deciding(const struct ptx_func *f, size_t begin, size_t end, size_t inner)
{
	bool *wanted = xcalloc(f->nregs + 1, sizeof *wanted);

	for (size_t j = begin; j <= end; j++) {
		const int32_t to = em_target(&f->insts[j]);

		if (j == inner || to < 0 || ((size_t)to > begin && (size_t)to <= end))
			continue;
		if (f->insts[j].guard >= 0)
			wanted[f->insts[j].guard] = true;
		else
			want_guards_before(f, begin, end, j, wanted);
	}
	computed_from(f, begin, end, wanted);
	return wanted;
}

/* Does a loop around one of looks, which `inner` ends, go on until something is found that others have put up: in its
 * word, beside it, or handed on by shared memory? If not, it waits for one word after the other: for each of a list. */
static bool ends_by_what_is_found(const struct ptx_func *f, size_t begin, size_t end, size_t inner)
{
	bool *wanted = deciding(f, begin, end, inner), found = false;

	for (size_t j = begin; j <= end && !found; j++) {
		const struct ptx_inst *in = &f->insts[j];
		struct em_cost cost;

		if ((in->op != PTX_OP_LD && in->op != PTX_OP_ATOM) || !em_writes_one_of(f, in, wanted))
			continue;
		cost = em_cost_of(in);
		found = in->op == PTX_OP_ATOM || in->space == PTX_SHARED || cost.past_l1;
	}
	free(wanted);
	return found;
}

bool em_looks_back(const struct ptx_func *f, size_t k, const struct em_cost *cost, struct em_vigil *loop)
{
	const struct ptx_operand *a = &f->insts[k].ops[1];
	size_t end, begin, outer, first;

	if ((!fresh(&f->insts[k], cost) && !only_asks(&f->insts[k])) || !loop_of_looks(f, k, &begin, &end) ||
		f->insts[end].guard < 0)
		return false;
	if (a->kind != PTX_ADDR || a->reg < 0)
		return false;
	*loop = (struct em_vigil){ .from = (int32_t)begin, .to = (int32_t)end };
	if (goes_on_if_found(f, k, begin, end))
		return true;
	outer = goes_back(f, end + 1, begin);
	if (outer == f->ninsts)
		return false;
	first = (size_t)em_target(&f->insts[outer]);
	*loop = (struct em_vigil){ .from = (int32_t)first, .to = (int32_t)outer };
	return em_reg_written_in(f, first, outer, a->reg) && !tells(f, first, outer) &&
		ends_by_what_is_found(f, first, outer, end);
}

/* ---- waits that are links */
/* Does what instruction k finds decide whether the loop goes on? */
static bool decides(const struct ptx_func *f, size_t k, size_t begin, size_t end)
{
	bool *wanted = deciding(f, begin, end, SIZE_MAX), found = em_writes_one_of(f, &f->insts[k], wanted);

	free(wanted);
	return found;
}

/* An atomic that puts another number there each time: a ticket, an arrival. Who draws tickets in a loop waits for
 * nobody.
 */
static bool counts(const struct ptx_inst *in)
{
	return (ptx_has(in, PTX_MOD_ADD) && !only_asks(in)) || ptx_has(in, PTX_MOD_INC) || ptx_has(in, PTX_MOD_DEC);
}

/* An atomic that asks what is there; not a compare-and-swap that may change it, of which cache/swaps.c knows. */
static bool asks(const struct ptx_inst *in)
{
	return in->op == PTX_OP_ATOM && in_global(in) && in->vec < 2 && !counts(in) &&
		(!ptx_has(in, PTX_MOD_CAS) || (in->noperands > 3 && same_operand(&in->ops[2], &in->ops[3])));
}

/* Does it look at another word each time, as who follows pointers does? */
static bool goes_on(const struct ptx_func *f, size_t k, size_t begin, size_t end)
{
	const struct ptx_operand *a = &f->insts[k].ops[1];

	return a->kind == PTX_ADDR && a->reg >= 0 && em_reg_written_in(f, begin, end, a->reg);
}

static bool writes_only_predicates(const struct ptx_func *f, const struct ptx_inst *in)
{
	int32_t regs[EM_REGS_MOST];
	const unsigned n = em_regs_written(f, in, regs);

	for (unsigned r = 0; r < n; r++)
		if (ptx_type_class(f->regs[regs[r]].type) != PTX_CLS_PRED)
			return false;
	return n;
}

/* From where a branch goes up to the loop's end: nothing but branches, and what decides them. */
static bool only_goes_back(const struct ptx_func *f, size_t from, size_t to)
{
	for (size_t j = from; j <= to; j++)
		if (f->insts[j].op != PTX_OP_BRA && !writes_only_predicates(f, &f->insts[j]))
			return false;
	return true;
}

/* Does a lane that has not found what it looks for do nothing but look again, in a loop in which others go on to the
 * next word of a list, and tell when they are through? Triangular systems are solved so, a lane a row. */
static bool tries_again(const struct ptx_func *f, size_t k, size_t *begin, size_t *end)
{
	*end = goes_back(f, k, k);
	if (*end == f->ninsts || f->insts[k].op != PTX_OP_LD)
		return false;
	*begin = (size_t)em_target(&f->insts[*end]);
	if (!tells(f, *begin, *end))
		return false;
	for (size_t j = k + 1; j <= *end; j++) {
		const struct ptx_inst *in = &f->insts[j];
		const int32_t to = em_target(in);

		if (in->op == PTX_OP_BRA)
			return in->guard >= 0 && to > (int32_t)j && to <= (int32_t)*end &&
				hangs_on(f, k, *begin, *end, in->guard) && only_goes_back(f, (size_t)to, *end);
		if (!writes_only_predicates(f, in))
			return false;
	}
	return false;
}

static bool waits(const struct ptx_func *f, size_t k, struct em_vigil *look)
{
	const struct ptx_inst *in = &f->insts[k];
	struct em_cost cost;
	size_t begin, end;
	bool all;

	if (!em_link_may(in))
		return false;
	cost = em_cost_of(in);
	if ((!fresh(in, &cost) && !fresh_shared(in) && !asks(in)) || em_looks_back(f, k, &cost, look))
		return false;
	all = loop_of_looks(f, k, &begin, &end) && !goes_on(f, k, begin, end) && decides(f, k, begin, end);
	if (!all && !tries_again(f, k, &begin, &end))
		return false;
	*look = (struct em_vigil){ .from = (int32_t)begin,
		.to = (int32_t)end,
		.each_lane = !all,
		.by = in->space == PTX_SHARED ? EM_BY_SHARED :
			in->op == PTX_OP_ATOM ? EM_BY_ATOMICS :
						EM_BY_LOADS };
	return true;
}

/* ---- who comes last goes on */
/* Does the count of those who come go down? */
static bool counts_down(const struct ptx_inst *in)
{
	return ptx_has(in, PTX_MOD_DEC) || (in->ops[2].kind == PTX_IMM && in->ops[2].imm < 0);
}

/* The comparison holds for those for whom the answer of atomic k is what it is for the last one: equal to something,
 * anything but 0, or beyond something. *says: it says anything of that. */
static bool holds_for_last(const struct ptx_func *f, size_t k, size_t begin, size_t end, size_t at, bool *says)
{
	const struct ptx_inst *in = &f->insts[at];
	const bool more = ptx_has(in, PTX_MOD_GT) || ptx_has(in, PTX_MOD_GE) || ptx_has(in, PTX_MOD_HI) ||
		ptx_has(in, PTX_MOD_HS),
		   less = ptx_has(in, PTX_MOD_LT) || ptx_has(in, PTX_MOD_LE) || ptx_has(in, PTX_MOD_LO) ||
		ptx_has(in, PTX_MOD_LS),
		   equal = ptx_has(in, PTX_MOD_EQ), zero = in->ops[2].kind == PTX_IMM && !in->ops[2].imm;
	bool hangs[2];

	for (int o = 0; o < 2; o++)
		hangs[o] = in->ops[o + 1].kind == PTX_REG && in->ops[o + 1].reg >= 0 &&
			hangs_on(f, k, begin, end, in->ops[o + 1].reg);
	if (more || less) {
		*says = hangs[0] != hangs[1];
		return (more == hangs[0]) != counts_down(&f->insts[k]);
	}
	*says = (hangs[0] || hangs[1]) && (equal || ptx_has(in, PTX_MOD_NE));
	return equal != zero;
}

/* Do lanes stay in the loop at this branch if others came before them? */
static bool stays_if_last(const struct ptx_func *f, size_t k, size_t begin, size_t end, size_t branch)
{
	const struct ptx_inst *b = &f->insts[branch];
	const bool back = (size_t)em_target(b) == begin;

	for (size_t j = branch; j-- > begin;) {
		const struct ptx_inst *in = &f->insts[j];
		bool last, says;

		if (!em_reg_written(f, in, b->guard))
			continue;
		if (in->op != PTX_OP_SETP || in->noperands != 3)
			return false;
		last = holds_for_last(f, k, begin, end, j, &says);
		return says && (last != b->guard_neg) == back;
	}
	return false;
}

/* ... in this loop, for lanes that go on to another place? */
static bool last_goes_on(const struct ptx_func *f, size_t k, size_t begin, size_t end)
{
	if (!goes_on(f, k, begin, end))
		return false;
	for (size_t j = k + 1; j <= end; j++) {
		const int32_t to = em_target(&f->insts[j]);

		if (to >= 0 && f->insts[j].guard >= 0 && ((size_t)to <= begin || (size_t)to > end) &&
			stays_if_last(f, k, begin, end, j))
			return true;
	}
	return false;
}

bool em_link_last(const struct ptx_func *f, size_t k)
{
	const struct ptx_inst *in = &f->insts[k];

	if (in->op != PTX_OP_ATOM || !in_global(in) || in->vec > 1 || !counts(in))
		return false;
	/* Not only the first that goes back: what is behind a loop may stand in front of it. */
	for (size_t end = goes_back(f, k, k); end < f->ninsts; end = goes_back(f, end + 1, k))
		if (last_goes_on(f, k, (size_t)em_target(&f->insts[end]), end))
			return true;
	return false;
}

/* ---- who takes several locks */
/* Can this atomic give a lock back? Who puts the smaller of two numbers there, or counts one more, does something with
 * a word that a compare-and-swap has found taken, as in a table of keys. */
static bool may_give_back(const struct ptx_inst *in)
{
	const struct ptx_operand *by = &in->ops[in->op == PTX_OP_RED ? 1 : 2];

	return !ptx_has(in, PTX_MOD_CAS) && !ptx_has(in, PTX_MOD_MIN) && !ptx_has(in, PTX_MOD_MAX) &&
		!(ptx_has(in, PTX_MOD_ADD) && by->kind == PTX_IMM && by->imm >= 0);
}

/* Does somebody store another value there later on? */
static bool given_back(const struct ptx_func *f, size_t k)
{
	const struct ptx_inst *in = &f->insts[k];

	for (size_t j = k + 1; j < f->ninsts; j++) {
		const struct ptx_inst *back = &f->insts[j];
		const bool stores = back->op == PTX_OP_ST || back->op == PTX_OP_RED;

		if ((back->op == PTX_OP_ST || ((stores || back->op == PTX_OP_ATOM) && may_give_back(back))) &&
			in_global(back) && em_same_place(&in->ops[1], &back->ops[stores ? 0 : 1]))
			return true;
	}
	return false;
}

/* A compare-and-swap whose word is given back later on. */
static bool takes(const struct ptx_func *f, size_t k)
{
	const struct ptx_inst *in = &f->insts[k];

	return in->op == PTX_OP_ATOM && in_global(in) && ptx_has(in, PTX_MOD_CAS) && !only_asks(in) && given_back(f, k);
}

/* Is the place the same for all threads: a parameter, a variable, and numbers? */
static bool one_for_all(const struct ptx_func *f, const struct ptx_operand *place)
{
	bool *wanted = xcalloc(f->nregs + 1, sizeof *wanted), one = true;

	if (place->reg >= 0)
		wanted[place->reg] = true;
	computed_from(f, 0, f->ninsts - 1, wanted);
	for (size_t j = 0; j < f->ninsts && one; j++) {
		const struct ptx_inst *in = &f->insts[j];

		if (!em_writes_one_of(f, in, wanted))
			continue;
		one = in->op == PTX_OP_LD ? in->space == PTX_PARAM : em_computes(in);
		for (uint32_t o = 0; o < in->noperands; o++)
			one &= in->ops[o].kind != PTX_SPECIAL;
	}
	free(wanted);
	return one;
}

bool em_link_takes(const struct ptx_func *f, size_t k)
{
	if (!takes(f, k) || em_link_permits(f, k))
		return false;
	if (!one_for_all(f, &f->insts[k].ops[1]))
		return true;
	for (size_t j = 0; j < f->ninsts; j++) {
		const bool same = em_same_place(&f->insts[k].ops[1], &f->insts[j].ops[1]);
		struct em_vigil look;

		if (takes(f, j) ? !same : f->insts[j].op == PTX_OP_LD && same && waits(f, j, &look))
			return true;
	}
	return false;
}

/* Does a loop wait for a lock at instruction k: by an exchange whose word is given back later on, or by looks at what a
 * compare-and-swap takes? */
int em_link_lock(const struct ptx_func *f, size_t k)
{
	const struct ptx_inst *in = &f->insts[k];

	if (in->op == PTX_OP_ATOM)
		return ptx_has(in, PTX_MOD_EXCH) && given_back(f, k) ? EM_LOCK_TAKES : EM_LOCK_NONE;
	for (size_t j = 0; j < f->ninsts && in->op == PTX_OP_LD; j++)
		if (takes(f, j) && em_same_place(&in->ops[1], &f->insts[j].ops[1]))
			return EM_LOCK_WATCHES;
	return EM_LOCK_NONE;
}

/* ---- who takes one of several places */
/* Does this atomic take one from what its word holds: by the next smaller number, or by clearing bits of it? */
static enum em_permits takes_one(const struct ptx_func *f, size_t k, size_t begin, size_t end)
{
	const struct ptx_inst *in = &f->insts[k];
	int32_t by;

	if (ptx_has(in, PTX_MOD_AND))
		return EM_PERMITS_BITS;
	if (ptx_has(in, PTX_MOD_ADD) && in->ops[2].kind == PTX_IMM && in->ops[2].imm < 0)
		return EM_PERMITS_COUNT;
	if (!ptx_has(in, PTX_MOD_CAS) || in->noperands < 4 || in->ops[3].kind != PTX_REG || in->ops[3].reg < 0)
		return EM_PERMITS_NONE;
	by = em_only_writer(f, begin, end, in->ops[3].reg);
	return by >= 0 && f->insts[by].op == PTX_OP_ADD && same_operand(&f->insts[by].ops[1], &in->ops[2]) &&
			f->insts[by].ops[2].kind == PTX_IMM && f->insts[by].ops[2].imm < 0 ?
		EM_PERMITS_COUNT :
		EM_PERMITS_NONE;
}

static bool gives_back(const struct ptx_func *f, const struct ptx_operand *place)
{
	for (size_t j = 0; j < f->ninsts; j++) {
		const struct ptx_inst *in = &f->insts[j];
		const bool red = in->op == PTX_OP_RED;

		if ((red || in->op == PTX_OP_ATOM) && in_global(in) && em_same_place(&in->ops[red ? 0 : 1], place) &&
			(ptx_has(in, PTX_MOD_OR) ||
				(ptx_has(in, PTX_MOD_ADD) && !only_asks(in) &&
					(in->ops[red ? 1 : 2].kind != PTX_IMM || in->ops[red ? 1 : 2].imm > 0))))
			return true;
	}
	return false;
}

enum em_permits em_link_permits(const struct ptx_func *f, size_t k)
{
	const struct ptx_inst *in = &f->insts[k];
	struct em_vigil look;

	if (in->op != PTX_OP_ATOM || !in_global(in) || in->vec > 1 || !gives_back(f, &in->ops[1]))
		return EM_PERMITS_NONE;
	for (size_t end = goes_back(f, k, k); end < f->ninsts; end = goes_back(f, end + 1, k)) {
		const size_t begin = (size_t)em_target(&f->insts[end]);
		const enum em_permits as = takes_one(f, k, begin, end);

		for (size_t j = begin; j <= end && as; j++)
			if (j != k && (f->insts[j].op == PTX_OP_LD || f->insts[j].op == PTX_OP_ATOM) &&
				em_same_place(&f->insts[j].ops[1], &in->ops[1]) && waits(f, j, &look))
				return as;
	}
	return EM_PERMITS_NONE;
}

/* Does access k look for one of several places, which others in its function take? */
static bool looks_for_permit(const struct ptx_func *f, size_t k)
{
	for (size_t j = 0; j < f->ninsts; j++)
		if (em_same_place(&f->insts[j].ops[1], &f->insts[k].ops[1]) && em_link_permits(f, j))
			return true;
	return false;
}

bool em_link_may(const struct ptx_inst *in)
{
	return (in->op == PTX_OP_LD || in->op == PTX_OP_ST || in->op == PTX_OP_ATOM || in->op == PTX_OP_RED) &&
		(in_global(in) || in->space == PTX_SHARED);
}

bool em_link_waits(const struct ptx_func *f, size_t k, struct em_vigil *look)
{
	const struct ptx_inst *in = &f->insts[k];

	if (em_link_permits(f, k))
		return false;
	if (waits(f, k, look)) {
		look->permits = looks_for_permit(f, k);
		return true;
	}
	if (in->op != PTX_OP_LD || !em_link_may(in) || !ptx_is_strong(in))
		return false;
	/* A copy of the first turn, which compilers put in front of the loop. */
	for (size_t j = 0; j < f->ninsts; j++)
		if (f->insts[j].op == PTX_OP_LD && f->insts[j].nmods == in->nmods &&
			!memcmp(f->insts[j].mods, in->mods, in->nmods * sizeof *in->mods) &&
			same_operand(&f->insts[j].ops[1], &in->ops[1]) && waits(f, j, look))
			return true;
	return false;
}
