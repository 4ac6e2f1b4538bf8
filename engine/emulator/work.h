/* work: what a launch did to the parts of a GPU, in whole numbers and without a clock: the input of the time model
 * (device/time/time_model.h). The emulator knows no device: how fast a pipe is and how long a wait takes stand in the
 * device's profile.
 *
 * Invariant: the numbers depend on the program, its data and the geometry in em_timing alone, never on host threads. */
#ifndef EMULATOR_WORK_H
#define EMULATOR_WORK_H

#include <stdbool.h>
#include <stdint.h>

enum em_pipe {
#define PIPE(id, name, meaning) EM_PIPE_##id,
#include "emulator/work.def"
	EM_PIPE_COUNT
};
enum em_wait {
#define WAIT(id, name, meaning) EM_WAIT_##id,
#include "emulator/work.def"
	EM_WAIT_COUNT
};

/* An atomic that is only tried where a look at its word promises something: on a device all that run side by side at
 * the start look before the first of them has succeeded (run/asks.c). */
enum { EM_EARLY_MOST = 16 };
struct em_early {
	uint64_t warps;         /* that look then; of a loop's turns one */
	uint64_t tries, passes; /* of these, who tries if all find the word as it was, and what that comes to */
	uint64_t counted;       /* passes that were executed, so that they are among the launch's */
	uint32_t place;         /* entries of one number are at places of the same 512 bytes, in the code's order */
	bool past_l1;           /* the look goes to the L2 */
	bool words;             /* each lane has a word of its own, so they are spread over the launch's places */
};

/* Global memory's way through the caches (cache.c), in sectors of 32 bytes where nothing else is said. Estimated from a
 * fixed sample of the lines and scaled to all of them. */
struct em_traffic {
	uint64_t passes; /* of global and local accesses through the load-store units: 128-byte lines that each touched
			  */
	uint64_t shared_serial;   /* passes of atomics in shared memory because lanes change the same word */
	uint64_t l1_read, l1_hit; /* sectors that loads asked the L1 for, and found there (or on their way there) */
	uint64_t l1_late;         /* of those found: still on their way, for another warp */
	uint64_t l2_read, l2_hit; /* what went on to the L2, and was found there */
	uint64_t l2_late;         /* of l2_hit: still on their way from the memory, for a block side by side */
	uint64_t l2_lines;        /* the former, in so many lines each time that one is asked for */
	uint64_t l2_write;        /* sectors written completely */
	uint64_t l2_partial;      /* sectors of which an access wrote a part */
	uint64_t l2_parts;        /* in so many lines, each time that one is written: the L2 takes these more slowly */
	uint64_t l2_atomic;       /* sectors that atomics worked on */
	/* Stores of one sector each to the busiest place of 512 bytes; loads likewise, of those that pass the L1 by. */
	uint64_t stores_place, loads_place;
	/* Passes of atomics, one for each sector that an access changes and one for each further lane on that sector's
	 * busiest word; those of the busiest place of 512 bytes; words that they change. */
	uint64_t atomic_passes, atomic_lanes, atomic_words;
	uint64_t atomic_answers; /* of atomic_passes: of atomics that answer */
	/* Of loops of compare-and-swap: how often a lane got through, most of these at one word, and in one place of
	 * 512 bytes. */
	uint64_t swaps, swaps_word, swaps_place;
	uint64_t swap_tries; /* ... and tries in vain that a device has beside those that were executed */
	/* ... and of lanes that get through though they change nothing, which each change lets try again. */
	uint64_t swap_again;
	uint64_t swap_lanes,
		swap_locks; /* lanes of a warp that take part; of those that got through, who took a lock */
	uint64_t swap_turn; /* cycles from where a lane tries to take a lock to where it has given it back */
	/* Passes at the busiest place of loops of compare-and-swap that are tried before any has succeeded, beside
	 * those counted; and other atomics that are. */
	uint64_t tries_early;
	struct em_early early[EM_EARLY_MOST];
	uint32_t nearly;
	uint64_t local_stored, local_lines; /* of all these, sectors and lines that stores to local memory wrote */
	uint64_t dram_read, dram_write;
	uint64_t rows_read, rows_written; /* rows of the memory that were opened for these, beyond those of a sweep from
					     end to end */
	/* What is in the host's memory passes the L2 by: sectors that loads bring over the link and stores send, and in
	 * how many transfers (sectors side by side in a line that one access asks for; a sector written in part goes
	 * alone). An atomic does both. */
	uint64_t link_read, link_write, link_reads, link_writes;
};

#define EM_WAIT_UNIT 64

/* What one block had to do, in nominal cycles of its warps (the critical path's): all of it, its longest warp, its
 * first one. */
struct em_share {
	uint32_t all, longest, first;
};

struct em_work {
	uint64_t grid_blocks, blocks; /* of the launch; of these, executed (fewer: timed by a sample, all else is of
					 those executed) */
	uint64_t warps;               /* executed */
	uint64_t pipe[EM_PIPE_COUNT];
	uint64_t shared_passes; /* wavefronts of shared memory: loads, stores, atomics, copies */
	/* Atomics in shared memory that are loops: turns that they took, the lanes that got through at the busiest word
	 * of each block, and those that would meet if its warps went from word to word in step, all blocks together. */
	uint64_t sum_turns, sum_lanes, sum_in_step;
	/* Constant memory: words that the lanes of a warp want one after the other, and of these, those whose line the
	 * nearest cache had lost to another one. Apart: these, where the lanes of a warp want different words, each
	 * times the square of the share of those words that were lost, in 1 / EM_WAIT_UNIT: blocks that walk through a
	 * table in step have a line brought for all of them, these lanes have it for themselves, the more so the larger
	 * the table is. */
	uint64_t constant_words, constant_far, constant_apart;
	uint32_t constant_lines; /* lines of it, but for parameters, that a block finds in no cache as the launch begins
				  */
	/* The longest chain of instructions that wait for each other, as how often it waits for what: added over all
	 * warps, and over the first warp of each block, which in a reduction works longest. Multiplied by a device's
	 * latencies and divided by the number of warps (blocks) it is the time of a warp that has a multiprocessor for
	 * itself. In units of 1 / EM_WAIT_UNIT. */
	int64_t wait[EM_WAIT_COUNT], wait_first[EM_WAIT_COUNT];
	/* Of each block in the grid's order, `blocks` of them; NULL where blocks are alike, or nobody knows. The
	 * result's (em_result_release). And the sums over all blocks, of what their longest warps had to do, their
	 * first warps, all of their warps; 0: nobody knows. */
	struct em_share *share;
	uint64_t longest_clk, first_clk, all_clk;
	uint64_t waits;      /* of blocks for other blocks, while they polled (lanes/polls.h) */
	uint64_t look_backs; /* blocks that waited for those before them, one after the other (look_back.c) */
	bool looks_back_by_atomics;
	uint32_t looks_back_at;  /* blocks that it looks at at once: a warp's lanes */
	uint64_t looks_back_clk; /* cycles of a look, by a warp by itself, where the L2 answers */
	/* Waits of blocks for words that others had stored, which held them up (cost/links.h), and when the last warp
	 * was done, in cycles of its own chain and these waits; 0: none. */
	uint64_t links, links_clk;
	bool locks_played; /* that includes waits for locks */
	/* Of kernels whose warps draw tickets: instructions of one by which the last one is done later than they are on
	 * average, and what a warp of the launch executed on average; 0: none draw. */
	uint64_t draws_late, draws_steps;
	/* Cycles that an average warp has behind it when it first comes to an atomic in global memory. */
	uint64_t arrive_clk;
	/* Instructions of warps in loops whose code is more than the nearest cache of instructions holds, and more than
	 * the next one. */
	uint64_t fetched[2];
	bool clocked; /* the kernel reads a clock, which its own time must agree with */
	struct em_traffic traffic;
};

/* What of a kernel's machine code has to do with registers that were spilled: words of each lane that an instruction
 * stores or loads, and jumps back, which make loops. Places count instructions from the kernel's first one. */
struct em_spill {
	uint32_t at;
	uint8_t words;
	bool store;
};
struct em_jump {
	uint32_t at, to;
};
struct em_spills {
	struct em_spill *v;
	struct em_jump *back;
	uint32_t n, nback, bytes; /* bytes: of a thread's stack */
};

/* What of a kernel's machine code stands under predicates, and what is branched around: how many accesses of each kind.
 * v: under one predicate, in a stretch without a jump; those with a store, or a load of shared memory. around: between
 * a jump forward under a predicate and where it goes, where no other jump is between. all: under any predicate. known:
 * it was read, and there are no more of them than these. */
enum em_guarded_kind {
	EM_GUARDED_SHARED_STORES,
	EM_GUARDED_GLOBAL_STORES,
	EM_GUARDED_GLOBAL_LOADS,
	EM_GUARDED_SHARED_LOADS,
	EM_GUARDED_COUNT
};
enum { EM_GUARDED_MOST = 96 };
struct em_guarded {
	uint8_t known, n, naround, all[EM_GUARDED_COUNT];
	uint8_t v[EM_GUARDED_MOST][EM_GUARDED_COUNT], around[EM_GUARDED_MOST][EM_GUARDED_COUNT];
	uint16_t loops; /* places to which jumps lead back */
	uint16_t bare;  /* jumps forward under a predicate around code that only computes */
	/* Loads that do nothing, in front of asynchronous copies; and those of them between such a jump and where it
	 * goes. */
	uint16_t idle, idle_around;
	uint32_t v_at[EM_GUARDED_MOST], around_at[EM_GUARDED_MOST]; /* where the first of them stands in the code */
};

/* What a warp asks for and then waits for: loads from memory, from shared memory, the special function unit. */
enum em_asked { EM_ASKED_MEMORY, EM_ASKED_SHARED, EM_ASKED_SPECIAL, EM_ASKED_COUNT };

/* Loops of the machine code, one instruction after the other: what each is, for how many cycles the next
 * one waits, which of six barriers it tells when it has its result (tells) and when it has read its registers (reads;
 * 7: none), and for which ones it waits before it starts (a bit each). words: of each lane, of what is loaded or
 * stored. base: loads of memory with one number have one register as their address, and `at` is how far from it.
 * Of shared memory it is that register, plus 1; 0: the address has more parts. */
enum em_code_kind {
	EM_CODE_PLAIN,
	EM_CODE_LOAD,
	EM_CODE_LOAD_SHARED,
	EM_CODE_STORE,
	EM_CODE_STORE_SHARED,
	EM_CODE_LOAD_LOCAL,
	EM_CODE_STORE_LOCAL,
	EM_CODE_SHUFFLE,
	EM_CODE_SPECIAL,
	EM_CODE_F64,
	EM_CODE_CONSTANT,
	EM_CODE_PAST,    /* a jump past a call for numbers that are not easy, which is taken; the call is left out */
	EM_CODE_BRANCH,  /* another one, forward */
	EM_CODE_BARRIER, /* of a block; this one and the next one only in `around`, in `v` they are EM_CODE_OTHER */
	EM_CODE_ATOMIC,
	EM_CODE_OTHER, /* what nobody has looked at: fences, copies, calls */
	EM_CODE_KINDS,
	EM_CODE_FIRST_ACCESS = EM_CODE_LOAD,
	EM_CODE_LAST_ACCESS = EM_CODE_STORE_LOCAL
};
struct em_code {
	uint8_t kind, words, stall, tells, reads, waits;
	uint16_t base;
	int32_t at;
};
struct em_code_loop {
	uint32_t first, n;             /* in `code` */
	uint32_t words[EM_CODE_KINDS]; /* all of them, of each kind */
	bool halves;                   /* after it comes half of a turn, once: the rest goes by halves */
	uint8_t guarded_part;          /* then a part under a predicate, the last: so much of a turn, 4 a quarter, 2
					  that half; 0: all parts are branched around */
	bool guarded_half;             /* that half is under a predicate, be it the last or not */
	uint8_t guarded_first;         /* likewise in front of the loop */
	uint32_t inner;                /* loops in it, and in these */
};
struct em_loops {
	struct em_code *code;
	struct em_code_loop *v, *around; /* around: loops around others, without the code of these, and innermost ones
					    with barriers or atomics */
	uint32_t n, naround, ncode;
	uint32_t tops, jumps; /* where loops begin, and jumps back to there, in all of the code */
	uint32_t yields;      /* YIELD stands so often in the code (lanes/yields.h) */
};

/* What the cache model needs to know about the device; all 0: no caches are modelled, every sector comes from memory.
 */
struct em_timing {
	uint32_t multiprocessors;
	uint32_t resident_blocks; /* of this launch, on one multiprocessor */
	uint64_t l1_bytes;        /* of one multiprocessor, without what is set aside for shared memory */
	uint64_t l2_bytes;
	uint32_t fill_sectors; /* sectors that one miss in the L2 brings from memory: 1, 2 or 4 */
	uint32_t float_lane;   /* what a further lane that adds a float to a word of global memory takes, where one that
				  adds an integer takes 64 */
	uint32_t read_row_bytes, write_row_bytes; /* what an open row of the memory serves of what is read, of what is
						     written back; 0: rows do not count */
	uint32_t registers; /* of a thread in the machine code, which cannot have more loads on their way than these
			       hold; 0: unknown */
	/* The most that the machine code asks for before it waits for any of it: words of memory, of shared memory,
	 * results of the special function unit. known: it was read. */
	struct em_under_way {
		uint32_t known; /* 0 or 1 */
		uint32_t most[EM_ASKED_COUNT];
	} under_way;
	struct em_loops loops;            /* of the machine code; n 0: none, or unknown */
	const struct em_guarded *guarded; /* likewise what stands under predicates; NULL: unknown */
	bool no_local;           /* the machine code has no local memory: what the PTX has there is in registers */
	struct em_spills spills; /* likewise; n 0: none, or unknown */
	/* For the clocks that a program reads (clock.c). Cycles of each wait; 1 / EM_WAIT_UNIT cycles for which one
	 * instruction keeps a pipe of the multiprocessor busy; kHz. */
	uint32_t wait_clk[EM_WAIT_COUNT], pipe_clk[EM_PIPE_COUNT], clock_khz;
	/* For waits for other blocks (links.h): cycles from a store until a warp that looks for it goes on; by how much
	 * longer that takes for each other one that looks at the same word, in 1 / EM_WAIT_UNIT cycles. By loads, by
	 * atomics, by loads from shared memory. */
	uint32_t hop_clk[3], looker_clk[3];
	/* A launch of more warp instructions than about this many is timed by some of its blocks, and only these are
	 * executed: what it was to compute is then wrong, and its counters are those of the sample. 0: everything is
	 * executed. */
	uint64_t sample_instructions;
};

#endif
