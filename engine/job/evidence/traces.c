/* traces: see traces.h. */
#include "job/evidence/traces.h"

#include <string.h>

#include "base/fs.h"
#include "emulator/emulator.h"
#include "job/evidence/findings.h"
#include "ptx/module.h"

static char class_of(enum ptx_type type)
{
	switch (ptx_type_class(type)) {
	case PTX_CLS_FLOAT: return 'f';
	case PTX_CLS_SIGNED: return 's';
	case PTX_CLS_UNSIGNED: return 'u';
	case PTX_CLS_PRED: return 'p';
	default: return 'b';
	}
}

struct trace trace_of_report(struct arena *a, const struct device_report *rep, const struct device_record *asked)
{
	const struct device_trace *from = &rep->trace;
	struct trace t = { 0 };

	if (!asked || !asked->trace || !from->kernel)
		return t;
	t = (struct trace){ .kernel = text_of_report(a, from->kernel),
		.block = asked->block,
		.ninsts = from->ninsts,
		.nrows = from->nrows,
		.more = from->more };
	t.insts = arena_alloc(a, (t.ninsts + 1) * sizeof *t.insts);
	t.rows = arena_alloc(a, (t.nrows + 1) * sizeof *t.rows);
	for (size_t i = 0; i < t.ninsts; i++) {
		const struct device_trace_inst *x = &from->insts[i];

		t.insts[i] = (struct trace_inst){ .file = x->file ? text_of_report(a, x->file) : NULL,
			.text = text_of_report(a, x->text),
			.reg = x->reg ? text_of_report(a, x->reg) : NULL,
			.line = x->line,
			.kind = (enum trace_kind)x->kind,
			.type = ptx_type_name((enum ptx_type)x->type),
			.class = class_of((enum ptx_type)x->type),
			.bits = ptx_type_bits((enum ptx_type)x->type) };
	}
	for (size_t i = 0; i < t.nrows; i++) {
		const struct em_trace_row *r = &from->rows[i];

		t.rows[i] = (struct trace_row){ r->warp, r->inst, r->mask, (enum trace_space)r->space, r->part,
			r->bytes, r->valued, { 0 }, { 0 } };
		memcpy(t.rows[i].value, r->value, sizeof r->value);
		memcpy(t.rows[i].addr, r->addr, sizeof r->addr);
		if (r->warp >= t.nwarps)
			t.nwarps = r->warp + 1;
	}
	return t;
}

void trace_of_file(struct trace *t, const char *compiled, const char *shown)
{
	for (size_t i = 0; i < t->ninsts; i++)
		if (t->insts[i].file)
			t->insts[i].file = strcmp(fs_base_name(t->insts[i].file), compiled) ? NULL : shown;
}
