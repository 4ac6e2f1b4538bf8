/* verify_internal: what the files of verify share: the list of what is to be run. Internal to engine/job/step.
 */
#ifndef JOB_VERIFY_INTERNAL_H
#define JOB_VERIFY_INTERNAL_H

#include <pthread.h>

#include "job/parts/scratch.h"
#include "job/run/truth.h"
#include "job/step/verify.h"

enum expectation { MUST_FAIL, MUST_PASS, MUST_BE_RIGHT, MUST_BE, MUST_SWEEP, MUST_BE_REFUSED, MUST_BE_KILLED };

/* What the jobs of a step share. */
struct share {
	struct truth truth;
	char *so;
	size_t users; /* items that are not done */
};

struct item {
	const struct step *step;
	char *file;       /* absolute */
	const char *role; /* "starter" */
	enum expectation want;
	int verdict, or_verdict;        /* MUST_BE; the second one or -1 */
	bool asked;                     /* the step's question must have an answer, too */
	const char *says;               /* MUST_BE: what the student must read, or NULL */
	const struct cheat *cheat;      /* MUST_BE_REFUSED (cheats.h) */
	const struct em_mutant *mutant; /* MUST_BE_KILLED */
	size_t share;
	/* out */
	bool done, ok, environment;
	double modelled_us; /* of the perf case, when the answers are right; else 0 */
	char *text;
};

struct queue {
	const struct verify_request *rq;
	struct item *items;
	size_t n, cap, next;
	struct share *shares;
	size_t nshares;
	uint64_t seed;
	struct scratch tmp;      /* for the references' objects */
	struct mutated *mutated; /* the solutions' PTX and their mutants; with --mutants */
	size_t nmutated;
	struct toolchain *toolchain; /* found once, for these */
	bool stop;
	pthread_mutex_t lock;
	pthread_cond_t changed;
};

struct item *verify_add(
	struct queue *q, const struct step *s, const char *role, enum expectation want, const char *file);
void verify_report(const struct verify_request *rq, struct verify_summary *s, const struct verify_line *l);

/* verify_file.c. Judge a file, run a sweep: the out fields of *it. */
void verify_file(const struct queue *q, struct item *it);
void verify_sweep(const struct queue *q, struct item *it);

/* The cheats of a step: into the list, one of them judged, the line that they share (`i`: the last of them). */
void cheats_add(struct queue *q, const struct step *s);
void cheats_check(const struct queue *q, struct item *it);
bool cheats_last(const struct item *it);
void cheats_report(const struct queue *q, size_t i, struct verify_summary *sum);

/* Which words in `equivalent` are no mutant's. */
void mutants_check_words(const struct verify_request *rq, const struct step *s, struct verify_summary *sum);
/* The mutants of a step's solution: into the list, one of them judged, what came of all (`i`: the last item). */
void mutants_add(struct queue *q, const struct step *s, struct verify_summary *sum);
void mutants_check(const struct queue *q, struct item *it);
bool mutants_last(const struct queue *q, size_t i);
void mutants_report(const struct queue *q, size_t i, struct verify_summary *sum);
void mutants_release(struct queue *q);

#endif
