/* The words of ops.def compiled into bit sets. A kernel uses a few dozen opcodes, so each is compiled when it is first
 * met. */
#include <string.h>

#include "ptx/forms.h"

struct form_text {
	const char *mods, *types, *operands;
};

#define FORM(m, t, o) { m, t, o },
#define OP(id, name, family, ...) static const struct form_text text_##id[] = { __VA_ARGS__ };
#include "ptx/ops.def"

static const struct {
	const struct form_text *forms;
	size_t n;
} texts[] = {
#define OP(id, name, family, ...) { text_##id, sizeof text_##id / sizeof *text_##id },
#include "ptx/ops.def"
};

/* Words in capitals, in modifiers and in types. */
static const struct {
	const char *name, *words;
} sets[] = {
	{ "RND", "rn|rz|rm|rp" },
	{ "CMP", "eq|ne|lt|le|gt|ge" },
	{ "UCMP", "eq|ne|lt|le|gt|ge|lo|ls|hi|hs" },
	{ "FCMP", "eq|ne|lt|le|gt|ge|equ|neu|ltu|leu|gtu|geu|num|nan" },
	{ "BOOL", "and|or|xor" },
	{ "SEM", "relaxed|acquire|release|acq_rel" },
	{ "SCOPE", "cta|cluster|gpu|sys" },
	{ "SHSP", "shared::cta|shared::cluster|param::entry|param::func" },
	{ "CACHE", "ca|cg|cs|lu|cv|wb|wt" },
	{ "L2PF", "L2::64B|L2::128B|L2::256B" },
	{ "L2EVICT", "L2::evict_last|L2::evict_normal|L2::evict_first|L2::evict_unchanged" },
	{ "EVICT",
		"L1::evict_normal|L1::evict_unchanged|L1::evict_first|L1::evict_last|L1::no_allocate|L2::evict_last|L2:"
		":evict_normal|"
		"L2::evict_first" },
	{ "INT", "u16|u32|u64|s16|s32|s64" },
	{ "INT3264", "u32|u64|s32|s64" },
	{ "U32S32", "u32|s32" },
	{ "B163264", "b16|b32|b64" },
	{ "LDTYPE", "b8|b16|b32|b64|b128|u8|u16|u32|u64|s8|s16|s32|s64|f32|f64" },
	{ "CVTINT", "u8|u16|u32|u64|s8|s16|s32|s64" },
};

static bool same(const char *a, const char *word, size_t len)
{
	return *a == *word && strncmp(a, word, len) == 0 && a[len] == 0;
}

static int find_mod(const char *s, size_t len)
{
	for (int i = 0; i < PTX_MOD_COUNT; i++)
		if (same(ptx_mod_name(i), s, len))
			return i;
	return -1;
}

static int find_type(const char *s, size_t len)
{
	for (int i = 0; i < PTX_TYPE_COUNT; i++)
		if (same(ptx_type_name(i), s, len))
			return i;
	return -1;
}

static const char *find_set(const char *s, size_t len)
{
	for (size_t i = 0; i < sizeof sets / sizeof *sets; i++)
		if (same(sets[i].name, s, len))
			return sets[i].words;
	return NULL;
}

/* a|b|SET: `add` gets each word's number; false when a word is unknown. Sets hold no sets. */
static bool each_word(const char *s, size_t len, int (*find)(const char *, size_t), void (*add)(void *, int), void *to)
{
	for (const char *end = s + len; s < end;) {
		const char *bar = memchr(s, '|', (size_t)(end - s)), *stop = bar ? bar : end, *set;
		int at;

		if ((set = find_set(s, (size_t)(stop - s)))) {
			for (const char *w = set; *w;) {
				size_t n = strcspn(w, "|");

				if ((at = find(w, n)) < 0)
					return false;
				add(to, at);
				w += n + (w[n] == '|');
			}
		} else if ((at = find(s, (size_t)(stop - s))) >= 0) {
			add(to, at);
		} else {
			return false;
		}
		s = stop + 1;
	}
	return true;
}

static void add_mod(void *to, int m)
{
	((struct mod_set *)to)->bits[m / 64] |= UINT64_C(1) << m % 64;
}

static void add_type(void *to, int t)
{
	*(uint64_t *)to |= UINT64_C(1) << t;
}

static uint8_t space_bit(char c)
{
	switch (c) {
	case 'g': return 1 << PTX_GLOBAL;
	case 's': return 1 << PTX_SHARED;
	case 'l': return 1 << PTX_LOCAL;
	case 'c': return 1 << PTX_CONST;
	case 'p': return 1 << PTX_PARAM;
	case '?': return 1 << PTX_GENERIC;
	}
	return 0;
}

static bool compile_mod(struct form *f, const char *s, size_t len)
{
	if (*s == '@') {
		f->spaces = 0;
		for (size_t i = 1; i < len; i++)
			f->spaces |= space_bit(s[i]);
		return true;
	}
	if (len == 1 && *s == 'V') {
		f->vector = true;
		return true;
	}
	if (f->nitems == FORM_ITEMS)
		return false;
	f->items[f->nitems].optional = s[len - 1] == '?' || s[len - 1] == '*';
	f->items[f->nitems].many = s[len - 1] == '*';
	if (!each_word(s, len - f->items[f->nitems].optional, find_mod, add_mod, &f->items[f->nitems].set))
		return false;
	for (int i = 0; i < 3; i++)
		f->all.bits[i] |= f->items[f->nitems].set.bits[i];
	f->nitems++;
	return true;
}

static bool compile_type(struct form *f, const char *s, size_t len)
{
	return f->ntypes < PTX_MAX_TYPES && each_word(s, len, find_type, add_type, &f->types[f->ntypes++]);
}

static bool compile_operand(struct form *f, const char *s, size_t len)
{
	if (*s == '|') {
		f->pair = f->noperands == 1;
		return f->pair;
	}
	if (f->noperands == PTX_MAX_OPERANDS)
		return false;
	struct form_operand *o = &f->operands[f->noperands++];

	o->role = *s++;
	len--;
	o->type = FT_ANY;
	/* Destinations come first; of a list in braces only the first operand may be one. */
	if (strchr("=~V,KQ", o->role) || (o->role == '{' && f->noperands == 1)) {
		if (f->nwritten != f->noperands - 1)
			return false;
		f->nwritten++;
	}
	if (len && s[len - 1] == '?') {
		o->optional = true;
		len--;
	}
	if (len && *s == 'x') {
		o->wider = true;
		s++;
		len--;
	}
	if (!o->optional)
		f->required++;
	if (o->role == 'h') { /* there exactly when L2::cache_hint is: operands_fit sees to it */
		o->type = PTX_B64;
		f->required--;
		return len == 0;
	}
	if (len == 0)
		return strchr("[#^f", o->role) != NULL;
	if (len == 1 && *s >= '0' && *s <= '3')
		o->type = (uint8_t)(FT_SLOT + *s - '0');
	else if (len == 1 && *s == 'w')
		o->type = FT_WIDE;
	else if (len == 1 && *s == 'a')
		o->type = FT_ADDR;
	else if (find_type(s, len) >= 0)
		o->type = (uint8_t)find_type(s, len);
	else
		return false;
	return strchr("=~<rsm!{.,v-nVkKqQ", o->role) != NULL;
}

/* The words of a column, one after the other. */
static bool compile_column(struct form *f, const char *s, bool (*compile)(struct form *, const char *, size_t))
{
	for (;;) {
		size_t len;

		s += strspn(s, " ");
		if (!*s)
			return true;
		len = strcspn(s, " ");
		if (!compile(f, s, len))
			return false;
		s += len;
	}
}

void forms_init(struct forms *f)
{
	memset(f, 0, sizeof *f);
	arena_init(&f->arena);
}

void forms_release(struct forms *f)
{
	arena_release(&f->arena);
}

const struct op_forms *forms_of(struct forms *all, enum ptx_op op, struct err *e)
{
	if (all->ops[op].v)
		return &all->ops[op];
	struct form *forms = arena_alloc(&all->arena, texts[op].n * sizeof *forms);

	for (size_t i = 0; i < texts[op].n; i++) {
		const struct form_text *t = &texts[op].forms[i];

		forms[i].spaces = 1 << PTX_GENERIC;
		if (!compile_column(&forms[i], t->mods, compile_mod) ||
			!compile_column(&forms[i], t->types, compile_type) ||
			!compile_column(&forms[i], t->operands, compile_operand)) {
			err_set(e, ERR_BUG, "ops.def: form %zu of '%s' has an unknown word.", i + 1, ptx_op_name(op));
			return NULL;
		}
	}
	all->ops[op] = (struct op_forms){ forms, texts[op].n };
	return &all->ops[op];
}
