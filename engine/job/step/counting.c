/* counting: see counting.h. */
#include "job/step/counting.h"

#include "job/step/count.h"
#include "job/step/source.h"
#include "judge/proof.h"
#include "judge/verdict.h"

static int one_side(const struct counting *k, const char *so, struct side *side, struct run_outcome *o, struct err *e)
{
	struct runner_spec spec = { .install = k->install,
		.so = so,
		.symbol = "solve",
		.sandbox = so == k->student_so ? k->sandbox : NULL,
		.cancel_fd = k->rq->cancel_fd,
		.profile = k->rq->profile,
		.deadline_ns = so == k->student_so ? k->deadline_ns : 0 };

	return count_side(&spec, k->data, k->r, side, o, e);
}

int counting_run(const struct counting *k, struct run_outcome *student, struct err *e)
{
	struct run_outcome reference;
	const char *source = NULL;

	if (one_side(k, k->student_so, &k->r->student, student, e) ||
		one_side(k, k->reference_so, &k->r->reference, &reference, e))
		return -1;
	if (student->verdict == VERDICT_PASS && reference.verdict == VERDICT_PASS)
		proof_judge(&k->r->arena, k->data, &student->proof, &reference.proof,
			source_text(&k->r->arena, k->rq->file, &source), k->rq->trust, k->c);
	if (k->r->student.has_counters)
		result_note(k->r, "counters come from the emulator: a GPU gives them only to its administrator");
	return 0;
}
