/* program: what kind of program a file is, read from its bytes without running it: can the emulated GPU serve it, and
 * if not, what has to be built otherwise? The file is hostile: every offset and count in it is checked against its
 * size.
 */
#ifndef JOB_PROGRAM_H
#define JOB_PROGRAM_H

#include <stdbool.h>

#include "base/err.h"

enum program_kind {
	PROGRAM_CUDART,        /* an ELF program that loads libcudart.so.13 */
	PROGRAM_PLAIN,         /* an ELF program without CUDA in it, or with CUDA only in libraries of its own */
	PROGRAM_SCRIPT,        /* "#!": what it starts matters */
	PROGRAM_STATIC_CUDART, /* kernels in it, and no libcudart to load */
	PROGRAM_OTHER_CUDART,  /* loads another major version (`needed` names it) */
	PROGRAM_DRIVER_API,    /* loads libcuda.so.1 itself */
	PROGRAM_OBJECT,        /* a relocatable object or a core dump: nothing to start */
	PROGRAM_FOREIGN,       /* for another machine, or 32-bit */
	PROGRAM_BROKEN,        /* begins like an ELF file and contradicts itself */
	PROGRAM_UNKNOWN        /* neither ELF nor a script */
};
struct program {
	enum program_kind kind;
	char needed[64];      /* the library that makes it PROGRAM_OTHER_CUDART, or "" */
	char gpu_library[64]; /* the first library it loads that drives a GPU by itself (cuBLAS and its kin), or "": its
				 calls will fail */
	char target[64];      /* of one that has to be built again: nvcc's argument for what it was built for */
	bool own_path;        /* DT_RPATH: the loader looks there before LD_LIBRARY_PATH */
};

/* Look at an open regular file. */
void program_inspect(int fd, struct program *p);
/* The file that `word` starts: itself when it has a slash, else the first one on PATH. malloc'd, or NULL with
 * ERR_USAGE. */
char *program_find(const char *word, struct err *e);
/* Refuse with ERR_USAGE what can't run on the emulated GPU, with what to do about it. `path` is from program_find,
 * `word` what was typed. */
int program_check(const char *path, const char *word, struct program *p, struct err *e);

#endif
