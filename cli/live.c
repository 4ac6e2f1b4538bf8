/* live: "compiling ..." and "3 of 6, case prime: pass" on stderr while a job runs, only where a person looks on. */
#include <stdio.h>
#include <string.h>

#include "base/fs.h"
#include "cli/cli.h"
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
