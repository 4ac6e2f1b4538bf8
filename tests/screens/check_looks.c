/* The page of predictions, and the screens that look into a kernel: lines, accesses, PTX, timelines, sweeps. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "base/fs.h"
#include "harness.h"

static void start(struct harness *h, const char *lab)
{
	const char *args[] = { "--start", lab, NULL };
	struct harness_spec spec = { .args = lab ? args : NULL };

	h_start(h, &spec);
}

START_TEST(lines_lead_to_the_accesses_of_a_line)
{
	static const char *const ascii[] = { "LC_ALL=C", NULL };
	const char *args[] = { "--start", "01/1", NULL };
	struct harness_spec spec = { .args = args, .env = _i ? ascii : NULL };
	struct harness h;

	h_start(&h, &spec);
	h_wait(&h, "Every thread adds");
	h_send(&h, "l");
	h_wait(&h, "Nothing has been counted in this session");
	h_send(&h, "q");
	h_wait(&h, "Every thread adds");
	h_send(&h, "r");
	h_wait(&h, "Your prediction");
	h_send(&h, "\r");
	h_wait(&h, "gate-failed");
	h_send(&h, "l");
	h_wait(&h, "all of the reference's");
	h_golden(&h, _i ? "lines-ascii" : "lines"); /* the line that executes most is chosen */
	h_send(&h, "\r");
	h_wait(&h, "access 1 of 40");
	h_golden(&h, _i ? "access-ascii" : "access");
	h_send(&h, "l");
	h_wait(&h, "access 2 of 40");
	h_golden(&h, _i ? "access-banks-ascii" : "access-banks");
	h_send(&h, "l");
	h_wait(&h, "This is the last one that was kept.");
	h_send(&h, "h");
	h_wait(&h, "access 1 of 40");
	h_send(&h, "h");
	h_wait(&h, "This is the first one.");
	h_send(&h, "qgk\r");
	h_wait(&h, "Warp 0 of block 0 makes no access to memory in line 1; it does in: 5, 7.");
	h_send(&h, "q");
	h_wait(&h, "gate-failed");
	h_send(&h, "m");
	h_wait(&h, "PTX of the kernels");
	h_golden(&h, _i ? "ptx-ascii" : "ptx");
	h_send(&h, "q");
	h_wait(&h, "gate-failed");
	h_send(&h, "a"); /* straight to the one that wastes most */
	h_wait(&h, "access 1 of 40");
	h_end(&h);
}
END_TEST

START_TEST(a_timeline_is_zoomed_and_moved)
{
	struct harness h;

	start(&h, "01/2");
	h_wait(&h, "two dimensions");
	h_send(&h, "t");
	h_wait(&h, "Nothing has been counted in this session");
	h_send(&h, "qr");
	h_wait(&h, "right");
	h_send(&h, "t");
	h_wait(&h, "From 0.00 us to 30.0 us of 30.0 us");
	h_golden(&h, "timeline");
	h_send(&h, "+");
	h_wait(&h, "From 7.50 us to 22.5 us of 30.0 us");
	h_golden(&h, "timeline-closer");
	h_send(&h, "ll");
	h_wait(&h, "From 15.0 us to 30.0 us of 30.0 us");
	h_send(&h, "hhh");
	h_wait(&h, "From 0.00 us to 15.0 us of 30.0 us");
	h_send(&h, "-");
	h_wait(&h, "From 0.00 us to 30.0 us of 30.0 us");
	h_end(&h);
}
END_TEST

START_TEST(predictions_have_a_page)
{
	struct harness h;

	start(&h, NULL);
	h_wait(&h, "Warm-up");
	h_send(&h, "c");
	h_wait(&h, "None of your predictions has been compared yet");
	h_send(&h, "qjr");
	h_wait(&h, "Your prediction");
	h_send(&h, "32\r");
	h_wait(&h, "gate-failed");
	h_wait(&h, "sectors per load");
	h_send(&h, "qqc");
	h_wait(&h, "Close in 1 of 1 predictions");
	h_golden(&h, "predictions");
	/* Esc leaves a screen that lies over others, and the list and a lesson it never leaves. */
	h_send(&h, "\033");
	h_wait(&h, "Warm-up");
	h_send(&h, "\033");
	h_wait(&h, "Warm-up");
	h_send(&h, "\r");
	h_wait(&h, "Every thread adds");
	h_send(&h, "\033");
	h_wait(&h, "Every thread adds");
	h_end(&h);
}
END_TEST

START_TEST(a_sweep_of_a_macro_shows_rows_as_they_come)
{
	struct harness h;

	start(&h, "01/1");
	h_wait(&h, "Every thread adds");
	h_send(&h, "s");
	h_wait(&h, "This step has no sweep.");
	h_send(&h, "ns");
	h_wait(&h, "The larger the block");
	h_wait(&h, "256");
	h_golden(&h, "macro-sweep");
	h_end(&h);
}
END_TEST

START_TEST(escape_cancels_a_sweep)
{
	struct harness h;

	start(&h, "01/2");
	h_wait(&h, "two dimensions");
	h_write(&h, "work/01-warm-up/2-grid.cu", "// fake: endless\n", false);
	h_wait(&h, "Running");
	h_send(&h, "\x1b");
	h_wait(&h, "Cancelled.");
	h_send(&h, "s");
	h_wait(&h, "1 of 3 tried");
	h_golden(&h, "macro-sweep-begun");
	h_send(&h, "\x1b");
	h_wait(&h, "There are no rows: r sweeps anew.");
	h_end(&h);
}
END_TEST

/* 80 columns, and 200 without UTF-8: there the two places stand beside each other. */
START_TEST(race_and_history)
{
	static const char *const args[] = { "--start", "01/1", NULL };
	static const char *const ascii[] = { "LC_ALL=C", NULL };
	struct harness h;
	int cols = _i ? 200 : 80;

	h_start(&h,
		&(struct harness_spec){ .cols = cols, .rows = _i ? 60 : 24, .args = args, .env = _i ? ascii : NULL });
	h_wait(&h, "Every thread adds");
	h_send(&h, "o");
	h_wait(&h, "Nothing has run in this session");
	h_send(&h, "qH");
	h_wait(&h, "No attempt at this step yet");
	h_send(&h, "\r"); /* nothing is chosen */
	h_send(&h, "qD");
	h_wait(&h, "The solution is shown when the step has passed.");
	h_send(&h, "q");
	h_write(&h, H_ADD, "// fake: gate\n", true);
	h_wait(&h, "Your prediction");
	h_send(&h, "\033");
	h_wait(&h, "gate-failed");
	h_write(&h, H_ADD, "// fake: race\n", true);
	h_wait(&h, "Two threads use the same place.");
	h_send(&h, "o");
	h_wait(&h, "read after write hazard");
	h_golden(&h, _i ? "race-200x60-ascii" : "race");
	h_send(&h, "qH");
	h_wait(&h, "2 attempts, 0 passed");
	h_wait(&h, _i ? "65,536" : "gate-failed");
	h_send(&h, "\r");
	h_wait(&h, "+ attempt 2");
	h_golden(&h, _i ? "diff-200x60-ascii" : "diff");
	/* n is the next match, here the older attempt, and N the newer one again. */
	h_send(&h, "q/a\rn\r");
	h_wait(&h, "There is no attempt before this one.");
	h_send(&h, "qN\r");
	h_wait(&h, "+ attempt 2");
	h_send(&h, "qj\r");
	h_wait(&h, "There is no attempt before this one.");
	h_send(&h, "qq");
	h_write(&h, H_ADD, "// fake: pass\n", true);
	h_wait(&h, "Right, and every gate is met.");
	h_send(&h, "D");
	h_wait(&h, "+ the solution");
	h_send(&h, "qH");
	h_wait(&h, "3 attempts, 1 passed");
	h_end(&h);
}
END_TEST

START_TEST(a_run_is_stepped_through)
{
	static const char *const args[] = { "--start", "01/1", NULL };
	static const char *const ascii[] = { "LC_ALL=C", NULL };
	struct harness h;

	h_start(&h,
		&(struct harness_spec){
			.cols = _i ? 200 : 80, .rows = _i ? 60 : 24, .args = args, .env = _i ? ascii : NULL });
	h_wait(&h, "Every thread adds");
	h_send(&h, "w");
	h_wait(&h, "Nothing has been counted in this session");
	h_send(&h, "lhnbw"); /* nowhere to go */
	h_send(&h, "q");
	h_write(&h, H_ADD, "// fake: gate\n", true);
	h_wait(&h, "Your prediction");
	h_send(&h, "\033");
	h_wait(&h, "gate-failed");
	h_send(&h, "w");
	h_wait(&h, "step 1 of 4");
	h_wait(&h, "1 not begun");
	h_send(&h, "b");
	h_wait(&h, "step 2 of 4");
	h_send(&h, "w"); /* it has not begun: its first step */
	h_wait(&h, "warp 1 of 2   step 1 of 4");
	h_wait(&h, "0 at the barrier");
	h_golden(&h, _i ? "steps-shared-200x60-ascii" : "steps-shared");
	h_send(&h, "nn");
	h_wait(&h, "step 3 of 4");
	h_wait(&h, "0 has ended");
	h_golden(&h, _i ? "steps-200x60-ascii" : "steps");
	if (!_i) { /* all lanes stay in sight, and what is cut ends in a sign */
		h_send(&h, "g");
		h_resize(&h, 40, 24);
		h_wait(&h, "32 of 32 run it");
		h_golden(&h, "steps-40x24");
		h_resize(&h, 80, 24);
		h_send(&h, "nn");
		h_wait(&h, "step 3 of 4");
	}
	h_send(&h, "ll");
	h_wait(&h, "There is nothing further that way.");
	h_send(&h, "g");
	h_wait(&h, "step 1 of 4");
	h_send(&h, "d"); /* where other lanes run */
	h_wait(&h, "16 of 32 run it; 16 go on at line");
	h_send(&h, "G");
	h_wait(&h, "step 4 of 4");
	h_send(&h, "pp");
	h_wait(&h, "step 2 of 4");
	h_send(&h, "h");
	h_wait(&h, "step 1 of 4");
	h_send(&h, "W");
	h_wait(&h, "warp 0 of 2");
	h_send(&h, "hi"); /* what this step writes stays in sight */
	h_wait(&h, "watch  %f1, of type f32, from line 5");
	h_send(&h, "b");
	h_wait(&h, "step 2 of 4");
	h_wait(&h, "15.5");
	h_send(&h, "i");
	h_wait(&h, "This step writes no register");
	h_send(&h, "hi");
	h_wait(&h, "%f1 is not watched any more.");
	h_wait_gone(&h, "watch  %f1, of type");
	h_send(&h, "B");
	h_wait(&h, "of 0 to 255? It is 0 now.");
	h_send(&h, "256\r");
	h_wait(&h, "There is no such block.");
	h_send(&h, "B17\r");
	h_wait(&h, "block 17, warp 0 of 2   step 1 of 4");
	h_send(&h, "/lanes\rnh"); /* after a search n is the next match here, too, and no step */
	h_wait(&h, "There is nothing further that way.");
	h_send(&h, "qH"); /* it was no attempt */
	h_wait(&h, "1 attempt, ");
	h_end(&h);
}
END_TEST

/* The code: 80 columns, and 200 without UTF-8: there the lesson stands beside it. */
START_TEST(the_code_with_its_lesson)
{
	static const char *const args[] = { "--start", "01/1", NULL };
	static const char *const ascii[] = { "LC_ALL=C", "VISUAL=true", NULL };
	struct harness h;

	h_start(&h,
		&(struct harness_spec){
			.cols = _i ? 200 : 80, .rows = _i ? 60 : 24, .args = args, .env = _i ? ascii : NULL });
	h_wait(&h, "Every thread adds");
	h_send(&h, "c");
	h_wait(&h, "// TODO");
	h_send(&h, "\r");
	h_wait(&h, "Nothing has been counted in this session");
	h_send(&h, "r");
	h_wait(&h, "Your prediction");
	h_send(&h, "\033");
	h_wait(&h, "You have changed it since the newest run"); /* the fake job counts another text */
	/* The last line of the same painting: else that of the first run would be taken for that of the second. */
	h_wait(&h, "gate-failed (v shows it)");
	h_send(&h, "~"); /* what was said of this run goes */
	h_wait_gone(&h, "gate-failed");
	h_send(&h, "r");
	h_wait(&h, "gate-failed (v shows it)");
	h_send(&h, "~");
	h_wait_gone(&h, "gate-failed");
	h_golden(&h, _i ? "code-200x60-ascii" : "code");
	if (_i) {
		h_send(&h, "\t/sectors\r"); /* a search in the other half */
		h_wait_gone(&h, "/sectors");
		h_send(&h, "G");
	} else {
		h_send(&h, "\t");
		h_wait(&h, "Every thread adds");
		h_send(&h, "c");
		h_wait(&h, "// TODO");
	}
	h_send(&h, "v");
	h_wait(&h, "gate-failed on the emulator");
	h_send(&h, "vl");
	h_wait(&h, "all of the reference's");
	h_send(&h, "s");
	h_wait(&h, "lines by cost");
	h_golden(&h, _i ? "lines-by-cost-200x60-ascii" : "lines-by-cost");
	h_send(&h, "jks");
	h_wait_gone(&h, "lines by cost");
	h_send(&h, "v");
	h_wait(&h, "gate-failed on the emulator");
	h_send(&h, "q");
	h_wait(&h, "// TODO");
	h_end(&h);
}
END_TEST

/* The reference is a way to write the step: no secret any more once it has passed. In a wide window it stands beside.
 */
START_TEST(lines_beside_the_references)
{
	static const char *const args[] = { "--start", "01/1", NULL };
	struct harness h;

	h_start(&h, &(struct harness_spec){ .cols = _i ? 130 : 80, .args = args });
	h_wait(&h, "Every thread adds");
	h_write(&h, H_ADD, "// fake: gate\n", true);
	h_wait(&h, "Your prediction");
	h_send(&h, "\033");
	h_wait(&h, "gate-failed");
	h_send(&h, "l");
	h_wait(&h, "all of yours");
	h_send(&h, "\t");
	h_wait(&h, "its lines are shown once");
	h_send(&h, "q");
	h_write(&h, H_ADD, "// fake: pass\n", true);
	h_wait(&h, "Right, and every gate is met.");
	h_send(&h, "l");
	h_wait(&h, "all of yours");
	if (_i) {
		h_wait(&h, "The reference, add.cu");
		h_wait(&h, "out[threadIdx.x] =");
		h_wait(&h, "s[i][0] = in");
		h_golden(&h, "lines-reference-130");
	} else { /* what has no room ends in a sign */
		h_resize(&h, 40, 24);
		h_wait(&h, "all of the reference\xE2\x80\xA6");
		h_resize(&h, 80, 24);
		h_wait(&h, "all of the reference's");
	}
	h_send(&h, "\t");
	if (!_i) {
		h_wait(&h, "the reference's lines");
		h_wait(&h, "The reference, add.cu");
		h_wait_gone(&h, "s[i][0] = in");
		h_golden(&h, "lines-reference");
	}
	h_send(&h, "\r");
	h_wait(&h, "Accesses are kept of your file alone");
	h_send(&h, "s\t");
	h_wait(&h, "lines by cost");
	h_send(&h, "\r");
	h_wait(&h, "access 1 of");
	h_end(&h);
}
END_TEST

START_TEST(two_attempts_of_choice_are_compared)
{
	static const char *const words[] = { "gate", "wrong", "pass" };
	struct harness h;

	h_open_with(&h, "gate");
	h_wait(&h, "Your prediction");
	h_send(&h, "\033");
	h_wait(&h, "gate-failed");
	for (int i = 1; i < 3; i++) {
		char *text = xasprintf("// fake: %s\n", words[i]);

		h_write(&h, H_ADD, text, true);
		free(text);
		h_wait(&h, i == 1 ? "elements of out differ" : "Right, and every gate is met.");
	}
	h_send(&h, "H");
	h_wait(&h, "3 attempts, 1 passed");
	h_wait(&h, "From attempt to attempt, the oldest first");
	h_send(&h, "m");
	h_wait(&h, "   3+");
	h_send(&h, "jj\r");
	h_wait(&h, "attempt 1: gate-failed, then attempt 3: pass");
	h_send(&h, "q\r");
	h_wait(&h, "attempt 1: gate-failed, then attempt 3: pass");
	h_send(&h, "qkkm"); /* no mark any more: the one before again */
	h_wait_gone(&h, "   3+");
	h_send(&h, "\r");
	h_wait(&h, "attempt 2: wrong-answer, then attempt 3: pass");
	h_end(&h);
}
END_TEST

/* In colours a character is two pixels; without them, or without UTF-8, it is a letter. */
START_TEST(pictures_are_drawn_and_written)
{
	static const char *const ascii[] = { "LC_ALL=C", NULL }, *const plain[] = { "NO_COLOR=1", NULL };
	static const char *const *const envs[] = { NULL, ascii, plain };
	static const char *const names[] = { "picture", "picture-ascii", "picture-plain" };
	const char *args[] = { "--start", "01/1", NULL };
	struct harness_spec spec = { .args = args, .env = envs[_i] };
	struct harness h;
	VTermScreenCell cell;
	int row, col;

	h_start(&h, &spec);
	h_wait(&h, "Every thread adds");
	h_send(&h, "i");
	h_wait(&h, "This step has no pictures.");
	h_send(&h, "q");
	h_wait(&h, "Every thread adds");
	h_write(&h, H_ADD, "// fake: picture\n", true); /* saving it runs it */
	h_wait(&h, "Your prediction");
	h_send(&h, "\033");
	h_wait(&h, "Pictures: before, after (2 of 200 pixels differ).");
	h_send(&h, "i");
	h_wait(&h, "after: 2 of 200 differ");
	h_golden(&h, names[_i]);
	h_find(&h, "after, yours", &row, &col);
	ck_assert(h_cell(&h, row + 1, col, &cell));
	if (_i == 0) { /* the wrong label 2 above itself; nothing is beside it; label 1 */
		VTermScreenCell right;

		ck_assert_uint_eq(cell.chars[0], 0x2580);
		ck_assert(h_cell(&h, row + 1, col + 15, &right));
		ck_assert_int_eq(cell.fg.indexed.idx, right.fg.indexed.idx);
		ck_assert(h_cell(&h, row + 1, col + 5, &right));
		ck_assert_int_ne(cell.fg.indexed.idx, right.fg.indexed.idx);
		h_find(&h, "after: 2 of 200 differ", &row, &col);
		ck_assert(h_cell(&h, row + 1, col, &cell) && h_cell(&h, row + 2, col, &right));
		ck_assert_int_eq(cell.fg.indexed.idx, 196);
		ck_assert_int_ne(right.fg.indexed.idx, 196);
	}
	h_send(&h, "w");
	h_wait(&h, "Beside your file: 1-add.before.png, 1-add.after.png,");
	h_wait(&h, "1-add.after.expected.png");
	for (int k = 0; k < 3; k++) {
		static const char *const files[] = { "before", "after", "after.expected" };
		char *name = xasprintf("work/01-warm-up/1-add.%s.png", files[k]), *path = h_path(&h, name);
		struct buf b;

		buf_init(&b);
		ck_assert_int_eq(fs_read(path, 1 << 20, &b, NULL), 0);
		ck_assert_int_eq(memcmp(b.data, "\x89PNG", 4), 0);
		buf_release(&b);
		free(path);
		free(name);
	}
	h_end(&h);
}
END_TEST

Suite *looks_suite(void);
Suite *looks_suite(void)
{
	Suite *s = suite_create("looks");
	TCase *t = tcase_create("looks");

	tcase_set_timeout(t, 300);
	tcase_add_loop_test(t, lines_lead_to_the_accesses_of_a_line, 0, 2);
	tcase_add_loop_test(t, lines_beside_the_references, 0, 2);
	tcase_add_test(t, two_attempts_of_choice_are_compared);
	tcase_add_loop_test(t, race_and_history, 0, 2);
	tcase_add_loop_test(t, the_code_with_its_lesson, 0, 2);
	tcase_add_loop_test(t, a_run_is_stepped_through, 0, 2);
	tcase_add_test(t, a_timeline_is_zoomed_and_moved);
	tcase_add_loop_test(t, pictures_are_drawn_and_written, 0, 3);
	tcase_add_test(t, predictions_have_a_page);
	tcase_add_test(t, a_sweep_of_a_macro_shows_rows_as_they_come);
	tcase_add_test(t, escape_cancels_a_sweep);
	suite_add_tcase(s, t);
	return s;
}
