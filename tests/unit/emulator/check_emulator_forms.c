/* emulator: what the checker takes, the emulator runs. Every instruction of tests/unit/ptx/forms.txt that ptxas takes
 * is launched in a kernel of its own (it may fault there: its operands are whatever they are); the few that the
 * emulator lacks are listed here, and docs/ptx-support.md says why. */
#include "base/fs.h"
#include "tests/unit/emulator/emulator_kit.h"

Suite *emulator_forms_suite(void);

#define FORMS "tests/unit/ptx/forms.txt"
/* What stands before the operands begin with one of these: no executor, and known to have none. */
static const char *const lacking[] = {
	"cvta.const.u32",
	"cvta.local.u32",
	"cvta.param.u32",
	"cvta.to.const.u32",
	"cvta.to.shared.u32",
};

static bool lacks(const char *line)
{
	for (size_t i = 0; i < sizeof lacking / sizeof *lacking; i++)
		if (strncmp(line, lacking[i], strlen(lacking[i])) == 0)
			return true;
	return false;
}

START_TEST(every_form_runs)
{
	struct buf text, module;
	struct err e = ERR_INIT;
	struct rig g;
	const char *lines[4096];
	size_t n = 0, refused = 0;
	uint64_t zero = 0;
	char number[32];

	buf_init(&text);
	buf_init(&module);
	ck_assert_msg(fs_read(FORMS, 1 << 20, &text, &e) == 0, "run from the repository's root: %s", e.msg);
	buf_puts(&module, ptx_of("emulator/forms", "head"));
	for (char *save = NULL, *line = strtok_r(text.data, "\n", &save); line; line = strtok_r(NULL, "\n", &save)) {
		if (strncmp(line, "ok ", 3) != 0 || strstr(line, " k;") || strstr(line, " k,") ||
			n == sizeof lines / sizeof *lines)
			continue;
		snprintf(number, sizeof number, "%zu", n);
		buf_puts(&module, ptx_fill("emulator/forms", "kernel", "NUMBER", number, "INSTRUCTION", line + 3));
		lines[n++] = line + 3;
	}
	ck_assert_uint_gt(n, 1300);
	rig_open(&g, module.data, 1, false);
	g.budget = 1000;
	for (size_t k = 0; k < n; k++) {
		const struct em_dim3 one = { 1, 1, 1 };
		char name[32];

		snprintf(name, sizeof name, "k%zu", k);
		err_clear(&g.e);
		if (rig_try(&g, name, one, one, &zero) == 0) {
			ck_assert_msg(!lacks(lines[k]), "runs, though it is listed as lacking: %s", lines[k]);
		} else {
			ck_assert_msg(g.e.kind == ERR_UNSUPPORTED && lacks(lines[k]), "%s: %s", lines[k], g.e.msg);
			refused++;
		}
	}
	ck_assert_uint_gt(refused, 0);
	ck_assert_uint_lt(refused, 30);
	rig_close(&g);
	buf_release(&text);
	buf_release(&module);
}
END_TEST

Suite *emulator_forms_suite(void)
{
	Suite *s = suite_create("emulator forms");
	TCase *c = tcase_create("forms");

	tcase_set_timeout(c, 60);
	tcase_add_test(c, every_form_runs);
	suite_add_tcase(s, c);
	return s;
}
