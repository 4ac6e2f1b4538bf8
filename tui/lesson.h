/* lesson: a step's part of its lab's lesson, or the lab's introduction, as Markdown and as a document. */
#ifndef TUI_LESSON_H
#define TUI_LESSON_H

#include "base/err.h"
#include "lab/lab.h"
#include "report/doc/doc.h"

/* Append the Markdown, its measured numbers filled in. step NULL: the introduction. -1: it cannot be read. */
int lesson_text(const struct lab *lab, const struct step *step, struct buf *out, struct err *e);
/* Append it laid out for doc->width; where it cannot be read, a sentence that says why. */
void lesson_doc(const struct lab *lab, const struct step *step, struct doc *d);

#endif
