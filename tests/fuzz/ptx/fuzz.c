/* fuzz ptx: text that a student's compiler, or somebody who is no compiler, put into a fatbin. What parses must print
 * to text that parses to the same again, and the checker must say the same of both.
 *
 * FUZZ-MODULES: ptx base
 * FUZZ-LIBS: -lm
 *
 * Run it with tests/fuzz/run.sh ptx; FUZZ_SECONDS=300 for longer. The seeds are nvcc's output for small kernels,
 * without their paths.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "ptx/module.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(int truth)
{
	if (!truth)
		abort();
}

static int check(struct ptx_module *m)
{
	struct err e = ERR_INIT;
	int rc = ptx_check(m, &e);

	require(rc == 0 || (e.kind == ERR_INPUT && e.msg[0]));
	return rc;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct ptx_module *m = NULL, *again = NULL;
	struct err e = ERR_INIT, loading = ERR_INIT;
	struct buf first, second;

	/* As a device loads it: what ptx_parse takes, ptx_load takes or refuses for its calls alone; its text loads
	 * again and stays. */
	if (ptx_load((const char *)data, size, &m, &loading) == 0) {
		buf_init(&first);
		buf_init(&second);
		ptx_print(m, &first);
		ptx_module_free(m);
		require(ptx_load(first.data, first.len, &again, &loading) == 0);
		ptx_print(again, &second);
		require(first.len == second.len && memcmp(first.data, second.data, first.len) == 0);
		ptx_module_free(again);
		m = again = NULL;
		buf_release(&first);
		buf_release(&second);
	} else {
		require(m == NULL && loading.kind == ERR_INPUT && loading.msg[0]);
	}

	if (ptx_parse((const char *)data, size, &m, &e) < 0) {
		require(m == NULL && e.kind == ERR_INPUT && e.msg[0] && e.line > 0);
		return 0;
	}
	require(e.kind == ERR_NONE);
	buf_init(&first);
	buf_init(&second);
	ptx_print(m, &first);
	require(ptx_parse(first.data, first.len, &again, &e) == 0);
	require(check(m) == check(again));
	ptx_print(again, &second);
	require(first.len == second.len && memcmp(first.data, second.data, first.len) == 0);
	ptx_module_free(m);
	ptx_module_free(again);
	buf_release(&first);
	buf_release(&second);
	return 0;
}
