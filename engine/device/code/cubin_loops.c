/* cubin_loops: see cubin_loops.h. */
#include "device/code/cubin_loops.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "device/code/machine_code.h"

enum { MOST_LOOPS = 256, MOST_INSTRUCTIONS = 4096, NO_BARRIER = 7 };
#define INFINITE 0x7f800000u /* a float */

static enum em_code_kind kind_of(const uint8_t *code)
{
	static const uint8_t kind[MACHINE_CLASSES] = {
		[MACHINE_PLAIN] = EM_CODE_PLAIN,
		[MACHINE_ROOT] = EM_CODE_PLAIN,
		[MACHINE_MEET] = EM_CODE_PLAIN,
		[MACHINE_YIELD] = EM_CODE_PLAIN,
		[MACHINE_LOAD] = EM_CODE_LOAD,
		[MACHINE_LOAD_LOCAL] = EM_CODE_LOAD_LOCAL,
		[MACHINE_LOAD_SHARED] = EM_CODE_LOAD_SHARED,
		[MACHINE_STORE] = EM_CODE_STORE,
		[MACHINE_STORE_LOCAL] = EM_CODE_STORE_LOCAL,
		[MACHINE_STORE_SHARED] = EM_CODE_STORE_SHARED,
		[MACHINE_CONSTANT] = EM_CODE_CONSTANT,
		[MACHINE_SHUFFLE] = EM_CODE_SHUFFLE,
		[MACHINE_F64] = EM_CODE_F64,
		[MACHINE_JUMP] = EM_CODE_BRANCH,
		[MACHINE_CALL] = EM_CODE_OTHER,
		[MACHINE_EXIT] = EM_CODE_OTHER,
		[MACHINE_BARRIER] = EM_CODE_OTHER,
		[MACHINE_ATOMIC] = EM_CODE_OTHER,
		[MACHINE_OTHER] = EM_CODE_OTHER,
	};

	return (enum em_code_kind)kind[machine_class(code)];
}

static struct em_code read_one(const uint8_t *code)
{
	const uint32_t high = le32(code + 12);
	struct em_code c = { .kind = (uint8_t)kind_of(code),
		.words = (uint8_t)machine_words(code),
		.stall = high >> 9 & 15,
		.tells = (uint8_t)machine_tells(code),
		.reads = high >> 17 & 7,
		.waits = (uint8_t)machine_waits(code) };

	if (machine_if_parted(code))
		c.kind = EM_CODE_PLAIN;
	if (c.kind == EM_CODE_PLAIN && c.tells != NO_BARRIER)
		c.kind = EM_CODE_SPECIAL;
	if (c.kind < EM_CODE_LOAD || c.kind > EM_CODE_LAST_ACCESS)
		c.words = 1;
	return c;
}

/* An exact division, or a root, calls a function for numbers that are not easy, and jumps over the call for all others.
 * The instruction where that jump goes, in bytes; 0: it is no such jump. */
static size_t over_call(const uint8_t *code, size_t n, size_t at, int arch)
{
	enum { MOST = 8 * 16 };
	const int64_t to = machine_target(code, at, arch);
	unsigned calls = 0;

	if (machine_class(code + at) != MACHINE_JUMP || to <= (int64_t)at || to > (int64_t)at + MOST || to & 15)
		return 0;
	for (size_t k = at + 16; k < (size_t)to && n - k >= 16; k += 16) {
		const enum em_code_kind kind = kind_of(code + k);

		calls += machine_class(code + k) == MACHINE_CALL;
		/* The last one may jump over what the others do instead. */
		if ((kind == EM_CODE_BRANCH && k + 16 < (size_t)to) ||
			(kind >= EM_CODE_FIRST_ACCESS && kind <= EM_CODE_LAST_ACCESS))
			return 0;
	}
	return calls == 1 ? (size_t)to : 0;
}

/* The sine, cosine and tangent of a float jump past what they do for large numbers, which asks first whether the number
 * is infinite and then has a loop. Likewise. */
static size_t over_large(const uint8_t *code, size_t n, size_t at, int arch)
{
	enum { MOST = 192 * 16, SOON = 4 * 16, FSETP = 0x00b };
	const int64_t to = machine_target(code, at, arch);
	unsigned loops = 0;
	bool asks = false;

	if (machine_class(code + at) != MACHINE_JUMP || machine_predicate(code + at) == MACHINE_ALWAYS ||
		to <= (int64_t)at || to > (int64_t)at + MOST || to & 15)
		return 0;
	for (size_t k = at + 16; k < (size_t)to && n - k >= 16; k += 16) {
		const enum em_code_kind kind = kind_of(code + k);

		if (kind == EM_CODE_OTHER || kind == EM_CODE_STORE || kind == EM_CODE_STORE_SHARED)
			return 0;
		asks |= k <= at + SOON && machine_opcode(code + k) == FSETP && le32(code + k + 4) == INFINITE;
		if (k > at + SOON && !asks)
			return 0;
		loops += machine_goes_back(code, k, arch);
	}
	return asks && loops == 1 ? (size_t)to : 0;
}

/* What is jumped over in nearly all turns. */
static size_t over(const uint8_t *code, size_t n, size_t at, int arch)
{
	const size_t to = over_call(code, n, at, arch);

	return to ? to : over_large(code, n, at, arch);
}

/* Registers get another number when an instruction writes them: which does not matter, as only what loads share counts.
 * Comparisons, stores and jumps write none. */
static bool writes(const uint8_t *code)
{
	enum { FSETP = 0x00b, ISETP = 0x00c, DSETP = 0x02a };
	const uint32_t opcode = machine_opcode(code);
	const enum machine_class class = machine_class(code);

	return opcode != FSETP && opcode != ISETP && opcode != DSETP && class != MACHINE_STORE &&
		class != MACHINE_STORE_SHARED && class != MACHINE_JUMP;
}

struct bases {
	uint16_t number[256], next;
};

static void bases_open(struct bases *b)
{
	b->next = 1;
	for (int r = 0; r < 256; r++)
		b->number[r] = b->next++;
}

static void base(struct bases *b, const uint8_t *code, struct em_code *out)
{
	if (out->kind == EM_CODE_LOAD || out->kind == EM_CODE_LOAD_LOCAL) {
		out->base = b->number[code[3]];
		out->at = machine_displacement(code);
	}
	if (out->kind == EM_CODE_LOAD_SHARED) {
		out->base = machine_adds_uniform(code) ? 0 : code[3] + 1u;
		out->at = machine_displacement(code);
	}
	if (writes(code))
		b->number[code[2]] = b->next++;
}

/* Do `times` stretches of these words make so many turns of the loop? */
static bool make_turns(const struct em_code_loop *l, const uint32_t *words, uint32_t times, uint32_t turns)
{
	uint32_t of_loop = 0;

	for (int k = EM_CODE_FIRST_ACCESS; k <= EM_CODE_LAST_ACCESS; k++) {
		if (times * words[k] != turns * l->words[k])
			return false;
		of_loop += l->words[k];
	}
	return of_loop;
}

static bool is_part(const struct em_code_loop *l, const uint32_t *words, uint32_t times)
{
	return make_turns(l, words, times, 1);
}

/* Do these words, each under one of the predicates, make half of a turn and a quarter, each under its own? */
static bool half_and_quarter(const struct em_code_loop *l, uint32_t of[MACHINE_PREDICATES][EM_CODE_KINDS])
{
	unsigned halves = 0, quarters = 0;

	for (unsigned k = 0; k < MACHINE_PREDICATES; k++) {
		halves += is_part(l, of[k], 2);
		quarters += is_part(l, of[k], 4);
	}
	return halves == 1 && quarters == 1;
}

/* Where turns stand side by side, what is left at the end goes by halves: after the loop comes half of its turn, in a
 * stretch of its own, then half of that. Under predicates the two may be mixed. *at: the instruction after the loop,
 * then what comes after the half. */
static void goes_by_halves(const uint8_t *code, size_t n, size_t *at, struct em_code_loop *l)
{
	uint32_t words[EM_CODE_KINDS] = { 0 }, of[MACHINE_PREDICATES][EM_CODE_KINDS] = { { 0 } }, found = 0,
		 guarded = 0;

	for (; n - *at >= 16 && *at < n; *at += 16) {
		struct em_code c = read_one(code + *at);

		if ((c.kind == EM_CODE_BRANCH || machine_class(code + *at) == MACHINE_EXIT) && found)
			break;
		if (c.kind >= EM_CODE_FIRST_ACCESS && c.kind <= EM_CODE_LAST_ACCESS) {
			words[c.kind] += c.words;
			of[machine_predicate(code + *at) % MACHINE_PREDICATES][c.kind] += c.words;
			found++;
			guarded += machine_predicate(code + *at) != MACHINE_ALWAYS;
		}
		if (found && found == guarded && make_turns(l, words, 4, 3) && half_and_quarter(l, of)) {
			l->halves = l->guarded_half = true;
			l->guarded_part = 4;
			return;
		}
		if (found && machine_class(code + *at) == MACHINE_MEET)
			break;
		/* Under a predicate it has no end of its own. */
		if (found && found == guarded && is_part(l, words, 2))
			break;
	}
	l->halves = is_part(l, words, 2);
	l->guarded_half = l->halves && guarded == found;
	l->guarded_part = l->guarded_half ? 2 : 0;
}

/* The quarter after the half may stand under a predicate, up to where something else does. */
static bool ends_guarded(const uint8_t *code, size_t n, size_t at, const struct em_code_loop *l)
{
	uint32_t words[EM_CODE_KINDS] = { 0 };

	for (at += 16; n - at >= 16 && at < n; at += 16) {
		struct em_code c = read_one(code + at);

		if (c.kind == EM_CODE_BRANCH || c.kind == EM_CODE_OTHER || machine_class(code + at) == MACHINE_EXIT)
			return false;
		if (c.kind < EM_CODE_FIRST_ACCESS || c.kind > EM_CODE_LAST_ACCESS)
			continue;
		if (machine_predicate(code + at) == MACHINE_ALWAYS)
			return false;
		words[c.kind] += c.words;
		if (is_part(l, words, 4))
			return true;
	}
	return false;
}

/* A turn of the source's loop whose counter begins beyond its end, where it may go on at the other end of the numbers,
 * stands in front of the loop, mostly under a predicate: how much of a turn that is, 4 a quarter, 2 half; 0: nothing.
 * Between the two stands a branch that leads around the loop. */
static uint8_t begins_guarded(const uint8_t *code, size_t from, const struct em_code_loop *l)
{
	enum { MOST = 64 * 16 };
	uint32_t words[EM_CODE_KINDS] = { 0 }, branches = 0;

	for (size_t at = from; at >= 16 && from - at < MOST;) {
		struct em_code c = read_one(code + (at -= 16));

		branches += c.kind == EM_CODE_BRANCH;
		if (branches > 1 || c.kind == EM_CODE_OTHER || machine_class(code + at) == MACHINE_MEET)
			return 0;
		if (c.kind < EM_CODE_FIRST_ACCESS || c.kind > EM_CODE_LAST_ACCESS)
			continue;
		if (machine_predicate(code + at) == MACHINE_ALWAYS || !branches)
			return 0;
		words[c.kind] += c.words;
		for (uint8_t part = 4; part >= 2; part /= 2)
			if (is_part(l, words, part))
				return part;
	}
	return 0;
}

/* A loop of the code: from its first instruction to the last of its jumps back. */
struct back {
	size_t from, at;
	size_t after; /* what comes behind it, and behind what is left of its turns (rest_of); 0: it is not innermost */
	bool rest;    /* such a loop: its turn is a part of another one's */
	struct em_code_loop loop; /* of an innermost one */
};

struct backs {
	struct back *v;
	size_t n;
};

/* The code's loops, in the order of their ends. */
static struct backs find_backs(const uint8_t *code, size_t n, int arch)
{
	struct backs b = { xcalloc(MOST_LOOPS + 1, sizeof *b.v), 0 };

	for (size_t at = 0; n - at >= 16 && b.n < MOST_LOOPS; at += 16) {
		size_t k = 0;

		if (!machine_goes_back(code, at, arch))
			continue;
		b.v[b.n].from = (size_t)machine_target(code, at, arch);
		b.v[b.n].at = at;
		while (b.v[k].from != b.v[b.n].from)
			k++;
		if (k < b.n)
			memmove(&b.v[k], &b.v[k + 1], (b.n - k) * sizeof *b.v);
		else
			b.n++;
	}
	return b;
}

/* Where turns of the source stand side by side, half of a turn and then a quarter come behind the loop, for what is
 * left; or the half, and then a loop by itself for the quarters. */
static void rest_of(const uint8_t *code, size_t n, int arch, struct back *l)
{
	enum { MOST = 512 * 16 };
	uint32_t words[EM_CODE_KINDS] = { 0 };

	for (size_t at = l->at + 16; l->loop.halves && n - at >= 16 && at < n && at - l->at < MOST; at += 16) {
		const struct em_code c = read_one(code + at);

		if (c.kind == EM_CODE_OTHER || machine_goes_back(code, at, arch))
			break;
		if (c.kind < EM_CODE_FIRST_ACCESS || c.kind > EM_CODE_LAST_ACCESS)
			continue;
		words[c.kind] += c.words;
		if (is_part(&l->loop, words, 2) || make_turns(&l->loop, words, 4, 3))
			l->after = at + 16;
	}
}

static void find_rests(const uint8_t *code, size_t n, int arch, struct backs *b)
{
	enum { SOON = 16 * 16 };

	for (size_t k = 0; k < b->n; k++)
		if (b->v[k].after)
			rest_of(code, n, arch, &b->v[k]);
	for (size_t k = 0; k < b->n; k++)
		for (size_t j = 0; j < b->n && b->v[k].after > b->v[k].at + 16; j++) {
			struct back *r = &b->v[j];

			r->rest |= r->after && r->from >= b->v[k].after && r->from - b->v[k].after <= SOON &&
				(is_part(&b->v[k].loop, r->loop.words, 4) || is_part(&b->v[k].loop, r->loop.words, 2));
		}
}

/* Code that goes back into a loop from behind its end is no loop around it. */
static bool is_whole(const struct backs *b, const struct back *l, uint32_t *inner)
{
	*inner = 0;
	for (size_t k = 0; k < b->n; k++) {
		const struct back *v = &b->v[k];

		if (v->at <= l->from || v->from >= l->at || v->from == l->from)
			continue;
		if ((v->from < l->from) != (v->at > l->at))
			return false;
		*inner += v->from > l->from && !v->rest;
	}
	return true;
}

/* Where the code goes on behind the loop that begins at k, in a loop around it; k: none does. */
static size_t behind(const struct backs *b, const struct back *l, size_t k)
{
	size_t to = k;

	for (size_t j = 0; j < b->n; j++) {
		const struct back *v = &b->v[j];

		if (v->from == k && v->at < l->at)
			to = v->after > v->at && v->after <= l->at ? v->after : v->at + 16;
	}
	return to;
}

static void add_instruction(struct em_loops *out, struct em_code_loop *l, const struct em_code *c)
{
	l->words[c->kind] += c->words;
	if (!(out->ncode & (out->ncode - 1)))
		out->code = xrealloc(out->code, (out->ncode ? 2 * (size_t)out->ncode : 1) * sizeof *out->code);
	out->code[out->ncode++] = *c;
	l->n = out->ncode - l->first;
}

/* What stands for code that is left out: it waits for what was asked for before. */
static struct em_code left_out(const uint8_t *code, size_t from, size_t to)
{
	struct em_code out = { .kind = EM_CODE_PLAIN, .words = 1, .tells = NO_BARRIER, .reads = NO_BARRIER };
	unsigned told = 0;

	for (size_t k = from; k < to; k += 16) {
		const struct em_code c = read_one(code + k);

		out.waits |= c.waits & ~told;
		told |= (c.tells != NO_BARRIER ? 1u << c.tells : 0) | (c.reads != NO_BARRIER ? 1u << c.reads : 0);
	}
	return out;
}

/* Reads a turn, from its first instruction to its jump back, without the loops in it (in: of the code; NULL: there are
 * none). all: barriers and atomics have kinds of their own. */
static struct em_code_loop read_turn(const uint8_t *code, size_t n, int arch, const struct back *l,
	const struct backs *in, bool all, struct em_loops *out)
{
	struct em_code_loop turn = { .first = out->ncode };
	struct bases b;

	bases_open(&b);
	for (size_t k = l->from; k <= l->at; k += 16) {
		const size_t past = over(code, n, k, arch), next = in && k > l->from ? behind(in, l, k) : k;
		const enum machine_class class = machine_class(code + k);
		struct em_code c = read_one(code + k);

		if (next > k) {
			const struct em_code waits = left_out(code, k, next);

			add_instruction(out, &turn, &waits);
			k = next - 16;
			continue;
		}
		if (k == l->at || past)
			c.kind = k == l->at ? EM_CODE_PLAIN : EM_CODE_PAST;
		else if (c.kind == EM_CODE_BRANCH && machine_predicate(code + k) == MACHINE_ALWAYS)
			c.kind = EM_CODE_PAST;
		else if (all && (class == MACHINE_BARRIER || class == MACHINE_ATOMIC))
			c.kind = class == MACHINE_BARRIER ? EM_CODE_BARRIER : EM_CODE_ATOMIC;
		base(&b, code + k, &c);
		add_instruction(out, &turn, &c);
		k = past && past <= l->at ? past - 16 : k;
	}
	return turn;
}

/* A loop without those in it. Innermost ones of which `v` knows all are left out. */
static void put_loop_around(
	const uint8_t *code, size_t n, int arch, const struct backs *v, const struct back *l, struct em_loops *out)
{
	struct em_code_loop around;
	uint32_t inner;

	if ((l->at - l->from) / 16 >= MOST_INSTRUCTIONS || l->rest || !is_whole(v, l, &inner))
		return;
	around = read_turn(code, n, arch, l, v, true, out);
	around.inner = inner;
	if (!inner && !around.words[EM_CODE_BARRIER] && !around.words[EM_CODE_ATOMIC]) {
		out->ncode = around.first;
		return;
	}
	out->around = xrealloc(out->around, (out->naround + 1) * sizeof *out->around);
	out->around[out->naround++] = around;
}

void cubin_loops(const uint8_t *code, size_t n, int arch, struct em_loops *out)
{
	struct backs backs = find_backs(code, n, arch);

	out->tops = (uint32_t)backs.n;
	for (size_t at = 0; n - at >= 16 && out->n < MOST_LOOPS; at += 16) {
		size_t from, after;
		struct em_code_loop l;

		out->yields += machine_class(code + at) == MACHINE_YIELD;
		if (!machine_goes_back(code, at, arch))
			continue;
		out->jumps++;
		from = (size_t)machine_target(code, at, arch);
		for (size_t k = from; k < at && from < at; k += 16) {
			const size_t past = over_large(code, n, k, arch);

			if (machine_goes_back(code, k, arch))
				from = at;
			k = past && past <= at ? past - 16 : k;
		}
		if (from >= at || (at - from) / 16 >= MOST_INSTRUCTIONS)
			continue;
		l = read_turn(code, n, arch, &(struct back){ .from = from, .at = at }, NULL, false, out);
		after = at + 16;
		goes_by_halves(code, n, &after, &l);
		if (l.halves && l.guarded_part < 4 && ends_guarded(code, n, after, &l))
			l.guarded_part = 4;
		l.guarded_first = l.halves ? begins_guarded(code, from, &l) : 0;
		out->v = xrealloc(out->v, (out->n + 1) * sizeof *out->v);
		out->v[out->n++] = l;
		for (size_t k = 0; k < backs.n; k++)
			if (backs.v[k].from == from && backs.v[k].at == at) {
				backs.v[k].after = at + 16;
				backs.v[k].loop = l;
			}
	}
	find_rests(code, n, arch, &backs);
	for (size_t k = 0; k < backs.n; k++)
		put_loop_around(code, n, arch, &backs, &backs.v[k], out);
	free(backs.v);
}
