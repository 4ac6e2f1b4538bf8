/* faults: what the device reports of memory, in a person's words: a fault with its thread, line and allocation as one
 * sentence, an allocation by the argument that it is or by the call that made it, an element by its name.
 */
#ifndef JOB_FAULTS_H
#define JOB_FAULTS_H

#include "base/arena.h"
#include "device/control.h"
#include "host/client.h"
#include "judge/inputs.h"
#include "judge/result.h"

struct memory_names {                /* what allocations are called; all of it may be 0 */
	const struct case_data *d;   /* of a step's case: names of arguments... */
	const struct host_arg *args; /* ... and where they lay */
	int *resolve;                /* a program's: how many sites may still be looked up (job/evidence/site.h) */
};

/* "of 'out', argument 3 of solve()"; "made by the 2nd cudaMalloc at x.cu:30, freed by the 1st cudaFree at x.cu:33".
 * NULL: nothing is known. */
const char *block_words(struct arena *a, const struct device_block *b, const struct memory_names *names);
/* "out[17]", "in[3]" for an address in an argument's memory, else NULL. */
const char *element_words(struct arena *a, uint64_t address, const struct memory_names *names);

struct fault_words {
	const char *what;     /* "Invalid __global__ read of size 4 bytes" */
	const char *detail;   /* "address is right past the end of the 4,096-byte allocation of 'out', ..."; NULL: there
				 is none */
	const char *sentence; /* all of it, with thread and line; scrubbed */
};
void fault_describe(
	struct arena *a, const struct device_fault *f, const struct memory_names *names, struct fault_words *out);

/* The live or leaked allocation that holds an address, or NULL. */
const struct device_block *block_at(const struct device_report *r, uint64_t address);
/* What the judged code (not the host process around it) allocated in this period and did not free: a sentence, or NULL.
 */
const char *leak_words(struct arena *a, const struct device_report *r);

#endif
