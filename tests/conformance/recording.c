/* recording: see recording.h. */
#include "tests/conformance/recording.h"

#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zstd.h>

#include "base/fs.h"

#define MAX_RECORDING (64u << 20)

int recording_load(const char *path, struct buf *out, struct err *e)
{
	struct buf packed;
	unsigned long long size;
	size_t len = strlen(path), got;

	if (len < 4 || strcmp(path + len - 4, ".zst") != 0)
		return fs_read(path, MAX_RECORDING, out, e);
	buf_init(&packed);
	if (fs_read(path, MAX_RECORDING, &packed, e) != 0)
		return -1;
	size = ZSTD_getFrameContentSize(packed.data, packed.len);
	if (size > MAX_RECORDING) { /* also what is no frame or does not say */
		buf_release(&packed);
		return err_set(e, ERR_INPUT, "%s is no recording.", path);
	}
	char *data = xmalloc((size_t)size + 1);

	got = ZSTD_decompress(data, (size_t)size, packed.data, packed.len);
	buf_release(&packed);
	if (!ZSTD_isError(got))
		buf_add(out, data, got);
	free(data);
	return ZSTD_isError(got) ? err_set(e, ERR_INPUT, "%s: %s.", path, ZSTD_getErrorName(got)) : 0;
}

static bool parse_row(struct gaps *g, char *row, int line)
{
	char *save, *outcome = strtok_r(row, " \t", &save), *pattern = strtok_r(NULL, " \t", &save), *bad = NULL, *end;
	struct gap *gap = ARENA_PUSH(&g->arena, g->v, g->n, g->cap);

	if (!pattern ||
		(strcmp(outcome, "differs") != 0 && strcmp(outcome, "unsupported") != 0 &&
			strcmp(outcome, "accepted") != 0))
		return false;
	*gap = (struct gap){ .outcome = outcome, .pattern = pattern, .line = line };
	if (strcmp(outcome, "differs") == 0) {
		bad = strtok_r(NULL, " \t", &save);
		gap->bad = bad ? strtoul(bad, &end, 10) : 0;
		if (!gap->bad || *end)
			return false;
	}
	gap->reason = save + strspn(save, " \t");
	return *gap->reason != 0;
}

int gaps_parse(struct gaps *g, const char *text, const char *file, struct err *e)
{
	int line = 0;

	memset(g, 0, sizeof *g);
	arena_init(&g->arena);
	for (const char *p = text; *p;) {
		size_t len = strcspn(p, "\n");

		line++;
		if (len && *p != '#' && !parse_row(g, arena_strndup(&g->arena, p, len), line))
			return err_at(e, ERR_INPUT, file, line, 1, "This row is not OUTCOME NAME [BAD] REASON.");
		p += len + (p[len] == '\n');
	}
	return 0;
}

void gaps_release(struct gaps *g)
{
	arena_release(&g->arena);
	memset(g, 0, sizeof *g);
}

const char *gap_word(const struct replay_result *res)
{
	switch (res->outcome) {
	case REPLAY_AGREES: return "agrees";
	case REPLAY_DIFFERS: return "differs";
	case REPLAY_UNSUPPORTED: return "unsupported";
	case REPLAY_NOT_PTX: return res->loaded ? "accepted" : "not-ptx";
	case REPLAY_MISSING: break;
	}
	return "missing";
}

bool gaps_expected(struct gaps *g, const struct form *f, const struct replay_result *res, char *why, size_t size)
{
	const char *word = gap_word(res);

	for (size_t i = 0; i < g->n; i++) {
		struct gap *gap = &g->v[i];

		if (strcmp(gap->outcome, word) != 0 || fnmatch(gap->pattern, f->name, 0) != 0 ||
			(gap->bad && gap->bad != res->bad))
			continue;
		gap->used++;
		return true;
	}
	if (res->outcome == REPLAY_AGREES || (res->outcome == REPLAY_NOT_PTX && !res->loaded))
		return true;
	snprintf(why, size, "%s %s %zu: %s", word, f->name, res->bad, res->text);
	return false;
}
