/* lean_shadows.c: how a file is compiled without the headers that lean.c says it does not need: their guards are
 * defined, and a folder that is looked into first holds the few names that CUDA's other headers need: min, max,
 * std::forward and what the operators new and delete are declared with. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/fs.h"
#include "toolchain/internal.h"

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

/* <cuda/atomic> waits for a changed value by sleeping, for which it brings in all of <chrono>. What calls these is a
 * template that no file makes use of that comes here (lean.c). */
static const char threads[] = "#ifndef LEAN_THREADS\n"
			      "#define LEAN_THREADS\n"
			      "#define _LIBCUDACXX_POLLING_COUNT 16\n"
			      "_LIBCUDACXX_BEGIN_NAMESPACE_STD\n"
			      "template <typename F> __host__ __device__ bool __cccl_thread_poll_with_backoff(F &&);\n"
			      "__host__ __device__ void __cccl_thread_yield_processor();\n"
			      "__host__ __device__ void __cccl_thread_yield();\n"
			      "_LIBCUDACXX_END_NAMESPACE_STD\n"
			      "#endif\n";

static const struct shadow {
	const char *name, *text;
	enum includes from; /* for files that include so much */
} shadows[] = { { "utility", utility, INCLUDES_NONE }, { "new", operators, INCLUDES_NONE },
	{ "time.h", minima, INCLUDES_NONE }, { "cuda/std/__thread/threading_support.h", threads, INCLUDES_CUDA } };
/* Folders that these lie in, each after the one around it. */
static const struct folder {
	const char *name;
	enum includes from;
} folders[] = { { "", INCLUDES_NONE }, { "/cuda", INCLUDES_CUDA }, { "/cuda/std", INCLUDES_CUDA },
	{ "/cuda/std/__thread", INCLUDES_CUDA } };
enum { NSHADOWS = sizeof shadows / sizeof *shadows, NFOLDERS = sizeof folders / sizeof *folders };

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

/* The compiler in a box is another user, and a umask may have closed it. */
static int make_open_folder(const char *path, struct err *e)
{
	if (mkdir(path, 0755) && errno != EEXIST)
		return err_errno(e, "the folder %s can't be made", path);
	return chmod(path, 0755) ? err_errno(e, "the folder %s can't be opened to others", path) : 0;
}

int lean_make(const char *dir, enum includes includes, struct err *e)
{
	int r = 0;

	for (size_t i = 0; i < NFOLDERS && !r; i++) {
		char *path = xasprintf("%s/lean%s", dir, folders[i].name);

		if (includes >= folders[i].from)
			r = make_open_folder(path, e);
		free(path);
	}
	for (size_t i = 0; i < NSHADOWS && !r; i++) {
		char *path = xasprintf("%s/lean/%s", dir, shadows[i].name);

		if (includes >= shadows[i].from)
			r = write_renamed(path, shadows[i].text, strlen(shadows[i].text), e);
		free(path);
	}
	return r;
}
