/* completion: what a shell completes, and the manual page, out of the tables of commands and options, so that they are
 * never behind. `make install` puts them in place. */
#include <ctype.h>
#include <string.h>

#include "cli/cli.h"

static const struct {
	const char *name, *arg, *text;
} options[] = {
#define OPTION(id, name, arg, text) { name, arg, text },
#include "cli/options.def"
};

static bool has(const struct command *cmd, int id)
{
	return id == OPTION_HELP || cmd->options & UINT64_C(1) << id;
}

/* Between single quotes of a shell. */
static void quoted(struct buf *out, const char *s)
{
	for (; *s; s++) {
		if (*s == '\'')
			buf_puts(out, "'\\''");
		else
			buf_putc(out, *s);
	}
}

static void bash(struct buf *out)
{
	buf_puts(out,
		"_warplings() {\n"
		"\tlocal word=${COMP_WORDS[COMP_CWORD]} options=\n"
		"\tif [ \"$COMP_CWORD\" = 1 ]; then\n\t\toptions='");
	for (size_t i = 0; command_at(i); i++)
		buf_printf(out, "%s%s", i ? " " : "", command_at(i)->name);
	buf_puts(out, "'\n\telse\n\t\tcase ${COMP_WORDS[1]} in\n");
	for (size_t i = 0; command_at(i); i++) {
		buf_printf(out, "\t\t%s) options='", command_at(i)->name);
		for (int id = 0; id < OPTION_COUNT; id++)
			if (has(command_at(i), id))
				buf_printf(out, "--%s ", options[id].name);
		buf_puts(out, "' ;;\n");
	}
	buf_puts(out,
		"\t\tesac\n\tfi\n"
		"\tmapfile -t COMPREPLY < <(compgen -W \"$options\" -- \"$word\")\n"
		"\t[ \"${#COMPREPLY[@]}\" -gt 0 ] || mapfile -t COMPREPLY < <(compgen -f -- \"$word\")\n"
		"}\ncomplete -F _warplings warplings\n");
}

static void zsh(struct buf *out)
{
	buf_puts(out, "#compdef warplings\nlocal -a commands options\ncommands=(\n");
	for (size_t i = 0; command_at(i); i++) {
		buf_printf(out, "\t'%s:", command_at(i)->name);
		quoted(out, command_at(i)->text);
		buf_puts(out, "'\n");
	}
	buf_puts(
		out, ")\nif (( CURRENT == 2 )); then\n\t_describe command commands\n\treturn\nfi\ncase $words[2] in\n");
	for (size_t i = 0; command_at(i); i++) {
		buf_printf(out, "%s) options=(", command_at(i)->name);
		for (int id = 0; id < OPTION_COUNT; id++)
			if (has(command_at(i), id))
				buf_printf(out, "--%s ", options[id].name);
		buf_puts(out, ") ;;\n");
	}
	buf_puts(out, "esac\ncompadd -- $options\n_files\n");
}

static void fish(struct buf *out)
{
	for (size_t i = 0; command_at(i); i++) {
		const struct command *cmd = command_at(i);

		buf_printf(out, "complete -c warplings -n __fish_use_subcommand -a %s -d '", cmd->name);
		for (const char *s = cmd->text; *s; s++)
			buf_puts(out, *s == '\'' ? "\\'" : (char[]){ *s, '\0' });
		buf_puts(out, "'\n");
		for (int id = 0; id < OPTION_COUNT; id++)
			if (has(cmd, id))
				buf_printf(out, "complete -c warplings -n '__fish_seen_subcommand_from %s' -l %s%s\n",
					cmd->name, options[id].name, options[id].arg ? " -r" : "");
	}
}

/* A line of text for troff: no dot or quote begins it, no backslash or hyphen is taken for something else. */
static void roff(struct buf *out, const char *s)
{
	if (*s == '.' || *s == '\'')
		buf_puts(out, "\\&");
	for (; *s; s++) {
		if (*s == '\\')
			buf_puts(out, "\\e");
		else if (*s == '-')
			buf_puts(out, "\\-");
		else
			buf_putc(out, *s);
	}
}

static void man(struct buf *out)
{
	buf_puts(out,
		".TH WARPLINGS 1 \"\" \"warplings " WARPLINGS_VERSION "\"\n.SH NAME\n"
		"warplings \\- learn to write fast CUDA kernels, in a terminal\n.SH SYNOPSIS\n");
	for (size_t i = 0; command_at(i); i++) {
		buf_printf(out, ".B warplings %s\n", command_at(i)->name);
		if (*command_at(i)->args) {
			roff(out, command_at(i)->args);
			buf_putc(out, '\n');
		}
		buf_puts(out, ".br\n");
	}
	buf_puts(out, ".SH COMMANDS\n");
	for (size_t i = 0; command_at(i); i++) {
		const struct command *cmd = command_at(i);

		buf_printf(out, ".SS %s\n", cmd->name);
		roff(out, cmd->text);
		buf_putc(out, '\n');
		for (int id = 0; id < OPTION_COUNT; id++) {
			if (id == OPTION_HELP || !has(cmd, id))
				continue;
			buf_puts(out, ".TP\n.B \\-\\-");
			roff(out, options[id].name);
			if (options[id].arg) {
				buf_putc(out, ' ');
				roff(out, options[id].arg);
			}
			buf_putc(out, '\n');
			roff(out, options[id].text);
			buf_putc(out, '\n');
		}
	}
	buf_puts(out,
		".SH EXIT STATUS\n.TP\n.B 0\nall that was attempted passes\n.TP\n.B 1\nsomething does not\n.TP\n.B 2\n"
		"the command line is wrong\n.TP\n.B 3\nthe machine, or a lab, is at fault\n");
}

enum status cmd_completion(struct cli *c, const struct options *o)
{
	static const struct {
		const char *word;
		void (*write)(struct buf *out);
	} kinds[] = { { "bash", bash }, { "zsh", zsh }, { "fish", fish }, { "man", man } };
	struct err e = ERR_INIT;

	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
		if (!strcmp(o->words[0], kinds[i].word)) {
			kinds[i].write(&c->out);
			return STATUS_OK;
		}
	err_set(&e, ERR_USAGE, "there is nothing for \"%s\"; there is bash, zsh, fish and man", o->words[0]);
	return cli_error(&e);
}
