/* Declarations of variables and parameters, and their initialisers, into module->vars.
 *
 * An array of arrays is flattened to `elems`; so is a .v2 or .v4 element. Sizes are checked before they are multiplied,
 * and an initialiser's bytes grow with what the text gives, so a short text cannot make a large allocation.
 */
#include <stdlib.h>
#include <string.h>

#include "ptx/parse.h"

struct init {
	VEC(uint8_t) bytes;
	VEC(struct ptx_reloc) relocs;
	uint64_t stride[MAX_DIMS + 2]; /* elements below each level of braces */
	int levels;
	uint64_t cap, used; /* elements */
};

/* .align 16 .b8, .u64 .ptr .global .align 4, .attribute(.managed) .v4 .f32 ... up to the name */
int parse_decl(struct parser *p, struct decl *d)
{
	for (; tok(p) == TOK_DOT;) {
		struct name *n = p->lx.tok.name;
		uint64_t v;

		if (n->type) {
			if (d->has_type)
				return parse_fail(p, "a declaration has one type");
			d->type = (uint8_t)(n->type - 1);
			d->has_type = true;
			next(p);
		} else if (n->vec) {
			d->vec = n->vec;
			next(p);
		} else if (n->dir == DIR_ALIGN) {
			next(p);
			if (parse_uint(p, 1 << 16, &v, "an alignment") < 0)
				return -1;
			if (v == 0 || (v & (v - 1)))
				return parse_fail(p, "an alignment is a power of two, not %llu", (unsigned long long)v);
			if (!d->is_ptr) /* after .ptr it is the pointee's */
				d->align = (uint32_t)v;
		} else if (n->dir == DIR_PTR) {
			d->is_ptr = true;
			next(p);
			if (tok(p) == TOK_DOT && p->lx.tok.name->space)
				next(p);
		} else if (n->dir == DIR_ATTRIBUTE) {
			next(p);
			if (expect(p, '(', "'(' after .attribute") < 0)
				return -1;
			for (; tok(p) != ')' && tok(p) != TOK_END; next(p))
				d->managed |= tok(p) == TOK_DOT && p->lx.tok.len == 8 &&
					memcmp(p->lx.tok.at, ".managed", 8) == 0;
			if (expect(p, ')', "')' after the attribute") < 0)
				return -1;
		} else if (n->dir == DIR_TEXREF || n->dir == DIR_SAMPLERREF || n->dir == DIR_SURFREF) {
			/* Nobody looks inside: the instructions that name it are refused. */
			d->type = PTX_B64;
			d->has_type = d->opaque = true;
			next(p);
		} else {
			return parse_expected(p, "a type or a name");
		}
	}
	if (!d->has_type)
		return parse_expected(p, "a type");
	if (ptx_type_bits(d->type) < 8)
		return parse_fail(p, "a variable can't be of type .%s", ptx_type_name(d->type));
	return 0;
}

/* [4][2], [] (the first only, when `unsized` is not NULL) */
static int parse_dims(struct parser *p, uint64_t *dims, int *ndims, bool *unsized)
{
	for (*ndims = 0; accept(p, '[');) {
		struct constant c;

		if (*ndims == MAX_DIMS)
			return parse_fail(p, "an array has at most %d dimensions", MAX_DIMS);
		if (tok(p) == ']' && unsized && *ndims == 0) {
			*unsized = true;
			dims[(*ndims)++] = 0;
			next(p);
			continue;
		}
		if (parse_constant(p, &c) < 0)
			return -1;
		if (c.kind != CONST_INT || c.bits == 0 || c.bits > MAX_VAR_SIZE)
			return parse_fail(p, "an array's size is a number from 1 to 2^40");
		dims[(*ndims)++] = c.bits;
		if (expect(p, ']', "']'") < 0)
			return -1;
	}
	return 0;
}

/* The variable's shape from its words and its dims. */
static int set_shape(struct parser *p, struct ptx_var *v, const struct decl *d, const uint64_t *dims, int ndims)
{
	uint64_t bytes = ptx_type_bits(d->type) / 8, elems = d->vec;

	v->type = d->type;
	v->is_ptr = d->is_ptr;
	v->align = d->align ? d->align : (uint32_t)(bytes * d->vec);
	for (int i = 0; i < ndims; i++)
		if (__builtin_mul_overflow(elems, dims[i], &elems) || elems > MAX_VAR_SIZE)
			return parse_fail(p, "the array is larger than 2^40 bytes");
	if (elems * bytes > MAX_VAR_SIZE)
		return parse_fail(p, "the array is larger than 2^40 bytes");
	v->elems = elems;
	v->size = elems * bytes;
	return 0;
}

static struct ptx_var *new_var(struct parser *p)
{
	struct ptx_module *m = p->m;
	struct ptx_var *v = ARENA_PUSH(&m->arena, m->vars, m->nvars, p->vars_cap);

	v->func = p->func;
	return v;
}

/* A symbol in an initialiser: generic(sym)+8, sym, fn; the value is a relocation. */
static int parse_symbol(struct parser *p, struct ptx_reloc *r)
{
	struct binding b;
	struct name *n = p->lx.tok.name;
	struct constant c;

	r->sym = r->func = -1;
	next(p);
	if (n->len == 7 && memcmp(n->text, "generic", 7) == 0 && tok(p) == '(') {
		next(p);
		if (tok(p) != TOK_IDENT)
			return parse_expected(p, "a variable");
		n = p->lx.tok.name;
		next(p);
		r->generic = 1;
		if (expect(p, ')', "')'") < 0)
			return -1;
	}
	if (!bind_find(p, n, &b) || (b.kind != BIND_VAR && b.kind != BIND_FUNC))
		return parse_fail(
			p, "'%.*s' in an initialiser is no variable or function declared before", (int)n->len, n->text);
	*(b.kind == BIND_VAR ? &r->sym : &r->func) = b.index;
	if (tok(p) == '+' || tok(p) == '-') {
		accept(p, '+');
		if (parse_constant(p, &c) < 0)
			return -1;
		if (c.kind != CONST_INT)
			return parse_fail(p, "an offset is an integer");
		r->addend = (int64_t)c.bits;
	}
	return 0;
}

static int init_put(struct parser *p, struct init *in, const struct ptx_var *v, uint64_t pos, uint64_t bits)
{
	size_t width = ptx_type_bits(v->type) / 8, at;

	if (pos >= in->cap)
		return parse_fail(p, "there are more initialisers than elements");
	if (pos >= MAX_INIT_SIZE / width)
		return parse_fail(p, "initialisers are larger than %llu bytes", MAX_INIT_SIZE);
	for (at = pos * width; in->bytes.n < at + width;)
		*VEC_PUSH(in->bytes) = 0;
	memcpy(in->bytes.v + at, &bits, width < 8 ? width : 8);
	if (pos + 1 > in->used)
		in->used = pos + 1;
	return 0;
}

/* The number as the element's type holds it. */
static int init_bits(struct parser *p, const struct ptx_var *v, const struct constant *c, uint64_t *bits)
{
	enum ptx_class cls = ptx_type_class(v->type);
	double d;
	float f;

	*bits = c->bits;
	if (c->kind == CONST_INT && (v->type == PTX_F32 || v->type == PTX_F64)) {
		d = c->is_unsigned ? (double)c->bits : (double)(int64_t)c->bits;
	} else if (c->kind == CONST_INT) {
		return 0;
	} else if (cls != PTX_CLS_FLOAT && cls != PTX_CLS_BITS) {
		return parse_fail(p, "a float can't initialise .%s", ptx_type_name(v->type));
	} else if (c->kind == CONST_F32) {
		uint32_t raw = (uint32_t)c->bits;

		if (ptx_type_bits(v->type) == 32)
			return 0;
		memcpy(&f, &raw, 4);
		d = f;
	} else {
		memcpy(&d, &c->bits, 8);
	}
	if (ptx_type_bits(v->type) == 64) {
		memcpy(bits, &d, 8);
	} else if (ptx_type_bits(v->type) == 32) {
		f = (float)d;
		*bits = 0;
		memcpy(bits, &f, 4);
	} else {
		return parse_fail(p, "a float can't initialise .%s", ptx_type_name(v->type));
	}
	return 0;
}

static int init_element(struct parser *p, struct init *in, const struct ptx_var *v, uint64_t pos)
{
	size_t width = ptx_type_bits(v->type) / 8;
	struct ptx_reloc r = { .offset = pos * width, .bytes = (uint8_t)width };
	struct constant c;
	uint64_t bits;

	if (width > 8)
		return parse_fail(p, ".b128 has no initialiser");
	if (tok(p) == TOK_INT) { /* 0xFF00(sym): one byte of an address */
		struct lexer back = p->lx;
		uint64_t mask = p->lx.tok.value;

		next(p);
		if (tok(p) == '(') {
			unsigned shift = mask ? (unsigned)__builtin_ctzll(mask) : 0;

			if (mask != UINT64_C(0xFF) << shift || shift % 8)
				return parse_fail(p, "a mask of an address selects one byte");
			if (width != 1)
				return parse_fail(p, "a masked address initialises .b8 or .u8");
			r.shift = (uint8_t)shift;
			next(p);
			if (tok(p) != TOK_IDENT)
				return parse_expected(p, "a variable or function");
			if (parse_symbol(p, &r) < 0 || expect(p, ')', "')'") < 0 || init_put(p, in, v, pos, 0) < 0)
				return -1;
			*VEC_PUSH(in->relocs) = r;
			return 0;
		}
		p->lx = back;
	}
	if (tok(p) == TOK_IDENT && !(p->lx.tok.len == 7 && memcmp(p->lx.tok.at, "WARP_SZ", 7) == 0)) {
		if (width < 4)
			return parse_fail(p, "an address does not fit into .%s", ptx_type_name(v->type));
		if (parse_symbol(p, &r) < 0 || init_put(p, in, v, pos, 0) < 0)
			return -1;
		*VEC_PUSH(in->relocs) = r;
		return 0;
	}
	return parse_constant(p, &c) < 0 || init_bits(p, v, &c, &bits) < 0 ? -1 : init_put(p, in, v, pos, bits);
}

/* One brace level; at most MAX_DIMS + 1 deep. */
static int init_braces(struct parser *p, struct init *in, const struct ptx_var *v, int level, uint64_t pos)
{
	next(p); /* { */
	while (tok(p) != '}') {
		if (tok(p) == '{') {
			if (level + 1 >= in->levels)
				return parse_fail(p, "the initialiser has more braces than the array dimensions");
			if (init_braces(p, in, v, level + 1, pos) < 0)
				return -1;
			pos += in->stride[level];
		} else {
			if (init_element(p, in, v, pos) < 0)
				return -1;
			pos++;
		}
		if (!accept(p, ','))
			break;
	}
	return expect(p, '}', "',' or '}' in the initialiser");
}

static int finish_init(struct parser *p, struct init *in, struct ptx_var *v)
{
	size_t width = ptx_type_bits(v->type) / 8;

	if (v->elems == 0) { /* x[] = { ... } */
		uint64_t row = in->stride[0] ? in->stride[0] : 1;

		v->elems = (in->used + row - 1) / row * row;
		v->size = v->elems * width;
		if (v->elems == 0)
			return parse_fail(p, "the array has neither a size nor an element");
	}
	p->init_bytes += v->size;
	if (v->size > MAX_INIT_SIZE || p->init_bytes > MAX_INIT_SIZE)
		return parse_fail(p, "initialised variables are larger than %llu bytes together", MAX_INIT_SIZE);
	uint8_t *bytes = arena_alloc(&p->m->arena, v->size);

	if (in->bytes.n)
		memcpy(bytes, in->bytes.v, in->bytes.n);
	v->init = bytes;
	if (in->relocs.n) {
		struct ptx_reloc *r = arena_alloc(&p->m->arena, in->relocs.n * sizeof *r);

		memcpy(r, in->relocs.v, in->relocs.n * sizeof *r);
		v->relocs = r;
		v->nrelocs = in->relocs.n;
	}
	return 0;
}

static int parse_init(struct parser *p, int32_t var, const struct decl *d, const uint64_t *dims, int ndims)
{
	struct ptx_var *v = &p->m->vars[var];
	struct init in = { .cap = v->elems ? v->elems : UINT64_MAX };
	uint64_t below = 1;
	int rc;

	in.levels = ndims + (d->vec > 1);
	if (d->vec > 1) {
		in.stride[ndims] = 1;
		below = d->vec;
	}
	for (int i = ndims; i-- > 0;) {
		in.stride[i] = below;
		below *= dims[i] ? dims[i] : 1;
	}
	if (tok(p) == '{')
		rc = init_braces(p, &in, v, 0, 0);
	else
		rc = init_element(p, &in, v, 0);
	if (rc == 0)
		rc = finish_init(p, &in, v);
	free(in.bytes.v);
	free(in.relocs.v);
	return rc;
}

/* A module's variable may be declared .extern and then defined; the definition fills in the declaration's place. */
static int declare(struct parser *p, struct name *n, bool is_extern, int32_t *var)
{
	struct binding b;

	if (p->depth == 0 && n->bind >= 0) {
		bind_find(p, n, &b);
		if (b.kind == BIND_VAR && (is_extern || p->m->vars[b.index].is_extern)) {
			*var = b.index;
			return is_extern ? 1 : 0;
		}
	}
	struct ptx_var *v = new_var(p);

	*var = (int32_t)p->m->nvars - 1;
	v->name = copy_name(p, n);
	return bind_name(p, n, BIND_VAR, *var);
}

int parse_variables(struct parser *p, bool is_extern)
{
	struct decl d = { .vec = 1 };

	d.opaque = !p->lx.tok.name->space; /* .tex */
	d.space = d.opaque ? PTX_GLOBAL : (uint8_t)(p->lx.tok.name->space - 1);
	if (p->depth == 0 && (d.space == PTX_LOCAL || d.space == PTX_PARAM))
		return parse_fail(p, ".%s variables stand in functions only", ptx_space_name(d.space));
	next(p);
	if (parse_decl(p, &d) < 0)
		return -1;
	do {
		uint64_t dims[MAX_DIMS];
		struct ptx_var shape = { 0 };
		bool unsized = false;
		int ndims, known;
		int32_t var;

		if (tok(p) != TOK_IDENT)
			return parse_expected(p, "a variable's name");
		struct name *n = p->lx.tok.name;

		next(p);
		if (tok(p) == '<')
			return parse_fail(p, "numbered variables (%.*s<n>) are not supported", (int)n->len, n->text);
		if (parse_dims(p, dims, &ndims, &unsized) < 0 || set_shape(p, &shape, &d, dims, ndims) < 0)
			return -1;
		if (unsized && !is_extern && tok(p) != '=')
			return parse_fail(p,
				"'%.*s[]' has no size: only .extern arrays and those with an initialiser may",
				(int)n->len, n->text);
		if ((known = declare(p, n, is_extern, &var)) < 0)
			return -1;
		if (known == 0) { /* not a repeated .extern: keep the first, or the definition */
			struct ptx_var *v = &p->m->vars[var];
			const char *name = v->name;

			*v = shape;
			v->name = name;
			v->func = p->func;
			v->space = d.space;
			v->is_extern = is_extern;
			v->managed = d.managed;
			v->linkage = p->depth ? PTX_PRIVATE : p->linkage;
		}
		if (tok(p) == '=' && d.opaque) { /* = { addr_mode_0 = wrap, ... } */
			next(p);
			if (tok(p) == '{' && !lex_skip_block(&p->lx))
				return parse_fail(p, "the initialiser is not closed");
		} else if (tok(p) == '=') {
			if (d.space != PTX_GLOBAL && d.space != PTX_CONST)
				return parse_fail(p, "only .global and .const variables have an initialiser");
			if (is_extern)
				return parse_fail(p, "an .extern variable has no initialiser");
			next(p);
			if (parse_init(p, var, &d, dims, ndims) < 0)
				return -1;
		}
	} while (accept(p, ','));
	return expect(p, ';', "';' after the variable");
}

int parse_params(struct parser *p, int32_t *first, int32_t *n, bool named)
{
	*first = (int32_t)p->m->nvars;
	*n = 0;
	next(p); /* ( */
	while (tok(p) != ')') {
		struct decl d = { .vec = 1 };
		struct ptx_var shape = { 0 };
		uint64_t dims[MAX_DIMS];
		bool unsized = false;
		int ndims;

		if (tok(p) != TOK_DOT || p->lx.tok.name->space != PTX_PARAM + 1)
			return tok(p) == TOK_DOT && p->lx.tok.name->dir == DIR_REG ?
				parse_fail(p, "parameters in registers (the ABI before sm_20) are not supported") :
				parse_expected(p, ".param");
		next(p);
		if (parse_decl(p, &d) < 0)
			return -1;
		if (tok(p) != TOK_IDENT)
			return parse_expected(p, "a parameter's name");
		struct name *name = p->lx.tok.name;

		next(p);
		if (parse_dims(p, dims, &ndims, &unsized) < 0 || set_shape(p, &shape, &d, dims, ndims) < 0)
			return -1;
		struct ptx_var *v = new_var(p);

		*v = shape;
		v->name = named ? copy_name(p, name) : "_";
		v->func = p->func;
		v->space = PTX_PARAM;
		++*n;
		if (!accept(p, ','))
			break;
	}
	return expect(p, ')', "',' or ')' in the parameter list");
}
