/* findings: see findings.h. */
#include "device/report/findings.h"

#include <stdlib.h>
#include <string.h>

#include "device/report/blocks.h"

struct finding_row {
	struct em_finding f;       /* its files are the arena's */
	const char *kernel;        /* or call of the host */
	const char *other_kernel;  /* of the other access, where that is of another operation; else NULL */
	const char *site;          /* of the later access, where that is the host's own code; else NULL */
	struct device_block block; /* of a call of the host; start 0: there is none */
	size_t seen;               /* order of the first sight */
	bool lacked;               /* only ever seen as finding_list.lacked says */
};

static bool same_text(const char *a, const char *b)
{
	return a == b || (a && b && !strcmp(a, b));
}

static bool same_place(const struct em_place *a, const struct em_place *b)
{
	return a->line == b->line && a->ptx_line == b->ptx_line && same_text(a->file, b->file);
}

/* Of a race: what mends it within a block mends nothing between two. */
static bool of_two_blocks(const struct em_finding *f)
{
	return f->kind <= EM_FINDING_RACE_WAW && f->severity != EM_INFO && f->has_other &&
		memcmp(&f->at.block, &f->other.block, sizeof f->at.block);
}

static struct finding_row *find(struct finding_list *l, const char *kernel, const char *other_kernel,
	const struct em_finding *f, uint64_t start, const char *site)
{
	for (size_t i = 0; i < l->n; i++) {
		struct finding_row *row = &l->rows[i];

		if (row->f.host || f->host) {
			if (row->f.host && f->host && row->f.kind == f->kind && !strcmp(row->kernel, kernel) &&
				row->block.start == start)
				return row;
		} else if (row->f.kind == f->kind && row->f.space == f->space && row->f.has_other == f->has_other &&
			of_two_blocks(&row->f) == of_two_blocks(f) && !strcmp(row->kernel, kernel) &&
			same_text(row->other_kernel, other_kernel) && same_text(row->site, site) &&
			same_place(&row->f.at, &f->at) && (!f->has_other || same_place(&row->f.other, &f->other)))
			return row;
	}
	return NULL;
}

static void put_row(struct finding_row *row, struct arena *a, const struct em_finding *f)
{
	uint64_t count = row->f.count;

	row->f = *f;
	row->f.count = count;
	row->f.at.file = f->at.file ? arena_strdup(a, f->at.file) : NULL;
	row->f.other.file = f->has_other && f->other.file ? arena_strdup(a, f->other.file) : NULL;
}

/* `f` with names that are safe to show. */
static void add(struct finding_list *l, struct arena *a, const char *kernel, const char *other_kernel,
	const struct em_finding *f, const struct device_block *block, const char *site)
{
	struct finding_row *row = find(l, kernel, other_kernel, f, block ? block->start : 0, site);
	const bool turns = f->turns && (!row || row->f.turns); /* all of them: lanes that met once met in one turn */

	if (!row && l->n == FINDINGS_MAX) {
		l->lost++;
		return;
	}
	if (!row) {
		row = ARENA_PUSH(a, l->rows, l->n, l->cap);
		row->kernel = arena_strdup(a, kernel);
		row->other_kernel = other_kernel ? arena_strdup(a, other_kernel) : NULL;
		row->site = site ? arena_strdup(a, site) : NULL;
		row->seen = l->n;
		row->lacked = true;
		if (block)
			row->block = blocks_copy(a, block);
		put_row(row, a, f);
	} else if (f->severity > row->f.severity) {
		put_row(row, a, f);
	}
	row->f.count += f->count ? f->count : 1;
	row->f.turns = turns;
	row->lacked &= l->lacked;
}

void findings_add(struct finding_list *l, struct arena *a, const char *kernel, const struct em_result *r)
{
	l->lost += r->findings_lost;
	l->unchecked += r->unchecked_accesses;
	for (size_t i = 0; i < r->nfindings; i++) {
		struct em_finding f = r->findings[i];
		char *at = xscrub(f.at.file, SIZE_MAX), *other = f.has_other ? xscrub(f.other.file, SIZE_MAX) : NULL;

		f.at.file = at;
		f.other.file = other;
		add(l, a, kernel, NULL, &f, NULL, NULL);
		free(at);
		free(other);
	}
}

void findings_add_pair(struct finding_list *l, struct arena *a, const char *kernel, const char *other_kernel,
	const struct em_finding *f, const char *site)
{
	struct em_finding safe = *f;
	char *at = xscrub(f->at.file, SIZE_MAX), *other = xscrub(f->other.file, SIZE_MAX);

	safe.at.file = at;
	safe.other.file = other;
	add(l, a, kernel, other_kernel, &safe, NULL, site);
	free(at);
	free(other);
}

void findings_add_host(struct finding_list *l, struct arena *a, const char *call, const struct em_finding *f,
	const struct device_block *block)
{
	add(l, a, call, NULL, f, block, NULL);
}

/* ---- wire */
static int by_severity(const void *a, const void *b)
{
	const struct finding_row *x = a, *y = b;

	if (x->f.severity != y->f.severity)
		return x->f.severity > y->f.severity ? -1 : 1;
	return x->seen < y->seen ? -1 : x->seen > y->seen;
}

static void put_place(struct buf *b, const struct em_place *p)
{
	struct device_place d = { { p->block.x, p->block.y, p->block.z }, { p->thread.x, p->thread.y, p->thread.z },
		p->file, p->line };

	blocks_put_place(b, &d);
}

static const char *space_name(enum ptx_space s)
{
	return s == PTX_SHARED ? "shared" : s == PTX_LOCAL ? "local" : "global";
}

void findings_put(struct finding_list *l, struct buf *out)
{
	if (l->n)
		qsort(l->rows, l->n, sizeof *l->rows, by_severity);
	wire_put_u32(out, (uint32_t)l->n);
	for (size_t i = 0; i < l->n; i++) {
		const struct em_finding *f = &l->rows[i].f;
		char *message = xscrub(f->message, sizeof f->message);

		wire_put_str(out, em_finding_name(f->kind));
		wire_put_str(out, em_finding_tool(f->kind));
		wire_put_str(out, em_finding_verdict(f->kind));
		wire_put_u32(out, (uint32_t)f->severity);
		wire_put_str(out, space_name(f->space));
		wire_put_str(out, message);
		free(message);
		wire_put_str(out, l->rows[i].kernel);
		wire_put_str(out, l->rows[i].other_kernel);
		wire_put_str(out, l->rows[i].site);
		put_place(out, &f->at);
		wire_put_u32(out, f->has_other);
		wire_put_u32(out, f->same_warp);
		wire_put_u32(out,
			(uint32_t)f->at_atomic | (uint32_t)f->other_atomic << 1 | (uint32_t)f->other_way << 2 |
				(uint32_t)f->elsewhere << 3 | (uint32_t)f->turns << 4 |
				(uint32_t)l->rows[i].lacked << 5 | (uint32_t)f->all_blocks << 6 |
				(uint32_t)f->gap << 7);
		wire_put_u32(out, (uint32_t)f->change);
		wire_put_u32(out, f->host);
		blocks_put(&l->rows[i].block, l->rows[i].block.start != 0, out);
		put_place(out, &f->other);
		wire_put_u64(out, f->address);
		wire_put_u32(out, f->bytes);
		wire_put_u64(out, f->count);
	}
	wire_put_u64(out, l->lost);
	wire_put_u64(out, l->unchecked);
}

void findings_read(struct wire *w, struct arena *a, struct device_report *r)
{
	r->nfindings = wire_count(w, 144);
	r->findings = arena_alloc(a, (r->nfindings + 1) * sizeof *r->findings);
	for (size_t i = 0; i < r->nfindings; i++) {
		struct device_finding *f = &r->findings[i];
		struct device_block *block;
		uint32_t flags;
		size_t n;

		f->name = wire_str(w, a);
		f->tool = wire_str(w, a);
		f->verdict = wire_str(w, a);
		f->severity = (int)wire_u32(w);
		f->space = wire_str(w, a);
		f->message = wire_str(w, a);
		f->kernel = wire_str(w, a);
		f->other_kernel = wire_str(w, a);
		f->site = wire_str(w, a);
		blocks_read_place(w, a, &f->at);
		f->has_other = wire_u32(w) != 0;
		f->same_warp = wire_u32(w) != 0;
		flags = wire_u32(w);
		f->at_atomic = flags & 1;
		f->other_atomic = flags & 2;
		f->other_way = flags & 4;
		f->elsewhere = flags & 8;
		f->turns = flags & 16;
		f->lacked = flags & 32;
		f->all_blocks = flags & 64;
		f->gap = (int)(flags >> 7);
		f->change = (int)wire_u32(w);
		f->host = wire_u32(w) != 0;
		block = blocks_read(w, a, &n);
		f->block = n ? block : NULL;
		blocks_read_place(w, a, &f->other);
		f->address = wire_u64(w);
		f->bytes = wire_u32(w);
		f->count = wire_u64(w);
	}
	r->findings_lost = wire_u64(w);
	r->unchecked_accesses = wire_u64(w);
}
