/* seen: see seen.h. */
#include "device/report/seen.h"

#include <stdlib.h>
#include <string.h>

int seen_ask(struct em_record_ask *ask, const char *words)
{
	unsigned long long v[6];
	char *end;

	for (int i = 0; i < 6; i++) {
		if (*words < '0' || *words > '9')
			return -1;
		v[i] = strtoull(words, &end, 10);
		if (*end != (i < 5 ? ':' : '\0'))
			return -1;
		words = end + 1;
	}
	if (v[1] > UINT32_MAX || v[2] > INT32_MAX || v[4] > UINT32_MAX || v[5] > TRACE_MAX)
		return -1;
	*ask = (struct em_record_ask){ v[0], (uint32_t)v[1], (int)v[2], v[3], (uint32_t)v[4], (uint32_t)v[5] };
	return 0;
}

/* Most rows have the file of the one before. */
static const char *name_of(struct arena *a, const char *last, const char *name)
{
	return last && !strcmp(last, name) ? last : arena_scrub(a, name);
}

void seen_add(struct seen_list *l, struct arena *a, const char *kernel, const struct em_result *r)
{
	const char *file = NULL;

	if (!r->nseen_lines)
		return;
	kernel = arena_scrub(a, kernel);
	l->launches++;
	for (size_t i = 0; i < r->nseen && l->n < SEEN_MAX; i++) {
		file = name_of(a, file, r->seen[i].file);
		*ARENA_PUSH(a, l->row, l->n, l->cap) = (struct seen_row){ kernel, file, l->launches, r->seen[i] };
	}
	for (size_t i = 0; i < r->nseen_lines && l->nlines < SEEN_MAX; i++) {
		file = name_of(a, file, r->seen_lines[i].file);
		*ARENA_PUSH(a, l->line, l->nlines, l->capl) = (struct seen_line_row){ kernel, file, l->launches,
			r->seen_lines[i].line, r->seen_lines[i].total };
	}
}

void seen_put(const struct seen_list *l, struct buf *out)
{
	wire_put_u32(out, (uint32_t)l->n);
	for (size_t i = 0; i < l->n; i++) {
		const struct seen_row *r = &l->row[i];

		wire_put_str(out, r->kernel);
		wire_put_str(out, r->file);
		wire_put_u32(out, r->launch);
		wire_put_u32(out, (uint32_t)r->s.line);
		wire_put_u32(out, (uint32_t)r->s.column);
		wire_put_u32(out, (uint32_t)r->s.inst);
		wire_put_u32(out, r->s.kind);
		wire_put_u32(out, r->s.space == PTX_SHARED);
		wire_put_u32(out, r->s.mask);
		wire_put_u32(out, r->s.bytes);
		wire_put_u64(out, r->s.nth);
		buf_add(out, r->s.addr, sizeof r->s.addr);
	}
	wire_put_u32(out, (uint32_t)l->nlines);
	for (size_t i = 0; i < l->nlines; i++) {
		wire_put_str(out, l->line[i].kernel);
		wire_put_str(out, l->line[i].file);
		wire_put_u32(out, l->line[i].launch);
		wire_put_u32(out, (uint32_t)l->line[i].line);
		wire_put_u64(out, l->line[i].total);
	}
}

void seen_read(struct wire *w, struct arena *a, struct device_report *r)
{
	r->naccesses = wire_count(w, 300);
	r->accesses = arena_alloc(a, (r->naccesses + 1) * sizeof *r->accesses);
	for (size_t i = 0; i < r->naccesses; i++) {
		struct device_access *s = &r->accesses[i];

		s->kernel = wire_str(w, a);
		s->file = wire_str(w, a);
		s->launch = wire_u32(w);
		s->line = (int)wire_u32(w);
		s->column = (int)wire_u32(w);
		s->inst = (int)wire_u32(w);
		s->kind = (int)wire_u32(w);
		s->shared = wire_u32(w) != 0;
		s->mask = wire_u32(w);
		s->bytes = wire_u32(w);
		s->nth = wire_u64(w);
		for (int l = 0; l < 32; l++)
			s->addr[l] = wire_u64(w);
		w->bad |= !s->kernel || !s->file || (unsigned)s->kind > EM_SEEN_ATOMIC || s->bytes > 64;
	}
	r->naccess_lines = wire_count(w, 24);
	r->access_lines = arena_alloc(a, (r->naccess_lines + 1) * sizeof *r->access_lines);
	for (size_t i = 0; i < r->naccess_lines; i++) {
		struct device_access_line *s = &r->access_lines[i];

		s->kernel = wire_str(w, a);
		s->file = wire_str(w, a);
		s->launch = wire_u32(w);
		s->line = (int)wire_u32(w);
		s->total = wire_u64(w);
		w->bad |= !s->kernel || !s->file;
	}
}
