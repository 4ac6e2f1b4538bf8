/* source_flag: what a kernel's text says of flags that threads wait for, and of turns of a loop in which two arrays
 * take each other's place. As in source_lines.h it is text that is looked at: it serves to word advice, and never to
 * judge. Lines count from 1; 0: there is none. */
#ifndef JUDGE_SOURCE_FLAG_H
#define JUDGE_SOURCE_FLAG_H

#include <stdbool.h>

/* How a loop without a body reads what it waits for. */
enum flag_wait {
	WAIT_NONE,   /* the line begins no such loop */
	WAIT_ATOMIC, /* x.load(), atomicAdd(&x, 0), ... */
	WAIT_PLAIN   /* ready[p], *ready, with no volatile in the file */
};
enum flag_wait source_wait_in(const char *source, int line);

/* Does the line begin a loop without a body, however it reads what it waits for? */
bool source_waits_in(const char *source, int line);

/* Does the line store by an atomic: x.store(), atomicExch() and the like? */
bool source_sets_atomic(const char *source, int line);

/* The only loop that waits in the plain way for an element of an array that line `set` names. */
int source_plain_wait(const char *source, int set);

/* The first loop that waits, in the function of this line and behind it, where none stands before it. */
int source_waits_after(const char *source, int line);

/* The only line that calls `name` ("store", "load") as a member and names memory_order_relaxed there. */
int source_relaxed(const char *source, const char *name);

/* The innermost loop around this line that gives one of the arrays that the line indexes another array, "a = b;" (two
 * arrays take turns), where no barrier stands in that loop. */
int source_turn_without_barrier(const char *source, int line);

#endif
