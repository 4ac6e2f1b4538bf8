/* keys: see keys.h. The two tables below are keys.def itself. */
#include "tui/keys.h"

#include <stdio.h>
#include <string.h>

#include "report/doc/text.h"

static const struct {
	const char *name, *label, *sentence;
} requests[REQ_COUNT] = {
	[REQ_NONE] = { "none", "", "" },
#define REQUEST(id, name, label, sentence) [REQ_##id] = { name, label, sentence },
#include "tui/keys.def"
};

static const struct binding {
	enum key_context context;
	const char *key;
	enum request request;
} bindings[] = {
#define KEY(context, key, request) { CTX_##context, key, REQ_##request },
#include "tui/keys.def"
};
#define NBINDINGS (sizeof bindings / sizeof *bindings)

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
	{ "PgUp", KEYC_PGUP },
	{ "PgDn", KEYC_PGDN },
	{ "Home", KEYC_HOME },
	{ "End", KEYC_END },
	{ "Backspace", KEYC_BACKSPACE },
	{ "Delete", KEYC_DELETE },
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
	return text_next(name, n, &cp) == n ? (int)cp : KEYC_NONE;
}

enum request key_request(enum key_context context, int key)
{
	enum request found = REQ_NONE;

	for (size_t i = 0; i < NBINDINGS; i++) {
		if (key_parse(bindings[i].key) != key)
			continue;
		if (bindings[i].context == context)
			return bindings[i].request;
		if (bindings[i].context == CTX_ANY)
			found = bindings[i].request;
	}
	return found;
}

const char *request_name(enum request r)
{
	return requests[r].name;
}

/* The first key that makes the request in this context, or NULL. */
static const char *first_key(enum key_context context, enum request r)
{
	for (size_t i = 0; i < NBINDINGS; i++)
		if (bindings[i].request == r && (bindings[i].context == context || bindings[i].context == CTX_ANY) &&
			key_request(context, key_parse(bindings[i].key)) == r)
			return bindings[i].key;
	return NULL;
}

static int footer_item_width(const char *key, const char *label)
{
	return (int)(strlen(key) + 1 + strlen(label) + 2);
}

void keys_footer(enum key_context context, struct doc *d)
{
	int room = d->width + 2;

	for (int r = REQ_HELP; r <= REQ_BACK; r++)
		room -= footer_item_width(first_key(context, r), requests[r].label);
	for (int r = REQ_NONE + 1; r < REQ_COUNT; r++) {
		const char *key = first_key(context, r), *label = requests[r].label;
		bool kept = r == REQ_HELP || r == REQ_BACK;

		if (!key || !*label || (context == CTX_HELP && r == REQ_HELP))
			continue;
		if (!kept && footer_item_width(key, label) > room)
			continue;
		if (!kept)
			room -= footer_item_width(key, label);
		if (doc_column(d) > 0)
			doc_put(d, STYLE_TEXT, "  ");
		doc_put(d, STYLE_KEY, key);
		doc_printf(d, STYLE_DIM, " %s", context == CTX_LIST && r == REQ_BACK ? "quit" : label);
	}
	doc_break(d);
}

static bool context_has(enum key_context context, enum request r)
{
	for (size_t i = 0; i < NBINDINGS; i++)
		if (bindings[i].context == context && bindings[i].request == r)
			return true;
	return false;
}

/* All keys of a request in a context, "r" or "PgDn Ctrl-F Space". */
static void list_keys(enum key_context context, enum request r, struct buf *out)
{
	for (size_t i = 0; i < NBINDINGS; i++)
		if (bindings[i].context == context && bindings[i].request == r)
			buf_printf(out, "%s%s", out->len ? " " : "", bindings[i].key);
}

static const struct {
	enum key_context context;
	const char *title;
} sections[] = {
	{ CTX_STEP, "In a lesson and in a result" },
	{ CTX_INTRO, "In a lab's introduction" },
	{ CTX_CODE, "In the code" },
	{ CTX_LINES, "In the lines" },
	{ CTX_ACCESS, "In the picture of an access" },
	{ CTX_SWEEP, "In a sweep" },
	{ CTX_PTX, "In the PTX" },
	{ CTX_TIMELINE, "In a timeline" },
	{ CTX_STEPPER, "In the steps of a run" },
	{ CTX_HISTORY, "In the history" },
	{ CTX_DIFF, "In a comparison and in the order of accesses" },
	{ CTX_LIST, "On the list" },
	{ CTX_ANY, "Everywhere" },
};
#define NSECTIONS (sizeof sections / sizeof *sections)

void keys_help(struct doc *d)
{
	int left = d->width >= 60 ? 20 : 2;

	for (size_t s = 0; s < NSECTIONS; s++) {
		doc_gap(d);
		doc_put(d, STYLE_HEADING, sections[s].title);
		doc_break(d);
		for (int r = REQ_NONE + 1; r < REQ_COUNT; r++) {
			struct buf keys;
			struct flow f;
			char first[64], rest[64];

			if (!context_has(sections[s].context, r))
				continue;
			buf_init(&keys);
			list_keys(sections[s].context, r, &keys);
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
	doc_gap(d);
	doc_wrap(d, STYLE_DIM, 0,
		"Text can be selected and copied as in any terminal program: the mouse is left alone.");
}

void keys_manual(struct buf *out)
{
	buf_puts(out, "# Keys\n\nMade from `tui/keys.def` by `make keys-manual`; do not edit.\n");
	for (size_t s = 0; s < NSECTIONS; s++) {
		buf_printf(out, "\n## %s\n\n| keys | request | |\n|---|---|---|\n", sections[s].title);
		for (int r = REQ_NONE + 1; r < REQ_COUNT; r++) {
			struct buf keys;

			if (!context_has(sections[s].context, r))
				continue;
			buf_init(&keys);
			list_keys(sections[s].context, r, &keys);
			buf_printf(out, "| %s | `%s` | %s |\n", keys.data, requests[r].name, requests[r].sentence);
			buf_release(&keys);
		}
	}
}
