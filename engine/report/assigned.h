/* assigned: which variable a line of a CUDA source sets, and of which type, without a compiler: lines that set one
 * scalar and nothing else. */
#ifndef REPORT_ASSIGNED_H
#define REPORT_ASSIGNED_H

#include <stdbool.h>
#include <stddef.h>

struct assigned {
	const char *name; /* in the line; NULL: none, or more than one */
	size_t n;
	char kind; /* 'f' float, 'd' double, 'i' up to 32 bits, 'l' 64 bits or a pointer, 'p' bool; 0: the line does not
		      say */
	bool compound;     /* "sum += x": what it was is part of what it becomes */
	bool loop, starts; /* a loop's counter; it starts at a number, `start` */
	long start;
};
/* *in_comment: the line begins in a comment; it is carried from line to line, false before the first. */
struct assigned assigned_by_line(const char *line, size_t n, bool *in_comment);
/* The k-th parameter of a kernel; its name and kind. name NULL: there is none, or no such kernel. */
struct assigned assigned_parameter(const char *source, const char *kernel, size_t kernel_n, size_t k);

#endif
