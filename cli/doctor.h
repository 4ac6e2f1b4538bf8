/* doctor: what is found on this machine, as rows of plain data. doctor_probe.c finds, cmd_doctor.c prints. */
#ifndef CLI_DOCTOR_H
#define CLI_DOCTOR_H

#include "base/arena.h"
#include "cli/cli.h"
#include "job/parts/install.h"

enum health {
	HEALTH_OK,
	HEALTH_NOTE, /* works without it; `mend` says how to get it */
	HEALTH_BAD   /* the main job can't run until it is mended */
};
struct finding_row {
	const char *what; /* "compiler" */
	enum health health;
	const char *found; /* a sentence or a few words */
	const char *mend;  /* NULL when there is nothing to mend */
};
struct doctor {
	struct arena arena;
	struct finding_row *rows;
	size_t n, cap;
};

void doctor_init(struct doctor *d);
void doctor_release(struct doctor *d);
struct finding_row *doctor_add(
	struct doctor *d, const char *what, enum health health, const char *found, const char *mend);
bool doctor_healthy(const struct doctor *d); /* the main job can run */

/* The probes, in the order of the report. Each adds one row or more. */
void doctor_sandbox(struct doctor *d, const struct install *in);
void doctor_terminal(struct doctor *d, const struct text_style *st);
void doctor_work(struct doctor *d, const struct workspace *ws);

#endif
