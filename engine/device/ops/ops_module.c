/* ops_module: fatbins in, kernels and variables out. Bytes -> module_ptx -> emulator. Each step refuses with NVIDIA's
 * code and a sentence of its own; what the emulator lacks is told apart from what is wrong (DEVICE_LACKS).
 */
#include "device/ops/context.h"

#include <stdlib.h>
#include <string.h>

#include "device/wire/names.h"
#include "ptx/module.h"

#define MAX_MODULES 65536u
#define MAX_KERNELS 65536u

enum { INVALID_PTX = 218, SYMBOL_NOT_FOUND = 500, INVALID_SYMBOL = 13, INVALID_FUNCTION = 98, INVALID_HANDLE = 400 };

static uint32_t const_bytes(const struct ptx_module *ptx)
{
	uint64_t end = 0;

	for (size_t i = 0; i < ptx->nvars; i++)
		if (ptx->vars[i].space == PTX_CONST && ptx->vars[i].func < 0) {
			uint64_t align = ptx->vars[i].align ? ptx->vars[i].align : 1;

			end = (end + align - 1) / align * align + ptx->vars[i].size;
		}
	return end < UINT32_MAX ? (uint32_t)end : UINT32_MAX;
}

int op_module_load(struct context *c, struct op *op, struct answer *a)
{
	struct cubin_kernels code = { 0 };
	struct ptx_module *ptx;
	struct dp_id reply = { 0, 0 };
	struct err e = ERR_INIT;
	struct module *m;
	struct em_module *em;
	uint32_t constants;
	int version;

	if (c->nmodules >= MAX_MODULES)
		return op_refuse(op, 2, "more than %u modules", MAX_MODULES);
	ptx = module_ptx(c, op, &code);
	if (!ptx) {
		cubin_release(&code);
		return op->refused;
	}
	op->verdict = DEVICE_LACKS;
	version = ptx->target_sm;
	constants = const_bytes(ptx);
	if (c->config->mutant.file)
		em_mutate(ptx, &c->config->mutant);
	em = em_module_load(c->em, ptx, &e);
	if (!em) {
		cubin_release(&code);
		if (*e.file)
			return op_refuse(op, INVALID_PTX, "%s, line %d: %s", e.file, e.line, e.msg);
		return op_refuse(op, INVALID_PTX, "%s", e.msg);
	}
	if (c->config->syncs)
		syncs_module(c->config->syncs, em);
	op->verdict = NULL;
	pthread_mutex_lock(&c->lock);
	c->modules = xrealloc(c->modules, (c->nmodules + 1) * sizeof *c->modules);
	m = &c->modules[c->nmodules];
	m->id = (uint32_t)c->nmodules++;
	m->em = em;
	m->ptx_version = version;
	m->const_bytes = constants;
	m->code = code;
	reply.id = m->id;
	pthread_mutex_unlock(&c->lock);
	buf_add(&a->body, &reply, sizeof reply);
	return 0;
}

static struct module *module_find(struct context *c, struct op *op, uint32_t id)
{
	if (id < c->nmodules && c->modules[id].em)
		return &c->modules[id];
	op_refuse(op, INVALID_HANDLE, "there is no module %u", id);
	return NULL;
}

static void unload(struct context *c, struct module *m)
{
	pthread_mutex_lock(&c->code_lock);
	for (size_t i = 0; i < c->nkernels; i++)
		if (c->kernels[i]->module == m->id)
			c->kernels[i]->em = NULL;
	pthread_mutex_unlock(&c->code_lock);
	order_forget_all(c->order_of); /* what is kept names files of the module */
	em_module_unload(m->em);
	cubin_release(&m->code);
	m->em = NULL;
}

int op_module_unload(struct context *c, struct op *op, struct answer *a)
{
	const struct dp_id *id = (const void *)op->body;
	struct module *m = module_find(c, op, id->id);

	(void)a;
	if (!m)
		return op->refused;
	unload(c, m);
	return 0;
}

void modules_drop(struct context *c)
{
	for (size_t i = 0; i < c->nmodules; i++)
		if (c->modules[i].em)
			unload(c, &c->modules[i]);
}

/* The payload as a name: no NUL within, not empty. */
static const char *name_of(struct op *op)
{
	if (op->npayload && !memchr(op->payload, 0, op->npayload))
		return (const char *)op->payload;
	op_refuse(op, 1, "a name is missing or holds a NUL byte");
	return NULL;
}

/* What ptxas says of a kernel stands above what the emulator can tell from its PTX. */
static void read_code(struct kernel *k, const struct cubin_kernel *code)
{
	if (!code)
		return;
	/* Where the PTX has no local memory, what the machine code has there is spilled. */
	if (!k->info.local_bytes)
		k->spills = code->local;
	k->under_way = code->under_way;
	k->loops = code->loops;
	k->guarded = code->guarded;
	k->info.regs = code->regs;
	k->info.local_bytes = code->stack_bytes;
	k->info.static_shared = code->shared_bytes;
	k->regs_arch = code->arch;
	k->code_bytes = code->code_bytes;
}

static struct kernel *kernel_get(struct context *c, const struct module *m, const struct em_kernel *em)
{
	const int64_t *f = c->config->profile.field;
	struct kernel *k;

	for (size_t i = 0; i < c->nkernels; i++)
		if (c->kernels[i]->em == em)
			return c->kernels[i];
	if (c->nkernels >= MAX_KERNELS)
		return NULL;
	k = xcalloc(1, sizeof *k);
	em_kernel_info(em, &k->info);
	read_code(k, cubin_find(&m->code, k->info.name));
	em_kernel_code_loops(em, k->loops.jumps == k->loops.tops ? k->loops.tops : 0);
	k->module = m->id;
	k->em = em;
	k->name = names_kernel(k->info.name);
	k->file = k->info.file ? xstrdup(k->info.file) : NULL;
	k->ptx_version = m->ptx_version;
	if (k->info.static_shared < f[DP_FIELD_SHARED_PER_BLOCK])
		k->max_dynamic = (uint32_t)f[DP_FIELD_SHARED_PER_BLOCK] - k->info.static_shared;
	pthread_mutex_lock(&c->lock);
	k->id = (uint32_t)c->nkernels;
	c->kernels = xrealloc(c->kernels, (c->nkernels + 1) * sizeof *c->kernels);
	c->kernels[c->nkernels++] = k;
	pthread_mutex_unlock(&c->lock);
	return k;
}

int op_kernel(struct context *c, struct op *op, struct answer *a)
{
	const struct dp_id *id = (const void *)op->body;
	struct module *m = module_find(c, op, id->id);
	const char *name = m ? name_of(op) : NULL;
	const struct em_kernel *em;
	struct dp_kernel_reply r = { 0 };
	struct kernel *k;

	if (!name)
		return op->refused;
	em = em_kernel_find(m->em, name);
	if (!em) { /* of a part of the program that is machine code alone */
		op->lacks = true;
		return op_refuse(op, INVALID_FUNCTION, "its module has no kernel %.200s", name);
	}
	k = kernel_get(c, m, em);
	if (!k)
		return op_refuse(op, 2, "more than %u kernels", MAX_KERNELS);
	r.id = k->id;
	r.nparams = k->info.nparams;
	r.param_bytes = k->info.param_bytes;
	r.static_shared = k->info.static_shared;
	r.local_bytes = k->info.local_bytes;
	r.max_threads = k->info.max_threads;
	r.const_bytes = m->const_bytes;
	r.regs = k->info.regs;
	r.max_dynamic_shared = k->max_dynamic;
	r.ptx_version = (uint32_t)m->ptx_version;
	buf_add(&a->body, &r, sizeof r);
	for (uint32_t i = 0; i < k->info.nparams; i++) {
		buf_add(&a->body, &k->info.param_offset[i], sizeof(uint32_t));
		buf_add(&a->body, &k->info.param_size[i], sizeof(uint32_t));
	}
	return 0;
}

int op_symbol(struct context *c, struct op *op, struct answer *a)
{
	const struct dp_id *id = (const void *)op->body;
	struct module *m = module_find(c, op, id->id);
	const char *name = m ? name_of(op) : NULL;
	struct allocation row = { .kind = DP_MEM_SYMBOL }, known;
	struct dp_range r;

	if (!name)
		return op->refused;
	if (em_symbol_find(m->em, name, &r.addr, &r.bytes)) {
		op->lacks = true; /* as above */
		return op_refuse(op, INVALID_SYMBOL, "its module has no variable %.200s", name);
	}
	row.start = r.addr;
	row.bytes = r.bytes;
	if (!memory_find(c, r.addr, 0, &known) || known.start != r.addr)
		memory_add(c, &row);
	buf_add(&a->body, &r, sizeof r);
	return 0;
}

/* Kernels, then managed variables. */
int op_part(struct context *c, struct op *op, struct answer *a)
{
	const struct dp_pair *ask = (const void *)op->body;
	struct module *m = module_find(c, op, ask->first);
	struct dp_part_reply r = { DP_PART_NONE, 0, 0 };
	const char *name;
	size_t n = 0;

	if (!m)
		return op->refused;
	name = em_kernel_at(m->em, ask->second);
	if (name) {
		r.what = DP_PART_KERNEL;
	} else {
		while (em_kernel_at(m->em, n))
			n++;
		name = em_managed_at(m->em, ask->second - n, &r.bytes);
		r.what = name ? DP_PART_MANAGED : DP_PART_NONE;
	}
	buf_add(&a->body, &r, sizeof r);
	if (name)
		buf_puts(&a->body, name);
	return 0;
}

int op_managed(struct context *c, struct op *op, struct answer *a)
{
	const struct dp_id *id = (const void *)op->body;
	struct module *m = module_find(c, op, id->id);
	const char *name = m ? name_of(op) : NULL;
	struct dp_range r;
	uint64_t addr, bytes;

	if (!name)
		return op->refused;
	if (em_symbol_find(m->em, name, &addr, &bytes))
		return op_refuse(op, INVALID_SYMBOL, "its module has no variable %.200s", name);
	if (memory_share(c, op, a, DP_MEM_MANAGED, bytes, &r))
		return op->refused;
	/* Should it fail, the memory stays until the context ends: nobody else knows its address. */
	if (em_symbol_place(m->em, name, r.addr))
		return op_refuse(op, INVALID_SYMBOL, "%.200s cannot become managed any more", name);
	buf_add(&a->body, &r, sizeof r);
	return 0;
}

int op_attribute(struct context *c, struct op *op, struct answer *a)
{
	enum {
		MAX_DYNAMIC_SHARED = 8,
		CARVEOUT = 9,
		CLUSTER_WIDTH = 11,
		CLUSTER_LAST = 15
	}; /* enum cudaFuncAttribute */
	const struct dp_attribute *t = (const void *)op->body;
	const int64_t *f = c->config->profile.field;
	struct kernel *k = t->kernel < c->nkernels ? c->kernels[t->kernel] : NULL;

	(void)a;
	if (!k || !k->em)
		return op_refuse(op, INVALID_FUNCTION, "there is no kernel %u", t->kernel);
	if (t->attribute == CARVEOUT)
		return t->value >= -1 && t->value <= 100 ?
			0 :
			op_refuse(op, 1, "a carve-out of %lld %%", (long long)t->value);
	if (t->attribute >= CLUSTER_WIDTH && t->attribute <= CLUSTER_LAST)
		return op_refuse(
			op, 801, "the attribute %u is one of clusters, which the emulator lacks", t->attribute);
	if (t->attribute != MAX_DYNAMIC_SHARED)
		return op_refuse(op, 1, "%d is no attribute of a kernel that can be set", (int)t->attribute);
	if (t->value < 0 || t->value + k->info.static_shared > f[DP_FIELD_SHARED_PER_BLOCK_OPTIN])
		return op_refuse(op, 1,
			"%s asks for %lld bytes of dynamic shared memory beside %u static ones; the device has %lld "
			"for a block",
			k->name, (long long)t->value, k->info.static_shared,
			(long long)f[DP_FIELD_SHARED_PER_BLOCK_OPTIN]);
	pthread_mutex_lock(&c->lock);
	k->max_dynamic = (uint32_t)t->value;
	pthread_mutex_unlock(&c->lock);
	return 0;
}
