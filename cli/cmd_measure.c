/* measure: what a GPU takes for every program of the labs. Writes docs/measured.md and labs/NN-name/measured.yaml below
 * --output, or in the installation, after each lab: what was measured stays when the rest is stopped. A machine without
 * a GPU is status 3, with nothing written; a solution that is not faster although its step says so is a failure (1).
 * With --modelled no GPU is asked: docs/measured.md keeps its measured times, and the emulator's are remade. */
#include <stdlib.h>
#include <string.h>

#include "base/fs.h"
#include "cli/cli.h"
#include "job/measure/measure.h"
#include "job/measure/measure_kept.h"

struct results_to {
	struct cli *c;
	const char *root;  /* below which results are written */
	struct kept *kept; /* of --modelled, or NULL */
};

static void on_text(void *user, const char *text)
{
	struct cli *c = ((struct results_to *)user)->c;

	buf_printf(&c->out, "%s\n", text);
	cli_flush(c);
}

/* Write `text` to a file below `root`, whose folders are made. */
static int write_below(const char *root, const char *folder, const char *name, const struct buf *text, struct err *e)
{
	char *dir = xasprintf("%s/%s", root, folder), *path = xasprintf("%s/%s", dir, name);
	int rc = fs_mkdir_p(dir, e);

	if (!rc)
		rc = fs_write_atomic(path, text->data, text->len, 0644, e);
	free(path);
	free(dir);
	return rc;
}

/* The lab's figures, and the page with all labs so far. */
static int on_lab(void *user, const struct measured *m, const struct lab *lab, struct err *e)
{
	const struct results_to *k = user;
	char *folder = xasprintf("labs/%s", lab->id);
	struct buf text;
	int rc;

	buf_init(&text);
	if (k->kept) {
		kept_page(k->kept, m, &text);
		rc = 0;
	} else {
		measured_yaml(m, lab, &text);
		rc = write_below(k->root, folder, "measured.yaml", &text, e);
		buf_clear(&text);
		measured_page(m, &text);
	}
	if (!rc)
		rc = write_below(k->root, "docs", "measured.md", &text, e);
	buf_release(&text);
	free(folder);
	return rc;
}

/* docs/measured.md of the installation, for --modelled. */
static int read_kept(const struct cli *c, struct kept *k, struct err *e)
{
	char *path = xasprintf("%s/docs/measured.md", c->cat.root);
	struct buf page;
	int rc;

	buf_init(&page);
	rc = fs_read(path, 16u << 20, &page, e);
	if (!rc)
		rc = kept_read(k, page.data, path, e);
	buf_release(&page);
	free(path);
	return rc;
}

enum status cmd_measure(struct cli *c, const struct options *o)
{
	struct measure_request rq;
	struct results_to to;
	struct measured m;
	struct err e = ERR_INIT;
	enum status status = cli_open(c);
	const struct lab **labs;
	struct kept kept = { .n = 0 };
	char *cache;
	int rc;

	if (status)
		return status;
	labs = cli_labs(c, o, false, &e);
	if (!labs)
		return cli_error(&e);
	if (o->modelled && read_kept(c, &kept, &e)) {
		kept_release(&kept);
		free(labs);
		return cli_error(&e);
	}
	cache = workspace_cache(&c->ws);
	memset(&rq, 0, sizeof rq);
	rq.catalogue = &c->cat;
	rq.labs = o->nwords ? labs : NULL;
	rq.nlabs = o->nwords;
	rq.cache = cache;
	rq.seed = o->seed;
	rq.cancel_fd = c->cancel_fd;
	rq.on_text = on_text;
	rq.on_lab = on_lab;
	to.c = c;
	to.root = o->output ? o->output : c->cat.root;
	to.kept = rq.kept = o->modelled ? &kept : NULL;
	rq.user = &to;
	rc = measure_labs(&rq, &m, &e);
	if (!rc) {
		buf_printf(&c->out,
			"\n%zu times written, %zu solutions slower than they should be, %zu programs not judged\n", m.n,
			m.slower, m.unjudged);
		status = m.unjudged ? STATUS_ENV : m.slower ? STATUS_FAIL : STATUS_OK;
	} else {
		status = cli_error(&e);
	}
	measured_release(&m);
	kept_release(&kept);
	free(cache);
	free(labs);
	return status;
}
