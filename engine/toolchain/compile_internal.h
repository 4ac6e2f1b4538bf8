/* compile_internal: one compilation, for its own files: compile.c (the path from file to artifact), compile_source.c
 * (the file), compile_tool.c (a tool at work), compile_nvcc.c (the words for nvcc and the linker), compile_headers.c
 * (what of nvcc's headers it reads), compile_control.c (is it the machine?). Internal to engine/toolchain. */
#ifndef TOOLCHAIN_COMPILE_INTERNAL_H
#define TOOLCHAIN_COMPILE_INTERNAL_H

#include "toolchain/internal.h"

enum { ARTIFACT_MAX = 64 << 20 }; /* bytes */

struct compilation {
	bool lambdas;    /* it has a device lambda */
	bool ptx_only;   /* ptxas has refused the file */
	bool is_control; /* it is the known-good file that tells a broken machine from a broken file */
	const struct toolchain *t;
	const struct compile_request *rq;
	struct compile_outcome *out;
	const char *shown_as;
	char name[128]; /* of the copy, in dir */
	bool renamed;   /* the copy has another name than the file, and a #line that gives it back */
	char *dir;
	char *beside_real; /* the same without our link, where the compiler is in a box */
	char *beside;      /* folder of the student's file, for its headers; NULL: none is looked into */
	struct buf source;
	int timeout_ms;
	int64_t deadline;
};

/* Each of these returns 0 to go on, 1 when the file is refused (the diagnostics say why), -1 for an error. */

/* ---- compile_source.c */
int compile_read_source(struct compilation *c, struct err *e);
/* The name of the copy: the student's if it is harmless on a command line, in a diagnostic and in a line table. */
void compile_choose_name(struct compilation *c);
/* Writes that copy. Where it has another name, its first line says which one is meant: messages and line tables name
 * the student's file then. */
int compile_write_source(const struct compilation *c, const char *path, struct err *e);
/* Where its #include "..." look: what is compiled is a copy elsewhere. A folder whose name a shell would take apart is
 * reached by a link of ours. NULL: there is none. */
char *compile_source_folder(const struct compilation *c);
/* Does the file include one that lies beside it, or something that is only known to the preprocessor? What it is made
 * from is then more than its text. */
bool compile_includes_beside(const struct compilation *c);

/* ---- compile_tool.c */
/* Add a diagnostic of our own; 1. */
int compile_refuse(struct compilation *c, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* Run one tool in the folder. */
int compile_run_tool(struct compilation *c, const char *const *argv, struct err *e);

/* ---- compile_nvcc.c */
/* nvcc until it takes the file, or the last way has failed. */
int compile_translate(struct compilation *c, struct err *e);
/* The linker; what the quick one refuses is the other's to judge, and its words are what the student reads. */
int compile_link(struct compilation *c, struct err *e);
/* The cache's key: the source, and all that decides over the artifact beside it. */
void compile_key(const struct compilation *c, char key[65]);

/* nvcc on another file of the folder, as it would compile the student's with lean headers (lean.c); all that it makes
 * on the way stays in the folder, preprocessed texts with their macros. */
int compile_run_nvcc_keeping(struct compilation *c, const char *file, struct err *e);
/* The key of what that makes of nvcc's headers. */
void compile_headers_key(const struct compilation *c, char key[65]);

/* ---- compile_headers.c */
/* May the file be compiled with nothing of nvcc's headers but what it needs? It must be one that needs no mathematics
 * (lean_fits). */
bool compile_headers_fit(const struct compilation *c);
/* Writes these headers into the folder `lean`. 1: it can't be told what the file needs; -1: an error. */
int compile_headers(struct compilation *c, struct err *e);

/* ---- compile_control.c */
/* Is it the machine that fails? True when it can't compile a right file either; `e` then says what the compiler said.
 */
bool compile_machine_fails(const struct compilation *c, struct err *e);

/* ---- compile.c */
/* Source in memory -> artifact in `image`. */
int compile_build(struct compilation *c, struct buf *image, struct err *e);

#endif
