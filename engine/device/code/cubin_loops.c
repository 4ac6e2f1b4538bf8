/* cubin_loops: see cubin_loops.h. */
#include "device/code/cubin_loops.h"

#include "base/buf.h"
#include "device/code/machine_code.h"

enum { MOST_LOOPS = 256, MOST_INSTRUCTIONS = 4096, NO_BARRIER = 7 };

static bool is_back(const uint8_t *code, size_t at, int arch)
{
	int64_t to = machine_target(code, at, arch);

	return machine_what(code + at) == MACHINE_JUMP && to >= 0 && to < (int64_t)at && !(to & 15);
}

static enum em_code_kind kind_of(uint32_t what)
{
	static const struct {
		uint16_t what;
		uint8_t kind;
	} known[] = { { 0x981, EM_CODE_LOAD }, { 0x381, EM_CODE_LOAD }, { 0x980, EM_CODE_LOAD },
		{ 0x984, EM_CODE_LOAD_SHARED }, { 0x986, EM_CODE_STORE }, { 0x386, EM_CODE_STORE },
		{ 0x985, EM_CODE_STORE }, { 0x385, EM_CODE_STORE }, { 0x388, EM_CODE_STORE_SHARED },
		{ 0x988, EM_CODE_STORE_SHARED }, { 0x389, EM_CODE_SHUFFLE }, { 0xf89, EM_CODE_SHUFFLE },
		{ 0x589, EM_CODE_SHUFFLE }, { 0x989, EM_CODE_SHUFFLE }, { 0xb82, EM_CODE_CONSTANT },
		{ 0x229, EM_CODE_F64 }, { 0x228, EM_CODE_F64 }, { 0x22b, EM_CODE_F64 }, { 0x22a, EM_CODE_F64 },
		{ 0x983, EM_CODE_LOAD_LOCAL }, { 0x387, EM_CODE_STORE_LOCAL }, { MACHINE_JUMP, EM_CODE_BRANCH },
		/* barriers, atomics, calls, copies */
		{ 0xb1d, EM_CODE_OTHER }, { 0x31d, EM_CODE_OTHER }, { 0x91d, EM_CODE_OTHER }, { 0x3a8, EM_CODE_OTHER },
		{ 0x9a8, EM_CODE_OTHER }, { 0x3a9, EM_CODE_OTHER }, { 0x38a, EM_CODE_OTHER }, { 0x98a, EM_CODE_OTHER },
		{ 0x38c, EM_CODE_OTHER }, { 0x38d, EM_CODE_OTHER }, { 0x98e, EM_CODE_OTHER }, { 0x3a3, EM_CODE_OTHER },
		{ 0x9a3, EM_CODE_OTHER }, { 0x944, EM_CODE_OTHER }, { 0x343, EM_CODE_OTHER }, { 0x943, EM_CODE_OTHER },
		{ 0x950, EM_CODE_OTHER }, { 0x949, EM_CODE_OTHER }, { 0xfae, EM_CODE_OTHER }, { 0x3ae, EM_CODE_OTHER },
		{ 0x992, EM_CODE_OTHER }, { 0x94d, EM_CODE_OTHER }, { 0x95d, EM_CODE_OTHER }, { 0x35d, EM_CODE_OTHER },
		{ 0x948, EM_CODE_OTHER }, { 0x94e, EM_CODE_OTHER } };

	for (size_t k = 0; k < sizeof known / sizeof *known; k++)
		if (known[k].what == what)
			return (enum em_code_kind)known[k].kind;
	return EM_CODE_PLAIN;
}

static struct em_code read_one(const uint8_t *code)
{
	const uint32_t high = le32(code + 12);
	struct em_code c = { .kind = (uint8_t)kind_of(machine_what(code)),
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

	if (machine_what(code + at) != MACHINE_JUMP || to <= (int64_t)at || to > (int64_t)at + MOST || to & 15)
		return 0;
	for (size_t k = at + 16; k < (size_t)to && n - k >= 16; k += 16) {
		const enum em_code_kind kind = kind_of(machine_what(code + k));

		calls += machine_what(code + k) == MACHINE_CALL;
		/* The last one may jump over what the others do instead. */
		if ((kind == EM_CODE_BRANCH && k + 16 < (size_t)to) ||
			(kind >= EM_CODE_FIRST_ACCESS && kind <= EM_CODE_LAST_ACCESS))
			return 0;
	}
	return calls == 1 ? (size_t)to : 0;
}

/* Registers get another number when an instruction writes them: which does not matter, as only what loads share counts.
 * Comparisons, stores and jumps write none. */
static bool writes(uint32_t what)
{
	uint32_t form = what & 0x1ff;

	return form != 0x00c && form != 0x00b && form != 0x02a && form != 0x186 && form != 0x185 && form != 0x188 &&
		form != 0x147;
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
	if (out->kind == EM_CODE_LOAD || out->kind == EM_CODE_LOAD_LOCAL)
		out->base = b->number[code[3]];
	if (writes(machine_what(code)))
		b->number[code[2]] = b->next++;
}

/* Do `times` stretches of these words make a turn of the loop? */
static bool is_part(const struct em_code_loop *l, const uint32_t *words, uint32_t times)
{
	uint32_t of_loop = 0;

	for (int k = EM_CODE_FIRST_ACCESS; k <= EM_CODE_LAST_ACCESS; k++) {
		if (times * words[k] != l->words[k])
			return false;
		of_loop += l->words[k];
	}
	return of_loop;
}

/* Where turns stand side by side, what is left at the end goes by halves: after the loop comes half of its turn, in a
 * stretch of its own, then half of that. *at: the instruction after the loop, then what comes after the half. */
static void goes_by_halves(const uint8_t *code, size_t n, size_t *at, struct em_code_loop *l)
{
	uint32_t words[EM_CODE_KINDS] = { 0 }, found = 0, guarded = 0;

	for (; n - *at >= 16 && *at < n; *at += 16) {
		struct em_code c = read_one(code + *at);

		if ((c.kind == EM_CODE_BRANCH || machine_what(code + *at) == MACHINE_EXIT) && found)
			break;
		if (c.kind >= EM_CODE_FIRST_ACCESS && c.kind <= EM_CODE_LAST_ACCESS) {
			words[c.kind] += c.words;
			found++;
			guarded += machine_predicate(code + *at) != MACHINE_ALWAYS;
		}
		if (found && machine_what(code + *at) == MACHINE_MEET)
			break;
		/* Under a predicate it has no end of its own. */
		if (found && found == guarded && is_part(l, words, 2))
			break;
	}
	l->halves = is_part(l, words, 2);
	l->guarded_part = l->halves && guarded == found ? 2 : 0;
}

/* The quarter after the half may stand under a predicate, up to where something else does. */
static bool ends_guarded(const uint8_t *code, size_t n, size_t at, const struct em_code_loop *l)
{
	uint32_t words[EM_CODE_KINDS] = { 0 };

	for (at += 16; n - at >= 16 && at < n; at += 16) {
		struct em_code c = read_one(code + at);

		if (c.kind == EM_CODE_BRANCH || c.kind == EM_CODE_OTHER || machine_what(code + at) == MACHINE_EXIT)
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
		if (branches > 1 || c.kind == EM_CODE_OTHER || machine_what(code + at) == MACHINE_MEET)
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

void cubin_loops(const uint8_t *code, size_t n, int arch, struct em_loops *out)
{
	for (size_t at = 0; n - at >= 16 && out->n < MOST_LOOPS; at += 16) {
		size_t from, after;
		struct em_code_loop l = { 0 };
		struct bases b;

		if (!is_back(code, at, arch))
			continue;
		from = (size_t)machine_target(code, at, arch);
		for (size_t k = from; k < at && from < at; k += 16)
			if (is_back(code, k, arch))
				from = at;
		if (from >= at || (at - from) / 16 >= MOST_INSTRUCTIONS)
			continue;
		l.first = out->ncode;
		out->code = xrealloc(out->code, (out->ncode + (at - from) / 16 + 1) * sizeof *out->code);
		bases_open(&b);
		for (size_t k = from; k <= at; k += 16) {
			struct em_code c = read_one(code + k);
			size_t over = over_call(code, n, k, arch);

			if (k == at || over)
				c.kind = k == at ? EM_CODE_PLAIN : EM_CODE_PAST;
			else if (c.kind == EM_CODE_BRANCH && machine_predicate(code + k) == MACHINE_ALWAYS)
				c.kind = EM_CODE_PAST;
			base(&b, code + k, &c);
			l.words[c.kind] += c.words;
			out->code[out->ncode++] = c;
			k = over && over <= at ? over - 16 : k;
		}
		l.n = out->ncode - l.first;
		after = at + 16;
		goes_by_halves(code, n, &after, &l);
		if (l.halves && !l.guarded_part && ends_guarded(code, n, after, &l))
			l.guarded_part = 4;
		l.guarded_first = l.halves ? begins_guarded(code, from, &l) : 0;
		out->v = xrealloc(out->v, (out->n + 1) * sizeof *out->v);
		out->v[out->n++] = l;
	}
}
