/* fuzz source: a student's text, as the judge reads it to say what is wrong: none may end the judge. The first byte is
 * the line that a finding would name.
 *
 * FUZZ-MODULES: judge lab counters base
 * FUZZ-LIBS: -lyaml -lm
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "tests/unit/judge/every_reader.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct arena a;
	char *text;

	if (!size)
		return 0;
	text = xstrndup((const char *)data + 1, size - 1);
	arena_init(&a);
	source_begin();
	of_it_all(&a, text);
	of_a_line(&a, text, data[0] % 64);
	arena_release(&a);
	free(text);
	return 0;
}
