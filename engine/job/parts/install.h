/* install: where the parts of an installation lie: the programs beside ours, our libcudart, NVIDIA's. Works for the
 * build tree, for a bundle and for a test program (WARPLINGS_BIN names the folder of the programs then). */
#ifndef JOB_INSTALL_H
#define JOB_INSTALL_H

#include "base/err.h"

struct install {
	char *host;         /* warplings-host */
	char *device;       /* warplings-device */
	char *emulator_lib; /* folder with our libcudart.so.13 */
};
int install_find(struct install *in, struct err *e);
void install_release(struct install *in);

#endif
