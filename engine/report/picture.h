/* picture: a run's pictures (judge/result.h, struct image) in a terminal, as numbers, and as PNG files. Where the
 * document has colours, a character is two pixels, one above the other; elsewhere it is one of a ramp from dark to
 * light, or a letter for each label. */
#ifndef REPORT_PICTURE_H
#define REPORT_PICTURE_H

#include "base/err.h"
#include "judge/result.h"
#include "report/doc/doc.h"
#include "report/report.h"

/* The pictures of the run, beside each other as far as the width allows. Of an output that is wrong also what was
 * expected, and where they differ. Without pictures it says why there are none. */
void picture_doc(const struct result *r, struct doc *d);
void report_picture_text(const struct result *r, const struct text_style *st, struct buf *out);
void report_picture_json(const struct result *r, struct buf *out); /* schema warplings.picture/1 */
/* Write each as a PNG file beside the judged file: 5-blur.after.png, and of a wrong output 5-blur.after.expected.png.
 * To `said` goes a line for each. */
int picture_write(const struct result *r, struct buf *said, struct err *e);

#endif
