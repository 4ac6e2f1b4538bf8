/* junit: a list of results as JUnit XML. The environment's fault is an <error>, never a <failure>; a step that is to do
 * is skipped. */
#include <stdio.h>
#include <string.h>

#include "base/markup.h"
#include "report/report.h"
#include "report/tally.h"

static void attribute(const char *key, const char *value, struct buf *out)
{
	buf_printf(out, " %s=\"", key);
	buf_add_markup(out, value, true);
	buf_putc(out, '"');
}

static void trouble(const char *tag, const struct result *r, struct buf *out)
{
	struct buf b;
	const struct text_style plain = { false, true, 100 };

	buf_printf(out, "      <%s", tag);
	attribute("type", verdict_word(r->verdict), out);
	attribute("message", result_sentence(r), out);
	buf_puts(out, ">");
	buf_init(&b);
	report_text(r, &plain, &b);
	buf_add_markup(out, b.data, false);
	buf_release(&b);
	buf_printf(out, "</%s>\n", tag);
}

void report_check_junit(const struct result *const *r, size_t n, struct buf *out)
{
	struct tally t = tally_of(r, n);
	char lab[256], step[256];

	buf_puts(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
	buf_printf(out, "<testsuites tests=\"%zu\" failures=\"%d\" errors=\"%d\" skipped=\"%d\" time=\"%.3f\">\n", n,
		t.fail, t.not_judged, t.todo, t.seconds);
	buf_printf(out,
		"  <testsuite name=\"warplings\" tests=\"%zu\" failures=\"%d\" errors=\"%d\" skipped=\"%d\" "
		"time=\"%.3f\">\n",
		n, t.fail, t.not_judged, t.todo, t.seconds);
	for (size_t i = 0; i < n; i++) {
		enum verdict v = r[i]->verdict;

		buf_puts(out, "    <testcase");
		attribute("classname", result_lab_name(r[i], lab, sizeof lab), out);
		attribute("name", result_step_name(r[i], step, sizeof step), out);
		buf_printf(out, " time=\"%.3f\"", r[i]->wall_ms / 1000);
		if (v == VERDICT_PASS) {
			buf_puts(out, "/>\n");
			continue;
		}
		buf_puts(out, ">\n");
		if (v == VERDICT_TODO && !r[i]->due)
			buf_puts(out, "      <skipped message=\"not attempted yet\"/>\n");
		else
			trouble(v == VERDICT_NOT_JUDGED ? "error" : "failure", r[i], out);
		buf_puts(out, "    </testcase>\n");
	}
	buf_puts(out, "  </testsuite>\n</testsuites>\n");
}
