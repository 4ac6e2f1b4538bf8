/* find.c: which nvcc, which CUDA runtime to link against and which host compiler. Stated in docs/install.md in the same
 * order. */
#include <glob.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/fs.h"
#include "base/limits.h"
#include "base/proc.h"
#include "toolchain/internal.h"

enum { CUDA_MAJOR = 13 };

/* First executable of that name on PATH, malloc'd. */
static char *on_path(const char *name)
{
	const char *path = getenv("PATH");

	if (!path)
		path = "/usr/local/bin:/usr/bin:/bin"; /* an empty environment: what a shell would take, too */
	while (path && *path) {
		size_t n = strcspn(path, ":");
		char *p = xasprintf("%.*s/%s", (int)n, path, name);

		if (n && path[0] == '/' && fs_is_file(p) && access(p, X_OK) == 0)
			return p;
		free(p);
		path += n + (path[n] == ':');
	}
	return NULL;
}

/* The first of root/<sub> that holds `file`: malloc'd folder. */
static char *folder_with(const char *root, const char *const *subs, const char *file)
{
	for (size_t i = 0; subs[i]; i++) {
		char *dir = xasprintf("%s/%s", root, subs[i]), *p = xasprintf("%s/%s", dir, file);
		bool there = fs_is_file(p);

		free(p);
		if (there)
			return dir;
		free(dir);
	}
	return NULL;
}

static char *parent(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash && slash != path ? xstrndup(path, (size_t)(slash - path)) : xstrdup("/");
}

/* nvdisasm: part of the toolkit, but not of the compiler's package. malloc'd, or NULL. */
static char *find_disassembler(const char *nvcc)
{
	char *bin = parent(nvcc), *beside = xasprintf("%s/nvdisasm", bin);

	free(bin);
	if (fs_is_file(beside) && access(beside, X_OK) == 0)
		return beside;
	free(beside);
	return on_path("nvdisasm");
}

/* "Cuda compilation tools, release 13.0, V13.0.88" -> "13.0.88", or NULL. */
static char *ask_version(const char *nvcc)
{
	const char *argv[] = { nvcc, "--version", NULL };
	struct proc_spec spec = { .argv = argv, .capture = true };
	char *version = NULL;
	const char *v;
	struct proc p;

	if (proc_run(&p, &spec, 10000, -1, NULL) == 0 && p.exited && p.code == 0) {
		v = strstr(p.out.data, ", V");
		if (v)
			version = xstrndup(v + 3, strspn(v + 3, "0123456789."));
	}
	proc_release(&p);
	return version;
}

/* Does the file begin with "#!"? */
static bool is_script(const char *path)
{
	FILE *f = fopen(path, "re");
	bool is = f && fgetc(f) == '#' && fgetc(f) == '!';

	if (f)
		fclose(f);
	return is;
}

/* The answer of the last nvcc: jobs side by side all ask the same file. A script may lead elsewhere the next time. */
static struct {
	pthread_mutex_t lock;
	char *nvcc, *version;
	struct stat file;
} asked = { .lock = PTHREAD_MUTEX_INITIALIZER };

static bool same_file(const struct stat *a, const struct stat *b)
{
	return a->st_dev == b->st_dev && a->st_ino == b->st_ino && a->st_size == b->st_size &&
		a->st_mtim.tv_sec == b->st_mtim.tv_sec && a->st_mtim.tv_nsec == b->st_mtim.tv_nsec;
}

static char *version_of(const char *nvcc)
{
	char *version = NULL;
	struct stat st;

	if (is_script(nvcc) || stat(nvcc, &st))
		return ask_version(nvcc);
	pthread_mutex_lock(&asked.lock);
	if (asked.nvcc && !strcmp(asked.nvcc, nvcc) && same_file(&asked.file, &st))
		version = xstrdup(asked.version);
	pthread_mutex_unlock(&asked.lock);
	if (version)
		return version;
	version = ask_version(nvcc);
	if (!version)
		return NULL;
	pthread_mutex_lock(&asked.lock);
	free(asked.nvcc);
	free(asked.version);
	asked.nvcc = xstrdup(nvcc);
	asked.version = xstrdup(version);
	asked.file = st;
	pthread_mutex_unlock(&asked.lock);
	return version;
}

/* The compiler that a script starts, wherever that lies: the box has to hold its toolkit, and we look beside it for the
 * runtime. "#$ _HERE_=/opt/cuda/bin" says where; NULL where nothing does. malloc'd. */
static char *started_by(const char *nvcc)
{
	static const char here[] = "#$ _HERE_=";
	const char *argv[] = { nvcc, "--dryrun", "-E", "-x", "cu", "/dev/null", NULL };
	struct proc_spec spec = { .argv = argv, .capture = true };
	char *found = NULL;
	const char *at;
	struct proc p;

	if (is_script(nvcc) && proc_run(&p, &spec, 10000, -1, NULL) == 0) {
		at = p.out.data ? strstr(p.out.data, here) : NULL;
		if (at)
			found = xasprintf("%.*s/nvcc", (int)strcspn(at + strlen(here), "\r\n"), at + strlen(here));
		if (found && (!fs_is_file(found) || access(found, X_OK))) {
			free(found);
			found = NULL;
		}
		proc_release(&p);
	}
	return found;
}

struct search {
	struct toolchain *t;
	struct buf refused; /* what was found and is of no use, for the message */
	bool dead;          /* ... one of them because it does not run */
};

/* Take this nvcc if it works and is of the right major version. Frees `nvcc`. */
static bool try_nvcc(struct search *s, char *nvcc)
{
	static const char *const libs[] = { "lib64", "lib", "targets/x86_64-linux/lib", NULL };
	static const char *const includes[] = { "include", "targets/x86_64-linux/include", NULL };
	char *version, *real, *bin, *top;

	if (!nvcc || !fs_is_file(nvcc) || access(nvcc, X_OK)) {
		free(nvcc);
		return false;
	}
	version = version_of(nvcc);
	if (!version || atoi(version) != CUDA_MAJOR) {
		s->dead = s->dead || !version;
		buf_printf(
			&s->refused, "%s%s (%s)", s->refused.len ? ", " : "", nvcc, version ? version : "does not run");
		free(version);
		free(nvcc);
		return false;
	}
	real = started_by(nvcc);
	if (real) {
		free(nvcc);
		nvcc = real;
	}
	real = realpath(nvcc, NULL);
	bin = parent(real ? real : nvcc);
	top = parent(bin);
	s->t->nvcc = real ? real : xstrdup(nvcc);
	s->t->version = version;
	s->t->cuda_lib = folder_with(top, libs, "libcudart.so.13");
	s->t->cuda_include = folder_with(top, includes, "cuda_runtime.h");
	free(bin);
	free(top);
	free(nvcc);
	return true;
}

static bool try_in(struct search *s, const char *top)
{
	return top && *top && try_nvcc(s, xasprintf("%s/bin/nvcc", top));
}

/* /usr/local/cuda-13.2 before /usr/local/cuda-13.0: glob sorts upwards. */
static bool try_usual(struct search *s)
{
	bool found = try_in(s, "/usr/local/cuda") || try_in(s, "/opt/cuda");
	glob_t g;

	if (!found && glob("/usr/local/cuda-13*", 0, NULL, &g) == 0) {
		for (size_t i = g.gl_pathc; i-- > 0 && !found;)
			found = try_in(s, g.gl_pathv[i]);
		globfree(&g);
	}
	return found;
}

/* What scripts/fetch-cuda.sh made: in the build tree beside the programs, in a bundle, or in another root that uses
 * these programs. */
static bool try_own(struct search *s, const char *root)
{
	char *exe = fs_exe_dir();
	char *tops[] = {
		xasprintf("%s/build/cuda", root),
		exe ? xasprintf("%s/../cuda", exe) : NULL,
		exe ? xasprintf("%s/../build/cuda", exe) : NULL,
	};
	bool found = false;

	for (size_t i = 0; i < sizeof tops / sizeof *tops; i++) {
		found = found || try_in(s, tops[i]);
		free(tops[i]);
	}
	free(exe);
	return found;
}

static bool find_nvcc(struct search *s, const char *root)
{
	const char *named = getenv("WARPLINGS_NVCC"), *where = getenv("WARPLINGS_CUDA_SEARCH");

	/* Who names one means that one. */
	if (named && *named) {
		if (!fs_is_file(named))
			buf_printf(&s->refused, "%s (named by WARPLINGS_NVCC, not there)", named);
		return try_nvcc(s, xstrdup(named));
	}
	if (!where || strcmp(where, "none"))
		if (try_nvcc(s, on_path("nvcc")) || try_in(s, getenv("CUDA_HOME")) || try_in(s, getenv("CUDA_PATH")) ||
			try_usual(s))
			return true;
	return try_own(s, root);
}

/* The library to put on the link line: NVIDIA's, else ours, which has the same name and symbols. */
static char *find_link_library(const struct toolchain *t, const char *root)
{
	char *exe = fs_exe_dir(), *lib = NULL;
	char *candidates[] = {
		t->cuda_lib ? xasprintf("%s/libcudart.so.13", t->cuda_lib) : NULL,
		exe ? xasprintf("%s/../lib/emulator/libcudart.so.13", exe) : NULL,
		xasprintf("%s/build/lib/emulator/libcudart.so.13", root),
		xasprintf("%s/lib/emulator/libcudart.so.13", root),
	};

	for (size_t i = 0; i < sizeof candidates / sizeof *candidates; i++) {
		if (!lib && candidates[i] && fs_is_file(candidates[i]))
			lib = realpath(candidates[i], NULL);
		free(candidates[i]);
	}
	free(exe);
	return lib;
}

char *program_root(const char *program, bool real)
{
	char *path = real ? realpath(program, NULL) : NULL, *slash;

	if (!path)
		path = xstrdup(program);
	for (int up = 0; up < 2; up++) {
		slash = strrchr(path, '/');
		if (slash && slash != path)
			*slash = '\0';
	}
	return path;
}

int toolchain_find(struct toolchain *t, const char *root, const char *cache_dir, struct err *e)
{
	struct search s = { .t = t };
	struct buf why;
	char *gold;
	int r = 0;

	memset(t, 0, sizeof *t);
	buf_init(&s.refused);
	buf_init(&why);
	if (!find_nvcc(&s, root) && s.dead && limits_too_small(&why))
		r = err_set(e, ERR_ENV, "nvcc does not run: %s", why.data);
	else if (!t->nvcc)
		r = err_set(e, ERR_ENV,
			"there is no nvcc of CUDA %d%s%s: run scripts/fetch-cuda.sh, which fetches NVIDIA's compiler "
			"with pip "
			"into build/cuda, or install the CUDA toolkit %d and put its nvcc on PATH or set CUDA_HOME",
			CUDA_MAJOR, s.refused.len ? "; found and of no use: " : "", s.refused.data, CUDA_MAJOR);
	buf_release(&s.refused);
	buf_release(&why);
	if (r)
		return r;
	t->cxx = on_path("g++");
	if (!t->cxx)
		return err_set(e, ERR_ENV,
			"there is no g++, which nvcc needs for the host's half of a file: install it (Debian and "
			"Ubuntu: "
			"apt-get install g++)");
	t->link_library = find_link_library(t, root);
	if (!t->link_library)
		return err_set(e, ERR_ENV,
			"there is no libcudart.so.13 to link against, neither beside %s nor among Warplings' own "
			"files: run "
			"make, or install the CUDA runtime",
			t->nvcc);
	if (!t->cuda_include)
		return err_set(e, ERR_ENV,
			"%s has no cuda_runtime.h beside it: the toolkit is not complete; install cuda-cudart-dev",
			t->nvcc);
	gold = on_path("ld.gold");
	t->quick_linker = gold != NULL;
	free(gold);
	t->disassembler = find_disassembler(t->nvcc);
	t->cache = cache_dir ? xstrdup(cache_dir) : NULL;
	return 0;
}

void toolchain_release(struct toolchain *t)
{
	free(t->nvcc);
	free(t->version);
	free(t->cuda_lib);
	free(t->cuda_include);
	free(t->cxx);
	free(t->link_library);
	free(t->cache);
	free(t->disassembler);
	memset(t, 0, sizeof *t);
}

int toolchain_machine(int capability)
{
	/* ptxas of CUDA 13, as `nvcc --list-gpu-code` has them, from compute_80 on. */
	static const int known[] = { 80, 86, 87, 88, 89, 90, 100, 103, 110, 120, 121 };
	int best = known[0];

	for (size_t i = 0; i < sizeof known / sizeof *known; i++)
		if (abs(known[i] - capability) < abs(best - capability))
			best = known[i];
	return best;
}
