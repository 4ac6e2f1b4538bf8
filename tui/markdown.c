/* markdown: md4c's callbacks -> flows and lines of a doc.
 *
 * State is a stack of open containers (quotes, lists, items), each of which adds to the margin, and one flow that
 * collects the text of the block being read. A table is collected whole, since a column's width is known only at its
 * end.
 */
#include "tui/markdown.h"

#include <md4c.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/doc/table.h"
#include "report/doc/text.h"

#define MAX_DEPTH 16

struct container {
	char margin[8]; /* what every line of it begins with */
	bool ordered, tight;
	unsigned number; /* of the next item */
	char bullet[8];  /* of an item whose first line is still to come */
	bool pending;
};

struct render {
	struct doc *d;
	struct flow flow;
	struct container stack[MAX_DEPTH];
	int depth, beyond; /* beyond: containers nested deeper than MAX_DEPTH, flattened */
	int strong, emph, code, link, heading;
	struct buf href, pre;
	bool in_pre, in_table;
	struct table table;
};

static void margins(struct render *r, struct buf *first, struct buf *rest)
{
	for (int i = 0; i < r->depth; i++) {
		struct container *c = &r->stack[i];

		buf_puts(first, c->pending ? c->bullet : c->margin);
		buf_puts(rest, c->margin);
		c->pending = false;
	}
}

static void flush(struct render *r)
{
	struct buf first, rest;

	if (r->flow.text.len == 0)
		return;
	buf_init(&first);
	buf_init(&rest);
	margins(r, &first, &rest);
	doc_flow(r->d, &r->flow, first.data, rest.data, STYLE_DIM);
	flow_clear(&r->flow);
	buf_release(&first);
	buf_release(&rest);
}

static bool in_tight_list(const struct render *r)
{
	for (int i = r->depth - 1; i >= 0; i--)
		if (r->stack[i].tight)
			return true;
	return false;
}

/* Space before a block; inside a container the empty line keeps the quote's bar away: simpler, and reads well. */
static void gap(struct render *r)
{
	flush(r);
	if (r->depth > 0 && r->stack[r->depth - 1].pending)
		return;
	if (!in_tight_list(r))
		doc_gap(r->d);
}

static struct container *push(struct render *r)
{
	struct container *c;

	if (r->depth == MAX_DEPTH) {
		r->beyond++;
		return NULL;
	}
	c = &r->stack[r->depth++];
	memset(c, 0, sizeof *c);
	return c;
}

static void pop(struct render *r)
{
	if (r->beyond > 0)
		r->beyond--;
	else if (r->depth > 0)
		r->depth--;
}

static void begin_list(struct render *r, bool ordered, unsigned start, bool tight)
{
	struct container *c;

	gap(r);
	c = push(r);
	if (c) {
		c->ordered = ordered;
		c->number = start;
		c->tight = tight;
	}
}

static void begin_item(struct render *r)
{
	struct container *list = r->depth > 0 ? &r->stack[r->depth - 1] : NULL;
	struct container *c;

	if (list && !list->tight)
		gap(r);
	else
		flush(r);
	c = push(r);
	if (!c)
		return;
	if (list && list->ordered) {
		snprintf(c->bullet, sizeof c->bullet, "%2u. ", list->number++ % 100);
		strcpy(c->margin, "    ");
	} else {
		strcpy(c->bullet, " \xE2\x80\xA2 ");
		strcpy(c->margin, "   ");
	}
	c->pending = true;
}

static void end_pre(struct render *r)
{
	struct buf first, rest;

	buf_init(&first);
	buf_init(&rest);
	margins(r, &first, &rest);
	buf_puts(&rest, "  ");
	doc_pre(r->d, STYLE_CODE, rest.data, r->pre.data, r->pre.len);
	buf_release(&first);
	buf_release(&rest);
	buf_clear(&r->pre);
	r->in_pre = false;
}

static int enter_block(MD_BLOCKTYPE type, void *detail, void *user)
{
	struct render *r = user;
	struct container *c;

	switch (type) {
	case MD_BLOCK_QUOTE:
		gap(r);
		c = push(r);
		if (c)
			strcpy(c->margin, "\xE2\x94\x82 ");
		break;
	case MD_BLOCK_UL: begin_list(r, false, 0, ((MD_BLOCK_UL_DETAIL *)detail)->is_tight); break;
	case MD_BLOCK_OL:
		begin_list(r, true, ((MD_BLOCK_OL_DETAIL *)detail)->start, ((MD_BLOCK_OL_DETAIL *)detail)->is_tight);
		break;
	case MD_BLOCK_LI: begin_item(r); break;
	case MD_BLOCK_HR:
		gap(r);
		for (int i = 0; i < r->d->width; i++)
			doc_put(r->d, STYLE_DIM, "\xE2\x94\x80");
		doc_break(r->d);
		doc_gap(r->d);
		break;
	case MD_BLOCK_H:
		gap(r);
		r->heading = (int)((MD_BLOCK_H_DETAIL *)detail)->level;
		break;
	case MD_BLOCK_CODE:
		gap(r);
		r->in_pre = true;
		break;
	case MD_BLOCK_P: gap(r); break;
	case MD_BLOCK_TABLE:
		gap(r);
		table_init(&r->table, r->d->utf8);
		r->in_table = true;
		break;
	case MD_BLOCK_TR: table_row(&r->table); break;
	case MD_BLOCK_TH:
	case MD_BLOCK_TD: table_cell(&r->table, ((MD_BLOCK_TD_DETAIL *)detail)->align == MD_ALIGN_RIGHT); break;
	default: break;
	}
	return 0;
}

static int leave_block(MD_BLOCKTYPE type, void *detail, void *user)
{
	struct render *r = user;

	(void)detail;
	switch (type) {
	case MD_BLOCK_QUOTE:
	case MD_BLOCK_UL:
	case MD_BLOCK_OL:
	case MD_BLOCK_LI:
		flush(r);
		pop(r);
		break;
	case MD_BLOCK_CODE: end_pre(r); break;
	case MD_BLOCK_H:
		flush(r);
		r->heading = 0;
		doc_gap(r->d);
		break;
	case MD_BLOCK_TABLE:
		r->in_table = false;
		table_layout(&r->table, r->d, 0);
		table_release(&r->table);
		break;
	case MD_BLOCK_TH:
	case MD_BLOCK_TD:
	case MD_BLOCK_TR: break;
	default: flush(r);
	}
	return 0;
}

static int enter_span(MD_SPANTYPE type, void *detail, void *user)
{
	struct render *r = user;
	MD_SPAN_A_DETAIL *a = detail;

	r->strong += type == MD_SPAN_STRONG;
	r->emph += type == MD_SPAN_EM;
	r->code += type == MD_SPAN_CODE;
	if (type == MD_SPAN_A) {
		r->link++;
		buf_clear(&r->href);
		if (!a->title.size && a->href.size && a->href.text[0] != '#')
			buf_add(&r->href, a->href.text, a->href.size);
	}
	return 0;
}

static enum style current(const struct render *r)
{
	return r->code     ? STYLE_CODE :
		r->heading ? STYLE_HEADING :
		r->link    ? STYLE_LINK :
		r->strong  ? STYLE_STRONG :
		r->emph    ? STYLE_EMPH :
			     STYLE_TEXT;
}

static void add(struct render *r, enum style s, const char *text, size_t n)
{
	if (r->in_table)
		table_add(&r->table, s, text, n);
	else
		flow_add(&r->flow, s, text, n);
}

static int leave_span(MD_SPANTYPE type, void *detail, void *user)
{
	struct render *r = user;

	(void)detail;
	r->strong -= type == MD_SPAN_STRONG;
	r->emph -= type == MD_SPAN_EM;
	r->code -= type == MD_SPAN_CODE;
	if (type == MD_SPAN_A) {
		r->link--;
		/* A terminal can't be clicked: the address must be readable, unless the text is the address. */
		if (r->href.len > 0 && strstr(r->flow.text.data, r->href.data) == NULL) {
			add(r, STYLE_DIM, " (", 2);
			add(r, STYLE_DIM, r->href.data, r->href.len);
			add(r, STYLE_DIM, ")", 1);
		}
	}
	return 0;
}

/* &lt; and the like; what is not known stays as it is written. */
static void entity(struct render *r, const char *s, size_t n)
{
	static const struct {
		const char *name, *text;
	} known[] = {
		{ "&lt;", "<" },
		{ "&gt;", ">" },
		{ "&amp;", "&" },
		{ "&quot;", "\"" },
		{ "&apos;", "'" },
		{ "&nbsp;", "\xC2\xA0" },
		{ "&times;", "\xC3\x97" },
		{ "&ndash;", "\xE2\x80\x93" },
		{ "&mdash;", "\xE2\x80\x94" },
		{ "&hellip;", "\xE2\x80\xA6" },
		{ "&le;", "\xE2\x89\xA4" },
		{ "&ge;", "\xE2\x89\xA5" },
		{ "&rarr;", "\xE2\x86\x92" },
	};

	for (size_t i = 0; i < sizeof known / sizeof *known; i++)
		if (strlen(known[i].name) == n && !memcmp(known[i].name, s, n)) {
			add(r, current(r), known[i].text, strlen(known[i].text));
			return;
		}
	if (n > 3 && n < 12 && s[1] == '#') {
		bool hex = s[2] == 'x' || s[2] == 'X';
		unsigned long cp = strtoul(s + 2 + hex, NULL, hex ? 16 : 10);
		char utf[4];

		if (cp > 0 && cp < 0x110000) {
			add(r, current(r), utf, text_encode((uint32_t)cp, utf));
			return;
		}
	}
	add(r, current(r), s, n);
}

static int on_text(MD_TEXTTYPE type, const MD_CHAR *text, MD_SIZE size, void *user)
{
	struct render *r = user;

	if (r->in_pre) {
		if (type == MD_TEXT_NULLCHAR)
			buf_putc(&r->pre, '?');
		else
			buf_add(&r->pre, text, size);
		return 0;
	}
	switch (type) {
	case MD_TEXT_NULLCHAR: add(r, current(r), "?", 1); break;
	case MD_TEXT_BR:
		if (r->in_table)
			add(r, STYLE_TEXT, " ", 1);
		else
			flow_break(&r->flow);
		break;
	case MD_TEXT_SOFTBR: add(r, current(r), " ", 1); break;
	case MD_TEXT_ENTITY: entity(r, text, size); break;
	default: add(r, current(r), text, size);
	}
	return 0;
}

void markdown_render(struct doc *d, const char *text, size_t n)
{
	struct render r;
	static const MD_PARSER parser = { .flags = MD_FLAG_TABLES | MD_FLAG_NOHTML | MD_FLAG_PERMISSIVEURLAUTOLINKS,
		.enter_block = enter_block,
		.leave_block = leave_block,
		.enter_span = enter_span,
		.leave_span = leave_span,
		.text = on_text };

	memset(&r, 0, sizeof r);
	r.d = d;
	flow_init(&r.flow, d->utf8);
	buf_init(&r.href);
	buf_init(&r.pre);
	if (n > 0x7FFFFFFF || md_parse(text, (MD_SIZE)n, &parser, &r) != 0)
		doc_pre(d, STYLE_TEXT, "", text, n);
	flush(&r);
	flow_release(&r.flow);
	buf_release(&r.href);
	buf_release(&r.pre);
}

void markdown_plain(struct doc *d, enum style s, int indent, const char *text)
{
	struct flow f;
	char *margin = xasprintf("%*s", indent, "");
	bool code = false;

	flow_init(&f, d->utf8);
	while (*text) {
		size_t n = strcspn(text, "`\n");

		flow_add(&f, code ? STYLE_CODE : s, text, n);
		text += n;
		if (*text == '`' && (code || strchr(text + 1, '`')))
			code = !code;
		else if (*text)
			flow_add(&f, s, text, 1);
		text += *text != '\0';
	}
	doc_flow(d, &f, margin, margin, STYLE_TEXT);
	flow_release(&f);
	free(margin);
}

void markdown_lines(struct doc *d, enum style s, int indent, const char *text)
{
	while (*text) {
		size_t n = strcspn(text, "\n");
		char *line = xstrndup(text, n);

		markdown_plain(d, s, indent, line);
		free(line);
		text += n + (text[n] == '\n');
	}
}

static bool is_code(const char *line)
{
	return !strncmp(line, "    ", 4);
}

void markdown_hint(struct doc *d, int indent, const char *text)
{
	char *margin = xasprintf("%*s", indent, "");

	while (*text) {
		const bool code = is_code(text);
		const char *end = text;
		char *part;

		if (*text == '\n') {
			doc_gap(d);
			text++;
			continue;
		}
		while (*end && *end != '\n' && is_code(end) == code) {
			end += strcspn(end, "\n");
			end += *end == '\n';
		}
		part = xstrndup(text, (size_t)(end - text));
		if (code)
			doc_pre(d, STYLE_CODE, margin, part, strlen(part));
		else
			markdown_lines(d, STYLE_TEXT, indent, part);
		free(part);
		text = end;
	}
	free(margin);
}
