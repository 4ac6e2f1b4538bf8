/* judge/proof: a right answer that kernels did not make is found out, each rule by itself, and honest ways pass. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "judge/brought.h"
#include "judge/proof.h"
#include "judge/sent.h"

Suite *judge_proof_suite(void);

enum { N = 100000 };
static struct arena a;
static float in[N], now[N];
static struct arg args[3] = { { .name = "a", .type = ELEM_FLOAT, .kind = ARG_IN, .count = "n" },
	{ .name = "c", .type = ELEM_FLOAT, .kind = ARG_OUT, .count = "n" },
	{ .name = "n", .type = ELEM_INT, .kind = ARG_VALUE, .value = "n" } };
static struct param param = { "n", N };
static struct test_case tc;
static struct step step;
static struct case_arg values[3];
static struct case_data d;
static struct made made[3];
static struct proof student, reference;
static struct case_result c;

static void setup(void)
{
	arena_init(&a);
	tc = (struct test_case){ .name = "big", .params = &param, .nparams = 1, .perf = true };
	step = (struct step){ .args = args, .nargs = 3, .cases = &tc, .ncases = 1 };
	args[0].host = args[1].host = false;
	args[1].kind = ARG_OUT;
	values[0] = (struct case_arg){ .arg = &args[0], .count = N, .bytes = sizeof in, .data = in };
	values[1] = (struct case_arg){ .arg = &args[1], .count = N, .bytes = sizeof in };
	values[2] = (struct case_arg){ .arg = &args[2], .count = 1, .bytes = 4, .value = N };
	d = (struct case_data){ &step, &tc, values };
	memset(made, 0, sizeof made);
	made[0].known = made[1].known = true;
	made[0].n[MAKER_FILL] = N;
	made[1].n[MAKER_KERNEL] = N;
	student = (struct proof){ .args = made, .from_host = 100, .to_host = 0 };
	reference = (struct proof){ .from_host = 28 };
	c = (struct case_result){ .verdict = VERDICT_PASS };
}

static void teardown(void)
{
	arena_release(&a);
}

static void made_by(enum maker who, uint64_t n, uint64_t first, const char *call)
{
	made[1].n[MAKER_KERNEL] = N - n;
	made[1].n[who] = n;
	made[1].first[who] = first;
	made[1].call[who] = call;
}

static void judge(unsigned trust)
{
	c = (struct case_result){ .verdict = VERDICT_PASS };
	proof_judge(&a, &d, &student, &reference,
		"// cudaMemcpy\n/* cudaMemcpy\n */ cudaMemcpyAsync();\n\n cudaMemcpy(c);\n", trust, &c);
}

/* It is caught with these words, and without this one defence it is not. */
static void caught(enum verdict v, const char *words, unsigned defence)
{
	judge(0);
	ck_assert_int_eq(c.verdict, v);
	ck_assert_msg(strstr(c.message, words) != NULL, "%s", c.message);
	judge(defence);
	ck_assert_int_eq(c.verdict, VERDICT_PASS);
}

START_TEST(kernels_pass)
{
	judge(0);
	ck_assert_int_eq(c.verdict, VERDICT_PASS);
	made_by(MAKER_SET, N - 1, 0, "cudaMemset");
	judge(0);
	ck_assert_int_eq(c.verdict, VERDICT_PASS);
	made_by(MAKER_UNKNOWN, N, 0, NULL);
	judge(0);
	ck_assert_int_eq(c.verdict, VERDICT_PASS);
	student.args = NULL; /* a GPU tells nothing */
	judge(0);
	ck_assert_int_eq(c.verdict, VERDICT_PASS);
}
END_TEST

START_TEST(the_host)
{
	made_by(MAKER_HOST, 1, 17, "cudaMemcpy");
	caught(VERDICT_GATE_FAILED, "c[17] was written by cudaMemcpy in line 5, not by a kernel. ", TRUST_PROOF);
	made_by(MAKER_HOST, N, 0, NULL);
	caught(VERDICT_GATE_FAILED, "c[0] was written by the host, not by a kernel (100,000 of its 100,000",
		TRUST_PROOF);
	tc.perf = false;
	caught(VERDICT_GATE_FAILED, "not by a kernel", TRUST_PROOF);
}
END_TEST

START_TEST(copies)
{
	made_by(MAKER_COPY, N / 8, 0, "cudaMemcpyAsync");
	judge(0);
	ck_assert_int_eq(c.verdict, VERDICT_PASS);
	made_by(MAKER_COPY, N / 8 + 1, 3, "cudaMemcpyAsync");
	caught(VERDICT_GATE_FAILED, "c[3] is a copy that cudaMemcpyAsync in line 3 made (12,501", TRUST_PROOF);
	tc.perf = false;
	judge(0);
	ck_assert_int_eq(c.verdict, VERDICT_PASS);
}
END_TEST

START_TEST(nobody)
{
	made_by(MAKER_FILL, 1, 5, NULL);
	caught(VERDICT_WRONG_ANSWER, "Nothing was written to c[5]. ", TRUST_PROOF);
	args[1].kind = ARG_INOUT; /* what stays as it was may be right */
	judge(0);
	ck_assert_int_eq(c.verdict, VERDICT_PASS);
	made_by(MAKER_NOBODY, 1, 5, "cudaMemcpy");
	caught(VERDICT_WRONG_ANSWER, "Nothing was written to c[5]. ", TRUST_PROOF);
}
END_TEST

START_TEST(inputs)
{
	memcpy(now, in, sizeof in);
	made[0].now = now;
	judge(0);
	ck_assert_int_eq(c.verdict, VERDICT_PASS); /* the same was written */
	now[7] = 1.5f;
	caught(VERDICT_WRONG_ANSWER, "a[7] was changed from 0 to 1.5. 'a' is an input", TRUST_INPUTS);
	now[7] = 0;
	now[8] = -0.0f; /* another value to a reader of bits */
	caught(VERDICT_WRONG_ANSWER, "a[8] was changed", TRUST_INPUTS);
}
END_TEST

START_TEST(flows)
{
	student.to_host = 256; /* flags, counts */
	judge(0);
	ck_assert_int_eq(c.verdict, VERDICT_PASS);
	student.to_host++;
	caught(VERDICT_GATE_FAILED,
		"brought 257 bytes to the host and then went on with copies or launches, expected at most 256",
		TRUST_FLOWS);
	reference.to_host = 1; /* it needs some itself */
	judge(0);
	ck_assert_int_eq(c.verdict, VERDICT_PASS);
	reference.to_host = 0;
	values[1].bytes = 8; /* two words: four blocks' results would be half of the work */
	student.to_host = 16;
	judge(0);
	ck_assert_int_eq(c.verdict, VERDICT_PASS);
	student.to_host++;
	caught(VERDICT_GATE_FAILED, "brought 17 bytes to the host and then went on", TRUST_FLOWS);
	values[1].bytes = sizeof in;
	student.to_host = 0;
	student.from_host = sizeof in / 8 + 57;
	caught(VERDICT_GATE_FAILED, "sent 50,057 bytes from the host to the device", TRUST_FLOWS);
	args[0].host = true; /* there bytes have to travel */
	judge(0);
	ck_assert_int_eq(c.verdict, VERDICT_PASS);
	values[0].bytes = 4; /* ... but a single number is no reason for it */
	judge(0);
	ck_assert_int_eq(c.verdict, VERDICT_GATE_FAILED);
	values[0].bytes = sizeof in;
	args[0].host = false;
	tc.perf = false;
	judge(0);
	ck_assert_int_eq(c.verdict, VERDICT_PASS);
	student.to_host = sizeof in / 8;
	judge(0);
	ck_assert_int_eq(c.verdict, VERDICT_PASS);
	student.to_host = sizeof in; /* in a small case the host needs the data, too */
	caught(VERDICT_GATE_FAILED, "brought 400,000 bytes to the host", TRUST_FLOWS);
	reference.to_host = sizeof in;
	judge(0);
	ck_assert_int_eq(c.verdict, VERDICT_PASS);
}
END_TEST

/* An output that lies with the host: what the device did not bring there is the host's. */
START_TEST(strange)
{
	struct made told[3] = { 0 };

	args[1].host = true;
	made[1] = (struct made){ .traced = true, .nstrange = 3, .strange = 41 };
	told[1].traced = true;
	reference.args = told;
	caught(VERDICT_GATE_FAILED, "c[41] was made by the host (3 of its 100,000 elements were): no copy brought",
		TRUST_PROOF);
	told[1].nstrange = 1; /* the reference's host makes a number, too */
	judge(0);
	ck_assert_int_eq(c.verdict, VERDICT_PASS);
	told[1].nstrange = 0;
	made[1].lost = true;
	caught(VERDICT_GATE_FAILED, "nobody can tell whether 'c' was made by the device", TRUST_PROOF);
	made[1].nstrange = 0; /* what was kept is enough */
	judge(0);
	ck_assert_int_eq(c.verdict, VERDICT_PASS);
}
END_TEST

static unsigned char came[4096];
static uint64_t ncame;

static void bring(const void *p, uint64_t bytes)
{
	memcpy(came + ncame, &bytes, sizeof bytes);
	memcpy(came + ncame + sizeof bytes, p, bytes);
	ncame += sizeof bytes + bytes;
}

START_TEST(values_that_came)
{
	unsigned out[6] = { 7, 1, 7, 9, 0, 5 }, more[3] = { 3, 3, 3 };
	uint64_t first;

	ncame = 0;
	ck_assert_uint_eq(brought_missing(came, 0, out, 6, 4, &first), 6);
	ck_assert_uint_eq(first, 4); /* that of the lowest value */
	bring(out + 3, 12);
	bring(out, 12);
	ck_assert_uint_eq(brought_missing(came, ncame, out, 6, 4, &first), 0); /* in any order */
	bring(more, 12);
	ck_assert_uint_eq(brought_missing(came, ncame, out, 6, 4, &first), 0); /* and other things beside it */
	out[1] = 7;
	ck_assert_uint_eq(brought_missing(came, ncame, out, 6, 4, &first), 1); /* 7 came twice only */
	out[1] = 8;
	ck_assert_uint_eq(brought_missing(came, ncame, out, 6, 4, &first), 1);
	ck_assert_uint_eq(first, 1);
	/* A stretch that is cut off counts for nothing; wider and narrower elements. */
	ck_assert_uint_eq(brought_missing(came, 12, out, 6, 4, &first), 6);
	ncame = 0;
	bring(out, 24);
	ck_assert_uint_eq(brought_missing(came, ncame, out, 3, 8, &first), 0);
	ck_assert_uint_eq(brought_missing(came, ncame, out, 24, 1, &first), 0);
	out[5]++;
	ck_assert_uint_eq(brought_missing(came, ncame, out, 3, 8, &first), 1);
	ck_assert_uint_eq(first, 2);
}
END_TEST

/* The plainest way to say it: each value of the output takes one that came, while there is one. */
static uint64_t lacking_plainly(const unsigned char *v, uint64_t nv, const unsigned char *out, uint64_t n)
{
	uint64_t left[256] = { 0 }, missing = 0;

	for (uint64_t i = 0; i < nv; i++)
		left[v[i]]++;
	for (uint64_t i = 0; i < n; i++)
		missing += left[out[i]] ? left[out[i]]--, 0 : 1;
	return missing;
}

/* Pieces of the output and of other bytes, in order and out of it, overlapping, too short and too long. */
START_TEST(any_pieces_that_came)
{
	for (uint64_t seed = 1; seed <= 2000; seed++) {
		unsigned char out[32], all[1024];
		uint64_t n = rng_below(seed, 0, 0, sizeof out), nall = 0, next = 0, first;

		for (uint64_t i = 0; i < n; i++)
			out[i] = (unsigned char)rng_below(seed, 1, i, 1 + seed % 9);
		ncame = 0;
		for (uint64_t k = 0; n && k < 1 + seed % 6; k++) {
			uint64_t at = rng_below(seed, 2, k, 3) ? next : rng_below(seed, 3, k, n);
			uint64_t len = rng_below(seed, 4, k, n - at + 1);
			unsigned char piece[sizeof out + 8];

			memcpy(piece, out + at, len);
			if (!rng_below(seed, 5, k, 4) && len)
				piece[rng_below(seed, 6, k, len)]++;
			if (!rng_below(seed, 7, k, 4))
				piece[len++] = 1;
			bring(piece, len);
			memcpy(all + nall, piece, len);
			nall += len;
			next = at + len > n ? n : at + len;
		}
		ck_assert_msg(brought_missing(came, ncame, out, n, 1, &first) == lacking_plainly(all, nall, out, n),
			"seed %llu", (unsigned long long)seed);
	}
}
END_TEST

/* An output that lies with the host: so much of its own the host may send. */
START_TEST(host_made)
{
	struct made told[3] = { 0 };
	const struct arg value = args[2];

	args[1].host = args[0].host = true;
	reference.args = told;
	student.strange = sizeof in / 8;
	judge(0);
	ck_assert_int_eq(c.verdict, VERDICT_PASS);
	student.strange += 4;
	caught(VERDICT_GATE_FAILED,
		"solve() sent 50,004 bytes to the device that are no values of its inputs, and no constants or "
		"counting "
		"numbers, expected at most 50,000. The host made them",
		TRUST_FLOWS);
	/* Beside a smaller output, which could be sent whole, it is less: an eighth of that, or 4 KB. */
	args[2].kind = ARG_OUT;
	args[2].host = true;
	student.strange = 4096;
	judge(0);
	ck_assert_int_eq(c.verdict, VERDICT_PASS);
	student.strange += 4;
	caught(VERDICT_GATE_FAILED, "solve() sent 4,100 bytes", TRUST_FLOWS);
	args[2].milliseconds = true; /* a time that the host measures is no answer to be sent */
	judge(0);
	ck_assert_int_eq(c.verdict, VERDICT_PASS);
	args[2] = value;
	student.strange = sizeof in / 8 + 4;
	reference.strange = 2; /* it sends some of its own, too */
	judge(0);
	ck_assert_int_eq(c.verdict, VERDICT_PASS);
	student.sent_lost = true;
	caught(VERDICT_GATE_FAILED, "than can be followed", TRUST_FLOWS);
	reference.strange = 0;
	tc.perf = false;
	judge(0);
	ck_assert_int_eq(c.verdict, VERDICT_PASS);
}
END_TEST

/* A time needs something of the device's that it can come of. */
START_TEST(times_of_the_device)
{
	const struct arg in_array = args[0], value = args[2];

	ck_assert_ptr_null(proof_untimed(&d, &student));
	args[2].kind = ARG_OUT;
	args[2].host = args[2].milliseconds = true;
	ck_assert_str_eq(proof_untimed(&d, &student), "n");
	student.times = 1;
	ck_assert_ptr_null(proof_untimed(&d, &student));
	student.times = 0;
	student.told = 8; /* a clock that a kernel has read */
	ck_assert_ptr_null(proof_untimed(&d, &student));
	args[1].host = true; /* but not an output that was to come to the host anyway */
	ck_assert_str_eq(proof_untimed(&d, &student), "n");
	student.told = sizeof in + 8;
	ck_assert_ptr_null(proof_untimed(&d, &student));
	student.told = 0;
	student.args = NULL; /* a GPU */
	ck_assert_ptr_null(proof_untimed(&d, &student));
	args[0] = in_array;
	args[2] = value;
}
END_TEST

/* The same at the other sizes, when the big case is known. */
START_TEST(host_made_of_a_small_case)
{
	struct test_case two[2] = { { .name = "small" }, { .name = "big", .perf = true } };
	struct step of = { .cases = two, .ncases = 2 };
	struct case_result cs[2] = { { .name = "small", .ran = true, .verdict = VERDICT_PASS },
		{ .name = "big", .ran = true, .verdict = VERDICT_PASS } };
	struct made told[3] = { 0 };
	struct result r;

	result_init(&r);
	r.step = &of;
	r.cases = cs;
	r.ncases = 2;
	args[1].host = args[0].host = true;
	reference.args = told;
	tc.perf = false;
	student.strange = sizeof in / 8 + 2 * 8192ull; /* two arrays, registered by the page */
	judge(0);
	ck_assert_uint_eq(c.sent, student.strange);
	cs[0].sent = c.sent;
	cs[0].sent_most = c.sent_most;
	proof_judge_sizes(&r);
	ck_assert_int_eq(cs[0].verdict, VERDICT_PASS);
	cs[0].sent += 4;
	cs[1].sent = 4; /* a table that is sent at every size */
	proof_judge_sizes(&r);
	ck_assert_int_eq(cs[0].verdict, VERDICT_PASS);
	cs[1].sent = 0;
	cs[1].verdict = VERDICT_RACE; /* worse is said already */
	proof_judge_sizes(&r);
	ck_assert_int_eq(cs[0].verdict, VERDICT_PASS);
	cs[1].verdict = VERDICT_PASS;
	proof_judge_sizes(&r);
	ck_assert_int_eq(cs[0].verdict, VERDICT_GATE_FAILED);
	ck_assert_ptr_nonnull(strstr(cs[0].message, "solve() sent 66,388 bytes to the device"));
	result_release(&r);
}
END_TEST

static unsigned char went[8192];
static uint64_t nwent;

static void send(const void *p, uint64_t bytes, uint64_t brought)
{
	memcpy(went + nwent, &bytes, sizeof bytes);
	memcpy(went + nwent + 8, &brought, sizeof brought);
	memcpy(went + nwent + 16, p, bytes);
	nwent += 16 + bytes;
}

static uint64_t strange_of(const void *p, uint64_t bytes, uint64_t brought)
{
	nwent = 0;
	send(p, bytes, brought);
	return sent_strange(&d, went, nwent, came, ncame);
}

/* Which words are the host's own: not those of an input, and so on. */
START_TEST(words_that_were_sent)
{
	unsigned own[6] = { 0x9e3779b1, 0x7f4a7c15, 0x7654321, 0x94d049b2, 0x2545f497, 0x5f6cdd1d };
	unsigned constant[6] = { 99, 99, 99, 99, 99, 99 }, ramp[6] = { 1000, 1003, 1006, 1009, 1012, 1015 };
	float floats[6] = { 1000.1f, 1000.2f, 1000.3f, 1000.4f, 1000.5f, 1000.6f }, turned[4];
	unsigned char odd[12];

	for (int i = 0; i < N; i++)
		in[i] = (float)i * (float)i * 0.37f;
	ncame = 0;
	nwent = 0;
	send(in, 400, 0);
	send(in + 100, 400, 0); /* goes on */
	send(in + 7, 400, 0);   /* anywhere */
	ck_assert_uint_eq(sent_strange(&d, went, nwent, came, ncame), 0);
	for (int i = 0; i < 4; i++)
		turned[i] = in[40 - i];
	ck_assert_uint_eq(strange_of(turned, sizeof turned, 0), 0);
	memcpy(odd, (char *)in + 402, sizeof odd); /* no words of the input's */
	ck_assert_uint_gt(strange_of(odd, sizeof odd, 0), 0);
	ck_assert_uint_eq(strange_of(own, sizeof own, 0), sizeof own);
	ck_assert_uint_eq(strange_of(own, 2, 0), 0);
	ck_assert_uint_eq(strange_of(constant, sizeof constant, 0), 4);
	ck_assert_uint_eq(strange_of(ramp, sizeof ramp, 0), 8);
	ck_assert_uint_eq(strange_of(floats, sizeof floats, 0), 8);
	/* What the device brought may go back, but not before it came. */
	bring(own, sizeof own);
	ck_assert_uint_eq(strange_of(own, sizeof own, 0), sizeof own);
	ck_assert_uint_eq(strange_of(own, sizeof own, ncame), 0);
	/* What is cut off counts for nothing. */
	nwent = 0;
	send(own, sizeof own, 0);
	ck_assert_uint_eq(sent_strange(&d, went, nwent - 1, came, ncame), 0);
	ck_assert_uint_eq(sent_strange(&d, went, 15, came, ncame), 0);
	args[0].type = ELEM_CHAR; /* of bytes any four in a row are words */
	memcpy(odd, (char *)in + 402, sizeof odd);
	ck_assert_uint_eq(strange_of(odd, sizeof odd, 0), 0);
	args[0].type = ELEM_FLOAT;
	memset(in, 0, sizeof in);
}
END_TEST

Suite *judge_proof_suite(void)
{
	Suite *s = suite_create("judge proof");
	TCase *t = tcase_create("rules");

	tcase_add_checked_fixture(t, setup, teardown);
	tcase_add_test(t, kernels_pass);
	tcase_add_test(t, the_host);
	tcase_add_test(t, copies);
	tcase_add_test(t, nobody);
	tcase_add_test(t, inputs);
	tcase_add_test(t, flows);
	tcase_add_test(t, strange);
	tcase_add_test(t, values_that_came);
	tcase_add_test(t, any_pieces_that_came);
	tcase_add_test(t, host_made);
	tcase_add_test(t, times_of_the_device);
	tcase_add_test(t, host_made_of_a_small_case);
	tcase_add_test(t, words_that_were_sent);
	suite_add_tcase(s, t);
	return s;
}
