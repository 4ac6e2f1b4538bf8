/* job/faults and job/site: what is said of an allocation, of an element and of a fault, and of sites that no honest
 * client sends. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <unistd.h>
#include "job/evidence/faults.h"
#include "job/evidence/site.h"

Suite *job_faults_suite(void);

static struct arena a;
static struct arg args[3] = { { .name = "in", .kind = ARG_IN, .type = ELEM_FLOAT },
	{ .name = "n", .kind = ARG_VALUE, .type = ELEM_INT }, { .name = "out", .kind = ARG_OUT, .type = ELEM_DOUBLE } };
static struct step step = { .args = args, .nargs = 3 };
static struct case_data data = { .step = &step };
static struct host_arg where[3];
static struct memory_names names;

static void setup(void)
{
	arena_init(&a);
	where[0] = (struct host_arg){ .kind = HOST_ARG_BUFFER_IN, .bytes = 400, .address = 0x1000 };
	where[1] = (struct host_arg){ .kind = HOST_ARG_VALUE, .bytes = 4 };
	where[2] = (struct host_arg){ .kind = HOST_ARG_BUFFER_OUT, .bytes = 800, .address = 0x3000 };
	names = (struct memory_names){ .d = &data, .args = where };
}

static void teardown(void)
{
	arena_release(&a);
}

START_TEST(allocations)
{
	struct device_block b = { .start = 0x3000, .bytes = 800, .call = "cudaMalloc", .ordinal = 2 };

	ck_assert_str_eq(block_words(&a, &b, &names), "of 'out', argument 3 of solve()");
	ck_assert_str_eq(block_words(&a, &b, NULL), "made by the 2nd cudaMalloc");
	b.start = 0x9000; /* no argument's */
	ck_assert_str_eq(block_words(&a, &b, &names), "made by the 2nd cudaMalloc");
	b.freed_call = "cudaFree";
	b.freed_ordinal = 13;
	ck_assert_str_eq(block_words(&a, &b, &names), "made by the 2nd cudaMalloc, freed by the 13th cudaFree");
	/* An argument that the program has freed is known by what was done to it. */
	b.start = 0x3000;
	b.freed_ordinal = 21;
	ck_assert_str_eq(block_words(&a, &b, &names), "made by the 2nd cudaMalloc, freed by the 21st cudaFree");
	ck_assert_ptr_null(block_words(&a, &(struct device_block){ .start = 1 }, &names));
}
END_TEST

START_TEST(elements)
{
	ck_assert_str_eq(element_words(&a, 0x1000 + 4 * 17, &names), "in[17]");
	ck_assert_str_eq(element_words(&a, 0x3000 + 8 * 99 + 7, &names), "out[99]");
	ck_assert_ptr_null(element_words(&a, 0x3000 + 800, &names));
	ck_assert_ptr_null(element_words(&a, 0x2fff, &names));
	ck_assert_ptr_null(element_words(&a, 0, &names));
	ck_assert_ptr_null(element_words(&a, 0x1000, NULL));
	where[0].host_memory = true;
	ck_assert_ptr_null(element_words(&a, 0x1000, &names));
}
END_TEST

START_TEST(faults)
{
	struct device_block b = { .start = 0x3000, .bytes = 4096, .call = "cudaMalloc", .ordinal = 1 };
	struct device_fault f = { .message = "Invalid __global__ write of size 4 bytes; address is 4 bytes past the "
					     "end of the 4,096-byte allocation",
		.kernel = "reduce",
		.at = { { 17, 0, 0 }, { 3, 0, 0 }, "/tmp/x/reduce.cu", 21 },
		.has_thread = true,
		.address = 0x4004,
		.block = &b };
	struct fault_words w;

	fault_describe(&a, &f, &names, &w);
	ck_assert_str_eq(w.sentence,
		"Invalid __global__ write of size 4 bytes by thread (3,0,0) in block (17,0,0) at reduce.cu:21; "
		"address is 4 bytes past the end of the 4,096-byte allocation of 'out', argument 3 of solve()");
	ck_assert_str_eq(w.what, "Invalid __global__ write of size 4 bytes");
	ck_assert_str_eq(w.detail,
		"address is 4 bytes past the end of the 4,096-byte allocation of 'out', argument 3 of solve()");
	/* No line information, nothing known of the memory. */
	f.at.file = NULL;
	f.block = NULL;
	f.message = "Warp trap\033";
	fault_describe(&a, &f, &names, &w);
	ck_assert_str_eq(w.sentence, "Warp trap? by thread (3,0,0) in block (17,0,0)");
	ck_assert_ptr_null(w.detail);
	/* That many wait for ever is done "by" none of them, nor is a loop that does not end. */
	f.message = "Deadlock: threads wait for ever; 32 threads wait at barrier 0";
	fault_describe(&a, &f, &names, &w);
	ck_assert_str_eq(w.sentence,
		"Deadlock: threads wait for ever, seen in thread (3,0,0) in block (17,0,0); 32 threads wait at "
		"barrier 0");
	f.message = "The kernel never ends";
	f.verdict = "timeout";
	fault_describe(&a, &f, &names, &w);
	ck_assert_str_eq(w.sentence, "The kernel never ends, seen in thread (3,0,0) in block (17,0,0)");
	/* A refused call has no thread; what it says of itself stays whole. */
	f = (struct device_fault){ .message = "cudaFree failed: freed; already", .block = &b };
	fault_describe(&a, &f, NULL, &w);
	ck_assert_str_eq(w.sentence, "cudaFree failed: freed; already; the allocation was made by the 1st cudaMalloc");
	/* A pointer into an argument that lies in host memory. */
	where[0].host_memory = true;
	f = (struct device_fault){ .message = "Invalid __global__ read of size 4 bytes; address 0x1004 is not device "
					      "memory (a host pointer?)",
		.has_thread = true,
		.address = 0x1004 };
	fault_describe(&a, &f, &names, &w);
	ck_assert_ptr_nonnull(
		strstr(w.sentence, "(a host pointer?); it lies in 'in', argument 1 of solve(), which is host memory"));
	f = (struct device_fault){ 0 };
	fault_describe(&a, &f, &names, &w);
	ck_assert_str_eq(w.sentence, "a fault without a word");
}
END_TEST

START_TEST(leaks)
{
	struct device_block allocated[] = {
		{ .start = 0x1000,
			.bytes = 400,
			.call = "cudaMalloc",
			.ordinal = 1,
			.site = "12 /opt/bin/warplings-host\n" },
		{ .start = 0x5000,
			.bytes = 4096,
			.call = "cudaMalloc",
			.ordinal = 1,
			.site = "12 /tmp/student.so\n99 /opt/bin/warplings-host\n" },
		{ .start = 0x7000, .bytes = 5, .call = "cudaMallocAsync", .ordinal = 3, .site = NULL },
		{ .start = 0x9000, .bytes = 6, .call = "cudaMalloc", .ordinal = 9, .old = true },
	};
	struct device_report r = { .allocated = allocated, .nallocated = 1 };

	ck_assert_ptr_null(leak_words(&a, &r)); /* the host process's own */
	r.nallocated = 2;
	ck_assert_str_eq(leak_words(&a, &r), "solve() leaks memory: 4,096 bytes, made by the 1st cudaMalloc");
	r.nallocated = 4;
	ck_assert_str_eq(leak_words(&a, &r),
		"solve() leaks memory: 4,101 bytes, 2 allocations, the first made by the 1st cudaMalloc");
	ck_assert_ptr_eq(block_at(&r, 0x5fff), &allocated[1]);
	ck_assert_ptr_null(block_at(&r, 0x6000));
	r.leaks = r.allocated;
	r.nleaks = 4;
	r.nallocated = 0;
	ck_assert_ptr_eq(block_at(&r, 0x7004), &allocated[2]);
}
END_TEST

/* A function of this program, by its address in it: the line is here, and system frames before it are passed over. */
START_TEST(sites_are_looked_up)
{
	char exe[1024], site[4096];
	int left = 3;
	ssize_t n = readlink("/proc/self/exe", exe, sizeof exe - 1);
	FILE *p;

	ck_assert_int_gt((int)n, 0);
	exe[n] = '\0';
	/* The address of a symbol, as the object has it. */
	snprintf(site, sizeof site, "nm '%s' | awk '/ T job_faults_suite$/ { print $1 }'", exe);
	p = popen(site, "r");
	ck_assert_ptr_nonnull(p);
	ck_assert_ptr_nonnull(fgets(site, 32, p));
	pclose(p);
	site[strcspn(site, "\n")] = '\0';
	snprintf(site + strlen(site), sizeof site - strlen(site), " %s\n", exe);
	ck_assert_ptr_nonnull(strstr(site_words(&a, site, &left), "at check_job_faults.c:"));
	ck_assert_int_eq(left, 2);
	left = 0;
	ck_assert_ptr_null(site_words(&a, site, &left)); /* each lookup is a process: they are counted */
}
END_TEST

static const char *const nonsense[] = { NULL, "", "\n", "12", "12 ", "12 \n", "x /bin/true\n", "12 /dev/zero\n",
	"12 /nonexistent\n", "12 /\n", "12 -e\n", "-1 /etc/passwd\n", "ffffffffffffffffffff /etc/passwd\n",
	"12 /etc/passwd" };

START_TEST(nonsense_sites)
{
	int left = 50;

	ck_assert_ptr_null(site_words(&a, nonsense[_i], &left));
}
END_TEST

Suite *job_faults_suite(void)
{
	Suite *s = suite_create("job faults");
	TCase *t = tcase_create("faults");

	tcase_set_timeout(t, 60);
	tcase_add_checked_fixture(t, setup, teardown);
	tcase_add_test(t, allocations);
	tcase_add_test(t, elements);
	tcase_add_test(t, faults);
	tcase_add_test(t, leaks);
	tcase_add_test(t, sites_are_looked_up);
	tcase_add_loop_test(t, nonsense_sites, 0, sizeof nonsense / sizeof *nonsense);
	suite_add_tcase(s, t);
	return s;
}
