/* Every screen at 80x24 and 200x60, in UTF-8 and ASCII, in colour and without: one golden file for each screen
 * (golden/matrix-NAME.txt). Without colour the words are the same but in a picture, which is made of colours; and no
 * cell is coloured. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/fs.h"
#include "base/proc.h"
#include "harness.h"

/* From the result of a missed gate at 01/1: the keys that lead there (+ first: a wrong file is saved, then one that
 * passes; *: a file that makes pictures; !, #, %: a wrong one, one that does not compile, one with a race;
 * &: that one, and the one of the missed gate again), and words by which it is known. */
static const struct {
	const char *name, *keys, *words;
} screens[] = {
	{ "result", "", "gate-failed on the emulator" },
	{ "lesson", "q", "Every thread adds" },
	{ "code", "c", "// TODO" },
	{ "lines", "l", "all of yours" },
	{ "lines-by-cost", "ls", "lines by cost" },
	{ "access", "a", "access 1 of 40" },
	{ "lines-reference", "+l\t", "add_coalesced" },
	{ "sweep", "+ns", "256" },
	{ "history", "+H", "2 attempts, 1 passed" },
	{ "changes", "+H\r", "+ attempt 2" },
	{ "ptx", "m", "PTX of the kernels" },
	{ "timeline", "t", "From 0.00 us" },
	{ "steps", "w", "step 1 of 4" },
	{ "race", "o", "order" },
	{ "solution", "D", "The solution is shown when" },
	{ "help", "?", "Reveal the next hint." },
	{ "counters", "C", "load requests" },
	{ "search", "/sectors", "/sectors" },
	{ "list", "qq", "of 3 passed" },
	{ "intro", "qqgl", "A quotation" },
	{ "predictions", "qqc", "None of your predictions" },
	{ "pass", "+", "Right, and every gate is met." },
	{ "wrong", "!", "17 of 1009 elements of out differ" },
	{ "compile", "#", "compile-error" },
	{ "two-places", "%o", "read after write hazard" },
	{ "diff", "&H\r", "+ attempt 2" },
	{ "hints", "qhhh", "blockIdx.x * blockDim.x + threadIdx.x." },
	{ "shared", "wbw", "warp 1 of 2" },
	{ "picture", "*i", "after: 2 of 200 differ" },
};
/* What is saved for a mark, and what is then seen. */
static const struct {
	char mark;
	const char *text, *words;
} files[] = {
	{ '*', "// fake: picture\n", "Pictures: before, after" },
	{ '!', "// fake: wrong\n", "17 of 1009 elements of out differ" },
	{ '#', "// fake: compile\n", "compile-error" },
	{ '&', "// fake: race\n", "Two threads use the same place." },
	{ '&', "// fake: gate\n", "gate-failed on the emulator" },
	{ '%', "// fake: race\n", "Two threads use the same place." },
};
#define SCREENS (sizeof screens / sizeof *screens)

static const char *const forms[] = { "80x24, UTF-8", "200x60, UTF-8", "80x24, ASCII", "200x60, ASCII",
	"80x24, UTF-8, no colour", "200x60, UTF-8, no colour", "80x24, ASCII, no colour", "200x60, ASCII, no colour" },
			 *const looks_of[] = { "colours and attributes at 80x24", "attributes without colours" };
enum { COMBINATIONS = 8 }; /* bit 0: 200x60, bit 1: ASCII, bit 2: no colour */

/* "row: from-to colour attributes" for each run of cells that do not look like plain text. */
static void looks(struct harness *h, struct buf *out, bool *coloured)
{
	*coloured = false;
	for (int r = 0; r < h->rows; r++) {
		char last[32] = "";
		bool any = false, half = false;

		for (int c = 0; c <= h->cols; c++) {
			VTermScreenCell cell;
			char look[32] = "";

			if (half) { /* the second half of a wide character: libvterm leaves there what was before */
				half = false;
				continue;
			}
			if (c < h->cols && h_cell(h, r, c, &cell)) {
				half = cell.width > 1;
				int colour = VTERM_COLOR_IS_DEFAULT_FG(&cell.fg) ? -1 : cell.fg.indexed.idx;

				*coloured = *coloured || colour >= 0;
				snprintf(look, sizeof look, "%d%s%s%s%s", colour, cell.attrs.bold ? "b" : "",
					cell.attrs.reverse ? "r" : "", cell.attrs.underline ? "u" : "",
					cell.attrs.italic ? "i" : "");
				if (!strcmp(look, "-1"))
					look[0] = '\0';
			}
			if (strcmp(look, last)) {
				if (*last)
					buf_printf(out, "-%d %s", c - 1, last);
				if (*look)
					buf_printf(out, any ? ", %d" : "%3d: %d", any ? c : r, c);
				any = any || *look;
			}
			memcpy(last, look, sizeof last);
		}
		if (any)
			buf_putc(out, '\n');
	}
}

/* The part of a golden file below "== title", in `out`. */
static void part_of(const struct buf *golden, const char *title, struct buf *out)
{
	char *head = xasprintf("== %s\n", title);
	const char *at = strstr(golden->data, head), *end;

	ck_assert_msg(at != NULL, "a golden file lacks \"%s\": UPDATE=1 make screens", head);
	at += strlen(head);
	end = strstr(at, "== ");
	buf_add(out, at, end ? (size_t)(end - at) : strlen(at));
	free(head);
}

/* The day and the minute of an attempt are those of the test: any golden one will do. */
static void forget_when(struct buf *text)
{
	static const char form[] = "dddd-dd-dd dd:dd", golden[] = "2026-01-31 12:34";

	for (char *p = text->len ? text->data : NULL; p && *p; p++) {
		size_t k = 0;

		while (form[k] && (form[k] == 'd' ? p[k] >= '0' && p[k] <= '9' : p[k] == form[k]))
			k++;
		if (!form[k])
			memcpy(p, golden, k);
	}
}

/* The screen as it is; where it is known what it should be, as soon as it is that. */
static void shown(struct harness *h, const struct buf *golden, int form, int k, struct buf *text, struct buf *look)
{
	int64_t until = time_now_ns() + 20 * 1000000000LL;
	bool coloured, same = false;
	struct buf want_text, want_look;

	buf_init(&want_text);
	buf_init(&want_look);
	if (golden->len) {
		part_of(golden, forms[form], &want_text);
		if (!(k & 3))
			part_of(golden, looks_of[k >> 2], &want_look);
	} else {
		h_drawn(h);
	}
	do {
		buf_clear(text);
		buf_clear(look);
		h_text(h, text);
		forget_when(text);
		looks(h, look, &coloured);
		same = !golden->len ||
			(!strcmp(text->data, want_text.data) && ((k & 3) || !strcmp(look->data, want_look.data)));
	} while (!same && h_read(h, 20) && time_now_ns() < until);
	ck_assert_msg(!(k & 4) || !coloured, "a colour in spite of NO_COLOR");
	buf_release(&want_text);
	buf_release(&want_look);
}

START_TEST(every_screen_in_every_form)
{
	static const char *const args[] = { "--start", "01/1", NULL };
	char *name = xasprintf("matrix-%s", screens[_i].name);
	struct buf text[COMBINATIONS], look[COMBINATIONS], golden, all;
	/* Of a picture the form without colours is one of its own. */
	int nforms = screens[_i].keys[0] == '*' ? COMBINATIONS : 4;
	bool update = getenv("UPDATE") && *getenv("UPDATE");

	buf_init(&golden);
	buf_init(&all);
	if (!update) {
		char *path = xasprintf("tests/screens/golden/%s.txt", name);

		ck_assert_int_eq(fs_read(path, 1 << 20, &golden, NULL), 0);
		free(path);
	}
	for (int k = 0; k < COMBINATIONS; k++) {
		const char *env[] = { k & 2 ? "LC_ALL=C" : "LC_ALL=C.UTF-8", k & 4 ? "NO_COLOR=1" : "NO_COLOR=", NULL };
		struct harness h;

		buf_init(&text[k]);
		buf_init(&look[k]);
		h_start(&h,
			&(struct harness_spec){
				.cols = k & 1 ? 200 : 80, .rows = k & 1 ? 60 : 24, .args = args, .env = env });
		h_wait(&h, "Every thread adds");
		h_send(&h, "r");
		h_wait(&h, "Your prediction");
		h_send(&h, "\033");
		h_wait(&h, "gate-failed on the emulator");
		if (screens[_i].keys[0] == '+') {
			h_write(&h, H_ADD, "// fake: wrong\n", true);
			h_wait(&h, "17 of 1009 elements of out differ");
			h_write(&h, H_ADD, "// fake: pass\n", true);
			h_wait(&h, "Right, and every gate is met.");
		}
		for (size_t f = 0; f < sizeof files / sizeof *files; f++)
			if (screens[_i].keys[0] == files[f].mark) {
				h_write(&h, H_ADD, files[f].text, true);
				h_wait(&h, files[f].words);
			}
		h_send(&h, screens[_i].keys + strspn(screens[_i].keys, "+*!#%&"));
		h_wait(&h, screens[_i].words);
		shown(&h, &golden, k % nforms, k, &text[k], &look[k]);
		h_end(&h);
	}
	for (int k = 0; k < nforms; k++) {
		buf_printf(&all, "== %s\n%s", forms[k], text[k].data);
		ck_assert_msg(!strcmp(text[k].data, text[k + COMBINATIONS - nforms].data),
			"%s: other words without colours:\n%s", forms[k], text[k + COMBINATIONS - nforms].data);
	}
	for (int k = 0; k < 2; k++)
		buf_printf(&all, "== %s\n%s", looks_of[k], look[4 * k].len ? look[4 * k].data : "");
	golden_compare(name, all.data);
	for (int k = 0; k < COMBINATIONS; k++) {
		buf_release(&text[k]);
		buf_release(&look[k]);
	}
	buf_release(&golden);
	buf_release(&all);
	free(name);
}
END_TEST

Suite *matrix_suite(void);
Suite *matrix_suite(void)
{
	Suite *s = suite_create("matrix");
	TCase *t = tcase_create("matrix");

	tcase_set_timeout(t, 300);
	tcase_add_loop_test(t, every_screen_in_every_form, 0, (int)SCREENS);
	suite_add_tcase(s, t);
	return s;
}
