/* help: the commands and options, out of the tables that the parser reads. And the version. */
#include <stdio.h>
#include <string.h>

#include "cli/cli.h"
#include "grade/grade.h"
#include "report/doc/text.h"
#include "report/page.h"

static const struct {
	const char *name, *arg, *text;
} option_texts[] = {
#define OPTION(id, name, arg, text) { name, arg, text },
#include "cli/options.def"
};

static void entry(struct page *p, const char *head, const char *text)
{
	enum { COLUMN = 26 };
	int n = text_columns(head);

	page_text(p, PAGE_PLAIN, "  ");
	page_text(p, PAGE_BOLD, head);
	if (n > COLUMN - 4) {
		page_newline(p);
		n = -2;
	}
	page_spaces(p, COLUMN - 2 - n);
	page_wrap(p, PAGE_PLAIN, COLUMN, COLUMN, text);
}

static void formats(unsigned set, struct buf *out)
{
	for (int i = 0; i < FORMAT_COUNT; i++)
		if (set & 1u << i)
			buf_printf(out, "%s%s", i ? "|" : "", cli_formats[i].word);
}

void help_command(const struct command *cmd, const struct text_style *st, struct buf *out)
{
	struct page p;
	struct buf head, text;

	page_init(&p, st, out);
	buf_init(&head);
	buf_init(&text);
	page_printf(&p, PAGE_BOLD, "warplings %s%s%s%s", cmd->name, *cmd->args ? " " : "", cmd->args,
		cmd->options ? " [options]" : "");
	page_newline(&p);
	page_wrap(&p, PAGE_PLAIN, 0, 0, cmd->text);
	page_newline(&p);
	for (int i = 0; i < OPTION_COUNT; i++) {
		if (!(cmd->options & UINT64_C(1) << i))
			continue;
		buf_clear(&head);
		buf_printf(&head, "--%s", option_texts[i].name);
		if (i == OPTION_FORMAT) {
			buf_putc(&head, ' ');
			formats(cmd->formats, &head);
		} else if (option_texts[i].arg) {
			buf_printf(&head, " %s", option_texts[i].arg);
		}
		buf_clear(&text);
		buf_printf(&text, "%s%s", option_texts[i].text, i == OPTION_FORMATS ? grade_formats : "");
		entry(&p, head.data, text.data);
	}
	buf_release(&text);
	buf_release(&head);
	page_release(&p);
}

static void help_all(const struct text_style *st, struct buf *out)
{
	struct page p;
	const struct command *cmd;
	struct buf head;

	page_init(&p, st, out);
	buf_init(&head);
	page_wrap(&p, PAGE_PLAIN, 0, 0,
		"Warplings: learn to write fast CUDA kernels. Edit a step's file, run it, and see why it is fast or "
		"slow.");
	page_newline(&p);
	for (size_t i = 0; (cmd = command_at(i)) != NULL; i++) {
		buf_clear(&head);
		buf_printf(&head, "%s%s%s", cmd->name, *cmd->args ? " " : "", cmd->args);
		entry(&p, head.data, cmd->text);
	}
	page_newline(&p);
	page_wrap(&p, PAGE_PLAIN, 0, 0,
		"A lab is named by its folder, its number or its name (02-coalescing, 02, coalescing), a step likewise "
		"(02/1). "
		"`warplings help COMMAND` lists a command's options.");
	page_wrap(&p, PAGE_PLAIN, 0, 0,
		"Exit status: 0 all that was attempted passes, 1 something does not, 2 usage, 3 the environment.");
	buf_release(&head);
	page_release(&p);
}

enum status cmd_help(struct cli *c, const struct options *o)
{
	const struct command *cmd;
	struct err e = ERR_INIT;

	if (o->nwords == 0) {
		help_all(&c->style, &c->out);
		return STATUS_OK;
	}
	cmd = command_find(o->words[0]);
	if (!cmd) {
		err_set(&e, ERR_USAGE, "there is no command \"%s\"; `warplings help` lists what there is", o->words[0]);
		return cli_error(&e);
	}
	help_command(cmd, &c->style, &c->out);
	return STATUS_OK;
}

enum status cmd_version(struct cli *c, const struct options *o)
{
	(void)o;
	buf_printf(&c->out, "warplings %s\n", WARPLINGS_VERSION);
	return STATUS_OK;
}
