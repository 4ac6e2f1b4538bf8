/* check_state: what the checkers keep for a device, a launch and a block: the structures of check.h, which says what
 * they mean. Included by machine.h; whoever works with them includes check.h. */
#ifndef EMULATOR_CHECK_STATE_H
#define EMULATOR_CHECK_STATE_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Planes of codes, one a granule: who wrote it last; who read it last; another reader, of another warp or block. */
struct ck_planes {
	uint64_t *writer, *reader, *other;
};

/* 64 KB of global memory. A plane that is NULL is all zeros. The readers, and whatever else is said of one launch,
 * count only in the launch that the stamp names. */
struct ck_chunk {
	struct ck_planes planes;
	uint32_t stamp;       /* base serial of a launch */
	uint16_t several[64]; /* of each KB: granules that several blocks have read. When these are all, one more reader
				 adds nothing */
	uint64_t wrote;       /* of a worker's own shadow: a bit for each KB that this worker wrote into */
	bool unseen;          /* ... and there was no room for all codes of what it wrote */
	uint8_t *init;        /* a bit a byte: has it been written? NULL: all of it */
};

/* Planes from slabs of memory. */
struct ck_pool {
	void **slab;
	size_t nslabs, cslabs;
	size_t next, high; /* planes given out, and the most that ever were */
	bool own;          /* it is a worker's */
	uint64_t bytes;    /* of the device's own planes: counted in em_check.main_bytes */
};

/* A shadow of global memory: the device's own (its writers live on from launch to launch), or that of one worker in an
 * attempt (check/attempt.c), of which nothing outlives the launch. */
struct ck_saved; /* check/undo.c */
struct ck_shadow {
	struct ck_chunk *dir;
	uint8_t *dir_there; /* em_shadow_chunk: of each block of chunks, is its memory made? */
	struct ck_pool
		planes; /* those of one launch: taken again by the next one, whose floor is above all that they hold */
	uint32_t *touched;
	size_t ntouched, ctouched; /* chunks of this launch; of workers' own, and where em_launch.touched asks */
	struct ck_saved *saved;    /* what memory held before; NULL: nothing is kept */
	uint64_t apart[16];        /* between one worker's and the next one's (EM_APART) */
};

struct ck_launch; /* check/writer.c */
struct em_check {
	struct ck_shadow main;
	size_t nchunks; /* of each shadow */
	size_t ninit;   /* chunks of the device's own from here on never had an init: to look at all of them would touch
			   their memory */
	struct ck_shadow *own;          /* room for one of each of the device's threads */
	int nown;                       /* of workers */
	uint8_t *part_saved;            /* of each KB of memory, while an attempt runs: see check/undo.c */
	_Atomic uint32_t *part_read;    /* ... which worker has read all of it: see check/common.c */
	uint32_t nth_attempt;           /* ... in which attempt: this one, so that nothing has to be cleared */
	uint64_t base;                  /* device address of chunk 0 */
	uint64_t *zero;                 /* a plane of zeros, read-only */
	unsigned shift;                 /* granules of global memory: 1 << shift bytes */
	struct ck_pool writers;         /* the planes of writers of the device's own shadow */
	bool full;                      /* the budget was too small since the planes were dropped last */
	bool attempt;                   /* one is going on */
	uint64_t budget_all;            /* what main_bytes and own_bytes may come to together */
	uint64_t main_bytes, own_bytes; /* resident: planes of the device's own shadow; of workers' own, and what
					   undoing needs (atomic) */
	uint32_t next_serial;
	pthread_mutex_t lock;
	struct ck_launch *launches;
	size_t nlaunches, claunches; /* those that the writers' codes name */
	bool forgot;                 /* writers of before: a code of 0 says nothing */
};

/* Of a launch. */
struct ck_extra {
	uint32_t first, n;
	uint64_t position;
};                 /* serials that a block took beyond its first ones */
struct ck_event;   /* check/order.c */
struct ck_publish; /* check/publish.c */
struct ck_locks;   /* check/lock.c */
struct ck_covered; /* check/covered.c */
struct ck_pub {
	struct ck_event *events;
	size_t nevents, events_cap;
	uint32_t newest; /* check/publish.c: its last publication */
	uint64_t bare,
		narrow;      /* points before which it wrote strongly without a fence, or with one that is too narrow */
	bool wrote;          /* strongly */
	uint64_t flag_from;  /* since this point, a barrier of its block, */
	uint32_t flag_warps; /* these of its warps wrote strongly */
};
/* check/cause.c: strong writes with no fence right before them. */
struct ck_bare;
struct ck_bares {
	struct ck_bare *of;
	uint32_t n, cap; /* so many came so far; there is room for */
};
struct ck_run {
	unsigned on;              /* EM_CHECK_* */
	uint32_t base, per_block; /* serials: base + position * per_block ... */
	uint32_t end;             /* ... to here; after it the extra ones */
	struct ck_extra *extra;
	size_t nextra, cextra;
	uint64_t floor;     /* codes below are of launches before */
	uint64_t clock;     /* counts publications of reads (check/order.c) */
	struct ck_pub *pub; /* what each block, by position, has published; NULL: the program has no fences */
	struct ck_publish *publish;
	struct ck_bares bares;      /* flags in global memory that were set without a fence */
	struct ck_locks *locks;     /* NULL: none was taken so far */
	struct ck_covered *covered; /* NULL: nothing is */
	uint64_t lost;              /* accesses that found no shadow */
};

/* Of a block. interval: the first code of the current interval; [first, last): codes of the block's serials, as many as
 * lie together. */
struct ck_sync; /* check/slots.c */
struct ck_origins;
/* A load of shared memory that is only written down (check.h): words of two half-warps at a0 and a1, kinds as those of
 * em_runs in bits 0 and 1, 2 and 3. code and point: its warp's code, and where its lanes met last. */
struct ck_logged {
	const struct em_inst *i;
	uint64_t code, point;
	uint32_t a0, a1, kinds;
};
/* Of a warp's fence, or of a release: all lanes are behind it with what they did before `all`, these lanes with what
 * they did before `point`. */
struct ck_behind {
	uint64_t point, all;
	uint32_t lanes;
};
/* Of a block since its last barrier: which words its warps have looked at (a few bits for all of a warp), which lanes
 * did since all of them met last, which warps waited in a loop, and for another block, and which ones learned of others
 * by a barrier of some warps, a barrier object or an acquire of what threads count down: a latch. counted: such words.
 */
struct ck_asked {
	uint64_t words[32];
	uint32_t lanes[32];
	uint32_t waited, waited_far, far, arrived;
	uint64_t counted;
};
struct em_ckblock {
	struct ck_planes planes, unit; /* of shared memory: a code a granule; a code for each 64 bytes (check.h) */
	size_t codes;                  /* of all six */
	uint8_t *init;                 /* a bit a byte of shared memory */
	uint8_t *local_init;           /* ... and of each lane's local memory, lane after lane; NULL: none */
	size_t init_bytes, local_init_bytes;
	struct ck_chunk *dir;
	uint64_t base;   /* of the device, here for short ways */
	uint32_t stamp;  /* ck_chunk.stamp of this launch */
	uint64_t spread; /* CK_SPREAD of this launch */
	uint64_t unkept; /* KB of a chunk that may be written without being kept (check/undo.c), for ck_chunk.wrote: all
			    or none */
	uint16_t part_granules; /* ck_chunk.several of a part that several blocks have read all of */
	uint32_t unwritten;     /* bytes of shared memory that nobody wrote yet */
	unsigned shift;
	uint64_t interval, first, last;
	uint32_t serial, serial_end;
	uint32_t nextra;        /* groups of serials beyond the first that it took */
	bool copies;            /* the program has asynchronous copies: readers of earlier intervals count */
	bool partial;           /* warps may be ordered one by one: no shortcut for places that several have read */
	uint64_t acquired;      /* publications of reads that all of the block may rely on */
	uint64_t acquired_any;  /* ... or some warp of it */
	uint64_t (*clocks)[32]; /* clocks[w][v]: the point up to which what v did is before what w does; NULL: only
				   barriers of all so far */
	struct ck_past **past;  /* check/past.c, of each slot what was written there; NULL: nothing */
	uint32_t npasts;
	struct ck_sync *sync;        /* check/slots.c: things to synchronise at: named barriers, mbarriers, flags */
	uint64_t (*seen)[32];        /* as clocks, of what w has read without a fence after it; NULL: nothing */
	struct ck_looked *looked_at; /* check/looked_at.c; NULL: nothing */
	int32_t (*seen_by)[32];      /* ... by which PTX instruction of w, one more; 0: none */
	bool fences_said;            /* there is something in the arrays from here to `bare` */
	uint64_t fenced[32];         /* point of each warp's last fence that reaches beyond the block */
	struct ck_behind behind[32]; /* ... and which lanes are behind it */
	uint64_t met[32],
		met_by_fence[32];    /* em_warp.sync_point, where some lanes' fence has moved it: before, and to */
	uint64_t fenced_near[32];    /* ... of its last fence */
	uint64_t narrow[32];         /* ... of its last fence that does not */
	uint64_t fenced_before[32];  /* fenced before the last barrier */
	uint64_t bare[32];           /* of each warp, a point before which it wrote strongly without a fence */
	uint32_t came[16], need[16]; /* warps that came to each barrier with a count in this interval, that count */
	uint32_t asked;              /* warps that read strongly since the last barrier */
	struct ck_asked by_warp;     /* ... more of the same */
	struct ck_bares bares;       /* ... flags that they set without a fence */
	uint32_t near_only;          /* warps of which the last fence does not, since they saw another block's flag */
	uint64_t covered;            /* what all warps had fenced before a barrier */
	bool all_fenced;
	uint64_t published_reads;
	struct ck_origins *origins; /* check/origin.c; NULL: nothing that nobody wrote came by */
	struct ck_told *told;       /* check/told.c; NULL: no mbarrier was told of a copy */
	uint32_t ntold;
	struct ck_sends *sends; /* check/sends.c; NULL: no bulk copies out of shared memory */
	bool left_out;          /* a barrier of all opened after threads of the block had exited */
	bool raced;             /* a race was found in it: threads may part by what they read */
	bool went_round;        /* it is said that threads went round a barrier of all */
	uint32_t gone;          /* threads that had exited when that was asked last */
	struct {                /* the last question, and its answer (check/round.c) */
		const struct em_program *p;
		int32_t last, at;
		bool is;
	} round;
	bool lazy;        /* loads of this interval are only written down */
	uint8_t key;      /* of the barrier that this interval began with, in `busy` */
	uint8_t busy[64]; /* so many times more it is not tried, where it was for nothing */
	uint32_t nlogged;
	struct ck_logged *log; /* CK_LOG of them; NULL: no shared memory */
	uint64_t lock;         /* check/lock.c: the one that it takes and frees; 0: none so far */
	uint32_t waits;        /* accesses that may have waited for another block, but at that lock */
	uint64_t late_copy;    /* an interval in which a copy ended that was issued before it (check/race.c) */
};

#endif
