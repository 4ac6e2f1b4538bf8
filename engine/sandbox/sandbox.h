/* sandbox: compilers and programs that work on files of people whom nobody trusts see a few files, no network, no other
 * processes, and have limits. What there is of it depends on the machine; the tiers are tried from the best down, and
 * sandbox_words says in each report which one was used.
 *
 *     bwrap      bubblewrap (file system, processes, network and, for root, another user), seccomp, limits
 *     landlock   the program sees its files only through Landlock; seccomp, limits
 *     none       limits alone (proc.h): for files that are trusted
 */
#ifndef SANDBOX_SANDBOX_H
#define SANDBOX_SANDBOX_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"

/* The status of warplings-box when it could not give up what it has to. */
#define SANDBOX_FAILED 125
/* How many users a process of ours takes in turn for its boxes. */
#define SANDBOX_USERS 64u

enum sandbox_tier { SANDBOX_NONE, SANDBOX_LANDLOCK, SANDBOX_BWRAP, SANDBOX_TIERS };
const char *sandbox_tier_word(enum sandbox_tier t);
int sandbox_tier_find(const char *word); /* -1 when unknown */

struct sandbox {
	enum sandbox_tier tier;
	char *helper;     /* warplings-box */
	char *bwrap;      /* its path; NULL: not installed */
	char *libraries;  /* folder of libraries that came with us, or NULL */
	char *hidden[4];  /* folders of ours that no box shows: solutions, references (NULL-terminated) */
	bool userns;      /* bubblewrap makes a user namespace: we are not root */
	unsigned uid;     /* the first of the users that boxes get; 0: they keep ours */
	atomic_uint next; /* each box has another one, so that limits by user are its own */
	char words[160];  /* what is in place, for reports */
	char why[320];    /* why no higher tier; empty when there is none */
};
/* The best tier that works here, up to `most`. `bin` is the folder of our programs, `root` that of labs and solutions
 * (NULL: none). Never fails: at worst the tier is none, and `why` says so. Takes about 15 ms. */
void sandbox_find(struct sandbox *s, const char *bin, const char *root, enum sandbox_tier most);
void sandbox_release(struct sandbox *s);

struct box {
	const char *const *read; /* files and folders that it may read, absolute; NULL-terminated */
	const char *work;        /* a folder of ours that it may write, or NULL; the working directory */
	unsigned processes;      /* processes and threads at once */
	uint64_t tmp_bytes;      /* size of its /tmp (bwrap) */
};
struct box_command {
	const char **argv; /* NULL-terminated */
	char **owned;
	size_t nargv, nowned, cap, cap_owned;
};
/* The command that runs `argv` in a box. In the tier none it is `argv` itself. The caller releases `out` in each case.
 */
int sandbox_command(
	struct sandbox *s, const struct box *b, const char *const *argv, struct box_command *out, struct err *e);
void box_command_release(struct box_command *c);
/* Is a program in a box, whose exit status is 128 + N where a signal N ended it? */
bool sandbox_hides_signals(const struct sandbox *s);

#endif
