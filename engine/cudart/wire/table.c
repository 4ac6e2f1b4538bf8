/* table: open addressing with linear probing; keys are addresses, never NULL. The caller locks. */
#include "cudart/wire/client.h"

#include <stdlib.h>

#include "base/buf.h"

static size_t slot(const struct table *t, const void *key)
{
	uint64_t h = (uint64_t)(uintptr_t)key * 0x9E3779B97F4A7C15u;
	size_t i = (size_t)(h >> 20) & (t->cap - 1);

	while (t->keys[i] && t->keys[i] != key)
		i = (i + 1) & (t->cap - 1);
	return i;
}

static void grow(struct table *t)
{
	struct table old = *t;

	t->cap = old.cap ? old.cap * 2 : 64;
	t->keys = xcalloc(t->cap, sizeof *t->keys);
	t->values = xcalloc(t->cap, sizeof *t->values);
	for (size_t i = 0; i < old.cap; i++)
		if (old.keys[i]) {
			size_t at = slot(t, old.keys[i]);

			t->keys[at] = old.keys[i];
			t->values[at] = old.values[i];
		}
	free(old.keys);
	free(old.values);
}

void table_put(struct table *t, const void *key, void *value)
{
	size_t i;

	if (t->n * 2 >= t->cap)
		grow(t);
	i = slot(t, key);
	if (!t->keys[i])
		t->n++;
	t->keys[i] = (void *)(uintptr_t)key;
	t->values[i] = value;
}

void *table_get(const struct table *t, const void *key)
{
	return t->cap ? t->values[slot(t, key)] : NULL;
}

void table_remove(struct table *t, const void *key)
{
	size_t i, next;

	if (!t->cap)
		return;
	i = slot(t, key);
	if (!t->keys[i])
		return;
	t->keys[i] = NULL;
	t->values[i] = NULL;
	t->n--;
	/* What follows in the run may have probed past the hole: put each where it belongs now. */
	for (next = (i + 1) & (t->cap - 1); t->keys[next]; next = (next + 1) & (t->cap - 1)) {
		void *k = t->keys[next], *v = t->values[next];
		size_t at;

		t->keys[next] = NULL;
		at = slot(t, k);
		t->keys[at] = k;
		t->values[at] = v;
		if (at != next)
			t->values[next] = NULL;
	}
}
