/* slurm.c: the texts of a class shared out to a cluster. Slurm does the scheduling: an array job of shards, each a
 * `grade --shard K/N` with a database of its own below OUT/slurm. What they judged is gathered by its key, so a shard
 * that is requeued goes on where it was, and what two have judged counts once. What nobody has judged (a node died and
 * took its job along) is submitted again, a few times; then it waits for the next call. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/fs.h"
#include "base/proc.h"
#include "grade/internal.h"

enum { ROUNDS = 3, TEXTS_OF_SHARD = 25, MOST_SHARDS = 500, TURN_MS = 500, STOP_MS = 30000 };

bool shard_takes(const struct grade_request *rq, const char *key)
{
	unsigned long v = 0;

	for (int i = 0; i < 7; i++)
		v = v * 16 + (unsigned long)(key[i] <= '9' ? key[i] - '0' : key[i] - 'a' + 10);
	return !rq->shards || v % (unsigned long)rq->shards == (unsigned long)rq->shard;
}

static size_t missing(const struct class *c)
{
	size_t n = 0;

	for (size_t i = 0; i < c->nknown; i++)
		n += !c->known[i].have;
	return n;
}

/* ---- what the shards have judged so far */

static int take_part(struct class *c, struct state *s, const char *folder, struct err *e)
{
	struct state part = { .lock = -1 };
	struct err none = ERR_INIT;
	int rc = 0;

	/* One that is not whole yet, or damaged, has nothing for us: what it lacks is judged again. */
	if (!state_open_part(&part, folder, &none)) {
		for (size_t i = 0; i < c->nknown && !rc; i++) {
			struct known *k = &c->known[i];

			if (!k->have && state_find(&part, k, &none) > 0)
				rc = state_keep(s, k, e);
		}
	}
	state_close(&part);
	return rc;
}

static int gather(struct class *c, struct state *s, const char *dir, struct err *e)
{
	char **names;
	size_t n;
	int rc = 0;

	if (fs_list(dir, &names, &n, e))
		return -1;
	for (size_t i = 0; i < n && !rc; i++) {
		char *folder = xasprintf("%s/%s", dir, names[i]);

		if (fs_is_dir(folder))
			rc = take_part(c, s, folder, e);
		free(folder);
	}
	fs_names_free(names, n);
	return rc;
}

/* ---- the job */

static void add_word(struct buf *b, const char *word)
{
	buf_puts(b, " '");
	for (; *word; word++) {
		if (*word == '\'')
			buf_puts(b, "'\\''");
		else
			buf_putc(b, *word);
	}
	buf_putc(b, '\'');
}

static int write_script(
	const struct class *c, const char *dir, const char *path, size_t shards, int jobs, struct err *e)
{
	const struct grade_request *rq = c->rq;
	char *exe = realpath("/proc/self/exe", NULL), *class = realpath(rq->dir, NULL);
	struct buf b;
	int rc;

	buf_init(&b);
	buf_puts(&b, "#!/bin/sh\nexec");
	add_word(&b, exe ? exe : "warplings");
	buf_puts(&b, " grade");
	add_word(&b, class ? class : rq->dir);
	buf_puts(&b, " -o");
	add_word(&b, dir);
	buf_printf(&b,
		"/$SLURM_ARRAY_JOB_ID-$SLURM_ARRAY_TASK_ID --shard $SLURM_ARRAY_TASK_ID/%zu --seed %llu --jobs %d",
		shards, (unsigned long long)c->seed, jobs);
	if (rq->labs) {
		buf_puts(&b, " --labs");
		add_word(&b, rq->labs);
	}
	if (rq->labs_dir) {
		char *labs = realpath(rq->labs_dir, NULL);

		buf_puts(&b, " --labs");
		add_word(&b, labs ? labs : rq->labs_dir);
		free(labs);
	}
	buf_puts(&b, rq->trust ? " --trust" : "");
	buf_puts(&b, rq->gpu ? " --device gpu\n" : "\n");
	rc = fs_write_atomic(path, b.data, b.len, 0755, e);
	buf_release(&b);
	free(class);
	free(exe);
	return rc;
}

static void cancel(const char *id)
{
	const char *argv[] = { "scancel", id, NULL };
	struct proc_spec spec = { .argv = argv, .capture = true };
	struct err none = ERR_INIT;
	struct proc p;

	proc_run(&p, &spec, STOP_MS, -1, &none);
	proc_release(&p);
}

/* Submit, and wait for the last shard. 1: stopped on request. */
static int run_job(const struct class *c, const char *script, size_t shards, int jobs, struct err *e)
{
	char *array = xasprintf("--array=0-%zu", shards - 1), *output = xasprintf("--output=%s.log", script),
	     *cpus = xasprintf("--cpus-per-task=%d", jobs), id[32] = "";
	const char *argv[] = { "sbatch", "--parsable", "--wait", "--requeue", "--job-name=warplings", output, array,
		cpus, c->rq->gpu ? "--gres=gpu:1" : script, c->rq->gpu ? script : NULL, NULL };
	struct proc_spec spec = { .argv = argv, .capture = true };
	struct proc p;
	int rc = proc_start(&p, &spec, e), ended = 0;
	bool started = !rc;

	while (!rc && !ended) {
		ended = proc_wait(&p, TURN_MS, c->rq->cancel_fd);
		for (size_t i = 0; !*id && i < sizeof id - 1 && i < p.out.len && isdigit((unsigned char)p.out.data[i]);
			i++)
			if (!isdigit((unsigned char)p.out.data[i + 1]))
				snprintf(id, sizeof id, "%.*s", (int)i + 1, p.out.data);
	}
	if (ended < 0 && *id)
		cancel(id);
	if (!rc && ended > 0 && !*id) {
		char *said = xscrub(p.out.data ? p.out.data : "", p.out.len < 300 ? p.out.len : 300);

		rc = err_set(e, ERR_ENV, "Slurm did not take the job: %s", p.exec_failed ? "there is no sbatch" : said);
		free(said);
	}
	if (started)
		proc_release(&p);
	free(array);
	free(output);
	free(cpus);
	return rc ? -1 : ended < 0;
}

/* What the shards said last, where they could not judge: they share a file. A name that Slurm reads otherwise (a % in
 * it) leaves none, and nothing is said. */
static void tell_why(const char *script, char *text, size_t size)
{
	char *path = xasprintf("%s.log", script), *line, *rest;
	struct buf b;

	buf_init(&b);
	if (!fs_read(path, 1 << 20, &b, NULL) && b.len) {
		char *said = xscrub(b.data, b.len);

		for (line = strtok_r(said, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest))
			if (!strncmp(line, "warplings", 9))
				snprintf(text, size, "%s", line);
		free(said);
	}
	buf_release(&b);
	free(path);
}

int slurm_judge(struct class *c, struct state *s, struct grade_summary *sum, struct err *e)
{
	char *out = realpath(c->rq->out, NULL), *dir = xasprintf("%s/slurm", out ? out : c->rq->out);
	char *script = xasprintf("%s/job.sh", dir);
	int jobs = c->rq->jobs > 0 ? c->rq->jobs : 1, rc = fs_mkdir_p(dir, e);
	size_t before = missing(c);

	sum->known = c->nknown - before;
	if (!rc)
		rc = gather(c, s, dir, e); /* of a call that was stopped */
	for (int round = 0; round < ROUNDS && !rc && missing(c); round++) {
		size_t shards = missing(c) / TEXTS_OF_SHARD + 2;

		shards = shards > MOST_SHARDS ? MOST_SHARDS : shards > missing(c) ? missing(c) : shards;
		rc = write_script(c, dir, script, shards, jobs, e) ? -1 : run_job(c, script, shards, jobs, e);
		if (rc >= 0 && gather(c, s, dir, e))
			rc = -1;
	}
	sum->judged = before - missing(c);
	sum->stopped = rc > 0;
	if (!rc && missing(c))
		tell_why(script, sum->first_not_judged, sizeof sum->first_not_judged);
	if (rc >= 0 && !missing(c))
		fs_remove_tree(dir, NULL);
	free(script);
	free(dir);
	free(out);
	return rc < 0 ? -1 : 0;
}
