/* registry: what the constructors of an nvcc-built object hand over: fatbins, and the host addresses by which the
 * program names kernels and variables. Registering only takes notes; a module goes to the device when something of it
 * is first used, so a program pays for what it uses and an object that is only loaded needs no device at all.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "cudart/registry/registry.h"

#define WRAPPER_MAGIC 0x466243B1
#define FATBIN_MAGIC 0xBA55ED50u

struct wrapper {
	int32_t magic, version;
	const void *data;
	const void *const *extra;
};
struct fatbin {
	uint32_t magic;
	uint16_t version, header;
	uint64_t body;
};

struct module {
	void *handle; /* the constructors get a pointer to this */
	const struct wrapper *wrapper;
	struct wrapper own;  /* of a library: what wrapper points to */
	unsigned generation; /* under which it was loaded, 0 = never */
	cudaError_t error;   /* of that loading */
	uint32_t id;
};

static struct {
	pthread_mutex_t lock;
	struct table functions,
		variables; /* by host address: an order that differs from run to run, so nothing may follow from it */
	struct variable *managed, **managed_end; /* the __managed__ ones, as they were registered */
	uint64_t from, to;                       /* all others lie in between, on the host */
} registry = { .lock = PTHREAD_MUTEX_INITIALIZER };

/* The names that nvcc's constructors call; no header of the toolkit declares them for C. */
struct uint3_;
struct dim3_;
void **__cudaRegisterFatBinary(void *wrapper);
void __cudaRegisterFatBinaryEnd(void **handle);
void __cudaUnregisterFatBinary(void **handle);
char __cudaInitModule(void **handle);
void __cudaRegisterFunction(void **handle, const char *host, char *device, const char *name, int thread_limit,
	void *tid, void *bid, void *block, void *grid, int *warp);
void __cudaRegisterVar(
	void **handle, char *host, char *device, const char *name, int ext, size_t size, int constant, int global);
void __cudaRegisterManagedVar(
	void **handle, void **host, char *device, const char *name, int ext, size_t size, int constant, int global);
void __cudaRegisterHostVar(void **handle, const char *name, char *host, size_t size);
cudaError_t __cudaGetKernel(cudaKernel_t *kernel, const void *host);

void **__cudaRegisterFatBinary(void *wrapper)
{
	struct module *m = xcalloc(1, sizeof *m);

	m->wrapper = wrapper;
	return &m->handle;
}

struct module *module_new(const void *fatbin)
{
	struct module *m = xcalloc(1, sizeof *m);

	m->own = (struct wrapper){ WRAPPER_MAGIC, 1, fatbin, NULL };
	m->wrapper = &m->own;
	return m;
}

void __cudaRegisterFatBinaryEnd(void **handle)
{
	(void)handle;
}

void module_free(struct module *m)
{
	pthread_mutex_lock(&registry.lock);
	for (size_t i = 0; i < registry.functions.cap; i++) {
		struct function *f = registry.functions.values[i];

		/* The structures stay: a cudaKernel_t may still be around. */
		if (f && f->module == m)
			f->module = NULL;
	}
	for (size_t i = 0; i < registry.variables.cap; i++) {
		struct variable *v = registry.variables.values[i];

		if (v && v->module == m)
			v->module = NULL;
	}
	pthread_mutex_unlock(&registry.lock);
	if (m->generation == cudart_generation() && m->error == cudaSuccess && cudart_connect() == cudaSuccess) {
		struct dp_id id = { m->id, 0 };
		struct rpc r = RPC(MODULE_UNLOAD, none, id);

		rpc_run(&r);
	}
	free(m);
}

/* Called when the object goes; at exit in most programs, when the device is about to forget everything anyway. */
void __cudaUnregisterFatBinary(void **handle)
{
	module_free((struct module *)handle);
}

struct function *function_new(struct module *m, const void *host, const char *name)
{
	struct function *f = xcalloc(1, sizeof *f);

	f->host = host;
	f->name = name;
	f->module = m;
	pthread_mutex_lock(&registry.lock);
	if (host)
		table_put(&registry.functions, host, f);
	table_put(&registry.functions, f, f); /* a cudaKernel_t is this structure's address */
	pthread_mutex_unlock(&registry.lock);
	return f;
}

void __cudaRegisterFunction(void **handle, const char *host, char *device, const char *name, int thread_limit,
	void *tid, void *bid, void *block, void *grid, int *warp)
{
	(void)device, (void)thread_limit, (void)tid, (void)bid, (void)block, (void)grid, (void)warp;
	function_new((struct module *)handle, host, name);
}

void __cudaRegisterVar(
	void **handle, char *host, char *device, const char *name, int ext, size_t size, int constant, int global)
{
	struct variable *v = xcalloc(1, sizeof *v);

	(void)device, (void)ext, (void)constant, (void)global;
	v->host = host;
	v->name = name;
	v->size = size;
	v->module = (struct module *)handle;
	pthread_mutex_lock(&registry.lock);
	table_put(&registry.variables, host, v);
	if (!registry.to || (uint64_t)(uintptr_t)host < registry.from)
		registry.from = (uint64_t)(uintptr_t)host;
	if ((uint64_t)(uintptr_t)host + size > registry.to)
		registry.to = (uint64_t)(uintptr_t)host + size;
	pthread_mutex_unlock(&registry.lock);
}

void __cudaRegisterManagedVar(
	void **handle, void **host, char *device, const char *name, int ext, size_t size, int constant, int global)
{
	struct variable *v;

	__cudaRegisterVar(handle, (char *)host, device, name, ext, size, constant, global);
	pthread_mutex_lock(&registry.lock);
	v = table_get(&registry.variables, host);
	v->managed = host;
	v->size = size;
	if (!registry.managed_end)
		registry.managed_end = &registry.managed;
	*registry.managed_end = v;
	registry.managed_end = &v->next_managed;
	pthread_mutex_unlock(&registry.lock);
}

void __cudaRegisterHostVar(void **handle, const char *name, char *host, size_t size)
{
	(void)handle, (void)name, (void)host, (void)size;
}

/* ---- loading */
static uint64_t fatbin_bytes(const void *p)
{
	const struct fatbin *f = p;

	return f && f->magic == FATBIN_MAGIC ? f->header + f->body : 0;
}

static cudaError_t send_module(struct module *m, enum dp_call call)
{
	const struct wrapper *w = m->wrapper;
	struct dp_module head = { 0, 0 };
	struct rpc r = RPC(MODULE_LOAD, none, head);
	struct dp_id id;
	const void *sent[DP_MAX_PARTS];
	struct buf payload;
	cudaError_t e;

	if (!w || w->magic != WRAPPER_MAGIC)
		return cudart_refuse(call, cudaErrorInvalidKernelImage, "the object's fatbin wrapper is not one");
	/* -rdc=true leaves a list of the fatbins that were linked; what the linker made of them comes last. */
	if (w->version == 2 && w->extra)
		while (w->extra[head.parts] && head.parts < DP_MAX_PARTS - 1) {
			sent[head.parts] = w->extra[head.parts];
			head.parts++;
		}
	sent[head.parts++] = w->data;
	buf_init(&payload);
	for (uint32_t i = 0; i < head.parts; i++) {
		uint64_t n = fatbin_bytes(sent[i]);

		buf_add(&payload, &n, sizeof n);
	}
	for (uint32_t i = 0; i < head.parts; i++)
		buf_add(&payload, sent[i], (size_t)fatbin_bytes(sent[i]));
	if (payload.len > DP_MAX_FATBIN) {
		buf_release(&payload);
		return cudart_refuse(call, cudaErrorInvalidKernelImage,
			"the object's device code is larger than %u MiB", DP_MAX_FATBIN >> 20);
	}
	r.call = call;
	r.data = payload.data;
	r.ndata = payload.len;
	r.reply = &id;
	r.reply_max = sizeof id;
	e = rpc_run(&r);
	buf_release(&payload);
	if (e == cudaSuccess)
		m->id = id.id;
	return e;
}

/* Under the lock, right after loading: its __managed__ variables become memory that the host maps too, and the program
 * learns where. In the order of the program: their device addresses, and with them what the time model finds in the
 * caches, are the same in each run. */
static cudaError_t share_variables(struct module *m, enum dp_call call)
{
	cudaError_t e = cudaSuccess;

	for (struct variable *v = registry.managed; v && e == cudaSuccess; v = v->next_managed) {
		struct dp_id id = { m->id, 0 };
		struct rpc r = RPC(MANAGED, none, id);
		struct dp_range range;

		if (v->module != m || v->generation == cudart_generation())
			continue;
		r.call = call;
		r.data = v->name;
		r.ndata = strlen(v->name);
		r.reply = &range;
		r.reply_max = sizeof range;
		e = rpc_run(&r);
		if (e == cudaSuccess)
			e = memory_map(call, &range, DP_MEM_MANAGED, r.fd);
		if (e == cudaSuccess)
			early_variable(range.addr);
		if (e == cudaSuccess) {
			v->generation = cudart_generation();
			v->range = (struct dp_range){ range.addr, v->size };
			*v->managed = (void *)(uintptr_t)v->range.addr;
			if (v->restore)
				memcpy(*v->managed, v->kept, v->size);
			v->restore = false;
		}
	}
	return e;
}

/* As on an H200. Until its module is loaded again the program finds a variable in memory of the host. */
void variables_keep(void)
{
	pthread_mutex_lock(&registry.lock);
	for (struct variable *v = registry.managed; v; v = v->next_managed) {
		if (!v->module || v->generation != cudart_generation())
			continue;
		if (!v->kept)
			v->kept = xcalloc(1, v->size);
		memcpy(v->kept, *v->managed, v->size);
		*v->managed = v->kept;
		v->restore = true;
	}
	pthread_mutex_unlock(&registry.lock);
}

/* Under the lock. An object that cannot be loaded gives its error each time, and one row in the report. */
static cudaError_t module_get(struct module *m, enum dp_call call)
{
	cudaError_t e = cudart_connect();

	if (e != cudaSuccess)
		return e;
	if (!m)
		return cudaErrorInvalidDeviceFunction;
	if (m->generation != cudart_generation()) {
		m->error = send_module(m, call);
		if (m->error == cudaSuccess)
			m->error = share_variables(m, call);
		m->generation = cudart_generation();
		return m->error;
	}
	return m->error == cudaSuccess ? cudaSuccess : logs_again(m->error);
}

cudaError_t module_use(struct module *m, enum dp_call call, uint32_t *id)
{
	cudaError_t e;

	pthread_mutex_lock(&registry.lock);
	e = module_get(m, call);
	*id = m->id;
	pthread_mutex_unlock(&registry.lock);
	return e;
}

/* A program with __managed__ variables calls this before it first touches one. */
char __cudaInitModule(void **handle)
{
	cudaError_t e;

	pthread_mutex_lock(&registry.lock);
	e = module_get((struct module *)handle, DP_CALL_none);
	pthread_mutex_unlock(&registry.lock);
	cudart_done(e);
	return e == cudaSuccess;
}

/* Under the lock. By its host address; a __managed__ one by its place in memory too, which is what &variable gives. */
static struct variable *find_variable(const void *host)
{
	struct variable *v = host ? table_get(&registry.variables, host) : NULL;

	for (struct variable *m = registry.managed; host && !v && m; m = m->next_managed)
		if (m->module && m->generation == cudart_generation() && m->range.addr == (uint64_t)(uintptr_t)host)
			v = m;
	return v;
}

static cudaError_t ask_kernel(struct function *f, enum dp_call call)
{
	struct dp_id module = { f->module->id, 0 };
	struct rpc r = RPC(KERNEL, none, module);
	struct {
		struct dp_kernel_reply info;
		uint32_t params[4096][2];
	} *reply = xmalloc(sizeof *reply);
	cudaError_t e;

	r.call = call;
	r.data = f->name;
	r.ndata = strlen(f->name);
	r.reply = reply;
	r.reply_max = sizeof *reply;
	e = rpc_run(&r);
	if (e == cudaSuccess) {
		f->info = reply->info;
		free(f->params);
		f->params = xcalloc(f->info.nparams + 1, sizeof *f->params);
		memcpy(f->params, reply->params, f->info.nparams * sizeof *f->params);
		f->generation = cudart_generation();
		f->launched = false;
	}
	free(reply);
	return e;
}

cudaError_t function_get(const void *host_or_kernel, enum dp_call call, struct function **out)
{
	return function_get_or(host_or_kernel, call, cudaErrorInvalidDeviceFunction, out);
}

cudaError_t function_get_or(const void *host_or_kernel, enum dp_call call, cudaError_t unknown, struct function **out)
{
	struct function *f;
	cudaError_t e = cudaSuccess;

	pthread_mutex_lock(&registry.lock);
	f = host_or_kernel ? table_get(&registry.functions, host_or_kernel) : NULL;
	if (!f)
		e = unknown;
	else
		e = module_get(f->module, call);
	if (e == cudaSuccess && f->generation != cudart_generation())
		e = ask_kernel(f, call);
	pthread_mutex_unlock(&registry.lock);
	*out = f;
	if (!f)
		return cudart_refuse(call, e, "%p is not a kernel of this program", host_or_kernel);
	return e;
}

cudaError_t function_takes_cluster(const struct function *f, enum dp_call call, dim3 cluster)
{
	char text[128];

	if (cluster.x <= 1 && cluster.y <= 1 && cluster.z <= 1)
		return cudaSuccess;
	snprintf(text, sizeof text, "Clusters of several blocks (%u x %u x %u here) are not emulated", cluster.x,
		cluster.y, cluster.z);
	return cudart_refuse_launch(call, cudaErrorNotSupported, f->info.id + 1, text);
}

cudaError_t variable_get(const void *host, enum dp_call call, struct variable **out)
{
	struct variable *v;
	cudaError_t e = cudaSuccess;

	pthread_mutex_lock(&registry.lock);
	v = find_variable(host);
	if (!v)
		e = cudaErrorInvalidSymbol;
	else
		e = module_get(v->module, call);
	if (e == cudaSuccess && v->generation != cudart_generation()) {
		struct dp_id module = { v->module->id, 0 };
		struct rpc r = RPC(SYMBOL, none, module);

		r.call = call;
		r.data = v->name;
		r.ndata = strlen(v->name);
		r.reply = &v->range;
		r.reply_max = sizeof v->range;
		e = rpc_run(&r);
		if (e == cudaSuccess) {
			ranges_add(v->range.addr, v->range.bytes, DP_MEM_SYMBOL);
			v->generation = cudart_generation();
		}
	}
	pthread_mutex_unlock(&registry.lock);
	*out = v;
	if (!v)
		return cudart_refuse(call, e, "%p is not a __device__ or __constant__ variable of this program", host);
	return e;
}

void variable_tell(uint64_t host)
{
	struct variable *found = NULL;

	if (host < registry.from || host >= registry.to)
		return;
	pthread_mutex_lock(&registry.lock);
	for (size_t i = 0; i < registry.variables.cap && !found; i++) {
		struct variable *v = registry.variables.values[i];

		if (v && v->module && !v->managed && host - (uint64_t)(uintptr_t)v->host < v->size)
			found = v;
	}
	if (found && found->told != cudart_generation()) {
		struct dp_range m = { (uint64_t)(uintptr_t)found->host, found->size };
		struct rpc r = RPC(HOST_NAME, none, m);

		r.data = found->name;
		r.ndata = strlen(found->name);
		if (rpc_run(&r) == cudaSuccess)
			found->told = cudart_generation();
	}
	pthread_mutex_unlock(&registry.lock);
}

static cudaError_t get_kernel(cudaKernel_t *kernel, const void *host)
{
	struct function *f;

	if (!kernel)
		return cudaErrorInvalidValue;
	pthread_mutex_lock(&registry.lock);
	f = host ? table_get(&registry.functions, host) : NULL;
	pthread_mutex_unlock(&registry.lock);
	if (!f)
		return cudaErrorInvalidDeviceFunction;
	*kernel = (cudaKernel_t)f;
	return cudaSuccess;
}

cudaError_t __cudaGetKernel(cudaKernel_t *kernel, const void *host)
{
	return cudart_done(get_kernel(kernel, host));
}

cudaError_t cudaGetKernel(cudaKernel_t *kernel, const void *host)
{
	return cudart_done(get_kernel(kernel, host));
}

cudaError_t cudaGetFuncBySymbol(cudaFunction_t *function, const void *host)
{
	return cudart_done(get_kernel((cudaKernel_t *)function, host));
}

cudaError_t cudaFuncGetName(const char **name, const void *host)
{
	cudaKernel_t k;
	cudaError_t e = get_kernel(&k, host);

	if (e == cudaErrorInvalidDeviceFunction &&
		host) /* taken for a handle, and that it is not (measured on an H200) */
		e = cudaErrorInvalidResourceHandle;
	if (e == cudaSuccess && !name)
		e = cudaErrorInvalidValue;
	if (e == cudaSuccess)
		*name = ((struct function *)k)->name;
	return cudart_done(e);
}

cudaError_t symbol_place(enum dp_call call, const void *symbol, size_t n, size_t offset, void **p)
{
	struct variable *v;
	cudaError_t e = variable_get(symbol, call, &v);

	if (e != cudaSuccess)
		return e;
	if (n && (offset > v->range.bytes || n > v->range.bytes - offset)) /* of 0 bytes an H200 takes any offset */
		return cudart_refuse(call, cudaErrorInvalidValue,
			"%zu bytes at offset %zu are more than the %llu bytes of %s", n, offset,
			(unsigned long long)v->range.bytes, v->name);
	*p = (void *)(uintptr_t)(v->range.addr + offset);
	return cudaSuccess;
}
