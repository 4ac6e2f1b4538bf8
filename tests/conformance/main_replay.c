/* For whoever works on the emulator: replay forms.txt h200.bits [PREFIX]   one line for each form that does not agree,
 * then totals replay forms.txt h200.bits --gaps     rows for gaps.txt, without their reasons replay forms.txt --record
 * OUT.bits   the emulator's own results as a recording (to see that the comparison passes on equal bits; never commit
 * it) */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/fs.h"
#include "tests/conformance/recording.h"

static const char *const OUTCOME[] = { "agrees", "differs", "unsupported", "not-ptx", "missing" };

static void record(struct replay *r, const struct form_table *fs, const char *path)
{
	uint64_t *results[FORM_MAX_OUT] = { xcalloc(FORM_MAX_CASES, 8), xcalloc(FORM_MAX_CASES, 8) };
	struct buf out;
	struct err e = ERR_INIT;

	buf_init(&out);
	for (size_t i = 0; i < fs->n; i++) {
		char text[320];
		bool loaded;

		if (replay_run(r, &fs->v[i], results, &loaded, text, sizeof text) == 0) {
			bits_append(&out, &fs->v[i], (const uint64_t *const *)results);
		} else {
			printf("%s%s %s: %s\n", fs->v[i].maybe ? "? " : "", loaded ? "faults" : "refused",
				fs->v[i].name, text);
			bits_append_refused(&out, &fs->v[i]);
		}
	}
	if (fs_write_atomic(path, out.data, out.len, 0644, &e) != 0)
		fprintf(stderr, "%s\n", e.msg);
	buf_release(&out);
	for (size_t k = 0; k < FORM_MAX_OUT; k++)
		free(results[k]);
}

static void compare(struct replay *r, const struct form_table *fs, const struct buf *data, const char *prefix)
{
	bool gaps = prefix && strcmp(prefix, "--gaps") == 0;
	size_t count[5] = { 0 }, at = 0, i = 0;
	struct bits_record rec;
	struct replay_result res;

	for (; i < fs->n && bits_next(data->data, data->len, &at, &rec) == 1; i++) {
		const struct form *f = &fs->v[i];

		if (prefix && !gaps && strncmp(f->name, prefix, strlen(prefix)) != 0)
			continue;
		replay_form(r, f, &rec, &res);
		count[res.outcome]++;
		if (gaps) {
			const char *word = gap_word(&res);

			if (strcmp(word, "agrees") != 0 && strcmp(word, "not-ptx") != 0)
				printf(res.bad ? "%s %s %zu\n" : "%s %s\n", word, f->name, res.bad);
			continue;
		}
		if (res.outcome != REPLAY_AGREES && res.outcome != REPLAY_NOT_PTX)
			printf("%s %s %zu/%zu %s\n", OUTCOME[res.outcome], f->name, res.bad, res.cases, res.text);
		if (res.outcome == REPLAY_NOT_PTX && res.loaded)
			printf("accepted though ptxas refuses it: %s\n", f->name);
	}
	for (size_t k = 0; k < 5 && !gaps; k++)
		printf("%zu %s\n", count[k], OUTCOME[k]);
}

int main(int argc, char **argv)
{
	struct err e = ERR_INIT;
	struct buf text, data;
	struct form_table fs;
	struct replay r;

	buf_init(&text);
	buf_init(&data);
	if (argc < 3) {
		fputs("usage: replay forms.txt h200.bits [PREFIX|--gaps] | forms.txt --record OUT.bits\n", stderr);
		return 2;
	}
	if (fs_read(argv[1], 1 << 20, &text, &e) != 0 || form_table_parse(&fs, text.data, argv[1], &e) != 0 ||
		replay_init(&r, false, &e) != 0) {
		fprintf(stderr, "%s:%d: %s\n", argv[1], e.line, e.msg);
		return 2;
	}
	if (strcmp(argv[2], "--record") == 0 && argc > 3)
		record(&r, &fs, argv[3]);
	else if (recording_load(argv[2], &data, &e) == 0)
		compare(&r, &fs, &data, argv[3]);
	else
		fprintf(stderr, "%s\n", e.msg);
	replay_release(&r);
	form_table_release(&fs);
	buf_release(&data);
	buf_release(&text);
	return 0;
}
