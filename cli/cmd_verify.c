/* verify: the proof that labs are sound, printed as it goes. An unsound lab is a failure (1); a machine on which not
 * everything could be run is not (3). */
#include <stdlib.h>
#include <string.h>

#include "base/fs.h"
#include "cli/cli.h"
#include "job/step/verify.h"
#include "report/page.h"

struct printing {
	struct cli *c;
	struct buf unsound; /* its lines once more: a long run is read from its end */
};

static void put_line(const struct cli *c, struct buf *to, const struct verify_line *l)
{
	struct page p;
	struct buf where;

	page_init(&p, &c->style, to);
	if (l->ok)
		page_cell(&p, PAGE_GOOD, "ok", 12, false);
	else if (l->warning)
		page_cell(&p, PAGE_WARN, "warning", 12, false);
	else if (l->environment)
		page_cell(&p, PAGE_WARN, "not judged", 12, false);
	else
		page_cell(&p, PAGE_BAD, "UNSOUND", 12, false);
	buf_init(&where);
	buf_puts(&where, l->file);
	if (l->line > 0)
		buf_printf(&where, ":%d", l->line);
	buf_puts(&where, ": ");
	buf_puts(&where, l->text);
	page_wrap(&p, PAGE_PLAIN, 12, 12, where.data);
	buf_release(&where);
	page_release(&p);
}

static void on_line(void *user, const struct verify_line *l)
{
	struct printing *pr = user;

	put_line(pr->c, &pr->c->out, l);
	cli_flush(pr->c);
	if (!l->ok && !l->warning)
		put_line(pr->c, &pr->unsound, l);
}

enum status cmd_verify(struct cli *c, const struct options *o)
{
	struct verify_summary s;
	struct verify_request rq;
	struct printing pr = { .c = c };
	struct err e = ERR_INIT;
	enum status status = cli_open(c);
	const struct lab **labs;
	char *cache;
	int rc;

	if (status)
		return status;
	if (!c->cat.nlabs) {
		err_set(&e, ERR_ENV, "there is no lab in %s/labs", c->cat.root);
		return cli_error(&e);
	}
	/* A broken manifest is exactly what verify is to report. */
	labs = cli_labs(c, o, true, &e);
	if (!labs)
		return cli_error(&e);
	fs_temp_in_memory();
	cache = workspace_cache(&c->ws);
	memset(&rq, 0, sizeof rq);
	rq.catalogue = &c->cat;
	rq.root = c->ws.root;
	rq.labs = o->nwords ? labs : NULL;
	rq.nlabs = o->nwords;
	rq.cache = cache;
	rq.device = o->device;
	rq.seed = o->seed;
	rq.schedules = o->schedules;
	rq.mutants = o->mutants;
	rq.cancel_fd = c->cancel_fd;
	rq.on_line = on_line;
	rq.user = &pr;
	buf_init(&pr.unsound);
	rc = verify_labs(&rq, &s, &e);
	free(cache);
	free(labs);
	if (!rc && pr.unsound.len)
		buf_printf(&c->out, "\nOnce more what is not in order:\n%s", pr.unsound.data);
	buf_release(&pr.unsound);
	if (rc)
		return cli_error(&e);
	buf_printf(&c->out, "\n%zu checked, %zu unsound, %zu not judged\n", s.checked, s.failed, s.environment);
	return s.environment ? STATUS_ENV : s.failed ? STATUS_FAIL : STATUS_OK;
}
