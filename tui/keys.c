/* keys: see keys.h. The two tables below are keys.def itself. */
#include "tui/keys.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/doc/text.h"

static const struct {
	const char *name, *label, *sentence;
} requests[REQ_COUNT] = {
	[REQ_NONE] = { "none", "", "" },
#define REQUEST(id, name, label, sentence) [REQ_##id] = { name, label, sentence },
#include "tui/keys.def"
};

static const struct {
	enum key_context context;
	const char *key;
	enum request request;
} built_in[] = {
#define KEY(context, key, request) { CTX_##context, key, REQ_##request },
#include "tui/keys.def"
};
#define NBUILT_IN (sizeof built_in / sizeof *built_in)

static const struct {
	const char *name;
	int code;
} names[] = {
	{ "Tab", KEYC_TAB },
	{ "Enter", KEYC_ENTER },
	{ "Esc", KEYC_ESC },
	{ "Space", ' ' },
	{ "Up", KEYC_UP },
	{ "Down", KEYC_DOWN },
	{ "Left", KEYC_LEFT },
	{ "Right", KEYC_RIGHT },
	{ "\xE2\x86\x90", KEYC_LEFT }, /* as the footer has them */
	{ "\xE2\x86\x92", KEYC_RIGHT },
	{ "PgUp", KEYC_PGUP },
	{ "PgDn", KEYC_PGDN },
	{ "Home", KEYC_HOME },
	{ "End", KEYC_END },
	{ "Backspace", KEYC_BACKSPACE },
	{ "Delete", KEYC_DELETE },
	{ "Insert", KEYC_INSERT },
};

int key_parse(const char *name)
{
	size_t n = strlen(name);
	uint32_t cp;

	if (n == 0)
		return KEYC_NONE;
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (!strcmp(names[i].name, name))
			return names[i].code;
	if (n == 6 && !strncmp(name, "Ctrl-", 5) && name[5] >= 'A' && name[5] <= 'Z')
		return name[5] - 'A' + 1;
	if (n > 1 && n < 4 && name[0] == 'F' && strspn(name + 1, "0123456789") == n - 1) {
		int f = atoi(name + 1);

		return f >= 1 && f <= 12 && name[1] != '0' ? KEYC_F1 + f - 1 : KEYC_NONE;
	}
	return text_next(name, n, &cp) == n ? (int)cp : KEYC_NONE;
}

void keymap_init(struct keymap *m)
{
	m->v = xcalloc(NBUILT_IN, sizeof *m->v);
	m->n = NBUILT_IN;
	for (size_t i = 0; i < NBUILT_IN; i++) {
		m->v[i] = (struct binding){ built_in[i].context, built_in[i].request, key_parse(built_in[i].key), "" };
		snprintf(m->v[i].name, sizeof m->v[i].name, "%s", built_in[i].key);
	}
}

void keymap_release(struct keymap *m)
{
	free(m->v);
	m->v = NULL;
	m->n = 0;
}

/* A word of a table in a sentence of all of them; -1: it is none of them. */
static int find_word(
	const char *word, const char *what, const char *(*name)(int), int n, const char *path, int line, struct err *e)
{
	struct buf all;

	for (int i = 0; i < n; i++)
		if (!strcmp(name(i), word))
			return i;
	buf_init(&all);
	for (int i = 0; i < n; i++)
		buf_printf(&all, "%s%s", i ? ", " : "", name(i));
	err_at(e, ERR_USAGE, path, line, 0, "There is no %s \"%s\"; there is: %s.", what, word, all.data);
	buf_release(&all);
	return -1;
}

const char *context_name(int i)
{
	static const char *const words[CTX_COUNT] = {
#define CONTEXT(id, word, title) [CTX_##id] = word,
#include "tui/keys.def"
	};

	return words[i];
}

static const char *request_word(int i)
{
	return requests[i].name;
}

int keymap_bind(struct keymap *m, const char *path, int line, const char *const words[3], struct err *e)
{
	int context = find_word(words[0], "context", context_name, CTX_COUNT, path, line, e);
	int request = context < 0 ? -1 : find_word(words[2], "request", request_word, REQ_COUNT, path, line, e);
	struct binding b = { .key = key_parse(words[1]) };
	size_t kept = 0;

	if (request < 0)
		return -1;
	if (b.key == KEYC_NONE)
		return err_at(e, ERR_USAGE, path, line, 0, "There is no key named \"%s\".", words[1]);
	b.context = (enum key_context)context;
	b.request = (enum request)request;
	snprintf(b.name, sizeof b.name, "%s", words[1]);
	for (size_t i = 0; i < m->n; i++)
		if (m->v[i].context != b.context || m->v[i].key != b.key)
			m->v[kept++] = m->v[i];
	m->v = xrealloc(m->v, (kept + 1) * sizeof *m->v);
	memmove(m->v + 1, m->v, kept * sizeof *m->v);
	m->v[0] = b;
	m->n = kept + 1;
	return 0;
}

enum request key_request(const struct keymap *m, enum key_context context, int key)
{
	enum request found = REQ_NONE;

	for (size_t i = 0; i < m->n; i++) {
		if (m->v[i].key != key)
			continue;
		if (m->v[i].context == context)
			return m->v[i].request;
		if (m->v[i].context == CTX_ANY)
			found = m->v[i].request;
	}
	return found;
}

const char *request_name(enum request r)
{
	return requests[r].name;
}

const char *key_of(const struct keymap *m, enum key_context context, enum request r)
{
	for (size_t i = 0; i < m->n; i++)
		if (m->v[i].request == r && (m->v[i].context == context || m->v[i].context == CTX_ANY) &&
			key_request(m, context, m->v[i].key) == r)
			return m->v[i].name;
	return NULL;
}

/* An arrow is a sign where the characters have one. */
static const char *footer_key(const char *key, bool utf8)
{
	return !utf8 || !key          ? key :
		!strcmp(key, "Left")  ? "\xE2\x86\x90" :
		!strcmp(key, "Right") ? "\xE2\x86\x92" :
					key;
}

static int footer_item_width(const char *key, const char *label)
{
	return text_columns(key) + 1 + (int)strlen(label) + 2;
}

/* Of a label "lesson/result" the word for where the key leads from here. */
static void footer_label(enum request r, const struct footer_now *now, char *out, size_t size)
{
	const char *label = requests[r].label, *slash = strchr(label, '/');

	if (!slash)
		snprintf(out, size, "%s", label);
	else if (now->result)
		snprintf(out, size, "%.*s", (int)(slash - label), label);
	else
		snprintf(out, size, "%s", slash + 1);
}

static void footer_item(const struct keymap *m, enum key_context context, enum request r, const struct footer_now *now,
	int *room, struct doc *d)
{
	const char *key = footer_key(key_of(m, context, r), d->utf8);
	bool kept = r == REQ_HELP || r == REQ_BACK;
	char label[32];

	footer_label(r, now, label, sizeof label);
	if (!key || !*label || now->dead[r] || (context == CTX_HELP && r == REQ_HELP))
		return;
	if (!kept && footer_item_width(key, label) > *room)
		return;
	if (!kept)
		*room -= footer_item_width(key, label);
	if (doc_column(d) > 0)
		doc_put(d, STYLE_TEXT, "  ");
	doc_put(d, STYLE_KEY, key);
	doc_printf(d, STYLE_DIM, " %s", context == CTX_LIST && r == REQ_BACK ? "quit" : label);
}

void keys_footer(const struct keymap *m, enum key_context context, struct footer_now now, struct doc *d)
{
	int room = d->width + 2;

	for (int r = REQ_HELP; r <= REQ_BACK; r++)
		if (key_of(m, context, r))
			room -= footer_item_width(footer_key(key_of(m, context, r), d->utf8), requests[r].label);
	for (int r = REQ_NONE + 1; r < REQ_COUNT; r++) {
		if (r != (int)now.first || now.first < REQ_RUN)
			footer_item(m, context, (enum request)r, &now, &room, d);
		if (r == REQ_RUN && now.first > REQ_RUN)
			footer_item(m, context, now.first, &now, &room, d);
	}
	doc_break(d);
}

static bool context_has(const struct keymap *m, enum key_context context, enum request r)
{
	for (size_t i = 0; i < m->n; i++)
		if (m->v[i].context == context && m->v[i].request == r)
			return true;
	return false;
}

/* All keys of a request in a context, "r" or "PgDn Ctrl-F Space". */
static void list_keys(const struct keymap *m, enum key_context context, enum request r, struct buf *out)
{
	for (size_t i = 0; i < m->n; i++)
		if (m->v[i].context == context && m->v[i].request == r)
			buf_printf(out, "%s%s", out->len ? " " : "", m->v[i].name);
}

static const struct {
	enum key_context context;
	const char *title;
} sections[] = {
#define CONTEXT(id, word, title) { CTX_##id, title },
#include "tui/keys.def"
};
#define NSECTIONS (sizeof sections / sizeof *sections)

static void section(const struct keymap *m, enum key_context context, const char *title, struct doc *d)
{
	int left = d->width >= 60 ? 20 : 2;

	if (!*title)
		return;
	doc_gap(d);
	doc_put(d, STYLE_HEADING, title);
	doc_break(d);
	for (int r = REQ_NONE + 1; r < REQ_COUNT; r++) {
		struct buf keys;
		struct flow f;
		char first[256], rest[64];

		if (!context_has(m, context, r))
			continue;
		buf_init(&keys);
		list_keys(m, context, r, &keys);
		snprintf(first, sizeof first, "  %-*s", left - 2, keys.data);
		snprintf(rest, sizeof rest, "%*s", left, "");
		flow_init(&f, d->utf8);
		flow_add(&f, STYLE_TEXT, requests[r].sentence, strlen(requests[r].sentence));
		if (left == 2) { /* narrow: the keys on a line of their own */
			doc_put(d, STYLE_KEY, keys.data);
			doc_break(d);
		}
		doc_flow(d, &f, left == 2 ? rest : first, rest, STYLE_KEY);
		flow_release(&f);
		buf_release(&keys);
	}
}

void keys_help(const struct keymap *m, enum key_context here, struct doc *d)
{
	for (int others = here == CTX_ANY; others < 2; others++)
		for (size_t s = 0; s < NSECTIONS; s++)
			if (here == CTX_ANY || (sections[s].context == here) != others)
				section(m, sections[s].context, sections[s].title, d);
	doc_gap(d);
	doc_wrap(d, STYLE_DIM, 0,
		"The wheel scrolls, and a click chooses. To select and copy text, hold Shift (on a Mac Option), or "
		"press M, "
		"which leaves the mouse to the terminal. docs/config.md: other keys, colours, no mouse.");
}

void keys_manual(struct buf *out)
{
	struct keymap own, *m = &own;

	keymap_init(m);
	buf_puts(out, "# Keys\n\nMade from `tui/keys.def` by `make keys-manual`; do not edit.\n");
	for (size_t s = 0; s < NSECTIONS; s++) {
		if (!*sections[s].title)
			continue;
		buf_printf(out, "\n## %s\n\nIn a config file: `%s`.\n\n| keys | request | |\n|---|---|---|\n",
			sections[s].title, context_name((int)sections[s].context));
		for (int r = REQ_NONE + 1; r < REQ_COUNT; r++) {
			struct buf keys;

			if (!context_has(m, sections[s].context, r))
				continue;
			buf_init(&keys);
			list_keys(m, sections[s].context, r, &keys);
			buf_printf(out, "| %s | `%s` | %s |\n", keys.data, requests[r].name, requests[r].sentence);
			buf_release(&keys);
		}
	}
	keymap_release(m);
}
