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
#include "base/buf.h"
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

enum fill_kind { FILL_UNIFORM, FILL_INTEGERS, FILL_QUARTERS, FILL_RAMP, FILL_CONST };
struct fill {
	enum fill_kind kind;
	double lo, hi;
}; /* uniform [lo,hi); integers lo..hi inclusive; quarters lo, lo + 0.25, ... hi; ramp lo, lo+1, ...; constant lo */

enum memory { MEMORY_PAGEABLE, MEMORY_PINNED, MEMORY_DEVICE, MEMORY_MANAGED, MEMORIES }; /* as cudaMemoryType */
struct arg {
	const char *name;
	enum elem_type type;
	enum arg_kind kind;
	bool host;            /* host pointer instead of device pointer */
	const char *memory;   /* expression: an enum memory, of an argument that goes in; NULL: as `host` says */
	bool milliseconds;    /* what solve() timed itself; float, comes out */
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
struct size_range { /* what the run's seed draws a parameter from, both included; equal: it is fixed */
	long long lo, hi;
};
struct test_case {
	const char *name;
	struct size_range *ranges; /* one for each parameter, of a case that is drawn */
	struct param *params;
	size_t nparams;
	bool perf;  /* its counters feed the gates and its time is shown; exactly one in a step */
	bool sweep; /* its counters are a row of the step's table */
	bool drawn; /* some parameter is; until step_draw it has its lowest value */
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

/* In place of an enum counter_id where a manifest may ask for time: of the whole solve(), modelled or measured. */
#define MEASURE_TIME (-1)

/* What a right answer needs besides (judge/floors.h). */
struct floors {
	bool none;       /* nothing is asked for, and atomics are no loads and stores for its gates, because ... */
	double time;     /* at most so many times the reference's modelled time; FLOORS_TIME unless told */
	const char *why; /* ... or NULL */
	int line;
};
#define FLOORS_TIME 20

/* What a pass is told that could be better (judging.md). */
struct notes {
	bool none;       /* nothing: the step's own solution is no example of speed, because ... */
	double time;     /* above so many times the reference's modelled time; NOTES_TIME unless told */
	const char *why; /* ..., for who reads the manifest */
	int line;
};
#define NOTES_TIME 1.5

/* One limit. A gate of the manifest with an upper and a lower limit becomes two of these. */
struct gate {
	const char *what;      /* one line for the student: "sectors per load request" */
	int counter;           /* enum counter_id as an int, found by name or alias */
	const char *kernel;    /* only kernels whose name contains this; NULL = all of the perf case */
	bool has_max, has_min; /* a limit by itself: max, min. Exactly one of these and the factors below is set */
	double max, min;
	/* Factors, 0 = none: on the reference's own value, on that of a variant of the step, on `ideal`. */
	double max_of_reference, min_of_reference, max_of_variant, max_of_ideal, min_of_ideal;
	const char *variant; /* max_of_variant: its name */
	const char *ideal;   /* an expression over the perf case's parameters */
	const char *why;     /* sentence shown when it is missed */
	int line;
};

/* The program that a question is about. It is compared with what that program does, and with nothing else. */
enum predict_of {
	OF_STARTER,
	OF_SOLUTION,
	OF_YOURS, /* the student's file, once its answer is right */
	OF_VARIANT,
	OF_COUNT
};
/* As in the manifest: "starter"; for OF_VARIANT "variant". */
const char *predict_of_word(enum predict_of of);

/* Where one of several programs has the lowest value: what decides a question with choices. */
struct decided_by {
	int counter;         /* or MEASURE_TIME */
	const char **of;     /* names of variants; choice i says that of[i] is lowest */
	size_t nof;          /* 0: nothing decides, the manifest's word is taken */
	double within;       /* 0 = none: the last choice is right where highest <= within * lowest */
	const char *on_case; /* NULL = the perf case */
};

enum predict_kind {
	PREDICT_NUMBER,
	PREDICT_CHOICE,
	PREDICT_ROW,  /* a number for each row of the sweep; for each sweep case where the step has no sweep */
	PREDICT_ORDER /* names of variants, lowest value first */
};
struct predict { /* asked before the first run */
	enum predict_kind kind;
	const char *question;
	enum predict_of of;   /* NUMBER, and ROW over cases */
	const char *variant;  /* OF_VARIANT: its name */
	int counter;          /* the observed answer is this counter (ORDER and ROW of a sweep: or MEASURE_TIME) ... */
	const char *on_case;  /* ... of the case with this name; NULL = of the perf case ... */
	bool all;             /* ... or, asked one by one, an answer for each sweep case: kind ROW */
	double tolerance;     /* relative; 0.1 unless told */
	const char **choices; /* CHOICE: what may be chosen; ORDER: the variants, as they are offered */
	size_t nchoices;
	size_t answer; /* CHOICE: index of the right one */
	size_t also;   /* CHOICE: index of another one that may be called right, too; `answer` where there is none */
	struct decided_by decided;
	const char *explain;
	int line;
};

struct equivalent { /* a mutant of the solution that no case can tell from it (`warplings verify --mutants`) */
	const char *mutant, *of, *because; /* its kind's word; text of the solution's line; why it is no mistake */
	int line;
};

struct variant { /* one of several sources of a step, to be compared */
	const char *name, *title;
	const char *file; /* base name, in the lab's folder */
	const char *path; /* absolute */
	bool edit;        /* the student may change it */
	int line;
};

#define SWEEP_SHOW_MAX 4
struct macro {
	const char *name;
	long long *values;
	size_t nvalues;
};
struct sweep { /* a program compiled once for each value of one macro, or each pair of values of two */
	enum predict_of of;
	const char *variant; /* OF_VARIANT: its name */
	struct macro macros[2];
	size_t nmacros;
	const char *on_case;      /* NULL = the perf case */
	int changes;              /* a counter that has to hang on the macro; -1: none */
	int show[SWEEP_SHOW_MAX]; /* counters or MEASURE_TIME, the first is plotted */
	size_t nshow;
	const char *why; /* what to look for; may be NULL */
	int line;
};

struct roofline {          /* work and traffic of the perf case */
	const char *flops; /* an expression over its parameters */
	const char *bytes; /* the same, or NULL: what the counters say, 32 bytes for each sector loaded or stored */
};

enum image_kind { IMAGE_GREY, IMAGE_RGB, IMAGE_LABELS };
struct image_arg {        /* an argument that is a picture: its elements are pixels, row by row */
	const char *of;   /* the argument's name */
	const char *name; /* of the picture: "before"; part of a file's name, too */
	enum image_kind kind;
	const char *width, *height; /* expressions over the case's parameters */
	double white;               /* grey, rgb: the value of an element that is drawn white; 0 is black */
	int line;
};
#define IMAGES_MAX 4
#define IMAGE_PIXELS_MAX (1 << 20)
struct images {              /* pictures that a run shows, of one case */
	const char *on_case; /* NULL = the perf case */
	const char *drawn;   /* the argument that holds a drawn scene in this case, in place of its fill; NULL: none */
	struct image_arg *show;
	size_t nshow; /* 0: the step has no pictures */
	int line;
};

struct mistake {             /* a planned mistake: solutions/NN-name/wrong-*.cu */
	const char *file;    /* base name */
	const char *verdict; /* the verdict word that it must get (checked by judge/verdict.h, which owns the words) */
	const char *or_verdict; /* another one that it may get, or NULL: where chance decides which is seen first */
	const char *says;       /* text that must occur in what the student is told, or NULL */
	int line;
};

struct figure {                  /* one line of labs/NN-name/measured.yaml */
	const char *key, *value; /* "1.starter", "9.1 us" */
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
	struct gate *every_case; /* limits for each case by itself, factors of the reference's value there */
	size_t nevery_case;
	struct floors floors;
	struct notes notes;
	struct predict predict; /* the first question, where it is for one number (or `all`); has_predict: it is */
	bool has_predict;
	struct predict *questions; /* all of them, in order */
	size_t nquestions;
	const char **hints;
	size_t nhints;
	int *show;
	size_t nshow; /* counters worth showing, in order (gates' counters are always shown) */
	struct mistake *mistakes;
	size_t nmistakes;
	struct equivalent *equivalents;
	size_t nequivalents;
	const char **right; /* other right ways: base names in solutions/NN-name/, right-<number>-*.cu */
	size_t nright;
	struct variant *variants;
	size_t nvariants;
	struct sweep sweep;
	bool has_sweep;
	const char *learned;    /* shown after a pass, with {mine:COUNTER} and the like in it (lab/quote.h); or NULL */
	bool picture;           /* show the picture of the access that wastes most after a run ... */
	const char *picture_of; /* ... of those in lines with this text; NULL: of all */
	struct images images;
	bool show_ptx, timeline;
	bool faster; /* the solution is faster than the starter: modelled at the perf case, and measured on a GPU */
	struct roofline roofline;
	bool has_roofline;
	bool sweep_table;       /* some case has `sweep`: show the counters of those as a table */
	const char *profile;    /* of the emulated device, for a step about an older GPU; NULL: the default */
	uint64_t time_limit_ms; /* of one case on the emulator; default 10000 */
	uint64_t run_limit_ms;  /* of all of a run in which the student's code runs; default 30000 */
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
	struct figure *measured; /* of a GPU, from measured.yaml; none where there is no such file */
	size_t nmeasured;
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

/* NULL when the step has no variant of that name. */
const struct variant *step_variant(const struct step *s, const char *name);
/* The file of the program, absolute; `yours` is what OF_YOURS stands for. NULL for an unknown variant. */
const char *step_program(const struct step *s, enum predict_of of, const char *variant, const char *yours);
/* The case of that name; the perf case for NULL. NULL when there is none. */
const struct test_case *step_case(const struct step *s, const char *name);
/* What was measured on a GPU, as text ("9.1 us"): NULL where nothing was. */
const char *lab_measured(const struct lab *l, const char *key);
/* The same in microseconds; 0 where nothing was, or where it is no time. */
double lab_measured_us(const struct lab *l, const char *key);
/* Append a lesson's text with {h200:KEY} replaced by that text of measured.yaml. A key that is not there stays as it
 * stands; *unknown (NULL: nobody asks) is then the first such place in `text`, else NULL. */
void lab_fill_measured(const struct lab *l, const char *text, size_t n, struct buf *out, const char **unknown);

/* The step with the sizes that this seed draws, in `a`; the step itself when none is drawn. */
const struct step *step_draw(struct arena *a, const struct step *s, uint64_t seed);

/* The step as if its manifest asked for no floors, in `a`: for tests that show what the floors catch. */
const struct step *step_without_floors(struct arena *a, const struct step *s);

/* Evaluate an integer expression (+ - * / % ( ) min max, case parameters, decimal numbers) for a case. Overflow,
 * division by zero and unknown names are ERR_INPUT. */
int expr_eval(const char *expr, const struct test_case *tc, long long *out, struct err *e);

#endif
