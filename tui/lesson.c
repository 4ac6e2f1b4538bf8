/* lesson: see lesson.h. A step may have a lesson of its own; else its part is found by its heading (section.c). */
#include "tui/lesson.h"

#include <stdlib.h>

#include "base/fs.h"
#include "tui/markdown.h"

#define MAX_LESSON (1 << 20)

static size_t introduction(const struct lab *lab, const struct buf *text)
{
	struct section_key *keys = xcalloc(lab->nsteps + 1, sizeof *keys);
	size_t n;

	for (size_t i = 0; i < lab->nsteps; i++)
		keys[i] = (struct section_key){ lab->steps[i].number, lab->steps[i].name, lab->steps[i].title };
	n = markdown_intro(text->data, text->len, keys, lab->nsteps);
	free(keys);
	return n;
}

int lesson_text(const struct lab *lab, const struct step *step, struct buf *out, struct err *e)
{
	const char *path = step && step->lesson ? step->lesson : lab->lesson;
	size_t start = 0, len;
	struct buf raw, all;
	int rc = 0;

	buf_init(&raw);
	buf_init(&all);
	if (!path)
		rc = err_set(e, ERR_USAGE, "This lab has no lesson.");
	else if (fs_read(path, MAX_LESSON, &raw, e) < 0)
		rc = -1;
	if (!rc) {
		lab_fill_measured(lab, raw.data, raw.len, &all, NULL);
		len = all.len;
		if (step && !step->lesson) {
			struct section_key key = { step->number, step->name, step->title };

			markdown_section(all.data, all.len, &key, &start, &len);
		} else if (!step && all.len) {
			len = introduction(lab, &all);
		}
		buf_add(out, all.data ? all.data + start : "", len);
	}
	buf_release(&raw);
	buf_release(&all);
	return rc;
}

void lesson_doc(const struct lab *lab, const struct step *step, struct doc *d)
{
	struct err e = ERR_INIT;
	struct buf text;

	buf_init(&text);
	if (lesson_text(lab, step, &text, &e) < 0)
		doc_wrap(d, STYLE_FAIL, 0, e.msg);
	else if (text.len)
		markdown_render(d, text.data, text.len);
	buf_release(&text);
}
