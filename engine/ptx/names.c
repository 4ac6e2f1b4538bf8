/* The table of names: open addressing over interned words, filled first with everything the tables of PTX know.
 *
 * It is built anew for each parse (some 500 words, about 20 us), which keeps the module free of mutable globals.
 * Invariant: a name's address never changes; each spelling has one.
 */
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "ptx/lex.h"

static uint64_t load(const char *s, size_t n)
{
	uint64_t v = 0;

	memcpy(&v, s, n);
	return v;
}

/* Mangled names run to hundreds of bytes and end alike: eight bytes a step, all of them. */
static uint32_t hash_bytes(const char *s, size_t len)
{
	uint64_t h = len * 0x9E3779B97F4A7C15u;

	for (; len > 8; s += 8, len -= 8)
		h = (h ^ load(s, 8)) * 0xD6E8FEB86659FD93u, h ^= h >> 32;
	h = (h ^ load(s, len)) * 0xD6E8FEB86659FD93u;
	return (uint32_t)(h ^ h >> 32);
}

static void grow(struct names *t)
{
	size_t cap = t->cap ? 2 * t->cap : 2048;
	struct name **slots = xcalloc(cap, sizeof *slots);

	for (size_t i = 0; i < t->cap; i++) {
		if (!t->slots[i])
			continue;
		size_t at = t->slots[i]->hash & (cap - 1);

		while (slots[at])
			at = (at + 1) & (cap - 1);
		slots[at] = t->slots[i];
	}
	free(t->slots);
	t->slots = slots;
	t->cap = cap;
}

static struct name *intern(struct names *t, const char *s, size_t len)
{
	uint32_t hash = hash_bytes(s, len);
	size_t at = hash & (t->cap - 1);

	for (; t->slots[at]; at = (at + 1) & (t->cap - 1)) {
		struct name *n = t->slots[at];

		if (n->hash == hash && n->len == len && memcmp(n->text, s, len) == 0)
			return n;
	}
	struct name *n = arena_alloc(&t->arena, sizeof *n);

	n->text = s;
	n->len = (uint32_t)len;
	n->hash = hash;
	n->bind = n->range = -1;
	n->op = n->sreg = -1;
	t->slots[at] = n;
	if (++t->n > t->cap / 2)
		grow(t);
	return n;
}

/* %r12 belongs to the range %r; %r012 and %r7000000000 to none. */
static void find_prefix(struct names *t, struct name *n)
{
	size_t digits = 0;
	uint32_t number = 0;

	while (digits < n->len && n->text[n->len - 1 - digits] >= '0' && n->text[n->len - 1 - digits] <= '9')
		digits++;
	if (digits == 0 || digits > 7 || digits == n->len)
		return;
	for (size_t i = n->len - digits; i < n->len; i++)
		number = 10 * number + (uint32_t)(n->text[i] - '0');
	if (digits > 1 && n->text[n->len - digits] == '0')
		return;
	n->number = number;
	n->prefix = intern(t, n->text, n->len - digits);
}

struct name *names_intern(struct names *t, const char *s, size_t len)
{
	size_t before = t->n;
	struct name *n = intern(t, s, len);

	if (t->n != before && n->text[0] != '.')
		find_prefix(t, n);
	return n;
}

static struct name *word(struct names *t, const char *s)
{
	return intern(t, s, strlen(s));
}

void names_init(struct names *t)
{
	memset(t, 0, sizeof *t);
	arena_init(&t->arena);
	grow(t);
#define OP(id, s, ...) word(t, s)->op = PTX_OP_##id;
#include "ptx/ops.def"
#define TYPE(id, s, bits, cls) word(t, "." s)->type = PTX_##id + 1;
#include "ptx/types.def"
#define MOD(id, s) word(t, "." s)->mod = PTX_MOD_##id + 1;
#include "ptx/mods.def"
#define SREG(id, s, type) word(t, s)->sreg = PTX_SREG_##id;
#include "ptx/sregs.def"
#define DIRECTIVE(id, s) word(t, "." s)->dir = DIR_##id;
#include "ptx/directives.def"
	word(t, ".global")->space = PTX_GLOBAL + 1;
	word(t, ".shared")->space = PTX_SHARED + 1;
	word(t, ".local")->space = PTX_LOCAL + 1;
	word(t, ".const")->space = PTX_CONST + 1;
	word(t, ".param")->space = PTX_PARAM + 1;
	word(t, ".v2")->vec = 2;
	word(t, ".v4")->vec = 4;
	word(t, ".v8")->vec = 8;
}

void names_release(struct names *t)
{
	free(t->slots);
	arena_release(&t->arena);
	memset(t, 0, sizeof *t);
}
