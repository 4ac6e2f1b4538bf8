/* The device's threads: every part of a run is done once, whatever the number of parts and threads, and a pool ends
 * that has work after it. The memory that it keeps is there for the next user. */
#include <check.h>
#include <stdatomic.h>
#include <string.h>

#include "emulator/core/pool.h"

enum { MOST = 9 };
struct run {
	_Atomic int done[MOST], sum;
	int n;
};

static void part(void *arg, int k)
{
	struct run *r = arg;
	ck_assert(k >= 0 && k < r->n);
	atomic_fetch_add(&r->done[k], 1);
	atomic_fetch_add(&r->sum, k + 1);
}

START_TEST(every_part_once)
{
	struct em_pool *p = em_pool_new(_i);
	for (int turn = 0; turn < 4000; turn++) {
		struct run r = { .n = 1 + turn % MOST };
		em_pool_run(p, r.n, part, &r);
		ck_assert_int_eq(r.sum, r.n * (r.n + 1) / 2);
		for (int k = 0; k < MOST; k++)
			ck_assert_int_eq(r.done[k], k < r.n);
	}
	em_pool_free(p);
}
END_TEST

START_TEST(pools_come_and_go)
{
	em_pool_free(NULL);
	em_pool_free(em_pool_new(3));
	for (int turn = 0; turn < 500; turn++) {
		struct em_pool *p = em_pool_new(3);
		struct run r = { .n = 2 + turn % 4 };
		em_pool_run(p, r.n, part, &r);
		ck_assert_int_eq(r.sum, r.n * (r.n + 1) / 2);
		em_pool_free(p);
	}
}
END_TEST

START_TEST(room_is_kept_unless_it_is_large)
{
	struct em_pool *p = em_pool_new(0);
	unsigned char *room = em_pool_room(p, 4096);

	memset(room, 7, 4096);
	em_pool_leave(p);
	ck_assert_ptr_eq(em_pool_room(p, 100), room);
	ck_assert_uint_eq(room[4095], 7);
	room = em_pool_room(p, (size_t)48 << 20);
	memset(room, 8, (size_t)48 << 20);
	em_pool_leave(p);
	memset(em_pool_room(p, 4096), 9, 4096); /* the large one has gone: a sanitizer would tell */
	em_pool_leave(p);
	em_pool_free(p);
}
END_TEST

Suite *emulator_pool_suite(void);
Suite *emulator_pool_suite(void)
{
	Suite *s = suite_create("emulator_pool");
	TCase *t = tcase_create("pool");
	tcase_add_loop_test(t, every_part_once, 0, 5);
	tcase_add_test(t, pools_come_and_go);
	tcase_add_test(t, room_is_kept_unless_it_is_large);
	suite_add_tcase(s, t);
	return s;
}
