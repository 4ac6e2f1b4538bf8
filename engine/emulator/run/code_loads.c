/* code_loads: loads from shared memory in loops whose machine code has fewer of them than the PTX. Of turns that ptxas
 * puts side by side it joins loads of neighbouring words, and where it makes an `if` a pick of values, those on both
 * sides of it: then cost/joined.c, which looks at one basic block, finds fewer neighbours. Which loop of the machine
 * code is the PTX's is told by the words that both load and store in a turn, once or several times; a loop within it
 * may be gone, as all of its turns stand in a row: how many they are is counted.
 *
 * A loop whose rest goes by halves (lanes/turns.h) has parts of so many turns, of half as many, and so on: `for (k = 1;
 * k < n; k++) sum += part[k];` of doubles, by four in the PTX, is 9 loads for 16 of them, 5 for 8, 3 for 4. Each part
 * has so many loads for each of its turns, and so many for itself. */
#include "base/buf.h"
#include "emulator/core/device.h"
#include "emulator/cost/cost.h"
#include "emulator/flow/registers.h"
#include "emulator/run/count.h"

enum { MOST_TURNS = 4, MOST_TIMES = 64, MOST_WIDTH = 4 };

/* A turn of the loop [from, to], which ran so often; loads: those from shared memory, joined ones as one. */
struct turn {
	int32_t from, to;
	uint64_t ran;
	uint32_t words[EM_CODE_KINDS], loads, of_width[MOST_WIDTH + 1]; /* of so many words each */
};

/* How often the instruction is issued in a turn; 0: that is no whole number. The machine code's loop that is looked for
 * has no branch: the body of an `if` is under a predicate there, and issued wherever its branch is. */
static uint32_t times_of(const struct em_run *r, const struct turn *t, const struct em_pinst *pi)
{
	const struct em_cost *c = &r->p->costs->cost[pi - r->p->pinst];
	const int32_t with = c->then_ends ? 0 : c->runs_as ? c->runs_as : c->either;
	uint64_t ran = em_execs_of(r, with ? (uint32_t)with - 1 : pi->block);

	return ran && ran % t->ran == 0 && ran / t->ran <= MOST_TIMES ? (uint32_t)(ran / t->ran) : 0;
}

/* Words that the load asks for, with those that it is joined with. */
static uint32_t width_of(const struct em_run *r, const struct ptx_inst *in, int32_t pin)
{
	const uint32_t wide = r->p->costs->cost[pin].wide / 4u, words = wide ? wide : em_code_words(in);

	return words < MOST_WIDTH ? words : MOST_WIDTH;
}

static bool look_at(const struct em_run *r, const int32_t *pin, struct turn *t)
{
	const struct em_program *p = r->p;

	t->ran = pin[t->from] < 0 ? 0 : em_execs_of(r, p->pinst[pin[t->from]].block);
	if (!t->ran)
		return false;
	for (int32_t k = t->from; k <= t->to; k++) {
		const struct ptx_inst *in = &p->kernel->insts[k];
		uint32_t times;
		enum em_code_kind kind = em_code_kind_of(in);

		if (kind == EM_CODE_PLAIN || pin[k] < 0)
			continue;
		times = times_of(r, t, &p->pinst[pin[k]]);
		if (!times || in->guard >= 0)
			return false;
		t->words[kind] += em_code_words(in) * times;
		if (kind == EM_CODE_LOAD_SHARED && !p->costs->cost[pin[k]].follows) {
			t->loads += times;
			t->of_width[width_of(r, in, pin[k])] += times;
		}
	}
	return t->loads > 0;
}

/* So many turns of it are one of the machine code's loop; 0: it is another one. */
static uint32_t turns_of(const struct turn *t, const struct em_code_loop *m)
{
	uint32_t turns = m->words[EM_CODE_LOAD_SHARED] / t->words[EM_CODE_LOAD_SHARED];

	if (turns > MOST_TURNS || m->words[EM_CODE_BRANCH] || !m->words[EM_CODE_OTHER] != !t->words[EM_CODE_OTHER])
		return 0;
	for (int k = EM_CODE_FIRST_ACCESS; k <= EM_CODE_LAST_ACCESS; k++)
		if (m->words[k] != turns * t->words[k])
			return 0;
	return turns;
}

/* Its loads from shared memory, and the wavefronts that they take where all lanes of a warp want the same words: two
 * halves of a warp go together then, and of four words at once a warp goes by quarters (cache/sectors.c). */
static struct em_code_loads loads_of(const struct em_loops *loops, const struct em_code_loop *m)
{
	struct em_code_loads n = { 0, 0 };

	for (uint32_t k = 0; k < m->n; k++) {
		const struct em_code *c = &loops->code[m->first + k];

		n.loads += c->kind == EM_CODE_LOAD_SHARED;
		n.waves += c->kind == EM_CODE_LOAD_SHARED ? (c->words > 2 ? 2 : 1) : 0;
	}
	return n;
}

static uint64_t part(uint64_t ran, unsigned __int128 from, unsigned __int128 to, uint64_t have, uint64_t of)
{
	return (uint64_t)(ran * to * have / of - ran * from * have / of);
}

/* The loads of the loop of up to `most` words become `have` of each `of`; all of them together exactly so. */
static void fewer(const struct em_run *r, const int32_t *pin, const struct turn *t, struct em_code_loads have,
	uint64_t of, uint32_t most, struct em_code_loads *out)
{
	unsigned __int128 before = 0;

	for (int32_t k = t->from; k <= t->to; k++) {
		unsigned __int128 upto;

		if (pin[k] < 0 || em_code_kind_of(&r->p->kernel->insts[k]) != EM_CODE_LOAD_SHARED ||
			r->p->costs->cost[pin[k]].follows || width_of(r, &r->p->kernel->insts[k], pin[k]) > most)
			continue;
		upto = before + times_of(r, t, &r->p->pinst[pin[k]]);
		if (out[pin[k]].loads == EM_AS_IT_STANDS)
			out[pin[k]] = (struct em_code_loads){ part(t->ran, before, upto, have.loads, of),
				part(t->ran, before, upto, have.waves, of) };
		before = upto;
	}
}

/* The loop's index in p->counted, if its rest goes by halves; else -1. */
static int64_t halved(const struct em_run *r, const struct turn *t)
{
	for (size_t k = 0; r->halved && k < r->p->ncounted; k++)
		if (r->halved[k] && r->p->counted[k].from == t->from && r->p->counted[k].to == t->to)
			return (int64_t)k;
	return -1;
}

/* Of a loop in parts: loads, those of a part of `turns` turns. What a part lacks to a whole one was counted. */
static void by_parts(const struct em_run *r, const int32_t *pin, const struct turn *t, const struct em_counted *c,
	uint32_t turns, uint32_t loads, struct em_code_loads *out)
{
	const uint64_t parts = (t->ran + em_execs_of(r, c->rest) + em_execs_of(r, c->alike)) / turns;
	const uint32_t each = loads > t->loads ? (loads - t->loads) / (turns - 1) : 0;

	if (loads > t->loads && each < t->loads && t->loads + each * (turns - 1) == loads)
		fewer(r, pin, t, (struct em_code_loads){ each * t->ran + (t->loads - each) * parts, 0 },
			t->ran * t->loads, MOST_WIDTH, out);
}

/* The widest loads of which the machine code has all that its `turns` of the PTX's have, or more, stay; what it has of
 * the others are theirs. */
static void but_the_widest(const struct em_run *r, const int32_t *pin, const struct turn *t,
	const struct em_loops *loops, const struct em_code_loop *m, uint32_t turns, struct em_code_loads *out)
{
	struct em_code_loads have = loads_of(loops, m);
	uint32_t of_width[MOST_WIDTH + 1] = { 0 }, most = MOST_WIDTH, left = t->loads;

	for (uint32_t k = 0; k < m->n; k++) {
		const struct em_code *c = &loops->code[m->first + k];

		of_width[c->words < MOST_WIDTH ? c->words : MOST_WIDTH] += c->kind == EM_CODE_LOAD_SHARED;
	}
	for (; most > 1 && of_width[most] >= turns * t->of_width[most] && left > t->of_width[most]; most--) {
		left -= t->of_width[most];
		have.loads -= turns * t->of_width[most];
		have.waves -= turns * t->of_width[most] * (most > 2 ? 2 : 1);
	}
	fewer(r, pin, t, have, (uint64_t)turns * left, most, out);
}

static void one_loop(const struct em_run *r, const int32_t *pin, struct turn t, struct em_code_loads *out)
{
	const struct em_loops *loops = &r->l->timing->loops;
	const struct em_code_loop *same = NULL;
	uint32_t turns = 0, found = 0;
	struct em_code_loads loads = { 0, 0 };
	int64_t in_parts;

	if (!look_at(r, pin, &t))
		return;
	for (uint32_t k = 0; k < loops->n; k++) {
		uint32_t n = turns_of(&t, &loops->v[k]);

		if (!n)
			continue;
		found++;
		if (n > turns) {
			same = &loops->v[k];
			loads = loads_of(loops, same);
		}
		turns = n > turns ? n : turns;
	}
	in_parts = found ? halved(r, &t) : -1;
	if (in_parts >= 0 && turns == r->halved[in_parts] && loads.loads < (uint64_t)turns * t.loads)
		by_parts(r, pin, &t, &r->p->counted[in_parts], turns, (uint32_t)loads.loads, out);
	else if (found == 1 && loads.loads && loads.loads < (uint64_t)turns * t.loads)
		but_the_widest(r, pin, &t, loops, same, turns, out);
}

struct em_code_loads *em_code_loads(const struct em_run *r)
{
	const struct em_program *p = r->p;
	const struct ptx_func *f = p->kernel;
	struct em_code_loads *out;
	int32_t *pin;

	if (!r->l->timing || !r->l->timing->loops.n || p->nfn != 1)
		return NULL;
	out = xcalloc(p->npinst + 1, sizeof *out);
	pin = xcalloc(f->ninsts + 1, sizeof *pin);
	memset(out, 0xff, (p->npinst + 1) * sizeof *out);
	memset(pin, 0xff, (f->ninsts + 1) * sizeof *pin);
	for (size_t k = 0; k < p->npinst; k++)
		pin[p->pinst[k].inst] = (int32_t)k;
	for (size_t k = 0; k < f->ninsts; k++) {
		const struct ptx_inst *in = &f->insts[k];

		if (in->guard >= 0 && em_target(in) >= 0 && em_target(in) <= (int32_t)k)
			one_loop(r, pin, (struct turn){ .from = em_target(in), .to = (int32_t)k }, out);
	}
	free(pin);
	return out;
}
