/* fuzz manifest: the text of a lab.yaml, with the files of tests/fuzz/manifest/root beside it (the fuzzer runs in the
 * project's root). What is accepted must keep its promise: every expression has a value, every case's inputs can be
 * made. What is refused has a line and a sentence.
 *
 * FUZZ-MODULES: judge lab counters base
 * FUZZ-LIBS: -lyaml -lm
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "judge/inputs.h"
#include "judge/verdict.h"
#include "lab/manifest.h"

#define ROOT "tests/fuzz/manifest/root"
#define SMALL (1u << 16) /* bytes of a case that is worth filling here */

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(int truth)
{
	if (!truth)
		abort();
}

static void use_case(const struct step *s, const struct test_case *tc)
{
	struct case_data d;
	long long n, total = 0;

	for (size_t i = 0; i < s->nargs; i++) {
		if (s->args[i].count) {
			require(!expr_eval(s->args[i].count, tc, &n, NULL) && n >= 0);
			total += n * (long long)elem_size(s->args[i].type);
		}
	}
	if (total > SMALL)
		return;
	require(!case_data_make(&d, s, tc, 1, NULL));
	case_data_release(&d);
}

static void use(const struct lab *l)
{
	require(l->title && l->summary && l->nsteps);
	for (size_t i = 0; i < l->nsteps; i++) {
		const struct step *s = &l->steps[i];

		require(s->number == (int)i + 1 && s->nargs && s->ncases && s->nhints && s->reference && s->starter);
		verdict_check_mistakes(s, NULL);
		for (size_t c = 0; c < s->ncases; c++)
			use_case(s, &s->cases[c]);
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct lab l = { .number = 1,
		.name = "fuzz",
		.id = "01-fuzz",
		.dir = ROOT "/labs/01-fuzz",
		.manifest = "labs/01-fuzz/lab.yaml" };
	struct err e = ERR_INIT;
	struct arena a;

	arena_init(&a);
	if (!manifest_parse(&a, ROOT, &l, (const char *)data, size, &e))
		use(&l);
	else
		require(e.kind == ERR_INPUT && e.line > 0 && e.msg[0]);
	arena_release(&a);
	return 0;
}
