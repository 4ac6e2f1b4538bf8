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

/* What may follow an option. */
enum value {
	VALUE_NONE, /* it takes no value */
	VALUE_ANY,  /* any word, or a file */
	VALUE_WORD, /* one of a few words */
	VALUE_LIST, /* several of them, with commas between */
	VALUE_LABS, /* names of labs, with commas between */
	VALUES
};

/* *out: the words of VALUE_WORD and VALUE_LIST. */
static enum value value_of(const struct command *cmd, int id, struct buf *out)
{
	static const char *const grade_words[] = {
#define GRADE_FORMAT(ID, word) #word,
#include "grade/formats.def"
#undef GRADE_FORMAT
	};
	const char *arg = options[id].arg;

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
	if (out->len)
		return id == OPTION_FORMATS ? VALUE_LIST : VALUE_WORD;
	if (id == OPTION_LABS && cmd->run == cmd_grade)
		return VALUE_LABS;
	return arg ? VALUE_ANY : VALUE_NONE;
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

/* ---- a shell: for each command what begins it, its options in turn, what ends it */
struct shell {
	void (*begin)(struct buf *out);
	void (*command)(const struct command *cmd, struct buf *out);
	void (*option)(const struct command *cmd, const char *name, struct buf *out);
	/* After the option's name, and after the words that may follow it. NULL: no line for such an option. */
	const char *value[VALUES][2];
	void (*command_end)(const struct command *cmd, struct buf *out);
	const char *end;
	char between; /* the words of a list */
};

static void shell_option(const struct shell *sh, const struct command *cmd, int id, struct buf *out)
{
	struct buf v;
	enum value kind;

	buf_init(&v);
	kind = value_of(cmd, id, &v);
	for (size_t i = 0; kind == VALUE_LIST && i < v.len; i++)
		v.data[i] = v.data[i] == ' ' ? sh->between : v.data[i];
	if (sh->value[kind][0]) {
		sh->option(cmd, options[id].name, out);
		buf_printf(out, "%s%s%s", sh->value[kind][0], v.len ? v.data : "", sh->value[kind][1]);
	}
	buf_release(&v);
}

static void shell_write(const struct shell *sh, struct buf *out)
{
	if (sh->begin)
		sh->begin(out);
	for (size_t i = 0; command_at(i); i++) {
		sh->command(command_at(i), out);
		for (int id = 0; id < OPTION_COUNT; id++)
			if (has(command_at(i), id))
				shell_option(sh, command_at(i), id, out);
		if (sh->command_end)
			sh->command_end(command_at(i), out);
	}
	if (sh->end)
		buf_puts(out, sh->end);
}

/* bash: the words before the cursor decide. A comma begins the next word of a list. */
static void bash_begin(struct buf *out)
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
}

static void bash_command(const struct command *cmd, struct buf *out)
{
	buf_printf(out, "\t%s)\n\t\toptions='", cmd->name);
	option_words(cmd, out);
	buf_puts(out, "'\n\t\tcase $before in\n");
}

static void bash_option(const struct command *cmd, const char *name, struct buf *out)
{
	(void)cmd;
	buf_printf(out, "\t\t--%s) ", name);
}

static void bash_command_end(const struct command *cmd, struct buf *out)
{
	buf_puts(out, "\t\t*)");
	if (first_words(cmd)) {
		buf_puts(out, " [ \"$COMP_CWORD\" != 2 ] || options+='");
		words(out, cmd->args, first_words(cmd));
		buf_puts(out, "';");
	}
	buf_printf(out, "%s ;;\n\t\tesac ;;\n", takes_labs(cmd) ? " options+=$(_warplings_labs)" : "");
}

static const struct shell bash = {
	.begin = bash_begin,
	.command = bash_command,
	.option = bash_option,
	.value = { [VALUE_ANY] = { "options=", " ;;\n" },
		[VALUE_WORD] = { "options='", "' ;;\n" },
		[VALUE_LIST] = { "options='", "'; list=1 ;;\n" },
		[VALUE_LABS] = { "options=$(_warplings_labs | grep -v /)", "; list=1 ;;\n" } },
	.command_end = bash_command_end,
	.end = "\tesac\n"
	       "\tif [ \"$list\" ] && [[ $word == *,* ]]; then\n\t\thead=${word%,*}, word=${word##*,}\n\tfi\n"
	       "\tmapfile -t COMPREPLY < <(compgen -P \"$head\" -W \"$options\" -- \"$word\")\n"
	       "\t[ \"${#COMPREPLY[@]}\" -gt 0 ] || mapfile -t COMPREPLY < <(compgen -f -- \"$word\")\n"
	       "}\ncomplete -o filenames -F _warplings warplings\n",
	.between = ' ',
};

static void zsh_begin(struct buf *out)
{
	buf_puts(out, "#compdef warplings\nlocal -a commands options\ncommands=(\n");
	for (size_t i = 0; command_at(i); i++) {
		buf_printf(out, "\t'%s:", command_at(i)->name);
		quoted(out, command_at(i)->text);
		buf_puts(out, "'\n");
	}
	buf_puts(
		out, ")\nif (( CURRENT == 2 )); then\n\t_describe command commands\n\treturn\nfi\ncase $words[2] in\n");
}

static void zsh_command(const struct command *cmd, struct buf *out)
{
	buf_printf(out, "%s)\n\toptions=(", cmd->name);
	option_words(cmd, out);
	buf_puts(out, ")\n\tcase $words[CURRENT-1] in\n");
}

static void zsh_option(const struct command *cmd, const char *name, struct buf *out)
{
	(void)cmd;
	buf_printf(out, "\t--%s) ", name);
}

static void zsh_command_end(const struct command *cmd, struct buf *out)
{
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

static const struct shell zsh = {
	.begin = zsh_begin,
	.command = zsh_command,
	.option = zsh_option,
	.value = { [VALUE_ANY] = { "_files", "; return ;;\n" },
		[VALUE_WORD] = { "compadd -- ", "; return ;;\n" },
		[VALUE_LIST] = { "_values -s , format ", "; return ;;\n" },
		[VALUE_LABS] = { "_values -s , lab ${$(warplings completion labs 2>/dev/null):#*/*}; _files",
			"; return ;;\n" } },
	.command_end = zsh_command_end,
	.end = "esac\ncompadd -- $options\n_files\n",
	.between = ' ',
};

/* fish: a line for each thing that may follow. */
static void fish_command(const struct command *cmd, struct buf *out)
{
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
}

static void fish_option(const struct command *cmd, const char *name, struct buf *out)
{
	buf_printf(out, "complete -c warplings -n '__fish_seen_subcommand_from %s' -l %s", cmd->name, name);
}

static const struct shell fish = {
	.command = fish_command,
	.option = fish_option,
	.value = { [VALUE_NONE] = { "", "\n" },
		[VALUE_ANY] = { " -r", "\n" },
		[VALUE_WORD] = { " -r -f -a '", "'\n" },
		[VALUE_LIST] = { " -r -f -a '(__fish_complete_list , \"string split . ", "\")'\n" },
		[VALUE_LABS] = { " -r -a '(warplings completion labs 2>/dev/null | string match -v \"*/*\")'", "\n" } },
	.between = '.',
};

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
		const struct shell *shell;
	} shells[] = { { "bash", &bash }, { "zsh", &zsh }, { "fish", &fish } };
	struct err e = ERR_INIT;

	if (!strcmp(o->words[0], "labs")) {
		enum status status = cli_open(c);

		return status ? status : lab_names(c);
	}
	if (!strcmp(o->words[0], "man")) {
		man(&c->out);
		return STATUS_OK;
	}
	for (size_t i = 0; i < sizeof shells / sizeof *shells; i++)
		if (!strcmp(o->words[0], shells[i].word)) {
			shell_write(shells[i].shell, &c->out);
			return STATUS_OK;
		}
	err_set(&e, ERR_USAGE, "there is nothing for \"%s\"; there is bash, zsh, fish, man and labs", o->words[0]);
	return cli_error(&e);
}
