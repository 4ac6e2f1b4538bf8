/* completion: what a shell completes, and the manual page, out of the tables of commands and options, so that they are
 * never out of date. `make install` puts them in place. */
#include <ctype.h>
#include <string.h>

#include "cli/cli.h"
#include "device/time/profile.h"

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

/* ---- what may follow: the words of an option's or a command's argument, with blanks between */

/* "auto|emulator|gpu": the words themselves. Capitals name something else. */
static bool are_words(const char *s, size_t n)
{
	bool several = false;

	for (size_t i = 0; i < n; i++) {
		several |= s[i] == '|';
		if (s[i] != '|' && s[i] != '-' && !islower((unsigned char)s[i]))
			return false;
	}
	return several;
}

static void words(struct buf *out, const char *s, size_t n)
{
	for (size_t i = 0; i < n; i++)
		buf_putc(out, s[i] == '|' ? ' ' : s[i]);
}

/* Nothing where any word will do, or a file. *list: several of them may stand with commas between. */
static void values(const struct command *cmd, int id, struct buf *out, bool *list)
{
	static const char *const grade_words[] = {
#define GRADE_FORMAT(ID, word) #word,
#include "grade/formats.def"
#undef GRADE_FORMAT
	};
	const char *arg = options[id].arg;

	*list = id == OPTION_FORMATS;
	if (id == OPTION_FORMAT) {
		for (size_t i = 0; i < FORMAT_COUNT; i++)
			if (cmd->formats & 1u << i)
				buf_printf(out, "%s%s", out->len ? " " : "", cli_formats[i].word);
	} else if (id == OPTION_FORMATS) {
		for (size_t i = 0; i < sizeof grade_words / sizeof *grade_words; i++)
			buf_printf(out, "%s%s", i ? " " : "", grade_words[i]);
	} else if (id == OPTION_PROFILE) {
		for (size_t i = 0; profile_name(i); i++)
			buf_printf(out, "%s%s", i ? " " : "", profile_name(i));
	} else if (arg && are_words(arg, strlen(arg))) {
		words(out, arg, strlen(arg));
	}
}

/* Of the command's first word, where it is one of a few. */
static size_t first_words(const struct command *cmd)
{
	size_t n = strcspn(cmd->args, " ");

	return are_words(cmd->args, n) ? n : 0;
}

static void option_words(const struct command *cmd, struct buf *out)
{
	for (int id = 0; id < OPTION_COUNT; id++)
		if (has(cmd, id))
			buf_printf(out, "--%s ", options[id].name);
}

static bool takes_labs(const struct command *cmd)
{
	return strstr(cmd->args, "LAB") != NULL;
}

/* ---- bash: the words before the cursor decide. A comma begins the next word of a list. */
static void bash_command(const struct command *cmd, struct buf *out)
{
	bool list;

	buf_printf(out, "\t%s)\n\t\toptions='", cmd->name);
	option_words(cmd, out);
	buf_puts(out, "'\n\t\tcase $before in\n");
	for (int id = 0; id < OPTION_COUNT; id++) {
		struct buf v;

		if (!has(cmd, id) || !options[id].arg)
			continue;
		buf_init(&v);
		values(cmd, id, &v, &list);
		if (v.len)
			buf_printf(
				out, "\t\t--%s) options='%s'%s ;;\n", options[id].name, v.data, list ? "; list=1" : "");
		else if (id == OPTION_LABS)
			buf_printf(out, "\t\t--labs) options=%s ;;\n",
				cmd->run == cmd_grade ? "$(_warplings_labs | grep -v /); list=1" : "");
		else
			buf_printf(out, "\t\t--%s) options= ;;\n", options[id].name);
		buf_release(&v);
	}
	buf_puts(out, "\t\t*)");
	if (first_words(cmd)) {
		buf_puts(out, " [ \"$COMP_CWORD\" != 2 ] || options+='");
		words(out, cmd->args, first_words(cmd));
		buf_puts(out, "';");
	}
	buf_printf(out, "%s ;;\n\t\tesac ;;\n", takes_labs(cmd) ? " options+=$(_warplings_labs)" : "");
}

static void bash(struct buf *out)
{
	buf_puts(out,
		"_warplings_labs() { warplings completion labs 2>/dev/null; }\n"
		"_warplings() {\n"
		"\tlocal word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} options= list= head=\n"
		"\t[ \"$before\" != = ] || before=${COMP_WORDS[COMP_CWORD-2]}\n"
		"\tcase $COMP_CWORD:${COMP_WORDS[1]} in\n\t1:*) options='");
	for (size_t i = 0; command_at(i); i++)
		buf_printf(out, "%s%s", i ? " " : "", command_at(i)->name);
	buf_puts(out, "' ;;\n\tesac\n\t[ \"$COMP_CWORD\" = 1 ] || case ${COMP_WORDS[1]} in\n");
	for (size_t i = 0; command_at(i); i++)
		bash_command(command_at(i), out);
	buf_puts(out,
		"\tesac\n"
		"\tif [ \"$list\" ] && [[ $word == *,* ]]; then\n\t\thead=${word%,*}, word=${word##*,}\n\tfi\n"
		"\tmapfile -t COMPREPLY < <(compgen -P \"$head\" -W \"$options\" -- \"$word\")\n"
		"\t[ \"${#COMPREPLY[@]}\" -gt 0 ] || mapfile -t COMPREPLY < <(compgen -f -- \"$word\")\n"
		"}\ncomplete -o filenames -F _warplings warplings\n");
}

static void zsh_command(const struct command *cmd, struct buf *out)
{
	bool list;

	buf_printf(out, "%s)\n\toptions=(", cmd->name);
	option_words(cmd, out);
	buf_puts(out, ")\n\tcase $words[CURRENT-1] in\n");
	for (int id = 0; id < OPTION_COUNT; id++) {
		struct buf v;

		if (!has(cmd, id) || !options[id].arg)
			continue;
		buf_init(&v);
		values(cmd, id, &v, &list);
		if (v.len)
			buf_printf(out, "\t--%s) %s %s%s; return ;;\n", options[id].name,
				list ? "_values -s ," : "compadd --", list ? "format " : "", v.data);
		else if (id == OPTION_LABS && cmd->run == cmd_grade)
			buf_puts(out,
				"\t--labs) _values -s , lab ${$(warplings completion labs 2>/dev/null):#*/*}; _files; "
				"return ;;\n");
		else
			buf_printf(out, "\t--%s) _files; return ;;\n", options[id].name);
		buf_release(&v);
	}
	buf_puts(out, "\tesac\n");
	if (first_words(cmd)) {
		buf_puts(out, "\t(( CURRENT == 3 )) && options+=(");
		words(out, cmd->args, first_words(cmd));
		buf_puts(out, ")\n");
	}
	if (takes_labs(cmd))
		buf_puts(out, "\toptions+=($(warplings completion labs 2>/dev/null))\n");
	buf_puts(out, "\t;;\n");
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
	for (size_t i = 0; command_at(i); i++)
		zsh_command(command_at(i), out);
	buf_puts(out, "esac\ncompadd -- $options\n_files\n");
}

static void fish_command(const struct command *cmd, struct buf *out)
{
	bool list;

	buf_printf(out, "complete -c warplings -n __fish_use_subcommand -a %s -d '", cmd->name);
	for (const char *s = cmd->text; *s; s++)
		buf_puts(out, *s == '\'' ? "\\'" : (char[]){ *s, '\0' });
	buf_puts(out, "'\n");
	if (first_words(cmd)) {
		buf_printf(out, "complete -c warplings -n '__fish_seen_subcommand_from %s' -a '", cmd->name);
		words(out, cmd->args, first_words(cmd));
		buf_puts(out, "'\n");
	}
	if (takes_labs(cmd))
		buf_printf(out,
			"complete -c warplings -n '__fish_seen_subcommand_from %s' -a '(warplings completion labs "
			"2>/dev/null)'\n",
			cmd->name);
	for (int id = 0; id < OPTION_COUNT; id++) {
		struct buf v;

		if (!has(cmd, id))
			continue;
		buf_init(&v);
		values(cmd, id, &v, &list);
		buf_printf(out, "complete -c warplings -n '__fish_seen_subcommand_from %s' -l %s%s", cmd->name,
			options[id].name, options[id].arg ? " -r" : "");
		if (v.len && list) {
			for (char *p = v.data; *p; p++)
				*p = *p == ' ' ? '.' : *p;
			buf_printf(out, " -f -a '(__fish_complete_list , \"string split . %s\")'", v.data);
		} else if (v.len)
			buf_printf(out, " -f -a '%s'", v.data);
		else if (id == OPTION_LABS && cmd->run == cmd_grade)
			buf_puts(out, " -a '(warplings completion labs 2>/dev/null | string match -v \"*/*\")'");
		buf_putc(out, '\n');
		buf_release(&v);
	}
}

static void fish(struct buf *out)
{
	for (size_t i = 0; command_at(i); i++)
		fish_command(command_at(i), out);
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

/* The names of all labs and steps, one a line: what the scripts above ask for. */
static enum status lab_names(struct cli *c)
{
	for (size_t i = 0; i < c->cat.nlabs; i++) {
		const struct lab *l = &c->cat.labs[i];

		buf_printf(&c->out, "%s\n", l->id);
		for (size_t k = 0; l->error.kind == ERR_NONE && k < l->nsteps; k++)
			buf_printf(&c->out, "%s\n", l->steps[k].id);
	}
	return STATUS_OK;
}

enum status cmd_completion(struct cli *c, const struct options *o)
{
	static const struct {
		const char *word;
		void (*write)(struct buf *out);
	} kinds[] = { { "bash", bash }, { "zsh", zsh }, { "fish", fish }, { "man", man } };
	struct err e = ERR_INIT;

	if (!strcmp(o->words[0], "labs")) {
		enum status status = cli_open(c);

		return status ? status : lab_names(c);
	}
	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
		if (!strcmp(o->words[0], kinds[i].word)) {
			kinds[i].write(&c->out);
			return STATUS_OK;
		}
	err_set(&e, ERR_USAGE, "there is nothing for \"%s\"; there is bash, zsh, fish, man and labs", o->words[0]);
	return cli_error(&e);
}
