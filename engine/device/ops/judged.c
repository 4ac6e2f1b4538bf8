/* judged: see judged.h. */
#include "device/ops/judged.h"

#include <stdlib.h>
#include <string.h>

#include "device/ops/context.h"

/* Calls that wrote device memory without a kernel, in order. What those that fall out wrote counts as copied: it is no
 * kernel's. */
enum { NOTES = 4096, REPEATS = 32 };
/* What one memset can tell of a result: its value, with its place. */
enum { SET_BYTES = 16 };
enum { POISON = 0xff, SECTOR = 32 };

enum note_kind { NOTE_WRITE, NOTE_SET, NOTE_COPY };
struct note {
	enum note_kind kind;
	unsigned call;
	uint64_t at, pitch, width, rows;
	uint64_t src, src_pitch; /* NOTE_COPY */
};

struct judged {
	struct note note[NOTES]; /* a ring */
	uint64_t notes;          /* ever; the newest is number notes - 1 */
	struct dc_argument args[DC_ARGUMENTS];
	size_t nargs;
	uint64_t from_host, to_host;
	uint64_t told;  /* bytes that the host has got since it last sent or started anything */
	uint64_t times; /* between two events that it asked for */
};

struct judged *judged_new(void)
{
	return xcalloc(1, sizeof(struct judged));
}

void judged_free(struct judged *j)
{
	free(j);
}

/* ---- notes */
static bool same(const struct note *a, const struct note *b)
{
	return a->kind == b->kind && a->call == b->call && a->at == b->at && a->pitch == b->pitch &&
		a->width == b->width && a->rows == b->rows && a->src == b->src && a->src_pitch == b->src_pitch;
}

/* The host goes on: what it got before may be in what it sends and starts now. What it gets after all that tells
 * nothing to the device. */
static void goes_on(struct context *c)
{
	c->judged->to_host += c->judged->told;
	c->judged->told = 0;
}

/* Is the answer so small that the host may have made it of what it sees in memory that it shares with the device? Which
 * words it reads there nobody knows, only which pages it touches. A larger answer that it made it has to send. */
static bool small_answer(const struct judged *j)
{
	enum { SMALL = 4096 };
	uint64_t bytes = 0;

	for (size_t i = 0; i < j->nargs; i++)
		bytes += j->args[i].role != DC_IN ? j->args[i].bytes : 0;
	return bytes && bytes <= SMALL;
}

/* A call in a loop repeats itself: one note is enough for all of them when nothing that it depends on came between. */
static void add(struct judged *j, const struct note *n)
{
	uint64_t back = j->notes < REPEATS ? j->notes : REPEATS;

	for (uint64_t k = 1; k <= back && n->kind == NOTE_SET; k++) {
		struct note *old = &j->note[(j->notes - k) % NOTES];

		if (old->kind != NOTE_SET)
			break;
		if (same(old, n))
			return;
	}
	j->note[j->notes++ % NOTES] = *n;
}

static void wrote(struct context *c, uint64_t addr, uint64_t pitch, uint64_t width, uint64_t rows)
{
	for (uint64_t r = 0; r < rows; r++)
		brought_wrote(c, addr + r * pitch, width);
}

/* Zeros of the host's say as much as a memset: a way to clear counts before a kernel adds to them. */
static bool all_zero(struct context *c, uint64_t addr, uint64_t pitch, uint64_t width, uint64_t rows)
{
	for (uint64_t r = 0; r < rows && width; r++) {
		const uint8_t *p = em_host_ptr(c->em, addr + r * pitch, width);

		if (!p || p[0] || memcmp(p, p + 1, width - 1) != 0)
			return false;
	}
	return true;
}

void judged_wrote(struct context *c, unsigned call, uint64_t addr, uint64_t pitch, uint64_t width, uint64_t rows)
{
	enum note_kind kind = all_zero(c, addr, pitch, width, rows) ? NOTE_SET : NOTE_WRITE;

	goes_on(c);
	c->judged->from_host += width * rows;
	sent_rows(c, addr, pitch, width, rows);
	wrote(c, addr, pitch, width, rows);
	add(c->judged,
		&(struct note){ .kind = kind, .call = call, .at = addr, .pitch = pitch, .width = width, .rows = rows });
}

void judged_set(struct context *c, unsigned call, uint64_t addr, uint64_t pitch, uint64_t width, uint64_t rows)
{
	goes_on(c);
	c->judged->from_host += SET_BYTES;
	wrote(c, addr, pitch, width, rows);
	add(c->judged,
		&(struct note){
			.kind = NOTE_SET, .call = call, .at = addr, .pitch = pitch, .width = width, .rows = rows });
}

static const struct dc_argument *argument_at(const struct judged *j, uint64_t addr)
{
	for (size_t i = 0; i < j->nargs; i++)
		if (addr >= j->args[i].addr && addr - j->args[i].addr < j->args[i].bytes)
			return &j->args[i];
	return NULL;
}

void judged_read(struct context *c, uint64_t addr, uint64_t pitch, uint64_t width, uint64_t rows)
{
	c->judged->told += width * rows;
	brought_out(c, addr, pitch, width, rows);
}

/* Bytes of the program's that kernels reach over the link. */
static uint64_t pinned_bytes(const struct context *c)
{
	uint64_t n = 0;

	for (size_t i = 0; i < c->nallocations; i++)
		n += c->allocations[i].kind == DP_MEM_PINNED ? c->allocations[i].bytes : 0;
	return n;
}

static uint64_t at_most(uint64_t n, uint64_t most)
{
	return n < most ? n : most;
}

void judged_launching(struct context *c, const uint8_t *parameters, uint64_t bytes)
{
	enum { ADDRESSES = 256 }; /* bytes: more than that is data */
	bool lost;

	goes_on(c);
	c->judged->from_host += bytes + brought_launching(c, parameters, bytes);
	if (bytes > ADDRESSES)
		sent_keep(&c->sent, parameters, bytes, brought_values(c->brought, &lost)->len);
}

void judged_launched(struct context *c, const struct em_work *w, bool followed)
{
	uint64_t far = w->traffic.link_read || w->traffic.link_write ? pinned_bytes(c) : 0, by_host;

	c->judged->from_host += at_most(w->traffic.link_read * SECTOR, far);
	c->judged->told += at_most(w->traffic.link_write * SECTOR, far);
	by_host = brought_launched(c, w->traffic.link_write > 0, followed);
	if (!by_host)
		return;
	/* While the kernel ran: what it had put there before may be in that. */
	c->judged->from_host += by_host;
	if (small_answer(c->judged))
		c->judged->told += brought_fresh(c->brought);
	goes_on(c);
}

void judged_touched(struct context *c, uint64_t addr, uint64_t bytes)
{
	enum { WORD = 4 };
	uint64_t n = bytes / WORD;
	int8_t *by;

	if (!small_answer(c->judged))
		return;
	by = xmalloc((size_t)n + 1);
	if (em_writer_kinds(c->em, addr, n, WORD, by))
		for (uint64_t i = 0; i < n; i++)
			c->judged->told += by[i] ? 0 : WORD;
	free(by);
}

/* Text that a kernel printed comes out of the program's own standard output: it may read it there. */
void judged_printed(struct context *c, uint64_t bytes)
{
	if (small_answer(c->judged))
		c->judged->told += bytes;
}

void judged_freed(struct context *c, uint64_t start)
{
	brought_forget(c, start);
}

void judged_copied(struct context *c, unsigned call, const struct dp_copy *k, bool from_host, bool to_host)
{
	bool zeros = from_host && all_zero(c, k->src, k->src_pitch, k->width, k->rows);
	struct allocation row;

	if (!to_host)
		goes_on(c);
	if (from_host && !to_host) {
		c->judged->from_host += k->width * k->rows;
		sent_rows(c, k->dst, k->dst_pitch, k->width, k->rows);
	}
	if (to_host && !from_host)
		judged_read(c, k->src, k->src_pitch, k->width, k->rows);
	else if (memory_find(c, k->dst, 0, &row) && row.kind == DP_MEM_MANAGED)
		brought_out(c, k->src, k->src_pitch, k->width, k->rows);
	add(c->judged,
		&(struct note){ .kind = zeros ? NOTE_SET :
				from_host     ? NOTE_WRITE :
						NOTE_COPY,
			.call = call,
			.at = k->dst,
			.pitch = k->dst_pitch,
			.width = k->width,
			.rows = k->rows,
			.src = k->src,
			.src_pitch = k->src_pitch });
	for (uint64_t r = 0; r < k->rows; r++)
		brought_copied(c, k->dst + r * k->dst_pitch, k->src + r * k->src_pitch, k->width);
	wrote(c, k->dst, k->dst_pitch, k->width, k->rows);
}

/* ---- whose elements are that no kernel wrote */

/* Elements side by side, where they lay before note number `before`; `copied`: they were brought from there, by `call`.
 */
struct stretch {
	uint64_t addr, n, first; /* `first`: the index of the first of them in the argument */
	uint64_t before;
	unsigned each, call;
	bool copied;
};
struct search {
	const struct judged *j;
	struct dc_taken_row *row;
	uint64_t steps; /* notes that may still be looked at */
};
/* A program that copies to and fro in tiny pieces gets no more of our time than this. */
enum { STEPS = 50000000 };

static void settle(struct search *s, const struct stretch *t, enum dc_maker who, unsigned call)
{
	if (!t->n)
		return;
	s->row->n[who] += t->n;
	if (t->first < s->row->first[who]) {
		s->row->first[who] = t->first;
		s->row->call[who] = call;
	}
}

static struct stretch part(const struct stretch *t, uint64_t from, uint64_t n, uint64_t before)
{
	struct stretch p = *t;

	p.addr += from * t->each;
	p.first += from;
	p.n = n;
	p.before = before;
	return p;
}

/* Elements of `t` that bytes from `at` on touch (or, `whole`, hold altogether): *from and how many. */
static uint64_t touched(const struct stretch *t, uint64_t at, uint64_t bytes, bool whole, uint64_t *from)
{
	uint64_t end = t->addr + t->n * t->each, lo = at > t->addr ? at - t->addr : 0,
		 hi = at + bytes < end ? at + bytes - t->addr : t->n * t->each;

	if (at >= end || at + bytes <= t->addr)
		return 0;
	*from = whole ? (lo + t->each - 1) / t->each : lo / t->each;
	hi = whole ? hi / t->each : (hi + t->each - 1) / t->each;
	return hi > *from ? hi - *from : 0;
}

/* The first row of a note's that touches `t`; its bytes as they lie, where rows have no gaps. */
static uint64_t first_row(const struct note *n, const struct stretch *t, uint64_t *width, uint64_t *rows)
{
	bool plain = n->rows == 1 || (n->pitch == n->width && (n->kind != NOTE_COPY || n->src_pitch == n->width));

	*width = plain ? n->width * n->rows : n->width;
	*rows = plain ? 1 : n->rows;
	if (plain || t->addr <= n->at)
		return 0;
	return (t->addr - n->at) / n->pitch < n->rows ? (t->addr - n->at) / n->pitch : n->rows - 1;
}

static void find(struct search *s, struct stretch t);

/* What a note says of elements that it wrote: they are settled, or are looked for where a copy took them. */
static void take(struct search *s, const struct note *n, uint64_t k, uint64_t row, struct stretch t)
{
	unsigned call = t.call ? t.call : n->call;

	if (n->kind != NOTE_COPY) {
		settle(s, &t, n->kind == NOTE_SET ? DC_MAKER_SET : DC_MAKER_HOST, call);
		return;
	}
	t.addr = n->src + row * n->src_pitch + (t.addr - (n->at + row * n->pitch));
	t.before = k;
	t.call = call;
	t.copied = true;
	find(s, t);
}

/* Bytes of the host's count wherever they touch an element; a copy or a memset has to hold all of it. */
static void find(struct search *s, struct stretch t)
{
	const struct judged *j = s->j;
	uint64_t oldest = j->notes > NOTES ? j->notes - NOTES : 0, from, width, rows, m;

	for (uint64_t k = t.before; t.n && k-- > oldest && s->steps;) {
		const struct note *n = &j->note[k % NOTES];

		s->steps--;
		for (uint64_t row = first_row(n, &t, &width, &rows); t.n && row < rows && s->steps; row++) {
			uint64_t at = n->at + row * n->pitch;

			if (at >= t.addr + t.n * t.each)
				break;
			s->steps--;
			m = touched(&t, at, width, n->kind != NOTE_WRITE, &from);
			if (!m)
				continue;
			take(s, n, k, row, part(&t, from, m, k));
			/* Rows go upwards: what lies before this one is touched by no later one. */
			find(s, part(&t, 0, from, k));
			t = part(&t, from + m, t.n - from - m, t.before);
		}
	}
	if (!t.n)
		return;
	if (oldest || !s->steps) /* nobody knows any more by what, but by no kernel */
		settle(s, &t, DC_MAKER_COPY, t.call);
	else if (!argument_at(j, t.addr)) /* memory of a time before this case, or of the module: the host's */
		settle(s, &t, DC_MAKER_HOST, t.call);
	else
		settle(s, &t, t.copied ? DC_MAKER_COPY : DC_MAKER_FILL, t.call);
}

void judged_timed(struct context *c)
{
	c->judged->times++;
}

/* ---- what the judge asks */
void judged_begin(struct context *c, unsigned watch, bool sent)
{
	sent_begin(&c->sent, sent);
	brought_begin(c->brought, watch);
	c->judged->notes = c->judged->nargs = 0;
	c->judged->from_host = c->judged->to_host = c->judged->told = c->judged->times = 0;
}

/* Where an argument's bytes are; NULL: it is not what the judge was told. */
static uint8_t *place_of(struct context *c, const struct dc_argument *a)
{
	struct allocation row;

	if (!memory_find(c, a->addr, a->bytes, &row) || row.kind != DP_MEM_DEVICE || row.start != a->addr ||
		row.bytes != a->bytes)
		return NULL;
	return em_host_ptr(c->em, a->addr, a->bytes);
}

enum dc_memory judged_fill(struct context *c, const struct dc_argument *a, const uint8_t *data)
{
	struct judged *j = c->judged;
	uint8_t *p = a->bytes ? place_of(c, a) : NULL;

	if (!a->bytes)
		return DC_MEMORY_OK;
	if (!p || j->nargs == DC_ARGUMENTS)
		return DC_MEMORY_GONE;
	for (size_t i = 0; i < j->nargs; i++)
		if (j->args[i].addr == a->addr)
			return DC_MEMORY_GONE;
	if (data)
		memcpy(p, data, (size_t)a->bytes);
	else
		memset(p, POISON, (size_t)a->bytes);
	em_host_wrote(c->em, a->addr, a->bytes);
	j->args[j->nargs++] = *a;
	return DC_MEMORY_OK;
}

/* How the elements came about. */
static void made(struct context *c, const struct dc_argument *a, struct dc_taken_row *row)
{
	uint64_t n = a->bytes / a->each, end;
	int8_t *kind = xmalloc((size_t)n + 1);
	struct search s = { c->judged, row, STEPS };

	for (int k = 0; k < DC_MAKERS; k++)
		row->first[k] = UINT64_MAX;
	if (!em_writer_kinds(c->em, a->addr, n, a->each, kind))
		memset(kind, -1, (size_t)n);
	for (uint64_t i = 0; i < n; i = end) {
		struct stretch t = {
			.addr = a->addr + i * a->each, .first = i, .before = c->judged->notes, .each = a->each
		};

		for (end = i; end < n && kind[end] == kind[i]; end++)
			;
		t.n = end - i;
		if (kind[i] == 1)
			find(&s, t);
		else
			settle(&s, &t,
				!kind[i]             ? DC_MAKER_KERNEL :
					kind[i] == 2 ? DC_MAKER_NOBODY :
						       DC_MAKER_UNKNOWN,
				0);
	}
	free(kind);
}

void judged_take(struct context *c, const struct dc_argument *a, size_t n, struct buf *out)
{
	struct dc_taken head = { .rows = (uint32_t)n };
	const struct buf *values = NULL;
	bool lost = false;

	if (c) {
		values = brought_values(c->brought, &lost);
		head.brought = values->len;
		head.lost = lost;
		head.sent = c->sent.values.len;
		head.sent_lost = c->sent.lost;
		head.from_host = c->judged->from_host;
		head.to_host = c->judged->to_host;
		head.told = c->judged->to_host + c->judged->told;
		head.times = c->judged->times;
	}
	buf_add(out, &head, sizeof head);
	for (size_t i = 0; i < n; i++) {
		struct dc_taken_row row = { .memory = DC_MEMORY_GONE };
		const uint8_t *p = c ? place_of(c, &a[i]) : NULL;

		if (p) {
			row.memory = DC_MEMORY_OK;
			made(c, &a[i], &row);
			/* An input that nobody touched needs not be sent back. */
			if (a[i].role != DC_IN || row.n[DC_MAKER_FILL] != a[i].bytes / a[i].each)
				row.bytes = a[i].bytes;
		}
		buf_add(out, &row, sizeof row);
		if (row.bytes)
			buf_add(out, p, (size_t)row.bytes);
	}
	if (values) {
		buf_add(out, values->data, values->len);
		buf_add(out, c->sent.values.data, c->sent.values.len);
	}
}
