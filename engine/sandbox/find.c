/* find.c: which tier works on this machine. Nothing but trying tells: a kernel setting, a container or a policy may
 * refuse namespaces that others have. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/fs.h"
#include "base/proc.h"
#include "sandbox/lock.h"
#include "sandbox/sandbox.h"

/* Users that own nothing and have no name. */
#define FIRST_USER 1879048192u
enum { NOBODY = 65534, PROBE_MS = 5000 };

static const char *const tier_words[SANDBOX_TIERS] = { "none", "landlock", "bwrap" };

const char *sandbox_tier_word(enum sandbox_tier t)
{
	return tier_words[t];
}

int sandbox_tier_find(const char *word)
{
	for (int i = 0; i < SANDBOX_TIERS; i++)
		if (!strcmp(tier_words[i], word))
			return i;
	return -1;
}

static char *on_path(const char *name)
{
	const char *path = getenv("PATH");

	for (const char *s = path ? path : "/usr/bin:/bin"; *s;) {
		size_t n = strcspn(s, ":");
		char *file = xasprintf("%.*s/%s", (int)n, s, name);

		if (n && *s == '/' && !access(file, X_OK))
			return file;
		free(file);
		s += n + (s[n] == ':');
	}
	return NULL;
}

/* Does a box of this kind start, and see what it has to? */
static bool works(struct sandbox *s, const char *bin)
{
	char *host = xasprintf("%s/warplings-host", bin);
	const char *argv[] = { s->helper, "--reads", s->helper, host, "/usr/bin", NULL };
	const char *read[] = { host, s->helper, NULL };
	struct box b = { .read = read, .processes = 64, .tmp_bytes = 1 << 20 };
	struct box_command c;
	struct err e = ERR_INIT;
	struct proc p;
	struct proc_spec spec = { .capture = true };
	bool ok;

	ok = !sandbox_command(s, &b, argv, &c, &e);
	spec.argv = c.argv;
	if (ok) {
		ok = !proc_run(&p, &spec, PROBE_MS, -1, &e) && p.exited && p.code == 0;
		if (!ok && !*s->why) {
			struct buf said;

			buf_init(&said);
			buf_add_scrubbed(&said, p.out.data ? p.out.data : "", p.out.len < 200 ? p.out.len : 200);
			while (said.len && said.data[said.len - 1] == '\n')
				said.data[--said.len] = '\0';
			snprintf(s->why, sizeof s->why, "%s does not work here: %.220s", sandbox_tier_word(s->tier),
				said.len                   ? said.data :
					e.kind != ERR_NONE ? e.msg :
							     "no reason is known");
			buf_release(&said);
		}
		proc_release(&p);
	}
	box_command_release(&c);
	free(host);
	return ok;
}

/* Root's boxes get a user of their own; where ids so high are not to be had, nobody's; else root without capabilities.
 */
static bool bwrap_works(struct sandbox *s, const char *bin)
{
	static const unsigned users[] = { FIRST_USER, NOBODY, 0 };

	s->tier = SANDBOX_BWRAP;
	s->userns = geteuid() != 0;
	for (size_t i = s->userns ? 2 : 0; i < sizeof users / sizeof *users; i++) {
		s->uid = users[i] == FIRST_USER ? FIRST_USER + (unsigned)getpid() % 65536 * SANDBOX_USERS : users[i];
		if (works(s, bin))
			return true;
	}
	s->userns = true; /* root without the right to mount */
	return works(s, bin);
}

static void say(struct sandbox *s)
{
	if (s->tier == SANDBOX_BWRAP)
		snprintf(s->words, sizeof s->words, "bubblewrap (%s), seccomp, limits",
			s->uid ? "own files, processes, network and user" : "own files, processes and network");
	else if (s->tier == SANDBOX_LANDLOCK)
		snprintf(s->words, sizeof s->words, "Landlock (own files), seccomp, limits; no bubblewrap");
	else
		snprintf(s->words, sizeof s->words, "none: limits alone");
}

void sandbox_find(struct sandbox *s, const char *bin, const char *root, enum sandbox_tier most)
{
	static const char *const ours[] = { "solutions", "kernels", "labs" };
	bool found = false;
	char *libraries;

	memset(s, 0, sizeof *s);
	atomic_init(&s->next, 0);
	s->helper = xasprintf("%s/warplings-box", bin);
	libraries = xasprintf("%s/../lib", bin);
	s->libraries = realpath(libraries, NULL);
	free(libraries);
	for (size_t i = 0, n = 0; root && i < sizeof ours / sizeof *ours; i++) {
		s->hidden[n] = xasprintf("%s/%s", root, ours[i]);
		if (fs_is_dir(s->hidden[n]))
			n++;
		else
			free(s->hidden[n]), s->hidden[n] = NULL;
	}
	if (most >= SANDBOX_BWRAP) {
		s->bwrap = on_path("bwrap");
		if (s->bwrap)
			found = bwrap_works(s, bin);
		else
			snprintf(s->why, sizeof s->why,
				"bubblewrap is not installed (Debian and Ubuntu: apt-get install bubblewrap)");
	}
	if (!found && most >= SANDBOX_LANDLOCK) {
		s->tier = SANDBOX_LANDLOCK;
		s->userns = false;
		s->uid = 0;
		found = lock_landlock_version() > 0 && works(s, bin);
	}
	if (!found)
		s->tier = SANDBOX_NONE;
	if (!found && !*s->why)
		snprintf(s->why, sizeof s->why, "it was not asked for");
	if (s->tier == SANDBOX_BWRAP)
		*s->why = '\0';
	say(s);
}

void sandbox_release(struct sandbox *s)
{
	free(s->helper);
	free(s->bwrap);
	free(s->libraries);
	for (size_t i = 0; i < sizeof s->hidden / sizeof *s->hidden; i++)
		free(s->hidden[i]);
	s->helper = s->bwrap = s->libraries = NULL;
	memset(s->hidden, 0, sizeof s->hidden);
}
