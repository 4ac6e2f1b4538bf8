/* elem: the element types of arguments, once: name as in C, size, and the range of whole numbers that each holds
 * exactly (what a fill or a value may ask for; judge/inputs.c stores it). */
#include "lab/elem.h"

#include <limits.h>
#include <string.h>

static const struct elem_info infos[ELEM_TYPE_COUNT] = {
	[ELEM_INT] = { "int", sizeof(int), false, INT_MIN, INT_MAX },
	[ELEM_UINT] = { "unsigned", sizeof(unsigned), false, 0, UINT_MAX },
	[ELEM_FLOAT] = { "float", sizeof(float), true, -(1 << 24), 1 << 24 },
	[ELEM_DOUBLE] = { "double", sizeof(double), true, -(1LL << 53), 1LL << 53 },
	[ELEM_CHAR] = { "char", 1, false, SCHAR_MIN, SCHAR_MAX },
	[ELEM_LONG] = { "long long", sizeof(long long), false, LLONG_MIN, LLONG_MAX },
};

const struct elem_info *elem_info(enum elem_type t)
{
	return &infos[t];
}

const char *elem_name(enum elem_type t)
{
	return infos[t].name;
}

size_t elem_size(enum elem_type t)
{
	return infos[t].size;
}

int elem_find(const char *name)
{
	for (int t = 0; t < ELEM_TYPE_COUNT; t++) {
		if (!strcmp(infos[t].name, name))
			return t;
	}
	return -1;
}
