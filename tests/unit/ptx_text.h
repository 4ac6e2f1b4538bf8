/* ptx_text: the PTX of tests lies in files, tests/unit/MODULE/ptx/NAME.ptx, with what it is to do beside it. A file is
 * one module of PTX, or sections, each of which begins with a line `//@ ...`:
 *
 *     //@ frame              what is around each case that follows; ${NAME} is its name, ${BODY} its text
 *     //@ piece INDEX        text for ${INDEX}; ${FOLD 16|x} is the piece FOLD with ${1} = 16 and ${2} = x
 *                            ${TIMES 12|x} is x twelve times
 *     //@ list steps         lines for a test that tries each of them (ptx_list)
 *     //@ case past the end  a case; `//@ word ...` lines right after it are what is wanted of it (ptx_want)
 *
 * A test may give values for names of its own (ptx_fill). What is not there, a name or a file, ends the test. */
#ifndef TESTS_PTX_TEXT_H
#define TESTS_PTX_TEXT_H

#include <stddef.h>

struct ptx_case {
	const char *name, *body, *frame;
	struct {
		const char *word, *value;
	} want[8];
	size_t nwants;
};
struct ptx_cases {
	const char *name; /* "emulator/faults": tests/unit/emulator/ptx/faults.ptx */
	const char *text; /* what is before the first section */
	struct ptx_case *cases;
	struct ptx_part {
		const char *name, *text;
	} * pieces, *lists;
	size_t ncases, npieces, nlists;
};

/* Read once a process; from the repository's root, as all tests are run. */
const struct ptx_cases *ptx_cases(const char *name);
const struct ptx_case *ptx_case(const struct ptx_cases *f, const char *name);
/* The cases whose names begin so: at least one. */
const struct ptx_case *const *ptx_group(const struct ptx_cases *f, const char *begin, size_t *n);
/* What stands after `//@ word` in the case; NULL: no such line. */
const char *ptx_want(const struct ptx_case *c, const char *word);
/* A number after `//@ word`, which must be there. */
long long ptx_want_number(const struct ptx_case *c, const char *word);
/* The lines of a list, but empty ones and comments. */
const char *const *ptx_list(const struct ptx_cases *f, const char *name, size_t *n);

/* The case's PTX in its frame; `values` are pairs of a name and its text, and NULL. Without a case (NULL): the file's
 * own text. What is returned lives as long as the process. */
const char *ptx_filled(const char *file, const char *name, const char *const *values);
/* The file's own text and all cases in their frames: a module with a kernel for each case. */
const char *ptx_all(const char *file);
#define ptx_of(file, name) ptx_filled(file, name, NULL)
#define ptx_fill(file, name, ...) ptx_filled(file, name, (const char *const[]){ __VA_ARGS__, NULL })

#endif
