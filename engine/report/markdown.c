/* markdown: a list of results as a table of GitHub's Markdown, for the summary page of a CI job ($GITHUB_STEP_SUMMARY).
 * What a page makes of a message that a student had a part in must be text: each ASCII punctuation is escaped, which
 * Markdown allows for all of them, so that there is no link, picture, HTML or further cell in it. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "report/report.h"
#include "report/tally.h"

static void cell(const char *s, struct buf *out)
{
	struct buf b;

	buf_init(&b);
	buf_add_scrubbed(&b, s, strlen(s));
	for (const char *p = b.data; *p; p++) {
		if (ispunct((unsigned char)*p) && !strchr(" ,'()%/-", *p))
			buf_putc(out, '\\');
		buf_putc(out, *p == '\n' || *p == '\t' ? ' ' : *p);
	}
	buf_release(&b);
}

void report_check_markdown(const struct result *const *r, size_t n, struct buf *out)
{
	struct tally t = tally_of(r, n);

	buf_printf(out, "**%d of %zu pass**", t.pass, n);
	if (t.todo)
		buf_printf(out, ", %d to do", t.todo);
	if (t.not_judged)
		buf_printf(out, ", %d could not be judged on this machine", t.not_judged);
	buf_puts(out, "\n");
	if (n)
		buf_puts(out, "\n| step | verdict | |\n|---|---|---|\n");
	for (size_t i = 0; i < n; i++) {
		buf_puts(out, "| ");
		cell(r[i]->step_id ? r[i]->step_id : "?", out);
		buf_printf(out, " | %s | ", verdict_word(r[i]->verdict));
		if (r[i]->verdict != VERDICT_PASS && (r[i]->verdict != VERDICT_TODO || r[i]->due))
			cell(result_sentence(r[i]), out);
		buf_puts(out, " |\n");
	}
}
