/* module: PTX gets addresses. Every .global and .const variable is an allocation of its own (red zones find what runs
 * over its end), with its initial value and the addresses in it. Kernels are laid out on first question and decoded on
 * first launch. */
#include "base/buf.h"
#include "emulator/check/check.h"
#include "emulator/code/kernel.h"
#include "emulator/core/device.h"

static struct em_module *fail(struct em_module *m, struct err *e, const char *what)
{
	err_set(e, ERR_INPUT, "%s", what);
	em_module_unload(m);
	return NULL;
}

static int relocate(struct em_module *m, const struct ptx_var *v, uint8_t *at)
{
	for (size_t k = 0; k < v->nrelocs; k++) {
		const struct ptx_reloc *r = &v->relocs[k];
		uint64_t value = r->func >= 0 ? EM_FUNC_BASE + 16 * (uint64_t)r->func :
			r->sym >= 0           ? m->addr[r->sym] :
						0;
		if (r->bytes > 8 || r->offset > v->size || r->bytes > v->size - r->offset)
			return -1;
		value += (uint64_t)r->addend;
		memcpy(at + r->offset, &value, r->bytes);
	}
	return 0;
}

struct em_module *em_module_load(struct em_device *d, struct ptx_module *ptx, struct err *e)
{
	struct em_module *m = xcalloc(1, sizeof *m);
	m->d = d;
	m->ptx = ptx;
	m->next = d->modules;
	d->modules = m;
	d->mem.epoch++;
	arena_init(&m->arena);
	m->addr = arena_alloc(&m->arena, (ptx->nvars + 1) * sizeof *m->addr);
	m->elsewhere = arena_alloc(&m->arena, (ptx->nvars + 1) * sizeof *m->elsewhere);
	m->kernels = arena_alloc(&m->arena, (ptx->nfuncs + 1) * sizeof *m->kernels);
	if (!ptx->checked)
		return fail(m, e, "The module's PTX has not passed ptx_check");
	for (size_t k = 0; k < ptx->nvars; k++) {
		const struct ptx_var *v = &ptx->vars[k];
		if ((v->space != PTX_GLOBAL && v->space != PTX_CONST) || (v->is_extern && !v->size))
			continue;
		if (em_memory_alloc(&d->mem, v->size, false, &m->addr[k]) < 0)
			return fail(m, e, "The module's variables do not fit into device memory");
		if (v->space == PTX_CONST)
			em_memory_protect(&d->mem, m->addr[k]);
		uint8_t *at = em_host_ptr(d, m->addr[k], v->size);
		if (at && v->init)
			memcpy(at, v->init, v->size);
		else if (at)
			memset(at, 0, v->size);
	}
	for (size_t k = 0; k < ptx->nvars; k++) {
		const struct ptx_var *v = &ptx->vars[k];
		if (m->addr[k] && v->nrelocs && relocate(m, v, em_host_ptr(d, m->addr[k], v->size)) < 0)
			return fail(m, e, "An initialiser has an address outside its variable");
	}
	for (size_t k = 0; k < ptx->nfuncs; k++)
		if (ptx->funcs[k].is_entry && ptx->funcs[k].ninsts)
			m->kernels[m->nkernels++] = (struct em_kernel){ m, &ptx->funcs[k], NULL };
	return m;
}

void em_module_unload(struct em_module *m)
{
	if (!m)
		return;
	m->d->mem.epoch++;
	for (struct em_module **p = &m->d->modules; *p; p = &(*p)->next)
		if (*p == m) {
			*p = m->next;
			break;
		}
	for (size_t k = 0; k < m->ptx->nvars; k++)
		if (m->addr[k] && !m->elsewhere[k])
			em_memory_free(&m->d->mem, m->addr[k]);
	em_check_forget_module(m->d->check, m); /* looks at the programs */
	for (size_t k = 0; k < m->nkernels; k++)
		em_program_free(m->kernels[k].p);
	arena_release(&m->arena);
	ptx_module_free(m->ptx);
	free(m);
}

struct em_kernel *em_kernel_find(struct em_module *m, const char *name)
{
	for (size_t k = 0; k < m->nkernels; k++)
		if (!strcmp(m->kernels[k].f->name, name)) {
			if (!m->kernels[k].p)
				m->kernels[k].p = em_program_new(m, m->kernels[k].f);
			return &m->kernels[k];
		}
	return NULL;
}

const char *em_kernel_at(const struct em_module *m, size_t n)
{
	return n < m->nkernels ? m->kernels[n].f->name : NULL;
}

const char *em_managed_at(const struct em_module *m, size_t n, uint64_t *size)
{
	for (size_t k = 0; k < m->ptx->nvars; k++) {
		const struct ptx_var *v = &m->ptx->vars[k];
		if (!v->managed || !m->addr[k] || n--)
			continue;
		*size = v->size;
		return v->name;
	}
	return NULL;
}

int em_symbol_find(struct em_module *m, const char *name, uint64_t *addr, uint64_t *size)
{
	for (size_t k = 0; k < m->ptx->nvars; k++)
		if (m->addr[k] && !strcmp(m->ptx->vars[k].name, name)) {
			*addr = m->addr[k];
			*size = m->ptx->vars[k].size;
			return 0;
		}
	return -1;
}

int em_symbol_place(struct em_module *m, const char *name, uint64_t addr)
{
	const struct ptx_module *ptx = m->ptx;
	size_t k = 0;
	void *from, *to;

	for (size_t i = 0; i < m->nkernels; i++)
		if (m->kernels[i].p)
			return -1;
	while (k < ptx->nvars && (!m->addr[k] || m->elsewhere[k] || strcmp(ptx->vars[k].name, name)))
		k++;
	if (k == ptx->nvars)
		return -1;
	from = em_host_ptr(m->d, m->addr[k], ptx->vars[k].size);
	to = em_host_ptr(m->d, addr, ptx->vars[k].size);
	if (!from || !to)
		return -1;
	memcpy(to, from, ptx->vars[k].size);
	em_memory_free(&m->d->mem, m->addr[k]);
	m->addr[k] = addr;
	m->elsewhere[k] = true;
	/* Pointers to it in the initial values of others. */
	for (k = 0; k < ptx->nvars; k++)
		if (m->addr[k] && ptx->vars[k].nrelocs &&
			relocate(m, &ptx->vars[k], em_host_ptr(m->d, m->addr[k], ptx->vars[k].size)) < 0)
			return -1;
	return 0;
}

/* Where the kernel itself was written, whatever is inlined into it. */
static const char *file_of(const struct em_kernel *k)
{
	const struct ptx_module *m = k->m->ptx;

	for (int32_t i = 0; i < k->f->nlocs; i++) {
		const struct ptx_loc *l = &m->locs[k->f->locs + i];

		if (l->inlined_at < 0 && l->file >= 0 && (size_t)l->file < m->nfiles)
			return m->files[l->file].path;
	}
	return NULL;
}

void em_kernel_info(const struct em_kernel *k, struct em_kernel_info *info)
{
	const struct em_program *p = k->p;
	const uint32_t *n = k->f->reqntid[0] ? k->f->reqntid : k->f->maxntid;
	uint64_t most = n[0] ? (uint64_t)n[0] * (n[1] ? n[1] : 1) * (n[2] ? n[2] : 1) : 1024;
	*info = (struct em_kernel_info){ .name = k->f->name,
		.file = file_of(k),
		.nparams = (uint32_t)k->f->nparams,
		.param_size = p->param_size,
		.param_offset = p->param_offset,
		.param_bytes = p->param_bytes,
		.static_shared = p->static_shared,
		.local_bytes = p->local_bytes,
		.max_threads = most < 1024 ? (uint32_t)most : 1024,
		.regs = p->regs };
}
