/* compile.c: one .cu becomes one .so, or says why not. The source is copied into a private folder and compiled there
 * under its own name, so that every diagnostic has the student's name and line, and nothing that the compiler leaves
 * behind stays.
 *
 * `nvcc -c` and a plain link instead of `nvcc -shared`: half the time, since there is no device link. PTX for every
 * device, and the machine code of one, which says how many registers ptxas takes. docs/decisions/0003-compiling.md has
 * the measurements.
 */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/fs.h"
#include "base/limits.h"
#include "base/proc.h"
#include "toolchain/internal.h"

#define COMPILER_AS_BYTES (6ull << 30)
#define COMPILER_FILE_BYTES (256ull << 20)
enum { SOURCE_MAX = 1 << 20, ARTIFACT_MAX = 64 << 20, MAX_ARGV = 64 };

/* What decides over the artifact beside the source; part of the cache's key. */
static const char *const compile_flags[] = {
	"-c",
	"-std=c++17",
	"-lineinfo",
	"-cudart",
	"shared",
	"-Xcompiler",
	"-fPIC,-fmax-errors=20",
	"-Xcudafe",
	"--error_limit=20",
	NULL,
};
/* A third of nvcc's time goes into C++17's special functions (std::cyl_bessel_j and the like), which <cmath> brings
 * into every file three times over and which no kernel uses. To libstdc++ this says that they are there already. A file
 * that does need them, or leans on a header that they would have brought, fails with it: so what fails is compiled once
 * more without, and only that counts. */
static const char short_cut[] = "-D_GLIBCXX_BITS_SPECFUN_H=1";
/* Device lambdas: as students build them, but it brings in headers that take as long as all the rest, so it is only
 * given to files that have one. */
static const char lambda_flag[] = "--extended-lambda";
static const char quick_linker[] = "-fuse-ld=gold";
static const char *const link_flags[] = { "-shared", "-Wl,-z,now", NULL };
static const char no_main[] = "undefined reference to `main'";

/* Words of a machine that can't compile anything. A student's #error may say them too, so they only raise the question,
 * which control_fails answers by compiling a file that is known to be right. */
static const char *const machine_words[] = {
	"No space left on device",
	"unsupported GNU version",
	"cannot execute",
	"cc1plus",
	"cuda_runtime.h",
	"nvcc fatal",
	"cannot find -l",
	"Disk quota exceeded",
	"Cannot allocate memory",
	"ended by signal",
	"file format not recognized",
	"std::bad_alloc",
	"virtual memory exhausted",
	"out of memory",
	": not found", /* of a shell, which nvcc starts its parts with */
	"failed without a word",
	"File size limit exceeded",
	"Too many open files",
	"Resource temporarily unavailable",
	"bwrap: ",
};
static const char control_source[] =
	"__global__ void k(int *p) { *p = 1; }\nextern \"C\" void solve(int *p) { k<<<1, 1>>>(p); }\n";

struct compilation {
	bool lambdas;    /* it has a device lambda */
	bool ptx_only;   /* ptxas has refused the file */
	bool is_control; /* it is the known-good file that tells a broken machine from a broken file */
	const struct toolchain *t;
	const struct compile_request *rq;
	struct compile_outcome *out;
	const char *shown_as;
	char name[128]; /* of the copy, in dir */
	char *dir;
	char *beside_real; /* the same without our link, where the compiler is in a box */
	char *beside;      /* folder of the student's file, for its headers; NULL: none is looked into */
	struct buf source;
	int timeout_ms;
	int64_t deadline;
};

static int refuse(struct compilation *c, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
static int refuse(struct compilation *c, const char *fmt, ...)
{
	struct buf b;
	va_list ap;

	buf_init(&b);
	va_start(ap, fmt);
	buf_vprintf(&b, fmt, ap);
	va_end(ap);
	buf_putc(&b, '\n');
	c->out->refused = !c->out->diagnostics.len;
	buf_add_scrubbed(&c->out->diagnostics, b.data, b.len);
	buf_release(&b);
	c->out->ok = false;
	return 1;
}

/* 0: go on; 1: refused, the diagnostics say why; -1: error. */
static int read_source(struct compilation *c, struct err *e)
{
	struct err mine = ERR_INIT;
	struct stat st;
	size_t blank = 0;

	if (stat(c->rq->source, &st) == 0 && !S_ISREG(st.st_mode))
		return refuse(c, "%s: error: this is no regular file", c->shown_as);
	if (fs_read(c->rq->source, SOURCE_MAX, &c->source, &mine)) {
		if (mine.kind == ERR_INPUT)
			return refuse(c, "%s: error: the file is larger than 1 MiB: a solution is a few hundred lines",
				c->shown_as);
		if (e)
			*e = mine;
		return -1;
	}
	if (memchr(c->source.data, '\0', c->source.len))
		return refuse(
			c, "%s: error: this is no source text: it holds NUL bytes (a binary, or UTF-16?)", c->shown_as);
	while (blank < c->source.len && isspace((unsigned char)c->source.data[blank]))
		blank++;
	if (blank == c->source.len)
		return refuse(
			c, "%s: error: the file is empty; `warplings reset` brings the starter back", c->shown_as);
	return 0;
}

/* The name of the copy: the student's if it is harmless on a command line, in a diagnostic and in a line table. */
static void choose_name(struct compilation *c)
{
	const char *s = c->shown_as;
	size_t n = strlen(s);
	bool plain = n > 3 && n < sizeof c->name && isalnum((unsigned char)s[0]) && !strcmp(s + n - 3, ".cu");

	for (size_t i = 0; plain && i < n; i++)
		plain = isalnum((unsigned char)s[i]) || s[i] == '-' || s[i] == '_' || s[i] == '.';
	snprintf(c->name, sizeof c->name, "%s", plain ? s : "source.cu");
}

/* Run one tool in the folder. 0: it succeeded; 1: it did not, the diagnostics say why; -1: error. */
static int run_tool(struct compilation *c, const char *const *argv, struct err *e)
{
	const char *path = getenv("PATH"), *libs = getenv("LD_LIBRARY_PATH");
	/* Nothing else of the caller's environment: NVCC_APPEND_FLAGS, CPATH and their like would make another artifact
	 * under the same key. A compiler that came with a module system may need LD_LIBRARY_PATH to run at all. */
	char *env[] = {
		xasprintf("PATH=%s", path ? path : "/usr/bin:/bin"),
		xasprintf("TMPDIR=%s", c->dir),
		/* Where gcc on PATH is ccache, it ends without a home; and what it kept would lie outside the box. */
		xasprintf("HOME=%s", c->dir),
		xstrdup("CCACHE_DISABLE=1"),
		xstrdup("LC_ALL=C"),
		libs ? xasprintf("LD_LIBRARY_PATH=%s", libs) : NULL,
		NULL,
	};
	struct proc_spec spec = { .argv = argv,
		.env = (const char *const *)env,
		.cwd = c->dir,
		.capture = true,
		.capture_max = 65536,
		.cpu_seconds = 120,
		.as_bytes = COMPILER_AS_BYTES,
		.file_bytes = COMPILER_FILE_BYTES };
	int64_t left = (c->deadline - time_now_ns()) / 1000000;
	struct proc p;
	struct tool_box boxed;
	int r = tool_box_make(&boxed, c->t, c->rq->sandbox, c->dir, c->beside_real, argv, e);

	memset(&p, 0, sizeof p);
	p.done = true;
	p.control = p.status = p.output = -1;
	spec.argv = boxed.argv;
	if (!r)
		r = proc_start(&p, &spec, e);
	tool_box_release(&boxed);
	for (size_t i = 0; i < sizeof env / sizeof *env; i++)
		free(env[i]);
	if (r == 0) {
		int ended = proc_wait(&p, left > 0 ? (int)left : 0, c->rq->cancel_fd);

		if (ended != 1)
			proc_kill(&p);
		diagnostics_clean(&c->out->diagnostics, p.out.data, p.out.len, c->dir, c->name, c->shown_as);
		if (ended < 0) {
			r = err_set(e, ERR_CANCELLED, "stopped on request");
		} else if (ended == 0) {
			c->out->timed_out = true;
			r = refuse(c, "%s: error: the compiler did not end within %g s", c->shown_as,
				c->timeout_ms / 1000.0);
		} else if (p.exec_failed) {
			r = err_set(e, ERR_ENV, "%s can't be started: %s", argv[0], strerror(p.code));
		} else if (!p.exited) {
			r = refuse(c,
				"%s: error: the compiler was ended by signal %d (%s): the file asks too much of it",
				c->shown_as, p.code, strsignal(p.code));
		} else if (p.code == SANDBOX_FAILED && c->rq->sandbox) {
			r = err_set(e, ERR_ENV, "the sandbox for the compiler could not be made: %.300s",
				p.out.len ? p.out.data : "no reason is known");
		} else if (p.code > 128 && sandbox_hides_signals(c->rq->sandbox)) {
			r = refuse(c,
				"%s: error: the compiler was ended by signal %d (%s): the file asks too much of it",
				c->shown_as, p.code - 128, strsignal(p.code - 128));
		} else if (p.code) {
			r = 1;
			if (!p.out.len)
				refuse(c, "%s: error: the compiler failed without a word (status %d)", c->shown_as,
					p.code);
		}
		if (p.truncated)
			buf_puts(&c->out->diagnostics, "\n... (more of the same)\n");
	}
	proc_release(&p);
	return r;
}

/* Where its #include "..." look: what is compiled is a copy elsewhere. A folder whose name a shell would take apart is
 * reached by a link of ours. NULL: there is none. */
static char *source_folder(struct compilation *c)
{
	char *real = realpath(c->rq->source, NULL), *slash = real ? strrchr(real, '/') : NULL, *link;

	if (slash)
		slash[slash == real] = '\0';
	if (!real || fs_plain_path(real))
		return real;
	link = xasprintf("%s/beside", c->dir);
	if (symlink(real, link)) {
		free(link);
		link = NULL;
	}
	free(real);
	return link;
}

/* Does the file include one that lies beside it, or something that is only known to the preprocessor? What it is made
 * from is then more than its text. */
static bool includes_beside(const struct compilation *c)
{
	static const char word[] = "include";
	const char *s = c->source.data, *end = s + c->source.len, *slash = strrchr(c->rq->source, '/');
	int folder = slash ? (int)(slash - c->rq->source) : 0;

	while ((s = memmem(s, (size_t)(end - s), word, sizeof word - 1))) {
		const char *before = s;
		size_t n;
		char *path;
		bool there;

		while (before > c->source.data && (before[-1] == ' ' || before[-1] == '\t'))
			before--;
		s += sizeof word - 1;
		if (before == c->source.data || before[-1] != '#')
			continue;
		s += strspn(s, " \t");
		if (*s != '"' && *s != '<')
			return true;
		n = strcspn(s + 1, *s == '"' ? "\"\n" : ">\n");
		path = slash ? xasprintf("%.*s/%.*s", folder, c->rq->source, (int)n, s + 1) :
			       xasprintf("%.*s", (int)n, s + 1);
		there = fs_exists(path);
		free(path);
		if (there)
			return true;
	}
	return false;
}

/* The value of -gencode. */
static char *target(const struct compile_request *rq, bool ptx_only)
{
	if (rq->assemble)
		return xasprintf("arch=compute_%d,code=sm_%d", rq->arch, rq->arch);
	return rq->machine && !ptx_only ?
		xasprintf("arch=compute_%d,code=[compute_%d,sm_%d]", rq->arch, rq->arch, rq->machine) :
		xasprintf("arch=compute_%d,code=compute_%d", rq->arch, rq->arch);
}

/* How much of the headers the compiler reads. */
enum headers { HEADERS_ALL, HEADERS_CUT, HEADERS_LEAN };

static int run_nvcc(struct compilation *c, enum headers headers, struct err *e)
{
	char *arch = target(c->rq, c->ptx_only);
	char *beside = c->beside;
	const char *argv[MAX_ARGV] = { c->t->nvcc };
	size_t n = 1;
	int r;

	for (size_t i = 0; compile_flags[i]; i++)
		argv[n++] = compile_flags[i];
	for (size_t i = 0; c->rq->defines && c->rq->defines[i] && i < TOOLCHAIN_DEFINES && !c->is_control; i++)
		argv[n++] = c->rq->defines[i];
	if (headers != HEADERS_ALL) {
		argv[n++] = short_cut;
		n += header_cuts(&c->source, argv + n);
	}
	if (headers == HEADERS_LEAN)
		n += lean_flags(argv + n);
	if (c->lambdas)
		argv[n++] = lambda_flag;
	argv[n++] = "-gencode";
	argv[n++] = arch;
	if (beside) {
		argv[n++] = "-I";
		argv[n++] = beside;
	}
	argv[n++] = "-ccbin";
	argv[n++] = c->t->cxx;
	argv[n++] = "-o";
	argv[n++] = "a.o";
	argv[n++] = c->name;
	r = run_tool(c, argv, e);
	free(arch);
	return r;
}

static int link_with(struct compilation *c, const char *linker, struct err *e)
{
	const char *argv[MAX_ARGV] = { c->t->cxx };
	size_t n = 1;

	if (linker)
		argv[n++] = linker;
	for (size_t i = c->rq->program ? 1 : 0; link_flags[i]; i++)
		argv[n++] = link_flags[i];
	/* A call that the runtime has not is better refused here than at loading; the emulator's library may lack what
	 * NVIDIA's has. */
	if (c->t->cuda_lib)
		argv[n++] = "-Wl,--no-undefined";
	argv[n++] = "-o";
	argv[n++] = "a.so";
	argv[n++] = "a.o";
	argv[n++] = c->t->link_library;
	return run_tool(c, argv, e);
}

/* What the quick linker refuses is the other's to judge, and its words are what the student reads. */
static int run_linker(struct compilation *c, struct err *e)
{
	struct buf *said = &c->out->diagnostics;
	size_t warnings = said->len;
	int r = c->t->quick_linker ? link_with(c, quick_linker, e) : 1;

	if (r > 0 && !c->out->timed_out) {
		said->len = warnings;
		if (said->data)
			said->data[warnings] = '\0';
		r = link_with(c, NULL, e);
	}
	if (r > 0 && c->rq->program && strstr(c->out->diagnostics.data, no_main)) {
		buf_clear(&c->out->diagnostics);
		c->out->no_main = true;
		refuse(c, "%s: error: there is no main() in it", c->shown_as);
	}
	return r;
}

static int build(struct compilation *c, struct buf *image, struct err *e);

/* 0: solve() is there; 1: it isn't, and the diagnostics say what to write. */
static int check_solve(struct compilation *c, const struct buf *image)
{
	int line = source_line_of(c->source.data, c->source.len, "solve");

	switch (elf_find(image->data, image->len, "solve")) {
	case ELF_EXPORTED: return 0;
	case ELF_MANGLED:
		return refuse(c,
			"%s(%d): error: solve() is a C++ function here, so its name is mangled: put extern \"C\" "
			"before it, as in extern "
			"\"C\" void solve(...)",
			c->shown_as, line);
	default:
		return refuse(
			c, "%s: error: solve() is missing: declare it as extern \"C\" void solve(...)", c->shown_as);
	}
}

/* Is it the machine that fails? True when it can't compile a right file either; `e` then says what the compiler said.
 */
static bool control_fails(const struct compilation *c, struct err *e)
{
	struct compile_outcome outcome;
	struct compile_request object = *c->rq;
	struct compilation control = *c;
	struct buf image, why;
	bool suspicious = c->rq->assemble; /* there may be no ptxas, which no word of the compiler need say */
	int r;

	suspicious = suspicious || limits_too_small(NULL) || limits_disk_full(c->dir, NULL);
	for (size_t i = 0; i < sizeof machine_words / sizeof *machine_words; i++)
		suspicious = suspicious || strstr(c->out->diagnostics.data, machine_words[i]);
	if (!suspicious || c->is_control)
		return false;
	memset(&outcome, 0, sizeof outcome);
	buf_init(&outcome.diagnostics);
	buf_init(&control.source);
	buf_init(&image);
	buf_puts(&control.source, control_source);
	object.program = false;
	control.rq = &object;
	control.out = &outcome;
	control.shown_as = "control.cu";
	control.is_control = true;
	control.beside = control.beside_real = NULL;
	control.timeout_ms = 60000;
	control.deadline = time_now_ns() + 60000000000;
	snprintf(control.name, sizeof control.name, "control.cu");
	r = build(&control, &image, e);
	buf_init(&why);
	if (r && e && e->kind != ERR_CANCELLED && (limits_too_small(&why) || limits_disk_full(c->dir, &why)))
		err_set(e, ERR_ENV, "%s can't compile even a correct file on this machine: %s", c->t->nvcc, why.data);
	else if (r > 0)
		err_set(e, ERR_ENV, "%s can't compile even a correct file on this machine: %.1500s", c->t->nvcc,
			outcome.diagnostics.data);
	buf_release(&why);
	buf_release(&image);
	buf_release(&control.source);
	buf_release(&outcome.diagnostics);
	return r != 0;
}

/* nvcc until it takes the file, or the last way has failed. */
static int translate(struct compilation *c, struct err *e)
{
	enum headers headers;
	int r;

	c->lambdas = has_device_lambda(&c->source);
	headers = !c->lambdas && lean_fits(&c->source) ? HEADERS_LEAN : HEADERS_CUT;
	if (headers == HEADERS_LEAN && lean_make(c->dir, e))
		return -1;
	r = run_nvcc(c, headers, e);
	if (r > 0 && !c->lambdas && strstr(c->out->diagnostics.data, lambda_flag)) { /* out of a macro or a header */
		buf_clear(&c->out->diagnostics);
		c->lambdas = true;
		headers = HEADERS_CUT;
		r = run_nvcc(c, headers, e);
	}
	/* A slip in inline assembly, or no ptxas: whether the emulator takes it is seen when it runs, and it names the
	 * source's line. */
	if (r > 0 && c->rq->machine && !c->rq->assemble && strstr(c->out->diagnostics.data, "ptxas")) {
		buf_clear(&c->out->diagnostics);
		c->ptx_only = true;
		r = run_nvcc(c, headers, e);
	}
	if (r > 0 && !c->out->timed_out) {
		buf_clear(&c->out->diagnostics);
		r = run_nvcc(c, HEADERS_ALL, e);
	}
	return r;
}

/* Source in memory -> artifact in `image`. */
static int build(struct compilation *c, struct buf *image, struct err *e)
{
	char *path = xasprintf("%s/%s", c->dir, c->name), *so = xasprintf("%s/a.so", c->dir);
	int r = write_renamed(path, c->source.data, c->source.len, e);

	if (!r)
		r = translate(c, e);
	if (!r && !c->rq->assemble)
		r = run_linker(c, e);
	if (!r && !c->rq->assemble)
		r = fs_read_plain(so, ARTIFACT_MAX, image, e);
	if (!r && !c->rq->program && !c->rq->assemble)
		r = check_solve(c, image);
	if (r > 0 && control_fails(c, e))
		r = -1;
	free(path);
	free(so);
	return r;
}

/* A private folder beside the result, not in /tmp: whoever owns the result's folder also removes what a kill of us
 * leaves there. */
static int make_folder(struct compilation *c, struct err *e)
{
	char *name = xasprintf("%s.XXXXXX", c->rq->out);

	c->dir = mkdtemp(name) ? realpath(name, NULL) : NULL; /* absolute: the compiler runs inside it */
	if (!c->dir)
		err_errno(e, "the folder %s can't be made", name);
	free(name);
	if (c->dir && !fs_plain_path(c->dir)) {
		err_set(e, ERR_ENV,
			"nvcc would hand the folder %s to a shell, which takes some of its characters for something "
			"else: set TMPDIR to a folder of letters, digits and . _ - / @ + =",
			c->dir);
		rmdir(c->dir);
		free(c->dir);
		return -1;
	}
	return c->dir ? 0 : -1;
}

static int compile(struct compilation *c, struct err *e)
{
	const char *cache = NULL;
	struct buf image;
	char key[65] = "";
	bool waited;
	int r = read_source(c, e), lock = -1;

	if (r)
		return r;
	if (c->rq->use_cache && !c->rq->program && !c->rq->assemble && !includes_beside(c))
		cache = c->t->cache;
	choose_name(c);
	snprintf(c->out->name, sizeof c->out->name, "%s", c->name);
	if (cache) {
		char *arch = target(c->rq, false);
		const char *flags[MAX_ARGV];
		size_t n = 0;

		for (size_t i = 0; compile_flags[i]; i++)
			flags[n++] = compile_flags[i];
		for (size_t i = 0; link_flags[i]; i++)
			flags[n++] = link_flags[i];
		if (c->t->quick_linker)
			flags[n++] = quick_linker;
		for (size_t i = 0; c->rq->defines && c->rq->defines[i] && i < TOOLCHAIN_DEFINES; i++)
			flags[n++] = c->rq->defines[i];
		flags[n++] = short_cut;
		n += header_cuts(NULL, flags + n);
		n += lean_key(flags + n);
		flags[n++] = arch;
		/* What a file finds on the machine (.incbin, __has_include) hangs on what it may see. */
		flags[n++] = sandbox_tier_word(c->rq->sandbox ? c->rq->sandbox->tier : SANDBOX_NONE);
		flags[n] = NULL;
		cache_key(key, c->t, flags, c->shown_as, &c->source);
		free(arch);
		if (cache_get(cache, key, c->rq->out, &c->out->diagnostics)) {
			c->out->from_cache = true;
			return 0;
		}
		/* Somebody may be at it: what they make is as good as what we would. */
		lock = cache_lock(cache, key, c->deadline, c->rq->cancel_fd, &waited);
		if (waited && cache_get(cache, key, c->rq->out, &c->out->diagnostics)) {
			cache_unlock(cache, key, lock);
			c->out->from_cache = true;
			return 0;
		}
	}
	if (make_folder(c, e)) {
		cache_unlock(cache, key, lock);
		return -1;
	}
	c->beside = source_folder(c);
	c->beside_real = c->beside && c->rq->sandbox ? realpath(c->beside, NULL) : NULL;
	buf_init(&image);
	r = build(c, &image, e);
	fs_remove_tree(c->dir, NULL);
	free(c->beside);
	free(c->beside_real);
	free(c->dir);
	if (!r && !c->rq->assemble)
		r = write_renamed(c->rq->out, image.data, image.len, e);
	if (!r && cache)
		cache_put(cache, key, &image, &c->out->diagnostics);
	cache_unlock(cache, key, lock);
	buf_release(&image);
	return r;
}

int toolchain_compile(
	const struct toolchain *t, const struct compile_request *rq, struct compile_outcome *out, struct err *e)
{
	int timeout_ms = rq->timeout_ms > 0 ? rq->timeout_ms : 60000;
	int64_t start = time_now_ns();
	struct compilation c = { .t = t, .rq = rq, .out = out, .timeout_ms = timeout_ms };
	int r;

	memset(out, 0, sizeof *out);
	buf_init(&out->diagnostics);
	buf_init(&c.source);
	c.deadline = start + (int64_t)timeout_ms * 1000000;
	c.shown_as = rq->shown_as ? rq->shown_as : fs_base_name(rq->source);
	r = compile(&c, e);
	buf_release(&c.source);
	out->ok = r == 0;
	out->ms = (double)(time_now_ns() - start) / 1e6;
	return r < 0 ? -1 : 0;
}
