/* lean.c: most kernels use nothing of <cmath>, <utility>, <new> and CUDA's own mathematics, which are half of the text
 * that nvcc reads four times for each file. Such a file is compiled without them: their guards are defined, and a
 * folder that is looked into first holds the few names that CUDA's other headers need: min, max, std::forward and what
 * the operators new and delete are declared with.
 *
 * What a file must not say for that is in the table below: a name that these headers declare means another thing
 * without them, or stands for a clash that plain nvcc refuses. What fails all the same, compile.c compiles with
 * everything. tests/unit/toolchain/check_toolchain_lean.c compares the PTX made both ways. */
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/fs.h"
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
/* Headers that bring in nothing of what is left out. */
static const char *const harmless[] = { "climits", "cstdint", "cstdio", "cstring", "ctime", "cuda_runtime.h",
	"limits.h", "stdint.h", "stdio.h", "string.h", "time.h" };
enum {
	NMATH = sizeof mathematics / sizeof *mathematics,
	NOTHERS = sizeof others / sizeof *others,
	NHARMLESS = sizeof harmless / sizeof *harmless
};

static const char *const flags[] = {
	"-I",
	"lean",
	"-D_GLIBCXX_INCLUDE_NEXT_C_HEADERS", /* the C library's own <stdlib.h> */
	"-D__CHANNEL_DESCRIPTOR_H__",
	"-D__CUDA_DEVICE_RUNTIME_API_H__",
	"-Xcompiler", /* when it compiles the host's half, too */
	"-D__MATH_FUNCTIONS_H__",
};
enum { NFLAGS = sizeof flags / sizeof *flags };

static const char utility[] =
	"#ifndef LEAN_UTILITY\n"
	"#define LEAN_UTILITY\n"
	"namespace std {\n"
	"template <typename T> struct remove_reference { typedef T type; };\n"
	"template <typename T> struct remove_reference<T &> { typedef T type; };\n"
	"template <typename T> struct remove_reference<T &&> { typedef T type; };\n"
	"template <typename T> constexpr T &&forward(typename remove_reference<T>::type &t) noexcept\n"
	"{ return static_cast<T &&>(t); }\n"
	"template <typename T> constexpr T &&forward(typename remove_reference<T>::type &&t) noexcept\n"
	"{ return static_cast<T &&>(t); }\n"
	"}\n"
	"#endif\n";
static const char operators[] = "#ifndef LEAN_NEW\n"
				"#define LEAN_NEW\n"
				"namespace std {\n"
				"typedef __SIZE_TYPE__ size_t;\n"
				"enum class align_val_t : size_t {};\n"
				"}\n"
				"#endif\n";
/* <time.h> is read where CUDA's words for a function of both sides are known already, and before min and max are used.
 * The names after them are the compiler's own on the device. */
static const char minima[] =
	"#include_next <time.h>\n"
	"#include <stdlib.h>\n"
	"#if defined(__CUDACC__) && !defined(LEAN_MIN)\n"
	"#define LEAN_MIN\n"
	"#define LEAN_KNOWN(T, small, large) \\\n"
	"	extern __host__ __device__ __device_builtin__ T small(const T a, const T b); \\\n"
	"	extern __host__ __device__ __device_builtin__ T large(const T a, const T b);\n"
	"extern \"C\" {\n"
	"LEAN_KNOWN(int, min, max)\n"
	"LEAN_KNOWN(unsigned, umin, umax)\n"
	"LEAN_KNOWN(long long, llmin, llmax)\n"
	"LEAN_KNOWN(unsigned long long, ullmin, ullmax)\n"
	"LEAN_KNOWN(float, fminf, fmaxf)\n"
	"LEAN_KNOWN(double, fmin, fmax)\n"
	"extern __host__ __device__ __device_builtin__ float rsqrtf(float a);\n"
	"}\n"
	"#if !defined(__CUDA_ARCH__)\n"
	"#define LEAN_HOST(T, small, large) \\\n"
	"	inline __host__ __device__ T small(const T a, const T b) { return a < b ? a : b; } \\\n"
	"	inline __host__ __device__ T large(const T a, const T b) { return a > b ? a : b; }\n"
	"LEAN_HOST(int, min, max)\n"
	"LEAN_HOST(unsigned, umin, umax)\n"
	"LEAN_HOST(long long, llmin, llmax)\n"
	"LEAN_HOST(unsigned long long, ullmin, ullmax)\n"
	"inline __host__ __device__ float rsqrtf(const float a) { return (float)(1.0 / __builtin_sqrt((double)a)); }\n"
	"#endif\n"
	"#define LEAN_TWO(T, A, B, C, small, large) \\\n"
	"	static inline __host__ __device__ T min(const A a, const B b) { return (T)small((C)a, (C)b); } \\\n"
	"	static inline __host__ __device__ T max(const A a, const B b) { return (T)large((C)a, (C)b); }\n"
	"#define LEAN_MIXED(U, S, C, small, large) \\\n"
	"	LEAN_TWO(U, U, U, C, small, large) LEAN_TWO(U, S, U, C, small, large) \\\n"
	"	LEAN_TWO(U, U, S, C, small, large)\n"
	"LEAN_MIXED(unsigned, int, unsigned, umin, umax)\n"
	"LEAN_TWO(long, long, long, long long, llmin, llmax)\n"
	"LEAN_MIXED(unsigned long, long, unsigned long long, ullmin, ullmax)\n"
	"LEAN_TWO(long long, long long, long long, long long, llmin, llmax)\n"
	"LEAN_MIXED(unsigned long long, long long, unsigned long long, ullmin, ullmax)\n"
	"LEAN_TWO(float, float, float, float, fminf, fmaxf)\n"
	"LEAN_MIXED(double, float, double, fmin, fmax)\n"
	"#endif\n";

static const struct shadow {
	const char *name, *text;
} shadows[] = { { "utility", utility }, { "new", operators }, { "time.h", minima } };
enum { NSHADOWS = sizeof shadows / sizeof *shadows };

static int by_name(const void *key, const void *element)
{
	return strcmp(key, *(const char *const *)element);
}

static bool known(const char *word)
{
	return bsearch(word, mathematics, NMATH, sizeof *mathematics, by_name);
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
	for (size_t i = 0; i < NOTHERS; i++)
		if (!strcmp(word, others[i]))
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

/* After the word: does one of the harmless headers follow? */
static bool includes_harmless(const char *s, const char *end)
{
	s = blank(s, end);
	for (size_t i = 0; i < NHARMLESS; i++) {
		size_t n = strlen(harmless[i]);

		if ((size_t)(end - s) >= n + 2 && *s == '<' && !strncmp(s + 1, harmless[i], n) && s[n + 1] == '>')
			return true;
	}
	return false;
}

/* May this word stand there? What a call, an operator or another name may make of it, plain nvcc has to say. */
static bool word_fits(const char *s, size_t n, const char *end, const struct place *at)
{
	const char *next = blank(s + n, end);
	enum word kind = kind_of(s, n);

	if (n == 7 && !strncmp(s, "include", n))
		return includes_harmless(s + n, end);
	if (kind != WORD_MATHEMATICS)
		return kind == WORD_FREE;
	return (at->parens > 0 || at->braces > 0) && next < end && *next != '(';
}

bool lean_fits(const struct buf *source)
{
	const char *s = source->data, *end = s + source->len;
	struct place at = { 0, 0, 0 };

	/* Names may be pasted together, and such quotes hold anything. */
	if (memmem(s, source->len, "##", 2) || memmem(s, source->len, "R\"", 2))
		return false;
	while (s < end) {
		const char *start = s;

		while (s < end && literal_in_word(*s))
			s++;
		if (s > start && !word_fits(start, (size_t)(s - start), end, &at))
			return false;
		if (s > start)
			at.before = s[-1];
		if (s == start)
			s = *s == '\'' ? NULL : literal_past(source->data, s, end);
		if (!s) /* a character: plain nvcc has to say */
			return false;
		if (s == start)
			take(&at, *s++);
	}
	return true;
}

size_t lean_flags(const char **argv)
{
	memcpy(argv, flags, sizeof flags);
	return NFLAGS;
}

size_t lean_key(const char **words)
{
	size_t n = lean_flags(words);

	for (size_t i = 0; i < NSHADOWS; i++)
		words[n++] = shadows[i].text;
	return n;
}

int lean_make(const char *dir, struct err *e)
{
	char *folder = xasprintf("%s/lean", dir);
	int r = mkdir(folder, 0755) && errno != EEXIST ? err_errno(e, "the folder %s can't be made", folder) : 0;

	/* The compiler in a box is another user, and a umask may have closed it. */
	if (!r && chmod(folder, 0755))
		r = err_errno(e, "the folder %s can't be opened to others", folder);

	for (size_t i = 0; i < NSHADOWS && !r; i++) {
		char *path = xasprintf("%s/%s", folder, shadows[i].name);

		r = write_renamed(path, shadows[i].text, strlen(shadows[i].text), e);
		free(path);
	}
	free(folder);
	return r;
}
