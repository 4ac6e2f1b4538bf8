/* page_run.c: one judged text on the class's page: what was said, cases, gates, the first wrong element, the timeline,
 * and the source with what its lines did. It reads the stored JSON (warplings.run/1), whose texts are scrubbed but not
 * escaped. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/markup.h"
#include "grade/internal.h"
#include "judge/verdict.h"

static const char *text_of(const json_t *o, const char *key)
{
	return json_string_value(json_object_get(o, key));
}

static void paragraph(struct buf *out, const char *text)
{
	if (!text)
		return;
	buf_puts(out, "<p>");
	buf_add_markup(out, text, false);
	buf_puts(out, "</p>");
}

static void cases(const json_t *run, struct buf *out)
{
	size_t i;
	json_t *c;

	buf_puts(out, "<table><thead><tr><th>case</th><th>verdict</th><th></th></tr></thead><tbody>");
	json_array_foreach(json_object_get(run, "cases"), i, c)
	{
		const json_t *m = json_object_get(c, "mismatch");
		const char *said = text_of(c, "message");

		buf_puts(out, "<tr><td>");
		buf_add_markup(out, text_of(c, "name") ? text_of(c, "name") : "?", false);
		buf_puts(out, "</td><td>");
		buf_add_markup(out, json_is_true(json_object_get(c, "ran")) ? text_of(c, "verdict") : "not run", false);
		buf_puts(out, "</td><td>");
		if (said)
			buf_add_markup(out, said, false);
		if (json_is_object(m) && text_of(m, "where")) {
			buf_puts(out, " First wrong element: ");
			buf_add_markup(out, text_of(m, "where"), false);
			buf_puts(out, " holds ");
			buf_add_markup(out, text_of(m, "got") ? text_of(m, "got") : "?", false);
			buf_puts(out, " instead of ");
			buf_add_markup(out, text_of(m, "want") ? text_of(m, "want") : "?", false);
			buf_puts(out, ". ");
			if (text_of(m, "pattern"))
				buf_add_markup(out, text_of(m, "pattern"), false);
		}
		buf_puts(out, "</td></tr>");
	}
	buf_puts(out, "</tbody></table>");
}

static void gates(const json_t *run, enum verdict v, struct buf *out)
{
	const json_t *list = json_object_get(run, "gates");
	size_t i;
	json_t *g;

	if (!json_array_size(list))
		return;
	if (v != VERDICT_PASS && v != VERDICT_GATE_FAILED) {
		buf_puts(out, "<p>The gates were not judged: the answer has to be right first.</p>");
		return;
	}
	buf_puts(out, "<table><thead><tr><th>gate</th><th>value</th><th>limit</th><th></th></tr></thead><tbody>");
	json_array_foreach(list, i, g)
	{
		buf_puts(out, "<tr><td>");
		buf_add_markup(out, text_of(g, "what") ? text_of(g, "what") : "?", false);
		buf_printf(out, "</td><td class=\"n\">%.6g</td><td class=\"n\">%.6g</td><td>%s</td></tr>",
			json_number_value(json_object_get(g, "value")), json_number_value(json_object_get(g, "limit")),
			json_is_true(json_object_get(g, "pass")) ? "met" : "missed");
	}
	buf_puts(out, "</tbody></table>");
}

static void counters(const json_t *run, struct buf *out)
{
	const json_t *mine = json_object_get(json_object_get(run, "student"), "counters");
	json_t *theirs = json_object_get(json_object_get(run, "reference"), "counters"), *v;
	const char *key;

	if (!json_object_size(mine))
		return;
	buf_puts(out,
		"<details><summary>Counters of the performance case</summary><table><thead><tr><th>counter</th>"
		"<th>submission</th><th>reference</th></tr></thead><tbody>");
	json_object_foreach((json_t *)(uintptr_t)mine, key, v)
	{
		if (!json_is_number(v))
			continue;
		buf_puts(out, "<tr><td>");
		buf_add_markup(out, key, false);
		buf_printf(out, "</td><td class=\"n\">%.6g</td><td class=\"n\">", json_number_value(v));
		if (json_is_number(json_object_get(theirs, key)))
			buf_printf(out, "%.6g", json_number_value(json_object_get(theirs, key)));
		buf_puts(out, "</td></tr>");
	}
	buf_puts(out, "</tbody></table></details>");
}

/* Which engine worked when. */
static void timeline(const json_t *run, struct buf *out)
{
	static const char *const engines[] = { "h2d", "compute", "d2h", "host" };
	static const char *const fills[] = { "#4c8fd6", "#3f9d4f", "#d98a00", "#7a63d1" };
	enum { WIDTH = 640, LEFT = 70, ROW = 22, MOST = 400 };
	const json_t *spans = json_object_get(json_object_get(run, "student"), "timeline");
	double end = 0;
	size_t i;
	json_t *s;

	json_array_foreach(spans, i, s)
	{
		double at = json_number_value(json_object_get(s, "end_us"));

		end = at > end ? at : end;
	}
	if (!(end > 0))
		return;
	buf_printf(out,
		"<p>Timeline of the performance case, modelled: %.4g us</p><svg role=\"img\" aria-label=\"Timeline\" "
		"width=\"%d\" "
		"height=\"%d\">",
		end, LEFT + WIDTH + 10, 4 * ROW + 6);
	for (int k = 0; k < 4; k++)
		buf_printf(out, "<text x=\"0\" y=\"%d\">%s</text>", k * ROW + 16, engines[k]);
	json_array_foreach(spans, i, s)
	{
		const char *engine = text_of(s, "engine"), *name = text_of(s, "name"), *op = text_of(s, "op");
		double b = json_number_value(json_object_get(s, "begin_us")),
		       e = json_number_value(json_object_get(s, "end_us"));

		for (int k = 0; k < 4 && engine && i < MOST; k++) {
			double w = (e - b) / end * WIDTH;

			if (strcmp(engine, engines[k]))
				continue;
			buf_printf(out, "<rect x=\"%.1f\" y=\"%d\" width=\"%.1f\" height=\"%d\" fill=\"%s\"><title>",
				LEFT + b / end * WIDTH, k * ROW + 3, w > 1 ? w : 1, ROW - 6, fills[k]);
			buf_add_markup(out, name ? name : op ? op : "", false);
			buf_printf(out, ": %.4g us</title></rect>", e - b);
		}
	}
	buf_puts(out, "</svg>");
}

/* The most of column `at`, and each line's row. */
static double most_of(const json_t *lines, size_t at)
{
	double most = 0;
	size_t i;
	json_t *l;

	json_array_foreach(lines, i, l)
	{
		double v = json_number_value(json_array_get(l, at));

		most = v > most ? v : most;
	}
	return most;
}

static const json_t *line_row(const json_t *lines, int line)
{
	size_t i;
	json_t *l;

	json_array_foreach(lines, i, l)
	{
		if (json_integer_value(json_array_get(l, 0)) == line)
			return l;
	}
	return NULL;
}

static void source(const json_t *run, const struct item *it, struct buf *out)
{
	const json_t *lines = json_object_get(run, "lines");
	double most = most_of(lines, 1);
	int n = 1;

	/* Only the performance case counts by lines, and it may not have run. */
	buf_puts(out,
		most > 0 ? "<details open><summary>Source; the redder, the more instructions</summary><table "
			   "class=\"src\"><thead><tr>"
			   "<th>line</th><th>instructions</th><th>sectors</th><th></th></tr></thead><tbody>" :
			   "<details open><summary>Source</summary><table class=\"src\"><tbody>");
	for (const char *s = it->text, *end = it->text + it->len; s < end && n <= 3000; n++) {
		const char *stop = memchr(s, '\n', (size_t)(end - s));
		const json_t *row = line_row(lines, n);
		double times = row ? json_number_value(json_array_get(row, 1)) : 0;
		size_t len = (size_t)((stop ? stop : end) - s);
		char *text = xcalloc(len + 1, 1);

		memcpy(text, s, len);
		for (size_t i = 0; i < len; i++)
			if (!text[i])
				text[i] = '?';
		if (times > 0 && most > 0)
			buf_printf(out, "<tr style=\"background:rgba(224,72,40,%.2f)\">", 0.06 + 0.5 * times / most);
		else
			buf_puts(out, "<tr>");
		buf_printf(out, "<td class=\"n\">%d</td>", n);
		if (row && most > 0)
			buf_printf(out, "<td class=\"n\">%.0f</td><td class=\"n\">%.0f</td>", times,
				json_number_value(json_array_get(row, 2)));
		else if (most > 0)
			buf_puts(out, "<td></td><td></td>");
		buf_puts(out, "<td><pre>");
		buf_add_markup(out, text, false);
		buf_puts(out, "</pre></td></tr>");
		free(text);
		s = stop ? stop + 1 : end;
	}
	buf_puts(out, "</tbody></table></details>");
}

void page_run(const struct class *c, const struct known *k, const struct item *it, struct buf *out)
{
	json_t *run = json_loads(k->json, 0, NULL);

	(void)c;
	paragraph(out, k->message);
	paragraph(out, it->note);
	if (text_of(run, "diagnostics")) {
		buf_puts(out, "<pre>");
		buf_add_markup(out, text_of(run, "diagnostics"), false);
		buf_puts(out, "</pre>");
	}
	if (k->verdict != VERDICT_COMPILE_ERROR && k->verdict != VERDICT_NOT_JUDGED) {
		cases(run, out);
		gates(run, k->verdict, out);
		counters(run, out);
		timeline(run, out);
	}
	source(run, it, out);
	json_decref(run);
}
