/* json: one result in the schema "warplings.run/1" (docs/cli.md lists every key). Scripts rely on it: a key may be
 * added, none may change its meaning without a new schema number. What is unknown is null, and no key is ever missing.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "judge/compile_said.h"
#include "judge/written.h"
#include "report/json_run.h"
#include "report/page.h"
#include "report/timeline.h"

json_t *json_text(const char *s)
{
	char *safe = xscrub(s, SIZE_MAX);
	json_t *j = safe ? json_string(safe) : json_null();

	free(safe);
	return j ? j : json_string("?");
}

json_t *json_number(double v)
{
	return isfinite(v) ? json_real(v) : json_null();
}

/* Whole numbers as integers: "limit": 4 and not 4.0, and a counter never as 1.2e9. */
static json_t *number_or_integer(double v)
{
	if (isfinite(v) && v == floor(v) && fabs(v) < 9007199254740992.0)
		return json_integer((json_int_t)v);
	return json_number(v);
}

void json_out(json_t *j, struct buf *out)
{
	char *text = json_dumps(j, JSON_INDENT(2) | JSON_REAL_PRECISION(15));

	buf_puts(out, text ? text : "null");
	buf_putc(out, '\n');
	free(text);
	json_decref(j);
}

json_t *json_counters(const struct counters *c, bool has)
{
	json_t *o = json_object();

	if (!has)
		return o;
	for (int i = 0; i < CTR_COUNT; i++) {
		enum counter_id id = (enum counter_id)i;

		if (counter_is_timeline(id) && !c->v[CTR_TL_ELAPSED])
			continue; /* a kernel or a line has none */
		if (!counter_is_ratio(id))
			json_object_set_new(o, counter_name(id), json_integer((json_int_t)c->v[i]));
		else
			json_object_set_new(o, counter_name(id),
				counter_defined(c, id) ? json_number(counter_value(c, id)) : json_null());
	}
	return o;
}

static json_t *triple(const uint32_t v[3])
{
	return json_pack("[I,I,I]", (json_int_t)v[0], (json_int_t)v[1], (json_int_t)v[2]);
}

/* What bounds a modelled time: a word, the sentence, and how long each resource is busy; null for a measured one. */
static json_t *json_limit(const struct kernel_run *k)
{
	json_t *o, *parts;

	if (!k->limit)
		return json_null();
	o = json_object();
	parts = json_object();
	json_object_set_new(o, "by", json_text(k->bound));
	json_object_set_new(o, "sentence", json_text(k->limit));
	json_object_set_new(o, "resident_blocks", json_integer(k->resident));
	for (size_t i = 0; i < k->nparts; i++)
		json_object_set_new(parts, k->parts[i].name, json_number(k->parts[i].us));
	json_object_set_new(o, "busy_us", parts);
	return o;
}

json_t *json_kernels(const struct side *s)
{
	json_t *kernels = json_array();

	for (size_t i = 0; i < s->nkernels; i++) {
		const struct kernel_run *k = &s->kernels[i];
		json_t *j = json_object();

		json_object_set_new(j, "name", json_text(k->name));
		json_object_set_new(j, "grid", triple(k->grid));
		json_object_set_new(j, "block", triple(k->block));
		json_object_set_new(j, "launches", json_integer(k->launches));
		json_object_set_new(j, "registers", json_integer(k->regs));
		json_object_set_new(
			j, "registers_of", k->regs_arch ? json_sprintf("sm_%d", k->regs_arch) : json_null());
		json_object_set_new(j, "shared_bytes", json_integer(k->shared_bytes));
		json_object_set_new(j, "time_us", k->time_us > 0 ? json_number(k->time_us) : json_null());
		/* Who counts is the emulator, and its times are modelled, whatever was measured besides. */
		json_object_set_new(j, "time_kind",
			k->time_us > 0 ? json_text(time_kind_word(k->has_counters ? TIME_MODELLED : TIME_MEASURED)) :
					 json_null());
		json_object_set_new(j, "limit", json_limit(k));
		json_object_set_new(j, "counters", json_counters(&k->c, k->has_counters));
		json_array_append_new(kernels, j);
	}
	return kernels;
}

static json_t *side_json(const struct side *s)
{
	json_t *o = json_object();
	bool timed = s->time_kind != TIME_NONE;

	json_object_set_new(o, "ran", json_boolean(s->ran));
	json_object_set_new(o, "time_us", timed ? json_number(s->time_us) : json_null());
	json_object_set_new(o, "time_kind", json_text(time_kind_word(s->time_kind)));
	json_object_set_new(o, "time_device", timed ? json_text(s->time_device) : json_null());
	json_object_set_new(o, "time_p20_us", s->time_kind == TIME_MEASURED ? json_number(s->time_lo_us) : json_null());
	json_object_set_new(o, "time_p80_us", s->time_kind == TIME_MEASURED ? json_number(s->time_hi_us) : json_null());
	json_object_set_new(o, "time_samples", json_integer(s->time_kind == TIME_MEASURED ? s->time_n : 0));
	json_object_set_new(o, "noisy", json_boolean(s->noisy));
	json_object_set_new(o, "kernels", json_kernels(s));
	json_object_set_new(o, "counters", json_counters(&s->total, s->has_counters));
	json_object_set_new(o, "timeline", json_timeline(&s->timeline));
	json_object_set_new(o, "timeline_lost", json_integer((json_int_t)s->timeline.lost));
	return o;
}

static json_t *written_json(const struct mismatch *m)
{
	json_t *a = json_array();

	for (size_t i = 0; i < m->nwritten; i++) {
		const struct written *w = &m->written[i];
		json_t *o = json_object();

		json_object_set_new(o, "by", json_text(writer_word(w->by)));
		json_object_set_new(o, "where", json_text(w->where));
		json_object_set_new(o, "kernel", json_text(w->kernel));
		json_object_set_new(o, "at", w->by == WRITER_KERNEL ? json_thread(&w->at) : json_null());
		json_object_set_new(o, "elements", w->n ? json_integer(w->n) : json_null());
		json_object_set_new(o, "pattern", json_text(w->pattern));
		json_array_append_new(a, o);
	}
	return a;
}

static json_t *mismatch_json(const struct mismatch *m)
{
	json_t *o;

	if (!m->any)
		return json_null();
	o = json_object();
	json_object_set_new(o, "arg", json_text(m->arg));
	json_object_set_new(o, "index", json_integer(m->index));
	json_object_set_new(o, "where", json_text(m->where));
	json_object_set_new(o, "got", json_text(m->got));
	json_object_set_new(o, "want", json_text(m->want));
	json_object_set_new(o, "wrong", json_integer(m->wrong));
	json_object_set_new(o, "total", json_integer(m->total));
	json_object_set_new(o, "pattern", json_text(m->pattern));
	json_object_set_new(o, "worst", json_number(m->worst));
	json_object_set_new(o, "worst_index", json_integer(m->worst_index));
	json_object_set_new(o, "never_written", json_boolean(m->never_written));
	json_object_set_new(o, "written", written_json(m));
	return o;
}

json_t *json_place(const struct fault_place *f)
{
	json_t *o;

	if (!f->file && !f->kernel)
		return json_null();
	o = json_object();
	json_object_set_new(o, "file", json_text(f->file));
	json_object_set_new(o, "line", f->line > 0 ? json_integer(f->line) : json_null());
	json_object_set_new(o, "kernel", json_text(f->kernel));
	return o;
}

static json_t *case_json(const struct case_result *c)
{
	json_t *o = json_object();
	char schedule[32];

	json_object_set_new(o, "name", json_text(c->name));
	json_object_set_new(o, "verdict", json_text(verdict_word(c->verdict)));
	json_object_set_new(o, "ran", json_boolean(c->ran));
	json_object_set_new(o, "message", json_text(c->message));
	json_object_set_new(o, "mismatch", mismatch_json(&c->mismatch));
	json_object_set_new(o, "place", json_place(&c->place));
	if (c->schedule) {
		snprintf(schedule, sizeof schedule, "%llu", (unsigned long long)c->schedule);
		json_object_set_new(o, "schedule", json_text(schedule));
	} else {
		json_object_set_new(o, "schedule", json_null());
	}
	json_object_set_new(o, "findings", json_findings(c->findings, c->nfindings));
	json_object_set_new(o, "counters", json_counters(&c->student, c->has_counters));
	json_object_set_new(o, "reference_counters", json_counters(&c->reference, c->has_counters));
	return o;
}

static json_t *gate_json(const struct gate_result *g)
{
	json_t *o = json_object();

	json_object_set_new(o, "what", json_text(g->gate ? g->gate->what : NULL));
	json_object_set_new(o, "counter",
		json_text(g->gate && g->gate->counter >= 0 && g->gate->counter < CTR_COUNT ?
				counter_name((enum counter_id)g->gate->counter) :
				NULL));
	json_object_set_new(o, "kernel", json_text(g->gate ? g->gate->kernel : NULL));
	json_object_set_new(o, "bound", json_string(g->is_max ? "max" : "min"));
	json_object_set_new(o, "limit", number_or_integer(g->limit));
	json_object_set_new(o, "value", g->defined ? number_or_integer(g->value) : json_null());
	json_object_set_new(o, "pass", json_boolean(g->pass));
	json_object_set_new(o, "judged", json_boolean(g->judged));
	json_object_set_new(o, "why", json_text(g->gate ? g->gate->why : NULL));
	return o;
}

static json_t *prediction_json(const struct result *r)
{
	const struct prediction *p = &r->prediction;
	json_t *o;

	if (!p->made)
		return json_null();
	o = json_object();
	json_object_set_new(o, "value", number_or_integer(p->value));
	json_object_set_new(o, "of", r->step ? json_string(predict_of_word(r->step->predict.of)) : json_null());
	json_object_set_new(o, "observed", p->known ? number_or_integer(p->observed) : json_null());
	json_object_set_new(o, "close", p->known ? json_boolean(p->close) : json_null());
	return o;
}

/* The first place that any case knows: for an editor that wants to jump there. */
static json_t *first_place(const struct result *r)
{
	for (size_t i = 0; i < r->ncases; i++)
		if (r->cases[i].place.file || r->cases[i].place.kernel)
			return json_place(&r->cases[i].place);
	return json_null();
}

json_t *json_compiler(const char *diagnostics)
{
	json_t *a = json_array();
	struct compile_said s;

	for (const char *at = diagnostics ? diagnostics : ""; compile_said_next(&at, &s);) {
		json_t *o;
		struct buf b;

		if (s.kind == SAID_OTHER)
			continue;
		o = json_object();
		buf_init(&b);
		json_object_set_new(o, "kind", json_string(said_kind_word(s.kind)));
		buf_add(&b, s.file ? s.file : "", s.nfile);
		json_object_set_new(o, "file", json_text(s.file ? b.data : NULL));
		json_object_set_new(o, "line", s.line ? json_integer(s.line) : json_null());
		buf_clear(&b);
		buf_add(&b, s.message, s.nmessage);
		json_object_set_new(o, "message", json_text(b.data));
		buf_clear(&b);
		json_object_set_new(o, "help", json_text(compile_said_help(&s, &b) ? b.data : NULL));
		buf_release(&b);
		json_array_append_new(a, o);
	}
	return a;
}

json_t *json_run(const struct result *r, bool with_schema)
{
	json_t *o = json_object(), *a, *device = json_object();
	char seed[32];

	if (with_schema)
		json_object_set_new(o, "schema", json_string("warplings.run/1"));
	json_object_set_new(o, "step", json_text(r->step_id));
	json_object_set_new(o, "title", json_text(r->step ? r->step->title : NULL));
	json_object_set_new(o, "file", json_text(r->file));
	json_object_set_new(device, "kind", json_text(r->device_kind));
	json_object_set_new(device, "name", json_text(r->device_name));
	json_object_set_new(o, "device", device);
	json_object_set_new(o, "verdict", json_text(verdict_word(r->verdict)));
	json_object_set_new(o, "message", json_text(r->message ? r->message : verdict_meaning(r->verdict)));
	json_object_set_new(o, "diagnostics", json_text(r->diagnostics));
	if (r->verdict == VERDICT_COMPILE_ERROR)
		json_object_set_new(o, "compiler", json_compiler(r->diagnostics));
	/* A string: 64 bits do not survive readers that keep numbers as doubles, and a wrong seed replays nothing. */
	snprintf(seed, sizeof seed, "%llu", (unsigned long long)r->seed);
	json_object_set_new(o, "seed", json_text(seed));
	json_object_set_new(o, "sandbox", json_text(r->sandbox));
	a = json_array();
	for (size_t i = 0; i < r->ncases; i++)
		json_array_append_new(a, case_json(&r->cases[i]));
	json_object_set_new(o, "cases", a);
	json_object_set_new(o, "place", first_place(r));
	json_object_set_new(o, "student", side_json(&r->student));
	json_object_set_new(o, "reference", side_json(&r->reference));
	a = json_array();
	for (size_t i = 0; i < r->ngates; i++)
		json_array_append_new(a, gate_json(&r->gates[i]));
	json_object_set_new(o, "gates", a);
	json_object_set_new(o, "prediction", prediction_json(r));
	a = json_array();
	for (size_t i = 0; i < r->nnotes; i++)
		json_array_append_new(a, json_text(r->notes[i]));
	json_object_set_new(o, "notes", a);
	json_object_set_new(o, "wall_ms", json_number(r->wall_ms));
	json_object_set_new(o, "compile_ms", json_number(r->compile_ms));
	return o;
}

void report_json(const struct result *r, struct buf *out)
{
	json_out(json_run(r, true), out);
}
