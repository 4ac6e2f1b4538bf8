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

bool listing_is_local(const char *ptx)
{
	/* nvcc's name for the variables of a function; printf() has some of its own. */
	return strstr(ptx, "__local_depot") && !strstr(ptx, "vprintf");
}

struct listing listing_of_ptx(struct arena *a, const char *title, const char *ptx)
{
	struct listing l = { .title = title, .local = listing_is_local(ptx) };
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

/* "	.section	.text._Z4copyPKiPii,"ax",@progbits": its name. */
static void section(struct arena *a, struct listing *l, const char *s)
{
	const char *name = strstr(s, ".text.") + strlen(".text.");
	size_t n = strcspn(name, ",\" \t\n");

	*ARENA_PUSH(a, l->v, l->n, l->cap) = (struct listing_row){ .op = copy(a, name, n), .rest = "", .kernel = true };
}

/* A branch to itself, after which only NOPs stand, ends each kernel: no thread gets there. */
static bool fills(const char *s, size_t n, const char *label)
{
	const char *to = memmem(s, n, "`(", 2);
	size_t len = label ? strcspn(label, ":") : 0;

	return begins(s, "NOP") ||
		(begins(s, "BRA ") && to && len && !strncmp(to + 2, label, len) && to[2 + len] == ')');
}

struct listing listing_of_sass(struct arena *a, const char *title, const char *text)
{
	static const char place[] = "//## File ", line_word[] = "\", line ";
	struct listing l = { .title = title };
	const char *label = NULL; /* of the next instruction */
	bool code = false;
	int line = 0;

	for (const char *s = text, *next; *s; s = next) {
		size_t n = strcspn(s, "\n");

		next = s + n + (s[n] == '\n');
		while (n && isspace((unsigned char)*s)) {
			s++;
			n--;
		}
		if (begins(s, ".section")) {
			code = memmem(s, n, "\t.text.", 7) != NULL;
			line = 0;
			if (code)
				section(a, &l, s);
		} else if (code && begins(s, place)) {
			const char *at = memmem(s, n, line_word, sizeof line_word - 1);

			line = at ? (int)strtol(at + sizeof line_word - 1, NULL, 10) : line;
		} else if (code && n && *s == '.' && s[n - 1] == ':') {
			label = s;
		} else if (code && begins(s, "/*")) {
			const char *end = memmem(s, n, "*/", 2), *stop;

			if (!end)
				continue;
			end += 2;
			end += strspn(end, " \t");
			stop = memchr(end, ';', end < s + n ? (size_t)(s + n - end) : 0);
			if (stop && !fills(end, (size_t)(stop - end), label))
				instruction(a, &l, end, (size_t)(stop - end), line);
			label = NULL;
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

/* "LDG.E.128.CONSTANT": what is not said is 4 bytes. */
static size_t bytes_of_sass(const char *op)
{
	static const struct {
		const char *word;
		size_t bytes;
	} sizes[] = { { ".128", 16 }, { ".64", 8 }, { ".U8", 1 }, { ".S8", 1 }, { ".U16", 2 }, { ".S16", 2 } };

	for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
		if (strstr(op, sizes[i].word))
			return sizes[i].bytes;
	return 4;
}

struct listing_moves listing_moves(const struct listing *l, bool store)
{
	struct listing_moves m = { 0, 0 };

	for (size_t i = 0; i < l->n; i++) {
		const char *op = l->v[i].op;
		bool sass = begins(op, store ? "STG" : "LDG");

		if (l->v[i].kernel || (!sass && !begins(op, store ? "st.global" : "ld.global")))
			continue;
		m.n++;
		m.bytes += sass ? bytes_of_sass(op) : bytes_of(op);
	}
	return m;
}
