/* gradescope: the folder that becomes a Gradescope autograder: this installation packed, a set-up script, and a script
 * that grades one submission. Only tar and scripts/bundle.sh are run here; what the scripts do is tested by running
 * them (tests/e2e). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/fs.h"
#include "base/proc.h"
#include "base/rng.h"
#include "cli/cli.h"
#include "grade/grade.h"
#include "job/parts/install.h"

enum { TAR_MS = 300000 };

static const char setup[] =
	"#!/usr/bin/env bash\n"
	"# Made by `warplings gradescope`. Runs once, when Gradescope builds the autograder's image.\n"
	"set -euo pipefail\n"
	"source=${AUTOGRADER:-/autograder}/source\n"
	"apt-get update\n"
	"apt-get install -y --no-install-recommends g++ bubblewrap ca-certificates python3 python3-pip\n"
	"mkdir -p \"$source/warplings\"\n"
	"tar -C \"$source/warplings\" --strip-components=1 -xzf \"$source/warplings.tar.gz\"\n"
	"[ ! -f \"$source/labs.tar.gz\" ] || { mkdir -p \"$source/own\"; tar -C \"$source/own\" -xzf "
	"\"$source/labs.tar.gz\"; }\n"
	"# The compiler, where the image has none.\n"
	"\"$source/warplings/scripts/find-nvcc.sh\" >/dev/null || \"$source/warplings/scripts/fetch-cuda.sh\"\n";

static const char run_head[] = "#!/usr/bin/env bash\n"
			       "# Made by `warplings gradescope`. Runs for each submission. Where it could not be "
			       "judged there is no results.json:\n"
			       "# Gradescope then shows an error of the autograder, and no zero.\n"
			       "set -euo pipefail\n"
			       "here=${AUTOGRADER:-/autograder}\n"
			       "work=$(mktemp -d)\n"
			       "trap 'rm -rf \"$work\"' EXIT\n"
			       "mkdir -p \"$work/class\" \"$here/results\"\n"
			       "cp -R \"$here/submission\" \"$work/class/student\"\n";

/* A text between single quotes of a shell. */
static void quoted(struct buf *out, const char *s)
{
	buf_putc(out, '\'');
	for (; *s; s++)
		if (*s == '\'')
			buf_puts(out, "'\\''");
		else
			buf_putc(out, *s);
	buf_putc(out, '\'');
}

static int write_script(const char *dir, const char *name, const char *text, size_t n, struct err *e)
{
	char *path = xasprintf("%s/%s", dir, name);
	int rc = fs_write_atomic(path, text, n, 0755, e);

	free(path);
	return rc;
}

static int write_run(const struct options *o, uint64_t seed, struct err *e)
{
	struct buf b;
	int rc;

	buf_init(&b);
	buf_puts(&b, run_head);
	buf_puts(&b,
		"program=\"$here/source/warplings/bin/warplings\"\n\"$program\" grade \"$work/class\" -o \"$work/out\" "
		"--formats gradescope");
	/* One seed: all submissions are judged on the same inputs. */
	buf_printf(&b, " --seed %llu", (unsigned long long)seed);
	if (o->labs_dir)
		buf_puts(&b, " --labs \"$here/source/own\"");
	if (o->labs) {
		buf_puts(&b, " --labs ");
		quoted(&b, o->labs);
	}
	if (o->points)
		buf_puts(&b, " --points \"$here/source/points\"");
	if (o->trust)
		buf_puts(&b, " --trust");
	buf_puts(&b, "\ncp \"$work/out/students/student.gradescope.json\" \"$here/results/results.json\"\n");
	rc = write_script(o->words[0], "run_autograder", b.data, b.len, e);
	buf_release(&b);
	return rc;
}

/* parent/name/... into DIR/file; what a user of the installation has made is left out. */
static int pack(const char *parent, const char *name, const char *dir, const char *file, int cancel_fd, struct err *e)
{
	char *to = xasprintf("%s/%s", dir, file), *work = xasprintf("--exclude=%s/work", name);
	const char *argv[] = { "tar", "-C", parent, work, "-czf", to, name, NULL };
	struct proc_spec spec = { .argv = argv, .capture = true };
	struct proc p;
	int rc = proc_run(&p, &spec, TAR_MS, cancel_fd, e);

	if (rc >= 0 && (!p.done || !p.exited || p.code != 0))
		rc = err_set(
			e, ERR_ENV, "%s could not be packed: %.300s", parent, p.out.data ? p.out.data : "tar failed");
	if (rc >= 0)
		rc = 0;
	proc_release(&p);
	free(work);
	free(to);
	return rc;
}

/* A bundle packs itself. Of anything else scripts/bundle.sh makes one: it brings the shared libraries along, which
 * Gradescope's machine does not have. */
static int pack_bundle(struct cli *c, const char *dir, struct err *e)
{
	char *parent = xstrdup(c->ws.root), *slash = strrchr(parent, '/');
	int rc;

	*slash = '\0';
	rc = pack(*parent ? parent : "/", slash + 1, dir, "warplings.tar.gz", c->cancel_fd, e);
	free(parent);
	return rc;
}

static int make_bundle(struct cli *c, const char *dir, struct err *e)
{
	struct install in;
	char *script = xasprintf("%s/scripts/bundle.sh", c->ws.root), *place = xasprintf("%s/.bundle", dir);
	char *made = xasprintf("%s/warplings.tar.gz", place), *to = xasprintf("%s/warplings.tar.gz", dir),
	     *build = NULL;
	const char *argv[] = { "env", NULL, script, "--to", place, NULL };
	struct proc_spec spec = { .argv = argv, .capture = true };
	struct proc p;
	int rc;

	if (install_find(&in, e)) {
		rc = -1;
		goto out;
	}
	/* Beside bin/, in which our programs lie. */
	build = xasprintf("BUILD=%.*s/..", (int)(fs_base_name(in.device) - in.device), in.device);
	install_release(&in);
	argv[1] = build;
	rc = fs_mkdir_p(place, e) ? -1 : proc_run(&p, &spec, TAR_MS, c->cancel_fd, e);
	if (rc >= 0) {
		if (!p.done || !p.exited || p.code != 0)
			rc = err_set(e, ERR_ENV, "%s could not be packed: %.300s", c->ws.root,
				p.out.data ? p.out.data : "scripts/bundle.sh failed");
		else
			rc = rename(made, to) ? err_errno(e, "%s can't be made", to) : 0;
		proc_release(&p);
	}
	fs_remove_tree(place, NULL);
out:
	free(build);
	free(script);
	free(place);
	free(made);
	free(to);
	return rc;
}

static int pack_installation(struct cli *c, const char *dir, struct err *e)
{
	char *starts = xasprintf("%s/warplings", c->ws.root); /* only a bundle has it */
	int rc = fs_is_file(starts) ? pack_bundle(c, dir, e) : make_bundle(c, dir, e);

	free(starts);
	return rc;
}

static int write_all(struct cli *c, const struct options *o, struct err *e)
{
	const char *dir = o->words[0];
	uint64_t seed = o->seed ? o->seed : rng_fresh_seed();
	char *points = xasprintf("%s/points", dir);
	int rc = fs_mkdir_p(dir, e) || pack_installation(c, dir, e) ||
			(o->labs_dir && pack(o->labs_dir, ".", dir, "labs.tar.gz", c->cancel_fd, e)) ||
			(o->points && fs_copy(o->points, points, e)) ||
			write_script(dir, "setup.sh", setup, sizeof setup - 1, e) || write_run(o, seed, e) ?
		-1 :
		0;

	free(points);
	return rc;
}

enum status cmd_gradescope(struct cli *c, const struct options *o)
{
	struct err e = ERR_INIT;
	const struct step **steps = NULL;
	size_t n;
	enum status status = cli_open(c);
	int rc;

	if (status)
		return status;
	rc = cli_choose_steps(c, o->labs, &steps, &n, &e); /* a wrong word is said here, not at Gradescope */
	free(steps);
	if (rc || write_all(c, o, &e))
		return cli_error(&e);
	buf_add_scrubbed(&c->out, o->words[0], strlen(o->words[0]));
	buf_puts(&c->out,
		" holds setup.sh, run_autograder and what they need. Zip what is in it, and upload the zip as the\n"
		"assignment's autograder (docs/grading.md).\n");
	return STATUS_OK;
}
