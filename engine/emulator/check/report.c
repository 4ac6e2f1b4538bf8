/* report: findings on their way to the result. Each worker counts its own, by what was found and the two
 * instructions; an example is kept, the one of the earliest block. At the end those of all workers become one list, by
 * place in the source: it does not depend on who ran what. */
#include "base/buf.h"
#include "emulator/check/check.h"
#include "emulator/core/place.h"

#define MOST_PAIRS EM_CHECK_PAIRS
#define TABLE 1024u
#define JOINED 256u
#define MORE 64u /* pairs of lines of which there is none yet, when there is no room for others */

struct found {
	struct ck_key key;
	uint64_t position, count;
	bool strangers, several; /* not always namesakes (ck_key); at more than one place */
	struct em_finding f;
};
struct em_finding_set {
	struct found *at;
	size_t n;
	uint16_t slot[TABLE];  /* index + 1, by hash of the key */
	uint64_t lost, joined; /* pairs that found no room: of places of their own; of places that are here */
	struct joined {
		struct ck_key key;
		uint16_t found; /* index + 1; 0: none */
	} last[JOINED];         /* by hash of the key, the last one: where it went */
};

/* ---- places */
static int32_t pinst_of_slot(const struct em_program *p, const struct em_inst *i)
{
	size_t slot = (size_t)(i - p->code);
	return slot < p->norigin ? p->origin[slot] : -1;
}

int32_t em_check_inst(const struct em_warp *w, const struct em_inst *i)
{
	return pinst_of_slot(w->t->p, i);
}

static int32_t inst_of_code(const struct em_program *p, uint64_t code)
{
	const int64_t counts = (int64_t)ck_inst(code) - 1;

	return counts >= 0 && counts < p->naccesses ? p->accesses[counts] : -1;
}

int32_t em_check_inst_of(const struct em_program *p, uint64_t code)
{
	return inst_of_code(p, code);
}

void em_check_source(const struct em_program *p, int32_t pinst, struct em_place *at)
{
	at->file = NULL;
	at->line = at->ptx_line = 0;
	if (pinst < 0)
		return;
	const struct ptx_func *f = &p->m->ptx->funcs[p->pinst[pinst].func];
	em_source_of(p->m, f, p->pinst[pinst].inst, &at->file, &at->line);
	at->ptx_line = f->insts[p->pinst[pinst].inst].line;
}

void em_check_threads(
	const struct em_dim3 *grid, const struct em_dim3 *block, uint64_t linear, uint32_t thread, struct em_place *at)
{
	at->block = (struct em_dim3){ (uint32_t)(linear % grid->x), (uint32_t)(linear / grid->x % grid->y),
		(uint32_t)(linear / ((uint64_t)grid->x * grid->y)) };
	at->thread =
		(struct em_dim3){ thread % block->x, thread / block->x % block->y, thread / (block->x * block->y) };
}

struct em_place em_check_place(const struct em_warp *w, const struct em_inst *i, int lane)
{
	return em_check_place_pin(w, pinst_of_slot(w->t->p, i), lane);
}

struct em_place em_check_place_pin(const struct em_warp *w, int32_t pinst, int lane)
{
	struct em_place at;
	em_check_source(w->t->p, pinst, &at);
	em_check_threads(
		&w->t->run->l->grid, &w->t->run->l->block, w->blk->linear, w->index * EM_WARP + (uint32_t)lane, &at);
	return at;
}

bool em_check_place_of(const struct em_warp *w, uint64_t code, uint64_t position, struct em_place *at)
{
	int32_t inst = inst_of_code(w->t->p, code);
	em_check_source(w->t->p, inst, at);
	em_check_threads(&w->t->run->l->grid, &w->t->run->l->block, em_block_at(w->t->run, position),
		ck_warp(code) * EM_WARP + ck_lane(code), at);
	return inst >= 0;
}

/* ---- notes */
static uint32_t hash(const struct ck_key *k)
{
	uint64_t h = (uint64_t)(uint32_t)k->at << 32 | (uint32_t)k->other;
	h ^= (uint64_t)k->blocks << 48 ^ (uint64_t)k->kind << 58 ^ (uint64_t)k->severity << 62 ^
		(uint64_t)k->space << 53;
	return (uint32_t)(h * 0x9e3779b97f4a7c15ull >> 54);
}

static bool same_key(const struct ck_key *a, const struct ck_key *b)
{
	return a->kind == b->kind && a->severity == b->severity && a->space == b->space && a->at == b->at &&
		a->other == b->other && a->blocks == b->blocks;
}

static int by_text(const char *a, const char *b)
{
	return a == b ? 0 : !a ? -1 : !b ? 1 : strcmp(a, b);
}

static bool at_line(const struct em_place *x, const struct em_place *y)
{
	return x->line == y->line && !by_text(x->file, y->file) && (x->line || x->ptx_line == y->ptx_line);
}

/* There is no room for one more pair. A loop that the compiler has unrolled makes many pairs of the same lines: one
 * that is here already stands for it. */
static struct found *same_lines(struct em_warp *w, struct em_finding_set *s, const struct ck_key *key)
{
	struct joined *last = &s->last[hash(key) % JOINED];
	struct em_place at, other;

	if (last->found && same_key(&last->key, key))
		return &s->at[last->found - 1];
	em_check_source(w->t->p, key->at, &at);
	em_check_source(w->t->p, em_check_inst_of(w->t->p, (uint32_t)key->other), &other);
	for (size_t k = 0; at.line && k < s->n; k++) {
		struct found *x = &s->at[k];

		if (x->key.kind != key->kind || x->key.severity != key->severity || x->key.space != key->space ||
			x->key.blocks != key->blocks || !at_line(&x->f.at, &at) ||
			(x->f.has_other && !at_line(&x->f.other, &other)))
			continue;
		*last = (struct joined){ *key, (uint16_t)(k + 1) };
		return x;
	}
	return NULL;
}

/* Once more. */
static void count(struct found *x, const struct ck_key *key)
{
	if (key->times != CK_COUNTED || !x->count)
		x->count += key->times && key->times != CK_COUNTED ? key->times : 1;
	x->strangers |= !key->namesakes;
	x->several |= key->place != x->key.place;
}

struct em_finding *em_check_note(struct em_warp *w, struct ck_key key)
{
	struct em_finding_set *s = w->t->found;
	if (!s)
		s = w->t->found = xcalloc(1, sizeof *s);
	uint32_t h = hash(&key) % TABLE;
	while (s->slot[h] && !same_key(&s->at[s->slot[h] - 1].key, &key))
		h = (h + 1) % TABLE;
	if (s->slot[h]) {
		struct found *x = &s->at[s->slot[h] - 1];
		count(x, &key);
		if (x->position <= w->blk->position)
			return NULL;
		x->position = w->blk->position;
		return &x->f;
	}
	if (s->n >= MOST_PAIRS) {
		struct found *x = same_lines(w, s, &key);

		if (x)
			count(x, &key);
		s->joined += x != NULL;
		s->lost += !x && s->n == MOST_PAIRS + MORE;
		if (x || s->n == MOST_PAIRS + MORE)
			return NULL;
	}
	if (!s->at)
		s->at = xcalloc(MOST_PAIRS + MORE, sizeof *s->at);
	struct found *x = &s->at[s->n++];
	s->slot[h] = (uint16_t)s->n;
	*x = (struct found){ .key = key, .position = w->blk->position };
	count(x, &key);
	x->f.kind = key.kind;
	x->f.severity = key.severity;
	x->f.space = key.space;
	return &x->f;
}

size_t em_finding_set_size(const struct em_finding_set *s, uint64_t *lost)
{
	*lost += s ? s->lost + s->joined : 0;
	return s ? s->n : 0;
}

void em_finding_set_free(struct em_finding_set *s)
{
	if (s)
		free(s->at);
	free(s);
}

/* ---- the list */
#define CMP(x, y) \
	do { \
		if ((x) != (y)) \
			return (x) < (y) ? -1 : 1; \
	} while (0)
static int by_source(const void *a, const void *b)
{
	const struct found *x = a, *y = b;
	int c;
	CMP(y->f.severity, x->f.severity);
	if ((c = by_text(x->f.at.file, y->f.at.file)))
		return c;
	CMP(x->f.at.line, y->f.at.line);
	CMP(x->f.kind, y->f.kind);
	CMP(x->f.space, y->f.space);
	if ((c = by_text(x->f.other.file, y->f.other.file)))
		return c;
	CMP(x->f.other.line, y->f.other.line);
	CMP(x->key.blocks, y->key.blocks);
	if (!x->f.at.line) {
		CMP(x->f.at.ptx_line, y->f.at.ptx_line);
		CMP(x->f.other.ptx_line, y->f.other.ptx_line);
	}
	CMP(x->position, y->position);
	CMP(x->f.at.ptx_line, y->f.at.ptx_line);
	CMP(x->f.other.ptx_line, y->f.other.ptx_line);
	CMP(x->key.at, y->key.at);
	CMP(x->key.other, y->key.other);
	return 0;
}

static bool one_place(const struct found *a, const struct found *b)
{
	const struct em_finding *x = &a->f, *y = &b->f;
	bool same = x->severity == y->severity && x->kind == y->kind && x->space == y->space &&
		x->at.line == y->at.line && x->other.line == y->other.line && !by_text(x->at.file, y->at.file) &&
		!by_text(x->other.file, y->other.file) && a->key.blocks == b->key.blocks;
	return same && (x->at.line || (x->at.ptx_line == y->at.ptx_line && x->other.ptx_line == y->other.ptx_line));
}

/* A read that comes before the write it should have waited for finds nothing written: the race is what there is to say.
 * Returns how many stay. */
static size_t drop_consequences(struct em_finding *f, size_t n)
{
	size_t o = 0;
	bool *gone = xcalloc(n + 1, sizeof *gone);
	for (size_t k = 0; k < n; k++)
		for (size_t j = 0; f[k].kind == EM_FINDING_UNINIT && j < n; j++) {
			const struct em_finding *r = &f[j];
			bool race = r->severity != EM_INFO && r->space == f[k].space;
			gone[k] |= race &&
				((r->kind == EM_FINDING_RACE_WAR && at_line(&r->other, &f[k].other)) ||
					(r->kind == EM_FINDING_RACE_RAW && at_line(&r->at, &f[k].other)));
		}
	for (size_t k = 0; k < n; k++)
		if (!gone[k])
			f[o++] = f[k];
	free(gone);
	return o;
}

/* Blocks that meet where nothing is to order them. */
static bool of_blocks(const struct em_finding *f)
{
	return f->has_other && f->gap == EM_GAP_NONE && f->space == PTX_GLOBAL &&
		memcmp(&f->at.block, &f->other.block, sizeof f->at.block) != 0;
}

/* Threads that asked too early, or for what nobody had written, went where they should not have: what they did there in
 * other blocks' memory is told after that. */
static void cause_first(struct em_finding *f, size_t n)
{
	size_t cause = 0, meets = 0;

	while (cause < n && !f[cause].decides && !(f[cause].kind == EM_FINDING_UNINIT && f[cause].space == PTX_SHARED))
		cause++;
	while (meets < cause && !of_blocks(&f[meets]))
		meets++;
	if (cause == n || meets == cause)
		return;
	const struct em_finding first = f[cause];

	memmove(f + meets + 1, f + meets, (cause - meets) * sizeof *f);
	f[meets] = first;
}

/* What lacks a barrier is the way from the one access to the other, whichever came first this time: a read that came
 * too early is told as the read after a write that it should have been, and a write of the next round as the reverse.
 * So one missing barrier has one name. */
static void name_by_code(struct em_finding *f)
{
	const bool early = f->kind == EM_FINDING_RACE_WAR;
	const struct em_place later = f->other;
	const char *was = em_finding_name(f->kind);
	char *at = strstr(f->message, was);

	if (!f->other_way || f->gap != EM_GAP_NONE || f->at_atomic || f->other_atomic)
		return;
	f->kind = early ? EM_FINDING_RACE_RAW : EM_FINDING_RACE_WAR;
	f->other = f->at;
	f->at = later;
	f->other_way = false;
	if (at) /* both names are as long */
		memcpy(at, em_finding_name(f->kind), strlen(was));
}

bool em_finding_set_has(const struct em_finding_set *s, enum em_gap gap, int32_t other)
{
	for (size_t k = 0; k < s->n; k++)
		if (s->at[k].f.gap == gap && s->at[k].key.other == other)
			return true;
	return false;
}

/* Of two stores in one line. */
static enum em_change of_both(enum em_change a, enum em_change b)
{
	return a == b                                      ? a :
		!a                                         ? b :
		!b                                         ? a :
		a == EM_CHANGE_SWAP || b == EM_CHANGE_SWAP ? EM_CHANGE_SWAP :
							     EM_CHANGE_SOME;
}

void em_check_collect(struct em_run *r, struct em_result *out)
{
	size_t n = 0, o = 0;
	for (int k = 0; k < r->nworkers; k++)
		n += r->workers[k].found ? r->workers[k].found->n : 0;
	if (!n)
		return;
	struct found *all = xcalloc(n, sizeof *all);
	bool several = false, strangers = false;
	n = 0;
	for (int k = 0; k < r->nworkers; k++) {
		struct em_finding_set *s = r->workers[k].found;
		if (!s)
			continue;
		memcpy(all + n, s->at, s->n * sizeof *all);
		n += s->n;
		out->findings_lost += s->lost;
	}
	for (size_t k = 0; k < n; k++)
		name_by_code(&all[k].f);
	qsort(all, n, sizeof *all, by_source);
	out->findings = xcalloc(n, sizeof *out->findings);
	for (size_t k = 0; k < n; k++) {
		const bool new = !k || !one_place(&all[k - 1], &all[k]);

		if (new)
			out->findings[o++] = all[k].f;
		several = (!new &&several) || all[k].several || (!new &&all[k].key.place != all[k - 1].key.place);
		strangers = (!new &&strangers) || all[k].strangers;
		out->findings[o - 1].all_blocks = several && !strangers;
		out->findings[o - 1].count += all[k].count;
		out->findings[o - 1].turns &= all[k].f.turns;
		out->findings[o - 1].change = of_both(out->findings[o - 1].change, all[k].f.change);
	}
	out->nfindings = drop_consequences(out->findings, o);
	cause_first(out->findings, out->nfindings);
	free(all);
}
