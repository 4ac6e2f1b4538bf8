/* fuzz expr: an expression of a manifest. Whatever is well formed must evaluate or fail with a sentence, alike each
 * time.
 *
 * FUZZ-MODULES: lab counters base
 * FUZZ-LIBS: -lyaml -lm
 */
#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "lab/expr.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(int truth)
{
	if (!truth)
		abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct param params[] = { { "n", 7 }, { "rows", -3 }, { "zero", 0 }, { "most", LLONG_MAX },
		{ "least", LLONG_MIN } };
	static const struct test_case tc = { .name = "case", .params = params, .nparams = 5 };
	char *text = xstrndup((const char *)data, size);
	struct err e = ERR_INIT;
	long long v = 0, again = 0;
	int rc = expr_eval(text, &tc, &v, &e);

	require(expr_eval(text, &tc, &again, NULL) == rc && again == v);
	require(rc == 0 || (e.kind == ERR_INPUT && e.msg[0]));
	require(rc != 0 || expr_check(text, NULL) == 0);
	expr_uses(text, "n");
	free(text);
	return 0;
}
