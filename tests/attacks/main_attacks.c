/* attacks: judges every .cu file of this folder as a student's, and holds the verdict to what the file's head says:
 *
 *     // 01/1 gate-failed: was written by cudaMemcpy     the step, the verdict, words that the sentence must have
 *     // without: proof, flows                           control: with these defences off it passes
 *
 * An attack NAME.cu has a twin NAME.honest.cu, which does nearly the same by right and passes; right-*.cu are ways to
 * solve a step that are unusual and right. SEED=N in the environment draws other inputs and sizes. Only this program
 * turns a defence off: the judge's users can't.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/fs.h"
#include "job/step/job.h"
#include "judge/proof.h"
#include "judge/verdict.h"

struct head {
	char step[64], verdict[32], words[160];
	unsigned without;
	bool control;
};

static const struct {
	const char *word;
	unsigned bit;
} defences[] = {
	{ "proof", TRUST_PROOF },
	{ "flows", TRUST_FLOWS },
	{ "inputs", TRUST_INPUTS },
	{ "floors", TRUST_FLOORS },
	{ "sizes", TRUST_SIZES },
};

static bool read_head(const char *path, struct head *h)
{
	struct buf b;
	const char *s;
	bool ok = false;

	memset(h, 0, sizeof *h);
	buf_init(&b);
	if (!fs_read(path, 1 << 20, &b, NULL)) {
		ok = sscanf(b.data, "// %63s %31[a-z-]: %159[^\n]", h->step, h->verdict, h->words) >= 2;
		s = strstr(b.data, "\n// without: ");
		h->control = s != NULL;
		for (size_t i = 0; s && i < sizeof defences / sizeof *defences; i++) {
			const char *at = strstr(s, defences[i].word);

			if (at && at < strchrnul(s + 1, '\n'))
				h->without |= defences[i].bit;
		}
	}
	buf_release(&b);
	return ok && h->control == (h->without != 0) && verdict_find(h->verdict) >= 0;
}

/* The seed of inputs and drawn sizes. The same in every run, so that a test says the same of the same tree; SEED=N
 * tries another one, SEED=0 a fresh one. */
static uint64_t the_seed(void)
{
	const char *s = getenv("SEED");

	return s ? strtoull(s, NULL, 10) : 1;
}

static bool judged(const struct catalogue *c, const char *cache, const char *path, const struct head *h, bool control)
{
	const char *name = strrchr(path, '/') + 1, *want = control ? "pass" : h->verdict;
	struct job_request rq = { .root = c->root,
		.cache = cache,
		.file = path,
		.device = DEVICE_EMULATOR,
		.cancel_fd = -1,
		.untimed = true,
		.schedules = -1,
		.run_limit_ms =
			120000, /* no attack is about time: on a busy machine some take longer than a run's 30 s */
		.trust = control ? h->without : 0 };
	struct err e = ERR_INIT;
	struct result r;
	bool ok = false;

	rq.seed = the_seed();
	rq.step = catalogue_step(c, h->step, &e);
	if (!rq.step || job_run(&rq, &r, &e)) {
		printf("FAIL %s: %s\n", name, e.msg);
		return false;
	}
	ok = !strcmp(verdict_word(r.verdict), want) &&
		(control || !*h->words || (r.message && strstr(r.message, h->words)));
	if (ok)
		printf("ok   %s: %s%s\n", name, control ? "with its defence off: " : "", want);
	else
		printf("FAIL %s (SEED=%llu): %s%s instead of %s %s(%s) %s\n", name, (unsigned long long)r.seed,
			control ? "with its defence off: " : "", verdict_word(r.verdict), want, control ? "" : h->words,
			r.message ? r.message : "",
			r.verdict == VERDICT_COMPILE_ERROR && r.diagnostics ? r.diagnostics : "");
	fflush(stdout);
	result_release(&r);
	return ok;
}

int main(int argc, char **argv)
{
	const char *dir = argc > 2 ? argv[1] : NULL;
	struct catalogue c;
	struct err e = ERR_INIT;
	char **names;
	size_t n;
	int bad = 0, seen = 0;

	if (!dir) {
		fprintf(stderr, "usage: attacks FOLDER CACHE [WORD of a file's name, or =NAME]...\n");
		return 2;
	}
	if (catalogue_load(&c, ".", &e) || fs_list(dir, &names, &n, &e)) {
		fprintf(stderr, "%s\n", e.msg);
		return 3;
	}
	for (size_t i = 0; i < n; i++) {
		size_t len = strlen(names[i]);
		char *path = xasprintf("%s/%s", dir, names[i]);
		bool wanted = argc == 3;
		struct head h;

		for (int k = 3; k < argc; k++)
			wanted |= *argv[k] == '=' ? !strcmp(names[i], argv[k] + 1) : strstr(names[i], argv[k]) != NULL;
		if (wanted && len > 3 && !strcmp(names[i] + len - 3, ".cu")) {
			seen++;
			if (!read_head(path, &h)) {
				printf("FAIL %s: its head names no step and verdict\n", names[i]);
				bad++;
			} else {
				bad += !judged(&c, argv[2], path, &h, false);
				bad += h.control && !judged(&c, argv[2], path, &h, true);
			}
		}
		free(path);
	}
	fs_names_free(names, n);
	catalogue_release(&c);
	printf("%d files, %d wrong\n", seen, bad);
	return bad || !seen;
}
