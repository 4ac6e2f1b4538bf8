/* toolchain: .cu -> .so with nvcc, diagnostics at the student's line numbers, and a cache of artifacts. */
#ifndef TOOLCHAIN_TOOLCHAIN_H
#define TOOLCHAIN_TOOLCHAIN_H

#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/err.h"
#include "sandbox/sandbox.h"

struct toolchain {
	char *nvcc;     /* absolute path */
	char *version;  /* "13.0.88" */
	char *cuda_lib; /* folder with NVIDIA's libcudart.so.13 (for linking and for a real GPU); NULL: none */
	char *cuda_include;
	char *cxx;          /* host compiler for linking */
	char *link_library; /* the libcudart.so.13 on the link line: NVIDIA's, else the emulator's */
	char *cache;        /* folder; NULL = no cache */
	char *disassembler; /* nvdisasm, beside nvcc or on PATH; NULL: none */
	bool quick_linker;  /* gold, which takes a third of the usual linker's time, is there for cxx */
};
/* PATH, CUDA_HOME, the usual places, wheels under <root>/build. ERR_ENV with the mend when there is none. */
int toolchain_find(struct toolchain *t, const char *root, const char *cache_dir, struct err *e);
void toolchain_release(struct toolchain *t);

#define TOOLCHAIN_DEFINES 4
struct compile_request {
	const char *source;   /* the .cu */
	const char *shown_as; /* name in diagnostics ("1-neighbours.cu"); NULL = base name */
	const char *out;      /* path of the .so (or program) to make */
	bool program;  /* make a program instead: main() and not solve(), headers of its own beside it; never from the
			  cache */
	bool assemble; /* make nothing (`out` only names a place to work): let ptxas look at the PTX too, and see
			  whether it takes it */
	int arch;      /* 80: PTX of compute_80 */
	int machine;   /* 90: and machine code for sm_90 beside it (toolchain_machine), which costs a hundredth of a
			* second or two. 0, or what ptxas    refuses: PTX alone */
	const char *const *defines; /* "-DTILE=16", at most TOOLCHAIN_DEFINES, NULL-terminated; NULL = none */
	bool use_cache;             /* trusted references and solutions; a student's file too, outside grading */
	struct sandbox *sandbox;    /* where the compiler runs; NULL: a trusted file, no box */
	int timeout_ms;             /* 60000 */
	int cancel_fd;
};
struct compile_outcome {
	bool ok;
	struct buf diagnostics; /* errors and warnings, scrubbed, paths shortened to `shown_as`, at most 64 KiB */
	bool timed_out, from_cache;
	bool refused;   /* by us, not by a compiler: all the diagnostics are our own words */
	bool no_main;   /* a program was wanted and only main() is missing */
	char name[128]; /* base name of the source in its line table */
	double ms;
};
/* The architecture nearest to a compute capability (major * 10 + minor) for which ptxas makes machine code of
 * compute_80's PTX. */
int toolchain_machine(int capability);

/* 0: the compiler ran (look at out->ok); -1: ERR_ENV or ERR_CANCELLED. Refuses (ok = false, with a sentence) what is no
 * regular file, is empty, holds NUL bytes or is larger than 1 MiB. The caller releases out->diagnostics in each case.
 */
int toolchain_compile(
	const struct toolchain *t, const struct compile_request *rq, struct compile_outcome *out, struct err *e);

/* Append what nvdisasm says of a cubin, with the lines of the source, to `out`; scrubbed. It works in a folder of its
 * own in `scratch`, in the box where there is one. ERR_ENV: there is no nvdisasm, or it failed. */
int toolchain_disassemble(const struct toolchain *t, const struct buf *code, struct sandbox *sandbox,
	const char *scratch, int cancel_fd, struct buf *out, struct err *e);

#endif
