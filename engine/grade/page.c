/* page.c: report.html, the class on one page that needs nothing else: what was not judged, how the points lie, a matrix
 * of students and steps, and for each different text what came of it (page_run.c). Whatever comes from a submission
 * goes through buf_add_markup. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/fs.h"
#include "base/markup.h"
#include "grade/internal.h"
#include "judge/verdict.h"

static const char head[] =
	"<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\">"
	"<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; "
	"base-uri 'none'; form-action 'none'; script-src 'sha256-";
/* Here comes the script's hash: no other script runs, whatever a text from elsewhere looks like. */
static const char head_rest[] =
	"'\">"
	"<meta name=\"viewport\" content=\"width=device-width\"><title>Warplings: a class</title><style>"
	"body{font:15px/1.45 system-ui,sans-serif;margin:1.5rem auto;max-width:76rem;padding:0 "
	"1rem;color:#1b1f24;background:#fff}"
	"h1{font-size:1.5rem}h2{font-size:1.15rem;margin-top:2rem}table{border-collapse:collapse;margin:.5rem 0}"
	"th,td{padding:.2rem .5rem;text-align:left;border-bottom:1px solid "
	"#d8dee4}td.n{text-align:right;font-variant-numeric:tabular-nums}"
	".wide{overflow-x:auto}.m td.v{padding:0}.m td.v a{display:block;padding:.2rem "
	".5rem;color:#1b1f24;text-decoration:none;white-space:nowrap}"
	".m small{display:block}.m td:first-child,.m th:first-child{position:sticky;left:0;background:#fff;"
	"min-width:8rem;max-width:16rem;overflow-wrap:anywhere}"
	".pass{background:#cdeccf}.part{background:#fff0b8}.bad{background:#ffd3cd}.none{background:#eef1f4}.wait{"
	"background:#d9d2f5}"
	"pre{margin:0;font:13px/1.4 ui-monospace,monospace;white-space:pre-wrap;overflow-wrap:anywhere}"
	".src td{border:0;padding:0 .5rem;vertical-align:top}.src td.n{color:#57606a;white-space:nowrap}"
	"details{border:1px solid #d8dee4;border-radius:6px;margin:.6rem 0;padding:.4rem .8rem}summary{cursor:pointer}"
	"summary b{font-weight:600}.box{border-left:4px solid #b35900;padding:.2rem .8rem;background:#fff7ec}"
	"input,select{font:inherit;padding:.2rem .4rem}.key{white-space:nowrap;font-weight:400;margin-right:.8rem}svg "
	"text{font:12px system-ui,sans-serif;fill:#1b1f24}"
	"@media(prefers-color-scheme:dark){body,.m td:first-child,.m "
	"th:first-child{background:#14181d;color:#e6e9ec}.m td.v a,svg "
	"text{color:#e6e9ec;fill:#e6e9ec}"
	"th,td,details{border-color:#3a434d}.pass{background:#1d4a26}.part{background:#5a4a10}.bad{background:#5e2620}"
	".none{background:#262d35}.wait{background:#3b3266}.box{background:#33291a}.src "
	"td.n{color:#9aa4ae}a{color:#8ab4f8}}"
	"</style></head><body>\n";

/* Rows that match, and the runs that a link leads to. */
static const char script[] =
	"(function(){var n=document.getElementById('name'),v=document.getElementById('verdict'),"
	"rows=document.querySelectorAll('table.m tbody tr'),count=document.getElementById('count');"
	"function f(){var t=n.value.toLowerCase(),w=v.value,k=0;rows.forEach(function(r){"
	"var ok=r.cells[0].textContent.toLowerCase().indexOf(t)>=0&&(!w||Array.prototype.some.call("
	"r.querySelectorAll('td.v'),function(c){return c.dataset.word===w}));r.hidden=!ok;k+=ok?1:0});"
	"count.textContent=k+' of '+rows.length}n.addEventListener('input',f);v.addEventListener('change',f);f();"
	"function o(){var e=location.hash.length>1&&document.getElementById(location.hash.slice(1));"
	"if(e&&e.tagName==='DETAILS'){e.open=true;e.scrollIntoView()}}window.addEventListener('hashchange',o);o()})();";

/* As a page's policy names a script: SHA-256 in base 64. */
static void hash_of(const char *text, struct buf *out)
{
	static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	struct sha256 h;
	char hex[65];
	unsigned bits = 0, n = 0;

	sha256_init(&h);
	sha256_add(&h, text, strlen(text));
	sha256_hex(&h, hex);
	for (int i = 0; i < 64; i++) {
		bits = bits << 4 | (unsigned)(hex[i] <= '9' ? hex[i] - '0' : hex[i] - 'a' + 10);
		n += 4;
		if (n >= 6) {
			n -= 6;
			buf_putc(out, digits[bits >> n & 63]);
		}
	}
	/* 256 bits are 42 digits and 4 bits more. */
	buf_putc(out, digits[bits << (6 - n) & 63]);
	buf_putc(out, '=');
}

static const char *colour(const struct item *it)
{
	switch (item_verdict(it)) {
	case VERDICT_PASS: return "pass";
	case VERDICT_NOT_JUDGED: return "wait";
	case VERDICT_TODO: return "none";
	case VERDICT_GATE_FAILED:
	case VERDICT_RACE:
	case VERDICT_UNINITIALIZED: return "part";
	default: return "bad";
	}
}

/* First of all: what is missing, and why. */
static void troubles(const struct class *c, struct buf *out)
{
	size_t waiting = 0, listed = 0;

	for (size_t i = 0; i < c->n; i++)
		for (size_t k = 0; k < c->rq->nsteps; k++)
			waiting += !c->students[i].items[k].scored;
	if (waiting)
		buf_printf(out,
			"<div class=\"box\" id=\"not-judged\"><h2>Not judged: %zu</h2><p>The machine or a lab was at "
			"fault. These have no points "
			"yet, which is no zero; the next call of grade tries them again.</p><ul>",
			waiting);
	for (size_t i = 0; i < c->n && waiting; i++)
		for (size_t k = 0; k < c->rq->nsteps; k++) {
			const struct student *s = &c->students[i];
			const char *said = item_message(s, &s->items[k]);

			if (s->items[k].scored || ++listed > 100)
				continue;
			buf_puts(out, "<li>");
			buf_add_markup(out, s->shown, false);
			buf_printf(out, ", %s: ", c->rq->steps[k]->id);
			buf_add_markup(out, said ? said : "no reason is known", false);
			buf_puts(out, "</li>");
		}
	if (waiting)
		buf_puts(out, listed > 100 ? "<li>... and more</li></ul></div>" : "</ul></div>");
	listed = 0;
	for (size_t i = 0; i < c->n; i++) {
		if (!c->students[i].problem)
			continue;
		buf_puts(out, listed++ ? "<li>" : "<h2 id=\"refused\">Could not be read</h2><ul><li>");
		buf_add_markup(out, c->students[i].shown, false);
		buf_puts(out, ": ");
		buf_add_markup(out, c->students[i].problem, false);
		buf_puts(out, "</li>");
	}
	if (listed)
		buf_puts(out, "</ul>");
}

/* How many students have how much of the points, in tenths. */
static void distribution(const struct class *c, struct buf *out)
{
	enum { TENTHS = 10, WIDTH = 64, HEIGHT = 120 };
	size_t n[TENTHS] = { 0 }, most = 1;
	double max = 0;

	for (size_t k = 0; k < c->rq->nsteps; k++)
		max += c->max[k];
	for (size_t i = 0; i < c->n; i++) {
		int t = max > 0 ? (int)(c->students[i].points / max * TENTHS) : 0;

		n[t >= TENTHS ? TENTHS - 1 : t]++;
	}
	for (int t = 0; t < TENTHS; t++)
		most = n[t] > most ? n[t] : most;
	buf_printf(out,
		"<h2>Points</h2><svg role=\"img\" aria-label=\"How many submissions have how much of the points\" "
		"width=\"%d\" "
		"height=\"%d\">",
		TENTHS * WIDTH + 10, HEIGHT + 44);
	for (int t = 0; t < TENTHS; t++) {
		int h = (int)(n[t] * HEIGHT / most);

		buf_printf(out,
			"<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"#4c8fd6\"><title>%zu</title></rect>"
			"<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">%zu</text>"
			"<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">%d-%d%%</text>",
			t * WIDTH + 6, 18 + HEIGHT - h, WIDTH - 6, h, n[t], t * WIDTH + 6 + (WIDTH - 6) / 2,
			13 + HEIGHT - h, n[t], t * WIDTH + 6 + (WIDTH - 6) / 2, HEIGHT + 36, t * 10, t * 10 + 10);
	}
	buf_puts(out, "</svg>");
}

/* What can come of a step: the class of its cell (colour()), in words, and its part of a bar. */
static const struct kind {
	const char *class, *words, *fill;
} kinds[] = {
	{ "pass", "pass", "#3f9d4f" },
	{ "part", "right in part", "#d9a400" },
	{ "bad", "wrong", "#d1493a" },
	{ "none", "not handed in", "#98a2ad" },
	{ "wait", "not judged", "#7a63d1" },
};
enum { KINDS = sizeof kinds / sizeof *kinds };

/* For each step, which verdict how often, as one bar; above the bars, which colour is which. */
static void bars(const struct class *c, struct buf *out)
{
	enum { WIDTH = 420 };

	buf_puts(out, "<h2>Steps</h2><div class=\"wide\"><table><thead><tr><th>step</th><th>");
	for (size_t w = 0; w < KINDS; w++)
		buf_printf(out,
			"<span class=\"key\"><svg width=\"12\" height=\"12\" aria-hidden=\"true\"><rect width=\"12\" "
			"height=\"12\" fill=\"%s\"/></svg> %s</span> ",
			kinds[w].fill, kinds[w].words);
	buf_puts(out, "</th><th>pass</th></tr></thead><tbody>");
	for (size_t k = 0; k < c->rq->nsteps; k++) {
		size_t n[KINDS] = { 0 }, x = 0;

		for (size_t i = 0; i < c->n; i++)
			for (size_t w = 0; w < KINDS; w++)
				n[w] += !strcmp(colour(&c->students[i].items[k]), kinds[w].class);
		buf_printf(out,
			"<tr><td>%s</td><td><svg role=\"img\" aria-label=\"%zu of %zu pass\" width=\"%d\" "
			"height=\"16\">",
			c->rq->steps[k]->id, n[0], c->n, WIDTH);
		for (size_t w = 0; w < KINDS; w++) {
			size_t width = n[w] * WIDTH / c->n;

			buf_printf(out,
				"<rect x=\"%zu\" y=\"1\" width=\"%zu\" height=\"14\" fill=\"%s\"><title>%s: "
				"%zu</title></rect>",
				x, width, kinds[w].fill, kinds[w].words, n[w]);
			x += width;
		}
		buf_printf(out, "</svg></td><td class=\"n\">%zu</td></tr>", n[0]);
	}
	buf_puts(out, "</tbody></table></div>");
}

/* Under the word, which gates were missed: that is what a class has in common. */
static void missed_gates(const struct known *k, struct buf *out)
{
	json_t *run = json_loads(k->json ? k->json : "", 0, NULL), *g;
	size_t i, n = 0;

	json_array_foreach(json_object_get(run, "gates"), i, g)
	{
		const char *what = json_string_value(json_object_get(g, "what"));

		if (json_is_true(json_object_get(g, "pass")) || !what)
			continue;
		buf_puts(out, n++ ? ", " : "<small>");
		buf_add_markup(out, what, false);
	}
	buf_puts(out, n ? "</small>" : "");
	json_decref(run);
}

static void matrix(const struct class *c, struct buf *out)
{
	buf_puts(out,
		"<h2>Class</h2><p><label>Name <input id=\"name\" type=\"search\"></label> <label>Some step is "
		"<select id=\"verdict\"><option value=\"\">anything</option>");
	for (int v = 0; v < VERDICT_COUNT; v++)
		if (v != VERDICT_TODO)
			buf_printf(out, "<option>%s</option>", verdict_word((enum verdict)v));
	buf_puts(out,
		"<option>no file</option><option>starter</option><option>no "
		"text</option><option>refused</option></select></label> <span id=\"count\"></span></p>"
		"<div class=\"wide\"><table class=\"m\"><thead><tr><th>student</th><th>points</th>");
	for (size_t k = 0; k < c->rq->nsteps; k++)
		buf_printf(out, "<th>%s</th>", c->rq->steps[k]->id);
	buf_puts(out, "</tr></thead><tbody>");
	for (size_t i = 0; i < c->n; i++) {
		const struct student *s = &c->students[i];

		buf_puts(out, "<tr><td>");
		buf_add_markup(out, s->shown, false);
		buf_printf(out, "</td><td class=\"n\">%.2f%s</td>", s->points, s->complete ? "" : " +");
		for (size_t k = 0; k < c->rq->nsteps; k++) {
			const struct item *it = &s->items[k];
			const char *said = item_message(s, it);

			buf_printf(
				out, "<td class=\"v %s\" data-word=\"%s\"><a title=\"", colour(it), item_word(s, it));
			buf_add_markup(out, said ? said : "", false);
			buf_putc(out, '"');
			if (it->known && it->known->have)
				buf_printf(out, " href=\"#r-%.16s\"", it->known->key);
			buf_printf(out, ">%s", item_word(s, it));
			if (it->known && it->known->have && it->known->verdict == VERDICT_GATE_FAILED)
				missed_gates(it->known, out);
			buf_puts(out, "</a></td>");
		}
		buf_puts(out, "</tr>");
	}
	buf_puts(out, "</tbody></table></div>");
}

/* One judged text: who handed it in. */
static void entry(const struct class *c, const struct known *k, struct buf *out)
{
	const struct item *first = NULL;
	size_t others = 0;

	buf_printf(
		out, "<details id=\"r-%.16s\"><summary><b>%s</b> %s: ", k->key, k->step->id, verdict_word(k->verdict));
	for (size_t i = 0; i < c->n; i++) {
		const struct item *it = &c->students[i].items[k->at];

		if (it->known != k)
			continue;
		if (!first)
			first = it;
		else
			others++;
		if (others < 12) {
			buf_puts(out, others ? ", " : "");
			buf_add_markup(out, c->students[i].shown, false);
		}
	}
	buf_puts(out, others >= 12 ? ", ...</summary>" : "</summary>");
	if (first)
		page_run(c, k, first, out);
	buf_puts(out, "</details>\n");
}

/* Step after step, in the order of the students, as the matrix has them. */
static void runs(const struct class *c, struct buf *out)
{
	bool *told = xcalloc(c->nknown + 1, sizeof *told);

	buf_puts(out,
		"<h2>Submissions</h2><p>One entry for each different text; equal ones, comments aside, were judged "
		"once.</p>");
	for (size_t n = 0; n < c->rq->nsteps; n++)
		for (size_t i = 0; i < c->n; i++) {
			const struct known *k = c->students[i].items[n].known;

			if (!k || !k->have || told[k - c->known])
				continue;
			told[k - c->known] = true;
			entry(c, k, out);
		}
	free(told);
}

int page_write(const struct class *c, struct err *e)
{
	char *path = xasprintf("%s/report.html", c->rq->out);
	struct buf b;
	int rc;

	buf_init(&b);
	buf_puts(&b, head);
	hash_of(script, &b);
	buf_puts(&b, head_rest);
	buf_printf(&b, "<h1>Warplings: %zu submissions, %zu steps</h1><p>Seed of the class: %llu. Sandbox: ", c->n,
		c->rq->nsteps, (unsigned long long)c->seed);
	buf_add_markup(&b, c->sandbox.words, false);
	buf_puts(&b, ".</p><p>");
	points_describe(c->rule, &b);
	buf_puts(&b, "</p>");
	troubles(c, &b);
	distribution(c, &b);
	bars(c, &b);
	matrix(c, &b);
	runs(c, &b);
	buf_printf(&b, "<script>%s</script></body></html>\n", script);
	rc = fs_write_atomic(path, b.data, b.len, 0644, e);
	buf_release(&b);
	free(path);
	return rc;
}
