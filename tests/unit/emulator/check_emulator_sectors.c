/* sectors: what an H200 counted of one warp at places that were given to it (ncu, one launch for each row). The places
 * of atomics are words from the begin of an allocation that a driver puts at the begin of a piece of memory. */
#include <check.h>

#include "emulator/cache/sectors.h"
#include "emulator/core/device.h"

Suite *emulator_sectors_suite(void);

enum { LANES = 32 };

static const struct {
	unsigned counted, busiest; /* busiest: as often as lanes work on a sector's busiest word, its control */
	uint16_t word[LANES];
} atomics[] = {
	/* Words that two lanes want, and words of one sector that get apart. */
	{ 24, 23,
		{ 19, 106, 103, 66, 183, 142, 110, 42, 57, 218, 37, 161, 210, 111, 182, 151, 52, 65, 212, 142, 172, 156,
			51, 104, 233, 246, 144, 28, 188, 153, 89, 202 } },
	{ 31, 30,
		{ 477, 545, 699, 624, 118, 426, 366, 796, 854, 811, 591, 440, 43, 209, 819, 157, 659, 170, 504, 864,
			300, 366, 542, 509, 633, 525, 129, 1022, 53, 972, 836, 810 } },
	{ 32, 31,
		{ 41, 251, 432, 117, 928, 940, 107, 703, 983, 517, 264, 599, 738, 882, 78, 259, 333, 985, 760, 534,
			1009, 319, 429, 134, 488, 781, 259, 144, 742, 39, 667, 444 } },
	/* Each word is one lane's. */
	{ 27, 26,
		{ 231, 644, 393, 106, 428, 414, 28, 542, 859, 157, 928, 444, 249, 749, 214, 510, 798, 622, 155, 229,
			500, 757, 875, 394, 506, 347, 243, 137, 609, 351, 209, 55 } },
	{ 21, 20,
		{ 37, 60, 133, 241, 212, 233, 43, 116, 228, 253, 168, 105, 235, 244, 173, 132, 245, 87, 94, 36, 248,
			200, 81, 120, 138, 143, 27, 226, 181, 0, 28, 175 } },
	{ 22, 19,
		{ 54, 92, 224, 58, 169, 69, 62, 155, 49, 250, 199, 11, 26, 72, 83, 182, 242, 173, 50, 183, 93, 219, 171,
			21, 34, 25, 185, 222, 177, 64, 217, 187 } },
	/* Both rules say the same. */
	{ 22, 22,
		{ 151, 85, 138, 183, 41, 237, 106, 220, 233, 16, 123, 181, 132, 170, 86, 187, 226, 58, 240, 162, 126,
			189, 221, 201, 76, 67, 17, 103, 19, 66, 205, 67 } },
};

static unsigned busiest_words(const uint16_t *word)
{
	unsigned most[4096 / 8] = { 0 }, sum = 0;

	for (int l = 0; l < LANES; l++) {
		unsigned lanes = 0;

		for (int k = 0; k < LANES; k++)
			lanes += word[k] == word[l];
		most[word[l] / 8] = lanes > most[word[l] / 8] ? lanes : most[word[l] / 8];
	}
	for (size_t k = 0; k < sizeof most / sizeof *most; k++)
		sum += most[k];
	return sum;
}

START_TEST(of_atomics)
{
	uint64_t at[LANES], elsewhere[LANES];

	for (int l = 0; l < LANES; l++) {
		at[l] = 4ull * atomics[_i].word[l];
		elsewhere[l] = at[l] + 0x3456700;
	}
	ck_assert_uint_eq(em_count_atomic_sectors(at, EM_FULL, 0), atomics[_i].counted);
	ck_assert_uint_eq(em_count_atomic_sectors(elsewhere, EM_FULL, 0 - 0x3456700ull), atomics[_i].counted);
	ck_assert_uint_eq(busiest_words(atomics[_i].word), atomics[_i].busiest);
}
END_TEST

/* One lane a word in a line: the set does not matter. */
START_TEST(of_atomics_in_a_row)
{
	uint64_t at[LANES];

	for (int l = 0; l < LANES; l++)
		at[l] = 0x1000 + 4ull * (unsigned)l;
	ck_assert_uint_eq(em_count_atomic_sectors(at, EM_FULL, 0), 4);
	ck_assert_uint_eq(em_count_atomic_sectors(at, 0x10001, 0), 2);
	ck_assert_uint_eq(em_count_atomic_sectors(at, 0, 0), 0);
	for (int l = 0; l < LANES; l++)
		at[l] = 0x1000;
	ck_assert_uint_eq(em_count_atomic_sectors(at, EM_FULL, 0), LANES);
}
END_TEST

/* Copies of 16 bytes past the L1: rows of `row` lanes, 1024 bytes apart in global memory, `pitch` times 16 bytes apart
 * in shared memory. */
static const struct {
	unsigned counted, row, pitch;
} copies[] = { { 16, 2, 2 }, { 24, 2, 3 }, { 16, 2, 4 }, { 16, 4, 4 }, { 20, 4, 5 }, { 16, 4, 6 }, { 16, 8, 8 },
	{ 18, 8, 9 }, { 16, 32, 32 } };

START_TEST(of_copies)
{
	uint64_t from[LANES], to[LANES];

	for (unsigned l = 0; l < LANES; l++) {
		from[l] = l / copies[_i].row * 1024 + l % copies[_i].row * 16;
		to[l] = (l / copies[_i].row * copies[_i].pitch + l % copies[_i].row) * 16;
	}
	ck_assert_uint_eq(em_count_copy_sectors(from, to, EM_FULL), copies[_i].counted);
	ck_assert_uint_eq(em_count_sectors(from, EM_FULL, 16), 16); /* the control: what they touch */
}
END_TEST

START_TEST(of_copies_to_one_place)
{
	uint64_t from[LANES], to[LANES];

	for (unsigned l = 0; l < LANES; l++) {
		from[l] = 1024 * l;
		to[l] = l / 2 * 16;
	}
	ck_assert_uint_eq(em_count_copy_sectors(from, to, EM_FULL), 16);
	ck_assert_uint_eq(em_count_copy_sectors(from, to, 3), 1);
	ck_assert_uint_eq(em_count_copy_sectors(from, to, 0), 0);
}
END_TEST

/* Small allocations share a piece, at multiples of 512 bytes; one of a MiB has its own. */
START_TEST(as_a_driver_places_them)
{
	static const struct {
		uint64_t bytes, place;
	} asked[] = { { 16384, 0 }, { 32772, 16384 }, { 4 << 20, 0 }, { 32768, 49664 }, { 65536, 82432 }, { 1, 147968 },
		{ 1 << 20, 0 }, { 2, 148480 }, { 1000000, 148992 }, { 1000000, 0 }, { 8, 1000448 } };
	struct em_device *d = em_device_new(&(struct em_config){ .threads = 1, .memory_bytes = 64 << 20 }, NULL);
	struct em_mem_block b;

	ck_assert_ptr_nonnull(d);
	for (size_t k = 0; k < sizeof asked / sizeof *asked; k++) {
		uint64_t at;

		ck_assert_int_eq(em_alloc(d, asked[k].bytes, &at), 0);
		ck_assert(em_memory_find(&d->mem, at, &b));
		ck_assert_msg(b.place == asked[k].place, "%zu: %u", k, b.place);
	}
	em_device_free(d);
}
END_TEST

Suite *emulator_sectors_suite(void)
{
	Suite *s = suite_create("emulator_sectors");
	TCase *t = tcase_create("sectors");

	tcase_add_loop_test(t, of_atomics, 0, sizeof atomics / sizeof *atomics);
	tcase_add_test(t, of_atomics_in_a_row);
	tcase_add_loop_test(t, of_copies, 0, sizeof copies / sizeof *copies);
	tcase_add_test(t, of_copies_to_one_place);
	tcase_add_test(t, as_a_driver_places_them);
	suite_add_tcase(s, t);
	return s;
}
