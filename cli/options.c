/* options: argv -> struct options, by the tables in commands.def and options.def. A wrong word ends in a sentence that
 * says what would have been right. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/fs.h"
#include "cli/cli.h"
#include "device/time/profile.h"

#define OPT(id) (UINT64_C(1) << OPTION_##id)

static const struct command commands[] = {
#define COMMAND_AS(id, name, args, min, max, options, formats, text) \
	{ name, args, min, max, (options) | OPT(HELP), formats, text, cmd_##id },
#define COMMAND(name, ...) COMMAND_AS(name, #name, __VA_ARGS__)
#include "cli/commands.def"
};

static const struct {
	const char *name, *arg;
} options[] = {
#define OPTION(id, name, arg, text) { name, arg },
#include "cli/options.def"
};

const struct format_row cli_formats[FORMAT_COUNT] = {
	{ "text", NULL },
#define REPORT_FORMAT(ID, word, ending) { #word, report_check_##word },
#include "report/formats.def"
#undef REPORT_FORMAT
};

static const struct {
	const char *word;
	enum device_choice device;
} devices[] = { { "auto", DEVICE_AUTO }, { "emulator", DEVICE_EMULATOR }, { "gpu", DEVICE_GPU } };

/* What --seed 0 stands for: 0 itself means "a fresh one" to the engine, and a script that says 0 wants the same run
 * again. */
#define SEED_OF_ZERO 0x9e3779b97f4a7c15u

const struct command *command_find(const char *name)
{
	for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
		if (!strcmp(commands[i].name, name))
			return &commands[i];
	return NULL;
}

const struct command *command_at(size_t i)
{
	return i < sizeof commands / sizeof *commands ? &commands[i] : NULL;
}

static int set_format(const struct command *cmd, const char *word, enum format *format, struct err *e)
{
	struct buf known;

	for (int i = 0; i < FORMAT_COUNT; i++) {
		if (!strcmp(cli_formats[i].word, word) && (cmd->formats & 1u << i)) {
			*format = (enum format)(1 << i);
			return 0;
		}
	}
	buf_init(&known);
	for (int i = 0; i < FORMAT_COUNT; i++)
		if (cmd->formats & 1u << i)
			buf_printf(&known, "%s%s", known.len ? ", " : "", cli_formats[i].word);
	err_set(e, ERR_USAGE, "%s has no format \"%s\"; it has: %s", cmd->name, word, known.data);
	buf_release(&known);
	return -1;
}

static int set_device(const char *word, struct options *o, struct err *e)
{
	for (size_t i = 0; i < sizeof devices / sizeof *devices; i++) {
		if (!strcmp(devices[i].word, word)) {
			o->device = devices[i].device;
			return 0;
		}
	}
	return err_set(e, ERR_USAGE, "there is no device \"%s\"; --device takes auto, emulator or gpu", word);
}

static int set_seed(const char *word, struct options *o, struct err *e)
{
	char *end;

	errno = 0;
	o->seed = strtoull(word, &end, 10);
	/* strtoull would take "-1" and " 7" too. */
	if (word[0] < '0' || word[0] > '9' || *end || errno)
		return err_set(e, ERR_USAGE, "\"%s\" is no seed; --seed takes a whole number from 0 to 2^64-1", word);
	if (o->seed == 0)
		o->seed = SEED_OF_ZERO;
	return 0;
}

static int set_exitcode(const char *word, struct options *o, struct err *e)
{
	int v = 0;

	for (const char *s = word; *s; s++) {
		if (*s < '0' || *s > '9' || v > 255)
			v = 1000;
		else
			v = v * 10 + (*s - '0');
	}
	if (v > 255)
		return err_set(
			e, ERR_USAGE, "\"%s\" is no exit status; --error-exitcode takes a number from 0 to 255", word);
	o->error_exitcode = v;
	return 0;
}

/* How many times a run is repeated is bounded: each takes as long as the first. */
static int set_schedules(int id, const char *word, struct options *o, struct err *e)
{
	enum { MOST = 100000 };
	bool many = id == OPTION_SCHEDULES;
	unsigned long long v;
	char *end;

	errno = 0;
	v = strtoull(word, &end, 10);
	if (word[0] < '0' || word[0] > '9' || *end || errno || (many && v > MOST))
		return err_set(e, ERR_USAGE, "\"%s\" is no %s; --%s takes a whole number from 0 to %s", word,
			many ? "number of schedules" : "schedule", options[id].name, many ? "100000" : "2^64-1");
	if (o->schedule || o->schedules)
		return err_set(e, ERR_USAGE, "--schedule runs one order and --schedules some: say which, once");
	/* 0: the natural order and no other. */
	if (many || !v)
		o->schedules = v ? (int)v : -1;
	else
		o->schedule = v;
	return 0;
}

static int set_width(const char *word, struct options *o, struct err *e)
{
	enum { LEAST = 24, MOST = 10000 };
	char *end;
	long v = strtol(word, &end, 10);

	if (word[0] < '0' || word[0] > '9' || *end || v < LEAST || v > MOST)
		return err_set(e, ERR_USAGE, "\"%s\" is no width; --width takes a number of columns from %d to %d",
			word, LEAST, MOST);
	o->width = (int)v;
	return 0;
}

static int set_index(int id, const char *word, struct options *o, struct err *e)
{
	uint64_t least = id == OPTION_LINE || id == OPTION_NTH || id == OPTION_SINCE,
		 most = id == OPTION_WARP ? 31 : 1u << 30, v;
	char *end;

	errno = 0;
	v = strtoull(word, &end, 10);
	if (word[0] < '0' || word[0] > '9' || *end || errno || v < least || v > most)
		return err_set(e, ERR_USAGE, "\"%s\" is no %s; --%s takes a whole number from %u to %u", word,
			options[id].name, options[id].name, (unsigned)least, (unsigned)most);
	switch (id) {
	case OPTION_LINE: o->line = (int)v; break;
	case OPTION_BLOCK: o->block = v; break;
	case OPTION_WARP: o->warp = (uint32_t)v; break;
	case OPTION_SINCE: o->since = v; break;
	default: o->nth = v; break;
	}
	return 0;
}

static int set_time_limit(const char *word, struct options *o, struct err *e)
{
	enum { MOST = 600 };
	char *end;
	double v = strtod(word, &end);

	if (word[0] < '0' || word[0] > '9' || *end || !(v >= 0.1) || v > MOST)
		return err_set(
			e, ERR_USAGE, "\"%s\" is no time limit; --time-limit takes seconds from 0.1 to %d", word, MOST);
	o->time_limit_ms = (uint64_t)(v * 1000);
	return 0;
}

/* A second list would silently take the place of the first. */
static int set_labs(const char *word, const char **labs, const char *instead, struct err *e)
{
	if (*labs)
		return err_set(e, ERR_USAGE, "--labs %s and --labs %s: %s", *labs, word, instead);
	*labs = word;
	return 0;
}

static int set_engine(const char *word, struct options *o, struct err *e)
{
	o->slurm = !strcmp(word, "slurm");
	if (!o->slurm && strcmp(word, "local"))
		return err_set(e, ERR_USAGE, "there is no engine \"%s\"; --engine takes local or slurm", word);
	return 0;
}

static int set_shard(const char *word, struct options *o, struct err *e)
{
	char rest;

	if (sscanf(word, "%4d/%4d%c", &o->shard, &o->shards, &rest) != 2 || o->shard < 0 || o->shard >= o->shards)
		return err_set(e, ERR_USAGE, "\"%s\" is no shard; --shard takes K/N, with K from 0 to N - 1", word);
	return 0;
}

static int set_jobs(const char *word, struct options *o, struct err *e)
{
	enum { MOST = 1024 };
	char *end;
	long v = strtol(word, &end, 10);

	if (word[0] < '0' || word[0] > '9' || *end || v < 1 || v > MOST)
		return err_set(
			e, ERR_USAGE, "\"%s\" is no number of jobs; --jobs takes a number from 1 to %d", word, MOST);
	o->jobs = (int)v;
	return 0;
}

static int set_option(const struct command *cmd, int id, const char *value, struct options *o, struct err *e)
{
	struct profile profile;

	switch (id) {
	case OPTION_FORMAT: return set_format(cmd, value, &o->format, e);
	case OPTION_DEVICE: return set_device(value, o, e);
	case OPTION_SEED: return set_seed(value, o, e);
	case OPTION_SCHEDULE:
	case OPTION_SCHEDULES: return set_schedules(id, value, o, e);
	case OPTION_TIME_LIMIT: return set_time_limit(value, o, e);
	case OPTION_FILE: o->file = value; return 0;
	case OPTION_SCRIPT: o->script = value; return 0;
	case OPTION_DUMP: o->dump = value; return 0;
	case OPTION_COUNTERS: return set_format(cmd, value, &o->counters, e);
	case OPTION_PROFILE: o->profile = value; return profile_find(&profile, value, e);
	case OPTION_WIDTH: return set_width(value, o, e);
	case OPTION_LINE:
	case OPTION_BLOCK:
	case OPTION_WARP:
	case OPTION_SINCE:
	case OPTION_NTH: return set_index(id, value, o, e);
	case OPTION_OUTPUT: o->output = value; return 0;
	case OPTION_ERROR_EXITCODE: return set_exitcode(value, o, e);
	case OPTION_TIME_SAMPLE: o->time_sample = true; return 0;
	case OPTION_SOLUTIONS: o->solutions = true; return 0;
	case OPTION_STRICT: o->strict = true; return 0;
	case OPTION_PNG: o->png = true; return 0;
	case OPTION_MUTANTS: o->mutants = true; return 0;
	case OPTION_MODELLED: o->modelled = true; return 0;
	case OPTION_LABS:
		/* Of a command that takes a list of labs a word is one, unless it is a folder. */
		if (cmd->options & (OPT(OUTPUT) | OPT(TRUST)) && !strchr(value, '/') && !fs_is_dir(value))
			return set_labs(value, &o->labs, "name them all in one, as in --labs 01,02", e);
		return set_labs(value, &o->labs_dir, "there can be one folder of labs", e);
	case OPTION_JOBS: return set_jobs(value, o, e);
	case OPTION_POINTS: o->points = value; return 0;
	case OPTION_FORMATS: o->formats = value; return 0;
	case OPTION_WATCH: o->watch = value; return 0;
	case OPTION_CASE: o->case_name = value; return 0;
	case OPTION_ENGINE: return set_engine(value, o, e);
	case OPTION_SHARD: return set_shard(value, o, e);
	case OPTION_TRUST: o->trust = true; return 0;
	case OPTION_YES: o->yes = true; return 0;
	default: o->help = true; return 0;
	}
}

/* argv[*i] begins with '-'. Moves *i past a value that stands in a word of its own. */
static int take_option(
	const struct command *cmd, int argc, const char *const *argv, int *i, struct options *o, struct err *e)
{
	const char *word = argv[*i], *name = word + 2, *value;
	size_t n = strcspn(name, "=");

	if (!strcmp(word, "-o")) {
		word = "--output";
		name = word + 2;
		n = strlen(name);
	}
	if (!strcmp(word, "-h"))
		return set_option(cmd, OPTION_HELP, NULL, o, e);
	for (int id = 0; word[1] == '-' && id < OPTION_COUNT; id++) {
		if (strlen(options[id].name) != n || strncmp(options[id].name, name, n) != 0)
			continue;
		if (!(cmd->options & UINT64_C(1) << id))
			return err_set(e, ERR_USAGE, "%s has no option --%s; `warplings help %s` lists what it has",
				cmd->name, options[id].name, cmd->name);
		value = name[n] == '=' ? name + n + 1 : NULL;
		if (!options[id].arg && value)
			return err_set(e, ERR_USAGE, "--%s takes no value", options[id].name);
		if (options[id].arg && !value) {
			if (*i + 1 >= argc)
				return err_set(e, ERR_USAGE, "--%s needs a value: --%s %s", options[id].name,
					options[id].name, options[id].arg);
			value = argv[++*i];
		}
		if (value && !*value)
			return err_set(e, ERR_USAGE, "--%s has an empty value", options[id].name);
		return set_option(cmd, id, value, o, e);
	}
	return err_set(e, ERR_USAGE, "unknown option %s; `warplings help %s` lists what there is", word, cmd->name);
}

int options_parse(int argc, const char *const *argv, const struct command **cmd, struct options *o, struct err *e)
{
	const char **words;
	bool only_words = false;
	int i = 1;

	memset(o, 0, sizeof *o);
	o->format = o->counters = FORMAT_TEXT;
	o->device = DEVICE_AUTO;
	*cmd = &commands[0];
	if (argc > 1 && argv[1][0] != '-') {
		*cmd = command_find(argv[1]);
		if (!*cmd && argv[1][0] >= '0' && argv[1][0] <= '9') /* a lab or a step */
			return err_set(e, ERR_USAGE,
				"there is no command \"%s\"; `warplings ui %s` opens it, `warplings run %s` judges it",
				argv[1], argv[1], argv[1]);
		if (!*cmd)
			return err_set(e, ERR_USAGE, "there is no command \"%s\"; `warplings help` lists what there is",
				argv[1]);
		i = 2;
	} else if (argc > 1 && (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h"))) {
		*cmd = command_find("help");
		i = 2;
	} else if (argc > 1 && !strcmp(argv[1], "--version")) {
		*cmd = command_find("version");
		i = 2;
	}
	words = xcalloc((size_t)argc + 1, sizeof *words);
	o->words = words;
	for (; i < argc; i++) {
		if (!only_words && !strcmp(argv[i], "--"))
			only_words = true;
		else if (only_words || argv[i][0] != '-' || !argv[i][1])
			words[o->nwords++] = argv[i];
		else if (take_option(*cmd, argc, argv, &i, o, e))
			return -1;
	}
	if (o->help)
		return 0;
	if (o->profile && o->device == DEVICE_GPU)
		return err_set(
			e, ERR_USAGE, "--profile names an emulated GPU; a real one is what it is (--device gpu)");
	if ((int)o->nwords < (*cmd)->min)
		return err_set(e, ERR_USAGE, "something is missing: warplings %s %s", (*cmd)->name, (*cmd)->args);
	if ((int)o->nwords > (*cmd)->max)
		return err_set(e, ERR_USAGE, "\"%s\" is one word too many: warplings %s%s%s", o->words[(*cmd)->max],
			(*cmd)->name, *(*cmd)->args ? " " : "", (*cmd)->args);
	return 0;
}

void options_release(struct options *o)
{
	free((void *)(uintptr_t)o->words);
	o->words = NULL;
	o->nwords = 0;
}
