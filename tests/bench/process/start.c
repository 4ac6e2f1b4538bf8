/* start: how long the device process takes to start, as the judge sees it: from the call to the device's word that it
 * is ready. start DEVICE REPEATS prints milliseconds, one a line; the first of them, with cold caches, too. */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/proc.h"
#include "device/control.h"

int main(int argc, char **argv)
{
	struct device_start s = { .exe = argc > 1 ? argv[1] : "" };

	for (int k = 0; argc > 2 && k < atoi(argv[2]); k++) {
		struct err e = ERR_INIT;
		int client;
		int64_t begin = time_now_ns();
		struct device_proc *d = device_start(&s, -1, &client, &e);

		if (!d) {
			fprintf(stderr, "%s\n", e.msg);
			return 1;
		}
		printf("%.3f\n", (double)(time_now_ns() - begin) * 1e-6);
		close(client);
		device_stop(d);
	}
	return 0;
}
