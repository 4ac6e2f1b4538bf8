/* enter: see enter.h. All registers that a caller in C counts on are saved once, for as many executors as go on by
 * themselves, and their stack begins at a multiple of 32, as their vectors want it. The slot's executor lies at its
 * beginning. */
#include "emulator/run/enter.h"

_Static_assert(offsetof(struct em_inst, fn) == 0, "em_enter calls what a slot begins with");

/* clang-format off */
__asm__(
	".text\n"
	".p2align 4\n"
	".globl em_enter\n"
	".hidden em_enter\n"
	".type em_enter, @function\n"
	"em_enter:\n"
	"	.cfi_startproc\n"
	"	pushq %rbp\n"
	"	.cfi_def_cfa_offset 16\n"
	"	.cfi_offset %rbp, -16\n"
	"	movq %rsp, %rbp\n"
	"	.cfi_def_cfa_register %rbp\n"
	"	pushq %rbx\n"
	"	.cfi_offset %rbx, -24\n"
	"	pushq %r12\n"
	"	.cfi_offset %r12, -32\n"
	"	pushq %r13\n"
	"	.cfi_offset %r13, -40\n"
	"	pushq %r14\n"
	"	.cfi_offset %r14, -48\n"
	"	pushq %r15\n"
	"	.cfi_offset %r15, -56\n"
	"	andq $-32, %rsp\n"
	"	call *(%rsi)\n"
	"	leaq -40(%rbp), %rsp\n"
	"	popq %r15\n"
	"	popq %r14\n"
	"	popq %r13\n"
	"	popq %r12\n"
	"	popq %rbx\n"
	"	popq %rbp\n"
	"	.cfi_def_cfa %rsp, 8\n"
	"	ret\n"
	"	.cfi_endproc\n"
	".size em_enter, .-em_enter\n");
/* clang-format on */
