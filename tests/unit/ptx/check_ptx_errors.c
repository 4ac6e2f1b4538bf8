/* ptx: what wrong and hostile text gets: an error that names the thing and its line, in bounded time and memory. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "ptx/module.h"

#define HEAD ".version 9.0\n.target sm_90\n.address_size 64\n"
#define BODY \
	HEAD ".visible .entry k(.param .u64 a)\n{\n.reg .pred %p<4>; .reg .b32 %r<8>; .reg .b64 %d<8>; .reg .f32 " \
	     "%f<4>;\n"

Suite *ptx_errors_suite(void);

static int load(const char *text, size_t len, struct err *e)
{
	struct ptx_module *m = NULL;
	int rc = ptx_parse(text, len, &m, e);

	if (rc == 0)
		rc = ptx_check(m, e);
	else
		ck_assert_ptr_null(m);
	ptx_module_free(m);
	return rc;
}

static void refused(const char *text, int line, const char *words)
{
	struct err e = ERR_INIT;

	ck_assert_msg(load(text, strlen(text), &e) < 0, "taken, should say: %s", words);
	ck_assert_int_eq(e.kind, ERR_INPUT);
	ck_assert_msg(strstr(e.msg, words) != NULL, "'%s' lacks '%s'", e.msg, words);
	ck_assert_msg(e.line == line, "line %d, should be %d: %s", e.line, line, e.msg);
}

/* One line in a kernel, after which it ends; the line is number 7. */
START_TEST(wrong_instructions)
{
	static const struct {
		const char *line, *words;
	} rows[] = {
		{ "frobnicate.u32 %r1;", "unknown opcode 'frobnicate'" },
		{ "add.bogus.u32 %r1, %r2, %r3;", "unknown modifier '.bogus' of 'add'" },
		{ "add.lo.u32 %r1, %r2, %r3;", "'add' does not take the modifier '.lo'" },
		{ "mul.u32 %r1, %r2, %r3;", "wants another" },
		{ "add.u8 %r1, %r2, %r3;", "not there for this type" },
		{ "add.u32.u32 %r1, %r2, %r3;", "not there for this type" },
		{ "add.u32 %r1, %r2;", "wrong number of operands" },
		{ "add.u32 %r1, %r2, %r3, %r4;", "wrong number of operands" },
		{ "add.u32 %d1, %r2, %r3;", "operand 1 of 'add'" },
		{ "add.u32 %r1, %p1, 3;", "operand 2 of 'add'" },
		{ "add.u32 %r1, %nope, 3;", "'%nope' is not declared" },
		{ "add.u32 %r1, %r8, 3;", "'%r8' is not declared" },
		{ "add.u32 %r1, %r2, 1.5;", "operand 3 of 'add'" },
		{ "ld.global.u32 %r1, %d1;", "operand 2 of 'ld'" },
		{ "ld.global.v2.u32 {%r1, %r2, %r3}, [%d1];", "operand 1 of 'ld'" },
		{ "ld.global.v4.u64 {%d1, %d2, %d3, %d4}, [%d1];", "vector width" },
		{ "ld.shared.u32 %r1, [a];", "operand 2 of 'ld'" },
		{ "atom.add.u32 %r1, %r2, 1;", "operand 2 of 'atom'" },
		{ "cvta.u64 %d1, %d2;", "'cvta' wants a state space" },
		{ "st.const.u32 [%d1], %r1;", "'st' is not there for .const" },
		{ "@%r1 ret;", "'%r1' is no predicate register" },
		{ "bra nowhere;", "label 'nowhere' is not defined" },
		{ "brx.idx %r1, nothing;", "list of branch targets 'nothing' is not defined" },
		{ "{ L: ret; } bra L;", "label 'L' is not defined" },
		{ "call nobody;", "'nobody' is not declared" },
		{ "call k;", "a kernel can't be called" },
		{ "call %d1, ();", "wants a prototype" },
		{ "call %d1, (), proto;", "prototype 'proto' is not defined" },
		{ "mov.u32 %r1, 5", "expected ',' or ';' after the operand, found '}'" },
		{ "mov.u32 %r1, 1/0;", "division by zero" },
		{ "mov.u32 %r1, 99999999999999999999;", "expected a constant, found '99999999999999999999'" },
		{ "mov.u32 %r1, 0f123;", "expected a constant" },
		{ "mov.u32 %r1, 12ab;", "expected a constant" },
		{ "wmma.load.a.sync.aligned.row.m16n16k16.f16 {%r1}, [%d1], %r2;",
			"'wmma' is not supported: tensor core" },
		{ "tex.2d.v4.f32.f32 {%f1,%f2,%f3,%f1}, [t, {%f1,%f2}];", "'tex' is not supported: texture" },
		{ "multimem.red.add.u32 [%d1], %r1;", "'multimem' is not supported" },
		{ "cp.async.bulk.tensor.2d.shared::cluster.global [%d1], [%d2];", "unknown modifier '.2d' of 'cp'" },
		{ "cp.async.ca.shared.global [%r1], [%d1], 3;", "4, 8 or 16 bytes" },
		{ "shfl.down.b32 %r1, %r2, 1, 31;", "wants another" },
		{ ".reg .v8 .b32 %v;", "expected .v2 or .v4" },
		{ ".reg .v2 .pred %v;", "predicates are no vectors" },
		{ ".reg .u4 %z;", "a register can't be of type .u4" },
		{ ".reg .v2 .b32 v; mov.b32 %r1, v.z;", "expected an element of the vector" },
		{ ".reg .v2 .b32 %v; mov.b32 %r1, %v.z;", "'%v.z' is not declared" },
		{ ".reg .v2 .b32 v; mov.v2.b32 v, {v, v};", "a vector is no element of a vector" },
		{ ".reg .v2 .b32 v; mov.v2.b32 v, {%r1, %r2, %r1, %r2};", "moves a vector of 2 elements" },
		{ "vadd.u32.u32.u32 %r1, %r2.q, %r3;", "'.q' selects no part of a register" },
		{ "vmad.u32.u32.u32 %r1, %r2, -%r3, -%r1;", "not both" },
		{ ".reg .b32 %r1, %r1;", "declared twice" },
		{ ".shared .b8 s[4] = {1};", "only .global and .const" },
		{ ".frob 3;", "expected a directive that may stand in a function" },
		{ "\x01", "expected an instruction" },
		{ "/* no end", "expected an instruction" },
		{ "}}", "expected a directive" },
	};
	static const char good[] =
		BODY "add.f32 %f1, %r2, %f3; call %d1, (), P; P: .callprototype ()_ (); }\n"; /* positive control */
	struct err e = ERR_INIT;
	char text[2048];

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		bool behind = strstr(rows[i].words, "found '}'") != NULL;

		snprintf(text, sizeof text, "%s%s\n}\n", BODY, rows[i].line);
		refused(text, behind ? 8 : 7, rows[i].words);
	}
	ck_assert_msg(load(good, sizeof good - 1, &e) == 0, "%s", e.msg);
}
END_TEST

START_TEST(wrong_modules)
{
	refused("", 1, "no .version");
	refused("int main() {}", 1, "expected a directive, found 'int'");
	refused("\x7f"
		"ELF\x02\x01",
		1, "expected a directive");
	refused(".version 9.0\n.target sm_90\n.address_size 32\n", 4, "not supported, only 64");
	refused(".version nine\n", 1, "expected a version");
	refused(HEAD ".global .u32 x = {1, 2};\n", 4, "more initialisers than elements");
	refused(HEAD ".global .u32 x[2] = {1, 2, 3};\n", 4, "more initialisers than elements");
	refused(HEAD ".global .u32 x[2] = {{1}, {2}};\n", 4, "more braces");
	refused(HEAD ".global .u64 x = y;\n", 4, "'y' in an initialiser is no variable");
	refused(HEAD ".global .pred x;\n", 4, "can't be of type .pred");
	refused(HEAD ".global .s2 x[4] = {1};\n", 4, "can't be of type .s2");
	refused(HEAD ".func f(.param .u4 x);\n", 4, "can't be of type .u4");
	refused(HEAD ".global .u32 x[];\n", 4, "'x[]' has no size");
	refused(HEAD ".global .u32 x[0];\n", 4, "from 1 to 2^40");
	refused(HEAD ".global .u32 x[1099511627776];\n", 4, "larger than 2^40");
	refused(HEAD ".global .u32 x[4294967296][4294967296];\n", 4, "larger than 2^40");
	refused(HEAD ".global .b8 x[1000000000] = {1};\n", 4, "initialised variables are larger");
	refused(HEAD ".global .align 3 .u32 x;\n", 4, "power of two");
	refused(HEAD ".global .u32 x;\n.global .u32 x;\n", 5, "declared twice");
	refused(HEAD ".local .u32 x;\n", 4, "stand in functions only");
	refused(HEAD ".entry k() { ret; }\n.entry k() { ret; }\n", 5, "defined twice");
	refused(HEAD ".func f(.param .b32 x);\n.func f(.param .b64 x) { ret; }\n", 5,
		"declared before with other parameters");
	refused(HEAD ".func f(.reg .u32 x);\n", 4, "parameters in registers");
	refused(HEAD ".func (.param .b32 r) f (.param .b32 x);\n.entry k() { .param .b32 r; .param .b64 x;\ncall (r), "
		     "f, (x); }\n",
		6, "an argument");
	refused(HEAD ".func (.param .b32 r) f (.param .b32 x);\n.entry k() { .param .b32 r; .param .b32 x;\ncall f, "
		     "(x); }\n",
		6, "number of results");
	refused(HEAD ".section .debug_str\n{\n.b8 1\n", 7, "not closed");
	refused(HEAD ".entry k() {\n", 5, "found the end of the text");
}
END_TEST

START_TEST(errors_name_the_cuda_line)
{
	refused(BODY ".loc 2 7 3\n.loc 1 99 2, function_name $L__info_string0, inlined_at 2 7 3\nbogus;\n}\n.file 1 "
		     "\"in.h\"\n.file 2 \"my.cu\"\n",
		9, "unknown opcode 'bogus' (CUDA source my.cu:7)");
	refused(BODY ".loc 1 12 3\nadd.u32 %r1, %r2;\n}\n.file 1 \"my.cu\"\n", 8,
		"in 'add.u32 %r1, %r2;' (CUDA source my.cu:12)");
}
END_TEST

static char *repeat(const char *start, const char *piece, int n, const char *end)
{
	struct buf b;
	char *text;

	buf_init(&b);
	buf_puts(&b, start);
	for (int i = 0; i < n; i++)
		buf_puts(&b, piece);
	buf_puts(&b, end);
	text = buf_detach(&b);
	buf_release(&b);
	return text;
}

START_TEST(hostile_text_is_bounded)
{
	static const struct {
		const char *start, *piece;
		int n;
		const char *end, *words;
	} rows[] = {
		{ BODY, "{", 100000, "", "nested deeper" },
		{ BODY "mov.u32 %r1, ", "(", 100000, "", "nested deeper" },
		{ BODY "mov.u32 %r1, ", "- ", 100000, "1;}", "nested deeper" },
		{ BODY "mov.u32 %r1, ", "1?1:", 100000, "1;}", "nested deeper" },
		{ HEAD ".global .u32 x[1] = ", "{", 100000, "", "more braces" },
		{ HEAD ".global .u32 x", "[2]", 100000, ";", "at most 8 dimensions" },
		{ BODY, ".reg .b32 %x<1048576>;", 1, "ret;}", "more than" },
		{ BODY, "{.reg .b32 %x<1000000>;}", 100, "ret;}", "more than" },
		{ BODY ".reg .b32 ", "long_", 30000, "<1000000>; ret;}", "longer than" },
		{ BODY "add", ".sat", 100000, ".s32 %r1, %r2, %r3;}", "more than 10 modifiers" },
		{ BODY "cvt", ".s32", 100000, " %r1, %r2;}", "more than 4 types" },
		{ BODY "add.s32 %r1", ", %r1", 100000, ";}", "more than 7 operands" },
		{ BODY "mov.b64 {%r1", ", %r1", 100000, "}, %d1;}", "at most 8 elements" },
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		char *text = repeat(rows[i].start, rows[i].piece, rows[i].n, rows[i].end);
		struct err e = ERR_INIT;

		ck_assert_msg(load(text, strlen(text), &e) < 0, "taken, should say: %s", rows[i].words);
		ck_assert_msg(strstr(e.msg, rows[i].words) != NULL, "'%s' lacks '%s'", e.msg, rows[i].words);
		free(text);
	}
}
END_TEST

/* Long, but right: must neither fail nor take time that grows with the square. */
START_TEST(long_text_is_taken)
{
	static const struct {
		const char *start, *piece;
		int n;
		const char *end;
	} rows[] = {
		{ BODY, "{ .reg .b32 t; L: mov.u32 t, 1; bra L; }\n", 20000, "ret; }" },
		{ BODY, "{.param .b32 q;}", 20000, "ret;}" },
		{ BODY, ".loc 1 2 3, function_name x, inlined_at 1 2 3\nret;\n", 20000, "}" },
		{ BODY "T: .branchtargets L", ", L", 20000, "; L: ret;}" },
		{ HEAD, ".func f(.param .b32 x, .param .b64 y);\n", 20000, "" },
		{ HEAD ".global .b8 x[] = {1", ", 0", 100000, "};" },
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		char *text = repeat(rows[i].start, rows[i].piece, rows[i].n, rows[i].end);
		struct err e = ERR_INIT;

		ck_assert_msg(load(text, strlen(text), &e) == 0, "row %zu: %s", i, e.msg);
		free(text);
	}
}
END_TEST

/* Cut anywhere and with any byte changed, it is refused or taken, never worse (the sanitizers watch). */
START_TEST(cut_and_changed_text)
{
	static const char text[] = BODY ".shared .align 4 .b8 s[16]; .loc 1 2 3\n"
					"P: .callprototype (.param .b32 _) _ (.param .b64 _); @!%p1 bra $L; "
					"ld.global.v2.u32 {%r1, _}, [%d1+-8];\n"
					"add.f32 %f1, %f1, 0f3F800000; mov.u64 %d1, s+4; /* c */ setp.lt.and.s32 "
					"%p1|%p2, %r1, 0x1F, !%p3; $L: ret; }\n"
					".global .u64 x[2] = {generic(y), 1<<3};\n.file 1 \"a.cu\"\n";
	size_t len = sizeof text - 1;
	struct err e = ERR_INIT;
	int taken = 0;

	for (size_t i = 0; i <= len; i++) {
		char *cut = malloc(i ? i : 1);

		memcpy(cut, text, i);
		taken += load(cut, i, &e) == 0;
		free(cut);
		for (size_t k = 0; i < len && k < 6; k++) {
			char *changed = malloc(len);

			memcpy(changed, text, len);
			changed[i] = "\0}{;\"\xff"[k];
			taken += load(changed, len, &e) == 0;
			free(changed);
		}
	}
	ck_assert_int_gt(taken, 0);
}
END_TEST

Suite *ptx_errors_suite(void)
{
	Suite *s = suite_create("ptx errors");
	TCase *tc = tcase_create("errors");

	tcase_set_timeout(tc, 60);
	tcase_add_test(tc, wrong_instructions);
	tcase_add_test(tc, wrong_modules);
	tcase_add_test(tc, errors_name_the_cuda_line);
	tcase_add_test(tc, hostile_text_is_bounded);
	tcase_add_test(tc, long_text_is_taken);
	tcase_add_test(tc, cut_and_changed_text);
	suite_add_tcase(s, tc);
	return s;
}
