/* ptxas_fusions: what ptxas makes of several PTX instructions together, as far as it changes what a kernel costs.
 *
 * An index times a size that is added to an address is one instruction with the sum. Logical operations are in logic.c,
 * neighbours in memory in joined.c, short code after a branch in predicated.c, loops in unrolled.c.
 */
#include "base/buf.h"
#include "emulator/core/device.h"
#include "emulator/core/program.h"
#include "emulator/cost/cost.h"
#include "emulator/flow/flow.h"
#include "emulator/flow/registers.h"

/* ---- operations that become part of those that read them */
static bool is_sum(const struct ptx_inst *in)
{
	return (in->op == PTX_OP_ADD || in->op == PTX_OP_SUB) &&
		ptx_type_class(in->types[in->ntypes - 1]) != PTX_CLS_FLOAT;
}

struct em_use *em_uses_of(const struct ptx_func *f)
{
	struct em_use *u = xcalloc(f->nregs + 1, sizeof *u);
	int32_t regs[EM_REGS_MOST];

	for (size_t k = 0; k < f->ninsts; k++) {
		const struct ptx_inst *in = &f->insts[k];
		unsigned n = em_regs_written(f, in, regs);

		for (unsigned r = 0; r < n; r++)
			u[regs[r]].made_by = u[regs[r]].made_by ? -1 : (int32_t)k + 1;
		n = em_regs_read(f, in, regs);
		for (unsigned r = 0; r < n; r++) {
			u[regs[r]].reads++;
			u[regs[r]].sums += is_sum(in);
		}
	}
	return u;
}

/* An index times a size that is only added to something (IMAD.WIDE, LEA). */
static void fuse(const struct ptx_func *f, struct em_cost *cost)
{
	struct em_use *u = em_uses_of(f);

	for (size_t k = 0; k < f->ninsts; k++) {
		const struct ptx_inst *in = &f->insts[k];
		bool merged = false;

		for (unsigned o = 1; o < in->noperands && o < 3 && is_sum(in); o++) {
			const struct em_use *x =
				in->ops[o].kind == PTX_REG && in->ops[o].reg >= 0 ? &u[in->ops[o].reg] : NULL;
			const struct ptx_inst *maker = x && x->made_by > 0 ? &f->insts[x->made_by - 1] : NULL;
			bool wide, shift, product;

			if (!maker || maker->guard >= 0 || (size_t)x->made_by > k)
				continue;
			wide = maker->op == PTX_OP_MUL && ptx_has(maker, PTX_MOD_WIDE);
			shift = (maker->op == PTX_OP_SHL && maker->ops[2].kind == PTX_IMM &&
					ptx_type_bits(maker->types[0]) <= 64) ||
				(maker->op == PTX_OP_SHR && maker->ops[2].kind == PTX_IMM && in->op == PTX_OP_ADD &&
					maker->types[0] == PTX_U32);
			product = maker->op == PTX_OP_MUL && !wide && !ptx_has(maker, PTX_MOD_HI) &&
				ptx_type_bits(maker->types[0]) == 64 &&
				ptx_type_class(maker->types[0]) != PTX_CLS_FLOAT;
			/* The lowest of the partial products takes the sum along; the upper half's is one of the four.
			 */
			if (is_sum(in) && product && x->reads == 1 && !merged) {
				em_cost_nothing(&cost[k]);
				merged = true;
			} else if (is_sum(in) && (wide || shift) && x->sums == x->reads) {
				cost[k].pipe[EM_PIPE_ISSUE] = wide || ptx_type_bits(in->types[0]) <= 32 ? 1 : 2;
				cost[k].pipe[wide ? EM_PIPE_MULTIPLY : EM_PIPE_ALU] = 1;
				cost[k].pipe[EM_PIPE_WIDE] = wide;
				cost[k].wait[EM_WAIT_ALU] = 1;
				em_cost_nothing(&cost[x->made_by - 1]);
			}
		}
	}
	free(u);
}

/* ---- moves. Registers that are renamed cost nothing; but what goes from one turn of a loop to the next has to be
 * copied where the old value is still needed when the new one is there already, or where the new one is itself such a
 * register (a queue that moves on). */
static void copies(const struct ptx_func *f, struct em_cost *cost)
{
	struct em_use *u = em_uses_of(f);

	for (size_t k = 0; k < f->ninsts; k++) {
		const struct ptx_inst *in = &f->insts[k];
		const struct ptx_operand *to = &in->ops[0], *from = &in->ops[1];
		bool copy;

		if (in->op != PTX_OP_MOV || in->noperands < 2 || to->kind != PTX_REG || from->kind != PTX_REG ||
			to->reg < 0 || from->reg < 0 || u[to->reg].made_by >= 0)
			continue;
		copy = u[from->reg].made_by < 0;
		for (size_t j = u[from->reg].made_by > 0 ? (size_t)u[from->reg].made_by : k; j < k && !copy; j++) {
			int32_t regs[EM_REGS_MOST];
			unsigned n = em_regs_read(f, &f->insts[j], regs);

			for (unsigned r = 0; r < n; r++)
				copy |= regs[r] == to->reg;
		}
		if (copy)
			cost[k].pipe[EM_PIPE_ISSUE] = (uint8_t)(ptx_type_bits(in->types[0]) > 32 ? 2 : 1);
	}
	free(u);
}

/* ---- divisions by what does not change in their loop: ptxas takes the divisor's reciprocal in front of the loop. So
 * it does once for several divisions by one number that follow each other (`(x + w - 1) % w`, `(x + 1) % w`). What is
 * left of each turn, or of each further division: the upper half of a product with it, the product back, and two
 * corrections, each under a predicate; a signed one makes its number positive and gives the result its sign. */
/* Does ptxas leave all of the division k in the loop [begin, end]? It takes nothing out of a loop that has another one
 * or a call in it, and only from what is before the first branch in a turn. */
static bool stays(const struct ptx_func *f, size_t begin, size_t k, size_t end)
{
	for (size_t j = begin; j < end; j++) {
		const struct ptx_inst *in = &f->insts[j];

		if (in->op == PTX_OP_CALL || em_jumps(in) ||
			(in->op == PTX_OP_BRA &&
				(j < k || (in->ops[0].kind == PTX_LABEL && in->ops[0].vec <= (int32_t)j))))
			return true;
	}
	return false;
}

/* A division or remainder of integers of 32 bits by a register. */
static bool divides(const struct ptx_inst *in)
{
	return (in->op == PTX_OP_DIV || in->op == PTX_OP_REM) && ptx_type_class(in->types[0]) != PTX_CLS_FLOAT &&
		ptx_type_bits(in->types[0]) == 32 && in->ops[2].kind == PTX_REG && in->ops[2].reg >= 0;
}

/* Has one before k, which all come by who come to k, divided by the same register? Not beyond a call, over which the
 * reciprocal would have to be saved. */
static bool divided_before(const struct ptx_func *f, const int32_t *ways_in, size_t k)
{
	const struct ptx_inst *in = &f->insts[k], *j;

	for (j = in; j > f->insts && !ways_in[j - f->insts];) {
		j--;
		if (j->op == PTX_OP_CALL || em_jumps(j))
			return false;
		if (divides(j) && j->guard < 0 && j->ops[2].reg == in->ops[2].reg &&
			ptx_type_class(j->types[0]) == ptx_type_class(in->types[0]))
			return !em_reg_written_in(f, (size_t)(j - f->insts), k, in->ops[2].reg);
	}
	return false;
}

static void reciprocals(const struct ptx_func *f, const int32_t *block_of, struct em_cost *cost)
{
	int32_t *ways_in = em_flow_ways_in(f);

	for (size_t k = 0; k < f->ninsts; k++) {
		const struct ptx_inst *in = &f->insts[k];
		size_t begin, end;
		bool sign, again;

		if (!divides(in) || block_of[k] < 0)
			continue;
		end = em_loop_around(f, k, &begin);
		again = divided_before(f, ways_in, k);
		if (!again &&
			(end == f->ninsts || em_reg_written_in(f, begin, end, in->ops[2].reg) ||
				stays(f, begin, k, end)))
			continue;
		sign = ptx_type_class(in->types[0]) == PTX_CLS_SIGNED;
		em_cost_nothing(&cost[k]);
		/* The second one has the divisor's sign and its comparison with zero at hand, too. */
		cost[k].pipe[EM_PIPE_ISSUE] = (uint8_t)(8 + (again ? 3 : 6) * sign + (in->op == PTX_OP_DIV));
		cost[k].pipe[EM_PIPE_ALU] = (uint8_t)(5 + (again ? 2 : 3) * sign);
		cost[k].pipe[EM_PIPE_MULTIPLY] = (uint8_t)(5 + sign);
		cost[k].pipe[EM_PIPE_WIDE] = 1;
		cost[k].wait[EM_WAIT_ALU] = (uint8_t)(9 + 3 * sign);
		cost[k].wait[EM_WAIT_CROSS] = 4;
		cost[k].wait[EM_WAIT_GUARD] = 2;
	}
	free(ways_in);
}

/* ---- atomics */
/* How ptxas 13.0 adds up the lanes of an atomic on integers at one place: 189 kinds, in the machine code. Lanes
 * that are not added up go one after the other: 16,384 that call `atomicInc()` take 15 us (tests/bench/hard/rare.cu).
 */
enum added { EACH, WHERE_ALL_ARE_ON, FIRST };
static enum added added_up(const struct ptx_inst *in, bool is_read, bool one_number)
{
	const bool wide = ptx_type_bits(in->types[0]) > 32; /* REDUX takes 32 bits */

	if (ptx_has(in, PTX_MOD_ADD) && one_number)
		return FIRST;
	/* What a lane finds is the sum of the lanes before it, too; where not all lanes are on, each goes by itself. */
	if (ptx_has(in, PTX_MOD_ADD) && is_read && !wide)
		return WHERE_ALL_ARE_ON;
	if (wide || is_read)
		return EACH;
	return ptx_has(in, PTX_MOD_ADD) || ptx_has(in, PTX_MOD_MIN) || ptx_has(in, PTX_MOD_MAX) ||
			ptx_has(in, PTX_MOD_AND) || ptx_has(in, PTX_MOD_OR) || ptx_has(in, PTX_MOD_XOR) ?
		FIRST :
		EACH;
}

static void atomic(const struct ptx_inst *in, const bool *same, const struct em_use *u, struct em_cost *c)
{
	const struct ptx_operand *a = &in->ops[in->op == PTX_OP_ATOM], *v = a + 1;
	const bool one = a->reg < 0 || same[a->reg],
		   is_read = in->op == PTX_OP_ATOM && in->ops[0].kind != PTX_SINK &&
		(in->ops[0].kind != PTX_REG || u[in->ops[0].reg].reads),
		   one_number = v->kind == PTX_IMM ||
		(v->kind == PTX_REG && v->reg >= 0 && same[v->reg] && u[v->reg].made_by > 0);

	if (c->wait[EM_WAIT_ATOMIC] && one) {
		c->wait[EM_WAIT_ATOMIC] = 0;
		c->wait[EM_WAIT_ATOMIC_NEAR] = 1;
	}
	c->counts_one = !is_read && v->kind == PTX_IMM && v->imm == 1 && ptx_has(in, PTX_MOD_ADD);
	if (!one || ptx_type_class(in->types[0]) == PTX_CLS_FLOAT || in->guard >= 0)
		return;
	c->one_place = added_up(in, is_read, one_number) == FIRST;
	c->one_if_all = added_up(in, is_read, one_number) == WHERE_ALL_ARE_ON;
}

static void atomics(const struct ptx_func *f, struct em_cost *cost)
{
	bool *same = em_agreed_by_ptxas(f);
	struct em_use *u = em_uses_of(f);

	for (size_t k = 0; k < f->ninsts; k++) {
		const struct ptx_inst *in = &f->insts[k];

		if ((in->op == PTX_OP_RED || in->op == PTX_OP_ATOM) && in->ntypes &&
			in->ops[in->op == PTX_OP_ATOM].kind == PTX_ADDR)
			atomic(in, same, u, &cost[k]);
	}
	free(same);
	free(u);
}

/* Is what the atomic's value is made of, within [from, to], found at the same place: by a look, or by its last try? */
static bool of_what_is_there(const struct ptx_func *f, size_t atomic, size_t from, size_t to)
{
	const struct ptx_inst *it = &f->insts[atomic];
	bool *needed = xcalloc(f->nregs + 1, sizeof *needed), more = it->ops[2].kind == PTX_REG && it->ops[2].reg >= 0,
	     is = false;
	int32_t regs[EM_REGS_MOST];

	if (more)
		needed[it->ops[2].reg] = true;
	while (more && !is) {
		more = false;
		for (size_t k = from; k <= to && !is; k++) {
			const struct ptx_inst *in = &f->insts[k];
			unsigned n;

			if (!em_writes_one_of(f, in, needed))
				continue;
			is = k == atomic || (in->op == PTX_OP_LD && em_same_place(&in->ops[1], &it->ops[1]));
			n = in->op == PTX_OP_LD || in->op == PTX_OP_ATOM ? 0 : em_regs_read(f, in, regs);
			for (unsigned r = 0; r < n; r++) {
				more |= !needed[regs[r]];
				needed[regs[r]] = true;
			}
		}
	}
	free(needed);
	return is;
}

/* `while (atomicOr(map, bit) & bit) ...`, where the bit is one that a look at the map has found free: all who looked
 * together want the same one. */
static bool claims(const struct ptx_func *f, size_t k)
{
	const struct ptx_inst *in = &f->insts[k];
	size_t from, to;

	if (in->op != PTX_OP_ATOM || in->space == PTX_SHARED || in->ops[0].kind != PTX_REG || in->ops[0].reg < 0 ||
		!(ptx_has(in, PTX_MOD_OR) || ptx_has(in, PTX_MOD_AND)) || !em_decides_loop(f, k))
		return false;
	to = em_loop_around(f, k, &from);
	return to < f->ninsts && of_what_is_there(f, k, from, to);
}

/* `while (atomicExch(lock, 1)) ...`: a number is put there, and later in the code another one, which lets go. (Who
 * marks a place for good, and asks whether he was the first, takes no lock.) */
static bool takes_by_exchange(const struct ptx_func *f, const struct em_use *u, size_t k)
{
	const struct ptx_inst *in = &f->insts[k];

	if (!ptx_has(in, PTX_MOD_EXCH) || !em_is_number(f, &in->ops[2]))
		return false;
	for (size_t j = k + 1; j < f->ninsts; j++) {
		const struct ptx_inst *to = &f->insts[j];
		const bool stores = to->op == PTX_OP_ST;

		if ((stores || (to->op == PTX_OP_ATOM && ptx_has(to, PTX_MOD_EXCH))) &&
			em_same_place(&in->ops[1], &to->ops[stores ? 0 : 1]) &&
			em_is_number(f, &to->ops[stores ? 1 : 2]) &&
			(stores || to->ops[0].kind != PTX_REG || !u[to->ops[0].reg].reads))
			return true;
	}
	return false;
}

/* Is what it found compared, before a branch back to it or to before it? */
static bool tries_again(const struct ptx_func *f, size_t k)
{
	bool asks = false;

	for (size_t j = k + 1; j < f->ninsts; j++) {
		asks |= f->insts[j].op == PTX_OP_SETP && em_reg_read(f, &f->insts[j], f->insts[k].ops[0].reg);
		if (asks && em_target(&f->insts[j]) >= 0 && em_target(&f->insts[j]) <= (int32_t)k)
			return true;
	}
	return false;
}

/* Compilers put a copy of a loop's first turn before it: numbers for numbers, at the same place. */
static bool same_try(const struct ptx_inst *a, const struct ptx_inst *b)
{
	bool same = a->op == b->op && ptx_has(a, PTX_MOD_CAS) == ptx_has(b, PTX_MOD_CAS) &&
		ptx_has(a, PTX_MOD_EXCH) == ptx_has(b, PTX_MOD_EXCH) && a->noperands == b->noperands &&
		em_same_place(&a->ops[1], &b->ops[1]) && b->ops[0].kind == PTX_REG && b->ops[0].reg >= 0;

	for (unsigned o = 2; o < a->noperands && same; o++)
		same = a->ops[o].kind == b->ops[o].kind && a->ops[o].reg == b->ops[o].reg &&
			a->ops[o].imm == b->ops[o].imm;
	return same;
}

static bool in_loop_or_before(const struct ptx_func *f, size_t k)
{
	if (tries_again(f, k))
		return true;
	for (size_t j = k + 1; j < f->ninsts; j++)
		if (same_try(&f->insts[k], &f->insts[j]) && tries_again(f, j))
			return true;
	return false;
}

/* A compare-and-swap whose loop looks at what it found, an exchange that takes a lock likewise, and a bit that is
 * claimed. */
static void retries(const struct ptx_func *f, struct em_cost *cost)
{
	struct em_use *u = em_uses_of(f);

	for (size_t k = 0; k < f->ninsts; k++) {
		const struct ptx_inst *in = &f->insts[k];
		bool swaps, numbers;

		cost[k].retries = claims(f, k);
		if (in->op != PTX_OP_ATOM || in->space == PTX_SHARED || in->noperands < 3 ||
			in->ops[0].kind != PTX_REG || in->ops[0].reg < 0 || cost[k].retries)
			continue;
		swaps = ptx_has(in, PTX_MOD_CAS) && in->noperands > 3;
		numbers = swaps ? em_is_number(f, &in->ops[2]) && em_is_number(f, &in->ops[3]) :
				  takes_by_exchange(f, u, k);
		if (numbers ? in_loop_or_before(f, k) : swaps && tries_again(f, k))
			cost[k].retries = numbers ? 2 : 1;
	}
	free(u);
}

/* ---- register ports: a scheduler reads two registers of a warp a cycle. A multiplication and sum of three different
 * ones takes two, unless a neighbour that can start at once reads one of the two factors too, which then is still at
 * hand; a number that the code holds needs no register, nor does a parameter of the kernel or a constant, but where
 * lanes may have gone different ways it is in one like all others. */
static bool *apart(const struct ptx_func *f, const bool *same)
{
	bool *out = xcalloc(f->ninsts + 1, sizeof *out);
	size_t last = f->ninsts;

	while (last && (f->insts[last - 1].op == PTX_OP_RET || f->insts[last - 1].op == PTX_OP_EXIT))
		last--;
	for (size_t k = 0; k < f->ninsts; k++) {
		const struct ptx_inst *in = &f->insts[k];
		size_t to = in->op == PTX_OP_BRA && in->guard >= 0 && !same[in->guard] &&
				in->ops[0].kind == PTX_LABEL && in->ops[0].vec >= 0 ?
			(size_t)in->ops[0].vec :
			k;
		size_t from = to < k ? to : k + 1;

		if (to == k || to >= last) /* those that leave the kernel */
			continue;
		if (to < k)
			to = k;
		for (size_t j = from; j < to; j++) {
			const struct ptx_inst *over = &f->insts[j];

			out[j] = true;
			/* Those that come here jump over what the others do. */
			if (over->op == PTX_OP_BRA && over->guard < 0 && over->ops[0].kind == PTX_LABEL &&
				over->ops[0].vec > (int32_t)to && (size_t)over->ops[0].vec < last)
				to = (size_t)over->ops[0].vec;
		}
	}
	return out;
}

static bool multiplies(const struct ptx_inst *in)
{
	return in->op == PTX_OP_FMA && in->ntypes &&
		(in->types[in->ntypes - 1] == PTX_F32 || in->types[in->ntypes - 1] == PTX_F64);
}

static bool reads(const struct ptx_inst *in, int32_t reg, unsigned operands)
{
	bool is = false;

	for (unsigned o = 1; o <= operands; o++)
		is |= in->ops[o].kind == PTX_REG && in->ops[o].reg == reg;
	return is;
}

/* Two multiplications, one after the other in the code, of which the second does not need the first's result: do they
 * share a factor? */
static bool share_factor(const struct ptx_inst *a, const struct ptx_inst *b)
{
	if (!multiplies(a) || !multiplies(b) || reads(b, a->ops[0].reg, 3))
		return false;
	return (a->ops[1].kind == PTX_REG && reads(b, a->ops[1].reg, 2)) ||
		(a->ops[2].kind == PTX_REG && reads(b, a->ops[2].reg, 2));
}

static void ports(const struct ptx_func *f, struct em_cost *cost)
{
	bool *same = em_agreed(f), *out = apart(f, same), *parameter = xcalloc(f->nregs + 1, sizeof *parameter),
	     *number = xcalloc(f->nregs + 1, sizeof *number);
	struct em_use *u = em_uses_of(f);

	for (size_t k = 0; k < f->ninsts; k++) {
		const struct ptx_inst *in = &f->insts[k];

		if (!in->noperands || in->ops[0].kind != PTX_REG || in->ops[0].reg < 0 || u[in->ops[0].reg].made_by < 0)
			continue;
		parameter[in->ops[0].reg] |= in->op == PTX_OP_LD &&
			(in->space == PTX_PARAM || (in->space == PTX_CONST && same[in->ops[0].reg]));
		number[in->ops[0].reg] |=
			in->op == PTX_OP_MOV && (in->ops[1].kind == PTX_IMM || in->ops[1].kind == PTX_FIMM);
	}
	for (size_t k = 0; k < f->ninsts; k++) {
		const struct ptx_inst *in = &f->insts[k];
		bool three = multiplies(in);

		for (unsigned o = 1; o < 4 && three; o++)
			three = in->ops[o].kind == PTX_REG && in->ops[o].reg >= 0 && !number[in->ops[o].reg] &&
				(out[k] || !parameter[in->ops[o].reg]) && (o < 2 || in->ops[o].reg != in->ops[1].reg) &&
				(o < 3 || in->ops[o].reg != in->ops[2].reg);
		if (three && !(k && share_factor(in - 1, in)) && !(k + 1 < f->ninsts && share_factor(in, in + 1)))
			cost[k].pipe[EM_PIPE_ISSUE]++;
	}
	free(same);
	free(out);
	free(parameter);
	free(number);
	free(u);
}

void em_ptxas_fusions(const struct em_program *p, const struct ptx_func *f, const int32_t *block_of,
	const struct em_guarded *code, struct em_cost *cost)
{
	em_upper_halves(f, cost);
	fuse(f, cost);
	em_logic(f, cost);
	copies(f, cost);
	reciprocals(f, block_of, cost);
	atomics(f, cost);
	retries(f, cost);
	ports(f, cost);
	em_predicated(f, block_of, code, cost);
	em_wanted(f, block_of, cost);
	em_joined(p, f, block_of, cost);
	em_reloaded(f, cost);
	em_copy_loads(f, block_of, cost);
	em_spelled_out(f, block_of, code, cost);
	em_unrolled(f, block_of, cost);
	em_doubles(f, block_of, cost);
	em_fields(f, block_of, cost);
	em_picked(p->m->ptx, f, cost);
	em_joins(f, cost);
	em_frames(f, cost);
	em_asks(f, block_of, cost);
}
