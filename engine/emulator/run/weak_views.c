/* weak_views: a block's turn, and what its view does to memory in it; see weak.h and weak_views.h. */
#include "emulator/run/weak_views.h"

#include "base/buf.h"

uint64_t em_weak_lag(struct em_weak *k)
{
	static const uint16_t most[] = { 1, 2, 4, 8, 16, 32, 128, 512 };

	return em_weak_draw(k, most[em_weak_draw(k, sizeof most / sizeof *most)]);
}

void em_view_put_on(struct em_weak *k, struct view *v)
{
	for (size_t n = 0; n < v->n; n++) {
		struct entry *e = &v->e[n];

		memcpy(e->under, em_weak_host(k, e->addr), e->bytes);
		memcpy(em_weak_host(k, e->addr), e->value, e->bytes);
	}
	k->in = v;
}

void em_view_take_off(struct em_weak *k)
{
	struct view *v = k->in;

	for (size_t n = v ? v->n : 0; n--;)
		memcpy(em_weak_host(k, v->e[n].addr), v->e[n].under, v->e[n].bytes);
	k->in = NULL;
}

void em_view_forget(struct em_weak *k, struct view *v, enum which which, const struct run *r)
{
	size_t left = 0;

	if (which == DUE && v->first_old > k->now)
		return;
	v->first_old = UINT64_MAX;
	for (size_t n = 0; n < v->n; n++) {
		const struct entry *e = &v->e[n];
		bool goes = e->old &&
			(which == ALL || (which == DUE && e->due <= k->now) ||
				(which == MEETING && em_runs_overlap(e->addr, e->bytes, r->addr, r->bytes)));

		if (goes)
			continue;
		if (e->old && e->due < v->first_old)
			v->first_old = e->due;
		if (left != n)
			v->e[left] = *e;
		left++;
	}
	v->n = left;
}

/* v goes on seeing `old` where r changes. Not in v's turn. */
static void keep_old_in(struct em_weak *k, struct view *v, const struct run *r, const uint8_t *old)
{
	bool some = false;

	for (size_t j = 0; j < v->n; j++) {
		const struct entry *e = &v->e[j];

		if (!em_runs_overlap(e->addr, e->bytes, r->addr, r->bytes))
			continue;
		/* Its own store, which comes later; or it sees something older already. */
		if (!e->old || (e->addr <= r->addr && e->addr + e->bytes >= r->addr + r->bytes))
			return;
		some = true;
	}
	if (some)
		em_view_forget(k, v, MEETING, r);
	if (v->n >= MOST / 2)
		return;
	struct entry *e = &v->e[v->n++];
	e->addr = r->addr;
	e->bytes = r->bytes;
	e->old = true;
	e->due = k->now + em_weak_lag(k);
	v->first_old = e->due < v->first_old ? e->due : v->first_old;
	memcpy(e->value, old, r->bytes);
}

void em_view_keep_old(struct em_weak *k, const struct view *writer, const struct run *r, const uint8_t *old)
{
	struct recent *c = &k->recent[k->changes++ % RECENT];
	const size_t looks = k->n < FEW ? k->n : FEW, at = k->n > FEW ? (size_t)em_weak_draw(k, k->n) : 0;

	c->addr = r->addr;
	c->bytes = r->bytes;
	memcpy(c->old, old, r->bytes);
	for (size_t n = 0; n < looks; n++) {
		struct view *v = k->view[(at + n) % k->n];

		if (v != writer && !v->over && em_weak_draw(k, 2))
			keep_old_in(k, v, r, old);
	}
}

void em_view_go_out(struct em_weak *k, struct view *v, uint64_t until)
{
	size_t left = 0;

	if (v->first_store > until)
		return;
	v->first_store = UINT64_MAX;
	for (size_t n = 0; n < v->n; n++) {
		const struct entry *e = &v->e[n];

		if (!e->old && e->due <= until) {
			em_view_keep_old(k, v, &(struct run){ e->addr, e->bytes }, em_weak_host(k, e->addr));
			memcpy(em_weak_host(k, e->addr), e->value, e->bytes);
			continue;
		}
		if (!e->old && e->due < v->first_store)
			v->first_store = e->due;
		if (left != n)
			v->e[left] = *e;
		left++;
	}
	v->n = left;
}

static struct view *view_of(struct em_weak *k, uint64_t block)
{
	for (size_t n = 0; n < k->n; n++)
		if (k->view[n]->block == block)
			return k->view[n];
	if (k->n == k->cap) {
		k->cap = k->cap ? 2 * k->cap : 16;
		k->view = xrealloc(k->view, k->cap * sizeof(struct view *));
	}
	struct view *v = k->view[k->n++] = xmalloc(sizeof *v);
	v->block = block;
	v->over = false;
	v->floor = 0;
	v->first_store = v->first_old = UINT64_MAX;
	v->n = 0;
	for (uint64_t c = k->changes > RECENT ? k->changes - RECENT : 0; c < k->changes; c++) {
		const struct recent *r = &k->recent[c % RECENT];

		if (em_weak_draw(k, 2))
			keep_old_in(k, v, &(struct run){ r->addr, r->bytes }, r->old);
	}
	return v;
}

static void drop_empty(struct em_weak *k)
{
	size_t left = 0;

	for (size_t n = 0; n < k->n; n++) {
		if (k->view[n]->over && !k->view[n]->n)
			free(k->view[n]);
		else
			k->view[left++] = k->view[n];
	}
	k->n = left;
}

struct em_weak *em_weak_new(struct em_device *d, uint64_t seed, uint64_t nth)
{
	struct em_weak *k = xcalloc(1, sizeof *k);

	k->d = d;
	k->seed = seed;
	k->nth = nth;
	return k;
}

void em_weak_free(struct em_weak *k)
{
	for (size_t n = 0; k && n < k->n; n++)
		free(k->view[n]);
	if (k)
		free(k->view);
	free(k);
}

/* What the entry has for the bytes from `at` on. */
static void lay_over(const struct entry *e, const uint8_t *value, uint64_t at, unsigned bytes, uint8_t *there)
{
	for (unsigned n = 0; n < bytes; n++)
		if (at + n >= e->addr && at + n < e->addr + e->bytes)
			there[n] = value[at + n - e->addr];
}

void em_weak_stored(const struct em_weak *k, uint64_t block, uint64_t at, unsigned bytes, uint8_t *there)
{
	for (size_t n = k->in ? k->in->n : 0; n--;)
		lay_over(&k->in->e[n], k->in->e[n].under, at, bytes, there);
	for (size_t v = 0; v < k->n; v++)
		for (size_t n = 0; n < k->view[v]->n && k->view[v]->block == block; n++)
			if (!k->view[v]->e[n].old)
				lay_over(&k->view[v]->e[n], k->view[v]->e[n].value, at, bytes, there);
}

void em_weak_enter(struct em_weak *k, const struct em_block *b)
{
	struct view *v;

	k->now++;
	for (size_t n = 0; n < k->n; n++)
		em_view_go_out(k, k->view[n], k->now);
	drop_empty(k);
	v = view_of(k, b->linear);
	em_view_forget(k, v, DUE, NULL);
	em_view_put_on(k, v);
}

void em_weak_leave(struct em_weak *k, bool over)
{
	struct view *v = k->in;

	em_view_take_off(k);
	if (!over)
		return;
	v->over = true;
	em_view_forget(k, v, ALL, NULL);
}

void em_weak_settle(struct em_weak *k)
{
	em_view_take_off(k);
	for (size_t n = 0; n < k->n; n++) {
		k->view[n]->over = true;
		em_view_forget(k, k->view[n], ALL, NULL);
	}
	for (size_t n = 0; n < k->n; n++)
		em_view_go_out(k, k->view[n], UINT64_MAX);
	drop_empty(k);
}
