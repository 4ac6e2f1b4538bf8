/* ptx: what ptx_check takes and refuses, instruction by instruction. tests/unit/ptx/forms.txt holds some 2000
 * instructions, most made at random from ops.def and then changed, each with the verdict of NVIDIA's assembler; the
 * checker must give the same.
 */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/fs.h"
#include "ptx/forms.h"
#include "tests/unit/ptx_text.h"

#define FORMS "tests/unit/ptx/forms.txt"

Suite *ptx_forms_suite(void);

/* Is it one with a member mask? Of those with .sync all are, but barriers of blocks and what sets a warp's registers.
 */
static bool has_members(const char *line)
{
	return strstr(line, ".sync") && strncmp(line, "bar", 3) != 0 && strncmp(line, "setmaxnreg", 10) != 0 &&
		!strstr(line, ".sync_restrict");
}

/* 0 or -1; marks the opcode in `seen` when it is right. */
static int judge(const char *line, struct err *e, bool *seen)
{
	struct ptx_module *m = NULL;
	const char *text = ptx_fill("ptx/forms", "kernel", "INSTRUCTION", line);
	int rc = ptx_parse(text, strlen(text), &m, e);

	if (rc == 0)
		rc = ptx_check(m, e);
	if (rc == 0)
		seen[m->funcs[0].insts[0].op] = true;
	if (rc == 0)
		ck_assert_msg(ptx_has_members(&m->funcs[0].insts[0]) == has_members(line),
			"its family in ops.def is wrong: %s", line);
	ptx_module_free(m);
	return rc;
}

static bool supported(const char *family)
{
	return !strcmp(family, "CORE") || !strcmp(family, "WARP") || !strcmp(family, "LANES");
}

START_TEST(same_verdict_as_the_assembler)
{
	struct buf text;
	struct err e = ERR_INIT;
	bool seen[PTX_OP_COUNT] = { false };
	int wrong = 0, right[2] = { 0, 0 };

	buf_init(&text);
	ck_assert_msg(fs_read(FORMS, 1 << 20, &text, &e) == 0, "run from the repository's root: %s", e.msg);
	for (char *save = NULL, *line = strtok_r(text.data, "\n", &save); line; line = strtok_r(NULL, "\n", &save)) {
		bool want = strncmp(line, "ok ", 3) == 0;

		if (*line == '#')
			continue;
		err_clear(&e);
		if ((judge(line + 3, &e, seen) == 0) != want) {
			fprintf(stderr, "%s: the checker says: %s\n", line, want ? e.msg : "ok");
			wrong++;
		} else {
			right[want]++;
			ck_assert(want || (e.kind == ERR_INPUT && e.line > 0));
		}
	}
	ck_assert_int_eq(wrong, 0);
	ck_assert_int_gt(right[0], 500);
	ck_assert_int_gt(right[1], 1000);
	buf_release(&text);

	/* Control flow is tested in check_ptx.c; of the others, each opcode that is supported has been seen right. */
	static const uint16_t elsewhere[] = { PTX_OP_BRA, PTX_OP_BRX, PTX_OP_CALL, PTX_OP_RET };
	static const char *const families[] = {
#define OP(id, name, family, ...) #family,
#include "ptx/ops.def"
	};
	for (size_t i = 0; i < sizeof elsewhere / sizeof *elsewhere; i++)
		seen[elsewhere[i]] = true;
	for (int op = 0; op < PTX_OP_COUNT; op++)
		ck_assert_msg(seen[op] || !supported(families[op]) || op == PTX_OP_SETMAXNREG,
			"no right '%s' was tried", ptx_op_name(op));
}
END_TEST

START_TEST(table_has_no_unknown_word)
{
	struct forms f;
	struct err e = ERR_INIT;

	forms_init(&f);
	for (int op = 0; op < PTX_OP_COUNT; op++) {
		const struct op_forms *of = forms_of(&f, op, &e);

		ck_assert_msg(of != NULL, "%s", e.msg);
		ck_assert_uint_ge(of->n, 1);
		ck_assert_ptr_eq(forms_of(&f, op, &e)->v, of->v);
	}
	forms_release(&f);
}
END_TEST

START_TEST(tables_answer_for_anything)
{
	ck_assert_str_eq(ptx_op_name(PTX_OP_MAD24), "mad24");
	ck_assert_str_eq(ptx_mod_name(PTX_MOD_L1_NO_ALLOCATE), "L1::no_allocate");
	ck_assert_str_eq(ptx_type_name(PTX_BF16X2), "bf16x2");
	ck_assert_str_eq(ptx_sreg_name(PTX_SREG_TID_X), "%tid.x");
	ck_assert_str_eq(ptx_space_name(PTX_SHARED), "shared");
	ck_assert(ptx_type_bits(PTX_PRED) == 1 && ptx_type_bits(PTX_F16X2) == 32 &&
		ptx_type_class(PTX_S64) == PTX_CLS_SIGNED);
	ck_assert(ptx_sreg_type(PTX_SREG_CLOCK64) == PTX_U64);
	ck_assert_str_eq(ptx_op_name(PTX_OP_COUNT), "?");
	ck_assert_str_eq(ptx_mod_name(999), "?");
	ck_assert_str_eq(ptx_type_name(999), "?");
	ck_assert_uint_eq(ptx_type_bits(999), 0);
}
END_TEST

Suite *ptx_forms_suite(void)
{
	Suite *s = suite_create("ptx forms");
	TCase *tc = tcase_create("forms");

	tcase_add_test(tc, same_verdict_as_the_assembler);
	tcase_add_test(tc, table_has_no_unknown_word);
	tcase_add_test(tc, tables_answer_for_anything);
	suite_add_tcase(s, tc);
	return s;
}
