/* report: pictures in characters, in colours, as numbers and as files. */
#include <stdlib.h>

#include "base/fs.h"
#include "report/picture.h"
#include "report_kit.h"

Suite *report_picture_suite(void);

enum { W = 24, H = 12 };

static uint32_t grey[W * H], mine[W * H], want[W * H];
static uint8_t wrong[W * H];
static struct image images[2];
static struct test_case cases[] = { { .name = "a picture" } };
static struct image_arg shown;
static struct step step = {
	.id = "01-x/1", .cases = cases, .ncases = 1, .images = { .on_case = "a picture", .show = &shown, .nshow = 1 }
};
static struct result r;

/* From dark to light; three labels side by side, of which one pixel is wrong. */
static void setup(void)
{
	result_init(&r);
	r.step = &step;
	r.step_id = step.id;
	for (uint32_t i = 0; i < W * H; i++) {
		uint32_t x = i % W;

		grey[i] = 255 * x / (W - 1);
		mine[i] = want[i] = x < W / 3 ? 0 : x < 2 * W / 3 ? 700 : 9;
		wrong[i] = 0;
	}
	mine[5] = 700;
	wrong[5] = 1;
	images[0] = (struct image){ .name = "before", .width = W, .height = H, .mine = grey };
	images[1] =
		(struct image){ "after", IMAGE_LABELS, W, H, .mine = mine, .want = want, .wrong = wrong, .nwrong = 1 };
	r.images = images;
	r.nimages = 2;
}

static void teardown(void)
{
	result_release(&r);
}

TEXT_AT(report_picture_text)

START_TEST(without_colours)
{
	char *t = text_at(80);

	has(t, "Case 'a picture', 24 x 12 pixels");
	has(t, "after, yours");
	has(t, "after, expected");
	has(t, "after: 1 of 288 differ");
	has(t, ".....B..BBBBBBBBAAAAAAAA"); /* labels in their order: 9 is A, 700 is B */
	has(t, "........BBBBBBBBAAAAAAAA");
	has(t, ".....X..................");
	has(t, "before");
	has(t, "  ..::---==++***##%%@@@");
	for (const char *line = t, *end; (end = strchr(line, '\n')); line = end + 1)
		ck_assert_int_le(end - line, 80);
	free(t);
	wrong[5] = 0;
	images[1].nwrong = 0;
	t = text_at(80);
	ck_assert_ptr_null(strstr(t, "expected"));
	free(t);
	t = text_at(120);
	has(t, "after, expected"); /* there is room for it */
	free(t);
}
END_TEST

static enum style style_at(const struct doc *d, size_t line, size_t column)
{
	const struct doc_line *l = &d->lines[line];

	for (size_t i = 0; i < l->n; i++) {
		const struct doc_span *sp = &d->spans[l->first + i];

		for (size_t k = 0; k < sp->len; k++)
			if ((d->text.data[sp->off + k] & 0xC0) != 0x80 && !column--)
				return sp->style;
	}
	ck_abort_msg("line %zu is shorter", line);
}

START_TEST(in_colours)
{
	static const int palettes[] = { 256, 16 };
	int front, behind, first, none;
	struct doc d;

	images[0] = images[1]; /* the wrong one alone */
	r.nimages = 1;
	doc_init(&d, 80, true);
	d.colours = palettes[_i];
	picture_doc(&r, &d);
	ck_assert(style_colours(style_at(&d, 3, 5), &first, &none)); /* the wrong pixel above a right one */
	ck_assert(style_colours(style_at(&d, 3, 8), &front, &behind));
	ck_assert_int_eq(first, front); /* 700, both */
	ck_assert_int_eq(front, behind);
	ck_assert_int_ne(first, none);
	ck_assert(style_colours(style_at(&d, 3, 23), &front, &behind));
	ck_assert_int_ne(first, front); /* 9 */
	ck_assert(front < palettes[_i] && first < palettes[_i]);
	ck_assert(!style_colours(style_at(&d, 2, 0), &front, &behind)); /* the title */
	doc_release(&d);
}
END_TEST

START_TEST(large_and_small_pictures_fit)
{
	static const uint32_t sides[][2] = { { 1, 1 }, { 700, 1 }, { 1, 700 }, { 700, 699 }, { 39, 32 }, { 40, 33 } };
	uint32_t *px = xcalloc(700 * 700, sizeof *px);

	r.nimages = 1;
	for (size_t i = 0; i < sizeof sides / sizeof *sides; i++) {
		images[0] = (struct image){ .name = "p", .width = sides[i][0], .height = sides[i][1], .mine = px };
		for (int columns = 24; columns <= 200; columns += 44) {
			struct buf b;
			struct doc d;

			doc_init(&d, columns, true);
			d.colours = 256;
			picture_doc(&r, &d);
			ck_assert_uint_gt(d.nlines, 3);
			ck_assert_uint_le(d.nlines, 4 + 16);
			buf_init(&b);
			doc_text(&d, &b);
			for (char *line = strtok(b.data, "\n"); line; line = strtok(NULL, "\n"))
				ck_assert_int_le((int)strlen(line), 3 * columns); /* 3 bytes a character */
			buf_release(&b);
			doc_release(&d);
		}
	}
	free(px);
}
END_TEST

START_TEST(why_there_are_none)
{
	char *t;

	r.nimages = 0;
	t = text_at(80);
	has(t, "There are no pictures: case 'a picture' did not run to its end.");
	free(t);
}
END_TEST

START_TEST(as_numbers)
{
	struct buf b;

	buf_init(&b);
	report_picture_json(&r, &b);
	has(b.data, "warplings.picture/1");
	has(b.data, "\"differ\": 1");
	has(b.data, "\"differ\": null");
	has(b.data, "\"kind\": \"labels\"");
	buf_release(&b);
}
END_TEST

START_TEST(as_files)
{
	static const char *const names[] = { "before", "after", "after.expected" };
	char *dir = fs_temp_dir("check-picture", NULL);
	struct err e = ERR_INIT;
	struct buf said;

	r.file = xasprintf("%s/1-x.cu", dir);
	buf_init(&said);
	ck_assert_int_eq(picture_write(&r, &said, &e), 0);
	for (size_t i = 0; i < 3; i++) {
		char *path = xasprintf("%s/1-x.%s.png", dir, names[i]);
		struct buf b;

		has(said.data, path);
		buf_init(&b);
		ck_assert_int_eq(fs_read(path, 1 << 20, &b, &e), 0);
		ck_assert_int_eq(memcmp(b.data, "\x89PNG", 4), 0);
		ck_assert_int_eq(b.data[25], i ? 2 : 0); /* grey is grey, labels are coloured */
		buf_release(&b);
		free(path);
	}
	buf_release(&said);
	free((char *)r.file);
	fs_remove_tree(dir, NULL);
	r.file = "/nowhere/at/all/1-x.cu";
	buf_init(&said);
	ck_assert_int_eq(picture_write(&r, &said, &e), -1);
	ck_assert_int_eq(e.kind, ERR_ENV);
	buf_release(&said);
	free(dir);
}
END_TEST

Suite *report_picture_suite(void)
{
	Suite *s = suite_create("report_picture");
	TCase *t = tcase_create("picture");

	tcase_add_checked_fixture(t, setup, teardown);
	tcase_add_test(t, without_colours);
	tcase_add_loop_test(t, in_colours, 0, 2);
	tcase_add_test(t, large_and_small_pictures_fit);
	tcase_add_test(t, why_there_are_none);
	tcase_add_test(t, as_numbers);
	tcase_add_test(t, as_files);
	suite_add_tcase(s, t);
	return s;
}
