/* show: what a screen of the UI shows, as text or JSON: the first word says what (the table below). */
#include <stdlib.h>
#include <string.h>

#include "cli/show.h"
#include "cli/source.h"
#include "report/access.h"
#include "report/listing.h"
#include "report/picture.h"
#include "report/race.h"
#include "report/roofline.h"
#include "report/seen.h"

/* ---- access: one access of a warp, lane by lane */
static void no_such(const struct profile_report *r, const struct options *o)
{
	struct buf b;

	for (size_t i = 0; i < r->accesses.nlines; i++) {
		if (r->accesses.lines[i].line != o->line)
			continue;
		cli_say("line %d has fewer than %llu accesses of block %llu, warp %u", o->line,
			(unsigned long long)o->nth, (unsigned long long)o->block, o->warp);
		return;
	}
	buf_init(&b);
	seen_access_lines(&r->accesses, &b);
	if (b.len)
		cli_say("block %llu, warp %u makes no access to global or shared memory in line %d of %s; it does in: "
			"%s",
			(unsigned long long)o->block, o->warp, o->line, r->file, b.data);
	else
		cli_say("block %llu, warp %u makes no access to global or shared memory in %s (is there such a block "
			"and warp?)",
			(unsigned long long)o->block, o->warp, r->file);
	buf_release(&b);
}

static enum status recorded_access(
	struct cli *c, const struct options *o, const struct device_record *record, const struct profile_report *r)
{
	size_t k = o->nth && !record->from ? o->nth - 1 : 0;
	const struct access *a =
		o->line ? access_at(&r->accesses, o->line, k, NULL) : access_worst(&r->accesses, NULL, NULL);

	if (!a) {
		no_such(r, o);
		return STATUS_USAGE;
	}
	if (o->format == FORMAT_JSON)
		report_access_json(r, o->line, &c->out);
	else
		report_access_text(r, a, &c->style, &c->out);
	return STATUS_OK;
}

static enum status show_access(struct cli *c, const struct options *o)
{
	/* Of all lines, for the words where there is no such access. */
	struct device_record record = { .block = o->block, .warp = o->warp, .most = 64 };

	if (o->line && o->nth > record.most) {
		record.line = o->line;
		record.from = o->nth - 1;
	}
	return cli_recorded(c, o, &record, recorded_access);
}

/* ---- what a run shows: the step's file is judged for it, and the attempt is not recorded */
struct part {
	/* What there must be: PTX, a right answer, a run, pictures. */
	enum { OF_LISTING, OF_RIGHT, OF_RUN, OF_IMAGES } of;
	const char *lacks;
	bool (*has)(const struct step *s);
	void (*text)(const struct result *r, const struct text_style *st, struct buf *out);
	void (*json)(const struct result *r, struct buf *out);
};

static enum status write_png(const struct result *r, struct buf *out)
{
	struct err e = ERR_INIT;

	buf_putc(out, '\n');
	return picture_write(r, out, &e) ? cli_error(&e) : STATUS_OK;
}

static enum status show_part(struct cli *c, const struct options *o, const struct part *p)
{
	const struct step *step;
	struct err e = ERR_INIT;
	enum status status = cli_open_step(c, o->words[0], &step);
	struct result r;
	char *file = NULL;

	if (status)
		return status;
	if (p->has && !p->has(step)) {
		err_set(&e, ERR_USAGE, "%s has no %s", step->id, p->lacks);
		return cli_error(&e);
	}
	if (!o->file && !(file = workspace_file(&c->ws, step, true, &e)))
		return cli_error(&e);
	if (cli_judge(c, step, o->file ? o->file : file, o, false, NULL, &r, &e)) {
		status = cli_error(&e);
	} else if (p->of == OF_RIGHT        ? !result_answer_right(&r) :
			p->of == OF_LISTING ? !r.nlistings :
			p->of == OF_IMAGES  ? !r.nimages :
					      r.verdict <= VERDICT_COMPILE_ERROR) {
		cli_say("%s: %s", verdict_word(r.verdict), r.message ? r.message : "its answer is not right");
		status = r.verdict == VERDICT_NOT_JUDGED ? STATUS_ENV : STATUS_FAIL;
	} else if (o->format == FORMAT_JSON) {
		p->json(&r, &c->out);
	} else {
		p->text(&r, &c->style, &c->out);
		status = o->png ? write_png(&r, &c->out) : STATUS_OK;
	}
	result_release(&r);
	free(file);
	return status;
}

static bool has_roofline(const struct step *s)
{
	return s->has_roofline;
}

static enum status show_roofline(struct cli *c, const struct options *o)
{
	static const struct part p = { OF_RIGHT, "roofline", has_roofline, report_roofline_text, report_roofline_json };

	return show_part(c, o, &p);
}

static enum status show_ptx(struct cli *c, const struct options *o)
{
	static const struct part p = { OF_LISTING, "PTX", NULL, report_listing_text, report_listing_json };
	struct options with_sass = *o;

	with_sass.disassemble = true;
	return show_part(c, &with_sass, &p);
}

static enum status show_race(struct cli *c, const struct options *o)
{
	static const struct part p = { OF_RUN, "race", NULL, report_race_text, report_race_json };

	return show_part(c, o, &p);
}

static bool has_pictures(const struct step *s)
{
	return s->images.nshow > 0;
}

static enum status show_picture(struct cli *c, const struct options *o)
{
	static const struct part p = { OF_IMAGES, "pictures", has_pictures, report_picture_text, report_picture_json };

	return show_part(c, o, &p);
}

/* ---- what there is */
static const struct {
	const char *word;
	enum status (*show)(struct cli *c, const struct options *o);
	size_t least, most; /* words after it */
} shows[] = {
	{ "access", show_access, 1, 1 },
	{ "code", show_code, 1, 1 },
	{ "counters", show_counters, 0, 0 },
	{ "course", cmd_list, 0, 0 },
	{ "diff", show_diff, 1, 1 },
	{ "hints", show_hints, 1, 1 },
	{ "history", show_history, 1, 1 },
	{ "keys", show_keys, 0, 0 },
	{ "lesson", show_lesson, 1, 1 },
	{ "lines", show_lines, 1, 1 },
	{ "picture", show_picture, 1, 1 },
	{ "predictions", show_predictions, 0, 1 },
	{ "ptx", show_ptx, 1, 1 },
	{ "race", show_race, 1, 1 },
	{ "result", show_result, 1, 1 },
	{ "roofline", show_roofline, 1, 1 },
	{ "step", show_step, 1, 1 },
	{ "sweep", cmd_sweep, 1, 1 },
	{ "timeline", cmd_timeline, 1, 1 },
	{ "warp", show_access, 1, 1 },
};

enum status cmd_show(struct cli *c, const struct options *o)
{
	struct options rest = *o;
	struct err e = ERR_INIT;
	struct buf b;

	rest.words++;
	rest.nwords--;
	if (o->width)
		c->style.width = o->width;
	for (size_t i = 0; i < sizeof shows / sizeof *shows; i++)
		if (!strcmp(o->words[0], shows[i].word)) {
			if (rest.nwords >= shows[i].least && rest.nwords <= shows[i].most)
				return shows[i].show(c, &rest);
			err_set(&e, ERR_USAGE,
				rest.nwords < shows[i].least ?
					"show %s is about a step: warplings show %s LAB/STEP" :
					"show %s is about the whole course: it takes no more words",
				shows[i].word, shows[i].word);
			return cli_error(&e);
		}
	buf_init(&b);
	for (size_t i = 0; i < sizeof shows / sizeof *shows; i++)
		buf_printf(&b, "%s%s", i ? ", " : "", shows[i].word);
	err_set(&e, ERR_USAGE, "there is nothing to show that is called \"%s\"; there is: %s", o->words[0], b.data);
	buf_release(&b);
	return cli_error(&e);
}
