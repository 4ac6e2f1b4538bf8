/* library: whose kernel is it? One that a header of the toolkit brought is no student's work (docs/judging.md). A
 * function of such a header that is called within a kernel of the student's is another matter: the kernel is theirs. */
#ifndef JUDGE_LIBRARY_H
#define JUDGE_LIBRARY_H

/* The library (library.def) that a kernel's file belongs to, by the path that the compiler knew; NULL: none. */
const char *library_of(const char *path);

#endif
