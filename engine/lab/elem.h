/* elem: facts about element types beyond their name and size (lab.h). */
#ifndef LAB_ELEM_H
#define LAB_ELEM_H

#include "lab/lab.h"

struct elem_info {
	const char *name;
	size_t size;
	bool is_float;
	long long lo, hi; /* whole numbers in lo..hi are held exactly */
};
const struct elem_info *elem_info(enum elem_type t);
/* By its name in C; -1 when there is none. */
int elem_find(const char *name);

#endif
