/* grade: a class of submissions, each judged against the chosen steps, into a folder of reports.
 *
 * One folder or archive for each student; of it only the files that the manifests name are taken. What was judged
 * stands in OUT/grade.db, one transaction for each verdict, so a call that is stopped goes on with the next one, and a
 * later call judges only what is new. The same text for the same step, comments aside, is judged once. All are judged
 * with one seed. What the machine failed at is `not-judged`: no points, no zero, and tried again. docs/grading.md is
 * for users.
 */
#ifndef GRADE_GRADE_H
#define GRADE_GRADE_H

#include "base/err.h"
#include "lab/lab.h"

enum grade_format_index {
#define GRADE_FORMAT(ID, word) GRADE_INDEX_##ID,
#include "grade/formats.def"
#undef GRADE_FORMAT
	GRADE_FORMATS
};
/* One bit each, so that a request has a set of them. */
enum grade_format {
#define GRADE_FORMAT(ID, word) GRADE_##ID = 1 << GRADE_INDEX_##ID,
#include "grade/formats.def"
#undef GRADE_FORMAT
	GRADE_ALL = (1 << GRADE_FORMATS) - 1
};
/* Their words, as users list them: "json,tap,...,nbgrader". */
extern const char *const grade_formats;
/* "csv,html": a set of formats. 0, or -1 with ERR_USAGE, which lists them. */
int grade_formats_parse(const char *words, unsigned *formats, struct err *e);

struct grade_progress {
	size_t done, total; /* verdicts that this call has to find */
	double left_s;      /* seconds left, by the pace so far; negative: not known yet */
};
struct grade_request {
	const char *root, *dir, *out;
	const struct catalogue *labs_here; /* all labs, of which `steps` are graded: for names in the file of points */
	const struct step *const *steps;
	size_t nsteps;
	const char *points; /* file with another rule for points, or NULL */
	const char *version;
	unsigned formats;
	int jobs;   /* at once; 0: one for each core */
	bool trust; /* go on where there is no sandbox */
	bool gpu;   /* time what is right on the GPU, for information; outside of the sandbox, so only with trust */
	bool slurm; /* hand it to Slurm, in shards; `jobs`: cores of each, 0: one */
	int shard, shards;           /* shards > 0: judge the texts of this one alone, and write no reports */
	const char *labs, *labs_dir; /* as the command line named them, for shards; NULL: it did not */
	uint64_t seed;               /* 0: the one that OUT remembers, else a fresh one */
	int cancel_fd;
	void (*on_progress)(void *user, const struct grade_progress *p); /* from the caller's thread; may be NULL */
	void *user;
};
struct grade_summary {
	size_t students, verdicts;  /* verdicts: students by steps that have a file */
	size_t judged, known;       /* judged by this call; taken from an earlier one or an equal file */
	size_t not_judged, refused; /* verdicts; submissions that are no folder and no sound archive */
	bool stopped;               /* on request, before all was judged */
	char sandbox[160], first_not_judged[400];
	char passed_over[400]; /* names of files among the submissions that are none */
};
/* 0, or -1 with e: nothing that was judged before is lost. */
int grade_run(const struct grade_request *rq, struct grade_summary *s, struct err *e);

/* The students' own lines of all files into rq->out (export.c); of the request only dir, out and the steps count. */
int grade_export(const struct grade_request *rq, size_t *files, size_t *students, struct err *e);

#endif
