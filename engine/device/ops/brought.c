/* brought: see brought.h. */
#include "device/ops/brought.h"

#include <stdlib.h>
#include <string.h>

#include "device/ops/context.h"

/* Beyond this much a case's values are not kept, nor is memory followed that host and device share (bytes at once, and
 * looked at after launches). A right answer of such a program is not believed: judge/proof.c. */
enum { VALUES_MAX = 256 << 20, SHARED_MAX = 512 << 20, WORD = 4 };
#define LOOKED_MAX (8ull << 30)

struct shadow {
	uint64_t start, bytes;
	uint8_t *then; /* its bytes after the launch that was last looked at */
	int8_t *by;    /* of each word: em_writer_kinds */
	uint8_t *mark; /* of each word, of a launch that follows it: EM_FOLLOW_* */
	bool followed; /* by the launch that runs */
};
struct brought {
	unsigned each;
	struct buf values;
	bool lost;
	struct shadow *shadows;
	size_t nshadows;
	uint64_t looked;          /* bytes */
	bool far;                 /* a kernel has written to pinned memory */
	bool judged;              /* a case has begun */
	struct em_follow *follow; /* what the launch that runs follows */
	struct buf from_host;     /* what it read that the host had put there meanwhile */
	uint64_t fresh;           /* bytes of shared memory that the launch which was looked at last made anew */
};

static void drop(struct shadow *s)
{
	free(s->then);
	free(s->by);
	free(s->mark);
}

struct brought *brought_new(void)
{
	struct brought *b = xcalloc(1, sizeof *b);

	buf_init(&b->values);
	buf_init(&b->from_host);
	return b;
}

void brought_free(struct brought *b)
{
	if (!b)
		return;
	brought_begin(b, 0);
	buf_release(&b->values);
	buf_release(&b->from_host);
	free(b->follow);
	free(b->shadows);
	free(b);
}

void brought_begin(struct brought *b, unsigned each)
{
	for (size_t i = 0; i < b->nshadows; i++)
		drop(&b->shadows[i]);
	b->nshadows = 0;
	b->looked = 0;
	b->far = false;
	b->judged = true;
	buf_clear(&b->values);
	b->lost = false;
	b->each = each;
}

/* ---- values */
static void add_values(struct brought *b, const uint8_t *p, uint64_t bytes)
{
	if (!bytes)
		return;
	if (b->values.len + bytes > VALUES_MAX) {
		b->lost = true;
		return;
	}
	buf_add(&b->values, &bytes, sizeof bytes);
	buf_add(&b->values, p, (size_t)bytes);
}

/* Is the value a kernel's, or at least not known to be anybody else's? */
static bool made(int8_t kind)
{
	return kind == 0 || kind == -1;
}

static void keep_row(struct context *c, uint64_t addr, uint64_t width)
{
	struct brought *b = c->brought;
	uint64_t n = width / b->each, from = 0;
	const uint8_t *p = em_host_ptr(c->em, addr, width);
	int8_t *kind = xmalloc((size_t)n + 1);

	if (p && em_writer_kinds(c->em, addr, n, b->each, kind))
		for (uint64_t i = 0; i <= n; i++)
			if (i == n || !made(kind[i])) {
				add_values(b, p + from * b->each, (i - from) * b->each);
				from = i + 1;
			}
	free(kind);
}

void brought_out(struct context *c, uint64_t src, uint64_t pitch, uint64_t width, uint64_t rows)
{
	bool plain = rows == 1 || pitch == width;

	if (!c->brought->each)
		return;
	for (uint64_t r = 0; r < (plain ? 1 : rows); r++)
		keep_row(c, src + r * pitch, plain ? width * rows : width);
}

const struct buf *brought_values(const struct brought *b, bool *lost)
{
	*lost = b->lost;
	return &b->values;
}

/* ---- memory that both share */
static struct shadow *shadow_at(const struct brought *b, uint64_t addr)
{
	for (size_t i = 0; i < b->nshadows; i++)
		if (addr >= b->shadows[i].start && addr - b->shadows[i].start < b->shadows[i].bytes)
			return &b->shadows[i];
	return NULL;
}

static struct shadow *shadow_of(struct brought *b, const struct allocation *row)
{
	struct shadow *s = shadow_at(b, row->start);
	uint64_t all = row->bytes;

	if (s)
		return s;
	for (size_t i = 0; i < b->nshadows; i++)
		all += b->shadows[i].bytes;
	if (all > SHARED_MAX)
		return NULL;
	b->shadows = xrealloc(b->shadows, (b->nshadows + 1) * sizeof *b->shadows);
	s = &b->shadows[b->nshadows++];
	*s = (struct shadow){ .start = row->start,
		.bytes = row->bytes,
		.then = xcalloc(row->bytes, 1),
		.by = xmalloc(row->bytes / WORD + 1),
		.mark = xcalloc(row->bytes / WORD + 1, 1) };
	memset(s->by, 1, row->bytes / WORD + 1); /* the host's, as it was made */
	return s;
}

/* The host sent words from..to. */
static void keep_sent(struct context *c, const uint8_t *now, uint64_t from, uint64_t to)
{
	if (from < to)
		sent_keep(&c->sent, now + from * WORD, (to - from) * WORD, c->brought->values.len);
}

/* Words from..to are the host's. */
static void is_hosts(struct context *c, const struct shadow *s, const uint8_t *now, uint64_t from, uint64_t to)
{
	if (from == to)
		return;
	keep_sent(c, now, from, to);
	em_host_wrote(c->em, s->start + from * WORD, (to - from) * WORD);
}

/* What kernels made anew is kept; the bytes that the host has changed are counted. */
static uint64_t look(struct context *c, struct shadow *s)
{
	struct brought *b = c->brought;
	uint64_t n = s->bytes / WORD, from = 0, hosts_from = 0, changed = 0;
	const uint8_t *now = em_host_ptr(c->em, s->start, s->bytes);
	int8_t *by = xmalloc((size_t)n + 1);

	if (!now || !em_writer_kinds(c->em, s->start, n, WORD, by)) {
		free(by);
		return 0;
	}
	for (uint64_t i = 0; i <= n; i++) {
		bool same = i < n && !memcmp(now + i * WORD, s->then + i * WORD, WORD),
		     fresh = i < n && made(by[i]) && (!same || !made(s->by[i]));

		if (i < n && !made(by[i]) && !same) {
			changed += WORD;
		} else {
			keep_sent(c, now, hosts_from, i);
			hosts_from = i + 1;
		}
		b->fresh += fresh ? WORD : 0;
		if (fresh)
			continue;
		if (b->each && b->each <= WORD * (i - from))
			add_values(b, now + from * WORD, (i - from) * WORD);
		from = i + 1;
	}
	memcpy(s->then, now, (size_t)s->bytes);
	free(s->by);
	s->by = by;
	return changed;
}

/* Of a launch that followed this memory `then` is what kernels left there. A word that is another one now, or that the
 * host had put there before a kernel read it, is the host's. The bytes that it wrote and that no kernel has read. */
static uint64_t look_followed(struct context *c, struct shadow *s)
{
	struct brought *b = c->brought;
	uint64_t n = s->bytes / WORD, made_from = 0, hosts_from = 0, changed = 0;
	const uint8_t *now = em_host_ptr(c->em, s->start, s->bytes);
	int8_t *by = xmalloc((size_t)n + 1);

	if (!now || !em_writer_kinds(c->em, s->start, n, WORD, by)) {
		free(by);
		return 0;
	}
	for (uint64_t i = 0; i <= n; i++) {
		bool other = i < n && memcmp(now + i * WORD, s->then + i * WORD, WORD),
		     hosts = other || (i < n && s->mark[i] & EM_FOLLOW_HOSTS),
		     fresh = i < n && !hosts && made(by[i]) && (s->mark[i] & EM_FOLLOW_CHANGED || !made(s->by[i]));

		changed += other ? WORD : 0;
		if (!hosts) {
			is_hosts(c, s, now, hosts_from, i);
			hosts_from = i + 1;
		} else {
			by[i] = 1;
		}
		b->fresh += fresh ? WORD : 0;
		if (fresh)
			continue;
		if (b->each && b->each <= WORD * (i - made_from))
			add_values(b, s->then + made_from * WORD, (i - made_from) * WORD);
		made_from = i + 1;
	}
	memcpy(s->then, now, (size_t)s->bytes);
	free(s->by);
	s->by = by;
	return changed;
}

/* Before a launch: what is not as it was is the host's. Of memory that nobody has looked at (`fresh`), what kernels
 * made came by a copy. */
static uint64_t look_before(struct context *c, struct shadow *s, bool fresh)
{
	uint64_t n = s->bytes / WORD, from = 0, changed = 0;
	const uint8_t *now = em_host_ptr(c->em, s->start, s->bytes);

	if (!now || !memcmp(now, s->then, (size_t)s->bytes) ||
		(fresh && !em_writer_kinds(c->em, s->start, n, WORD, s->by)))
		return 0;
	for (uint64_t i = 0; i <= n; i++) {
		if (i < n && memcmp(now + i * WORD, s->then + i * WORD, WORD) && !(fresh && made(s->by[i]))) {
			changed += WORD;
			s->by[i] = 1;
			continue;
		}
		is_hosts(c, s, now, from, i);
		from = i + 1;
	}
	memcpy(s->then, now, (size_t)s->bytes);
	return changed;
}

/* May the kernel reach this pinned memory? It has its address, or kernels have written to such memory before. */
static bool reaches(const struct context *c, const struct allocation *row, const uint8_t *parameters, uint64_t bytes)
{
	uint64_t p;

	for (uint64_t i = 0; i + sizeof p <= bytes && !c->brought->far; i += sizeof p) {
		memcpy(&p, parameters + i, sizeof p);
		if (p >= row->start && p - row->start < row->bytes)
			return true;
	}
	return c->brought->far;
}

uint64_t brought_launching(struct context *c, const uint8_t *parameters, uint64_t bytes)
{
	struct brought *b = c->brought;
	uint64_t changed = 0;

	for (size_t i = 0; i < b->nshadows; i++)
		b->shadows[i].followed = false;

	for (size_t i = 0; i < c->nallocations; i++) {
		const struct allocation *row = &c->allocations[i];
		bool fresh = !shadow_at(b, row->start);
		struct shadow *s;

		if (row->kind != DP_MEM_MANAGED &&
			!(row->kind == DP_MEM_PINNED && (b->judged || c->sent.on) &&
				reaches(c, row, parameters, bytes)))
			continue;
		b->looked += row->bytes;
		if (b->looked > LOOKED_MAX || !(s = shadow_of(b, row))) {
			b->lost = true;
			c->sent.lost |= c->sent.on;
			continue;
		}
		s->followed = b->judged;
		uint64_t by_host = look_before(c, s, fresh);

		changed += row->kind == DP_MEM_MANAGED ? by_host : 0;
	}
	return changed;
}

size_t brought_follow(struct context *c, const struct em_follow **follow, struct buf **from_host)
{
	struct brought *b = c->brought;
	size_t n = 0;

	b->follow = xrealloc(b->follow, (b->nshadows + 1) * sizeof *b->follow);
	for (size_t i = 0; i < b->nshadows; i++) {
		struct shadow *s = &b->shadows[i];

		if (!s->followed)
			continue;
		memset(s->mark, 0, s->bytes / WORD + 1);
		b->follow[n++] = (struct em_follow){ s->start, s->bytes, s->then, s->mark };
	}
	buf_clear(&b->from_host);
	*follow = b->follow;
	*from_host = &b->from_host;
	return n;
}

void brought_wrote(struct context *c, uint64_t addr, uint64_t bytes)
{
	struct brought *b = c->brought;
	struct shadow *s = shadow_at(b, addr);
	struct allocation row;
	const uint8_t *now;
	uint64_t first, n;

	if (!s && memory_find(c, addr, bytes, &row) && row.kind == DP_MEM_MANAGED)
		s = shadow_of(b, &row);
	if (!s || bytes > s->bytes - (addr - s->start) || !(now = em_host_ptr(c->em, addr, bytes)))
		return;
	memcpy(s->then + (addr - s->start), now, (size_t)bytes);
	first = (addr - s->start) / WORD;
	n = (addr - s->start + bytes) / WORD - first;
	em_writer_kinds(c->em, s->start + first * WORD, n, WORD, s->by + first);
}

uint64_t brought_launched(struct context *c, bool far, bool followed)
{
	struct brought *b = c->brought;
	uint64_t changed = b->from_host.len;

	if (changed)
		sent_keep(&c->sent, (const uint8_t *)b->from_host.data, changed, b->values.len);
	buf_clear(&b->from_host);
	b->far |= far;
	b->fresh = 0;

	for (size_t i = 0; i < c->nallocations; i++) {
		const struct allocation *row = &c->allocations[i];
		struct shadow *s;

		s = shadow_at(b, row->start);
		if (row->kind != DP_MEM_MANAGED && !((far || (s && s->followed)) && row->kind == DP_MEM_PINNED))
			continue;
		b->looked += row->bytes;
		if (b->looked > LOOKED_MAX || !(s = shadow_of(b, row))) {
			b->lost = true;
			c->sent.lost |= c->sent.on;
			continue;
		}
		uint64_t by_host = followed && s->followed ? look_followed(c, s) : look(c, s);

		/* Of pinned memory copies and launches tell themselves what they take over the link. */
		changed += row->kind == DP_MEM_MANAGED ? by_host : 0;
	}
	return changed;
}

uint64_t brought_fresh(const struct brought *b)
{
	return b->fresh;
}

void brought_copied(struct context *c, uint64_t dst, uint64_t src, uint64_t bytes)
{
	const struct shadow *s = shadow_at(c->brought, src);
	const uint8_t *now = s ? em_host_ptr(c->em, src, bytes) : NULL;
	const uint8_t *then = s ? s->then + (src - s->start) : NULL;

	if (!now || bytes > s->bytes - (src - s->start) || !memcmp(now, then, (size_t)bytes))
		return;
	for (uint64_t i = 0, from = 0; from < bytes; i += WORD) {
		uint64_t n = bytes - i < WORD ? bytes - i : WORD, end = i < bytes ? i : bytes;

		if (i < bytes && memcmp(now + i, then + i, (size_t)n))
			continue;
		if (from < end) {
			em_host_wrote(c->em, dst + from, end - from);
			sent_keep(&c->sent, now + from, end - from, c->brought->values.len);
		}
		from = end + WORD;
	}
}

void brought_forget(struct context *c, uint64_t start)
{
	struct brought *b = c->brought;
	struct shadow *s = shadow_at(b, start);

	if (!s)
		return;
	drop(s);
	*s = b->shadows[--b->nshadows];
}
