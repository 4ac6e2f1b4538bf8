/* Any keys in any order, and windows of any size, while runs come and go: the UI neither ends nor stops answering.
 *
 * By chance alone few keys would be pressed where they mean most: in the picture of an access, in the stepper, in a
 * comparison. So the test leads to each place in turn (the file that makes it possible, the keys that go there),
 * presses at random there, first the keys that stay, then any, and begins anew at the next place. It fails where a
 * place is not reached, and RANDOM_REPORT=1 says how many keys were pressed in each.
 *
 * RANDOM_KEYS=20000 RANDOM_SEED=7 make SANITIZE=address,undefined screens presses for longer. */
#include <check.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/proc.h"
#include "harness.h"

/* Where keys are pressed: the end of the title there (NULL: the title says nothing of it), words that stand there
 * (NULL: none), what the file has to be (fake_job.c), and the keys from its result to the place. */
static const struct place {
	const char *name, *title, *words, *file, *keys;
} places[] = {
	{ "result", "result", NULL, "gate", "" },
	{ "a wrong answer", "result", "differ", "wrong", "" },
	{ "compiler's errors", "result", "threadIdy", "compile", "" },
	{ "list", "Warplings", NULL, "gate", "qq" },
	{ "introduction", "(lab)", NULL, "gate", "qqgl" },
	{ "lesson", "(step)", NULL, "gate", "q" },
	{ "code", "code", NULL, "gate", "c" },
	{ "lines", "lines", NULL, "gate", "l" },
	{ "lines by cost", "lines by cost", NULL, "gate", "ls" },
	{ "the reference's lines", NULL, "the reference's", "pass", "l\t" },
	{ "access", "access", NULL, "gate", "a" },
	{ "access from its line", "access", NULL, "gate", "lgjjjjjj\r" },
	{ "steps", "steps", NULL, "gate", "w" },
	{ "steps of shared memory", "steps", NULL, "gate", "wlbw" },
	{ "timeline", "timeline", NULL, "pass", "t" },
	{ "PTX", "PTX", NULL, "pass", "m" },
	{ "sweep", "sweep", NULL, "pass", "ns" },
	{ "order of a race", "order", NULL, "race", "o" },
	{ "history", "history", NULL, "gate", "H" },
	{ "changes", "changes", NULL, "wrong", "H\r" },
	{ "solution", "solution", NULL, "pass", "D" },
	{ "picture", "picture", NULL, "picture", "i" },
	{ "predictions", "predictions", NULL, "gate", "qqc" },
	{ "counters", "counters", NULL, "gate", "C" },
	{ "help", "help", NULL, "gate", "?" },
	{ "question: search", NULL, "/x", "gate", "/x" },
	{ "question: block", "steps", "Which block", "gate", "wB" },
	{ "question: reset", NULL, "untouched starter", "wrong", "x" },
};
enum { PLACES = sizeof places / sizeof *places };

/* The keys that leave or suspend the UI are not pressed: q ends it on the list alone, so it is pressed on top of
 * another screen (and j before that: Esc and ? at once are one key, Alt-?). */
static const char *const stays[] = { "\r", "\t", " ", "j", "k", "g", "G", "l", "h", "s", "z", "M", "w", "b", "n", "p",
	"N", "d", "/", "+", "-", "1", "i", "\x0c", "\x06", "\x02", "\033[A", "\033[B", "\033[C", "\033[D", "\033[5~",
	"\033[6~", "\033[H", "\033[F", "\033[3~", "\303\244", "\377", "W", "B", "m", "\033[<0;5;8M\033[<0;5;8m",
	"\033[<64;9;9M", "\033[<65;99;9M" };
static const char *const leaves[] = { "\033", "a", "t", "o", "H", "D", "v", "\033[<0;8;24M", "r", "e", "x", "y", "c",
	"?", "\x7f", "j?q", "C", "P", "S" };
static const char *const words[] = { "pass", "gate", "wrong", "race", "compile", "endless", "refused", "todo",
	"picture" };

static unsigned number(const char *name, unsigned otherwise)
{
	const char *v = getenv(name);

	return v && *v ? (unsigned)strtoul(v, NULL, 10) : otherwise;
}

static unsigned draw(uint64_t *state)
{
	*state = *state * 6364136223846793005u + 1442695040888963407u;
	return (unsigned)(*state >> 33);
}

/* The end of the title: after the last " › "; "(step)" and "(lab)" where that is a step's or a lab's own name. */
static void title(struct harness *h, char out[100])
{
	struct buf b;
	char *line, *at, *next;
	bool deep = false;

	buf_init(&b);
	h_text(h, &b);
	line = b.len ? b.data : (char[]){ "" };
	line[strcspn(line, "\n")] = '\0';
	at = line + strspn(line, " ");
	while ((next = strstr(at, "\xE2\x80\xBA ")) != NULL) {
		at = next + 4;
		deep = true;
	}
	if ((next = strstr(at, "  ")) != NULL) /* how far one has scrolled */
		*next = '\0';
	snprintf(out, 100, "%s", *at >= '0' && *at <= '9' ? (deep ? "(step)" : "(lab)") : at);
	buf_release(&b);
}

static bool shows(struct harness *h, const char *text)
{
	struct buf b;
	bool there;

	buf_init(&b);
	h_text(h, &b);
	there = b.len && strstr(b.data, text);
	buf_release(&b);
	return there;
}

static bool at_place(struct harness *h, const struct place *p)
{
	char now[100];

	title(h, now);
	/* "access 3 of 40": the words that count it follow. */
	return (!p->title || !strcmp(now, p->title) || (!strncmp(now, p->title, 6) && !strcmp(p->title, "access"))) &&
		(!p->words || shows(h, p->words));
}

/* Check's messages are short: the screen goes before. */
static void lost(struct harness *h, const char *what, const char *place)
{
	struct buf b;

	buf_init(&b);
	h_text(h, &b);
	fprintf(stderr, "%s\n", b.len ? b.data : "");
	buf_release(&b);
	ck_abort_msg("%s: %s", place, what);
}

/* The screen is what the keys so far have made of it: it answers Ctrl-L, which clears. Quicker than h_drawn(), which
 * waits until nothing more is written: a title is all that is looked at here, and a wrong one costs a key. */
static void answered(struct harness *h)
{
	int64_t until = time_now_ns() + 20 * 1000000000LL, again = 0;
	struct pollfd p = { h->fd, POLLIN, 0 };
	size_t from;

	while (poll(&p, 1, 60) > 0 && h_read(h, 0))
		;
	for (from = h->raw.len; !h->raw.data || !strstr(h->raw.data + from, "\033[2J");) {
		ck_assert_msg(time_now_ns() < until, "it does not answer Ctrl-L");
		if (time_now_ns() > again) { /* again where it made one key with an Esc before it */
			h_send(h, "\014");
			again = time_now_ns() + 500000000;
		}
		ck_assert(h_read(h, 50));
	}
	while (poll(&p, 1, 20) > 0 && h_read(h, 0))
		;
}

/* From anywhere to the lesson of 01/1. Esc first: it leaves a question. */
static void home(struct harness *h, const char *place)
{
	char now[100];

	for (int i = 0; i < 60; i++) {
		h_send(h, "\033");
		answered(h);
		title(h, now);
		if (!strcmp(now, "(step)") && shows(h, "1 Add two vectors"))
			return;
		h_send(h, !strcmp(now, "Warplings") ? "gj\r" : "q");
	}
	lost(h, "the lesson of 01/1 was not reached", place);
}

/* From anywhere to the result of a file that says what it has to be. */
static void to_result(struct harness *h, const struct place *p, unsigned round)
{
	char now[100], *text = xasprintf("// fake: %s\n// round %u\n", p->file, round);
	int64_t until = time_now_ns() + 20 * 1000000000LL;

	home(h, p->name);
	h_write(h, H_ADD, text, true);
	free(text);
	for (;;) {
		answered(h);
		title(h, now);
		if (shows(h, "Your prediction"))
			h_send(h, "\033");
		else if (!strcmp(now, "result") && !shows(h, "Running") && shows(h, "on the emulator"))
			return;
		else if (!strcmp(now, "result") && shows(h, "threadIdy"))
			return;
		if (time_now_ns() > until)
			lost(h, "the file's result is not shown", p->name);
	}
}

/* To a place: home, a file that makes it possible, its result, the keys. On a busy machine the result may be the one
 * before, whose run is about to be followed by the new one, which closes a question: then once more. */
static void lead(struct harness *h, const struct place *p, unsigned round)
{
	enum { TRIES = 3 };
	static const int sizes[][2] = { { 80, 24 }, { 200, 60 }, { 130, 40 }, { 80, 50 } };

	h_resize(h, sizes[round % 4][0], sizes[round % 4][1]);
	h_drawn(h);
	for (unsigned k = 0; k < TRIES; k++) {
		int64_t until = time_now_ns() + 10 * 1000000000LL;

		to_result(h, p, round * TRIES + k);
		h_send(h, p->keys);
		do
			answered(h);
		while (!at_place(h, p) && time_now_ns() < until);
		if (at_place(h, p))
			return;
	}
	lost(h, "was not reached", p->name);
}

/* All that it has drawn, and on until it takes keys: else both would wait for each other. */
static void let_it_draw(struct harness *h, const char *where, unsigned keys)
{
	struct pollfd p = { .fd = h->fd, .events = POLLIN | POLLOUT };

	do {
		ck_assert_msg(h_read(h, 0), "%s: it ended after %u keys", where, keys);
		p.revents = 0;
		poll(&p, 1, 1000);
	} while (!(p.revents & POLLOUT) || p.revents & POLLIN);
}

/* It still answers: a run that ends may ask a question yet, which Esc leaves before Q does. */
static void leave(struct harness *h)
{
	h_write(h, H_ADD, "// fake: todo\n", true);
	h_resize(h, 80, 24);
	for (int i = 0; i < 40; i++) {
		int64_t until = time_now_ns() + 300000000; /* apart: Esc and Q at once are one key, Alt-Q */
		bool open = write(h->fd, i % 2 ? "Q" : "\033", 1) == 1;

		while (open && time_now_ns() < until)
			open = h_read(h, 20);
		if (!open) /* it has ended */
			break;
	}
	ck_assert_int_eq(h_wait_end(h), 0);
}

START_TEST(random_keys_on_every_screen)
{
	enum { THERE = 24, ANYWHERE = 12, LOST = 5 }; /* keys of a round: where it was led to, then any */
	static const char *const env[] = { "VISUAL=true", NULL }, *const args[] = { "--start", "01/1", NULL };
	uint64_t state = number("RANDOM_SEED", 1);
	unsigned n = number("RANDOM_KEYS", PLACES * (THERE + ANYWHERE)), pressed[PLACES] = { 0 }, elsewhere = 0, i = 0,
		 file = 0;
	bool report = getenv("RANDOM_REPORT") != NULL;
	struct harness h;

	h_start(&h, &(struct harness_spec){ .args = args, .env = env });
	h_wait(&h, "Every thread adds");
	for (unsigned round = 0; i < n || round < PLACES; round++) {
		const struct place *p = &places[round % PLACES];
		unsigned away = 0, again = 0;

		lead(&h, p, ++file);
		for (int k = 0; k < THERE + ANYWHERE; k++, i++) {
			unsigned d = draw(&state);

			away = at_place(&h, p) ? 0 : away + 1;
			if (k < THERE && away == LOST && again++ < 2) {
				lead(&h, p, ++file);
				away = 0;
			}
			*(away ? &elsewhere : &pressed[round % PLACES]) += 1;
			if (k == THERE + ANYWHERE / 2) {
				char *text = xasprintf("// fake: %s\n", words[d % (sizeof words / sizeof *words)]);

				h_write(&h, H_ADD, text, d & 1024);
				free(text);
			} else if (d % 29 == 0) {
				h_resize(&h, 1 + (int)(d / 32 % 210), 1 + (int)(d / 8192 % 64));
			} else if (h.cols < 40 && d % 3 == 0) { /* too small for any screen: not for long */
				h_resize(&h, 80, 24);
			} else if (k < THERE) {
				h_send(&h, stays[d % (sizeof stays / sizeof *stays)]);
			} else {
				d %= (sizeof stays + sizeof leaves) / sizeof *stays;
				h_send(&h,
					d < sizeof stays / sizeof *stays ? stays[d] :
									   leaves[d - sizeof stays / sizeof *stays]);
			}
			let_it_draw(&h, p->name, i);
		}
	}
	leave(&h);
	for (unsigned k = 0; k < PLACES; k++) {
		if (report)
			printf("%6u keys: %s\n", pressed[k], places[k].name);
		ck_assert_msg(pressed[k] > 0, "no key was pressed in %s", places[k].name);
	}
	if (report)
		printf("%6u keys: elsewhere\n", elsewhere);
	h_end(&h);
}
END_TEST

Suite *random_suite(void);
Suite *random_suite(void)
{
	Suite *s = suite_create("random");
	TCase *t = tcase_create("random");

	tcase_set_timeout(t, 3600);
	tcase_add_test(t, random_keys_on_every_screen);
	suite_add_tcase(s, t);
	return s;
}
