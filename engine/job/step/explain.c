/* explain.c: see explain.h. Only what a line did is said, with its numbers; whether it could do better is the lesson's
 * word. Advice must be able to mend the fault that it stands beside: where none can, there is none. */
#include "base/fs.h"
#include "job/step/explain.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/lines.h"
#include "base/literal.h"
#include "base/number.h"
#include "job/step/advice.h"
#include "job/step/advice_call.h"
#include "job/step/advice_host.h"
#include "job/step/advice_text.h"
#include "job/step/advice_work.h"
#include "job/step/excerpt.h"
#include "job/step/explain_wrong.h"
#include "job/step/order.h"
#include "job/step/pictures.h"
#include "judge/compile_said.h"
#include "judge/finding.h"
#include "judge/source_declared.h"
#include "judge/source_lines.h"
#include "judge/source_unset.h"
#include "judge/streams.h"
#include "judge/verdict.h"

bool explain_updates(const char *line, size_t n)
{
	static const char *const signs[] = { "+=", "-=", "*=", "|=", "&=", "^=", "atomicAdd", "atomicSub", "atomicMax",
		"atomicMin", "++", "--" };
	char *text = xstrndup(line, n), *equals, *bracket;
	bool yes = false;

	for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
		yes = yes || strstr(text, signs[i]);
	/* "name[...] = ... name[": the word before the first bracket, again after the sign. */
	bracket = strchr(text, '[');
	equals = bracket ? strchr(bracket, '=') : NULL;
	if (equals && equals[1] != '=') {
		char *begin = bracket;
		char *name;

		while (begin > text && literal_in_word(begin[-1]))
			begin--;
		name = xasprintf("%.*s[", (int)(bracket - begin), begin);
		yes = yes || (name[1] && strstr(equals, name));
		free(name);
	}
	free(text);
	return yes;
}

/* ---- the line that counted most of what a gate limits */

static const struct unit {
	enum counter_id cost, requests;
	const char *what;
} units[] = {
	{ CTR_GLOBAL_LD_SECTORS, CTR_GLOBAL_LD_REQUESTS, "sectors for each load of a warp" },
	{ CTR_GLOBAL_ST_SECTORS, CTR_GLOBAL_ST_REQUESTS, "sectors for each store of a warp" },
	{ CTR_SHARED_EXCESSIVE, CTR_SHARED_LD_INST, "excessive wavefronts for each load of a warp" },
	{ CTR_SHARED_EXCESSIVE, CTR_SHARED_ST_INST, "excessive wavefronts for each store of a warp" },
};

static const char *cost_words(
	struct arena *a, enum counter_id id, const struct counters *line, const struct counters *all)
{
	for (size_t i = 0; i < sizeof units / sizeof *units; i++)
		if (units[i].cost == id && line->v[units[i].requests])
			return arena_printf(
				a, "%.1f %s", (double)line->v[id] / (double)line->v[units[i].requests], units[i].what);
	return arena_printf(
		a, "%.0f %% of all %s", 100.0 * (double)line->v[id] / (double)all->v[id], counter_alias(id));
}

static const struct gate_result *missed_gate(const struct result *r)
{
	for (size_t i = 0; i < r->ngates; i++)
		if (r->gates[i].judged && !r->gates[i].pass)
			return &r->gates[i];
	return NULL;
}

/* A limit on time from first to last, or on how full it is: missed by what streams do, and by no line of a kernel. */
static void explain_overlap(struct result *r, const struct gate_result *g)
{
	enum counter_id id = (enum counter_id)g->gate->counter;
	struct buf b;

	if (g->is_max ? id != CTR_TL_ELAPSED : id != CTR_TL_FULL && id != CTR_TL_OVERLAP)
		return;
	/* Where the reference has all in one stream as well, more streams are not what the step is about. */
	if (streams_one(&r->reference.timeline) && streams_one(&r->student.timeline))
		return;
	buf_init(&b);
	streams_slow_words(&r->student.timeline, &b);
	if (b.len)
		r->advice = arena_strdup(&r->arena, b.data + 1);
	buf_release(&b);
}

/* Has a kernel of the reference blocks of as many threads? Then they are what the work is: a chain is one thread's. */
static bool reference_launches(const struct result *r, unsigned threads)
{
	for (size_t i = 0; i < r->reference.nkernels; i++) {
		const struct kernel_run *k = &r->reference.kernels[i];

		if (k->block[0] * k->block[1] * k->block[2] == threads)
			return true;
	}
	return false;
}

/* Most lanes of most warps stand idle, and the blocks say why: they have no full warps. */
static void explain_lanes(struct result *r)
{
	for (size_t i = 0; i < r->student.nkernels; i++) {
		const struct kernel_run *k = &r->student.kernels[i];
		unsigned threads = k->block[0] * k->block[1] * k->block[2], last = threads % 32;

		if (!last || last > 16 || threads > 64 || reference_launches(r, threads))
			continue;
		r->advice = arena_printf(&r->arena,
			"A block of %s has %u thread%s, and a warp has 32 lanes: in its last warp %u of them %s no "
			"thread. "
			"Take a multiple of 32.",
			k->name, threads, threads == 1 ? "" : "s", 32 - last, 32 - last == 1 ? "has" : "have");
		return;
	}
}

/* Sectors beyond a limit where each request is as dense as the reference's: there are more requests, and the limit's
 * own words are about neighbours. */
static void explain_again(struct result *r, enum counter_id id)
{
	static const double MANY = 1.5, AS_DENSE = 1.1;
	const struct counters *s = &r->student.total, *f = &r->reference.total;
	bool store = id == CTR_GLOBAL_ST_SECTORS;
	enum counter_id requests = store ? CTR_GLOBAL_ST_REQUESTS : CTR_GLOBAL_LD_REQUESTS;
	double times, dense;
	struct buf b;

	if ((!store && id != CTR_GLOBAL_LD_SECTORS) || !s->v[requests] || !f->v[requests] || !f->v[id])
		return;
	times = (double)s->v[requests] / (double)f->v[requests];
	dense = (double)s->v[id] / (double)s->v[requests] / ((double)f->v[id] / (double)f->v[requests]);
	if (times < MANY || dense > AS_DENSE)
		return;
	buf_init(&b);
	buf_printf(&b,
		"Each %s of yours is as dense as the reference's, and there are %.1f times as many. Is the same "
		"element "
		"%s again and again? Keep the value in a variable%s.",
		store ? "store" : "load", times, store ? "written" : "loaded",
		store ? ", and store it once, after the loop" : "");
	r->advice = arena_strdup(&r->arena, b.data);
	buf_release(&b);
}

/* Of too many accesses: several threads do the same ones. */
static void explain_shared(struct result *r, enum counter_id id)
{
	const char *in = NULL;
	const struct kernel_finding *f = advice_shared_element(r, &in);

	if (f &&
		(id == CTR_GLOBAL_LD_REQUESTS || id == CTR_GLOBAL_ST_REQUESTS || id == CTR_GLOBAL_LD_SECTORS ||
			id == CTR_GLOBAL_ST_SECTORS))
		r->advice = arena_printf(&r->arena,
			"In the case '%s' several threads write %s, all the same value. Has each thread elements of "
			"its own? "
			"Look at what its index is made of: blocks and threads differ along x, and along y where there "
			"is one.",
			in, f->element);
}

static unsigned threads_of_block(const struct kernel_run *k)
{
	return k ? k->block[0] * k->block[1] * k->block[2] : 0;
}

/* Each block has its atomic, its barriers and its last rounds with few lanes: of blocks of another size there are more,
 * or they take more rounds. Only where that alone may be why the limit is missed. */
static void explain_block(struct result *r, const struct gate_result *g, enum counter_id id)
{
	const unsigned mine = threads_of_block(side_longest(&r->student)),
		       theirs = threads_of_block(side_longest(&r->reference));
	const bool many = id == CTR_ATOMICS || id == CTR_DIVERGENT_BRANCHES || id == CTR_SHARED_LD_WAVEFRONTS;

	if (!mine || !theirs ||
		!((many && mine < theirs && g->value * mine <= g->limit * theirs) ||
			(id == CTR_BARRIERS && mine > theirs && g->value <= 2 * g->limit)))
		return;
	r->advice = arena_printf(&r->arena,
		"Your blocks have %u threads, and the reference's have %u. What %s counts more often then, and "
		"the limit is for blocks of that size: try %u threads first.",
		mine, theirs,
		id == CTR_BARRIERS ? "each warp does in every round of its block" : "each block does once", theirs);
}

static void explain_gate(struct result *r, const char *source, const struct device_line *lines, size_t n)
{
	const struct gate_result *g = missed_gate(r);
	const struct device_line *worst = NULL;
	enum counter_id id;

	if (g && !r->advice)
		explain_overlap(r, g);
	if (!r->advice) /* also where no gate is judged: bytes that each turn of a loop brings are refused before */
		r->advice = advice_rounds(r);
	if (!g || !g->is_max || !g->defined)
		return;
	id = counter_numerator((enum counter_id)g->gate->counter);
	if (!r->advice)
		explain_shared(r, id);
	if (!r->advice)
		r->advice = advice_not_spread(r);
	if (!r->advice)
		explain_lanes(r);
	if (!r->advice)
		explain_again(r, id);
	if (!r->advice)
		explain_block(r, g, id);
	for (size_t i = 0; i < n; i++)
		if (lines[i].file && lines[i].c.v[id] && (!worst || lines[i].c.v[id] > worst->c.v[id]))
			worst = &lines[i];
	if (!r->advice && id == CTR_GLOBAL_LD_REQUESTS)
		r->advice = advice_one_lane(worst);
	if (worst)
		excerpt_add(
			r, source, worst->file, worst->line, cost_words(&r->arena, id, &worst->c, &r->student.total));
}

/* A name that nvcc does not know in this line, and that another line declares. NULL: it is none. */
static const char *declared_elsewhere(struct result *r, const char *source, const struct compile_said *s)
{
	static const char UNKNOWN[] = "identifier \"";
	const char *row = compile_said_row(s), *name = s->message + strlen(UNKNOWN), *end;
	int line;

	if (!row || (strcmp(row, "undefined_name") != 0 && strcmp(row, "new_variable") != 0))
		return NULL;
	end = memchr(name, '"', s->nmessage - strlen(UNKNOWN));
	name = end ? arena_printf(&r->arena, "%.*s", (int)(end - name), name) : "";
	line = *name ? source_declared(source, name, s->line) : 0;
	if (!line)
		return NULL;
	if (line > s->line)
		return arena_printf(&r->arena,
			"%s is declared in line %d, and a name is known from its declaration on only.", name, line);
	if (line_has(source, line, "__shared__"))
		return arena_printf(&r->arena,
			"%s is declared in line %d as shared memory of a kernel: only that kernel's threads reach it, "
			"and "
			"only between its { and }.",
			name, line);
	return arena_printf(&r->arena,
		"%s is declared in line %d, and known up to the } that closes that part of the file: is a } above too "
		"early? Another function has to get it as an argument.",
		name, line);
}

/* The line that the compiler stopped at, with a sentence of help where there is one. */
static void explain_compile(struct result *r, const char *source)
{
	const char *at = r->diagnostics;
	struct compile_said s;
	struct buf help;

	buf_init(&help);
	if (compile_said_first(r->diagnostics, fs_base_name(r->file), &s)) {
		const char *declared = declared_elsewhere(r, source, &s);

		compile_said_help(&s, &help);
		excerpt_add(r, source, r->file, s.line,
			declared         ? declared :
				help.len ? arena_strdup(&r->arena, help.data) :
					   NULL);
	} else { /* ptxas knows no line of the file */
		while (at && !help.len && compile_said_next(&at, &s))
			if (s.kind == SAID_ERROR)
				compile_said_help(&s, &help);
		if (help.len)
			r->advice = arena_strdup(&r->arena, help.data);
	}
	buf_release(&help);
}

/* A call that failed, or a launch ("the launch of add failed: ..."): its line, where the file has but one. */
static void add_call(struct result *r, const char *source, const char *message)
{
	static const char LAUNCH[] = "the launch of ", FAILED[] = " failed: ";
	const char *launch = message ? strstr(message, LAUNCH) : NULL, *begin, *end;
	char *name;
	int line;

	begin = launch ? launch + strlen(LAUNCH) : message;
	end = begin ? strstr(begin, FAILED) : NULL;
	if (!end)
		return;
	name = xstrndup(begin, (size_t)(end - begin));
	line = launch ? source_launch_line(source, name) : source_only_line(source, name);
	free(name);
	if (!line && source)
		line = advice_call_copy_line(source, message);
	if (line)
		excerpt_add(r, source, r->file, line, launch ? "the launch that failed" : "the call that failed");
}

static void explain_finding(struct result *r, const struct case_result *c, const struct kernel_finding *f,
	const struct text_advice *said, const char *source)
{
	struct buf b;

	buf_init(&b);
	if (c->early_return)
		excerpt_add(r, source, r->file, c->early_return, c->early_note);
	for (int k = 0; k < 2; k++) { /* of two, the return and the read */
		int other = c->early_return ? !k : k;
		const struct thread_place *p = other ? &f->other : &f->at;
		struct kernel_finding nowhere = *f;

		if (other ? !f->has_other || f->other.line == f->at.line : f->host)
			continue;
		nowhere.at.line = nowhere.other.line = 0; /* the excerpt shows where */
		buf_clear(&b);
		buf_printf(&b, "%s by ", other ? finding_other_word(f) : finding_at_word(f));
		finding_place_words(&nowhere, other, &b);
		excerpt_add(r, source, p->file, p->line == said->instead_of && p->line > 0 ? said->line : p->line,
			arena_strdup(&r->arena, b.data));
	}
	buf_release(&b);
	r->advice = c->early_return ? "Let every thread of the block go on to the last barrier: it may have an "
				      "element to load for others. Only what a thread does for itself, such as its "
				      "own result, belongs inside an if." :
				      finding_advice(f);
}

static void explain_place(struct result *r, const struct case_result *c, const char *source)
{
	if (c->place.line > 0)
		excerpt_add(r, source, c->place.file, c->place.line, NULL);
	else if (r->verdict == VERDICT_LAUNCH_ERROR)
		add_call(r, source, c->message);
	else if (c->mismatch.any)
		explain_wrong(r, c, source);
}

/* The message of a finding ends with its advice: beside other advice the two would contradict each other. */
static void drop_advice(struct result *r, const char *advice)
{
	const char *at = r->message && advice ? strstr(r->message, advice) : NULL;

	while (at && at > r->message && at[-1] == ' ')
		at--;
	if (at)
		r->message = arena_printf(
			&r->arena, "%.*s%s", (int)(at - r->message), r->message, strstr(at, advice) + strlen(advice));
}

static const char *again_advice(const char *source)
{
	if (source_calls(source, "cudaMemcpyAsync"))
		return "solve() is called many times, as any function is. Does the host look at a buffer before the "
		       "stream is done with it? It has to wait first (cudaStreamSynchronize()): what an earlier call "
		       "left there is right by chance or wrong. Or a static or __device__ variable stays from one call "
		       "to the next: set it at the beginning of each.";
	return "solve() is called many times, as any function is. Something stays from one call to the next: a static "
	       "or __device__ variable, or memory that nothing sets anew. Set it at the beginning of each call.";
}

void explain_result(struct result *r, const char *source, const struct device_line *lines, size_t n)
{
	const struct case_result *c = verdict_case(r);
	const struct kernel_finding *f;
	struct text_advice said = { .line = 0 };

	advice_host_names(r, source);
	if (!r->advice && r->verdict == VERDICT_GATE_FAILED && c && c->message &&
		!strncmp(c->message, ORDER_STOPPED, strlen(ORDER_STOPPED)))
		explain_lanes(r);
	if (!r->advice) /* step/values.c */
		r->advice = advice_of_verdict(r, source);
	r->lines = pictures_of_lines(&r->arena, r->file, lines, n, &r->nlines);
	if (r->verdict == VERDICT_COMPILE_ERROR)
		explain_compile(r, source);
	if (r->verdict == VERDICT_GATE_FAILED)
		explain_gate(r, source, lines, r->seen_failed ? 0 : n);
	if (r->verdict == VERDICT_GATE_FAILED)
		advice_doubles(r, source);
	if (r->verdict == VERDICT_PASS)
		advice_for_pass(r, source);
	if (!c)
		return;
	f = finding_worst(c->findings, c->nfindings);
	if (f && f->verdict != r->verdict)
		f = NULL;
	if (!c->early_return && !c->uneven && !c->again)
		said = advice_of_text(r, c, f, source);
	if (f)
		explain_finding(r, c, f, &said, source);
	else
		explain_place(r, c, source);
	if (!f && (c->uneven || c->again)) {
		const char *name;
		int declared;

		r->advice = explain_unset(r, source, &name, &declared); /* garbage is another one each time */
		if (!r->advice)
			r->advice = c->uneven ? "Something decides that is no input: the address of an array, a "
						"clock, a value that stays from one call to the next. The same inputs "
						"have to give the same answer, wherever arrays lie." :
						again_advice(source);
	}
	if (said.words) {
		drop_advice(r, f ? finding_advice(f) : NULL);
		r->advice = said.words;
	}
	if (said.words && said.line)
		excerpt_add(r, source, r->file, said.line, said.note);
}
