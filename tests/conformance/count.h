/* count: the launches of counters/kernels.txt on the emulator, and the recorded table (counters/h200.csv) to compare
 * their counters with.
 *
 * counters/differences.txt lists what is not equal and why:  KERNEL COUNTER HARDWARE OURS REASON
 * where COUNTER is the name in counters.def and REASON one of the words that docs/counters.md explains. A row that is
 * not exactly so any more is as wrong as a difference without a row. */
#ifndef CONFORMANCE_COUNT_H
#define CONFORMANCE_COUNT_H

#include <stdbool.h>

#include "base/buf.h"
#include "counters/counters.h"
#include "emulator/emulator.h"
#include "tests/conformance/launches.h"

#define COUNT_MAX_FILES 8
#define COUNT_MAX_COLUMNS 64

struct counting {
	struct em_device *device;
	const char *names[COUNT_MAX_FILES];
	struct em_module *modules[COUNT_MAX_FILES];
	size_t nmodules;
};

/* `folder` holds NAME.ptx.zst for each file that the launches name. */
int counting_init(struct counting *c, int threads, bool baseline, struct err *e);
void counting_release(struct counting *c);
int counting_run(struct counting *c, const char *folder, const struct launch *l, struct counters *out, struct err *e);

/* The recorded table: a row for each launch, in their order. */
struct count_table {
	struct buf text;
	const char *columns[COUNT_MAX_COLUMNS];
	size_t ncolumns;
	struct count_row {
		const char *kernel;
		uint64_t v[COUNT_MAX_COLUMNS];
	} * rows;
	size_t nrows;
};
int count_table_load(struct count_table *t, const char *path, struct err *e);
void count_table_release(struct count_table *t);

/* Recorded columns that ours can be compared with: some say the same thing by another name, or as a sum. */
struct count_pair {
	enum counter_id id;
	const char *columns[3];
};
extern const struct count_pair count_pairs[];
extern const size_t ncount_pairs;
/* Recorded value of a pair in a row; false when a column is not in the table. */
bool count_recorded(const struct count_table *t, size_t row, const struct count_pair *p, uint64_t *v);

#endif
