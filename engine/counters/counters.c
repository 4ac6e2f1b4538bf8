/* counters.c: look-ups over counters.def. */
#include "counters/counters.h"

#include <string.h>

struct row {
	const char *name, *alias, *sentence;
	int num, den; /* of a ratio; -1 for a sum */
};

static const struct row rows[CTR_COUNT] = {
#define COUNTER_SUM(id, name_, alias_, sentence_) [CTR_##id] = { name_, alias_, sentence_, -1, -1 },
#define COUNTER_RATIO(id, num_, den_, name_, alias_, sentence_) \
	[CTR_##id] = { name_, alias_, sentence_, CTR_##num_, CTR_##den_ },
#include "counters/counters.def"
};

const char *counter_name(enum counter_id id)
{
	return rows[id].name;
}

const char *counter_alias(enum counter_id id)
{
	return rows[id].alias;
}

const char *counter_sentence(enum counter_id id)
{
	return rows[id].sentence;
}

bool counter_is_ratio(enum counter_id id)
{
	return rows[id].den >= 0;
}

enum counter_id counter_numerator(enum counter_id id)
{
	return counter_is_ratio(id) ? (enum counter_id)rows[id].num : id;
}

bool counter_is_timeline(enum counter_id id)
{
	return !strncmp(rows[id].name, "timeline__", strlen("timeline__"));
}

int counter_find(const char *name_or_alias)
{
	for (int i = 0; i < CTR_COUNT; i++)
		if (!strcmp(rows[i].name, name_or_alias) || !strcmp(rows[i].alias, name_or_alias))
			return i;
	return -1;
}

bool counter_defined(const struct counters *c, enum counter_id id)
{
	return !counter_is_ratio(id) || c->v[rows[id].den] != 0;
}

double counter_value(const struct counters *c, enum counter_id id)
{
	if (!counter_is_ratio(id))
		return (double)c->v[id];
	if (!counter_defined(c, id))
		return 0;
	return (double)c->v[rows[id].num] / (double)c->v[rows[id].den];
}

void counters_add(struct counters *into, const struct counters *from)
{
	for (int i = 0; i < CTR_COUNT; i++)
		into->v[i] += from->v[i];
}
