/* A module as PTX text that parses to an equal module: ptx_print(parse(ptx_print(m))) is the same text.
 *
 * Scopes are gone, so everything that a function declares stands at its top; labels are called after the instruction
 * they stand before. Order: files, headers of functions (they may call each other), variables of the module, functions,
 * kernels.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "ptx/module.h"

static void print_operand(
	const struct ptx_module *m, const struct ptx_func *f, const struct ptx_operand *o, struct buf *b)
{
	if (o->neg)
		buf_putc(b, '!');
	switch ((enum ptx_operand_kind)o->kind) {
	case PTX_NONE: break;
	case PTX_REG:
		buf_puts(b, ptx_select_neg(o) ? "-" : "");
		buf_puts(b, f->regs[o->reg].name);
		if (ptx_select_letter(o))
			buf_printf(b, ".%c", ptx_select_letter(o));
		for (unsigned k = ptx_select_letter(o) ? ptx_select_count(o) : 0; k-- > 0;)
			buf_putc(b, (char)('0' + ptx_select_digit(o, k)));
		break;
	case PTX_IMM: buf_printf(b, "%" PRId64, o->imm); break;
	case PTX_FIMM:
		if (o->f32)
			buf_printf(b, "0f%08" PRIX32, (uint32_t)o->imm);
		else
			buf_printf(b, "0d%016" PRIX64, (uint64_t)o->imm);
		break;
	case PTX_SPECIAL: buf_puts(b, ptx_sreg_name(o->vec)); break;
	case PTX_ADDR:
		buf_putc(b, '[');
		if (o->reg < 0 && o->sym < 0)
			buf_printf(b, "%" PRId64, o->imm);
		else
			buf_puts(b, o->reg >= 0 ? f->regs[o->reg].name : m->vars[o->sym].name);
		if (o->imm && (o->reg >= 0 || o->sym >= 0))
			buf_printf(b, "+%" PRId64, o->imm);
		buf_putc(b, ']');
		break;
	case PTX_SYM:
		buf_puts(b, m->vars[o->sym].name);
		if (o->imm)
			buf_printf(b, "+%" PRId64, o->imm);
		break;
	case PTX_VEC:
		for (int i = 0; i < o->nvec; i++) {
			buf_puts(b, i ? ", " : "{");
			print_operand(m, f, &f->operands[o->vec + i], b); /* elements are no vectors: one level */
		}
		buf_putc(b, '}');
		break;
	case PTX_LABEL: buf_printf(b, "$pc%d", (int)o->vec); break;
	case PTX_FUNCREF: buf_puts(b, m->funcs[o->sym].name); break;
	case PTX_SINK: buf_putc(b, '_'); break;
	}
}

static void print_list(const struct ptx_module *m, const struct ptx_func *f, int32_t first, int32_t n, struct buf *b)
{
	buf_putc(b, '(');
	for (int32_t i = 0; i < n; i++) {
		if (i)
			buf_puts(b, ", ");
		print_operand(m, f, &f->operands[first + i], b);
	}
	buf_putc(b, ')');
}

static void print_call(const struct ptx_module *m, const struct ptx_func *f, const struct ptx_inst *in, struct buf *b)
{
	const struct ptx_call *c = &f->calls[in->call];

	if (c->nrets) {
		print_list(m, f, c->rets, c->nrets, b);
		buf_puts(b, ", ");
	}
	print_operand(m, f, &in->ops[0], b);
	if (c->nargs || c->proto >= 0) {
		buf_puts(b, ", ");
		print_list(m, f, c->args, c->nargs, b);
	}
	if (c->proto >= 0)
		buf_printf(b, ", $pt%d", (int)c->proto);
}

void ptx_print_inst(const struct ptx_module *m, const struct ptx_func *f, const struct ptx_inst *in, struct buf *b)
{
	if (in->guard >= 0)
		buf_printf(b, "@%s%s ", in->guard_neg ? "!" : "", f->regs[in->guard].name);
	if (in->op == PTX_OP_REFUSED) {
		buf_printf(b, "%s;", in->call >= 0 && (size_t)in->call < f->nrefused ? f->refused[in->call].text : "?");
		return;
	}
	buf_puts(b, ptx_op_name(in->op));
	for (int i = 0; i <= in->nmods; i++) {
		if (in->space != PTX_GENERIC && in->space_at == i)
			buf_printf(b, ".%s", ptx_space_name(in->space));
		if (i < in->nmods)
			buf_printf(b, ".%s", ptx_mod_name(in->mods[i]));
	}
	if (in->vec > 1)
		buf_printf(b, ".v%d", in->vec);
	for (int i = 0; i < in->ntypes; i++)
		buf_printf(b, ".%s", ptx_type_name(in->types[i]));
	if (in->op == PTX_OP_CALL) {
		buf_putc(b, ' ');
		print_call(m, f, in, b);
	} else {
		for (int i = 0; i < in->noperands; i++) {
			buf_puts(b, i == 0 ? " " : i == 1 && in->pair ? "|" : ", ");
			print_operand(m, f, &in->ops[i], b);
		}
	}
	if (in->op == PTX_OP_BRX)
		buf_printf(b, ", $bt%d", (int)in->call);
	buf_putc(b, ';');
}

/* .global .align 16 .b8 name[64], without what ends it */
static void print_var(const struct ptx_var *v, const char *name, struct buf *b)
{
	unsigned natural = ptx_type_bits(v->type) / 8;

	buf_printf(b, "%s.%s", v->is_extern ? ".extern " : "", ptx_space_name(v->space));
	if (v->managed)
		buf_puts(b, " .attribute(.managed)");
	if (v->align != natural || v->elems != 1)
		buf_printf(b, " .align %" PRIu32, v->align);
	buf_printf(b, " .%s%s %s", ptx_type_name(v->type), v->is_ptr ? " .ptr" : "", name);
	if (v->elems == 0)
		buf_puts(b, "[]");
	else if (v->elems != 1)
		buf_printf(b, "[%" PRIu64 "]", v->elems);
}

static uint64_t element(const struct ptx_var *v, uint64_t i)
{
	unsigned width = ptx_type_bits(v->type) / 8;
	uint64_t bits = 0;

	memcpy(&bits, v->init + i * width, width);
	return bits;
}

static void print_reloc(const struct ptx_module *m, const struct ptx_reloc *r, struct buf *b)
{
	const char *name = r->sym >= 0 ? m->vars[r->sym].name : m->funcs[r->func].name;

	if (r->shift || r->bytes == 1)
		buf_printf(b, "0x%" PRIX64 "(", UINT64_C(0xFF) << r->shift);
	buf_printf(b, r->generic ? "generic(%s)" : "%s", name);
	if (r->addend)
		buf_printf(b, "+%" PRId64, r->addend);
	if (r->shift || r->bytes == 1)
		buf_putc(b, ')');
}

static void print_init(const struct ptx_module *m, const struct ptx_var *v, struct buf *b)
{
	unsigned width = ptx_type_bits(v->type) / 8;
	uint64_t n = v->elems;
	size_t r = 0;

	if (v->nrelocs == 0)
		while (n > 1 && element(v, n - 1) == 0)
			n--;
	buf_puts(b, v->elems == 1 ? " = " : " = {");
	for (uint64_t i = 0; i < n; i++) {
		if (i)
			buf_puts(b, ", ");
		if (r < v->nrelocs && v->relocs[r].offset == i * width)
			print_reloc(m, &v->relocs[r++], b);
		else if (v->type == PTX_F32)
			buf_printf(b, "0f%08" PRIX32, (uint32_t)element(v, i));
		else if (v->type == PTX_F64)
			buf_printf(b, "0d%016" PRIX64, element(v, i));
		else
			buf_printf(b, "%" PRIu64, element(v, i));
	}
	if (v->elems != 1)
		buf_putc(b, '}');
}

static void print_params(const struct ptx_module *m, int32_t first, int32_t n, bool named, struct buf *b)
{
	buf_putc(b, '(');
	for (int32_t i = 0; i < n; i++) {
		if (i)
			buf_puts(b, ", ");
		print_var(&m->vars[first + i], named ? m->vars[first + i].name : "_", b);
	}
	buf_putc(b, ')');
}

static void print_limits(const char *word, const uint32_t *v, struct buf *b)
{
	if (v[0])
		buf_printf(b, "\n%s %" PRIu32 ", %" PRIu32 ", %" PRIu32, word, v[0], v[1], v[2]);
}

static void print_header(const struct ptx_module *m, const struct ptx_func *f, struct buf *b)
{
	buf_puts(b, f->is_extern ? ".extern " : f->is_entry ? ".visible " : "");
	buf_puts(b, f->is_entry ? ".entry " : ".func ");
	if (f->nrets) {
		print_params(m, f->rets, f->nrets, true, b);
		buf_putc(b, ' ');
	}
	buf_printf(b, "%s ", f->name);
	print_params(m, f->params, f->nparams, true, b);
	print_limits(".maxntid", f->maxntid, b);
	print_limits(".reqntid", f->reqntid, b);
	if (f->minnctapersm)
		buf_printf(b, "\n.minnctapersm %" PRIu32, f->minnctapersm);
	if (f->maxnreg)
		buf_printf(b, "\n.maxnreg %" PRIu32, f->maxnreg);
}

/* How many registers from `i` on are name0, name1, ... of one type. `base` gets the length of the name without the
 * digit. */
static size_t numbered(const struct ptx_func *f, size_t i, size_t *base)
{
	const char *s = f->regs[i].name;
	size_t len = strlen(s), n;

	if (len < 2 || s[len - 1] != '0' || (s[len - 2] >= '0' && s[len - 2] <= '9'))
		return 1;
	*base = len - 1;
	for (n = 1; i + n < f->nregs && f->regs[i + n].type == f->regs[i].type; n++) {
		const char *t = f->regs[i + n].name;
		char digits[24];

		snprintf(digits, sizeof digits, "%zu", n);
		if (strncmp(s, t, *base) != 0 || strcmp(t + *base, digits) != 0)
			break;
	}
	return n;
}

static void print_declarations(const struct ptx_module *m, const struct ptx_func *f, struct buf *b)
{
	for (size_t i = 0, n; i < f->nregs; i += n) {
		size_t base = 0;

		n = numbered(f, i, &base);
		if (n > 1)
			buf_printf(b, "\t.reg .%s %.*s<%zu>;\n", ptx_type_name(f->regs[i].type), (int)base,
				f->regs[i].name, n);
		else
			buf_printf(b, "\t.reg .%s %s;\n", ptx_type_name(f->regs[i].type), f->regs[i].name);
	}
	for (int32_t i = f->locals; i < f->locals + f->nlocals; i++) {
		const struct ptx_var *v = &m->vars[i];

		if (strcmp(v->name, "_") == 0) /* a prototype's */
			continue;
		buf_putc(b, '\t');
		print_var(v, v->name, b);
		if (v->init)
			print_init(m, v, b);
		buf_puts(b, ";\n");
	}
	for (size_t i = 0; i < f->ntables; i++) {
		buf_printf(b, "$bt%zu: .branchtargets ", i);
		for (int32_t k = 0; k < f->tables[i].n; k++)
			buf_printf(b, "%s$pc%d", k ? ", " : "", (int)f->targets[f->tables[i].first + k]);
		buf_puts(b, ";\n");
	}
	for (size_t i = 0; i < f->nprotos; i++) {
		buf_printf(b, "$pt%zu: .callprototype ", i);
		if (f->protos[i].nrets)
			print_params(m, f->protos[i].rets, f->protos[i].nrets, false, b);
		buf_puts(b, " _ ");
		print_params(m, f->protos[i].params, f->protos[i].nparams, false, b);
		buf_puts(b, ";\n");
	}
}

/* Locations up to and with `upto`, each once and in order, so that they get the same indices again. */
static void print_locs(const struct ptx_module *m, int32_t *next, int32_t upto, struct buf *b)
{
	for (; *next <= upto; ++*next) {
		const struct ptx_loc *l = &m->locs[*next];

		buf_printf(b, "\t.loc %d %d %d", (int)m->files[l->file].number, (int)l->line, (int)l->col);
		if (l->inlined_at >= 0) {
			const struct ptx_loc *at = &m->locs[l->inlined_at];

			buf_printf(b, ", function_name $ptx_inlined, inlined_at %d %d %d",
				(int)m->files[at->file].number, (int)at->line, (int)at->col);
		}
		buf_putc(b, '\n');
	}
}

static void print_body(const struct ptx_module *m, const struct ptx_func *f, struct buf *b)
{
	uint8_t *labels = xcalloc(f->ninsts + 1, 1);
	int32_t next_loc = f->locs;

	for (size_t i = 0; i < f->ninsts; i++)
		if (f->insts[i].op == PTX_OP_BRA)
			labels[f->insts[i].ops[0].vec] = 1;
		else if (f->insts[i].op == PTX_OP_REFUSED && f->refused[f->insts[i].call].label >= 0)
			labels[f->refused[f->insts[i].call].label] = 1;
	for (size_t i = 0; i < f->ntargets; i++)
		labels[f->targets[i]] = 1;
	buf_puts(b, "\n{\n");
	print_declarations(m, f, b);
	for (size_t i = 0; i <= f->ninsts; i++) {
		if (labels[i])
			buf_printf(b, "$pc%zu:\n", i);
		if (i == f->ninsts)
			break;
		print_locs(m, &next_loc, f->insts[i].loc, b);
		buf_putc(b, '\t');
		ptx_print_inst(m, f, &f->insts[i], b);
		buf_putc(b, '\n');
	}
	print_locs(m, &next_loc, f->locs + f->nlocs - 1, b);
	buf_puts(b, "}\n");
	free(labels);
}

static void print_functions(const struct ptx_module *m, bool entries, struct buf *b)
{
	for (size_t i = 0; i < m->nfuncs; i++) {
		const struct ptx_func *f = &m->funcs[i];

		if (f->is_entry != entries || (f->is_extern && !entries))
			continue;
		buf_putc(b, '\n');
		print_header(m, f, b);
		if (f->is_extern)
			buf_puts(b, ";\n");
		else
			print_body(m, f, b);
	}
}

void ptx_print(const struct ptx_module *m, struct buf *b)
{
	bool inlined = false;

	buf_printf(b, ".version %d.%d\n.target sm_%d%s\n.address_size 64\n", m->version_major, m->version_minor,
		m->target_sm, m->debug ? ", debug" : "");
	for (size_t i = 0; i < m->nfiles; i++)
		buf_printf(b, ".file %d \"%s\"\n", (int)m->files[i].number, m->files[i].path);
	for (size_t i = 0; i < m->nfuncs; i++) {
		if (m->funcs[i].is_entry)
			continue;
		print_header(m, &m->funcs[i], b);
		buf_puts(b, ";\n");
	}
	for (size_t i = 0; i < m->nvars; i++) {
		if (m->vars[i].func >= 0)
			continue;
		print_var(&m->vars[i], m->vars[i].name, b);
		if (m->vars[i].init)
			print_init(m, &m->vars[i], b);
		buf_puts(b, ";\n");
	}
	print_functions(m, false, b);
	print_functions(m, true, b);
	for (size_t i = 0; i < m->nlocs && !inlined; i++)
		inlined = m->locs[i].inlined_at >= 0;
	if (inlined) /* ptxas wants the label that inlined locations name */
		buf_puts(b, ".section .debug_str\n{\n$ptx_inlined:\n.b8 0\n}\n");
}
