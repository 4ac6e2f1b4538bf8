/* module_ptx: what a program registered becomes one checked PTX module: for each of its fatbins fatbin_best_ptx ->
 * ptx_parse_lenient, then ptx_link where there are several (-rdc=true over several files), then ptx_check_lenient.
 * Everything in it is hostile: sizes are checked against what came, and the text of all parts together is bounded.
 *
 * Machine code is read for what ptxas says of each kernel (cubin.h). It is a hint: what cannot be read is as if it were
 * not there.
 */
#include "device/ops/context.h"

#include <stdlib.h>
#include <string.h>

#include "device/code/fatbin.h"
#include "device/code/ptxas.h"
#include "ptx/module.h"

enum { NO_KERNEL_IMAGE = 209, INVALID_PTX = 218 };

static int native_arch(const struct context *c)
{
	return (int)(c->config->profile.field[DP_FIELD_CC_MAJOR] * 10 + c->config->profile.field[DP_FIELD_CC_MINOR]);
}
static int device_arch(const struct context *c)
{
	int arch = native_arch(c);

	return arch > EMULATED_ARCH ? arch : EMULATED_ARCH;
}

/* What a module is made of: the PTX of each fatbin that has some. One is the rule; -rdc=true leaves one for each file.
 */
struct parts {
	struct ptx_module *m[DP_MAX_PARTS];
	size_t n, text_bytes;
};

static void parts_free(struct parts *p)
{
	for (size_t i = 0; i < p->n; i++)
		ptx_module_free(p->m[i]);
	free(p);
}

/* What ptxas made of a part's kernels. A part of nothing but machine code is what the device linker made of all others:
 * it alone counts. ptx: the part's, or NULL. */
static void read_code(const struct context *c, const uint8_t *fatbin, size_t n, bool linked, struct ptx_module *ptx,
	struct cubin_kernels *code)
{
	struct buf cubin;
	const char *options;
	size_t noptions;
	int arch;

	buf_init(&cubin);
	arch = fatbin_nearest_code(fatbin, n, native_arch(c), &cubin);
	if (arch && linked)
		cubin_release(code);
	if (arch)
		cubin_add(code, (const uint8_t *)cubin.data, cubin.len, arch, NULL);
	/* Options of nvcc's own that it hands on (--Ofast-compile) stand in the machine code only. */
	options = arch ? cubin_options((const uint8_t *)cubin.data, cubin.len, &noptions) : NULL;
	if (options && ptx && ptxas_rounds_apart(options, noptions))
		ptx_round_apart(ptx);
	buf_release(&cubin);
}

static int parse_part(struct op *op, struct parts *p, const struct buf *text, const struct fatbin_entry *from)
{
	struct err e = ERR_INIT;

	p->text_bytes += text->len;
	op->verdict = DEVICE_LACKS;
	if (p->text_bytes > FATBIN_MAX_TEXT)
		return op_refuse(op, INVALID_PTX, "the program holds more than %u MiB of PTX",
			(unsigned)(FATBIN_MAX_TEXT >> 20));
	if (ptx_parse_lenient(text->data, text->len, &p->m[p->n], &e))
		return op_refuse(
			op, INVALID_PTX, "the emulator does not understand its PTX at line %d: %s", e.line, e.msg);
	op->verdict = NULL;
	if (ptxas_rounds_apart(from->options, from->noptions))
		ptx_round_apart(p->m[p->n]);
	p->n++;
	return 0;
}

static int parse_parts(struct context *c, struct op *op, struct parts *p, struct cubin_kernels *code)
{
	const struct dp_module *m = (const void *)op->body;
	struct err e = ERR_INIT;
	const uint8_t *at = op->payload;
	size_t left = op->npayload;
	bool linked = false;

	if (!m->parts || m->parts > DP_MAX_PARTS || left < m->parts * sizeof(uint64_t))
		return op_refuse(op, NO_KERNEL_IMAGE, "a module of %u parts", m->parts);
	at += m->parts * sizeof(uint64_t);
	left -= m->parts * sizeof(uint64_t);
	for (uint32_t i = 0; i < m->parts; i++) {
		struct fatbin_entry from;
		struct buf text;
		uint64_t size;
		int refused = 0;

		memcpy(&size, op->payload + i * sizeof size, sizeof size);
		if (size > left)
			return op_refuse(op, NO_KERNEL_IMAGE, "part %u of the module claims %llu bytes, %zu are there",
				i, (unsigned long long)size, left);
		buf_init(&text);
		switch (fatbin_best_ptx(at, (size_t)size, device_arch(c), native_arch(c), &text, &from, &e)) {
		case FATBIN_OK:
			refused = parse_part(op, p, &text, &from);
			if (!linked && !refused)
				read_code(c, at, (size_t)size, false, p->m[p->n - 1], code);
			break;
		case FATBIN_NO_PTX:
			linked = true;
			read_code(c, at, (size_t)size, true, NULL, code);
			break;
		case FATBIN_MALFORMED: refused = op_refuse(op, NO_KERNEL_IMAGE, "%s", e.msg); break;
		}
		buf_release(&text);
		if (refused)
			return refused;
		at += size;
		left -= (size_t)size;
	}
	if (p->n)
		return 0;
	op->lacks = true;
	return op_refuse(op, NO_KERNEL_IMAGE, "%s", e.msg);
}

/* One module that ptx_check_lenient has passed; NULL: refused. */
struct ptx_module *module_ptx(struct context *c, struct op *op, struct cubin_kernels *code)
{
	struct parts *p = xcalloc(1, sizeof *p);
	struct ptx_module *ptx = NULL;
	struct err e = ERR_INIT;

	if (parse_parts(c, op, p, code)) {
		parts_free(p);
		return NULL;
	}
	if (p->n == 1) {
		ptx = p->m[0];
	} else if (ptx_link(p->m, p->n, &ptx, &e)) {
		op->lacks = true;
		op_refuse(op, INVALID_PTX, "%s", e.msg);
	}
	free(p);
	if (ptx && ptx_check_lenient(ptx, &e)) {
		ptx_module_free(ptx);
		op->verdict = DEVICE_LACKS;
		op_refuse(op, INVALID_PTX, "the emulator does not accept its PTX at line %d: %s", e.line, e.msg);
		return NULL;
	}
	return ptx;
}
