/* listing: see listing.h. The text is the compiler's, a line for each instruction; of what is between kernels and of
 * directives nothing is kept. */
#include "judge/listing.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"

static const char *copy(struct arena *a, const char *s, size_t n)
{
	struct buf b;
	const char *out;

	buf_init(&b);
	buf_add_scrubbed(&b, s, n);
	out = arena_strdup(a, b.data);
	buf_release(&b);
	return out;
}

/* "ld.global.u32 %r1, [%rd2];" without its end; a guard in front belongs to the operands. */
static void instruction(struct arena *a, struct listing *l, const char *s, size_t n, int line)
{
	struct listing_row row = { .line = line };
	size_t guard = 0, op;

	if (*s == '@') {
		guard = strcspn(s, " \t");
		guard += strspn(s + guard, " \t");
	}
	if (guard >= n)
		return;
	op = strcspn(s + guard, " \t;");
	if (op > n - guard)
		op = n - guard;
	row.op = copy(a, s + guard, op);
	while (n > guard + op && (s[n - 1] == ';' || isspace((unsigned char)s[n - 1])))
		n--;
	op += guard;
	op += strspn(s + op, " \t");
	row.rest = op < n ? copy(a, s + op, n - op) : "";
	if (guard)
		row.rest = arena_printf(a, "%.*s%s", (int)guard, s, row.rest);
	*ARENA_PUSH(a, l->v, l->n, l->cap) = row;
}

static bool begins(const char *s, const char *word)
{
	return !strncmp(s, word, strlen(word));
}

static void kernel(struct arena *a, struct listing *l, const char *s)
{
	const char *name = strstr(s, ".entry ");
	size_t n;

	name += strlen(".entry ");
	n = strcspn(name, "( \t\n");
	*ARENA_PUSH(a, l->v, l->n, l->cap) = (struct listing_row){ .op = copy(a, name, n), .rest = "", .kernel = true };
}

struct listing listing_of_ptx(struct arena *a, const char *title, const char *ptx)
{
	struct listing l = { .title = title };
	bool in_kernel = false, body = false;
	int line = 0;

	for (const char *s = ptx, *next; *s; s = next) {
		size_t n = strcspn(s, "\n");

		next = s + n + (s[n] == '\n');
		while (n && isspace((unsigned char)*s)) {
			s++;
			n--;
		}
		if (!n || begins(s, "//"))
			continue;
		if (!body && (begins(s, ".visible .entry ") || begins(s, ".entry "))) {
			kernel(a, &l, s);
			in_kernel = true;
			line = 0;
		} else if (*s == '{' && in_kernel && !body) {
			body = true;
		} else if (*s == '}' && body && n == 1) {
			body = in_kernel = false;
		} else if (body && begins(s, ".loc")) {
			const char *at = s + 4 + strspn(s + 4, " \t");

			at += strcspn(at, " \t");
			if (strtol(at, NULL, 10) > 0)
				line = (int)strtol(at, NULL, 10);
		} else if (body && *s != '.' && *s != '$' && *s != '{' && *s != '}' && memchr(s, ';', n)) {
			instruction(a, &l, s, n, line);
		}
	}
	return l;
}

size_t listing_instructions(const struct listing *l)
{
	size_t n = 0;

	for (size_t i = 0; i < l->n; i++)
		n += !l->v[i].kernel;
	return n;
}

/* "ld.global.nc.v2.u32": 2 times 4. */
static size_t bytes_of(const char *op)
{
	const char *type = strrchr(op, '.'), *vec = strstr(op, ".v");
	size_t bits = type && type[1] ? strtoul(type + 2, NULL, 10) : 0;

	return bits / 8 * (vec && isdigit((unsigned char)vec[2]) ? strtoul(vec + 2, NULL, 10) : 1);
}

struct listing_moves listing_moves(const struct listing *l, bool store)
{
	struct listing_moves m = { 0, 0 };

	for (size_t i = 0; i < l->n; i++) {
		if (l->v[i].kernel || !begins(l->v[i].op, store ? "st.global" : "ld.global"))
			continue;
		m.n++;
		m.bytes += bytes_of(l->v[i].op);
	}
	return m;
}
