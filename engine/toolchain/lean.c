/* lean.c: most kernels use nothing of <cmath>, <utility>, <new> and CUDA's own mathematics, which are half of the text
 * that nvcc reads four times for each file. Such a file is compiled without them; lean_shadows.c has how.
 *
 * What a file must not say for that is in the table below: a name that these headers declare means another thing
 * without them, or stands for a clash that plain nvcc refuses. What fails all the same, compile.c compiles with
 * everything. tests/unit/toolchain/check_toolchain_lean.c compares the PTX made both ways. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/literal.h"
#include "toolchain/internal.h"

/* Names of <cmath>, <math.h> and CUDA's math_functions.h, without the f or l at their end; in strcmp's order. */
static const char *const mathematics[] = {
	"abs",
	"acos",
	"acosh",
	"asin",
	"asinh",
	"atan",
	"atan2",
	"atanh",
	"canonicalize",
	"cbrt",
	"ceil",
	"copysign",
	"cos",
	"cosh",
	"cospi",
	"cyl_bessel_i0",
	"cyl_bessel_i1",
	"div",
	"drem",
	"erf",
	"erfc",
	"erfcinv",
	"erfcx",
	"erfinv",
	"exp",
	"exp10",
	"exp2",
	"expm1",
	"fabs",
	"fadd",
	"fdim",
	"fdiv",
	"fdivide",
	"ffma",
	"finite",
	"floor",
	"fma",
	"fmax",
	"fmaximum",
	"fmaximum_mag",
	"fmaximum_mag_num",
	"fmaximum_num",
	"fmaxmag",
	"fmin",
	"fminimum",
	"fminimum_mag",
	"fminimum_mag_num",
	"fminimum_num",
	"fminmag",
	"fmod",
	"fmul",
	"fpclassify",
	"frexp",
	"fsqrt",
	"fsub",
	"gamma",
	"hypot",
	"ilogb",
	"isfinite",
	"isgreater",
	"isgreaterequal",
	"isinf",
	"isless",
	"islessequal",
	"islessgreater",
	"isnan",
	"isnormal",
	"isunordered",
	"j0",
	"j1",
	"jn",
	"labs",
	"ldexp",
	"ldiv",
	"lgamma",
	"lgamma_r",
	"llabs",
	"lldiv",
	"llmax",
	"llmin",
	"llogb",
	"llrint",
	"llround",
	"log",
	"log10",
	"log1p",
	"log2",
	"logb",
	"lrint",
	"lround",
	"modf",
	"nan",
	"nearbyint",
	"nextafter",
	"nextdown",
	"nexttoward",
	"nextup",
	"norm",
	"norm3d",
	"norm4d",
	"normcdf",
	"normcdfinv",
	"pow",
	"rcbrt",
	"remainder",
	"remquo",
	"rhypot",
	"rint",
	"rnorm",
	"rnorm3d",
	"rnorm4d",
	"round",
	"roundeven",
	"rsqrt",
	"scalb",
	"scalbln",
	"scalbn",
	"signbit",
	"signgam",
	"significand",
	"sin",
	"sincos",
	"sincospi",
	"sinh",
	"sinpi",
	"sqrt",
	"tan",
	"tanh",
	"tgamma",
	"trunc",
	"ullmax",
	"ullmin",
	"umax",
	"umin",
	"y0",
	"y1",
	"yn",
};
/* Words after which any part of the headers may stand. */
static const char *const others[] = { "delete", "new", "std" };
/* Words of <cuda/atomic> that need the clocks and sleeping that are left out. */
static const char *const sleeping[] = { "notify_all", "notify_one", "wait" };
/* Headers that need nothing of what is left out, and how far they reach: the C library's; NVIDIA's that lean on others
 * of nvcc's own. lean_shadows.c has what the latter need. */
static const struct harmless {
	const char *name;
	enum includes reach;
} harmless[] = {
	{ "climits", INCLUDES_C },
	{ "cooperative_groups.h", INCLUDES_CUDA },
	{ "cooperative_groups/memcpy_async.h", INCLUDES_CUDA },
	{ "cstdint", INCLUDES_C },
	{ "cstdio", INCLUDES_C },
	{ "cstdlib", INCLUDES_C },
	{ "cstring", INCLUDES_C },
	{ "ctime", INCLUDES_C },
	{ "cuda/atomic", INCLUDES_CUDA },
	{ "cuda_pipeline.h", INCLUDES_CUDA },
	{ "cuda_runtime.h", INCLUDES_NONE },
	{ "limits.h", INCLUDES_C },
	{ "stdint.h", INCLUDES_C },
	{ "stdio.h", INCLUDES_C },
	{ "stdlib.h", INCLUDES_C },
	{ "string.h", INCLUDES_C },
	{ "time.h", INCLUDES_C },
};
enum {
	NMATH = sizeof mathematics / sizeof *mathematics,
	NOTHERS = sizeof others / sizeof *others,
	NHARMLESS = sizeof harmless / sizeof *harmless
};

static int by_name(const void *key, const void *element)
{
	return strcmp(key, *(const char *const *)element);
}

static bool known(const char *word)
{
	return bsearch(word, mathematics, NMATH, sizeof *mathematics, by_name);
}

static bool is_one_of(const char *s, size_t n, const char *const *words, size_t nwords)
{
	for (size_t i = 0; i < nwords; i++)
		if (strlen(words[i]) == n && !strncmp(words[i], s, n))
			return true;
	return false;
}

enum word { WORD_FREE, WORD_MATHEMATICS, WORD_NEVER };

/* What does a word of the source say about the headers that are left out? */
static enum word kind_of(const char *start, size_t n)
{
	char word[24]; /* none of the names is longer */

	if (n >= sizeof word)
		return WORD_FREE;
	memcpy(word, start, n);
	word[n] = '\0';
	if (is_one_of(word, n, others, NOTHERS))
		return WORD_NEVER;
	if (!strcmp(word, "rsqrtf")) /* n-bodies and distances: a word of ours, below */
		return WORD_FREE;
	if (known(word))
		return WORD_MATHEMATICS;
	if (n > 1 && (word[n - 1] == 'f' || word[n - 1] == 'l')) {
		word[n - 1] = '\0';
		return known(word) ? WORD_MATHEMATICS : WORD_FREE;
	}
	return WORD_FREE;
}

/* Where in the source a place is: a name that is declared among parameters or in a function's body means that variable,
 * with the headers and without; at the outermost level it clashes with theirs. */
struct place {
	int parens, braces; /* braces: since a function's body began; 0: not in one */
	char before;        /* the last character that is no space */
};

static void take(struct place *p, char c)
{
	if (c == '(')
		p->parens++;
	else if (c == ')')
		p->parens--;
	else if (c == '{' && (p->braces || p->before == ')'))
		p->braces++;
	else if (c == '}' && p->braces)
		p->braces--;
	if (!isspace((unsigned char)c))
		p->before = c;
}

static const char *blank(const char *s, const char *end)
{
	while (s < end && isspace((unsigned char)*s))
		s++;
	return s;
}

/* After the word "include": how far does that header reach? */
static enum includes reach_of(const char *s, const char *end)
{
	s = blank(s, end);
	for (size_t i = 0; i < NHARMLESS; i++) {
		size_t n = strlen(harmless[i].name);

		if ((size_t)(end - s) >= n + 2 && *s == '<' && !strncmp(s + 1, harmless[i].name, n) && s[n + 1] == '>')
			return harmless[i].reach;
	}
	return INCLUDES_OTHER;
}

/* What one pass over a source finds. */
struct look {
	bool fits, sleeps;
	enum includes includes;
};

/* May this word stand there? What a call, an operator or another name may make of it, plain nvcc has to say. */
static bool word_fits(const char *s, size_t n, const char *end, const struct place *at)
{
	const char *next = blank(s + n, end);
	enum word kind = kind_of(s, n);

	if (kind != WORD_MATHEMATICS)
		return kind == WORD_FREE;
	return (at->parens > 0 || at->braces > 0) && next < end && *next != '(';
}

static void look_at_word(struct look *l, const char *s, size_t n, const char *end, const struct place *at)
{
	if (n == 7 && !strncmp(s, "include", n)) {
		enum includes reach = reach_of(s + n, end);

		if (reach > l->includes)
			l->includes = reach;
	} else if (!word_fits(s, n, end, at)) {
		l->fits = false;
	}
	l->sleeps |= is_one_of(s, n, sleeping, sizeof sleeping / sizeof *sleeping);
}

static struct look look_at(const struct buf *source)
{
	const char *s = source->data, *end = s + source->len;
	struct look l = { .fits = true, .includes = INCLUDES_NONE };
	struct place at = { 0, 0, 0 };

	/* Names may be pasted together, and such quotes hold anything. */
	if (memmem(s, source->len, "##", 2) || memmem(s, source->len, "R\"", 2))
		s = NULL;
	while (s && s < end) {
		const char *start = s;

		while (s < end && literal_in_word(*s))
			s++;
		if (s > start) {
			look_at_word(&l, start, (size_t)(s - start), end, &at);
			at.before = s[-1];
			continue;
		}
		s = *s == '\'' ? NULL : literal_past(source->data, s, end);
		if (s == start)
			take(&at, *s++);
	}
	if (!s) { /* a character, or what no pass can tell: plain nvcc has to say */
		l.fits = false;
		if (memmem(source->data, source->len, "include", 7))
			l.includes = INCLUDES_OTHER;
	}
	return l;
}

bool lean_fits(const struct buf *source)
{
	struct look l = look_at(source);

	return l.fits && l.includes <= INCLUDES_CUDA && !(l.sleeps && l.includes == INCLUDES_CUDA);
}

enum includes lean_includes(const struct buf *source)
{
	return look_at(source).includes;
}
