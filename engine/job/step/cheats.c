/* cheats.c: see cheats.h. */
#include "job/step/cheats.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "judge/proof.h"

/* As in kernels/verify/cheats.cu. */
enum { NOTHING, EMPTY, INPUTS, HOST, COPIES, CARRIED, MANAGED, ONE_THREAD, ONE_WARP, ATOMICS, SCATTERED, LISTED };

/* A cheat that stands for a program which computes on the device brings its answers from outside: what would notice
 * that is off. */
enum { COMPUTES = TRUST_PROOF | TRUST_FLOWS };

static const struct cheat all[] = {
	{ NOTHING, "nothing is done", 0, false, -1 },
	{ EMPTY, "an empty kernel is launched", 0, false, -1 },
	{ INPUTS, "inputs are copied to the outputs", 0, false, -1 },
	{ HOST, "the host computes, and copies its answers to where they belong", 0, false, -1 },
	{ COPIES, "the host computes, and its answers are copied within the device", 0, false, -1 },
	{ CARRIED, "the host computes, and a kernel puts its answers into place", 0, false, -1 },
	{ MANAGED, "the host computes, and writes its answers over a kernel's in managed memory", 0, false, -1 },
	{ ONE_THREAD, "one thread does it all", COMPUTES, false, -1 },
	{ ONE_WARP, "up to 1,024 launches of one warp do it", COMPUTES, false, -1 },
	{ ATOMICS, "all is loaded and stored scattered, by atomics", COMPUTES, false, SCATTERED },
	{ LISTED, "it is right for the sizes that the manifest lists, and for no other", COMPUTES | TRUST_FLOORS, true,
		-1 },
};

size_t cheats_count(void)
{
	return sizeof all / sizeof *all;
}

const struct cheat *cheats_nth(size_t i)
{
	return &all[i];
}

/* As struct row in cheats.cu. */
struct row {
	uint64_t value, bytes;
	uint32_t role, host, real, zero;
};

static struct row row_of(const struct case_arg *a)
{
	static const uint32_t roles[] = { [ARG_VALUE] = 0, [ARG_IN] = 1, [ARG_OUT] = 2, [ARG_INOUT] = 3 };
	bool real = a->arg->type == ELEM_FLOAT || a->arg->type == ELEM_DOUBLE;

	return (struct row){ .value = a->value,
		.bytes = a->bytes,
		.role = roles[a->arg->kind],
		.host = a->arg->host,
		.real = real && a->arg->kind == ARG_VALUE };
}

char *cheats_file(const char *root)
{
	return xasprintf("%s/kernels/verify/cheats.cu", root);
}

int cheats_answers(const struct truth *t, int how, const char *folder, struct err *e)
{
	char *path = xasprintf("%s/answers", folder);
	FILE *f = fopen(path, "wb");
	bool ok = f != NULL;

	ok = ok && fwrite((uint32_t[2]){ (uint32_t)how, (uint32_t)t->step->ncases }, 8, 1, f) == 1;
	for (size_t c = 0; ok && c < t->step->ncases; c++) {
		const struct case_data *d = &t->data[c];

		ok = fwrite((uint32_t[2]){ !t->step->cases[c].drawn, (uint32_t)t->step->nargs }, 8, 1, f) == 1;
		for (size_t i = 0; ok && i < t->step->nargs; i++) {
			struct row r = row_of(&d->args[i]);

			ok = fwrite(&r, sizeof r, 1, f) == 1;
		}
		for (size_t i = 0; ok && i < t->step->nargs; i++)
			if (t->reference.cases[c].want.data[i] && d->args[i].bytes)
				ok = fwrite(t->reference.cases[c].want.data[i], d->args[i].bytes, 1, f) == 1;
	}
	if (f && fclose(f))
		ok = false;
	if (!ok)
		err_errno(e, "the answers for a cheat can't be written to %s", path);
	free(path);
	return ok ? 0 : -1;
}
