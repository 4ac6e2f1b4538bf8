/* live: "compiling ..." and "3 of 6, case prime: pass" on stderr while a job runs, only where a person looks on. */
#include <stdio.h>
#include <string.h>

#include "base/fs.h"
#include "cli/cli.h"
#include "device/control.h"
#include "report/kernel_name.h"
#include "report/page.h"

int live_width(void)
{
	return cli_style(2).width;
}

void live_show(struct live *l, const char *text)
{
	const int width = live_width();
	struct text_style plain = { false, l->c->style.utf8, width };
	struct buf line, safe;
	struct page p;
	size_t fits = 0;
	int columns = 0;

	if (!l->c->live)
		return;
	buf_init(&line);
	buf_init(&safe);
	page_init(&p, &plain, &line);
	if (l->prefix && *l->prefix) {
		page_safe(&p, l->prefix, &safe);
		buf_puts(&safe, ": ");
	}
	page_safe(&p, text, &safe);
	/* One line, cut to the terminal's width: a wrapped one could not be erased. */
	for (const char *s = safe.data; *s && *s != '\n' && columns < width - 1; columns++) {
		s++;
		while (((unsigned char)*s & 0xc0) == 0x80)
			s++;
		fits = (size_t)(s - safe.data);
	}
	if (l->c->live_erase)
		buf_puts(&line, "\r\033[K");
	buf_add(&line, safe.data, fits);
	if (!l->c->live_erase)
		buf_putc(&line, '\n');
	fs_write_full(2, line.data, line.len);
	l->shown = true;
	page_release(&p);
	buf_release(&line);
	buf_release(&safe);
}

void live_clear(struct live *l)
{
	if (l->shown && l->c->live_erase)
		fs_write_full(2, "\r\033[K", 4);
	l->shown = false;
}

void live_job_event(void *live, const struct job_event *ev)
{
	struct buf b;

	if (ev->stage == JOB_DONE)
		return;
	buf_init(&b);
	if (ev->stage == JOB_CASE && ev->total > 0)
		buf_printf(&b, "%d of %d", ev->done, ev->total);
	if (ev->text && *ev->text)
		buf_printf(&b, "%s%s", b.len ? ", " : "", ev->text);
	live_show(live, b.data);
	buf_release(&b);
}

static void add_faster(struct buf *b, const struct device_under_way *u, bool is_exec)
{
	enum { LARGE = 64 }; /* blocks */

	buf_puts(b, "Faster: a smaller problem");
	if (u->asked > 1)
		buf_puts(b, ", or fewer launches");
	if (is_exec)
		buf_puts(b, "; without the checkers, WARPLINGS_UNCHECKED=all");
	if (is_exec && u->blocks >= LARGE)
		buf_puts(b, "; times alone (results are wrong then), --time-sample");
}

void live_order(void *cli, uint64_t schedule, int n, double seconds)
{
	const struct cli *c = cli;

	if (c->live)
		cli_say("%.0f s: the program runs in another order of threads, %llu of %d", seconds,
			(unsigned long long)schedule, n);
}

void live_under_way(void *cli, const struct device_under_way *u, double seconds)
{
	struct cli *c = cli;
	struct buf b;

	if (!c->live)
		return;
	buf_init(&b);
	buf_printf(&b, "%.0f s: ", seconds);
	if (!*u->kernel && !u->begun) {
		buf_puts(&b, "no kernel has begun yet; the program itself is at work");
	} else if (!*u->kernel) {
		buf_printf(&b, "no kernel is running after %llu launch%s; the program itself is at work",
			(unsigned long long)u->begun, u->begun == 1 ? "" : "es");
	} else {
		kernel_name_words(u->kernel, 40, &b);
		buf_printf(&b, " is running, launch %llu", (unsigned long long)u->begun);
		if (u->asked > u->begun)
			buf_printf(&b, " of %llu so far", (unsigned long long)u->asked);
		buf_printf(&b, ", %llu of its %llu block%s done", (unsigned long long)u->done,
			(unsigned long long)u->blocks, u->blocks == 1 ? "" : "s");
		if (u->repeated)
			buf_printf(&b, "; %llu launch%s began as an earlier one did and need not run",
				(unsigned long long)u->repeated, u->repeated == 1 ? "" : "es");
		if (!c->told_faster) {
			buf_puts(&b, ". ");
			add_faster(&b, u, c->is_exec);
		}
		c->told_faster = true;
	}
	cli_say("%s", b.data);
	buf_release(&b);
}
