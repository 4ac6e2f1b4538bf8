/* proof: see proof.h. The rules, in order: inputs are as they were; nothing of an output came from the host; nothing
 * that looks right was there before the call; the big case is not all copies; little travelled to the host, and in the
 * big case from it; where outputs lie with the host, little of what it sent was its own make. */
#include "judge/proof.h"

#include <inttypes.h>
#include <string.h>

#include "base/buf.h"
#include "base/number.h"
#include "judge/compare.h"
#include "judge/source_lines.h"

/* Bytes between host and device beyond the reference's (twice its own), as a part of the arguments,
 * and what is allowed in any case: a table of coefficients, parameters of some launches. */
enum { FLOW_PART = 8, FLOW_FREE = 4096, FLOW_OF_REFERENCE = 2 };
/* What the host may get to see in the big case before it goes on: a flag or a count in each of many rounds. Partial
 * results that it adds up itself are more; where the whole answer is a few words, 256 bytes of them are enough for one.
 */
enum { FLOW_SEEN = 256, FLOW_SEEN_OF_LITTLE = 16 };

static bool fail(struct case_result *c, enum verdict v, const char *message)
{
	c->verdict = v;
	c->message = message;
	return true;
}

static const char *place(struct arena *a, const struct case_data *d, size_t arg, uint64_t i)
{
	struct elements el = { .count = d->args[arg].count };

	for (size_t k = 0; k < d->step->args[arg].nshape; k++) {
		long long dim;

		if (expr_eval(d->step->args[arg].shape[k], d->tc, &dim, NULL) || dim <= 0)
			return arena_printf(a, "%s[%" PRIu64 "]", d->step->args[arg].name, i);
		el.dim[el.ndim++] = (uint64_t)dim;
	}
	return element_place(a, d->step->args[arg].name, &el, i);
}

static const char *call_words(struct arena *a, const char *call, const char *source)
{
	int line = call ? source_only_line(source, call) : 0;

	if (!call)
		return "the host";
	return line ? arena_printf(a, "%s in line %d", call, line) : call;
}

static const char *others(struct arena *a, uint64_t n, uint64_t of)
{
	char all[64], these[64];

	if (n < 2)
		return "";
	number_text((double)n, these, sizeof these);
	number_text((double)of, all, sizeof all);
	return arena_printf(a, " (%s of its %s elements were)", these, all);
}

/* ---- the rules; true: broken */
static bool input_changed(
	struct arena *a, const struct case_data *d, size_t i, const struct made *m, struct case_result *c)
{
	const struct case_arg *arg = &d->args[i];
	size_t each = elem_size(arg->arg->type);
	struct buf b;

	if (!m->now || !memcmp(m->now, arg->data, arg->bytes))
		return false;
	buf_init(&b);
	for (uint64_t k = 0; k < arg->count; k++) {
		if (!memcmp((const char *)m->now + k * each, (const char *)arg->data + k * each, each))
			continue;
		buf_printf(&b, "%s was changed from %.9g to %.9g. '%s' is an input: it has to stay as it is.",
			place(a, d, i, k), element_value(arg->arg->type, arg->data, k),
			element_value(arg->arg->type, m->now, k), arg->arg->name);
		break;
	}
	fail(c, VERDICT_WRONG_ANSWER, arena_strdup(a, b.data));
	buf_release(&b);
	return true;
}

static bool from_host(struct arena *a, const struct case_data *d, size_t i, const struct made *m, const char *source,
	struct case_result *c)
{
	if (!m->n[MAKER_HOST])
		return false;
	return fail(c, VERDICT_GATE_FAILED,
		arena_printf(a,
			"%s was written by %s, not by a kernel%s. The values are right, but they came from the "
			"host; this step asks for work on the device.",
			place(a, d, i, m->first[MAKER_HOST]), call_words(a, m->call[MAKER_HOST], source),
			others(a, m->n[MAKER_HOST], d->args[i].count)));
}

/* An output that lies with the host, where the reference's comes from the device: so has this one. */
static bool strange(struct arena *a, const struct case_data *d, size_t i, const struct made *m,
	const struct made *reference, struct case_result *c)
{
	if (!m->traced || !m->nstrange || !reference->traced || reference->nstrange)
		return false;
	if (m->lost)
		return fail(c, VERDICT_GATE_FAILED,
			arena_printf(a,
				"More is copied to the host, or shared with it, than can be followed, so nobody can "
				"tell "
				"whether '%s' was made by the device. The values are right, but this step asks for "
				"work on "
				"the device.",
				d->args[i].arg->name));
	return fail(c, VERDICT_GATE_FAILED,
		arena_printf(a,
			"%s was made by the host%s: no copy brought this value from the device, and no kernel left it "
			"in memory that the host can read. The values are right, but this step asks for work on the "
			"device.",
			place(a, d, i, m->strange), others(a, m->nstrange, d->args[i].count)));
}

static bool unwritten(struct arena *a, const struct case_data *d, size_t i, const struct made *m, struct case_result *c)
{
	enum maker who = m->n[MAKER_NOBODY] ? MAKER_NOBODY : MAKER_FILL;

	if (!m->n[MAKER_NOBODY] && (!m->n[MAKER_FILL] || d->args[i].arg->kind != ARG_OUT))
		return false;
	return fail(c, VERDICT_WRONG_ANSWER,
		arena_printf(a, "Nothing was written to %s%s. The right value stood there by chance.",
			place(a, d, i, m->first[who]), others(a, m->n[who], d->args[i].count)));
}

/* A tail, an edge, a first element may be copied within the device; what the step is about may not. */
enum { COPIED_PART = 8 };

static bool copied(struct arena *a, const struct case_data *d, size_t i, const struct made *m,
	const struct made *reference, const char *source, struct case_result *c)
{
	if (!d->tc->perf || COPIED_PART * m->n[MAKER_COPY] <= d->args[i].count ||
		(reference && m->n[MAKER_COPY] <= reference->n[MAKER_COPY]))
		return false;
	return fail(c, VERDICT_GATE_FAILED,
		arena_printf(a,
			"%s is a copy that %s made%s. The values are right, but no kernel wrote them; this step asks "
			"for a kernel.",
			place(a, d, i, m->first[MAKER_COPY]), call_words(a, m->call[MAKER_COPY], source),
			others(a, m->n[MAKER_COPY], d->args[i].count)));
}

static bool flows(struct arena *a, const struct case_data *d, const struct proof *student,
	const struct proof *reference, struct case_result *c)
{
	uint64_t in = 0, out = 0, host = 0, most_in, most_out, seen;
	char text[64], most[64];

	for (size_t i = 0; i < d->step->nargs; i++) {
		const struct case_arg *arg = &d->args[i];

		if (arg->arg->kind == ARG_VALUE)
			continue;
		if (arg->arg->host) {
			host += arg->bytes;
			continue;
		}
		in += arg->arg->kind != ARG_OUT ? arg->bytes : 0;
		out += arg->arg->kind != ARG_IN ? arg->bytes : 0;
	}
	seen = in / FLOW_PART > FLOW_FREE ? in / FLOW_PART : FLOW_FREE;
	if (d->tc->perf)
		seen = out > FLOW_SEEN ? FLOW_SEEN : FLOW_SEEN_OF_LITTLE;
	most_in = FLOW_OF_REFERENCE * reference->to_host + seen;
	most_out =
		FLOW_OF_REFERENCE * reference->from_host + (out / FLOW_PART > FLOW_FREE ? out / FLOW_PART : FLOW_FREE);
	/* Where most of the arguments lie with the host, copies are what the step is about: its gates judge them. */
	if (host >= in + out)
		return false;
	/* A host that computes needs the data, in small cases, too. What it sends is counted with the parameters of all
	 * launches, which are much beside a small output. */
	if (student->to_host <= most_in && (!d->tc->perf || (student->from_host <= most_out && !student->shared_lost)))
		return false;
	if (d->tc->perf && student->shared_lost)
		return fail(c, VERDICT_GATE_FAILED,
			"solve() shares more memory with the device, in more launches, than can be followed, so nobody "
			"can "
			"tell whether the host computed the answer. The data is on the device, and this step asks for "
			"the "
			"work to be done there.");
	if (student->to_host > most_in) {
		number_text((double)student->to_host, text, sizeof text);
		number_text((double)most_in, most, sizeof most);
		return fail(c, VERDICT_GATE_FAILED,
			arena_printf(a,
				"solve() brought %s bytes to the host and then went on with copies or launches, "
				"expected at most %s. The data is on the device, and this step asks for the work to "
				"be done there.",
				text, most));
	}
	number_text((double)student->from_host, text, sizeof text);
	number_text((double)most_out, most, sizeof most);
	return fail(c, VERDICT_GATE_FAILED,
		arena_printf(a,
			"solve() sent %s bytes from the host to the device (copies, kernel parameters), expected at "
			"most %s. The data is on the device already, and this step asks for the work to be done "
			"there.",
			text, most));
}

static bool sent_too_much(struct arena *a, struct case_result *c, uint64_t most)
{
	char text[64], limit[64];

	if (c->sent <= most)
		return false;
	number_text((double)c->sent, text, sizeof text);
	number_text((double)most, limit, sizeof limit);
	return fail(c, VERDICT_GATE_FAILED,
		arena_printf(a,
			"solve() sent %s bytes to the device that are no values of its inputs, and no constants or "
			"counting numbers, expected at most %s. The host made them; this step asks for the work to "
			"be done on the device.",
			text, limit));
}

/* Memory that is registered is shared by the page: what stands before and behind an array is sent, too, and is much
 * beside a small one. */
enum { PAGES_AROUND = 2 * 4096 };

/* An answer that the host makes has to come to the device, to come back from there as a kernel's. */
static bool host_made(struct arena *a, const struct case_data *d, const struct proof *student,
	const struct proof *reference, struct case_result *c)
{
	uint64_t out = 0, shared = 0, most;
	bool any = false;

	for (size_t i = 0; i < d->step->nargs; i++) {
		if (!d->args[i].arg->host || d->args[i].arg->kind == ARG_VALUE)
			continue;
		shared++;
		/* The smallest is what it could send whole. */
		if (d->args[i].arg->kind != ARG_IN && !d->args[i].arg->milliseconds && d->args[i].bytes) {
			out = any && out < d->args[i].bytes ? out : d->args[i].bytes;
			any = true;
		}
	}
	most = FLOW_OF_REFERENCE * reference->strange + (out / FLOW_PART > FLOW_FREE ? out / FLOW_PART : FLOW_FREE);
	c->sent = out ? student->strange : 0;
	c->sent_most = most + shared * PAGES_AROUND;
	if (!d->tc->perf || !out)
		return false;
	if (student->sent_lost)
		return fail(c, VERDICT_GATE_FAILED,
			"solve() sends more to the device than can be followed, so nobody can tell whether the host "
			"computed it. This step asks for work on the device.");
	return sent_too_much(a, c, most);
}

const char *proof_untimed(const struct case_data *d, const struct proof *student)
{
	const char *name = NULL;
	uint64_t others = 0;

	for (size_t i = 0; i < d->step->nargs; i++) {
		const struct arg *arg = d->args[i].arg;

		if (arg->milliseconds)
			name = arg->name;
		else if (arg->host && arg->kind != ARG_IN && arg->kind != ARG_VALUE)
			others += d->args[i].bytes;
	}
	return student->args && !student->times && student->told <= others ? name : NULL;
}

void proof_judge_sizes(struct result *r)
{
	const struct case_result *perf = NULL;

	if (!r->step || !result_answer_right(r))
		return;
	for (size_t i = 0; i < r->ncases; i++)
		if (r->step->cases[i].perf)
			perf = &r->cases[i];
	for (size_t i = 0; perf && i < r->ncases; i++) {
		struct case_result *c = &r->cases[i];

		/* A table of a fixed size is sent in the big case, too. */
		if (c != perf && sent_too_much(&r->arena, c, c->sent_most + perf->sent))
			return;
	}
}

void proof_judge(struct arena *a, const struct case_data *d, const struct proof *student, const struct proof *reference,
	const char *source, unsigned trust, struct case_result *c)
{
	for (size_t i = 0; student->args && i < d->step->nargs; i++) {
		const struct made *m = &student->args[i];
		bool out = d->args[i].arg->kind == ARG_OUT || d->args[i].arg->kind == ARG_INOUT;

		if (out && !(trust & TRUST_PROOF) && reference->args && strange(a, d, i, m, &reference->args[i], c))
			return;
		if (!m->known)
			continue;
		if (!out && !(trust & TRUST_INPUTS) && input_changed(a, d, i, m, c))
			return;
		if (out && !(trust & TRUST_PROOF) &&
			(from_host(a, d, i, m, source, c) || unwritten(a, d, i, m, c) ||
				copied(a, d, i, m, reference->args ? &reference->args[i] : NULL, source, c)))
			return;
	}
	if (student->args && !(trust & TRUST_FLOWS) && !flows(a, d, student, reference, c))
		host_made(a, d, student, reference, c);
}
