/* yaml: see yaml.h. Everything here is generic; what a manifest means stands in manifest.c. */
#include "lab/yaml.h"

#include <errno.h>
#include <locale.h>
#include <math.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"

#define DEPTH_MAX 16

/* The reader's errors have an offset, the scanner's a mark. */
static int error_line(const yaml_parser_t *p, const char *text, size_t len)
{
	int line = 1;

	if (p->error != YAML_READER_ERROR)
		return (int)p->problem_mark.line + 1;
	for (size_t i = 0; i < len && i < p->problem_offset; i++)
		line += text[i] == '\n';
	return line;
}

static int parser_fail(const yaml_parser_t *p, struct reader *r, const char *text, size_t len)
{
	const char *problem = p->problem ? p->problem : "this is not YAML";

	/* What a writer of prose meets first. */
	if (strstr(problem, "mapping values are not allowed"))
		problem = "a text with a colon and a blank in it needs quotation marks around it, or comes as a block "
			  "after \">-\"";
	if (p->context)
		return err_at(r->e, ERR_INPUT, r->file, error_line(p, text, len), 0, "%s (%s)", problem, p->context);
	return err_at(r->e, ERR_INPUT, r->file, error_line(p, text, len), 0, "%s", problem);
}

/* The document as it grows: the lists and maps that are open, the outermost first, and the key of each map that has no
 * value yet (0: none). */
struct growth {
	struct {
		int node, key;
	} open[DEPTH_MAX];
	int depth, documents;
};

/* A node into the list or the map that is open. */
static int attach(struct reader *r, struct growth *g, int node)
{
	int *key = g->depth ? &g->open[g->depth - 1].key : NULL, parent = g->depth ? g->open[g->depth - 1].node : 0;
	int ok = 1, first;

	if (!parent)
		return 0;
	if (yaml_document_get_node(&r->doc, parent)->type == YAML_SEQUENCE_NODE) {
		ok = yaml_document_append_sequence_item(&r->doc, parent, node);
	} else if (!*key) {
		*key = node;
	} else {
		first = *key;
		*key = 0;
		ok = yaml_document_append_mapping_pair(&r->doc, parent, first, node);
	}
	return ok ? 0 : err_set(r->e, ERR_ENV, "no memory for a YAML document");
}

/* One event into the document; an error when the text asks for more than a manifest needs: libyaml takes time quadratic
 * in the depth and in the number of anchors. */
static int grow(struct reader *r, struct growth *g, const yaml_event_t *ev)
{
	const yaml_char_t *anchor = NULL;
	int line = (int)ev->start_mark.line + 1, node = 0;
	bool opens = ev->type == YAML_SEQUENCE_START_EVENT || ev->type == YAML_MAPPING_START_EVENT;

	switch (ev->type) {
	case YAML_ALIAS_EVENT: anchor = ev->data.alias.anchor; break;
	case YAML_SCALAR_EVENT: anchor = ev->data.scalar.anchor; break;
	case YAML_SEQUENCE_START_EVENT: anchor = ev->data.sequence_start.anchor; break;
	case YAML_MAPPING_START_EVENT: anchor = ev->data.mapping_start.anchor; break;
	case YAML_SEQUENCE_END_EVENT:
	case YAML_MAPPING_END_EVENT: g->depth--; return 0;
	case YAML_DOCUMENT_START_EVENT:
		if (++g->documents > 1)
			return err_at(r->e, ERR_INPUT, r->file, line, 0, "a second YAML document; expected one");
		return 0;
	default: return 0;
	}
	if (anchor)
		return err_at(r->e, ERR_INPUT, r->file, line, 0, "'%.80s': anchors and aliases are not used here",
			(const char *)anchor);
	if (opens && g->depth == DEPTH_MAX)
		return err_at(
			r->e, ERR_INPUT, r->file, line, 0, "more than %d lists and maps inside each other", DEPTH_MAX);
	if (ev->type == YAML_SCALAR_EVENT)
		node = yaml_document_add_scalar(
			&r->doc, NULL, ev->data.scalar.value, (int)ev->data.scalar.length, ev->data.scalar.style);
	else if (ev->type == YAML_SEQUENCE_START_EVENT)
		node = yaml_document_add_sequence(&r->doc, NULL, ev->data.sequence_start.style);
	else
		node = yaml_document_add_mapping(&r->doc, NULL, ev->data.mapping_start.style);
	if (!node)
		return err_set(r->e, ERR_ENV, "no memory for a YAML document");
	r->doc.nodes.top[-1].start_mark = ev->start_mark;
	if (attach(r, g, node))
		return -1;
	if (opens) {
		g->open[g->depth].node = node;
		g->open[g->depth++].key = 0;
	}
	return 0;
}

/* By events, and once: yaml_parser_load() would have built what the bounds refuse, and reading a text twice is most of
 * the time that `warplings list` takes. */
yaml_node_t *reader_open(
	struct reader *r, const char *file, const char *text, size_t len, struct arena *a, struct err *e)
{
	struct growth g = { .depth = 0 };
	yaml_parser_t p;
	bool end = false;
	int rc = 0;

	memset(r, 0, sizeof *r);
	r->file = file;
	r->arena = a;
	r->e = e;
	if (!yaml_document_initialize(&r->doc, NULL, NULL, NULL, 1, 1) || !yaml_parser_initialize(&p)) {
		err_set(e, ERR_ENV, "no memory for a YAML parser");
		return NULL;
	}
	yaml_parser_set_input_string(&p, (const unsigned char *)text, len);
	while (!rc && !end) {
		yaml_event_t ev;

		if (!yaml_parser_parse(&p, &ev)) {
			rc = parser_fail(&p, r, text, len);
			break;
		}
		rc = grow(r, &g, &ev);
		end = ev.type == YAML_STREAM_END_EVENT;
		yaml_event_delete(&ev);
	}
	yaml_parser_delete(&p);
	if (!rc && !g.documents)
		rc = err_at(r->e, ERR_INPUT, r->file, 1, 0, "the file is empty");
	return rc ? NULL : yaml_document_get_root_node(&r->doc);
}

void reader_release(struct reader *r)
{
	yaml_document_delete(&r->doc);
}

int yaml_line(const yaml_node_t *n)
{
	return (int)n->start_mark.line + 1;
}

int yaml_fail(struct reader *r, const yaml_node_t *n, const char *fmt, ...)
{
	char msg[sizeof r->e->msg];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(msg, sizeof msg, fmt, ap);
	va_end(ap);
	return err_at(r->e, ERR_INPUT, r->file, yaml_line(n), 0, "%s", msg);
}

int yaml_bad(struct reader *r, const yaml_node_t *n, const char *fmt, ...)
{
	char msg[sizeof r->e->msg];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(msg, sizeof msg, fmt, ap);
	va_end(ap);
	if (!r->key)
		return err_at(r->e, ERR_INPUT, r->file, yaml_line(n), 0, "%s", msg);
	return err_at(r->e, ERR_INPUT, r->file, yaml_line(n), 0, "key '%s': %s", r->key, msg);
}

static bool is_nothing(const yaml_node_t *n)
{
	return n->type == YAML_SCALAR_NODE && !n->data.scalar.length && n->data.scalar.style == YAML_PLAIN_SCALAR_STYLE;
}

int yaml_expected(struct reader *r, const yaml_node_t *n, const char *what)
{
	if (n->type == YAML_MAPPING_NODE)
		return yaml_bad(r, n, "expected %s, found a map of keys", what);
	if (n->type == YAML_SEQUENCE_NODE)
		return yaml_bad(r, n, "expected %s, found a list", what);
	if (is_nothing(n))
		return yaml_bad(r, n, "expected %s, found nothing", what);
	return yaml_bad(r, n, "expected %s, found '%.80s'", what, (const char *)n->data.scalar.value);
}

/* ---- maps and lists */

static int unknown_key(struct reader *r, const yaml_node_t *key, const struct map *m)
{
	struct buf list;
	int rc;

	buf_init(&list);
	for (size_t i = 0; i < m->nkeys; i++)
		buf_printf(&list, "%s%s", i ? ", " : "", m->keys[i].name);
	rc = yaml_fail(r, key, "unknown key '%.80s' in %s; expected one of %s", (const char *)key->data.scalar.value,
		m->what, list.data);
	buf_release(&list);
	return rc;
}

static int read_pair(struct reader *r, yaml_node_t *key, yaml_node_t *v, const struct map *m, void *obj, uint32_t *seen)
{
	const char *outer;

	if (key->type != YAML_SCALAR_NODE)
		return yaml_expected(r, key, "the name of a key");
	for (size_t i = 0; i < m->nkeys; i++) {
		/* strcmp is right for a key with a NUL in it too: such a key is longer than its C string. */
		if (strlen(m->keys[i].name) != key->data.scalar.length ||
			strcmp((const char *)key->data.scalar.value, m->keys[i].name))
			continue;
		if (*seen & (1u << i))
			return yaml_fail(r, key, "key '%s' is given twice in %s", m->keys[i].name, m->what);
		*seen |= 1u << i;
		outer = r->key;
		r->key = m->keys[i].name;
		if (m->keys[i].read(r, v, (char *)obj + m->keys[i].offset))
			return -1;
		r->key = outer;
		return 0;
	}
	return m->other ? m->other(r, key, v, obj) : unknown_key(r, key, m);
}

int yaml_read_map(struct reader *r, yaml_node_t *n, const struct map *m, void *obj)
{
	uint32_t seen = 0;

	if (n->type != YAML_MAPPING_NODE)
		return yaml_expected(r, n, "a map of keys");
	for (yaml_node_pair_t *p = n->data.mapping.pairs.start; p < n->data.mapping.pairs.top; p++) {
		yaml_node_t *key = yaml_document_get_node(&r->doc, p->key);

		if (read_pair(r, key, yaml_document_get_node(&r->doc, p->value), m, obj, &seen))
			return -1;
	}
	for (size_t i = 0; i < m->nkeys; i++) {
		if (m->keys[i].required && !(seen & (1u << i)))
			return yaml_fail(r, n, "key '%s' is missing in %s", m->keys[i].name, m->what);
	}
	return 0;
}

void *yaml_read_list(struct reader *r, yaml_node_t *n, const char *what, size_t min, size_t max, size_t size,
	yaml_read_fn *item, size_t *count)
{
	char want[120];
	size_t have;
	char *list;

	if (n->type != YAML_SEQUENCE_NODE) {
		snprintf(want, sizeof want, "a list of %s", what);
		yaml_expected(r, n, want);
		return NULL;
	}
	have = (size_t)(n->data.sequence.items.top - n->data.sequence.items.start);
	if (have < min || have > max) {
		if (min == max)
			yaml_bad(r, n, "expected %zu %s, found %zu", min, what, have);
		else
			yaml_bad(r, n, "expected %zu to %zu %s, found %zu", min, max, what, have);
		return NULL;
	}
	list = arena_alloc(r->arena, (have + 1) * size);
	for (size_t i = 0; i < have; i++) {
		if (item(r, yaml_document_get_node(&r->doc, n->data.sequence.items.start[i]), list + i * size))
			return NULL;
	}
	*count = have;
	return list;
}

/* ---- scalars */

static bool is_clean(const char *s, size_t len)
{
	struct buf b;
	bool clean;

	buf_init(&b);
	buf_add_scrubbed(&b, s, len);
	clean = strlen(s) == len && b.len == len && !memcmp(b.data, s, len);
	buf_release(&b);
	return clean;
}

int yaml_read_text(struct reader *r, yaml_node_t *v, void *at)
{
	const char *s;
	size_t len;

	if (v->type != YAML_SCALAR_NODE || is_nothing(v))
		return yaml_expected(r, v, "a text");
	s = (const char *)v->data.scalar.value;
	len = v->data.scalar.length;
	while (len && (s[len - 1] == '\n' || s[len - 1] == ' ')) /* a block text ends with a newline */
		len--;
	if (!len)
		return yaml_bad(r, v, "the text is empty");
	if (len > TEXT_MAX)
		return yaml_bad(r, v, "the text has %zu bytes; at most %d fit", len, TEXT_MAX);
	if (!is_clean(s, v->data.scalar.length))
		return yaml_bad(r, v, "the text holds control characters");
	*(const char **)at = arena_strndup(r->arena, s, len);
	return 0;
}

int yaml_read_line(struct reader *r, yaml_node_t *v, void *at)
{
	const char *s;

	if (yaml_read_text(r, v, &s))
		return -1;
	if (strchr(s, '\n'))
		return yaml_bad(r, v, "expected a text of one line");
	*(const char **)at = s;
	return 0;
}

int yaml_read_bool(struct reader *r, yaml_node_t *v, void *at)
{
	const char *s = v->type == YAML_SCALAR_NODE ? (const char *)v->data.scalar.value : "";

	if (strcmp(s, "true") && strcmp(s, "false"))
		return yaml_expected(r, v, "true or false");
	*(bool *)at = s[0] == 't';
	return 0;
}

int yaml_read_double(struct reader *r, yaml_node_t *v, void *at)
{
	const char *s = v->type == YAML_SCALAR_NODE ? (const char *)v->data.scalar.value : "";
	locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0); /* a comma in the user's language is none here */
	char *end;
	double d;

	d = strtod_l(s, &end, c);
	freelocale(c);
	/* strtod takes hexadecimal, "inf" and "nan" too. */
	if (!*s || *end || s[strspn(s, "+-.0123456789eE")] || !isfinite(d))
		return yaml_expected(r, v, "a number");
	*(double *)at = d;
	return 0;
}

int yaml_read_count(struct reader *r, yaml_node_t *v, void *at)
{
	const char *s = v->type == YAML_SCALAR_NODE ? (const char *)v->data.scalar.value : "";
	unsigned long long n;

	errno = 0;
	n = strtoull(s, NULL, 10);
	if (!*s || s[strspn(s, "0123456789")] || errno)
		return yaml_expected(r, v, "a whole number");
	*(uint64_t *)at = n;
	return 0;
}
