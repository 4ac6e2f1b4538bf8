/* Parts of the toolchain that need no compiler: the hash of a key, the line of a function. */
#include <check.h>
#include <string.h>

#include "toolchain/internal.h"

START_TEST(test_sha256)
{
	static const struct {
		const char *text, *hex;
	} known[] = {
		/* FIPS 180-4's examples */
		{ "abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad" },
		{ "", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855" },
		{ "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
			"248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1" },
	};

	for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
		struct sha256 s;
		char hex[65];

		sha256_init(&s);
		for (const char *c = known[i].text; *c; c++)
			sha256_add(&s, c, 1);
		sha256_hex(&s, hex);
		ck_assert_str_eq(hex, known[i].hex);
	}
}
END_TEST

START_TEST(test_source_line)
{
	static const struct {
		const char *src;
		int line;
	} t[] = {
		{ "void solve(int)", 1 },
		{ "// solve(\nvoid solve (int)", 2 },
		{ "/* solve( \n*/\nint resolve();\nint solve()", 4 },
		{ "\"solve(\"\n", 0 },
		{ "'\\'' solve(", 1 },
		{ "solve", 0 },
		{ "/*", 0 },
		{ "\"\\", 0 },
		{ "/", 0 },
		{ "", 0 },
	};

	for (size_t i = 0; i < sizeof t / sizeof *t; i++)
		ck_assert_int_eq(source_line_of(t[i].src, strlen(t[i].src), "solve"), t[i].line);
}
END_TEST

Suite *toolchain_parts_suite(void);
Suite *toolchain_parts_suite(void)
{
	Suite *s = suite_create("toolchain_parts");
	TCase *t = tcase_create("parts");

	tcase_add_test(t, test_sha256);
	tcase_add_test(t, test_source_line);
	suite_add_tcase(s, t);
	return s;
}
