/* cubin: hostile machine code. Whatever comes in, nothing is read past the end, what is found is sorted and within its
 * bounds, and it is found again; options lie inside. The corpus is made by corpus.py; real cubins are in
 * tests/unit/device/check_device_cubin.c.
 *
 * FUZZ-MODULES: base
 * FUZZ-LIBS: -lm
 */
#include <stdlib.h>
#include <string.h>

#include "../../../engine/device/code/cubin.c"
#include "../../../engine/device/code/cubin_loops.c"
#include "../../../engine/device/code/cubin_guarded.c"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct cubin_kernels k = { 0 };
	struct err e = ERR_INIT;
	size_t len;
	const char *options = cubin_options(data, size, &len);

	if (options ? options < (const char *)data || options + len >= (const char *)data + size ||
				memchr(options, 0, len) :
		      len)
		abort();
	if (cubin_add(&k, data, size, size & 1 ? 90 : 80, &e) ? k.n || !*e.msg : *e.msg)
		abort();
	cubin_add(&k, data, size, 80, NULL); /* the same once more: parts of a module */
	for (size_t i = 0; i < k.n; i++) {
		const struct cubin_kernel *x = &k.v[i];

		if (!x->regs || x->regs > 255 || !*x->name || (i && strcmp(k.v[i - 1].name, x->name) > 0) ||
			!cubin_find(&k, x->name))
			abort();
	}
	if (cubin_find(&k, ""))
		abort();
	cubin_release(&k);
	return 0;
}
