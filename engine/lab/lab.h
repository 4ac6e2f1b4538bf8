/* lab: the manifests (labs/NN-name/lab.yaml) as data, and the catalogue of all of them.
 *
 * docs/author-guide.md describes every key. One broken lab does not hide the others: the catalogue keeps its error
 * beside it.
 */
#ifndef LAB_LAB_H
#define LAB_LAB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/err.h"

enum elem_type { ELEM_INT, ELEM_UINT, ELEM_FLOAT, ELEM_DOUBLE, ELEM_CHAR, ELEM_LONG, ELEM_TYPE_COUNT };
const char *elem_name(enum elem_type t); /* as in C: "int", "unsigned", "float", "double", "char", "long long" */
size_t elem_size(enum elem_type t);

enum arg_kind {
	ARG_IN,    /* const T *: device buffer, filled */
	ARG_OUT,   /* T *: device buffer, poisoned with 0xFF before the call, compared after */
	ARG_INOUT, /* T *: filled, compared after */
	ARG_VALUE  /* T: a case parameter by value */
};

enum fill_kind { FILL_UNIFORM, FILL_INTEGERS, FILL_RAMP, FILL_CONST };
struct fill {
	enum fill_kind kind;
	double lo, hi;
}; /* uniform [lo,hi); integers lo..hi inclusive; ramp lo, lo+1, ...; constant lo */

struct arg {
	const char *name;
	enum elem_type type;
	enum arg_kind kind;
	bool host;            /* host pointer instead of device pointer */
	const char *count;    /* expression over case parameters: "rows * cols"; elements. NULL for ARG_VALUE */
	const char *value;    /* ARG_VALUE: expression over case parameters; by default the arg's own name */
	const char *shape[3]; /* for messages: expressions, outermost first (out[row][col]); NULL when flat */
	size_t nshape;
	struct fill fill;
	int line;
};

struct param {
	const char *name;
	long long value;
};
struct test_case {
	const char *name;
	struct param *params;
	size_t nparams;
	bool perf;  /* its counters feed the gates and its time is shown; exactly one in a step */
	bool sweep; /* its counters are a row of the step's table */
	int line;
};

enum compare_kind {
	COMPARE_EXACT, /* equal bits (NaN equal NaN; -0 equals +0): integers, and floats whose every order is exact */
	COMPARE_SUM    /* |out - ref| <= allowance * 2^-24 * magnitude; facts: docs/judging.md */
};
struct compare {
	enum compare_kind kind;
	double allowance; /* COMPARE_SUM: 32 for zero-mean data. The reference's `magnitude` function gives sum |terms|
			   */
};                        /* for double outputs 2^-53 stands for 2^-24 */

struct gate {
	const char *what;      /* one line for the student: "sectors per load request" */
	int counter;           /* enum counter_id as an int, found by name or alias */
	const char *kernel;    /* only kernels whose name contains this; NULL = all of the perf case */
	bool has_max, has_min; /* exactly one of max, min and max_of_reference is set */
	double max, min;
	double max_of_reference; /* 0 = none: value <= this times the reference's */
	const char *why;         /* sentence shown when it is missed */
	int line;
};

/* The program that a prediction is about. It is compared with what that program does, and with nothing else. */
enum predict_of {
	OF_STARTER,
	OF_SOLUTION,
	OF_YOURS, /* the student's file, once its answer is right */
	OF_COUNT
};
const char *predict_of_word(enum predict_of of); /* as in the manifest: "starter" */

struct predict { /* asked before the first run */
	const char *question;
	enum predict_of of;
	int counter;         /* the observed answer is this counter ... */
	const char *on_case; /* ... of the case with this name; NULL = of the perf case ... */
	bool all;            /* ... or one answer for each sweep case, shown as a table */
	double tolerance;    /* relative; 0.1 unless told */
	const char *explain;
};

struct mistake {             /* a planned mistake: solutions/NN-name/wrong-*.cu */
	const char *file;    /* base name */
	const char *verdict; /* the verdict word that it must get (checked by judge/verdict.h, which owns the words) */
	int line;
};

struct step {
	const struct lab *lab;
	int number;       /* from 1 */
	const char *name; /* "neighbours": file N-name.cu */
	const char *id;   /* "02-coalescing/1" */
	const char *title;
	const char *file;                           /* base name, "1-neighbours.cu" */
	const char *starter, *solution, *reference; /* absolute paths */
	const char *
		lesson; /* absolute path of the step's own lesson text, or NULL: lab's lesson.md has a section for it */
	struct arg *args;
	size_t nargs;
	struct test_case *cases;
	size_t ncases;
	struct test_case timing;
	bool has_timing; /* sizes for timing on a real GPU, where the perf case is too short; never on the emulator */
	struct compare compare;
	struct gate *gates;
	size_t ngates;
	struct predict predict;
	bool has_predict;
	const char **hints;
	size_t nhints;
	int *show;
	size_t nshow; /* counters worth showing, in order (gates' counters are always shown) */
	struct mistake *mistakes;
	size_t nmistakes;
	bool sweep_table;       /* some case has `sweep`: show the counters of those as a table */
	uint64_t time_limit_ms; /* of one case on the emulator; default 10000 */
	uint64_t step_budget;   /* warp instructions of one launch; 0 = a default from the reference's own count */
	int line;
};

struct lab {
	int number;
	const char *name;                     /* "coalescing" */
	const char *id;                       /* "02-coalescing" */
	const char *dir;                      /* absolute path of the folder */
	const char *manifest;                 /* for messages: "labs/02-coalescing/lab.yaml" */
	const char *title, *summary, *lesson; /* lesson: absolute path */
	struct step *steps;
	size_t nsteps;
	struct err error; /* error.kind != ERR_NONE: the manifest is broken; only number, name, id, dir and manifest are
			     set */
};

struct catalogue {
	struct arena arena;
	const char *root; /* the folder that holds labs/, solutions/ and kernels/ */
	struct lab *labs;
	size_t nlabs; /* by number */
};

/* Load every labs/NN-name under root. -1 only when labs/ itself can't be read (ERR_ENV); broken labs are kept with
 * their error. Every rule of docs/author-guide.md holds for what is loaded without one: expressions evaluate in every
 * case, buffers fit their limit, files exist. */
int catalogue_load(struct catalogue *c, const char *root, struct err *e);
void catalogue_release(struct catalogue *c);
/* "02-coalescing", "02", "2" or "coalescing". NULL with ERR_USAGE (what there is) or the lab's own manifest error. */
const struct lab *catalogue_lab(const struct catalogue *c, const char *word, struct err *e);
/* "02/1", "coalescing/neighbours", "02-coalescing/1-neighbours": NULL with ERR_USAGE. A word with no step is an error
 * here. */
const struct step *catalogue_step(const struct catalogue *c, const char *word, struct err *e);

/* Evaluate an integer expression (+ - * / % ( ) min max, case parameters, decimal numbers) for a case. Overflow,
 * division by zero and unknown names are ERR_INPUT. */
int expr_eval(const char *expr, const struct test_case *tc, long long *out, struct err *e);

#endif
