/* finding_lines: how the two places of a race lie to each other, and to those of others. */
#ifndef JUDGE_FINDING_LINES_H
#define JUDGE_FINDING_LINES_H

#include <string.h>

#include "judge/finding.h"

/* In one line of one file, which is known. */
static inline bool at_line(const struct thread_place *p, const struct thread_place *q)
{
	return p->line > 0 && p->line == q->line && p->file && q->file && !strcmp(p->file, q->file);
}

static inline bool other_blocks(const struct kernel_finding *f)
{
	return f->name && f->has_other && !f->host && strstr(f->name, "hazard") &&
		memcmp(f->at.block, f->other.block, sizeof f->at.block) != 0;
}

#endif
