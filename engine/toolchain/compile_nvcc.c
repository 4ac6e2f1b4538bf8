/* compile_nvcc: the words for nvcc and for the linker, which ways they are tried, and the key under which what they
 * make is kept. docs/decisions/0003-compiling.md has the measurements. */
#include "toolchain/compile_internal.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_ARGV = 96 };

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
/* Texts that nvcc makes on the way are kept, and g++ leaves the macros in those that it preprocesses. */
static const char *const keeping[] = { "-keep", "-Xcompiler", "-dD", NULL };
static const char quick_linker[] = "-fuse-ld=gold";
static const char *const link_flags[] = { "-shared", "-Wl,-z,now", NULL };
static const char no_main[] = "undefined reference to `main'";

/* Whoever changes what declarations.h takes for needed changes this, too. */
static const char headers_version[] = "needed headers 2";

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
enum headers { HEADERS_ALL, HEADERS_CUT, HEADERS_LEAN, HEADERS_NEEDED };

/* The words that every way has in common; returns how many. */
static size_t begin_words(const struct compilation *c, const char **argv)
{
	size_t n = 0;

	argv[n++] = c->t->nvcc;
	for (size_t i = 0; compile_flags[i]; i++)
		argv[n++] = compile_flags[i];
	return n;
}

static size_t end_words(
	const struct compilation *c, const char *arch, const char *object, const char *file, const char **argv)
{
	size_t n = 0;

	argv[n++] = "-gencode";
	argv[n++] = arch;
	argv[n++] = "-ccbin";
	argv[n++] = c->t->cxx;
	argv[n++] = "-o";
	argv[n++] = object;
	argv[n++] = file;
	return n;
}

static int run_nvcc(struct compilation *c, enum headers headers, struct err *e)
{
	char *arch = target(c->rq, c->ptx_only);
	const char *argv[MAX_ARGV];
	size_t n = begin_words(c, argv);
	int r;

	for (size_t i = 0; c->rq->defines && c->rq->defines[i] && i < TOOLCHAIN_DEFINES && !c->is_control; i++)
		argv[n++] = c->rq->defines[i];
	if (headers != HEADERS_ALL)
		argv[n++] = short_cut;
	if (headers == HEADERS_CUT || headers == HEADERS_LEAN)
		n += header_cuts(&c->source, argv + n);
	if (headers == HEADERS_LEAN || headers == HEADERS_NEEDED)
		n += lean_flags(argv + n);
	if (c->lambdas)
		argv[n++] = lambda_flag;
	if (c->beside) {
		argv[n++] = "-I";
		argv[n++] = c->beside;
	}
	n += end_words(c, arch, "a.o", c->name, argv + n);
	argv[n] = NULL;
	r = compile_run_tool(c, argv, e);
	free(arch);
	return r;
}

int compile_run_nvcc_keeping(struct compilation *c, const char *file, struct err *e)
{
	char *arch = target(c->rq, true);
	const char *argv[MAX_ARGV];
	size_t n = begin_words(c, argv);
	int r;

	argv[n++] = short_cut;
	n += lean_flags(argv + n);
	for (size_t i = 0; keeping[i]; i++)
		argv[n++] = keeping[i];
	n += end_words(c, arch, "headers.o", file, argv + n);
	argv[n] = NULL;
	r = compile_run_tool(c, argv, e);
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
	return compile_run_tool(c, argv, e);
}

int compile_link(struct compilation *c, struct err *e)
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
		compile_refuse(c, "%s: error: there is no main() in it", c->shown_as);
	}
	return r;
}

/* What no device takes, however the machine code is made. */
static const char too_much_shared[] = "uses too much shared data";

/* How little of the headers will do, and the folder for that. -1: an error. */
static int choose_headers(struct compilation *c, enum headers *headers, struct err *e)
{
	int r;

	*headers = HEADERS_CUT;
	if (c->lambdas || !lean_fits(&c->source))
		return 0;
	r = compile_headers_fit(c) ? compile_headers(c, e) : 1;
	*headers = r ? HEADERS_LEAN : HEADERS_NEEDED;
	return r > 0 ? lean_make(c->dir, lean_includes(&c->source), e) : r;
}

int compile_translate(struct compilation *c, struct err *e)
{
	enum headers headers;
	int r;

	c->lambdas = has_device_lambda(&c->source);
	if (choose_headers(c, &headers, e))
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
	if (r > 0 && c->rq->machine && !c->rq->assemble && strstr(c->out->diagnostics.data, "ptxas") &&
		!strstr(c->out->diagnostics.data, too_much_shared)) {
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

void compile_headers_key(const struct compilation *c, char key[65])
{
	static const struct buf nothing = { .data = (char *)"" };
	char *arch = target(c->rq, true);
	const char *flags[MAX_ARGV];
	size_t n = begin_words(c, flags);

	flags[n++] = short_cut;
	for (size_t i = 0; keeping[i]; i++)
		flags[n++] = keeping[i];
	n += lean_key(flags + n);
	flags[n++] = arch;
	flags[n] = NULL;
	cache_key(key, c->t, flags, headers_version, &nothing);
	free(arch);
}

void compile_key(const struct compilation *c, char key[65])
{
	char *arch = target(c->rq, false);
	const char *flags[MAX_ARGV];
	size_t n = 0;

	flags[n++] = headers_version;
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
	if (c->renamed)
		flags[n++] = "#line";
	flags[n] = NULL;
	cache_key(key, c->t, flags, c->shown_as, &c->source);
	free(arch);
}
