/* cli: the command line. main_warplings.c sets up signals and calls cli_main; a command (commands.def, one cmd_<name>.c
 * each) turns options into a call of the engine and its result into text on stdout. All else goes to stderr, as
 * sentences.
 *
 * Exit statuses are a promise to scripts (docs/cli.md).
 */
#ifndef CLI_CLI_H
#define CLI_CLI_H

#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/err.h"
#include "job/step/job.h"
#include "lab/lab.h"
#include "progress/progress.h"
#include "report/report.h"

#define WARPLINGS_VERSION "0.1.0"

enum status {
	STATUS_OK = 0,    /* all that was attempted passes */
	STATUS_FAIL = 1,  /* something does not */
	STATUS_USAGE = 2, /* the command line is wrong */
	STATUS_ENV = 3    /* the machine, or a lab, is at fault; nothing is said about the student */
};

enum option_id {
#define OPTION(id, name, arg, text) OPTION_##id,
#include "cli/options.def"
	OPTION_COUNT
};
/* One bit each, so that a command can say which it has; FORMAT_LIST: all that a list of results has. */
enum format_index {
	FORMAT_INDEX_TEXT,
#define REPORT_FORMAT(ID, word, ending) FORMAT_INDEX_##ID,
#include "report/formats.def"
#undef REPORT_FORMAT
	FORMAT_COUNT
};
enum format {
	FORMAT_TEXT = 1,
#define REPORT_FORMAT(ID, word, ending) FORMAT_##ID = 1 << FORMAT_INDEX_##ID,
#include "report/formats.def"
#undef REPORT_FORMAT
	FORMAT_LIST = (1 << FORMAT_COUNT) - 1
};
/* The word of format 1 << i, and what writes a list in it (NULL: text). */
extern const struct format_row {
	const char *word;
	report_list_fn *list;
} cli_formats[FORMAT_COUNT];

struct options {
	enum format format;
	enum device_choice device;
	uint64_t seed;          /* 0: a fresh one */
	uint64_t schedule;      /* an order of threads; 0: none was named */
	int schedules;          /* how many; 0: as usual, -1: none */
	uint64_t time_limit_ms; /* 0: not given */
	const char *file, *script, *dump, *profile, *output, *labs, *labs_dir, *points, *formats, *watch, *case_name;
	int jobs;                   /* 0: as many as there are cores */
	enum format counters;       /* FORMAT_TEXT or FORMAT_JSON */
	int error_exitcode;         /* 0: the program's own status always */
	int width;                  /* 0: not given */
	int line;                   /* of the source; 0: not given */
	uint64_t block, nth, since; /* 0: not given */
	uint32_t warp;
	bool solutions, strict, png, yes, help, trust, mutants, modelled;
	bool slurm; /* of grade: --engine slurm */
	int shard, shards;
	bool time_sample;
	bool disassemble;         /* of show ptx: SASS, too */
	const char *const *words; /* what is no option, in order; owned */
	size_t nwords;
};

struct cli {
	struct buf out;          /* what stdout will get */
	int out_errno;           /* of the first write that failed */
	struct text_style style; /* of stdout */
	bool live;               /* stderr is a terminal: progress lines are wanted */
	bool live_erase;         /* ... and it can erase a line */
	bool told_faster;        /* live_under_way has said what would make it faster */
	bool is_exec;            /* ... which takes WARPLINGS_UNCHECKED and --time-sample */
	int cancel_fd;           /* readable when the person wants to stop; -1 = never */
	struct workspace ws;
	struct catalogue cat;
	bool have_ws, have_cat;
	const char *labs; /* --labs FOLDER: where labs/, solutions/ and kernels/ are; NULL: the installation */
	const char *cwd;  /* for showing short paths; owned */
};

typedef enum status command_fn(struct cli *c, const struct options *o);
struct command {
	const char *name, *args;
	int min, max;
	uint64_t options;
	unsigned formats;
	const char *text;
	command_fn *run;
};
const struct command *command_find(const char *name); /* NULL when unknown */
const struct command *command_at(size_t i);           /* NULL after the last */

/* options.c. argv[0] is skipped. With no command named, *cmd is the UI. -1 with ERR_USAGE. The caller calls
 * options_release. */
int options_parse(int argc, const char *const *argv, const struct command **cmd, struct options *o, struct err *e);
void options_release(struct options *o);
/* cmd_help.c: what `help COMMAND` prints. */
void help_command(const struct command *cmd, const struct text_style *st, struct buf *out);

/* cli.c. The whole program but for signals: parse, run, print. */
enum status cli_main(int argc, const char *const *argv, int cancel_fd);
/* Workspace and catalogue, for the commands that need them. STATUS_OK, or the status with everything said. */
enum status cli_open(struct cli *c);
/* What was answered to question q of the step, of which progress knows `s`; NULL: nothing yet (malloc'd). */
char *cli_answer(struct progress *p, const struct step *step, size_t q, const struct progress_step *s);
/* cli_open, and the step that the word names (an index such as 02/3, or a lab's and a step's name). What went wrong is
 * said, and its status returned; *step belongs to c->cat. */
enum status cli_open_step(struct cli *c, const char *word, const struct step **step);
/* The labs that the words name, and a NULL; free() them. With `broken` also one whose manifest is wrong, else that is
 * the error. NULL: an error. */
const struct lab **cli_labs(const struct cli *c, const struct options *o, bool broken, struct err *e);
/* Write what c->out holds to stdout now. False once stdout takes no more (c->out_errno says why): no use in going on.
 */
bool cli_flush(struct cli *c);
/* How to write on a descriptor: what its terminal can do, or none. */
struct text_style cli_style(int fd);
/* "warplings: ..." on stderr, scrubbed. cli_error also yields the exit status of the error's kind. */
void cli_say(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
enum status cli_error(const struct err *e);
/* The part of a path below the current folder, else the path itself. */
const char *cli_path(const struct cli *c, const char *path);

/* style.c: pure, so that it can be tested. Any of the strings may be NULL. */
struct style_env {
	bool tty;
	int columns;
	const char *no_color, *term, *lc_all, *lc_ctype, *lang;
};
struct text_style style_of(const struct style_env *env);

/* live.c: progress lines on stderr while a job runs. */
struct live {
	const struct cli *c;
	const char *prefix;
	bool shown;
	int told; /* for whoever shows: what stands there */
};
/* Of the terminal, now: people make it narrower. */
int live_width(void);
void live_show(struct live *l, const char *text);
void live_clear(struct live *l);
void live_job_event(void *live, const struct job_event *ev); /* for job_request.on_event */
struct device_under_way;
/* For exec_request.on_progress: a sentence on stderr, where a person looks on. */
void live_under_way(void *cli, const struct device_under_way *u, double seconds);
/* For its on_order, likewise. */
void live_order(void *cli, uint64_t schedule, int n, double seconds);

/* judge.c: one job with its progress lines. -1 with `e` as job_run; the caller releases *r in each case. */
int cli_judge(struct cli *c, const struct step *step, const char *file, const struct options *o, bool verdict_only,
	const char *prefix, struct result *r, struct err *e);
/* Store the attempt. A failure is said on stderr and changes no verdict. */
void cli_record(struct cli *c, const struct result *r);

/* cmd_grade.c: the steps of the labs that "02,07" names, or of all (NULL); malloc'd, also on failure. */
int cli_choose_steps(struct cli *c, const char *words, const struct step ***list, size_t *n, struct err *e);

#define COMMAND_AS(id, ...) command_fn cmd_##id;
#define COMMAND(name, ...) COMMAND_AS(name, )
#include "cli/commands.def"

#endif
