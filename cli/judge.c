/* judge: what run and check share: one job with its progress lines, and the attempt in the student's progress. */
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"

/* What the student predicted, if anything. Progress that can't be read is said when the attempt is recorded. */
static void add_prediction(struct cli *c, const struct step *step, struct job_request *req)
{
	struct progress *p = NULL;
	struct progress_step s;

	if (!step->has_predict)
		return;
	if (progress_open_existing(&p, c->ws.work, NULL) == 0 && progress_get(p, step->id, &s, NULL) == 0) {
		req->predicted = s.predicted;
		req->prediction = s.prediction;
	}
	progress_close(p);
}

int cli_judge(struct cli *c, const struct step *step, const char *file, const struct options *o, bool verdict_only,
	const char *prefix, struct result *r, struct err *e)
{
	struct live live = { .c = c, .prefix = prefix };
	struct job_request req;
	char *cache = workspace_cache(&c->ws);
	int rc;

	memset(&req, 0, sizeof req);
	req.root = c->ws.root;
	req.cache = cache;
	req.step = step;
	req.file = file;
	/* Who names an emulated device wants its times. */
	req.device = o->profile && o->device == DEVICE_AUTO ? DEVICE_EMULATOR : o->device;
	req.profile = o->profile;
	req.seed = o->seed;
	req.schedule = o->schedule;
	req.schedules = o->schedules;
	req.run_limit_ms = o->time_limit_ms;
	req.named_file = o->file != NULL;
	req.cancel_fd = c->cancel_fd;
	req.untimed = verdict_only;
	req.observe = !verdict_only;
	req.disassemble = o->disassemble || (step->show_ptx && !verdict_only);
	req.on_event = live_job_event;
	req.user = &live;
	add_prediction(c, step, &req);
	rc = job_run(&req, r, e);
	live_clear(&live);
	free(cache);
	return rc;
}

void cli_record(struct cli *c, const struct result *r)
{
	struct progress *p = NULL;
	struct err e = ERR_INIT;

	struct text_style plain = { .utf8 = true, .width = 78 };
	bool attempt = r->verdict != VERDICT_NOT_JUDGED && r->verdict != VERDICT_TODO && r->step &&
		workspace_attempted(&c->ws, r->step);
	struct buf text;
	int rc;

	/* The untouched starter is no attempt. */
	if (!r->prediction.known && !attempt)
		return;
	buf_init(&text);
	rc = progress_open(&p, c->ws.work, &e);
	if (!rc && attempt) {
		report_text(r, &plain, &text);
		rc = progress_record(p, r, &e) || progress_keep_report(p, r->step_id, text.data, &e) ? -1 : 0;
	} else if (!rc) {
		rc = progress_predicted(p, r->step_id, 0, r->prediction.close, &e);
	}
	buf_release(&text);
	if (rc) {
		cli_say("this attempt is judged, but not recorded");
		cli_error(&e);
	}
	progress_close(p);
}
