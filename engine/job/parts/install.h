/* install: where the parts of an installation lie: the programs beside ours, our libcudart, NVIDIA's. Works for the
 * build tree, for a bundle and for a test program (WARPLINGS_BIN names the folder of the programs then). */
#ifndef JOB_INSTALL_H
#define JOB_INSTALL_H

#include "base/err.h"
#include "sandbox/sandbox.h"

struct install {
	char *bin;          /* folder of the programs */
	char *host;         /* warplings-host */
	char *device;       /* warplings-device */
	char *emulator_lib; /* folder with our libcudart.so.13 */
};
int install_find(struct install *in, struct err *e);
/* The best sandbox that works here, or at most what WARPLINGS_SANDBOX names: bwrap, landlock, none. */
void install_sandbox(const struct install *in, const char *root, struct sandbox *s);
/* What reports say of code that is ours, or of the person who runs it, and gets none. */
#define INSTALL_TRUSTED "none: a trusted file"
void install_release(struct install *in);

#endif
