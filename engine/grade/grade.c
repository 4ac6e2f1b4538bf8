/* grade.c: the whole of it, in order: see grade.h. */
#include "grade/grade.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/fs.h"
#include "base/rng.h"
#include "grade/internal.h"
#include "gpu/gpu.h"
#include "job/parts/install.h"
#include "judge/verdict.h"
#include "toolchain/toolchain.h"

enum { PROBE_MS = 15000 };

/* Each word after a comma; the first comma is not shown. */
static const char format_words[] =
#define GRADE_FORMAT(ID, word) "," #word
#include "grade/formats.def"
#undef GRADE_FORMAT
	;
const char *const grade_formats = format_words + 1;

int grade_formats_parse(const char *words, unsigned *set, struct err *e)
{
	static const char *const known[GRADE_FORMATS] = {
#define GRADE_FORMAT(ID, word) #word,
#include "grade/formats.def"
#undef GRADE_FORMAT
	};

	*set = 0;
	for (const char *s = words; *s;) {
		size_t n = strcspn(s, ",");
		unsigned bit = 0;

		for (int i = 0; i < GRADE_FORMATS; i++)
			if (strlen(known[i]) == n && !strncmp(s, known[i], n))
				bit = 1u << i;
		if (!bit)
			return err_set(e, ERR_USAGE, "\"%.*s\" is no format; --formats takes some of %s", (int)n, s,
				grade_formats);
		*set |= bit;
		s += n + (s[n] == ',');
	}
	return 0;
}

enum verdict item_verdict(const struct item *it)
{
	if (it->known)
		return it->known->have ? it->known->verdict : VERDICT_NOT_JUDGED;
	return it->note ? VERDICT_COMPILE_ERROR : VERDICT_TODO;
}

const char *item_word(const struct student *s, const struct item *it)
{
	if (it->known && !it->known->have)
		return "not yet";
	if (it->known)
		return verdict_word(it->known->verdict);
	return s->problem && !it->text && !it->note ? "refused" :
		it->note                            ? "no text" :
		it->starter                         ? "starter" :
						      "no file";
}

const char *item_message(const struct student *s, const struct item *it)
{
	if (it->known)
		return it->known->have ? it->known->message : "Not judged yet: call grade again.";
	return it->note     ? it->note :
		s->problem  ? s->problem :
		it->starter ? "The starter, as it was handed out." :
			      "No file of this step was handed in.";
}

static int set_seed(struct class *c, struct state *s, struct err *e)
{
	char text[32];
	int found = state_get(s, "seed", text, sizeof text);

	if (found < 0)
		return err_set(e, ERR_ENV, "%s can't be read", s->path);
	c->seed = found ? strtoull(text, NULL, 10) : 0;
	if (found && (!c->rq->seed || c->rq->seed == c->seed))
		return 0;
	c->seed = c->rq->seed ? c->rq->seed : rng_fresh_seed();
	snprintf(text, sizeof text, "%llu", (unsigned long long)c->seed);
	return state_set(s, "seed", text, e);
}

static void add_file(struct sha256 *h, const char *path)
{
	struct buf b;

	buf_init(&b);
	if (path)
		fs_read(path, 1 << 24, &b, NULL);
	sha256_add(h, b.data, b.len + 1);
	buf_release(&b);
}

/* The programs that judge: what another build of Warplings says need not be what this one says. */
static void add_program(struct sha256 *h, const char *path)
{
	char block[65536];
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	ssize_t n;

	while (fd >= 0 && (n = read(fd, block, sizeof block)) > 0)
		sha256_add(h, block, (size_t)n);
	if (fd >= 0)
		close(fd);
}

static void find_build(struct class *c, const struct install *in)
{
	char *cudart = xasprintf("%s/libcudart.so.13", in->emulator_lib);
	struct sha256 h;

	sha256_init(&h);
	add_program(&h, "/proc/self/exe");
	add_program(&h, in->device);
	add_program(&h, in->host);
	add_program(&h, cudart);
	sha256_hex(&h, c->build);
	free(cudart);
}

/* What a verdict hangs on beside the text: the lab's files, the version and the build, the seed. */
static void begin_key(struct sha256 *h, const struct class *c, const struct step *s)
{
	char *manifest = xasprintf("%s/lab.yaml", s->lab->dir);
	char seed[32];

	sha256_init(h);
	snprintf(seed, sizeof seed, "%llu", (unsigned long long)c->seed);
	sha256_add(h, c->rq->version, strlen(c->rq->version) + 1);
	sha256_add(h, c->build, sizeof c->build);
	sha256_add(h, c->gpu, strlen(c->gpu) + 1);
	sha256_add(h, seed, strlen(seed) + 1);
	sha256_add(h, s->id, strlen(s->id) + 1);
	add_file(h, manifest);
	add_file(h, s->reference);
	for (size_t i = 0; i < s->nvariants; i++)
		add_file(h, s->variants[i].path);
	free(manifest);
}

/* Step after step: what is judged of one step shares its inputs and its reference, and no more than that is in memory.
 */
static int by_key(const void *a, const void *b)
{
	const struct known *x = a, *y = b;

	return x->at != y->at ? (x->at > y->at) - (x->at < y->at) : strcmp(x->key, y->key);
}

/* One row for each key, and each item's pointer to its row. */
static void find_keys(struct class *c)
{
	size_t most = c->n * c->rq->nsteps, n = 0;
	struct known *all = xcalloc(most + 1, sizeof *all);
	char(*keys)[65] = xcalloc(most + 1, sizeof *keys);

	for (size_t k = 0; k < c->rq->nsteps; k++) {
		struct sha256 begun;

		begin_key(&begun, c, c->rq->steps[k]);
		for (size_t i = 0; i < c->n; i++) {
			struct item *it = &c->students[i].items[k];
			struct sha256 h = begun;
			struct buf b;

			if (!it->text || it->starter)
				continue;
			buf_init(&b);
			strip_comments(it->text, it->len, &b);
			sha256_add(&h, b.data, b.len);
			sha256_hex(&h, keys[i * c->rq->nsteps + k]);
			buf_release(&b);
			memcpy(all[n].key, keys[i * c->rq->nsteps + k], 65);
			all[n].at = k;
			all[n++].step = c->rq->steps[k];
		}
	}
	qsort(all, n, sizeof *all, by_key);
	for (size_t i = 0; i < n; i++)
		if (!i || strcmp(all[i].key, all[c->nknown - 1].key))
			all[c->nknown++] = all[i];
	c->known = all;
	for (size_t i = 0; i < most; i++) {
		struct known want;

		memcpy(want.key, keys[i], 65);
		want.at = i % c->rq->nsteps;
		if (*want.key)
			c->students[i / c->rq->nsteps].items[i % c->rq->nsteps].known =
				bsearch(&want, all, c->nknown, sizeof want, by_key);
	}
	free(keys);
}

static void score(struct class *c, struct grade_summary *sum)
{
	for (size_t i = 0; i < c->n; i++) {
		struct student *s = &c->students[i];

		s->complete = true;
		sum->refused += s->problem != NULL;
		for (size_t k = 0; k < c->rq->nsteps; k++) {
			struct item *it = &s->items[k];

			it->scored = !it->known || (it->known->have && it->known->verdict != VERDICT_NOT_JUDGED);
			sum->verdicts += it->known != NULL;
			if (!it->scored) {
				sum->not_judged++;
				s->complete = false;
			} else if (it->known) {
				it->points = c->max[k] *
					points_share(
						c->rule, it->known->verdict, it->known->gates, it->known->gates_met);
				it->points = (double)(long long)(it->points * 100 + 0.5) / 100;
			}
			s->points += it->points;
		}
	}
}

/* Before anything is judged: a class is not to be judged half with times and half without. */
static int find_gpu(struct class *c, const struct install *in, struct err *e)
{
	struct toolchain t;
	struct gpu_info g;

	if (!c->rq->gpu)
		return 0;
	snprintf(c->gpu, sizeof c->gpu, "gpu"); /* in each verdict's key: those with times are not those without */
	if (!c->rq->trust)
		return err_set(e, ERR_USAGE,
			"--device gpu runs the submissions on the GPU, where there is no sandbox yet: it takes "
			"--trust");
	if (c->rq->slurm) /* its nodes will find out */
		return 0;
	if (toolchain_find(&t, c->rq->root, NULL, e))
		return -1;
	memset(&g, 0, sizeof g);
	if (t.cuda_lib)
		gpu_probe(&g, in->host, t.cuda_lib, PROBE_MS);
	else
		snprintf(g.why, sizeof g.why, "NVIDIA's libcudart.so.13 is not on this machine");
	toolchain_release(&t);
	if (!g.works)
		return err_set(e, ERR_ENV,
			"no GPU that works was found: %s. Without --device gpu all is judged the same, but for the "
			"times",
			g.why);
	return 0;
}

static int find_sandbox(struct class *c, struct grade_summary *sum, struct err *e)
{
	struct install in;

	if (install_find(&in, e))
		return -1;
	install_sandbox(&in, c->rq->root, &c->sandbox);
	find_build(c, &in);
	if (find_gpu(c, &in, e)) {
		install_release(&in);
		return -1;
	}
	install_release(&in);
	snprintf(sum->sandbox, sizeof sum->sandbox, "%s", c->sandbox.words);
	if (c->sandbox.tier == SANDBOX_NONE && !c->rq->trust)
		return err_set(e, ERR_ENV,
			"there is no sandbox on this machine, and submissions are programs of others: %s. With --trust "
			"they are "
			"run without one",
			c->sandbox.why);
	return 0;
}

static int steps(struct class *c, struct state *s, struct grade_summary *sum, struct err *e)
{
	const struct grade_request *rq = c->rq;

	if (entries_apart(rq, e) || find_sandbox(c, sum, e) || state_open(s, rq->out, e) || set_seed(c, s, e))
		return -1;
	c->rule = points_default();
	if (rq->points && points_read(c->rule, rq->points, c, e))
		return -1;
	c->max = xcalloc(rq->nsteps, sizeof *c->max);
	for (size_t k = 0; k < rq->nsteps; k++)
		c->max[k] = points_most(c->rule, rq->steps[k]);
	if (collect(c, e))
		return -1;
	sum->students = c->n;
	if (c->passed_over)
		snprintf(sum->passed_over, sizeof sum->passed_over, "%s", c->passed_over);
	find_keys(c);
	for (size_t i = 0; i < c->nknown; i++) {
		c->known[i].elsewhere = !shard_takes(rq, c->known[i].key);
		if (state_find(s, &c->known[i], e) < 0)
			return -1;
	}
	if ((rq->slurm ? slurm_judge : pool_judge)(c, s, sum, e))
		return -1;
	if (rq->shards)
		return 0;
	score(c, sum);
	return tables_write(c, e) || (rq->formats & GRADE_HTML && page_write(c, e)) ? -1 : 0;
}

int grade_run(const struct grade_request *rq, struct grade_summary *sum, struct err *e)
{
	struct class c = { .rq = rq };
	struct state s = { .lock = -1 };
	int rc;

	memset(sum, 0, sizeof *sum);
	rc = steps(&c, &s, sum, e);
	collect_release(&c);
	for (size_t i = 0; i < c.nknown; i++) {
		free(c.known[i].message);
		free(c.known[i].json);
	}
	free(c.known);
	free(c.max);
	points_free(c.rule);
	sandbox_release(&c.sandbox);
	state_close(&s);
	return rc;
}
