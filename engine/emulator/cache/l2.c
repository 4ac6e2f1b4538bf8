/* l2: the L2 cache of a device, for the sampled lines alone. Sets of 16 lines with four sectors each; what a new line
 * replaces is chosen by a pseudo-random number (on an H200 a working set somewhat larger than the L2 still finds part
 * of itself there, which replacing the oldest line does not show). Writes stay until they are replaced or until too
 * many lines are dirty, then the one that became dirty first is written to memory. A sector that was only written in
 * part has to be read before it goes there.
 *
 * Rows of the memory. What memory reads or writes costs more than its bytes when little of each of its rows is asked
 * for at a time: the row has to be opened first. How many are, follows from how densely an area of EM_LINE_BYTES *
 * AREA_LINES is visited within a while: with a share d of its sectors, an open row serves d times its sectors, and
 * never less than what is asked of one line. The followed lines are one in EM_CACHE_SAMPLE of each area. */
#include "base/buf.h"
#include "emulator/cache/cache.h"

enum { WAYS = 16, DIRTY_PART = 3 /* one third of the lines may be dirty */ };

/* Sectors: known, to be written, of the dirty ones those of which a part is known; for each of these, a hexadecimal
 * digit, how many accesses wrote to it. */
struct line {
	uint8_t valid : 4, dirty : 4, part : 4;
	uint16_t turns;
};
/* Which set an access goes to is as good as random, so the host hardly has it in its cache: together it is two lines
 * there. */
struct set {
	uint32_t tag[WAYS]; /* EM_CACHE_TAG of the line; 0: empty */
	struct line line[WAYS];
};

enum {
	AREA_LINES = 128, /* 16 KB: eight followed lines */
	AREA_SECTORS = AREA_LINES / EM_CACHE_SAMPLE * EM_LINE_SECTORS,
	LINES_APART = 8, /* the least distance of two followed lines (EM_CACHE_HASH) */
	AREA_SETS = 4096,
	AREA_WAYS = 4, /* that are looked at side by side */
	AREAS = AREA_SETS * AREA_WAYS,
	WHILE = 32768, /* visits of followed lines, of all areas, from one of an area to its next. Longer than a memory
			  waits: blocks that run side by side on a GPU are not that exactly in step here. With 1024
			  random places of 64 MB come out at 0.9 and not 0.66, but wide copies at 1.2 to 1.5 */
};

struct area {
	uint64_t tag;
	uint32_t lines, sectors, last;
	uint64_t seen;
}; /* number + 1, 0: none; visited lines and sectors; the visit that was its last; which sectors (of LINES_APART lines
      at most one is followed) */

struct rows {
	struct area *area;
	uint32_t visits, row_sectors;
};

/* The lines that a launch has read so far, as long as they are few: a small table, each at the first free place after
 * its own. */
enum { FEW_PLACES = 512, FEW_SHIFT = 64 - 9, FEW = FEW_PLACES / 2 };
struct few {
	uint32_t tag[FEW_PLACES], n;
};

enum { PAIRS = EM_LINE_SECTORS / 2 }; /* of a line's sectors, which come together */
/* Who had a pair brought from the memory last: which of the blocks that run side by side, and at which time of its own.
 * Another one that has come about as far, in instructions, asks for it while it is on its way. This hangs neither on
 * the line's address nor on which lines are followed. Blocks need not be closer: who waits for a line that another one
 * has asked for catches up with it, so blocks that want the same lines go in step. */
struct brought {
	uint32_t wave, block, time, load; /* load: by which instruction */
};

struct em_l2 {
	struct rows reads, writes;
	struct few few;
	uint64_t bytes;
	uint32_t fill, random;
	size_t nsets;
	struct set *sets;
	struct brought *brought; /* of each pair of sectors; apart, since few accesses need it */
	uint32_t wave;
	uint32_t *queue; /* lines (set * WAYS + way) in the order in which they became dirty; may hold some that are
			    clean again */
	size_t head, queued, queue_cap;
	struct em_l2_load beyond; /* of loads that are not counted one by one */
};

struct em_l2 *em_l2_new(void)
{
	return xaligned_zeroed(EM_APART, sizeof(struct em_l2));
}

void em_l2_free(struct em_l2 *l2)
{
	if (!l2)
		return;
	free(l2->sets);
	free(l2->queue);
	free(l2->brought);
	free(l2->reads.area);
	free(l2->writes.area);
	free(l2);
}

void em_l2_configure(struct em_l2 *l2, uint64_t bytes, uint32_t fill_sectors, uint32_t read_row, uint32_t write_row)
{
	l2->reads.row_sectors = read_row / 32;
	l2->writes.row_sectors = write_row / 32;
	if (!l2->reads.area) {
		l2->reads.area = xcalloc(AREAS, sizeof *l2->reads.area);
		l2->writes.area = xcalloc(AREAS, sizeof *l2->writes.area);
	}
	l2->fill = fill_sectors == 2 || fill_sectors == 4 ? fill_sectors : 1;
	if (bytes == l2->bytes && l2->sets)
		return;
	free(l2->sets);
	free(l2->queue);
	free(l2->brought);
	l2->bytes = bytes;
	l2->nsets = (size_t)(bytes / EM_LINE_BYTES / EM_CACHE_SAMPLE / WAYS);
	if (!l2->nsets)
		l2->nsets = 1;
	l2->sets = xaligned(64, l2->nsets * sizeof *l2->sets);
	memset(l2->sets, 0, l2->nsets * sizeof *l2->sets);
	l2->queue_cap = l2->nsets * WAYS / DIRTY_PART + 1;
	l2->queue = xcalloc(l2->queue_cap, sizeof *l2->queue);
	l2->brought = xcalloc(l2->nsets * WAYS * PAIRS, sizeof *l2->brought);
	l2->head = l2->queued = 0;
	l2->random = 1;
}

struct em_l2 *em_l2_copy(const struct em_l2 *l2, struct em_l2 *old)
{
	struct em_l2 *x = old, to;

	if (!old || old->nsets != l2->nsets) {
		em_l2_free(old);
		x = em_l2_new();
		x->sets = xaligned(64, l2->nsets * sizeof *x->sets);
		x->queue = xmalloc(l2->queue_cap * sizeof *x->queue);
		x->brought = xmalloc(l2->nsets * WAYS * PAIRS * sizeof *x->brought);
		x->reads.area = xmalloc(AREAS * sizeof *x->reads.area);
		x->writes.area = xmalloc(AREAS * sizeof *x->writes.area);
	}
	to = *x;
	memcpy(to.sets, l2->sets, l2->nsets * sizeof *to.sets);
	memcpy(to.queue, l2->queue, l2->queue_cap * sizeof *to.queue);
	memcpy(to.brought, l2->brought, l2->nsets * WAYS * PAIRS * sizeof *to.brought);
	memcpy(to.reads.area, l2->reads.area, AREAS * sizeof *to.reads.area);
	memcpy(to.writes.area, l2->writes.area, AREAS * sizeof *to.writes.area);
	*x = *l2;
	x->sets = to.sets;
	x->queue = to.queue;
	x->brought = to.brought;
	x->reads.area = to.reads.area;
	x->writes.area = to.writes.area;
	return x;
}

/* Rows that were opened for what an area was asked for, beyond those of memory that is swept from end to end; in units
 * of 1 / EM_L2_ROW_UNIT. */
static uint64_t opened(const struct rows *r, const struct area *a)
{
	uint64_t each = (uint64_t)EM_L2_ROW_UNIT * r->row_sectors * a->sectors / AREA_SECTORS,
		 of_line = (uint64_t)EM_L2_ROW_UNIT * a->sectors / a->lines;
	uint64_t all, swept = (uint64_t)EM_L2_ROW_UNIT * a->sectors / r->row_sectors;

	if (each < of_line)
		each = of_line;
	if (each < EM_L2_ROW_UNIT)
		each = EM_L2_ROW_UNIT;
	all = (uint64_t)EM_L2_ROW_UNIT * EM_L2_ROW_UNIT * a->sectors / each;
	return all > swept ? all - swept : 0;
}

/* A sector that is visited again has been away meanwhile: its row is opened for a second time, however soon that is. */
static void visit(struct rows *r, uint64_t line, unsigned which, uint64_t *count)
{
	const unsigned sectors = em_cache_count(which);
	const uint64_t bits = (uint64_t)which << line % AREA_LINES / LINES_APART * EM_LINE_SECTORS;
	uint64_t tag = line / AREA_LINES + 1;
	struct area *set, *a;

	_Static_assert(AREA_SETS == 1 << 12, "the hash has as many values");
	if (!r->row_sectors)
		return;
	set = a = &r->area[AREA_WAYS * ((tag * 0xd6e8feb86659fd93ull) >> 52)];
	r->visits++;
	for (int k = 0; k < AREA_WAYS; k++) {
		if (set[k].tag == tag) {
			a = &set[k];
			break;
		}
		if (set[k].last < a->last)
			a = &set[k];
	}
	if (a->tag != tag || r->visits - a->last > WHILE || (a->seen & bits)) {
		if (a->tag)
			*count += opened(r, a);
		*a = (struct area){ tag, 0, 0, 0, 0 };
	}
	a->seen |= bits;
	a->last = r->visits;
	a->lines++;
	a->sectors += sectors;
}

static void settle(struct rows *r, uint64_t *count)
{
	for (size_t k = 0; k < AREAS && r->visits; k++)
		if (r->area[k].tag)
			*count += opened(r, &r->area[k]);
	if (r->visits)
		memset(r->area, 0, AREAS * sizeof *r->area);
	r->visits = 0;
}

static void few_read(struct few *f, uint32_t tag)
{
	size_t k = (tag * 0xd6e8feb86659fd93ull) >> FEW_SHIFT;

	if (f->n > FEW)
		return;
	while (f->tag[k] && f->tag[k] != tag)
		k = (k + 1) % FEW_PLACES;
	f->n += !f->tag[k];
	f->tag[k] = tag;
}

void em_l2_settle(struct em_l2 *l2, struct em_l2_counts *c)
{
	c->few = l2->few.n > FEW ? 0 : l2->few.n;
	memset(&l2->few, 0, sizeof l2->few);
	settle(&l2->reads, &c->rows_read);
	settle(&l2->writes, &c->rows_written);
}

static void clean(struct em_l2 *l2, struct set *set, unsigned way, struct em_l2_counts *c)
{
	struct line *x = &set->line[way];
	const uint64_t line = (uint64_t)set->tag[way] - 1;

	if (!x->dirty)
		return;
	c->written += em_cache_count(x->dirty);
	visit(&l2->writes, line, x->dirty, &c->rows_written);
	if (x->part) {
		c->filled_else += em_cache_count(x->part);
		visit(&l2->reads, line, x->part, &c->rows_read);
	}
	x->valid |= x->dirty;
	x->dirty = 0;
	x->part = 0;
}

static inline struct set *set_of(const struct em_l2 *l2, uint64_t line)
{
	/* Not the constant of the sample: its lines would all meet in a few sets. */
	uint64_t tag = line + 1, mixed = (tag ^ tag >> 17) * 0xd6e8feb86659fd93ull;

	return &l2->sets[(size_t)((unsigned __int128)mixed * l2->nsets >> 64)];
}

void em_l2_expect(const struct em_l2 *l2, uint64_t miss)
{
	const struct set *set = set_of(l2, EM_MISS_LINE(miss));

	__builtin_prefetch(set->tag, 1);
	__builtin_prefetch(set->line, 1);
}

static struct line *find(struct em_l2 *l2, struct set *set, uint32_t tag, struct em_l2_counts *c)
{
	unsigned ways = em_cache_ways(set->tag, WAYS, tag), way;

	if (ways)
		return &set->line[__builtin_ctz(ways)];
	ways = em_cache_ways(set->tag, WAYS, 0);
	if (ways) {
		way = (unsigned)__builtin_ctz(ways);
	} else {
		l2->random = l2->random * 1664525u + 1013904223u;
		way = l2->random >> 28;
		clean(l2, set, way, c);
	}
	set->tag[way] = tag;
	set->line[way] = (struct line){ 0 };
	return &set->line[way];
}

static void became_dirty(struct em_l2 *l2, uint32_t line, struct em_l2_counts *c)
{
	size_t at;

	if (l2->queued == l2->queue_cap) {
		uint32_t oldest = l2->queue[l2->head],
			 next = l2->queue[l2->head + 8 < l2->queue_cap ? l2->head + 8 : 0];

		__builtin_prefetch(l2->sets[next / WAYS].line, 1);
		clean(l2, &l2->sets[oldest / WAYS], oldest % WAYS, c);
		l2->head = l2->head + 1 < l2->queue_cap ? l2->head + 1 : 0;
		l2->queued--;
	}
	at = l2->head + l2->queued++;
	l2->queue[at < l2->queue_cap ? at : at - l2->queue_cap] = line;
}

/* Sectors that are not known come from memory, with their neighbours. */
static void fetch(struct em_l2 *l2, struct line *x, uint64_t line, unsigned sectors, uint64_t *count, uint64_t *rows)
{
	unsigned want = 0, group = (1u << l2->fill) - 1;

	for (unsigned s = 0; s < EM_LINE_SECTORS; s += l2->fill)
		if (sectors >> s & group)
			want |= group << s;
	want &= ~(unsigned)x->valid;
	if (!want)
		return;
	*count += em_cache_count(want);
	visit(&l2->reads, line, want, rows);
	x->valid = (x->valid | want) & 15;
	x->part = x->part & ~want & 15;
}

void em_l2_flush(struct em_l2 *l2, struct em_l2_counts *c)
{
	for (size_t k = 0; k < l2->nsets * WAYS; k++)
		clean(l2, &l2->sets[k / WAYS], k % WAYS, c);
	l2->head = l2->queued = 0;
}

/* Sectors of which an access writes a part. Eight accesses of a word each are a sector. */
static void write_parts(struct line *x, unsigned sectors)
{
	for (unsigned s = 0; s < EM_LINE_SECTORS; s++) {
		unsigned bit = 1u << s, turns;

		if (!(sectors & bit) || x->valid & bit)
			continue;
		turns = x->part & bit ? (x->turns >> 4 * s & 15u) + 1 : 1;
		x->turns = (uint16_t)((x->turns & ~(15u << 4 * s)) | turns << 4 * s);
		x->part = (turns < 8 ? x->part | bit : x->part & ~bit) & 15;
		x->valid = (turns < 8 ? x->valid : x->valid | bit) & 15;
	}
}

void em_l2_wave(struct em_l2 *l2)
{
	l2->wave++;
}

/* How far the line is still on its way when another block asks for it, in units of 1 / EM_L2_LATE_UNIT. From where it
 * is not quite, along a line, so that no single instruction decides. */
static unsigned lateness(uint32_t apart, uint32_t within)
{
	return apart <= within     ? EM_L2_LATE_UNIT :
		apart < 2 * within ? EM_L2_LATE_UNIT * (2 * within - apart) / within :
				     0;
}

/* Warps of a block are not exactly in step: a little later is the same turn. */
enum { SAME_TURN = 4 };

/* Another line of a block for which one of its warps asks by this load: does the memory have to bring it, where it had
 * to bring the one before of the same turn? Gives back up to when the block has waited for what this load asked for,
 * and with it for what others had. */
static inline uint32_t note_turn(struct em_asker *a, uint64_t miss, uint32_t time, bool slow, struct em_l2_load *load)
{
	struct em_asker_turn *x = &a->turn[EM_MISS_LOAD(miss) % EM_ASKERS];

	if (x->load != EM_MISS_LOAD(miss) + 1) {
		*x = (struct em_asker_turn){ EM_MISS_LOAD(miss) + 1, time, 0, slow };
		return 0;
	}
	if (time > x->time + SAME_TURN) {
		x->before = x->time + 1;
		x->time = time;
	} else if (x->slow) {
		load->after++;
		load->both += slow;
	}
	x->slow = slow;
	return x->before;
}

/* Likewise of the lines of one request. */
static inline void note_request(struct em_asker *a, uint64_t miss, uint64_t time, bool slow, struct em_l2_load *load)
{
	if (a->memory && a->load == EM_MISS_LOAD(miss) && a->time == time) {
		load->next++;
		load->next_both += slow;
	}
	a->memory = slow;
	a->load = EM_MISS_LOAD(miss);
	a->time = time;
}

/* Sectors that the L2 has, or has asked the memory for. before: note_turn's. */
static inline void found(const struct em_l2 *l2, const struct brought *brought, unsigned sectors, uint64_t miss,
	uint32_t block, uint64_t time, uint32_t before, struct em_asker *asker, struct em_l2_counts *c,
	struct em_l2_load *load)
{
	const uint32_t within = em_within(time, &asker->pace);
	uint32_t behind = 0, all_late = 0;

	for (unsigned p = 0; p < PAIRS; p++) {
		const struct brought *x = &brought[p];
		const unsigned pair = sectors >> 2 * p & 3;
		const bool other = x->block != block;
		int64_t apart = (int64_t)time - x->time;
		unsigned late = 0;

		if (!pair || x->wave != l2->wave)
			continue;
		if (other && x->time >= before)
			late = lateness((uint32_t)llabs(apart), within);
		else if (EM_MISS_BESIDE(miss))
			late = EM_L2_LATE_UNIT;
		if (late && other && x->load == EM_MISS_LOAD(miss) && apart > behind)
			behind = (uint32_t)apart;
		all_late += late * em_cache_count(pair);
	}
	c->hit += em_cache_count(sectors);
	load->hit += em_cache_count(sectors);
	c->late += all_late;
	load->late += all_late;
	em_meet(&asker->pace, time, behind);
}

void em_l2_access(
	struct em_l2 *l2, uint64_t miss, uint32_t block, uint64_t time, struct em_asker *asker, struct em_l2_counts *c)
{
	const uint64_t line = EM_MISS_LINE(miss);
	struct set *set = set_of(l2, line);
	struct line *x = find(l2, set, EM_CACHE_TAG(line), c);
	unsigned sectors = EM_MISS_SECTORS(miss), unknown = sectors & ~(unsigned)x->valid;
	const size_t place = (size_t)(set - l2->sets) * WAYS + (size_t)(x - set->line);
	struct brought *brought = &l2->brought[place * PAIRS];
	bool was_dirty = x->dirty;
	struct em_l2_load *load = EM_MISS_LOAD(miss) < c->loads ? &c->load[EM_MISS_LOAD(miss)] : &l2->beyond;
	uint32_t before;

	switch (EM_MISS_KIND(miss)) {
	case EM_MISS_READ:
		c->read += em_cache_count(sectors);
		load->read += em_cache_count(sectors);
		c->read_lines++;
		few_read(&l2->few, EM_CACHE_TAG(line));
		before = note_turn(asker, miss, (uint32_t)time, unknown != 0, load);
		found(l2, brought, sectors & x->valid, miss, block, time, before, asker, c, load);
		note_request(asker, miss, time, unknown != 0, load);
		if (unknown) {
			fetch(l2, x, line, unknown, &c->filled, &c->rows_read);
			for (unsigned p = 0; p < PAIRS; p++)
				if (unknown >> 2 * p & 3)
					brought[p] =
						(struct brought){ l2->wave, block, (uint32_t)time, EM_MISS_LOAD(miss) };
		}
		return;
	case EM_MISS_WRITE:
		x->valid = (x->valid | sectors) & 15;
		x->part = x->part & ~sectors & 15;
		break;
	case EM_MISS_PARTIAL: write_parts(x, sectors); break;
	default:
		load->read += em_cache_count(sectors);
		load->hit += em_cache_count(sectors & x->valid);
		if (unknown)
			fetch(l2, x, line, unknown, &c->filled_else, &c->rows_read);
		break;
	}
	x->dirty = (x->dirty | sectors) & 15;
	if (!was_dirty)
		became_dirty(l2, (uint32_t)place, c);
}
