/* fatbin: hostile containers. Whatever comes in, the walk ends, nothing is read past the end, and the outcome keeps its
 * promise. The corpus is made by tests/fuzz/device_protocol/corpus.py; real containers of nvcc are in
 * tests/unit/device/check_device.c.
 *
 * FUZZ-MODULES: base
 * FUZZ-LIBS: -lzstd -llz4 -lm
 */
#include <stdlib.h>
#include <string.h>

#include "../../../engine/device/code/fatbin.c"
#include "../../../engine/device/code/ptxas.c"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct fatbin_entry best;
	struct err e = ERR_INIT;
	enum fatbin_outcome o;
	struct buf text;

	buf_init(&text);
	o = fatbin_best_ptx(data, size, 90, 90, &text, &best, &e);
	if (o == FATBIN_OK ? text.len > FATBIN_MAX_TEXT || strlen(text.data) != text.len : text.len || !*e.msg)
		abort();
	if (o == FATBIN_OK)
		ptxas_rounds_apart(best.options, best.noptions);
	buf_release(&text);
	return 0;
}
