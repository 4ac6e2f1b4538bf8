/* library: modules that a program brings at run time (cudaLibraryLoadData, cudaLibraryLoadFromFile): PTX text, a
 * fatbin, or nvcc's wrapper around one. What is loaded is copied, goes to the device when something of it is first
 * asked for, and again after a reset; so a mistake in it shows there, as with NVIDIA's runtime (codes as an H200 gave
 * them, tests/programs/library.cu). Machine code alone is refused: the device runs PTX. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "cudart/api/api.h"

#define WRAPPER_MAGIC 0x466243B1u
#define FATBIN_MAGIC 0xBA55ED50u

/* One entry of PTX, plain: what nvcc writes with -no-compress (docs of the container: device/code/fatbin.c). */
struct container {
	uint32_t magic;
	uint16_t version, header;
	uint64_t body;
	uint16_t kind, one;
	uint32_t entry;
	uint64_t payload;
	uint32_t stored, options;
	uint16_t minor, major;
	uint32_t arch, name, name_len;
	uint64_t flags, zero, plain;
};
_Static_assert(sizeof(struct container) == 16 + 64, "a fatbin's header and its entry's");

struct managed {
	char *name;
	uint64_t bytes;
	struct dp_range range;
};
struct library {
	char *data; /* a fatbin, or NULL: machine code */
	struct module *module;
	unsigned generation;         /* under which the rest was learned, 0 = not yet */
	struct function **functions; /* by name; handed out, so they are never freed */
	size_t nfunctions;
	struct managed *managed;
	size_t nmanaged;
};
static struct {
	pthread_mutex_t lock;
	struct table known; /* by itself: a cudaLibrary_t is its address */
} libraries = { .lock = PTHREAD_MUTEX_INITIALIZER };

static char *copy(const void *data, size_t n)
{
	char *p = xmalloc(n + 1);

	memcpy(p, data, n);
	p[n] = 0;
	return p;
}

static char *wrap_text(const char *text, size_t n)
{
	struct container c = { .magic = FATBIN_MAGIC,
		.version = 1,
		.header = 16,
		.body = 64 + n + 1,
		.kind = 1,
		.one = 0x0101,
		.entry = 64,
		.payload = n + 1 };
	char *p = xmalloc(sizeof c + n + 1);

	memcpy(p, &c, sizeof c);
	memcpy(p + sizeof c, text, n);
	p[sizeof c + n] = 0;
	return p;
}

/* NULL: machine code. `n` is 0 where the caller could not tell (it is then in what is there). */
static char *take(const void *code, size_t n)
{
	struct {
		uint32_t magic;
		int32_t version;
		const void *data;
	} w = { 0 };
	struct {
		uint32_t magic;
		uint16_t version, header;
		uint64_t body;
	} f;
	size_t start = strnlen(code, n && n < 4 ? n : 4); /* no kind of file has a zero there */

	if (start == 4 && memcmp(code, "\177ELF", 4) == 0)
		return NULL;
	memcpy(&w.magic, code, start);
	if (w.magic == WRAPPER_MAGIC && !n) {
		memcpy(&w, code, sizeof w);
		return take(w.data, 0);
	}
	if (w.magic != FATBIN_MAGIC || (n && n < sizeof f))
		return wrap_text(code, n ? n : strlen(code));
	memcpy(&f, code, sizeof f);
	return n && f.body > n - f.header ? wrap_text(code, n) : copy(code, f.header + f.body);
}

static cudaError_t load(cudaLibrary_t *out, const void *code, size_t n)
{
	struct library *l;
	cudaError_t e = cudart_connect();

	if (e != cudaSuccess)
		return e;
	l = xcalloc(1, sizeof *l);
	l->data = take(code, n);
	l->module = l->data ? module_new(l->data) : NULL;
	pthread_mutex_lock(&libraries.lock);
	table_put(&libraries.known, l, l);
	pthread_mutex_unlock(&libraries.lock);
	*out = (cudaLibrary_t)l;
	return cudaSuccess;
}

cudaError_t cudaLibraryLoadData(cudaLibrary_t *library, const void *code, enum cudaJitOption *jit, void **jit_values,
	unsigned njit, enum cudaLibraryOption *options, void **values, unsigned n)
{
	(void)jit, (void)jit_values, (void)njit, (void)options, (void)values, (void)n;
	return cudart_done(library && code ? load(library, code, 0) : cudaErrorInvalidValue);
}

cudaError_t cudaLibraryLoadFromFile(cudaLibrary_t *library, const char *path, enum cudaJitOption *jit,
	void **jit_values, unsigned njit, enum cudaLibraryOption *options, void **values, unsigned n)
{
	struct buf b;
	char part[65536];
	size_t got;
	cudaError_t e = cudaSuccess;
	FILE *f;

	(void)jit, (void)jit_values, (void)njit, (void)options, (void)values, (void)n;
	if (!library || !path)
		return cudart_done(cudaErrorInvalidValue);
	f = fopen(path, "rb");
	if (!f)
		return cudart_done(cudart_refuse(
			DP_CALL_cudaLibraryLoadFromFile, cudaErrorFileNotFound, "%s: %s", path, strerror(errno)));
	buf_init(&b);
	while (b.len <= DP_MAX_FATBIN && (got = fread(part, 1, sizeof part, f)) > 0)
		buf_add(&b, part, got);
	if (ferror(f) || !b.len || b.len > DP_MAX_FATBIN)
		e = cudart_refuse(DP_CALL_cudaLibraryLoadFromFile, cudaErrorInvalidKernelImage,
			"%s cannot be read, is empty or is larger than %u MiB", path, DP_MAX_FATBIN >> 20);
	fclose(f);
	if (e == cudaSuccess)
		e = load(library, b.data, b.len);
	buf_release(&b);
	return cudart_done(e);
}

/* ---- what is in it */
static int by_name(const void *a, const void *b)
{
	return strcmp((*(struct function *const *)a)->name, (*(struct function *const *)b)->name);
}

/* Memory that the host maps too. */
static cudaError_t share(struct managed *v, uint32_t module, enum dp_call call)
{
	struct dp_id id = { module, 0 };
	struct rpc r = RPC(MANAGED, none, id);
	cudaError_t e;

	r.call = call;
	r.data = v->name;
	r.ndata = strlen(v->name);
	r.reply = &v->range;
	r.reply_max = sizeof v->range;
	e = rpc_run(&r);
	return e == cudaSuccess ? memory_map(call, &v->range, DP_MEM_MANAGED, r.fd) : e;
}

static void add_part(struct library *l, const struct dp_part_reply *part, const char *name)
{
	if (part->what == DP_PART_KERNEL) {
		l->functions = xrealloc(l->functions, (l->nfunctions + 1) * sizeof(struct function *));
		l->functions[l->nfunctions++] = function_new(l->module, NULL, xstrdup(name));
		return;
	}
	l->managed = xrealloc(l->managed, (l->nmanaged + 1) * sizeof *l->managed);
	l->managed[l->nmanaged++] = (struct managed){ .name = xstrdup(name), .bytes = part->bytes };
}

/* Under the lock. Managed variables move before the first kernel is asked for, which is why all is learned at once;
 * after a reset they move again, and the kernels are those that the program has already. */
static cudaError_t learn(struct library *l, enum dp_call call, uint32_t *id)
{
	struct {
		struct dp_part_reply part;
		char name[DP_MAX_NAME];
	} * reply;
	bool first = !l->generation;
	cudaError_t e;

	if (!l->module)
		return cudart_refuse(call, cudaErrorNoKernelImageForDevice,
			"the library holds machine code but no PTX, which the emulated device needs");
	e = module_use(l->module, call, id);
	if (e != cudaSuccess || l->generation == cudart_generation())
		return e;
	reply = xmalloc(sizeof *reply);
	for (uint32_t n = 0; first && e == cudaSuccess; n++) {
		struct dp_pair ask = { *id, n };
		struct rpc r = RPC(PART, none, ask);

		r.call = call;
		r.reply = reply;
		r.reply_max = sizeof *reply - 1;
		e = rpc_run(&r);
		if (e != cudaSuccess || r.nreply < sizeof reply->part || reply->part.what == DP_PART_NONE)
			break;
		((char *)reply)[r.nreply] = 0;
		add_part(l, &reply->part, reply->name);
	}
	free(reply);
	for (size_t i = 0; i < l->nmanaged && e == cudaSuccess; i++)
		e = share(&l->managed[i], *id, call);
	if (first && l->nfunctions)
		qsort(l->functions, l->nfunctions, sizeof(struct function *), by_name);
	if (e == cudaSuccess)
		l->generation = cudart_generation();
	return e;
}

/* Locks; unlock() in any case. */
static cudaError_t enter(cudaLibrary_t library, enum dp_call call, struct library **l, uint32_t *id)
{
	pthread_mutex_lock(&libraries.lock);
	*l = library ? table_get(&libraries.known, library) : NULL;
	return *l ? learn(*l, call, id) : cudaErrorInvalidResourceHandle;
}

static cudaError_t leave(const char *call, cudaError_t e)
{
	pthread_mutex_unlock(&libraries.lock);
	return cudart_done_of(call, e);
}

cudaError_t cudaLibraryUnload(cudaLibrary_t library)
{
	struct library *l;

	pthread_mutex_lock(&libraries.lock);
	l = library ? table_get(&libraries.known, library) : NULL;
	if (!l)
		return leave(__func__, cudaErrorInvalidResourceHandle);
	table_remove(&libraries.known, l);
	if (l->module)
		module_free(l->module);
	for (size_t i = 0; i < l->nmanaged; i++)
		free(l->managed[i].name);
	free(l->managed);
	free(l->functions);
	free(l->data);
	free(l);
	return leave(__func__, cudaSuccess);
}

cudaError_t cudaLibraryGetKernel(cudaKernel_t *kernel, cudaLibrary_t library, const char *name)
{
	struct library *l;
	uint32_t id;
	cudaError_t e;

	if (!kernel || !name)
		return cudart_done(cudaErrorInvalidValue);
	e = enter(library, DP_CALL_cudaLibraryGetKernel, &l, &id);
	if (e == cudaSuccess) {
		struct function key = { .name = name }, *const wanted = &key, **found = NULL;

		if (l->nfunctions)
			found = bsearch(&wanted, l->functions, l->nfunctions, sizeof(struct function *), by_name);
		if (found)
			*kernel = (cudaKernel_t)*found;
		else
			e = cudart_refuse(DP_CALL_cudaLibraryGetKernel, cudaErrorSymbolNotFound,
				"the library has no kernel %.200s", name);
	}
	return leave(__func__, e);
}

cudaError_t cudaLibraryGetKernelCount(unsigned *count, cudaLibrary_t library)
{
	struct library *l;
	uint32_t id;
	cudaError_t e;

	if (!count)
		return cudart_done(cudaErrorInvalidValue);
	e = enter(library, DP_CALL_cudaLibraryGetKernelCount, &l, &id);
	if (e == cudaSuccess)
		*count = (unsigned)l->nfunctions;
	return leave(__func__, e);
}

cudaError_t cudaLibraryEnumerateKernels(cudaKernel_t *kernels, unsigned n, cudaLibrary_t library)
{
	struct library *l;
	uint32_t id;
	cudaError_t e;

	if (!kernels)
		return cudart_done(cudaErrorInvalidValue);
	e = enter(library, DP_CALL_cudaLibraryEnumerateKernels, &l, &id);
	for (size_t i = 0; e == cudaSuccess && i < n && i < l->nfunctions; i++)
		kernels[i] = (cudaKernel_t)l->functions[i];
	return leave(__func__, e);
}

/* Of every variable, managed ones too. */
static cudaError_t global(const char *name, uint32_t module, struct dp_range *range)
{
	struct dp_id id = { module, 0 };
	struct rpc r = RPC(SYMBOL, cudaLibraryGetGlobal, id);
	cudaError_t e;

	r.data = name;
	r.ndata = strlen(name);
	r.reply = range;
	r.reply_max = sizeof *range;
	e = rpc_run(&r);
	if (e == cudaSuccess && ranges_find(range->addr, NULL, NULL) == DP_MEM_NONE)
		ranges_add(range->addr, range->bytes, DP_MEM_SYMBOL);
	return e == cudaErrorInvalidSymbol ? cudaErrorSymbolNotFound : e;
}

cudaError_t cudaLibraryGetGlobal(void **address, size_t *bytes, cudaLibrary_t library, const char *name)
{
	struct library *l;
	struct dp_range range;
	uint32_t id;
	cudaError_t e;

	if (!name || (!address && !bytes))
		return cudart_done(cudaErrorInvalidValue);
	e = enter(library, DP_CALL_cudaLibraryGetGlobal, &l, &id);
	if (e == cudaSuccess)
		e = global(name, id, &range);
	if (e == cudaSuccess && address)
		*address = (void *)(uintptr_t)range.addr;
	if (e == cudaSuccess && bytes)
		*bytes = range.bytes;
	return leave(__func__, e);
}

cudaError_t cudaLibraryGetManaged(void **address, size_t *bytes, cudaLibrary_t library, const char *name)
{
	struct library *l;
	uint32_t id;
	size_t i = 0;
	cudaError_t e;

	if (!name || (!address && !bytes))
		return cudart_done(cudaErrorInvalidValue);
	e = enter(library, DP_CALL_cudaLibraryGetManaged, &l, &id);
	while (e == cudaSuccess && i < l->nmanaged && strcmp(l->managed[i].name, name) != 0)
		i++;
	if (e == cudaSuccess && i == l->nmanaged)
		e = cudart_refuse(DP_CALL_cudaLibraryGetManaged, cudaErrorSymbolNotFound,
			"the library has no __managed__ variable %.200s", name);
	if (e == cudaSuccess && address)
		*address = (void *)(uintptr_t)l->managed[i].range.addr;
	if (e == cudaSuccess && bytes)
		*bytes = l->managed[i].bytes;
	return leave(__func__, e);
}

cudaError_t cudaKernelSetAttributeForDevice(
	cudaKernel_t kernel, enum cudaFuncAttribute attribute, int value, int device)
{
	return device ? cudart_done(cudaErrorInvalidDevice) :
			cudaFuncSetAttribute((const void *)kernel, attribute, value);
}
