/* tally: what a list of results amounts to, and the short words about one of them that all check formats share. */
#include "report/tally.h"

#include <stdio.h>
#include <string.h>

#include "report/report.h"

struct tally tally_of(const struct result *const *r, size_t n)
{
	struct tally t = { 0, 0, 0, 0, 0 };

	for (size_t i = 0; i < n; i++) {
		t.seconds += r[i]->wall_ms / 1000;
		switch (r[i]->verdict) {
		case VERDICT_PASS: t.pass++; break;
		case VERDICT_TODO: *(r[i]->due ? &t.fail : &t.todo) += 1; break;
		case VERDICT_NOT_JUDGED: t.not_judged++; break;
		default: t.fail++;
		}
	}
	return t;
}

int report_exit_status(const struct result *const *r, size_t n)
{
	struct tally t = tally_of(r, n);

	/* A list that is not fully judged is no verdict about the student: 3 comes before 1, so that a script which
	 * records a 1 as the student's never records one that a broken machine had a part in. */
	return t.not_judged ? 3 : t.fail ? 1 : 0;
}

const char *result_lab_name(const struct result *r, char *dst, size_t size)
{
	const char *id = r->step_id ? r->step_id : "unknown";

	snprintf(dst, size, "%.*s", (int)strcspn(id, "/"), id);
	return dst;
}

const char *result_step_name(const struct result *r, char *dst, size_t size)
{
	const char *slash = r->step_id ? strchr(r->step_id, '/') : NULL;

	if (r->step && r->step->name)
		snprintf(dst, size, "%d-%s", r->step->number, r->step->name);
	else
		snprintf(dst, size, "%s", slash ? slash + 1 : "the lab");
	return dst;
}

const char *result_sentence(const struct result *r)
{
	return r->message && *r->message ? r->message : verdict_meaning(r->verdict);
}
