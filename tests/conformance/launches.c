/* launches: see launches.h. */
#include "tests/conformance/launches.h"

#include <stdio.h>
#include <string.h>

#include "base/rng.h"

static int parse_arg(struct launch *l, const char *word)
{
	static const struct {
		const char *name;
		enum launch_arg_kind kind;
		int numbers;
	} KINDS[] = {
		{ "iota", ARG_IOTA, 1 },
		{ "hash", ARG_HASH, 2 },
		{ "perm", ARG_PERM, 1 },
		{ "zero", ARG_ZERO, 1 },
		{ "int", ARG_INT, 1 },
		{ "ptr", ARG_PTR, 1 },
	};
	char name[16];
	unsigned n, below = 0;
	int got = sscanf(word, "%15[a-z]:%u:%u", name, &n, &below);

	if (got >= 2 && strcmp(name, "shared") == 0) {
		l->shared = n;
		return 0;
	}
	for (size_t i = 0; i < sizeof KINDS / sizeof *KINDS; i++) {
		if (strcmp(name, KINDS[i].name) != 0 || got != KINDS[i].numbers + 1 || l->nargs == LAUNCH_MAX_ARGS)
			continue;
		l->args[l->nargs++] = (struct launch_arg){ KINDS[i].kind, n, below };
		return 0;
	}
	return -1;
}

static int parse_size(const char *word, uint32_t size[2])
{
	size[1] = 1;
	return sscanf(word, "%ux%u", &size[0], &size[1]) >= 1 ? 0 : -1;
}

static int parse_row(struct launches *ls, char *row)
{
	char *save, *word = strtok_r(row, " \t", &save);
	struct launch *l = ARENA_PUSH(&ls->arena, ls->v, ls->n, ls->cap);
	int at = 0, rc = 0;

	for (; word && rc == 0; word = strtok_r(NULL, " \t", &save), at++) {
		switch (at) {
		case 0: l->name = arena_strdup(&ls->arena, word); break;
		case 1: l->file = arena_strdup(&ls->arena, word); break;
		case 2: rc = parse_size(word, l->grid); break;
		case 3: rc = parse_size(word, l->block); break;
		default: rc = parse_arg(l, word); break;
		}
	}
	return at < 4 ? -1 : rc;
}

int launches_parse(struct launches *ls, const char *text, const char *file, struct err *e)
{
	struct arena lines;
	int rc = 0, line = 0;

	memset(ls, 0, sizeof *ls);
	arena_init(&ls->arena);
	arena_init(&lines);
	for (const char *p = text; *p && rc == 0;) {
		size_t len = strcspn(p, "\n");
		char *row = arena_strndup(&lines, p, len);

		line++;
		if (len && *p != '#' && parse_row(ls, row) != 0)
			rc = err_at(e, ERR_INPUT, file, line, 1, "This row does not make sense.");
		p += len + (p[len] == '\n');
	}
	arena_release(&lines);
	return rc;
}

void launches_release(struct launches *ls)
{
	arena_release(&ls->arena);
	memset(ls, 0, sizeof *ls);
}

void launch_fill(const struct launch_arg *a, uint32_t *words)
{
	for (uint32_t i = 0; i < a->n; i++) {
		switch (a->kind) {
		case ARG_HASH: words[i] = (uint32_t)rng_below(17, 0, i, a->below); break;
		case ARG_ZERO: words[i] = 0; break;
		default: words[i] = i; break;
		}
	}
	if (a->kind != ARG_PERM)
		return;
	for (uint32_t i = a->n; i > 1; i--) { /* Fisher and Yates's shuffle */
		uint32_t j = (uint32_t)rng_below(23, 0, i, i), t = words[i - 1];

		words[i - 1] = words[j];
		words[j] = t;
	}
}
