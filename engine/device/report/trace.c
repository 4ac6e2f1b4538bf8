/* trace: see trace.h. */
#include "device/report/trace.h"

#include <string.h>

void trace_add(struct trace_copy *t, struct arena *a, const char *kernel, const struct em_result *r)
{
	if (t->kernel || !r->ntrace)
		return;
	t->kernel = arena_scrub(a, kernel);
	t->more = r->trace_more;
	t->n = r->ntrace;
	t->row = arena_alloc(a, t->n * sizeof *t->row);
	memcpy(t->row, r->trace, t->n * sizeof *t->row);
	t->ninst = r->ntrace_insts;
	t->inst = arena_alloc(a, (t->ninst + 1) * sizeof *t->inst);
	for (size_t i = 0; i < t->ninst; i++) {
		const struct em_trace_inst *x = &r->trace_insts[i];

		t->inst[i] = *x;
		t->inst[i].file = x->file ? arena_scrub(a, x->file) : NULL;
		t->inst[i].reg = x->reg ? arena_scrub(a, x->reg) : NULL;
		t->inst[i].text = (char *)(uintptr_t)arena_scrub(a, x->text);
	}
}

void trace_put(const struct trace_copy *t, struct buf *out)
{
	wire_put_str(out, t->kernel);
	wire_put_u32(out, t->more);
	wire_put_u32(out, (uint32_t)t->ninst);
	for (size_t i = 0; i < t->ninst; i++) {
		wire_put_str(out, t->inst[i].file);
		wire_put_str(out, t->inst[i].text);
		wire_put_str(out, t->inst[i].reg);
		wire_put_u32(out, (uint32_t)t->inst[i].line);
		wire_put_u32(out, t->inst[i].type);
		wire_put_u32(out, t->inst[i].kind);
	}
	wire_put_u32(out, (uint32_t)t->n);
	for (size_t i = 0; i < t->n; i++) {
		const struct em_trace_row *r = &t->row[i];

		wire_put_u32(out, r->warp);
		wire_put_u32(out, r->inst);
		wire_put_u32(out, r->mask);
		wire_put_u32(out, (uint32_t)r->space | (uint32_t)r->part << 8 | (uint32_t)r->bytes << 16);
		wire_put_u32(out, r->valued);
		for (int l = 0; l < 32; l++)
			if (r->mask >> l & 1) {
				if (r->valued)
					wire_put_u64(out, r->value[l]);
				if (r->space)
					wire_put_u64(out, r->addr[l]);
			}
	}
}

void trace_read(struct wire *w, struct arena *a, struct device_trace *t)
{
	t->kernel = wire_str(w, a);
	t->more = wire_u32(w) != 0;
	t->ninsts = wire_count(w, 20);
	t->insts = arena_alloc(a, (t->ninsts + 1) * sizeof *t->insts);
	for (size_t i = 0; i < t->ninsts; i++) {
		struct device_trace_inst *x = &t->insts[i];

		x->file = wire_str(w, a);
		x->text = wire_str(w, a);
		x->reg = wire_str(w, a);
		x->line = (int)wire_u32(w);
		x->type = (int)wire_u32(w);
		x->kind = (int)wire_u32(w);
		w->bad |= !x->text || (unsigned)x->type >= PTX_TYPE_COUNT || (unsigned)x->kind > EM_TRACE_EXIT;
	}
	t->nrows = wire_count(w, 20);
	t->rows = arena_alloc(a, (t->nrows + 1) * sizeof *t->rows);
	for (size_t i = 0; i < t->nrows && !w->bad; i++) {
		struct em_trace_row *r = &t->rows[i];
		uint32_t where;

		r->warp = wire_u32(w);
		r->inst = wire_u32(w);
		r->mask = wire_u32(w);
		where = wire_u32(w);
		r->space = (uint8_t)where;
		r->part = (uint8_t)(where >> 8);
		r->bytes = (uint16_t)(where >> 16);
		r->valued = wire_u32(w) != 0;
		for (int l = 0; l < 32; l++)
			if (r->mask >> l & 1) {
				if (r->valued)
					r->value[l] = wire_u64(w);
				if (r->space)
					r->addr[l] = wire_u64(w);
			}
		w->bad |= r->inst >= t->ninsts || r->warp >= 64 || r->space > EM_TRACE_SHARED || r->bytes > 64;
	}
}
