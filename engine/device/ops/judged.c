/* judged: see judged.h. */
#include "device/ops/judged.h"

#include <stdlib.h>
#include <string.h>

#include "device/ops/context.h"

/* Calls that wrote device memory without a kernel, in order. Those that fall out make elements "not known", which
 * nobody is failed for. */
enum { NOTES = 4096, REPEATS = 32 };
/* What one memset can tell of a result: its value, with its place. */
enum { SET_BYTES = 16 };
enum { POISON = 0xff };

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

void judged_wrote(struct context *c, unsigned call, uint64_t addr, uint64_t pitch, uint64_t width, uint64_t rows)
{
	c->judged->from_host += width * rows;
	add(c->judged,
		&(struct note){
			.kind = NOTE_WRITE, .call = call, .at = addr, .pitch = pitch, .width = width, .rows = rows });
}

void judged_set(struct context *c, unsigned call, uint64_t addr, uint64_t pitch, uint64_t width, uint64_t rows)
{
	c->judged->from_host += SET_BYTES;
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

/* An output that the host looks at tells it nothing that it could use: only the answer is there. */
static bool tells(const struct judged *j, uint64_t addr)
{
	const struct dc_argument *a = argument_at(j, addr);

	return !a || a->role != DC_OUT;
}

void judged_read(struct context *c, uint64_t addr, uint64_t bytes)
{
	if (tells(c->judged, addr))
		c->judged->to_host += bytes;
}

void judged_sent(struct context *c, uint64_t bytes)
{
	c->judged->from_host += bytes;
}

void judged_copied(struct context *c, unsigned call, const struct dp_copy *k, bool from_host, bool to_host)
{
	if (from_host && !to_host)
		c->judged->from_host += k->width * k->rows;
	if (to_host && !from_host)
		judged_read(c, k->src, k->width * k->rows);
	add(c->judged,
		&(struct note){ .kind = from_host ? NOTE_WRITE : NOTE_COPY,
			.call = call,
			.at = k->dst,
			.pitch = k->dst_pitch,
			.width = k->width,
			.rows = k->rows,
			.src = k->src,
			.src_pitch = k->src_pitch });
}

/* ---- whose an element is that no kernel wrote */
static bool covers(const struct note *n, uint64_t addr, uint64_t *row, uint64_t *column)
{
	uint64_t off = addr - n->at;

	*row = n->rows > 1 && n->pitch ? off / n->pitch : 0;
	*column = off - *row * n->pitch;
	return addr >= n->at && *row < n->rows && *column < n->width;
}

struct looked {
	enum dc_maker maker;
	unsigned call;
};

/* The newest note before number `before` that covers addr; of a copy, whose its source was. */
static struct looked look(const struct judged *j, uint64_t addr)
{
	uint64_t oldest = j->notes > NOTES ? j->notes - NOTES : 0, row, column;
	struct looked l = { DC_MAKER_FILL, 0 };

	for (uint64_t k = j->notes; k-- > oldest;) {
		const struct note *n = &j->note[k % NOTES];

		if (!covers(n, addr, &row, &column))
			continue;
		if (!l.call)
			l.call = n->call;
		if (n->kind != NOTE_COPY) {
			l.maker = n->kind == NOTE_SET ? DC_MAKER_SET : DC_MAKER_HOST;
			return l;
		}
		l.maker = DC_MAKER_COPY;
		addr = n->src + row * n->src_pitch + column;
	}
	if (oldest)
		l.maker = DC_MAKER_UNKNOWN;
	else if (!argument_at(j, addr)) /* memory of a time before this case, or of the module: the host's */
		l.maker = DC_MAKER_HOST;
	return l;
}

/* ---- what the judge asks */
void judged_begin(struct context *c)
{
	c->judged->notes = c->judged->nargs = 0;
	c->judged->from_host = c->judged->to_host = 0;
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
	uint64_t n = a->bytes / a->each;
	int8_t *kind = xmalloc((size_t)n + 1);

	for (int k = 0; k < DC_MAKERS; k++)
		row->first[k] = UINT64_MAX;
	if (!em_writer_kinds(c->em, a->addr, n, a->each, kind))
		memset(kind, -1, (size_t)n);
	for (uint64_t i = 0; i < n; i++) {
		struct looked l = { kind[i] ? DC_MAKER_UNKNOWN : DC_MAKER_KERNEL, 0 };

		if (kind[i] == 2)
			l.maker = DC_MAKER_NOBODY;
		else if (kind[i] == 1)
			l = look(c->judged, a->addr + i * a->each);
		if (!row->n[l.maker]++) {
			row->first[l.maker] = i;
			row->call[l.maker] = l.call;
		}
	}
	free(kind);
}

void judged_take(struct context *c, const struct dc_argument *a, size_t n, struct buf *out)
{
	struct dc_taken head = { .rows = (uint32_t)n };

	if (c) {
		head.from_host = c->judged->from_host;
		head.to_host = c->judged->to_host;
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
}
