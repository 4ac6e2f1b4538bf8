/* app: what all screens share: the catalogue, the state of each step, the stack of views, the one job, the one
 * question.
 *
 * Everything runs in one thread but the job (ui_job.h). Order of a round: wait, job, file watch, keys, draw (loop.c).
 */
#ifndef TUI_APP_H
#define TUI_APP_H

#include "job/step/job.h"
#include "lab/lab.h"
#include "progress/progress.h"
#include "report/doc/doc.h"
#include "tui/config.h"
#include "tui/keys.h"
#include "tui/pager.h"
#include "tui/prompt.h"
#include "tui/script.h"
#include "tui/tty.h"
#include "tui/tui.h"
#include "tui/ui_job.h"
#include "tui/watch.h"

struct app;
struct view;

/* A screen: how it is called, which keys it knows, what it shows. */
struct screen {
	const char *name;
	enum key_context context;
	void (*title)(const struct app *a, const struct view *v, struct buf *out);
	/* Fill an empty doc; set v->pager.ntags when it is a list. */
	void (*build)(struct app *a, struct view *v, struct doc *d);
	/* A request of its own; false hands it on to what all screens share. NULL = none. */
	bool (*request)(struct app *a, struct view *v, enum request r);
	/* What stands to the left of it in a window of WIDE columns or more. NULL = nothing. */
	void (*build_side)(struct app *a, struct view *v, struct doc *d);
	/* Is there something to build there now? NULL = always. */
	bool (*has_side)(const struct app *a, const struct view *v);
};
#define WIDE 120

#define SCREEN(id) extern const struct screen screen_##id;
#include "tui/keys.def"

struct view {
	const struct screen *screen;
	const struct lab *lab; /* NULL on the list and in the help */
	int step;              /* index into app.steps, or -1: the lab's introduction */
	struct doc doc;
	struct pager pager;
	struct doc side; /* of screen.build_side, in a wide window; else empty */
	struct pager side_pager;
	bool wide;    /* there is such a half */
	bool in_side; /* moving and searching are there */
	int line; /* of the source: screen_access; screen_history: the attempt that is marked, screen_diff: the earlier
		   * one, from 1, 0: none */
	size_t nth;  /* which of its accesses, from 0; screen_timeline: where its window is;
		      * screen_diff: the attempt, from 1, 0: the solution */
	int zoom;    /* screen_timeline; screen_stepper: the warp */
	int rows;    /* of the window that the doc was built for */
	bool stale;  /* the doc must be built anew */
	bool bare;   /* a sentence says why there is nothing to see: nothing to move in (app_bare) */
	bool to_end; /* show the end of the doc after the next build (a new hint) */
};

struct step_state {
	const struct step *step;
	struct progress_step p;
	bool attempted;             /* the file differs from the starter */
	bool asked;                 /* the prediction was asked for in this session */
	bool observed;              /* some run got far enough to show what there was to predict */
	char **answers;             /* to the questions that are no single number (judge/answer.h), NULL: none yet */
	double *sweep;              /* predictions of a sweep, one for each sweep case, or NULL */
	struct result *result;      /* of the newest run in this session, or NULL */
	struct sweep_report *swept; /* of the newest sweep in this session, or NULL */
	struct earlier before;      /* the run before that one, in this session */
	bool has_before;
	bool cancelled; /* the newest run: `result` is of one before it */
	uint64_t block; /* whose steps and accesses a run keeps */
	char *watch;    /* registers that the stepper shows at each step: "%f1,%r2"; NULL: none */
	bool again;     /* the next run is only for them: no attempt */
};

struct list_row {
	const struct lab *lab;
	int step;
}; /* step: index into app.steps, or -1 for the lab's own row */

#define MAX_VIEWS 8
struct app {
	const struct tui_options *o;
	struct tty tty;
	struct config config;
	struct err config_error; /* the first wrong line of its file */
	const struct catalogue *catalogue;
	struct catalogue own_catalogue; /* empty where the caller gave one */
	struct workspace workspace;
	struct progress *progress; /* NULL: it could not be opened; everything else works */
	struct step_state *steps;
	int nsteps;
	struct list_row *rows;
	int nrows;
	struct view views[MAX_VIEWS];
	int nviews;

	struct ui_job job;
	int job_step;       /* index of the step it runs */
	struct buf job_log; /* a line for each thing it said */
	int run_next;       /* step to run when the present job has ended, or -1 */
	struct watch watch;
	int watch_step;

	struct prompt prompt;
	int prompt_step;        /* the step that the question is about */
	char problem[120];      /* with the answer that was given last */
	size_t prompt_question; /* which question of the step is asked */
	int prompt_case;        /* sweep: which sweep case is asked for */
	char *search;           /* the last text searched for, or NULL */
	bool searching;         /* n and N go from match to match in the view on top */
	struct pager before_search;

	bool loaded;   /* progress has been read */
	bool details;  /* results are shown with them */
	bool unfolded; /* long messages are shown in full */
	char *message; /* the status line, or NULL */
	enum style message_style;
	bool quit;
};

static inline struct view *app_view(struct app *a)
{
	return &a->views[a->nviews - 1];
}
/* The half of the view in which one moves and searches. */
static inline struct pager *view_pager(struct view *v)
{
	return v->in_side ? &v->side_pager : &v->pager;
}
static inline struct doc *view_doc(struct view *v)
{
	return v->in_side ? &v->side : &v->doc;
}

/* app.c: state, views, messages */
int app_init(struct app *a, const struct tui_options *o, struct err *e);
void app_load_progress(struct app *a);
void app_release(struct app *a);
struct view *app_push(struct app *a, const struct screen *s, const struct lab *lab, int step);
void app_pop(struct app *a);
void app_stale(struct app *a);
void app_refresh_step(struct app *a, int step);
int app_step_index(const struct app *a, const struct step *s);
void app_say(struct app *a, enum style s, const char *fmt, ...) __attribute__((format(printf, 3, 4)));
void app_say_nothing(struct app *a);
void app_complain(struct app *a, const struct err *e);

/* place.c: remember where the student is; go there */
void app_keep_place(struct app *a);
void app_find_place(struct app *a);

/* screen_lines.c: the line of the source that is chosen there; 0: none */
int lines_chosen(const struct app *a, const struct view *v);

/* screen_code.c: choose a row (of the file, from 0), with a few rows above it in sight */
void code_go_to(struct view *v, int row);

/* footer.c */
struct footer_now app_footer_now(const struct app *a);

/* actions.c: what requests do to a step */
int app_current_step(struct app *a); /* of the view or of the selected row; -1 = none */
void app_open_step(struct app *a, int step);
void app_open_lab(struct app *a, const struct lab *lab);
void app_edit(struct app *a, int step);
void app_run(struct app *a, int step);
void app_hint(struct app *a, int step);
void app_ask_reset(struct app *a, int step);
void app_reset(struct app *a, int step);
void app_move(struct app *a, int by);
void app_go_on(struct app *a);
/* The lab after this one that can be opened, or NULL. */
const struct lab *app_next_lab(const struct app *a, const struct lab *lab);
void app_toggle(struct app *a);
/* Start the step's sweep, and show it. */
void app_sweep(struct app *a, int step);
void app_open_result(struct app *a, int step);
void app_say_verdict(struct app *a, int step); /* in one line, on a screen that does not show it */
/* The picture of an access: of that line, of the one that wastes most (0). */
void app_open_access(struct app *a, int step, int line);
/* The steps of another block: asked for, and given. */
void app_ask_block(struct app *a, int step);
void app_block_given(struct app *a, double block);
bool app_running(const struct app *a, int step);
/* A screen without anything to see says why. */
void app_bare(struct view *v, struct doc *d, const char *why);
/* What a screen of a run's counts says while there are none: "Nothing has been counted...". */
const char *app_nothing_yet(const struct app *a, int step);
void app_job_ended(struct app *a, struct ui_job_end *end);

/* predict.c: the question before the first run */
void app_ask_prediction(struct app *a, int step);
void app_prediction_given(struct app *a, const char *text);
void app_compare_answers(struct app *a, int step);
void app_answer_given(struct app *a, const char *text);
void app_prediction_skipped(struct app *a, bool all);
bool app_predicting(const struct app *a, int step);
/* A run has ended, with a result or (NULL) without: where there is nothing to compare a prediction with, stop asking
 * for it. */
void app_prediction_run_ended(struct app *a, int step, const struct result *r);

/* input.c: a key, through the prompt or the bindings, to what it does */
void app_key(struct app *a, int key);

/* mouse.c: true when the key is one of the mouse's. */
bool app_mouse(struct app *a, int key);

/* paint.c */
void app_paint(struct app *a);

/* loop.c */
int app_loop(struct app *a, struct script *s, struct err *e);

#endif
