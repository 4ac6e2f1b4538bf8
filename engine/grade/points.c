/* points.c: from a verdict to points. The rule is a table of shares; a file may change it. Nothing of it is a time. */
#include <stdlib.h>
#include <string.h>

#include "base/fs.h"
#include "grade/internal.h"
#include "judge/verdict.h"

enum { FILE_POINTS_MOST = 65536 };
/* The keys that are no step's: verdicts, and these. */
enum { KEY_POINTS = VERDICT_COUNT, KEY_GATES, KEY_COUNT };

struct own {
	char id[80];
	double points;
};
struct points {
	double each; /* of a step */
	double share[VERDICT_COUNT], gates;
	struct own *own;
	size_t nown;
	int told[KEY_COUNT]; /* in which line; 0: not yet */
};

struct points *points_default(void)
{
	struct points *p = xcalloc(1, sizeof *p);

	p->each = 10;
	p->share[VERDICT_PASS] = 100;
	p->share[VERDICT_GATE_FAILED] = 50;
	p->gates = 30;
	p->share[VERDICT_RACE] = 30;
	p->share[VERDICT_UNINITIALIZED] = 30;
	return p;
}

void points_free(struct points *p)
{
	if (p)
		free(p->own);
	free(p);
}

/* By any of its names; it need not be one of those that are graded now. */
static int set_step(
	struct points *p, const struct class *c, const char *key, double v, const char *path, int line, struct err *e)
{
	struct err why = ERR_INIT;
	const struct step *s = catalogue_step(c->rq->labs_here, key, &why);

	if (!s)
		return err_at(e, ERR_INPUT, path, line, 0, "%s", why.msg);
	for (size_t i = 0; i < p->nown; i++)
		if (!strcmp(p->own[i].id, s->id))
			return err_at(e, ERR_INPUT, path, line, 0, "%s has its points already", s->id);
	p->own = xrealloc(p->own, (p->nown + 1) * sizeof *p->own);
	snprintf(p->own[p->nown].id, sizeof p->own->id, "%s", s->id);
	p->own[p->nown++].points = v;
	return 0;
}

static int set(
	struct points *p, const struct class *c, const char *key, double v, const char *path, int line, struct err *e)
{
	int verdict = verdict_find(key), which;

	if (!strcmp(key, "points")) {
		which = KEY_POINTS;
	} else if (!strcmp(key, "gates")) {
		which = KEY_GATES;
	} else if (verdict > VERDICT_NOT_JUDGED && verdict != VERDICT_TODO) {
		which = verdict;
	} else if (strchr(key, '/')) {
		return set_step(p, c, key, v, path, line, e);
	} else {
		return err_at(e, ERR_INPUT, path, line, 0,
			"\"%.60s\" is no key: there are points, a verdict, gates, and steps by their ids "
			"(02-coalescing/1)",
			key);
	}
	if (p->told[which])
		return err_at(e, ERR_INPUT, path, line, 0, "%s stands in line %d already", key, p->told[which]);
	p->told[which] = line;
	if (which == KEY_POINTS) {
		p->each = v;
		return 0;
	}
	if (v > 100)
		return err_at(e, ERR_INPUT, path, line, 0, "%s is a share in %%: at most 100", key);
	*(which == KEY_GATES ? &p->gates : &p->share[which]) = v;
	return 0;
}

int points_read(struct points *p, const char *path, const struct class *c, struct err *e)
{
	struct buf b;
	char *save = NULL, *l, *text;
	int line = 0, rc;

	buf_init(&b);
	rc = fs_read(path, FILE_POINTS_MOST, &b, e);
	text = b.data;
	/* Notepad writes one in front. */
	if (!rc && b.len >= 3 && !memcmp(text, "\xef\xbb\xbf", 3))
		text += 3;
	/* strtok_r would pass over empty lines, and with them count wrong. */
	for (l = text; !rc && l && *l; l = save) {
		char key[80], rest[8];
		double v;
		int n;

		line++;
		save = strchr(l, '\n');
		if (save)
			*save++ = '\0';
		l[strcspn(l, "#\r")] = '\0';
		if (!l[strspn(l, " \t")])
			continue;
		n = sscanf(l, " %79[^: \t] : %lf %7s", key, &v, rest);
		if (n != 2 || !(v >= 0) || v > 1e6)
			rc = err_at(e, ERR_INPUT, path, line, 0,
				"this line is not \"KEY: NUMBER\", with a number from 0 to 1,000,000");
		else
			rc = set(p, c, key, v, path, line, e);
	}
	if (!rc && p->share[VERDICT_GATE_FAILED] + p->gates > 100)
		rc = err_at(e, ERR_INPUT, path, 0, 0, "gate-failed and gates are more than 100 %% together");
	buf_release(&b);
	return rc;
}

double points_most(const struct points *p, const struct step *s)
{
	for (size_t i = 0; i < p->nown; i++)
		if (!strcmp(p->own[i].id, s->id))
			return p->own[i].points;
	return p->each;
}

double points_share(const struct points *p, enum verdict v, int gates, int gates_met)
{
	double share = p->share[v];

	if (v == VERDICT_GATE_FAILED && gates > 0)
		share += p->gates * gates_met / gates;
	return share / 100;
}

void points_describe(const struct points *p, struct buf *out)
{
	buf_printf(
		out, "A step has %g points unless it says otherwise. pass: %g %%. ", p->each, p->share[VERDICT_PASS]);
	buf_printf(out,
		"gate-failed (the answer is right): %g %%, and %g %% times the share of its gates that are met. ",
		p->share[VERDICT_GATE_FAILED], p->gates);
	for (int v = VERDICT_NOT_JUDGED + 1; v < VERDICT_COUNT; v++)
		if (v != VERDICT_PASS && v != VERDICT_GATE_FAILED && p->share[v] > 0)
			buf_printf(out, "%s: %g %%. ", verdict_word((enum verdict)v), p->share[v]);
	buf_puts(out, "All else: 0. What was not judged has no points yet, and is no zero.");
}
