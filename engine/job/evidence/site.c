/* site: see site.h. The site is text of a program's: nothing in it is trusted but that it is text. */
#include "job/evidence/site.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/buf.h"
#include "base/proc.h"
#include "emulator/emulator.h"

enum { MOST = 8, TIMEOUT_MS = 5000 };

struct frame {
	char *object;
	unsigned long long offset;
};

static size_t parse(const char *site, struct frame f[MOST])
{
	size_t n = 0;

	while (*site && n < MOST) {
		size_t len = strcspn(site, "\n");
		char *end;
		unsigned long long offset = strtoull(site, &end, 16);

		if (!isxdigit((unsigned char)*site) || *end != ' ' || end + 1 >= site + len)
			break;
		f[n++] = (struct frame){ xstrndup(end + 1, (size_t)(site + len - end - 1)), offset };
		site += len + (site[len] == '\n');
	}
	return n;
}

static bool is_wrapper(const char *function)
{
	return !strncmp(function, "cuda", 4) || !strncmp(function, "thrust::", 8) || !strncmp(function, "cub::", 5) ||
		!strcmp(function, "??");
}

/* The C library and what else comes with the system: its line is not the program's, though there may be debug
 * information that has it. */
static bool is_systems(const char *object)
{
	static const char *const folders[] = { "/lib/", "/lib64/", "/usr/lib/", "/usr/lib64/" };
	static const char *const names[] = { "libc.so", "libc-", "libm.so", "libm-", "libstdc++.so", "libgcc_s.so",
		"libpthread", "ld-linux", "ld-2" };
	const char *slash = strrchr(object, '/'), *base = slash ? slash + 1 : object;

	for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
		if (!strncmp(object, folders[i], strlen(folders[i])))
			return true;
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (!strncmp(base, names[i], strlen(names[i])))
			return true;
	return false;
}

/* The next line of addr2line's answer, without its end. NULL at the end. */
static char *line_of(char **at)
{
	char *line = *at, *end = strchr(line, '\n');

	if (!end)
		return NULL;
	*end = '\0';
	*at = end + 1;
	return line;
}

/* "at x.cu:30"; "in main()" when there is no line. */
static const char *words(struct arena *a, const char *text, int line)
{
	enum { MOST_TEXT = 100 };
	struct buf b;
	const char *s;

	buf_init(&b);
	buf_add_scrubbed(&b, text, strnlen(text, MOST_TEXT));
	s = line > 0 ? arena_printf(a, "at %s:%d", b.data, line) : arena_printf(a, "in %s", b.data);
	buf_release(&b);
	return s;
}

/* Two lines for each address, and for each call that it was inlined through, innermost first: the function, then
 * FILE:LINE. */
static const char *choose(struct arena *a, char *answer)
{
	const char *named = NULL;
	char *function, *place;

	while ((function = line_of(&answer)) && (place = line_of(&answer))) {
		char *colon = strrchr(place, ':'), *slash = strrchr(place, '/');
		int line = colon ? atoi(colon + 1) : 0;

		/* A call in somebody else's code is not what the person wrote. */
		if (line > 0 && em_source_is_own(place)) {
			*colon = '\0';
			return words(a, slash && slash < colon ? slash + 1 : place, line);
		}
		if (!named && !line && !is_wrapper(function))
			named = words(a, !strcmp(function, "main") ? "main()" : function, 0);
	}
	return named;
}

static const char *ask(struct arena *a, const struct frame *f, size_t n)
{
	char offsets[MOST][24];
	const char *argv[MOST + 7] = { "addr2line", "-C", "-f", "-i", "-e",
		f[0].object }; /* -i: an optimised program has cudaMalloc's template inlined */
	struct proc_spec spec = { .argv = argv,
		.capture = true,
		.capture_max = 1 << 16,
		.cpu_seconds = 5,
		.as_bytes = 2ull << 30,
		.file_bytes = 1 << 20 };
	const char *found = NULL;
	struct err e = ERR_INIT;
	struct stat st;
	struct proc p;

	if (stat(f[0].object, &st) || !S_ISREG(st.st_mode))
		return NULL;
	for (size_t i = 0; i < n; i++) {
		snprintf(offsets[i], sizeof offsets[i], "0x%llx", f[i].offset);
		argv[6 + i] = offsets[i];
	}
	if (!proc_run(&p, &spec, TIMEOUT_MS, -1, &e) && p.exited && !p.code)
		found = choose(a, p.out.data);
	proc_release(&p);
	return found;
}

const char *site_words(struct arena *a, const char *site, int *left)
{
	struct frame f[MOST];
	const char *found = NULL;
	size_t n;

	if (!site || *left <= 0)
		return NULL;
	n = parse(site, f);
	/* Frames of one object lie together: one question for each run of them. */
	for (size_t i = 0, k; i < n && !found && *left > 0; i = k) {
		for (k = i + 1; k < n && !strcmp(f[k].object, f[i].object); k++)
			;
		if (is_systems(f[i].object))
			continue;
		(*left)--;
		found = ask(a, &f[i], k - i);
	}
	while (n)
		free(f[--n].object);
	return found;
}
