/* syncs: see syncs.h. */
#include "device/report/syncs.h"

#include <stdlib.h>
#include <string.h>

#include "device/wire/names.h"
#include "device/wire/wire.h"

enum { MOST = 10000 };

int syncs_drop(struct syncs *o, const char *words)
{
	char *end;
	long line = strtol(words, &end, 10), kind;

	if (end == words || *end != ':' || line < 0 || line > 1 << 30)
		return -1;
	words = end + 1;
	kind = strtol(words, &end, 10);
	if (end == words || *end != ':' || kind < 0 || kind >= EM_SYNC_KINDS)
		return -1;
	o->drop_line = (int)line;
	o->drop_kind = (enum em_sync_kind)kind;
	o->drop_file = end + 1;
	return 0;
}

static struct sync_row *find(struct syncs *o, const struct em_sync *x)
{
	for (size_t i = 0; i < o->n; i++)
		if (o->row[i].line == x->line && o->row[i].kind == x->kind &&
			!strcmp(o->row[i].file, x->file ? x->file : ""))
			return &o->row[i];
	return NULL;
}

void syncs_module(struct syncs *o, struct em_module *m)
{
	size_t n;
	struct em_sync *all = em_syncs(m, &n);

	pthread_mutex_lock(&o->lock);
	for (size_t i = 0; i < n; i++) {
		/* A second process, or a second context, has loaded the same. */
		struct sync_row *r = find(o, &all[i]);

		if (r) {
			r->copies = all[i].copies > r->copies ? all[i].copies : r->copies;
			r->keeps |= all[i].keeps;
		} else if (o->n < MOST) {
			o->row = xrealloc(o->row, (o->n + 1) * sizeof *o->row);
			o->row[o->n++] = (struct sync_row){ xstrdup(all[i].file ? all[i].file : ""),
				names_kernel(all[i].func), all[i].line, all[i].kind, all[i].copies, all[i].keeps };
		}
	}
	pthread_mutex_unlock(&o->lock);
	free(all);
	if (o->drop_file)
		em_sync_drop(m, o->drop_file, o->drop_line, o->drop_kind);
}

void syncs_write(struct syncs *o, struct buf *out)
{
	pthread_mutex_lock(&o->lock);
	wire_put_u32(out, (uint32_t)o->n);
	for (size_t i = 0; i < o->n; i++) {
		const struct sync_row *r = &o->row[i];

		wire_put_str(out, r->file);
		wire_put_str(out, r->func);
		wire_put_u32(out, (uint32_t)r->line);
		wire_put_u32(out, (uint32_t)r->kind);
		wire_put_u32(out, r->copies);
		wire_put_u32(out, r->keeps);
	}
	pthread_mutex_unlock(&o->lock);
}
