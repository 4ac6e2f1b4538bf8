/* job: the data path in order. Read job.c first: student file -> artifact -> run -> compare -> verdict -> result.
 *
 * One job judges one file against one step. It runs in the caller's thread, starts processes and waits for them, and
 * says what it is doing through `on_event` (from the same thread). Make `cancel_fd` readable to stop it.
 */
#ifndef JOB_JOB_H
#define JOB_JOB_H

#include "base/err.h"
#include "judge/result.h"
#include "lab/lab.h"

enum device_choice { DEVICE_AUTO, DEVICE_EMULATOR, DEVICE_GPU };

enum job_stage { JOB_COMPILING, JOB_COMPILED, JOB_CASE, JOB_TIMING, JOB_DONE };
struct job_event {
	enum job_stage stage;
	int done, total;  /* JOB_CASE: cases finished so far, of how many */
	const char *text; /* one line for a person: "compiling 1-neighbours.cu", "case prime: pass" */
};

struct truth;
struct job_request {
	const char *root;  /* of the installation: labs/, solutions/, kernels/ */
	const char *cache; /* folder for compiled references and files (workspace_cache), or NULL for none */
	const struct step *step;
	const char *file; /* the .cu to judge (absolute or relative to the cwd) */
	enum device_choice device;
	const char *profile;   /* of the emulated device; NULL = the default */
	uint64_t seed;         /* 0: a fresh one from the kernel */
	struct truth *truth;   /* inputs and reference of this step (and their seed), shared by several jobs; NULL: own
				  ones */
	int cancel_fd;         /* -1: none */
	bool stop_at_first;    /* stop after the first case that does not pass: for who asks only whether it passes
				  (verify's starters) */
	uint64_t run_limit_ms; /* for everything that runs the student's code; 0: the step's own (lab.h) */
	bool untimed; /* with `auto`: don't look for a GPU to time on (check, verify: only the verdict is wanted) */
	uint64_t schedule; /* judge under this order of threads, too (emulator/run/schedule.h); 0: under `schedules` of
			    * them
			    */
	int schedules;     /* 0: a few, of the cases that are quick; -1: none; else 1 to this, of all cases */
	bool named_file;   /* `file` was named by somebody (--file): a replay has to name it, too */
	uint32_t trace;    /* steps of a block of the perf case to keep in result.trace; 0: none. With `observe` */
	uint64_t block;    /* which block: of the trace and of result.accesses */
	bool observe;      /* run the programs that questions, tables and what was learned are about, too */
	bool disassemble;  /* keep SASS beside PTX, where there is a disassembler. With `observe` */
	bool predicted;    /* the student's prediction, to be compared with what that program did */
	double prediction;
	/* Where the file is compiled and run (the emulated device alone; on a GPU nothing is boxed yet). NULL: one is
	 * looked for, unless the file is trusted: one of the labs' own. */
	struct sandbox *sandbox;
	bool trusted;
	unsigned trust; /* TRUST_*: defences that are off, for tests that show what each of them catches; else 0 */
	const struct em_mutant *mutant; /* the mistake put into the file's kernels (emulator/mutants.h); NULL: none */
	/* Called once the reference has run and before the file does, with the folder of its object: verify's cheats
	 * find the answers there. May be NULL. */
	int (*beside)(void *user, const struct truth *t, const char *folder, struct err *e);
	void *beside_user;
	void (*on_event)(void *user, const struct job_event *ev); /* may be NULL */
	void *user;
};

/* Judge. 0 with *r filled (also when the verdict is not-judged: message says why), -1 only when cancelled
 * (ERR_CANCELLED) or the request itself is wrong (ERR_USAGE). The caller releases *r in each case (result_init'ed
 * here). */
int job_run(const struct job_request *req, struct result *r, struct err *e);

/* In the work folder that `warplings start` makes: there, ./work is the one to use. In it stands the folder of labs,
 * where it was started with labs of one's own. */
#define WORKSPACE_MARK ".warplings"
/* Paths of an installation and a student's work. */
struct workspace {
	char *root; /* holds labs/ */
	char *work; /* $WARPLINGS_WORK, ./work where it has the mark, root/work, or ./work when root cannot be written
		     */
	char *labs; /* labs of an author's own that the work is for, absolute, or NULL */
};
int workspace_find(struct workspace *w, struct err *e);
void workspace_release(struct workspace *w);
/* work/NN-name/N-step.cu, copied from the starter when missing (malloc'd). */
char *workspace_file(const struct workspace *w, const struct step *s, bool create, struct err *e);
/* work/.cache: compiled objects (malloc'd). */
char *workspace_cache(const struct workspace *w);
/* Has the student changed it? True when it exists and differs from the starter. */
bool workspace_attempted(const struct workspace *w, const struct step *s);
int workspace_reset(const struct workspace *w, const struct step *s, struct err *e);

#endif
