/* cli: the frame of every command: parse, run, print what it has to say, and leave with the status that scripts rely
 * on. */
#include "cli/cli.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/fs.h"
#include "job/parts/scratch.h"

static int columns_of(int fd)
{
	struct winsize ws;
	const char *env = getenv("COLUMNS");

	if (ioctl(fd, TIOCGWINSZ, &ws) == 0 && ws.ws_col > 0)
		return ws.ws_col;
	return env ? atoi(env) : 0;
}

struct text_style cli_style(int fd)
{
	struct style_env env;

	env.tty = isatty(fd);
	env.columns = columns_of(fd);
	env.no_color = getenv("NO_COLOR");
	env.term = getenv("TERM");
	env.lc_all = getenv("LC_ALL");
	env.lc_ctype = getenv("LC_CTYPE");
	env.lang = getenv("LANG");
	return style_of(&env);
}

static void cli_init(struct cli *c, int cancel_fd)
{
	const char *term = getenv("TERM");

	memset(c, 0, sizeof *c);
	buf_init(&c->out);
	c->style = cli_style(1);
	c->live = isatty(2);
	c->live_erase = c->live && term && *term && strcmp(term, "dumb") != 0;
	c->cancel_fd = cancel_fd;
	c->cwd = getcwd(NULL, 0);
}

static void cli_release(struct cli *c)
{
	if (c->have_cat)
		catalogue_release(&c->cat);
	if (c->have_ws)
		workspace_release(&c->ws);
	buf_release(&c->out);
	free((void *)(uintptr_t)c->cwd);
}

void cli_say(const char *fmt, ...)
{
	struct buf raw, line;
	va_list ap;

	buf_init(&raw);
	buf_init(&line);
	va_start(ap, fmt);
	buf_vprintf(&raw, fmt, ap);
	va_end(ap);
	buf_puts(&line, "warplings: ");
	buf_add_scrubbed(&line, raw.data, raw.len);
	buf_putc(&line, '\n');
	fs_write_full(2, line.data, line.len);
	buf_release(&raw);
	buf_release(&line);
}

enum status cli_error(const struct err *e)
{
	char text[sizeof e->msg + sizeof e->file + 64];

	cli_say("%s", err_text(e, text, sizeof text));
	return e->kind == ERR_USAGE ? STATUS_USAGE : STATUS_ENV;
}

enum status cli_open(struct cli *c)
{
	struct err e = ERR_INIT;

	if (!c->have_ws) {
		scratch_sweep();
		if (workspace_find(&c->ws, &e))
			return cli_error(&e);
		c->have_ws = true;
		if (!c->labs)
			c->labs = c->ws.labs;
	}
	if (!c->have_cat) {
		if (catalogue_load(&c->cat, c->labs ? c->labs : c->ws.root, &e))
			return cli_error(&e);
		c->have_cat = true;
	}
	return STATUS_OK;
}

enum status cli_open_step(struct cli *c, const char *word, const struct step **step)
{
	struct err e = ERR_INIT;
	enum status status = cli_open(c);

	if (status)
		return status;
	*step = catalogue_step(&c->cat, word, &e);
	return *step ? STATUS_OK : cli_error(&e);
}

const struct lab **cli_labs(const struct cli *c, const struct options *o, bool broken, struct err *e)
{
	const struct lab **labs = xcalloc(o->nwords + 1, sizeof *labs);

	for (size_t i = 0; i < o->nwords; i++) {
		labs[i] = catalogue_lab(&c->cat, o->words[i], e);
		/* The broken one is the lab that has this very error. */
		for (size_t k = 0; broken && !labs[i] && e->kind != ERR_USAGE && k < c->cat.nlabs; k++)
			if (c->cat.labs[k].error.kind != ERR_NONE && !strcmp(c->cat.labs[k].error.msg, e->msg))
				labs[i] = &c->cat.labs[k];
		if (!labs[i]) {
			free(labs);
			return NULL;
		}
	}
	return labs;
}

const char *cli_path(const struct cli *c, const char *path)
{
	size_t n = c->cwd ? strlen(c->cwd) : 0;

	return n > 1 && !strncmp(path, c->cwd, n) && path[n] == '/' ? path + n + 1 : path;
}

bool cli_flush(struct cli *c)
{
	if (c->out.len > 0 && c->out_errno == 0 && fs_write_full(1, c->out.data, c->out.len))
		c->out_errno = errno ? errno : EIO;
	buf_clear(&c->out);
	return c->out_errno == 0;
}

/* The last write. Somebody who has closed the pipe has seen enough (`| head`): that is no error. Anything else is: what
 * a script relies on has not arrived. */
static enum status finish(struct cli *c, enum status status)
{
	if (cli_flush(c) || c->out_errno == EPIPE)
		return status;
	cli_say("the output could not be written: %s", strerror(c->out_errno));
	return STATUS_ENV;
}

enum status cli_main(int argc, const char *const *argv, int cancel_fd)
{
	const struct command *cmd;
	struct options o;
	struct err e = ERR_INIT;
	struct cli c;
	enum status status;

	cli_init(&c, cancel_fd);
	if (options_parse(argc, argv, &cmd, &o, &e)) {
		status = cli_error(&e);
	} else if (o.help) {
		help_command(cmd, &c.style, &c.out);
		status = STATUS_OK;
	} else {
		c.labs = o.labs_dir;
		status = cmd->run(&c, &o);
	}
	status = finish(&c, status);
	options_release(&o);
	cli_release(&c);
	return status;
}
