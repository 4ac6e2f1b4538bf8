/* measure_kept: the times of a docs/measured.md that is there, for `measure --modelled`: what the emulator says is
 * remade, and what a GPU once took stays. It reads the text that measure_page.c writes. */
#ifndef JOB_MEASURE_KEPT_H
#define JOB_MEASURE_KEPT_H

#include "base/buf.h"
#include "job/measure/measure.h"

struct kept {
	char *page;
	char *gpu;
	int driver;
	struct kept_row *rows; /* with a time, or with a reason why there is none */
	size_t n;
};

/* `page` as measured_page() wrote it, ladders behind it included. -1: it says of no GPU (ERR_INPUT). */
int kept_read(struct kept *k, const char *page, const char *path, struct err *e);
void kept_release(struct kept *k);

/* What the page says of this row's file at its case: into us, lo_us, hi_us and noisy, or, where it has no time, into
 * `why`. Each row of the page is taken once. */
void kept_take(struct kept *k, struct measured_row *r);

/* The same page with the sections of the labs in `m` as measured_section() writes them now. A lab that it has not comes
 * before the ladders. */
void kept_page(const struct kept *k, const struct measured *m, struct buf *out);

#endif
