/* measure: every program of a lab (starter, solution, other right ways, variants, right but slow mistakes, sweeps),
 * modelled on the emulated device and measured on this machine's GPU: what `warplings measure` writes into
 * docs/measured.md and labs/NN-name/measured.yaml.
 *
 * The emulator judges many programs at once while the GPU times those of one step. They take turns there
 * (job/step/timing.h), first at the perf case, then at the step's timing sizes. A program whose answer is wrong has no
 * time.
 */
#ifndef JOB_MEASURE_H
#define JOB_MEASURE_H

#include "base/buf.h"
#include "job/step/job.h"

/* One program at one case. */
struct measured_row {
	const struct step *step;
	char *key;  /* in measured.yaml, with the step's number: "1.starter", "1.solution.timing", "3.case.stride 8",
		       "1.sweep.TILE=16" */
	char *file; /* relative to the root */
	const char *role;    /* "starter" */
	const char *on_case; /* "big"; "timing sizes" */
	enum verdict verdict;
	double modelled_us; /* of the emulated device; 0: not known at this case */
	struct counters c;  /* of the emulated device, where has_counters */
	bool has_counters;
	double us, lo_us, hi_us; /* median, 20th and 80th percentile on the GPU; 0: none */
	int samples;
	bool noisy;
	char *why; /* why there is no time, or NULL */
};
struct measured {
	struct measured_row *rows; /* labs and steps in order */
	size_t n;
	char *gpu; /* "NVIDIA H200" */
	int driver;
	char *profile;   /* name of the emulated device */
	size_t slower;   /* steps whose solution is not faster than their starter although it should be */
	size_t unjudged; /* programs that the machine could not run; promises to be faster without times to compare */
};
struct kept;
struct measure_request {
	const struct catalogue *catalogue;
	const struct lab *const *labs;
	size_t nlabs;      /* which ones; NULL = all */
	const char *cache; /* as in job_request */
	uint64_t seed;     /* 0: a fresh one */
	struct kept *kept; /* measure_kept.h: times of a GPU that are there already, in place of one; NULL: measure */
	int threads;       /* emulator jobs at once; 0 = three for four cores */
	int cancel_fd;
	void (*on_text)(void *user, const char *text); /* progress, one line; may be NULL */
	/* After the last step of each lab, with all rows so far, so that what is measured can be kept; -1 ends it all.
	 * May be NULL. */
	int (*on_lab)(void *user, const struct measured *m, const struct lab *lab, struct err *e);
	void *user;
};
/* 0 with *m filled; -1 when there is no GPU (ERR_ENV, a sentence), or cancelled. The caller releases *m in each case.
 */
int measure_labs(const struct measure_request *rq, struct measured *m, struct err *e);
void measured_release(struct measured *m);

/* measure_page.c: as text. The rows of one lab as labs/NN-name/measured.yaml; all of them as docs/measured.md. */
void measured_yaml(const struct measured *m, const struct lab *lab, struct buf *out);
void measured_page(const struct measured *m, struct buf *out);
/* One lab's part of that page, and the first cell of a row: the file, of a sweep with its macros. */
void measured_section(const struct measured *m, const struct lab *lab, struct buf *out);
void measured_file(const struct measured_row *r, struct buf *out);

/* measure_rows.c. The row of a step with this key, without the step's number ("starter"); NULL when there is none. */
const struct measured_row *measured_find(const struct measured *m, const struct step *s, const char *key);
/* 'faster: true' of a step, as measured: at its timing sizes, if it has them, else at the perf case. Anything but
 * PROMISE_KEPT appends a sentence's words to `why`. A step without the promise keeps it. */
enum promise { PROMISE_KEPT, PROMISE_BROKEN, PROMISE_UNKNOWN };
enum promise measured_promise(const struct measured *m, const struct step *s, struct buf *why);

#endif
