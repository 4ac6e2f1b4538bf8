/* every_reader: gives a text to all that the judge reads a student's text with (engine/judge/source_*.h), for what
 * tries texts that nobody would write: check_judge_source_long.c, tests/fuzz/source. What they find is not looked at.
 */
#ifndef EVERY_READER_H
#define EVERY_READER_H

#include "judge/source_array.h"
#include "judge/source_barrier.h"
#include "judge/source_buffers.h"
#include "judge/source_called.h"
#include "judge/source_calls.h"
#include "judge/source_copy.h"
#include "judge/source_declared.h"
#include "judge/source_double.h"
#include "judge/source_flag.h"
#include "judge/source_freed.h"
#include "judge/source_given.h"
#include "judge/source_handed.h"
#include "judge/source_idle.h"
#include "judge/source_lines.h"
#include "judge/source_lock.h"
#include "judge/source_scan.h"
#include "judge/source_setter.h"
#include "judge/source_shape.h"
#include "judge/source_shared.h"
#include "judge/source_shift.h"
#include "judge/source_stale.h"
#include "judge/source_step.h"
#include "judge/source_two_arrays.h"
#include "judge/source_type.h"
#include "judge/source_unset.h"

static union {
	struct shared_array shared_array;
	struct barrier_missed barrier;
	struct buffer_use buffer;
	struct still_buffer still;
	struct called called;
	struct lock_loop lock_loop;
	struct lock_fences fences;
	struct launch_args launch;
	struct swapped_launch swapped_launch;
	struct swapped_arguments swapped;
	struct handed_twice handed;
	struct idle_statement idle;
	struct condition_sets sets;
	struct head_slip slip;
	struct lock_misuse misuse;
	struct source_index index;
	struct same_place place;
	struct own_array own;
	struct loose_macro macro;
	struct stale_shift shift;
	struct stale stale;
	struct whole_variable whole;
	struct half_set half;
	struct read_unset unset;
	struct hidden hidden;
	struct todo_elsewhere todo;
	struct unawaited_read unawaited;
	struct early_touch early;
	struct freed_argument freed;
	struct divided_step divided;
} to;

static inline void of_a_line(struct arena *a, const char *s, int line)
{
	static const char *const params[] = { "a", "b", "out" };
	const char *word, *other;
	int barrier;

	source_shared_array(a, s, line, &to.shared_array);
	source_barrier_missed(a, s, line, &to.barrier);
	source_barrier_in_if(a, s, line, line + 2, &word);
	source_buffer(a, s, line, &to.buffer);
	source_same_buffer(a, s, line, line + 2, &to.buffer);
	source_called(a, s, line, line + 2, &to.called);
	source_wrong_order(s, line);
	source_declared(s, "i", line);
	source_wait_in(s, line);
	source_sets_atomic(s, line);
	source_plain_wait(s, line);
	source_waits_after(s, line);
	source_turn_without_barrier(s, line);
	source_condition(a, s, line);
	source_guard(a, s, line);
	source_loop(s, line, line + 2);
	source_early_return(s, line, &barrier);
	source_arrays(s, line, "k", SOURCE_READ, params, 3);
	source_shared_rows(a, s, line);
	source_index_array(a, s, line, &to.index);
	source_waiting_loop(a, s, line, line + 2, &word);
	source_line_writes(a, s, line);
	source_adds_within(s, line);
	source_rest_below(a, s, line);
	source_whole_variable(a, s, line, &to.whole);
	source_step_stays(s, line);
	source_two_arrays(a, s, line, line + 2, &word, &other);
	source_todo_elsewhere(a, s, "__global__ void k()\n{\n\t/* TODO */\n}\n", line, &to.todo);
}

static inline void of_it_all(struct arena *a, const char *s)
{
	const char *what;
	int line;

	source_still_buffer(a, s, &to.still);
	source_lock_loop(a, s, &to.lock_loop);
	source_lock_fences(s, &to.fences);
	source_launch_args(a, s, &to.launch);
	source_swapped_launch(a, s, &to.swapped_launch);
	source_swapped_arguments(a, s, &to.swapped);
	source_relaxed(s, "load");
	source_handed_to_read(s, "a");
	source_handed_twice(a, s, "k", &to.handed);
	source_only_launch(s);
	source_repointed(s, "a");
	source_host_element(s, "a");
	source_nth_allocated(a, s, "cudaMalloc", 1);
	source_unawaited_read(a, s, &to.unawaited);
	source_double(a, s, &what);
	source_step_divided(a, s, &to.divided);
	source_freed_argument(a, s, "d", &to.freed);
	source_early_touch(a, s, true, &to.early);
	source_early_touch(a, s, false, &to.early);
	source_idle(a, s, &to.idle);
	source_condition_sets(a, s, &to.sets);
	source_head_slip(s, &to.slip);
	source_unlaunched(a, s, &line);
	source_only_line(s, "i");
	source_calls(s, "cudaMemcpy");
	source_launch_line(s, "k");
	source_launch_gets(s, "a");
	source_store_line(s, "a");
	source_lock_misuse(a, s, &to.misuse);
	source_setter(a, s, "a", &line);
	source_waits(s);
	source_same_place(a, s, &to.place);
	source_own_array(a, s, &to.own);
	source_loose_macro(a, s, &to.macro);
	source_stale_shift(a, s, &to.shift);
	source_stale(a, s, &to.stale);
	source_unset(a, s, &line);
	source_half_set(a, s, true, &to.half);
	source_half_set(a, s, false, &to.half);
	source_read_unset(a, s, &to.unset);
	source_hidden(a, s, &to.hidden);
	source_copy_line(s, "cudaMemcpy", "cudaMemcpyHostToDevice", SIDE_DEVICE, SIDE_HOST);
}

#endif
