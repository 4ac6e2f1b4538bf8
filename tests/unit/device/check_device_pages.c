/* Which pages of managed memory move, and when they don't (device/ops/pages.h). "A kernel" is this process, which
 * touches its own mapping between pages_launching and pages_launched. */
#include <check.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "device/ops/pages.h"
#include "device/protocol.h"

Suite *device_pages_suite(void);

enum { N = 8 };
#define START 0x300000000000ull
static struct pages *p;
static volatile char *at;
static int pagemap;

static void setup(void)
{
	int fd = memfd_create("pages", 0);
	char *room = mmap(NULL, (N + 1) * DP_PAGE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	char *here = room + (DP_PAGE - (uintptr_t)room % DP_PAGE) % DP_PAGE;

	ck_assert(fd >= 0 && !ftruncate(fd, N * DP_PAGE));
	ck_assert(mmap(here, N * DP_PAGE, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, fd, 0) == here);
	close(fd);
	at = here;
	pagemap = open("/proc/self/pagemap", O_RDONLY);
	ck_assert(pagemap > 0);
	p = pages_new(pagemap);
	pages_add(p, START, N * DP_PAGE, here);
}

static void teardown(void)
{
	pages_free(p);
	close(pagemap);
}

static uint64_t host(unsigned char bits)
{
	return pages_touched(p, START, &bits, N);
}

/* Reads one byte of each page in `reads`, changes one of each in `writes`. */
static uint64_t kernel(unsigned reads, unsigned writes)
{
	pages_launching(p);
	for (unsigned i = 0; i < N; i++) {
		if (reads >> i & 1)
			(void)at[i * DP_PAGE + 12345];
		if (writes >> i & 1)
			at[i * DP_PAGE + 54321]++;
	}
	return pages_launched(p);
}

START_TEST(what_is_touched_moves_and_stays)
{
	ck_assert_uint_eq(host(0x0f), 0); /* the first who touches a page has it */
	ck_assert_uint_eq(kernel(0x03, 0x10), 2);
	ck_assert_uint_eq(kernel(0x03, 0x03), 0);
	ck_assert_uint_eq(kernel(0, 0xff), 2);
	ck_assert_uint_eq(host(0x11), 2);
	ck_assert_uint_eq(host(0x11), 0);
	ck_assert_uint_eq(kernel(0x01, 0), 1);
}
END_TEST

START_TEST(a_prefetch_moves_what_is_elsewhere)
{
	host(0x0f);
	ck_assert_uint_eq(pages_prefetch(p, START, 2 * DP_PAGE, false), 2);
	ck_assert_uint_eq(pages_prefetch(p, START + DP_PAGE + 1, DP_PAGE, false), 1); /* a part of pages 1 and 2 */
	ck_assert_uint_eq(kernel(0x0f, 0), 1);
	ck_assert_uint_eq(pages_prefetch(p, START, N * DP_PAGE, true), 4); /* what nobody has is not moved */
	ck_assert_uint_eq(host(0x0f), 0);
	ck_assert_uint_eq(pages_prefetch(p, START, N * DP_PAGE + 1, false), 0); /* beyond the end: nothing */
	ck_assert_uint_eq(pages_prefetch(p, START - 1, DP_PAGE, false), 0);
}
END_TEST

START_TEST(read_mostly_lies_on_both_sides_until_it_is_written)
{
	pages_read_mostly(p, START, N * DP_PAGE, true);
	host(0x03);
	ck_assert_uint_eq(kernel(0x03, 0), 2);
	ck_assert_uint_eq(host(0x03), 0);
	ck_assert_uint_eq(kernel(0x03, 0), 0);
	ck_assert_uint_eq(kernel(0, 0x01), 0); /* the copy here is written, the host's is worth nothing */
	ck_assert_uint_eq(host(0x03), 1);
	at[100]++; /* the host writes page 0 */
	ck_assert_uint_eq(host(0x01), 0);
	ck_assert_uint_eq(kernel(0x03, 0), 1);
	pages_read_mostly(p, START, N * DP_PAGE, false);
	ck_assert_uint_eq(host(0x01), 1);
	ck_assert_uint_eq(kernel(0x01, 0), 1);
}
END_TEST

START_TEST(what_is_preferred_on_the_host_stays_there)
{
	uint64_t start;
	bool far;

	ck_assert(!pages_far(p, 0, &start, &far));
	host(0xff);
	pages_prefer_host(p, START, N * DP_PAGE, true);
	ck_assert_uint_eq(kernel(0xff, 0xff), 0);
	ck_assert(pages_far(p, 0, &start, &far) && start == START && far && !pages_far(p, 1, &start, &far));
	pages_prefer_host(p, START, N * DP_PAGE, false);
	ck_assert(pages_far(p, 0, &start, &far) && !far);
	ck_assert_uint_eq(kernel(0x01, 0), 1);
	pages_prefer_host(p, START, DP_PAGE, true); /* a part: as if it had not been said */
	ck_assert_uint_eq(kernel(0x02, 0), 1);
}
END_TEST

START_TEST(what_is_gone_does_not_count)
{
	unsigned char all[2] = { 0xff, 0xff };

	host(0xff);
	ck_assert_uint_eq(pages_touched(p, START, all, 16), 0); /* more bits than pages */
	pages_forget(p, START);
	ck_assert_uint_eq(kernel(0xff, 0), 0);
	ck_assert_uint_eq(host(0xff), 0);
	pages_forget(p, START);
}
END_TEST

Suite *device_pages_suite(void)
{
	Suite *s = suite_create("device_pages");
	TCase *t = tcase_create("moves");

	tcase_add_checked_fixture(t, setup, teardown);
	tcase_add_test(t, what_is_touched_moves_and_stays);
	tcase_add_test(t, a_prefetch_moves_what_is_elsewhere);
	tcase_add_test(t, read_mostly_lies_on_both_sides_until_it_is_written);
	tcase_add_test(t, what_is_preferred_on_the_host_stays_there);
	tcase_add_test(t, what_is_gone_does_not_count);
	suite_add_tcase(s, t);
	return s;
}
