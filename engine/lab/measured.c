/* measured: what a GPU took for a lab's files, from labs/NN-name/measured.yaml. `make measure` writes that file; it is
 * a flat map of keys to texts ("1.starter": "9.1 us"), and may be absent.
 */
#include <stdlib.h>
#include <string.h>

#include "base/fs.h"
#include "lab/manifest.h"
#include "lab/yaml.h"

#define MAX_FIGURES 2000

struct list {
	struct lab *lab;
	size_t cap;
};

static int read_figure(struct reader *r, yaml_node_t *key, yaml_node_t *v, void *obj)
{
	struct list *list = obj;
	struct figure f, *at;

	if (yaml_read_line(r, key, &f.key) || yaml_read_line(r, v, &f.value))
		return -1;
	if (list->lab->nmeasured == MAX_FIGURES)
		return yaml_fail(r, key, "more than %d figures", MAX_FIGURES);
	at = ARENA_PUSH(r->arena, list->lab->measured, list->lab->nmeasured, list->cap);
	*at = f;
	return 0;
}
static const struct map figures_map = { "measured figures", NULL, 0, read_figure };

int measured_read(struct arena *a, struct lab *l, struct err *e)
{
	const char *path = arena_printf(a, "%s/measured.yaml", l->dir);
	struct list list = { .lab = l };
	struct reader r;
	struct buf text;
	yaml_node_t *top;
	int rc = -1;

	if (!fs_is_file(path))
		return 0;
	buf_init(&text);
	if (!fs_read(path, MANIFEST_MAX, &text, e)) {
		top = reader_open(&r, arena_printf(a, "labs/%s/measured.yaml", l->id), text.data, text.len, a, e);
		if (top)
			rc = yaml_read_map(&r, top, &figures_map, &list);
		reader_release(&r);
	}
	buf_release(&text);
	return rc;
}

const char *lab_measured(const struct lab *l, const char *key)
{
	for (size_t i = 0; i < l->nmeasured; i++) {
		if (!strcmp(l->measured[i].key, key))
			return l->measured[i].value;
	}
	return NULL;
}

double lab_measured_us(const struct lab *l, const char *key)
{
	static const struct {
		const char *unit;
		double us;
	} units[] = { { " us", 1 }, { " ms", 1e3 }, { " s", 1e6 } };
	const char *text = lab_measured(l, key);
	char *end;
	double v = text ? strtod(text, &end) : 0;

	for (size_t i = 0; text && i < sizeof units / sizeof *units; i++)
		if (v > 0 && !strcmp(end, units[i].unit))
			return v * units[i].us;
	return 0;
}

void lab_fill_measured(const struct lab *l, const char *text, size_t n, struct buf *out, const char **unknown)
{
	static const char mark[] = "{h200:";
	const size_t len = sizeof mark - 1;

	if (unknown)
		*unknown = NULL;
	for (size_t i = 0; i < n;) {
		const char *at = text + i, *end = NULL, *value = NULL;

		if (n - i > len && !memcmp(at, mark, len))
			end = memchr(at, '}', n - i);
		if (end && memchr(at, '\n', (size_t)(end - at)))
			end = NULL;
		if (end) {
			char *key = xstrndup(at + len, (size_t)(end - at) - len);

			value = lab_measured(l, key);
			free(key);
			if (!value && unknown && !*unknown)
				*unknown = at;
		}
		if (value)
			buf_puts(out, value);
		else
			buf_putc(out, *at);
		i = value ? (size_t)(end - text) + 1 : i + 1;
	}
}
