/* forms: forms.txt -> struct form -> PTX. The notation is explained at the top of forms.txt. Rows are expanded by
 * counting through the choices of their braces; $1 .. $9 then stand for the words chosen, $0 for the name without its
 * variant, %@ and
 * %@2 for the memory that the first or second word names. */
#include "tests/conformance/forms.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const struct value_type TYPES[] = {
	{ "pred", 1, 1, VALUE_PRED, false },
	{ "u8", 32, 32, VALUE_INT, false },
	{ "s8", 32, 32, VALUE_INT, false },
	{ "b16", 16, 16, VALUE_INT, false },
	{ "u16", 16, 16, VALUE_INT, false },
	{ "s16", 16, 16, VALUE_INT, false },
	{ "b32", 32, 32, VALUE_INT, false },
	{ "u32", 32, 32, VALUE_INT, false },
	{ "s32", 32, 32, VALUE_INT, false },
	{ "b64", 64, 64, VALUE_INT, false },
	{ "u64", 64, 64, VALUE_INT, false },
	{ "s64", 64, 64, VALUE_INT, false },
	{ "u16x2", 32, 32, VALUE_INT, true },
	{ "s16x2", 32, 32, VALUE_INT, true },
	{ "f16", 16, 16, VALUE_F16, false },
	{ "bf16", 16, 16, VALUE_BF16, false },
	{ "f16x2", 32, 32, VALUE_F16, true },
	{ "bf16x2", 32, 32, VALUE_BF16, true },
	{ "f32", 32, 32, VALUE_F32, false },
	{ "tf32", 32, 32, VALUE_F32, false },
	{ "f64", 64, 64, VALUE_F64, false },
	{ "e4m3x2", 16, 16, VALUE_FP8, true },
	{ "e5m2x2", 16, 16, VALUE_FP8, true },
};

const struct value_type *value_type_find(const char *name, size_t len)
{
	for (size_t i = 0; i < sizeof TYPES / sizeof *TYPES; i++)
		if (strlen(TYPES[i].name) == len && memcmp(TYPES[i].name, name, len) == 0)
			return &TYPES[i];
	return NULL;
}

/* ---- rows: the text of one, joined over its continuation lines */

#define MAX_BRACES 9
struct choice {
	const char *s;
	size_t len;
};

/* Copy `s` with every {a,b} replaced by the word that `pick` chooses; `words` gets them. */
static int expand_braces(
	const char *s, size_t len, const size_t *pick, struct choice *words, size_t *nwords, struct buf *out)
{
	size_t n = 0;

	for (size_t i = 0; i < len; i++) {
		if (s[i] != '{') {
			buf_putc(out, s[i]);
			continue;
		}
		const char *word = &s[i + 1];
		size_t k = 0;

		if (n == MAX_BRACES)
			return -1;
		for (i++; i < len && s[i] != '}'; i++) {
			if (s[i] == ',') {
				if (k == pick[n])
					break;
				k++;
				word = &s[i + 1];
			}
		}
		if (i == len)
			return -1;
		words[n].s = word;
		words[n].len = (size_t)(&s[i] - word);
		buf_add(out, words[n].s, words[n].len);
		n++;
		while (i < len && s[i] != '}')
			i++;
		if (i == len)
			return -1;
	}
	*nwords = n;
	return 0;
}

/* How many choices each brace of `s` offers. */
static size_t count_braces(const char *s, size_t len, size_t *counts)
{
	size_t n = 0;

	for (size_t i = 0; i < len; i++) {
		if (s[i] != '{' || n == MAX_BRACES)
			continue;
		counts[n] = 1;
		for (; i < len && s[i] != '}'; i++)
			counts[n] += s[i] == ',';
		n++;
	}
	return n;
}

static void expand_words(
	const char *s, size_t len, const char *name, const struct choice *words, size_t n, struct buf *out)
{
	for (size_t i = 0; i < len; i++) {
		if (s[i] == '$' && i + 1 < len && s[i + 1] == '0') {
			buf_add(out, name, strcspn(name, "/"));
			i++;
		} else if (s[i] == '%' && i + 1 < len && s[i + 1] == '@') {
			size_t k = i + 2 < len && s[i + 2] == '2';

			buf_puts(out, k < n && words[k].len == 6 && memcmp(words[k].s, "global", 6) == 0 ? "%g" : "%s");
			i += 1 + k;
		} else if (s[i] == '$' && i + 1 < len && s[i + 1] >= '1' && (size_t)(s[i + 1] - '0') <= n) {
			const struct choice *w = &words[s[i + 1] - '1'];

			buf_add(out, w->s, w->len);
			i++;
		} else {
			buf_putc(out, s[i]);
		}
	}
}

/* ---- one form */

static int parse_operand(struct form_table *fs, struct form_operand *o, const char *s, size_t len)
{
	const char *slash = memchr(s, '/', len);
	size_t tlen = slash ? (size_t)(slash - s) : len;

	o->type = value_type_find(s, tlen);
	o->set = slash ? arena_strndup(&fs->arena, slash + 1, len - tlen - 1) : "";
	return o->type ? 0 : -1;
}

static const char *default_body(struct form_table *fs, const struct form *f)
{
	struct buf b;
	const char *s;

	buf_init(&b);
	buf_add(&b, f->name, strcspn(f->name, "/"));
	buf_puts(&b, " %d0");
	if (f->nout == 2)
		buf_puts(&b, "|%d1");
	for (size_t i = 0; i < f->nin; i++)
		buf_printf(&b, ", %%a%zu", i);
	buf_puts(&b, ";");
	s = arena_strdup(&fs->arena, b.data);
	buf_release(&b);
	return s;
}

/* `spec`: what follows the name, words replaced: IN... -> OUT... [= BODY] */
static int parse_spec(struct form_table *fs, struct form *f, char *spec)
{
	char *body, *s;
	bool out = false;

	body = strstr(spec, " = ");
	if (body) {
		*body = 0;
		body += 3;
	}
	for (char *word = strtok_r(spec, " \t\n", &s); word; word = strtok_r(NULL, " \t\n", &s)) {
		if (strcmp(word, "->") == 0) {
			out = true;
			continue;
		}
		if (f->nin + !out > FORM_MAX_IN || f->nout + out > FORM_MAX_OUT)
			return -1;
		if (parse_operand(fs, out ? &f->out[f->nout++] : &f->in[f->nin++], word, strlen(word)) != 0)
			return -1;
	}
	f->body = body ? arena_strdup(&fs->arena, body) : default_body(fs, f);
	return f->nout ? 0 : -1;
}

static int add_form(
	struct form_table *fs, const char *group, bool maybe, const char *row, size_t namelen, const size_t *pick)
{
	struct choice words[MAX_BRACES];
	struct buf name, spec;
	size_t n = 0;
	int rc = -1;

	buf_init(&name);
	buf_init(&spec);
	if (expand_braces(row, namelen, pick, words, &n, &name) == 0) {
		struct form *f = ARENA_PUSH(&fs->arena, fs->v, fs->n, fs->cap);

		f->name = arena_strdup(&fs->arena, name.data);
		f->group = group;
		f->maybe = maybe;
		expand_words(row + namelen, strlen(row + namelen), f->name, words, n, &spec);
		rc = parse_spec(fs, f, spec.data);
	}
	buf_release(&name);
	buf_release(&spec);
	return rc;
}

static int add_row(struct form_table *fs, const char *group, const char *row)
{
	size_t counts[MAX_BRACES], pick[MAX_BRACES] = { 0 }, n, k, namelen;
	bool maybe = *row == '?';

	row += maybe;
	row += strspn(row, " \t");
	namelen = strcspn(row, " \t\n");
	n = count_braces(row, namelen, counts);
	do {
		if (add_form(fs, group, maybe, row, namelen, pick) != 0)
			return -1;
		for (k = n; k > 0; k--) {
			if (++pick[k - 1] < counts[k - 1])
				break;
			pick[k - 1] = 0;
		}
	} while (k > 0);
	return 0;
}

int form_table_parse(struct form_table *fs, const char *text, const char *file, struct err *e)
{
	const char *group = "";
	struct buf row;
	int line = 0, rc = 0;

	memset(fs, 0, sizeof *fs);
	arena_init(&fs->arena);
	buf_init(&row);
	for (const char *p = text, *end; rc == 0; p = *end ? end + 1 : end) {
		end = strchrnul(p, '\n');
		line++;
		if (*p && isspace((unsigned char)*p) && *p != '\n') {
			buf_putc(&row, ' ');
			p += strspn(p, " \t");
			buf_add(&row, p, (size_t)(end - p));
			continue;
		}
		if (row.len && add_row(fs, group, row.data) != 0)
			rc = err_at(e, ERR_INPUT, file, line - 1, 1, "This row does not make sense: %.200s", row.data);
		buf_clear(&row);
		if (*p == '[')
			group = arena_strndup(&fs->arena, p + 1, strcspn(p + 1, "]\n"));
		else if (*p != '#')
			buf_add(&row, p, (size_t)(end - p));
		if (!*p)
			break;
	}
	buf_release(&row);
	return rc;
}

void form_table_release(struct form_table *fs)
{
	arena_release(&fs->arena);
	memset(fs, 0, sizeof *fs);
}

const struct form *form_table_find(const struct form_table *fs, const char *name)
{
	for (size_t i = 0; i < fs->n; i++)
		if (strcmp(fs->v[i].name, name) == 0)
			return &fs->v[i];
	return NULL;
}

/* ---- PTX */

static void declare(struct buf *b, const struct form_operand *o, const char *which, size_t k)
{
	if (o->type->reg == 1)
		buf_printf(b, "\t.reg .pred %%%s%zu;\n\t.reg .b32 %%w%s%zu;\n", which, k, which, k);
	else
		buf_printf(b, "\t.reg .b%u %%%s%zu;\n", o->type->reg, which, k);
}

void form_ptx(const struct form *f, struct buf *b)
{
	buf_puts(b, ".version 8.7\n.target sm_90\n.address_size 64\n.visible .entry form(");
	for (int i = 0; i < FORM_MAX_IN + FORM_MAX_OUT + 1; i++)
		buf_printf(b, "%s.param .u64 p%d", i ? ", " : "", i);
	buf_puts(b,
		")\n{\n\t.reg .pred %p<4>;\n\t.reg .b16 %h<8>;\n\t.reg .b32 %r<16>;\n\t.reg .b64 %l<16>, %g, %s, "
		"%addr;\n");
	buf_puts(b, "\t.shared .align 16 .b8 cells[2048];\n");
	for (size_t k = 0; k < f->nin; k++)
		declare(b, &f->in[k], "a", k);
	for (size_t k = 0; k < f->nout; k++)
		declare(b, &f->out[k], "d", k);
	/* %r0: number of the tuple; %g and %s: its 64 bytes of global and shared memory. */
	buf_puts(b, "\tmov.u32 %r1, %ctaid.x;\n\tmov.u32 %r2, %tid.x;\n\tmad.lo.u32 %r0, %r1, 32, %r2;\n");
	for (size_t k = 0; k < f->nin; k++) {
		const struct value_type *t = f->in[k].type;

		buf_printf(b, "\tld.param.u64 %%addr, [p%zu];\n\tmad.wide.u32 %%addr, %%r0, 8, %%addr;\n", k);
		if (t->reg == 1)
			buf_printf(
				b, "\tld.global.b32 %%wa%zu, [%%addr];\n\tsetp.ne.u32 %%a%zu, %%wa%zu, 0;\n", k, k, k);
		else
			buf_printf(b, "\tld.global.b%u %%a%zu, [%%addr];\n", t->reg, k);
	}
	buf_printf(b, "\tld.param.u64 %%g, [p%d];\n\tmad.wide.u32 %%g, %%r0, 64, %%g;\n", FORM_MAX_IN + FORM_MAX_OUT);
	buf_puts(b, "\tmov.u64 %s, cells;\n\tmad.wide.u32 %s, %r2, 64, %s;\n");
	buf_puts(b, "\t");
	buf_puts(b, f->body);
	buf_puts(b, "\n");
	for (size_t k = 0; k < f->nout; k++) {
		const struct value_type *t = f->out[k].type;

		buf_printf(b, "\tld.param.u64 %%addr, [p%zu];\n\tmad.wide.u32 %%addr, %%r0, 8, %%addr;\n",
			FORM_MAX_IN + k);
		if (t->reg == 1)
			buf_printf(
				b, "\tselp.u32 %%wd%zu, 1, 0, %%d%zu;\n\tst.global.b32 [%%addr], %%wd%zu;\n", k, k, k);
		else
			buf_printf(b, "\tst.global.b%u [%%addr], %%d%zu;\n", t->reg, k);
	}
	buf_puts(b, "\tret;\n}\n");
}
