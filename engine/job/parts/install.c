/* install.c: see install.h. */
#include "job/parts/install.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/fs.h"

int install_find(struct install *in, struct err *e)
{
	const char *env = getenv("WARPLINGS_BIN");
	char *bin = env && *env ? realpath(env, NULL) : fs_exe_dir();
	int rc = 0;

	memset(in, 0, sizeof *in);
	if (!bin && env && *env)
		bin = xstrdup(env);
	if (!bin)
		return err_set(e, ERR_ENV, "the folder of this program can't be found (is /proc mounted?)");
	in->host = xasprintf("%s/warplings-host", bin);
	in->device = xasprintf("%s/warplings-device", bin);
	in->emulator_lib = xasprintf("%s/../lib/emulator", bin);
	if (!fs_is_file(in->host) || !fs_is_file(in->device))
		rc = err_set(
			e, ERR_ENV, "warplings-host and warplings-device are missing in %s: build with `make`", bin);
	else if (!fs_is_dir(in->emulator_lib))
		rc = err_set(e, ERR_ENV, "the emulator's libcudart.so.13 is missing in %s: build with `make`",
			in->emulator_lib);
	in->bin = bin;
	if (rc)
		install_release(in);
	return rc;
}

void install_sandbox(const struct install *in, const char *root, struct sandbox *s)
{
	const char *word = getenv("WARPLINGS_SANDBOX");
	int most = word && *word ? sandbox_tier_find(word) : -1;

	sandbox_find(s, in->bin, root, most < 0 ? SANDBOX_BWRAP : (enum sandbox_tier)most);
}

void install_release(struct install *in)
{
	free(in->bin);
	free(in->host);
	free(in->device);
	free(in->emulator_lib);
	memset(in, 0, sizeof *in);
}
