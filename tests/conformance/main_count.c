/* For whoever works on the counting rules:  count KERNELS.TXT FOLDER            our counters of all launches, as a
 * table count KERNELS.TXT FOLDER H200.CSV   rows for differences.txt, without their reasons */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/fs.h"
#include "tests/conformance/count.h"

int main(int argc, char **argv)
{
	struct err e = ERR_INIT;
	struct count_table t = { .nrows = 0 };
	struct launches ls;
	struct counting c;
	struct counters v;
	struct buf text;
	size_t equal = 0, different = 0;

	if (argc < 3) {
		fputs("usage: count KERNELS.TXT FOLDER [H200.CSV]\n", stderr);
		return 2;
	}
	buf_init(&text);
	if (fs_read(argv[1], 1 << 20, &text, &e) != 0 || launches_parse(&ls, text.data, argv[1], &e) != 0 ||
		counting_init(&c, 1, false, &e) != 0 || (argc > 3 && count_table_load(&t, argv[3], &e) != 0)) {
		fprintf(stderr, "%s:%d: %s\n", argv[1], e.line, e.msg);
		return 2;
	}
	for (size_t i = 0; i < ls.n; i++) {
		err_clear(&e);
		if (counting_run(&c, argv[2], &ls.v[i], &v, &e) != 0) {
			printf("%s: %s\n", ls.v[i].name, e.msg);
			continue;
		}
		if (argc == 3)
			printf("%s", ls.v[i].name);
		for (size_t k = 0; k < ncount_pairs; k++) {
			uint64_t want, got = v.v[count_pairs[k].id];

			if (argc == 3)
				printf(",%" PRIu64, got);
			else if (i < t.nrows && count_recorded(&t, i, &count_pairs[k], &want)) {
				equal += want == got;
				different += want != got;
				if (want != got)
					printf("%s %s %" PRIu64 " %" PRIu64 "\n", ls.v[i].name,
						counter_name(count_pairs[k].id), want, got);
			}
		}
		if (argc == 3)
			putchar('\n');
	}
	if (argc > 3)
		fprintf(stderr, "%zu equal, %zu different\n", equal, different);
	count_table_release(&t);
	counting_release(&c);
	launches_release(&ls);
	buf_release(&text);
	return 0;
}
