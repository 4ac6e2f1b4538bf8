/* trace: see trace.h. */
#include "judge/trace.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SHARED_MOST = 256 * 1024 };

size_t trace_steps(const struct trace *t, uint32_t warp)
{
	size_t n = 0;

	for (size_t i = 0; i < t->nrows; i++)
		n += t->rows[i].warp == warp && !t->rows[i].part;
	return n;
}

const struct trace_row *trace_step(const struct trace *t, uint32_t warp, size_t k)
{
	for (size_t i = 0; i < t->nrows; i++)
		if (t->rows[i].warp == warp && !t->rows[i].part && !k--)
			return &t->rows[i];
	return NULL;
}

size_t trace_step_by(const struct trace *t, uint32_t warp, const struct trace_row *row)
{
	size_t n = 0;

	for (const struct trace_row *r = t->rows; r <= row; r++)
		n += r->warp == warp && !r->part;
	return n ? n - 1 : SIZE_MAX;
}

const struct trace_inst *trace_register(const struct trace *t, uint32_t warp, const struct trace_row *row,
	const char *reg, size_t n, struct trace_row *out)
{
	const struct trace_inst *last = NULL;

	*out = (struct trace_row){ .warp = warp };
	for (const struct trace_row *r = t->rows; r <= row; r++) {
		const struct trace_inst *x = &t->insts[r->inst];

		if (r->warp != warp || r->part || !r->valued || !x->reg || strlen(x->reg) != n ||
			memcmp(x->reg, reg, n))
			continue;
		last = x;
		out->valued = true;
		out->inst = r->inst;
		out->mask |= r->mask;
		for (int l = 0; l < TRACE_LANES; l++)
			if (r->mask >> l & 1)
				out->value[l] = r->value[l];
	}
	return last;
}

static const struct trace_inst *inst_of(const struct trace *t, const struct trace_row *r)
{
	return &t->insts[r->inst];
}

static size_t back_line(const struct trace *t, uint32_t warp, size_t k)
{
	const struct trace_inst *at = inst_of(t, trace_step(t, warp, k));
	size_t to = k, j = k;

	/* To the end of another line's run of steps, and from there to its beginning. */
	while (j > 0) {
		const struct trace_inst *x = inst_of(t, trace_step(t, warp, --j));

		if (to == k) {
			if (x->file && (x->line != at->line || !at->file)) {
				to = j;
				at = x;
			}
		} else if (x->file && x->line == at->line) {
			to = j;
		} else if (x->file) {
			break;
		}
	}
	return to;
}

size_t trace_go(const struct trace *t, uint32_t warp, size_t k, enum trace_move m)
{
	const struct trace_row *r = trace_step(t, warp, k);
	const struct trace_inst *at;
	uint32_t mask = r ? r->mask : 0;
	size_t j = k;

	if (!r)
		return k;
	at = inst_of(t, r);
	if (m == TRACE_FIRST)
		return 0;
	if (m == TRACE_LAST)
		return trace_steps(t, warp) - 1;
	if (m == TRACE_BACK)
		return k ? k - 1 : 0;
	if (m == TRACE_BACK_LINE)
		return back_line(t, warp, k);
	for (r++; r < t->rows + t->nrows; r++) {
		const struct trace_inst *x = inst_of(t, r);

		if (r->warp != warp || r->part)
			continue;
		j++;
		if (m == TRACE_NEXT || (m == TRACE_NEXT_LINE && x->file && (x->line != at->line || !at->file)) ||
			(m == TRACE_NEXT_BARRIER && x->kind == TRACE_BARRIER) ||
			(m == TRACE_NEXT_LANES && r->mask != mask))
			return j;
	}
	return k;
}

/* The first row after the barrier that `row`'s warp came by last, once all of the block's warps had come by it. */
static const struct trace_row *round_begin(const struct trace *t, const struct trace_row *row)
{
	const struct trace_row *begin = t->rows;
	size_t came_by = 0;

	for (const struct trace_row *r = t->rows; r < row; r++)
		came_by += r->warp == row->warp && !r->part && inst_of(t, r)->kind == TRACE_BARRIER;
	for (uint32_t warp = 0; came_by && warp < t->nwarps; warp++) {
		size_t n = 0;

		for (const struct trace_row *r = t->rows; r < row && n < came_by; r++) {
			n += r->warp == warp && !r->part && inst_of(t, r)->kind == TRACE_BARRIER;
			if (n == came_by && r >= begin)
				begin = r + 1;
		}
	}
	return begin;
}

/* A word that any step takes for a float is one: what copies it may move it as bits. */
static void find_floats(const struct trace *t, struct trace_word *v, size_t n)
{
	for (const struct trace_row *r = t->rows; r < t->rows + t->nrows; r++)
		for (int l = 0; r->space == TRACE_SHARED && r->bytes == 4 && l < TRACE_LANES; l++)
			if (r->mask >> l & 1 && inst_of(t, r)->class == 'f' && r->addr[l] / 4 < n)
				v[r->addr[l] / 4].class = 'f';
}

struct trace_word *trace_shared(const struct trace *t, const struct trace_row *row, size_t *n)
{
	const struct trace_row *last = row, *begin = round_begin(t, row);
	struct trace_word *v;
	size_t bytes = 0;

	for (size_t i = 0; i < t->nrows; i++)
		for (int l = 0; t->rows[i].space == TRACE_SHARED && l < TRACE_LANES; l++)
			if (t->rows[i].mask >> l & 1 && t->rows[i].addr[l] + t->rows[i].bytes > bytes &&
				t->rows[i].addr[l] < SHARED_MOST)
				bytes = t->rows[i].addr[l] + t->rows[i].bytes;
	*n = (bytes + 3) / 4;
	v = xcalloc(*n + 1, sizeof *v);
	find_floats(t, v, *n);
	while (last + 1 < t->rows + t->nrows && last[1].part)
		last++; /* a vector's further elements belong to the step */
	for (const struct trace_row *r = t->rows; r <= last; r++) {
		const struct trace_inst *x = inst_of(t, r);
		bool now = r >= row;

		if (r->space != TRACE_SHARED || !r->valued || (x->kind != TRACE_STORE && x->kind != TRACE_ATOMIC))
			continue;
		for (int l = 0; l < TRACE_LANES; l++)
			for (unsigned b = 0; r->mask >> l & 1 && b < r->bytes && b < 8; b++) {
				uint64_t at = r->addr[l] + b;
				struct trace_word *w = at / 4 < *n ? &v[at / 4] : NULL;

				if (!w)
					continue;
				w->value &= ~(0xffu << at % 4 * 8);
				w->value |= (uint32_t)(r->value[l] >> b * 8 & 0xff) << at % 4 * 8;
				w->known = true;
				w->now = now;
				w->round = w->round || r >= begin;
				if (w->class != 'f' || r->bytes < 4)
					w->class = r->bytes == 4 ? x->class : 'x';
			}
	}
	return v;
}

/* As many digits, up to five, as fit into eight characters: "-0.18136", "-0.08512", "-1.2e-05". */
static void real(double f, struct buf *out)
{
	char text[40];

	for (int digits = 5; digits > 0 && snprintf(text, sizeof text, "%.*g", digits, f) > 8; digits--)
		;
	buf_puts(out, text);
}

void trace_value(uint64_t value, char class, unsigned bits, struct buf *out)
{
	if (class == 'f' && bits == 32) {
		uint32_t u = (uint32_t)value;
		float f;

		memcpy(&f, &u, sizeof f);
		real((double)f, out);
	} else if (class == 'f' && bits == 64) {
		double f;

		memcpy(&f, &value, sizeof f);
		real(f, out);
	} else if (bits <= 32 && (class == 's' || (bits == 32 && class != 'x'))) { /* PTX stores an int as u32 or b32 */
		buf_printf(out, "%d", bits == 16 ? (int16_t)value : bits == 8 ? (int8_t)value : (int32_t)value);
	} else if (class == 's') {
		buf_printf(out, "%lld", (long long)value);
	} else if (class == 'x' || bits == 64) {
		buf_printf(out, "%llx", (unsigned long long)value);
	} else {
		buf_printf(out, "%llu", (unsigned long long)value);
	}
}
